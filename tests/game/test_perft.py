"""Exhaustive counts on reduced situations against the oracle (the field's "perft")."""

import itertools
from collections import Counter

import pytest

from game import engine
from game.actions import Discard, Draw, ExtendMeld, LayMeld, TakePile
from game.cards import ACE, FACES, JOKER, KING, TWO, Card, card, parse_cards
from game.melds import (
    Meld,
    MeldKind,
    NotAMeld,
    TooManyWilds,
    extend_by_one,
    make_meld,
)
from game.options import is_legal, new_melds, options
from game.rules import DirtyCanastra, Preset, rules_for
from game.state import MatchState, Phase, team_of
from tests.game.oracle import Layout, all_layouts, key, layouts, melds_within
from tests.support.positions import position, round_of

OPEN = rules_for(Preset.OFICIAL)
LOCKED = rules_for(Preset.OFICIAL, dirty_canastra=DirtyCanastra.LOCKED_AT_SEVEN)
HEARTS = 2

# One suit with everything that can disturb it: both Aces, both 2s, two wilds from outside.
REDUCED = parse_cards("AhAh2h2h3h4h5h6h7h8h9hThJhQhKh2cJK")


def laid(cards, rules=OPEN, onto=None) -> Meld | None:
    try:
        return make_meld(cards, rules, onto=onto)
    except NotAMeld:
        return None


def expected_kind(layout: Layout) -> MeldKind:
    start, cards, wild_at = layout
    if len(cards) < 7:
        return MeldKind.RUN
    if wild_at is not None:
        return MeldKind.DIRTY
    return {13: MeldKind.FIVE_HUNDRED if start == 1 else MeldKind.CLEAN, 14: MeldKind.THOUSAND}.get(
        len(cards), MeldKind.CLEAN
    )


def lies_as(meld: Meld, layout: Layout) -> bool:
    return (meld.start, meld.cards, meld.wild_at) == tuple(layout) and meld.kind is expected_kind(
        layout
    )


def subsets(cards: tuple[Card, ...]) -> set[tuple[Card, ...]]:
    """Every different set of these cards, from three cards on."""
    counts = Counter(cards)
    choices = itertools.product(
        *([(face,) * n for n in range(counts[face] + 1)] for face in counts)
    )
    sets = (tuple(itertools.chain.from_iterable(choice)) for choice in choices)
    return {chosen for chosen in sets if len(chosen) >= 3}


def test_perft_every_set_of_a_one_suit_pack_is_judged_and_laid_as_the_oracle_says():
    legal = layouts(HEARTS, locked=False)
    counts: Counter[MeldKind] = Counter()
    for cards in subsets(REDUCED):
        meld = laid(cards)
        layout = legal.get(key(cards))
        assert (meld is None) == (layout is None), cards
        if meld is not None and layout is not None:
            assert lies_as(meld, layout), cards
            counts[meld.kind] += 1
    assert counts == {
        MeldKind.RUN: 472,
        MeldKind.CLEAN: 33,
        MeldKind.DIRTY: 868,
        MeldKind.FIVE_HUNDRED: 1,
        MeldKind.THOUSAND: 1,
    }


@pytest.mark.parametrize("suit_number", range(4))
def test_perft_every_legal_meld_of_each_suit_is_laid_so_and_no_other_layout_is(suit_number):
    legal = layouts(suit_number, locked=False)
    for name, layout in legal.items():
        meld = laid(tuple(map(card, reversed(name))))
        assert meld is not None, name
        assert lies_as(meld, layout), name
    assert len(legal) == 2255


def test_perft_one_card_more_agrees_with_the_oracle_and_with_make_meld():
    legal = layouts(HEARTS, locked=False)
    grown = 0
    for name, layout in legal.items():
        meld = make_meld(layout[1], OPEN)
        for face in FACES:
            longer = extend_by_one(meld, face, OPEN)
            wanted = legal.get(key((*layout[1], face)))
            assert (longer is None) == (wanted is None), (name, face)
            assert longer == laid((face,), onto=meld), (name, face)
            if longer is not None and wanted is not None:
                assert lies_as(longer, wanted), (name, face)
                grown += 1
    assert grown == 6569


