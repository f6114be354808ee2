"""The real bot and the stand-in in one process: what the page, autoplay and tests start."""

import asyncio
import contextlib
import dataclasses
import random
import secrets
from collections.abc import AsyncIterator, Callable, Sequence
from pathlib import Path

from bot.app import Setup
from bot.client import BuracoBot
from bot.outflow import Outflow
from bot.watchdog import Watchdog
from demo.gateway import MESSAGE_CONTENT
from demo.limits import Limits
from demo.objects import Channel, Guild
from demo.page import add_page
from demo.people import Person
from demo.permissions import Permission
from demo.server import StandIn
from demo.wire import await_no_servers, point_discord_at
from demo.world import World
from game.cards import PACK, Card

GUILD, CHANNEL = "Casa do Buraco", "mesas"
NAMES = ("Ana", "Bruno", "Carla", "Davi")
"""The people of a session, in their order."""

_LOOK_AGAIN_S = 0.01
_NO_LIMIT = 10_000


@dataclasses.dataclass(frozen=True, slots=True)
class Session:
    """A running bot, the stand-in that it is connected to, and people on a server of theirs."""

    stand_in: StandIn
    watchdog: Watchdog
    serving: asyncio.Task[None]
    guild: Guild
    channel: Channel
    people: tuple[Person, ...]
    secrets: tuple[str, ...]

    @property
    def bot(self) -> BuracoBot:
        """The bot that is served now."""
        assert self.watchdog.bot is not None, "a session begins with one"
        return self.watchdog.bot

    @property
    def links(self) -> list[str]:
        """The secret address of each person's page."""
        return [f"{self.world.base}/p/{secret}" for secret in self.secrets]

    @property
    def world(self) -> World:
        """What the stand-in knows."""
        return self.stand_in.world


def seeded(setup: Setup, seed: int | None) -> Setup:
    """The setup with packs and lots that a seed decides; with None they stay real chance."""
    if seed is None:
        return setup
    rng = random.Random(seed)  # noqa: S311 - a demonstration that can be played again
    return dataclasses.replace(setup, shuffle=_shuffler(rng), draw_lot=rng.randrange)


def _shuffler(rng: random.Random) -> Callable[[], tuple[Card, ...]]:
    return lambda: tuple(rng.sample(PACK, len(PACK)))


def furnished(names: Sequence[str]) -> tuple[World, Guild, Channel, tuple[Person, ...]]:
    """A world with a server, a channel and people; the first of them owns the server."""
    world = World()
    people = tuple(Person(world, world.add_user(name)) for name in names)
    guild = world.add_guild(GUILD, owner=people[0].user)
    for person in people[1:]:
        world.join(guild, person.user)
    return world, guild, world.add_channel(guild, CHANNEL), people


@contextlib.asynccontextmanager
async def session(
    setup: Setup,
    *,
    names: Sequence[str],
    port: int = 0,
    limits: Limits | None = None,
    heartbeat_seconds: float = 41.25,
    patience_s: float = 180.0,
    look_every_s: float = 5.0,
    reads_chat: bool = False,
    permissions: int = 0,
) -> AsyncIterator[Session]:
    """Start stand-in and bot, and wait until it is ready; both are stopped at the end.

    ``patience_s`` and ``look_every_s`` are the watchdog's. With ``reads_chat`` the bot may read
    and remove what people write; ``permissions`` are what its role has beyond those of its link.

    Raises OSError for a port that is taken, and whatever keeps the bot from starting.
    """
    world, guild, channel, people = furnished(names)
    keys = tuple(secrets.token_urlsafe(16) for _ in people)
    world.bot_role(guild).permissions |= permissions
    stand_in = StandIn(world, limits=limits, heartbeat_seconds=heartbeat_seconds)
    if reads_chat:
        stand_in.gateway.allowed_intents |= MESSAGE_CONTENT
        world.bot_role(guild).permissions |= Permission.MANAGE_MESSAGES
    add_page(stand_in.app, dict(zip(keys, people, strict=True)))
    async with stand_in.serving(port):
        point_discord_at(world.base)
        watchdog = Watchdog(
            build=lambda: built(setup, limits), patience_s=patience_s, look_every_s=look_every_s
        )
        serving = asyncio.create_task(watchdog.serve(world.token))
        try:
            while watchdog.bot is None or not watchdog.bot.is_ready():
                await asyncio.sleep(_LOOK_AGAIN_S)
                if serving.done():
                    serving.result()
                    raise RuntimeError("the bot stopped while it started")
            yield Session(stand_in, watchdog, serving, guild, channel, people, keys)
        finally:
            serving.cancel()
            await asyncio.gather(serving, return_exceptions=True)


def built(setup: Setup, limits: Limits | None = None) -> BuracoBot:
    """A bot for the stand-in; where that has no limits, neither has the bot's own pace."""
    bot = BuracoBot(setup)
    await_no_servers(bot)
    if limits is not None and not limits.enabled:
        bot.outflow = Outflow(_NO_LIMIT)
    return bot


def database_in(folder: str) -> Path:
    """Where a session's temporary database is."""
    return Path(folder) / "demo.db"
