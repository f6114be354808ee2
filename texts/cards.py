"""How cards and melds are written for people: ``7♥``, ``J-Q-K♦``, ``4♠ a 10♠ (2♥ no 8)``."""

import enum
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Final

from game.cards import Card, Suit
from game.melds import Meld, MeldKind

SUIT_SIGNS: Final = {
    Suit.CLUBS: "♣",
    Suit.DIAMONDS: "♦",
    Suit.HEARTS: "♥",
    Suit.SPADES: "♠",
}
SUIT_NAMES: Final = {
    Suit.CLUBS: "paus",
    Suit.DIAMONDS: "ouros",
    Suit.HEARTS: "copas",
    Suit.SPADES: "espadas",
}
RANK_SIGNS: Final = ("", "A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")
JOKER_SIGN: Final = "🃏"
JOKER_NAME: Final = "curingão"

KIND_NAMES: Final = {
    MeldKind.RUN: "",
    MeldKind.DIRTY: "suja",
    MeldKind.CLEAN: "limpa",
    MeldKind.FIVE_HUNDRED: "de 500",
    MeldKind.THOUSAND: "de 1000",
}


def rank_sign(position: int) -> str:
    """The rank at a position of a meld, 1 (low Ace) to 14 (high Ace)."""
    return RANK_SIGNS[position]


def card_sign(face: Card) -> str:
    """A card in two or three characters: ``10♥``; the Joker is ``🃏``."""
    if face.suit is None:
        return JOKER_SIGN
    return RANK_SIGNS[face.rank] + SUIT_SIGNS[face.suit]


def card_name(face: Card) -> str:
    """A card for a sentence that may be read aloud: ``10 de copas``, ``curingão``."""
    if face.suit is None:
        return JOKER_NAME
    return f"{RANK_SIGNS[face.rank]} de {SUIT_NAMES[face.suit]}"


def cards_sign(cards: Iterable[Card]) -> str:
    """Some cards in the given order: ``J-Q-K♦`` where all are of one suit, else ``5♥ 2♠ 🃏``."""
    cards = tuple(cards)
    suits = {face.suit for face in cards}
    if len(cards) > 1 and len(suits) == 1 and None not in suits:
        ranks = "-".join(RANK_SIGNS[face.rank] for face in cards)
        (suit,) = suits
        return ranks + SUIT_SIGNS[suit] if suit else ranks
    return " ".join(card_sign(face) for face in cards)


def meld_sign(meld: Meld) -> str:
    """A meld as it lies: its ends, its suit and what the wild stands for."""
    sign = SUIT_SIGNS[meld.suit]
    ends = f"{rank_sign(meld.start)}-{rank_sign(meld.end)}{sign}"
    if meld.wild is None or meld.wild_position is None:
        return ends
    return f"{ends} ({card_sign(meld.wild)} no {rank_sign(meld.wild_position)})"


def meld_name(meld: Meld) -> str:
    """A meld for a picture's alt text: ``copas 5 a J (curingão no 7)``."""
    words = f"{SUIT_NAMES[meld.suit]} {rank_sign(meld.start)} a {rank_sign(meld.end)}"
    if meld.wild is None or meld.wild_position is None:
        return words
    return f"{words} ({card_name(meld.wild)} no {rank_sign(meld.wild_position)})"


class HandOrder(enum.Enum):
    """How a hand is sorted; its cards are numbered in that order, from 1."""

    SUIT = "suit"
    RANK = "rank"


SUITS_SHOWN: Final = (Suit.SPADES, Suit.HEARTS, Suit.CLUBS, Suit.DIAMONDS)
"""The order of the suits wherever a hand is shown: black and red alternate."""

_AFTER_ALL: Final = 99


def sorted_hand(hand: Iterable[Card], order: HandOrder) -> tuple[Card, ...]:
    """The cards in the order in which pictures, menus and typed numbers count them.

    By suit ♠ ♥ ♣ ♦ and then from Ace to King, or by rank and then suit; the Jokers last.
    """

    def place(face: Card) -> tuple[int, int]:
        if face.suit is None:
            return _AFTER_ALL, _AFTER_ALL
        suit = SUITS_SHOWN.index(face.suit)
        return (suit, face.rank) if order is HandOrder.SUIT else (face.rank, suit)

    return tuple(sorted(hand, key=place))


def places_of(cards: Iterable[Card], shown: Sequence[Card]) -> frozenset[int]:
    """Which indices of the shown cards these are: of equal ones, that came later, the last."""
    wanted = Counter(cards)
    places = set()
    for index in range(len(shown) - 1, -1, -1):
        if wanted[shown[index]] > 0:
            wanted[shown[index]] -= 1
            places.add(index)
    return frozenset(places)
