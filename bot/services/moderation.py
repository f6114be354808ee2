"""The chat rule at the tables: what is blocked, what follows, and how it is undone.

The sanction is stored first and told second: that a message cannot be delivered changes nothing.
"""

import dataclasses
import enum
from collections import OrderedDict, deque
from collections.abc import Sequence
from typing import Any, Final

from bot.services.chat_context import context_of
from bot.services.chat_records import is_running, round_of
from bot.services.chat_sanctions import HOUR_MS, ChatSanctions
from bot.services.tables import Live, Tables
from game.actions import Seat
from moderation import Action, Label, Reason, Rigor, Verdict, folded, judge
from moderation.context import Event as Surface
from moderation.context import Said
from storage.records import MatchInfo, Status
from storage.sanction_records import WHOLE_SERVER, Ban, ChatSettings, Incident, Mode
from storage.work import Work

TEXTS_KEPT_MS: Final = 30 * 24 * HOUR_MS
"""How long a removed text is kept."""
PARTS: Final = 4
"""Messages over which one sentence may be split, and which are then removed as a whole."""
TOGETHER_MS: Final = 60_000


class Shows(enum.Enum):
    """What a message shows beside its text."""

    MEDIA = "media"  # a picture, a film or a sound: nobody knows of what
    HAND = "hand"  # the author's hand, as the bot drew it


class Partner(enum.Enum):
    """Who hears what somebody tells his side."""

    PERSON = "person"
    AWAY = "away"  # a robot plays for somebody who may come back, having read it all
    ROBOT = "robot"  # nobody has sat there


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class Written:
    """A message as it came, on any surface; ``at`` is when it was written, where that is known.

    One that is ``spoken`` is judged before the bot says it for its author. ``partner`` is found out
    when it is judged.
    """

    user_id: int
    name: str
    text: str
    message_id: int | None = None
    at: int | None = None
    surface: Surface = "send"
    reply_to: Said | None = None
    file_names: tuple[str, ...] = ()
    shows: Shows | None = None
    spoken: bool = False
    partner: Partner = Partner.PERSON


@dataclasses.dataclass(frozen=True, slots=True)
class Ruling:
    """What is to be done with a message: nothing where it is neither blocked nor muted.

    ``info`` is the table by which it was judged, where there is one. ``remove`` are the messages
    to delete: the parts of a split sentence come along. ``look`` is whether its pictures may stay
    unless they are the author's hand.
    """

    verdict: Verdict
    info: MatchInfo | None = None
    remove: tuple[int, ...] = ()
    incident: Incident | None = None
    ban: Ban | None = None
    muted: bool = False
    look: bool = False

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


