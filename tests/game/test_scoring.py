"""Section 7 of the rules: the points of a round."""

import pytest

from game.cards import FACES, parse_cards
from game.melds import make_meld
from game.rules import Preset, parse_rules, rules_for
from game.scoring import CANASTRA_POINTS, card_points, score_round, table_points
from tests.support.positions import after, position, round_of

OFICIAL = rules_for(Preset.OFICIAL)
RUN = "As2s3s4s5s6s7s8s9sTsJsQsKs"


def scores(
    melds=(),
    theirs=(),
    *,
    hands=("", ""),
    took=(True, True),
    unplayed=None,
    out=0,
    rules="oficial",
):
    """Both teams' scores; the first team goes out unless told otherwise."""
    made = parse_rules(rules)
    return score_round(
        rules=made,
        melds=(
            tuple(make_meld(parse_cards(text), made) for text in melds),
            tuple(make_meld(parse_cards(text), made) for text in theirs),
        ),
        hands=tuple(parse_cards(text) for text in hands),
        took_morto=took,
        unplayed=unplayed or (False,) * len(hands),
        went_out_team=out,
    )


@pytest.mark.parametrize(("ranks", "points"), [("A", 15), ("2", 10), ("34567", 5), ("89TJQK", 10)])
def test_7_1_what_a_card_is_worth(ranks, points):
    for rank in ranks:
        for suit in "cdhs":
            assert card_points(parse_cards(rank + suit)) == points


def test_7_1_a_joker_is_worth_50_and_the_pack_sums_up():
    assert card_points(parse_cards("JK")) == 50
    assert sum(face.points for face in FACES) == 4 * (15 + 10 + 5 * 5 + 6 * 10) + 50


def test_7_1_a_two_is_worth_10_wild_or_natural():
    natural, wild = scores(["Ac2c3c"], ["5h6h2c"], out=None)
    assert (natural.cards, wild.cards) == (30, 20)


@pytest.mark.parametrize(
    ("meld", "bonus"),
    [
        ("5h6h7h8h9hTh", 0),
        ("5h6h7h8h9hJK", 0),
        ("5h6h7h8h9hThJK", 100),
        ("5h6h7h8h9hThJh", 200),
        (RUN[2:], 200),
        (RUN, 500),
        (RUN + "As", 1000),
        (RUN + "JK", 100),
    ],
)
def test_7_2_what_a_canastra_is_worth(meld, bonus):
    ours, theirs = scores([meld], out=None)
    assert (ours.canastras, theirs.canastras) == (bonus, 0)
    assert table_points([make_meld(parse_cards(meld), OFICIAL)], OFICIAL) == bonus + ours.cards


def test_7_2_every_canastra_counts():
    ours, _ = scores(["5h6h7h8h9hThJK", "5c6c7c8c9cTcJc", "5d6d7d8d9dTdJd"], out=None)
    assert ours.canastras == 500
    assert len(CANASTRA_POINTS) == 5


@pytest.mark.parametrize(("out", "points"), [(0, (100, 0)), (1, (0, 100)), (None, (0, 0))])
def test_7_3_the_final_going_out_is_worth_100(out, points):
    assert tuple(score.going_out for score in scores(out=out)) == points


@pytest.mark.parametrize(
    ("took", "points"),
    [((True, True), (0, 0)), ((False, True), (-100, 0)), ((False, False), (-100, -100))],
)
def test_7_4_a_team_without_a_morto_pays_100(took, points):
    assert tuple(score.morto for score in scores(took=took)) == points


def test_7_5_the_cards_left_in_both_partners_hands_count_against_the_team():
    ours, theirs = scores(hands=("", "AhJK", "KcAd", "3c"))
    assert (ours.hands, theirs.hands) == (-25, -70)


def test_7_6_the_total_is_the_sum_of_all():
    ours, theirs = scores(
        [RUN, "4d5dJK"],
        ["3c4c5c"],
        hands=("", "JK2h7h", "KcAd", ""),
        took=(True, False),
    )
    assert (ours.cards, ours.canastras, ours.going_out, ours.hands, ours.morto) == (
        170,
        500,
        100,
        -25,
        0,
    )
    assert ours.total == 745
    assert (theirs.cards, theirs.hands, theirs.morto, theirs.total) == (15, -65, -100, -150)


def test_7_6_the_opening_is_counted_before_the_cards():
    ours, _ = scores([RUN, "4d5dJK"], hands=("", "", "KcAd", ""))
    assert ours.opening == 500 + 100 - 25
    assert ours.total == ours.opening + ours.cards + ours.rounding


def test_7_6_a_round_that_is_played_to_its_end_is_counted_so():
    state = position(
        players=4,
        hand="9c",
        melds=[RUN, "4d5dJK"],
        their_melds=["3c4c5c"],
        hands={1: "JK2h7h", 2: "KcAd", 3: ""},
        took_morto=(0,),
    )
    assert [score.total for score in round_of(after(state, "discard 9c")).scores] == [745, -150]


def test_7_7_a_team_that_found_no_morto_left_pays_though_it_goes_out_finally():
    state = position(hand="9c", melds=["3s4s5s6s7s8s9s"], took_morto=(1,), mortos=0)
    ours, theirs = round_of(after(state, "discard 9c")).scores
    assert (ours.going_out, ours.morto) == (100, -100)
    assert theirs.morto == 0


WAIVE = "oficial waive_morto_penalty_if_none_taken=yes"


@pytest.mark.parametrize(
    ("took", "points"),
    [
        ((False, False), (0, 0)),
        ((True, False), (0, -100)),
        ((False, True), (-100, 0)),
        ((True, True), (0, 0)),
    ],
)
def test_7_8_nobody_pays_when_neither_team_took_a_morto(took, points):
    assert tuple(score.morto for score in scores(took=took, rules=WAIVE)) == points


