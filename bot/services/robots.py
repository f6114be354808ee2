"""Robots take their turns: whenever one is to play, a task thinks a moment and plays it."""

import asyncio
from collections.abc import Awaitable, Callable

from bot.services.matches import MatchService, robot_to_play
from bot.services.tables import Live
from bot.services.workers import Workers
from game.events import Event
from storage.errors import Conflict

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
        self.workers = Workers("a robot's turn", self.play)
        matches.tables.observers.append(self.on_change)

    def on_change(self, live: Live, _events: tuple[Event, ...]) -> None:
        """Let the robot play that is to play, if it is a robot's turn."""
        if robot_to_play(live):
            self.workers.mark(live.info.id)

    async def play(self, match_id: int) -> None:
        """Play robots' turns until a person is to play."""
        while True:
            await self.sleep(THINKING_S)
            try:
                if await self.matches.play_robot(match_id) is None:
                    return
            except Conflict:
                continue

    async def stop(self) -> None:
        """Cancel all thinking; the matches go on at the next start."""
        await self.workers.stop()
