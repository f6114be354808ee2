"""The records of the chat: how a server wants it handled, what was blocked, and what followed."""

import dataclasses
import enum

WHOLE_SERVER = 0
"""In place of a channel's id: what holds where a channel has no settings of its own."""


class Mode(enum.Enum):
    """How a server wants the chat at its tables handled."""

    DELETE = "apagar"
    SPEAK = "falar"
    OFF = "desligada"


class Timeout(enum.Enum):
    """How far Discord's own timeout of somebody who is banned has come."""

    DUE = "due"  # begins when his live matches have ended
    GIVEN = "given"
    REFUSED = "refused"
    OVER = "over"  # taken back, or not needed any more


class Rung(enum.Enum):
    """What follows from a strike, from a word to a week."""

    NOTICE = "aviso"
    MUTE = "mudo"
    BAN = "suspenso"


@dataclasses.dataclass(frozen=True, slots=True)
class ChatSettings:
    """The chat rule of a server, or of one channel where tables stand.

    ``rigor`` is a value of ``moderation.Rigor``. ``ladder`` are the hours of the bans that follow
    on the first notice and on the mute, one after the other; the last one repeats. The last three
    hold for whole servers alone.
    """

    guild_id: int
    channel_id: int = WHOLE_SERVER
    mode: Mode = Mode.DELETE
    rigor: str = "rigoroso"
    forbid_swearing: bool = False
    log_channel_id: int | None = None
    ladder: tuple[int, ...] = (1, 24, 168)
    no_pictures: bool = True
    everywhere: bool = False
    timeouts: bool = False
    automod_rule_id: int | None = None


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class Incident:
    """A message that was blocked, with what is needed to explain and to undo it.

    ``text`` is None once it is no longer kept. ``turn`` is the user whose turn it was. ``untold``
    is one that its author has still to be told of. A ``sealed`` text is shown at the table after
    the round; ``recalled_at`` is when the table was told of the incident then.
    """

    id: int = 0
    guild_id: int
    match_id: int
    seq: int
    round: int | None
    turn: int | None
    user_id: int
    message_id: int | None
    surface: str
    at: int
    label: str
    confidence: float
    reasons: tuple[str, ...]
    text: str | None
    strike: bool
    rung: Rung | None = None
    noticed_at: int | None = None
    denied: bool = False
    undone_at: int | None = None
    undone_by: int | None = None
    logged_at: int | None = None
    untold: bool = False
    sealed: bool = False
    recalled_at: int | None = None
    reported_by: int | None = None


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class Ban:
    """A ban from a server's tables; ``until`` is None until somebody pardons it.

    ``incident_id`` is None for one that a moderator gave, who is ``by`` then.
    """

    id: int = 0
    guild_id: int
    user_id: int
    at: int
    until: int | None
    incident_id: int | None = None
    by: int | None = None
    why: str = ""
    lifted_at: int | None = None
    lifted_by: int | None = None
    timeout: Timeout | None = None

    def holds(self, now: int) -> bool:
        """Whether it keeps him from the tables."""
        return self.lifted_at is None and (self.until is None or self.until > now)


@dataclasses.dataclass(frozen=True, slots=True)
class Except:
    """A text that a server does not want blocked, as ``moderation.folded`` gives it."""

    id: int
    guild_id: int
    text: str
    by: int
    at: int


@dataclasses.dataclass(frozen=True, slots=True)
class Held:
    """How much is stored about a user: tables, incidents, those with their text, bans."""

    tables: int
    incidents: int
    texts: int
    bans: int