UNPAID = "oficial unplayed_morto_is_unpaid=yes"
MORTO = "KdKcJhQhThKh7c6d6c5d5c"


def test_7_9_a_morto_unplayed_at_the_other_team_s_going_out_is_unpaid():
    _, theirs = scores(hands=("", MORTO), unplayed=(False, True), rules=UNPAID)
    assert (theirs.hands, theirs.morto) == (0, -100)


def test_7_9_the_other_hand_of_the_team_still_counts():
    _, theirs = scores(
        hands=("", MORTO, "", "AhJK"), unplayed=(False, True, False, False), rules=UNPAID
    )
    assert (theirs.hands, theirs.morto) == (-65, -100)


def test_7_9_not_without_the_rule():
    _, theirs = scores(hands=("", MORTO), unplayed=(False, True))
    assert (theirs.hands, theirs.morto) == (-85, 0)


def test_7_9_not_when_the_stock_ends_the_round():
    _, theirs = scores(hands=("", MORTO), unplayed=(False, True), rules=UNPAID, out=None)
    assert (theirs.hands, theirs.morto) == (-85, 0)


def test_7_9_not_when_the_own_partner_goes_out():
    ours, _ = scores(
        hands=("", "", MORTO, ""), unplayed=(False, False, True, False), rules=UNPAID, out=0
    )
    assert (ours.hands, ours.morto) == (-85, 0)


def test_7_9_not_once_its_taker_has_begun_a_turn():
    clean = "3s4s5s6s7s8s9s"
    parts = {"melds": [clean], "took_morto": (0,), "rules": UNPAID}
    ended = after(position(hand="9h", unplayed=(1,), hands={1: MORTO}, **parts), "discard 9h")
    assert round_of(ended).scores[1].morto == -100
    begun = position(hand="9h9d", unplayed=(1,), hands={1: MORTO}, **parts)
    begun = after(begun, "discard 9h", "draw", "discard Kd", "draw")
    last = "".join(map(str, round_of(begun).hands[0][-1:]))
    ended = after(begun, f"discard {last}", "draw", "discard Kc", "draw")
    ended = after(ended, f"discard {round_of(ended).hands[0][-1]}")
    assert round_of(ended).unplayed == (False, False)


def test_7_9_for_7_8_the_morto_counts_as_taken():
    rules = f"{UNPAID} waive_morto_penalty_if_none_taken=yes"
    ours, theirs = scores(
        hands=("", MORTO), unplayed=(False, True), took=(False, True), rules=rules
    )
    assert (ours.morto, theirs.morto) == (-100, -100)


NET = "oficial net_hands_on_exhaustion=yes"


@pytest.mark.parametrize(
    ("hands", "paid"),
    [
        (("JKAhAc", "TcJcQc"), (-50, 0)),
        (("TcJcQc", "JKAhAc"), (0, -50)),
        (("JK", "JK"), (0, 0)),
        (("JK", "", "Ah", "3c"), (-60, 0)),
    ],
)
def test_7_10_on_exhaustion_only_the_dearer_hands_pay_and_only_the_difference(hands, paid):
    assert tuple(score.hands for score in scores(hands=hands, out=None, rules=NET)) == paid


def test_7_10_not_after_a_going_out_and_not_without_the_rule():
    hands = ("JKAhAc", "TcJcQc")
    assert tuple(score.hands for score in scores(hands=hands, out=0, rules=NET)) == (-80, -30)
    assert tuple(score.hands for score in scores(hands=hands, out=None)) == (-80, -30)


ROUND_UP = "oficial round_up_to_ten=yes"


@pytest.mark.parametrize(
    ("hand", "total", "rounded"),
    [("3c", -5, 0), ("Kc", -10, -10), ("KcAd", -25, -20), ("", 0, 0), ("JK3c", -55, -50)],
)
def test_7_11_the_round_s_total_is_rounded_up_to_a_multiple_of_ten(hand, total, rounded):
    exact, _ = scores(hands=(hand, ""), out=None)
    up, _ = scores(hands=(hand, ""), out=None, rules=ROUND_UP)
    assert (exact.total, exact.rounding) == (total, 0)
    assert (up.total, up.rounding) == (rounded, rounded - total)


def test_7_11_a_positive_total_rounds_up_too():
    exact, _ = scores([RUN, "3c4c5c"], out=0)
    up, _ = scores([RUN, "3c4c5c"], out=0, rules=ROUND_UP)
    assert (exact.total, up.total, up.rounding) == (725, 730, 5)


def test_7_12_without_five_hundred_ace_to_king_counts_200():
    ours, _ = scores([RUN], out=None, rules="oficial five_hundred=no")
    assert ours.canastras == 200
    longer, _ = scores([RUN + "As"], out=None, rules="oficial five_hundred=no")
    assert longer.canastras == 1000
    ours, _ = scores([RUN], out=None)
    assert ours.canastras == 500


def test_the_example_of_the_count_rounded():
    ours, theirs = scores(
        [RUN, "4d5dJK"],
        ["3c4c5c"],
        hands=("", "JK2h7h", "KcAd", ""),
        took=(True, False),
        rules=ROUND_UP,
    )
    assert (ours.total, theirs.total) == (750, -150)


def test_an_action_s_canastras_are_scored_as_the_rules_lock_them():
    for rules, bonus in (("oficial", 200), ("oficial dirty_canastra=locked_at_seven", 100)):
        state = position(
            hand="3c9h", melds=["4c5c6c7c8c9c2c", "5d6d7d8d9dTdJd"], took_morto=(0,), rules=rules
        )
        state = after(state, "add 1 3c", "discard 9h")
        assert round_of(state).scores[0].canastras == 200 + bonus
