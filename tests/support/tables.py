"""An application without Discord for tests: a fake clock, seeded packs, people who play."""

import contextlib
import dataclasses
import random
from collections.abc import AsyncIterator, Callable
from pathlib import Path

import robots
from bot.app import App, Setup
from bot.services.lobby import NewTable, Person
from bot.services.tables import Live
from game.actions import Play
from game.cards import PACK, Card
from game.options import options
from game.rules import PRESETS, Preset, Rules
from game.views import PlayerView, player_view
from storage.records import Pace, Status

GUILD, CHANNEL = 1, 2
PEOPLE = (
    Person(10, "Ana"),
    Person(11, "Bia"),
    Person(12, "Caio"),
    Person(13, "Davi"),
)
ANA, BIA, CAIO, DAVI = (person.user_id for person in PEOPLE)
OFICIAL = PRESETS[Preset.OFICIAL]


@dataclasses.dataclass
class FakeTime:
    """Milliseconds that pass only when a test says so."""

    now: int = 1_800_000_000_000

    def __call__(self) -> int:
        return self.now

    def advance(self, seconds: float) -> None:
        self.now += round(seconds * 1000)


def seeded_packs(seed: int) -> Callable[[], tuple[Card, ...]]:
    """Shuffled packs, the same for the same seed."""
    rng = random.Random(seed)

    def shuffle() -> tuple[Card, ...]:
        pack = list(PACK)
        rng.shuffle(pack)
        return tuple(pack)

    return shuffle


async def no_thinking(_seconds: float) -> None:
    """Robots that answer at once."""


@contextlib.asynccontextmanager
async def opened(
    path: Path,
    time: FakeTime,
    *,
    seed: int = 1,
    choose: Callable[[PlayerView], Play] = robots.choose,
) -> AsyncIterator[App]:
    """The application on a database file, closed at the end as a clean stop does."""
    setup = Setup(
        database=path,
        now=time,
        shuffle=seeded_packs(seed),
        draw_lot=random.Random(seed).randrange,
        choose=choose,
        sleep=no_thinking,
    )
    app = await App.open(setup)
    try:
        yield app
    finally:
        await app.close()


def new_table(**changes: object) -> NewTable:
    """A public official table of four."""
    table = NewTable(guild_id=GUILD, channel_id=CHANNEL, rules=OFICIAL, size=4, pace=Pace.OFFICIAL)
    return dataclasses.replace(table, **changes)


async def started(app: App, **changes: object) -> Live:
    """A table whose seats are all taken by people, and whose first round has been dealt."""
    live = await app.lobby.open(new_table(**changes), PEOPLE[0])
    for person in PEOPLE[1 : live.info.size]:
        await app.lobby.sit(live.info.id, person)
    return await app.lobby.start(live.info.id, ANA)


async def play_one(app: App, live: Live, rng: random.Random | None = None) -> Live:
    """The person to play makes one play: a robot's choice, or any legal one with ``rng``."""
    assert live.state is not None
    assert live.turn is not None
    assert live.player is not None
    if rng is None:
        play = robots.choose(player_view(live.state, live.turn))
    else:
        play = rng.choice(options(live.state, live.turn).all())
    played = await app.matches.play(
        match_id=live.info.id,
        user_id=live.player.user_id or 0,
        plays=[play],
        version=live.info.seq,
    )
    assert played.refusal is None
    return played.live


async def play_out(app: App, live: Live, rng: random.Random | None = None) -> Live:
    """Play the match to its end, dealing round after round."""
    while live.info.status is Status.LIVE:
        if live.turn is None:
            await app.matches.deal_next(live.info.id)
        elif live.player is not None and live.player.user_id is None:
            await app.matches.play_robot(live.info.id)
        else:
            await play_one(app, live, rng)
        live = await app.tables.get(live.info.id)
    return live


def with_rules(preset: Preset = Preset.OFICIAL, **changes: object) -> Rules:
    """A preset with some rules set otherwise."""
    return dataclasses.replace(PRESETS[preset], **changes)