class ModerationService(ChatSanctions):
    """Judges what is written at tables, and keeps what followed."""

    def __init__(self, tables: Tables) -> None:
        super().__init__(tables)
        self._heard: OrderedDict[int, deque[_Heard]] = OrderedDict()

    async def settings(self, guild_id: int, channel_id: int = WHOLE_SERVER) -> ChatSettings:
        """What holds in a channel."""
        async with self.tables.database.read() as work:
            return await work.sanctions.settings(guild_id, channel_id)

    async def configure(
        self, guild_id: int, channel_id: int = WHOLE_SERVER, **values: Any
    ) -> ChatSettings:
        """Change some settings of a server or a channel; ``values`` are of ``ChatSettings``.

        Where a channel with settings of its own had what the server had, it follows the server.
        """
        async with self.tables.database.write() as work:
            before = await work.sanctions.settings(guild_id, channel_id)
            if channel_id == WHOLE_SERVER:
                for own in await work.sanctions.settings_of_channels(guild_id):
                    same = {
                        name: value
                        for name, value in values.items()
                        if getattr(own, name) == getattr(before, name)
                    }
                    await work.sanctions.put_settings(dataclasses.replace(own, **same))
            settings = dataclasses.replace(before, channel_id=channel_id, **values)
            await work.sanctions.put_settings(settings)
        return settings

    async def hear(self, place_id: int, written: Written) -> Ruling:
        """Judge what is written in a thread or channel where a table stands; store what follows.

        Elsewhere, and where the server wants it so, everything passes.
        """
        async with self.tables.database.read() as work:
            info = await work.matches.at_thread(place_id)
            if info is None or not (info.status.is_open or written.spoken):
                return _PASSES
            settings = await work.sanctions.settings(info.guild_id, info.channel_id)
            if settings.mode is Mode.OFF:
                return _PASSES
            live = await self.tables.load(work, info.id)
            written = await _as_seated(work, info, written)
            muted = await self._is_muted(work, live, written.user_id)
        return await self._rule(live, settings, place_id, written, muted=muted)

    async def speak(self, place_id: int, written: Written, interaction_id: int) -> Ruling:
        """Judge what somebody wants the bot to say for him where a table stands or has stood.

        Raises Denied for an interaction that came twice.
        """
        async with self.tables.database.write() as work:
            await self.tables.handle_once(interaction_id, work)
        return await self.hear(place_id, written)

    async def is_silenced(self, match_id: int, user_id: int) -> bool:
        """Whether somebody may not speak at a table now."""
        async with self.tables.database.read() as work:
            live = await self.tables.load(work, match_id)
            return await self._is_muted(work, live, user_id)

    async def hear_elsewhere(self, guild_id: int, place_id: int, written: Written) -> Ruling:
        """Judge what a player writes where no table stands, by his live tables on the server.

        Only what tells cards counts there, and only where the server wants it (``everywhere``), or
        above threads in which nobody writes by himself. In other channels a picture may stay
        unless it is his hand: those are not for tables.
        """
        async with self.tables.database.read() as work:
            here = await work.sanctions.settings(guild_id, place_id)
            whole = await work.sanctions.settings(guild_id)
            if not (whole.everywhere or here.mode is Mode.SPEAK):
                return _PASSES
            lives = [
                (
                    await self.tables.load(work, info.id),
                    await work.sanctions.settings(guild_id, info.channel_id),
                    await _as_seated(work, info, written),
                )
                for info in await work.matches.open_of(written.user_id)
                if info.guild_id == guild_id and info.status is Status.LIVE
            ]
        found = _PASSES
        for live, settings, seated in lives:
            if settings.mode is not Mode.OFF:
                if here.mode is not Mode.SPEAK:
                    settings = dataclasses.replace(settings, no_pictures=False)  # noqa: PLW2901
                ruling = await self._rule(live, settings, place_id, seated, at_table=False)
                if ruling.blocked:
                    return ruling
                found = ruling if ruling.look else found
        return found

    async def _rule(
        self,
        live: Live,
        settings: ChatSettings,
        place_id: int,
        written: Written,
        *,
        muted: bool = False,
        at_table: bool = True,
    ) -> Ruling:
        previous = [
            each
            for each in self._before(place_id)
            if each.message_id is None or each.message_id != written.message_id
        ]
        verdict = self._judged(live, settings, written, [each.said for each in previous])
        if verdict.action is not Action.NONE and await self._is_excepted(live, written.text):
            verdict = self._judged(live, settings, _without_text(written), ())
        if not at_table and verdict.label is Label.OFFENCE:
            verdict = _PASSES.verdict  # the moderators of that channel see to it
        self._note(place_id, written)
        own = () if written.message_id is None else (written.message_id,)
        if verdict.action is Action.NONE:
            if muted:
                return Ruling(verdict, live.info, own, muted=True)
            shows = written.shows is Shows.MEDIA and self._counts_media(live, written)
            return Ruling(verdict, live.info, look=shows)
        parts = _parts(written, previous)
        if parts != own:
            others = [each.said for each in previous if each.user_id != written.user_id]
            alone = self._judged(live, settings, written, others)
            parts = parts if alone.action is Action.NONE else own
        incident, ban = await self._store(live, settings, written, verdict)
        return Ruling(verdict, live.info, parts, incident, ban, muted)

    async def _is_excepted(self, live: Live, text: str) -> bool:
        async with self.tables.database.read() as work:
            return await work.sanctions.is_excepted(live.info.guild_id, folded(text))

    def _counts_media(self, live: Live, written: Written) -> bool:
        """Whether a picture of his could show a hand: he plays in a round that runs."""
        seated = live.info.seat_of(written.user_id) is not None
        return seated and is_running(live) and written.partner is not Partner.ROBOT

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
        if verdict.label is Label.REVEAL and written.partner is Partner.ROBOT:
            verdict = _PASSES.verdict  # nobody is told anything
        if verdict.action is Action.NONE and self._counts_media(live, written):
            if written.shows is Shows.HAND:
                verdict = Verdict(Label.REVEAL, Action.STRIKE, 1.0, (Reason.CARDS,))
            elif written.shows is Shows.MEDIA and settings.no_pictures:
                verdict = Verdict(Label.REVEAL, Action.REMOVE, 0.0, (Reason.PICTURE,))
        reveals = verdict.label is Label.REVEAL and verdict.action is Action.STRIKE
        if reveals and (live.info.size == 2 or written.partner is Partner.AWAY):
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
        # A mute ends with its round; one between two rounds ends with the next deal.
        after = 0 if is_running(live) else info.seq
        return await work.sanctions.is_muted(
            info.id, user_id, round_number=round_of(live), from_seq=after
        )

    async def _store(
        self, live: Live, settings: ChatSettings, written: Written, verdict: Verdict
    ) -> tuple[Incident, Ban | None]:
        now, info = self.tables.now(), live.info
        incident = _incident(live, written, verdict, at=now)
        async with self.tables.database.write() as work:
            sanctions = work.sanctions
            hours = None
            # Until he has been told of a strike all that he writes at a table is one.
            if verdict.action is Action.STRIKE and not await sanctions.was_told_late(
                info.id, written.user_id, at=now if written.at is None else written.at
            ):
                rung, hours = await self.next_rung(work, settings, incident)
                incident = dataclasses.replace(incident, strike=True, rung=rung)
            incident = await sanctions.add(incident)
            ban = None if hours is None else await self.ban_for(work, incident, hours)
        self.stored(incident)
        return incident, ban

    async def forget_old_texts(self) -> None:
        """Drop the removed texts that are not to be kept any longer."""
        async with self.tables.database.write() as work:
            await work.sanctions.forget_texts(before=self.tables.now() - TEXTS_KEPT_MS)

    async def alerted(self, place_id: int, written: Written) -> Ruling:
        """Discord itself has held a slur back: it counts for who plays in a round that runs there.

        Where its text is known it is judged; else the rule's word is taken for it.
        """
        async with self.tables.database.read() as work:
            info = await work.matches.at_thread(place_id)
            if info is None or info.status is not Status.LIVE:
                return _PASSES
            settings = await work.sanctions.settings(info.guild_id, info.channel_id)
            live = await self.tables.load(work, info.id)
            written = await _as_seated(work, info, written)
        if settings.mode is Mode.OFF or not is_running(live):
            return _PASSES
        if info.seat_of(written.user_id) is None:
            return _PASSES
        verdict = Verdict(Label.OFFENCE, Action.STRIKE, 1.0, (Reason.SLUR,))
        if written.text:
            judged = self._judged(live, settings, written, ())
            slight = dataclasses.replace(verdict, action=Action.REMOVE, confidence=0.0)
            verdict = judged if judged.label is Label.OFFENCE else slight
        incident, ban = await self._store(live, settings, written, verdict)
        return Ruling(verdict, info, (), incident, ban)

    async def report(self, place_id: int, written: Written, by: int) -> Incident | None:
        """Somebody finds that a message should not stand: the moderators will read it.

        None where no table stands or has stood, and for what is known already.
        """
        async with self.tables.database.write() as work:
            info = await work.matches.at_thread(place_id)
            if info is None:
                return None
            for known in await work.sanctions.incidents_at(info.id):
                if written.message_id in (known.message_id, None):
                    return None
            live = await self.tables.load(work, info.id)
            settings = await work.sanctions.settings(info.guild_id, info.channel_id)
            written = await _as_seated(work, info, written)
            verdict = self._judged(live, settings, written, ())
            incident = _incident(live, written, verdict, at=self.tables.now())
            incident = dataclasses.replace(incident, untold=False, reported_by=by)
            incident = await work.sanctions.add(incident)
        self.stored(incident)
        return incident


