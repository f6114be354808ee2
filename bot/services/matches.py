"""Playing a match: people's plays, the clock's, the robots', and the next round's deal."""

import dataclasses
import functools
import secrets
from collections.abc import Callable, Sequence

from bot.log import ABOUT
from bot.services.errors import Denied, Problem
from bot.services.tables import Change, Live, Tables
from game import engine
from game.actions import Expire, Play, Seat
from game.cards import Card
from game.events import Event, MatchStarted, RoundDealt
from game.evolve import evolve
from game.options import Options, options
from game.record import seal_hash, write_record
from game.refusals import Refusal, Refused
from game.state import MatchState, Phase
from game.views import PlayerView, player_view
from storage.errors import Conflict
from storage.records import Deadline, DeadlineKind, HandMessage, Past, Preferences, Status
from storage.work import Work

GRACE_MS = 3_000
"""The automatic play comes this much later than shown: a click counts by the time it was made."""

LONGEST_ROBOT_TURN = 200
"""A bound on the plays of one robot's turn, far above any hand."""


@dataclasses.dataclass(frozen=True)
class Look:
    """What one player needs to play: his view, what he may do, and until when.

    View and options are found when they are first asked for: not every press needs them.
    """

    live: Live
    state: MatchState
    user_id: int
    seat: Seat
    deadline: Deadline | None
    preferences: Preferences

    @functools.cached_property
    def view(self) -> PlayerView:
        """What he sees."""
        return player_view(self.state, self.seat)

    @functools.cached_property
    def options(self) -> Options:
        """What he may do."""
        return options(self.state, self.seat)

    @property
    def version(self) -> int:
        """The number of the match's last event, for the buttons."""
        return self.live.info.seq


@dataclasses.dataclass(frozen=True, slots=True)
class Played:
    """What became of some plays: how many were made, and why the next one was not.

    ``look`` is what the player sees after them.
    """

    look: Look
    made: tuple[Play, ...]
    refused: Play | None = None
    refusal: Refusal | None = None

    @property
    def live(self) -> Live:
        """The table after them."""
        return self.look.live


