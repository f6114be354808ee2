"""The group ``/moderacao``: how the chat is handled, who is banned or pardoned, and why."""

from collections.abc import Sequence
from typing import Any, Final

import discord
from discord import app_commands
from discord.ext import commands

from bot.client import BuracoBot
from bot.services.moderation import ModerationService
from cogs.moderation_log import entry
from cogs.moderation_notices import ChatNotices
from cogs.own_record import OwnRecord
from cogs.ui.asked import Sorry, asked
from cogs.ui.base import Interaction, tell
from cogs.ui.place import channel_id_of, guild_of, missing
from moderation import Rigor
from storage.sanctions import WHOLE_SERVER, ChatSettings, Incident, Mode
from texts import moderation as texts

HERE, SERVER = "aqui", "servidor"
FOR_LOG: Final = ("view_channel", "send_messages")
FOR_CHAT: Final = ("manage_messages",)
WITHOUT_END: Final = 0
TERMS: Final = {
    "1 hora": 1,
    "24 horas": 24,
    "7 dias": 7 * 24,
    "30 dias": 30 * 24,
    texts.UNTIL_PARDONED: WITHOUT_END,
}

may_moderate = app_commands.checks.has_permissions(moderate_members=True)
"""Checked here as well: a server may hand the commands to others, who then learn why not."""


def _choices(values: Sequence[str]) -> list[app_commands.Choice[str]]:
    return [app_commands.Choice(name=value, value=value) for value in values]


