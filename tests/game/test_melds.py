"""Section 3 of the rules: what is a meld, how it lies and what it counts as."""

import pytest

from game.cards import FACES, parse_cards
from game.melds import Meld, MeldKind, NotAMeld, TooManyWilds, extend_by_one, make_meld
from game.rules import DirtyCanastra, Preset, rules_for
from tests.game.oracle import key
from tests.support.positions import after, code, melds_of, position, shown

OPEN = rules_for(Preset.OFICIAL)
LOCKED = rules_for(Preset.OFICIAL, dirty_canastra=DirtyCanastra.LOCKED_AT_SEVEN)
REFUSED = {NotAMeld: "not_a_sequence", TooManyWilds: "too_many_wilds"}


def meld(*steps: str, rules=OPEN) -> Meld:
    """Lay the first cards and add the others, one step an action."""
    made = make_meld(parse_cards(steps[0]), rules)
    for step in steps[1:]:
        made = make_meld(parse_cards(step), rules, onto=made)
    return made


def lies(*steps: str, rules=OPEN) -> str:
    """How a meld lies, its wild in brackets; the refusal's code where it is none."""
    try:
        return shown(meld(*steps, rules=rules))
    except NotAMeld as error:
        return REFUSED[type(error)]


def kind(*steps: str, rules=OPEN) -> MeldKind:
    return meld(*steps, rules=rules).kind


@pytest.mark.parametrize(
    ("play", "refused"),
    [
        ("meld 5h6h7h", None),
        ("meld 5h6h", "too_few_cards"),
        ("meld 5h", "too_few_cards"),
        ("meld", "too_few_cards"),
        ("meld 5h6h7d", "not_a_sequence"),
        ("meld 5h6h8h", "not_a_sequence"),
    ],
)
def test_3_1_a_meld_has_three_cards_of_one_suit_in_sequence(play, refused):
    assert code(position(hand="5h6h7h8h7d9cKs"), play) == refused


def test_3_1_the_order_in_which_cards_are_named_does_not_matter():
    assert lies("7h5h6h") == "5h6h7h"
    state = after(position(hand="5h6h7h9cKs"), "meld 7h5h6h")
    assert melds_of(state, 0) == ["5h6h7h"]


@pytest.mark.parametrize(
    ("cards", "start"),
    [
        ("Ac2c3c", 1),
        ("QcKcAc", 12),
        ("2c3c4c", 2),
        ("9cTcJc", 9),
        ("Ac2c3c4c5c6c7c8c9cTcJcQcKcAc", 1),
    ],
)
def test_3_2_the_line_runs_from_a_low_ace_to_a_high_ace(cards, start):
    made = meld(cards)
    assert shown(made) == cards
    assert made.start == start
    assert made.end == start + len(cards) // 2 - 1
    assert made.wild is None


def test_3_2_the_ace_stands_at_both_ends_only_in_the_run_from_ace_to_ace():
    assert lies("Ac2c3c4c5c6c7c8c9cTcJcQcKcAc") == "Ac2c3c4c5c6c7c8c9cTcJcQcKcAc"
    assert lies("AcAc2c3c") == "not_a_sequence"
    assert lies("QcKcAcAc") == "not_a_sequence"


@pytest.mark.parametrize("cards", ["KhAh3h", "QhKhAh3h", "KhAh2h3h", "QhKhAh2h3h"])
def test_3_3_there_is_no_going_round_the_corner(cards):
    assert lies(cards) == "not_a_sequence"


def test_3_3_a_two_beside_king_and_ace_stands_for_the_queen():
    assert lies("KsAs2s") == "(2s)KsAs"


@pytest.mark.parametrize("cards", ["7c7d7h", "7c7c7d", "AhAsAd", "KcKcKc", "7c7dJK", "7c7cJK"])
def test_3_4_a_set_is_never_a_meld(cards):
    assert lies(cards) == "not_a_sequence"


def test_3_4_nor_are_three_twos_or_three_jokers():
    assert lies("2c2d2h") == "not_a_sequence"
    assert lies("JKJKJK") == "not_a_sequence"
    assert lies("2h2hJK") == "not_a_sequence"


