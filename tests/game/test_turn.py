"""Section 4 of the rules: draw or take, play, discard, and nobody may strand."""

import pytest

from game.events import CardDiscarded, CardDrawn, MeldExtended, MeldLaid, PileTaken
from game.state import Phase
from tests.support.positions import (
    after,
    code,
    events_of,
    hand_of,
    melds_of,
    pile_of,
    position,
    round_of,
)

CLEAN = "3s4s5s6s7s8s9s"
DIRTY = "3s4s5s6s7s8sJK"


def drawing(**parts):
    """Seat 0 is to draw or take."""
    return position(phase="draw", **parts)


def test_4_1_a_turn_is_draw_play_discard():
    state = drawing(hand="5h6h7h9cKs", stock="Qd")
    assert round_of(state).phase is Phase.DRAW
    state = after(state, "draw")
    assert (round_of(state).phase, round_of(state).turn) == (Phase.PLAY, 0)
    state = after(state, "meld 5h6h7h")
    assert (round_of(state).phase, round_of(state).turn) == (Phase.PLAY, 0)
    state = after(state, "discard 9c")
    assert (round_of(state).phase, round_of(state).turn) == (Phase.DRAW, 1)


@pytest.mark.parametrize(
    "play", ["meld 5h6h7h", "add 1 8h", "discard 9c", "meld", "add 9 8h", "discard As"]
)
def test_4_1_nothing_is_played_before_the_draw(play):
    state = drawing(hand="5h6h7h8h9c", melds=["5h6h7h"])
    assert code(state, play) == "wrong_phase"


@pytest.mark.parametrize("play", ["draw", "take new 5h6h", "take 1"])
def test_4_1_nothing_is_drawn_after_the_draw(play):
    state = position(hand="5h6h9cKs", melds=["8h9hTh"], pile="7h")
    assert code(state, play) == "wrong_phase"


def test_4_2_drawing_takes_the_top_card_of_the_stock():
    state = drawing(hand="9cKs", stock="Qd7h", pile="4d")
    assert events_of(state, "draw") == (CardDrawn(0),)
    state = after(state, "draw")
    assert hand_of(state, 0) == "9cKsQd"
    assert round_of(state).stock[0].code == "7h"
    assert pile_of(state).endswith("4d")


def test_4_2_taking_empties_the_whole_pile():
    state = drawing(hand="5h6h9c", pile="KdQc7h")
    state = after(state, "take new 5h6h")
    assert pile_of(state) == ""
    assert hand_of(state, 0) == "9cKdQc"


def test_4_3_the_top_card_goes_into_a_new_meld_with_cards_from_the_hand():
    state = drawing(hand="5h6h9c", pile="Kd7h")
    assert events_of(state, "take new 5h6h")[0] == PileTaken(0, None, round_of(state).hands[0][:2])
    assert melds_of(after(state, "take new 5h6h"), 0) == ["5h6h7h"]


def test_4_3_the_top_card_goes_alone_into_a_meld_on_the_table():
    state = drawing(hand="9cKs", melds=["3d4d5d", "8h9hTh"], pile="Kd7h")
    assert code(state, "take 1") == "not_a_sequence"
    state = after(state, "take 2")
    assert melds_of(state, 0) == ["3d4d5d", "7h8h9hTh"]
    assert hand_of(state, 0) == "9cKsKd"


def test_4_3_the_top_card_goes_into_a_meld_together_with_cards_from_the_hand():
    state = drawing(hand="7h9cKs", melds=["8h9hTh"], pile="Kd6h")
    assert code(state, "take 1") == "not_a_sequence"
    assert melds_of(after(state, "take 1 7h"), 0) == ["6h7h8h9hTh"]


@pytest.mark.parametrize(
    ("play", "refused"),
    [
        ("take new 5h", "too_few_cards"),
        ("take new", "too_few_cards"),
        ("take new 5h6h", "not_a_sequence"),
        ("take new 5h6h7h", "not_a_sequence"),  # the hand's own meld does not justify a king
        ("take 1", "not_a_sequence"),
        ("take 2", "no_such_meld"),
    ],
)
def test_4_3_a_pile_that_is_not_justified_stays(play, refused):
    state = drawing(hand="5h6h7h9c", melds=["8h9hTh"], their_melds=["TdJdQd"], pile="4cKd")
    assert code(state, play) == refused


