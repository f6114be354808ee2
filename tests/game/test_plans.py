"""A way out of a hand: what rules it out beforehand rules out nothing that there is."""

import random

import pytest

import robots
from game import engine, plans
from game.state import Phase
from game.views import player_view
from tests.support.looks import dealt


def turns(seed):
    """Positions of a round of robots in which somebody may lay."""
    state = dealt(random.Random(seed))
    while not state.over and state.phase is not Phase.OVER:
        if state.phase is Phase.PLAY:
            yield state
        state = engine.play(
            state, state.round.turn, robots.choose(player_view(state, state.round.turn))
        )[1]


def compare(seeds, monkeypatch) -> int:
    found = 0
    stuck = plans._stuck
    for seed in seeds:
        for state in turns(seed):
            seat = state.round.turn
            monkeypatch.setattr(plans, "_stuck", lambda _hand, _melds: 0)
            way = plans.way_out(state, seat)
            monkeypatch.setattr(plans, "_stuck", stuck)
            assert way is None or plans.way_out(state, seat) is not None
            found += way is not None
    return found


def test_no_way_out_is_ruled_out_beforehand(monkeypatch):
    # In round 17 a natural 2 at its place becomes the wild that a 7 needs; in round 113 a wild 2
    # goes home, and another wild and the Ace reach it.
    assert compare((1, 17, 113), monkeypatch) > 5


@pytest.mark.soak
def test_no_way_out_of_many_rounds_is_ruled_out_beforehand(monkeypatch):
    assert compare(range(100, 300), monkeypatch) > 500
