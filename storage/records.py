"""What the database gives back: frozen values, times in milliseconds since 1970 (UTC)."""

import dataclasses
import enum

from game.actions import Seat
from game.rules import Rules


class Status(enum.Enum):
    """Where a table stands in its life."""

    LOBBY = "lobby"
    CHALLENGE = "challenge"  # all are seated, and each person is asked
    LIVE = "live"
    OVER = "over"  # by the rules, with a result
    CLOSED = "closed"  # cancelled, expired, declined or abandoned: no result

    @property
    def is_open(self) -> bool:
        """Whether it still needs anybody."""
        return self in (Status.LOBBY, Status.CHALLENGE, Status.LIVE)


class Pace(enum.Enum):
    """The clock of a table (rules 9.1 to 9.4)."""

    OFFICIAL = "oficial"
    CALM = "tranquilo"

    @property
    def draw_seconds(self) -> int:
        """For the draw phase."""
        return 30 if self is Pace.OFFICIAL else 60

    @property
    def play_seconds(self) -> int:
        """For all of the play phase, the discard included."""
        return 60 if self is Pace.OFFICIAL else 180


class DeadlineKind(enum.Enum):
    """What is to happen when a time has come."""

    TURN = "turn"
    NEXT_ROUND = "next_round"
    PAUSE = "pause"
    LOBBY = "lobby"
    CHALLENGE = "challenge"
    ARCHIVE = "archive"
    HINDERED = "hindered"


@dataclasses.dataclass(frozen=True, slots=True)
class Shown:
    """Up to which event a live table's messages are true; 0 where that is not known."""

    board: int = 0
    calls: int = 0
    lobby: int = 0


@dataclasses.dataclass(frozen=True, slots=True)
class SeatInfo:
    """Who sits where; ``user_id`` is None for a robot. An empty seat has no row."""

    seat: Seat
    user_id: int | None
    name: str
    accepted: bool = True


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class MatchInfo:
    """A table and its match: all but the events.

    ``lacking`` are the permissions without which the table cannot be shown, empty where Discord
    refuses it for a reason of its own; None while it can be shown. A match that cannot be shown is
    ``paused``.
    """

    id: int
    guild_id: int
    number: int
    channel_id: int
    status: Status
    rules: Rules
    size: int
    pace: Pace
    private: bool
    owner_id: int
    created_at: int
    ended_at: int | None
    seq: int
    lobby_message_id: int | None
    thread_id: int | None
    board_message_id: int | None
    board_posted_at: int | None
    sheets_posted: int
    ended_shown: bool
    paused: bool
    paused_round: int | None
    lacking: tuple[str, ...] | None
    team_name: str | None
    best_of: int
    wins: tuple[int, int]
    rematch_of: int | None
    seats: tuple[SeatInfo, ...]

    def at(self, seat: int) -> SeatInfo | None:
        """Who sits there."""
        return next((each for each in self.seats if each.seat == seat), None)

    def seat_of(self, user_id: int) -> Seat | None:
        """Where the user sits."""
        return next((each.seat for each in self.seats if each.user_id == user_id), None)

    @property
    def people(self) -> tuple[SeatInfo, ...]:
        """The seats that persons hold."""
        return tuple(each for each in self.seats if each.user_id is not None)

    def partner_of(self, seat: Seat) -> SeatInfo | None:
        """Who sits opposite, at a table of four."""
        return self.at((seat + 2) % 4) if self.size == 4 else None


@dataclasses.dataclass(frozen=True, slots=True)
class Deadline:
    """When something is due; ``shown_at`` is what the public is told, never earlier."""

    match_id: int
    kind: DeadlineKind
    due_at: int
    shown_at: int


@dataclasses.dataclass(frozen=True, slots=True)
class Past:
    """That a user has held a seat of a match."""

    user_id: int
    seat: Seat
    eliminated: bool


@dataclasses.dataclass(frozen=True, slots=True)
class HandMessage:
    """The one hand message a player has of a match; ``numbered`` are its cards by number.

    ``private`` tells a private message from a call at the table, into which no hand may ever
    come; ``active`` says that it shows controls to play with.
    """

    match_id: int
    user_id: int
    channel_id: int
    message_id: int
    seq: int
    numbered: str
    private: bool
    active: bool


@dataclasses.dataclass(frozen=True, slots=True)
class GuildSettings:
    """What a server's moderators have set; no ``channel_ids`` means every channel."""

    guild_id: int
    channel_ids: tuple[int, ...] = ()
    role_id: int | None = None
    role_pinged_at: int = 0
    pace: Pace = Pace.OFFICIAL


@dataclasses.dataclass(frozen=True, slots=True)
class Preferences:
    """How a user likes to play: values of the texts' and pictures' own enumerations."""

    hand_order: str = "suit"
    deck: str = "four_colours"
    plays_at: str = "dm"