def test_4_3_a_wild_top_card_may_be_taken_as_a_wild():
    state = drawing(hand="5h6h9c", pile="KdJK")
    assert melds_of(after(state, "take new 5h6h"), 0) == ["5h6h(JK)"]


@pytest.mark.parametrize("play", ["take new 5h6h", "take new 5h"])
def test_4_4_no_other_card_of_the_pile_helps(play):
    state = drawing(hand="5h9cKs", pile="6h7h")
    assert code(state, play) in {"card_not_in_hand", "too_few_cards"}
    assert code(state, "take new 5h6h") == "card_not_in_hand"
    state = drawing(hand="9cKs", melds=["8h9hTh"], pile="7h6h")
    assert code(state, "take 1 7h") == "card_not_in_hand"


def test_4_5_the_rest_of_the_pile_goes_to_the_hand_and_may_be_used_at_once():
    state = drawing(hand="5h6h9c", pile="8hKd3c7h")
    state = after(state, "take new 5h6h", "add 1 8h")
    assert melds_of(state, 0) == ["5h6h7h8h"]
    assert hand_of(state, 0) == "9cKd3c"
    assert code(state, "discard Kd") is None


def test_4_6_the_first_player_of_the_round_can_only_draw():
    state = drawing(hand="5h6h9c")
    assert code(state, "take new 5h6h") == "pile_empty"
    assert code(state, "take 1") == "pile_empty"
    assert code(state, "draw") is None


def test_4_7_any_number_of_melds_and_additions_or_none():
    state = position(hand="5h6h7h8hTdJdQdKd9cKs")
    many = after(state, "meld 5h6h7h", "meld TdJdQd", "add 1 8h", "add 2 Kd", "discard 9c")
    assert melds_of(many, 0) == ["5h6h7h8h", "TdJdQdKd"]
    none = after(state, "discard 9c")
    assert melds_of(none, 0) == []


def test_4_7_several_cards_may_be_added_at_once():
    state = position(hand="8h9hTh9cKs", melds=["5h6h7h"])
    cards = round_of(state).hands[0][:3]
    assert events_of(state, "add 1 8h9hTh") == (MeldExtended(0, 1, cards),)


def test_4_8_nothing_can_be_taken_back():
    state = position(hand="5h6h7h9cKs")
    melded = after(state, "meld 5h6h7h")
    for play in ("discard 5h", "meld 5h6h7h", "add 1 7h"):
        assert code(melded, play) == "card_not_in_hand"
    discarded = after(state, "discard 9c")
    assert code(discarded, "0 draw") == "not_your_turn"
    assert code(discarded, "0 meld 5h6h7h") == "not_your_turn"


def test_4_9_the_discard_goes_on_top_of_the_pile_and_ends_the_turn():
    state = position(hand="5h9cKs", pile="4d")
    assert events_of(state, "discard 9c") == (CardDiscarded(0, round_of(state).hands[0][1]),)
    state = after(state, "discard 9c")
    assert pile_of(state) == "4d9c"
    assert round_of(state).turn == 1


@pytest.mark.parametrize("face", ["JK", "2h", "2c", "As", "9c"])
def test_4_9_any_card_may_be_discarded_wild_ones_too(face):
    state = position(hand="JK2h2cAs9c", pile="4d")
    assert pile_of(after(state, f"discard {face}")) == f"4d{face}"


def stranded(**parts):
    """Seat 0's team has taken its morto."""
    return position(took_morto=(0,), **parts)


@pytest.mark.parametrize(
    ("hand", "refused"),
    [("5h6h7h", "cannot_go_out"), ("5h6h7h9c", "cannot_go_out"), ("5h6h7h9cKs", None)],
)
def test_4_10_a_meld_must_leave_two_cards_where_one_cannot_go_out(hand, refused):
    assert code(stranded(hand=hand, melds=[DIRTY]), "meld 5h6h7h") == refused


@pytest.mark.parametrize(
    ("hand", "refused"),
    [("8h", "cannot_go_out"), ("8h9c", "cannot_go_out"), ("8h9cKs", None)],
)
def test_4_10_so_must_an_addition(hand, refused):
    assert code(stranded(hand=hand, melds=["5h6h7h"]), "add 1 8h") == refused


