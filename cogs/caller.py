"""Calls each player to his turn: a new private message with his hand, or one mention at the table.

Once a round everybody gets his hand; at his turn the player gets a new message, because an edit
notifies nobody, and the one before is deleted.
"""

import logging
from typing import Any

import discord
from discord.ext import commands

from bot.client import BuracoBot
from bot.services.errors import Denied
from bot.services.tables import Live, begins_turn
from bot.services.workers import Workers
from cogs.board import Board
from cogs.ui.base import Interaction, VerbButton, board_of
from cogs.ui.custom_ids import Ids, Verb
from cogs.ui.hand_message import HandMessage as Drawn
from cogs.ui.hand_message import hand_message, link_to
from game.events import CardDrawn, Event, SeatSubstituted
from game.state import Phase
from storage.errors import Conflict
from storage.records import HandMessage, SeatInfo, Status
from texts.turn import clock_words, lost_seat_text, match_closed_text, match_over_text, table_title

log = logging.getLogger(__name__)

SERVER_ERROR = 500
RETRY_S = 20.0
"""When Discord itself fails, a hand message is tried again after so long."""

TOKEN_LIFE_MS = 14 * 60_000
"""An interaction's token lives 15 minutes; a little less is counted on."""


CLOSED_MS = 10 * 60_000
"""How long closed private messages are taken for closed: each try would be a 403."""


