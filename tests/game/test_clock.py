"""Section 9 of the rules: automatic plays, elimination and who takes over a seat.

The times themselves (9.1 to 9.4) are the service's; the engine is told when they have passed.
"""

import pytest

from game import engine
from game.events import (
    CardDiscarded,
    CardDrawn,
    MatchEnded,
    MortoTaken,
    PlayerEliminated,
    RoundEnded,
    SeatSubstituted,
)
from game.rules import Preset, rules_for
from game.state import Phase
from tests.support.positions import (
    after,
    code,
    events_of,
    hand_of,
    pile_of,
    position,
    round_of,
)

CLEAN = "3s4s5s6s7s8s9s"
MORTO = "QdQcJdJcTdTc9d9c8d8c7d"


def kinds(events):
    return [type(event) for event in events]


def test_9_5_when_drawing_takes_too_long_the_table_draws_from_the_stock():
    state = position(phase="draw", hand="5h6h", pile="7h", stock="Qd3c", melds=["8h9hTh"])
    assert events_of(state, "timeout") == (CardDrawn(0, automatic=True),)
    state = after(state, "timeout")
    assert hand_of(state, 0) == "5h6hQd"
    assert pile_of(state).endswith("7h")
    assert (round_of(state).turn, round_of(state).phase) == (0, Phase.PLAY)


def test_9_6_when_playing_takes_too_long_the_table_discards_the_newest_card():
    state = after(position(phase="draw", hand="5h6h", stock="Qd3c"), "draw")
    face = round_of(state).hands[0][-1]
    assert events_of(state, "timeout") == (CardDiscarded(0, face, automatic=True),)
    state = after(state, "timeout")
    assert hand_of(state, 0) == "5h6h"
    assert pile_of(state).endswith("Qd")
    assert round_of(state).turn == 1


def test_9_6_a_melded_newest_card_leaves_the_one_before_it():
    state = after(position(phase="draw", hand="9c5h6h", stock="7h3c"), "draw", "meld 5h6h7h")
    assert code(state, "timeout") is None  # the morto may still be taken
    state = position(hand="9cKs5h6h7h")
    assert pile_of(after(state, "meld 5h6h7h", "timeout")) == "Ks"


def test_9_6_the_automatic_discard_may_go_out():
    indirect = position(hand="9h", mortos=(MORTO,), took_morto=(1,))
    assert kinds(events_of(indirect, "timeout"))[:2] == [CardDiscarded, MortoTaken]
    final = position(hand="9h", took_morto=(0,), melds=[CLEAN])
    assert round_of(after(final, "timeout")).ended_by == 0


def test_9_6_a_newest_wild_is_discarded_like_any_card():
    assert pile_of(after(position(hand="9hJK"), "timeout")) == "JK"


def test_9_7_dealt_cards_come_first_then_those_drawn_in_their_order():
    state = position(phase="draw", hand="5h6h", stock="QdKdJd", hands={1: "4c"})
    state = after(state, "draw", "discard 5h", "draw", "discard 4c", "draw")
    assert hand_of(state, 0) == "6hQdJd"


def test_9_7_a_taken_pile_enters_from_its_bottom_to_its_top():
    state = position(phase="draw", hand="9c5hKs6h", pile="4dJK2c7h")
    state = after(state, "take new 5h6h")
    assert hand_of(state, 0) == "9cKs4dJK2c"
    assert pile_of(after(state, "timeout")) == "2c"


def test_9_7_a_morto_enters_in_its_own_order():
    direct = after(position(hand="5h6h7h", mortos=(MORTO,), took_morto=(1,)), "meld 5h6h7h")
    assert hand_of(direct, 0) == MORTO
    assert pile_of(after(direct, "timeout")) == MORTO[-2:]
    indirect = after(position(hand="9h", mortos=(MORTO,), took_morto=(1,)), "discard 9h")
    assert hand_of(indirect, 0) == MORTO


