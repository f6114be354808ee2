"""The compiled patterns of ``data/``: what blocks (rules) and what speaks against it (shields)."""

import dataclasses
import itertools
from collections.abc import Iterable, Iterator
from typing import Final, Generic, Protocol, TypeVar

import re2

from moderation import lexicon
from moderation.lexicon import MACROS, PROFILES
from moderation.pattern import Alphabet
from moderation.tokens import Reading
from moderation.verdict import Reason

WEIGHTS: Final = {"S": 0.95, "L": 0.8, "W": 0.6}
"""Sure, likely, weak."""

ALPHABET: Final = Alphabet(PROFILES)
MOST_MATCHES: Final = 8
"""Places that are looked at for one pattern in one text."""


class _HasPattern(Protocol):
    @property
    def pattern(self) -> "Pattern": ...


T = TypeVar("T", bound=_HasPattern)


@dataclasses.dataclass(frozen=True, slots=True)
class Pattern:
    """A compiled pattern and the words that it cannot do without."""

    expression: "re2._Regexp[str]"
    needs: tuple[frozenset[str], ...]

    def spans(self, text: str) -> Iterator[tuple[int, int]]:
        """Where it matches, in words."""
        for match in itertools.islice(self.expression.finditer(text), MOST_MATCHES):
            yield match.span()


class Chosen(Generic[T]):
    """Rules or shields, of which a text chooses those that could match it.

    A pattern has up to ``SLOTS`` words that it cannot do without. For each character there is a
    number a slot, with a bit for every pattern that the character satisfies there; what a text
    leaves of all patterns is then a few or-operations a word.
    """

    SLOTS: Final = 3

    def __init__(self, items: tuple[T, ...]) -> None:
        self.items = items
        self._free = [0] * self.SLOTS
        self._masks: dict[str, list[int]] = {}
        for number, item in enumerate(items):
            rarest = sorted(item.pattern.needs, key=len)[: self.SLOTS]
            for slot in range(self.SLOTS):
                if slot >= len(rarest):
                    self._free[slot] |= 1 << number
                    continue
                for character in rarest[slot]:
                    masks = self._masks.setdefault(character, [0] * self.SLOTS)
                    masks[slot] |= 1 << number

    def __call__(self, text: str) -> Iterator[T]:
        """Those that could match, in their order."""
        first, second, third = self._free
        for character in set(text):
            if masks := self._masks.get(character):
                first |= masks[0]
                second |= masks[1]
                third |= masks[2]
        left = first & second & third
        while left:
            lowest = left & -left
            yield self.items[lowest.bit_length() - 1]
            left ^= lowest


@dataclasses.dataclass(frozen=True, slots=True)
class Rule:
    """A pattern that makes a reason; ``source`` names it for those who keep the lists."""

    reason: Reason
    weight: float
    source: str
    own: bool
    """Whether it speaks of the author's own cards and plans."""
    seen: bool
    """Whether it may speak of what everybody has seen."""
    pictures: bool
    """Whether it counts beside pictures, files and links alone."""
    pattern: Pattern

    def spans(self, text: str) -> Iterator[tuple[int, int]]:
        """Where the pattern matches, in words."""
        return self.pattern.spans(text)


@dataclasses.dataclass(frozen=True, slots=True)
class Shield:
    """A pattern that takes back reasons in the clauses where it matches."""

    takes: frozenset[str]
    scope: str
    """How far it reaches: ``clause`` or ``part`` (between commas); ``past`` (clauses) and
    ``everyday`` (parts) have exceptions of their own (grammar.py)."""
    topic: str
    """The file that it stands in."""
    pattern: Pattern

    def spans(self, text: str) -> Iterator[tuple[int, int]]:
        """Where the pattern matches, in words."""
        return self.pattern.spans(text)


def encoded(reading: Reading) -> str:
    """One character a word."""
    return "".join(ALPHABET[token.tags] for token in reading)


def _rules(names: Iterable[str]) -> tuple[Rule, ...]:
    found = []
    for name in names:
        reason, _, rest = name.rpartition("/")[2].partition(".")
        for weight, pattern in lexicon.patterns(name):
            found.append(
                Rule(
                    Reason(reason),
                    WEIGHTS[weight],
                    pattern,
                    rest.startswith("own"),
                    reason == Reason.MEMORY or rest.startswith("came"),
                    rest.startswith("picture"),
                    _compiled(name, pattern),
                )
            )
    return tuple(found)


_SCOPES: Final = {"past": "past", "everyday": "everyday", "public": "part", "offence": "part"}


def _shields(names: Iterable[str]) -> tuple[Shield, ...]:
    found = []
    for name in names:
        topic = name.rpartition("/")[2].removesuffix(".txt")
        for takes, pattern in lexicon.patterns(name):
            scope = _SCOPES.get(topic, "clause")
            taken = frozenset(takes.split(","))
            found.append(Shield(taken, scope, topic, _compiled(name, pattern)))
    return tuple(found)


def _compiled(name: str, pattern: str) -> Pattern:
    try:
        expression = ALPHABET.expression(pattern, MACROS)
    except ValueError as error:
        raise ValueError(f"{name}: {pattern}: {error}") from error
    return Pattern(re2.compile(expression.text), expression.needs)


RULES: Final = Chosen(
    _rules(name for name in lexicon.PATTERN_FILES if name.startswith(("offence/", "grammar/")))
)
SHIELDS: Final = Chosen(
    _shields(name for name in lexicon.PATTERN_FILES if name.startswith("shields/"))
)
ANSWERS: Final = {
    name: Chosen(_shields([f"answers/{name}.txt"])) for name in ("evasive", "approval")
}
