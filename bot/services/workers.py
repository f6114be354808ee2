"""Work that must show the newest state and nothing older: at most one task a key."""

import asyncio
import logging
from collections.abc import Awaitable, Callable

log = logging.getLogger(__name__)


class Workers:
    """Runs ``work(key)`` whenever the key was marked, never twice at once for one key.

    Marks that come while a key is worked on are one more run afterwards: states in between are
    skipped. A failure is logged with the key alone and stops nothing.
    """

    def __init__(self, name: str, work: Callable[[int], Awaitable[None]]) -> None:
        self.name = name
        self.work = work
        self._marked: set[int] = set()
        self._tasks: dict[int, asyncio.Task[None]] = {}
        self._later: dict[int, asyncio.Task[None]] = {}

    def mark(self, key: int) -> None:
        """Have the key worked on, now or once the present run is over."""
        self._marked.add(key)
        waiting = self._later.pop(key, None)
        if waiting is not None:
            waiting.cancel()
        if key not in self._tasks:
            task = asyncio.create_task(self._run(key), name=f"{self.name} {key}")
            self._tasks[key] = task

    def mark_later(self, key: int, seconds: float) -> None:
        """Have the key worked on after a while, unless it is worked on before."""
        if key not in self._later:
            self._later[key] = asyncio.create_task(self._wait(key, seconds))

    async def _wait(self, key: int, seconds: float) -> None:
        await asyncio.sleep(seconds)
        self._later.pop(key, None)
        self.mark(key)

    async def _run(self, key: int) -> None:
        try:
            while key in self._marked:
                self._marked.discard(key)
                try:
                    await self.work(key)
                except Exception:
                    log.exception("%s of match %s failed", self.name, key)
        finally:
            del self._tasks[key]

    async def stop(self) -> None:
        """Cancel all runs."""
        tasks = [*self._tasks.values(), *self._later.values()]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
