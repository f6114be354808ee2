"""What slash commands share: their acknowledgement, who asks, and kind refusals of our own."""

import contextlib
from collections.abc import AsyncIterator, Hashable

import discord

from bot.services.lobby import Person
from cogs.ui.base import Ack, Interaction, acknowledge, guard, tell

User = discord.User | discord.Member


class Sorry(Exception):
    """What was asked cannot be done; the text says, in Portuguese, what to do instead."""


@contextlib.asynccontextmanager
async def kindly(interaction: Interaction) -> AsyncIterator[None]:
    """Tell the user alone why something cannot be done."""
    try:
        yield
    except Sorry as sorry:
        await tell(interaction, str(sorry))


@contextlib.asynccontextmanager
async def asked(interaction: Interaction) -> AsyncIterator[None]:
    """Answer a command for its user alone: acknowledge at once, then work under the guard."""
    await acknowledge(interaction, Ack.EPHEMERAL)
    async with guard(interaction), kindly(interaction):
        yield


def person_of(user: User) -> Person:
    """The user as a table needs him, under the name that the server knows him by."""
    return Person(user.id, user.display_name)


def is_moderator(interaction: Interaction) -> bool:
    """Whether the user may settle the affairs of others' tables in this channel."""
    may = interaction.permissions
    return interaction.guild_id is not None and (may.manage_guild or may.manage_messages)


class Cooldown:
    """Lets each key through once in a while; remembers only those that must still wait."""

    def __init__(self, milliseconds: int) -> None:
        self.milliseconds = milliseconds
        self._last: dict[Hashable, int] = {}

    def passes(self, key: Hashable, now: int) -> bool:
        """Whether the key may pass now; then it has to wait again."""
        self._last = {each: at for each, at in self._last.items() if now - at < self.milliseconds}
        if key in self._last:
            return False
        self._last[key] = now
        return True
