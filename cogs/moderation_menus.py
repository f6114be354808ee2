"""What is offered on a message, for all, and on a person, for moderators.

Discord gives a message's text to such a command, whether or not the bot may read the chat.
"""

import dataclasses

import discord
from discord import app_commands
from discord.ext import commands

from bot.client import BuracoBot
from bot.services.moderation import Written
from cogs.moderation_log import ChatLog
from cogs.moderation_notices import ChatNotices
from cogs.moderation_settings import may_moderate
from cogs.speech import SpeechCog
from cogs.ui.asked import Sorry, asked
from cogs.ui.base import Interaction, tell
from cogs.ui.place import guild_of
from cogs.ui.written import Recent, author_of, written_in
from storage.records import MatchInfo
from texts import moderators as texts


class ModerationMenus(commands.Cog):
    """Adds the menus to the command tree while it is loaded."""

    def __init__(
        self, bot: BuracoBot, chat_log: ChatLog, notices: ChatNotices, speech: SpeechCog
    ) -> None:
        self.bot = bot
        self.speech = speech
        self.chat_log = chat_log
        self.notices = notices
        self.menus = (
            app_commands.ContextMenu(name=texts.REPORT, callback=self.report),
            app_commands.ContextMenu(name=texts.PARDON, callback=self.forgive),
        )
        for menu in self.menus:
            menu.guild_only = True
            bot.tree.add_command(menu)
        self.menus[1].default_permissions = discord.Permissions(moderate_members=True)

    async def cog_unload(self) -> None:
        """Take the menus away."""
        for menu in self.menus:
            self.bot.tree.remove_command(menu.name, type=menu.type)

    async def report(self, interaction: Interaction, message: discord.Message) -> None:
        """Somebody finds that a message should not stand."""
        async with asked(interaction):
            service = self.bot.app.moderation
            info = await service.table_at(message.channel.id)
            written = None if info is None else self._written(message, info)
            if info is None or written is None:
                raise Sorry(texts.REPORT_ONLY_TABLES)
            incident = await service.report(message.channel.id, written, interaction.user.id)
            if incident is None:
                await tell(interaction, texts.REPORTED_BEFORE)
                return
            known = await self.chat_log.channel_of(info)
            await tell(interaction, texts.REPORTED if known else texts.NO_LOG_CHANNEL)

    def _written(self, message: discord.Message, info: MatchInfo) -> Written | None:
        """What a person wrote, or the bot said for him; None of anybody else."""
        written = written_in(message, info, Recent())
        speaker_id = self.speech.speaker.who_said(message, info)
        if speaker_id is not None:
            return dataclasses.replace(written, user_id=speaker_id)
        return None if author_of(message) is None else written

    @may_moderate
    async def forgive(self, interaction: Interaction, person: discord.User) -> None:
        """A moderator pardons somebody."""
        async with asked(interaction):
            await self.notices.pardon(interaction, guild_of(interaction), person)
