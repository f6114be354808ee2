"""Section 12 of the rules: one code for each refusal, the first that fits."""

import dataclasses
import pickle

import pytest

from game import engine
from game.cards import parse_cards
from game.decide import decide
from game.refusals import (
    CannotGoOut,
    CardNotInHand,
    NoSuchMeld,
    NotASequence,
    NotYourTurn,
    RefusalCode,
    Refused,
    TooFewCards,
    TooManyWilds,
    WrongPhase,
)
from game.rules import Preset, rules_for
from game.state import Phase
from tests.support.positions import (
    after,
    code,
    position,
    read_play,
    refusal,
    round_of,
)

CLEAN = "3s4s5s6s7s8s9s"
DIRTY = "3s4s5s6s7s8sJK"
LOCKED = "oficial dirty_canastra=locked_at_seven"
WAITING = "oficial morto_in_play_before_final=yes"


def over():
    return after(position(hand="9c", melds=[CLEAN], took_morto=(0,)), "discard 9c")


def between():
    state = position(hand="9c", melds=[CLEAN], took_morto=(0,), rules="oficial target=500")
    return after(state, "discard 9c")


REFUSALS = [
    (over, "0 draw", "match_over"),
    (over, "1 resign", "match_over"),
    (over, "1 substitute Eva", "match_over"),
    (over, "1 timeout", "match_over"),
    (between, "1 draw", "round_over"),
    (between, "1 timeout", "round_over"),
    (lambda: position(hand="9cKs"), "1 draw", "not_your_turn"),
    (lambda: position(hand="9cKs"), "1 timeout", "not_your_turn"),
    (lambda: position(hand="9cKs"), "draw", "wrong_phase"),
    (lambda: position(hand="9cKs", pile="4d"), "take new 9cKs", "wrong_phase"),
    (lambda: position(hand="9cKs", phase="draw"), "discard 9c", "wrong_phase"),
    (lambda: position(hand="5h6hKs", phase="draw"), "take new 5h6h", "pile_empty"),
    (lambda: position(hand="9cKs"), "discard 4h", "card_not_in_hand"),
    (lambda: position(hand="5h6h9cKs"), "meld 5h6h6h", "card_not_in_hand"),
    (lambda: position(hand="8h9cKs", melds=["5h6h7h"]), "add 2 8h", "no_such_meld"),
    (lambda: position(hand="5h6h9cKs"), "meld 5h6h", "too_few_cards"),
    (lambda: position(hand="8h9cKs", melds=["5h6h7h"]), "add 1", "too_few_cards"),
    (lambda: position(hand="5h6hJKJK9cKs"), "meld 5h6hJKJK", "too_many_wilds"),
    (lambda: position(hand="5h6h8h9cKs"), "meld 5h6h8h", "not_a_sequence"),
    (
        lambda: position(hand="9c", melds=[CLEAN], took_morto=(0,), unplayed=(1,), rules=WAITING),
        "discard 9c",
        "morto_not_in_play",
    ),
    (lambda: position(hand="9c", melds=[DIRTY], took_morto=(0,)), "discard 9c", "cannot_go_out"),
]


def test_12_1_every_code_is_refused_here_once_at_least():
    assert {expected for _, _, expected in REFUSALS} == {each.value for each in RefusalCode}


@pytest.mark.parametrize(
    ("build", "play", "expected"),
    REFUSALS,
    ids=[f"{expected}: {play}" for _, play, expected in REFUSALS],
)
def test_12_1_a_refused_action_changes_nothing(build, play, expected):
    state, twin = build(), build()
    with pytest.raises(Refused) as caught:
        engine.play(state, *read_play(state, play))
    assert caught.value.refusal.code.value == expected
    assert state == twin


def test_12_1_a_pile_that_could_not_be_taken_stays_where_it_is():
    state = position(phase="draw", hand="5h6h9cKs", pile="4dKd")
    assert code(state, "take new 5h6h") == "not_a_sequence"
    assert [face.code for face in round_of(state).pile] == ["4d", "Kd"]
    assert code(state, "draw") is None


