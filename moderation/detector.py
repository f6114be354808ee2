"""``judge``: what a message is, from its words and from what everybody at the table knows."""

import dataclasses
import re
import unicodedata
from collections.abc import Sequence
from typing import Final

from moderation import ear
from moderation.answers import answered, is_evasive
from moderation.context import Context
from moderation.grammar import (
    UNEXPLAINED,
    Hit,
    Parts,
    hits,
    is_past,
    matching,
    off_topic,
    understood,
)
from moderation.normalize import normal
from moderation.pattern import QUESTION
from moderation.readings import readings
from moderation.tokens import END_TOKEN, Reading, Token, names_of
from moderation.verdict import INNOCENT, OFFENCES, WIDE_ONLY, Action, Label, Reason, Rigor, Verdict

LONGEST: Final = 4_000
"""Characters that are read; Discord's longest message has as many."""
STRIKE_FROM: Final = 0.95
SPLIT_OVER: Final = 4
"""Messages over which one sentence may be split."""
LONGEST_PART: Final = 200
"""Characters of a message that may be a part of such a sentence."""


def judge(
    message: str,
    context: Context,
    *,
    rigor: Rigor = Rigor.WIDE,
    forbid_swearing: bool = False,
) -> Verdict:
    """Say what a message is; any text and any context give a verdict.

    Card talk counts only while a round is live, insults always. ``rigor`` selects the reasons that
    block (rules.md, 10).
    """
    refused = set(WIDE_ONLY if rigor is Rigor.LETTER else ())
    if not forbid_swearing:
        refused.add(Reason.SWEARING)
    finding = found(message, context)
    best = INNOCENT
    for label, scale, sound, matches in (
        (Label.REVEAL, ear.CARDS, finding.cards, finding.card_hits),
        (Label.OFFENCE, ear.OFFENCE, finding.offence, finding.offence_hits),
    ):
        kept = [hit for hit in matches if hit.reason not in refused]
        silent = Reason.TONE if label is Label.REVEAL else Reason.INSULT
        if sound is None or (not kept and silent in refused):
            continue
        odds = scale.log_odds(sound, [hit.weight for hit in kept])
        if any(hit.reason is Reason.SWEARING for hit in kept):
            odds = max(odds, ear.SURE_AT_LEAST)
        confidence = ear.probability(odds)
        if confidence < BLOCK_FROM[label] or confidence <= best.confidence:
            continue
        ordered = sorted(kept, key=lambda hit: -hit.weight)
        reasons = tuple(dict.fromkeys(hit.reason for hit in ordered)) or (silent,)
        sure = finding.plain and any(hit.weight >= ear.SURE and not hit.disguised for hit in kept)
        action = Action.STRIKE if sure and confidence >= STRIKE_FROM else Action.REMOVE
        best = Verdict(label, action, confidence, reasons)
    return best


BLOCK_FROM: Final = {Label.REVEAL: 0.76, Label.OFFENCE: 0.6}
"""The confidence from which a message is blocked: an insult harms more than a hint."""


AT_NOBODY: Final = -3.0
"""How a message sounds at most that swears and names, calls or insults nobody."""
_AIMED: Final = (
    *("VOCEX", "YOURX", "NAME", "INSULT", "ANYINSULT", "SLUR", "PEOPLE", "SEXY", "HURT", "SHUTUP"),
    *("HIM", "TEAMMATE"),
)


@dataclasses.dataclass(frozen=True, slots=True)
class Finding:
    """What rules and ear find in a message; a sound is None where it does not count."""

    cards: float | None
    offence: float
    card_hits: tuple[Hit, ...]
    offence_hits: tuple[Hit, ...]
    plain: bool
    """Whether nothing speaks for another meaning: no «if», question, answer, shield or disguise."""


def found(message: str, context: Context) -> Finding:
    """Every reason to block the message, with the rule that gave it, and how it sounds."""
    text = message[:LONGEST]
    if context.file_names:
        text += "\n" + "\n".join(_file_words(name) for name in context.file_names)
    if context.event in ("nickname", "status", "thread_name"):
        text = _CAMEL.sub(" ", text)
    base = normal(text)
    pictures = context.event in ("attachment", "thread_name") or bool(_ADDRESS.search(message))
    hits, sounds = _read(base, context, pictures=pictures)
    if (
        all(hit.source == UNEXPLAINED or hit.reason is Reason.SWEARING for hit in hits)
        and (earlier := _earlier(context))
        and len(base) <= LONGEST_PART
    ):
        hits, sounds = _across(earlier, base, context)
    if all(hit.source == UNEXPLAINED for hit in hits) and _talk_goes_elsewhere(context):
        hits = []
    answers = answered(base, context) if context.phase == "live" else []
    elsewhere = not answers and _answers_something_else(context)
    if elsewhere:
        hits = [hit for hit in hits if hit.reason in OFFENCES or hit.sure_card]
    hits += answers
    cards, offence = sounds
    counts = not elsewhere and _ear_counts(message, base, context)
    card_hits = tuple(hit for hit in hits if hit.reason not in OFFENCES)
    offence_hits = tuple(hit for hit in hits if hit.reason in OFFENCES)
    if {hit.reason for hit in offence_hits} == {Reason.SWEARING} and not any(
        token.is_(*_AIMED) for token in understood(base, context)
    ):
        offence = min(offence, AT_NOBODY)
    return Finding(
        cards if counts or card_hits else None,
        offence,
        card_hits,
        offence_hits,
        plain=context.reply_to is None
        and _is_plain(message, base.strip(), understood(base, context), context),
    )


