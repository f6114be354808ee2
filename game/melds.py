"""What a set of cards is when laid on the table: a sequence, or the reason why not (section 3).

A meld is judged as a set of cards, anew after each addition. As the sets are few, each different
meld is laid out once and kept: a meld is an interned value, cheap to compare and to extend.
"""

import dataclasses
import enum
import functools
from collections.abc import Iterable
from typing import Final

from game.cards import ACE, FACES, JOKER, KING, SUITS, TWO, Card, Suit
from game.rules import DirtyCanastra, Rules

LOW_ACE: Final = 1
HIGH_ACE: Final = 14
SHORTEST_MELD: Final = 3
CANASTRA_LENGTH: Final = 7


class MeldKind(enum.Enum):
    """What a meld counts as by its present layout (rule 3.19)."""

    RUN = "run"
    CLEAN = "clean"
    DIRTY = "dirty"
    FIVE_HUNDRED = "500"
    THOUSAND = "1000"

    @property
    def is_canastra(self) -> bool:
        """Whether it has seven cards or more."""
        return self is not MeldKind.RUN

    @property
    def is_clean_canastra(self) -> bool:
        """Whether it allows the final going out (rule 5.7)."""
        return self in _CLEAN_KINDS


_CLEAN_KINDS: Final = frozenset({MeldKind.CLEAN, MeldKind.FIVE_HUNDRED, MeldKind.THOUSAND})


class NotAMeld(Exception):
    """The cards are no sequence of one suit with at most one wild card."""


class TooManyWilds(NotAMeld):
    """Two or more of the cards can only be wild; they are the first argument."""


@dataclasses.dataclass(frozen=True, slots=True)
class Contents:
    """The cards of a meld as a set, which alone decides how it lies.

    ``naturals`` has bit r set for each rank r from 3 to 13; ``outside`` is a Joker or a 2 of
    another suit; ``locked`` says that a 2 of the own suit is wild for good (rule 3.15).
    """

    suit_number: int
    naturals: int
    aces: int
    own_twos: int
    outside: Card | None
    locked: bool


@dataclasses.dataclass(frozen=True, slots=True)
class Meld:
    """A valid meld (jogo) as it lies: consecutive positions of one suit, at most one card wild.

    ``start`` is the position of the first card, 1 (low Ace) to 14 (high Ace); ``wild_at`` is the
    index of the wild card in ``cards``. ``points`` is the sum of the cards' values.
    """

    contents: Contents
    start: int = dataclasses.field(compare=False)
    cards: tuple[Card, ...] = dataclasses.field(compare=False)
    wild_at: int | None = dataclasses.field(compare=False)
    kind: MeldKind = dataclasses.field(compare=False)
    points: int = dataclasses.field(compare=False)

    @property
    def suit(self) -> Suit:
        """The one suit of the natural cards."""
        return SUITS[self.contents.suit_number]

    @property
    def end(self) -> int:
        """The position of the last card, 3 to 14."""
        return self.start + len(self.cards) - 1

    @property
    def wild(self) -> Card | None:
        """The card that stands for another, if there is one."""
        return None if self.wild_at is None else self.cards[self.wild_at]

    @property
    def wild_position(self) -> int | None:
        """The position, 1 to 14, that the wild card stands at."""
        return None if self.wild_at is None else self.start + self.wild_at

    @property
    def is_dirty_for_good(self) -> bool:
        """Whether no addition can make it clean (rules 3.15, 3.16)."""
        return self.contents.outside is not None or self.contents.locked

    def kind_under(self, rules: Rules) -> MeldKind:
        """The kind that these rules count: without ``five_hundred`` Ace to King is clean."""
        if self.kind is MeldKind.FIVE_HUNDRED and not rules.five_hundred:
            return MeldKind.CLEAN
        return self.kind


def make_meld(cards: Iterable[Card], rules: Rules, *, onto: Meld | None = None) -> Meld:
    """Lay the cards out, together with the meld they join if there is one (rules 3.1 to 3.16).

    Raises TooManyWilds or NotAMeld. The number of cards is not judged.
    """
    if onto is None:
        suit_number, naturals, aces, own_twos, locked = -1, 0, 0, 0, False
        outside: list[Card] = []
    else:
        held = onto.contents
        suit_number, naturals, aces = held.suit_number, held.naturals, held.aces
        own_twos, locked = held.own_twos, held.locked
        outside = [] if held.outside is None else [held.outside]
    twos: list[Card] = []
    repeated = False
    for face in cards:
        rank = face.rank
        if rank == 0:
            outside.append(face)
        elif rank == TWO:
            twos.append(face)
        elif suit_number >= 0 and face.suit_number != suit_number:
            raise NotAMeld
        else:
            suit_number = face.suit_number
            if rank == ACE:
                aces += 1
            else:
                repeated = repeated or bool(naturals >> rank & 1)
                naturals |= 1 << rank
    if suit_number < 0:
        raise NotAMeld
    for two in twos:
        if two.suit_number == suit_number:
            own_twos += 1
        else:
            outside.append(two)
    if len(outside) > 1:
        raise TooManyWilds(tuple(outside))
    if repeated or aces > 2 or own_twos > 2:
        raise NotAMeld
    wild = outside[0] if outside else None
    meld = _lay_out(suit_number, naturals, aces, own_twos, wild, locked)
    if meld is None:
        raise NotAMeld
    return _lock(meld, rules)


