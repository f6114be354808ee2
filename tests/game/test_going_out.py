"""Section 5 of the rules: the direct, the indirect and the final going out."""

import pytest

from game.events import (
    CardDiscarded,
    MatchEnded,
    MeldLaid,
    MortoTaken,
    RoundEnded,
    RoundEnding,
)
from game.state import Phase
from tests.support.positions import (
    after,
    code,
    events_of,
    hand_of,
    position,
    refusal,
    round_of,
)

CLEAN = "3s4s5s6s7s8s9s"
DIRTY = "3s4s5s6s7s8sJK"
FIVE_HUNDRED = "As2s3s4s5s6s7s8s9sTsJsQsKs"
THOUSAND = FIVE_HUNDRED + "As"
MORTOS = ("QdQcJdJcTdTc9d9c8d8c7d", "KdKcJhQhThKh7c6d6c5d5c")


def kinds(events):
    return [type(event) for event in events]


def final(**parts):
    """The team has its morto; with the last card gone the round is over."""
    return position(**{"took_morto": (0,), "melds": [CLEAN], **parts})


def test_5_1_an_empty_hand_goes_out():
    state = position(hand="5h6h7h", melds=[CLEAN], mortos=MORTOS)
    assert MortoTaken(0, direct=True) in events_of(state, "meld 5h6h7h")
    assert RoundEnded(RoundEnding.WENT_OUT, 0) in events_of(final(hand="9c"), "discard 9c")
    assert kinds(events_of(final(hand="9cKs"), "discard 9c")) == [CardDiscarded]


@pytest.mark.parametrize("melds", [[], ["5c6c7c"], [DIRTY]])
def test_5_2_the_first_going_out_of_the_team_needs_no_canastra(melds):
    state = position(hand="9c", melds=melds, mortos=MORTOS)
    assert code(state, "discard 9c") is None
    assert hand_of(after(state, "discard 9c"), 0) == MORTOS[0]


@pytest.mark.parametrize("turn", [0, 1, 2, 3])
def test_5_2_who_went_out_and_only_he_takes_the_first_morto_that_is_left(turn):
    state = position(players=4, turn=turn, hand="9d", mortos=MORTOS)
    others = {seat: hand_of(state, seat) for seat in range(4) if seat != turn}
    state = after(state, "discard 9d")
    assert hand_of(state, turn) == MORTOS[0]
    assert {seat: hand_of(state, seat) for seat in others} == others
    takers = [None, None]
    takers[turn % 2] = turn
    assert list(round_of(state).morto_takers) == takers
    assert len(round_of(state).mortos) == 1


def test_5_2_the_second_team_takes_the_second_morto():
    state = position(players=4, turn=1, hand="9d", mortos=MORTOS[1:], took_morto=(2,))
    state = after(state, "discard 9d")
    assert hand_of(state, 1) == MORTOS[1]
    assert round_of(state).morto_takers == (2, 1)
    assert round_of(state).mortos == ()


def test_5_3_direct_he_plays_on_with_the_morto_without_drawing_and_discards():
    state = position(hand="5h6h7h", mortos=MORTOS, pile="4d")
    assert events_of(state, "meld 5h6h7h") == (
        MeldLaid(0, round_of(state).hands[0]),
        MortoTaken(0, direct=True),
    )
    stock = round_of(state).stock
    state = after(state, "meld 5h6h7h")
    current = round_of(state)
    assert (current.turn, current.phase) == (0, Phase.PLAY)
    assert current.stock == stock
    assert hand_of(state, 0) == MORTOS[0]
    assert code(state, "draw") == "wrong_phase"
    assert current.unplayed == (False, False)
    state = after(state, "meld TdJdQd", "discard 8c")
    assert round_of(state).turn == 1


def test_5_3_so_with_an_addition_and_with_a_take():
    adding = position(hand="8h", melds=["5h6h7h"], mortos=MORTOS)
    assert events_of(adding, "add 1 8h")[-1] == MortoTaken(0, direct=True)
    taking = position(phase="draw", hand="5h6h", pile="7h", mortos=MORTOS)
    assert events_of(taking, "take new 5h6h")[-1] == MortoTaken(0, direct=True)
    state = after(taking, "take new 5h6h")
    assert (round_of(state).phase, hand_of(state, 0)) == (Phase.PLAY, MORTOS[0])
    longer = position(phase="draw", hand="5h6h", pile="4d7h", mortos=MORTOS)
    assert hand_of(after(longer, "take new 5h6h"), 0) == "4d"


