"""The chat rule at the tables: what is blocked, what follows, and how it is undone.

The sanction is stored first and told second: that a message cannot be delivered changes nothing.
"""

import dataclasses
from collections import OrderedDict, deque
from collections.abc import Sequence
from typing import Any, Final

from bot.services.chat_context import context_of
from bot.services.chat_records import STRIKES_COUNT_MS, ChatRecords, round_of
from bot.services.errors import Denied, Problem
from bot.services.tables import Live, Tables
from moderation import Action, Label, Reason, Rigor, Verdict, judge
from moderation.context import Event as Surface
from moderation.context import Said
from storage.records import MatchInfo, Status
from storage.sanctions import WHOLE_SERVER, Ban, ChatSettings, Incident, Mode, Rung
from storage.work import Work

HOUR_MS: Final = 60 * 60_000
TEXTS_KEPT_MS: Final = 30 * 24 * HOUR_MS
"""How long a removed text is kept."""
SWEEP_MS: Final = 6 * HOUR_MS
GRAVE: Final = frozenset({Reason.SLUR, Reason.THREAT})
"""For these the first strike is a ban."""
GRAVE_HOURS: Final = 24
PARTS: Final = 4
"""Messages over which one sentence may be split, and which are then removed as a whole."""
TOGETHER_MS: Final = 60_000


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class Written:
    """A message as it came, on any surface; ``at`` is when it was written, where that is known."""

    user_id: int
    name: str
    text: str
    message_id: int | None = None
    at: int | None = None
    surface: Surface = "send"
    reply_to: Said | None = None
    file_names: tuple[str, ...] = ()


@dataclasses.dataclass(frozen=True, slots=True)
class Ruling:
    """What is to be done with a message: nothing where it is neither blocked nor muted.

    ``remove`` are the messages to delete: the parts of a split sentence come along.
    """

    verdict: Verdict
    remove: tuple[int, ...] = ()
    incident: Incident | None = None
    ban: Ban | None = None
    muted: bool = False

    @property
    def blocked(self) -> bool:
        """Whether the message must go."""
        return self.incident is not None or self.muted


_PASSES: Final = Ruling(Verdict(Label.OK, Action.NONE, 0.0, ()))


@dataclasses.dataclass(frozen=True, slots=True)
class _Heard:
    at: int
    user_id: int
    message_id: int | None
    said: Said