def _ear_counts(message: str, text: str, context: Context) -> bool:
    """Whether what sounds like card talk is blocked even where no rule matches.

    Not where there is no partner, no word, or where the talk is of another time or another table.
    """
    if context.phase != "live" or context.table_size == 2 or context.event == "reaction":
        return False
    tokens = understood(text, context)
    if not any(len(token.word) > 1 or token.suit for token in tokens):
        return False
    if not message.strip() or is_evasive(text, context) or is_past(tokens):
        return False
    return context.author_role == "player" or not Parts(tokens).speaks_of_himself()


def _is_plain(message: str, text: str, tokens: Reading, context: Context) -> bool:
    """Whether a text says what it says: nothing in it that could make it mean something else."""
    if any(token.is_("SE", "TWIST", QUESTION) or _in_leet(token) for token in tokens):
        return False
    if len(tokens) <= FEW and any(said.author == context.author for said in context.previous):
        return False
    return not matching(tokens) and next(readings(text)) == text == unicodedata.normalize(
        "NFC", message.strip()
    )


def _in_leet(token: Token) -> bool:
    written = token.written
    return any(char.isdigit() or char in "@$!*•" for char in written) and not written.isdigit()


def _read(
    text: str, context: Context, *, pictures: bool = False
) -> tuple[list[Hit], tuple[float, float]]:
    """What any reading of a normal text says, and how the one sounds that says first."""
    every: list[Hit] = []
    told: Reading = []
    heard: list[Hit] = []
    for number, reading in enumerate(readings(text, names_of(context))):
        tokens = understood(reading, context)
        new = hits(tokens, context, pictures=pictures, disguised=number > 0)
        if not told or (new and not every):
            told, heard = tokens, new
        every += new
    return every, _sounds(told, heard, context)


def _sounds(tokens: Reading, matches: Sequence[Hit], context: Context) -> tuple[float, float]:
    """How a reading sounds; of a long one, the parts in which rules match are heard alone too."""
    cards, offence = ear.sounds(tokens, context)
    if len(tokens) <= LONG or not matches:
        return cards, offence
    parts = Parts(tokens)
    for start, end in sorted({parts.around(hit.start, hit.end) for hit in matches})[:MOST_PARTS]:
        alone = ear.sounds([END_TOKEN, *tokens[start:end], END_TOKEN], context)
        cards, offence = max(cards, alone[0]), max(offence, alone[1])
    return cards, offence


FEW: Final = 3
"""Words of a reading that may be the end of what its author has just written."""
LONG: Final = 12
"""Words of a reading in which one part may be drowned by the rest."""
MOST_PARTS: Final = 4


def _earlier(context: Context) -> list[str]:
    """What the author has just written, if his message may be the end of it."""
    texts: list[str] = []
    for said in reversed(context.previous[-(SPLIT_OVER - 1) :]):
        if said.author == context.author and len(said.text) <= LONGEST_PART:
            texts.insert(0, normal(said.text))
    return texts


def _across(
    earlier: Sequence[str], text: str, context: Context
) -> tuple[list[Hit], tuple[float, float]]:
    """What a message says together with those before it, and these did not say without it."""
    before = " ".join(earlier)
    said = {(hit.source, hit.cards) for hit in _read(before, context)[0]}
    every, sounds = _read(f"{before} {text}", context)
    new = [hit for hit in every if (hit.source, hit.cards) not in said]
    return new, sounds if new else ear.sounds(understood(text, context), context)


def _talk_goes_elsewhere(context: Context) -> bool:
    """Whether what was said before makes a card word something else: a film, a recipe."""
    if context.reply_to is not None and context.reply_to.author not in ("", context.author):
        return True
    texts = [said.text for said in context.previous[-2:] if len(said.text) <= LONGEST_PART]
    return any(off_topic(understood(normal(text), context)) for text in texts)


def _answers_something_else(context: Context) -> bool:
    """Whether the message answers one that has nothing to do with the game."""
    asked = context.reply_to
    if asked is None or asked.author in ("", "bot", context.author):
        return False
    tokens = understood(normal(asked.text), context)
    if len(tokens) <= 4 or any(token.is_(*_OF_THE_GAME) for token in tokens):
        return False
    return not hits(understood(normal(asked.text) + "?", context), context)


_OF_THE_GAME: Final = (
    *("CARD", "SUIT", "SUITW", "WILD", "WILDW", "RANK", "RANKW", "COMPACT", "PILE", "STOCK"),
    *("MORTO", "MELD", "MELDREF", "HAND", "CARTA"),
)
_ADDRESS: Final = re.compile(r"https?://|\b[\w-]+\.(?:com|tv|gg|ly|net|org|br|example|sc|me|io)/")


_CAMEL: Final = re.compile(r"(?<=[a-zà-ÿ])(?=[A-Z])|(?<=[^\W\d_]{3})(?=\d)|(?<=\d)(?=[^\W\d_]{2})")
_FILE: Final = re.compile(r"[^\W_]+")


def _file_words(name: str) -> str:
    stem = name.rpartition(".")[0] or name
    words = _CAMEL.sub(" ", stem)
    return " ".join(_FILE.findall(words))
