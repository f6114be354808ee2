"""The group ``/mesa``: opening, joining, filling and leaving tables.

What is asked of tables that stand already is in ``cogs.mesa_standing``; both make one group.
"""

import discord
from discord import app_commands
from discord.ext import commands

from bot.client import BuracoBot
from bot.services.errors import Denied, Problem
from bot.services.lobby import NewTable
from bot.services.settings import SettingsService
from bot.services.tables import Live
from cogs.mesa_standing import StandingTables
from cogs.ui.asked import Cooldown, Sorry, asked, is_moderator, person_of
from cogs.ui.base import Interaction, board_of, tell
from cogs.ui.custom_ids import Verb
from cogs.ui.lobby_board import LobbyBoard
from cogs.ui.lobby_items import lobby_link, table_link
from cogs.ui.place import require_place
from cogs.ui.seat_items import confirm_items
from cogs.ui.seating import RETURN_ASKED_MS, admit, announce, greet, remove, take_seat
from cogs.ui.table_options import (
    PACE_CHOICES,
    PLAYER_CHOICES,
    PRESET_CHOICES,
    TARGET_CHOICES,
    table_rules,
)
from cogs.ui.which import WHICH, complete_table, find_table, table_to_join
from game.rules import Preset
from storage.records import Pace, Status
from texts import lobby as texts
from texts import seats as seat_texts


