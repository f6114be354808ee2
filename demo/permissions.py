"""Who may do what in a channel, by roles and overwrites.

https://discord.com/developers/docs/topics/permissions
"""

import enum
from typing import Final

from demo.objects import CATEGORY, Channel, Guild, Member, Overwrite


class Permission(enum.IntFlag):
    """The permissions that the bot or its people meet."""

    KICK_MEMBERS = 1 << 1
    BAN_MEMBERS = 1 << 2
    ADMINISTRATOR = 1 << 3
    MANAGE_CHANNELS = 1 << 4
    MANAGE_GUILD = 1 << 5
    ADD_REACTIONS = 1 << 6
    VIEW_AUDIT_LOG = 1 << 7
    VIEW_CHANNEL = 1 << 10
    SEND_MESSAGES = 1 << 11
    MANAGE_MESSAGES = 1 << 13
    EMBED_LINKS = 1 << 14
    ATTACH_FILES = 1 << 15
    READ_MESSAGE_HISTORY = 1 << 16
    MENTION_EVERYONE = 1 << 17
    CONNECT = 1 << 20
    SPEAK = 1 << 21
    MUTE_MEMBERS = 1 << 22
    DEAFEN_MEMBERS = 1 << 23
    MOVE_MEMBERS = 1 << 24
    MANAGE_ROLES = 1 << 28
    MANAGE_WEBHOOKS = 1 << 29
    USE_APPLICATION_COMMANDS = 1 << 31
    MANAGE_THREADS = 1 << 34
    CREATE_PUBLIC_THREADS = 1 << 35
    CREATE_PRIVATE_THREADS = 1 << 36
    SEND_MESSAGES_IN_THREADS = 1 << 38
    MODERATE_MEMBERS = 1 << 40
    SEND_VOICE_MESSAGES = 1 << 46
    SEND_POLLS = 1 << 49
    USE_EXTERNAL_APPS = 1 << 50
    PIN_MESSAGES = 1 << 51
    BYPASS_SLOWMODE = 1 << 52


EVERYTHING: Final = (1 << 53) - 1
NOTHING: Final = Permission(0)

PEOPLE: Final = (
    Permission.VIEW_CHANNEL
    | Permission.SEND_MESSAGES
    | Permission.SEND_MESSAGES_IN_THREADS
    | Permission.EMBED_LINKS
    | Permission.ATTACH_FILES
    | Permission.READ_MESSAGE_HISTORY
    | Permission.ADD_REACTIONS
    | Permission.USE_APPLICATION_COMMANDS
    | Permission.CREATE_PUBLIC_THREADS
    | Permission.CONNECT
    | Permission.SPEAK
    | Permission.SEND_VOICE_MESSAGES
    | Permission.SEND_POLLS
    | Permission.USE_EXTERNAL_APPS
)
"""What everybody may on a usual server."""

IN_PRIVATE: Final = (
    Permission.VIEW_CHANNEL
    | Permission.SEND_MESSAGES
    | Permission.EMBED_LINKS
    | Permission.ATTACH_FILES
    | Permission.READ_MESSAGE_HISTORY
    | Permission.USE_APPLICATION_COMMANDS
)
"""What both may in a private conversation."""


SILENCED: Final = Permission.VIEW_CHANNEL | Permission.READ_MESSAGE_HISTORY
"""What is left to whoever may not speak for a while."""


def writes(may: Permission, channel: Channel) -> bool:
    """Whether these permissions are enough to write in the channel."""
    if channel.type == CATEGORY:
        return False
    if channel.is_thread:
        unlocked = not channel.locked or Permission.MANAGE_THREADS in may
        return Permission.SEND_MESSAGES_IN_THREADS in may and unlocked
    return Permission.SEND_MESSAGES in may


def permissions_on(guild: Guild, member: Member) -> Permission:
    """What a member may on a server, by his roles."""
    base = guild.roles[guild.id].permissions
    for role_id in member.role_ids:
        base |= guild.roles[role_id].permissions
    everything = guild.owner_id == member.user.id or base & Permission.ADMINISTRATOR
    return Permission(EVERYTHING if everything else base)


def permissions_in(guild: Guild, member: Member, channel: Channel) -> Permission:
    """What a member may in a channel; of a thread, the channel that it hangs under."""
    base = int(permissions_on(guild, member))
    if base & Permission.ADMINISTRATOR:
        return Permission(EVERYTHING)
    under = channel.parent_id if channel.is_thread else None
    place = channel if under is None else guild.channels[under]
    base = _overwritten(base, place.overwrites.get(guild.id))
    of_roles = [place.overwrites[one] for one in member.role_ids if one in place.overwrites]
    for overwrite in of_roles:
        base &= ~overwrite.deny
    for overwrite in of_roles:
        base |= overwrite.allow
    base = _overwritten(base, place.overwrites.get(member.user.id))
    return Permission(base) if base & Permission.VIEW_CHANNEL else NOTHING


def _overwritten(base: int, overwrite: Overwrite | None) -> int:
    return base if overwrite is None else base & ~overwrite.deny | overwrite.allow