@app_commands.guild_only()
@app_commands.default_permissions(moderate_members=True)
class ModerationCommands(
    commands.GroupCog,
    group_name="moderacao",
    group_description="O chat das mesas: o que é apagado, suspensões, perdão",
):
    """What moderators may set, see and undo."""

    def __init__(self, bot: BuracoBot, notices: ChatNotices) -> None:
        self.bot = bot
        self.service: ModerationService = bot.app.moderation
        self.notices = notices

    @app_commands.command(name="configurar", description="Como o chat das mesas é moderado")
    @app_commands.describe(
        modo="Apagar o que canta jogo ou ofende, ou nada",
        rigor="O que conta como cantar jogo",
        palavroes="Apagar também palavrão que não é para ninguém",
        registro="O canal em que conto à moderação o que apaguei",
        sem_registro="Não contar em canal nenhum",
        onde="Mudar só neste canal, ou no servidor inteiro (padrão)",
    )
    @app_commands.choices(
        modo=_choices([mode.value for mode in Mode]),
        rigor=_choices([rigor.value for rigor in Rigor]),
        onde=_choices([SERVER, HERE]),
    )
    @may_moderate
    async def configure(
        self,
        interaction: Interaction,
        modo: str | None = None,
        rigor: str | None = None,
        palavroes: bool | None = None,  # noqa: FBT001 - an option of the command
        registro: discord.TextChannel | None = None,
        sem_registro: bool = False,  # noqa: FBT001, FBT002 - same
        onde: str = SERVER,
    ) -> None:
        """Change what is given, and show what holds here."""
        async with asked(interaction):
            given: dict[str, Any] = {}
            if modo is not None:
                given["mode"] = Mode(modo)
            if rigor is not None:
                given["rigor"] = rigor
            if palavroes is not None:
                given["forbid_swearing"] = palavroes
            if registro is not None or sem_registro:
                given["log_channel_id"] = None if registro is None else registro.id
            guild_id, channel_id = guild_of(interaction).id, channel_id_of(interaction)
            if given:
                place = channel_id if onde == HERE else WHOLE_SERVER
                settings = await self.service.configure(guild_id, place, **given)
            else:
                settings = await self.service.settings(guild_id, channel_id)
            await tell(interaction, self._settings_text(interaction, settings))

    def _settings_text(self, interaction: Interaction, settings: ChatSettings) -> str:
        guild = guild_of(interaction)
        log_channel, log_missing, public = None, [], False
        if settings.log_channel_id is not None:
            log_channel = f"<#{settings.log_channel_id}>"
            channel = guild.get_channel(settings.log_channel_id)
            if channel is None:
                log_missing = [*FOR_LOG]
            else:
                log_missing = missing(channel.permissions_for(guild.me), FOR_LOG)
                public = channel.permissions_for(guild.default_role).view_channel
        here = settings.channel_id != WHOLE_SERVER
        text = texts.settings_text(
            place=f"<#{settings.channel_id}>" if here else None,
            mode=settings.mode.value,
            rigor=settings.rigor,
            forbid_swearing=settings.forbid_swearing,
            log_channel=log_channel,
            reads_chat=self.bot.reads_chat,
            missing=missing(interaction.app_permissions, FOR_CHAT),
            log_missing=log_missing,
        )
        return f"{text}\n{texts.LOG_READ_BY_ALL}" if public else text

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
                raise Sorry(texts.NO_BOTS)
            guild = guild_of(interaction)
            given = await self.service.ban(
                guild.id,
                pessoa.id,
                hours=None if prazo == WITHOUT_END else prazo,
                by=interaction.user.id,
                why=motivo.strip(),
            )
            await tell(interaction, texts.banned_text(pessoa.mention, given.until))
            notice = texts.banned_notice(guild.name, given.until, given.why)
            await self.notices.whisper(pessoa.id, notice)

    @app_commands.command(name="perdoar", description="Desfaz advertências e suspensões de alguém")
    @app_commands.describe(pessoa="Quem")
    @may_moderate
    async def pardon(self, interaction: Interaction, pessoa: discord.User) -> None:
        """Take back all strikes and bans in force."""
        async with asked(interaction):
            guild = guild_of(interaction)
            strikes, bans = await self.service.pardon(guild.id, pessoa.id, by=interaction.user.id)
            await tell(interaction, texts.pardoned_text(pessoa.mention, strikes, bans))
            if strikes or bans:
                await self.notices.whisper(pessoa.id, texts.pardoned_notice(guild.name))

    @app_commands.command(name="historico", description="O que foi apagado de alguém")
    @app_commands.describe(pessoa="Quem")
    @may_moderate
    async def history(self, interaction: Interaction, pessoa: discord.User) -> None:
        """What was blocked, with its texts; nothing of a round that runs."""
        async with asked(interaction):
            guild_id = guild_of(interaction).id
            strikes, incidents, ban = await self.service.record_of(guild_id, pessoa.id)
            shown = await self.service.readable(incidents)
            numbers = await self.service.table_numbers(shown)
            standing = texts.standing(
                len(strikes), None if ban is None else ban.until, banned=ban is not None
            )
            entries = [entry(each, table=numbers.get(each.match_id)) for each in shown]
            hidden = len(incidents) - len(shown)
            await tell(interaction, texts.history_text(pessoa.mention, standing, entries, hidden))

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
            await tell(interaction, texts.strikes_text(pessoa.mention, standing, lines))

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
                raise Sorry(texts.NO_SUCH_INCIDENT)
            await self._require_over(incident)
            numbers = await self.service.table_numbers([incident])
            words = entry(incident, table=numbers.get(incident.match_id))
            await tell(interaction, texts.explanation(words, incident.label, incident.reasons))

    async def _require_over(self, incident: Incident) -> None:
        """Raise Sorry while the round runs in which it was said: who asks may be playing."""
        if not await self.service.readable([incident]):
            raise Sorry(texts.STILL_RUNNING)


async def setup(bot: BuracoBot) -> None:
    """Load the moderators' commands, and those about oneself."""
    notices = bot.get_cog("ChatNotices")
    assert isinstance(notices, ChatNotices), "the cogs are loaded in their order"
    await bot.add_cog(ModerationCommands(bot, notices))
    await bot.add_cog(OwnRecord(bot))
