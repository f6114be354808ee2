"""The commands of ``/mesa`` about tables that stand: seeing, pausing, handing over, closing."""

import io

import discord
from discord import app_commands
from discord.ext import commands

from bot.app import App
from bot.client import BuracoBot
from bot.services.errors import Denied, Problem
from bot.services.matches import MatchService
from bot.services.tables import Live
from cogs.ui.asked import Sorry, asked, is_moderator
from cogs.ui.base import Interaction, board_of, tell
from cogs.ui.custom_ids import Verb
from cogs.ui.lobby_items import lobby_link, message_text, table_link, words_of
from cogs.ui.seat_items import LIVE, Offer, confirm_items, take_item
from cogs.ui.seating import OFFER_MS, admit, announce, want_pause, want_to_go_on
from cogs.ui.which import WHICH, complete_table, find_table, known_tables
from game.actions import Seat
from game.views import table_view
from storage.records import MatchInfo, Status
from texts import lobby as texts
from texts import seats as seat_texts
from texts.help import hindered_text
from texts.turn import clipped, standing_text, table_title


async def record_file(matches: MatchService, info: MatchInfo, user_id: int) -> discord.File:
    """The record of a match that has ended, for whoever may see it."""
    if info.private and info.seat_of(user_id) is None and info.owner_id != user_id:
        raise Denied(Problem.NOT_INVITED)
    record = await matches.record(info.id)
    return discord.File(io.BytesIO(record.encode()), f"mesa-{info.number}.txt")


def seen_text(live: Live) -> str:
    """A table for who asks what it is doing."""
    words = message_text(live)
    if live.info.status is Status.LIVE and live.state is not None:
        standing = standing_text(table_view(live.state), title=table_title(live.info.number))
        lacking = live.info.lacking
        why = "" if lacking is None else hindered_text(lacking)
        return clipped([words, standing, why])
    if live.info.status is Status.LOBBY and live.info.lobby_message_id is not None:
        return f"{words}\n[Sentar]({lobby_link(live.info)})"
    return words


class StandingTables(commands.Cog):
    """A part of the group ``/mesa``."""

    bot: BuracoBot
    app: App

    @app_commands.command(name="ver", description="Mostra como está uma mesa, com o link")
    @app_commands.describe(mesa=WHICH)
    @app_commands.autocomplete(mesa=complete_table)
    async def see(self, interaction: Interaction, mesa: int | None = None) -> None:
        """A table's state in words, with the way to it."""
        async with asked(interaction):
            info = await find_table(interaction, mesa)
            await tell(interaction, seen_text(await self.app.tables.get(info.id)))

    @app_commands.command(name="lista", description="Mostra as mesas abertas deste servidor")
    async def list_tables(self, interaction: Interaction) -> None:
        """The open tables of the server, with their free seats."""
        async with asked(interaction):
            tables = [
                info
                for info in await known_tables(interaction)
                if info.guild_id == interaction.guild_id
            ]
            lines = [
                texts.list_line(
                    words_of(info),
                    live=info.status is Status.LIVE,
                    link=table_link(info) or lobby_link(info),
                )
                for info in tables
            ]
            await tell(interaction, clipped(lines) if lines else texts.NO_TABLES)

    @app_commands.command(
        name="pausar", description="Pede uma pausa; na pausa, pede para continuar"
    )
    @app_commands.describe(mesa=WHICH)
    @app_commands.autocomplete(mesa=complete_table)
    async def pause(self, interaction: Interaction, mesa: int | None = None) -> None:
        """Vote for a pause, or in it for going on."""
        async with asked(interaction):
            info = await find_table(interaction, mesa)
            want = want_to_go_on if info.paused else want_pause
            live, line, view = await want(interaction, info.id)
            await announce(self.bot, live.info, line, view=view)
            await tell(interaction, seat_texts.PAUSE_ASKED)

    @app_commands.command(
        name="substituir", description="Oferece o lugar de um robô, ou o seu, a alguém"
    )
    @app_commands.describe(
        lugar="O número do lugar", pessoa="A quem o lugar é oferecido", mesa=WHICH
    )
    @app_commands.autocomplete(mesa=complete_table)
    async def substitute(
        self,
        interaction: Interaction,
        lugar: app_commands.Range[int, 1, 4],
        pessoa: discord.User,
        mesa: int | None = None,
    ) -> None:
        """Offer a seat by a public line; it changes hands when the person accepts."""
        async with asked(interaction):
            if pessoa.bot:
                raise Sorry(texts.NO_BOTS)
            info = await find_table(interaction, mesa)
            seat, user_id = Seat(lugar - 1), interaction.user.id
            live = await self.app.seats.offer(
                info.id, user_id, seat, pessoa.id, moderator=is_moderator(interaction)
            )
            own = live.info.seat_of(user_id) == seat
            offer = Offer(seat, pessoa.id, user_id if own else None)
            await admit(self.bot, live.info, pessoa.id)
            line = seat_texts.offer_line(
                pessoa.mention,
                interaction.user.display_name,
                seat,
                self.app.tables.now() + OFFER_MS,
            )
            view = board_of(take_item(live.info, offer))
            await announce(self.bot, live.info, line, mention={pessoa.id}, view=view)
            await tell(interaction, seat_texts.OFFERED)

    @app_commands.command(name="encerrar", description="Fecha uma mesa")
    @app_commands.describe(mesa=WHICH)
    @app_commands.autocomplete(mesa=complete_table)
    async def close(self, interaction: Interaction, mesa: int | None = None) -> None:
        """The owner before the match; a moderator at any time, asked once more in its course."""
        async with asked(interaction):
            info = await find_table(interaction, mesa)
            moderator = is_moderator(interaction)
            if info.status is Status.LIVE:
                if not moderator:
                    raise Sorry(seat_texts.MODERATORS_ONLY)
                items = confirm_items(Verb.CANCEL, info, "Sim, encerrar", yes=LIVE)
                await tell(interaction, seat_texts.ask_close(info.number), view=board_of(*items))
                return
            await self.app.seats.close(
                info.id, interaction.user.id, moderator=moderator, only_waiting=True
            )
            await tell(interaction, texts.CLOSED)

    @app_commands.command(name="exportar", description="O registro de uma partida que acabou")
    @app_commands.describe(mesa=WHICH)
    @app_commands.autocomplete(mesa=complete_table)
    async def export(self, interaction: Interaction, mesa: int | None = None) -> None:
        """The match record as a file, once the match has ended."""
        async with asked(interaction):
            info = await find_table(interaction, mesa)
            file = await record_file(self.app.matches, info, interaction.user.id)
            await tell(interaction, seat_texts.record_text(info.number), file=file)
