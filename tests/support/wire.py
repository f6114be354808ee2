"""A table over the wire: the real bot, the stand-in, and people who press one thing at a time."""

import asyncio
import contextlib
import random
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

from bot.app import Setup
from bot.services.tables import Live
from cogs.ui.custom_ids import Verb
from demo.limits import Limits
from demo.objects import Channel, Message
from demo.people import Person, controls
from demo.players import Player, ids_of
from demo.seating import sit_down, until
from demo.session import Session, seeded, session
from storage.records import Status

NAMES = ("Ana", "Bruno")


async def at_once(_seconds: float) -> None:
    """Robots that answer at once."""


class Wire:
    """One table of a running session."""

    def __init__(self, running: Session, seed: int) -> None:
        self.session = running
        self.stand_in = running.stand_in
        self.world = running.world
        self.people = running.people
        self.players = [
            Player(person, random.Random(seed), together=False, patience_s=1.0)
            for person in running.people
        ]
        self.match_id = 1

    async def sit_down(self, **options: object) -> None:
        """Open a table for all people and begin."""
        people = [*self.people]
        size = 2 if options.get("regras") == "mano-a-mano" else 4
        await sit_down(people, self.session.channel, size=size, **options)
        await until(self.to_play)
        await self.quiet()

    async def quiet(self) -> None:
        """Nothing more is asked of Discord for the moment."""
        before = -1
        while before != (now := self.stand_in.watch.requests.total()):
            before = now
            await asyncio.sleep(0.1)

    async def live(self) -> Live:
        """The match as it is stored."""
        return await self.session.bot.app.tables.get(self.match_id)

    def to_play(self) -> Player | None:
        """Who has a hand from which he can play now."""
        return next((one for one in self.players if self.hand(one.person)), None)

    def hand(self, person: Person) -> Message | None:
        """The person's newest message with something to play."""
        for message in reversed(person.seen()):
            if any(each.verb is Verb.PLAY for each in verbs(message)):
                return message
        return None

    async def play_one(self) -> Player:
        """One press of whoever has something to press; after a while he looks for his hand anew."""
        async with asyncio.timeout(20):
            while True:
                for _ in range(50):
                    for player in self.players:
                        if await player.act():
                            return player
                    await asyncio.sleep(0.01)
                for player in self.players:
                    await player.look_again()

    async def plays_on(self, plays: int = 4) -> None:
        """The match goes on: so many more events are stored by presses."""
        before = (await self.live()).info.seq
        for _ in range(20 * plays):
            await self.play_one()
            live = await self.live()
            if live.info.seq >= before + plays or live.info.status is not Status.LIVE:
                return
        raise AssertionError("nothing that is pressed has an effect")

    def boards(self) -> list[Message]:
        """The public messages that show the table, the oldest first."""
        threads = [one for one in self.world.channels.values() if one.is_thread]
        return [
            message
            for thread in threads
            for message in thread.messages.values()
            if any(file.filename == "mesa.png" for file in message.attachments)
        ]

    def thread(self) -> Channel:
        """The table's thread."""
        return next(one for one in self.world.channels.values() if one.is_thread)


def verbs(message: Message) -> list[Any]:
    """The ids of the message's enabled controls of our own grammar."""
    return [
        ids_of(one)
        for one in controls(message)
        if str(one.get("custom_id", ""))[:2] in ("b:", "m:") and not one.get("disabled")
    ]


@contextlib.asynccontextmanager
async def wire(
    folder: Path,
    *,
    seed: int = 1,
    names: tuple[str, ...] = NAMES,
    limits: Limits | None = None,
    **options: Any,
) -> AsyncIterator[Wire]:
    """A session with nobody at a table yet; further options are the session's or the setup's."""
    of_session = {
        name: options.pop(name)
        for name in ("heartbeat_seconds", "patience_s", "look_every_s")
        if name in options
    }
    setup = Setup(
        **{
            "database": folder / "wire.db",
            "sleep": at_once,
            "emojis": False,
            "warm_up": False,
            **options,
        }
    )
    limits = limits or Limits(enabled=False)
    async with session(seeded(setup, seed), names=names, limits=limits, **of_session) as running:
        yield Wire(running, seed)
