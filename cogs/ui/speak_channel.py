"""Channels where nobody writes by himself: made, taken, opened again, and what would defeat them.

Threads know no permissions of single members: they take over those of their channel, and there
@everyone may neither write in threads nor react. In the channel itself people go on writing, for
who may not write can type no command to open a table. Nothing is changed for a match, so that
nothing is left behind by a crash.
"""

from typing import Final

import discord

from bot.client import play_permissions
from cogs.ui.asked import Sorry
from cogs.ui.place import missing
from texts import moderators as texts

CHANNEL_NAME: Final = "mesas-de-buraco"
WRITING: Final = ("send_messages_in_threads", "add_reactions")
"""What nobody may do in such a channel but the bot; the rest keeps it tidy, and apps out of it."""
_DENIED: Final = (
    *WRITING,
    "create_public_threads",
    "create_private_threads",
    "use_external_apps",
)
_REASON: Final = "Buraco: modo falar"


async def make(guild: discord.Guild) -> discord.TextChannel:
    """A new channel where nobody writes by himself. Raises Sorry where the bot may make none."""
    lacking = missing(guild.me.guild_permissions, ("manage_channels", "manage_roles"))
    if lacking:
        raise Sorry(texts.cannot_make_channel(lacking))
    mine = guild.me.guild_permissions
    overwrites: dict[discord.Role | discord.Member, discord.PermissionOverwrite] = {
        guild.me: _allowed(mine),
        guild.default_role: _denied(mine),
    }
    try:
        return await guild.create_text_channel(
            CHANNEL_NAME,
            topic=texts.CHANNEL_TOPIC,
            overwrites=overwrites,  # type: ignore[arg-type]  # Role and Member are among its targets
            reason=_REASON,
        )
    except discord.Forbidden:
        raise Sorry(texts.cannot_make_channel(["manage_channels", "manage_roles"])) from None


async def take(channel: discord.TextChannel) -> None:
    """Close a channel to everybody but the bot. Raises Sorry where it may not, and it is open.

    The bot's own permissions come first, so that it never shuts itself out.
    """
    guild = channel.guild
    mine = channel.permissions_for(guild.me)
    if not mine.manage_roles:
        if is_open(channel):
            raise Sorry(texts.cannot_make_channel(["manage_roles"]))
        return
    try:
        for target, wanted in (
            (guild.me, _allowed(mine)),
            (guild.default_role, _denied(mine)),
        ):
            before = channel.overwrites_for(target)
            before.update(**{name: value for name, value in wanted if value is not None})
            await channel.set_permissions(target, overwrite=before, reason=_REASON)
    except discord.Forbidden:
        raise Sorry(texts.cannot_make_channel(["manage_roles"])) from None


async def give_back(channel: discord.TextChannel) -> None:
    """Let everybody write again as the server has it. Raises Sorry where the bot may not."""
    everyone = channel.guild.default_role
    overwrite = channel.overwrites_for(everyone)
    overwrite.update(**dict.fromkeys(_DENIED))
    try:
        await channel.set_permissions(
            everyone, overwrite=None if overwrite.is_empty() else overwrite, reason=_REASON
        )
    except discord.Forbidden:
        raise Sorry(texts.cannot_open_again(channel.mention)) from None


def _allowed(mine: discord.Permissions) -> discord.PermissionOverwrite:
    needed = ("manage_webhooks", *(name for name, wanted in play_permissions() if wanted))
    return discord.PermissionOverwrite(**{name: True for name in needed if getattr(mine, name)})


def _denied(mine: discord.Permissions) -> discord.PermissionOverwrite:
    """A bot may deny only what it may do itself."""
    return discord.PermissionOverwrite(**{name: False for name in _DENIED if getattr(mine, name)})


def is_open(channel: discord.TextChannel) -> bool:
    """Whether everybody may write in threads of a channel, or react."""
    everyone = channel.permissions_for(channel.guild.default_role)
    return any(getattr(everyone, name) for name in WRITING)


def leaks(channel: discord.TextChannel) -> list[str]:
    """The roles and people that may write all the same, administrators and bots apart."""
    found = []
    for role in channel.guild.roles:
        may = channel.permissions_for(role)
        if role.is_default() or role.is_bot_managed() or may.administrator:
            continue
        if any(getattr(may, name) for name in WRITING):
            found.append(role.mention)
    for target, overwrite in channel.overwrites.items():
        is_person = not isinstance(target, discord.Role) and target.id != channel.guild.me.id
        if is_person and any(getattr(overwrite, name) for name in WRITING):
            found.append(f"<@{target.id}>")
    return found
