"""The one way a table changes: load, judge, store in one transaction, then tell.

Every other service works through ``Tables.change``. What the observers are told has happened: it
was committed before.
"""

import contextlib
import dataclasses
import logging
import secrets
from collections.abc import AsyncIterator, Callable, Sequence
from typing import Any

from bot.log import about
from bot.services.errors import Denied, Problem
from bot.services.locks import Locks
from game import engine
from game.actions import Seat, Substitute
from game.cards import PACK, Card
from game.events import (
    CardDiscarded,
    CardDrawn,
    Event,
    MortoTaken,
    PileTaken,
    PlayerEliminated,
    RoundDealt,
    RoundEnded,
    SeatSubstituted,
)
from game.evolve import evolve
from game.state import MatchState, Phase
from storage.database import Database
from storage.errors import AlreadyHandled
from storage.records import Deadline, DeadlineKind, MatchInfo, Past, SeatInfo, Status
from storage.work import Work
from texts.help import hindered_text
from texts.names import robot_name

log = logging.getLogger(__name__)

NEXT_ROUND_MS = 30_000
ARCHIVE_MS = 30 * 60_000
ANNOUNCE_MS = 15_000
"""How much longer a turn may take to be announced; then its deadline begins (``announced``)."""

SALT_BYTES = 32


def shuffled_pack() -> tuple[Card, ...]:
    """The 108 cards, shuffled by the system's random source."""
    pack = list(PACK)
    secrets.SystemRandom().shuffle(pack)
    return tuple(pack)


@dataclasses.dataclass(frozen=True, slots=True)
class Live:
    """A table as stored: its facts, and the state of its match once that has begun."""

    info: MatchInfo
    state: MatchState | None

    @property
    def turn(self) -> Seat | None:
        """Whose turn it is; None between rounds, after the match and before it."""
        state = self.state
        if state is None or state.round is None or state.phase is Phase.OVER:
            return None
        return state.round.turn

    @property
    def player(self) -> SeatInfo | None:
        """Who is to play."""
        return None if self.turn is None else self.info.at(self.turn)


