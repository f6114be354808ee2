"""What was said against the rules, what followed from it, and how a server wants it handled."""

import dataclasses
import json
from collections.abc import Sequence
from typing import Any

import sqlalchemy as sa

from storage import schema
from storage.in_place import Connection
from storage.sanction_records import (
    WHOLE_SERVER,
    Ban,
    ChatSettings,
    Except,
    Held,
    Incident,
    Mode,
    Rung,
    Timeout,
)


@dataclasses.dataclass(frozen=True, slots=True)
class Sanctions:
    """Settings, incidents and bans, inside one transaction."""

    connection: Connection

    async def settings(self, guild_id: int, channel_id: int = WHOLE_SERVER) -> ChatSettings:
        """What holds in a channel: its own settings, the server's, or what holds without any."""
        table = schema.chat_settings
        query = (
            sa.select(table)
            .where(table.c.guild_id == guild_id, table.c.channel_id.in_((channel_id, WHOLE_SERVER)))
            .order_by(table.c.channel_id.desc())
        )
        row = (await self.connection.execute(query)).first()
        return ChatSettings(guild_id) if row is None else _settings(row)

    async def settings_of_channels(self, guild_id: int) -> list[ChatSettings]:
        """The settings of the server's channels that have their own."""
        table = schema.chat_settings
        query = sa.select(table).where(
            table.c.guild_id == guild_id, table.c.channel_id != WHOLE_SERVER
        )
        return [_settings(row) for row in await self.connection.execute(query)]

    async def with_automod(self) -> list[ChatSettings]:
        """The settings of the servers that have a rule of Discord's AutoMod."""
        table = schema.chat_settings
        query = sa.select(table).where(
            table.c.channel_id == WHOLE_SERVER, table.c.automod_rule_id.is_not(None)
        )
        return [_settings(row) for row in await self.connection.execute(query)]

    async def put_settings(self, settings: ChatSettings) -> None:
        """Set all settings of a server or a channel."""
        table = schema.chat_settings
        await self.connection.execute(
            sa.delete(table).where(
                table.c.guild_id == settings.guild_id, table.c.channel_id == settings.channel_id
            )
        )
        row = dataclasses.asdict(settings) | {
            "mode": settings.mode.value,
            "ladder": json.dumps(settings.ladder),
        }
        await self.connection.execute(sa.insert(table).values(row))

    async def add(self, incident: Incident) -> Incident:
        """Note an incident; the same with its number."""
        row = _incident_row(incident)
        del row["id"]
        result = await self.connection.execute(sa.insert(schema.incidents).values(row))
        return dataclasses.replace(incident, id=_new_id(result))

    async def incident(self, incident_id: int) -> Incident | None:
        """One incident."""
        table = schema.incidents
        query = sa.select(table).where(table.c.id == incident_id)
        row = (await self.connection.execute(query)).first()
        return None if row is None else _incident(row)

    async def change_incident(self, incident_id: int, **values: Any) -> None:
        """Set columns of an incident."""
        table = schema.incidents
        await self.connection.execute(
            sa.update(table).where(table.c.id == incident_id).values(**values)
        )

    async def strikes(self, guild_id: int, user_id: int, *, since: int) -> list[Incident]:
        """The strikes of a user that count, the oldest first: not undone, and not before a time."""
        table = schema.incidents
        query = (
            sa.select(table)
            .where(
                table.c.guild_id == guild_id,
                table.c.user_id == user_id,
                table.c.strike.is_(True),
                table.c.undone_at.is_(None),
                table.c.at >= since,
            )
            .order_by(table.c.id)
        )
        return [_incident(row) for row in await self.connection.execute(query)]

    async def incidents_of(self, guild_id: int, user_id: int, *, most: int) -> list[Incident]:
        """What a user was blocked for on a server, the newest first."""
        table = schema.incidents
        query = (
            sa.select(table)
            .where(table.c.guild_id == guild_id, table.c.user_id == user_id)
            .order_by(table.c.id.desc())
            .limit(most)
        )
        return [_incident(row) for row in await self.connection.execute(query)]

    async def incidents_at(self, match_id: int) -> list[Incident]:
        """What was blocked at a table, the oldest first."""
        table = schema.incidents
        query = sa.select(table).where(table.c.match_id == match_id).order_by(table.c.id)
        return [_incident(row) for row in await self.connection.execute(query)]

    async def is_muted(
        self, match_id: int, user_id: int, *, round_number: int | None, from_seq: int
    ) -> bool:
        """Whether a user was muted at a table in this round, from one of its events on."""
        table = schema.incidents
        query = sa.select(table.c.id).where(
            table.c.match_id == match_id,
            table.c.user_id == user_id,
            table.c.rung == Rung.MUTE.value,
            table.c.undone_at.is_(None),
            table.c.round.is_not_distinct_from(round_number),
            table.c.seq >= from_seq,
        )
        return (await self.connection.execute(query.limit(1))).first() is not None

    async def was_told_late(self, match_id: int, user_id: int, *, at: int) -> bool:
        """Whether a user has a strike at a table of which he had not been told at some time."""
        table = schema.incidents
        query = sa.select(table.c.id).where(
            table.c.match_id == match_id,
            table.c.user_id == user_id,
            table.c.strike.is_(True),
            table.c.undone_at.is_(None),
            table.c.noticed_at.is_(None) | (table.c.noticed_at >= at),
        )
        return (await self.connection.execute(query.limit(1))).first() is not None

    async def told(self, incident: Incident, *, at: int) -> None:
        """Note that its author knows by now: of this one, and of those before it at the table."""
        table = schema.incidents
        mine = (table.c.match_id == incident.match_id) & (table.c.user_id == incident.user_id)
        await self.connection.execute(
            sa.update(table)
            .where(mine, table.c.id <= incident.id, table.c.noticed_at.is_(None))
            .values(noticed_at=at, untold=False)
        )

    async def untold(self) -> list[Incident]:
        """The incidents of which their authors have still to be told, the oldest first."""
        table = schema.incidents
        query = sa.select(table).where(table.c.untold.is_(True)).order_by(table.c.id)
        return [_incident(row) for row in await self.connection.execute(query)]

    async def strikes_at(self, match_id: int) -> list[Incident]:
        """The strikes that hold at a table, the oldest first."""
        table = schema.incidents
        query = (
            sa.select(table)
            .where(
                table.c.match_id == match_id,
                table.c.strike.is_(True),
                table.c.undone_at.is_(None),
            )
            .order_by(table.c.id)
        )
        return [_incident(row) for row in await self.connection.execute(query)]

    async def incidents_of_pair(
        self, guild_id: int, pair: tuple[int, int], *, most: int
    ) -> list[Incident]:
        """What either of two users was blocked for where both have played, the newest first."""
        table, history = schema.incidents, schema.seat_history
        both = [
            sa.select(history.c.match_id).where(history.c.user_id == user_id) for user_id in pair
        ]
        query = (
            sa.select(table)
            .where(
                table.c.guild_id == guild_id,
                table.c.user_id.in_(pair),
                *(table.c.match_id.in_(matches) for matches in both),
            )
            .order_by(table.c.id.desc())
            .limit(most)
        )
        return [_incident(row) for row in await self.connection.execute(query)]

    async def drop_told_texts(self, match_id: int) -> None:
        """Drop the texts that were sealed and have been shown, to the table and in the log."""
        table = schema.incidents
        await self.connection.execute(
            sa.update(table)
            .where(
                table.c.match_id == match_id,
                table.c.sealed.is_(True),
                table.c.recalled_at.is_not(None),
                table.c.logged_at.is_not(None),
            )
            .values(text=None)
        )

    async def except_text(self, guild_id: int, text: str, *, by: int, at: int) -> None:
        """Add a server's own exception; twice is once."""
        if not await self.is_excepted(guild_id, text):
            row = {"guild_id": guild_id, "text": text, "by": by, "at": at}
            await self.connection.execute(sa.insert(schema.chat_exceptions).values(row))

    async def is_excepted(self, guild_id: int, text: str) -> bool:
        """Whether a server does not want this text blocked."""
        table = schema.chat_exceptions
        query = sa.select(table.c.id).where(table.c.guild_id == guild_id, table.c.text == text)
        return (await self.connection.execute(query)).first() is not None

    async def exceptions(self, guild_id: int) -> list[Except]:
        """A server's own exceptions, the oldest first."""
        table = schema.chat_exceptions
        query = sa.select(table).where(table.c.guild_id == guild_id).order_by(table.c.id)
        return [Except(**row._mapping) for row in await self.connection.execute(query)]  # noqa: SLF001 - SQLAlchemy's public name for it

    async def drop_exception(self, guild_id: int, exception_id: int) -> bool:
        """Drop one of a server's exceptions; whether there was such a one."""
        table = schema.chat_exceptions
        mine = (table.c.guild_id == guild_id) & (table.c.id == exception_id)
        return (await self.connection.execute(sa.delete(table).where(mine))).rowcount > 0

    async def unlogged(self) -> list[int]:
        """The tables with incidents that do not stand in a log."""
        table = schema.incidents
        query = sa.select(table.c.match_id).where(table.c.logged_at.is_(None)).distinct()
        return list((await self.connection.scalars(query)).all())

    async def unrecalled(self) -> list[int]:
        """The tables with incidents of which they were not told after the round."""
        table = schema.incidents
        query = sa.select(table.c.match_id).where(table.c.recalled_at.is_(None)).distinct()
        return list((await self.connection.scalars(query)).all())

    async def tell_rule(self, guild_id: int, user_id: int, *, at: int) -> bool:
        """Note that a user is told the chat rule on a server; whether it is the first time."""
        table = schema.rules_told
        mine = (table.c.guild_id == guild_id) & (table.c.user_id == user_id)
        if (await self.connection.execute(sa.select(table).where(mine))).first() is not None:
            return False
        row = {"guild_id": guild_id, "user_id": user_id, "at": at}
        await self.connection.execute(sa.insert(table).values(row))
        return True

    async def held(self, user_id: int) -> Held:
        """How much is stored about a user, on all servers."""

        async def count(table: sa.Table, *more: sa.ColumnElement[bool]) -> int:
            query = sa.select(sa.func.count()).select_from(table)
            rows = await self.connection.execute(query.where(table.c.user_id == user_id, *more))
            return int(rows.scalar_one())

        incidents = schema.incidents
        return Held(
            tables=await count(schema.seat_history),
            incidents=await count(incidents),
            texts=await count(incidents, incidents.c.text.is_not(None)),
            bans=await count(schema.bans),
        )

    async def forget_texts(self, *, before: int) -> int:
        """Drop the texts of incidents before a time; how many there were."""
        table = schema.incidents
        result = await self.connection.execute(
            sa.update(table).where(table.c.at < before, table.c.text.is_not(None)).values(text=None)
        )
        return int(result.rowcount)

    async def ban(self, ban: Ban) -> Ban:
        """Ban somebody; the same with its number."""
        row = dataclasses.asdict(ban) | {"timeout": ban.timeout and ban.timeout.value}
        del row["id"]
        result = await self.connection.execute(sa.insert(schema.bans).values(row))
        return dataclasses.replace(ban, id=_new_id(result))

    async def bans_of(self, guild_id: int, user_id: int) -> list[Ban]:
        """All bans of a user on a server, the newest first."""
        table = schema.bans
        query = (
            sa.select(table)
            .where(table.c.guild_id == guild_id, table.c.user_id == user_id)
            .order_by(table.c.id.desc())
        )
        return [_ban(row) for row in await self.connection.execute(query)]

    async def ban_after(self, incident_id: int) -> Ban | None:
        """The newest ban that followed from an incident."""
        table = schema.bans
        query = sa.select(table).where(table.c.incident_id == incident_id)
        row = (await self.connection.execute(query.order_by(table.c.id.desc()))).first()
        return None if row is None else _ban(row)

    async def timeouts(self, *states: Timeout) -> list[Ban]:
        """The bans whose timeouts are in one of these states, the oldest first."""
        table = schema.bans
        query = sa.select(table).where(table.c.timeout.in_([state.value for state in states]))
        return [_ban(row) for row in await self.connection.execute(query.order_by(table.c.id))]

    async def put_timeout(self, ban_id: int, state: Timeout) -> None:
        """Note how far the timeout of a ban has come."""
        table = schema.bans
        await self.connection.execute(
            sa.update(table).where(table.c.id == ban_id).values(timeout=state.value)
        )

    async def banned_until(self, guild_id: int, user_id: int, *, now: int) -> Ban | None:
        """The ban that holds the longest now, if any does."""
        holding = [ban for ban in await self.bans_of(guild_id, user_id) if ban.holds(now)]
        if not holding:
            return None
        return max(holding, key=lambda ban: (ban.until is None, ban.until or 0))

    async def lift(self, ban_ids: Sequence[int], *, at: int, by: int | None) -> None:
        """End bans before their time."""
        table = schema.bans
        await self.connection.execute(
            sa.update(table)
            .where(table.c.id.in_(ban_ids), table.c.lifted_at.is_(None))
            .values(lifted_at=at, lifted_by=by)
        )

    async def forget_user(self, user_id: int) -> None:
        """Drop the texts that a user wrote; what followed from them stays with the servers."""
        table = schema.incidents
        await self.connection.execute(
            sa.update(table).where(table.c.user_id == user_id).values(text=None)
        )


def _settings(row: sa.Row[Any]) -> ChatSettings:
    values = dict(row._mapping)  # noqa: SLF001 - SQLAlchemy's public name for it
    values["mode"] = Mode(row.mode)
    values["ladder"] = tuple(json.loads(row.ladder))
    return ChatSettings(**values)


def _incident_row(incident: Incident) -> dict[str, Any]:
    return dataclasses.asdict(incident) | {
        "reasons": ",".join(incident.reasons),
        "rung": None if incident.rung is None else incident.rung.value,
    }


def _incident(row: sa.Row[Any]) -> Incident:
    values = dict(row._mapping)  # noqa: SLF001 - SQLAlchemy's public name for it
    values["reasons"] = tuple(filter(None, row.reasons.split(",")))
    values["rung"] = None if row.rung is None else Rung(row.rung)
    return Incident(**values)


def _ban(row: sa.Row[Any]) -> Ban:
    values = dict(row._mapping)  # noqa: SLF001 - same
    values["timeout"] = None if row.timeout is None else Timeout(row.timeout)
    return Ban(**values)


def _new_id(result: sa.CursorResult[Any]) -> int:
    key = result.inserted_primary_key
    assert key is not None, "one row was inserted"
    return int(key[0])
