"""The last answer: whatever goes wrong with a command, its user is told something helpful."""

import contextlib
import logging
import secrets
from typing import Any

import discord
from discord import app_commands
from discord.ext import commands

from bot.client import BuracoBot
from cogs.ui.base import GONE, VerbButton, VerbMenu, answer_lost, tell
from texts import help as texts
from texts.problems import unexpected

log = logging.getLogger(__name__)


class ErrorsCog(commands.Cog):
    """Takes the place of the tree's own error handler while it is loaded."""

    def __init__(self, bot: BuracoBot) -> None:
        self.bot = bot
        self._before = bot.tree.on_error
        bot.tree.error(self.on_error)

    async def cog_unload(self) -> None:
        """Give the place back."""
        self.bot.tree.on_error = self._before  # type: ignore[method-assign]  # as `error` does

    @commands.Cog.listener()
    async def on_interaction(self, interaction: discord.Interaction[Any]) -> None:
        """Whatever else is pressed or sent is answered as well."""
        await answer_lost(interaction)

    async def on_error(
        self, interaction: discord.Interaction[Any], error: app_commands.AppCommandError
    ) -> None:
        """Tell the user why, or under which reference it was logged."""
        if interaction.type is discord.InteractionType.autocomplete:
            with contextlib.suppress(discord.HTTPException):
                await interaction.response.autocomplete([])
            return
        cause = getattr(error, "original", error)
        if isinstance(cause, discord.HTTPException) and cause.code in GONE:
            log.info("interaction %s can no longer be answered: %s", interaction.id, cause.code)
            return
        sentence = _sentence(error)
        if sentence is None:
            reference = secrets.token_hex(3).upper()
            name = interaction.command.qualified_name if interaction.command else "?"
            log.error("reference %s: command %s failed", reference, name, exc_info=cause)
            sentence = unexpected(reference)
        await tell(interaction, sentence)


def _sentence(error: app_commands.AppCommandError) -> str | None:
    """What to do instead; None where something is wrong with us."""
    match error:
        case app_commands.MissingPermissions():
            needs_guild = "manage_guild" in error.missing_permissions
            return texts.NEEDS_MANAGE_GUILD if needs_guild else texts.NEEDS_PERMISSION
        case app_commands.NoPrivateMessage():
            return texts.ONLY_IN_SERVERS
        case app_commands.CommandNotFound() | app_commands.CommandSignatureMismatch():
            return texts.COMMAND_CHANGED
        case app_commands.TransformerError():
            return texts.BAD_OPTION
        case app_commands.CheckFailure():
            return texts.NOT_NOW
        case _:
            return None


async def setup(bot: BuracoBot) -> None:
    """Load the cog; it is the first, so that every click finds an answer from the start.

    Buttons and menus of before a restart are answered because their classes are made known here.
    """
    bot.add_dynamic_items(VerbButton, VerbMenu)
    await bot.add_cog(ErrorsCog(bot))
