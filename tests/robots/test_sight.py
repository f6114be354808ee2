"""A robot sees only what its seat sees, and imagines no more than that."""

import ast
import dataclasses
import inspect
import random
from pathlib import Path

import pytest

import robots
from game.actions import Draw, Seat
from game.engine import play
from game.options import options
from game.state import MatchState
from game.views import PlayerView, player_view
from robots import NotItsTurn, choose
from robots.imagine import imagine
from tests.robots.rounds import dealt, robot, some_rules, steps


def reshuffled(state: MatchState, seat: Seat, rng: random.Random) -> MatchState:
    """The same table with all cards that the seat does not see dealt out anew."""
    current = state.round
    buried = current.pile[:-1]
    others = [hand for at, hand in enumerate(current.hands) if at != seat]
    hidden = [face for part in (*others, buried, *current.mortos, current.stock) for face in part]
    rng.shuffle(hidden)

    def take(count: int) -> tuple:
        cards = tuple(hidden[:count])
        del hidden[:count]
        return cards

    changed = dataclasses.replace(
        current,
        hands=tuple(
            hand if at == seat else take(len(hand)) for at, hand in enumerate(current.hands)
        ),
        pile=(*take(len(buried)), *current.pile[-1:]),
        mortos=tuple(take(len(morto)) for morto in current.mortos),
        stock=take(len(current.stock)),
    )
    return dataclasses.replace(state, round=changed)


@pytest.mark.parametrize("seats", [2, 4])
def test_the_imagined_state_shows_the_seat_what_it_saw_and_allows_what_it_may(seats):
    rng = random.Random(seats)
    for seed in range(3):
        rules = some_rules(rng, seats=seats)
        for state, turn, _, _ in steps(seed, seats=seats, rules=rules):
            view = player_view(state, turn)
            assert player_view(imagine(view), turn) == view
            assert options(imagine(view), turn) == options(state, turn)


def test_the_imagined_state_holds_the_108_cards():
    for state, turn, _, _ in steps(1, seats=4):
        current = imagine(player_view(state, turn)).round
        melds = [meld for team in current.melds for meld in team]
        assert (
            len(current.stock)
            + len(current.pile)
            + sum(map(len, current.mortos))
            + sum(map(len, current.hands))
            + sum(len(meld.cards) for meld in melds)
            == 108
        )


@pytest.mark.parametrize("seats", [2, 4])
def test_a_choice_does_not_depend_on_hidden_cards(seats):
    rng = random.Random(seats)
    for state, turn, chosen, _ in steps(20 + seats, seats=seats):
        assert robot(reshuffled(state, turn, rng), turn) == chosen


def test_the_same_view_gives_the_same_choice():
    for state, turn, chosen, _ in steps(30, seats=4):
        assert choose(player_view(state, turn)) == chosen


def test_a_seat_that_is_not_to_play_has_no_choice():
    state = dealt(0, seats=4)
    with pytest.raises(NotItsTurn):
        choose(player_view(state, Seat(1)))
    state = play(state, Seat(0), Draw())[1]
    with pytest.raises(NotItsTurn):
        choose(player_view(state, Seat(2)))


def test_choose_takes_a_view_and_nothing_else():
    (parameter,) = inspect.signature(choose).parameters.values()
    assert parameter.annotation is PlayerView


def test_robots_import_only_the_rules_and_no_way_to_look_behind_a_view():
    allowed = {"game", "robots", "collections", "dataclasses", "functools"}
    for path in Path(robots.__file__).parent.glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            names = []
            if isinstance(node, ast.ImportFrom):
                names = [node.module]
                assert not {"player_view", "table_view"} & {each.name for each in node.names}
            elif isinstance(node, ast.Import):
                names = [each.name for each in node.names]
            assert {name.split(".")[0] for name in names} <= allowed, path.name
