"""Keeps the AutoMod rule against slurs in step, and counts what it holds back at live tables."""

import logging

import discord
from discord.ext import commands

from bot.client import NO_ANSWER, BuracoBot
from bot.services.moderation import Written
from cogs.moderation import ModerationCog
from cogs.ui.automod import SlurRule

log = logging.getLogger(__name__)


class AutoModWatch(commands.Cog):
    """Hears Discord's alerts about the rule, which come to who may manage the server."""

    def __init__(self, bot: BuracoBot, moderation: ModerationCog) -> None:
        self.bot = bot
        self.service = bot.app.moderation
        self.moderation = moderation
        self._kept = False

    @commands.Cog.listener()
    async def on_ready(self) -> None:
        """The list of slurs may be another one than before the start, and rules be gone."""
        if self._kept:
            return
        self._kept = True
        for settings in await self.service.with_automod():
            guild = self.bot.get_guild(settings.guild_id)
            if guild is None:
                continue
            try:
                stands = await SlurRule().keep(guild, settings)
            except (discord.HTTPException, *NO_ANSWER) as error:
                log.info("AutoMod of server %s: %s", guild.id, type(error).__name__)
                continue
            if not stands:
                await self.service.configure(guild.id, automod_rule_id=None)

    @commands.Cog.listener()
    async def on_guild_remove(self, guild: discord.Guild) -> None:
        """The bot was taken from a server, whose rule it can no longer touch."""
        if (await self.service.settings(guild.id)).automod_rule_id is not None:
            await self.service.configure(guild.id, automod_rule_id=None)

    @commands.Cog.listener()
    async def on_automod_rule_delete(self, rule: discord.AutoModRule) -> None:
        """Somebody took the rule away."""
        if (await self.service.settings(rule.guild.id)).automod_rule_id == rule.id:
            await self.service.configure(rule.guild.id, automod_rule_id=None)

    @commands.Cog.listener()
    async def on_automod_action(self, execution: discord.AutoModAction) -> None:
        """A message was held back; other rules of the server are none of ours.

        An action that somebody has added to our rule (an alert, a timeout) is an event of its own.
        """
        if execution.action.type is not discord.AutoModRuleActionType.block_message:
            return
        place_id = execution.channel_id
        settings = await self.service.settings(execution.guild_id)
        if place_id is None or execution.rule_id != settings.automod_rule_id:
            return
        written = Written(user_id=execution.user_id, name="", text=execution.content)
        with self.bot.busy():
            ruling = await self.service.alerted(place_id, written)
            if ruling.incident is not None and ruling.info is not None:
                await self.moderation.tell(ruling.info, execution.user_id, ruling)


async def setup(bot: BuracoBot) -> None:
    """Load the cog."""
    moderation = bot.get_cog("ModerationCog")
    assert isinstance(moderation, ModerationCog), "the cogs are loaded in their order"
    await bot.add_cog(AutoModWatch(bot, moderation))
