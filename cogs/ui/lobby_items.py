"""The lobby's message: its words and its buttons, for every state of a table."""

import dataclasses

import discord

from bot.services.lobby import CHALLENGE_MS, LOBBY_MS
from bot.services.tables import Live
from cogs.ui.base import VerbButton
from cogs.ui.custom_ids import Ids, Verb
from cogs.ui.hand_message import link_to
from storage.records import MatchInfo, Status
from texts import lobby as texts
from texts.events import escaped_names
from texts.score_sheet import result_words

Items = list[VerbButton]


def words_of(info: MatchInfo) -> texts.TableWords:
    """The table as the texts tell of it."""
    seated = [info.at(seat) for seat in range(info.size)]
    life = CHALLENGE_MS if info.status is Status.CHALLENGE else LOBBY_MS
    return texts.TableWords(
        number=info.number,
        rules=info.rules,
        draw_seconds=info.pace.draw_seconds,
        play_seconds=info.pace.play_seconds,
        private=info.private,
        names=tuple(each.name if each else None for each in seated),
        accepted=tuple(each is not None and each.accepted for each in seated),
        team_name=info.team_name,
        best_of=info.best_of,
        closes_at=info.created_at + life,
    )


def lobby_link(info: MatchInfo) -> str:
    """Where the table can be joined; its channel where no message stands there."""
    channel = f"https://discord.com/channels/{info.guild_id}/{info.channel_id}"
    return channel if info.lobby_message_id is None else f"{channel}/{info.lobby_message_id}"


def table_link(info: MatchInfo) -> str | None:
    """Where the match is played; None before it has its place."""
    return None if info.thread_id is None else link_to(info)


def message_text(live: Live, note: str | None = None) -> str:
    """What the lobby's message says of the table now; ``note`` is why a waiting one was closed."""
    info, table = live.info, words_of(live.info)
    match info.status:
        case Status.LOBBY:
            return texts.lobby_text(table)
        case Status.CHALLENGE:
            return texts.challenge_text(table)
        case Status.LIVE:
            return texts.live_text(table, table_link(info))
        case Status.OVER:
            state = live.state
            assert state is not None, "a match that is over was played"
            named = dataclasses.replace(state, players=escaped_names(state.players))
            return texts.over_text(
                table,
                result=result_words(named).rstrip("."),
                totals=state.totals,
                link=table_link(info),
            )
        case Status.CLOSED:
            return texts.closed_text(table, note or _why_closed(info))


def _why_closed(info: MatchInfo) -> str:
    lived = (info.ended_at or info.created_at) - info.created_at
    challenged = any(not seated.accepted for seated in info.seats)
    if info.seq:
        return texts.ABANDONED
    if challenged:
        return texts.CHALLENGE_EXPIRED if lived >= CHALLENGE_MS else texts.CHALLENGE_OFF
    if not info.people:
        return texts.EVERYBODY_LEFT
    return texts.LOBBY_EXPIRED if lived >= LOBBY_MS else texts.CANCELLED


def message_items(info: MatchInfo) -> Items:
    """The buttons under the lobby's message: none once the table waits for nobody."""
    if info.status is Status.LOBBY:
        return _lobby_items(info)
    if info.status is Status.CHALLENGE:
        return _challenge_items(info)
    return []


def _lobby_items(info: MatchInfo) -> Items:
    grey, green = discord.ButtonStyle.secondary, discord.ButtonStyle.success
    seats = [
        VerbButton(
            Ids(Verb.SIT, info.id, arg=str(seat)),
            texts.seat_label(seat, info.size),
            style=discord.ButtonStyle.primary,
            emoji="🪑",
            disabled=_is_person(info, seat),
            row=0,
        )
        for seat in range(info.size)
    ]
    full = len(info.seats) == info.size
    robots = any(seated.user_id is None for seated in info.seats)
    return [
        *seats,
        VerbButton(Ids(Verb.STAND, info.id), "Levantar", row=1),
        VerbButton(
            Ids(Verb.ROBOTS, info.id),
            "Tirar robôs" if full and robots else "Robôs",
            emoji="🤖",
            disabled=full and not robots,
            row=1,
        ),
        VerbButton(
            Ids(Verb.START, info.id), "Iniciar", style=green if full else grey, emoji="▶️", row=1
        ),
        VerbButton(Ids(Verb.CANCEL, info.id), "Cancelar", row=1),
    ]


def _is_person(info: MatchInfo, seat: int) -> bool:
    seated = info.at(seat)
    return seated is not None and seated.user_id is not None


def _challenge_items(info: MatchInfo) -> Items:
    return [
        VerbButton(
            Ids(Verb.ACCEPT, info.id), "Aceitar", style=discord.ButtonStyle.success, emoji="⚔️"
        ),
        VerbButton(Ids(Verb.DECLINE, info.id), "Recusar"),
    ]
