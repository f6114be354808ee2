"""Prepares what pictures and menus are made of: sprites in a thread, card faces as emojis."""

import asyncio
import gc
import logging

from discord.ext import commands

from bot.client import BuracoBot, sync_emojis
from bot.outflow import PATIENT
from rendering import warm_up
from rendering.emoji import draw_emojis

log = logging.getLogger(__name__)


class EmojisCog(commands.Cog):
    """Works once, at the first connection; until it is done menus show text alone."""

    def __init__(self, bot: BuracoBot) -> None:
        self.bot = bot
        self._tasks: list[asyncio.Task[None]] = []
        self._warmed = False

    async def cog_unload(self) -> None:
        """Stop preparing."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    @commands.Cog.listener()
    async def on_ready(self) -> None:
        """The first connection."""
        fetching = any(not task.done() for task in self._tasks)
        if self.bot.setup.warm_up and not self._warmed:
            self._warmed = True
            self._tasks.append(asyncio.create_task(self._warm_up()))
        if self.bot.setup.emojis and not self.bot.faces and not fetching:
            self._tasks.append(asyncio.create_task(self._fetch()))

    async def _fetch(self) -> None:
        """Without emojis everything works: what Discord refuses is logged, and text stays."""
        PATIENT.set(True)
        drawn = await asyncio.to_thread(draw_emojis)
        try:
            self.bot.faces = await sync_emojis(self.bot, drawn)
        except Exception as error:  # noqa: BLE001 - whatever it is, text does as well
            log.warning("the card faces could not be uploaded: %s", type(error).__name__)

    async def _warm_up(self) -> None:
        """A picture asked for before the end of this is a little slower, no more."""
        kept = await asyncio.to_thread(warm_up)
        if not gc.get_freeze_count():
            # What there is now stays: looking through it for garbage held all up for 0.1 s.
            gc.freeze()
        log.info("sprites are warm: %s KiB", kept // 1024)


async def setup(bot: BuracoBot) -> None:
    """Load the cog."""
    await bot.add_cog(EmojisCog(bot))
