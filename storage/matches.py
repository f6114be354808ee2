"""Tables, their seats and their events, inside one transaction."""

import dataclasses
import functools
from collections.abc import Collection, Mapping, Sequence
from typing import Any

import sqlalchemy as sa
from sqlalchemy.exc import IntegrityError

from game.actions import Seat
from game.events import Event
from game.rules import Rules, format_rules, parse_rules
from storage import schema
from storage.codec import decode, encode
from storage.errors import AlreadyHandled, Conflict, SeatTaken
from storage.in_place import Connection
from storage.records import HandMessage, MatchInfo, Pace, Past, SeatInfo, Shown, Status

OPEN = tuple(status.value for status in Status if status.is_open)

# What every click asks is put together once, not anew each time.
_COLUMNS = tuple(column.name for column in schema.matches.columns)
_SEAT = schema.seats.columns
_WITH_SEATS = (
    sa.select(schema.matches, _SEAT.seat, _SEAT.user_id, _SEAT.name, _SEAT.accepted)
    .outerjoin_from(schema.matches, schema.seats)
    .where(schema.matches.c.id == sa.bindparam("id"))
    .order_by(_SEAT.seat)
)
_HAND = schema.hand_messages.columns
_OF_PLAYER = (_HAND.match_id == sa.bindparam("match")) & (_HAND.user_id == sa.bindparam("user"))
_HANDS = sa.select(schema.hand_messages).where(_HAND.match_id == sa.bindparam("match"))
_HANDED = sa.select(schema.hand_messages).where(_OF_PLAYER)
_NEW_HAND = sa.insert(schema.hand_messages)
_HANDLED = sa.insert(schema.interactions)
_STORED = sa.insert(schema.events)
_ADVANCE = (
    sa.update(schema.matches)
    .where(
        schema.matches.c.id == sa.bindparam("match"),
        schema.matches.c.seq == sa.bindparam("expected"),
    )
    .values(seq=sa.bindparam("advanced"))
)
_SALT = sa.select(schema.seals.c.salt).where(
    schema.seals.c.match_id == sa.bindparam("match"),
    schema.seals.c.round == sa.bindparam("number"),
)
_EVENTS_AFTER = (
    sa.select(schema.events.c.data)
    .where(
        schema.events.c.match_id == sa.bindparam("match"),
        schema.events.c.seq > sa.bindparam("after"),
    )
    .order_by(schema.events.c.seq)
)