@dataclasses.dataclass(slots=True)
class Change:
    """One transaction on one table; ``events`` are those stored in it so far.

    A ``quiet`` change is told to no observer: it shows nowhere.
    """

    work: Work
    live: Live
    now: int
    events: list[Event] = dataclasses.field(default_factory=list)
    quiet: bool = False

    @property
    def info(self) -> MatchInfo:
        """The table's facts as they are in this transaction."""
        return self.live.info

    @property
    def state(self) -> MatchState:
        """The match's state. Raises Denied where there is none."""
        if self.live.state is None:
            raise Denied(Problem.NOT_LIVE)
        return self.live.state

    def require_live(self) -> None:
        """Raise Denied unless the match has begun and not ended."""
        if not self.info.status.is_open:
            raise Denied(Problem.TABLE_CLOSED)
        if self.info.status is not Status.LIVE:
            raise Denied(Problem.NOT_LIVE)

    def require_running(self) -> None:
        """Raise Denied unless the match is being played and not paused."""
        self.require_live()
        self.require_shown()
        if self.info.paused:
            raise Denied(Problem.PAUSED)

    def require_shown(self) -> None:
        """Raise Denied while the table cannot be shown to its players."""
        if self.info.lacking is not None:
            raise Denied(Problem.HINDERED, why=hindered_text(self.info.lacking))

    def require_seat(self, user_id: int) -> Seat:
        """The user's seat. Raises Denied where he has none."""
        seat = self.info.seat_of(user_id)
        if seat is None:
            raise Denied(Problem.NOT_SEATED)
        return seat

    async def refresh(self) -> None:
        """Read the table's facts again after they were changed."""
        info = await self.work.matches.get(self.info.id)
        assert info is not None, "tables are never deleted while they are worked on"
        self.live = Live(info, self.live.state)

    async def update(self, **values: object) -> None:
        """Set columns of the table."""
        await self.work.matches.update(self.info.id, **values)
        self._know(**values)

    def _know(self, **values: Any) -> None:
        self.live = Live(dataclasses.replace(self.info, **values), self.live.state)

    async def happen(self, events: Sequence[Event]) -> None:
        """Store what was decided, with the deadline and the result that follow from it.

        An eliminated player's seat goes to a robot, by a further event.
        """
        state = self.live.state
        for event in events:
            state = evolve(state, event)
        assert state is not None, "the first event of a match starts it"
        events = [*events]
        for event in tuple(events):
            if isinstance(event, PlayerEliminated):
                await self._note_elimination(event.seat)
                if not state.over:
                    substituted = SeatSubstituted(event.seat, robot_name(state.players))
                    await self._seat(substituted.seat, None, substituted.name)
                    events.append(substituted)
                    state = evolve(state, substituted)
            elif isinstance(event, RoundDealt):
                salt = secrets.token_hex(SALT_BYTES)
                await self.work.events.add_salt(self.info.id, event.number, salt)
        await self.work.events.append(
            self.info.id, expected_seq=self.info.seq, events=events, at=self.now
        )
        self.events += events
        self.live = Live(self.info, state)
        self._know(seq=self.info.seq + len(events))
        if state.over:
            await self._finish(state)
        elif not self.info.people:
            await self.close()
        else:
            await self.set_deadlines(events)

    async def substitute(self, seat: Seat, user_id: int | None, name: str) -> None:
        """Give a seat to somebody else, a robot where ``user_id`` is None."""
        events, _ = engine.play(self.state, seat, Substitute(name))
        await self._seat(seat, user_id, name)
        await self.happen(events)

    async def _seat(self, seat: Seat, user_id: int | None, name: str) -> None:
        matches = self.work.matches
        await matches.clear_seat(self.info.id, seat)
        await matches.put_seat(self.info.id, SeatInfo(seat, user_id, name))
        if user_id is not None:
            await matches.remember(self.info.id, Past(user_id, seat, eliminated=False), at=self.now)
        await self.refresh()

    async def _note_elimination(self, seat: Seat) -> None:
        seated = self.info.at(seat)
        if seated is not None and seated.user_id is not None:
            past = Past(seated.user_id, seat, eliminated=True)
            await self.work.matches.remember(self.info.id, past, at=self.now)

    async def set_deadlines(self, events: Sequence[Event]) -> None:
        """Set what is due next, given what has just happened."""
        deadlines, match_id = self.work.deadlines, self.info.id
        player = self.live.player
        if self.info.paused:
            return
        if self.state.phase is Phase.OVER:
            await deadlines.clear(match_id, DeadlineKind.TURN)
            if any(isinstance(event, RoundEnded) for event in events):
                await self.next_round_due()
        elif player is None or player.user_id is None:
            await deadlines.clear(match_id, DeadlineKind.TURN)
        elif begins_turn(events, self.live.turn):
            await self.begin_turn(ANNOUNCE_MS)
        elif any(isinstance(event, CardDrawn | PileTaken | MortoTaken) for event in events):
            before = await deadlines.get(match_id, DeadlineKind.TURN)
            due = self.now + self.info.pace.play_seconds * 1000
            shown = max(due, before.shown_at) if before else due
            await deadlines.put(Deadline(match_id, DeadlineKind.TURN, due, shown))

    async def begin_turn(self, slack: int = 0) -> None:
        """Start the clock of the present phase anew, in full."""
        pace = self.info.pace
        in_draw = self.state.phase is Phase.DRAW
        begin = self.now + slack
        due = begin + (pace.draw_seconds if in_draw else pace.play_seconds) * 1000
        # The same in both phases: nobody else may see whether he has drawn.
        shown = begin + (pace.draw_seconds + pace.play_seconds) * 1000
        await self.work.deadlines.put(Deadline(self.info.id, DeadlineKind.TURN, due, shown))

    async def call_again(self) -> None:
        """The player to play is told anew that it is his turn, and has all of his time."""
        player = self.live.player
        if player is not None and player.user_id is not None and not self.info.paused:
            await self.work.matches.outdate_hand_message(self.info.id, player.user_id)
            await self.begin_turn(ANNOUNCE_MS)

    async def next_round_due(self) -> None:
        """Deal the next round a while later, even if nobody asks for it."""
        due = self.now + NEXT_ROUND_MS
        await self.work.deadlines.put(Deadline(self.info.id, DeadlineKind.NEXT_ROUND, due, due))

    async def close(self, status: Status = Status.CLOSED) -> None:
        """End the table's life; its thread is archived a while later."""
        deadlines = self.work.deadlines
        await deadlines.clear(self.info.id)
        if self.info.thread_id is not None:
            due = self.now + ARCHIVE_MS
            await deadlines.put(Deadline(self.info.id, DeadlineKind.ARCHIVE, due, due))
        await self.update(status=status, ended_at=self.now, paused=False, lacking=None)

    async def _finish(self, state: MatchState) -> None:
        await self.work.matches.add_result(
            self.info.id,
            guild_id=self.info.guild_id,
            ended_at=self.now,
            winner=state.winner,
            forfeited_by=state.forfeited_by,
            points_0=state.totals[0],
            points_1=state.totals[1],
            rounds=state.round.number if state.round else 0,
        )
        await self.close(Status.OVER)


