"""What is stored about oneself: ``/avisos`` and ``/meus-dados``."""

from discord import app_commands
from discord.ext import commands

from bot.client import BuracoBot
from cogs.ui.asked import asked
from cogs.ui.base import Interaction, tell
from cogs.ui.place import guild_of
from texts import moderation as texts


class OwnRecord(commands.Cog):
    """Everybody may see what is kept of him, and have the texts dropped."""

    data = app_commands.Group(
        name="meus-dados", description="O que o bot guarda sobre você, e como apagar"
    )

    def __init__(self, bot: BuracoBot) -> None:
        self.service = bot.app.moderation

    @app_commands.command(name="avisos", description="As suas advertências e suspensões")
    @app_commands.guild_only()
    async def warnings(self, interaction: Interaction) -> None:
        """One's own strikes, incidents and ban on this server."""
        async with asked(interaction):
            guild_id, user_id = guild_of(interaction).id, interaction.user.id
            strikes, incidents, ban = await self.service.record_of(guild_id, user_id)
            standing = texts.standing(
                len(strikes), None if ban is None else ban.until, banned=ban is not None
            )
            entries = [
                texts.own_entry(
                    each.id,
                    each.at,
                    each.reasons,
                    None if each.rung is None else each.rung.value,
                    undone=each.undone_at is not None,
                )
                for each in incidents
            ]
            why = "" if ban is None else ban.why
            await tell(interaction, texts.own_text(standing, entries, why))

    @data.command(name="ver", description="O que o bot guarda sobre você")
    async def see(self, interaction: Interaction) -> None:
        """How much is stored, on all servers."""
        async with asked(interaction):
            held = await self.service.held_about(interaction.user.id)
            await tell(
                interaction,
                texts.held_text(
                    tables=held.tables,
                    incidents=held.incidents,
                    texts=held.texts,
                    bans=held.bans,
                ),
            )

    @data.command(name="privacidade", description="O que o bot guarda, por quanto tempo, quem lê")
    async def privacy(self, interaction: Interaction) -> None:
        """The privacy page (docs/privacidade.md), in short."""
        async with asked(interaction):
            await tell(interaction, texts.PRIVACY)

    @data.command(name="apagar", description="Apaga os textos das suas mensagens removidas")
    async def forget(self, interaction: Interaction) -> None:
        """Drop the texts of what was removed."""
        async with asked(interaction):
            await self.service.forget_texts_of(interaction.user.id)
            await tell(interaction, texts.FORGOTTEN)
