"""Keeps the table's public message true: one message a round, edited to the newest state.

A draw alone changes nothing that is public, and is not shown: nobody can read from the timing
whether the player could have taken the pile.
"""

import collections
import contextlib
import io
import logging
from typing import Final

import discord
from discord.ext import commands

from bot.client import BuracoBot
from bot.outflow import PATIENT
from bot.services.chat_records import AtTable
from bot.services.lobby import wins_after
from bot.services.locks import Locks
from bot.services.tables import Live, begins_turn
from bot.services.workers import Workers
from cogs.board_places import PlacesWatch
from cogs.ui.base import Ack, Click, board_of, handles
from cogs.ui.custom_ids import Verb
from cogs.ui.drawing import drawn
from cogs.ui.hand_message import picture_file
from cogs.ui.place import missing_at
from cogs.ui.seating import announce
from cogs.ui.table_items import Items, over_items, sheet_items, table_items
from game.events import CardDrawn, Event
from game.state import Phase
from game.views import TableView, round_view, table_view
from rendering import FOUR_COLOURS, render_result, render_score_sheet, render_table
from storage.records import Deadline, DeadlineKind, MatchInfo, Status
from texts.badges import NO_BADGES, Badges, together
from texts.help import hindered_text
from texts.results import result_text, sheet_text, thread_name
from texts.seats import RESUMED_LINE
from texts.turn import table_text, table_title

log = logging.getLogger(__name__)

FRESH_MS = 45 * 60_000
"""Editing a message that is older than an hour soon fails (30046): the table is posted anew."""

POST_ANEW: Final = {30046, 50083}
"""Discord's codes for "too old to edit" and "the thread is archived" (posting opens it again)."""

LOCKED: Final = {50083, 160005}
"""Discord's codes for "archived" and "locked" where a new message does not open the thread."""

RETRY_S: Final = 5.0
"""When Discord itself fails, the newest state is tried again after so long."""

SERVER_ERROR: Final = 500
PASSING: Final = {404, 429}
"""Answers after which trying again may help; any other refusal of a thread stays one."""

HAS_THREAD: Final = 160004
"""The message has a thread already: made just before a crash."""

NO_PLACE_S: Final = 60.0
"""How often a reserved table without a thread looks whether one is allowed by now."""

HINDERED_S: Final = 60.0
"""How often a table that cannot be shown is tried again, besides when permissions change."""

UNKNOWN_CHANNEL: Final = 10003
MOST_BELOW = 5
"""With more messages than this below it the table is posted anew at a change of turn."""

WITHIN_TURN_S: Final = 15.0
"""How long plays within a turn may wait for the turn's end before they are shown."""

ARCHIVE_MINUTES: Final = 1440