@pytest.mark.parametrize(
    ("cards", "result"),
    [
        ("5c6cJK", "5c6c(JK)"),
        ("5c6cJKJK", "too_many_wilds"),
        ("5c6cJK2h", "too_many_wilds"),
        ("5c6c2h2d", "too_many_wilds"),
        ("5c6c2hJK", "too_many_wilds"),
        ("5c6c2cJK", "not_a_sequence"),  # the own 2 could be natural, but not here
    ],
)
def test_3_5_a_meld_takes_one_wild_at_most(cards, result):
    assert lies(cards) == result


def test_3_5_the_wild_already_laid_counts():
    assert lies("5c6cJK", "2h") == "too_many_wilds"
    assert lies("5c6cJK", "7c") == "5c6c7c(JK)"


@pytest.mark.parametrize("wild", ["JK", "2h", "2d", "2s", "2c"])
def test_3_6_a_joker_a_foreign_two_and_an_own_two_off_its_place_are_wild(wild):
    made = meld("8cTc" + wild)
    assert shown(made) == f"8c({wild})Tc"
    assert made.wild_position == 9


def test_3_7_the_own_two_at_its_place_is_natural():
    assert lies("Ah2h3h") == "Ah2h3h"
    assert lies("2h3h4h") == "2h3h4h"
    assert kind("2h3h4h5h6h7h8h") is MeldKind.CLEAN
    assert kind("2d3h4h5h6h7h8h") is MeldKind.DIRTY


def test_3_8_two_naturals_at_least():
    assert lies("5cJK2c") == "not_a_sequence"
    assert lies("5c2c2c") == "not_a_sequence"
    assert lies("3c2c2c") == "2c3c(2c)"  # one of the 2s is natural


def test_3_8_two_own_twos_fit_only_where_one_of_them_is_natural():
    assert lies("2c2c3c4c") == "2c3c4c(2c)"
    assert lies("2c2c4c5c") == "2c(2c)4c5c"
    assert lies("Ac2c2c4c") == "Ac2c(2c)4c"
    assert lies("5c6c2c2c") == "not_a_sequence"
    assert lies("2c2c3cJK") == "not_a_sequence"
    assert lies("2c3c4c2d") == "2c3c4c(2d)"
    assert lies("2c3c4c2d2c") == "not_a_sequence"


def test_3_9_a_meld_is_judged_anew_as_a_set_after_each_addition():
    assert lies("5h7hJK") == "5h(JK)7h"
    assert lies("5h7hJK", "4h") == "4h5h(JK)7h"
    assert lies("5h7hJK", "9h") == "not_a_sequence"
    assert lies("5h7hJK", "6h9h") == "5h6h7h(JK)9h"
    assert lies("5h6h7h", "9hJK") == "5h6h7h(JK)9h"
    assert lies("5h6h7h", "9h") == "not_a_sequence"


def test_3_10_the_wild_fills_the_one_gap():
    assert lies("3sJK5s6s") == "3s(JK)5s6s"
    assert lies("QdAd2c") == "Qd(2c)Ad"
    assert lies("Ad3d2c") == "Ad(2c)3d"


def test_3_10_without_a_gap_the_wild_stands_above_the_high_end():
    assert lies("5h6hJK") == "5h6h(JK)"
    assert lies("QhKhJK") == "QhKh(JK)"
    assert lies("Ah2hJK") == "Ah2h(JK)"


def test_3_10_the_wild_stands_below_when_the_high_end_is_the_ace():
    assert lies("KhAhJK") == "(JK)KhAh"
    assert lies("JsQsKsAsJK") == "(JK)JsQsKsAs"
    assert lies("3h4h5h6h7h8h9hThJhQhKhAhJK").startswith("Ah(JK)3h")  # the lone Ace lies low
    full = "2h3h4h5h6h7h8h9hThJhQhKhAhAh"
    assert lies(full, "JK") == "not_a_sequence"


def test_3_11_the_wild_moves_on_when_the_natural_card_arrives():
    assert lies("5d6d8dJK") == "5d6d(JK)8d"
    assert lies("5d6d8dJK", "7d") == "5d6d7d8d(JK)"
    assert lies("QdAdJK", "Kd") == "(JK)QdKdAd"
    assert lies("QdAdJK", "Kd", "Jd") == "(JK)JdQdKdAd"