def drawing(**parts):
    return position(phase="draw", **parts)


PAIRS = {
    # code: a case in which the code after it in the table fits too
    "match_over": (over, "1 draw"),  # the round is over as well, and it is nobody's turn
    "round_over": (between, "1 draw"),  # seat 0 played last: it is not seat 1's turn either
    "not_your_turn": (lambda: position(hand="9cKs"), "1 draw"),  # and it is the play phase
    "wrong_phase": (lambda: position(hand="5h6hKs"), "take new 5h6h"),  # the pile is empty
    "pile_empty": (lambda: drawing(hand="5h6hKs"), "take new 8h9h"),  # not in the hand
    "card_not_in_hand": (lambda: position(hand="9cKs", melds=["5h6h7h"]), "add 2 8h"),
    "no_such_meld": (lambda: position(hand="9cKs", melds=["5h6h7h"]), "add 2"),  # no card
    "too_few_cards": (lambda: position(hand="JKJK9cKs"), "meld JKJK"),  # two wilds
    "too_many_wilds": (lambda: position(hand="5h7hJKJK9hKs"), "meld 5h7h9hJKJK"),  # gaps
    "not_a_sequence": (
        lambda: position(
            hand="5h6h8h", melds=[CLEAN], took_morto=(0,), unplayed=(1,), rules=WAITING
        ),
        "meld 5h6h8h",
    ),
    "morto_not_in_play": (  # without a clean canastra it would be the next code: test 12.6
        lambda: position(hand="9c", melds=[CLEAN], took_morto=(0,), unplayed=(1,), rules=WAITING),
        "discard 9c",
    ),
    "cannot_go_out": (lambda: position(hand="9c", took_morto=(0,)), "discard 9c"),
}


def test_12_2_the_table_names_the_codes_in_this_order():
    assert list(PAIRS) == [each.value for each in RefusalCode]


@pytest.mark.parametrize("expected", PAIRS)
def test_12_2_the_first_code_that_fits_is_given(expected):
    build, play = PAIRS[expected]
    assert code(build(), play) == expected


@pytest.mark.parametrize(
    ("state", "play", "expected"),
    [
        # One fault less each time, from the top of the table to its end.
        (over(), "0 take 9 3h", "match_over"),
        (between(), "0 take 9 3h", "round_over"),
        (position(turn=1, phase="draw", hand="JK"), "0 take 9 3h", "not_your_turn"),
        (position(hand="JK"), "take 9 3h", "wrong_phase"),
        (drawing(hand="JK"), "take 9 3h", "pile_empty"),
        (drawing(hand="JK", pile="9h"), "take 9 3h", "card_not_in_hand"),
        (drawing(hand="JK", pile="JK"), "take 9 JK", "no_such_meld"),
        (drawing(hand="JK", pile="JK"), "take new JK", "too_few_cards"),
        (drawing(hand="JK9c", pile="JK", took_morto=(0,)), "take new JK9c", "too_many_wilds"),
        (drawing(hand="4h9c", pile="4d", took_morto=(0,)), "take new 4h9c", "not_a_sequence"),
        (
            drawing(
                hand="5h6h", pile="7h", took_morto=(0,), unplayed=(1,), rules=WAITING, melds=[CLEAN]
            ),
            "take new 5h6h",
            "morto_not_in_play",
        ),
        (
            drawing(hand="5h6h", pile="7h", took_morto=(0,), unplayed=(1,), rules=WAITING),
            "take new 5h6h",
            "cannot_go_out",
        ),
        (drawing(hand="5h6h", pile="7h", took_morto=(0,), melds=[CLEAN]), "take new 5h6h", None),
    ],
)
def test_12_2_a_take_with_every_fault_loses_them_in_the_table_s_order(state, play, expected):
    assert code(state, play) == expected


