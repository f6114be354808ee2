"""Whatever comes in is answered: ten thousand random clicks, commands and typed lines of a seed."""

import dataclasses
import logging
import random
from collections.abc import AsyncIterator, Callable
from pathlib import Path

import pytest

from bot.replay import Replay
from cogs.ui.custom_ids import Verb
from demo import interactions
from demo.eyes import ON_USER, SLASH
from demo.filling import BUTTON, MENU
from demo.objects import Channel, Interaction, Kind, Message, User
from demo.payloads import Json
from demo.people import Person, controls
from demo.seating import sit_down, until, use
from game.cards import PACK
from storage.records import Status
from tests.support.wire import Wire, wire
from texts.help import COMMAND_CHANGED, NO_LONGER, ONLY_IN_SERVERS

NAMES = ("Ana", "Bruno", "Carla", "Davi")
AT_A_TIME = 10
WEIRD = (
    *("", " ", "\x00", "\n", "é", "ｄ", "٣", "👩‍👩‍👧", "\u202e12", "\ud7ff", "İ", "ß", "½", "²"),
    *("-1", "1e9", "0x1", "None", "true", "yes", "no", "vote", "live", "..", "1.2.3.4", "1.x."),
    *("99999999999999999999", "a" * 90, "%s", "{0}", "';--", "draw", "take0", "t", "j", "d"),
    *("<@1>", "@everyone", "```", ":" * 40, "d1", "d53", "w", "out", "all"),
)
TYPED = ("c", "l", "b", "e", "d", "comprar", "lixo", "baixar", "encaixar", "descartar", "x", "?")


@pytest.fixture(autouse=True)
def no_errors(caplog):
    yield
    records = caplog.get_records("call")
    assert [one.getMessage() for one in records if one.levelno >= logging.ERROR] == []


