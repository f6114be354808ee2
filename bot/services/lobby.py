"""Tables before the match: opening, sitting, robots, inviting, challenging, starting."""

import dataclasses
import random
from collections.abc import Sequence

from bot.services.errors import Denied, Problem
from bot.services.matches import MatchService
from bot.services.tables import Change, Live, Tables
from game.actions import Seat
from game.rules import Rules
from storage.errors import SeatTaken
from storage.records import Deadline, DeadlineKind, MatchInfo, Pace, SeatInfo, Status
from storage.work import Work
from texts.events import escape_markdown
from texts.names import player_name, robot_name

LOBBY_MS = 30 * 60_000
CHALLENGE_MS = 5 * 60_000
MOST_TABLES = 2
MOST_OFFICIAL_TABLES = 1


@dataclasses.dataclass(frozen=True, slots=True)
class Person:
    """A user as a table needs him: his id and the name to show."""

    user_id: int
    display: str


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class NewTable:
    """What is asked for with a new table."""

    guild_id: int
    channel_id: int
    rules: Rules
    size: int
    pace: Pace
    private: bool = False
    robots: bool = False
    team_name: str | None = None
    best_of: int = 1


class LobbyService:
    """Everything that happens at a table before its match begins."""

    def __init__(self, tables: Tables, matches: MatchService) -> None:
        self.tables = tables
        self.matches = matches

    async def open(
        self, new: NewTable, owner: Person, *, interaction_id: int | None = None
    ) -> Live:
        """Open a table with its owner on the first seat."""
        return await self._open(new, owner, interaction_id, deal=False)

    async def train(
        self, new: NewTable, owner: Person, *, interaction_id: int | None = None
    ) -> Live:
        """Open a table with robots on the other seats and deal at once."""
        new = dataclasses.replace(new, robots=True)
        return await self._open(new, owner, interaction_id, deal=True)

    async def _open(
        self, new: NewTable, owner: Person, interaction_id: int | None, *, deal: bool
    ) -> Live:
        async with self.tables.database.write() as work:
            await self.tables.handle_once(interaction_id, work)
            match_id = await self._create(work, new, owner.user_id, Status.LOBBY)
            await self._seat(work, match_id, Seat(0), owner)
            if new.robots:
                await self._fill_with_robots(work, match_id)
            await self._due(work, match_id, DeadlineKind.LOBBY, LOBBY_MS)
            change = Change(work, await self.tables.load(work, match_id), self.tables.now())
            if deal:
                await self.matches.begin(change)
        self.tables.tell(change.live, tuple(change.events))
        return change.live

    async def challenge(
        self, new: NewTable, people: Sequence[Person], *, interaction_id: int | None = None
    ) -> Live:
        """Open a team match: ``people`` in seat order, the challenger first; each one is asked."""
        if len({person.user_id for person in people}) != len(people):
            raise Denied(Problem.SAME_PERSON)
        async with self.tables.database.write() as work:
            await self.tables.handle_once(interaction_id, work)
            match_id = await self._create(work, new, people[0].user_id, Status.CHALLENGE)
            for seat, person in enumerate(people):
                await self._seat(work, match_id, Seat(seat), person, accepted=seat == 0)
            await self._due(work, match_id, DeadlineKind.CHALLENGE, CHALLENGE_MS)
            live = await self.tables.load(work, match_id)
        self.tables.tell(live)
        return live

    async def answer(
        self, match_id: int, user_id: int, *, accept: bool, interaction_id: int | None = None
    ) -> Live:
        """A challenged person accepts or declines; the match starts when all have accepted."""
        async with self.tables.change(match_id, interaction_id=interaction_id) as change:
            if change.info.status is not Status.CHALLENGE:
                raise Denied(_why_no_lobby(change.info))
            seat = change.info.seat_of(user_id)
            seated = None if seat is None else change.info.at(seat)
            if seated is None:
                raise Denied(Problem.NOT_CHALLENGED)
            if not accept:
                await change.close()
            else:
                if not seated.accepted:
                    await require_free(change.work, user_id, change.info, now=self.tables.now())
                await change.work.matches.put_seat(
                    match_id, dataclasses.replace(seated, accepted=True)
                )
                await change.refresh()
                if all(each.accepted for each in change.info.seats):
                    await _require_no_bans(change)
                    await self.matches.begin(change)
        return change.live

    async def rematch(
        self, match_id: int, user_id: int, *, interaction_id: int | None = None
    ) -> Live:
        """Ask the same people for another match; the second to ask answers the first's question.

        In a series the wins so far go along; a decided series begins anew.
        """
        async with self.tables.change(match_id, interaction_id=interaction_id) as change:
            change.require_seat(user_id)
            if change.info.status is not Status.OVER:
                raise Denied(Problem.NOT_OVER)
            asked = await change.work.matches.rematch_of(match_id)
            if asked is not None and asked.status is Status.CLOSED:
                await change.work.matches.update(asked.id, rematch_of=None)
                asked = None
            asks_first = asked is None
            if asked is None:
                live = await self._ask_rematch(change, user_id)
            else:
                live = await self.tables.load(change.work, asked.id)
        if asks_first:
            self.tables.tell(live)
        elif live.info.status is Status.CHALLENGE:
            live = await self.answer(live.info.id, user_id, accept=True)
        return live

    async def _ask_rematch(self, change: Change, user_id: int) -> Live:
        old, state, work = change.info, change.state, change.work
        wins = wins_after(old, state.winner)
        if max(wins) > old.best_of // 2:
            wins = (0, 0)
        await require_free(work, user_id, old, now=self.tables.now())
        new = NewTable(
            guild_id=old.guild_id,
            channel_id=old.channel_id,
            rules=old.rules,
            size=old.size,
            pace=old.pace,
            private=old.private,
            team_name=old.team_name,
            best_of=old.best_of,
        )
        match_id = await self._create(work, new, user_id, Status.CHALLENGE)
        await work.matches.update(match_id, wins_0=wins[0], wins_1=wins[1], rematch_of=old.id)
        for seated in old.seats:
            accepted = seated.user_id in (None, user_id)
            again = dataclasses.replace(seated, accepted=accepted)
            await work.matches.put_seat(match_id, again)
        await self._due(work, match_id, DeadlineKind.CHALLENGE, CHALLENGE_MS)
        asked = Change(work, await self.tables.load(work, match_id), self.tables.now())
        if all(each.accepted for each in asked.info.seats):
            await self.matches.begin(asked)
        return asked.live

    async def sit(
        self,
        match_id: int,
        person: Person,
        seat: Seat | None = None,
        *,
        interaction_id: int | None = None,
    ) -> Live:
        """Sit down, or move to another seat; a robot makes place. None takes the first free one."""
        async with self.tables.change(match_id, interaction_id=interaction_id) as change:
            self._require_lobby(change)
            info, work = change.info, change.work
            invited = {info.owner_id, *await work.matches.guests(match_id)}
            if info.private and person.user_id not in invited:
                raise Denied(Problem.NOT_INVITED)
            held = info.seat_of(person.user_id)
            if seat is None:
                if held is not None:
                    raise Denied(Problem.ALREADY_SEATED)
                seat = _free_seat(info)
            if not 0 <= seat < info.size:
                raise Denied(Problem.NO_SUCH_SEAT)
            there = info.at(seat)
            if there is not None and there.user_id not in (None, person.user_id):
                raise Denied(Problem.SEAT_TAKEN)
            if held is not None:
                await work.matches.clear_seat(match_id, held)
            await self._seat(work, match_id, seat, person, moving=held is not None)
            await change.refresh()
        return change.live

    async def stand(
        self, match_id: int, user_id: int, *, interaction_id: int | None = None
    ) -> Live:
        """Stand up; a table that no person sits at is closed."""
        async with self.tables.change(match_id, interaction_id=interaction_id) as change:
            self._require_lobby(change)
            await change.work.matches.clear_seat(match_id, change.require_seat(user_id))
            await change.refresh()
            if not change.info.people:
                await change.close()
        return change.live

    async def toggle_robots(
        self, match_id: int, user_id: int, *, interaction_id: int | None = None
    ) -> Live:
        """Put robots on the free seats; where there are none, send the robots away."""
        async with self.tables.change(match_id, interaction_id=interaction_id) as change:
            self._require_lobby(change)
            change.require_seat(user_id)
            if len(change.info.seats) < change.info.size:
                await self._fill_with_robots(change.work, match_id)
            else:
                for seated in change.info.seats:
                    if seated.user_id is None:
                        await change.work.matches.clear_seat(match_id, seated.seat)
            await change.refresh()
        return change.live

    async def draw_lots(
        self, match_id: int, user_id: int, *, interaction_id: int | None = None
    ) -> Live:
        """Shuffle who sits where."""
        async with self.tables.change(match_id, interaction_id=interaction_id) as change:
            self._require_lobby(change)
            change.require_seat(user_id)
            seats = [seated.seat for seated in change.info.seats]
            random.SystemRandom().shuffle(seats)
            for seated in change.info.seats:
                await change.work.matches.clear_seat(match_id, seated.seat)
            for seated, seat in zip(change.info.seats, seats, strict=True):
                moved = dataclasses.replace(seated, seat=seat)
                await change.work.matches.put_seat(match_id, moved)
            await change.refresh()
        return change.live

    async def invite(self, match_id: int, user_id: int, guest_id: int) -> Live:
        """Let somebody see and join a reserved table."""
        async with self.tables.change(match_id) as change:
            if not change.info.status.is_open:
                raise Denied(Problem.TABLE_CLOSED)
            change.require_seat(user_id)
            await change.work.matches.add_guest(match_id, guest_id)
        return change.live

    async def expel(self, match_id: int, user_id: int, other_id: int, *, moderator: bool) -> Live:
        """The owner or a moderator takes somebody's seat away before the match."""
        async with self.tables.change(match_id) as change:
            self._require_lobby(change)
            if not moderator and user_id != change.info.owner_id:
                raise Denied(Problem.NOT_YOUR_TABLE)
            seat = change.require_seat(other_id)
            await change.work.matches.clear_seat(match_id, seat)
            await change.refresh()
            if not change.info.people:
                await change.close()
        return change.live

    async def start(
        self, match_id: int, user_id: int, *, interaction_id: int | None = None
    ) -> Live:
        """Any seated person may start a full table."""
        async with self.tables.change(match_id, interaction_id=interaction_id) as change:
            self._require_lobby(change)
            change.require_seat(user_id)
            if len(change.info.seats) < change.info.size:
                raise Denied(Problem.SEATS_EMPTY)
            await _require_no_bans(change)
            await self.matches.begin(change)
        return change.live

    async def posted(self, match_id: int, message_id: int) -> Live:
        """Note the message in the channel that shows the table to those who may join it."""
        async with self.tables.change(match_id) as change:
            await change.update(lobby_message_id=message_id)
        return change.live

    async def greets(self, match_id: int, user_id: int) -> bool:
        """Whether the user has not been greeted at this table yet; he has from now on."""
        async with self.tables.database.write() as work:
            greeted = user_id in await work.matches.voters(match_id, "greeted", 0)
            await work.matches.vote(match_id, "greeted", 0, user_id)
        return not greeted

    async def expire(self, match_id: int) -> None:
        """Close a table that did not fill, or a challenge that not all accepted, in time."""
        async with self.tables.change(match_id) as change:
            if change.info.status in (Status.LOBBY, Status.CHALLENGE):
                await change.close()

    def _require_lobby(self, change: Change) -> None:
        if change.info.status is not Status.LOBBY:
            raise Denied(_why_no_lobby(change.info))

    async def _create(self, work: Work, new: NewTable, owner_id: int, status: Status) -> int:
        if not new.rules.allows_players(new.size):
            raise Denied(Problem.PLAYERS_AND_RULES)
        return await work.matches.create(
            number=await work.guilds.next_number(new.guild_id),
            guild_id=new.guild_id,
            channel_id=new.channel_id,
            status=status,
            rules=new.rules,
            size=new.size,
            pace=new.pace,
            private=new.private,
            owner_id=owner_id,
            created_at=self.tables.now(),
            team_name=new.team_name,
            best_of=new.best_of,
        )

    async def _due(self, work: Work, match_id: int, kind: DeadlineKind, delay_ms: int) -> None:
        due = self.tables.now() + delay_ms
        await work.deadlines.put(Deadline(match_id, kind, due, due))

    async def _seat(
        self,
        work: Work,
        match_id: int,
        seat: Seat,
        person: Person,
        *,
        accepted: bool = True,
        moving: bool = False,
    ) -> None:
        live = await self.tables.load(work, match_id)
        if accepted and not moving:
            await require_free(work, person.user_id, live.info, now=self.tables.now())
        taken = {each.name for each in live.info.seats if each.seat != seat}
        name = player_name(person.display, taken=taken)
        try:
            seated = SeatInfo(seat, person.user_id, name, accepted)
            await work.matches.put_seat(match_id, seated)
        except SeatTaken:
            raise Denied(Problem.SEAT_TAKEN) from None

    async def _fill_with_robots(self, work: Work, match_id: int) -> None:
        info = (await self.tables.load(work, match_id)).info
        names = {seated.name for seated in info.seats}
        for seat in range(info.size):
            if info.at(seat) is None:
                name = robot_name(names)
                names.add(name)
                await work.matches.put_seat(match_id, SeatInfo(Seat(seat), None, name))


