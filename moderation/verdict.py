"""What the detector says of a message."""

import dataclasses
import enum


class Label(enum.StrEnum):
    """What a message is."""

    OK = "ok"
    REVEAL = "canta"
    OFFENCE = "ofensa"


class Action(enum.StrEnum):
    """What should happen to a message: nothing, removal, or removal with a strike."""

    NONE = "none"
    REMOVE = "remove"
    STRIKE = "strike"


class Rigor(enum.StrEnum):
    """How widely *cantar jogo* is read (rules.md, 10.2)."""

    LETTER = "oficial"
    WIDE = "rigoroso"


class Reason(enum.StrEnum):
    """Why a message is blocked; the values are stable, for logs and for ``data/grammar``."""

    CARDS = "cards"
    """Says which cards somebody holds or does not hold."""
    NEED = "need"
    """Says which cards one wants."""
    QUESTION = "question"
    """Asks the partner about hidden cards or plans."""
    ANSWER = "answer"
    """Answers such a question."""
    INSTRUCTION = "instruction"
    """Tells somebody how to play."""
    CODE = "code"
    """Gives or agrees a signal."""
    MOOD = "mood"
    """Says how good a hand is or how near its end."""
    INTENT = "intent"
    """Announces a hidden plan."""
    WARNING = "warning"
    """Warns of what the opponents hold or want."""
    MEMORY = "memory"
    """Recalls cards that are buried in the discard pile."""
    TONE = "tone"
    """Sounds like one of these, though no rule says which (ear.py)."""
    PICTURE = "picture"
    """Is a picture, a film or a sound, which no detector of texts can read (the service's rule)."""
    INSULT = "insult"
    """Insults somebody."""
    SLUR = "slur"
    """Insults a group of people."""
    THREAT = "threat"
    """Threatens or wishes harm."""
    HARASSMENT = "harassment"
    """Harasses somebody sexually."""
    SWEARING = "swearing"
    """Swears at nobody; blocks only where the server forbids it."""


OFFENCES = frozenset(
    {
        Reason.INSULT,
        Reason.SLUR,
        Reason.THREAT,
        Reason.HARASSMENT,
        Reason.SWEARING,
    }
)
WIDE_ONLY = frozenset({Reason.MOOD, Reason.INTENT, Reason.WARNING, Reason.MEMORY, Reason.TONE})
"""The reasons that block under ``rigoroso`` alone."""


@dataclasses.dataclass(frozen=True, slots=True)
class Verdict:
    """A judgement: ``confidence`` is 0 to 1, that the message should be blocked."""

    label: Label
    action: Action
    confidence: float
    reasons: tuple[Reason, ...]


INNOCENT = Verdict(Label.OK, Action.NONE, 0.0, ())
