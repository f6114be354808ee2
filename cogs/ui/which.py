"""Which table a command is about: its number, its place, or the user's only one."""

from collections.abc import Sequence

from discord import app_commands

from bot.services.errors import Denied, Problem
from bot.services.settings import SettingsService
from cogs.ui.asked import Sorry, is_moderator
from cogs.ui.base import Interaction
from cogs.ui.lobby_items import words_of
from storage.records import MatchInfo, Status
from texts import lobby as texts

MOST_CHOICES = 25
WHICH = "O número da mesa, se não for a deste tópico"
"""How commands describe their option for a table."""


def _settings(interaction: Interaction) -> SettingsService:
    return SettingsService(interaction.client.app.tables)


async def known_tables(interaction: Interaction) -> list[MatchInfo]:
    """The open tables that the user may know of, those of this server first."""
    tables = await _settings(interaction).tables_for(
        interaction.guild_id, interaction.user.id, moderator=is_moderator(interaction)
    )
    return sorted(tables, key=lambda info: (info.guild_id != interaction.guild_id, info.id))


async def find_table(interaction: Interaction, number: int | None) -> MatchInfo:
    """The table that is meant. Raises Denied where the number is of none, Sorry where none fits.

    Without a number: the table where the user sits and is, the one that stands here, the user's
    only one, the newest that waits here, the last one that stood here.
    """
    tables = await known_tables(interaction)
    channel_id, user_id = interaction.channel_id or 0, interaction.user.id
    stood_here = await _settings(interaction).table_at(channel_id)
    if number is not None:
        return await _numbered(interaction, number, tables)
    own = [info for info in tables if info.seat_of(user_id) is not None]
    waiting = [info for info in tables if _waits_at(info, channel_id)]
    own_here = [info for info in own if info.thread_id == channel_id or info in waiting]
    if own_here:
        return own_here[-1]
    if stood_here is not None and stood_here.status.is_open:
        return stood_here
    if len(own) == 1:
        return own[0]
    if own:
        raise Sorry(texts.WHICH_TABLE)
    if waiting:
        return waiting[-1]
    if stood_here is not None:
        return stood_here
    raise Sorry(texts.NO_TABLE_HERE)


async def table_to_join(interaction: Interaction, number: int | None) -> MatchInfo:
    """The table at which the user wants to sit: this thread's, or the newest that waits here."""
    tables = await known_tables(interaction)
    channel_id, user_id = interaction.channel_id or 0, interaction.user.id
    stands_here = await _settings(interaction).table_at(channel_id)
    if number is not None:
        return await _numbered(interaction, number, tables)
    waiting = [
        info
        for info in tables
        if info.channel_id == channel_id
        and info.status is Status.LOBBY
        and info.seat_of(user_id) is None
    ]
    free = [info for info in waiting if len(info.people) < info.size]
    if free or waiting:
        return (free or waiting)[-1]
    if stands_here is not None and stands_here.status.is_open:
        return stands_here
    raise Sorry(texts.NOTHING_TO_JOIN)


def _waits_at(info: MatchInfo, channel_id: int) -> bool:
    return info.channel_id == channel_id and info.status is not Status.LIVE


async def _numbered(
    interaction: Interaction, number: int, tables: Sequence[MatchInfo]
) -> MatchInfo:
    for info in tables:
        if info.number == number:
            return info
    if interaction.guild_id is not None:
        ended = await _settings(interaction).table_numbered(interaction.guild_id, number)
        sat_there = ended is not None and ended.seat_of(interaction.user.id) is not None
        if ended is not None and (sat_there or not ended.private):
            return ended
    raise Denied(Problem.NO_SUCH_TABLE)


async def complete_table(
    interaction: Interaction, typed: int | str
) -> list[app_commands.Choice[int]]:
    """The open tables whose number or players fit what was typed."""
    wanted = str(typed).casefold().strip()
    labelled = [
        (info, texts.choice_label(words_of(info))) for info in await known_tables(interaction)
    ]
    return [
        app_commands.Choice(name=label, value=info.number)
        for info, label in labelled
        if wanted in label.casefold()
    ][:MOST_CHOICES]
