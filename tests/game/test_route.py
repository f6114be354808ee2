"""In which order plays are legal, and which play makes a refused one legal."""

import itertools
import random

from hypothesis import given
from hypothesis import strategies as st

from game import engine
from game.actions import Discard, ExtendMeld, LayMeld
from game.options import options
from game.record import format_action
from game.refusals import Refused
from game.route import MOST_PLAYS_TO_ORDER, route, what_enables
from game.state import Phase
from tests.game.random_play import Game, random_rules
from tests.support.positions import after, code, melds_of, position, read_play, round_of


def routed(state, *plays):
    """The route of these plays in a record's words."""
    seat = round_of(state).turn
    found = route(state, seat, [read_play(state, play)[1] for play in plays])
    return None if found is None else [format_action(action) for action in found]


def stranded(**parts):
    return position(took_morto=(0,), **parts)


def test_nothing_to_play_is_a_route():
    assert routed(position(hand="9cKs")) == []


def test_the_given_order_is_kept_where_it_is_legal():
    plays = ["meld 5h6h7h", "meld TdJdQd", "discard 9c"]
    assert routed(position(hand="5h6h7hTdJdQd9cKs"), *plays) == plays
    swapped = [plays[1], plays[0], plays[2]]
    assert routed(position(hand="5h6h7hTdJdQd9cKs"), *swapped) == swapped


def test_the_clean_canastra_is_made_before_the_hand_runs_out():
    state = stranded(hand="5h6h7h9sKd", melds=["3s4s5s6s7s8s"])
    assert code(after(state, "add 1 9s"), "meld 5h6h7h") is None
    state = stranded(hand="5h6h7h9s", melds=["3s4s5s6s7s8s"])
    assert code(state, "meld 5h6h7h") == "cannot_go_out"
    assert routed(state, "meld 5h6h7h", "add 1 9s") == ["add 1 9s", "meld 5h6h7h"]


def test_a_discard_stays_last_and_a_draw_first():
    state = stranded(phase="draw", hand="5h6h7h9sKd", melds=["3s4s5s6s7s8s"])
    assert routed(state, "discard Kd", "meld 5h6h7h", "add 1 9s", "draw") == [
        "draw",
        "meld 5h6h7h",
        "add 1 9s",
        "discard Kd",
    ]


def test_there_may_be_no_route():
    state = stranded(hand="5h6h7h9c")
    assert routed(state, "meld 5h6h7h", "discard 9c") is None
    assert routed(state, "meld 5h6h9c") is None
    assert routed(state, "discard 5h", "discard 9c") is None


def test_additions_to_a_meld_that_changes_places_are_renumbered():
    # The canastra has to be made before the last cards go, so the second new meld comes first.
    state = stranded(hand="5h6h7h3s4s5s6s7s8s9s")
    plays = ["meld 5h6h7h", "meld 3s4s5s6s7s8s", "add 2 9s"]
    assert code(after(state, plays[0]), plays[1]) == "cannot_go_out"
    found = routed(state, *plays)
    assert found == ["meld 3s4s5s6s7s8s", "add 1 9s", "meld 5h6h7h"]
    assert round_of(after(state, *found)).ended_by == 0


def test_a_take_with_a_new_meld_counts_among_the_new_melds():
    state = stranded(phase="draw", hand="5h6h8hTdJdQdKd9c", pile="4c7h", melds=["3c4c5c"])
    plays = ["meld TdJdQd", "add 2 Kd", "take new 5h6h", "add 3 8h"]
    assert routed(state, *plays) == ["take new 5h6h", "meld TdJdQd", "add 3 Kd", "add 2 8h"]


def test_additions_to_melds_already_laid_keep_their_numbers():
    state = stranded(hand="5h6h7h8h9s", melds=["3s4s5s6s7s8s"])
    assert routed(state, "meld 5h6h7h", "add 2 8h", "add 1 9s") == [
        "meld 5h6h7h",
        "add 1 9s",
        "add 2 8h",
    ]


