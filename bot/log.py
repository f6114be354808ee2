"""Logging to standard error: one line an event, ids instead of names, never a card.

The standard library's ``logging``, since discord.py, aiohttp and Alembic speak it too: one handler
here shapes their lines like ours, and the call sites stay plain.
"""

import contextlib
import contextvars
import datetime as dt
import json
import logging
import re
import sys
from collections.abc import Iterator
from typing import Literal, TextIO

Style = Literal["text", "json"]

ABOUT: contextvars.ContextVar[int | None] = contextvars.ContextVar("match", default=None)
"""The match that is worked on; each line written meanwhile carries its id."""

CHATTY = ("aiosqlite", "alembic", "PIL")
"""Theirs at DEBUG are statements with their parameters (packs, hands) and details of files."""

_SECRETS = (
    # An interaction's token is part of the addresses in discord.py's warnings about limits: for
    # fifteen minutes it opens a player's private message.
    (re.compile(r"((?:webhooks|interactions)/\d+/)[\w-]+"), r"\1…"),
    (re.compile(r"[\w-]{18,}\.[\w-]{6}\.[\w-]{27,}"), "…"),  # the bot's token
)


def set_up(level: str, style: Style = "text", *, stream: TextIO | None = None) -> None:
    """Log everything of this level and above; discord.py's own chatter from WARNING on.

    In place of the handlers that the root logger had. ``stream`` is standard error unless given.
    """
    handler = logging.StreamHandler(sys.stderr if stream is None else stream)
    handler.setFormatter(JsonLines() if style == "json" else TextLines())
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(level)
    logging.getLogger("discord").setLevel(max(logging.WARNING, logging.getLevelName(level)))
    for chatty in CHATTY:
        logging.getLogger(chatty).setLevel(logging.WARNING)


@contextlib.contextmanager
def about(match_id: int | None) -> Iterator[None]:
    """Have the lines written inside carry the match's id."""
    token = ABOUT.set(match_id)
    try:
        yield
    finally:
        ABOUT.reset(token)


class TextLines(logging.Formatter):
    """Lines for people: time, level, logger, the match if there is one, what happened."""

    def __init__(self) -> None:
        super().__init__("%(asctime)s %(levelname)s %(name)s%(about)s: %(message)s")

    def format(self, record: logging.LogRecord) -> str:
        """One line, and a traceback below it where there is one."""
        match_id = ABOUT.get()
        record.about = "" if match_id is None else f" [match {match_id}]"
        return _scrubbed(super().format(record))


class JsonLines(logging.Formatter):
    """Lines for programs: one JSON object each, a traceback being a value of it.

    ``time`` is UTC in ISO 8601; ``match`` is there while a match is worked on.
    """

    def format(self, record: logging.LogRecord) -> str:
        """One object on one line."""
        moment = dt.datetime.fromtimestamp(record.created, dt.UTC)
        line: dict[str, object] = {
            "time": moment.isoformat(timespec="milliseconds"),
            "level": record.levelname,
            "logger": record.name,
            "message": _scrubbed(record.getMessage()),
        }
        match_id = ABOUT.get()
        if match_id is not None:
            line["match"] = match_id
        if record.exc_info:
            line["traceback"] = _scrubbed(self.formatException(record.exc_info))
        return json.dumps(line, ensure_ascii=False)


def _scrubbed(text: str) -> str:
    for pattern, instead in _SECRETS:
        text = pattern.sub(instead, text)
    return text