def test_3_11_no_card_leaves_a_meld():
    made = meld("5d6d8dJK")
    for face in parse_cards("7d4d3d2dAd9dTd"):
        longer = extend_by_one(made, face, OPEN)
        assert longer is not None
        assert key(longer.cards) == key((*made.cards, face))
        made = longer


def test_3_12_where_a_layout_without_a_wild_exists_that_is_the_layout():
    assert lies("3h4h5h2h") == "2h3h4h5h"
    assert lies("3h4h5h", "2h") == "2h3h4h5h"
    assert lies("Ah2h3h4h") == "Ah2h3h4h"
    assert lies("Ah3h2h") == "Ah2h3h"


def test_3_13_a_lone_ace_lies_low_if_the_meld_is_valid_so():
    assert lies("Ah3hJK") == "Ah(JK)3h"
    assert lies("AhQhJK") == "Qh(JK)Ah"
    assert meld("2h3h4h5h6h7h8h9hThJhQhKhAh").start == 1
    assert lies("2h3h4h5h6h7h8h9hThJhQhKh", "Ah") == "Ah2h3h4h5h6h7h8h9hThJhQhKh"


def test_3_13_deuce_to_king_with_one_ace_and_a_wild_puts_the_wild_at_the_high_end():
    assert lies("Ah2h3h4h5h6h7h8h9hThJhQhKhJK") == "Ah2h3h4h5h6h7h8h9hThJhQhKh(JK)"


def test_3_13_a_low_ace_turns_high_when_only_that_is_valid():
    assert lies("QcAc2d") == "Qc(2d)Ac"
    assert lies("KcAcJK", "Qc", "Jc") == "(JK)JcQcKcAc"


@pytest.mark.parametrize("length", [4, 7, 9])
def test_3_14_an_own_two_cleans_the_meld_when_it_reaches_its_place(length):
    run = "4c5c6c7c8c9cTcJcQc"[: 2 * (length - 1)]
    made = meld(run + "2c")
    assert made.wild_position == 3 + length
    cleaned = meld(run + "2c", "3c")
    assert shown(cleaned) == "2c3c" + run
    assert cleaned.wild is None


def test_3_14_the_run_may_reach_down_to_ace_and_three():
    assert lies("4c5c6c7c8c9c2c", "3cAc") == "Ac2c3c4c5c6c7c8c9c"
    assert kind("4c5c6c7c8c9c2c", "3cAc") is MeldKind.CLEAN


def test_3_14_it_stays_dirty_while_the_gap_is_open():
    assert lies("4c5c7c8c9cTc2c", "3c") == "3c4c5c(2c)7c8c9cTc"
    assert kind("4c5c7c8c9cTc2c", "3c") is MeldKind.DIRTY
    assert lies("3c4c6c7c8c9c2c") == "3c4c(2c)6c7c8c9c"
    assert lies("3c4c6c7c8c9c2c", "5c") == "2c3c4c5c6c7c8c9c"


def test_3_15_locked_a_dirty_canastra_stays_dirty_and_its_two_moves_like_a_joker():
    made = meld("4c5c6c7c8c9c2c", "3c", rules=LOCKED)
    assert shown(made) == "3c4c5c6c7c8c9c(2c)"
    assert made.kind is MeldKind.DIRTY
    filled = meld("3c4c6c7c8c9c2c", "5c", rules=LOCKED)
    assert shown(filled) == "3c4c5c6c7c8c9c(2c)"
    assert filled.is_dirty_for_good


def test_3_15_before_the_seventh_card_it_may_still_be_cleaned():
    six = meld("4c5c6c7c8c2c", rules=LOCKED)
    assert not six.is_dirty_for_good
    assert lies("4c5c6c7c8c2c", "3c", rules=LOCKED) == "2c3c4c5c6c7c8c"


def test_3_15_what_counts_is_how_the_action_ends():
    assert kind("4c5c6c2c", "3c7c8c9c", rules=LOCKED) is MeldKind.CLEAN
    assert kind("4c5c6c2c", "7c8c9c", "3c", rules=LOCKED) is MeldKind.DIRTY
    assert kind("4c5c6c2c", "7c8c9c", "3c", rules=OPEN) is MeldKind.CLEAN


