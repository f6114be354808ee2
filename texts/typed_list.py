"""What a typed play is made of: its verb, and the cards, suits and numbers after it."""

import dataclasses
import re
import unicodedata
from collections.abc import Iterable, Sequence
from typing import Final

from game.cards import Suit
from texts.data.play_words import (
    FILLERS,
    JOKERS,
    MELD_MARKS,
    OF,
    RANK_LETTERS,
    RANK_WORDS,
    SIGNS,
    SUIT_WORDS,
    TAKES_WITH_PILE,
    VERBS,
    Verb,
)

EXAMPLES: Final = {
    Verb.DRAW: "`c`",
    Verb.TAKE: "`l j q o` (jogo novo com J e Q de ouros) ou `l 2` (no jogo 2)",
    Verb.LAY: "`b 5 6 7 c`",
    Verb.EXTEND: "`e 8p 2` (8♣ no jogo 2)",
    Verb.DISCARD: "`d 9e`, ou `d 12` para a carta de número 12 na imagem",
}

_SEPARATORS: Final = re.compile(r"[;\n\r]+")
_PIECE: Final = re.compile(
    r"(?P<digits>\d+)|(?P<suit>espadas?|copas?|ouros?|paus?|[poce])|(?P<rank>as|[ajqkvdr])"
)
_GLUED: Final = re.compile(r"([lbed])(\d\S*)")
_SHOWN: Final = 20
_ENORMOUS: Final = 9999


class Unreadable(Exception):
    """The text is no play; ``reason`` says in Portuguese what to write instead.

    The reason may name cards of the hand, so it is no part of the exception's text.
    """

    def __init__(self, reason: str) -> None:
        super().__init__("Não entendi a jogada.")
        self.reason = reason


@dataclasses.dataclass(frozen=True, slots=True)
class Named:
    """A card by its rank, 0 for the Joker, and the suit that stands with it, if one does."""

    rank: int
    suit: Suit | None = None


@dataclasses.dataclass(frozen=True, slots=True)
class Bare:
    """Digits alone: the number of a card in the picture, of a meld, or one rank or several."""

    digits: str

    @property
    def number(self) -> int:
        """The digits as a number; enormous ones are all alike."""
        return min(int(self.digits), _ENORMOUS)


@dataclasses.dataclass(frozen=True, slots=True)
class LoneSuit:
    """A suit by itself, for the cards around it."""

    suit: Suit


@dataclasses.dataclass(frozen=True, slots=True)
class MeldNumber:
    """The number of a meld, said to be one: "no jogo 2"."""

    number: int


Element = Named | Bare | LoneSuit | MeldNumber


def split_plays(text: str) -> list[str]:
    """The plays of a text, in small letters without accents, signs as words."""
    return _SEPARATORS.split(_plain(text))


def _plain(text: str) -> str:
    letters = unicodedata.normalize("NFKD", text.translate(SIGNS)).lower()
    return "".join(
        letter if letter.isascii() and (letter.isalnum() or letter in ";\n\r") else " "
        for letter in letters
        if unicodedata.category(letter) not in {"Mn", "Cf", "Me"}
    )


def read_verb(words: Sequence[str]) -> tuple[Verb | None, list[str]]:
    """The verb and what follows it; a short verb may stand with digits, as in ``d9e``."""
    if not words:
        return None, []
    first, rest = words[0], list(words[1:])
    if first in TAKES_WITH_PILE:
        after = rest[1:] if rest[:1] == ["o"] else rest
        if after[:1] == ["lixo"]:
            return Verb.TAKE, after[1:]
    glued = _GLUED.fullmatch(first)
    if glued is not None:
        return Verb(glued[1]), [glued[2], *rest]
    verb = VERBS.get(first)
    if len(first) > 1 and len(rest) > 1 and _is_article(rest):
        del rest[0]
    return verb, rest


def _is_article(words: Sequence[str]) -> bool:
    """Whether the first word after a long verb is no card: "descarta o 9", "joga a dama"."""
    if words[0] == "o":
        return words[1] not in SUIT_WORDS and pieces_of(words[1]) is not None
    return words[0] == "a" and words[1] in RANK_WORDS


