"""A robot never does what the rules refuse, at no table and with no hand."""

import dataclasses
import random

import pytest

from game.actions import Seat
from game.decide import decide
from game.options import options
from game.rules import Preset, rules_for
from game.state import MatchState, Phase
from tests.robots.rounds import random_player, robot, some_rules, steps


def play_legally(seed: int) -> None:
    """One round at a table of random rules; an illegal play raises Refused."""
    rng = random.Random(seed)
    seats = rng.choice((2, 4))
    opponents = robot if rng.random() < 0.5 else random_player(rng)
    for _ in steps(seed, seats=seats, rules=some_rules(rng, seats=seats), teams=(robot, opponents)):
        pass


def with_cards(state: MatchState, seat: Seat, count: int) -> MatchState:
    """The same table with so many cards in the hand of the seat; hidden ones come or go."""
    current = state.round
    own = current.hands[seat]
    others = [hand for at, hand in enumerate(current.hands) if at != seat]
    hidden = [face for part in (*others, *current.mortos, current.stock) for face in part]
    cards = [*own, *hidden]
    hand, rest = tuple(cards[:count]), cards[count:]
    for at in range(len(current.hands)):
        if at != seat:
            others[at - (at > seat)] = tuple(rest[:3])
            del rest[:3]
    hands = (*others[:seat], hand, *others[seat:])
    changed = dataclasses.replace(
        current, hands=hands, mortos=(), stock=tuple(rest), arrived=min(1, count)
    )
    return dataclasses.replace(state, round=changed)


@pytest.mark.parametrize("preset", list(Preset))
def test_no_play_is_refused_at_tables_of_each_preset(preset):
    for seats in (2, 4) if preset is not Preset.MANO_A_MANO else (2,):
        for seed in range(3):
            for _ in steps(seed, seats=seats, rules=rules_for(preset)):
                pass


def test_no_play_is_refused_under_house_rules():
    for seed in range(25):
        play_legally(seed)


@pytest.mark.soak
@pytest.mark.parametrize("block", range(20))
def test_no_play_is_refused_in_many_rounds_under_house_rules(block):
    for seed in range(1000 + 50 * block, 1050 + 50 * block):
        play_legally(seed)


@pytest.mark.parametrize("phase", [Phase.DRAW, Phase.PLAY])
def test_hands_of_1_to_60_cards_are_played_legally(phase):
    moments = [
        (state, seat)
        for state, seat, _, _ in steps(3, seats=4)
        if state.phase is phase and len(state.round.stock) > 20
    ]
    for count in range(1, 61):
        state, seat = moments[count * 7 % len(moments)]
        state = with_cards(state, seat, count)
        action = robot(state, seat)
        if options(state, seat).all():
            decide(state, seat, action)
        else:
            assert (phase, count) == (Phase.PLAY, 1), "only a lone card can have no way out"