def test_3_15_a_locked_two_fills_the_place_of_the_two_as_a_wild():
    made = meld("4c5c6c7c8c9c2c", "3cAc", rules=LOCKED)
    assert shown(made) == "Ac(2c)3c4c5c6c7c8c9c"
    assert made.kind is MeldKind.DIRTY


def test_3_15_the_other_own_two_enters_a_locked_meld_as_a_natural():
    assert lies("4c5c6c7c8c9c2c", "3c", "2c", rules=LOCKED) == "2c3c4c5c6c7c8c9c(2c)"
    assert lies("4c5c6c7c8c9c2c", "2c", rules=LOCKED) == "2c(2c)4c5c6c7c8c9c"


def test_3_15_a_locked_meld_takes_no_second_wild():
    assert lies("4c5c6c7c8c9c2c", "JK", rules=LOCKED) == "not_a_sequence"
    assert lies("5c6c7c8c9cTc2c", "2c", rules=LOCKED) == "not_a_sequence"


@pytest.mark.parametrize("wild", ["JK", "2d"])
@pytest.mark.parametrize("rules", [OPEN, LOCKED], ids=["open", "locked"])
def test_3_16_a_meld_with_a_joker_or_a_foreign_two_never_becomes_clean(wild, rules):
    made = meld("4c5c6c7c8c9c" + wild, rules=rules)
    for face in ("3c", "2c", "Ac", "Tc", "Jc", "Qc", "Kc"):
        made = make_meld(parse_cards(face), rules, onto=made)
        assert made.kind is MeldKind.DIRTY
        assert made.wild is parse_cards(wild)[0]


def test_3_17_a_team_may_hold_several_melds_of_one_suit_and_the_same_cards():
    state = after(position(hand="5h6h7h9cKs", melds=["5h6h7h"]), "meld 5h6h7h")
    assert melds_of(state, 0) == ["5h6h7h", "5h6h7h"]


def test_3_17_melds_are_neither_joined_nor_split():
    state = position(hand="6h9cKs8d", melds=["3h4h5h", "7h8h9h"])
    state = after(state, "add 1 6h")
    assert melds_of(state, 0) == ["3h4h5h6h", "7h8h9h"]


def test_3_18_only_the_own_team_s_melds_may_be_added_to():
    state = position(hand="8h9cKs", their_melds=["5h6h7h"])
    assert code(state, "add 1 8h") == "no_such_meld"
    state = position(hand="8h9cKs", melds=["5h6h7h"], their_melds=["5h6h7h"])
    assert melds_of(after(state, "add 1 8h"), 1) == ["5h6h7h"]
    assert melds_of(after(state, "add 1 8h"), 0) == ["5h6h7h8h"]


@pytest.mark.parametrize("number", [0, 2])
def test_3_18_melds_are_numbered_from_one_to_the_last(number):
    state = position(hand="8h9cKs", melds=["5h6h7h"])
    assert code(state, f"add {number} 8h") == "no_such_meld"
    assert code(state, "add 1 8h") is None


def test_3_18_both_partners_may_add():
    state = position(players=4, turn=2, hand="8h9cKs", melds=["5h6h7h"])
    assert melds_of(after(state, "add 1 8h"), 0) == ["5h6h7h8h"]


@pytest.mark.parametrize(
    ("cards", "expected"),
    [
        ("5h6h7h", MeldKind.RUN),
        ("5h6h7h8h9hTh", MeldKind.RUN),
        ("5h6h7h8h9hThJh", MeldKind.CLEAN),
        ("5h6h7h8h9hJK", MeldKind.RUN),
        ("5h6h7h8h9hThJK", MeldKind.DIRTY),
        ("2h3h4h5h6h7h8h9hThJhQhKh", MeldKind.CLEAN),
        ("Ah2h3h4h5h6h7h8h9hThJhQh", MeldKind.CLEAN),
        ("3h4h5h6h7h8h9hThJhQhKhAh", MeldKind.CLEAN),
        ("Ah2h3h4h5h6h7h8h9hThJhQhKh", MeldKind.FIVE_HUNDRED),
        ("Ah2h3h4h5h6h7h8h9hThJhQhKhAh", MeldKind.THOUSAND),
    ],
)
def test_3_19_the_kinds(cards, expected):
    made = meld(cards)
    assert made.kind is expected
    assert made.kind.is_canastra is (len(made.cards) >= 7)
    assert made.kind.is_clean_canastra is (made.kind.is_canastra and made.wild is None)


