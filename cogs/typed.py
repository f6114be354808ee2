"""Words typed in the private message play, by name or by the number under the card."""

import re
from typing import Final

import discord
from discord.ext import commands

from bot.client import BuracoBot
from bot.services.errors import Denied, Problem
from cogs.caller import Caller
from cogs.ui.base import guarded
from cogs.ui.words import live_tables, play_words, tables_on_turn
from storage.records import MatchInfo, Status
from texts.shorthand import looks_like_play, usage
from texts.turn import clipped, which_table_text

_NUMBERED: Final = re.compile(r"\s*(?:mesa\s*)?(\d{1,6})\s*:\s*(.*)", re.DOTALL | re.IGNORECASE)


class TypedCog(commands.Cog):
    """Reads what is typed in private; in servers nothing is read."""

    def __init__(self, bot: BuracoBot) -> None:
        self.bot = bot
        self.app = bot.app

    @commands.Cog.listener()
    async def on_message(self, message: discord.Message) -> None:
        """Plain words in the private message play."""
        if message.guild is None and not message.author.bot and message.content.strip():
            async with guarded(self.bot, message.channel.send):
                await self._typed(message)

    async def _typed(self, message: discord.Message) -> None:
        user_id, text = message.author.id, message.content
        live = await live_tables(self.app, user_id)
        if not live:
            raise Denied(Problem.NOT_SEATED)
        numbered = _NUMBERED.fullmatch(text)
        if numbered is not None:
            text = numbered[2]
        if not looks_like_play(text):
            await message.channel.send(usage())
            return
        number = None if numbered is None else int(numbered[1])
        info = await self._meant(message, live, number)
        if info is None:
            await message.channel.send(which_table_text([each.number for each in live]))
            return
        look = await self.app.matches.look(info.id, user_id)
        note = await play_words(self.app, look, text, message.id)
        if note:
            await message.channel.send(clipped([note]))
            if (await self.app.tables.get(info.id)).info.seq == look.version:
                return
        if (await self.app.tables.get(info.id)).info.status is not Status.LIVE:
            return  # the match is over, and the table tells how
        before = await self.app.hands.get(info.id, user_id)
        caller = self.bot.get_cog("Caller")
        assert isinstance(caller, Caller), "the cogs are loaded together"
        await caller.deliver(info.id, user_id, before=before, private=True)

    async def _meant(
        self, message: discord.Message, live: list[MatchInfo], number: int | None
    ) -> MatchInfo | None:
        """The table by its number, by the hand replied to, or the only one that waits for him."""
        if number is not None:
            named = [info for info in live if info.number == number]
            return named[0] if len(named) == 1 else None
        if message.reference is not None:
            for info in live:
                known = await self.app.hands.get(info.id, message.author.id)
                if known is not None and known.message_id == message.reference.message_id:
                    return info
        waiting = await tables_on_turn(self.app, live, message.author.id)
        chosen = waiting or live
        return chosen[0] if len(chosen) == 1 else None


async def setup(bot: BuracoBot) -> None:
    """Load the cog."""
    await bot.add_cog(TypedCog(bot))
