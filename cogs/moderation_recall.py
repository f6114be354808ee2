"""What a table is told when its round is over: what was sealed, and who may be pardoned."""

import logging
from collections.abc import Sequence
from typing import Final

import discord

from bot.client import NO_ANSWER, BuracoBot
from bot.outflow import PATIENT
from bot.services.chat_sanctions import may_be_forgiven, opponents_of
from cogs.ui.after_round import AfterRound
from cogs.ui.base import Ack, Click, VerbButton, board_of, buttons_under, handles, tell
from cogs.ui.custom_ids import Ids, Verb
from storage.records import MatchInfo, Status
from storage.sanction_records import Incident
from texts import moderation as texts
from texts.turn import LONGEST_MESSAGE

log = logging.getLogger(__name__)

RETRY_S: Final = 30.0
MOST_BUTTONS: Final = 5


class ChatRecall(AfterRound):
    """Opens the safe after each round, once, and counts the opponents' pardons."""

    def __init__(self, bot: BuracoBot) -> None:
        super().__init__(bot, "the recall")

    async def waiting(self) -> list[int]:
        """The tables that were not told of incidents of their rounds."""
        return await self.app.moderation.to_be_recalled()

    async def post(self, match_id: int) -> None:
        """Tell the table of the rounds that are over, in one message, before it counts as told.

        The message has a nonce of its own: sent twice over a crash, it is one.
        """
        PATIENT.set(True)
        live, incidents = await self.app.moderation.to_recall(match_id)
        if not incidents:
            return
        info = live.info
        asked = [each for each in incidents if may_be_forgiven(each)]
        asked = [each for each in asked if opponents_of(info, each.user_id)][:MOST_BUTTONS]
        text = _told(info, incidents, asked)
        if text and _has_place(info):
            items = [await self._forgive_item(info, each) for each in asked]
            place = self.bot.get_partial_messageable(info.thread_id or info.channel_id)
            nonce = f"{match_id}.recall.{incidents[-1].id}"
            try:
                await place.send(text, view=board_of(*items), suppress_embeds=True, nonce=nonce)
            except NO_ANSWER as error:
                log.warning("match %s will be told later: %s", match_id, type(error).__name__)
                self.workers.mark_later(match_id, RETRY_S)
                return
            except discord.HTTPException as error:
                log.info("match %s could not be told: %s", match_id, error.code)
        await self.app.moderation.recalled(match_id, [each.id for each in incidents])

    @handles(Verb.FORGIVE, Ack.UPDATE)
    async def forgive(self, click: Click) -> None:
        """An opponent pardons; with the last of them the strike is gone."""
        incident, missing = await self.app.moderation.forgive(click.number, click.user.id)
        info = (await self.app.tables.get(incident.match_id)).info
        message = click.interaction.message
        text = "" if message is None else message.content
        if missing:
            await tell(click.interaction, texts.FORGIVE_NOTED)
        else:
            text = f"{text}\n{texts.forgiven_line(_name(info, incident))}"[:LONGEST_MESSAGE]
        items = [
            await self._forgive_item(info, each)
            for each in await self._asked_under(message, info.guild_id)
        ]
        await click.interaction.edit_original_response(content=text, view=board_of(*items))

    async def _asked_under(self, message: discord.Message | None, guild_id: int) -> list[Incident]:
        """The strikes that a message asks about and that hold still."""
        numbers = [int(ids.arg) for ids, _ in buttons_under(message) if ids.verb is Verb.FORGIVE]
        found = [await self.app.moderation.incident(guild_id, number) for number in numbers]
        return [each for each in found if each is not None and may_be_forgiven(each)]

    async def _forgive_item(self, info: MatchInfo, incident: Incident) -> VerbButton:
        judges = opponents_of(info, incident.user_id)
        count = len(judges) - len(await self.app.moderation.still_to_forgive(incident, judges))
        label = texts.forgive_label(_name(info, incident), count, len(judges))
        return VerbButton(Ids(Verb.FORGIVE, info.id, arg=str(incident.id)), label, emoji="🤝")


def _has_place(info: MatchInfo) -> bool:
    """Whether there is a place that only the table's people read, where it is a reserved one."""
    return not (info.private and info.thread_id is None and info.status is Status.LIVE)


def _told(info: MatchInfo, incidents: Sequence[Incident], asked: Sequence[Incident]) -> str:
    """One message about the rounds that are over; empty where there is nothing to tell."""
    lines: list[str] = []
    sealed = [each for each in incidents if each.sealed and each.text]
    if sealed:
        lines.append(texts.recall_title(info.number))
        lines += [texts.recall_line(_name(info, each), each.text or "") for each in sealed]
    question = texts.forgive_text([*dict.fromkeys(_name(info, each) for each in asked)])
    room = LONGEST_MESSAGE - (len(question) + 1 if asked else 0)
    while len("\n".join(lines)) > room:
        lines.pop()
    return "\n".join((*lines, question) if asked else lines)


def _name(info: MatchInfo, incident: Incident) -> str:
    seat = info.seat_of(incident.user_id)
    seated = None if seat is None else info.at(seat)
    return texts.A_SPECTATOR if seated is None else seated.name
