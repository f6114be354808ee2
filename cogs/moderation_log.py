"""The moderators' log: what was removed at a table, told when its round has ended."""

import itertools
import logging
from collections.abc import Iterator, Sequence
from typing import Final

import discord

from bot.client import NO_ANSWER, BuracoBot
from bot.outflow import PATIENT
from bot.services.errors import Denied, Problem
from cogs.moderation_notices import Came, ChatNotices
from cogs.ui.after_round import AfterRound
from cogs.ui.asked import Cooldown, Sorry, kindly
from cogs.ui.base import Ack, Click, VerbButton, board_of, buttons_under, handles, tell
from cogs.ui.custom_ids import Ids, Verb
from moderation import folded
from storage.records import MatchInfo
from storage.sanction_records import ChatSettings, Incident
from texts import moderation as texts
from texts import moderators
from texts.turn import LONGEST_MESSAGE

log = logging.getLogger(__name__)

RETRY_S: Final = 30.0
MOST_IN_A_POST: Final = 10
MOST_IN_A_ROUND: Final = 40
"""Of a flood the rest is counted."""
DOUBLE_CLICK_MS: Final = 3_000
"""A second click within it is an impatient finger, or another moderator who had the same idea."""


class ChatLog(AfterRound):
    """Posts what moderators may read by now, with the buttons that take it back."""

    def __init__(self, bot: BuracoBot, notices: ChatNotices) -> None:
        super().__init__(bot, "the chat log")
        self.notices = notices
        self._raised = Cooldown(DOUBLE_CLICK_MS)

    async def waiting(self) -> list[int]:
        """The tables with incidents that stand in no log."""
        return await self.app.moderation.to_be_logged()

    async def post(self, match_id: int) -> None:
        """Post the incidents of rounds that are over; without a log channel they are passed by.

        Each message has a nonce of its own: sent twice over a crash, it is one.
        """
        PATIENT.set(True)
        incidents = await self.app.moderation.to_log(match_id)
        if not incidents:
            return
        info = (await self.app.tables.get(match_id)).info
        channel = await self.channel_of(info)
        if channel is None:
            await self.app.moderation.logged(incidents)
            return
        try:
            for number, of_round in itertools.groupby(incidents, key=lambda each: each.round):
                await self._post_round(channel, info, number, [*of_round])
        except NO_ANSWER as error:
            log.warning("the chat log will be posted later: %s", type(error).__name__)
            self.workers.mark_later(match_id, RETRY_S)
        except discord.HTTPException as error:
            log.warning("the chat log of server %s is refused: %s", info.guild_id, error.code)
            # What was sealed is kept only until it was shown, whether or not there is a log.
            await self.app.moderation.logged([each for each in incidents if each.sealed])

    async def channel_of(self, info: MatchInfo) -> discord.PartialMessageable | None:
        """The log channel that holds for a table."""
        settings = await self.app.moderation.settings(info.guild_id, info.channel_id)
        return self._channel(info.guild_id, settings)

    def _channel(self, guild_id: int, settings: ChatSettings) -> discord.PartialMessageable | None:
        if settings.log_channel_id is None:
            return None
        return self.bot.get_partial_messageable(settings.log_channel_id, guild_id=guild_id)

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
            text, nonce = _text(info, number, part), f"{info.id}.log.{part[0].id}"
            await channel.send(text, view=view, suppress_embeds=True, nonce=nonce)
            await self.app.moderation.logged(part)
        if rest:
            nonce = f"{info.id}.more.{rest[0].id}"
            await channel.send(moderators.more_incidents(len(rest)), nonce=nonce)
            await self.app.moderation.logged(rest)

    async def complain(self, info: MatchInfo) -> None:
        """Tell the moderators that nothing can be removed at a table."""
        place = f"<#{info.thread_id or info.channel_id}>"
        await self.tell(await self.channel_of(info), moderators.cannot_delete(place))

    async def complain_of_name(self, info: MatchInfo) -> None:
        """Tell the moderators that a thread's name cannot be set back."""
        place = f"<#{info.thread_id or info.channel_id}>"
        await self.tell(await self.channel_of(info), moderators.cannot_rename(place))

    async def complain_of_timeout(self, guild_id: int, user_id: int) -> None:
        """Tell the moderators that Discord gives somebody no timeout."""
        settings = await self.app.moderation.settings(guild_id)
        text = moderators.timeout_refused(f"<@{user_id}>")
        await self.tell(self._channel(guild_id, settings), text)

    async def tell(self, channel: discord.PartialMessageable | None, text: str) -> None:
        """Say something to the moderators, where they have a place for that."""
        if channel is not None:
            try:
                await channel.send(text)
            except discord.HTTPException as error:
                log.warning("the chat log in %s is refused: %s", channel.id, error.code)

    @handles(Verb.UNDO, Ack.UPDATE)
    async def undo(self, click: Click) -> None:
        """It was a mistake: a moderator takes it back, and its author gets an apology."""
        async with kindly(click.interaction):
            incident = await self._meant(click)
            await self.app.moderation.undo(incident.id, click.user.id)
            info = await self._show_again(click, incident)
            if incident.reported_by is None:
                await self.notices.whisper(
                    incident.user_id, texts.apology(info.number, strike=incident.strike)
                )
                if folded(incident.text or ""):
                    ids = Ids(Verb.EXCEPT, info.id, arg=str(incident.id))
                    offer = VerbButton(ids, moderators.EXCEPT)
                    await tell(click.interaction, moderators.EXCEPT_OFFERED, view=board_of(offer))

    @handles(Verb.GRAVER, Ack.UPDATE)
    async def graver(self, click: Click) -> None:
        """A moderator makes more of it: a strike, or a longer ban."""
        async with kindly(click.interaction):
            incident = await self._meant(click)
            if not self._raised.passes(incident.id, self.app.tables.now()):
                raise Denied(Problem.ALREADY_HANDLED)
            incident, ban = await self.app.moderation.raise_rung(incident.id, click.user.id)
            info = await self._show_again(click, incident)
            rung = "" if incident.rung is None else incident.rung.value
            until = None if ban is None else ban.until
            notice = texts.raised_notice(info.number, rung, until)
            told = await self.notices.whisper(incident.user_id, notice) is Came.READ
            if told:
                await self.app.moderation.noticed(incident)
            await tell(
                click.interaction, moderators.raised_text(incident.id, rung, until, told=told)
            )

    @handles(Verb.EXCEPT, Ack.UPDATE)
    async def except_it(self, click: Click) -> None:
        """This is not to be blocked on this server any more."""
        async with kindly(click.interaction):
            incident = await self._meant(click)
            await self.app.moderation.except_text_of(incident.id, click.user.id)
            await click.interaction.edit_original_response(content=moderators.EXCEPTED, view=None)

    async def _meant(self, click: Click) -> Incident:
        """The incident of a moderator's click. Raises Sorry for anybody else's.

        While its round runs there is none: who clicks may be playing.
        """
        may = click.interaction.permissions
        if not (may.moderate_members or may.manage_guild):
            raise Sorry(moderators.NOT_A_MODERATOR)
        guild_id = click.interaction.guild_id or 0
        incident = await self.app.moderation.incident(guild_id, click.number)
        if incident is None:
            raise Sorry(moderators.NO_SUCH_INCIDENT)
        if not await self.app.moderation.readable([incident]):
            raise Sorry(moderators.STILL_RUNNING)
        return incident

    async def _show_again(self, click: Click, incident: Incident) -> MatchInfo:
        """Bring the post up to what holds now."""
        info = (await self.app.tables.get(incident.match_id)).info
        under = buttons_under(click.interaction.message)
        numbers = [int(ids.arg) for ids, _ in under if ids.verb is Verb.UNDO]
        posted = [await self.app.moderation.incident(info.guild_id, each) for each in numbers]
        part = [each for each in posted if each is not None]
        await click.interaction.edit_original_response(
            content=_text(info, incident.round, part), view=board_of(*_items(info, part))
        )
        return info


