"""Speaking through the bot, where nobody writes by himself: the button "Falar" and ``/falar``.

What is said is judged before anybody sees it. Needs no Message Content Intent.
"""

import logging
from collections import OrderedDict
from typing import Final

import discord
from discord import app_commands, ui

from bot.client import NO_ANSWER, BuracoBot
from bot.services.errors import Denied, Problem
from bot.services.moderation import Written
from cogs.moderation_notices import ChatNotices
from cogs.ui.asked import Cooldown, Sorry, asked, kindly
from cogs.ui.base import Ack, Click, Interaction, VerbCog, handles, open_form, tell
from cogs.ui.custom_ids import Ids, Verb
from cogs.ui.speaker import Speaker
from cogs.ui.which import complete_table, find_table
from cogs.ui.written import REMEMBERED
from storage.records import MatchInfo
from storage.sanction_records import Mode
from texts import moderation as texts

log = logging.getLogger(__name__)

WHICH: Final = "O número da mesa, se não for a deste tópico"
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
        self._speakers: OrderedDict[int, int] = OrderedDict()  # by the message

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
        if info.thread_id is None:
            raise Sorry(texts.SPEAK_LATER)
        if not self._pace.passes(user.id, self.app.tables.now()):
            raise Sorry(texts.SPEAK_SLOWLY)
        written = Written(user_id=user.id, name=user.display_name, text=text, spoken=True)
        ruling = await service.speak(place_id, written, interaction.id)
        if ruling.incident is not None:
            await self.notices.tell_here(interaction, info, ruling)
        elif ruling.muted:
            await tell(interaction, texts.CANNOT_SPEAK)
        else:
            await self._post(interaction, info.channel_id, place_id, text)

    async def _post(
        self, interaction: Interaction, channel_id: int, place_id: int, text: str
    ) -> None:
        user = interaction.user
        assert isinstance(user, discord.Member), "on a server"
        try:
            message_id = await self.speaker.say(channel_id, place_id, user, text)
        except (discord.HTTPException, *NO_ANSWER) as error:
            log.warning("nothing can be said in channel %s: %s", place_id, type(error).__name__)
            raise Sorry(texts.NOT_POSTED) from None
        self._speakers[message_id] = user.id
        if len(self._speakers) > REMEMBERED:
            self._speakers.popitem(last=False)
        await interaction.delete_original_response()  # what was said is answer enough

    def speaker_of(self, message: discord.Message, info: MatchInfo) -> int | None:
        """Who said something through the bot; of before a start, who sits there by that name."""
        if message.id in self._speakers:
            return self._speakers[message.id]
        if message.webhook_id is None:
            return None
        named = [each for each in info.people if each.name == message.author.display_name]
        return named[0].user_id if len(named) == 1 else None