class Board(PlacesWatch):
    """The thread of each table, its message, the score sheets and the result."""

    def __init__(self, bot: BuracoBot) -> None:
        super().__init__(bot)
        self.workers = Workers("the board", self.show)
        self._places = Locks()
        self._lost: set[int] = set()  # whose thread under the lobby's message was deleted
        self._below: collections.Counter[int] = collections.Counter()
        self._shown: dict[int, tuple[int, int]] = {}  # match → (round, turn's first version)
        self.app.tables.observers.append(self.on_change)
        self.app.clock.handlers[DeadlineKind.ARCHIVE] = self.archive

    async def cog_unload(self) -> None:
        """Stop drawing."""
        await self.workers.stop()

    @commands.Cog.listener()
    async def on_message(self, message: discord.Message) -> None:
        """Count how far a table has scrolled away; what was written is not read."""
        if message.channel.id in self._below:
            self._below[message.channel.id] += 1

    def on_change(self, live: Live, events: tuple[Event, ...]) -> None:
        """Something happened at a table.

        A draw alone is nobody's business. When a person's turn begins the caller marks the board
        once he has been called. What is played within a turn shows with the turn's end, or a
        moment later where that takes long: an edit less for most turns.
        """
        if live.state is None or (events and all(isinstance(e, CardDrawn) for e in events)):
            return
        person = live.player is not None and live.player.user_id is not None
        if begins_turn(events, live.turn) and person:
            return
        if events and person and live.info.status is Status.LIVE:
            self.workers.mark_later(live.info.id, WITHIN_TURN_S)
        else:
            self.workers.mark(live.info.id)

    async def show(self, match_id: int) -> None:
        """Bring thread, message, score sheet and result up to the newest state."""
        PATIENT.set(True)  # whoever is called to his turn goes first; the newest state wins
        live = await self.app.tables.get(match_id)
        if live.state is None or live.state.round is None:
            return
        if live.info.status is not Status.LIVE and live.info.ended_shown:
            self._forget(live.info)
            return
        lacking = missing_at(self.bot, live.info)
        if lacking and live.info.status is Status.LIVE:
            await self._hinder(live.info, lacking)
            return
        try:
            live = await self.placed(live)
            if live.info.thread_id is not None:
                await self._show(live)
                self.app.shown.note_board(match_id, live.info.seq)
            elif live.info.status is not Status.LIVE:
                async with self.app.tables.change(match_id, quiet=True) as change:
                    await change.update(ended_shown=True)  # a reserved table without a place
        except (OSError, TimeoutError) as error:
            log.warning("match %s will be shown later: %s", match_id, type(error).__name__)
            self.workers.mark_later(match_id, RETRY_S)
        except discord.HTTPException as error:
            if error.status >= SERVER_ERROR:
                log.warning("match %s will be shown later: %s", match_id, error.status)
                self.workers.mark_later(match_id, RETRY_S)
            elif error.code == UNKNOWN_CHANNEL:
                await self._lost_place(live)
            elif isinstance(error, discord.Forbidden) or error.code in LOCKED:
                log.warning("match %s may not be shown: %s", match_id, error.code)
                info = (await self.app.tables.get(match_id)).info
                await self._hinder(info, missing_at(self.bot, info))
            else:
                raise
        else:
            if live.info.lacking is not None and await self.app.seats.shown_again(match_id):
                await announce(self.bot, live.info, RESUMED_LINE)

    async def _hinder(self, info: MatchInfo, lacking: tuple[str, ...]) -> None:
        """Have the match wait until its table can be shown, and say so wherever that goes.

        The board's words are edited, which needs no permission to send; hands tell it as well.
        """
        if info.status is not Status.LIVE:
            return
        if await self.app.seats.hinder(info.id, lacking):
            log.warning("match %s waits for: %s", info.id, ", ".join(lacking) or "Discord")
            await self._tell_hindered(await self.app.tables.get(info.id))
        self.workers.mark_later(info.id, HINDERED_S)

    async def _tell_hindered(self, live: Live) -> None:
        info = live.info
        if info.lacking == ("attach_files",):
            await announce(self.bot, info, hindered_text(info.lacking))
        if info.board_message_id is None:
            return
        board = self._place(info).get_partial_message(info.board_message_id)
        try:
            await board.edit(content=await self._words(live))
        except discord.HTTPException as error:
            log.info("the board of match %s stays as it is: %s", info.id, error.code)

    async def _lost_place(self, live: Live) -> None:
        """The thread was deleted: a new one is made, unless the channel is gone as well."""
        info = (await self.app.tables.get(live.info.id)).info
        log.warning("the place of match %s is gone", info.id)
        if info.thread_id not in (None, info.channel_id):
            async with self.app.tables.change(info.id, quiet=True) as change:
                await change.update(thread_id=None, board_message_id=None)
            self._lost.add(info.id)
            self.workers.mark(info.id)
        else:
            await self.app.seats.abandon(info.id)

    def _forget(self, info: MatchInfo) -> None:
        self._below.pop(info.thread_id or info.channel_id, None)
        self._shown.pop(info.id, None)
        self._lost.discard(info.id)

    async def _show(self, live: Live) -> None:
        if live.info.status is Status.LIVE:
            await self._show_table(live)
        for played in live.state.finished if live.state else ():
            if played.number > live.info.sheets_posted:
                await self._post_sheet(live, played.number, [])
        if live.info.status is Status.LIVE:
            if live.state and live.state.round and live.state.phase is Phase.OVER:
                chat = await self.app.moderation.at_table(live.info)
                items = sheet_items(live.info, speak=chat.speak)
                await self._post_sheet(live, live.state.round.number, items)
        else:
            await self._show_end(live)

    async def placed(self, live: Live) -> Live:
        """The table with a place of its own, which is made where it has none yet.

        A reserved table has none where private threads are not allowed: it is never shown to all,
        and its people play from their hands.
        """
        if live.info.thread_id is not None:
            return live
        async with self._places.of(live.info.id):
            live = await self.app.tables.get(live.info.id)
            return live if live.info.thread_id is not None else await self._make_place(live)

    async def _make_place(self, live: Live) -> Live:
        """A thread for the table, or the channel itself where threads are not allowed."""
        info = live.info
        known = self.bot.get_channel(info.channel_id)
        channel = known or await self.bot.fetch_channel(info.channel_id)
        place: int | None = None if info.private else info.channel_id
        if isinstance(channel, discord.TextChannel):
            try:
                thread = await self._make_thread(channel, info)
                place = thread.id
                await self._add_people(live, thread)
            except discord.HTTPException as error:
                if error.code == HAS_THREAD and info.lobby_message_id is not None:
                    place = info.lobby_message_id  # a thread has the id of its message
                elif error.status >= SERVER_ERROR or error.status in PASSING:
                    raise
                else:
                    log.info("match %s has no thread: %s", info.id, error.code)
        if place is None:
            if info.status is Status.LIVE:
                self.workers.mark_later(info.id, NO_PLACE_S)
            return live
        async with self.app.tables.change(info.id) as change:
            await change.update(thread_id=place)
        return change.live

    async def _make_thread(self, channel: discord.TextChannel, info: MatchInfo) -> discord.Thread:
        """A thread under the lobby's message, or by itself where that is gone or others may see."""
        name = thread_name(info.number, [seated.name for seated in info.seats], info.team_name)
        if info.private:
            return await channel.create_thread(
                name=name,
                type=discord.ChannelType.private_thread,
                auto_archive_duration=ARCHIVE_MINUTES,
            )
        if info.lobby_message_id is not None and info.id not in self._lost:
            lobby = channel.get_partial_message(info.lobby_message_id)
            with contextlib.suppress(discord.NotFound):
                return await lobby.create_thread(name=name, auto_archive_duration=ARCHIVE_MINUTES)
        return await channel.create_thread(
            name=name,
            type=discord.ChannelType.public_thread,
            auto_archive_duration=ARCHIVE_MINUTES,
        )

    async def _add_people(self, live: Live, thread: discord.Thread) -> None:
        guests: set[int] = set()
        if live.info.private:
            async with self.app.database.read() as work:
                guests = await work.matches.guests(live.info.id)
        for user_id in {*guests, *(each.user_id for each in live.info.people if each.user_id)}:
            try:
                await thread.add_user(discord.Object(user_id))
            except discord.HTTPException as error:
                log.info("user %s was not added to a thread: %s", user_id, error.code)

    async def _show_table(self, live: Live) -> None:
        info, state = live.info, live.state
        assert state is not None, "a live match has a state"
        assert state.round is not None, "a live match has been dealt"
        turn_at = (state.round.number, state.round.turn_since)
        shown_round, shown_turn = self._shown.get(info.id, (0, 0))
        place_id = info.thread_id or info.channel_id
        stale = (
            info.board_message_id is None
            or shown_round not in (0, state.round.number)
            or self.app.tables.now() - (info.board_posted_at or 0) > FRESH_MS
            or (shown_turn != turn_at[1] and self._below[place_id] > MOST_BELOW)
        )
        self._below[place_id] += 0  # from now on messages there are counted
        content, file, view = await self._drawn(live)
        place = self.bot.get_partial_messageable(place_id)
        if not stale and info.board_message_id is not None:
            try:
                message = place.get_partial_message(info.board_message_id)
                await message.edit(content=content, attachments=[file], view=view)
            except discord.NotFound:
                log.info("the board of match %s was deleted", info.id)
            except discord.HTTPException as error:
                if error.code not in POST_ANEW:
                    raise
            else:
                self._shown[info.id] = turn_at
                return
            content, file, view = await self._drawn(live)
        message_id = (await place.send(content, file=file, view=view, silent=True)).id
        async with self.app.tables.change(info.id, quiet=True) as change:
            await change.update(board_message_id=message_id, board_posted_at=self.app.tables.now())
        self._shown[info.id] = turn_at
        self._below[place_id] = 0
        if info.board_message_id is not None:
            await self._delete(place_id, info.board_message_id)

    async def _drawn(self, live: Live) -> tuple[str, discord.File, discord.ui.View]:
        chat = await self.app.moderation.at_table(live.info)
        badges = self._badges(live.info, chat)
        content, view = await self._words(live, badges), self._view(live)
        picture = await drawn(render_table, view, theme=FOUR_COLOURS, badges=badges)
        items = table_items(live.info, speak=chat.speak)
        return content, picture_file(picture, "mesa.png"), board_of(*items)

    def _badges(self, info: MatchInfo, chat: AtTable) -> Badges:
        voice = together(self.app.voice.of(info))
        return Badges(yellow=chat.yellow, red=chat.red, voice=voice)

    def _view(self, live: Live) -> TableView:
        assert live.state is not None, "a live match has a state"
        return table_view(live.state)

    async def _words(self, live: Live, badges: Badges = NO_BADGES) -> str:
        info = live.info
        async with self.app.database.read() as work:
            turn = await work.deadlines.get(info.id, DeadlineKind.TURN)
            pause = await work.deadlines.get(info.id, DeadlineKind.PAUSE) if info.paused else None
            seal = await self.app.matches.seal(work, live)
        return table_text(
            self._view(live),
            title=table_title(info.number),
            due_at=_shown_at(turn),
            seal=seal,
            pause_until=_shown_at(pause),
            hindrance="" if info.lacking is None else hindered_text(info.lacking),
            badges=badges,
        )

    async def _post_sheet(self, live: Live, number: int, items: Items) -> None:
        """A round's score sheet, once, with what can be pressed under it.

        One that could not be posted in its time is posted later, from the round as it ended.
        """
        info, state = live.info, live.state
        assert state is not None, "a live match has a state"
        if info.sheets_posted >= number:
            return
        view = round_view(state, number)
        text = sheet_text(view, title=table_title(info.number))
        picture = await drawn(render_score_sheet, view, theme=FOUR_COLOURS)
        await self._place(info).send(
            text,
            file=picture_file(picture, "placar.png"),
            view=board_of(*items),
            nonce=f"{info.id}.sheet.{view.number}",  # sent twice after a crash, it is one message
        )
        async with self.app.tables.change(info.id, quiet=True) as change:
            await change.update(sheets_posted=view.number)

    def _place(self, info: MatchInfo) -> discord.PartialMessageable:
        return self.bot.get_partial_messageable(info.thread_id or info.channel_id)

    async def _show_end(self, live: Live) -> None:
        """The last state of the table without buttons, then the result, once."""
        info, state = live.info, live.state
        assert state is not None, "the match had begun"
        view = table_view(state)
        place_id = info.thread_id or info.channel_id
        place = self.bot.get_partial_messageable(place_id)
        if info.board_message_id is not None:
            picture = await drawn(render_table, view, theme=FOUR_COLOURS)
            content = table_text(view, title=table_title(info.number), due_at=None, seal=None)
            try:
                message = place.get_partial_message(info.board_message_id)
                file = picture_file(picture, "mesa.png")
                await message.edit(content=content, attachments=[file], view=None)
            except discord.HTTPException as error:
                log.info("the last board of match %s: %s", info.id, error.code)
        if view.scores is not None:
            await self._post_sheet(live, view.number, [])
        await self._post_result(live, view)
        self._forget(info)

    async def _post_result(self, live: Live, view: TableView) -> None:
        """Who won, as a picture to be shared; the record, and the way to play again."""
        info = live.info
        title, played_out = table_title(info.number), info.status is Status.OVER
        wins = wins_after(info, view.winner)
        text = result_text(
            view, title=title, played_out=played_out, best_of=info.best_of, wins=wins
        )
        record = await self.app.matches.record(info.id)
        files = [discord.File(io.BytesIO(record.encode()), f"mesa-{info.number}.txt")]
        if played_out:
            series = wins if info.best_of > 1 else None
            picture = await drawn(render_result, view, title=title, wins=series)
            files.insert(0, picture_file(picture, "resultado.png"))
        items = []
        if played_out:
            chat = await self.app.moderation.at_table(info)
            items = over_items(info, wins, speak=chat.speak)
        await self._place(info).send(
            text, files=files, view=board_of(*items), nonce=f"{info.id}.result"
        )
        async with self.app.tables.change(info.id, quiet=True) as change:
            await change.update(ended_shown=True)

    @handles(Verb.NEXT, Ack.UPDATE)
    async def next_round(self, click: Click) -> None:
        """A player has looked at the score sheet enough."""
        match_id, user_id = click.ids.match_id, click.user.id
        interaction_id = click.interaction.id
        live = await self.app.matches.wants_next_round(
            match_id, user_id, interaction_id=interaction_id
        )
        async with self.app.database.read() as work:
            number = live.state.round.number if live.state and live.state.round else 0
            voters = await work.matches.voters(match_id, "next", number)
        if live.state is not None and live.state.phase is not Phase.OVER:
            await click.interaction.edit_original_response(view=None)
            return
        label = f"Continuar ({len(voters)} de {len(live.info.people)})"
        chat = await self.app.moderation.at_table(live.info)
        items = sheet_items(live.info, label, speak=chat.speak)
        await click.interaction.edit_original_response(view=board_of(*items))

    async def archive(self, match_id: int) -> None:
        """Put the thread of an ended table away; a channel stays as it is."""
        live = await self.app.tables.get(match_id)
        async with self.app.tables.change(match_id, quiet=True) as change:
            await change.work.deadlines.clear(match_id, DeadlineKind.ARCHIVE)
        info = live.info
        if info.thread_id is None or info.thread_id == info.channel_id:
            return
        try:
            await self.bot.http.edit_channel(info.thread_id, archived=True)
        except discord.HTTPException as error:
            log.info("the thread of match %s stays open: %s", match_id, error.code)

    async def _delete(self, channel_id: int, message_id: int) -> None:
        try:
            channel = self.bot.get_partial_messageable(channel_id)
            await channel.get_partial_message(message_id).delete()
        except discord.HTTPException as error:
            log.info("an old board stays: %s", error.code)


def _shown_at(deadline: Deadline | None) -> int | None:
    return None if deadline is None else deadline.shown_at


async def setup(bot: BuracoBot) -> None:
    """Load the cog."""
    await bot.add_cog(Board(bot))
