"""What the author of a blocked message is told, and what he may say to it."""

import enum
import logging
from typing import Final

import discord

from bot.client import NO_ANSWER, BuracoBot
from bot.services.moderation import HOUR_MS, Ruling
from cogs.ui.asked import Cooldown
from cogs.ui.base import Ack, Click, VerbButton, VerbCog, board_of, handles
from cogs.ui.custom_ids import Ids, Verb
from cogs.ui.seating import announce
from moderation import Label
from storage.records import MatchInfo
from texts import moderation as texts

log = logging.getLogger(__name__)

NOTE_MS: Final = 60_000
"""How often a table is told, in public, that somebody's message was removed."""
NOTE_SECONDS: Final = 10.0
DOUBT_MS: Final = 20_000
"""How often somebody is told of removals that count for nothing: who floods is not flooded."""


class Came(enum.Enum):
    """What became of a private message."""

    READ = "read"
    CLOSED = "closed"  # he takes none from the bot
    LOST = "lost"  # Discord itself failed


class ChatNotices(VerbCog):
    """Tells people in private; what they are told of has been stored before."""

    def __init__(self, bot: BuracoBot) -> None:
        super().__init__(bot)
        self._notes = Cooldown(NOTE_MS)
        self._doubts = Cooldown(DOUBT_MS)
        self._silenced = Cooldown(HOUR_MS)

    async def tell(self, info: MatchInfo, user_id: int, ruling: Ruling) -> None:
        """Tell the author why his message is gone and what follows.

        By private message; where that is closed, by a line at the table that goes away again.
        """
        incident = ruling.incident
        assert incident is not None, "only what is stored is told"
        if not (self._doubts.passes(user_id, self.app.tables.now()) or incident.strike):
            return
        text = texts.notice(
            number=info.number,
            surface=incident.surface,
            text=incident.text,
            label=incident.label,
            reasons=incident.reasons,
            rung=None if incident.rung is None else incident.rung.value,
            banned_until=None if ruling.ban is None else ruling.ban.until,
        )
        items = []
        if incident.label == Label.REVEAL:
            ids = Ids(Verb.DENY, info.id, arg=str(incident.id))
            items.append(VerbButton(ids, texts.NOT_REVEALED))
        came = await self.whisper(user_id, text, *items)
        if came is Came.CLOSED and self._notes.passes(info.id, self.app.tables.now()):
            note = texts.public_note(f"<@{user_id}>", incident.label)
            await announce(self.bot, info, note, mention={user_id}, delete_after=NOTE_SECONDS)
            came = Came.READ
        if came is Came.READ:
            await self.app.moderation.noticed(incident.id)

    async def silence(self, info: MatchInfo, user_id: int) -> None:
        """Tell somebody, once, that what he writes is taken away for now."""
        if self._silenced.passes((info.id, user_id), self.app.tables.now()):
            await self.whisper(user_id, texts.silenced(info.number))

    async def whisper(self, user_id: int, text: str, *items: VerbButton) -> Came:
        """Say something in private; whether it arrived."""
        try:
            channel = await self.bot.create_dm(discord.Object(user_id))
            await channel.send(text, view=board_of(*items))
        except NO_ANSWER as error:
            log.warning("user %s could not be told: %s", user_id, type(error).__name__)
            return Came.LOST
        except discord.HTTPException as error:
            log.info("user %s could not be told: %s", user_id, error.code)
            return Came.CLOSED
        return Came.READ

    @handles(Verb.DENY, Ack.UPDATE)
    async def deny(self, click: Click) -> None:
        """He says that he revealed nothing: noted, for the moderators."""
        await self.app.moderation.deny(click.number, click.user.id)
        message = click.interaction.message
        before = "" if message is None else message.content
        await click.interaction.edit_original_response(
            content=f"{before}\n✅ {texts.DENIED}", view=None
        )
