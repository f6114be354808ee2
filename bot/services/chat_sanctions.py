"""What follows from what was said, and how it is taken back: strikes, bans, pardons, exceptions."""

import dataclasses
from collections.abc import Callable, Sequence
from typing import Final

from bot.services.chat_records import STRIKES_COUNT_MS, ChatRecords
from bot.services.errors import Denied, Problem
from bot.services.tables import Tables
from moderation import Context, Label, Reason, folded, judge
from storage.records import MatchInfo
from storage.sanction_records import Ban, ChatSettings, Incident, Rung, Timeout
from storage.work import Work

HOUR_MS: Final = 60 * 60_000
GRAVE: Final = frozenset({Reason.SLUR.value, Reason.THREAT.value})
"""For these the first strike is a ban."""
GRAVE_HOURS: Final = 24
MOST_EXCEPTIONS: Final = 200
FORGIVE: Final = "forgive"
"""The kind of the votes by which opponents pardon; their scope is the incident."""


Watcher = Callable[[int, frozenset[int]], None]
"""Told of a server, and of its tables, where strikes or bans have changed; it must not block."""


class ChatSanctions(ChatRecords):
    """Gives strikes and bans, and takes them back."""

    def __init__(self, tables: Tables) -> None:
        super().__init__(tables)
        self.watchers: list[Watcher] = []
        self.listeners: list[Callable[[int], None]] = []
        """Told of a table where something was blocked or reported; they must not block."""

    def changed(self, guild_id: int, *match_ids: int) -> None:
        """Tell the watchers, after the commit."""
        for watch in self.watchers:
            watch(guild_id, frozenset(match_ids))

    def stored(self, incident: Incident) -> None:
        """Tell the listeners of an incident, after the commit; the watchers of a strike."""
        for listen in self.listeners:
            listen(incident.match_id)
        if incident.strike:
            self.changed(incident.guild_id, incident.match_id)

    async def next_rung(
        self, work: Work, settings: ChatSettings, incident: Incident
    ) -> tuple[Rung, int | None]:
        """What follows from one more strike, and for how many hours."""
        if GRAVE & set(incident.reasons):
            return Rung.BAN, GRAVE_HOURS
        since = self.tables.now() - STRIKES_COUNT_MS
        before = await work.sanctions.strikes(incident.guild_id, incident.user_id, since=since)
        match len(before):
            case 0:
                return Rung.NOTICE, None
            case 1:
                return Rung.MUTE, None
            case count:
                return Rung.BAN, settings.ladder[min(count - 2, len(settings.ladder) - 1)]

    async def ban_for(self, work: Work, incident: Incident, hours: int) -> Ban:
        """The ban that follows from a strike."""
        now = self.tables.now()
        return await self._ban(
            work,
            Ban(
                guild_id=incident.guild_id,
                user_id=incident.user_id,
                at=now,
                until=now + hours * HOUR_MS,
                incident_id=incident.id,
            ),
        )

    async def _ban(self, work: Work, ban: Ban) -> Ban:
        settings = await work.sanctions.settings(ban.guild_id)
        due = Timeout.DUE if settings.timeouts else None
        return await work.sanctions.ban(dataclasses.replace(ban, timeout=due))

    async def ban(
        self, guild_id: int, user_id: int, *, hours: int | None, by: int, why: str = ""
    ) -> Ban:
        """A moderator bans somebody from the tables, without an end where ``hours`` is None."""
        now = self.tables.now()
        until = None if hours is None else now + hours * HOUR_MS
        given = Ban(guild_id=guild_id, user_id=user_id, at=now, until=until, by=by, why=why)
        async with self.tables.database.write() as work:
            given = await self._ban(work, given)
        self.changed(guild_id)
        return given

    async def timeouts(self, guild_id: int) -> list[Ban]:
        """A server's bans whose timeouts are to be given or stand, by user."""
        async with self.tables.database.read() as work:
            return await work.sanctions.timeouts(guild_id, Timeout.DUE, Timeout.GIVEN)

    async def with_timeouts(self) -> list[int]:
        """The servers with timeouts that are to be given or stand."""
        async with self.tables.database.read() as work:
            return await work.sanctions.with_timeouts(Timeout.DUE, Timeout.GIVEN)

    async def put_timeouts(self, bans: Sequence[Ban], state: Timeout) -> None:
        """Note how far the timeouts of these bans have come."""
        async with self.tables.database.write() as work:
            for ban in bans:
                await work.sanctions.put_timeout(ban.id, state)

    async def pardon(self, guild_id: int, user_id: int, *, by: int) -> tuple[int, int]:
        """Take back all strikes that count and lift all bans; how many of each.

        Raises Denied for oneself.
        """
        if by == user_id:
            raise Denied(Problem.OWN_INCIDENT)
        now = self.tables.now()
        async with self.tables.database.write() as work:
            strikes = await work.sanctions.strikes(guild_id, user_id, since=now - STRIKES_COUNT_MS)
            for strike in strikes:
                await work.sanctions.change_incident(
                    strike.id, undone_at=now, undone_by=by, untold=False
                )
            bans = [
                ban.id for ban in await work.sanctions.bans_of(guild_id, user_id) if ban.holds(now)
            ]
            await work.sanctions.lift(bans, at=now, by=by)
        self.changed(guild_id, *(strike.match_id for strike in strikes))
        return len(strikes), len(bans)

    async def undo(self, incident_id: int, by: int) -> Incident:
        """It was a mistake: the strike and what followed from it are taken back, once.

        Raises Denied where it was taken back before, and for one's own.
        """
        async with self.tables.database.write() as work:
            incident = await self._standing(work, incident_id)
            if incident.user_id == by:
                raise Denied(Problem.OWN_INCIDENT)
            incident = await self._take_back(work, incident, by)
        self.changed(incident.guild_id, incident.match_id)
        return incident

    async def _standing(self, work: Work, incident_id: int) -> Incident:
        """An incident that was not taken back. Raises Denied for any other."""
        incident = await work.sanctions.incident(incident_id)
        if incident is None or incident.undone_at is not None:
            raise Denied(Problem.UNDONE)
        return incident

    async def _take_back(self, work: Work, incident: Incident, by: int | None) -> Incident:
        now = self.tables.now()
        await work.sanctions.change_incident(incident.id, undone_at=now, undone_by=by, untold=False)
        await self._lift_following(work, incident, by)
        return dataclasses.replace(incident, undone_at=now, undone_by=by)

    async def _lift_following(self, work: Work, incident: Incident, by: int | None) -> None:
        bans = await work.sanctions.bans_of(incident.guild_id, incident.user_id)
        following = [ban.id for ban in bans if ban.incident_id == incident.id]
        await work.sanctions.lift(following, at=self.tables.now(), by=by)

    async def raise_rung(self, incident_id: int, by: int) -> tuple[Incident, Ban | None]:
        """A moderator finds an incident graver: it becomes a strike, or leads to a longer ban.

        Raises Denied where it was taken back, and for one's own.
        """
        async with self.tables.database.write() as work:
            incident = await self._standing(work, incident_id)
            if incident.user_id == by:
                raise Denied(Problem.OWN_INCIDENT)
            info = await work.matches.get(incident.match_id)
            settings = await work.sanctions.settings(
                incident.guild_id, info.channel_id if info is not None else 0
            )
            rung, hours = await self._higher(work, settings, incident)
            incident = dataclasses.replace(incident, strike=True, rung=rung, untold=True)
            await work.sanctions.change_incident(
                incident.id, strike=True, rung=rung.value, untold=True
            )
            ban = None
            if hours is not None:
                await self._lift_following(work, incident, by)
                ban = await self.ban_for(work, incident, hours)
        self.changed(incident.guild_id, incident.match_id)
        return incident, ban

    async def _higher(
        self, work: Work, settings: ChatSettings, incident: Incident
    ) -> tuple[Rung, int | None]:
        if not incident.strike:
            rung, hours = await self.next_rung(work, settings, incident)
            if rung is not Rung.MUTE:
                return rung, hours
        before = await work.sanctions.ban_after(incident.id)
        lasted = 0 if before is None or before.until is None else before.until - before.at
        longer = [hours for hours in settings.ladder if hours * HOUR_MS > lasted]
        # A round that is over cannot be sat out in silence: after the notice comes a ban.
        return Rung.BAN, min(longer, default=settings.ladder[-1])

    async def forgive(self, incident_id: int, user_id: int) -> tuple[Incident, list[int]]:
        """An opponent pardons a reveal; the incident, and which opponents have not done so.

        With the last of them the strike is taken back. Raises Denied for anybody else, before the
        table was asked, and where there is nothing to pardon.
        """
        async with self.tables.database.write() as work:
            incident = await self._standing(work, incident_id)
            info = await work.matches.get(incident.match_id)
            judges = [] if info is None else opponents_of(info, incident.user_id)
            asked = incident.recalled_at is not None and may_be_forgiven(incident)
            if not asked or user_id not in judges:
                raise Denied(Problem.NOT_AN_OPPONENT)
            voters = await work.matches.vote(incident.match_id, FORGIVE, incident.id, user_id)
            missing = [judge_id for judge_id in judges if judge_id not in voters]
            if not missing:
                incident = await self._take_back(work, incident, None)
        self.changed(incident.guild_id, incident.match_id)
        return incident, missing

    async def still_to_forgive(self, incident: Incident, judges: list[int]) -> list[int]:
        """Those of the opponents who have not pardoned."""
        async with self.tables.database.read() as work:
            voters = await work.matches.voters(incident.match_id, FORGIVE, incident.id)
        return [each for each in judges if each not in voters]

    async def noticed(self, incident: Incident) -> None:
        """Its author has been told."""
        async with self.tables.database.write() as work:
            await work.sanctions.told(incident, at=self.tables.now())

    async def not_told(self, incident_id: int) -> None:
        """Its author cannot or need not be told: nobody tries again."""
        async with self.tables.database.write() as work:
            await work.sanctions.change_incident(incident_id, untold=False)

    async def deny(self, incident_id: int, user_id: int) -> None:
        """Its author says that he revealed nothing. Raises Denied for anybody else."""
        async with self.tables.database.write() as work:
            await self._own(work, incident_id, user_id)
            await work.sanctions.change_incident(incident_id, denied=True)

    async def seal(self, incident_id: int, user_id: int) -> None:
        """Keep its text for the table, which reads it when the round is over.

        Raises Denied for anybody else, and for what may not be said then either.
        """
        async with self.tables.database.write() as work:
            incident = await self._own(work, incident_id, user_id)
            if incident.recalled_at is not None or not may_be_sealed(incident):
                raise Denied(Problem.CANNOT_BE_SEALED)
            await work.sanctions.change_incident(incident_id, sealed=True)

    async def _own(self, work: Work, incident_id: int, user_id: int) -> Incident:
        incident = await work.sanctions.incident(incident_id)
        if incident is None or incident.user_id != user_id:
            raise Denied(Problem.NOT_YOURS)
        return incident

    async def except_text_of(self, incident_id: int, by: int) -> None:
        """Never block again on this server what was said in an incident.

        Raises Denied where it was not taken back, or its text is no longer known, for one's own,
        and where there are too many already.
        """
        async with self.tables.database.write() as work:
            incident = await work.sanctions.incident(incident_id)
            if incident is None or incident.undone_at is None or not folded(incident.text or ""):
                raise Denied(Problem.STALE)
            if incident.user_id == by:
                raise Denied(Problem.OWN_INCIDENT)
            guild_id = incident.guild_id
            if len(await work.sanctions.exceptions(guild_id)) >= MOST_EXCEPTIONS:
                raise Denied(Problem.TOO_MANY_EXCEPTIONS)
            text = folded(incident.text or "")
            await work.sanctions.except_text(guild_id, text, by=by, at=self.tables.now())

    async def drop_exception(self, guild_id: int, exception_id: int) -> bool:
        """Block again what a server had excepted; whether there was such an exception."""
        async with self.tables.database.write() as work:
            return await work.sanctions.drop_exception(guild_id, exception_id)


def opponents_of(info: MatchInfo, user_id: int) -> list[int]:
    """The people who play against somebody at a table; nobody where he does not sit there."""
    seat = info.seat_of(user_id)
    if seat is None:
        return []
    return [each.user_id for each in info.people if (each.seat - seat) % 2 and each.user_id]


def may_be_forgiven(incident: Incident) -> bool:
    """Whether opponents may pardon it: a strike for a reveal, which they are the ones harmed by."""
    return incident.strike and incident.undone_at is None and incident.label == Label.REVEAL


def may_be_sealed(incident: Incident) -> bool:
    """Whether a text may be said once the round is over: no insult, and something to read."""
    if incident.label != Label.REVEAL or not (incident.text or "").strip():
        return False
    return judge(incident.text or "", Context(phase="between_rounds")).label is Label.OK
