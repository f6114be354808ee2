"""Serves the bot, and a fresh one in its place once Discord's gateway no longer answers.

discord.py 2.7.1 goes on for ever trying to resume at the address that the gateway once gave it,
even where that address is dead (its issue 10511). Only a new client asks anew where to connect.
"""

import asyncio
import dataclasses
import logging
import time
from collections.abc import Awaitable, Callable

from bot.client import BuracoBot, DiscordAway

log = logging.getLogger(__name__)


class GatewayLost(Exception):
    """No client gets a session; the text says so in Portuguese. A new process may do better."""


@dataclasses.dataclass(slots=True, kw_only=True)
class Watchdog:
    """Serves what ``build`` makes, in this process: a lost client is closed, and a new one built.

    All state is in the database, so that a fresh client goes on where the old one was. A client is
    lost after ``patience_s`` seconds without an answer from the gateway; one that was never
    connected is not followed by another. ``bot`` is the one that is served now.
    """

    build: Callable[[], BuracoBot]
    patience_s: float = 180.0
    look_every_s: float = 5.0
    sleep: Callable[[float], Awaitable[None]] = asyncio.sleep
    now: Callable[[], float] = time.monotonic
    bot: BuracoBot | None = None

    async def serve(self, token: str) -> None:
        """Serve until cancelled. Raises CannotLogIn, DatabaseUnusable or GatewayLost."""
        log_in_until: float | None = None
        while True:
            self.bot = bot = self.build()
            async with bot:
                await bot.open()
                try:
                    if not await self._is_lost(bot, token):
                        return
                    if not bot.ever_connected:
                        raise GatewayLost(
                            f"O Discord não respondeu em {self.patience_s:.0f} segundos. Confira a "
                            "internet e https://discordstatus.com, e inicie o bot de novo."
                        )
                    log.error("the gateway is silent for %.0f s: a fresh client", bot.silence())
                    log_in_until = self.now() + self.patience_s
                except DiscordAway as away:
                    # The very first log-in tells at once; a fresh client's is tried for a while.
                    if log_in_until is None or self.now() >= log_in_until:
                        raise
                    log.warning("the fresh client could not log in: %s", away)
                    await self.sleep(self.look_every_s)

    async def _is_lost(self, bot: BuracoBot, token: str) -> bool:
        """Serve until the client ends by itself (False) or its gateway has fallen silent."""
        serving = asyncio.create_task(bot.serve(token))
        watching = asyncio.create_task(self._silent(bot))
        try:
            await asyncio.wait((serving, watching), return_when=asyncio.FIRST_COMPLETED)
            if serving.done():
                serving.result()
            return not serving.done()
        finally:
            serving.cancel()
            watching.cancel()
            await asyncio.gather(serving, watching, return_exceptions=True)

    async def _silent(self, bot: BuracoBot) -> None:
        while bot.silence() < self.patience_s:
            await self.sleep(self.look_every_s)
