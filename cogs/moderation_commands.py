"""The group ``/moderacao``: who is banned or pardoned, and why.

How the chat is handled is set in ``cogs.moderation_settings``; both make one group.
"""

import collections
from collections.abc import Sequence
from typing import Final

import discord
from discord import app_commands
from discord.ext import commands

from bot.client import BuracoBot
from bot.services.moderation import ModerationService
from cogs.moderation_log import ChatLog, entry
from cogs.moderation_menus import ModerationMenus
from cogs.moderation_notices import ChatNotices
from cogs.moderation_settings import ModerationSettings, may_moderate
from cogs.own_record import OwnRecord
from cogs.speech import SpeechCog
from cogs.ui.asked import Sorry, asked
from cogs.ui.automod import SlurRule
from cogs.ui.base import Interaction, tell
from cogs.ui.place import guild_of
from storage.sanction_records import Incident
from texts import moderation as texts
from texts import moderators

WITHOUT_END: Final = 0
TERMS: Final = {
    "1 hora": 1,
    "24 horas": 24,
    "7 dias": 7 * 24,
    "30 dias": 30 * 24,
    moderators.UNTIL_PARDONED: WITHOUT_END,
}


@app_commands.guild_only()
@app_commands.default_permissions(moderate_members=True)
class ModerationCommands(
    ModerationSettings,
    commands.GroupCog,
    group_name="moderacao",
    group_description="O chat das mesas: o que é apagado, suspensões, perdão",
):
    """What moderators may set, see and undo."""

    def __init__(self, bot: BuracoBot, notices: ChatNotices) -> None:
        self.bot = bot
        self.service: ModerationService = bot.app.moderation
        self.notices = notices
        self.slur_rule = SlurRule()

    @app_commands.command(name="banir", description="Suspende alguém das mesas deste servidor")
    @app_commands.describe(pessoa="Quem", prazo="Até quando", motivo="Por quê; a pessoa lê isto")
    @app_commands.choices(
        prazo=[app_commands.Choice(name=name, value=hours) for name, hours in TERMS.items()]
    )
    @may_moderate
    async def ban(
        self,
        interaction: Interaction,
        pessoa: discord.User,
        prazo: int,
        motivo: app_commands.Range[str, 0, 200] = "",
    ) -> None:
        """Ban from the tables; a match under way is played to its end."""
        async with asked(interaction):
            if pessoa.bot:
                raise Sorry(moderators.NO_BOTS)
            guild = guild_of(interaction)
            given = await self.service.ban(
                guild.id,
                pessoa.id,
                hours=None if prazo == WITHOUT_END else prazo,
                by=interaction.user.id,
                why=motivo.strip(),
            )
            await tell(interaction, moderators.banned_text(pessoa.mention, given.until))
            notice = texts.banned_notice(guild.name, given.until, given.why)
            await self.notices.whisper(pessoa.id, notice)

    @app_commands.command(name="perdoar", description="Desfaz advertências e suspensões de alguém")
    @app_commands.describe(pessoa="Quem")
    @may_moderate
    async def pardon(self, interaction: Interaction, pessoa: discord.User) -> None:
        """Take back all strikes and bans in force."""
        async with asked(interaction):
            await self.notices.pardon(interaction, guild_of(interaction), pessoa)

    @app_commands.command(name="historico", description="O que foi apagado de alguém ou de dois")
    @app_commands.describe(pessoa="Quem", com="Uma dupla: as mesas em que os dois jogaram")
    @may_moderate
    async def history(
        self, interaction: Interaction, pessoa: discord.User, com: discord.User | None = None
    ) -> None:
        """What was blocked, with its texts; nothing of a round that runs."""
        async with asked(interaction):
            guild_id = guild_of(interaction).id
            if com is not None:
                await tell(interaction, await self._pair(guild_id, pessoa, com))
                return
            strikes, incidents, ban = await self.service.record_of(guild_id, pessoa.id)
            standing = texts.standing(
                len(strikes), None if ban is None else ban.until, banned=ban is not None
            )
            entries, hidden = await self._entries(incidents)
            text = moderators.history_text(pessoa.mention, standing, entries, hidden)
            await tell(interaction, text)

    async def _pair(self, guild_id: int, first: discord.User, second: discord.User) -> str:
        """What two people were blocked for at the same tables, counted by whose turn it was."""
        incidents = await self.service.pair(guild_id, first.id, second.id)
        shown = await self.service.readable(incidents)
        names = {first.id: first.mention, second.id: second.mention, None: moderators.NO_TURN}
        turns = collections.Counter(names.get(each.turn, moderators.OTHERS) for each in shown)
        entries, hidden = await self._entries(incidents)
        return moderators.pair_text(
            first.mention, second.mention, dict(turns.most_common()), entries, hidden
        )

    async def _entries(self, incidents: Sequence[Incident]) -> tuple[list[str], int]:
        """What a moderator may read of the incidents now, and how many have to wait."""
        shown = await self.service.readable(incidents)
        numbers = await self.service.table_numbers(shown)
        entries = [entry(each, table=numbers.get(each.match_id)) for each in shown]
        return entries, len(incidents) - len(shown)

    @app_commands.command(name="excecoes", description="O que este servidor não quer bloqueado")
    @app_commands.describe(tirar="O número da exceção que deixa de valer")
    @may_moderate
    async def exceptions(
        self, interaction: Interaction, tirar: app_commands.Range[int, 1, 10**12] | None = None
    ) -> None:
        """The server's own exceptions; take one away."""
        async with asked(interaction):
            guild_id = guild_of(interaction).id
            if tirar is not None:
                dropped = await self.service.drop_exception(guild_id, tirar)
                done = moderators.EXCEPTION_DROPPED
                await tell(interaction, done if dropped else moderators.NO_SUCH_EXCEPTION)
                return
            known = await self.service.exceptions(guild_id)
            lines = [(each.id, each.text, each.by) for each in known]
            await tell(interaction, moderators.exceptions_text(lines))

    @app_commands.command(name="strikes", description="As advertências de alguém que ainda contam")
    @app_commands.describe(pessoa="Quem")
    @may_moderate
    async def strikes(self, interaction: Interaction, pessoa: discord.User) -> None:
        """The strikes of the last thirty days."""
        async with asked(interaction):
            strikes, _, ban = await self.service.record_of(guild_of(interaction).id, pessoa.id)
            standing = texts.standing(
                len(strikes), None if ban is None else ban.until, banned=ban is not None
            )
            lines = [
                (each.id, each.at, None if each.rung is None else each.rung.value)
                for each in strikes
            ]
            await tell(interaction, moderators.strikes_text(pessoa.mention, standing, lines))

    @app_commands.command(name="explicar", description="Por que uma mensagem foi apagada")
    @app_commands.describe(numero="O número, que está no registro e no histórico")
    @may_moderate
    async def explain(
        self, interaction: Interaction, numero: app_commands.Range[int, 1, 10**12]
    ) -> None:
        """One incident, with its reasons and the rules."""
        async with asked(interaction):
            incident = await self.service.incident(guild_of(interaction).id, numero)
            if incident is None:
                raise Sorry(moderators.NO_SUCH_INCIDENT)
            await self._require_over(incident)
            numbers = await self.service.table_numbers([incident])
            words = entry(incident, table=numbers.get(incident.match_id))
            await tell(interaction, moderators.explanation(words, incident.label, incident.reasons))

    async def _require_over(self, incident: Incident) -> None:
        """Raise Sorry while the round runs in which it was said: who asks may be playing."""
        if not await self.service.readable([incident]):
            raise Sorry(moderators.STILL_RUNNING)


async def setup(bot: BuracoBot) -> None:
    """Load the moderators' commands and menus, and the commands about oneself."""
    notices, chat_log = bot.get_cog("ChatNotices"), bot.get_cog("ChatLog")
    speech = bot.get_cog("SpeechCog")
    assert isinstance(notices, ChatNotices), "the cogs are loaded in their order"
    assert isinstance(chat_log, ChatLog), "same"
    assert isinstance(speech, SpeechCog), "same"
    await bot.add_cog(ModerationCommands(bot, notices))
    await bot.add_cog(ModerationMenus(bot, chat_log, notices, speech))
    await bot.add_cog(OwnRecord(bot))
