"""How long a chat message takes to judge."""

import statistics
import time
from pathlib import Path

from moderation import Context, judge
from moderation.training import files, labelled

KNOWN = Path(__file__).parents[1] / "moderation" / "corpus" / "known"
HOSTILE = tuple(
    (text * 2000)[:2000]
    for text in (
        "tenho copas joga paus nao ",
        "d a m a d e ",
        "a.b.c.d ",
        "x",
        "🃏",
        "K♥",
        "||**tenho**|| ",
        "se eu ",
        "sapoc ",
        "?!.,",
        "*",
        "\u200bo\u200b",
        "9",
        "kkkk ",
        "\n",
    )
)
"""Two thousand characters each, made to be slow."""


def chat() -> dict[str, float]:
    """Every labelled message once, with the hostile ones among them, in milliseconds of CPU."""
    messages = [
        (str(record["text"]), context)
        for context_file, file in files(KNOWN)
        for record, context in labelled(context_file, file)
    ]
    hostile = [(text, Context()) for text in HOSTILE]
    _times(messages[:500])
    usual, slow = _times(messages), _times(hostile)
    return {
        "chat_message_median_ms": statistics.median(usual + slow),
        "chat_message_p99_ms": statistics.quantiles(usual + slow, n=100)[98],
        "chat_hostile_2000_characters_median_ms": statistics.median(slow),
        "chat_hostile_2000_characters_most_ms": max(slow),
    }


def _times(messages: list[tuple[str, Context]]) -> list[float]:
    found = []
    for text, context in messages:
        start = time.process_time()
        judge(text, context)
        found.append((time.process_time() - start) * 1000)
    return found
