"""Seats in the course of a match: leaving, resigning, taking over, pausing, closing."""

from collections.abc import Sequence

from bot.services.errors import Denied, Problem
from bot.services.lobby import Person, require_free
from bot.services.tables import Change, Live, Tables
from game import engine
from game.actions import Resign, Seat
from game.state import Phase, team_of
from storage.records import Deadline, DeadlineKind, MatchInfo, Status
from texts.names import player_name, robot_name

PAUSE_MS = 15 * 60_000
HINDERED_MS = 24 * 60 * 60_000
"""How long a match waits for a table that cannot be shown; then it ends, and all are free."""


class SeatService:
    """What people do with their seats while a match is live."""

    def __init__(self, tables: Tables) -> None:
        self.tables = tables

    async def leave(
        self, match_id: int, user_id: int, *, interaction_id: int | None = None
    ) -> Live:
        """Give one's seat to a robot; a match without people ends without a result."""
        async with self.tables.change(match_id, interaction_id=interaction_id) as change:
            change.require_live()
            await self._to_robot(change, change.require_seat(user_id))
        return change.live

    async def remove(self, match_id: int, other_id: int) -> Live:
        """Give an absent player's seat to a robot; the caller has checked who asks."""
        async with self.tables.change(match_id) as change:
            change.require_live()
            await self._to_robot(change, change.require_seat(other_id))
        return change.live

    async def _to_robot(self, change: Change, seat: Seat) -> None:
        if len(change.info.people) == 1:
            await change.close()
        else:
            await change.substitute(seat, None, robot_name(change.state.players))
            # The one who left may have been the last not to want it.
            if change.info.paused and await _all_want(change, "resume"):
                await self._go_on(change)
            elif not change.info.paused:
                await self._pause_if_agreed(change)

    async def resign(
        self, match_id: int, user_id: int, *, interaction_id: int | None = None
    ) -> Live:
        """Give the match up. A team of two people must both want it; the first one's wish waits."""
        async with self.tables.change(match_id, interaction_id=interaction_id) as change:
            change.require_live()
            seat = change.require_seat(user_id)
            partner = change.info.partner_of(seat)
            # A wish lapses with its round: 2 n and 2 n + 1 are the teams of round n.
            scope = 2 * _round_number(change) + team_of(seat)
            voters = await change.work.matches.vote(match_id, "resign", scope, user_id)
            if partner is None or partner.user_id is None or partner.user_id in voters:
                events, _ = engine.play(change.state, seat, Resign())
                await change.happen(events)
        return change.live

    async def take(
        self,
        match_id: int,
        person: Person,
        seat: Seat | None = None,
        *,
        offered_by: int | None = None,
        interaction_id: int | None = None,
    ) -> Live:
        """Take over a robot's seat in a live match (rules 9.13 to 9.17).

        An eliminated player who returns asks with this; it happens once both opponents agree.
        ``offered_by`` is a user who gives his own seat away.
        """
        async with self.tables.change(match_id, interaction_id=interaction_id) as change:
            change.require_live()
            info, work = change.info, change.work
            if info.seat_of(person.user_id) is not None:
                raise Denied(Problem.ALREADY_SEATED)
            past = await work.matches.past_of(match_id, person.user_id)
            seat = await self._seat_to_take(change, person.user_id, seat)
            there = info.at(seat)
            if there is None or there.user_id not in (None, offered_by):
                raise Denied(Problem.SEAT_TAKEN)
            await require_free(work, person.user_id, info, now=self.tables.now())
            if past is not None and past.eliminated:
                agreed = await work.matches.voters(match_id, "return", person.user_id)
                if not opponents(info, seat) <= agreed:
                    raise Denied(Problem.OPPONENTS_DECIDE)
                await work.matches.forget_votes(match_id, "return")
            name = player_name(person.display, taken=set(change.state.players))
            await change.substitute(seat, person.user_id, name)
        return change.live

    async def offer(
        self, match_id: int, user_id: int, seat: Seat, guest_id: int, *, moderator: bool
    ) -> Live:
        """Offer a robot's seat, or one's own, to somebody, who may then take it."""
        async with self.tables.change(match_id) as change:
            change.require_live()
            info, work = change.info, change.work
            if not moderator:
                change.require_seat(user_id)
            there = info.at(seat)
            if there is None:
                raise Denied(Problem.NO_SUCH_SEAT)
            if there.user_id not in (None, user_id):
                raise Denied(Problem.SEAT_TAKEN)
            if info.seat_of(guest_id) is not None:
                raise Denied(Problem.ALREADY_SEATED)
            past = await work.matches.past_of(match_id, guest_id)
            if past is not None and past.seat != seat:
                raise Denied(Problem.HELD_OTHER_SEAT)
            await work.matches.add_guest(match_id, guest_id)
        return change.live

    async def _seat_to_take(self, change: Change, user_id: int, seat: Seat | None) -> Seat:
        info, work = change.info, change.work
        past = await work.matches.past_of(info.id, user_id)
        if past is not None and seat not in (None, past.seat):
            raise Denied(Problem.HELD_OTHER_SEAT)
        if info.private and past is None and user_id not in await work.matches.guests(info.id):
            raise Denied(Problem.NOT_INVITED)
        if past is not None:
            return past.seat
        if seat is None:
            for seated in info.seats:
                if seated.user_id is None:
                    return seated.seat
            raise Denied(Problem.TABLE_FULL)
        return seat

    async def judges(self, match_id: int, returning_id: int) -> set[int]:
        """The opponents who decide on the return of an eliminated player (rule 9.17)."""
        live = await self.tables.get(match_id)
        async with self.tables.database.read() as work:
            past = await work.matches.past_of(match_id, returning_id)
        return set() if past is None else opponents(live.info, past.seat)

    async def agree_return(
        self,
        match_id: int,
        user_id: int,
        returning_id: int,
        *,
        interaction_id: int | None = None,
    ) -> bool:
        """An opponent agrees that an eliminated player comes back; True once all of them have."""
        async with self.tables.change(match_id, interaction_id=interaction_id) as change:
            change.require_live()
            seat = change.require_seat(user_id)
            past = await change.work.matches.past_of(match_id, returning_id)
            if past is None or team_of(past.seat) == team_of(seat):
                raise Denied(Problem.OPPONENTS_DECIDE)
            agreed = await change.work.matches.vote(match_id, "return", returning_id, user_id)
            return opponents(change.info, past.seat) <= agreed

    async def pause(
        self, match_id: int, user_id: int, *, interaction_id: int | None = None
    ) -> Live:
        """Vote for a pause of 15 minutes, once a round; it begins when all people want it."""
        async with self.tables.change(match_id, interaction_id=interaction_id) as change:
            change.require_running()
            change.require_seat(user_id)
            number = _round_number(change)
            if change.info.paused_round == number:
                raise Denied(Problem.PAUSED_BEFORE)
            await change.work.matches.vote(match_id, "pause", number, user_id)
            await self._pause_if_agreed(change)
        return change.live

    async def _pause_if_agreed(self, change: Change) -> None:
        number, match_id = _round_number(change), change.info.id
        if change.info.paused_round == number or not await _all_want(change, "pause"):
            return
        deadlines = change.work.deadlines
        await deadlines.clear(match_id, DeadlineKind.TURN, DeadlineKind.NEXT_ROUND)
        due = change.now + PAUSE_MS
        await deadlines.put(Deadline(match_id, DeadlineKind.PAUSE, due, due))
        await change.update(paused=True, paused_round=number)

    async def wanting(self, match_id: int, kind: str) -> set[int]:
        """The people at the table who want a ``pause`` or to ``resume`` in this round."""
        async with self.tables.database.read() as work:
            live = await self.tables.load(work, match_id)
            current = live.state.round if live.state else None
            number = 0 if current is None else current.number
            voters = await work.matches.voters(match_id, kind, number)
        return {seated.user_id for seated in live.info.people if seated.user_id in voters}

    async def resume(
        self, match_id: int, user_id: int, *, interaction_id: int | None = None
    ) -> Live:
        """Vote to go on before the pause is over; it ends when all people want to."""
        async with self.tables.change(match_id, interaction_id=interaction_id) as change:
            change.require_live()
            change.require_seat(user_id)
            change.require_shown()
            if not change.info.paused:
                raise Denied(Problem.NOT_PAUSED)
            number = _round_number(change)
            await change.work.matches.vote(match_id, "resume", number, user_id)
            if await _all_want(change, "resume"):
                await self._go_on(change)
        return change.live

    async def end_pause(self, match_id: int) -> None:
        """The pause is over; nothing where there is none."""
        async with self.tables.change(match_id) as change:
            if change.info.paused:
                await self._go_on(change)

    async def hinder(self, match_id: int, lacking: Sequence[str]) -> bool:
        """The table cannot be shown for want of these permissions: the match stands still.

        No clock runs against players who do not see what happens. True where this is news.
        """
        async with self.tables.change(match_id) as change:
            info, deadlines = change.info, change.work.deadlines
            if info.status is not Status.LIVE or info.lacking == tuple(lacking):
                change.quiet = True
                return False
            if info.lacking is None:
                await deadlines.clear(match_id, DeadlineKind.TURN, DeadlineKind.NEXT_ROUND)
                due = change.now + HINDERED_MS
                await deadlines.put(Deadline(match_id, DeadlineKind.HINDERED, due, due))
            await change.update(paused=True, lacking=" ".join(lacking))
        return True

    async def shown_again(self, match_id: int) -> bool:
        """The table can be shown: the match goes on, or back into the pause it was in."""
        async with self.tables.change(match_id) as change:
            if change.info.lacking is None:
                change.quiet = True
                return False
            deadlines = change.work.deadlines
            await deadlines.clear(match_id, DeadlineKind.HINDERED)
            await change.update(lacking=None)
            if await deadlines.get(match_id, DeadlineKind.PAUSE) is None:
                await self._go_on(change)
        return True

    async def give_up(self, match_id: int) -> None:
        """The table could not be shown for too long: it ends without a result."""
        async with self.tables.change(match_id) as change:
            if change.info.lacking is not None:
                await change.close()

    async def abandon(self, match_id: int) -> None:
        """End a table whose place is gone: without a result, and with nothing left to show."""
        async with self.tables.change(match_id) as change:
            if change.info.status.is_open:
                await change.close()
            await change.work.deadlines.clear(match_id)
            await change.update(ended_shown=True)

    async def _go_on(self, change: Change) -> None:
        """End the players' pause; a table that cannot be shown still waits."""
        await change.work.deadlines.clear(change.info.id, DeadlineKind.PAUSE)
        if change.info.lacking is not None:
            return
        await change.update(paused=False)
        if change.state.phase is Phase.OVER:
            await change.next_round_due()
        else:
            await change.call_again()

    async def close(
        self, match_id: int, user_id: int, *, moderator: bool, only_waiting: bool = False
    ) -> Live:
        """The owner before the match, or a moderator at any time, closes the table: no result.

        ``only_waiting`` refuses where the match has begun meanwhile.
        """
        async with self.tables.change(match_id) as change:
            info = change.info
            if not info.status.is_open:
                raise Denied(Problem.TABLE_CLOSED)
            waiting = info.status is not Status.LIVE
            if only_waiting and not waiting:
                raise Denied(Problem.ALREADY_LIVE)
            if not moderator and not (waiting and user_id == info.owner_id):
                raise Denied(Problem.NOT_YOUR_TABLE)
            await change.close()
        return change.live


def opponents(info: MatchInfo, seat: Seat) -> set[int]:
    """The people of the other team."""
    return {
        seated.user_id
        for seated in info.people
        if seated.user_id is not None and team_of(seated.seat) != team_of(seat)
    }


async def _all_want(change: Change, kind: str) -> bool:
    """Whether all people at the table want a ``pause`` or to ``resume`` in this round."""
    voters = await change.work.matches.voters(change.info.id, kind, _round_number(change))
    return all(seated.user_id in voters for seated in change.info.people)


def _round_number(change: Change) -> int:
    current = change.state.round
    assert current is not None, "a live match has been dealt"
    return current.number