@pytest.mark.parametrize(
    ("play", "expected"),
    [
        ("add 3 8d8d", "card_not_in_hand"),
        ("add 3 JKJK", "no_such_meld"),
        ("add 3", "no_such_meld"),
        ("add 1", "too_few_cards"),
        ("add 1 JKJK", "too_many_wilds"),
        ("add 2 JK", "too_many_wilds"),
        ("add 1 Kc", "not_a_sequence"),
        ("add 1 8hJKKc", "not_a_sequence"),
        ("add 1 8h9h", None),
    ],
)
def test_12_2_so_does_an_addition(play, expected):
    state = position(hand="8h9hJKJKKc8d", melds=["5h6h7h", "5d6dJK"], took_morto=(0,))
    assert code(state, play) == expected


@pytest.mark.parametrize("seat", [0, 1])
def test_12_3_resigning_and_giving_a_seat_away_need_no_turn(seat):
    for state in (position(hand="9cKs"), drawing(hand="9cKs"), between()):
        assert code(state, f"{seat} resign") is None
        assert code(state, f"{seat} substitute Eva") is None


def test_12_3_a_timeout_holds_only_for_the_seat_to_play():
    state = position(hand="9cKs")
    assert code(state, "1 timeout") == "not_your_turn"
    assert code(state, "0 timeout") is None
    assert code(between(), "0 timeout") == "round_over"


@pytest.mark.parametrize(
    ("cards", "wilds"),
    [
        ("5h6hJKJK", "JKJK"),
        ("5h6hJK2d", "JK2d"),
        ("5h6h2d2s", "2d2s"),
        ("5h8hJKJK2h", "JKJK"),
        ("2h3h4hJK2d", "JK2d"),
        ("5hJKJKJK", "JKJKJK"),
    ],
)
def test_12_4_only_jokers_and_foreign_twos_can_be_wild_and_nothing_else(cards, wilds):
    state = position(hand=cards + "9cKs")
    refused = refusal(state, f"meld {cards}")
    assert isinstance(refused, TooManyWilds)
    assert set(refused.wilds) == set(parse_cards(wilds))
    assert len(refused.wilds) == len(wilds) // 2


@pytest.mark.parametrize("cards", ["5h6h2h2h", "5h6h2hJK", "5h6h2h2d"])
def test_12_4_an_own_two_does_not_count(cards):
    assert code(position(hand=cards + "9cKs"), f"meld {cards}") == "not_a_sequence"


@pytest.mark.parametrize("rules", ["oficial", LOCKED])
@pytest.mark.parametrize("wild", ["JK", "2d"])
def test_12_4_not_even_one_that_is_locked(rules, wild):
    state = position(hand=f"{wild}9dKs", melds=["5c6c7c8c9cTc2c"], rules=rules)
    assert code(state, f"add 1 {wild}") == "not_a_sequence"
    joker = position(hand=f"{wild}9dKs", melds=["5c6c7c8c9cTcJK"], rules=rules)
    assert code(joker, f"add 1 {wild}") == "too_many_wilds"


@pytest.mark.parametrize(
    ("cards", "expected"),
    [
        ("5h6dJKJK", "not_a_sequence"),
        ("5h6d2c2s", "not_a_sequence"),
        ("JKJKJK", "not_a_sequence"),
        ("2h2dJK", "not_a_sequence"),
        ("2c2d2h2s", "not_a_sequence"),
        ("5h6hJKJK", "too_many_wilds"),
        ("5h5hJKJK", "too_many_wilds"),
        ("5hJK2c", "too_many_wilds"),
        ("5h2h2c", "not_a_sequence"),
    ],
)
def test_12_5_the_suit_is_that_of_the_cards_that_are_neither_twos_nor_jokers(cards, expected):
    assert code(position(hand=cards + "9cKs"), f"meld {cards}") == expected


def test_12_5_with_a_meld_its_suit_is_the_suit():
    state = position(hand="JKJK2d2c8d9cKs", melds=["5h6h7h"])
    assert code(state, "add 1 JKJK") == "too_many_wilds"
    assert code(state, "add 1 2d2c") == "too_many_wilds"
    assert code(state, "add 1 8d2d2c") == "not_a_sequence"