def test_perft_locked_melds_grow_as_the_oracle_says():
    # From every meld that locks, add card after card until nothing more goes in.
    free, locked = layouts(HEARTS, locked=False), layouts(HEARTS, locked=True)
    own_two = card("2h")
    front = {
        make_meld(layout[1], LOCKED)
        for layout in free.values()
        if len(layout[1]) >= 7 and layout[2] is not None and layout[1][layout[2]] is own_two
    }
    assert all(meld.is_dirty_for_good and meld.wild is own_two for meld in front)
    seen: set[Meld] = set()
    while front:
        meld = front.pop()
        seen.add(meld)
        assert lies_as(meld, locked[key(meld.cards)])
        for face in FACES:
            longer = extend_by_one(meld, face, LOCKED)
            assert longer == laid((face,), LOCKED, onto=meld)
            name = key((*meld.cards, face))
            assert (longer is None) == (name not in locked), (meld, face)
            if longer is not None and longer not in seen:
                front.add(longer)
    assert len(seen) == 291


@pytest.mark.parametrize(
    ("size", "hands", "melds"), [(12, 3744, 371_236), (13, 1548, 240_862), (15, 107, 44_208)]
)
def test_perft_new_melds_of_every_hand_of_a_one_suit_pack(size, hands, melds):
    found = 0
    every = {chosen for chosen in subsets(REDUCED) if len(chosen) == size}
    for number, hand in enumerate(sorted(every, key=key)):
        sets = [key(cards) for cards in new_melds(hand)]
        found += len(sets)
        assert len(sets) == len(set(sets))
        if number % 50 == 0:
            assert set(sets) == melds_within(hand)
        else:  # the oracle's count is dear; every meld that is found is legal all the same
            assert set(sets) <= all_layouts().keys()
    assert (len(every), found) == (hands, melds)


def test_perft_every_three_and_four_cards_of_the_pack_are_judged_as_the_oracle_says():
    # Three cards in full; four with the cards that matter most beside one another.
    legal = all_layouts()
    three = 0
    for cards in itertools.combinations_with_replacement(FACES, 3):
        if len(set(cards)) == 1 and cards[0] is not JOKER:
            continue
        assert (laid(cards) is None) == (key(cards) not in legal), cards
        three += key(cards) in legal
    near = parse_cards("AhAh2h2h2c2d3h4h5hQhKhAc3cJKJK")
    for cards in subsets(near):
        if len(cards) <= 5:
            assert (laid(cards) is None) == (key(cards) not in legal), cards
    assert three == 540


def oracle_refusal(cards: tuple[Card, ...]) -> type[NotAMeld] | None:
    """Rule 12.4 and 12.5 in their own words."""
    if key(cards) in all_layouts():
        return None
    suits = {face.suit for face in cards if face.rank not in (0, TWO)}
    if len(suits) != 1:
        return NotAMeld
    suit = suits.pop()
    wilds = [f for f in cards if f is JOKER or (f.rank == TWO and f.suit is not suit)]
    return TooManyWilds if len(wilds) > 1 else NotAMeld


def test_perft_every_refused_set_has_the_oracle_s_code():
    cards = parse_cards("AhAh2h2h2c2d3h4h6hKhAc3cJKJK")
    for chosen in subsets(cards):
        assert refused_as(chosen) is oracle_refusal(chosen), chosen


def refused_as(cards: tuple[Card, ...]) -> type[NotAMeld] | None:
    try:
        make_meld(cards, OPEN)
    except NotAMeld as error:
        return type(error)
    return None


