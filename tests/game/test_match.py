"""Section 8 of the rules: how a match is won, lost and given up."""

import pytest

from game import engine
from game.cards import PACK
from game.events import CardDiscarded, MatchEnded, RoundEnded, RoundEnding, SeatResigned
from game.rules import BadRules, Preset, parse_rules, rules_for
from game.state import Phase
from tests.support.positions import after, code, events_of, position, round_of

CLEAN = "3s4s5s6s7s8s9s"  # 45 points of cards and 200 of the canastra


def ending(*, theirs="", rules="oficial", totals=(0, 0), hands=None, **parts):
    """Seat 0 goes out for 345 + 0; the other hand is empty unless named."""
    return position(
        hand="9c",
        melds=[CLEAN],
        their_melds=[theirs] if theirs else [],
        hands=hands or {1: ""},
        rules=rules,
        totals=totals,
        **{"took_morto": (0, 1), "mortos": 0, **parts},
    )


def end(state):
    return after(state, "discard 9c")


def test_8_1_without_a_target_the_match_is_one_round_and_more_points_win():
    state = end(ending())
    assert state.totals == (345, 0)
    assert (state.over, state.winner) == (True, 0)
    state = end(ending(theirs="5h6h7h8h9hThJhQhKhAh2h3h4h"))
    assert state.totals == (345, 610)
    assert (state.over, state.winner) == (True, 1)


def test_8_1_equal_points_are_a_draw():
    level = position(hand="AsAhAdKc", stock="", mortos=0, took_morto=(0, 1), hands={1: "AcAcAdKd"})
    level = after(level, "discard Kc")
    assert round_of(level).ending is RoundEnding.STOCK_EXHAUSTED
    assert (level.totals, level.winner) == ((-45, -55), 0)
    level = position(
        hand="AsAhAdKc9h", stock="", mortos=0, took_morto=(0, 1), hands={1: "AcAcAdTd"}
    )
    level = after(level, "discard Kc")
    assert level.totals == (-55, -55)
    assert (level.over, level.winner, level.forfeited_by) == (True, None, None)


@pytest.mark.parametrize(
    ("totals", "over"),
    [((0, 0), False), ((150, 0), False), ((154, 0), False), ((155, 0), True), ((156, 0), True)],
)
def test_8_2_with_a_target_rounds_are_played_until_a_team_has_it(totals, over):
    state = end(ending(rules="oficial target=500", totals=totals))
    assert state.totals[0] == totals[0] + 345
    assert state.over is over
    assert state.phase is Phase.OVER
    assert state.winner == (0 if over else None)


def test_8_2_the_higher_total_wins_whoever_went_out():
    state = end(ending(rules="oficial target=500", totals=(200, 600)))
    assert (state.over, state.winner) == (True, 1)


def test_8_2_the_target_counts_at_the_end_of_a_round_only():
    state = ending(rules="oficial target=500", totals=(400, 0))
    assert code(state, "discard 9c") is None
    running = position(hand="9c9d", melds=[CLEAN], rules="oficial target=500", totals=(400, 0))
    assert not after(running, "discard 9c").over


def test_8_2_the_next_round_is_dealt_and_the_totals_add_up():
    state = end(ending(rules="oficial target=500"))
    assert code(state, "0 draw") == "round_over"
    state = engine.deal(state, pack=PACK)[1]
    assert state.totals == (345, 0)
    assert round_of(state).number == 2
    assert state.finished[0].scores[0].total == 345


def test_8_3_a_tie_at_the_target_is_played_on():
    tied = end(ending(rules="oficial target=500", totals=(155, 500)))
    assert tied.totals == (500, 500)
    assert not tied.over
    ahead = end(ending(rules="oficial target=500", totals=(156, 500)))
    assert (ahead.over, ahead.winner) == (True, 0)
    behind = end(ending(rules="oficial target=500", totals=(154, 500)))
    assert (behind.over, behind.winner) == (True, 1)


@pytest.mark.parametrize("target", [500, 3000, 5000, 9500, 10000])
def test_8_4_the_target_is_a_multiple_of_500_up_to_10000(target):
    assert rules_for(Preset.OFICIAL, target=target).target == target
    assert parse_rules(f"oficial target={target}").target == target


@pytest.mark.parametrize("target", [0, -500, 1, 499, 501, 3100, 10500, 500000])
def test_8_4_no_other_number_is_a_target(target):
    with pytest.raises(BadRules):
        rules_for(Preset.OFICIAL, target=target)
    with pytest.raises(BadRules):
        parse_rules(f"oficial target={target}")


def test_8_5_totals_may_be_negative():
    state = ending(hands={1: "JKJK"}, rules="oficial target=500", totals=(0, -950))
    assert end(state).totals == (345, -1050)


@pytest.mark.parametrize(("seat", "winner"), [(0, 1), (1, 0), (2, 1), (3, 0)])
@pytest.mark.parametrize("phase", ["draw", "play"])
def test_8_6_one_may_resign_at_any_time_and_the_team_loses(seat, winner, phase):
    state = position(players=4, phase=phase, hand="9c9d", totals=(9000, 9000))
    assert events_of(state, f"{seat} resign") == (SeatResigned(seat), MatchEnded(winner, seat))
    state = after(state, f"{seat} resign")
    assert (state.over, state.winner, state.forfeited_by) == (True, winner, seat)


def test_8_6_between_rounds_too_whatever_the_points():
    state = end(ending(rules="oficial target=500"))
    state = after(state, "0 resign")
    assert (state.over, state.winner, state.forfeited_by) == (True, 1, 0)
    assert round_of(state).ending is RoundEnding.WENT_OUT  # the round was played to its end


def test_8_6_before_the_first_deal_too():
    state = engine.start(rules=rules_for(Preset.OFICIAL), players=("Ana", "Bia"))[1]
    state = after(state, "1 resign")
    assert (state.over, state.winner) == (True, 0)


def test_8_7_the_round_in_progress_is_not_counted():
    state = position(hand="9c9d", melds=[CLEAN], totals=(120, 40), rules="oficial target=500")
    state = after(state, "1 resign")
    current = round_of(state)
    assert state.totals == (120, 40)
    assert current.scores is None
    assert (current.ending, current.ended_by) == (RoundEnding.FORFEIT, 1)
    assert current.phase is Phase.OVER


def test_8_7_so_too_when_somebody_is_eliminated():
    state = position(hand="9c9d", melds=[CLEAN], totals=(120, 40), automatic=(3, 0))
    state = after(state, "timeout")
    assert state.totals == (120, 40)
    assert round_of(state).scores is None
    assert (state.winner, state.forfeited_by) == (1, 0)


def test_a_finished_match_tells_its_end_last():
    events = events_of(ending(), "discard 9c")
    assert [type(event) for event in events] == [CardDiscarded, RoundEnded, MatchEnded]
    between = events_of(ending(rules="oficial target=500"), "discard 9c")
    assert [type(event) for event in between] == [CardDiscarded, RoundEnded]
