"""Which seated players share a voice channel: the table shows it, for calls cannot be heard.

Discord tells who is in which channel, and nothing of what is said there.
"""

import discord
from discord.ext import commands

from bot.client import BuracoBot
from bot.services.voice import VoiceRooms
from cogs.ui.seating import redraw
from storage.records import Status


class VoiceWatch(commands.Cog):
    """Keeps the voice channels of people in mind, and has their tables drawn anew."""

    def __init__(self, bot: BuracoBot) -> None:
        self.bot = bot
        self.app = bot.app

    @property
    def rooms(self) -> VoiceRooms:
        """Who is in which channel."""
        return self.app.voice

    @commands.Cog.listener()
    async def on_ready(self) -> None:
        """What was missed while the connection was away is looked up."""
        for guild in self.bot.guilds:
            self._look(guild)

    @commands.Cog.listener()
    async def on_guild_join(self, guild: discord.Guild) -> None:
        """A new server."""
        self._look(guild)

    def _look(self, guild: discord.Guild) -> None:
        channels = (*guild.voice_channels, *guild.stage_channels)
        self.rooms.fill(
            guild.id,
            {user_id: channel.id for channel in channels for user_id in channel.voice_states},
        )

    @commands.Cog.listener()
    async def on_guild_remove(self, guild: discord.Guild) -> None:
        """Nothing is kept of a server without the bot."""
        self.rooms.fill(guild.id, {})

    @commands.Cog.listener()
    async def on_voice_state_update(
        self, member: discord.Member, _before: discord.VoiceState, after: discord.VoiceState
    ) -> None:
        """Somebody came into a channel or left it; muting oneself is no business of the table."""
        room = None if after.channel is None else after.channel.id
        if not self.rooms.move(member.guild.id, member.id, room):
            return
        async with self.app.database.read() as work:
            tables = await work.matches.open_of(member.id)
        for info in tables:
            if info.guild_id == member.guild.id and info.status is Status.LIVE:
                redraw(self.bot, info.id)


async def setup(bot: BuracoBot) -> None:
    """Load the cog."""
    await bot.add_cog(VoiceWatch(bot))