def test_a_renumbered_addition_follows_its_own_meld():
    state = stranded(hand="5h6h7h8hTdJdQdJK3s4s5s6s7s8s9s")
    plays = ["meld TdJdQd", "meld 5h6h7h", "add 2 8h", "add 1 JK", "meld 3s4s5s6s7s8s9s"]
    found = routed(state, *plays)
    assert found is not None
    ended = after(state, *found)
    assert sorted(melds_of(ended, 0)) == ["3s4s5s6s7s8s9s", "5h6h7h8h", "TdJdQd(JK)"]
    assert round_of(ended).ended_by == 0


def test_with_too_many_plays_only_the_given_order_is_tried():
    hand = "5h6h7h8h9hThJhQhKhAh9sKc"
    state = stranded(hand=hand, melds=["3s4s5s6s7s8s", "2h3h4h"])
    plays = [
        f"add 2 {face}" for face in ("5h", "6h", "7h", "8h", "9h", "Th", "Jh", "Qh", "Kh", "Ah")
    ]
    assert len(plays) == MOST_PLAYS_TO_ORDER
    assert routed(state, *plays) == plays
    assert routed(state, *reversed(plays)) is not None
    more = ["discard Kc", *reversed(plays)]
    assert len(more) > MOST_PLAYS_TO_ORDER
    assert routed(state, *more) is None
    assert routed(state, *plays, "discard Kc") == [*plays, "discard Kc"]


def test_what_enables_a_refused_play():
    state = stranded(hand="5h6h7h9s", melds=["3s4s5s6s7s8s"])
    refused = read_play(state, "meld 5h6h7h")[1]
    enabling = what_enables(state, 0, refused)
    assert enabling is not None
    assert format_action(enabling) == "add 1 9s"
    assert what_enables(stranded(hand="5h6h7h9c"), 0, refused) is None


seeds = st.integers(0, 2**32 - 1)


@given(seeds)
def test_a_route_is_legal_and_plays_everything(seed):
    rng = random.Random(seed)
    game = Game.begin(rng, rules=random_rules(rng, 2), seats=2)
    for _ in itertools.islice(game.steps(), rng.randrange(20, 200)):
        pass
    state = game.state
    if state.phase is not Phase.PLAY:
        return
    seat = round_of(state).turn
    now = options(state, seat)
    plays = [
        *rng.sample(now.extensions, min(2, len(now.extensions))),
        *rng.sample(now.melds, min(2, len(now.melds))),
        *rng.sample(now.discards, min(1, len(now.discards))),
    ]
    rng.shuffle(plays)
    found = route(state, seat, plays)
    legal_orders = [
        order for order in itertools.permutations(plays) if plays_out(state, seat, order)
    ]
    if found is None:
        assert not legal_orders
        return
    assert plays_out(state, seat, found)
    assert sorted(map(cards_of, found), key=str) == sorted(map(cards_of, plays), key=str)
    if plays_out(state, seat, plays):
        assert found == tuple(plays)


def plays_out(state, seat, plays) -> bool:
    try:
        for action in plays:
            state = engine.play(state, seat, action)[1]
    except Refused:
        return False
    return True


def cards_of(action):
    return action.card if isinstance(action, Discard) else (type(action), action.cards)


@given(seeds)
def test_what_enables_really_enables(seed):
    rng = random.Random(seed)
    game = Game.begin(rng, rules=random_rules(rng, 4), seats=4)
    for step in itertools.islice(game.steps(), 200):
        state = step.after
        if state.phase is not Phase.PLAY or len(round_of(state).hands[round_of(state).turn]) > 6:
            continue
        seat = round_of(state).turn
        hand = round_of(state).hands[seat]
        for action in (LayMeld(hand), LayMeld(hand[:-1]), ExtendMeld(1, hand), Discard(hand[0])):
            first = what_enables(state, seat, action)
            if first is not None:
                assert plays_out(state, seat, (first, action))
