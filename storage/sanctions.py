"""What was said against the rules, what followed from it, and how a server wants it handled."""

import dataclasses
import enum
import json
from collections.abc import Sequence
from typing import Any

import sqlalchemy as sa

from storage import schema
from storage.in_place import Connection

WHOLE_SERVER = 0
"""In place of a channel's id: what holds where a channel has no settings of its own."""


class Mode(enum.Enum):
    """How a server wants the chat at its tables handled."""

    DELETE = "apagar"
    OFF = "desligada"


class Rung(enum.Enum):
    """What follows from a strike, from a word to a week."""

    NOTICE = "aviso"
    MUTE = "mudo"
    BAN = "suspenso"


@dataclasses.dataclass(frozen=True, slots=True)
class ChatSettings:
    """The chat rule of a server, or of one channel where tables stand.

    ``rigor`` is a value of ``moderation.Rigor``. ``ladder`` are the hours of the bans that follow
    on the first notice and on the mute, one after the other; the last one repeats.
    """

    guild_id: int
    channel_id: int = WHOLE_SERVER
    mode: Mode = Mode.DELETE
    rigor: str = "rigoroso"
    forbid_swearing: bool = False
    log_channel_id: int | None = None
    ladder: tuple[int, ...] = (1, 24, 168)


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class Incident:
    """A message that was blocked, with what is needed to explain and to undo it.

    ``text`` is None once it is no longer kept. ``turn`` is the user whose turn it was.
    """

    id: int = 0
    guild_id: int
    match_id: int
    seq: int
    round: int | None
    turn: int | None
    user_id: int
    message_id: int | None
    surface: str
    at: int
    label: str
    confidence: float
    reasons: tuple[str, ...]
    text: str | None
    strike: bool
    rung: Rung | None = None
    noticed_at: int | None = None
    denied: bool = False
    undone_at: int | None = None
    undone_by: int | None = None
    logged_at: int | None = None


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class Ban:
    """A ban from a server's tables; ``until`` is None until somebody pardons it.

    ``incident_id`` is None for one that a moderator gave, who is ``by`` then.
    """

    id: int = 0
    guild_id: int
    user_id: int
    at: int
    until: int | None
    incident_id: int | None = None
    by: int | None = None
    why: str = ""
    lifted_at: int | None = None
    lifted_by: int | None = None


@dataclasses.dataclass(frozen=True, slots=True)
class Held:
    """How much is stored about a user: tables, incidents, those with their text, bans."""

    tables: int
    incidents: int
    texts: int
    bans: int


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
        if row is None:
            return ChatSettings(guild_id)
        return ChatSettings(
            guild_id=guild_id,
            channel_id=row.channel_id,
            mode=Mode(row.mode),
            rigor=row.rigor,
            forbid_swearing=row.forbid_swearing,
            log_channel_id=row.log_channel_id,
            ladder=tuple(json.loads(row.ladder)),
        )

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

    async def is_muted(self, match_id: int, user_id: int, *, round_number: int | None) -> bool:
        """Whether a user may not write at a table until its round ends."""
        table = schema.incidents
        query = sa.select(table.c.id).where(
            table.c.match_id == match_id,
            table.c.user_id == user_id,
            table.c.rung == Rung.MUTE.value,
            table.c.undone_at.is_(None),
            table.c.round.is_not_distinct_from(round_number),
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

    async def unlogged(self) -> list[int]:
        """The tables with incidents that do not stand in a log."""
        table = schema.incidents
        query = sa.select(table.c.match_id).where(table.c.logged_at.is_(None)).distinct()
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
        row = dataclasses.asdict(ban)
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
        return [Ban(**row._mapping) for row in await self.connection.execute(query)]  # noqa: SLF001 - SQLAlchemy's public name for it

    async def banned_until(self, guild_id: int, user_id: int, *, now: int) -> Ban | None:
        """The ban that holds the longest now, if any does."""
        holding = [
            ban
            for ban in await self.bans_of(guild_id, user_id)
            if ban.lifted_at is None and (ban.until is None or ban.until > now)
        ]
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


def _new_id(result: sa.CursorResult[Any]) -> int:
    key = result.inserted_primary_key
    assert key is not None, "one row was inserted"
    return int(key[0])
