"""The rules over one reading of a message: which match, and which are spoken against."""

import bisect
import dataclasses
import functools
from typing import Final

from moderation.cards_in_text import assembled
from moderation.context import Context
from moderation.pattern import END, QUESTION
from moderation.public import is_public
from moderation.rules import RULES, SHIELDS, WEIGHTS, Rule, Shield, encoded
from moderation.tokens import Reading, named, tokenized
from moderation.verdict import OFFENCES, Reason


@dataclasses.dataclass(frozen=True, slots=True)
class Hit:
    """A rule that matched, and where, in words."""

    reason: Reason
    weight: float
    start: int
    end: int
    source: str
    sure_card: bool = False
    """Whether a card, a suit or a wild card is named in it that can be nothing else."""
    disguised: bool = False
    """Whether it was read out of letters that hid it."""
    cards: tuple[tuple[str, str], ...] = ()
    """The cards that are named in it, as ranks and suits; of no matter where it insults."""


@functools.lru_cache(maxsize=64)
def understood(text: str, context: Context) -> Reading:
    """The words of a normal text with their tags, as they are meant at this table.

    Remembered for a while, since one message asks several times: the list must not be changed.
    """
    return assembled(named(tokenized(text), context))


def hits(
    tokens: Reading, context: Context, *, pictures: bool = False, disguised: bool = False
) -> list[Hit]:
    """The rules that match a reading and that nothing speaks against.

    ``pictures``: a picture, a file or a link goes with it; ``disguised``: it was read out of
    letters that hid it, so that no card in it is taken for talk about the table.
    """
    text = encoded(tokens)
    parts = Parts(tokens)
    taken = _taken(text, parts)
    found = []
    for rule in RULES(text):
        if not _applies(rule, context) or (rule.pictures and not pictures):
            continue
        for start, end in rule.spans(text):
            if not rule.pictures and _spoken_against(rule, parts, taken, start, end):
                continue
            if rule.seen and open_cards(tokens[start:end], context):
                continue
            named = parts.has(start, end, *_NAMED)
            cards = () if rule.reason in OFFENCES else _cards(tokens, start, end)
            found.append(
                Hit(rule.reason, rule.weight, start, end, rule.source, named, disguised, cards)
            )
            break
    if context.phase == "live" and not found:
        found += _rest(tokens, parts, taken, context, disguised=disguised)
    return found


def _cards(tokens: Reading, start: int, end: int) -> tuple[tuple[str, str], ...]:
    named = ((token.rank, token.suit) for token in tokens[start:end])
    return tuple(card for card in named if any(card))


class Parts:
    """How a reading falls into clauses, and these at commas into parts; numbers by word."""

    def __init__(self, tokens: Reading) -> None:
        self.tokens = tokens
        self.clause: list[int] = []
        self.part: list[int] = []
        clause = part = 0
        for token in tokens:
            if token.is_(END, QUESTION):
                clause += 1
                part += 1
            elif token.after_comma:
                part += 1
            self.clause.append(clause)
            self.part.append(part)

    def within(self, start: int, end: int) -> range:
        """The words of a match without the ends of clauses at its edges."""
        while start < end - 1 and self.tokens[start].is_(END, QUESTION):
            start += 1
        while end > start + 1 and self.tokens[end - 1].is_(END, QUESTION):
            end -= 1
        return range(start, end)

    def around(self, start: int, end: int) -> tuple[int, int]:
        """The words of the parts in which a match lies."""
        words = self.within(start, end)
        first, last = self.part[words[0]], self.part[words[-1]]
        return bisect.bisect_left(self.part, first), bisect.bisect_right(self.part, last)

    def speaks_of_himself(self, clause: int | None = None) -> bool:
        """Whether the author says «I have», «my» in a clause, or in any."""
        return any(
            clause in (None, number) and token.is_("HAVE.f1", "HAVE.impf1", "AM", "MINE", "GET.p1")
            for token, number in zip(self.tokens, self.clause, strict=True)
        )

    def has(self, start: int, end: int, *tags: str) -> bool:
        """Whether one of the words has one of the tags."""
        return any(self.tokens[at].is_(*tags) for at in range(start, end))


Taken = dict[str, dict[int, frozenset[str]]]
"""What is taken back, by the shield's scope and the number of the clause or part."""


