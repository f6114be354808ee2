"""Tables before the match: the lobby's buttons, ``/desafiar`` and ``/treinar``.

The group ``/mesa`` stands in ``cogs.mesa`` and is loaded from here.
"""

import discord
from discord import app_commands

from bot.client import BuracoBot
from bot.services.errors import Denied, Problem
from bot.services.lobby import NewTable
from bot.services.locks import Locks
from bot.services.settings import SettingsService
from bot.services.tables import Live
from bot.services.workers import Workers
from cogs.mesa import MesaCog
from cogs.ui.asked import Sorry, User, asked, is_moderator, kindly, person_of
from cogs.ui.base import (
    Ack,
    Click,
    Interaction,
    VerbCog,
    board_of,
    handles,
    tell,
)
from cogs.ui.custom_ids import Verb
from cogs.ui.lobby_board import LobbyBoard
from cogs.ui.lobby_items import lobby_link
from cogs.ui.place import require_place
from cogs.ui.seat_items import LIVE, NO
from cogs.ui.seating import greet
from cogs.ui.table_items import over_items
from cogs.ui.table_options import PLAYER_CHOICES, PRESET_CHOICES
from game.actions import Seat
from game.rules import PRESETS, Preset
from storage.records import Status
from texts import lobby as texts
from texts import seats as seat_texts
from texts.names import player_name


