"""Discord's own timeouts beside bans, where a server wants them: begun when nobody plays any more.

Somebody in a timeout can use no command, so none begins while his match runs. What Discord refuses
is not tried again: the ban from the tables holds all the same.
"""

import datetime as dt
import itertools
import logging
from collections.abc import Sequence
from typing import Final

import discord
from discord.ext import commands

from bot.client import NO_ANSWER, BuracoBot
from bot.outflow import PATIENT
from bot.services.chat_sanctions import HOUR_MS
from bot.services.tables import Live
from bot.services.workers import Workers
from cogs.moderation_log import ChatLog
from game.events import Event
from storage.records import Status
from storage.sanction_records import Ban, Timeout

log = logging.getLogger(__name__)

LONGEST_MS: Final = 28 * 24 * HOUR_MS - 60_000
"""Discord takes 28 days at most; a minute less, for clocks that differ."""
RETRY_S: Final = 60.0


class ChatTimeouts(commands.Cog):
    """Gives and takes back timeouts; ``workers`` look at a server when it is marked."""

    def __init__(self, bot: BuracoBot, chat_log: ChatLog) -> None:
        self.bot = bot
        self.app = bot.app
        self.chat_log = chat_log
        self.workers = Workers("the timeouts", self.apply, of="server")
        self.app.tables.observers.append(self.on_change)

    async def cog_unload(self) -> None:
        """Stop."""
        await self.workers.stop()

    def on_change(self, live: Live, _events: tuple[Event, ...]) -> None:
        """A match may have ended, whose players may have waited for their timeouts."""
        if not live.info.status.is_open:
            self.workers.mark(live.info.guild_id)

    @commands.Cog.listener()
    async def on_ready(self) -> None:
        """What was due before a stop is given now."""
        for guild_id in await self.app.moderation.with_timeouts():
            self.workers.mark(guild_id)

    async def apply(self, guild_id: int) -> None:
        """Give what is due on a server, and take back what is no longer deserved."""
        PATIENT.set(True)
        of_guild = await self.app.moderation.timeouts(guild_id)
        for user_id, bans in itertools.groupby(of_guild, key=lambda ban: ban.user_id):
            await self._apply_to(guild_id, user_id, [*bans])

    async def _apply_to(self, guild_id: int, user_id: int, bans: Sequence[Ban]) -> None:
        now, service = self.app.tables.now(), self.app.moderation
        holding = [ban for ban in bans if ban.holds(now)]
        over = [ban for ban in bans if not ban.holds(now)]
        given = any(ban.timeout is Timeout.GIVEN for ban in holding)
        stands = any(
            ban.timeout is Timeout.GIVEN and ban.lifted_at is not None and _end(ban, ban.at) > now
            for ban in over
        )
        due = any(ban.timeout is Timeout.DUE for ban in holding) or (given and stands)
        if due and await self._plays(guild_id, user_id):
            return
        try:
            if due:
                until = max(_end(ban, now) for ban in holding)
                await self._set(guild_id, user_id, until)
            elif stands:
                await self._set(guild_id, user_id, None)
        except NO_ANSWER as error:
            log.warning("timeouts of server %s come later: %s", guild_id, type(error).__name__)
            self.workers.mark_later(guild_id, RETRY_S)
            return
        except discord.HTTPException as error:
            log.info("user %s gets no timeout: %s", user_id, error.code)
            await service.put_timeouts(bans, Timeout.REFUSED)
            if due:
                await self.chat_log.complain_of_timeout(guild_id, user_id)
            return
        await service.put_timeouts(over, Timeout.OVER)
        if due:
            await service.put_timeouts(holding, Timeout.GIVEN)

    async def _plays(self, guild_id: int, user_id: int) -> bool:
        async with self.app.database.read() as work:
            tables = await work.matches.open_of(user_id)
        return any(info.guild_id == guild_id and info.status is Status.LIVE for info in tables)

    async def _set(self, guild_id: int, user_id: int, until: int | None) -> None:
        """https://discord.com/developers/docs/resources/guild#modify-guild-member"""
        end = None if until is None else dt.datetime.fromtimestamp(until / 1000, dt.UTC).isoformat()
        await self.bot.http.edit_member(
            guild_id, user_id, reason="Buraco: conversa à mesa", communication_disabled_until=end
        )


def _end(ban: Ban, now: int) -> int:
    """Until when a timeout that begins now would last."""
    latest = now + LONGEST_MS
    return latest if ban.until is None else min(ban.until, latest)
