"""A second, naive statement of section 3: every legal meld of the pack, written out.

It knows nothing of the engine's way: it lays down every run of every suit, without a wild and
with every wild at every place, and sorts the layouts of each set of cards by preference.
"""

import functools
from collections import Counter
from collections.abc import Iterable, Mapping

from game.cards import ACE, JOKER, SUITS, TWO, Card, card

Key = tuple[str, ...]
"""The codes of a set of cards, sorted."""

LINE = "A23456789TJQKA"


def key(cards: Iterable[Card]) -> Key:
    """The set of cards, whatever their order."""
    return tuple(sorted(face.code for face in cards))


class Layout(tuple[int, tuple[Card, ...], int | None]):
    """The first position, the cards as they lie, and the index of the wild one."""

    __slots__ = ()


@functools.cache
def layouts(suit_number: int, *, locked: bool) -> Mapping[Key, Layout]:
    """Every set of cards that is a meld of the suit (rules 3.1 to 3.8), as it lies (3.10 to 3.13).

    ``locked``: those in which a 2 of the own suit is wild for good, wherever it stands (3.15).
    """
    suit = SUITS[suit_number].value
    line = [card(rank + suit) for rank in LINE]
    own_two = line[1]
    foreign = [card("2" + other.value) for other in SUITS if other.value != suit]
    best: dict[Key, tuple[tuple[bool, bool, int], Layout]] = {}

    def offer(start: int, cards: tuple[Card, ...], wild_at: int | None) -> None:
        naturals = [at for at in range(len(cards)) if at != wild_at]
        if any(count > 2 for face, count in Counter(cards).items() if face is not JOKER):
            return
        if len(naturals) < 2:
            return
        high_aces = any(cards[at].rank == ACE and start + at == 14 for at in naturals)
        low_aces = any(cards[at].rank == ACE and start + at == 1 for at in naturals)
        wild_place = 0 if wild_at is None else start + wild_at
        preference = (wild_at is not None, high_aces and not low_aces, -wild_place)
        name = key(cards)
        if name not in best or preference < best[name][0]:
            best[name] = (preference, Layout((start, cards, wild_at)))

    for start in range(1, 13):
        for end in range(start + 2, 15):
            cards = tuple(line[start - 1 : end])
            if not locked:
                offer(start, cards, None)
            for at in range(len(cards)):
                for wild in (own_two,) if locked else (own_two, JOKER, *foreign):
                    if wild is own_two and start + at == TWO and not locked:
                        continue
                    offer(start, (*cards[:at], wild, *cards[at + 1 :]), at)
    return {name: layout for name, (_, layout) in best.items()}


@functools.cache
def all_layouts() -> Mapping[Key, Layout]:
    """The melds of all four suits."""
    return {
        name: layout
        for suit_number in range(len(SUITS))
        for name, layout in layouts(suit_number, locked=False).items()
    }


def melds_within(hand: Iterable[Card]) -> set[Key]:
    """Every set of cards of the hand that is a meld."""
    held = Counter(face.code for face in hand)
    return {
        name
        for name in all_layouts()
        if len(name) <= sum(held.values())
        and all(held[face] >= count for face, count in _counted(name))
    }


@functools.cache
def _counted(name: Key) -> tuple[tuple[str, int], ...]:
    return tuple(Counter(name).items())
