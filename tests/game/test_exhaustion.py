"""Section 6 of the rules: the end of the stock."""

import pytest

from game.events import CardDiscarded, MortoBecameStock, MortoTaken, RoundEnded, RoundEnding
from game.state import Phase
from tests.support.positions import after, code, events_of, hand_of, position, round_of

FIRST = "QdQcJdJcTdTc9d9c8d8c7d"
SECOND = "KdKcJhQhThKh7c6d6c5d5c"


def kinds(events):
    return [type(event) for event in events]


def last_card(**parts):
    """Seat 0 is to draw the last card of the stock."""
    return position(**{"phase": "draw", "hand": "4hAs", "stock": "3d", "pile": "4c", **parts})


def test_6_1_who_draws_the_last_card_plays_his_turn_to_the_end():
    state = after(last_card(mortos=0, took_morto=(0, 1), hand="4hAs5c6c7c"), "draw")
    assert round_of(state).phase is Phase.PLAY
    assert round_of(state).stock == ()
    state = after(state, "meld 5c6c7c")
    assert round_of(state).ending is None
    assert after(state, "discard 4h").over


def test_6_1_the_stock_is_looked_at_after_what_the_discard_brought():
    # Both the pile and the morto taken indirectly are settled before the stock is.
    state = position(hand="4h", stock="", mortos=(FIRST, SECOND))
    assert kinds(events_of(state, "discard 4h")) == [CardDiscarded, MortoTaken, MortoBecameStock]
    state = after(state, "discard 4h")
    assert hand_of(state, 0) == FIRST
    assert "".join(map(str, round_of(state).stock)) == SECOND
    assert round_of(state).mortos == ()


def test_6_1_one_card_of_stock_is_enough_to_go_on():
    state = position(hand="4hAs", stock="3d", mortos=0, took_morto=(0, 1))
    assert kinds(events_of(state, "discard 4h")) == [CardDiscarded]


def test_6_1_a_take_leaves_the_stock_alone():
    state = last_card(hand="5h6h9c", pile="7h", mortos=0, took_morto=(0, 1))
    assert round_of(after(state, "take new 5h6h", "discard 9c")).ending is None


@pytest.mark.parametrize("took", [(0,), (1,)])
def test_6_2_an_untaken_morto_becomes_the_stock_its_first_card_drawn_first(took):
    state = after(last_card(mortos=(FIRST,), took_morto=took), "draw")
    assert events_of(state, "discard 4h")[1:] == (MortoBecameStock(),)
    state = after(state, "discard 4h")
    assert round_of(state).mortos == ()
    assert round_of(state).ending is None
    state = after(state, "draw")
    assert hand_of(state, 1).endswith(FIRST[:2])


def test_6_2_then_no_team_can_take_that_morto():
    state = position(hand="4hAs", stock="", mortos=(FIRST,), took_morto=(1,), hands={1: "9h"})
    state = after(state, "discard 4h", "draw", "discard 9h", "draw")
    drawn = hand_of(state, 0)[-2:]
    state = after(state, f"discard {drawn}")
    assert round_of(state).morto_takers == (None, 1)
    alone = position(hand="4h", mortos=0, took_morto=(1,))
    assert code(alone, "discard 4h") == "cannot_go_out"


def test_6_3_the_first_of_two_mortos_goes_now_and_the_second_the_next_time():
    state = after(last_card(mortos=(FIRST, SECOND)), "draw", "discard 4h")
    assert "".join(map(str, round_of(state).stock)) == FIRST
    assert ["".join(map(str, morto)) for morto in round_of(state).mortos] == [SECOND]
    for _ in range(11):
        state = after(state, "timeout")
        state = after(state, f"discard {hand_of(state, round_of(state).turn)[-2:]}")
        state = after(state, "1 substitute Bia", "0 substitute Ana")  # nobody is eliminated
    assert "".join(map(str, round_of(state).stock)) == SECOND
    assert round_of(state).mortos == ()


def test_6_4_without_a_morto_the_round_ends_and_nobody_scores_the_100():
    state = after(last_card(mortos=0, took_morto=(0, 1)), "draw")
    assert kinds(events_of(state, "discard 4h"))[:2] == [CardDiscarded, RoundEnded]
    state = after(state, "discard 4h")
    assert round_of(state).ending is RoundEnding.STOCK_EXHAUSTED
    assert round_of(state).ended_by is None
    assert [score.going_out for score in round_of(state).scores] == [0, 0]


def test_6_4_so_after_an_indirect_going_out_with_the_last_morto():
    state = position(hand="4h", stock="", mortos=(FIRST,), took_morto=(1,))
    assert kinds(events_of(state, "discard 4h"))[:3] == [CardDiscarded, MortoTaken, RoundEnded]
    state = after(state, "discard 4h")
    assert round_of(state).scores[0].hands == -sum(face.points for face in round_of(state).hands[0])
    assert round_of(state).scores[0].morto == 0


def test_6_4_a_final_going_out_comes_before_the_end_of_the_stock():
    clean = "3s4s5s6s7s8s9s"
    state = position(hand="4h", stock="", mortos=0, took_morto=(0, 1), melds=[clean])
    ended = after(state, "discard 4h")
    assert round_of(ended).ending is RoundEnding.WENT_OUT


def test_6_5_the_round_ends_at_once_though_the_next_player_might_take_the_pile():
    state = position(hand="7hAs", stock="", mortos=0, took_morto=(0, 1), hands={1: "5h6hKdKc"})
    ended = after(state, "discard 7h")
    assert round_of(ended).ending is RoundEnding.STOCK_EXHAUSTED
    assert code(ended, "1 take new 5h6h") == "match_over"
