"""What happened, as stored: frozen facts that fold into the state (docs/architecture.md).

No event but ``RoundDealt`` holds a hidden card, so all the others may be told to anybody.
"""

import dataclasses
import enum

from game.actions import Seat, Team
from game.cards import Card
from game.rules import Rules


class RoundEnding(enum.Enum):
    """Why a round is over."""

    WENT_OUT = "went_out"
    STOCK_EXHAUSTED = "stock_exhausted"
    FORFEIT = "forfeit"


@dataclasses.dataclass(frozen=True, slots=True)
class MatchStarted:
    """The players sit down, in seat order."""

    rules: Rules
    players: tuple[str, ...]


@dataclasses.dataclass(frozen=True, slots=True)
class RoundDealt:
    """The pack in dealing order: 11 a seat, two mortos of 11, the stock (rule 2.4). Secret."""

    number: int
    starter: Seat
    pack: tuple[Card, ...]


@dataclasses.dataclass(frozen=True, slots=True)
class CardDrawn:
    """The top card of the stock went into the hand."""

    seat: Seat
    automatic: bool = False


@dataclasses.dataclass(frozen=True, slots=True)
class PileTaken:
    """The pile went to the hand, but for its top card, melded with ``cards`` from the hand.

    ``top`` and ``count``, the pile's top card and how many cards it had, are not stored: they are
    filled in when a lap tells of it (``Round.laps``).
    """

    seat: Seat
    meld: int | None
    cards: tuple[Card, ...]
    top: Card | None = None
    count: int = 0


@dataclasses.dataclass(frozen=True, slots=True)
class MeldLaid:
    """A new meld of the seat's team."""

    seat: Seat
    cards: tuple[Card, ...]


@dataclasses.dataclass(frozen=True, slots=True)
class MeldExtended:
    """Cards were added to the team's meld of that number."""

    seat: Seat
    meld: int
    cards: tuple[Card, ...]


@dataclasses.dataclass(frozen=True, slots=True)
class CardDiscarded:
    """A card went onto the pile and the turn passed."""

    seat: Seat
    card: Card
    automatic: bool = False


@dataclasses.dataclass(frozen=True, slots=True)
class MortoTaken:
    """The seat went out and took the next morto: at once (direct) or for its next turn."""

    seat: Seat
    direct: bool


@dataclasses.dataclass(frozen=True, slots=True)
class MortoBecameStock:
    """The stock was empty and the next untaken morto replaced it (rule 6.2)."""


@dataclasses.dataclass(frozen=True, slots=True)
class RoundEnded:
    """The round was played to its end and is scored; ``by`` is the seat that went out."""

    ending: RoundEnding
    by: Seat | None


@dataclasses.dataclass(frozen=True, slots=True)
class PlayerEliminated:
    """The seat's fourth automatic play has been made (rule 9.10)."""

    seat: Seat


@dataclasses.dataclass(frozen=True, slots=True)
class SeatSubstituted:
    """Another player sits there now, with no automatic plays."""

    seat: Seat
    name: str


@dataclasses.dataclass(frozen=True, slots=True)
class SeatResigned:
    """The seat's team gave up."""

    seat: Seat


@dataclasses.dataclass(frozen=True, slots=True)
class MatchEnded:
    """The match is over; ``winner`` is None for a draw, ``forfeited_by`` the seat that lost it."""

    winner: Team | None
    forfeited_by: Seat | None = None


Event = (
    MatchStarted
    | RoundDealt
    | CardDrawn
    | PileTaken
    | MeldLaid
    | MeldExtended
    | CardDiscarded
    | MortoTaken
    | MortoBecameStock
    | RoundEnded
    | PlayerEliminated
    | SeatSubstituted
    | SeatResigned
    | MatchEnded
)