def candidates(state: MatchState):
    """Everything that the options are complete for, written out without any thought."""
    current = round_of(state)
    hand = current.hands[current.turn]
    numbers = range(len(current.melds[team_of(current.turn)]) + 2)
    sets = [tuple(map(card, name)) for name in {key(chosen) for chosen in chosen_from(hand)}]
    yield Draw()
    yield from (TakePile(number) for number in numbers)
    yield from (TakePile(None, cards) for cards in sets)
    yield from (LayMeld(cards) for cards in sets)
    yield from (ExtendMeld(number, (face,)) for number in numbers for face in FACES)
    yield from (Discard(face) for face in FACES)


def chosen_from(hand: tuple[Card, ...]):
    for size in range(len(hand) + 1):
        yield from itertools.combinations(hand, size)


def name_of(action):
    """An action without the order in which its cards are named."""
    cards = key(action.cards) if isinstance(action, TakePile | LayMeld | ExtendMeld) else ()
    return (
        type(action).__name__,
        getattr(action, "meld", None),
        cards,
        getattr(action, "card", None),
    )


def complete(state: MatchState, seat):
    """The options without the bridged takes, for which they are not complete."""
    return [
        action
        for action in options(state, seat).all()
        if not (isinstance(action, TakePile) and action.meld is not None and action.cards)
    ]


def perft(state: MatchState, depth: int) -> int:
    """The number of ways to play so many plies, the options compared with brute force in each."""
    current = round_of(state)
    if current.phase is Phase.OVER:
        return 1
    seat = current.turn
    listed = complete(state, seat)
    names = [name_of(action) for action in listed]
    brute = {name_of(each) for each in candidates(state) if is_legal(state, seat, each)}
    assert len(names) == len(set(names))
    assert set(names) == brute
    if depth == 1:
        return len(listed)
    return sum(perft(engine.play(state, seat, action)[1], depth - 1) for action in listed)


TREES = {
    "a take and a first morto": (
        {
            "phase": "draw",
            "hand": "5h6h8hKcKs",
            "pile": "4d7h",
            "hands": {1: "8c9cTc2s"},
            "mortos": ("3c4c5cJd", "3d6s8sTd"),
            "stock": "2h9sJK8d",
        },
        [4, 22, 37, 250, 676, 1728],
    ),
    "near the final going out": (
        {
            "phase": "draw",
            "hand": "9sTs5d",
            "pile": "6d",
            "melds": ["3s4s5s6s7s8s", "7d8d9d"],
            "their_melds": ["3h4h5h6h7h8hJK"],
            "hands": {1: "9h2h"},
            "took_morto": (0, 1),
            "mortos": 0,
            "stock": "JKJs2s",
        },
        [2, 12, 30, 74, 175, 624, 1973],
    ),
    "locked, with a morto that is not in play": (
        {
            "phase": "draw",
            "rules": "tradicional",
            "hand": "3c2c9d",
            "pile": "KdTc",
            "melds": ["4c5c6c7c8c9c2c", "3s4s5s6s7s8s9s"],
            "hands": {1: "5h6h7h"},
            "took_morto": (0,),
            "unplayed": (1,),
            "mortos": 0,
            "stock": "JhTs",
        },
        [2, 14, 38, 84, 155, 380, 877],
    ),
}


@pytest.mark.parametrize("name", TREES)
def test_perft_the_tree_of_a_position(name):
    parts, counts = TREES[name]
    state = position(**parts, conserve=False)
    assert [perft(state, depth) for depth in range(1, len(counts) + 1)] == counts


def test_the_oracle_itself_knows_the_rules_first_words():
    assert key(parse_cards("5h6h7h")) in all_layouts()
    assert key(parse_cards("KhAh3h")) not in all_layouts()
    assert all(len(name) <= 14 for name in all_layouts())
    assert {face.rank for face in REDUCED} == {0, ACE, TWO, *range(3, KING + 1)}
