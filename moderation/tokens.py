"""A message as words with tags: one reading of it for each way in which it may be disguised."""

import dataclasses
import functools
import itertools
import re
from collections.abc import Iterator, Sequence
from typing import Final

from moderation import lexicon
from moderation.context import Context
from moderation.lexicon import ASSEMBLED, END_TAGS, ENTRIES, QUESTION_TAGS, UNKNOWN, Tags
from moderation.normalize import normal
from moderation.pattern import END, QUESTION

HEART: Final = "❤"
"""A heart is a suit beside a rank alone: elsewhere it is a heart."""
SUIT_SIGNS: Final = {"♣": "paus", "♦": "ouros", "♥": "copas", "♠": "espadas"}


@dataclasses.dataclass(frozen=True, slots=True)
class Token:
    """A word: as written (lower case), as meant, and its tags."""

    written: str
    word: str
    tags: Tags
    capital: bool = False
    rank: str = ""
    suit: str = ""
    after_comma: bool = False

    def is_(self, *tags: str) -> bool:
        """Whether the word has one of the tags."""
        return not self.tags.isdisjoint(tags)


END_TOKEN: Final = Token("", "", END_TAGS)
QUESTION_TOKEN: Final = Token("?", "?", QUESTION_TAGS)

Reading = list[Token]

_FILLERS: Final = frozenset(lexicon.lines("fillers.txt"))
_PHRASE_STARTS: Final[dict[str, list[tuple[str, ...]]]] = {}
for _line in lexicon.lines("filler_phrases.txt"):
    _PHRASE_STARTS.setdefault(_line.split()[0], []).append(tuple(_line.split()))
_LAUGH: Final = re.compile(
    r"k{2,}\w{0,2}|(?:rs)+|(?:h[aeiu]){2,}h?|(?:[aeiu]h){2,}[aeiu]?|lo+l|[sk]{4,}|a(?:ha)+|(?:ja){2,}"
)
_PIECE: Final = re.compile(
    r"[♣♦♥♠❤]"
    r"|\d{1,2}[:h]\d{2}|\d+(?:[.,]\d+)+"
    r"|[^\W_]+(?:[@$!*#%•][^\W_]+)*(?:[@$]|•+)(?!\w)|[@$]?[^\W_]+(?:[@$!*#%•|]+[^\W_]+)*"
    r"|[?]+|[.;:!\n…]+|,|[-+=/()\"'“”|_]"
)
_DIGITS: Final = re.compile(r"\d+")
_COMPACT: Final = re.compile(r"(10|[2-9ajqk])(?:de)?([copehsd♣♦♥♠])", re.IGNORECASE)
_SUIT_LETTERS: Final = {
    "c": "copas",
    "o": "ouros",
    "p": "paus",
    "e": "espadas",
    "h": "copas",
    "d": "ouros",
    "s": "espadas",
}
RANK_WORDS: Final = {word: rank for rank, words in lexicon.tagged("ranks.txt") for word in words}
SUIT_WORDS: Final = {word: suit for suit, words in lexicon.tagged("suits.txt") for word in words}


@functools.lru_cache(maxsize=20_000)
def _look_up(written: str) -> tuple[str, Tags]:
    """The word and the tags of one written word (lower case, accents kept)."""
    if written in lexicon.ACCENTED:
        return lexicon.bare(written), lexicon.ACCENTED[written]
    plain = lexicon.bare(written)
    meant = lexicon.meant(plain) or lexicon.uncensored(plain)
    if meant is None:
        return plain, UNKNOWN
    return meant, ENTRIES.get(meant, UNKNOWN)


def _token(piece: str) -> Token:
    if piece in SUIT_SIGNS:
        word = SUIT_SIGNS[piece]
        return Token(piece, word, ASSEMBLED["SUIT"], rank="", suit=piece)
    if piece == HEART:
        return Token(piece, "", ASSEMBLED["EMOJI"], suit="♥")
    written = piece.lower()
    if _DIGITS.fullmatch(written):
        rank = str(int(written)) if len(written) <= 2 and 2 <= int(written) <= 10 else ""
        tags = ASSEMBLED["DIGIT" if rank else "BIG"] | ENTRIES.get(written, frozenset())
        return Token(written, written, tags, rank=rank)
    compact = _COMPACT.fullmatch(written)
    if compact and _is_compact(piece):
        letter = compact[2]
        suit = letter if letter in SUIT_SIGNS else SUIT_WORDS[_SUIT_LETTERS[letter]]
        return Token(written, written, ASSEMBLED["COMPACT"], rank=compact[1].upper(), suit=suit)
    word, tags = _look_up(written)
    return Token(written, word, tags, capital=piece[:1].isupper() and len(piece) == 1)


_NOT_COMPACTS: Final = frozenset(lexicon.lines("not_compacts.txt"))


def _is_compact(piece: str) -> bool:
    written = piece.lower()
    if piece[-1] == "h" and piece[0].isdigit():
        return False
    if written in _NOT_COMPACTS and not (len(piece) == 2 and piece[0] in "JQK"):
        return False
    return not (piece.isalpha() and not piece[0].isupper() and written in ENTRIES)