class ModerationService(ChatRecords):
    """Judges what is written at tables, and keeps what followed."""

    def __init__(self, tables: Tables) -> None:
        super().__init__(tables)
        self._heard: OrderedDict[int, deque[_Heard]] = OrderedDict()
        self._swept = 0

    async def settings(self, guild_id: int, channel_id: int = WHOLE_SERVER) -> ChatSettings:
        """What holds in a channel."""
        async with self.tables.database.read() as work:
            return await work.sanctions.settings(guild_id, channel_id)

    async def configure(
        self, guild_id: int, channel_id: int = WHOLE_SERVER, **values: Any
    ) -> ChatSettings:
        """Change some settings of a server or a channel; ``values`` are of ``ChatSettings``."""
        async with self.tables.database.write() as work:
            before = await work.sanctions.settings(guild_id, channel_id)
            settings = dataclasses.replace(before, channel_id=channel_id, **values)
            await work.sanctions.put_settings(settings)
        return settings

    async def hear(self, place_id: int, written: Written) -> Ruling:
        """Judge what is written in a thread or channel where a table stands; store what follows.

        Elsewhere, and where the server wants it so, everything passes.
        """
        async with self.tables.database.read() as work:
            info = await work.matches.at_thread(place_id)
            if info is None or not info.status.is_open:
                return _PASSES
            settings = await work.sanctions.settings(info.guild_id, info.channel_id)
            if settings.mode is Mode.OFF:
                return _PASSES
            live = await self.tables.load(work, info.id)
            muted = await self._is_muted(work, live, written.user_id)
        written = _as_seated(live.info, written)
        previous = [
            each
            for each in self._before(place_id)
            if each.message_id is None or each.message_id != written.message_id
        ]
        verdict = self._judged(live, settings, written, [each.said for each in previous])
        self._note(place_id, written)
        own = () if written.message_id is None else (written.message_id,)
        if verdict.action is Action.NONE:
            return Ruling(verdict, own, muted=True) if muted else Ruling(verdict)
        parts = _parts(written, previous)
        if parts != own:
            others = [each.said for each in previous if each.user_id != written.user_id]
            alone = self._judged(live, settings, written, others)
            parts = parts if alone.action is Action.NONE else own
        incident, ban = await self._store(live, settings, written, verdict)
        return Ruling(verdict, parts, incident, ban, muted)

    def _judged(
        self, live: Live, settings: ChatSettings, written: Written, previous: Sequence[Said]
    ) -> Verdict:
        context = context_of(
            live,
            written.user_id,
            written.name,
            surface=written.surface,
            reply_to=written.reply_to,
            previous=tuple(previous),
            file_names=written.file_names,
        )
        verdict = judge(
            written.text,
            context,
            rigor=Rigor(settings.rigor),
            forbid_swearing=settings.forbid_swearing,
        )
        if verdict.label is Label.REVEAL:
            if _plays_with_robot(live.info, written.user_id):
                return _PASSES.verdict  # nobody is told anything
            if live.info.size == 2 and verdict.action is Action.STRIKE:
                return dataclasses.replace(verdict, action=Action.REMOVE)
        return verdict

    def _before(self, place_id: int) -> list[_Heard]:
        now = self.tables.now()
        return [each for each in self._heard.get(place_id, ()) if now - each.at <= TOGETHER_MS]

    def _note(self, place_id: int, written: Written) -> None:
        """Remember what was said, and forget the places where nobody spoke of late."""
        said = Said(written.name, written.text)
        if written.surface == "edit":
            heard = self._heard.get(place_id, deque())
            for number, each in enumerate(heard):
                if each.message_id == written.message_id:
                    heard[number] = dataclasses.replace(each, said=said)
        elif written.surface in ("send", "reply", "forward", "attachment"):
            now = self.tables.now()
            heard = self._heard.setdefault(place_id, deque(maxlen=2 * PARTS))
            heard.append(_Heard(now, written.user_id, written.message_id, said))
            self._heard.move_to_end(place_id)
            while now - next(iter(self._heard.values()))[-1].at > TOGETHER_MS:
                self._heard.popitem(last=False)

    async def _is_muted(self, work: Work, live: Live, user_id: int) -> bool:
        """Whether he may not write here now: muted for the round, or banned while he plays."""
        now, info = self.tables.now(), live.info
        if await work.sanctions.banned_until(info.guild_id, user_id, now=now) is not None:
            return True
        return await work.sanctions.is_muted(info.id, user_id, round_number=round_of(live))

    async def _store(
        self, live: Live, settings: ChatSettings, written: Written, verdict: Verdict
    ) -> tuple[Incident, Ban | None]:
        now, info = self.tables.now(), live.info
        player = live.player
        incident = Incident(
            guild_id=info.guild_id,
            match_id=info.id,
            seq=info.seq,
            round=round_of(live),
            turn=None if player is None else player.user_id,
            user_id=written.user_id,
            message_id=written.message_id,
            surface=written.surface,
            at=now,
            label=verdict.label.value,
            confidence=verdict.confidence,
            reasons=tuple(reason.value for reason in verdict.reasons),
            text=written.text,
            strike=False,
        )
        async with self.tables.database.write() as work:
            sanctions = work.sanctions
            if now - self._swept > SWEEP_MS:
                await sanctions.forget_texts(before=now - TEXTS_KEPT_MS)
                self._swept = now
            hours = None
            # Until he has been told of a strike all that he writes at a table is one.
            if verdict.action is Action.STRIKE and not await sanctions.was_told_late(
                info.id, written.user_id, at=now if written.at is None else written.at
            ):
                rung, hours = await self._next_rung(work, settings, incident, verdict)
                incident = dataclasses.replace(incident, strike=True, rung=rung)
            incident = await sanctions.add(incident)
            if hours is None:
                return incident, None
            ban = Ban(
                guild_id=info.guild_id,
                user_id=written.user_id,
                at=now,
                until=now + hours * HOUR_MS,
                incident_id=incident.id,
            )
            return incident, await sanctions.ban(ban)

    async def _next_rung(
        self, work: Work, settings: ChatSettings, incident: Incident, verdict: Verdict
    ) -> tuple[Rung, int | None]:
        if GRAVE & set(verdict.reasons):
            return Rung.BAN, GRAVE_HOURS
        since = incident.at - STRIKES_COUNT_MS
        before = await work.sanctions.strikes(incident.guild_id, incident.user_id, since=since)
        match len(before):
            case 0:
                return Rung.NOTICE, None
            case 1:
                return Rung.MUTE, None
            case count:
                return Rung.BAN, settings.ladder[min(count - 2, len(settings.ladder) - 1)]

    async def noticed(self, incident_id: int) -> None:
        """Its author has been told."""
        async with self.tables.database.write() as work:
            await work.sanctions.change_incident(incident_id, noticed_at=self.tables.now())

    async def deny(self, incident_id: int, user_id: int) -> None:
        """Its author says that he revealed nothing. Raises Denied for anybody else."""
        async with self.tables.database.write() as work:
            incident = await work.sanctions.incident(incident_id)
            if incident is None or incident.user_id != user_id:
                raise Denied(Problem.NOT_YOURS)
            await work.sanctions.change_incident(incident_id, denied=True)

    async def undo(self, incident_id: int, by: int) -> Incident:
        """It was a mistake: the strike and what followed from it are taken back, once.

        Raises Denied where it was taken back before.
        """
        now = self.tables.now()
        async with self.tables.database.write() as work:
            incident = await work.sanctions.incident(incident_id)
            if incident is None or incident.undone_at is not None:
                raise Denied(Problem.ALREADY_HANDLED)
            await work.sanctions.change_incident(incident_id, undone_at=now, undone_by=by)
            bans = await work.sanctions.bans_of(incident.guild_id, incident.user_id)
            following = [ban.id for ban in bans if ban.incident_id == incident_id]
            await work.sanctions.lift(following, at=now, by=by)
        return dataclasses.replace(incident, undone_at=now, undone_by=by)

    async def ban(
        self, guild_id: int, user_id: int, *, hours: int | None, by: int, why: str = ""
    ) -> Ban:
        """A moderator bans somebody from the tables, without an end where ``hours`` is None."""
        now = self.tables.now()
        until = None if hours is None else now + hours * HOUR_MS
        given = Ban(guild_id=guild_id, user_id=user_id, at=now, until=until, by=by, why=why)
        async with self.tables.database.write() as work:
            return await work.sanctions.ban(given)

    async def pardon(self, guild_id: int, user_id: int, *, by: int) -> tuple[int, int]:
        """Take back all strikes that count and lift all bans; how many of each."""
        now = self.tables.now()
        async with self.tables.database.write() as work:
            strikes = await work.sanctions.strikes(guild_id, user_id, since=now - STRIKES_COUNT_MS)
            for strike in strikes:
                await work.sanctions.change_incident(strike.id, undone_at=now, undone_by=by)
            bans = [
                ban.id
                for ban in await work.sanctions.bans_of(guild_id, user_id)
                if ban.lifted_at is None and (ban.until is None or ban.until > now)
            ]
            await work.sanctions.lift(bans, at=now, by=by)
        return len(strikes), len(bans)


def _plays_with_robot(info: MatchInfo, user_id: int) -> bool:
    seat = info.seat_of(user_id)
    if seat is None or info.size == 2 or info.status is not Status.LIVE:
        return False
    partner = info.at((seat + 2) % info.size)
    return partner is not None and partner.user_id is None


def _as_seated(info: MatchInfo, written: Written) -> Written:
    """The message under the name at the table, by which partners and questions are known."""
    seat = info.seat_of(written.user_id)
    seated = None if seat is None else info.at(seat)
    return written if seated is None else dataclasses.replace(written, name=seated.name)


def _parts(written: Written, previous: Sequence[_Heard]) -> tuple[int, ...]:
    """The message and those of his just before it that it may complete."""
    mine = [
        each.message_id
        for each in previous[-(PARTS - 1) :]
        if each.user_id == written.user_id and each.message_id is not None
    ]
    own = () if written.message_id is None else (written.message_id,)
    return (*mine, *own)
