"""What the author of a blocked message is told, and what he may say to it."""

import enum
import logging
from collections import OrderedDict
from typing import Final

import discord

from bot.client import NO_ANSWER, BuracoBot
from bot.services.chat_sanctions import HOUR_MS, may_be_sealed
from bot.services.moderation import Ruling
from bot.services.workers import Workers
from cogs.ui.asked import Cooldown
from cogs.ui.base import (
    Ack,
    Click,
    Interaction,
    VerbButton,
    VerbCog,
    board_of,
    buttons_under,
    handles,
    tell,
)
from cogs.ui.custom_ids import Ids, Verb
from cogs.ui.seating import announce
from cogs.ui.written import REMEMBERED
from moderation import Label
from storage.records import MatchInfo
from storage.sanction_records import Ban, Incident
from texts import moderation as texts
from texts import moderators

log = logging.getLogger(__name__)

NOTE_MS: Final = 60_000
"""How often a table is told, in public, that somebody's message was removed."""
RETRY_S: Final = 60.0
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
        self._waiting: OrderedDict[int, dict[int, Incident]] = OrderedDict()
        """By table and user, the incidents of which the next line there tells."""
        self.workers = Workers("the notices", self.tell_late, of="incident")

    async def cog_unload(self) -> None:
        """Stop telling."""
        await self.workers.stop()

    async def tell(self, info: MatchInfo, ruling: Ruling) -> None:
        """Tell the author why his message is gone and what follows.

        By private message; where that is closed, by a line at the table that goes away again.
        """
        incident = ruling.incident
        assert incident is not None, "only what is stored is told"
        first = self._doubts.passes(incident.user_id, self.app.tables.now())
        if not (first or incident.strike):
            await self.app.moderation.not_told(incident.id)
            return
        await self._tell(info, incident, ruling.ban)

    async def tell_late(self, incident_id: int) -> None:
        """Tell the author of what he could not be told of before, as after a stop."""
        found = await self.app.moderation.untold_one(incident_id)
        if found is not None:
            info = (await self.app.tables.get(found[0].match_id)).info
            await self._tell(info, *found)

    async def _tell(self, info: MatchInfo, incident: Incident, ban: Ban | None) -> None:
        user_id = incident.user_id
        came = await self.whisper(user_id, _notice(info, incident, ban), *_items(info, incident))
        if came is Came.READ:
            await self.app.moderation.noticed(incident)
        elif came is Came.CLOSED:
            await self._tell_at_table(info, incident)
        else:
            self.workers.mark_later(incident.id, RETRY_S)

    async def _tell_at_table(self, info: MatchInfo, incident: Incident) -> None:
        """Tell all who wait for a line at the table, unless there was one a moment ago."""
        waiting = self._waiting.setdefault(info.id, {})
        waiting[incident.user_id] = incident
        if len(self._waiting) > REMEMBERED:
            self._waiting.popitem(last=False)
        if not self._notes.passes(info.id, self.app.tables.now()):
            await self.app.moderation.not_told(incident.id)
            return
        self._waiting.pop(info.id, None)
        note = "\n".join(
            texts.public_note(f"<@{user_id}>", each.label) for user_id, each in waiting.items()
        )
        await announce(self.bot, info, note, mention={*waiting}, delete_after=NOTE_SECONDS)
        for each in waiting.values():
            await self.app.moderation.noticed(each)

    async def tell_here(self, interaction: Interaction, info: MatchInfo, ruling: Ruling) -> None:
        """Tell the author in answer to what he did."""
        incident = ruling.incident
        assert incident is not None, "only what is stored is told"
        view = board_of(*_items(info, incident))
        await tell(interaction, _notice(info, incident, ruling.ban), view=view)
        await self.app.moderation.noticed(incident)

    async def pardon(
        self, interaction: Interaction, guild: discord.Guild, person: discord.User
    ) -> None:
        """A moderator takes back all strikes and bans of somebody's: both are told."""
        by = interaction.user.id
        strikes, bans = await self.app.moderation.pardon(guild.id, person.id, by=by)
        await tell(interaction, moderators.pardoned_text(person.mention, strikes, bans))
        if strikes or bans:
            await self.whisper(person.id, texts.pardoned_notice(guild.name))

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
        await _note(click, texts.DENIED)

    @handles(Verb.SEAL, Ack.UPDATE)
    async def seal(self, click: Click) -> None:
        """He wants the table to read it when the round is over."""
        await self.app.moderation.seal(click.number, click.user.id)
        await _note(click, texts.SEALED)


async def _note(click: Click, words: str) -> None:
    """Put what was noted under the notice, and take the pressed button away."""
    message = click.interaction.message
    before = "" if message is None else message.content
    left = [VerbButton(ids, label) for ids, label in buttons_under(message) if ids != click.ids]
    await click.interaction.edit_original_response(
        content=f"{before}\n✅ {words}", view=board_of(*left)
    )


def _notice(info: MatchInfo, incident: Incident, ban: Ban | None) -> str:
    return texts.notice(
        number=info.number,
        surface=incident.surface,
        text=incident.text,
        label=incident.label,
        reasons=incident.reasons,
        rung=None if incident.rung is None else incident.rung.value,
        banned_until=None if ban is None else ban.until,
    )


def _items(info: MatchInfo, incident: Incident) -> list[VerbButton]:
    """What he may say to it."""
    items = []
    if may_be_sealed(incident):
        items.append(VerbButton(Ids(Verb.SEAL, info.id, arg=str(incident.id)), texts.SEAL))
    if incident.label == Label.REVEAL:
        items.append(VerbButton(Ids(Verb.DENY, info.id, arg=str(incident.id)), texts.NOT_REVEALED))
    return items
