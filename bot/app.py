"""The application without Discord: the database, the services and what they share."""

import asyncio
import dataclasses
import secrets
import time
from collections.abc import Awaitable, Callable
from pathlib import Path

import robots
from bot.services.clock import Clock, Handler
from bot.services.hands import HandService
from bot.services.lobby import LobbyService
from bot.services.matches import MatchService
from bot.services.moderation import ModerationService
from bot.services.robots import RobotPlayers
from bot.services.seats import SeatService
from bot.services.shown import ShownService
from bot.services.tables import Tables, shuffled_pack
from bot.services.voice import VoiceRooms
from game.actions import Play
from game.cards import Card
from game.views import PlayerView
from storage.database import Database
from storage.records import DeadlineKind

INTERACTIONS_KEPT_MS = 24 * 60 * 60_000


def system_now() -> int:
    """Milliseconds since 1970."""
    return time.time_ns() // 1_000_000


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class Setup:
    """What an application is built from; tests replace the clock, chance and the robots.

    ``emojis`` uploads the card faces at the first connection; ``warm_up`` draws the pictures'
    sprites in a thread at the start.
    """

    database: Path
    now: Callable[[], int] = system_now
    shuffle: Callable[[], tuple[Card, ...]] = shuffled_pack
    draw_lot: Callable[[int], int] = secrets.randbelow
    choose: Callable[[PlayerView], Play] = robots.choose
    sleep: Callable[[float], Awaitable[None]] = asyncio.sleep
    emojis: bool = True
    warm_up: bool = True


@dataclasses.dataclass(frozen=True, slots=True)
class App:
    """The running application: the services that the cogs call."""

    database: Database
    tables: Tables
    matches: MatchService
    lobby: LobbyService
    seats: SeatService
    hands: HandService
    clock: Clock
    robots: RobotPlayers
    shown: ShownService
    moderation: ModerationService
    voice: VoiceRooms

    @classmethod
    async def open(cls, setup: Setup) -> "App":
        """Open the database and build the services. Raises DatabaseUnusable.

        The archive deadline has no handler here: only a cog knows threads, and adds one.
        """
        database = await Database.open(setup.database)
        tables = Tables(database, now=setup.now)
        matches = MatchService(
            tables, shuffle=setup.shuffle, choose=setup.choose, draw_lot=setup.draw_lot
        )
        lobby = LobbyService(tables, matches)
        seats = SeatService(tables)
        handlers: dict[DeadlineKind, Handler] = {
            DeadlineKind.TURN: matches.expire,
            DeadlineKind.NEXT_ROUND: matches.deal_next,
            DeadlineKind.PAUSE: seats.end_pause,
            DeadlineKind.HINDERED: seats.give_up,
            DeadlineKind.LOBBY: lobby.expire,
            DeadlineKind.CHALLENGE: lobby.expire,
        }
        clock = Clock(tables, handlers, matches.restart_clock)
        players = RobotPlayers(matches, sleep=setup.sleep)
        async with database.write() as work:
            await work.events.forget_interactions(before=setup.now() - INTERACTIONS_KEPT_MS)
        return cls(
            database=database,
            tables=tables,
            matches=matches,
            lobby=lobby,
            seats=seats,
            hands=HandService(tables),
            clock=clock,
            robots=players,
            shown=ShownService(tables),
            moderation=ModerationService(tables),
            voice=VoiceRooms(),
        )

    async def wake(self) -> None:
        """Have tables looked at: what was not shown, called or played yet is now."""
        ids = await self.shown.behind()
        async with self.database.read() as work:
            ids += await work.matches.all_unshown()
        for match_id in ids:
            self.tables.tell(await self.tables.get(match_id))

    async def close(self) -> None:
        """Stop the robots and close the database."""
        await self.robots.stop()
        await self.shown.stop()
        await self.database.close()
