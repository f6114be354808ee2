"""One task waits for the nearest deadline of all tables and does what is due.

Deadlines are data: they survive a restart, and one that passed while nobody could play begins
anew in full.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any

from bot.log import about
from bot.services.matches import GRACE_MS
from bot.services.tables import Tables
from storage.errors import Conflict
from storage.records import Deadline, DeadlineKind

log = logging.getLogger(__name__)

LONGEST_WAIT_S = 60.0
AT_A_TIME = 32
RETRY_MS = 10_000
SETTLE_S = 0.2
"""Commits that come so close together are looked through at once."""

Handler = Callable[[int], Coroutine[Any, Any, None]]
Wait = Callable[[asyncio.Event, float], Awaitable[None]]


async def wait_for_event(event: asyncio.Event, seconds: float) -> None:
    """Wait until the event is set, or so many seconds."""
    try:
        async with asyncio.timeout(seconds):
            await event.wait()
    except TimeoutError:
        pass


class Clock:
    """Fires deadlines; suspended, it fires none (the players cannot reach the bot)."""

    def __init__(
        self,
        tables: Tables,
        handlers: dict[DeadlineKind, Handler],
        restart: Handler,
        *,
        wait: Wait = wait_for_event,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        self.tables = tables
        self.handlers = handlers
        self.restart = restart
        self.wait = wait
        self.sleep = sleep
        self.suspended_since: int | None = None
        self._wake = asyncio.Event()
        self._retry_at: dict[tuple[int, DeadlineKind], int] = {}
        tables.after_commit.append(self._wake.set)

    async def run(self) -> None:
        """Fire deadlines for ever; cancel to stop."""
        while True:
            self._wake.clear()
            try:
                pause = await self.fire_due()
            except Exception:
                log.exception("the deadlines could not be read")
                pause = RETRY_MS / 1000
            await self.wait(self._wake, pause)
            if self._wake.is_set():
                await self.sleep(SETTLE_S)

    async def fire_due(self) -> float:
        """Do what is due now; returns the seconds until the next deadline."""
        if self.suspended_since is not None:
            return LONGEST_WAIT_S
        while True:
            now = self.tables.now()
            async with self.tables.database.read() as work:
                nearest = await work.deadlines.nearest(AT_A_TIME)
            due = [each for each in nearest if self._fires_at(each) <= now]
            for deadline in due:
                with about(deadline.match_id):
                    await self._fire(deadline)
            if not due:
                waits = [self._fires_at(each) - now for each in nearest]
                return min([LONGEST_WAIT_S, *(wait / 1000 for wait in waits)])

    async def begin_anew(self, *, before: int) -> None:
        """Turns whose time ran out before this moment, unseen by their players, begin anew."""
        async with self.tables.database.read() as work:
            passed = await work.deadlines.passed(DeadlineKind.TURN, before=before)
        for deadline in passed:
            await self.restart(deadline.match_id)

    def suspend(self) -> None:
        """The bot is cut off from its players."""
        if self.suspended_since is None:
            self.suspended_since = self.tables.now()

    async def resume(self) -> None:
        """The players can be reached again: what passed meanwhile begins anew."""
        if self.suspended_since is not None:
            await self.begin_anew(before=self.tables.now())
            self.suspended_since = None
            self._wake.set()

    def _fires_at(self, deadline: Deadline) -> int:
        grace = GRACE_MS if deadline.kind is DeadlineKind.TURN else 0
        retry = self._retry_at.get((deadline.match_id, deadline.kind), 0)
        return max(deadline.due_at + grace, retry)

    async def _fire(self, deadline: Deadline) -> None:
        """Do one thing that is due; a failure is logged and tried again, and stops no other."""
        key = (deadline.match_id, deadline.kind)
        self._retry_at.pop(key, None)
        try:
            await self.handlers[deadline.kind](deadline.match_id)
        except Conflict:
            log.info("deadline %s of match %s: another was first", deadline.kind.value, key[0])
        except Exception:
            log.exception("deadline %s of match %s failed", deadline.kind.value, key[0])
            self._retry_at[key] = self.tables.now() + RETRY_MS
