"""What a seat may do now: complete, legal, and in an order that menus lean on."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.actions import Draw
from game.cards import FACES, PACK, format_cards, parse_cards
from game.melds import NotAMeld, make_meld
from game.options import MOST_NEW_MELDS, Options, is_legal, new_melds, options
from game.record import format_action
from game.rules import Preset, rules_for
from tests.game.oracle import key, melds_within
from tests.support.positions import after, position, read_play

OFICIAL = rules_for(Preset.OFICIAL)


def words(actions) -> list[str]:
    return [format_action(action) for action in actions]


def test_a_seat_that_is_not_to_play_has_no_options():
    state = position(hand="5h6h7h9c")
    assert options(state, 1) == Options()
    assert options(after(state, "1 resign"), 0) == Options()


def test_the_draw_phase_offers_the_draw_and_the_takes():
    state = position(phase="draw", hand="5h6h9cJK", pile="4d7h", melds=["8h9hTh", "TdJdQd"])
    now = options(state, 0)
    assert now.draws == (Draw(),)
    assert words(now.takes) == [
        "take 1",
        "take new 5h6hJK",
        "take new 5h6h",
        "take new 5hJK",
        "take new 6hJK",
    ]
    assert (now.melds, now.extensions, now.discards) == ((), (), ())
    assert now.all() == (*now.draws, *now.takes)


def test_no_take_is_offered_from_an_empty_pile_or_without_a_justification():
    assert options(position(phase="draw", hand="5h6h9c"), 0).takes == ()
    assert options(position(phase="draw", hand="5h6h9c", pile="Kd"), 0).takes == ()


def test_a_take_into_a_meld_is_bridged_with_the_cards_between():
    state = position(phase="draw", hand="7h9cKs", pile="4d5h", melds=["8h9hTh"])
    assert words(options(state, 0).takes) == []
    state = position(phase="draw", hand="7h6h9cKs", pile="4d5h", melds=["8h9hTh"])
    assert words(options(state, 0).takes) == ["take 1 6h7h", "take new 6h7h"]
    state = position(phase="draw", hand="7hJK9cKs", pile="4d5h", melds=["8h9hTh"])
    assert "take 1 7hJK" in words(options(state, 0).takes)
    state = position(phase="draw", hand="7h9cKs", pile="4d5h", melds=["8h9hThJK"])
    assert words(options(state, 0).takes) == ["take 1 7h"]


def test_the_play_phase_offers_melds_additions_and_discards():
    state = position(hand="9c5h6h9c7hJK", melds=["8h9hTh", "TcJcQc"], took_morto=(0,))
    now = options(state, 0)
    assert words(now.melds) == [
        "meld 5h6h7hJK",
        "meld 5h6h7h",
        "meld 5hJK7h",
        "meld 5h6hJK",
        "meld 6h7hJK",
    ]
    assert words(now.extensions) == ["add 1 7h", "add 1 JK", "add 2 9c", "add 2 JK"]
    assert words(now.discards) == [
        "discard 9c",
        "discard 5h",
        "discard 6h",
        "discard 7h",
        "discard JK",
    ]
    assert now.all() == (*now.melds, *now.extensions, *now.discards)


def test_new_melds_come_longest_first_then_clean_then_from_low_to_high():
    hand = parse_cards("5h6h7h8h3c4c5cJK2h")
    assert [format_cards(cards) for cards in new_melds(hand)][:11] == [
        "5h6h7h8h2h",
        "5h6h7h8hJK",
        "5h6h7h8h",
        "3c4c5c2h",
        "3c4c5cJK",
        "5h2h7h8h",
        "5hJK7h8h",
        "5h6h2h8h",
        "5h6hJK8h",
        "5h6h7h2h",
        "5h6h7hJK",
    ]


def test_what_would_strand_is_not_offered():
    state = position(hand="5h6h7h9c", melds=["8h9hTh"], took_morto=(0,))
    now = options(state, 0)
    assert words(now.melds) == []
    assert words(now.extensions) == ["add 1 7h"]
    two = position(hand="7h9c", melds=["8h9hTh"], took_morto=(0,))
    assert words(options(two, 0).all()) == ["discard 7h", "discard 9c"]
    one = position(hand="9c", melds=["3s4s5s6s7s8s9s"], took_morto=(0,))
    assert words(options(one, 0).all()) == ["discard 9c"]


def test_new_melds_are_listed_up_to_a_bound_and_the_longest_are_among_them():
    hand = format_cards([*FACES[:13], *FACES[13:26], *FACES[26:39]][:39]) + "JK"
    state = position(hand=hand)
    now = options(state, 0)
    assert len(now.melds) == MOST_NEW_MELDS
    assert len(now.melds[0].cards) == 14
    assert sum(1 for _ in new_melds(parse_cards(hand))) > MOST_NEW_MELDS
    taking = position(phase="draw", hand=hand, pile="JK")
    assert len(options(taking, 0).takes) <= MOST_NEW_MELDS


@st.composite
def hands(draw, smallest=0, largest=24):
    """Part of a shuffled pack; often crowded into two suits, so that there is something to find."""
    suits = draw(st.sampled_from(["h", "hc", "hcd", "cdhs"]))
    cards = [face for face in PACK if face.suit is None or face.suit.value in suits]
    order = draw(st.randoms(use_true_random=False))
    order.shuffle(cards)
    return tuple(cards[: draw(st.integers(smallest, min(largest, len(cards))))])


def lying_order(cards):
    """Where the pinned order puts a meld: long, clean, low, and by suit."""
    meld = make_meld(cards, OFICIAL)
    return (-len(cards), meld.wild is not None, meld.start, meld.contents.suit_number)


@given(hands())
def test_new_melds_are_exactly_those_of_the_oracle_each_once(hand):
    found = list(new_melds(hand))
    names = [key(cards) for cards in found]
    assert len(names) == len(set(names))
    assert set(names) == melds_within(hand)
    assert [lying_order(cards) for cards in found] == sorted(map(lying_order, found))
    for cards in found:
        assert make_meld(cards, OFICIAL).cards == cards  # written as it lies


@pytest.mark.parametrize(
    "hand",
    [
        "Ah2h3h4h5h6h7h8h9hThJhQh",  # the Ace of A-(2)-3 to Q might lie high, beside a wild King
        "AhJK3h4h5h6h7h8h9hThJhQh",
        "AhAh2h2dJK3h4h5h6h7h8h9hThJhQh",
        "AhJK2h3h4h5h6h7h8h9hThJhQhKh",
        "AhAh2h2hJK3h4h5h6h7h8h9hThJhQhKh",
        "AhAhJK3h4h5h6h7h8h9hThJhQhKh",
    ],
)
def test_an_ace_that_could_lie_low_or_high_is_listed_once(hand):
    names = [key(cards) for cards in new_melds(parse_cards(hand))]
    assert len(names) == len(set(names))
    assert set(names) == melds_within(parse_cards(hand))


@given(hands(largest=9))
def test_new_melds_are_exactly_the_subsets_that_make_meld_accepts(hand):
    accepted = set()
    for mask in range(1 << len(hand)):
        cards = tuple(face for at, face in enumerate(hand) if mask >> at & 1)
        if len(cards) < 3:
            continue
        try:
            make_meld(cards, OFICIAL)
        except NotAMeld:
            continue
        accepted.add(key(cards))
    assert {key(cards) for cards in new_melds(hand)} == accepted


@given(hands(smallest=1, largest=20), st.data())
def test_with_a_needed_card_only_the_melds_with_it_are_found(hand, data):
    needed = data.draw(st.sampled_from(hand))
    with_it = [cards for cards in new_melds(hand) if needed in cards]
    found = list(new_melds(hand, needed=needed))
    assert Counter(map(key, found)) == Counter(map(key, with_it))


def test_is_legal_asks_the_judge():
    state = position(hand="5h6h7h9cKs")
    assert is_legal(state, *read_play(state, "meld 5h6h7h"))
    assert not is_legal(state, *read_play(state, "meld 5h6h9c"))
    assert not is_legal(state, *read_play(state, "1 draw"))


def test_a_bridge_that_an_ace_has_at_both_ends_is_listed_once():
    state = position(phase="draw", hand="2s9c", pile="4dAh", melds=["3h4h5h6h7h8h9hThJhQh"])
    takes = options(state, 0).takes
    assert len(takes) == len(set(takes))
