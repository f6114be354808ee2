"""``/moderacao configurar``: how the chat is handled on a server, or in one of its channels."""

import re
from collections.abc import Sequence
from typing import Any, Final

import discord
from discord import app_commands
from discord.ext import commands

from bot.client import BuracoBot
from bot.services.moderation import ModerationService
from cogs.ui.asked import Sorry, asked
from cogs.ui.automod import SlurRule
from cogs.ui.base import Interaction, tell
from cogs.ui.place import channel_id_of, guild_of, missing
from cogs.ui.seating import redraw
from cogs.ui.speak_channel import give_back, is_open, leaks, make, take
from moderation import Rigor
from storage.records import Status
from storage.sanction_records import WHOLE_SERVER, ChatSettings, Mode
from texts import moderators as texts

HERE, SERVER = "aqui", "servidor"
FOR_LOG: Final = ("view_channel", "send_messages")
LONGEST_LADDER: Final = 6
LONGEST_RUNG: Final = 30 * 24
_RUNG: Final = re.compile(r"(\d{1,4})\s*(h|d|horas?|dias?)?", re.IGNORECASE)

may_moderate = app_commands.checks.has_permissions(moderate_members=True)
"""Checked here as well: a server may hand the commands to others, who then learn why not."""


def _choices(values: Sequence[str]) -> list[app_commands.Choice[str]]:
    return [app_commands.Choice(name=value, value=value) for value in values]


def ladder_of(text: str) -> tuple[int, ...]:
    """The hours of the bans, one after the other. Raises Sorry for what is no such ladder."""
    parts = [part for part in re.split(r"[,;/\s]+(?=\d)", text.strip()) if part]
    found = [_RUNG.fullmatch(part.strip()) for part in parts]
    if not found or len(found) > LONGEST_LADDER:
        raise Sorry(texts.BAD_LADDER)
    hours = []
    for rung in found:
        if rung is None:
            raise Sorry(texts.BAD_LADDER)
        days = (rung[2] or "h").casefold().startswith("d")
        hours.append(int(rung[1]) * (24 if days else 1))
    if hours != sorted(hours) or not 0 < hours[0] <= hours[-1] <= LONGEST_RUNG:
        raise Sorry(texts.BAD_LADDER)
    return tuple(hours)


