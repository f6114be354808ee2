"""What is told of the chat once a round is over, and caught up with at the next start."""

from abc import abstractmethod

from discord.ext import commands

from bot.client import BuracoBot
from bot.services.chat_records import is_running
from bot.services.tables import Live
from bot.services.workers import Workers
from cogs.ui.base import VerbCog
from game.events import Event


class AfterRound(VerbCog):
    """Looks at a table when a round of it may have ended, and when something is blocked there."""

    def __init__(self, bot: BuracoBot, name: str) -> None:
        super().__init__(bot)
        self.workers = Workers(name, self.post)
        self.app.tables.observers.append(self.on_change)
        self.app.moderation.listeners.append(self.workers.mark)

    @abstractmethod
    async def post(self, match_id: int) -> None:
        """Tell what may be told by now of a table; nothing while its round runs."""

    @abstractmethod
    async def waiting(self) -> list[int]:
        """The tables of which something was not told before a stop."""

    async def cog_unload(self) -> None:
        """Stop telling."""
        await self.workers.stop()

    def on_change(self, live: Live, _events: tuple[Event, ...]) -> None:
        """A round may have ended."""
        if live.state is not None and not is_running(live):
            self.workers.mark(live.info.id)

    @commands.Cog.listener()
    async def on_ready(self) -> None:
        """What was not told before a stop is now."""
        for match_id in await self.waiting():
            self.workers.mark(match_id)