def test_5_4_indirect_he_takes_the_morto_and_the_turn_passes():
    state = position(hand="9d", mortos=MORTOS, hands={1: "4h4d"})
    face = round_of(state).hands[0][0]
    assert events_of(state, "discard 9d") == (
        CardDiscarded(0, face),
        MortoTaken(0, direct=False),
    )
    state = after(state, "discard 9d")
    assert hand_of(state, 0) == MORTOS[0]
    assert (round_of(state).turn, round_of(state).phase) == (1, Phase.DRAW)
    assert code(state, "0 meld TdJdQd") == "not_your_turn"
    assert round_of(state).unplayed == (True, False)
    state = after(state, "draw", "discard 4h", "draw", "meld TdJdQd")
    assert round_of(state).unplayed == (False, False)


def test_5_5_a_team_takes_one_morto_at_most():
    state = position(players=4, turn=2, hand="9d", mortos=MORTOS[1:], took_morto=(0,))
    assert code(state, "discard 9d") == "cannot_go_out"
    clean = position(
        players=4, turn=2, hand="9d", mortos=MORTOS[1:], took_morto=(0,), melds=[CLEAN]
    )
    assert round_of(after(clean, "discard 9d")).ending is RoundEnding.WENT_OUT
    assert len(round_of(after(clean, "discard 9d")).mortos) == 1


def test_5_6_the_final_going_out_ends_the_round_and_scores_100():
    state = final(hand="9c")
    ended = after(state, "discard 9c")
    assert RoundEnded(RoundEnding.WENT_OUT, 0) in events_of(state, "discard 9c")
    assert (round_of(ended).ending, round_of(ended).ended_by) == (RoundEnding.WENT_OUT, 0)
    assert [score.going_out for score in round_of(ended).scores] == [100, 0]


def test_5_6_it_is_not_yet_final_while_the_team_has_no_morto():
    state = position(hand="9d", melds=[CLEAN], mortos=MORTOS)
    assert round_of(after(state, "discard 9d")).ending is None


def test_5_6_the_partner_s_morto_counts_for_the_team():
    state = final(players=4, turn=2, hand="9c")
    assert round_of(after(state, "discard 9c")).ended_by == 2


@pytest.mark.parametrize(
    ("melds", "refused"),
    [
        ([], "cannot_go_out"),
        (["3s4s5s6s7s8s"], "cannot_go_out"),
        ([DIRTY], "cannot_go_out"),
        (["As2s3s4s5s6s7s8s9sTsJsQsKsJK"], "cannot_go_out"),
        ([CLEAN], None),
        ([DIRTY, "3h4h5h6h7h8h9h"], None),
        ([FIVE_HUNDRED], None),
        ([THOUSAND], None),
    ],
)
def test_5_7_the_final_going_out_needs_a_clean_canastra(melds, refused):
    assert code(final(hand="9c", melds=melds), "discard 9c") == refused
    assert code(final(hand="9c9d", melds=melds), "discard 9c") is None


def test_5_7_the_clean_canastra_must_be_the_own_team_s():
    state = final(hand="9c", melds=[], their_melds=[CLEAN])
    assert code(state, "discard 9c") == "cannot_go_out"


def test_5_7_without_five_hundred_ace_to_king_is_a_clean_canastra():
    state = final(hand="9c", melds=[FIVE_HUNDRED], rules="oficial five_hundred=no")
    assert code(state, "discard 9c") is None


@pytest.mark.parametrize(
    ("hand", "play"), [("9c", "discard 9c"), ("5h6h7h", "meld 5h6h7h"), ("Ts", "add 1 Ts")]
)
def test_5_8_the_last_card_may_be_melded_or_discarded(hand, play):
    ended = after(final(hand=hand), play)
    assert round_of(ended).ended_by == 0
    assert round_of(ended).phase is Phase.OVER


def test_5_8_or_go_with_the_pile_s_top_card():
    ended = after(final(phase="draw", hand="5h6h", pile="7h"), "take new 5h6h")
    assert round_of(ended).ended_by == 0


