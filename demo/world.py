"""The state of the stand-in, in memory, and the news of what changes in it."""

import base64
import dataclasses
import itertools
import secrets
import time
from collections import OrderedDict
from collections.abc import Callable, Iterable, Sequence
from typing import Any, Final

from demo import payloads
from demo.files import Files, new_file
from demo.objects import (
    HAS_THREAD,
    PRIVATE,
    PRIVATE_THREAD,
    PUBLIC_THREAD,
    TEXT,
    THREAD_CREATED,
    Attachment,
    Channel,
    Guild,
    Interaction,
    Member,
    Message,
    Overwrite,
    Role,
    User,
    Webhook,
)
from demo.payloads import Json
from demo.permissions import (
    IN_PRIVATE,
    NOTHING,
    PEOPLE,
    SILENCED,
    Permission,
    permissions_in,
    writes,
)

_EPOCH_MS: Final = 1_420_070_400_000
_NONCES_KEPT: Final = 1000
_NONCE_SECONDS: Final = 5 * 60.0
"""Discord says: "in the past few minutes"."""

_INTERACTIONS_KEPT: Final = 5000

BOT_PERMISSIONS: Final = (
    Permission.VIEW_CHANNEL
    | Permission.SEND_MESSAGES
    | Permission.SEND_MESSAGES_IN_THREADS
    | Permission.EMBED_LINKS
    | Permission.ATTACH_FILES
    | Permission.READ_MESSAGE_HISTORY
    | Permission.CREATE_PUBLIC_THREADS
    | Permission.CREATE_PRIVATE_THREADS
    | Permission.MANAGE_THREADS
)
"""What the bot's link asks for (``bot.client.invite_links``)."""


@dataclasses.dataclass(frozen=True, slots=True)
class News:
    """One change: its name and data as the gateway sends them, and whom it may concern."""

    name: str
    data: Json
    channel: Channel | None = None
    only_for: int | None = None


