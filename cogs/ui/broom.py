"""Takes messages away: all that are known at once, and no more requests than that needs."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import Final

import discord

from bot.client import NO_ANSWER, BuracoBot
from bot.services.workers import Workers
from cogs.ui.asked import Cooldown
from storage.records import MatchInfo

log = logging.getLogger(__name__)

MOST_AT_ONCE: Final = 100
RUSH: Final = 5
RUSH_MS: Final = 5_000
GATHER_MS: Final = 1_000
RETRY_S: Final = 5.0
COMPLAIN_MS: Final = 24 * 60 * 60_000


class Broom:
    """Deletes what is to go: a message at once, those that come meanwhile together.

    Discord takes some five requests in five seconds: after so many what comes is gathered.
    A message that is gone already is what was wanted. Where Discord refuses it, ``complain`` is
    called, once a table and day, and nothing is tried again: refusals count against the bot.
    """

    def __init__(self, bot: BuracoBot, complain: Callable[[MatchInfo], Awaitable[None]]) -> None:
        self.bot = bot
        self.complain = complain
        self.workers = Workers("the broom", self._sweep, of="channel")
        self._complained = Cooldown(COMPLAIN_MS)
        self._due: dict[int, tuple[MatchInfo, list[int]]] = {}  # by the place
        self._lately: dict[int, list[int]] = {}  # by the place, when it was swept

    async def remove(self, info: MatchInfo, place_id: int, message_ids: tuple[int, ...]) -> None:
        """Have messages deleted in a place, before anything else is asked of Discord.

        ``info`` is the table about which they tell.
        """
        _, due = self._due.setdefault(place_id, (info, []))
        due += [each for each in message_ids if each not in due]
        if due:
            self.workers.mark(place_id)
            await asyncio.sleep(0)  # its task begins

    async def _sweep(self, place_id: int) -> None:
        wait = self._wait(place_id)
        if wait:
            self.workers.mark_later(place_id, wait)
            return
        info, due = self._due.pop(place_id, (None, []))
        if info is None:
            return
        while due:
            now = due[:MOST_AT_ONCE]
            try:
                await self._delete(place_id, now)
            except NO_ANSWER as error:
                log.warning("messages will be deleted later: %s", type(error).__name__)
                self._due.setdefault(place_id, (info, []))[1].extend(due)
                self.workers.mark_later(place_id, RETRY_S)
                return
            except discord.Forbidden as error:
                await self.refused(info, error)
                return
            del due[: len(now)]

    def _wait(self, place_id: int) -> float:
        """Seconds to gather what comes, after a rush; 0 where it may go now, which is noted."""
        now = self.bot.app.tables.now()
        lately = {
            place: [at for at in times if now - at < RUSH_MS]
            for place, times in self._lately.items()
        }
        self._lately = {place: times for place, times in lately.items() if times}
        times = self._lately.setdefault(place_id, [])
        if len(times) >= RUSH and now - times[-1] < GATHER_MS:
            return (GATHER_MS - (now - times[-1])) / 1000
        times.append(now)
        return 0.0

    async def _delete(self, place_id: int, message_ids: list[int]) -> None:
        if len(message_ids) > 1:
            try:
                await self.bot.http.delete_messages(place_id, [str(each) for each in message_ids])
            except (discord.Forbidden, *NO_ANSWER):
                raise
            except discord.HTTPException as error:  # too old for that, or the like
                log.info("messages are deleted one by one: %s", error.code)
            else:
                return
        for message_id in message_ids:
            try:
                await self.bot.http.delete_message(place_id, message_id)
            except (discord.Forbidden, *NO_ANSWER):
                raise
            except discord.NotFound:
                continue
            except discord.HTTPException as error:
                log.warning("a message was not deleted: %s", error.code)

    async def refused(
        self,
        info: MatchInfo,
        error: discord.Forbidden,
        complain: Callable[[MatchInfo], Awaitable[None]] | None = None,
    ) -> None:
        """Discord does not let the bot: the moderators are told, now and then."""
        complain = complain or self.complain
        if self._complained.passes((info.id, complain), self.bot.app.tables.now()):
            log.warning("what was written at match %s may not be removed: %s", info.id, error.code)
            await complain(info)
