"""What the messages of each live table show, so that a start draws anew only what is behind.

Noted in memory, and stored for all tables at once a moment later: a kill in between costs some
edits too many, never one too few.
"""

import asyncio
import dataclasses
import logging
from collections.abc import Awaitable, Callable, Sequence

from bot.services.tables import Live, Tables, begins_turn
from game.events import (
    CardDrawn,
    Event,
    MatchStarted,
    PlayerEliminated,
    RoundEnded,
    SeatSubstituted,
)
from storage.records import DeadlineKind, MatchInfo, Shown, Status

log = logging.getLogger(__name__)

FLUSH_S = 1.0


class ShownService:
    """The cogs note what they have shown; any change that is no event makes it unknown again."""

    def __init__(
        self, tables: Tables, *, sleep: Callable[[float], Awaitable[None]] = asyncio.sleep
    ) -> None:
        self.tables = tables
        self.sleep = sleep
        self._noted: dict[int, Shown] = {}
        self._changed: set[int] = set()
        self._flushing: asyncio.Task[None] | None = None
        tables.observers.append(self.on_change)

    def on_change(self, live: Live, events: tuple[Event, ...]) -> None:
        """A pause, say: no event tells it, and nothing that was shown is known to be true."""
        if not events or live.info.status is not Status.LIVE:
            self._noted.pop(live.info.id, None)
            self._changed.discard(live.info.id)

    def note_board(self, match_id: int, seq: int) -> None:
        """The table's message shows the state after this event."""
        self._note(match_id, board=seq)

    def note_calls(self, match_id: int, seq: int) -> None:
        """Whoever was to be told of his turn by this event has been told."""
        self._note(match_id, calls=seq)

    def note_lobby(self, match_id: int, seq: int) -> None:
        """The lobby's message says what it should after this event."""
        self._note(match_id, lobby=seq)

    def lobby_is_known(self, match_id: int) -> bool:
        """Whether the lobby's message was noted, now or before the last start."""
        return self._noted.get(match_id, Shown()).lobby > 0

    def _note(self, match_id: int, **parts: int) -> None:
        before = self._noted.get(match_id, Shown())
        after = dataclasses.replace(before, **parts)
        if after == before:
            return
        self._noted[match_id] = after
        self._changed.add(match_id)
        if self._flushing is None:
            self._flushing = asyncio.create_task(self._flush_later())

    async def _flush_later(self) -> None:
        await self.sleep(FLUSH_S)
        self._flushing = None
        try:
            await self.flush()
        except Exception:
            log.exception("what is shown could not be noted: the next start shows it again")

    async def flush(self) -> None:
        """Store what was noted since the last time, in one transaction."""
        if not self._changed:
            return
        async with self.tables.database.write() as work:
            changed, self._changed = self._changed, set()
            live = await work.matches.live_among(changed)
            for ended in changed - live:  # what was still shown of it is of no more use
                self._noted.pop(ended, None)
            noted = {key: self._noted[key] for key in live if key in self._noted}
            await work.matches.put_shown(noted)

    async def stop(self) -> None:
        """Store what was noted, and no more."""
        if self._flushing is not None:
            self._flushing.cancel()
            await asyncio.gather(self._flushing, return_exceptions=True)
        await self.flush()

    async def behind(self) -> list[int]:
        """The open tables of which something is to be shown, told or played."""
        async with self.tables.database.read() as work:
            infos = await work.matches.all_open()
            stored = await work.matches.shown()
            waiting = await work.deadlines.of_kinds(
                DeadlineKind.TURN, DeadlineKind.NEXT_ROUND, DeadlineKind.PAUSE
            )
            found = []
            for info in infos:
                shown = self._noted.get(info.id) or stored.get(info.id, Shown())
                after = min(shown.board, shown.calls, shown.lobby)
                events = (
                    await work.events.load(info.id, after=after)
                    if info.status is Status.LIVE and 0 < after < info.seq
                    else ()
                )
                if info.id not in waiting or _is_behind(info, shown, events):
                    found.append(info.id)
                else:
                    self._noted[info.id] = shown
        return found


def _is_behind(info: MatchInfo, shown: Shown, events: Sequence[Event]) -> bool:
    if info.status is not Status.LIVE or 0 in (shown.board, shown.calls, shown.lobby):
        return True
    first = info.seq - len(events) + 1
    numbered = [*enumerate(events, start=first)]
    return (
        # A draw alone shows nowhere.
        any(seq > shown.board and not isinstance(event, CardDrawn) for seq, event in numbered)
        or any(seq > shown.calls and _calls(event) for seq, event in numbered)
        or any(seq > shown.lobby and seats_people(event) for seq, event in numbered)
    )


def _calls(event: Event) -> bool:
    drew_for_him = isinstance(event, CardDrawn) and event.automatic
    return drew_for_him or isinstance(event, RoundEnded) or begins_turn([event], None)


def seats_people(event: Event) -> bool:
    """Whether the event changes what a lobby's message says of its table."""
    return isinstance(event, MatchStarted | SeatSubstituted | PlayerEliminated)
