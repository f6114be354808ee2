"""What was blocked at tables, as its author and the moderators may read it."""

from collections.abc import Sequence
from typing import Final

from bot.services.tables import Live, Tables
from storage.records import Status
from storage.sanctions import Ban, Held, Incident

STRIKES_COUNT_MS: Final = 30 * 24 * 60 * 60_000
"""How long a strike counts."""
LONGEST_HISTORY: Final = 25


class ChatRecords:
    """Reads what the service of the chat has stored, and drops texts."""

    def __init__(self, tables: Tables) -> None:
        self.tables = tables

    async def record_of(
        self, guild_id: int, user_id: int
    ) -> tuple[list[Incident], list[Incident], Ban | None]:
        """Of a user on a server: the strikes that count, the newest incidents, the ban in force."""
        now = self.tables.now()
        async with self.tables.database.read() as work:
            sanctions = work.sanctions
            return (
                await sanctions.strikes(guild_id, user_id, since=now - STRIKES_COUNT_MS),
                await sanctions.incidents_of(guild_id, user_id, most=LONGEST_HISTORY),
                await sanctions.banned_until(guild_id, user_id, now=now),
            )

    async def to_log(self, match_id: int) -> list[Incident]:
        """What a moderator may read of a table now: the incidents of rounds that are over."""
        async with self.tables.database.read() as work:
            live = await self.tables.load(work, match_id)
            return [
                incident
                for incident in await work.sanctions.incidents_at(match_id)
                if incident.logged_at is None
                and not (is_running(live) and incident.round == round_of(live))
            ]

    async def logged(self, incident_ids: Sequence[int]) -> None:
        """These stand in the log now."""
        async with self.tables.database.write() as work:
            for incident_id in incident_ids:
                await work.sanctions.change_incident(incident_id, logged_at=self.tables.now())

    async def forget_texts_of(self, user_id: int) -> None:
        """Drop the texts that a user wrote."""
        async with self.tables.database.write() as work:
            await work.sanctions.forget_user(user_id)

    async def incident(self, guild_id: int, incident_id: int) -> Incident | None:
        """An incident of a server by its number."""
        async with self.tables.database.read() as work:
            incident = await work.sanctions.incident(incident_id)
        return incident if incident is not None and incident.guild_id == guild_id else None

    async def readable(self, incidents: Sequence[Incident]) -> list[Incident]:
        """Those that a moderator may read, who may be playing: none of a round that runs."""
        running: dict[int, int | None] = {}
        async with self.tables.database.read() as work:
            for match_id in {incident.match_id for incident in incidents}:
                info = await work.matches.get(match_id)
                if info is not None and info.status is Status.LIVE:
                    live = await self.tables.load(work, match_id)
                    if is_running(live):
                        running[match_id] = round_of(live)
        return [
            incident
            for incident in incidents
            if incident.match_id not in running or running[incident.match_id] != incident.round
        ]

    async def table_numbers(self, incidents: Sequence[Incident]) -> dict[int, int]:
        """By what number each incident's table is known, by its match."""
        async with self.tables.database.read() as work:
            found = [
                await work.matches.get(match_id)
                for match_id in {incident.match_id for incident in incidents}
            ]
        return {info.id: info.number for info in found if info is not None}

    async def to_be_logged(self) -> list[int]:
        """The tables with incidents that no moderator could read yet."""
        async with self.tables.database.read() as work:
            return await work.sanctions.unlogged()

    async def rule_is_new(self, guild_id: int, user_id: int) -> bool:
        """Whether the user has not been told the chat rule on this server; he is from now on."""
        async with self.tables.database.write() as work:
            return await work.sanctions.tell_rule(guild_id, user_id, at=self.tables.now())

    async def held_about(self, user_id: int) -> Held:
        """How much is stored about a user, on all servers."""
        async with self.tables.database.read() as work:
            return await work.sanctions.held(user_id)


def round_of(live: Live) -> int | None:
    """The number of the round that was dealt last."""
    state = live.state
    return None if state is None or state.round is None else state.round.number


def is_running(live: Live) -> bool:
    """Whether a round is being played: one that was broken off stays without an end."""
    return live.info.status is Status.LIVE and live.turn is not None
