"""What may be seen: nothing that is hidden, everything that lies open."""

import dataclasses

import pytest

from game import engine
from game.cards import PACK, parse_cards
from game.events import CardDiscarded, CardDrawn, MeldLaid, MortoBecameStock, MortoTaken, PileTaken
from game.rules import Preset, rules_for
from game.state import Phase
from game.views import NothingDealt, PlayerView, TableView, player_view, table_view
from tests.support.positions import after, code, hand_of, position, round_of

CLEAN = "3s4s5s6s7s8s9s"


def test_a_table_view_has_exactly_these_fields():
    # An allow-list: a new field is added here by somebody who has thought about what it tells.
    assert {field.name for field in dataclasses.fields(TableView)} == {
        "rules",
        "players",
        "number",
        "starter",
        "turn",
        "stock_count",
        "pile_count",
        "top_card",
        "mortos_left",
        "morto_takers",
        "unplayed",
        "hand_counts",
        "melds",
        "points",
        "totals",
        "automatic",
        "laps",
        "ending",
        "ended_by",
        "scores",
        "shown_hands",
        "over",
        "winner",
        "forfeited_by",
    }


def test_a_player_view_adds_the_own_hand_only():
    assert {field.name for field in dataclasses.fields(PlayerView)} == {
        "table",
        "seat",
        "hand",
        "phase",
        "newest",
        "fits",
    }


def test_there_is_nothing_to_see_before_the_deal():
    state = engine.start(rules=rules_for(Preset.OFICIAL), players=("Ana", "Bia"))[1]
    with pytest.raises(NothingDealt):
        table_view(state)
    with pytest.raises(NothingDealt):
        player_view(state, 0)


def test_the_table_shows_counts_the_top_card_and_the_melds():
    state = position(
        players=4,
        phase="draw",
        turn=1,
        hand="5d6d",
        hands={0: "9cKs", 2: "4h", 3: "3c3d3h"},
        pile="4c7h",
        stock="QdJh8s",
        melds=["5h6h7h"],
        their_melds=[CLEAN],
        took_morto=(2,),
        mortos=1,
        conserve=False,
    )
    seen = table_view(state)
    assert (seen.turn, seen.number, seen.starter) == (1, 1, 0)
    assert (seen.stock_count, seen.pile_count, seen.top_card) == (3, 2, parse_cards("7h")[0])
    assert (seen.mortos_left, seen.morto_takers, seen.mortos_in_stock) == (1, (2, None), 0)
    assert seen.hand_counts == (2, 2, 1, 3)
    assert seen.melds == round_of(state).melds
    assert seen.points == (245, 15)
    assert (seen.shown_hands, seen.scores) == ((), None)
    assert (seen.over, seen.winner, seen.forfeited_by) == (False, None, None)


def test_an_empty_pile_has_no_top_card():
    assert table_view(position(hand="9c")).top_card is None


@pytest.mark.parametrize("play", ["draw", "timeout"])
def test_a_draw_is_not_seen_before_the_player_s_next_public_act(play):
    state = position(phase="draw", players=4, hand="5h6h7h9c", pile="4d")
    drawn = after(state, play)
    assert table_view(drawn) == table_view(state)
    for other in (1, 2, 3):
        assert player_view(drawn, other) == player_view(state, other)
    own = player_view(drawn, 0).table
    assert own.stock_count == table_view(state).stock_count - 1
    assert own.hand_counts[0] == 5
    assert own.automatic[0] == (play == "timeout")


@pytest.mark.parametrize(
    ("play", "told"), [("meld 5h6h7h", MeldLaid), ("discard 9c", CardDiscarded)]
)
def test_then_it_is_told_together_with_that_act(play, told):
    state = position(phase="draw", hand="5h6h7h9cKs")
    seen = table_view(after(state, "draw", play))
    assert [type(event) for event in seen.laps[0]] == [CardDrawn, told]
    assert seen.stock_count == len(round_of(state).stock) - 1
    assert seen.automatic == (0, 0)


def test_an_automatic_draw_is_counted_in_public_when_it_is_told():
    state = after(position(phase="draw", hand="5h6h7h9cKs"), "timeout")
    assert table_view(state).automatic == (0, 0)
    assert table_view(after(state, "discard 9c")).automatic == (1, 0)


def test_a_draw_that_eliminates_is_not_seen_either_but_the_count_of_the_robot():
    state = position(phase="draw", players=4, hand="5h6h", automatic=(3, 0, 0, 0))
    drawn = after(state, "timeout")
    assert table_view(drawn).automatic == (0, 0, 0, 0)
    assert table_view(drawn).stock_count == len(round_of(state).stock)


def test_a_take_is_seen_at_once():
    state = position(phase="draw", hand="5h6h9c", pile="4d7h")
    seen = table_view(after(state, "take new 5h6h"))
    assert [type(event) for event in seen.laps[0]] == [PileTaken]
    assert (seen.pile_count, seen.hand_counts[0]) == (0, 2)


def test_a_resignation_after_a_hidden_draw_shows_the_true_counts():
    state = after(position(phase="draw", hand="5h6h9c", stock="QdJd"), "draw", "0 resign")
    seen = table_view(state)
    assert (seen.stock_count, seen.hand_counts[0], seen.turn) == (1, 4, None)


