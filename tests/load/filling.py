"""Tables in the midst of a round, in a database and in the stand-in's world, all at once."""

import dataclasses
import random
from pathlib import Path

import robots
from bot.app import App, Setup
from bot.services.lobby import NewTable
from bot.services.lobby import Person as Sitting
from cogs.ui.custom_ids import BUTTON, Ids, Verb
from demo.objects import Channel, Guild, Message
from demo.people import Person
from demo.session import seeded
from demo.world import World
from game import engine
from game.events import Event
from game.rules import PRESETS, Preset
from game.state import MatchState, Phase
from game.views import player_view
from storage.records import HandMessage, Pace, Shown

PLAYS = 60
"""Plays of the round so far: its middle."""


@dataclasses.dataclass(frozen=True, slots=True)
class Filled:
    """A table: its people and, of the one to play, the hand message."""

    match_id: int
    people: tuple[Person, ...]
    hands: tuple[Message, ...]


async def fill(
    path: Path, world: World, guild: Guild, channel: Channel, tables: int, *, shown: bool
) -> list[Filled]:
    """Make so many tables of four people; ``shown`` ones have messages that are all true.

    Of the others the player to play is still to be called, and the board to be drawn.
    """
    setup = seeded(Setup(database=path, emojis=False, warm_up=False), seed=1)
    app = await App.open(setup)
    rng = random.Random(1)
    try:
        return [
            await _table(app, world, guild, channel, number, rng, shown=shown)
            for number in range(tables)
        ]
    finally:
        await app.close()


async def _table(
    app: App,
    world: World,
    guild: Guild,
    channel: Channel,
    number: int,
    rng: random.Random,
    *,
    shown: bool,
) -> Filled:
    people = tuple(Person(world, world.add_user(f"P{number}-{seat}")) for seat in range(4))
    for person in people:
        world.join(guild, person.user)
    sitting = [Sitting(person.id, person.user.name) for person in people]
    new = NewTable(
        guild_id=guild.id,
        channel_id=channel.id,
        rules=PRESETS[Preset.OFICIAL],
        size=4,
        pace=Pace.CALM,
        private=False,
        robots=False,
    )
    live = await app.lobby.open(new, sitting[0], interaction_id=None)
    match_id = live.info.id
    for each in sitting[1:]:
        await app.lobby.sit(match_id, each, interaction_id=None)
    live = await app.lobby.start(match_id, sitting[0].user_id, interaction_id=None)
    assert live.state is not None, "it has been dealt"
    played = _played(live.state, rng)
    thread = world.add_thread(
        channel, f"Mesa {number + 1}", owner=world.bot, under=None, private=False
    )
    thread.members |= {person.id for person in people}
    board = world.post(thread, world.bot, content="Mesa")
    async with app.tables.change(match_id, quiet=True) as change:
        await change.happen(played)
        await change.update(
            thread_id=thread.id, board_message_id=board.id, board_posted_at=app.tables.now()
        )
        seq = change.info.seq
        hands = []
        for person in people:
            hand = world.post(
                world.dm_with(person.user),
                world.bot,
                content="Mão",
                components=_look_again(match_id),
            )
            hands.append(hand)
            is_turn = change.live.player is not None and change.live.player.user_id == person.id
            message = HandMessage(
                match_id=match_id,
                user_id=person.id,
                channel_id=hand.channel_id,
                message_id=hand.id,
                seq=0 if is_turn and not shown else seq,
                numbered="",
                private=True,
                active=is_turn,
            )
            await change.work.matches.put_hand_message(message)
        if shown:
            await change.work.matches.put_shown({match_id: Shown(seq, seq, seq)})
    return Filled(match_id, people, tuple(hands))


def _played(state: MatchState, rng: random.Random) -> list[Event]:
    """What robots do from here to the middle of the round, up to the end of a turn."""
    happened: list[Event] = []
    turns = PLAYS + rng.randrange(20)
    while state.phase is not Phase.OVER and state.round is not None:
        seat = state.round.turn
        events, after = engine.play(state, seat, robots.choose(player_view(state, seat)))
        if after.phase is Phase.OVER:
            break
        happened += events
        state = after
        if len(happened) >= turns and state.phase is Phase.DRAW:
            break
    return happened


def _look_again(match_id: int) -> list[dict[str, object]]:
    button = {
        "type": 2,
        "style": 2,
        "label": "Atualizar",
        "custom_id": Ids(Verb.REFRESH, match_id).format(BUTTON),
    }
    return [{"type": 1, "components": [button]}]