@dataclasses.dataclass(frozen=True, slots=True)
class Matches:
    """The tables' rows, seats, guests, votes and hand messages."""

    connection: Connection

    async def create(
        self, *, number: int, rules: Rules, pace: Pace, status: Status, **values: Any
    ) -> int:
        """Insert a table and return its id; ``values`` are columns of ``matches``."""
        defaults = {
            "seq": 0,
            "sheets_posted": 0,
            "ended_shown": False,
            "paused": False,
            "best_of": 1,
            "wins_0": 0,
            "wins_1": 0,
        }
        row = defaults | values | {"number": number, "rules": format_rules(rules)}
        row |= {"pace": pace.value, "status": status.value}
        try:
            result = await self.connection.execute(sa.insert(schema.matches).values(row))
        except IntegrityError:
            raise Conflict from None
        key = result.inserted_primary_key
        assert key is not None, "an insert of one row tells its key"
        return int(key[0])

    async def get(self, match_id: int) -> MatchInfo | None:
        """The table with its seats."""
        rows = (await self.connection.execute(_WITH_SEATS, {"id": match_id})).mappings().all()
        if not rows:
            return None
        seats = tuple(
            SeatInfo(Seat(row["seat"]), row["user_id"], row["name"], row["accepted"])
            for row in rows
            if row["seat"] is not None
        )
        return _match_info({name: rows[0][name] for name in _COLUMNS}, seats)

    async def at_thread(self, thread_id: int) -> MatchInfo | None:
        """The open table that stands in this thread or channel, or the newest that did."""
        table = schema.matches
        return await self._one(
            table.c.thread_id == thread_id, table.c.status.in_(OPEN).desc(), table.c.id.desc()
        )

    async def numbered(self, guild_id: int, number: int) -> MatchInfo | None:
        """The server's table of that number, ended ones too."""
        table = schema.matches
        return await self._one((table.c.guild_id == guild_id) & (table.c.number == number))

    async def rematch_of(self, match_id: int) -> MatchInfo | None:
        """The table at which the same people play again."""
        return await self._one(schema.matches.c.rematch_of == match_id)

    async def open_in(self, guild_id: int) -> list[MatchInfo]:
        """A server's open tables, oldest first."""
        return await self._many(schema.matches.c.guild_id == guild_id)

    async def open_of(self, user_id: int) -> list[MatchInfo]:
        """The open tables where the user sits, oldest first."""
        of_user = sa.select(schema.seats.c.match_id).where(schema.seats.c.user_id == user_id)
        return await self._many(schema.matches.c.id.in_(of_user))

    async def all_open(self) -> list[MatchInfo]:
        """Every open table, for the start of the program."""
        return await self._many(sa.true())

    async def count_open(self) -> int:
        """How many tables have not ended."""
        table = schema.matches
        query = sa.select(sa.func.count()).where(table.c.status.in_(OPEN))
        return await self.connection.scalar(query) or 0

    async def all_unshown(self) -> list[int]:
        """The tables that have ended and whose end has not been shown yet."""
        table = schema.matches
        query = sa.select(table.c.id).where(
            table.c.status.not_in(OPEN), table.c.ended_shown.is_(False)
        )
        return list((await self.connection.scalars(query)).all())

    async def update(self, match_id: int, **values: Any) -> None:
        """Set columns of ``matches``; enumerations are given as such."""
        plain = {
            name: value.value if isinstance(value, Status | Pace) else value
            for name, value in values.items()
        }
        table = schema.matches
        await self.connection.execute(sa.update(table).where(table.c.id == match_id).values(plain))

    async def _one(self, where: sa.ColumnElement[bool], *order: Any) -> MatchInfo | None:
        query = sa.select(schema.matches).where(where).order_by(*order).limit(1)
        row = (await self.connection.execute(query)).mappings().first()
        return None if row is None else (await self._with_seats([row]))[0]

    async def _many(self, where: sa.ColumnElement[bool]) -> list[MatchInfo]:
        table = schema.matches
        query = sa.select(table).where(where, table.c.status.in_(OPEN)).order_by(table.c.id)
        return await self._with_seats((await self.connection.execute(query)).mappings().all())

    async def _with_seats(self, rows: Sequence[sa.RowMapping]) -> list[MatchInfo]:
        table = schema.seats
        ids = [row["id"] for row in rows]
        query = sa.select(table).where(table.c.match_id.in_(ids)).order_by(table.c.seat)
        seats: dict[int, list[SeatInfo]] = {match_id: [] for match_id in ids}
        for row in await self.connection.execute(query):
            seat = SeatInfo(Seat(row.seat), row.user_id, row.name, row.accepted)
            seats[row.match_id].append(seat)
        return [_match_info(row, tuple(seats[row["id"]])) for row in rows]

    async def put_seat(self, match_id: int, seated: SeatInfo) -> None:
        """Seat somebody on an empty seat, in place of a robot, or a robot in place of a person.

        Raises SeatTaken where another person sits, or the user sits elsewhere at this table.
        """
        table = schema.seats
        here = (table.c.match_id == match_id, table.c.seat == seated.seat)
        if seated.user_id is not None:
            held = await self.connection.scalar(
                sa.select(table.c.user_id).where(*here, table.c.user_id.is_not(None))
            )
            if held is not None and held != seated.user_id:
                raise SeatTaken
        await self.connection.execute(sa.delete(table).where(*here))
        row = dataclasses.asdict(seated) | {"match_id": match_id}
        try:
            await self.connection.execute(sa.insert(table).values(row))
        except IntegrityError:
            raise SeatTaken from None

    async def clear_seat(self, match_id: int, seat: int) -> None:
        """Empty a seat."""
        table = schema.seats
        await self.connection.execute(
            sa.delete(table).where(table.c.match_id == match_id, table.c.seat == seat)
        )

    async def remember(self, match_id: int, past: Past, *, at: int) -> None:
        """Note that the user has held the seat (rule 9.17)."""
        table = schema.seat_history
        mine = (table.c.match_id == match_id, table.c.user_id == past.user_id)
        await self.connection.execute(sa.delete(table).where(*mine))
        row = dataclasses.asdict(past) | {"match_id": match_id, "at": at}
        await self.connection.execute(sa.insert(table).values(row))

    async def past_of(self, match_id: int, user_id: int) -> Past | None:
        """The seat that the user has held in this match."""
        table = schema.seat_history
        query = sa.select(table).where(table.c.match_id == match_id, table.c.user_id == user_id)
        row = (await self.connection.execute(query)).first()
        return None if row is None else Past(row.user_id, Seat(row.seat), row.eliminated)

    async def was_held(self, match_id: int, seat: int) -> bool:
        """Whether some person has held a seat in this match."""
        table = schema.seat_history
        query = sa.select(table.c.user_id).where(table.c.match_id == match_id, table.c.seat == seat)
        return (await self.connection.execute(query.limit(1))).first() is not None

    async def eliminated_from(self, match_id: int, seat: int) -> list[int]:
        """The users whom the clock has taken this seat from, the last one first."""
        table = schema.seat_history
        query = (
            sa.select(table.c.user_id)
            .where(table.c.match_id == match_id, table.c.seat == seat)
            .where(table.c.eliminated.is_(True))
            .order_by(table.c.at.desc())
        )
        return list((await self.connection.scalars(query)).all())

    async def add_guest(self, match_id: int, user_id: int) -> None:
        """Invite a user to a reserved table; twice is once."""
        if user_id not in await self.guests(match_id):
            row = {"match_id": match_id, "user_id": user_id}
            await self.connection.execute(sa.insert(schema.guests).values(row))

    async def guests(self, match_id: int) -> set[int]:
        """The users invited to a reserved table."""
        table = schema.guests
        query = sa.select(table.c.user_id).where(table.c.match_id == match_id)
        return set((await self.connection.scalars(query)).all())

    async def vote(self, match_id: int, kind: str, scope: int, user_id: int) -> set[int]:
        """Add a vote, once a user, and return who has voted so."""
        voters = await self.voters(match_id, kind, scope)
        if user_id not in voters:
            row = {"match_id": match_id, "kind": kind, "scope": scope, "user_id": user_id}
            await self.connection.execute(sa.insert(schema.votes).values(row))
        return voters | {user_id}

    async def voters(self, match_id: int, kind: str, scope: int) -> set[int]:
        """Who has voted for this in this round, turn or seat."""
        table = schema.votes
        query = sa.select(table.c.user_id).where(
            table.c.match_id == match_id, table.c.kind == kind, table.c.scope == scope
        )
        return set((await self.connection.scalars(query)).all())

    async def forget_votes(self, match_id: int, kind: str) -> None:
        """Drop the votes of a kind once they have had their effect."""
        table = schema.votes
        await self.connection.execute(
            sa.delete(table).where(table.c.match_id == match_id, table.c.kind == kind)
        )

    async def hand_messages(self, match_id: int) -> dict[int, HandMessage]:
        """Each player's present hand message, by the player's id."""
        rows = (await self.connection.execute(_HANDS, {"match": match_id})).mappings()
        return {row["user_id"]: HandMessage(**row) for row in rows}

    async def hand_message(self, match_id: int, user_id: int) -> HandMessage | None:
        """The player's present hand message."""
        given = {"match": match_id, "user": user_id}
        row = (await self.connection.execute(_HANDED, given)).mappings().first()
        return None if row is None else HandMessage(**row)

    async def put_hand_message(self, message: HandMessage) -> None:
        """Note the player's present hand message, in place of the one before."""
        row = dataclasses.asdict(message)
        given = {f"new_{name}": value for name, value in row.items()}
        given |= {"match": message.match_id, "user": message.user_id}
        if (await self.connection.execute(_renewed_hand(*row), given)).rowcount == 0:
            await self.connection.execute(_NEW_HAND, row)

    async def outdate_hand_message(self, match_id: int, user_id: int) -> None:
        """Have the player's hand message replaced, as if it were of an earlier turn."""
        table = schema.hand_messages
        await self.connection.execute(
            sa.update(table)
            .where(table.c.match_id == match_id, table.c.user_id == user_id)
            .values(seq=0)
        )

    async def note_hand_message(
        self, match_id: int, user_id: int, shown_id: int, /, **values: Any
    ) -> None:
        """Set columns of the player's hand message, if it is still that one."""
        given = {f"new_{name}": value for name, value in values.items()}
        given |= {"match": match_id, "user": user_id, "shown": shown_id}
        await self.connection.execute(_noted_hand(*values), given)

    async def drop_hand_message(self, match_id: int, user_id: int) -> None:
        """Forget the player's hand message."""
        table = schema.hand_messages
        await self.connection.execute(
            sa.delete(table).where(table.c.match_id == match_id, table.c.user_id == user_id)
        )

    async def live_among(self, match_ids: Collection[int]) -> set[int]:
        """Those of the tables whose match is live."""
        table = schema.matches
        live = table.c.status == Status.LIVE.value
        query = sa.select(table.c.id).where(table.c.id.in_(match_ids), live)
        return set((await self.connection.scalars(query)).all())

    async def shown(self) -> dict[int, Shown]:
        """Up to where the messages of each live table are true, as far as that was noted."""
        table, live = schema.shown, schema.matches
        query = sa.select(table).join(live).where(live.c.status == Status.LIVE.value)
        rows = (await self.connection.execute(query)).mappings()
        return {row["match_id"]: Shown(row["board"], row["calls"], row["lobby"]) for row in rows}

    async def put_shown(self, noted: Mapping[int, Shown]) -> None:
        """Note up to where the messages of some tables are true."""
        table = schema.shown
        await self.connection.execute(sa.delete(table).where(table.c.match_id.in_(noted)))
        rows = [{"match_id": key, **dataclasses.asdict(each)} for key, each in noted.items()]
        if rows:
            await self.connection.execute(sa.insert(table), rows)

    async def forget_shown(self, match_id: int) -> None:
        """The table's messages are behind, whatever they show."""
        table = schema.shown
        await self.connection.execute(sa.delete(table).where(table.c.match_id == match_id))

    async def add_result(self, match_id: int, **values: Any) -> None:
        """Keep the result of a finished match; ``values`` are columns of ``results``."""
        row = values | {"match_id": match_id}
        await self.connection.execute(sa.insert(schema.results).values(row))