def begins_turn(events: Sequence[Event], turn: Seat | None) -> bool:
    """Whether the seat to play has been given its turn by these events, or a new player."""
    return any(
        isinstance(event, CardDiscarded | RoundDealt)
        or (isinstance(event, SeatSubstituted) and event.seat == turn)
        for event in events
    )


def _log_change(before: Live, change: Change) -> None:
    """Say what kinds of events were stored; an event itself may hold a pack or a hand."""
    if change.events:
        kinds = ", ".join(type(event).__name__ for event in change.events)
        log.debug("stored up to event %s: %s", change.info.seq, kinds)
    if change.info.status is not before.info.status:
        log.info("the table is %s now", change.info.status.value)


Observer = Callable[[Live, tuple[Event, ...]], None]
"""Told after each committed change; it must not block and must not raise."""


class Tables:
    """Loads tables, changes them one at a time, and remembers the state of live matches.

    The newest state of a live match is kept by its event number and folded from the log only when
    it is missing or behind; nothing is kept of a match that has ended.
    """

    def __init__(self, database: Database, *, now: Callable[[], int]) -> None:
        self.database = database
        self.now = now
        self.observers: list[Observer] = []
        self.after_commit: list[Callable[[], None]] = []
        self._locks = Locks()
        self._states: dict[int, tuple[int, MatchState]] = {}

    async def get(self, match_id: int) -> Live:
        """The table as it stands. Raises Denied where there is none."""
        async with self.database.read() as work:
            return await self.load(work, match_id)

    @contextlib.asynccontextmanager
    async def change(
        self, match_id: int, *, interaction_id: int | None = None, quiet: bool = False
    ) -> AsyncIterator[Change]:
        """Change a table in one transaction; the observers are told once it is committed.

        ``quiet`` changes, such as where a message is, are told to no observer; ``after_commit``
        is called all the same, since a deadline may have moved.

        An interaction acts once: the second time Denied is raised. What is raised inside, or a
        Conflict with another writer, undoes everything.
        """
        with about(match_id):
            async with self._locks.of(match_id):
                async with self.database.write() as work:
                    if interaction_id is not None:
                        await self._handle_once(work, interaction_id)
                    before = await self.load(work, match_id)
                    change = Change(work, before, self.now(), quiet=quiet)
                    yield change
                    if not (change.events or change.quiet):
                        await work.matches.forget_shown(match_id)  # no event tells what changed
                self._remember(change.live)
            _log_change(before, change)
            if change.quiet:
                self._committed()
            else:
                self.tell(change.live, tuple(change.events))

    def tell(self, live: Live, events: tuple[Event, ...] = ()) -> None:
        """Tell the observers that a table has changed."""
        self._committed()
        for observer in self.observers:
            observer(live, events)

    def _committed(self) -> None:
        for wake in self.after_commit:
            wake()

    async def handle_once(self, interaction_id: int | None, work: Work) -> None:
        """Mark an interaction that changes no existing table. Raises Denied the second time."""
        if interaction_id is not None:
            await self._handle_once(work, interaction_id)

    async def _handle_once(self, work: Work, interaction_id: int) -> None:
        try:
            await work.events.handle_once(interaction_id, at=self.now())
        except AlreadyHandled:
            raise Denied(Problem.ALREADY_HANDLED) from None

    async def load(self, work: Work, match_id: int) -> Live:
        """The table as this transaction sees it. Raises Denied where there is none."""
        info = await work.matches.get(match_id)
        if info is None:
            raise Denied(Problem.NO_SUCH_TABLE)
        if info.seq == 0:
            return Live(info, None)
        seq, state = self._states.get(match_id, (0, None))
        if state is None or seq > info.seq:
            state = engine.replay(await work.events.load(match_id))
        elif seq < info.seq:
            for event in await work.events.load(match_id, after=seq):
                state = evolve(state, event)
        live = Live(info, state)
        self._remember(live)
        return live

    def _remember(self, live: Live) -> None:
        if live.state is not None and live.info.status is Status.LIVE:
            self._states[live.info.id] = (live.info.seq, live.state)
        else:
            self._states.pop(live.info.id, None)
