"""The moderators' log: what was removed at a table, told when its round has ended."""

import itertools
import logging
from collections.abc import Iterator, Sequence
from typing import Final

import discord
from discord.ext import commands

from bot.client import NO_ANSWER, BuracoBot
from bot.outflow import PATIENT
from bot.services.chat_records import is_running
from bot.services.tables import Live
from bot.services.workers import Workers
from cogs.moderation_notices import ChatNotices
from cogs.ui.asked import Sorry, kindly
from cogs.ui.base import Ack, Click, VerbButton, VerbCog, board_of, handles
from cogs.ui.custom_ids import BUTTON_TEMPLATE, Ids, Verb, from_pattern
from game.events import Event
from storage.records import MatchInfo
from storage.sanctions import Incident
from texts import moderation as texts
from texts.turn import LONGEST_MESSAGE

log = logging.getLogger(__name__)

RETRY_S: Final = 30.0
MOST_IN_A_POST: Final = 10
MOST_IN_A_ROUND: Final = 40
"""Of a flood the rest is counted."""


class ChatLog(VerbCog):
    """Posts what moderators may read by now, with the buttons that take it back."""

    def __init__(self, bot: BuracoBot, notices: ChatNotices) -> None:
        super().__init__(bot)
        self.notices = notices
        self.workers = Workers("the chat log", self.post)
        self.app.tables.observers.append(self.on_change)

    async def cog_unload(self) -> None:
        """Stop posting."""
        await self.workers.stop()

    def on_change(self, live: Live, _events: tuple[Event, ...]) -> None:
        """A round may have ended."""
        if live.state is not None and not is_running(live):
            self.workers.mark(live.info.id)

    @commands.Cog.listener()
    async def on_ready(self) -> None:
        """What was not posted before a stop is now."""
        for match_id in await self.app.moderation.to_be_logged():
            self.workers.mark(match_id)

    async def post(self, match_id: int) -> None:
        """Post the incidents of rounds that are over; without a log channel they are passed by."""
        PATIENT.set(True)
        incidents = await self.app.moderation.to_log(match_id)
        if not incidents:
            return
        info = (await self.app.tables.get(match_id)).info
        channel = await self.channel_of(info)
        if channel is None:
            await self.app.moderation.logged([incident.id for incident in incidents])
            return
        try:
            for number, of_round in itertools.groupby(incidents, key=lambda each: each.round):
                await self._post_round(channel, info, number, [*of_round])
        except NO_ANSWER as error:
            log.warning("the chat log will be posted later: %s", type(error).__name__)
            self.workers.mark_later(match_id, RETRY_S)
        except discord.HTTPException as error:
            log.warning("the chat log of server %s is refused: %s", info.guild_id, error.code)

    async def channel_of(self, info: MatchInfo) -> discord.PartialMessageable | None:
        """The log channel that holds for a table."""
        settings = await self.app.moderation.settings(info.guild_id, info.channel_id)
        if settings.log_channel_id is None:
            return None
        return self.bot.get_partial_messageable(settings.log_channel_id, guild_id=info.guild_id)

    async def _post_round(
        self,
        channel: discord.PartialMessageable,
        info: MatchInfo,
        number: int | None,
        incidents: list[Incident],
    ) -> None:
        shown, rest = incidents[:MOST_IN_A_ROUND], incidents[MOST_IN_A_ROUND:]
        for part in _posts(info, number, shown):
            view = board_of(*_items(info, part))
            await channel.send(_text(info, number, part), view=view, suppress_embeds=True)
            await self.app.moderation.logged([incident.id for incident in part])
        if rest:
            await channel.send(texts.more_incidents(len(rest)))
            await self.app.moderation.logged([incident.id for incident in rest])

    async def complain(self, info: MatchInfo) -> None:
        """Tell the moderators that nothing can be removed at a table."""
        channel = await self.channel_of(info)
        if channel is not None:
            place = f"<#{info.thread_id or info.channel_id}>"
            try:
                await channel.send(texts.cannot_delete(place))
            except discord.HTTPException as error:
                log.warning("the chat log of server %s is refused: %s", info.guild_id, error.code)

    @handles(Verb.UNDO, Ack.UPDATE)
    async def undo(self, click: Click) -> None:
        """It was a mistake: a moderator takes it back, and its author gets an apology."""
        interaction, service = click.interaction, self.app.moderation
        async with kindly(interaction):
            may = interaction.permissions
            if not (may.moderate_members or may.manage_guild):
                raise Sorry(texts.NOT_A_MODERATOR)
            guild_id = interaction.guild_id or 0
            incident = await service.incident(guild_id, click.number)
            if incident is None:
                raise Sorry(texts.NO_SUCH_INCIDENT)
            await service.undo(incident.id, click.user.id)
            info = (await self.app.tables.get(incident.match_id)).info
            posted = [await service.incident(guild_id, each) for each in _numbers(interaction)]
            part = [each for each in posted if each is not None]
            await interaction.edit_original_response(
                content=_text(info, incident.round, part), view=board_of(*_items(info, part))
            )
            await self.notices.whisper(
                incident.user_id, texts.apology(info.number, strike=incident.strike)
            )


def entry(incident: Incident, *, table: int | None = None) -> str:
    """An incident in a moderator's words."""
    return texts.incident_text(
        incident=incident.id,
        user_id=incident.user_id,
        at=incident.at,
        surface=incident.surface,
        label=incident.label,
        reasons=incident.reasons,
        confidence=incident.confidence,
        text=incident.text,
        seq=incident.seq,
        turn=incident.turn,
        strike=incident.strike,
        rung=None if incident.rung is None else incident.rung.value,
        denied=incident.denied,
        undone_by=incident.undone_by,
        table=table,
    )


def _text(info: MatchInfo, number: int | None, part: Sequence[Incident]) -> str:
    """One post; those who undid something make it longer, so that it may have to be cut."""
    text = "\n".join((texts.log_title(info.number, number), *map(entry, part)))
    return text if len(text) <= LONGEST_MESSAGE else f"{text[: LONGEST_MESSAGE - 1]}…"


_ROOM_TO_UNDO: Final = 60
"""Characters that an incident may grow by when it is taken back."""


def _posts(
    info: MatchInfo, number: int | None, incidents: Sequence[Incident]
) -> Iterator[list[Incident]]:
    """The incidents in as many posts as they need."""
    part: list[Incident] = []
    for incident in incidents:
        more = [*part, incident]
        size = len(texts.log_title(info.number, number))
        size += sum(len(entry(each)) + _ROOM_TO_UNDO for each in more)
        if part and (size > LONGEST_MESSAGE or len(more) > MOST_IN_A_POST):
            yield part
            more = [incident]
        part = more
    if part:
        yield part


def _items(info: MatchInfo, part: Sequence[Incident]) -> list[VerbButton]:
    return [
        VerbButton(
            Ids(Verb.UNDO, info.id, arg=str(incident.id)),
            texts.mistake_label(incident.id),
            disabled=incident.undone_at is not None,
        )
        for incident in part
    ]


def _numbers(interaction: discord.Interaction[BuracoBot]) -> list[int]:
    """The incidents of a post, by its buttons."""
    rows = [] if interaction.message is None else interaction.message.components
    children = [
        child for row in rows if isinstance(row, discord.ActionRow) for child in row.children
    ]
    found = [BUTTON_TEMPLATE.match(getattr(child, "custom_id", None) or "") for child in children]
    return [int(from_pattern(each).arg) for each in found if each is not None]
