"""The chat at the tables: what is written there is judged, and what must go goes at once.

Without the Message Content Intent nothing of this happens, and the game is the same.
"""

import dataclasses
import datetime as dt
import logging
from collections.abc import Awaitable, Callable
from typing import Final

import discord
from discord.ext import commands

from bot.client import NO_ANSWER, BuracoBot
from bot.services.locks import Locks
from bot.services.moderation import Ruling, Shows, Written
from bot.services.workers import Workers
from cogs.moderation_log import ChatLog
from cogs.moderation_notices import ChatNotices
from cogs.moderation_recall import ChatRecall
from cogs.moderation_timeouts import ChatTimeouts
from cogs.speech import SpeechCog
from cogs.ui.asked import Cooldown
from cogs.ui.broom import Broom
from cogs.ui.hand_pictures import shows_hand
from cogs.ui.seating import redraw
from cogs.ui.written import (
    BOT,
    REMEMBERED,
    SPOKEN,
    Recent,
    author_of,
    files_of,
    is_media,
    name_at,
    new_nickname,
    written_in,
)
from moderation.context import Said
from storage.records import MatchInfo
from texts.results import thread_name

log = logging.getLogger(__name__)

REPEATS_MS: Final = 5_000
"""The same reaction or alert within so long is one that Discord has repeated."""
SWEEP_S: Final = 6 * 60 * 60.0
OLD_EDIT_MS: Final = 10 * 60_000
"""Generous, for clocks that differ."""