def _taken(text: str, parts: Parts) -> Taken:
    taken: Taken = {"clause": {}, "past": {}, "part": {}, "everyday": {}}
    for shield, spans in _shielded(text):
        for start, end in spans:
            numbers = parts.clause if shield.scope in ("clause", "past") else parts.part
            scope = taken[shield.scope]
            for at in parts.within(start, end):
                number = numbers[at]
                scope[number] = scope.get(number, frozenset()) | shield.takes
    return taken


_NOTHING: Final[frozenset[str]] = frozenset()


def _spoken_against(rule: Rule, parts: Parts, taken: Taken, start: int, end: int) -> bool:
    """Whether a shield takes a match back."""
    words = parts.within(start, end)
    first, last = words[0], words[-1]
    reason = rule.reason.value
    if rule.reason in OFFENCES:
        return reason in taken["part"].get(parts.part[first], _NOTHING)
    if rule.reason is Reason.CODE:
        return reason in taken["clause"].get(parts.clause[first], _NOTHING)
    if reason in taken["clause"].get(parts.clause[first], _NOTHING):
        return True
    if taken["past"].get(parts.clause[first]) and not parts.has(first, last + 1, "PRES"):
        return True
    numbers = {parts.part[at] for at in words}
    if all(reason in taken["part"].get(number, _NOTHING) for number in numbers):
        return not (rule.own and parts.has(first, last + 1, "FIRST"))
    if all(taken["everyday"].get(number) for number in numbers):
        return not parts.has(first, last + 1, *_NAMED) and not (
            rule.own and parts.has(first, last + 1, "RANKW")
        )
    return False


def _applies(rule: Rule, context: Context) -> bool:
    """Whether a rule counts for this author at this time."""
    if rule.reason in OFFENCES:
        return True
    if rule.reason is Reason.CODE:
        return context.phase in ("lobby", "live")
    if context.phase != "live":
        return False
    if context.author_role != "player" and rule.own:
        return False
    return context.table_size != 2 or rule.own


UNEXPLAINED: Final = "named without need"
_NAMED: Final = ("CARD", "SUIT", "WILD", "RANK")
_CARDS: Final = ("CARD", "SUIT", "SUITW", "WILD", "WILDW", "RANK", "RANKW", "COMPACT")


def open_cards(tokens: Reading, context: Context) -> bool:
    """Whether cards are named here, all of which lie open."""
    cards = [token for token in tokens if token.is_(*_CARDS)]
    return bool(cards) and all(is_public(token, context) for token in cards)


def _rest(
    tokens: Reading, parts: Parts, taken: Taken, context: Context, *, disguised: bool
) -> list[Hit]:
    """A card that is named without any reason to be: it is not public, and no rule is asked."""
    for at, token in enumerate(tokens):
        if not token.is_(*_NAMED):
            continue
        if not disguised:
            clause, part = parts.clause[at], parts.part[at]
            if (
                is_public(token, context)
                or (context.author_role != "player" and parts.speaks_of_himself(clause))
                or "rest" in taken["clause"].get(clause, _NOTHING)
                or taken["past"].get(clause)
                or "rest" in taken["part"].get(part, _NOTHING)
                or (taken["everyday"].get(part) and not token.is_("CARD"))
            ):
                continue
        cards = _cards(tokens, at, at + 1)
        return [Hit(Reason.CARDS, WEIGHTS["W"], at, at + 1, UNEXPLAINED, cards=cards)]
    compacts = [at for at, token in enumerate(tokens) if token.is_("COMPACT")]
    if len(compacts) >= 2:
        start, end = compacts[0], compacts[-1] + 1
        cards = _cards(tokens, start, end)
        return [Hit(Reason.CARDS, WEIGHTS["W"], start, end, "card signs", cards=cards)]
    return []


def matching(tokens: Reading) -> frozenset[str]:
    """The topics of the shields that match somewhere in a reading."""
    return frozenset(shield.topic for shield, _ in _shielded(encoded(tokens)))


@functools.lru_cache(maxsize=16)
def _shielded(text: str) -> tuple[tuple[Shield, tuple[tuple[int, int], ...]], ...]:
    """The shields that match, and where."""
    found = ((shield, tuple(shield.spans(text))) for shield in SHIELDS(text))
    return tuple((shield, spans) for shield, spans in found if spans)


def off_topic(tokens: Reading) -> bool:
    """Whether a message speaks of everyday things."""
    return "everyday" in matching(tokens)


def is_past(tokens: Reading) -> bool:
    """Whether a message speaks of rounds and days that are over, and of nothing now."""
    return "past" in matching(tokens) and not any(token.is_("PRES") for token in tokens)