class ModerationSettings(commands.Cog):
    """A part of the group ``/moderacao``."""

    bot: BuracoBot
    service: ModerationService
    slur_rule: SlurRule

    @app_commands.command(name="configurar", description="Como o chat das mesas é moderado")
    @app_commands.describe(
        modo="Apagar o que conta jogo, falar só pelo bot, ou nada",
        canal="O canal das mesas para o modo falar (ou para o que mudar com onde:aqui)",
        criar_canal="No modo falar: eu crio o canal",
        rigor="O que conta como cantar jogo",
        palavroes="Apagar também palavrão que não é para ninguém",
        imagens="Deixar passar imagem, vídeo e áudio de quem joga",
        outros_canais="Ler também os outros canais, de quem está jogando",
        castigo="Dar castigo do Discord junto com a suspensão",
        automod="Uma regra de AutoMod contra injúrias, no servidor inteiro",
        escada="Os prazos das suspensões, como 1h 24h 7d",
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
        canal: discord.TextChannel | None = None,
        criar_canal: bool = False,  # noqa: FBT001, FBT002 - an option of the command
        rigor: str | None = None,
        palavroes: bool | None = None,  # noqa: FBT001 - same
        imagens: bool | None = None,  # noqa: FBT001 - same
        outros_canais: bool | None = None,  # noqa: FBT001 - same
        castigo: bool | None = None,  # noqa: FBT001 - same
        automod: bool | None = None,  # noqa: FBT001 - same
        escada: str | None = None,
        registro: discord.TextChannel | None = None,
        sem_registro: bool = False,  # noqa: FBT001, FBT002 - same
        onde: str | None = None,
    ) -> None:
        """Change what is given, and show what holds here."""
        async with asked(interaction):
            guild, mode = guild_of(interaction), None if modo is None else Mode(modo)
            given = _given(
                mode=mode,
                rigor=rigor,
                forbid_swearing=palavroes,
                no_pictures=None if imagens is None else not imagens,
                ladder=None if escada is None else ladder_of(escada),
            )
            if registro is not None or sem_registro:
                given["log_channel_id"] = None if registro is None else registro.id
            whole = _given(everywhere=outros_canais, timeouts=castigo)
            place = _place(interaction, canal, onde)
            if criar_canal and mode is not Mode.SPEAK:
                raise Sorry(texts.MADE_TO_SPEAK)
            if (place != WHOLE_SERVER or criar_canal) and (whole or automod is not None):
                raise Sorry(texts.ONLY_WHOLE_SERVER)
            makes = criar_canal and canal is None
            # What can be refused is asked before, for it would leave the channel closed.
            channel = await (make(guild) if makes else self._switched(guild, place, mode))
            place = channel.id if makes and channel is not None else place
            if automod is not None:
                before = await self.service.settings(guild.id)
                whole["automod_rule_id"] = await self.slur_rule.switch(guild, before, on=automod)
            if given or whole:
                settings = await self.service.configure(guild.id, place, **given, **whole)
                if mode is not None:
                    await self._redraw_tables(guild.id, place)
            else:
                looked_at = canal.id if canal else channel_id_of(interaction)
                settings = await self.service.settings(guild.id, looked_at)
                channel = _text_channel(guild, looked_at)
            made = texts.channel_made(channel.mention) if makes and channel else ""
            shown = await self._settings_text(interaction, settings, channel)
            await tell(interaction, f"{made}\n{shown}" if made else shown)

    async def _redraw_tables(self, guild_id: int, place: int) -> None:
        """Have the tables that are played show the button "Falar", or no more."""
        async with self.bot.app.database.read() as work:
            tables = await work.matches.open_in(guild_id)
        for info in tables:
            if info.status is Status.LIVE and place in (WHOLE_SERVER, info.channel_id):
                redraw(self.bot, info.id)

    async def _switched(
        self, guild: discord.Guild, place: int, mode: Mode | None
    ) -> discord.TextChannel | None:
        """The text channel that is meant, opened or closed as its mode wants it; None for others.

        Raises Sorry where mode *falar* names no channel, or permissions are missing.
        """
        channel = _text_channel(guild, place)
        if mode is Mode.SPEAK:
            if channel is None:
                raise Sorry(texts.SPEAK_IS_FOR_CHANNELS)
            await take(channel)
        elif mode is not None and channel is not None:
            before = await self.service.settings(guild.id, channel.id)
            if before.mode is Mode.SPEAK and before.channel_id == channel.id:
                await give_back(channel)
        return channel

    async def _settings_text(
        self,
        interaction: Interaction,
        settings: ChatSettings,
        channel: discord.TextChannel | None,
    ) -> str:
        guild = guild_of(interaction)
        whole = await self.service.settings(guild.id)
        here = settings.channel_id != WHOLE_SERVER
        text = texts.settings_text(
            place=f"<#{settings.channel_id}>" if here else None,
            mode=settings.mode.value,
            rigor=settings.rigor,
            forbid_swearing=settings.forbid_swearing,
            no_pictures=settings.no_pictures,
            everywhere=whole.everywhere,
            timeouts=whole.timeouts,
            automod=whole.automod_rule_id is not None,
            ladder=settings.ladder,
            exceptions=len(await self.service.exceptions(guild.id)),
            log_channel=None
            if settings.log_channel_id is None
            else f"<#{settings.log_channel_id}>",
        )
        return f"{text}\n{self._trouble(interaction, settings, whole, channel)}"

    def _trouble(
        self,
        interaction: Interaction,
        settings: ChatSettings,
        whole: ChatSettings,
        channel: discord.TextChannel | None,
    ) -> str:
        guild = guild_of(interaction)
        log_missing, log_is_public = [], False
        if settings.log_channel_id is not None:
            log_channel = guild.get_channel(settings.log_channel_id)
            if log_channel is None:
                log_missing = [*FOR_LOG]
            else:
                log_missing = missing(log_channel.permissions_for(guild.me), FOR_LOG)
                log_is_public = log_channel.permissions_for(guild.default_role).view_channel
        mine = interaction.app_permissions if channel is None else channel.permissions_for(guild.me)
        speaks = settings.mode is Mode.SPEAK
        # Without a thread a table stands in the channel itself, where all may write.
        needed = ["create_public_threads", "manage_webhooks"] if speaks else ["manage_messages"]
        if whole.timeouts:
            needed.append("moderate_members")
        return texts.trouble_text(
            mode=settings.mode.value,
            reads_chat=self.bot.reads_chat,
            missing=missing(mine, needed),
            log_missing=log_missing,
            log_is_public=log_is_public,
            leaks=leaks(channel) if speaks and channel is not None else (),
            open_to_all=speaks and channel is not None and is_open(channel),
        )


def _place(interaction: Interaction, named: discord.TextChannel | None, where: str | None) -> int:
    """The one channel that is meant, of whatever kind, or the whole server."""
    if named is not None:
        return named.id
    return channel_id_of(interaction) if where == HERE else WHOLE_SERVER


def _text_channel(guild: discord.Guild, channel_id: int) -> discord.TextChannel | None:
    found = guild.get_channel(channel_id)
    return found if isinstance(found, discord.TextChannel) else None


def _given(**values: Any) -> dict[str, Any]:
    """Those of the values that were given."""
    return {name: value for name, value in values.items() if value is not None}