@app_commands.guild_only()
class MesaCog(
    StandingTables,
    commands.GroupCog,
    group_name="mesa",
    group_description="Abre, enche, pausa e encerra mesas de buraco",
):
    """The commands about tables."""

    def __init__(self, bot: BuracoBot, board: LobbyBoard) -> None:
        self.bot = bot
        self.app = bot.app
        self.board = board
        self.settings = SettingsService(bot.app.tables)
        self.return_asks = Cooldown(RETURN_ASKED_MS)

    @app_commands.command(name="criar", description="Abre uma mesa neste canal")
    @app_commands.describe(
        jogadores="Quantos jogam (padrão: 4)",
        regras="As regras de partida (padrão: as oficiais)",
        meta="Até quantos pontos se joga",
        ritmo="O relógio (padrão: o do servidor)",
        robos="Completar já os outros lugares com robôs",
        reservada="Só para quem for convidado, num tópico privado",
        casa="Regras da casa: nome=valor, separadas por espaço",
    )
    @app_commands.choices(jogadores=PLAYER_CHOICES, meta=TARGET_CHOICES)
    @app_commands.choices(regras=PRESET_CHOICES, ritmo=PACE_CHOICES)
    async def create(
        self,
        interaction: Interaction,
        jogadores: int | None = None,
        regras: str = Preset.OFICIAL.value,
        meta: int | None = None,
        ritmo: str | None = None,
        robos: bool = False,  # noqa: FBT001, FBT002 - an option of the command
        reservada: bool = False,  # noqa: FBT001, FBT002 - same
        casa: app_commands.Range[str, 0, 400] = "",
    ) -> None:
        """Open a table, with a message in the channel to sit down by."""
        async with asked(interaction):
            note = await require_place(interaction, private=reservada)
            rules = table_rules(regras, meta, casa)
            assert interaction.guild_id is not None, "guild only"
            settings = await self.settings.of_guild(interaction.guild_id)
            new = NewTable(
                guild_id=interaction.guild_id,
                channel_id=interaction.channel_id or 0,
                rules=rules,
                size=jogadores or (4 if rules.allows_players(4) else 2),
                pace=Pace(ritmo) if ritmo else settings.pace,
                private=reservada,
                robots=robos,
            )
            person = person_of(interaction.user)
            live = await self.app.lobby.open(new, person, interaction_id=interaction.id)
            live = await self._post(interaction, live)
            text = texts.opened_text(live.info.number, lobby_link(live.info), note=note)
            await tell(interaction, text)
            await greet(interaction, live.info)

    async def _post(self, interaction: Interaction, live: Live) -> Live:
        """Post the lobby's message; a public table with free seats calls the server's role."""
        guild = interaction.guild
        if guild is None or live.info.private or len(live.info.seats) == live.info.size:
            return await self.board.post(live)
        settings = await self.settings.of_guild(guild.id)
        role = guild.get_role(settings.role_id) if settings.role_id else None
        if role is None or await self.settings.role_to_ping(guild.id) is None:
            return await self.board.post(live)
        mentions = discord.AllowedMentions(roles=[role])
        return await self.board.post(live, above=role.mention, mentions=mentions)

    @app_commands.command(
        name="entrar", description="Senta numa mesa que espera, ou no lugar de um robô"
    )
    @app_commands.describe(mesa=WHICH)
    @app_commands.autocomplete(mesa=complete_table)
    async def join(self, interaction: Interaction, mesa: int | None = None) -> None:
        """Sit at the newest table that waits here, or in a running match on a robot's seat."""
        async with asked(interaction):
            info = await table_to_join(interaction, mesa)
            if info.status is Status.LIVE:
                live = await take_seat(interaction, info, asks=self.return_asks)
            else:
                person = person_of(interaction.user)
                live = await self.app.lobby.sit(info.id, person, interaction_id=interaction.id)
            seat = live.info.seat_of(interaction.user.id)
            assert seat is not None, "he has just sat down"
            text = texts.seated_text(live.info.number, seat, live.info.size)
            await tell(interaction, text)
            await greet(interaction, live.info)

    @app_commands.command(name="sair", description="Levanta da mesa; na partida, um robô assume")
    @app_commands.describe(mesa=WHICH)
    @app_commands.autocomplete(mesa=complete_table)
    async def leave(self, interaction: Interaction, mesa: int | None = None) -> None:
        """Stand up, decline, or ask whether to leave the match."""
        async with asked(interaction):
            info = await find_table(interaction, mesa)
            user_id = interaction.user.id
            if info.status is Status.LIVE:
                if info.seat_of(user_id) is None:
                    raise Denied(Problem.NOT_SEATED)
                items = confirm_items(Verb.LEAVE, info, "Sim, sair")
                await tell(interaction, seat_texts.ask_leave(info.number), view=board_of(*items))
                return
            if info.status is Status.CHALLENGE:
                await self.app.lobby.answer(
                    info.id, user_id, accept=False, interaction_id=interaction.id
                )
                await tell(interaction, texts.YOU_DECLINED)
                return
            await self.app.lobby.stand(info.id, user_id, interaction_id=interaction.id)
            await tell(interaction, texts.STOOD_UP)

    @app_commands.command(name="iniciar", description="Dá as cartas numa mesa cheia")
    @app_commands.describe(mesa=WHICH)
    @app_commands.autocomplete(mesa=complete_table)
    async def start(self, interaction: Interaction, mesa: int | None = None) -> None:
        """Start a full table."""
        async with asked(interaction):
            info = await find_table(interaction, mesa)
            live = await self.app.lobby.start(
                info.id, interaction.user.id, interaction_id=interaction.id
            )
            await tell(interaction, texts.started_text(live.info.number, None))
            self.board.tell_place(live.info.id, interaction)

    @app_commands.command(name="convidar", description="Convida alguém para a mesa")
    @app_commands.describe(pessoa="Quem você convida", mesa=WHICH)
    @app_commands.autocomplete(mesa=complete_table)
    async def invite(
        self, interaction: Interaction, pessoa: discord.User, mesa: int | None = None
    ) -> None:
        """Invite somebody by a public line; to a reserved table, let him in."""
        async with asked(interaction):
            if pessoa.bot:
                raise Sorry(texts.NO_BOTS)
            if pessoa.id == interaction.user.id:
                raise Sorry(texts.NOT_YOURSELF)
            info = await find_table(interaction, mesa)
            live = await self.app.lobby.invite(info.id, interaction.user.id, pessoa.id)
            await admit(self.bot, live.info, pessoa.id)
            link = table_link(live.info) or lobby_link(live.info)
            name = interaction.user.display_name
            text = texts.invitation(live.info.number, pessoa.mention, name, link)
            await announce(self.bot, live.info, text, mention={pessoa.id})
            await tell(interaction, texts.INVITED)

    @app_commands.command(name="expulsar", description="Tira alguém da mesa")
    @app_commands.describe(pessoa="Quem sai da mesa", mesa=WHICH)
    @app_commands.autocomplete(mesa=complete_table)
    async def expel(
        self, interaction: Interaction, pessoa: discord.User, mesa: int | None = None
    ) -> None:
        """Before the match the owner or a moderator; in its course a moderator alone."""
        async with asked(interaction):
            info = await find_table(interaction, mesa)
            moderator = is_moderator(interaction)
            if info.status is not Status.LIVE:
                await self.app.lobby.expel(
                    info.id, interaction.user.id, pessoa.id, moderator=moderator
                )
                await tell(interaction, texts.EXPELLED)
                return
            if not moderator:
                raise Sorry(seat_texts.MODERATORS_ONLY)
            await remove(interaction, info.id, pessoa.id)
            await tell(interaction, seat_texts.REMOVED)

    @app_commands.command(name="sortear", description="Sorteia quem senta onde")
    @app_commands.describe(mesa=WHICH)
    @app_commands.autocomplete(mesa=complete_table)
    async def draw_lots(self, interaction: Interaction, mesa: int | None = None) -> None:
        """Shuffle who sits where, before the match."""
        async with asked(interaction):
            info = await find_table(interaction, mesa)
            await self.app.lobby.draw_lots(
                info.id, interaction.user.id, interaction_id=interaction.id
            )
            await tell(interaction, texts.LOTS_DRAWN)
