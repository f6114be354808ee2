"""Seats in the course of a match: leaving, resigning, pausing, taking over; the menu "Mais…"."""

import discord
from discord import app_commands

from bot.client import BuracoBot
from bot.services.errors import Denied, Problem
from bot.services.tables import Live
from bot.services.workers import Workers
from cogs.mesa_standing import record_file
from cogs.ui.asked import Cooldown, Sorry, asked, kindly
from cogs.ui.base import Ack, Click, Interaction, VerbCog, board_of, handles, tell
from cogs.ui.custom_ids import Verb
from cogs.ui.seat_items import (
    NO,
    VOTE,
    YES,
    Items,
    Offer,
    agree_return_item,
    confirm_items,
    more_items,
    resign_item,
    take_item,
)
from cogs.ui.seating import (
    OFFER_MS,
    RETURN_ASKED_MS,
    announce,
    greet,
    leave,
    take_seat,
    want_pause,
    want_to_go_on,
)
from cogs.ui.which import WHICH, complete_table, find_table
from game.actions import Seat
from game.events import Event, PlayerEliminated
from storage.records import MatchInfo, Status
from texts import lobby as lobby_texts
from texts import seats as texts


class SeatsCog(VerbCog):
    """The buttons about seats, and ``/desistir``."""

    def __init__(self, bot: BuracoBot) -> None:
        super().__init__(bot)
        self.return_asks = Cooldown(RETURN_ASKED_MS)
        self.workers = Workers("telling of an elimination", self.tell_elimination)
        self._eliminated: dict[int, list[Seat]] = {}
        self.app.tables.observers.append(self.on_change)

    async def cog_unload(self) -> None:
        """Tell no more."""
        await self.workers.stop()

    def on_change(self, live: Live, events: tuple[Event, ...]) -> None:
        """An elimination is told to the whole table."""
        for event in events:
            if isinstance(event, PlayerEliminated) and live.info.status is Status.LIVE:
                self._eliminated.setdefault(live.info.id, []).append(event.seat)
                self.workers.mark(live.info.id)

    async def tell_elimination(self, match_id: int) -> None:
        """Say who has lost his seat, who plays there now, and how to come back."""
        seats = self._eliminated.get(match_id, [])
        while seats:
            async with self.app.database.read() as work:
                info = (await self.app.tables.load(work, match_id)).info
                users = await work.matches.eliminated_from(match_id, seats[0])
            robot = info.at(seats[0])
            if users and robot is not None:
                await announce(self.bot, info, texts.eliminated_line(f"<@{users[0]}>", robot.name))
            seats.pop(0)
        self._eliminated.pop(match_id, None)

    @handles(Verb.MORE, Ack.EPHEMERAL)
    async def more(self, click: Click) -> None:
        """What one may do beside playing; after the match, its record."""
        info = (await self.app.tables.get(click.ids.match_id)).info
        if not info.status.is_open:
            file = await record_file(self.app.matches, info, click.user.id)
            await tell(click.interaction, texts.record_text(info.number), file=file)
            return
        items = more_items(info, click.user.id)
        if not items:
            raise Denied(Problem.NOT_SEATED)
        await tell(click.interaction, texts.more_text(info.number), view=board_of(*items))

    # -- leaving and resigning

    @handles(Verb.LEAVE, Ack.UPDATE)
    async def leave(self, click: Click) -> None:
        """Ask first; then give the seat to a robot."""
        if await self._stays(click):
            return
        if click.ids.arg == YES:
            told = await leave(click.interaction, click.ids.match_id)
            await self._done(click, told)
            return
        info = await self._own_live_table(click)
        items = confirm_items(Verb.LEAVE, info, "Sim, sair")
        await self._ask(click, texts.ask_leave(info.number), items)

    @handles(Verb.RESIGN, Ack.UPDATE)
    async def resign(self, click: Click) -> None:
        """Ask first; then give the match up, or ask the partner."""
        if await self._stays(click):
            return
        if click.ids.arg not in (YES, "", str(click.user.id)):
            await tell(click.interaction, texts.NOT_ASKED)
            return
        if click.ids.arg != YES:
            info = await self._own_live_table(click)
            await self._ask(click, *self._resign_question(info, click.user.id))
            return
        live = await self.app.seats.resign(
            click.ids.match_id, click.user.id, interaction_id=click.interaction.id
        )
        if live.info.status is not Status.LIVE:
            await self._done(click, texts.RESIGNED)
            return
        seat = live.info.seat_of(click.user.id)
        own = None if seat is None else live.info.at(seat)
        partner = None if seat is None else live.info.partner_of(seat)
        assert own is not None, "who resigns is seated"
        assert partner is not None, "without a partner the match is over"
        assert partner.user_id is not None, "a robot need not agree"
        await self._done(click, texts.partner_asked(partner.name))
        line = texts.partner_line(f"<@{partner.user_id}>", own.name)
        await announce(
            self.bot,
            live.info,
            line,
            mention={partner.user_id},
            view=board_of(resign_item(live.info, partner.user_id)),
        )

    @app_commands.command(name="desistir", description="Entrega a partida (pergunta antes)")
    @app_commands.describe(mesa=WHICH)
    @app_commands.autocomplete(mesa=complete_table)
    async def resign_command(self, interaction: Interaction, mesa: int | None = None) -> None:
        """Ask whether to give the match up."""
        async with asked(interaction):
            info = await find_table(interaction, mesa)
            self._require_own_live(info, interaction.user.id)
            question, items = self._resign_question(info, interaction.user.id)
            await tell(interaction, question, view=board_of(*items))

    def _resign_question(self, info: MatchInfo, user_id: int) -> tuple[str, Items]:
        seat = info.seat_of(user_id)
        partner = None if seat is None else info.partner_of(seat)
        person = partner is not None and partner.user_id is not None
        name = partner.name if partner is not None and person else None
        items = confirm_items(Verb.RESIGN, info, "Sim, desistir")
        return texts.ask_resign(info.number, partner=name), items

    # -- pausing

    @handles(Verb.PAUSE, Ack.UPDATE)
    async def pause(self, click: Click) -> None:
        """The player wants a pause."""
        live, line, view = await want_pause(click.interaction, click.ids.match_id)
        await self._show_vote(click, live.info, line, view)

    @handles(Verb.RESUME, Ack.UPDATE)
    async def resume(self, click: Click) -> None:
        """The player wants to go on."""
        live, line, view = await want_to_go_on(click.interaction, click.ids.match_id)
        await self._show_vote(click, live.info, line, view)

    async def _show_vote(
        self, click: Click, info: MatchInfo, line: str, view: discord.ui.View | None
    ) -> None:
        """Put the new count into the public line that was clicked, or tell the table anew."""
        if click.ids.arg == VOTE:
            await click.interaction.edit_original_response(content=line, view=view)
            return
        await self._done(click, texts.PAUSE_ASKED)
        await announce(self.bot, info, line, view=view)

    # -- taking over

    @handles(Verb.TAKE_SEAT, Ack.UPDATE)
    async def take_seat(self, click: Click) -> None:
        """Take a robot's seat, or the one that was offered."""
        async with kindly(click.interaction):
            offer = Offer.parse(click.ids.arg)
            if offer.person_id not in (None, click.user.id):
                raise Sorry(texts.NOT_FOR_YOU)
            if offer.giver_id is not None and self._is_old(click.interaction):
                raise Sorry(texts.OFFER_EXPIRED)
            info = (await self.app.tables.get(click.ids.match_id)).info
            live = await take_seat(
                click.interaction,
                info,
                offer.seat,
                asks=self.return_asks,
                offered_by=offer.giver_id,
            )
            await greet(click.interaction, live.info)
            if not self._is_private(click):  # the table has been told by a line of its own
                await click.interaction.edit_original_response(view=None)
                return
            seat = live.info.seat_of(click.user.id)
            assert seat is not None, "he has just sat down"
            await self._done(click, lobby_texts.seated_text(info.number, seat, info.size))

    @handles(Verb.AGREE_RETURN, Ack.UPDATE)
    async def agree_return(self, click: Click) -> None:
        """An opponent lets an eliminated player come back; once all do, that one is called."""
        match_id, returning_id = click.ids.match_id, click.number
        agreed = await self.app.seats.agree_return(
            match_id, click.user.id, returning_id, interaction_id=click.interaction.id
        )
        info = (await self.app.tables.get(match_id)).info
        if not agreed:
            line = texts.agreed_line(click.user.display_name)
            view = board_of(agree_return_item(info, returning_id))
            await click.interaction.edit_original_response(content=line, view=view)
            return
        await click.interaction.edit_original_response(content=texts.ALL_AGREED, view=None)
        item = take_item(info, Offer(person_id=returning_id), "Voltar ao lugar")
        line = texts.may_return_line(f"<@{returning_id}>")
        await announce(self.bot, info, line, mention={returning_id}, view=board_of(item))

    # -- what they share

    def _is_old(self, interaction: Interaction) -> bool:
        assert interaction.message is not None, "a button stands under a message"
        age = interaction.created_at - interaction.message.created_at
        return age.total_seconds() * 1000 > OFFER_MS

    async def _own_live_table(self, click: Click) -> MatchInfo:
        info = (await self.app.tables.get(click.ids.match_id)).info
        self._require_own_live(info, click.user.id)
        return info

    def _require_own_live(self, info: MatchInfo, user_id: int) -> None:
        if not info.status.is_open:
            raise Denied(Problem.TABLE_CLOSED)
        if info.status is not Status.LIVE:
            raise Denied(Problem.NOT_LIVE)
        if info.seat_of(user_id) is None:
            raise Denied(Problem.NOT_SEATED)

    async def _stays(self, click: Click) -> bool:
        """Whether the player has thought better of it."""
        if click.ids.arg != NO:
            return False
        await self._done(click, texts.STAYED)
        return True

    async def _ask(self, click: Click, question: str, items: Items) -> None:
        """Ask in the message for the user alone that was clicked, or else in a new one."""
        if self._is_private(click):
            await click.interaction.edit_original_response(content=question, view=board_of(*items))
        else:
            await tell(click.interaction, question, view=board_of(*items))

    async def _done(self, click: Click, text: str) -> None:
        """Say what became of it: in the clicked message, which has had its use."""
        await click.interaction.edit_original_response(content=text, view=None)

    def _is_private(self, click: Click) -> bool:
        message = click.interaction.message
        return message is not None and message.flags.ephemeral


async def setup(bot: BuracoBot) -> None:
    """Load the cog."""
    await bot.add_cog(SeatsCog(bot))