def extend_by_one(meld: Meld, face: Card, rules: Rules) -> Meld | None:
    """Return the meld with one card more, or None where the card does not go in.

    The quick way of ``make_meld`` for a single card; the two agree on every meld and card.
    """
    held = meld.contents
    naturals, aces, own_twos, outside = held.naturals, held.aces, held.own_twos, held.outside
    suit_number = held.suit_number
    rank = face.rank
    if rank == 0 or (rank == TWO and face.suit_number != suit_number):
        if outside is not None:
            return None
        outside = face
    elif face.suit_number != suit_number:
        return None
    elif rank == TWO:
        own_twos += 1
    elif rank == ACE:
        aces += 1
    elif naturals >> rank & 1:
        return None
    else:
        naturals |= 1 << rank
    longer = _lay_out(suit_number, naturals, aces, own_twos, outside, held.locked)
    return None if longer is None else _lock(longer, rules)


def _lock(meld: Meld, rules: Rules) -> Meld:
    """Make the wild 2 of a dirty canastra wild for good where the rules say so (rule 3.15)."""
    if (
        rules.dirty_canastra is DirtyCanastra.LOCKED_AT_SEVEN
        and meld.kind is MeldKind.DIRTY
        and not meld.is_dirty_for_good
    ):
        held = meld.contents
        locked = _lay_out(
            held.suit_number, held.naturals, held.aces, held.own_twos, held.outside, True
        )
        assert locked is not None, "a layout with its wild stays valid when that wild is locked"
        return locked
    return meld


@functools.lru_cache(maxsize=1 << 16)
def _lay_out(
    suit_number: int,
    naturals: int,
    aces: int,
    own_twos: int,
    outside: Card | None,
    locked: bool,  # noqa: FBT001 - a cache's key is cheapest by position
) -> Meld | None:
    """Find the layout of a set of cards: without a wild first, then the Ace low first."""
    if aces > 2 or own_twos > 2:
        return None
    own_two = FACES[suit_number * 13 + 1]
    choices: tuple[tuple[int, Card | None], ...]  # how many own 2s are natural, and the wild
    if locked:
        choices = () if outside else ((own_twos - 1, own_two),)
    elif outside is not None:
        choices = ((own_twos, outside),) if own_twos < 2 else ()
    elif own_twos == 1:
        choices = ((1, None), (0, own_two))
    else:
        choices = ((1, own_two),) if own_twos else ((0, None),)
    low, high = 1 << LOW_ACE, 1 << HIGH_ACE
    ace_places = ((0,), (low, high), (low | high,))[aces]
    for natural_twos, wild in choices:
        for ace_place in ace_places:
            taken = naturals | ace_place | (natural_twos << TWO)
            place = _place_wild(taken, wild)
            if place is not None:
                contents = Contents(suit_number, naturals, aces, own_twos, outside, locked)
                return _build(contents, taken, wild, place)
    return None


def _place_wild(taken: int, wild: Card | None) -> int | None:
    """Where the wild goes so that the positions are consecutive: 0 for nowhere, None if it cannot.

    It fills a gap, else stands beyond the high end, else beyond the low end (rule 3.10).
    """
    if not taken:
        return None
    end = taken.bit_length() - 1
    start = (taken & -taken).bit_length() - 1
    gaps = end - start + 1 - taken.bit_count()
    if wild is None:
        return None if gaps else 0
    if gaps == 1:
        missing = ((1 << end) - (1 << start)) & ~taken
        return missing.bit_length() - 1
    if gaps:
        return None
    if end < HIGH_ACE:
        return end + 1
    return start - 1 if start > LOW_ACE else None


def _build(contents: Contents, taken: int, wild: Card | None, wild_place: int) -> Meld:
    filled = taken | (1 << wild_place if wild_place else 0)
    start = (filled & -filled).bit_length() - 1
    first_face = contents.suit_number * 13
    cards = []
    for position in range(start, filled.bit_length()):
        if wild is not None and position == wild_place:
            cards.append(wild)
        else:
            cards.append(FACES[first_face + (position - 1) % KING])
    length = len(cards)
    if length < CANASTRA_LENGTH:
        kind = MeldKind.RUN
    elif wild is not None:
        kind = MeldKind.DIRTY
    elif length == HIGH_ACE:
        kind = MeldKind.THOUSAND
    elif length == KING and start == LOW_ACE:
        kind = MeldKind.FIVE_HUNDRED
    else:
        kind = MeldKind.CLEAN
    return Meld(
        contents=contents,
        start=start,
        cards=tuple(cards),
        wild_at=wild_place - start if wild is not None else None,
        kind=kind,
        points=sum(face.points for face in cards),
    )


def wilds_for(suit_number: int) -> tuple[Card, ...]:
    """The five cards that can stand for another in a meld of this suit: its own 2 first."""
    twos = [FACES[number * 13 + 1] for number in range(len(SUITS))]
    own = twos.pop(suit_number)
    return (own, *twos, JOKER)