class MatchService:
    """Everything that moves a match forward."""

    def __init__(
        self,
        tables: Tables,
        *,
        shuffle: Callable[[], tuple[Card, ...]],
        choose: Callable[[PlayerView], Play],
        draw_lot: Callable[[int], int] = secrets.randbelow,
    ) -> None:
        self.tables = tables
        self.shuffle = shuffle
        self.choose = choose
        self.draw_lot = draw_lot

    async def look(self, match_id: int, user_id: int) -> Look:
        """What the user sees of a match in which he sits. Raises Denied where he does not."""
        ABOUT.set(match_id)  # a command learns only here which match it is about
        async with self.tables.database.read() as work:
            return await self._look(work, await self.tables.load(work, match_id), user_id)

    async def _look(self, work: Work, live: Live, user_id: int) -> Look:
        seat = live.info.seat_of(user_id)
        if seat is None:
            raise Denied(Problem.NOT_SEATED)
        if live.state is None:
            raise Denied(Problem.NOT_LIVE)
        deadline = await work.deadlines.get(live.info.id, DeadlineKind.TURN)
        preferences = await work.guilds.preferences(user_id)
        return Look(
            live=live,
            state=live.state,
            user_id=user_id,
            seat=seat,
            deadline=deadline if live.turn == seat else None,
            preferences=preferences,
        )

    async def last_hands(self, look: Look, most: int) -> list[PlayerView]:
        """What the player has seen of his hand in this round, the newest first; each hand once."""
        async with self.tables.database.read() as work:
            events = await work.events.load(look.live.info.id)
        dealt = max(n for n, event in enumerate(events) if isinstance(event, RoundDealt))
        state = engine.replay(events[: dealt + 1])
        states: dict[tuple[Card, ...], MatchState] = {}
        for event in events[dealt + 1 :]:
            held = state.round.hands[look.seat] if state.round is not None else ()
            states[held] = state
            state = evolve(state, event)
        earlier = [player_view(each, look.seat) for each in [*states.values()][-most:]]
        return [look.view, *reversed(earlier)][:most]

    async def play(
        self,
        *,
        match_id: int,
        user_id: int,
        plays: Sequence[Play],
        version: int | None = None,
        interaction_id: int | None = None,
    ) -> Played:
        """Make the plays one after the other; after a refused one nothing more is played.

        ``version`` is that of the clicked message: Denied(STALE) where the match has moved on.
        What was made before a refusal stands. Where the first one is refused nothing has changed.
        """
        made: list[Play] = []
        refused: tuple[Play, Refusal] | None = None
        async with self.tables.change(match_id, interaction_id=interaction_id) as change:
            seat = change.require_seat(user_id)
            if change.info.status is not Status.OVER:
                change.require_running()
            if version is not None and version != change.info.seq:
                raise Denied(Problem.STALE)
            happened: list[Event] = []
            state = change.state
            for play in plays:
                try:
                    events, state = engine.play(state, seat, play)
                except Refused as error:
                    refused = (play, error.refusal)
                    break
                happened += events
                made.append(play)
            if happened:
                await change.happen(happened)
            else:
                change.quiet = True  # nobody may see that he tried
            look = await self._look(change.work, change.live, user_id)
        return Played(look, tuple(made), *(refused or ()))

    async def announced(self, match_id: int, seq: int, message: HandMessage | None = None) -> None:
        """The player has been told by this message that it is his turn: his time begins now."""
        async with self.tables.change(match_id, quiet=True) as change:
            if message is not None:
                await change.work.matches.put_hand_message(message)
            if change.info.seq == seq and change.info.status is Status.LIVE:
                player = change.live.player
                if player is not None and player.user_id is not None and not change.info.paused:
                    await change.begin_turn()

    async def expire(self, match_id: int) -> None:
        """Play for the player whose time is up; nothing where it is not (rules 9.5 to 9.14)."""
        async with self.tables.change(match_id) as change:
            deadline = await change.work.deadlines.get(match_id, DeadlineKind.TURN)
            turn = change.live.turn
            if deadline is None or turn is None or change.now < deadline.due_at + GRACE_MS:
                return
            events, _ = engine.play(change.state, turn, Expire())
            await change.happen(events)

    async def restart_clock(self, match_id: int) -> None:
        """Call the player again, with all of his time: nobody could play while it ran out."""
        async with self.tables.change(match_id) as change:
            await change.call_again()

    async def play_robot(self, match_id: int) -> Live | None:
        """Play the whole turn of the robot that is to play; None where none is."""
        live = await self.tables.get(match_id)
        turn = live.turn
        if turn is None or not robot_to_play(live):
            return None
        happened, _ = self._robot_turn(live, turn)
        async with self.tables.change(match_id) as change:
            if change.info.seq != live.info.seq or change.info.paused:
                raise Conflict
            await change.happen(happened)
        return change.live

    def _robot_turn(self, live: Live, turn: Seat) -> tuple[list[Event], MatchState]:
        state = live.state
        assert state is not None, "somebody is to play"
        happened: list[Event] = []
        for _ in range(LONGEST_ROBOT_TURN):
            events, state = engine.play(state, turn, self.choose(player_view(state, turn)))
            happened += events
            if state.phase is Phase.OVER or state.round is None or state.round.turn != turn:
                return happened, state
        raise AssertionError("a robot does not end its turn")

    async def begin(self, change: Change) -> None:
        """Start the match of a full table and deal its first round, inside a transaction."""
        players = tuple(seat.name for seat in change.info.seats)
        events, state = engine.start(rules=change.info.rules, players=players)
        starter = Seat(self.draw_lot(len(players)))
        dealt, _ = engine.deal(state, pack=self.shuffle(), starter=starter)
        await change.update(status=Status.LIVE)
        await change.work.deadlines.clear(
            change.info.id, DeadlineKind.LOBBY, DeadlineKind.CHALLENGE
        )
        for seated in change.info.people:
            assert seated.user_id is not None, "people have ids"
            past = Past(seated.user_id, seated.seat, eliminated=False)
            await change.work.matches.remember(change.info.id, past, at=change.now)
        await change.happen((*events, *dealt))

    async def deal_next(self, match_id: int) -> None:
        """Deal the next round, once the last one has been looked at; nothing where one runs."""
        async with self.tables.change(match_id) as change:
            if change.info.status is Status.LIVE and change.state.phase is Phase.OVER:
                await self._deal_next(change)

    async def wants_next_round(
        self, match_id: int, user_id: int, *, interaction_id: int | None = None
    ) -> Live:
        """A player has looked enough; the next round is dealt when all people have."""
        async with self.tables.change(match_id, interaction_id=interaction_id) as change:
            change.require_running()
            change.require_seat(user_id)
            current = change.state.round
            if change.state.phase is not Phase.OVER or current is None:
                raise Denied(Problem.ROUND_RUNNING)
            voters = await change.work.matches.vote(match_id, "next", current.number, user_id)
            if all(seated.user_id in voters for seated in change.info.people):
                await self._deal_next(change)
        return change.live

    async def _deal_next(self, change: Change) -> None:
        await change.work.deadlines.clear(change.info.id, DeadlineKind.NEXT_ROUND)
        events, _ = engine.deal(change.state, pack=self.shuffle())
        await change.happen(events)

    async def record(self, match_id: int) -> str:
        """The match record, once the match has ended in whatever way. Raises Denied before."""
        async with self.tables.database.read() as work:
            live = await self.tables.load(work, match_id)
            if live.info.status.is_open:
                raise Denied(Problem.NOT_OVER)
            events = await work.events.load(match_id)
            salts = await work.events.salts(match_id)
        if not events:
            raise Denied(Problem.NOT_LIVE)
        assert isinstance(events[0], MatchStarted)
        return write_record(events, over=live.info.status is Status.OVER, salts=salts)

    async def seal(self, work: Work, live: Live) -> str:
        """The seal of the present round: shown before it is played."""
        if live.state is None or live.state.round is None:
            raise Denied(Problem.NOT_LIVE)
        current = live.state.round
        return seal_hash(current.pack, await work.events.salt(live.info.id, current.number))


def robot_to_play(live: Live) -> bool:
    """Whether it is a robot's turn now."""
    player = live.player
    return (
        live.info.status is Status.LIVE
        and not live.info.paused
        and player is not None
        and player.user_id is None
    )