class LobbyCog(VerbCog):
    """The buttons under a lobby's or a challenge's message."""

    def __init__(self, bot: BuracoBot) -> None:
        super().__init__(bot)
        self.settings = SettingsService(self.app.tables)
        self.board = LobbyBoard(bot)
        self._asking = Locks()

    async def cog_unload(self) -> None:
        """Stop editing messages."""
        await self.board.stop()

    @handles(Verb.REMATCH, Ack.UPDATE)
    async def rematch(self, click: Click) -> None:
        """The same people again: the first asks all the others, and it begins when all want it."""
        live = await self.app.lobby.rematch(
            click.ids.match_id, click.user.id, interaction_id=click.interaction.id
        )
        if live.info.status is Status.LIVE:
            await click.interaction.edit_original_response(view=None)
            return
        async with kindly(click.interaction), self._asking.of(live.info.id):
            live = await self.app.tables.get(live.info.id)
            if live.info.lobby_message_id is None and live.info.status is Status.CHALLENGE:
                await self._ask_all(live)
        live = await self.app.tables.get(live.info.id)
        if live.info.status is not Status.CHALLENGE:
            return  # it could not be posted, which has been told, or has begun meanwhile
        accepted = sum(seated.accepted for seated in live.info.seats)
        old = (await self.app.tables.get(click.ids.match_id)).info
        label = f"Revanche ({accepted} de {live.info.size})"
        chat = await self.app.moderation.at_table(old)
        items = over_items(old, label=label, speak=chat.speak)
        await click.interaction.edit_original_response(view=board_of(*items))

    async def _ask_all(self, live: Live) -> None:
        """Post the challenge, with a mention of everybody who has not accepted yet."""
        asked = [each.user_id for each in live.info.people if not each.accepted]
        mentions = discord.AllowedMentions(users=[discord.Object(each or 0) for each in asked])
        above = " ".join(f"<@{user_id}>" for user_id in asked)
        await self.board.post(live, above=above, mentions=mentions)

    @property
    def workers(self) -> Workers:
        """What has to stop before the program does."""
        return self.board.workers

    async def on_denied(self, click: Click, _problem: Problem) -> None:
        """The message under the click may be behind."""
        self.board.workers.mark(click.ids.match_id)

    @handles(Verb.SIT, Ack.UPDATE)
    async def sit(self, click: Click) -> None:
        """Sit down on the button's seat, or move there."""
        self.board.clicked(click.ids.match_id, click.interaction)
        live = await self.app.lobby.sit(
            click.ids.match_id,
            person_of(click.user),
            Seat(click.number),
            interaction_id=click.interaction.id,
        )
        await greet(click.interaction, live.info)

    @handles(Verb.STAND, Ack.UPDATE)
    async def stand(self, click: Click) -> None:
        """Stand up."""
        self.board.clicked(click.ids.match_id, click.interaction)
        await self.app.lobby.stand(
            click.ids.match_id, click.user.id, interaction_id=click.interaction.id
        )

    @handles(Verb.ROBOTS, Ack.UPDATE)
    async def robots(self, click: Click) -> None:
        """Fill the free seats with robots, or send the robots away."""
        self.board.clicked(click.ids.match_id, click.interaction)
        await self.app.lobby.toggle_robots(
            click.ids.match_id, click.user.id, interaction_id=click.interaction.id
        )

    @handles(Verb.START, Ack.UPDATE)
    async def start(self, click: Click) -> None:
        """Deal."""
        self.board.clicked(click.ids.match_id, click.interaction)
        await self.app.lobby.start(
            click.ids.match_id, click.user.id, interaction_id=click.interaction.id
        )

    @handles(Verb.CANCEL, Ack.UPDATE)
    async def cancel(self, click: Click) -> None:
        """Close a table that waits; or, once a moderator has been asked, a running match."""
        running = click.ids.arg == LIVE
        if click.ids.arg == NO:
            await click.interaction.edit_original_response(content=seat_texts.STAYED, view=None)
            return
        if not running:
            self.board.clicked(click.ids.match_id, click.interaction)
        await self.app.seats.close(
            click.ids.match_id,
            click.user.id,
            moderator=is_moderator(click.interaction),
            only_waiting=not running,
        )
        if running:
            await click.interaction.edit_original_response(content=texts.CLOSED, view=None)

    @handles(Verb.ACCEPT, Ack.UPDATE)
    async def accept(self, click: Click) -> None:
        """Accept a challenge."""
        self.board.clicked(click.ids.match_id, click.interaction)
        live = await self.app.lobby.answer(
            click.ids.match_id, click.user.id, accept=True, interaction_id=click.interaction.id
        )
        await greet(click.interaction, live.info)

    @handles(Verb.DECLINE, Ack.UPDATE)
    async def decline(self, click: Click) -> None:
        """Decline a challenge, which ends it."""
        match_id = click.ids.match_id
        note = texts.declined(click.user.display_name)
        self.board.clicked(match_id, click.interaction, note=note)
        try:
            await self.app.lobby.answer(
                match_id, click.user.id, accept=False, interaction_id=click.interaction.id
            )
        except Denied:
            self.board.forget_note(match_id)
            raise

    @app_commands.command(name="desafiar", description="Desafia dois adversários, em dupla")
    @app_commands.describe(
        parceiro="Quem joga com você",
        adversario1="O primeiro adversário",
        adversario2="O segundo adversário",
        nome="Como a sua dupla se chama",
        melhor_de="Quantas partidas decidem",
    )
    @app_commands.choices(
        melhor_de=[
            app_commands.Choice(name="uma partida", value=1),
            app_commands.Choice(name="melhor de 3", value=3),
        ]
    )
    @app_commands.guild_only()
    async def challenge(
        self,
        interaction: Interaction,
        parceiro: discord.User,
        adversario1: discord.User,
        adversario2: discord.User,
        nome: app_commands.Range[str, 1, 32] | None = None,
        melhor_de: int = 1,
    ) -> None:
        """Ask three people to a team match; nobody is seated unasked."""
        async with asked(interaction):
            asked_users: list[User] = [adversario1, parceiro, adversario2]
            if any(user.bot for user in asked_users):
                raise Sorry(texts.NO_BOTS)
            await require_place(interaction)
            assert interaction.guild_id is not None, "guild only"
            settings = await self.settings.of_guild(interaction.guild_id)
            new = NewTable(
                guild_id=interaction.guild_id,
                channel_id=interaction.channel_id or 0,
                rules=PRESETS[Preset.OFICIAL],
                size=4,
                pace=settings.pace,
                team_name=None if nome is None else player_name(nome),
                best_of=melhor_de,
            )
            people = [person_of(user) for user in (interaction.user, *asked_users)]
            live = await self.app.lobby.challenge(new, people, interaction_id=interaction.id)
            mentions = discord.AllowedMentions(users=asked_users)
            above = " ".join(user.mention for user in asked_users)
            live = await self.board.post(live, above=above, mentions=mentions)
            link = lobby_link(live.info)
            await tell(interaction, texts.challenged_text(live.info.number, link))
            await greet(interaction, live.info)

    @app_commands.command(name="treinar", description="Uma mesa com robôs, na hora")
    @app_commands.describe(jogadores="Quantos jogam, você incluído", regras="As regras da mesa")
    @app_commands.choices(jogadores=PLAYER_CHOICES)
    @app_commands.choices(regras=PRESET_CHOICES)
    @app_commands.guild_only()
    async def train(
        self,
        interaction: Interaction,
        jogadores: int | None = None,
        regras: str = Preset.OFICIAL.value,
    ) -> None:
        """A table with robots, dealt at once."""
        async with asked(interaction):
            note = await require_place(interaction)
            assert interaction.guild_id is not None, "guild only"
            rules = PRESETS[Preset(regras)]
            settings = await self.settings.of_guild(interaction.guild_id)
            new = NewTable(
                guild_id=interaction.guild_id,
                channel_id=interaction.channel_id or 0,
                rules=rules,
                size=jogadores or (4 if rules.allows_players(4) else 2),
                pace=settings.pace,
            )
            person = person_of(interaction.user)
            live = await self.app.lobby.train(new, person, interaction_id=interaction.id)
            text = texts.started_text(live.info.number, None)
            await tell(interaction, f"{text}\n{note}" if note else text)
            self.board.tell_place(live.info.id, interaction)


async def setup(bot: BuracoBot) -> None:
    """Load the cog, and the group ``/mesa`` beside it."""
    lobby = LobbyCog(bot)
    await bot.add_cog(lobby)
    await bot.add_cog(MesaCog(bot, lobby.board))
