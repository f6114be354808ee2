"""What a seat can do, as frozen values (rules 4 and 9). Who acts is an argument, never a field."""

import dataclasses
from typing import NewType

from game.cards import Card

Seat = NewType("Seat", int)
"""A place at the table, 0 to 3 clockwise (0 and 1 at a table of two)."""

Team = NewType("Team", int)
"""A pair, 0 or 1: the seat modulo 2."""


@dataclasses.dataclass(frozen=True, slots=True)
class Draw:
    """Draw the top card of the stock (comprar)."""


@dataclasses.dataclass(frozen=True, slots=True)
class TakePile:
    """Take the whole discard pile, its top card going at once into a meld (pegar o lixo).

    ``meld`` is the number, from 1, of a meld of the own team, or None for a new one; ``cards``
    are those that the hand adds to the top card.
    """

    meld: int | None
    cards: tuple[Card, ...] = ()


@dataclasses.dataclass(frozen=True, slots=True)
class LayMeld:
    """Lay a new meld from the hand (baixar)."""

    cards: tuple[Card, ...]


@dataclasses.dataclass(frozen=True, slots=True)
class ExtendMeld:
    """Add cards to a meld of the own team, numbered from 1 (encaixar)."""

    meld: int
    cards: tuple[Card, ...]


@dataclasses.dataclass(frozen=True, slots=True)
class Discard:
    """Discard one card, which ends the turn (descartar)."""

    card: Card


@dataclasses.dataclass(frozen=True, slots=True)
class Expire:
    """The seat's time is up: the table plays for it (rules 9.5, 9.6)."""


@dataclasses.dataclass(frozen=True, slots=True)
class Resign:
    """The seat's team gives the match up (desistir)."""


@dataclasses.dataclass(frozen=True, slots=True)
class Substitute:
    """From here on somebody else plays the seat, with no automatic plays to his name."""

    name: str


Play = Draw | TakePile | LayMeld | ExtendMeld | Discard
"""What a player does in his turn."""

Action = Play | Expire | Resign | Substitute
"""Everything a seat can do or have done to it while a match goes on."""