class Fuzz:
    """Random interactions of people at a live table, at one that waits, and at one that closed."""

    def __init__(self, table: Wire, seed: int) -> None:
        self.table = table
        self.world = table.world
        self.rng = random.Random(seed)
        self.seqs: dict[int, int] = {}
        self.kinds: list[Callable[[], Interaction]] = [
            *[self.click] * 6,
            *[self.mutated] * 2,
            *[self.offered] * 3,
            *[self.command] * 2,
            self.form,
        ]

    async def furnish(self) -> None:
        """People who sit down, where nobody plays."""
        people, channel = [*self.table.people], self.table.session.channel
        await sit_down(people[:2], channel, regras="tradicional")
        await use(people[2], channel.id, "mesa criar")
        await use(people[3], channel.id, "mesa criar", reservada=True)

    async def keep_a_match(self) -> None:
        """A table is opened for Ana where none is played, whatever ban she got at random."""
        app, ana = self.table.session.bot.app, self.table.people[0]
        await app.moderation.pardon(self.table.session.guild.id, ana.id, by=0)
        async with app.database.read() as work:
            tables = await work.matches.open_of(ana.id)
        if not any(info.status is Status.LIVE for info in tables):
            for info in tables:
                await app.seats.close(info.id, ana.id, moderator=True)
            await use(ana, self.table.session.channel.id, "treinar", regras="tradicional")

    async def several(self, count: int) -> list[Interaction]:
        """So many at once; returns them, answered or not."""
        sent = [self.rng.choice(self.kinds)() for _ in range(count)]
        for one in sent:
            await one.done.wait()
        return sent

    # One of each kind

    def click(self) -> Interaction:
        """Our own grammar, with anything in it."""
        verb = self.rng.choice([*Verb]).value if self.rng.random() < 0.95 else self.word()
        known = [*self.seqs] * 3
        match = self.rng.choice([*known, 99, 10**14, -1, self.word()])
        kind, version = self.rng.choice("bm"), self.version(self.seqs.get(match, 0))
        custom_id = f"{kind}:{verb}:{match}:{version}:{self.argument()}"[:100]
        return self.press(custom_id.removesuffix(":"))

    def mutated(self) -> Interaction:
        """The id of something that can be pressed somewhere, mostly changed."""
        person = self.person()
        seen = [one for message in person.seen() for one in controls(message)]
        ids = [str(one["custom_id"]) for one in seen if one.get("custom_id")]
        text = self.rng.choice(ids or ["b:hand:1:0"])
        if self.rng.random() < 0.3:
            return self.press(text, person)
        at = self.rng.randrange(len(text))
        cut = text[:at] + self.rng.choice((self.word(), chr(self.rng.randrange(32, 0x2FFF)), ""))
        return self.press((cut + text[at + self.rng.randrange(3) :])[:100] or "b", person)

    def offered(self) -> Interaction:
        """Something that the newest message in private offers, as it is offered."""
        person = self.person()
        channel = self.world.dm_with(person.user)
        for message in reversed(person.messages(channel)):
            if found := [one for one in controls(message) if not one.get("disabled")]:
                one = self.rng.choice(found)
                data: Json = {"custom_id": one["custom_id"], "component_type": one["type"]}
                if one["type"] == MENU:
                    data["values"] = [self.rng.choice(one["options"])["value"]]
                return interactions.begin(
                    self.world, Kind.COMPONENT, person.user, channel, data, message=message
                )
        return self.click()

    def press(self, custom_id: str, person: Person | None = None) -> Interaction:
        """Press it, wherever one can press something."""
        person = person or self.person()
        channel, message = self.place(person)
        data: Json = {"custom_id": custom_id, "component_type": BUTTON}
        if custom_id.startswith("m") or self.rng.random() < 0.1:
            values = [self.argument() for _ in range(self.rng.choice((0, 1, 1, 1, 2, 5)))]
            data = {"custom_id": custom_id, "component_type": MENU, "values": values}
        return interactions.begin(
            self.world, Kind.COMPONENT, person.user, channel, data, message=message
        )

    def form(self) -> Interaction:
        """A form that nobody was asked to fill in."""
        person = self.person()
        channel, message = self.place(person)
        data: Json = {"custom_id": self.word() or "form", "components": []}
        return interactions.begin(
            self.world, Kind.MODAL, person.user, channel, data, message=message
        )

    def command(self) -> Interaction:
        """A command, a known one as a rule, with any options."""
        person = self.person()
        channel, message = self.place(person)
        known = self.rng.choice(self.world.commands)
        declared, data = known, {"id": known["id"], "name": known["name"], "type": known["type"]}
        if known["type"] != SLASH:
            return self.chosen_from_a_menu(person, channel, message, data)
        path = []
        while below := [one for one in declared.get("options") or () if one["type"] in (1, 2)]:
            # A bot that is sent away answers nobody any more.
            declared = self.rng.choice([one for one in below if one["name"] != "despedir"])
            path.append(declared)
        options = [self.option(one) for one in declared.get("options") or ()]
        options = [one for one in options if self.rng.random() < 0.8]
        kind = Kind.COMMAND
        if options and self.rng.random() < 0.2:
            kind = Kind.COMPLETE
            self.rng.choice(options)["focused"] = True
        for one in reversed(path):
            name = one["name"] if self.rng.random() < 0.97 else self.word()
            options = [{"name": name, "type": one["type"], "options": options}]
        if self.rng.random() < 0.03:
            data["name"] = self.word()
        resolved = interactions.resolved_users(
            self.world, channel, [one.id for one in self.table.people]
        )
        data |= {"options": options, "resolved": resolved}
        return interactions.begin(self.world, kind, person.user, channel, data)

    def chosen_from_a_menu(
        self, person: Person, channel: Channel, message: Message, data: Json
    ) -> Interaction:
        """A command on a message, or on anybody."""
        target = message.id
        told: Json = {"messages": {str(target): self.world.message_payload(message)}}
        if data["type"] == ON_USER:
            target = self.person().id
            told = interactions.resolved_users(self.world, channel, [target])
        data |= {"target_id": str(target), "resolved": told}
        return interactions.begin(self.world, Kind.COMMAND, person.user, channel, data)

    def option(self, declared: Json) -> Json:
        """A value of the option's type, not always one that it takes."""
        kind = declared["type"]
        value: object
        if kind == 4:
            value = self.rng.choice((-1, 0, 1, 1, 2, 2, 3, 4, 5, 99, 1 << 52))
        elif kind == 5:
            value = self.rng.random() < 0.5
        elif kind == 6:
            value = str(self.person().id)
        elif kind == 3:
            choices = [one["value"] for one in declared.get("choices") or ()]
            value = self.rng.choice([*choices, *choices, self.argument(), self.word()])
        else:
            value = "1"
        return {"name": declared["name"], "type": kind, "value": value}

    # Parts of it

    def person(self) -> Person:
        return self.rng.choice(self.table.people)

    def place(self, person: Person) -> tuple[Channel, Message]:
        """A channel, and a message of the bot's in it."""
        seen = [one for one in person.seen() if one.author is self.world.bot]
        message = self.rng.choice(seen[-30:])
        return self.world.channels[message.channel_id], message

    def version(self, newest: int) -> object:
        near = newest + self.rng.choice((0, 0, 0, -1, 1))
        return self.rng.choice((near, near, near, 0, 1, 999_999_999, 10**9, self.word()))

    def argument(self) -> str:
        rng = self.rng
        card = rng.choice(PACK).code
        return rng.choice(
            (
                *("", "draw", str(rng.randrange(30)), f"d{rng.randrange(30)}", rng.choice(NAMES)),
                *(
                    card,
                    f"{card}+",
                    f"d {card}",
                    f"b {card} {card} {card}",
                    rng.choice("spadehclu"),
                ),
                *(str(self.person().id), f"{rng.randrange(5)}.{self.person().id}."),
                *(self.word(), self.word()),
            )
        )

    def word(self) -> str:
        return self.rng.choice(WEIRD)

    def line(self) -> str:
        """A typed line: a play, or something that looks like one, or anything."""
        rng = self.rng
        cards = [rng.choice((*"a23456789", "10", "j", "q", "k")) for _ in range(rng.randrange(5))]
        suits = [rng.choice(("c", "p", "o", "e", "♠", "", " ")) for _ in cards]
        words = [rng.choice(TYPED), *map("".join, zip(cards, suits, strict=True))]
        if rng.random() < 0.3:
            words.insert(rng.randrange(len(words) + 1), self.word())
        if rng.random() < 0.1:
            words = [self.word()] * rng.randrange(1, 300)
        if rng.random() < 0.1:
            words.insert(0, f"{rng.choice((1, 2, 99))}:")
        text = rng.choice((" ", " ", "", "; ", "\n", ",")).join(words)
        return text[:2000]