def tokenized(text: str) -> Reading:
    """The tokens of a normal text, ends of clauses among them; fillers and laughter are dropped."""
    tokens: Reading = [END_TOKEN]
    pieces = _PIECE.findall(text)
    if len(pieces) > MOST:
        pieces[MOST - MOST // 4 : -MOST // 4] = ["\n"]
    comma = False
    for at, piece in enumerate(pieces):
        if piece[0] == "?":
            tokens.append(QUESTION_TOKEN)
        elif piece[0] in _STOPS:
            if not tokens[-1].is_(END, QUESTION):
                tokens.append(END_TOKEN)
        elif piece == ",":
            comma = True
            if tokens[-1].is_("NEG") and tokens[-2].is_(END, QUESTION):
                # «Não, joga» answers; it does not deny what follows.
                tokens.append(END_TOKEN)
        elif piece[0] in _MARKS or (
            _LAUGH.fullmatch(piece.lower()) and piece.lower() not in ENTRIES
        ):
            continue
        else:
            cut_short = _WITH_SLASH.get(piece.lower()) if pieces[at + 1 : at + 2] == ["/"] else None
            token = _token(cut_short or piece)
            if comma or token.word in _TURNS_OF_TALK:
                token = dataclasses.replace(token, after_comma=True)
            comma = False
            tokens.append(token)
    if not tokens[-1].is_(END):
        tokens.append(END_TOKEN)
    return _without_fillers(tokens)


MOST: Final = 240
"""Words and signs that are read; of a longer text the middle is passed over."""
_STOPS: Final = frozenset(".;:!\n…()")
_MARKS: Final = frozenset("-+=/\"'“”|_")
_WITH_SLASH: Final = {"c": "com", "s": "sem", "p": "pra"}
_TURNS_OF_TALK: Final = frozenset(
    ("mas", "alias", "porem", "but", "enfim", "entretanto", "pero", "agora")
)


def _without_fillers(tokens: Reading) -> Reading:
    kept: Reading = []
    at = 0
    while at < len(tokens):
        token = tokens[at]
        if token.word in _PHRASE_STARTS and (length := _filler_length(tokens, at)):
            at += length
            continue
        at += 1
        if token.word == "gente" and kept[-1].word == "a":
            kept[-1] = Token("a gente", "nos", ENTRIES["nos"], after_comma=kept[-1].after_comma)
        elif token.written not in _FILLERS and token.word not in _FILLERS:
            kept.append(token)
    return kept


def _filler_length(tokens: Sequence[Token], at: int) -> int:
    for phrase in _PHRASE_STARTS[tokens[at].word]:
        if phrase == tuple(token.word for token in tokens[at : at + len(phrase)]):
            return len(phrase)
    return 0


def named(tokens: Reading, context: Context) -> Reading:
    """Marks the names of those at the table; a name is never a card."""
    words = {lexicon.bare(token.written) for token in tokens}
    for name, tags in _names(context):
        if not words.issuperset(name):
            continue
        size = len(name)
        at = 0
        while at + size <= len(tokens):
            if tuple(lexicon.bare(token.written) for token in tokens[at : at + size]) == name:
                tokens[at : at + size] = [Token(tokens[at].written, "", tags)]
                if at and tokens[at - 1].word in _TITLES:
                    del tokens[at - 1]
                    at -= 1
            at += 1
    return _without_calls(tokens)


_TITLES: Final = frozenset(
    ("seu", "dona", "don", "sr", "sra", "d", "tio", "tia", "doutor", "mestre")
)


def names_of(context: Context) -> frozenset[str]:
    """The words of the names of those at the table, without accents."""
    return frozenset(word for words, _ in _names(context) for word in words)


def _names(context: Context) -> Iterator[tuple[tuple[str, ...], Tags]]:
    groups = (
        ((context.partner,), "NAMEP"),
        (context.opponents, "NAMEO"),
        ((context.author,), "NAMEME"),
        (context.names, "NAMEX"),
    )
    for names, tag in groups:
        for words in itertools.chain.from_iterable(map(_spellings, names)):
            yield words, ASSEMBLED[tag]
            if len(words) > 1 and len(words[0]) > 2 and words[0] not in ENTRIES:
                yield words[:1], ASSEMBLED[tag]


@functools.lru_cache(maxsize=1_000)
def _spellings(name: str) -> tuple[tuple[str, ...], ...]:
    """The words of a name, and those of its plain form when it is written in other letters."""
    found = dict.fromkeys(
        tuple(_NAME_WORD.findall(lexicon.bare(form))) for form in (name, normal(name))
    )
    return tuple(words for words in found if words)


_NAME_WORD: Final = re.compile(r"[^\W_]+")


def _without_calls(tokens: Reading) -> Reading:
    """Drops whom a clause calls at its end: «jogue paus, Wilson», «pode bater, parceiro»."""
    kept: Reading = []
    for token in tokens:
        if token.is_(END, QUESTION):
            while (
                len(kept) > 2
                and kept[-1].is_("NAME", "TEAMMATE")
                and not kept[-2].is_(*_BEFORE_A_MENTION)
            ):
                kept.pop()
        kept.append(token)
    return kept


_BEFORE_A_MENTION: Final = (
    *("ART", "PREP", "POSS1", "POSS2", "CONJ", "OURS", "WITH", "IS"),
    *(END, QUESTION),
)
"""Words after which a name is spoken of, not called."""