def test_a_lap_holds_each_seat_s_last_turn_and_is_told_anew_in_the_next():
    state = position(phase="draw", hand="5h6h7h9cKs", hands={1: "4dJhTh"})
    state = after(state, "draw", "meld 5h6h7h", "discard 9c", "draw", "discard 4d")
    first, second = table_view(state).laps
    assert [type(event) for event in first] == [CardDrawn, MeldLaid, CardDiscarded]
    assert [type(event) for event in second] == [CardDrawn, CardDiscarded]
    state = after(state, "draw", "discard Ks")
    assert [type(event) for event in table_view(state).laps[0]] == [CardDrawn, CardDiscarded]
    assert table_view(state).laps[1] == second


def test_mortos_are_told_in_the_lap_in_which_they_went():
    direct = after(position(hand="5h6h7h"), "meld 5h6h7h", "timeout")
    assert [type(e) for e in table_view(direct).laps[0]] == [MeldLaid, MortoTaken, CardDiscarded]
    indirect = after(position(hand="9h", stock=""), "discard 9h")
    assert [type(e) for e in table_view(indirect).laps[0]] == [
        CardDiscarded,
        MortoTaken,
        MortoBecameStock,
    ]
    assert table_view(indirect).mortos_in_stock == 1


def test_an_unplayed_morto_is_marked_until_its_taker_s_turn_begins():
    state = position(hand="9h4d", unplayed=(1,))
    assert table_view(state).unplayed == (False, True)
    assert table_view(after(state, "discard 9h")).unplayed == (False, False)


def test_a_player_sees_his_hand_in_order_of_arrival_and_his_phase():
    state = position(phase="draw", hand="9cKs4h", hands={1: "5d3c"}, stock="QdJd")
    assert player_view(state, 0).phase is Phase.DRAW
    assert player_view(state, 1).phase is None
    state = after(state, "draw")
    mine, other = player_view(state, 0), player_view(state, 1)
    assert (mine.hand, mine.phase) == (parse_cards("9cKs4hQd"), Phase.PLAY)
    assert (other.hand, other.phase, other.newest) == (parse_cards("5d3c"), None, ())
    assert (mine.seat, mine.team, other.team) == (0, 0, 1)


def newest(state, seat=0):
    return "".join(face.code for face in player_view(state, seat).newest)


def test_the_newest_cards_are_those_of_this_turn():
    state = position(phase="draw", hand="9c5h6hKs", pile="4dJK7h")
    assert newest(state) == ""
    taken = after(state, "take new 5h6h")
    assert newest(taken) == "4dJK"
    assert newest(after(taken, "add 1 JK")) == "4d"
    assert newest(after(taken, "discard 4d")) == ""
    drawn = after(state, "draw")
    assert newest(drawn) == hand_of(drawn, 0)[-2:]


def test_of_two_equal_cards_the_older_leaves_and_the_new_one_stays_new():
    state = after(position(phase="draw", hand="7h5h6h9cKs", stock="7hJd"), "draw", "meld 5h6h7h")
    assert hand_of(state, 0) == "9cKs7h"
    assert newest(state) == "7h"


def test_after_a_direct_going_out_the_whole_morto_is_new():
    state = after(position(hand="5h6h7h"), "meld 5h6h7h")
    assert newest(state) == hand_of(state, 0)
    indirect = after(position(hand="9h", hands={1: "4dJh"}), "discard 9h", "draw", "discard 4d")
    assert newest(indirect) == ""


def test_what_fits_names_the_melds_that_each_card_goes_into_alone():
    state = position(
        phase="draw", hand="8h4h9cJK8h", melds=["5h6h7h", "TcJcQc"], hands={1: "8h"[:0] + "9dTh"}
    )
    fits = player_view(state, 0).fits
    named = {face.code: numbers for face, numbers in fits.items()}
    assert named == {"8h": (1,), "4h": (1,), "9c": (2,), "JK": (1, 2)}
    assert player_view(state, 1).fits == dict.fromkeys(parse_cards("9dTh"), ())


def test_hands_are_shown_when_the_round_is_scored_and_not_before():
    state = position(hand="9c", melds=[CLEAN], took_morto=(0,), hands={1: "JKAs"})
    assert table_view(state).shown_hands == ()
    ended = after(state, "discard 9c")
    assert table_view(ended).shown_hands == ((), parse_cards("JKAs"))
    assert table_view(ended).scores == round_of(ended).scores


def test_hands_are_not_shown_when_a_match_is_forfeited():
    seen = table_view(after(position(hand="9cKs"), "1 resign"))
    assert (seen.shown_hands, seen.scores) == ((), None)
    assert (seen.over, seen.winner, seen.forfeited_by) == (True, 0, 1)


def test_the_next_deal_shows_nothing_of_the_last_round():
    state = position(hand="9c", melds=[CLEAN], took_morto=(0,), rules="oficial target=500")
    state = engine.deal(after(state, "discard 9c"), pack=PACK)[1]
    seen = table_view(state)
    assert seen.shown_hands == ()
    assert seen.scores is None
    assert seen.laps == ((), ())
    assert (seen.number, seen.totals[0]) == (2, 345)


def test_a_view_s_repr_names_no_card_of_another_hand_or_of_a_packet():
    state = position(hand="9cKs", hands={1: "JK"}, stock="Qd", mortos=("Jd",), conserve=False)
    text = repr(player_view(state, 0)) + repr(table_view(state))
    for hidden in ("JK", "Qd", "Jd"):
        assert hidden not in text
    assert code(state, "discard 9c") is None