def test_9_8_a_named_card_is_the_one_of_two_equals_that_entered_first():
    state = position(hand="9cKs9c4h")
    assert hand_of(after(state, "discard 9c"), 0) == "Ks9c4h"
    state = position(hand="7hKs7h5h6h4c")
    assert hand_of(after(state, "meld 5h6h7h"), 0) == "Ks7h4c"
    state = position(phase="draw", hand="5hKs5h6h", pile="7h")
    assert hand_of(after(state, "take new 5h6h"), 0) == "Ks5h"


def test_9_8_the_automatic_discard_takes_the_very_card_that_entered_last():
    state = after(position(phase="draw", hand="9cKs", stock="9c4h"), "draw")
    assert hand_of(after(state, "discard 9c"), 0) == "Ks9c"
    assert hand_of(after(state, "timeout"), 0) == "9cKs"


def missed(state, turns):
    """So many timeouts, whoever is to play."""
    return after(state, *["timeout"] * turns)


def test_9_9_draw_and_discard_count_separately():
    state = position(phase="draw", hand="9cKs")
    assert missed(state, 1).automatic == (1, 0)
    assert missed(state, 2).automatic == (2, 0)
    assert missed(state, 3).automatic == (2, 1)


def test_9_9_they_are_counted_per_player_and_need_not_be_consecutive():
    state = position(phase="draw", hand="9cKs4h5h", hands={1: "3d6d8dTc"})
    state = after(state, "timeout", "discard 9c", "draw", "timeout", "draw", "timeout")
    assert state.automatic == (2, 1)


def test_9_9_they_are_counted_through_the_whole_match():
    state = position(
        hand="9c",
        melds=[CLEAN],
        took_morto=(0,),
        rules="oficial target=500",
        automatic=(2, 1),
    )
    state = after(state, "discard 9c")
    state = engine.deal(state, pack=round_of(state).pack)[1]
    assert state.automatic == (2, 1)


@pytest.mark.parametrize(("before", "eliminated"), [(0, False), (1, False), (2, False), (3, True)])
@pytest.mark.parametrize("phase", ["draw", "play"])
def test_9_10_three_do_not_eliminate_and_the_fourth_is_made_first(before, eliminated, phase):
    state = position(players=4, phase=phase, hand="9cKs", automatic=(before, 3, 3, 3))
    events = events_of(state, "timeout")
    assert type(events[0]) is (CardDrawn if phase == "draw" else CardDiscarded)
    assert (PlayerEliminated(0) in events) is eliminated
    assert len(events) == 1 + eliminated


def test_9_10_the_example_of_a_turn_missed_whole():
    state = position(players=4, phase="draw", hand="9cKs", automatic=(2, 0, 0, 0))
    assert kinds(events_of(state, "timeout")) == [CardDrawn]
    state = after(state, "timeout")
    assert kinds(events_of(state, "timeout")) == [CardDiscarded, PlayerEliminated]


def last(**parts):
    """The fourth automatic play discards the last card."""
    return position(
        **{
            "hand": "9c",
            "melds": [CLEAN],
            "took_morto": (0,),
            "automatic": (3, 0),
            "hands": {1: ""},
            **parts,
        }
    )


def test_9_11_if_the_fourth_ends_the_match_the_points_stand():
    state = last()
    assert PlayerEliminated(0) not in events_of(state, "timeout")
    state = after(state, "timeout")
    assert (state.over, state.winner, state.forfeited_by) == (True, 0, None)
    assert state.totals == (345, -100)
    assert state.automatic == (4, 0)


def test_9_11_if_it_ends_the_round_only_the_round_is_scored_first():
    state = last(rules="oficial target=500")
    assert kinds(events_of(state, "timeout")) == [
        CardDiscarded,
        RoundEnded,
        PlayerEliminated,
        MatchEnded,
    ]
    state = after(state, "timeout")
    assert state.totals == (345, -100)
    assert (state.winner, state.forfeited_by) == (1, 0)


def test_9_11_with_four_the_round_is_scored_and_the_match_goes_on():
    state = last(
        rules="oficial target=500", players=4, automatic=(3, 0, 0, 0), hands={1: "", 2: "", 3: ""}
    )
    state = after(state, "timeout")
    assert state.totals == (345, -100)
    assert not state.over
    assert state.automatic == (0, 0, 0, 0)


