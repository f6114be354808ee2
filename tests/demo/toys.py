"""A small discord.py client over the stand-in, a client without discord.py, and a clock."""

import asyncio
import contextlib
import dataclasses
from collections.abc import AsyncIterator, Callable
from typing import Any

import aiohttp
import discord
from discord import app_commands

from demo.objects import Channel, Guild, Interaction, Message
from demo.people import Person
from demo.rest import API
from demo.server import StandIn
from demo.wire import point_discord_at
from demo.world import World

Use = Callable[[discord.Interaction], Any]


class Clock:
    """Time that passes when a test says so."""

    def __init__(self) -> None:
        self.now = 1_800_000_000.0

    def __call__(self) -> float:
        return self.now


@dataclasses.dataclass(frozen=True)
class Answer:
    status: int
    body: Any
    headers: Any

    @property
    def code(self) -> int:
        """The number of Discord's error."""
        return self.body["code"]


class Api:
    """Requests as they are, without discord.py's checks and its patience."""

    def __init__(self, stand_in: StandIn, http: aiohttp.ClientSession) -> None:
        self.stand_in = stand_in
        self.http = http

    async def __call__(
        self, method: str, path: str, json: Any = None, *, token: str | None = None, **more: Any
    ) -> Answer:
        world = self.stand_in.world
        headers = {"Authorization": f"Bot {world.token if token is None else token}"}
        url = world.base + API + path
        if json is not None:
            more["json"] = json
        async with self.http.request(method, url, headers=headers, **more) as response:
            body = None if response.status == 204 else await response.json()
            return Answer(response.status, body, response.headers)


class Toy(discord.Client):
    """A bot with one command, whose answers a test gives it."""

    def __init__(self, **options: Any) -> None:
        intents = options.pop("intents", None) or discord.Intents.default()
        super().__init__(intents=intents, guild_ready_timeout=0.01, **options)
        self.tree = app_commands.CommandTree(self)
        self.heard: list[tuple[str, Any]] = []
        self.failures: list[Exception] = []
        self.use: Use | None = None
        self.pressed: Use | None = None
        self.tree.on_error = self._note

    async def before_identify_hook(self, _shard_id: int | None, *, initial: bool = False) -> None:
        """Log in again without discord.py's pause of five seconds."""

    async def _note(self, _interaction: discord.Interaction, error: Exception) -> None:
        self.failures.append(getattr(error, "original", error))

    async def on_message(self, message: discord.Message) -> None:
        self.heard.append(("message", message))

    async def on_message_edit(self, _before: discord.Message, after: discord.Message) -> None:
        self.heard.append(("edit", after))

    async def on_resumed(self) -> None:
        self.heard.append(("resumed", None))

    async def on_interaction(self, interaction: discord.Interaction) -> None:
        if self.pressed and interaction.type is discord.InteractionType.component:
            await self.pressed(interaction)

    def texts(self) -> list[str]:
        return [one.content for name, one in self.heard if name == "message"]


def with_command(toy: Toy, use: Use) -> None:
    """Have ``/faz`` do this."""

    @app_commands.command(name="faz", description="Faz o que o teste quer")
    async def command(interaction: discord.Interaction) -> None:
        await use(interaction)

    toy.tree.add_command(command)


@dataclasses.dataclass(frozen=True)
class Place:
    """A stand-in that runs, with a server and two people; ana owns it."""

    stand_in: StandIn
    guild: Guild
    channel: Channel
    ana: Person
    bia: Person

    @property
    def world(self) -> World:
        return self.stand_in.world

    def shown(self) -> list[Message]:
        """What anybody is shown in the channel."""
        return [one for one in self.channel.messages.values() if one.only_for is None]

    @contextlib.asynccontextmanager
    async def bot(self, toy: Toy | None = None) -> AsyncIterator[Toy]:
        """A toy that is logged in and ready."""
        toy = toy or Toy()
        point_discord_at(self.world.base)
        async with toy:
            await toy.login(self.world.token)
            await toy.tree.sync()
            connection = asyncio.create_task(toy.connect())
            ready = asyncio.create_task(toy.wait_until_ready())
            await asyncio.wait({connection, ready}, return_when=asyncio.FIRST_COMPLETED)
            if connection.done():
                ready.cancel()
                connection.result()
            try:
                yield toy
            finally:
                await toy.close()
                await asyncio.gather(connection, return_exceptions=True)

    async def uses(self, person: Person, name: str = "faz", **options: object) -> Interaction:
        """A person uses a command and waits for what comes of it."""
        found = next(one for one in person.commands() if one["name"] == name)
        used = person.command(self.channel.id, int(found["id"]), (), options)
        await used.done.wait()
        return used


async def until(holds: Callable[[], object]) -> None:
    """Wait for what comes by itself within some hundredths of a second."""
    async with asyncio.timeout(5):
        while not holds():  # noqa: ASYNC110 - some of it happens in discord.py
            await asyncio.sleep(0.002)
