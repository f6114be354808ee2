"""Speaking through the bot, where nobody writes by himself: the button "Falar" and ``/falar``.

What is said is judged before anybody sees it. Needs no Message Content Intent.
"""

import logging
from typing import Final

import discord
from discord import app_commands, ui

from bot.client import NO_ANSWER, BuracoBot
from bot.services.errors import Denied, Problem
from bot.services.moderation import Shows, Written
from cogs.moderation_notices import ChatNotices
from cogs.ui.asked import Cooldown, Sorry, asked, kindly
from cogs.ui.base import Ack, Click, Interaction, VerbCog, handles, open_form, tell
from cogs.ui.custom_ids import Ids, Verb
from cogs.ui.speaker import Speaker
from cogs.ui.which import WHICH, complete_table, find_table
from cogs.ui.written import links_media, name_at
from storage.records import MatchInfo
from storage.sanction_records import Mode
from texts import moderation as texts

log = logging.getLogger(__name__)

LONGEST_SPEECH: Final = 500
SPEECH_MS: Final = 1_000
"""How often one person may speak: a webhook posts some five messages in two seconds."""


class SpeechCog(VerbCog):
    """Takes what people want to say, and says what may be said."""

    def __init__(self, bot: BuracoBot, notices: ChatNotices) -> None:
        super().__init__(bot)
        self.notices = notices
        self.speaker = Speaker(bot)
        self._pace = Cooldown(SPEECH_MS)

    @handles(Verb.SPEAK, Ack.FORM)
    async def open(self, click: Click) -> None:
        """Open the form, or say at once why somebody may not speak."""
        async with kindly(click.interaction):
            info = await self._table(click)
            if await self.app.moderation.is_silenced(info.id, click.user.id):
                raise Sorry(texts.CANNOT_SPEAK)
            field: ui.TextInput[ui.LayoutView] = ui.TextInput(
                style=discord.TextStyle.paragraph,
                placeholder=texts.FORM_HINT,
                max_length=LONGEST_SPEECH,
            )
            label: ui.Label[ui.LayoutView] = ui.Label(text=texts.FORM_LABEL, component=field)
            await open_form(click.interaction, Ids(Verb.SAY, info.id), texts.FORM_TITLE, label)

    async def _table(self, click: Click) -> MatchInfo:
        info = (await self.app.tables.get(click.ids.match_id)).info
        if info.guild_id != click.interaction.guild_id:
            raise Denied(Problem.STALE)
        return info

    @handles(Verb.SAY, Ack.EPHEMERAL)
    async def say(self, click: Click) -> None:
        """The form was sent."""
        async with kindly(click.interaction):
            await self._say(click.interaction, await self._table(click), "".join(click.values))

    @app_commands.command(name="falar", description="Fala na mesa, onde não se escreve direto")
    @app_commands.describe(
        texto="O que você quer dizer; ninguém vê antes de eu conferir", mesa=WHICH
    )
    @app_commands.autocomplete(mesa=complete_table)
    @app_commands.guild_only()
    async def speak(
        self,
        interaction: Interaction,
        texto: app_commands.Range[str, 1, LONGEST_SPEECH],
        mesa: int | None = None,
    ) -> None:
        """Say something at the table of this thread, or at one's own."""
        async with asked(interaction):
            info = await find_table(interaction, mesa)
            if info.guild_id != interaction.guild_id:
                raise Denied(Problem.NO_SUCH_TABLE)
            await self._say(interaction, info, texto)

    async def _say(self, interaction: Interaction, info: MatchInfo, text: str) -> None:
        service, user = self.app.moderation, interaction.user
        place_id = info.thread_id or info.channel_id
        if not text.strip():
            raise Sorry(texts.NOTHING_SAID)
        if (await service.settings(info.guild_id, info.channel_id)).mode is not Mode.SPEAK:
            raise Sorry(texts.SPEAK_NOT_HERE)
        _require_sight(interaction, info)
        if info.thread_id is None:
            raise Sorry(texts.SPEAK_LATER)
        if not self._pace.passes(user.id, self.app.tables.now()):
            raise Sorry(texts.given_back(texts.SPEAK_SLOWLY, text))
        name = name_at(info, user)
        shows = Shows.MEDIA if links_media(text) else None
        written = Written(user_id=user.id, name=name, text=text, shows=shows, spoken=True)
        ruling = await service.speak(place_id, written, interaction.id)
        if ruling.incident is not None:
            await self.notices.tell_here(interaction, info, ruling)
        elif ruling.muted:
            await tell(interaction, texts.CANNOT_SPEAK)
        else:
            await self._post(interaction, info, place_id, name, text)

    async def _post(
        self, interaction: Interaction, info: MatchInfo, place_id: int, name: str, text: str
    ) -> None:
        """Say it under the name at the table: a nickname could tell cards."""
        user = interaction.user
        assert isinstance(user, discord.Member), "on a server"
        try:
            await self.speaker.say(info.channel_id, place_id, user, name, text)
        except (discord.HTTPException, *NO_ANSWER) as error:
            log.warning("nothing can be said in channel %s: %s", place_id, type(error).__name__)
            raise Sorry(texts.given_back(texts.NOT_POSTED, text)) from None
        await interaction.delete_original_response()  # what was said is answer enough


def _require_sight(interaction: Interaction, info: MatchInfo) -> None:
    """Raise Denied where the user may not see the table's channel, from which he was shut out."""
    guild, user = interaction.guild, interaction.user
    channel = None if guild is None else guild.get_channel(info.channel_id)
    sees = (
        channel is None
        or not isinstance(user, discord.Member)
        or channel.permissions_for(user).view_channel
    )
    if not sees:
        raise Denied(Problem.NO_SUCH_TABLE)
