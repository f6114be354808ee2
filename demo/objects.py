"""What Discord knows: users, servers, channels, messages, interactions."""

import asyncio
import dataclasses
import enum
from typing import Any, Final

TEXT, PRIVATE, VOICE, CATEGORY, PUBLIC_THREAD, PRIVATE_THREAD = 0, 1, 2, 4, 11, 12
"""Types of channels."""

EPHEMERAL: Final = 1 << 6
LOADING: Final = 1 << 7
HAS_THREAD: Final = 1 << 5
SILENT: Final = 1 << 12
"""Flags of messages."""

PLAIN, THREAD_CREATED, REPLY, COMMAND_ANSWER, AUTOMOD_ALERT = 0, 18, 19, 20, 24
"""Types of messages."""

TOKEN_SECONDS: Final = 15 * 60.0


@dataclasses.dataclass(eq=False, slots=True)
class User:
    """An account; ``dms_open`` is False when he takes no private message from the bot.

    A webhook's message has an author of its own, who is in no list of accounts.
    """

    id: int
    name: str
    bot: bool = False
    dms_open: bool = True
    avatar: str | None = None


@dataclasses.dataclass(eq=False, slots=True)
class Role:
    """A role; the one with the server's id is everybody's."""

    id: int
    name: str
    permissions: int
    managed: bool = False
    position: int = 0


@dataclasses.dataclass(eq=False, slots=True)
class Member:
    """A user on a server."""

    user: User
    joined: float
    role_ids: list[int] = dataclasses.field(default_factory=list)
    nick: str | None = None
    silenced_until: float | None = None
    """Until when he can only read; a time that is over means nothing."""


@dataclasses.dataclass(frozen=True, slots=True)
class Overwrite:
    """What a channel allows and denies a role (type 0) or a member (type 1)."""

    id: int
    type: int
    allow: int = 0
    deny: int = 0


@dataclasses.dataclass(eq=False, slots=True)
class Attachment:
    """A file of a message; ``secret`` is the part of its address that cannot be guessed."""

    id: int
    filename: str
    data: bytes
    content_type: str
    secret: str
    description: str | None = None
    size: tuple[int, int] | None = None


@dataclasses.dataclass(eq=False, slots=True)
class Message:
    """A message; ``only_for`` is the one user who sees it, when it is ephemeral."""

    id: int
    channel_id: int
    author: User
    content: str
    created: float
    type: int = PLAIN
    flags: int = 0
    embeds: list[dict[str, Any]] = dataclasses.field(default_factory=list)
    components: list[dict[str, Any]] = dataclasses.field(default_factory=list)
    attachments: list[Attachment] = dataclasses.field(default_factory=list)
    mentions: list[User] = dataclasses.field(default_factory=list)
    edited: float | None = None
    nonce: str | int | None = None
    reply_to: int | None = None
    interaction: dict[str, Any] | None = None
    only_for: int | None = None
    by_application: bool = False
    webhook_id: int | None = None


@dataclasses.dataclass(eq=False, slots=True)
class Channel:
    """A text or voice channel, a category of them, a private conversation, or a thread."""

    id: int
    type: int
    name: str
    guild_id: int | None = None
    parent_id: int | None = None
    owner_id: int | None = None
    topic: str | None = None
    slowmode: int = 0
    people: tuple[int, ...] = ()
    overwrites: dict[int, Overwrite] = dataclasses.field(default_factory=dict)
    members: set[int] = dataclasses.field(default_factory=set)
    archived: bool = False
    locked: bool = False
    archive_minutes: int = 1440
    created: float = 0.0
    messages: dict[int, Message] = dataclasses.field(default_factory=dict)

    @property
    def is_thread(self) -> bool:
        """Whether it hangs under another channel."""
        return self.type in (PUBLIC_THREAD, PRIVATE_THREAD)


@dataclasses.dataclass(eq=False, slots=True)
class Webhook:
    """A way into a channel, and into its threads, for whoever knows the token."""

    id: int
    token: str
    name: str
    channel_id: int
    guild_id: int
    user: User


@dataclasses.dataclass(eq=False, slots=True)
class Rule:
    """A rule of AutoMod: what people may not write, and what happens when they do."""

    id: int
    guild_id: int
    creator_id: int
    name: str
    keyword_filter: list[str] = dataclasses.field(default_factory=list)
    regex_patterns: list[str] = dataclasses.field(default_factory=list)
    allow_list: list[str] = dataclasses.field(default_factory=list)
    actions: list[dict[str, Any]] = dataclasses.field(default_factory=list)
    enabled: bool = False
    exempt_roles: list[int] = dataclasses.field(default_factory=list)
    exempt_channels: list[int] = dataclasses.field(default_factory=list)


@dataclasses.dataclass(eq=False, slots=True)
class Guild:
    """A server."""

    id: int
    name: str
    owner_id: int
    roles: dict[int, Role] = dataclasses.field(default_factory=dict)
    members: dict[int, Member] = dataclasses.field(default_factory=dict)
    channels: dict[int, Channel] = dataclasses.field(default_factory=dict)
    rules: dict[int, Rule] = dataclasses.field(default_factory=dict)
    voice: dict[int, int] = dataclasses.field(default_factory=dict)
    """Who is in which voice channel."""


class Kind(enum.IntEnum):
    """Types of interactions."""

    COMMAND = 2
    COMPONENT = 3
    COMPLETE = 4
    MODAL = 5


@dataclasses.dataclass(eq=False, slots=True)
class Interaction:
    """One use of a command, button, menu or form, and what the bot answered to it."""

    id: int
    token: str
    kind: Kind
    user: User
    channel: Channel
    data: dict[str, Any]
    began: float
    message: Message | None = None
    nonce: str | None = None
    opened_by: "Interaction | None" = None
    answer: int | None = None
    answered_after: float | None = None
    failed: bool = False
    original_id: int | None = None
    ephemeral: bool = False
    modal: dict[str, Any] | None = None
    choices: list[dict[str, Any]] | None = None
    done: asyncio.Event = dataclasses.field(default_factory=asyncio.Event)
    """Set when the first answer came, or when it can no longer come."""