async def require_free(work: Work, user_id: int, table: MatchInfo, *, now: int) -> None:
    """Up to two tables a person, one of them on the official clock; and no ban on this server.

    A challenge that he has not accepted keeps nobody from another table.
    """
    ban = await work.sanctions.banned_until(table.guild_id, user_id, now=now)
    if ban is not None:
        facts = {} if ban.until is None else {"until": f"<t:{ban.until // 1000}:f>"}
        raise Denied(Problem.BANNED, **facts)
    tables = [info for info in await work.matches.open_of(user_id) if _holds(info, user_id)]
    if len(tables) >= MOST_TABLES:
        raise Denied(Problem.TOO_MANY_TABLES)
    official = sum(other.pace is Pace.OFFICIAL for other in tables)
    if table.pace is Pace.OFFICIAL and official >= MOST_OFFICIAL_TABLES:
        raise Denied(Problem.TOO_MANY_OFFICIAL)


async def _require_no_bans(change: Change) -> None:
    """Raise Denied where somebody was banned after he sat down: no match begins with him."""
    info = change.info
    for seated in info.people:
        user_id = seated.user_id or 0
        if await change.work.sanctions.banned_until(info.guild_id, user_id, now=change.now):
            raise Denied(Problem.SEATED_BANNED, name=escape_markdown(seated.name))


def _holds(info: MatchInfo, user_id: int) -> bool:
    return any(seated.user_id == user_id and seated.accepted for seated in info.seats)


def wins_after(info: MatchInfo, winner: int | None) -> tuple[int, int]:
    """The wins of a series once this match has been won."""
    first, second = info.wins
    return (first + (winner == 0), second + (winner == 1))


def _why_no_lobby(info: MatchInfo) -> Problem:
    return Problem.ALREADY_LIVE if info.status.is_open else Problem.TABLE_CLOSED


def _free_seat(info: MatchInfo) -> Seat:
    empty = [seat for seat in range(info.size) if info.at(seat) is None]
    robots = [seated.seat for seated in info.seats if seated.user_id is None]
    for seat in (*empty, *robots):
        return Seat(seat)
    raise Denied(Problem.TABLE_FULL)