def entry(incident: Incident, *, table: int | None = None) -> str:
    """An incident in a moderator's words."""
    return moderators.incident_text(
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
        undone=incident.undone_at is not None,
        undone_by=incident.undone_by,
        reported_by=incident.reported_by,
        table=table,
    )


def _text(info: MatchInfo, number: int | None, part: Sequence[Incident]) -> str:
    """One post; those who undid something make it longer, so that it may have to be cut."""
    text = "\n".join((moderators.log_title(info.number, number), *map(entry, part)))
    return text if len(text) <= LONGEST_MESSAGE else f"{text[: LONGEST_MESSAGE - 1]}…"


_ROOM_TO_GROW: Final = 160
"""Characters that an incident may grow by: denied by its author, made more of and taken back."""


def _posts(
    info: MatchInfo, number: int | None, incidents: Sequence[Incident]
) -> Iterator[list[Incident]]:
    """The incidents in as many posts as they need."""
    part: list[Incident] = []
    for incident in incidents:
        more = [*part, incident]
        size = len(moderators.log_title(info.number, number))
        size += sum(len(entry(each)) + _ROOM_TO_GROW for each in more)
        if part and (size > LONGEST_MESSAGE or len(more) > MOST_IN_A_POST):
            yield part
            more = [incident]
        part = more
    if part:
        yield part


def _items(info: MatchInfo, part: Sequence[Incident]) -> list[VerbButton]:
    """Two buttons an incident, two incidents a row."""
    return [
        VerbButton(
            Ids(verb, info.id, arg=str(incident.id)),
            label(incident.id),
            disabled=incident.undone_at is not None,
            row=place // 2,
        )
        for place, incident in enumerate(part)
        for verb, label in (
            (Verb.UNDO, moderators.mistake_label),
            (Verb.GRAVER, moderators.graver_label),
        )
    ]
