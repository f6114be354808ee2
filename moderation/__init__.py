"""The chat detector: tells *cantar jogo* and insults from talk about the game.

Pure text and context, no Discord. ``judge`` is the whole face (docs/moderation.md).
"""

from moderation.context import Context
from moderation.detector import judge
from moderation.lexicon import slur_words
from moderation.normalize import folded
from moderation.verdict import Action, Label, Reason, Rigor, Verdict

__all__ = [
    "Action",
    "Context",
    "Label",
    "Reason",
    "Rigor",
    "Verdict",
    "folded",
    "judge",
    "slur_words",
]