@pytest.mark.parametrize("hand", ["5h6h7h", "5h6h7h9c"])
@pytest.mark.parametrize(
    ("melds", "expected"),
    [([CLEAN], "morto_not_in_play"), ([DIRTY], "cannot_go_out"), ([], "cannot_go_out")],
)
def test_12_6_morto_not_in_play_is_said_only_to_a_team_with_its_clean_canastra(
    hand, melds, expected
):
    state = position(hand=hand, melds=melds, took_morto=(0,), unplayed=(1,), rules=WAITING)
    assert code(state, "meld 5h6h7h") == expected


def test_12_6_the_canastra_counts_as_the_action_leaves_it():
    parts = {"took_morto": (0,), "unplayed": (1,), "rules": WAITING}
    made = position(hand="9s", melds=["3s4s5s6s7s8s"], **parts)
    assert code(made, "add 1 9s") == "morto_not_in_play"
    spoilt = position(hand="JK", melds=[CLEAN], **parts)
    assert code(spoilt, "add 1 JK") == "cannot_go_out"


def test_a_refusal_carries_the_facts_for_its_sentence():
    state = position(hand="5h6h7h9c", melds=["5d6d7d"], took_morto=(0,), pile="4d")
    hand = round_of(state).hands[0]
    facts = {
        "1 draw": NotYourTurn(0),
        "draw": WrongPhase(must_draw=False),
        "discard Ks": CardNotInHand(parse_cards("Ks")[0], 0),
        "meld 5h6h6h": CardNotInHand(parse_cards("6h")[0], 1),
        "add 3 5h": NoSuchMeld(3, 1),
        "meld 5h6h": TooFewCards(2),
        "add 1": TooFewCards(0),
        "add 1 5h": NotASequence(hand[:1]),
        "meld 5h6h9c": NotASequence((hand[0], hand[1], hand[3])),
        "meld 5h6h7h": CannotGoOut(1, read_play(state, "meld 5h6h7h")[1]),
    }
    assert {play: refusal(state, play) for play in facts} == facts
    last = position(hand="9c", took_morto=(0,))
    for play in ("discard 9c", "timeout"):
        assert refusal(last, play) == CannotGoOut(0, read_play(last, play)[1])
    assert refusal(position(phase="draw", hand="9c"), "discard 9c") == WrongPhase(must_draw=True)
    taking = position(phase="draw", hand="5h6h9c", pile="Kd")
    assert refusal(taking, "take new 5h") == TooFewCards(2)
    assert refusal(taking, "take new 5h6h") == NotASequence(parse_cards("Kd5h6h"))


def test_a_refusal_s_text_never_names_a_card():
    state = position(hand="5h6h7h9c", took_morto=(0,))
    for play in ("discard Ks", "meld 5h6h9c", "meld 5h6h7h"):
        with pytest.raises(Refused) as caught:
            decide(state, *read_play(state, play))
        assert str(caught.value) == caught.value.refusal.code.value


def test_refusals_and_states_are_frozen():
    with pytest.raises(dataclasses.FrozenInstanceError):
        refusal(position(hand="9c"), "draw").must_draw = True
    with pytest.raises(dataclasses.FrozenInstanceError):
        position(hand="9c").over = True


def test_a_state_survives_pickling_with_its_cards_identical():
    state = position(hand="9cJK", melds=[CLEAN])
    again = pickle.loads(pickle.dumps(state))  # noqa: S301 - our own bytes
    assert again == state
    assert round_of(again).hands[0][1] is parse_cards("JK")[0]


def test_before_the_first_deal_there_is_no_round_to_play_in():
    state = engine.start(rules=rules_for(Preset.OFICIAL), players=("Ana", "Bia"))[1]
    assert code(state, "0 draw") == "round_over"
    assert state.phase is Phase.OVER
    assert state.next_starter() is None
