"""Why an action is refused: one frozen value a rule, with the facts for a helpful sentence.

The order of the codes is that of docs/rules.md, section 12; the sentences are made in ``texts``.
"""

import dataclasses
import enum

from game.actions import Action, Seat
from game.cards import Card


class RefusalCode(enum.Enum):
    """The codes of the match record."""

    MATCH_OVER = "match_over"
    ROUND_OVER = "round_over"
    NOT_YOUR_TURN = "not_your_turn"
    WRONG_PHASE = "wrong_phase"
    PILE_EMPTY = "pile_empty"
    CARD_NOT_IN_HAND = "card_not_in_hand"
    NO_SUCH_MELD = "no_such_meld"
    TOO_FEW_CARDS = "too_few_cards"
    TOO_MANY_WILDS = "too_many_wilds"
    NOT_A_SEQUENCE = "not_a_sequence"
    MORTO_NOT_IN_PLAY = "morto_not_in_play"
    CANNOT_GO_OUT = "cannot_go_out"


@dataclasses.dataclass(frozen=True, slots=True)
class MatchOver:
    """The match has ended."""

    code = RefusalCode.MATCH_OVER


@dataclasses.dataclass(frozen=True, slots=True)
class RoundOver:
    """The round has ended and the next has not begun."""

    code = RefusalCode.ROUND_OVER


@dataclasses.dataclass(frozen=True, slots=True)
class NotYourTurn:
    """Another seat, ``turn``, is to play."""

    code = RefusalCode.NOT_YOUR_TURN
    turn: Seat


@dataclasses.dataclass(frozen=True, slots=True)
class WrongPhase:
    """A draw in the play phase, or a play before the draw."""

    code = RefusalCode.WRONG_PHASE
    must_draw: bool


@dataclasses.dataclass(frozen=True, slots=True)
class PileEmpty:
    """There is no discard pile to take."""

    code = RefusalCode.PILE_EMPTY


@dataclasses.dataclass(frozen=True, slots=True)
class CardNotInHand:
    """A named card is not in the hand, or only ``held`` times."""

    code = RefusalCode.CARD_NOT_IN_HAND
    card: Card
    held: int


@dataclasses.dataclass(frozen=True, slots=True)
class NoSuchMeld:
    """The team has only ``count`` melds."""

    code = RefusalCode.NO_SUCH_MELD
    number: int
    count: int


@dataclasses.dataclass(frozen=True, slots=True)
class TooFewCards:
    """A new meld of fewer than three cards, or an addition of none."""

    code = RefusalCode.TOO_FEW_CARDS
    count: int


@dataclasses.dataclass(frozen=True, slots=True)
class TooManyWilds:
    """Two or more of the cards can only be wild."""

    code = RefusalCode.TOO_MANY_WILDS
    wilds: tuple[Card, ...]


@dataclasses.dataclass(frozen=True, slots=True)
class NotASequence:
    """The cards, with those of the meld they join, are no sequence."""

    code = RefusalCode.NOT_A_SEQUENCE
    cards: tuple[Card, ...]


@dataclasses.dataclass(frozen=True, slots=True)
class MortoNotInPlay:
    """The final going out waits for these seats to play with their morto (rule 5.11)."""

    code = RefusalCode.MORTO_NOT_IN_PLAY
    waiting_for: tuple[Seat, ...]


@dataclasses.dataclass(frozen=True, slots=True)
class CannotGoOut:
    """The action would leave ``cards_left`` (0 or 1) and the team has no clean canastra.

    ``action`` is the refused one, from which a legal order can be looked for (rules 4.10 and 5.7).
    """

    code = RefusalCode.CANNOT_GO_OUT
    cards_left: int
    action: Action


Refusal = (
    MatchOver
    | RoundOver
    | NotYourTurn
    | WrongPhase
    | PileEmpty
    | CardNotInHand
    | NoSuchMeld
    | TooFewCards
    | TooManyWilds
    | NotASequence
    | MortoNotInPlay
    | CannotGoOut
)


class Refused(Exception):
    """The action is not allowed now; nothing has changed."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(refusal.code.value)  # never the cards: an exception's text reaches logs
        self.refusal = refusal