class Caller(commands.Cog):
    """Sends, replaces and deletes the players' hand messages."""

    def __init__(self, bot: BuracoBot) -> None:
        self.bot = bot
        self.app = bot.app
        self.workers = Workers("calling", self.call)
        # (match, user) who is playing from his private message: the click edits it, for free.
        self.in_hand: set[tuple[int, int]] = set()
        self._closed: dict[int, int] = {}
        self._tokens: dict[tuple[int, int], Interaction] = {}
        self.app.tables.observers.append(self.on_change)

    async def cog_unload(self) -> None:
        """Stop calling."""
        await self.workers.stop()

    def on_change(self, live: Live, events: tuple[Event, ...]) -> None:
        """Something happened at a table; what a player does within his turn calls nobody."""
        if live.state is not None and (not events or calls_somebody(live, events)):
            self.workers.mark(live.info.id)

    def remember_click(self, match_id: int, interaction: Interaction) -> None:
        """A click on a hand message: its token can still delete the message, at no cost."""
        self._tokens[match_id, interaction.user.id] = interaction

    async def call(self, match_id: int) -> None:
        """Bring every player's hand message up to the present turn."""
        live = await self.app.tables.get(match_id)
        if live.info.status is not Status.LIVE:
            await self._end(live)
            return
        try:
            live = await self._board().placed(live)
        except discord.HTTPException as error:
            log.info("match %s is called before it has a place: %s", match_id, error.status)
        turn, all_called = live.turn, True
        messages = await self.app.hands.all(match_id)
        for seated in sorted(live.info.people, key=lambda each: each.seat != turn):
            assert seated.user_id is not None, "people have ids"
            called = True
            try:
                called = await self._call_one(live, seated, messages.pop(seated.user_id, None))
            except (Denied, Conflict):
                log.info("match %s moved on while user %s was called", match_id, seated.user_id)
                all_called = False
            except discord.HTTPException as error:
                log.warning("user %s is to be called again: %s", seated.user_id, error.status)
                self.workers.mark_later(match_id, RETRY_S)
                all_called = False
            finally:
                # The public message waits for the call, so that it shows the right deadline, once.
                if called and seated.seat == turn:
                    self._board().workers.mark(match_id)
        for message in messages.values():  # somebody else sits there now
            text = lost_seat_text(table_title(live.info.number), link_to(live.info))
            await self._take_away(live, message, text)
        if all_called:
            self.app.shown.note_calls(match_id, live.info.seq)

    def _board(self) -> Board:
        cog = self.bot.get_cog("Board")
        assert isinstance(cog, Board), "both cogs are loaded together"
        return cog

    async def _take_away(self, live: Live, message: HandMessage, text: str) -> None:
        """The hand goes, with its buttons, and the message says why."""
        self._tokens.pop((live.info.id, message.user_id), None)
        if not message.private:
            await self._delete(message)
        elif message.message_id:
            await self._edit(message, content=text, attachments=[], view=None)
        await self.app.hands.drop(live.info.id, message.user_id)

    async def _edit(self, message: HandMessage, **changes: Any) -> None:
        """Edit a private message. A failure of Discord itself is raised, to be tried again."""
        assert message.private, "no hand ever comes into a public message"
        channel = self.bot.get_partial_messageable(message.channel_id)
        try:
            await channel.get_partial_message(message.message_id).edit(**changes)
        except discord.HTTPException as error:
            if error.status >= SERVER_ERROR:
                raise
            log.info("a hand message of match %s stays: %s", message.match_id, error.code)

    async def _call_one(self, live: Live, seated: SeatInfo, message: HandMessage | None) -> bool:
        """Send the player his hand if he has not got it; whether it was sent."""
        assert seated.user_id is not None, "people have ids"
        current = live.state.round if live.state else None
        if current is None:
            return False
        is_turn = live.turn == seated.seat and not live.info.paused
        due = current.turn_since if is_turn else current.dealt_at
        if (message is None or message.seq < due) and current.phase is not Phase.OVER:
            await self.deliver(live.info.id, seated.user_id, before=message, begins=is_turn)
            return True
        if message is not None and message.active and not is_turn:
            await self._put_to_rest(live, message)
        drew = current.drew
        if message is not None and is_turn and drew is not None and drew.automatic:
            await self._renew(live, message)
        return False

    async def _put_to_rest(self, live: Live, message: HandMessage) -> None:
        """Take a call away once its player has played; a hand shows no controls that do nothing."""
        now = await self.app.hands.get(live.info.id, message.user_id)
        edits_it_himself = (live.info.id, message.user_id) in self.in_hand
        if now is None or now.message_id != message.message_id or not now.message_id:
            return
        if edits_it_himself or not now.active:  # as it may be since the messages were read
            return
        if message.private:
            look = await self.app.matches.look(live.info.id, message.user_id)
            drawn = await hand_message(look, faces=self.bot.faces)
            await self._edit(
                message, content=drawn.content, attachments=[drawn.file()], view=drawn.view()
            )
        else:
            await self._delete(message)
            await self.app.hands.note(message, active=False, message_id=0, channel_id=0)
            return
        await self.app.hands.note(message, active=False)

    async def _renew(self, live: Live, message: HandMessage) -> None:
        """The clock has drawn for him: his hand shows the card, and what he may do now."""
        if not message.private or not message.message_id or message.seq >= live.info.seq:
            return
        look = await self.app.matches.look(live.info.id, message.user_id)
        drawn = await hand_message(look, faces=self.bot.faces)
        await self._edit(
            message, content=drawn.content, attachments=[drawn.file()], view=drawn.view()
        )
        await self.app.hands.note(message, seq=look.version, numbered=drawn.numbered)

    async def deliver(
        self,
        match_id: int,
        user_id: int,
        *,
        before: HandMessage | None,
        begins: bool = False,
        private: bool = False,
    ) -> None:
        """Send the player's hand anew and delete the message before.

        With ``begins`` this is the call to his turn: his time begins once it has been sent.
        ``private`` answers what he typed in private, whatever he prefers.
        """
        look = await self.app.matches.look(match_id, user_id)
        begins = begins and look.view.phase is not None
        pace, now, due = look.live.info.pace, self.app.tables.now(), None
        if begins:
            seconds = pace.draw_seconds if look.view.phase is Phase.DRAW else pace.play_seconds
            due = now + seconds * 1000
        drawn = await hand_message(look, faces=self.bot.faces, due_at=due)
        sent, in_private = None, False
        if private or (look.preferences.plays_at == "dm" and not self._is_closed(user_id)):
            known = before.channel_id if before is not None and before.private else 0
            sent = await self._send_private(user_id, known, drawn)
            in_private = sent is not None
        if sent is None and look.view.phase is not None:
            # To the public the whole turn's end, as on the board: it tells of no draw.
            whole = (pace.draw_seconds + pace.play_seconds) * 1000
            turn_ends = now + whole if begins else None
            sent = await self._call_at_table(look.live, user_id, turn_ends)
        message = HandMessage(
            match_id=match_id,
            user_id=user_id,
            channel_id=sent.channel.id if sent else 0,
            message_id=sent.id if sent else 0,
            seq=look.version,
            numbered=drawn.numbered,
            private=in_private,
            active=look.view.phase is not None,
        )
        if begins:
            await self.app.matches.announced(match_id, look.version, message)
        else:
            await self.app.hands.put(message)
        if before is not None:
            await self._delete(before)

    async def _send_private(
        self, user_id: int, channel_id: int, drawn: Drawn
    ) -> discord.Message | None:
        """Send by private message; None where it is closed or Discord fails for the moment.

        ``channel_id`` is that of the message before, or 0: then it is asked for.
        """
        channel: discord.abc.Messageable
        try:
            if channel_id:
                channel = self.bot.get_partial_messageable(channel_id)
            else:
                channel = await self.bot.create_dm(discord.Object(user_id))
            sent = await channel.send(drawn.content, file=drawn.file(), view=drawn.view())
        except discord.Forbidden as error:
            log.info("no private message to user %s: %s", user_id, error.code)
            self._closed[user_id] = self.app.tables.now()
            return None
        except discord.HTTPException as error:
            log.info("no private message to user %s for now: %s", user_id, error.code)
            return None
        self._closed.pop(user_id, None)
        return sent

    def _is_closed(self, user_id: int) -> bool:
        """Whether the user's private messages were closed a moment ago: asking again is a 403."""
        closed_at = self._closed.get(user_id)
        if closed_at is None:
            return False
        if self.app.tables.now() - closed_at < CLOSED_MS:
            return True
        del self._closed[user_id]
        return False

    async def _call_at_table(
        self, live: Live, user_id: int, due: int | None
    ) -> discord.Message | None:
        """Mention the player at the table, with a button that opens his hand for him alone."""
        info = live.info
        if info.private and info.thread_id is None:
            return None  # a reserved table shows nowhere else
        place = self.bot.get_partial_messageable(_place(live))
        button = VerbButton(
            Ids(Verb.HAND, info.id), "Jogar", style=discord.ButtonStyle.primary, emoji="🃏"
        )
        mentions = discord.AllowedMentions(users=[discord.Object(user_id)])
        try:
            return await place.send(
                f"<@{user_id}>, é a sua vez na {table_title(info.number)}.{clock_words(due)}",
                view=board_of(button),
                allowed_mentions=mentions,
            )
        except discord.HTTPException as error:
            log.warning("user %s cannot be called at match %s: %s", user_id, info.id, error.code)
            return None

    async def _delete(self, message: HandMessage) -> None:
        """Delete a hand message, with the token of the last click on it where that still lives."""
        if not message.message_id:
            return
        interaction = self._tokens.pop((message.match_id, message.user_id), None)
        if interaction is not None and await self._deleted_by(interaction, message):
            return
        try:
            channel = self.bot.get_partial_messageable(message.channel_id)
            await channel.get_partial_message(message.message_id).delete()
        except discord.HTTPException as error:
            log.info("an old hand message of match %s stays: %s", message.match_id, error.code)

    async def _deleted_by(self, interaction: Interaction, message: HandMessage) -> bool:
        """Delete through a click's token; False where it is of another message or spent."""
        age = self.app.tables.now() - interaction.created_at.timestamp() * 1000
        clicked = interaction.message
        if clicked is None or clicked.id != message.message_id or age >= TOKEN_LIFE_MS:
            return False
        try:
            await interaction.delete_original_response()
        except discord.HTTPException:
            return False
        return True

    async def _end(self, live: Live) -> None:
        """The match is over: no hand stays that looks as if it could be played."""
        title = table_title(live.info.number)
        played_out = live.info.status is Status.OVER
        text = (
            match_over_text(title, link_to(live.info)) if played_out else match_closed_text(title)
        )
        for message in (await self.app.hands.all(live.info.id)).values():
            try:
                await self._take_away(live, message, text)
            except discord.HTTPException as error:
                log.warning("a hand of match %s stays for now: %s", live.info.id, error.status)
                self.workers.mark_later(live.info.id, RETRY_S)


def calls_somebody(live: Live, events: tuple[Event, ...]) -> bool:
    """Whether a person is to be told now that it is his turn, or that the match is over."""
    ended = live.info.status is not Status.LIVE or live.turn is None
    news = any(
        isinstance(event, SeatSubstituted) or (isinstance(event, CardDrawn) and event.automatic)
        for event in events
    )
    return ended or news or begins_turn(events, live.turn)


def _place(live: Live) -> int:
    return live.info.thread_id or live.info.channel_id


async def setup(bot: BuracoBot) -> None:
    """Load the cog."""
    await bot.add_cog(Caller(bot))