@pytest.mark.parametrize("on_elimination", ["substitute", "forfeit"])
def test_9_12_with_two_players_the_eliminated_one_loses_the_match(on_elimination):
    state = position(
        hand="9cKs", automatic=(3, 3), rules=f"oficial on_elimination={on_elimination}"
    )
    assert events_of(state, "timeout")[1:] == (PlayerEliminated(0), MatchEnded(1, 0))
    state = after(state, "timeout")
    assert (state.winner, state.forfeited_by) == (1, 0)
    assert state.automatic == (4, 3)


def test_9_13_with_four_and_substitute_the_seat_plays_on_with_hand_and_all():
    state = position(players=4, hand="9cKs", automatic=(3, 0, 0, 0))
    after_it = after(state, "timeout")
    assert not after_it.over
    assert hand_of(after_it, 0) == "9c"
    assert code(after_it, "1 draw") is None
    named = after(after_it, "0 substitute Eva")
    assert named.players == ("Eva", "Bia", "Caio", "Davi")
    assert hand_of(named, 0) == "9c"


@pytest.mark.parametrize(("seat", "winner"), [(0, 1), (1, 0), (2, 1), (3, 0)])
def test_9_14_with_four_and_forfeit_the_team_loses_the_match(seat, winner):
    automatic = tuple(3 if each == seat else 0 for each in range(4))
    state = position(
        players=4,
        turn=seat,
        hand="9cKs",
        automatic=automatic,
        rules="oficial on_elimination=forfeit",
    )
    state = after(state, "timeout")
    assert (state.over, state.winner, state.forfeited_by) == (True, winner, seat)
    assert state.automatic[seat] == 4


@pytest.mark.parametrize("seat", [0, 1, 2, 3])
@pytest.mark.parametrize("phase", ["draw", "play"])
def test_9_15_a_seat_may_be_given_to_somebody_else_at_any_time(seat, phase):
    state = position(players=4, phase=phase, hand="9cKs", automatic=(1, 1, 1, 1))
    assert events_of(state, f"{seat} substitute Eva Maria") == (SeatSubstituted(seat, "Eva Maria"),)
    given = after(state, f"{seat} substitute Eva Maria")
    assert given.players[seat] == "Eva Maria"
    assert round_of(given) == round_of(state)


def test_9_15_between_rounds_too_but_not_after_the_match():
    state = last(rules="oficial target=500", automatic=(0, 0))
    between = after(state, "discard 9c")
    assert after(between, "1 substitute Eva").players == ("Ana", "Eva")
    over = after(between, "0 resign")
    assert code(over, "1 substitute Eva") == "match_over"


def test_9_15_before_the_first_deal_too():
    state = engine.start(rules=rules_for(Preset.OFICIAL), players=("Ana", "Bia"))[1]
    assert after(state, "0 substitute Eva").players == ("Eva", "Bia")


def test_9_16_whoever_takes_over_a_seat_starts_at_zero():
    state = position(players=4, hand="9cKs", automatic=(1, 2, 3, 2))
    assert after(state, "2 substitute Eva").automatic == (1, 2, 0, 2)


def test_9_16_so_does_the_robot_at_once():
    state = position(players=4, phase="draw", hand="9cKs", automatic=(3, 1, 2, 3))
    state = after(state, "timeout")
    assert state.automatic == (0, 1, 2, 3)
    assert kinds(events_of(state, "timeout")) == [CardDiscarded]
    assert after(state, "timeout").automatic == (1, 1, 2, 3)


def test_9_16_a_play_of_one_s_own_does_not_clear_the_count():
    state = position(phase="draw", hand="9cKs4h", automatic=(3, 0))
    assert after(state, "draw", "discard 9c").automatic == (3, 0)


def test_9_16_a_new_match_starts_at_zero():
    state = engine.start(rules=rules_for(Preset.OFICIAL), players=("Ana", "Bia"))[1]
    assert state.automatic == (0, 0)
