"""Positions as a player looks at them, without a database or Discord."""

import random

from bot.services.matches import Look
from bot.services.tables import Live
from game import engine
from game.cards import PACK
from game.state import MatchState
from storage.records import MatchInfo, Pace, Preferences, SeatInfo, Status
from tests.support.tables import with_rules

NAMES = ("Ana", "Bia", "Caio", "Davi")


def look_at(state: MatchState) -> Look:
    """The position as the seat to play looks at it."""
    seat = state.round.turn
    seats = tuple(SeatInfo(each, 10 + each, name) for each, name in enumerate(NAMES))
    info = MatchInfo(
        id=1,
        guild_id=1,
        number=1,
        channel_id=1,
        status=Status.LIVE,
        rules=state.rules,
        size=4,
        pace=Pace.OFFICIAL,
        private=False,
        owner_id=10,
        created_at=0,
        ended_at=None,
        seq=state.version,
        lobby_message_id=None,
        thread_id=None,
        board_message_id=None,
        board_posted_at=None,
        sheets_posted=0,
        ended_shown=False,
        paused=False,
        paused_round=None,
        lacking=None,
        team_name=None,
        best_of=1,
        wins=(0, 0),
        rematch_of=None,
        seats=seats,
    )
    return Look(
        live=Live(info, state),
        state=state,
        user_id=10 + seat,
        seat=seat,
        deadline=None,
        preferences=Preferences(),
    )


def dealt(rng: random.Random) -> MatchState:
    """A match of four whose first round has been dealt."""
    _, state = engine.start(rules=with_rules(), players=NAMES)
    pack = list(PACK)
    rng.shuffle(pack)
    return engine.deal(state, pack=tuple(pack), starter=rng.randrange(4))[1]