class ModerationCog(commands.Cog):
    """Hears messages, edits, reactions and new names of threads where tables stand."""

    def __init__(
        self,
        bot: BuracoBot,
        notices: ChatNotices,
        chat_log: ChatLog,
        timeouts: ChatTimeouts,
    ) -> None:
        self.bot = bot
        self.app = bot.app
        self.notices = notices
        self.chat_log = chat_log
        self.timeouts = timeouts
        self.app.moderation.watchers.append(self.on_sanctions)
        self.broom = Broom(bot, chat_log.complain)
        self.sweeper = Workers("the old texts", self._sweep, of="program")
        self.recent = Recent()
        self._order = Locks()
        self._reactions = Cooldown(REPEATS_MS)
        self._caught_up = False
        self._names: dict[int, str] = {}  # thread → the last name that a player may have given it

    def on_sanctions(self, guild_id: int, match_ids: frozenset[int]) -> None:
        """Strikes or bans have changed: tables show them, and Discord's timeouts follow."""
        self.timeouts.workers.mark(guild_id)
        for match_id in match_ids:
            redraw(self.bot, match_id)

    @property
    def workers(self) -> Workers:
        """What has to stop before the program does."""
        return self.broom.workers

    async def cog_unload(self) -> None:
        """Stop deleting."""
        await self.workers.stop()
        await self.sweeper.stop()

    async def _sweep(self, key: int) -> None:
        """Drop old texts now and then, also where nobody writes anything any more."""
        await self.app.moderation.forget_old_texts()
        self.sweeper.mark_later(key, SWEEP_S)

    @commands.Cog.listener()
    async def on_ready(self) -> None:
        """What was stored before a stop and not done is done now, once: removed, then told."""
        if self._caught_up:
            return
        self._caught_up = True
        self.sweeper.mark(0)
        for incident in await self.app.moderation.untold():
            info = (await self.app.tables.get(incident.match_id)).info
            gone = () if incident.message_id is None else (incident.message_id,)
            if incident.reported_by is None and info.thread_id is not None:
                await self.broom.remove(info, info.thread_id, gone)
            self.notices.workers.mark(incident.id)

    async def _table_at(self, place_id: int) -> MatchInfo | None:
        """The open table that stands in a thread or channel."""
        async with self.app.database.read() as work:
            info = await work.matches.at_thread(place_id)
        return info if info is not None and info.status.is_open else None

    @commands.Cog.listener()
    async def on_message(self, message: discord.Message) -> None:
        """Something was written, or a thread got a new name, of which Discord posts a line."""
        if not self._concerns(message):
            return
        renames = message.type is discord.MessageType.channel_name_change
        # A resumed connection repeats itself.
        if self.recent.get(message.id) is not None or not (renames or message.type in SPOKEN):
            return
        info = await self._table_at(message.channel.id)
        with self.bot.busy():
            if renames and info is not None:
                await self._renamed(info, message)
            elif not renames:
                await self._written(info, message, edited=False)

    @commands.Cog.listener()
    async def on_raw_message_edit(self, payload: discord.RawMessageUpdateEvent) -> None:
        """A message may say something else now."""
        message = payload.message
        if not self._concerns(message) or message.edited_at is None or message.type not in SPOKEN:
            return
        if self.recent.get(message.id) is None and self._is_old(message.edited_at):
            return  # somebody pins what was edited long ago
        with self.bot.busy():
            await self._written(await self._table_at(message.channel.id), message, edited=True)

    def _is_old(self, edited_at: dt.datetime) -> bool:
        return self.app.tables.now() - edited_at.timestamp() * 1000 > OLD_EDIT_MS

    def _concerns(self, message: discord.Message) -> bool:
        """Whether a person wrote it on a server, by himself or by an app, and it can be read."""
        if not self.bot.reads_chat or message.guild is None or message.author == self.bot.user:
            return False
        return author_of(message) is not None

    async def _written(
        self, info: MatchInfo | None, message: discord.Message, *, edited: bool
    ) -> None:
        """Judge a message; ``info`` is the table that stands there."""
        place_id = message.channel.id
        assert message.guild is not None, "concerns servers alone"
        guild_id = message.guild.id if info is None else None
        written = written_in(message, info, self.recent, edited=edited)
        ruling = await self._hear(place_id, written, guild_id)
        if ruling is None:
            return
        if ruling.look and ruling.info is not None:
            files = [file for file in files_of(message) if is_media(file)]
            if await shows_hand(self.app, ruling.info, written.user_id, files):
                written = dataclasses.replace(written, shows=Shows.HAND)
                ruling = await self._judge(place_id, written, guild_id)
        nickname = None if info is None or ruling.blocked else new_nickname(info, message.author)
        if nickname is not None:
            written = Written(
                user_id=written.user_id,
                name=written.name,
                text=nickname,
                message_id=message.id,
                surface="nickname",
            )
            ruling = await self._judge(place_id, written, None)
        if ruling.blocked and ruling.info is not None:
            await self.broom.remove(ruling.info, place_id, ruling.remove)
            await self.tell(ruling.info, written.user_id, ruling)

    async def _hear(
        self, place_id: int, written: Written, guild_id: int | None = None
    ) -> Ruling | None:
        """Judge what comes from a place in the order in which it came.

        None for a message that says what it said before: a link's preview or a pin changes no
        text, and a connection that resumes repeats itself. ``guild_id`` is given where no table
        stands: what passes there is not remembered.
        """
        async with self._order.of(place_id):
            known = self.recent.get(written.message_id)
            if known is not None and known.text == written.text:
                return None
            ruling = await self._judge(place_id, written, guild_id)
            if written.message_id is not None and (guild_id is None or ruling.blocked):
                self.recent.note(written.message_id, Said(written.name, written.text))
            return ruling

    async def _judge(self, place_id: int, written: Written, guild_id: int | None) -> Ruling:
        service = self.app.moderation
        if guild_id is None:
            return await service.hear(place_id, written)
        return await service.hear_elsewhere(guild_id, place_id, written)

    async def tell(self, info: MatchInfo, user_id: int, ruling: Ruling) -> None:
        """Tell the author; the table and the moderators hear of it when the round is over."""
        if ruling.incident is None:
            await self.notices.silence(info, user_id)
            return
        await self.notices.tell(info, ruling)

    @commands.Cog.listener()
    async def on_raw_reaction_add(self, payload: discord.RawReactionActionEvent) -> None:
        """A player answers with a sign."""
        member = payload.member
        if not self.bot.reads_chat or member is None or member.bot:
            return
        info = await self._table_at(payload.channel_id)
        if info is None or info.seat_of(member.id) is None:
            return
        written = Written(
            user_id=member.id,
            name=name_at(info, member),
            text=str(payload.emoji),
            surface="reaction",
            reply_to=self.recent.get(payload.message_id) or Said(BOT, ""),
        )
        key = (payload.message_id, member.id, str(payload.emoji))
        if not self._reactions.passes(key, self.app.tables.now()):
            return  # a connection that resumes repeats itself
        with self.bot.busy():
            ruling = await self._hear(payload.channel_id, written)
            if ruling is not None and ruling.incident is not None:
                place = self.bot.get_partial_messageable(payload.channel_id)
                message = place.get_partial_message(payload.message_id)
                await self._take_back(info, message.remove_reaction(payload.emoji, member))
                await self.tell(info, member.id, ruling)

    async def _renamed(self, info: MatchInfo, message: discord.Message) -> None:
        """A thread whose new name tells something gets back the one before."""
        place_id = message.channel.id
        if info.seat_of(message.author.id) is None or place_id == info.channel_id:
            return
        written = Written(
            user_id=message.author.id,
            name=name_at(info, message.author),
            text=message.content,
            message_id=message.id,
            surface="thread_name",
        )
        ruling = await self._hear(place_id, written)
        if ruling is None:
            return
        if ruling.incident is None:
            self._names[place_id] = message.content
            if len(self._names) > REMEMBERED:
                del self._names[next(iter(self._names))]
            return
        await self.broom.remove(info, place_id, ruling.remove)
        players = [seated.name for seated in info.seats]
        name = self._names.get(place_id) or thread_name(info.number, players, info.team_name)
        renaming = self.bot.http.edit_channel(place_id, name=name)
        await self._take_back(info, renaming, self.chat_log.complain_of_name)
        await self.tell(info, message.author.id, ruling)

    async def _take_back(
        self,
        info: MatchInfo,
        request: Awaitable[object],
        complain: Callable[[MatchInfo], Awaitable[None]] | None = None,
    ) -> None:
        """Undo something that is no message; what is gone already is what was wanted."""
        try:
            await request
        except discord.Forbidden as error:
            await self.broom.refused(info, error, complain)
        except (discord.HTTPException, *NO_ANSWER) as error:
            log.info("something at match %s was not taken back: %s", info.id, type(error).__name__)


async def setup(bot: BuracoBot) -> None:
    """Load the listeners, and all that acts on what they hear."""
    notices = ChatNotices(bot)
    chat_log = ChatLog(bot, notices)
    timeouts = ChatTimeouts(bot, chat_log)
    speech = SpeechCog(bot, notices)
    moderation = ModerationCog(bot, notices, chat_log, timeouts)
    for cog in (notices, chat_log, ChatRecall(bot), timeouts, speech, moderation):
        await bot.add_cog(cog)
