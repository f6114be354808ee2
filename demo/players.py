"""Simulated people: they press the buttons and pick from the menus that they are sent."""

import asyncio
import random
import re
from collections.abc import Sequence

from cogs.ui.custom_ids import BUTTON_TEMPLATE, MENU_TEMPLATE, Ids, Verb, from_pattern
from cogs.ui.hand_items import ALL_TOGETHER, WAY_OUT
from demo.errors import Refused
from demo.filling import BUTTON
from demo.objects import Interaction
from demo.payloads import Json
from demo.people import Person

PATIENCE_S = 5.0
"""After so long without news a player asks for his hand anew, as people do."""

_DRAW = "draw"


class Player:
    """One person who plays every match that he sits at, by his messages alone.

    He lays what he can and throws away at random: not well, but to the end. ``thinking`` is how
    many seconds each press takes him at the most; ``together`` lets him lay several melds at once,
    and ``eager`` is how likely he lays at all.
    """

    def __init__(
        self,
        person: Person,
        rng: random.Random,
        *,
        thinking: float = 0.0,
        together: bool = True,
        patience_s: float = PATIENCE_S,
        eager: float = 1.0,
    ) -> None:
        self.person = person
        self.turns = 0
        self.pressed: list[tuple[Interaction, Ids, str | None]] = []
        self.records: dict[str, str] = {}
        """The address of each record that he was sent, by its file's name."""
        self._rng = rng
        self._thinking = thinking
        self._together = together
        self._patience_s = patience_s
        self._eager = eager
        self._usable: dict[int, Json] = {}
        self._used: dict[int, Json] = {}
        self._news = asyncio.Event()
        self._stop = person.subscribe(self._hear)

    def _hear(self, name: str, data: Json) -> None:
        channel = self.person.world.channels.get(int(data.get("channel_id", 0)))
        if channel is not None and channel.is_thread and self.person.id not in channel.members:
            return  # somebody else's table
        if name in ("MESSAGE_CREATE", "MESSAGE_UPDATE"):
            number = int(data["id"])
            if any(_play_ids(data)):
                self._usable[number] = data
                self._news.set()
            else:
                self._usable.pop(number, None)
            for file in data["attachments"]:
                if file["filename"].endswith(".txt"):
                    self.records[file["filename"]] = file["url"]
                    self._news.set()
        elif name == "MESSAGE_DELETE":
            self._usable.pop(int(data["id"]), None)

    async def play(self, matches: int) -> None:
        """Play until so many records have come."""
        try:
            while len(self.records) < matches:
                self._news.clear()
                if await self.act():
                    continue
                try:
                    await asyncio.wait_for(self._news.wait(), self._patience_s)
                except TimeoutError:
                    await self.look_again()
        finally:
            self._stop()

    async def act(self) -> bool:
        """Press one thing, on the newest message where one can be pressed."""
        for number in sorted(self._usable, reverse=True):
            data = self._usable[number]
            if self._used.get(number) is data:
                continue
            self._used[number] = data
            pressed = self._decide(data)
            if pressed is not None:
                await self._press(data, *pressed)
                return True
        return False

    def _decide(self, data: Json) -> tuple[Json, str | None] | None:
        """A control, and the value in it."""
        offered = [(ids, one) for one, ids in _controls(data)]
        asked = [one for ids, one in offered if ids.verb in (Verb.CONFIRM, Verb.NEXT)]
        if asked:
            return asked[0], None
        plays = [(ids, one) for ids, one in offered if ids.verb is Verb.PLAY]
        draws = [one for ids, one in plays if ids.arg == _DRAW]
        takes = [(one, None) for ids, one in plays if ids.arg.startswith("take")]
        takes += [
            (one, option["value"]) for ids, one in plays if ids.arg == "t" for option in _lines(one)
        ]
        if takes and self._rng.random() < 0.5:
            self.turns += 1
            return self._rng.choice(takes)
        if draws:
            self.turns += 1
            return draws[0], None
        for ids, one in plays:
            if ids.arg == WAY_OUT and self._together:
                return one, None
        for ids, one in plays:
            if ids.arg == "j" and self._rng.random() < self._eager:
                values = [option["value"] for option in _lines(one)]
                if ALL_TOGETHER in values and self._together:
                    return one, ALL_TOGETHER
                return one, self._rng.choice([one for one in values if one != ALL_TOGETHER])
        discards = [
            (one, option["value"])
            for ids, one in plays
            if ids.arg.startswith("d") and one["type"] != BUTTON
            for option in _lines(one)
        ]
        return self._rng.choice(discards) if discards else None

    async def _press(self, data: Json, control: Json, value: str | None) -> None:
        if self._thinking:
            await asyncio.sleep(self._rng.uniform(0.5, 1.0) * self._thinking)
        channel, message = int(data["channel_id"]), int(data["id"])
        try:
            if control["type"] == BUTTON:
                pressed = self.person.click(channel, message, control["custom_id"])
            else:
                assert value is not None, "a menu is chosen from"
                pressed = self.person.select(channel, message, control["custom_id"], [value])
        except Refused:
            return  # the message changed in the meantime: there is news
        self.pressed.append((pressed, ids_of(control), value))
        await pressed.done.wait()
        if pressed.failed:
            self._used.pop(message, None)  # "Esta interação falhou": he tries again

    async def look_again(self) -> None:
        """Ask for the hand anew under the newest hand that he has."""
        self._used.clear()
        for number in sorted(self._usable, reverse=True):
            data = self._usable[number]
            for one, ids in _controls(data):
                if ids.verb is Verb.REFRESH:
                    await self._press(data, one, None)
                    return


def _controls(data: Json) -> list[tuple[Json, Ids]]:
    """The enabled controls of the bot's own grammar, with their ids."""
    everything = [one for row in data["components"] for one in row["components"]]
    return [
        (one, ids_of(one))
        for one in everything
        if _template(one).match(one.get("custom_id") or "") and not one.get("disabled")
    ]


def ids_of(control: Json) -> Ids:
    """The ids of a control of the bot's own grammar."""
    match = _template(control).match(control["custom_id"])
    assert match is not None, "asked of such controls alone"
    return from_pattern(match)


def _template(control: Json) -> re.Pattern[str]:
    return BUTTON_TEMPLATE if control["type"] == BUTTON else MENU_TEMPLATE


def _play_ids(data: Json) -> list[Ids]:
    wanted = (Verb.PLAY, Verb.CONFIRM, Verb.NEXT, Verb.REFRESH)
    return [ids for _, ids in _controls(data) if ids.verb in wanted]


def _lines(menu: Json) -> Sequence[Json]:
    lines: Sequence[Json] = menu["options"]
    return lines
