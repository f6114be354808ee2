"""Keeps the bot within Discord's global limit by itself, and lets what is urgent go first.

Discord takes 50 requests a second (answers to clicks are not counted) and refuses the rest; who is
refused 10,000 times in ten minutes is shut out. So the bot waits before it asks.
https://discord.com/developers/docs/topics/rate-limits
"""

import asyncio
import contextvars
import heapq
import itertools
import time
from collections import deque
from collections.abc import Awaitable, Callable

A_SECOND = 46
"""A little less than Discord allows: its seconds are not ours."""

PATIENT: contextvars.ContextVar[bool] = contextvars.ContextVar("patient", default=False)
"""Whether the present task's requests let all others go first: set by what only shows a state."""


class Outflow:
    """At most so many requests in any second."""

    def __init__(
        self,
        a_second: int = A_SECOND,
        *,
        now: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        self._now = now
        self._sleep = sleep
        self._last = deque([float("-inf")] * a_second, maxlen=a_second)
        self._waiting: list[tuple[bool, int, asyncio.Future[None]]] = []
        self._order = itertools.count()
        self._pump: asyncio.Task[None] | None = None

    async def turn(self) -> None:
        """Wait until a request may go."""
        if not self._waiting and self._wait_s() <= 0:
            self._last.append(self._now())
            return
        future = asyncio.get_running_loop().create_future()
        heapq.heappush(self._waiting, (PATIENT.get(), next(self._order), future))
        if self._pump is None:
            self._pump = asyncio.create_task(self._let_go())
        await future

    def _wait_s(self) -> float:
        return self._last[0] + 1.0 - self._now()

    async def _let_go(self) -> None:
        while self._waiting:
            wait = self._wait_s()
            if wait > 0:
                await self._sleep(wait)
                continue
            _, _, future = heapq.heappop(self._waiting)
            if not future.done():  # whoever waited may have been cancelled
                self._last.append(self._now())
                future.set_result(None)
        self._pump = None

    async def stop(self) -> None:
        """Let nobody go any more."""
        if self._pump is not None:
            self._pump.cancel()
            await asyncio.gather(self._pump, return_exceptions=True)