@pytest.mark.parametrize(
    ("hand", "pile", "refused"),
    [
        ("5h6h", "7h", "cannot_go_out"),
        ("5h6h9c", "7h", "cannot_go_out"),
        ("5h6h", "Kd7h", "cannot_go_out"),
        ("5h6h9c", "Kd7h", None),
        ("5h6h", "4dKd7h", None),
        ("5h6h9cKs", "7h", None),
    ],
)
def test_4_10_so_must_a_take_counting_the_cards_of_the_pile(hand, pile, refused):
    state = stranded(phase="draw", hand=hand, pile=pile)
    assert code(state, "take new 5h6h") == refused
    assert (
        code(stranded(phase="draw", hand=hand, pile=pile, melds=[CLEAN]), "take new 5h6h") is None
    )


@pytest.mark.parametrize("hand", ["5h6h7h", "5h6h7h9c"])
def test_4_10_who_may_go_out_may_go_down_to_nothing(hand):
    assert code(stranded(hand=hand, melds=[CLEAN]), "meld 5h6h7h") is None
    assert code(position(hand=hand), "meld 5h6h7h") is None  # a morto is left to take


def test_4_10_with_two_cards_the_turn_can_be_finished():
    state = stranded(hand="9cKs", melds=[DIRTY])
    state = after(state, "discard 9c")
    assert hand_of(state, 0) == "Ks"
    assert round_of(state).ending is None


def test_4_10_one_card_may_be_left_by_a_discard_and_drawing_helps():
    state = stranded(phase="draw", hand="Ks", stock="9cQd", melds=[DIRTY])
    state = after(state, "draw")
    assert code(state, "discard Ks") is None


def test_4_11_the_seventh_card_makes_the_clean_canastra_that_was_missing():
    state = stranded(hand="9sKd", melds=["3s4s5s6s7s8s"])
    assert code(state, "add 1 9s") is None
    assert code(stranded(hand="8sKd", melds=["3s4s5s6s7s"]), "add 1 8s") == "cannot_go_out"
    assert round_of(after(state, "add 1 9s", "discard Kd")).ended_by == 0


@pytest.mark.parametrize("wild", ["JK", "2d"])
def test_4_11_a_wild_may_spoil_the_only_clean_canastra(wild):
    state = stranded(hand=f"{wild}Kd", melds=[CLEAN])
    assert code(state, f"add 1 {wild}") == "cannot_go_out"
    assert code(state, "discard Kd") is None
    two = stranded(hand=f"{wild}Kd", melds=[CLEAN, "4h5h6h7h8h9hTh"])
    assert code(two, f"add 1 {wild}") is None


def test_4_11_a_take_is_judged_so_too():
    state = stranded(phase="draw", hand="Kd", pile="9s", melds=["3s4s5s6s7s8s"])
    assert code(state, "take 1") is None
    state = stranded(phase="draw", hand="Kd", pile="JK", melds=[CLEAN])
    assert code(state, "take 1") == "cannot_go_out"


def test_4_11_an_own_two_may_clean_the_canastra_that_was_missing():
    state = stranded(hand="3cKd", melds=["4c5c6c7c8c9c2c"])
    assert code(state, "add 1 3c") is None
    locked = stranded(
        hand="3cKd", melds=["4c5c6c7c8c9c2c"], rules="oficial dirty_canastra=locked_at_seven"
    )
    assert code(locked, "add 1 3c") == "cannot_go_out"


def test_the_example_of_the_stranded_player():
    for hand, refused in (("5h6h7h9c", "cannot_go_out"), ("5h6h7h9cKd", None)):
        assert code(stranded(hand=hand), "meld 5h6h7h") == refused
    assert code(position(hand="5h6h7h9c"), "meld 5h6h7h") is None


def test_the_example_of_the_seventh_card():
    state = stranded(hand="9sKd", melds=["3s4s5s6s7s8s"])
    state = after(state, "add 1 9s", "discard Kd")
    assert round_of(state).scores[0].going_out == 100


def test_what_a_meld_tells():
    state = position(hand="5h6h7h9cKs")
    assert events_of(state, "meld 5h6h7h") == (MeldLaid(0, round_of(state).hands[0][:3]),)