def test_5_9_it_may_come_in_the_turn_in_which_the_morto_was_taken():
    morto = "4d5d6d7d8d9dTdJdQdKd9c"
    state = position(hand="5h6h7h", melds=[CLEAN], mortos=(morto, MORTOS[1]))
    state = after(state, "meld 5h6h7h", "meld 4d5d6d7d8d9dTdJdQdKd", "discard 9c")
    assert round_of(state).ended_by == 0
    assert round_of(state).scores[0].morto == 0


def test_5_10_with_no_morto_left_the_going_out_is_final():
    taken = position(hand="9c", melds=[CLEAN], took_morto=(1,), mortos=0)
    ended = after(taken, "discard 9c")
    assert round_of(ended).ended_by == 0
    assert round_of(ended).morto_takers == (None, 1)
    dirty = position(hand="9c", melds=[DIRTY], took_morto=(1,), mortos=0)
    assert code(dirty, "discard 9c") == "cannot_go_out"
    left = position(hand="9c", melds=[DIRTY], took_morto=(1,), mortos=1)
    assert code(left, "discard 9c") is None


WAITING = "oficial morto_in_play_before_final=yes"


@pytest.mark.parametrize("unplayed", [(1,), (2,), (3,)])
def test_5_11_an_unplayed_morto_of_any_team_forbids_the_final_going_out(unplayed):
    parts = {"players": 4, "hand": "9c", "took_morto": (0,), "melds": [CLEAN]}
    parts["unplayed"] = unplayed
    state = position(rules=WAITING, **parts)
    assert code(state, "discard 9c") == "morto_not_in_play"
    assert refusal(state, "discard 9c").waiting_for == unplayed
    assert code(position(rules="oficial", **parts), "discard 9c") is None


@pytest.mark.parametrize(
    ("hand", "refused"),
    [("5h6h7h", "morto_not_in_play"), ("5h6h7h9c", "morto_not_in_play"), ("5h6h7h9cKs", None)],
)
def test_5_11_so_a_meld_must_leave_two_cards(hand, refused):
    state = final(hand=hand, rules=WAITING, unplayed=(1,))
    assert code(state, "meld 5h6h7h") == refused


def test_5_11_a_morto_taken_directly_is_in_play():
    state = final(hand="9c", rules=WAITING, took_morto=(0, 1))
    assert code(state, "discard 9c") is None


@pytest.mark.parametrize("begins", ["draw", "take 1", "timeout"])
def test_5_11_it_is_lifted_when_the_player_begins_a_turn_with_it(begins):
    state = position(
        rules=WAITING,
        hand="8dTs",
        melds=[CLEAN],
        their_melds=["5d6d7d"],
        hands={1: "8h9h8c4c"},
        took_morto=(0,),
        unplayed=(1,),
    )
    assert code(state, "add 1 Ts") == "morto_not_in_play"
    state = after(state, "discard 8d")
    assert round_of(state).unplayed == (False, True)
    state = after(state, begins)
    assert round_of(state).unplayed == (False, False)
    state = after(state, "discard 4c", "draw")
    assert code(state, "add 1 Ts") is None
    assert round_of(after(state, "add 1 Ts", "timeout")).ended_by == 0


def test_5_11_the_waiting_player_has_begun_his_turn_when_he_takes_the_pile():
    # The morto is in play as soon as its taker's turn begins, so that he never waits for himself.
    morto = "4h5h6h7h8h9hThJhQhKh"
    state = position(
        phase="draw", hand=morto, pile="3h", rules=WAITING, unplayed=(0,), melds=[CLEAN]
    )
    assert code(state, f"take new {morto}") is None
    assert round_of(after(state, f"take new {morto}")).ended_by == 0
    one_left = position(
        phase="draw", hand=morto + "9c", pile="3h", rules=WAITING, unplayed=(0,), melds=[CLEAN]
    )
    assert code(one_left, f"take new {morto}") is None
    partner = position(
        phase="draw",
        players=4,
        hand=morto,
        pile="3h",
        rules=WAITING,
        unplayed=(0, 1),
        melds=[CLEAN],
    )
    assert refusal(partner, f"take new {morto}").waiting_for == (1,)


def test_5_11_the_first_going_out_of_a_team_is_never_forbidden_by_it():
    state = position(hand="9d", rules=WAITING, unplayed=(1,), mortos=MORTOS[1:])
    assert code(state, "discard 9d") is None


def test_the_match_ends_with_the_round_where_there_is_no_target():
    assert kinds(events_of(final(hand="9c"), "discard 9c")) == [
        CardDiscarded,
        RoundEnded,
        MatchEnded,
    ]
