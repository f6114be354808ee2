"""Keeps the lobby's message true: one writer a table, who edits it to the newest state.

An edit goes through the newest click on that message where its token still lives, which costs
nothing of the bot's global limit; else through the bot itself.
"""

import collections
import logging
from typing import Final

import discord

from bot.client import BuracoBot
from bot.services.errors import Denied
from bot.services.shown import seats_people
from bot.services.tables import Live
from bot.services.workers import Workers
from cogs.ui.asked import Sorry
from cogs.ui.base import Interaction, board_of
from cogs.ui.drawing import drawn
from cogs.ui.hand_message import picture_file
from cogs.ui.lobby_items import message_items, message_text, table_link, words_of
from game.events import Event
from rendering import render_lobby
from storage.records import MatchInfo, SeatInfo, Status
from texts.lobby import CANNOT_POST, rules_words, started_text
from texts.turn import table_title

log = logging.getLogger(__name__)

TOKEN_LIFE_MS: Final = 14 * 60_000
MOST_REMEMBERED: Final = 1000
LOOK_AGAIN_S: Final = 1.0
MOST_LOOKS: Final = 20
SERVER_ERROR: Final = 500
"""From here on trying again helps; a message that is gone or too old to edit stays so."""


class LobbyBoard:
    """What each lobby's message shows, and who is to be told where his table stands."""

    def __init__(self, bot: BuracoBot) -> None:
        self.bot = bot
        self.app = bot.app
        self.workers = Workers("the lobby message", self.show)
        self._shown: collections.OrderedDict[int, str] = collections.OrderedDict()
        self._clicks: dict[int, Interaction] = {}
        self._notes: dict[int, str] = {}
        self._waiting: dict[int, Interaction] = {}
        self._looks: dict[int, int] = {}
        self.app.tables.observers.append(self.on_change)

    async def stop(self) -> None:
        """Look no longer, and stop editing."""
        self.app.tables.observers.remove(self.on_change)
        await self.workers.stop()

    def on_change(self, live: Live, events: tuple[Event, ...]) -> None:
        """A table has changed; what its lobby's message says has not, in most plays."""
        info = live.info
        was_true = info.id not in self._shown and self.app.shown.lobby_is_known(info.id)
        if was_true and events and not any(seats_people(event) for event in events):
            self._remember(info.id, self._text(live))  # as it was before the last start
        unshown = not info.status.is_open and info.seq == 0 and not info.ended_shown
        behind = unshown or (
            info.lobby_message_id is not None and self._shown.get(info.id) != self._text(live)
        )
        if behind or (info.id in self._waiting and info.thread_id is not None):
            self.workers.mark(info.id)
        else:
            self.app.shown.note_lobby(info.id, info.seq)

    def clicked(self, match_id: int, interaction: Interaction, note: str = "") -> None:
        """A click on a lobby's message: its token edits the message.

        ``note`` is what the message says should the table be closed by this.
        """
        self._clicks[match_id] = interaction
        if note:
            self._notes[match_id] = note

    def forget_note(self, match_id: int) -> None:
        """What was asked with a note was not granted."""
        self._notes.pop(match_id, None)

    def tell_place(self, match_id: int, interaction: Interaction) -> None:
        """Put the link to the table into the answer to a command, once the table has its place."""
        self._waiting[match_id] = interaction
        self.workers.mark(match_id)

    async def post(
        self, live: Live, *, above: str = "", mentions: discord.AllowedMentions | None = None
    ) -> Live:
        """Post the lobby's message, with a line of mentions above.

        Where Discord refuses, the table is closed, for nobody could find it: Sorry is raised.
        """
        info, text = live.info, message_text(live)
        channel = self.bot.get_partial_messageable(info.channel_id, guild_id=info.guild_id)
        content = f"{above}\n{text}" if above else text
        nobody = discord.AllowedMentions.none()
        view = board_of(*message_items(info))
        files = await self._pictures(info)
        try:
            message = await channel.send(
                content, view=view, files=files, allowed_mentions=mentions or nobody
            )
        except discord.HTTPException as error:
            log.warning("the lobby of match %s could not be posted: %s", info.id, error.code)
            await self.app.seats.close(info.id, info.owner_id, moderator=True)
            raise Sorry(CANNOT_POST) from None
        self._remember(info.id, text)
        return await self.app.lobby.posted(info.id, message.id)

    async def show(self, match_id: int) -> None:
        """Bring the message up to the newest state."""
        try:
            live = await self.app.tables.get(match_id)
        except Denied:  # a click named a table that never was
            self._forget(match_id)
            return
        await self._tell_place(live)
        info, text = live.info, self._text(live)
        if info.lobby_message_id is not None and self._shown.get(match_id) != text:
            items = message_items(info)
            view = board_of(*items) if items else None
            if await self._edit(live, text, view):
                self._remember(match_id, text)
        if info.lobby_message_id is None or self._shown.get(match_id) == text:
            self.app.shown.note_lobby(match_id, info.seq)
        self._look_again(live)
        if not info.status.is_open:
            if info.seq == 0 and not info.ended_shown:
                async with self.app.tables.change(match_id, quiet=True) as change:
                    await change.update(ended_shown=True)
            self._forget(match_id)

    def _forget(self, match_id: int) -> None:
        self._clicks.pop(match_id, None)
        self._waiting.pop(match_id, None)
        self._notes.pop(match_id, None)

    def _look_again(self, live: Live) -> None:
        """A match that has just begun has no place yet, and getting one is told to nobody."""
        match_id, looks = live.info.id, self._looks.get(live.info.id, 0)
        if live.info.status is Status.LIVE and live.info.thread_id is None and looks < MOST_LOOKS:
            self._looks[match_id] = looks + 1
            self.workers.mark_later(match_id, LOOK_AGAIN_S)
        else:
            self._looks.pop(match_id, None)
            self._waiting.pop(match_id, None)

    def _text(self, live: Live) -> str:
        note = self._notes.get(live.info.id) if live.info.status is Status.CLOSED else None
        return message_text(live, note)

    def _remember(self, match_id: int, text: str) -> None:
        self._shown[match_id] = text
        self._shown.move_to_end(match_id)
        if len(self._shown) > MOST_REMEMBERED:
            self._shown.popitem(last=False)

    async def _edit(self, live: Live, text: str, view: discord.ui.View | None) -> bool:
        """Edit the message; False where that has to be tried again at the next change."""
        info = live.info
        assert info.lobby_message_id is not None, "a message was posted"
        click = self._clicks.get(info.id)
        if click is not None and self._can_edit(click, info.lobby_message_id):
            try:
                files = await self._pictures(info)
                await click.edit_original_response(content=text, view=view, attachments=files)
            except discord.HTTPException as error:
                log.info("a click on the lobby of match %s is spent: %s", info.id, error.code)
            else:
                return True
        try:
            channel = self.bot.get_partial_messageable(info.channel_id, guild_id=info.guild_id)
            files = await self._pictures(info)
            message = channel.get_partial_message(info.lobby_message_id)
            await message.edit(content=text, view=view, attachments=files)
        except discord.HTTPException as error:
            log.info("the lobby message of match %s stays as it is: %s", info.id, error.code)
            return error.status < SERVER_ERROR
        return True

    async def _pictures(self, info: MatchInfo) -> list[discord.File]:
        """The seats as a picture while people still sit down; afterwards the words are enough."""
        if info.status not in (Status.LOBBY, Status.CHALLENGE):
            return []
        words = words_of(info)
        robots = [seated is not None and seated.user_id is None for seated in _seats(info)]
        picture = await drawn(
            render_lobby,
            title=table_title(info.number),
            players=words.names,
            robots=robots,
            rules=rules_words(info.rules),
        )
        return [picture_file(picture, "lugares.png")]

    def _can_edit(self, click: Interaction, message_id: int) -> bool:
        age = self.app.tables.now() - click.created_at.timestamp() * 1000
        return click.message is not None and click.message.id == message_id and age < TOKEN_LIFE_MS

    async def _tell_place(self, live: Live) -> None:
        link = table_link(live.info)
        if link is None or live.info.id not in self._waiting:
            return
        interaction = self._waiting.pop(live.info.id)
        try:
            text = started_text(live.info.number, link)
            await interaction.edit_original_response(content=text)
        except discord.HTTPException as error:
            log.info("the link of match %s was not told: %s", live.info.id, error.code)


def _seats(info: MatchInfo) -> list[SeatInfo | None]:
    return [info.at(seat) for seat in range(info.size)]