@pytest.mark.parametrize(
    "cards",
    [
        "Ah2h3h4h5h6h7h8h9hThJhQhJK",
        "AhJK3h4h5h6h7h8h9hThJhQhKh",
        "Ah2h3h4h5h6h7h8h9hThJhQhKhJK",
        "AhJK3h4h5h6h7h8h9hThJhQhKhAh",
        "Ah2h3h4h2h6h7h8h9hThJhQhKhAh",
    ],
)
def test_3_20_thirteen_or_fourteen_cards_with_a_wild_are_a_dirty_canastra(cards):
    assert kind(cards) is MeldKind.DIRTY


@pytest.mark.parametrize("wild", ["JK", "2h", "2s"])
def test_3_21_a_wild_makes_a_clean_canastra_dirty(wild):
    clean = "4s5s6s7s8s9sTs"
    assert kind(clean) is MeldKind.CLEAN
    assert kind(clean, wild) is MeldKind.DIRTY
    state = position(hand=f"{wild}Kd9c", melds=[clean])
    assert melds_of(after(state, f"add 1 {wild}"), 0) == [f"{clean}({wild})"]


def test_3_22_ace_to_ace_without_a_wild_takes_nothing_more():
    full = meld("Ah2h3h4h5h6h7h8h9hThJhQhKhAh")
    assert [face for face in FACES if extend_by_one(full, face, OPEN)] == []


def test_3_22_nor_does_ace_to_ace_with_a_wild_whose_fourteen_cards_fill_the_line():
    full = meld("AhJK3h4h5h6h7h8h9hThJhQhKhAh")
    assert [face for face in FACES if extend_by_one(full, face, OPEN)] == []


EXAMPLES = {
    "E1": (["3h4h5h2h"], "2h3h4h5h"),
    "E2": (["4h5h2hJK"], "2h(JK)4h5h"),
    "E3": (["KsAs2s"], "(2s)KsAs"),
    "E4": (["QdAd2c"], "Qd(2c)Ad"),
    "E5": (["5c6c2c2c"], "not_a_sequence"),
    "E6": (["5c6c2hJK"], "too_many_wilds"),
    "E7": (["7c7dJK"], "not_a_sequence"),
    "E8": (["5d6d8dJK", "7d"], "5d6d7d8d(JK)"),
    "E9": (["JsQsKsAsJK"], "(JK)JsQsKsAs"),
    "E10": (["4c5c6c7c8c9c2c"], "4c5c6c7c8c9c(2c)"),
    "E11": (["4c5c6c7c8c9c2c", "3c"], "2c3c4c5c6c7c8c9c"),
    "E12": (["3s4s5s6s7s8s9s", "JK"], "3s4s5s6s7s8s9s(JK)"),
    "E13": (["3s4s5s6s7s8s9s", "2s"], "2s3s4s5s6s7s8s9s"),
    "E14": (["2h3h4h5h6h7h8h9hThJhQhKhAh"], "Ah2h3h4h5h6h7h8h9hThJhQhKh"),
    "E15": (["2h3h4h5h6h7h8h9hThJhQhKhAh", "Ah"], "Ah2h3h4h5h6h7h8h9hThJhQhKhAh"),
}
"""The examples of section 13 by their number; the document's test checks that none is missing."""


@pytest.mark.parametrize("example", EXAMPLES)
def test_the_examples_of_section_13(example):
    steps, result = EXAMPLES[example]
    assert lies(*steps) == result


def test_the_examples_that_name_a_kind():
    kinds = {
        "E10": MeldKind.DIRTY,
        "E11": MeldKind.CLEAN,
        "E12": MeldKind.DIRTY,
        "E13": MeldKind.CLEAN,
        "E14": MeldKind.FIVE_HUNDRED,
        "E15": MeldKind.THOUSAND,
    }
    assert {name: kind(*EXAMPLES[name][0]) for name in kinds} == kinds
    assert lies(*EXAMPLES["E11"][0], rules=LOCKED) == "3c4c5c6c7c8c9c(2c)"
