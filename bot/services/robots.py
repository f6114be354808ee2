"""Robots take their turns: whenever one is to play, a task thinks a moment and plays it."""

import asyncio
import logging
from collections.abc import Awaitable, Callable

from bot.services.matches import MatchService
from bot.services.tables import Live
from game.events import Event
from storage.errors import Conflict
from storage.records import Status

log = logging.getLogger(__name__)

THINKING_S = 1.0


class RobotPlayers:
    """At most one task a match, which ends when a person is to play."""

    def __init__(
        self,
        matches: MatchService,
        *,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        self.matches = matches
        self.sleep = sleep
        self._tasks: dict[int, asyncio.Task[None]] = {}
        matches.tables.observers.append(self._on_change)

    def _on_change(self, live: Live, _events: tuple[Event, ...]) -> None:
        self.wake(live)

    def wake(self, live: Live) -> None:
        """Let the robot play that is to play, if it is a robot's turn."""
        player = live.player
        if live.info.status is not Status.LIVE or live.info.paused or player is None:
            return
        if player.user_id is None and live.info.id not in self._tasks:
            task = asyncio.create_task(self._play(live.info.id))
            self._tasks[live.info.id] = task
            task.add_done_callback(lambda _: self._tasks.pop(live.info.id, None))

    async def _play(self, match_id: int) -> None:
        """Play robots' turns until a person is to play."""
        while True:
            await self.sleep(THINKING_S)
            try:
                if await self.matches.play_robot(match_id) is None:
                    return
            except Conflict:
                continue
            except Exception:
                log.exception("a robot could not play in match %s", match_id)
                return

    async def stop(self) -> None:
        """Cancel all thinking; the matches go on at the next start."""
        tasks = [*self._tasks.values()]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