class World:
    """One application, its servers and people; every change goes through a method here.

    ``clock`` gives seconds since 1970; an interaction's first answer is awaited for
    ``answer_within_s`` of real time. ``base`` is the address under which the stand-in serves.
    """

    def __init__(
        self, *, clock: Callable[[], float] = time.time, answer_within_s: float = 3.0
    ) -> None:
        self.clock = clock
        self.answer_within_s = answer_within_s
        self.base = ""
        self._counter = itertools.count()
        self.users: dict[int, User] = {}
        self.guilds: dict[int, Guild] = {}
        self.channels: dict[int, Channel] = {}
        self.emojis: dict[int, tuple[str, bytes]] = {}
        self.commands: list[Json] = []
        self.guild_commands: dict[int, list[Json]] = {}
        self.commands_created: dict[int | None, list[float]] = {}
        self.interactions: OrderedDict[str, Interaction] = OrderedDict()
        self.open_forms: dict[int, Interaction] = {}
        self.webhooks: dict[int, Webhook] = {}
        self.listeners: list[Callable[[News], None]] = []
        self._dms: dict[int, Channel] = {}
        self._nonces: OrderedDict[tuple[int, int, str], int] = OrderedDict()
        self.files = Files()
        self.bot = self.add_user("Buraco STBL", bot=True)
        head = base64.b64encode(str(self.bot.id).encode()).decode().rstrip("=")
        self.token = f"{head}.{secrets.token_urlsafe(6)}.{secrets.token_urlsafe(24)}"

    @property
    def application_id(self) -> int:
        """The application has its bot's number."""
        return self.bot.id

    def new_id(self) -> int:
        """A snowflake: milliseconds since 2015, and a counter."""
        return (int(self.clock() * 1000) - _EPOCH_MS) << 22 | next(self._counter) & 0x3FFFFF

    def publish(
        self,
        name: str,
        data: Json,
        *,
        channel: Channel | None = None,
        only_for: int | None = None,
    ) -> None:
        """Tell everybody who listens."""
        news = News(name, data, channel, only_for)
        for listener in [*self.listeners]:
            listener(news)

    # Users and servers

    def add_user(self, name: str, *, bot: bool = False) -> User:
        """A new account."""
        user = User(self.new_id(), name, bot)
        self.users[user.id] = user
        return user

    def add_guild(self, name: str, *, owner: User, permissions: int = BOT_PERMISSIONS) -> Guild:
        """A new server with the bot on it, which has these permissions by a role of its own."""
        guild = Guild(self.new_id(), name, owner.id)
        guild.roles[guild.id] = Role(guild.id, "@everyone", PEOPLE)
        own = Role(self.new_id(), self.bot.name, permissions, managed=True, position=1)
        guild.roles[own.id] = own
        self.guilds[guild.id] = guild
        self.join(guild, owner)
        guild.members[self.bot.id] = Member(self.bot, self.clock(), [own.id])
        self.publish("GUILD_CREATE", self.guild_payload(guild))
        return guild

    def join(self, guild: Guild, user: User) -> Member:
        """A user comes to a server."""
        member = guild.members[user.id] = Member(user, self.clock())
        return member

    def leave(self, guild: Guild, user: User) -> None:
        """A user leaves a server; where it is the bot, it hears of it."""
        del guild.members[user.id]
        guild.voice.pop(user.id, None)
        for channel in guild.channels.values():
            channel.members.discard(user.id)
        if user is self.bot:
            self.publish("GUILD_DELETE", {"id": str(guild.id)})

    def guild_payload(self, guild: Guild) -> Json:
        """The server as the bot is told of it."""
        threads = [
            one
            for one in guild.channels.values()
            if one.is_thread and not one.archived and self.sees(self.bot, one)
        ]
        return payloads.of_guild(guild, self.users, guild.members[self.bot.id], threads)

    def set_role(self, guild: Guild, role: Role, permissions: int) -> None:
        """Give a role other permissions."""
        role.permissions = permissions
        data = {"guild_id": str(guild.id), "role": payloads.of_role(role)}
        self.publish("GUILD_ROLE_UPDATE", data)

    def add_role(self, guild: Guild, name: str, permissions: int = 0, *, position: int) -> Role:
        """A new role; those with a higher position are above it."""
        role = Role(self.new_id(), name, permissions, position=position)
        guild.roles[role.id] = role
        data = {"guild_id": str(guild.id), "role": payloads.of_role(role)}
        self.publish("GUILD_ROLE_CREATE", data)
        return role

    def give_role(self, guild: Guild, user: User, role: Role) -> None:
        """A member has one more role."""
        member = guild.members[user.id]
        member.role_ids.append(role.id)
        self.member_changed(guild, member)

    def silence(self, guild: Guild, user: User, until: float | None) -> None:
        """Let a member only read until then; None lets him speak again."""
        member = guild.members[user.id]
        member.silenced_until = until
        self.member_changed(guild, member)

    def member_changed(self, guild: Guild, member: Member) -> None:
        """Tell of what a member has become."""
        data = payloads.of_member(member) | {"guild_id": str(guild.id)}
        self.publish("GUILD_MEMBER_UPDATE", data)

    def bot_role(self, guild: Guild) -> Role:
        """The bot's own role."""
        return next(role for role in guild.roles.values() if role.managed)

    # Channels

    def add_channel(self, guild: Guild, name: str, *, kind: int = TEXT, **more: Any) -> Channel:
        """A new channel, for text as a rule; whatever else it has is named as in ``Channel``."""
        channel = Channel(self.new_id(), kind, name, guild.id, created=self.clock(), **more)
        self._enter(guild, channel)
        self._channel_news("CHANNEL_CREATE", channel)
        return channel

    def dm_with(self, user: User) -> Channel:
        """The private conversation of the bot and a user."""
        channel = self._dms.get(user.id)
        if channel is None:
            people = (user.id, self.bot.id)
            channel = Channel(self.new_id(), PRIVATE, "", people=people, created=self.clock())
            self._dms[user.id] = self.channels[channel.id] = channel
            self._channel_news("CHANNEL_CREATE", channel)
        return channel

    def add_thread(
        self,
        parent: Channel,
        name: str,
        *,
        owner: User,
        under: Message | None,
        private: bool,
        archive_minutes: int = 1440,
    ) -> Channel:
        """A thread, by itself or under a message, whose number it then has."""
        assert parent.guild_id is not None, "only a server's channels have threads"
        thread = Channel(
            self.new_id() if under is None else under.id,
            PRIVATE_THREAD if private else PUBLIC_THREAD,
            name,
            parent.guild_id,
            parent.id,
            owner.id,
            members={owner.id},
            archive_minutes=archive_minutes,
            created=self.clock(),
        )
        self._enter(self.guilds[parent.guild_id], thread)
        self._channel_news("THREAD_CREATE", thread, newly_created=True)
        if under is not None:
            under.flags |= HAS_THREAD
            self._message_news("MESSAGE_UPDATE", under)
        elif not private:
            self.post(parent, owner, content=name, type=THREAD_CREATED)
        return thread

    def _enter(self, guild: Guild, channel: Channel) -> None:
        guild.channels[channel.id] = self.channels[channel.id] = channel

    def change_channel(self, channel: Channel, **changes: Any) -> None:
        """Set fields of a channel or thread, and tell of it."""
        for name, value in changes.items():
            setattr(channel, name, value)
        self._channel_news("THREAD_UPDATE" if channel.is_thread else "CHANNEL_UPDATE", channel)

    def overwrite(self, channel: Channel, target: int, *, allow: int = 0, deny: int = 0) -> None:
        """Allow and deny a role or a member something in a channel."""
        kind = 0 if channel.guild_id in self.guilds and target in self._roles(channel) else 1
        channel.overwrites[target] = Overwrite(target, kind, allow, deny)
        self._channel_news("CHANNEL_UPDATE", channel)

    def remove_overwrite(self, channel: Channel, target: int) -> None:
        """Let the channel say nothing of its own about a role or a member."""
        del channel.overwrites[target]
        self._channel_news("CHANNEL_UPDATE", channel)

    def _roles(self, channel: Channel) -> dict[int, Role]:
        assert channel.guild_id is not None, "asked of a server's channel"
        return self.guilds[channel.guild_id].roles

    def delete_channel(self, channel: Channel) -> None:
        """Delete a channel with its threads, or one thread."""
        assert channel.guild_id is not None, "private conversations stay"
        guild = self.guilds[channel.guild_id]
        for thread in [one for one in guild.channels.values() if one.parent_id == channel.id]:
            self.delete_channel(thread)
        del guild.channels[channel.id], self.channels[channel.id]
        guild.voice = {user: place for user, place in guild.voice.items() if place != channel.id}
        self.webhooks = {k: one for k, one in self.webhooks.items() if one.channel_id != channel.id}
        name = "THREAD_DELETE" if channel.is_thread else "CHANNEL_DELETE"
        self._channel_news(name, channel)

    def add_to_thread(self, thread: Channel, user: User) -> None:
        """Bring a user into a thread."""
        if user.id in thread.members:
            return
        thread.members.add(user.id)
        data = {
            "id": str(thread.id),
            "guild_id": str(thread.guild_id),
            "member_count": len(thread.members),
            "added_members": [
                {
                    "id": str(thread.id),
                    "user_id": str(user.id),
                    "join_timestamp": payloads.iso(self.clock()),
                    "flags": 0,
                }
            ],
        }
        self.publish("THREAD_MEMBERS_UPDATE", data, channel=thread)

    def _channel_news(self, name: str, channel: Channel, **more: Any) -> None:
        data = payloads.of_channel(channel, self.users) | more
        self.publish(name, data, channel=channel)

    def permissions(self, user: User, channel: Channel) -> Permission:
        """What the user may in the channel; nothing where he does not see it."""
        may = self.granted(user, channel)
        return may & SILENCED if self.silenced_until(user, channel) else may

    def silenced_until(self, user: User, channel: Channel) -> float | None:
        """Until when the user can only read there; None where he is not silenced."""
        if channel.guild_id is None:
            return None
        member = self.guilds[channel.guild_id].members.get(user.id)
        until = None if member is None else member.silenced_until
        return until if until is not None and until > self.clock() else None

    def granted(self, user: User, channel: Channel) -> Permission:
        """What the user may in the channel when he is not silenced."""
        if channel.type == PRIVATE:
            return IN_PRIVATE if user.id in channel.people else NOTHING
        assert channel.guild_id is not None, "all others belong to a server"
        guild = self.guilds[channel.guild_id]
        member = guild.members.get(user.id)
        if member is None:
            return NOTHING
        may = permissions_in(guild, member, channel)
        hidden = channel.type == PRIVATE_THREAD and user.id not in channel.members
        return NOTHING if hidden and Permission.MANAGE_THREADS not in may else may

    def may_send(self, user: User, channel: Channel) -> bool:
        """Whether the user may write there."""
        return writes(self.permissions(user, channel), channel)

    def sees(self, user: User, channel: Channel) -> bool:
        """Whether the channel is there for the user."""
        return Permission.VIEW_CHANNEL in self.permissions(user, channel)

    # Messages

    def post(self, channel: Channel, author: User, *, content: str = "", **more: Any) -> Message:
        """A new message; whatever else it has is named as in ``Message``."""
        message = Message(
            self.new_id(), channel.id, author, content, self.clock(), by_application=author.bot
        )
        message.mentions = self.mentioned(content)
        for name, value in more.items():
            setattr(message, name, value)
        self.files.keep(message.attachments)
        channel.messages[message.id] = message
        if channel.archived and channel.is_thread and message.only_for is None:
            self.change_channel(channel, archived=False)
        self._message_news("MESSAGE_CREATE", message)
        return message

    def once(self, channel: Channel, author: User, nonce: object) -> Message | None:
        """The message that the author sent there with this nonce a short while ago."""
        found = channel.messages.get(self._nonces.get((channel.id, author.id, str(nonce)), 0))
        return found if found and self.clock() - found.created < _NONCE_SECONDS else None

    def remember_nonce(self, message: Message) -> None:
        """Sent again with the same nonce, it is the same message."""
        key = (message.channel_id, message.author.id, str(message.nonce))
        self._nonces[key] = message.id
        if len(self._nonces) > _NONCES_KEPT:
            self._nonces.popitem(last=False)

    def edit(self, message: Message, *, by_author: bool = True, **changes: Any) -> None:
        """Change a message, and tell of it."""
        if "attachments" in changes:
            self.files.drop(message.attachments)
        for name, value in changes.items():
            setattr(message, name, value)
        if "attachments" in changes:
            self.files.keep(message.attachments)
        if by_author:
            message.edited = self.clock()
        self._message_news("MESSAGE_UPDATE", message)

    def delete(self, message: Message) -> None:
        """Take a message away."""
        channel = self.channels[message.channel_id]
        self.files.drop(message.attachments)
        del channel.messages[message.id]
        data: Json = {"id": str(message.id), "channel_id": str(channel.id)}
        if channel.guild_id is not None:
            data["guild_id"] = str(channel.guild_id)
        self.publish("MESSAGE_DELETE", data, channel=channel, only_for=message.only_for)

    def delete_together(self, channel: Channel, messages: Sequence[Message]) -> None:
        """Take several messages away, which is told as one thing."""
        for message in messages:
            self.files.drop(message.attachments)
            del channel.messages[message.id]
        data: Json = {
            "ids": [str(message.id) for message in messages],
            "channel_id": str(channel.id),
            "guild_id": str(channel.guild_id),
        }
        self.publish("MESSAGE_DELETE_BULK", data, channel=channel)

    def message_payload(self, message: Message) -> Json:
        """The message as Discord's JSON."""
        channel = self.channels[message.channel_id]
        return payloads.of_message(message, channel, self.base, self.application_id)

    def _message_news(self, name: str, message: Message) -> None:
        channel = self.channels[message.channel_id]
        data = self.message_payload(message)
        self.publish(name, data, channel=channel, only_for=message.only_for)

    def mentioned(self, content: str) -> list[User]:
        """The users whom a text names."""
        found = {int(one) for one in _mentioned(content)}
        return [self.users[one] for one in sorted(found) if one in self.users]

    def new_file(self, filename: str, data: bytes, description: str | None) -> Attachment:
        """A file that is about to be sent."""
        return new_file(self.new_id(), filename, data, description)

    # Interactions

    def begin(self, interaction: Interaction) -> None:
        """Remember an interaction that is about to be told to the bot."""
        self.interactions[interaction.token] = interaction
        if len(self.interactions) > _INTERACTIONS_KEPT:
            self.interactions.popitem(last=False)


def _mentioned(content: str) -> Iterable[str]:
    for part in content.split("<@")[1:]:
        number = part.partition(">")[0].removeprefix("!")
        if number.isdigit():
            yield number
