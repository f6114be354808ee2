"""Discord's own AutoMod, for slurs alone: one rule on request, kept in step with our list.

A rule covers a whole server and blocks before anything is posted.
https://discord.com/developers/docs/resources/auto-moderation
"""

import logging
from typing import Final

import discord

from cogs.ui.asked import Sorry
from moderation import slur_words
from storage.sanction_records import ChatSettings
from texts import moderators as texts

log = logging.getLogger(__name__)

RULE_NAME: Final = "Buraco: injúrias"
_REASON: Final = "Buraco: regra pedida em /moderacao configurar"
BAD_REQUEST: Final = 400
"""Our rule is always the same, so what Discord does not take is one more of its kind: six at most.
Its error has no number of its own (50035)."""


class SlurRule:
    """Makes the rule, mends it and takes it away."""

    async def switch(self, guild: discord.Guild, settings: ChatSettings, *, on: bool) -> int | None:
        """Have the rule or have it not; its id. Raises Sorry where Discord does not let the bot."""
        if not guild.me.guild_permissions.manage_guild:
            raise Sorry(texts.AUTOMOD_NEEDS)
        try:
            rule = await self._find(guild, settings.automod_rule_id)
            if not on:
                if rule is not None:
                    await rule.delete(reason=_REASON)
                return None
            if rule is None:
                rule = await self._make(guild)
            else:
                await self._mend(rule)
        except discord.HTTPException as error:
            log.info("server %s takes no AutoMod rule: %s", guild.id, error.code)
            full = error.status == BAD_REQUEST
            raise Sorry(texts.AUTOMOD_FULL if full else texts.AUTOMOD_NEEDS) from None
        return rule.id

    async def keep(self, guild: discord.Guild, settings: ChatSettings) -> bool:
        """Bring the rule into step with our list; False where it is no more."""
        rule = await self._find(guild, settings.automod_rule_id)
        if rule is not None:
            await self._mend(rule)
        return rule is not None

    async def _find(self, guild: discord.Guild, rule_id: int | None) -> discord.AutoModRule | None:
        """The rule by its id, or one of ours that was made just before a crash."""
        rules = await guild.fetch_automod_rules()
        me = guild.me.id
        for rule in rules:
            if rule.id == rule_id or (rule.name == RULE_NAME and rule.creator_id == me):
                return rule
        return None

    async def _make(self, guild: discord.Guild) -> discord.AutoModRule:
        return await guild.create_automod_rule(
            name=RULE_NAME,
            event_type=discord.AutoModRuleEventType.message_send,
            trigger=_trigger(),
            actions=[
                discord.AutoModRuleAction(
                    type=discord.AutoModRuleActionType.block_message,
                    custom_message=texts.AUTOMOD_SAYS,
                )
            ],
            enabled=True,
            reason=_REASON,
        )

    async def _mend(self, rule: discord.AutoModRule) -> None:
        if sorted(rule.trigger.keyword_filter) != sorted(_trigger().keyword_filter):
            await rule.edit(trigger=_trigger(), reason=_REASON)


def _trigger() -> discord.AutoModTrigger:
    return discord.AutoModTrigger(
        type=discord.AutoModRuleTriggerType.keyword, keyword_filter=[*slur_words()]
    )
