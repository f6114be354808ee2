"""Logging to standard error: one line an event, ids instead of names, never a card."""

import logging


def set_up(level: str) -> None:
    """Log everything of this level and above; discord.py's own chatter from WARNING on."""
    logging.basicConfig(
        level=level, format="%(asctime)s %(levelname)s %(name)s: %(message)s", force=True
    )
    logging.getLogger("discord").setLevel(max(logging.WARNING, logging.getLevelName(level)))
    for chatty in ("aiosqlite", "alembic"):
        logging.getLogger(chatty).setLevel(logging.WARNING)