def read_list(verb: Verb, words: Sequence[str], *, joker: bool) -> tuple[Element, ...]:
    """What follows the verb; ``joker`` says whether "jk" is the Joker or Jack and King."""
    elements: list[Element] = []
    after_mark = False
    spelt_out = any(word in RANK_WORDS or (word in SUIT_WORDS and len(word) > 1) for word in words)
    for word, following in zip(words, (*words[1:], ""), strict=False):
        if word in MELD_MARKS:
            after_mark = True
            continue
        if word in FILLERS or (word in OF and following in SUIT_WORDS):
            continue
        if word == "e" and spelt_out and following:
            continue  # "valete e dama de ouros"
        pieces = (
            (Named(RANK_LETTERS["j"]), Named(RANK_LETTERS["k"]))
            if word == "jk" and not joker
            else pieces_of(word)
        )
        if pieces is None:
            raise Unreadable(f"Não entendi “{quoted(word)}”. Escreva assim: {EXAMPLES[verb]}.")
        only = pieces[0] if len(pieces) == 1 else None
        if after_mark and isinstance(only, Bare):
            elements.append(MeldNumber(only.number))
        else:
            elements += pieces
        after_mark = False
    return tuple(elements)


def pieces_of(word: str) -> tuple[Element, ...] | None:
    """The cards, suits and numbers of one word such as ``9e`` or ``567c``; None for other words.

    A suit counts for all the ranks before it in the word.
    """
    if word in JOKERS:
        return (Named(0),)
    if word in RANK_WORDS:
        return (Named(RANK_WORDS[word]),)
    if word.isdigit():
        return (Bare(word),)
    pieces: list[Element] = []
    ranks: list[int] = []
    at = 0
    while at < len(word):
        piece = _PIECE.match(word, at)
        if piece is None:
            return None
        at = piece.end()
        if piece["suit"] is None:
            ranks += _ranks(piece["digits"]) if piece["digits"] else [RANK_LETTERS[piece["rank"]]]
            continue
        suit = SUIT_WORDS[piece["suit"]]
        pieces += [Named(rank, suit) for rank in ranks] or [LoneSuit(suit)]
        ranks = []
    return (*pieces, *(Named(rank) for rank in ranks))


def _ranks(digits: str) -> list[int]:
    """Digits as ranks: ``567``, ``8910``. A 1 is the Ace alone or before 2 and 3."""
    pieces = re.findall(r"10|[2-9]|^1(?=23)|^1$", digits)
    if "".join(pieces) != digits:
        raise Unreadable(f"Não há carta {digits[:_SHOWN]}. As cartas são A, 2 a 10, J, Q e K.")
    return [int(piece) for piece in pieces]


def spread_out(elements: Sequence[Element], *, by_picture: bool) -> list[Element]:
    """The list with its bare numbers as ranks, unless they are numbers of the picture."""
    spread: list[Element] = []
    for each in elements:
        if isinstance(each, Bare) and not by_picture:
            spread += [Named(rank) for rank in _ranks(each.digits)]
        else:
            spread.append(each)
    return spread


def has_names(elements: Iterable[Element]) -> bool:
    """Whether a suit or a letter says that the numbers are ranks; the Joker does not."""
    return any(
        isinstance(each, LoneSuit) or (isinstance(each, Named) and each.rank) for each in elements
    )


def names_something(word: str) -> bool:
    """Whether the word would be read as cards, be they cards that do not exist."""
    try:
        return pieces_of(word) is not None
    except Unreadable:
        return True


def suit_around(elements: Sequence[Element], at: int) -> Suit | None:
    """The next lone suit after a card, or else the last before it."""
    for each in (*elements[at + 1 :], *elements[at::-1]):
        if isinstance(each, LoneSuit):
            return each.suit
    return None


def quoted(word: str) -> str:
    """A word of the player's for an answer, the beginning of a long one."""
    return word if len(word) <= _SHOWN else word[:_SHOWN] + "…"
