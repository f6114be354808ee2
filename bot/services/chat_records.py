"""What was blocked at tables, as its author and the moderators may read it."""

import dataclasses
from collections import Counter
from collections.abc import Sequence
from typing import Final

from bot.services.tables import Live, Tables
from storage.records import MatchInfo, Status
from storage.sanction_records import Ban, ChatSettings, Except, Held, Incident, Mode, Rung

STRIKES_COUNT_MS: Final = 30 * 24 * 60 * 60_000
"""How long a strike counts."""
LONGEST_HISTORY: Final = 25


@dataclasses.dataclass(frozen=True, slots=True)
class AtTable:
    """What a table's message shows of its chat.

    ``speak`` is whether people speak through the bot alone; the seats in ``yellow`` have one strike
    in this match, those in ``red`` more, or a ban.
    """

    speak: bool
    yellow: frozenset[int]
    red: frozenset[int]


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

    async def table_at(self, place_id: int) -> MatchInfo | None:
        """The table that stands in a thread or channel, or the newest that did."""
        async with self.tables.database.read() as work:
            return await work.matches.at_thread(place_id)

    async def to_log(self, match_id: int) -> list[Incident]:
        """What a moderator may read of a table now, and has not in the log."""
        _, incidents = await self._of_rounds_over(match_id)
        return [incident for incident in incidents if incident.logged_at is None]

    async def to_recall(self, match_id: int) -> tuple[Live, list[Incident]]:
        """A table, and what it may be told by now and was not."""
        live, incidents = await self._of_rounds_over(match_id)
        return live, [incident for incident in incidents if incident.recalled_at is None]

    async def _of_rounds_over(self, match_id: int) -> tuple[Live, list[Incident]]:
        """A table, and the incidents of its rounds that are over."""
        async with self.tables.database.read() as work:
            live = await self.tables.load(work, match_id)
            return live, [
                incident
                for incident in await work.sanctions.incidents_at(match_id)
                if not (is_running(live) and incident.round == round_of(live))
            ]

    async def recalled(self, match_id: int, incident_ids: Sequence[int]) -> None:
        """The table has been told of these; what was sealed is not kept any longer."""
        async with self.tables.database.write() as work:
            for incident_id in incident_ids:
                await work.sanctions.change_incident(incident_id, recalled_at=self.tables.now())
            await work.sanctions.drop_told_texts(match_id)

    async def logged(self, incidents: Sequence[Incident]) -> None:
        """These stand in the log now."""
        async with self.tables.database.write() as work:
            for each in incidents:
                await work.sanctions.change_incident(each.id, logged_at=self.tables.now())
            for match_id in {each.match_id for each in incidents}:
                await work.sanctions.drop_told_texts(match_id)

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

    async def pair(self, guild_id: int, first: int, second: int) -> list[Incident]:
        """What two users were blocked for at the tables where both have played."""
        async with self.tables.database.read() as work:
            return await work.sanctions.incidents_of_pair(
                guild_id, (first, second), most=LONGEST_HISTORY
            )

    async def at_table(self, info: MatchInfo) -> AtTable:
        """What a table's message shows of its chat."""
        async with self.tables.database.read() as work:
            settings = await work.sanctions.settings(info.guild_id, info.channel_id)
            strikes = await work.sanctions.strikes_at(info.id)
        seats = Counter(info.seat_of(strike.user_id) for strike in strikes)
        banned = {info.seat_of(each.user_id) for each in strikes if each.rung is Rung.BAN}
        red = {seat for seat, count in seats.items() if count > 1 or seat in banned}
        return AtTable(
            speak=settings.mode is Mode.SPEAK,
            yellow=frozenset(int(seat) for seat in set(seats) - red if seat is not None),
            red=frozenset(int(seat) for seat in red if seat is not None),
        )

    async def untold(self) -> list[Incident]:
        """What authors have not been told of, as after a crash."""
        async with self.tables.database.read() as work:
            return await work.sanctions.untold()

    async def untold_one(self, incident_id: int) -> tuple[Incident, Ban | None] | None:
        """An incident of which its author has still to be told, and the ban that followed."""
        async with self.tables.database.read() as work:
            incident = await work.sanctions.incident(incident_id)
            if incident is None or not incident.untold:
                return None
            return incident, await work.sanctions.ban_after(incident_id)

    async def with_automod(self) -> list[ChatSettings]:
        """The settings of the servers that have a rule of Discord's AutoMod."""
        async with self.tables.database.read() as work:
            return await work.sanctions.with_automod()

    async def settings_of_channels(self, guild_id: int) -> list[ChatSettings]:
        """The settings of the server's channels that have their own."""
        async with self.tables.database.read() as work:
            return await work.sanctions.settings_of_channels(guild_id)

    async def exceptions(self, guild_id: int) -> list[Except]:
        """The texts that a server does not want blocked."""
        async with self.tables.database.read() as work:
            return await work.sanctions.exceptions(guild_id)

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

    async def to_be_recalled(self) -> list[int]:
        """The tables with incidents of which they were not told yet."""
        async with self.tables.database.read() as work:
            return await work.sanctions.unrecalled()

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