@dataclasses.dataclass
class Typed:
    """A line as the bot is told of it; ``said`` is what it answers there."""

    id: int
    author: User
    content: str
    guild: None = None
    reference: None = None
    said: list[str] = dataclasses.field(default_factory=list)

    @property
    def channel(self) -> "Typed":
        return self

    async def send(self, text: str) -> None:
        assert 0 < len(text) <= 2000
        self.said.append(text)


async def type_a_line(fuzz: Fuzz) -> None:
    """Somebody types; he is answered by a sentence, or his hand comes anew."""
    bot, person = fuzz.table.session.bot, fuzz.person()
    line = Typed(fuzz.world.new_id(), person.user, fuzz.line())
    before = person.world.dm_with(person.user).messages.keys() | set()
    await bot.get_cog("TypedCog").on_message(line)
    if line.content.strip() and not line.said:
        over = [each async for each in matches_over(fuzz.table, person)]
        anew = person.world.dm_with(person.user).messages.keys() - before
        assert anew or over, line.content


async def matches_over(table: Wire, person: Person) -> AsyncIterator[int]:
    """The matches of his that have ended."""
    async with table.session.bot.app.database.read() as work:
        rows = work.matches.connection.plain.exec_driver_sql(
            "SELECT match_id FROM seats JOIN matches ON matches.id = match_id "
            "WHERE status = 'over' AND user_id = ?",
            (person.id,),
        )
        for (match_id,) in rows:
            yield match_id


