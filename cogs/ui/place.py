"""Whether a table can be opened in a channel: the server's settings and the bot's permissions."""

from collections.abc import Iterable
from typing import Final

import discord

from bot.client import BuracoBot
from bot.services.settings import SettingsService
from cogs.ui.asked import Sorry
from cogs.ui.base import Interaction
from storage.records import MatchInfo
from texts import help as help_texts
from texts import lobby as texts

NEEDED: Final = ("view_channel", "send_messages", "attach_files", "embed_links")


def missing(permissions: discord.Permissions, names: Iterable[str]) -> list[str]:
    """Those of the named permissions that are not granted."""
    return [name for name in names if not getattr(permissions, name)]


def missing_for_tables(permissions: discord.Permissions) -> list[str]:
    """All that a table, public or reserved, would like and does not have."""
    threads = ("create_public_threads", "create_private_threads", "send_messages_in_threads")
    return missing(permissions, (*NEEDED, *threads))


def missing_at(bot: BuracoBot, info: MatchInfo) -> tuple[str, ...]:
    """What the bot lacks to show a table that has its place; empty where only Discord knows."""
    channel = bot.get_channel(info.channel_id)
    if not isinstance(channel, discord.TextChannel) or info.thread_id is None:
        return ()
    may = channel.permissions_for(channel.guild.me)
    if not may.view_channel:
        return ("view_channel",)
    in_thread = info.thread_id != info.channel_id
    send = "send_messages_in_threads" if in_thread else "send_messages"
    thread = channel.get_thread(info.thread_id)
    locked = thread is not None and thread.locked
    return tuple(missing(may, (send, "attach_files", *(("manage_threads",) * locked))))


async def require_place(interaction: Interaction, *, private: bool = False) -> str:
    """What to note about a table in this channel. Raises Sorry where none can be opened."""
    channel = interaction.channel
    if isinstance(channel, discord.Thread):
        in_text = isinstance(channel.parent, discord.TextChannel)
        raise Sorry(texts.not_in_a_thread(f"<#{channel.parent_id}>" if in_text else None))
    await _require_allowed(interaction)
    return _require_permissions(
        interaction.app_permissions,
        private=private,
        can_thread=isinstance(channel, discord.TextChannel),
    )


async def _require_allowed(interaction: Interaction) -> None:
    """Only where the moderators want tables; channels that are no more bind nobody."""
    guild = interaction.guild
    if guild is None:
        return
    settings = await SettingsService(interaction.client.app.tables).of_guild(guild.id)
    allowed = [each for each in settings.channel_ids if guild.get_channel(each) is not None]
    if allowed and interaction.channel_id not in allowed:
        raise Sorry(texts.wrong_channel([f"<#{each}>" for each in allowed]))


def _require_permissions(
    permissions: discord.Permissions, *, private: bool, can_thread: bool
) -> str:
    create = "create_private_threads" if private else "create_public_threads"
    threads = can_thread and not missing(permissions, [create])
    lacking = missing(permissions, (*NEEDED, "send_messages_in_threads") if threads else NEEDED)
    if lacking:
        raise Sorry(help_texts.missing_here(lacking))
    if threads:
        return ""
    if private:
        raise Sorry(help_texts.NO_PRIVATE_THREADS)
    return help_texts.NO_THREADS


def channel_id_of(interaction: Interaction) -> int:
    """The channel of the command; a thread's own is the one that it hangs on."""
    channel = interaction.channel
    parent = channel.parent_id if isinstance(channel, discord.Thread) else None
    return parent or interaction.channel_id or 0


def guild_of(interaction: Interaction) -> discord.Guild:
    """The server of a command that exists on servers alone."""
    assert interaction.guild is not None, "guild only"
    return interaction.guild