@dataclasses.dataclass(frozen=True, slots=True)
class Events:
    """The log of each match, and the interactions that have been acted on."""

    connection: Connection

    async def append(
        self, match_id: int, *, expected_seq: int, events: Sequence[Event], at: int
    ) -> None:
        """Store what happened, if the match still stands at ``expected_seq``; else Conflict."""
        advanced = expected_seq + len(events)
        moved = await self.connection.execute(
            _ADVANCE, {"match": match_id, "expected": expected_seq, "advanced": advanced}
        )
        if moved.rowcount != 1:
            raise Conflict
        rows = [
            {"match_id": match_id, "seq": seq, "at": at, "data": encode(event)}
            for seq, event in enumerate(events, start=expected_seq + 1)
        ]
        await self.connection.execute(_STORED, rows)

    async def load(self, match_id: int, *, after: int = 0) -> list[Event]:
        """The events after the one numbered ``after``, in order."""
        found = await self.connection.scalars(_EVENTS_AFTER, {"match": match_id, "after": after})
        return [decode(data) for data in found]

    async def handle_once(self, interaction_id: int, *, at: int) -> None:
        """Mark an interaction as acted on. Raises AlreadyHandled the second time."""
        row = {"id": interaction_id, "at": at}
        try:
            await self.connection.execute(_HANDLED, row)
        except IntegrityError:
            raise AlreadyHandled from None

    async def forget_interactions(self, *, before: int) -> None:
        """Drop the marks of interactions that can no longer arrive."""
        table = schema.interactions
        await self.connection.execute(sa.delete(table).where(table.c.at < before))

    async def add_salt(self, match_id: int, round_number: int, salt: str) -> None:
        """Keep the secret half of a round's seal."""
        row = {"match_id": match_id, "round": round_number, "salt": salt}
        await self.connection.execute(sa.insert(schema.seals).values(row))

    async def salt(self, match_id: int, round_number: int) -> str:
        """The secret half of one round's seal."""
        given = {"match": match_id, "number": round_number}
        return str((await self.connection.execute(_SALT, given)).scalar_one())

    async def salts(self, match_id: int) -> list[str]:
        """The seals' salts, in the order of the rounds."""
        table = schema.seals
        query = sa.select(table.c.salt).where(table.c.match_id == match_id).order_by(table.c.round)
        return list((await self.connection.scalars(query)).all())


@functools.cache
def _renewed_hand(*names: str) -> sa.Update:
    """Set these columns of a player's hand message, each to a parameter of that name."""
    values: dict[str, Any] = {name: sa.bindparam(f"new_{name}") for name in names}
    return sa.update(schema.hand_messages).where(_OF_PLAYER).values(values)


@functools.cache
def _noted_hand(*names: str) -> sa.Update:
    """The same, if it is still the message that is meant."""
    return _renewed_hand(*names).where(_HAND.message_id == sa.bindparam("shown"))


def _match_info(row: Mapping[Any, Any], seats: tuple[SeatInfo, ...]) -> MatchInfo:
    values = dict(row)
    wins = (values.pop("wins_0"), values.pop("wins_1"))
    values |= {
        "status": Status(row["status"]),
        "rules": parse_rules(row["rules"]),
        "pace": Pace(row["pace"]),
        "lacking": None if row["lacking"] is None else tuple(row["lacking"].split()),
    }
    return MatchInfo(**values, wins=wins, seats=seats)
