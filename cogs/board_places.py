"""What happens to the places of tables: servers, channels, threads, and what is allowed there."""

import logging

import discord
from discord.ext import commands

from bot.services.workers import Workers
from cogs.ui.base import VerbCog
from cogs.ui.place import missing_at
from storage.records import MatchInfo

log = logging.getLogger(__name__)


class PlacesWatch(VerbCog):
    """The board's ears: it looks again at tables whose place has changed, and frees those without.

    ``workers`` show a table when it is marked.
    """

    workers: Workers

    @commands.Cog.listener()
    async def on_ready(self) -> None:
        """While the bot was away it may have been taken from servers, or its permissions have."""
        async with self.app.database.read() as work:
            tables = await work.matches.all_open()
        for guild_id in {info.guild_id for info in tables}:
            if self.bot.get_guild(guild_id) is None:
                await self._abandon_all(guild_id)
            else:
                await self._permissions_changed(guild_id)

    @commands.Cog.listener()
    async def on_guild_remove(self, guild: discord.Guild) -> None:
        """The bot was taken from a server; an outage of Discord's is none of this."""
        await self._abandon_all(guild.id)

    async def _abandon_all(self, guild_id: int) -> None:
        """Tables of a server without the bot hold nobody."""
        for info in await self._tables_in(guild_id):
            await self.app.seats.abandon(info.id)

    @commands.Cog.listener()
    async def on_guild_channel_delete(self, channel: discord.abc.GuildChannel) -> None:
        """With its channel a table is gone, whether or not its match has begun."""
        tables = [
            info
            for info in await self._tables_in(channel.guild.id)
            if info.channel_id == channel.id
        ]
        if tables and await self._is_gone(channel.id):
            for info in tables:
                await self.app.seats.abandon(info.id)

    async def _is_gone(self, channel_id: int) -> bool:
        """Whether a channel is no more, and not merely hidden from the bot."""
        try:
            await self.bot.fetch_channel(channel_id)
        except discord.NotFound:
            return True
        except discord.HTTPException as error:
            log.info("channel %s may still be there: %s", channel_id, error.code)
        return False

    @commands.Cog.listener()
    async def on_raw_thread_delete(self, payload: discord.RawThreadDeleteEvent) -> None:
        """The table gets another thread."""
        for info in await self._tables_in(payload.guild_id):
            if info.thread_id == payload.thread_id:
                self.workers.mark(info.id)

    @commands.Cog.listener()
    async def on_raw_thread_update(self, payload: discord.RawThreadUpdateEvent) -> None:
        """A thread may have been locked or unlocked; an archived one is in no cache."""
        await self._permissions_changed(payload.guild_id)

    @commands.Cog.listener()
    async def on_guild_channel_update(
        self, _before: object, after: discord.abc.GuildChannel
    ) -> None:
        """A channel's permissions may have changed."""
        await self._permissions_changed(after.guild.id)

    @commands.Cog.listener()
    async def on_guild_role_update(self, _before: discord.Role, after: discord.Role) -> None:
        """A role's permissions may have changed."""
        await self._permissions_changed(after.guild.id)

    @commands.Cog.listener()
    async def on_guild_role_delete(self, role: discord.Role) -> None:
        """The bot may have had permissions by a role that is no more."""
        await self._permissions_changed(role.guild.id)

    @commands.Cog.listener()
    async def on_member_update(self, _before: object, after: discord.Member) -> None:
        """The bot may have got or lost a role: of others Discord tells it nothing."""
        await self._permissions_changed(after.guild.id)

    async def _permissions_changed(self, guild_id: int) -> None:
        """Look at the server's tables that can be shown no longer, or perhaps again."""
        for info in await self._tables_in(guild_id):
            if (missing_at(self.bot, info) or None) != info.lacking:
                self.workers.mark(info.id)

    async def _tables_in(self, guild_id: int) -> list[MatchInfo]:
        async with self.app.database.read() as work:
            return await work.matches.open_in(guild_id)
