"""The 53 different cards of the pack, as singletons, and their two-character notation.

Equal cards of the two packs cannot be told apart, so a card is its name: one object per name,
compared and hashed by identity (which keeps the engine fast).
"""

import enum
from collections.abc import Iterable
from typing import Final, Never, final

ACE: Final = 1
TWO: Final = 2
JACK: Final = 11
QUEEN: Final = 12
KING: Final = 13

RANK_LETTERS: Final = "A23456789TJQK"


class Suit(enum.Enum):
    """A suit; the value is its letter in a record (paus, ouros, copas, espadas)."""

    CLUBS = "c"
    DIAMONDS = "d"
    HEARTS = "h"
    SPADES = "s"


SUITS: Final = tuple(Suit)


class UnknownCard(ValueError):
    """The text names no card of this pack."""


@final
class Card:
    """One of the 53 names: 52 of rank and suit, and the Joker (rank 0, no suit).

    ``points`` is the card's value in the score (rule 7.1); ``suit_number`` is its place in
    ``SUITS``, -1 for the Joker. ``can_be_wild`` marks Jokers and all 2s (rule 3.6).
    """

    __slots__ = ("can_be_wild", "code", "points", "rank", "suit", "suit_number")

    code: str
    rank: int
    suit: Suit | None
    suit_number: int
    points: int
    can_be_wild: bool

    def __init__(self, code: str, rank: int, suit_number: int, points: int) -> None:
        object.__setattr__(self, "code", code)
        object.__setattr__(self, "rank", rank)
        object.__setattr__(self, "suit_number", suit_number)
        object.__setattr__(self, "suit", SUITS[suit_number] if suit_number >= 0 else None)
        object.__setattr__(self, "points", points)
        object.__setattr__(self, "can_be_wild", rank in (0, TWO))

    def __setattr__(self, name: str, value: object) -> Never:
        raise AttributeError(f"a card never changes: {name}")

    def __repr__(self) -> str:
        return f"card({self.code!r})"

    def __str__(self) -> str:
        return self.code

    def __reduce__(self) -> tuple[object, tuple[str]]:
        return card, (self.code,)


def _points(rank: int) -> int:
    if rank == ACE:
        return 15
    return 5 if 3 <= rank <= 7 else 10


JOKER: Final = Card("JK", 0, -1, 50)

FACES: Final = (
    *(
        Card(letter + suit.value, rank, number, _points(rank))
        for number, suit in enumerate(SUITS)
        for rank, letter in enumerate(RANK_LETTERS, start=1)
    ),
    JOKER,
)
"""Every different card once: by suit, then rank, the Joker last."""

PACK: Final = (*FACES[:-1], *FACES[:-1], JOKER, JOKER, JOKER, JOKER)
"""The 108 cards of the game in factory order: two packs of 52 and four Jokers (rule 2.1)."""

_BY_CODE: Final = {face.code: face for face in FACES}


def card(code: str) -> Card:
    """Return the card named by two characters such as ``7h`` or ``JK``.

    Raises UnknownCard for any other text.
    """
    try:
        return _BY_CODE[code]
    except KeyError:
        raise UnknownCard(code) from None


def parse_cards(text: str) -> tuple[Card, ...]:
    """Read cards written without separators (``7hJKTd``); the inverse of ``format_cards``.

    Raises UnknownCard where the text holds anything else.
    """
    return tuple(card(text[at : at + 2]) for at in range(0, len(text), 2))


def format_cards(cards: Iterable[Card]) -> str:
    """Write cards without separators, as a record does."""
    return "".join(face.code for face in cards)


def is_pack(cards: Iterable[Card]) -> bool:
    """Whether these are the 108 cards of the game, in whatever order (rule 2.1)."""
    return sorted(face.code for face in cards) == _PACK_CODES


_PACK_CODES: Final = sorted(face.code for face in PACK)
