"""Servers' settings, users' preferences and the deadlines, inside one transaction."""

import dataclasses
import json
from typing import Any

import sqlalchemy as sa

from storage import schema
from storage.in_place import Connection
from storage.records import Deadline, DeadlineKind, GuildSettings, Pace, Preferences

# What every click asks is put together once, not anew each time.
_DUE = schema.deadlines.columns
_OF_KIND = (_DUE.match_id == sa.bindparam("match")) & (_DUE.kind == sa.bindparam("of_kind"))
_DEADLINE = sa.select(schema.deadlines).where(_OF_KIND)
_PUT_OFF = (
    sa.update(schema.deadlines)
    .where(_OF_KIND)
    .values(due_at=sa.bindparam("due"), shown_at=sa.bindparam("told"))
)
_NEW_DEADLINE = sa.insert(schema.deadlines)
_NEAREST = sa.select(schema.deadlines).order_by(_DUE.due_at).limit(sa.bindparam("most"))
_PREFERENCES = sa.select(schema.users).where(schema.users.c.id == sa.bindparam("user"))


@dataclasses.dataclass(frozen=True, slots=True)
class Guilds:
    """What moderators and users have set."""

    connection: Connection

    async def settings(self, guild_id: int) -> GuildSettings:
        """The server's settings, or what holds without any."""
        row = await self._row(guild_id)
        if row is None:
            return GuildSettings(guild_id)
        return GuildSettings(
            guild_id=guild_id,
            channel_ids=tuple(json.loads(row.channel_ids)),
            role_id=row.role_id,
            role_pinged_at=row.role_pinged_at,
            pace=Pace(row.pace),
        )

    async def put_settings(self, settings: GuildSettings) -> None:
        """Set all of the server's settings."""
        await self._ensure(settings.guild_id)
        table = schema.guilds
        await self.connection.execute(
            sa.update(table)
            .where(table.c.id == settings.guild_id)
            .values(
                channel_ids=json.dumps(settings.channel_ids),
                role_id=settings.role_id,
                role_pinged_at=settings.role_pinged_at,
                pace=settings.pace.value,
            )
        )

    async def next_number(self, guild_id: int) -> int:
        """Count one table more in the server and return its number."""
        await self._ensure(guild_id)
        table = schema.guilds
        await self.connection.execute(
            sa.update(table)
            .where(table.c.id == guild_id)
            .values(tables_opened=table.c.tables_opened + 1)
        )
        query = sa.select(table.c.tables_opened).where(table.c.id == guild_id)
        return int((await self.connection.execute(query)).scalar_one())

    async def preferences(self, user_id: int) -> Preferences:
        """The user's preferences, or what holds without any."""
        row = (await self.connection.execute(_PREFERENCES, {"user": user_id})).first()
        if row is None:
            return Preferences()
        return Preferences(row.hand_order, row.deck, row.plays_at)

    async def put_preferences(self, user_id: int, preferences: Preferences) -> None:
        """Set all of the user's preferences."""
        table = schema.users
        await self.connection.execute(sa.delete(table).where(table.c.id == user_id))
        row = dataclasses.asdict(preferences) | {"id": user_id}
        await self.connection.execute(sa.insert(table).values(row))

    async def _row(self, guild_id: int) -> sa.Row[Any] | None:
        table = schema.guilds
        return (
            await self.connection.execute(sa.select(table).where(table.c.id == guild_id))
        ).first()

    async def _ensure(self, guild_id: int) -> None:
        if await self._row(guild_id) is None:
            row = {
                "id": guild_id,
                "channel_ids": "[]",
                "role_pinged_at": 0,
                "pace": Pace.OFFICIAL.value,
                "tables_opened": 0,
            }
            await self.connection.execute(sa.insert(schema.guilds).values(row))


@dataclasses.dataclass(frozen=True, slots=True)
class Deadlines:
    """What is due when: one deadline of a kind for each table."""

    connection: Connection

    async def put(self, deadline: Deadline) -> None:
        """Set a deadline, in place of the one before."""
        kind = deadline.kind.value
        given = {"match": deadline.match_id, "of_kind": kind}
        given |= {"due": deadline.due_at, "told": deadline.shown_at}
        if (await self.connection.execute(_PUT_OFF, given)).rowcount == 0:
            row = dataclasses.asdict(deadline) | {"kind": kind}
            await self.connection.execute(_NEW_DEADLINE, row)

    async def clear(self, match_id: int, *kinds: DeadlineKind) -> None:
        """Drop deadlines of these kinds; of all kinds where none is named."""
        table = schema.deadlines
        names = [kind.value for kind in kinds or DeadlineKind]
        await self.connection.execute(
            sa.delete(table).where(table.c.match_id == match_id, table.c.kind.in_(names))
        )

    async def get(self, match_id: int, kind: DeadlineKind) -> Deadline | None:
        """The table's deadline of a kind."""
        given = {"match": match_id, "of_kind": kind.value}
        row = (await self.connection.execute(_DEADLINE, given)).first()
        return None if row is None else _deadline(row)

    async def nearest(self, limit: int) -> list[Deadline]:
        """The next few deadlines, the nearest first."""
        rows = await self.connection.execute(_NEAREST, {"most": limit})
        return [_deadline(row) for row in rows]

    async def of_kinds(self, *kinds: DeadlineKind) -> set[int]:
        """The tables that have a deadline of one of these kinds."""
        table = schema.deadlines
        query = sa.select(table.c.match_id).where(table.c.kind.in_([kind.value for kind in kinds]))
        return set((await self.connection.scalars(query)).all())

    async def passed(self, kind: DeadlineKind, *, before: int) -> list[Deadline]:
        """The deadlines of a kind that were due before a time."""
        table = schema.deadlines
        query = sa.select(table).where(table.c.kind == kind.value, table.c.due_at < before)
        return [_deadline(row) for row in await self.connection.execute(query)]


def _deadline(row: sa.Row[Any]) -> Deadline:
    return Deadline(row.match_id, DeadlineKind(row.kind), row.due_at, row.shown_at)