async def fuzz(folder: Path, *, seed: int, interactions: int, lines: int) -> None:
    """Send so many of each, in turn; what they leave behind passes the replay."""
    async with wire(folder, names=NAMES) as table:
        fuzz = Fuzz(table, seed)
        await fuzz.furnish()
        await until(table.boards)
        app = table.session.bot.app
        rounds = interactions // AT_A_TIME
        for _ in range(rounds):
            await fuzz.keep_a_match()
            async with app.database.read() as work:
                fuzz.seqs = {info.id: info.seq for info in await work.matches.all_open()}
            for one in await fuzz.several(AT_A_TIME):
                assert not one.failed, (one.kind, one.data)
            for _ in range(lines // rounds):
                await type_a_line(fuzz)
        await until(lambda: not table.session.bot._busy)
        await all_records_replay(table)


async def all_records_replay(table: Wire) -> None:
    """End what is open; each match that was dealt gives a record that the rules take."""
    app = table.session.bot.app
    async with app.database.read() as work:
        tables = await work.matches.all_open()
    for info in tables:
        await app.seats.close(info.id, info.owner_id, moderator=True)
    async with app.database.read() as work:
        rows = work.matches.connection.plain.exec_driver_sql("SELECT id FROM matches WHERE seq > 0")
        dealt = [match_id for (match_id,) in rows]
    lengths = [(await app.tables.get(match_id)).info.seq for match_id in dealt]
    assert max(lengths) > 20, "matches go on under it"
    for match_id in dealt:
        Replay(verify=True).read(await app.matches.record(match_id))


async def told_in(table: Wire, sent: Interaction) -> str:
    """What an interaction is told, for its user alone."""
    await sent.done.wait()
    assert not sent.failed
    seen = sent.channel.messages
    message = await until(lambda: seen.get(sent.original_id or 0))
    await until(lambda: message.content)
    assert message.only_for == sent.user.id
    return message.content


@pytest.mark.parametrize("custom_id", ["b:gone:1:0", "anything", "b:play:x:1:draw"])
async def test_a_button_of_another_version_is_answered(tmp_path, custom_id):
    async with wire(tmp_path) as table:
        await table.sit_down()
        fuzz = Fuzz(table, 1)
        assert await told_in(table, fuzz.press(custom_id, table.people[0])) == NO_LONGER


async def test_a_button_that_its_message_no_longer_has_acts_by_what_it_says(tmp_path):
    async with wire(tmp_path) as table:
        await table.sit_down()
        player = await until(table.to_play)
        hand = table.hand(player.person)
        draw = next(one for one in controls(hand) if one["custom_id"].endswith(":draw"))
        hand.components = []
        data = {"custom_id": draw["custom_id"], "component_type": BUTTON}
        channel = table.world.channels[hand.channel_id]
        before = (await table.live()).info.seq
        for _ in range(2):  # the second is of an older hand: it shows the hand as it is
            sent = interactions.begin(
                table.world, Kind.COMPONENT, player.person.user, channel, data, message=hand
            )
            await sent.done.wait()
            assert not sent.failed
            await until(lambda: hand.components)
            hand.components = []
        assert (await table.live()).info.seq == before + 1


async def test_a_command_of_an_older_version_is_answered(tmp_path):
    async with wire(tmp_path, names=("Ana",)) as table:
        (ana,), channel = table.people, table.session.channel

        def sent(name: str, option: Json, place: Channel = channel, kind: Kind = Kind.COMMAND):
            known = next(one for one in table.world.commands if one["name"] == name)
            data = {"id": known["id"], "name": name, "type": 1, "options": [option]}
            return interactions.begin(table.world, kind, ana.user, place, data)

        order = {"name": "ordenar", "type": 3, "value": "por cor"}
        assert await told_in(table, sent("preferencias", order)) == COMMAND_CHANGED
        players = {"name": "jogadores", "type": 4, "value": 2}
        private = table.world.dm_with(ana.user)
        await sent("treinar", players, place=private).done.wait()
        assert ana.messages(private)[-1].content == ONLY_IN_SERVERS
        typed = sent("preferencias", order | {"focused": True}, kind=Kind.COMPLETE)
        await typed.done.wait()
        assert typed.choices == []


async def test_an_answer_that_repeats_what_was_typed_fits_a_message(tmp_path):
    async with wire(tmp_path) as table:
        await table.sit_down()
        line = Typed(table.world.new_id(), table.people[0].user, "b " + "xyz" * 600)
        await table.session.bot.get_cog("TypedCog").on_message(line)
        assert line.said


@pytest.mark.parametrize("seed", [1, 3])
async def test_10000_random_interactions_and_lines_are_answered_and_leave_what_replays(
    tmp_path, seed
):
    await fuzz(tmp_path, seed=seed, interactions=2500, lines=2500)


@pytest.mark.soak
@pytest.mark.parametrize("seed", [2, 4])
async def test_20000_more_random_interactions_and_lines_are_answered_and_leave_what_replays(
    tmp_path, seed
):
    await fuzz(tmp_path, seed=seed, interactions=5000, lines=5000)
