"""Work that must show the newest state and nothing older: at most one task a key."""

import asyncio
import logging
from collections.abc import Awaitable, Callable

from bot.log import ABOUT

log = logging.getLogger(__name__)


FIRST_RETRY_S = 5.0
MOST_RETRIES = 8
"""After some twenty minutes only a new mark, or a start, tries again."""


class Workers:
    """Runs ``work(key)`` whenever the key was marked, never twice at once for one key.

    Keys are matches, unless they are said to be ``of`` something else.

    Marks that come while a key is worked on are one more run afterwards: states in between are
    skipped. A failure is logged with the key alone, and tried again after a while, each time
    twice as long: what is to be shown or played must not wait for somebody's next act.
    """

    def __init__(
        self, name: str, work: Callable[[int], Awaitable[None]], *, of: str = "match"
    ) -> None:
        self.name = name
        self.of = of
        self.work = work
        self._marked: set[int] = set()
        self._tasks: dict[int, asyncio.Task[None]] = {}
        self._later: dict[int, asyncio.Task[None]] = {}
        self._failures: dict[int, int] = {}
        self._stopped = False

    def mark(self, key: int) -> None:
        """Have the key worked on, now or once the present run is over."""
        if self._stopped:
            return
        self._marked.add(key)
        waiting = self._later.pop(key, None)
        if waiting is not None:
            waiting.cancel()
        if key not in self._tasks:
            task = asyncio.create_task(self._run(key), name=f"{self.name} {key}")
            self._tasks[key] = task

    def mark_later(self, key: int, seconds: float) -> None:
        """Have the key worked on after a while, unless it is worked on before."""
        if key not in self._later and not self._stopped:
            self._later[key] = asyncio.create_task(self._wait(key, seconds))

    async def _wait(self, key: int, seconds: float) -> None:
        await asyncio.sleep(seconds)
        self._later.pop(key, None)
        self.mark(key)

    async def _run(self, key: int) -> None:
        if self.of == "match":
            ABOUT.set(key)  # the task's own
        try:
            while key in self._marked:
                self._marked.discard(key)
                try:
                    await self.work(key)
                except Exception:
                    log.exception("%s of %s %s failed", self.name, self.of, key)
                    self._retry(key)
                else:
                    self._failures.pop(key, None)
        finally:
            del self._tasks[key]

    def _retry(self, key: int) -> None:
        failures = self._failures[key] = self._failures.get(key, 0) + 1
        if failures <= MOST_RETRIES:
            self.mark_later(key, FIRST_RETRY_S * 2 ** (failures - 1))
        else:
            del self._failures[key]

    @property
    def waiting(self) -> int:
        """How many keys are worked on or wait for it, a later try included."""
        return len(self._tasks.keys() | self._later.keys())

    async def stop(self) -> None:
        """Cancel all runs, and begin no more."""
        self._stopped = True
        tasks = [*self._tasks.values(), *self._later.values()]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
