"""What the ear hears in a reading: words, what they are, their neighbours, and where it is said."""

import functools
import itertools
from collections.abc import Iterator, Sequence
from typing import Final

from moderation import lexicon
from moderation.context import Context, Said
from moderation.grammar import hits, matching, understood
from moderation.normalize import normal
from moderation.pattern import END, QUESTION
from moderation.public import is_public
from moderation.tokens import Reading, Token

_CARDS: Final = ("CARD", "SUIT", "SUITW", "WILD", "WILDW", "RANK", "RANKW", "COMPACT")
_NAMES: Final = ("NAMEP", "NAMEO", "NAMEX", "NAMEME")
_KINDS: Final = tuple(lexicon.lines("kinds.txt"))
"""What a word is said to be first, where it is several things."""
_APART: Final = 5
_MANY_WORDS: Final = 6
LONGEST_QUESTION: Final = 300
"""Characters of the message that is answered."""


def features(tokens: Reading, context: Context) -> Iterator[str]:
    """The features of a reading; each counts once, however often it comes."""
    signs = [_sign(token, context) for token in tokens]
    words = [
        sign or ("BIG" if token.is_("BIG") else token.word) for sign, token in _both(signs, tokens)
    ]
    kinds = [sign or _kind(token) for sign, token in _both(signs, tokens)]
    for word in words:
        yield f"w:{word}"
    for sign, token in _both(signs, tokens):
        if sign is None:
            yield from (f"t:{tag}" for tag in token.tags if tag[0] != "=" and tag != "OTHER")
            if token.tags == lexicon.UNKNOWN:
                padded = f"<{token.word}>"
                yield from (f"c:{padded[at : at + 4]}" for at in range(len(padded) - 3))
    yield from (f"b:{one} {two}" for one, two in itertools.pairwise(words))
    yield from (f"k:{one} {two}" for one, two in itertools.pairwise(kinds))
    yield from (
        f"k:{one} {two} {three}"
        for one, two, three in zip(kinds, kinds[1:], kinds[2:], strict=False)
    )
    yield from _apart(kinds)
    yield f"length:{min(_MANY_WORDS, len(tokens) // 3)}"
    if any(sign in _CARDS for sign in signs):
        yield "hidden card"
    if len(kinds) > 2:
        yield f"first:{words[1]}"
        yield f"last:{words[-2]}"
        yield f"ends:{kinds[1]} {kinds[-2]}"
    yield from (f"shield:{topic}" for topic in matching(tokens))
    yield from _where(context)


def _both(signs: Sequence[str | None], tokens: Reading) -> Iterator[tuple[str | None, Token]]:
    return zip(signs, tokens, strict=True)


def _sign(token: Token, context: Context) -> str | None:
    """Ends, cards (with a mark when they lie open) and names, which stand for themselves."""
    if token.is_(END):
        return "#"
    if token.is_(QUESTION):
        return "?"
    for card in _CARDS:
        if token.is_(card):
            return f"{card}!" if is_public(token, context) else card
    return next((name for name in _NAMES if token.is_(name)), None)


def _kind(token: Token) -> str:
    return _kind_of(token.tags)


@functools.cache
def _kind_of(tags: lexicon.Tags) -> str:
    return next((kind for kind in _KINDS if kind in tags), "_")


def _apart(kinds: Sequence[str]) -> Iterator[str]:
    """Pairs of kinds in one clause that are not neighbours."""
    for at, kind in enumerate(kinds):
        if kind in ("#", "?", "_"):
            continue
        for other in range(at + 2, min(len(kinds), at + _APART + 1)):
            if kinds[other - 1] == "#":
                break
            if kinds[other] != "_":
                yield f"a:{kind} {kinds[other]}"


def _where(context: Context) -> Iterator[str]:
    yield f"phase:{context.phase}"
    yield f"role:{context.author_role}"
    yield f"event:{context.event}"
    yield f"seats:{context.table_size}"
    asked = _asked(context)
    if asked is not None:
        question = understood(f"{normal(asked.text[:LONGEST_QUESTION])}?", context)
        reasons = {hit.reason.value for hit in hits(question, context)}
        yield from (f"q:{reason}" for reason in reasons or ("none",))
        if asked.author == context.partner:
            yield "q:partner"
        for token in question:
            yield f"qw:{_sign(token, context) or token.word}"
    if any(said.author == context.author for said in context.previous):
        yield "goes on"


def _asked(context: Context) -> Said | None:
    if context.reply_to is not None:
        return context.reply_to
    if context.previous and context.previous[-1].author != context.author:
        return context.previous[-1]
    return None