def _incident(live: Live, written: Written, verdict: Verdict, *, at: int) -> Incident:
    player = live.player
    return Incident(
        guild_id=live.info.guild_id,
        match_id=live.info.id,
        seq=live.info.seq,
        round=round_of(live),
        turn=None if player is None else player.user_id,
        user_id=written.user_id,
        message_id=written.message_id,
        surface="spoken" if written.spoken else written.surface,
        at=at,
        label=verdict.label.value,
        confidence=verdict.confidence,
        reasons=tuple(reason.value for reason in verdict.reasons),
        text=written.text,
        strike=False,
        untold=True,
    )


def _without_text(written: Written) -> Written:
    """What comes with a text, which an exception does not except; a link is of the text."""
    shows = written.shows if written.file_names else None
    return dataclasses.replace(written, text="", shows=shows)


async def _as_seated(work: Work, info: MatchInfo, written: Written) -> Written:
    """The message under the name at the table, by which partners and questions are known."""
    seat = info.seat_of(written.user_id)
    seated = None if seat is None else info.at(seat)
    if seat is None or seated is None:
        return written
    partner = await _partner(work, info, seat)
    return dataclasses.replace(written, name=seated.name, partner=partner)


async def _partner(work: Work, info: MatchInfo, seat: Seat) -> Partner:
    """Who sits opposite; between two players nobody does, who are as people to one another."""
    across = info.at((seat + 2) % info.size)
    if info.size == 2 or info.status is not Status.LIVE or across is None or across.user_id:
        return Partner.PERSON
    was_held = await work.matches.was_held(info.id, across.seat)
    return Partner.AWAY if was_held else Partner.ROBOT


def _parts(written: Written, previous: Sequence[_Heard]) -> tuple[int, ...]:
    """The message and those of his just before it that it may complete."""
    mine = [
        each.message_id
        for each in previous[-(PARTS - 1) :]
        if each.user_id == written.user_id and each.message_id is not None
    ]
    own = () if written.message_id is None else (written.message_id,)
    return (*mine, *own)
