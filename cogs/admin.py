"""What a server's moderators may set, all of it optional, and the greeting on a new server."""

import contextlib
import logging

import discord
from discord import app_commands
from discord.ext import commands

from bot.client import BuracoBot
from bot.services.settings import SettingsService
from cogs.ui.asked import Sorry, asked
from cogs.ui.automod import SlurRule
from cogs.ui.base import Interaction, tell
from cogs.ui.place import channel_id_of, guild_of, missing_for_tables
from cogs.ui.speak_channel import give_back
from cogs.ui.speaker import delete_webhooks
from cogs.ui.table_options import PACE_CHOICES
from storage.records import GuildSettings, Pace
from storage.sanction_records import Mode
from texts import help as texts

log = logging.getLogger(__name__)

ADD, REMOVE, CLEAR = "adicionar", "remover", "limpar"

may_configure = app_commands.checks.has_permissions(manage_guild=True)
"""Checked here as well: a server may hand the commands to others, who then learn why not."""


@app_commands.guild_only()
@app_commands.default_permissions(manage_guild=True)
class AdminCog(
    commands.GroupCog,
    group_name="configurar",
    group_description="Canais, cargo a avisar e ritmo das mesas: tudo opcional",
):
    """The group ``/configurar``."""

    def __init__(self, bot: BuracoBot) -> None:
        self.bot = bot
        self.settings = SettingsService(bot.app.tables)

    @app_commands.command(
        name="ver", description="Mostra a configuração e as permissões que faltam"
    )
    @may_configure
    async def see(self, interaction: Interaction) -> None:
        """What is set, and what is missing here."""
        async with asked(interaction):
            settings = await self.settings.of_guild(guild_of(interaction).id)
            await self._show(interaction, settings)

    @app_commands.command(
        name="canais", description="Em que canais se abrem mesas (nenhum: em todos)"
    )
    @app_commands.describe(acao="O que fazer", canal="O canal (padrão: este)")
    @app_commands.choices(
        acao=[app_commands.Choice(name=name, value=name) for name in (ADD, REMOVE, CLEAR)]
    )
    @may_configure
    async def channels(
        self, interaction: Interaction, acao: str, canal: discord.TextChannel | None = None
    ) -> None:
        """Add a channel, take one out, or allow all again."""
        async with asked(interaction):
            guild = guild_of(interaction)
            channel_id = canal.id if canal else channel_id_of(interaction)
            if acao == CLEAR:
                settings = await self.settings.set_guild(guild.id, channel_ids=())
            else:
                settings = await self.settings.allow_channel(
                    guild.id, channel_id, allowed=acao == ADD
                )
            warning = ""
            if acao == ADD and canal is not None and canal.id != interaction.channel_id:
                lacking = missing_for_tables(canal.permissions_for(guild.me))
                warning = texts.channel_unusable(canal.mention, lacking) if lacking else ""
            await self._show(interaction, settings, warning)

    @app_commands.command(name="cargo", description="O cargo avisado quando uma mesa pública abre")
    @app_commands.describe(cargo="O cargo; sem ele, ninguém é avisado")
    @may_configure
    async def role(self, interaction: Interaction, cargo: discord.Role | None = None) -> None:
        """The role to mention, or none."""
        async with asked(interaction):
            settings = await self.settings.set_guild(
                guild_of(interaction).id, role_id=cargo.id if cargo else None
            )
            await self._show(interaction, settings)

    @app_commands.command(name="ritmo", description="O relógio padrão das mesas novas")
    @app_commands.describe(ritmo="O relógio")
    @app_commands.choices(ritmo=PACE_CHOICES)
    @may_configure
    async def pace(self, interaction: Interaction, ritmo: str) -> None:
        """The default pace."""
        async with asked(interaction):
            settings = await self.settings.set_guild(guild_of(interaction).id, pace=Pace(ritmo))
            await self._show(interaction, settings)

    @app_commands.command(
        name="despedir", description="Tira o bot do servidor e desfaz o que ele criou aqui"
    )
    @app_commands.describe(confirmar="Sim: as partidas em andamento acabam sem resultado")
    @may_configure
    async def dismiss(
        self,
        interaction: Interaction,
        confirmar: bool = False,  # noqa: FBT001, FBT002 - an option of the command
    ) -> None:
        """Take away what outlives the bot, then leave. A bot that is thrown out can do neither."""
        async with asked(interaction):
            guild = guild_of(interaction)
            if not confirmar:
                raise Sorry(texts.ASK_DISMISS)
            service = self.bot.app.moderation
            settings = await service.settings(guild.id)
            if settings.automod_rule_id is not None:
                await SlurRule().switch(guild, settings, on=False)
                await service.configure(guild.id, automod_rule_id=None)
            await delete_webhooks(guild)
            await self._open_channels(guild)
            await tell(interaction, texts.FAREWELL)
            await guild.leave()

    async def _open_channels(self, guild: discord.Guild) -> None:
        """Open the channels of mode *falar* again, where nobody could speak without the bot."""
        for own in await self.bot.app.moderation.settings_of_channels(guild.id):
            channel = guild.get_channel(own.channel_id)
            if own.mode is Mode.SPEAK and isinstance(channel, discord.TextChannel):
                with contextlib.suppress(Sorry):  # it may not: then a person has to
                    await give_back(channel)

    async def _show(
        self, interaction: Interaction, settings: GuildSettings, warning: str = ""
    ) -> None:
        guild = guild_of(interaction)
        role = guild.get_role(settings.role_id) if settings.role_id else None
        may_mention = interaction.app_permissions.mention_everyone
        text = texts.settings_text(
            channels=[f"<#{channel_id}>" for channel_id in settings.channel_ids],
            role=role.mention if role else None,
            role_silent=role is not None and not role.mentionable and not may_mention,
            draw_seconds=settings.pace.draw_seconds,
            play_seconds=settings.pace.play_seconds,
            pace=settings.pace.value,
            missing=missing_for_tables(interaction.app_permissions),
        )
        await tell(interaction, f"{text}\n{warning}" if warning else text)

    @commands.Cog.listener()
    async def on_guild_join(self, guild: discord.Guild) -> None:
        """Say how to open the first table, where one may speak; else nowhere."""
        for channel in _greeting_channels(guild):
            try:
                await channel.send(texts.GREETING)
            except discord.HTTPException as error:
                log.info("no greeting in channel %s: %s", channel.id, error.code)
            else:
                return


def _greeting_channels(guild: discord.Guild) -> list[discord.TextChannel]:
    """Where the bot may write: the server's own channel for news of members first."""
    first = [guild.system_channel] if guild.system_channel is not None else []
    others = [channel for channel in guild.text_channels if channel not in first]
    return [
        channel
        for channel in (*first, *others)
        if (may := channel.permissions_for(guild.me)).view_channel and may.send_messages
    ]


async def setup(bot: BuracoBot) -> None:
    """Load the cog."""
    await bot.add_cog(AdminCog(bot))
