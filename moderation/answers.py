"""Answers to questions about hidden cards: «sim», «dois» or 👍 say what was asked."""

import dataclasses
from typing import Final

from moderation import ear
from moderation.context import Context, Said
from moderation.grammar import Hit, hits, open_cards, understood
from moderation.normalize import normal
from moderation.pattern import END, QUESTION
from moderation.rules import ANSWERS, WEIGHTS, encoded
from moderation.tokens import Reading
from moderation.verdict import OFFENCES, Reason

_SIGNS: Final = frozenset(
    "👍👎✅❌☑✔✖🆗🙆🙅🤝👌💯⭕🚫🟢🔴➕➖🤏☝✌🤘🤟🖖✋🖐🤙1234567890♣♦♥♠🃏💚❎👊🙋💪🔥❤♥🖤🤲🙌"
)
"""Reactions that say yes, no, a number or a suit."""
_PROPOSALS: Final = frozenset((Reason.INTENT, Reason.INSTRUCTION, Reason.NEED))
_LONGEST: Final = 300
_TELL_NOTHING: Final = frozenset("😮😱😲😂🤣😆😅😹😄😁😀🙂😊😉🤐🤫👀😡❓❔🤔😎🎉👏😏🙈")
"""Reactions that tell nothing, whatever is asked."""
ASKS_FROM: Final = 0.5
"""Log-odds from which a partner's question is taken to be about what is hidden."""


def answered(text: str, context: Context) -> list[Hit]:
    """What a message (normal text) says by answering; nothing if it is no answer."""
    asked = _asked(context)
    if asked is None or context.author_role == "not_seated":
        return []
    question = understood(normal(asked.text) + "?", _of(asked, context))
    found = [hit for hit in hits(question, context) if hit.reason not in OFFENCES]
    reasons = {hit.reason for hit in found}
    tokens = understood(text, context)
    words = encoded(tokens)
    if _matches("evasive", words):
        return []
    signs = bool(_SIGNS & set(text))
    said = (
        signs
        or context.event == "reaction"
        or any(not token.is_(END, QUESTION, "EMOJI") for token in tokens)
    )
    if said and _asks(asked, question, found, context):
        if context.event == "reaction" and _TELL_NOTHING & set(text):
            return []
        return [_hit("answers a question about hidden cards", len(tokens))]
    approves = signs or _matches("approval", words)
    if reasons & _PROPOSALS and asked.author == context.partner and approves and len(tokens) <= 10:
        return [_hit("approves or vetoes a play", len(tokens))]
    return []


def _asks(asked: Said, question: Reading, found: list[Hit], context: Context) -> bool:
    """Whether something hidden is asked: a rule says so, or it sounds so from the partner."""
    if any(hit.reason is Reason.QUESTION for hit in found):
        return not _asks_of_open_cards(question, context)
    if asked.author != context.partner or "?" not in asked.text:
        return False
    sound, _ = ear.sounds(question, _of(asked, context))
    return ear.CARDS.log_odds(sound, [hit.weight for hit in found]) > ASKS_FROM


def _asks_of_open_cards(question: Reading, context: Context) -> bool:
    """Whether only cards are asked for that lie open; a suit alone is nowhere open as a whole."""
    whole = [token for token in question if token.rank or not token.suit]
    return len(whole) == len(question) and open_cards(question, context)


def is_evasive(text: str, context: Context) -> bool:
    """Whether a message (normal text) answers that it will not say."""
    return context.reply_to is not None and _matches("evasive", encoded(understood(text, context)))


def _matches(name: str, words: str) -> bool:
    return any(next(rule.spans(words), None) for rule in ANSWERS[name](words))


def _asked(context: Context) -> Said | None:
    """The message that is answered, unless the author or the bot wrote it."""
    asked = context.reply_to
    if asked is None and context.previous and context.previous[-1].author != context.author:
        asked = context.previous[-1]
    if asked is None or asked.author in ("", "bot", context.author) or len(asked.text) > _LONGEST:
        return None
    return asked


def _of(asked: Said, context: Context) -> Context:
    """The table as the one sees it who asked."""
    if asked.author == context.partner:
        return dataclasses.replace(context, author=asked.author, partner=context.author)
    others = tuple(name for name in (context.author, context.partner) if name)
    return dataclasses.replace(context, author=asked.author, partner="", opponents=others)


def _hit(source: str, size: int) -> Hit:
    return Hit(Reason.ANSWER, WEIGHTS["L"], 0, size, source)
