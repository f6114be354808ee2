"""The buttons about seats in the course of a match."""

import dataclasses

import discord

from bot.services.errors import Denied, Problem
from cogs.ui.base import VerbButton, number_in
from cogs.ui.custom_ids import Ids, Verb
from game.actions import Seat
from storage.records import MatchInfo, Status

Items = list[VerbButton]

YES = "yes"
NO = "no"
VOTE = "vote"
"""A button under a public line, which counts those who press it."""

LIVE = "live"
"""What CANCEL says of a table whose match a moderator means to end."""

_DANGER = discord.ButtonStyle.danger
_SUCCESS = discord.ButtonStyle.success


@dataclasses.dataclass(frozen=True, slots=True)
class Offer:
    """A seat to take: which one, who alone may, and who gives his own seat away."""

    seat: Seat | None = None
    person_id: int | None = None
    giver_id: int | None = None

    def format(self) -> str:
        """The button's argument: ``2.123.456``, empty where anything goes."""
        parts = (self.seat, self.person_id, self.giver_id)
        return ".".join("" if part is None else str(part) for part in parts)

    @classmethod
    def parse(cls, text: str) -> "Offer":
        """The inverse of ``format``; no text is any robot's seat, for anybody.

        Raises Denied for what ``format`` does not write.
        """
        parts = (text or "..").split(".")
        if len(parts) != len(dataclasses.fields(cls)):
            raise Denied(Problem.STALE)
        seat, person, giver = (number_in(part) if part else None for part in parts)
        return cls(None if seat is None else Seat(seat), person, giver)


def confirm_items(verb: Verb, info: MatchInfo, label: str, *, yes: str = YES) -> Items:
    """Do it after all, or leave things as they are."""
    return [
        VerbButton(Ids(verb, info.id, arg=yes), label, style=_DANGER),
        VerbButton(Ids(verb, info.id, arg=NO), "Não"),
    ]


def take_item(info: MatchInfo, offer: Offer, label: str = "Sentar no lugar") -> VerbButton:
    """Take a seat in a running match."""
    return VerbButton(
        Ids(Verb.TAKE_SEAT, info.id, arg=offer.format()), label, style=_SUCCESS, emoji="🪑"
    )


def agree_return_item(info: MatchInfo, returning_id: int) -> VerbButton:
    """An opponent's consent to the return of an eliminated player."""
    return VerbButton(
        Ids(Verb.AGREE_RETURN, info.id, arg=str(returning_id)), "Concordo", style=_SUCCESS
    )


def resign_item(info: MatchInfo, partner_id: int) -> VerbButton:
    """The partner's consent to resigning, which asks him once more."""
    return VerbButton(
        Ids(Verb.RESIGN, info.id, arg=str(partner_id)), "Desistir também", style=_DANGER
    )


def vote_item(verb: Verb, info: MatchInfo, label: str) -> VerbButton:
    """One's voice for a pause, or for going on."""
    return VerbButton(Ids(verb, info.id, arg=VOTE), label, style=_SUCCESS)


def more_items(info: MatchInfo, user_id: int) -> Items:
    """What the user may do at a live table beside playing."""
    if info.status is not Status.LIVE:
        return []
    if info.seat_of(user_id) is None:
        robots = len(info.people) < info.size
        return [take_item(info, Offer(), "Sentar no lugar de um robô")] if robots else []
    pause = (
        VerbButton(Ids(Verb.RESUME, info.id), "Continuar a partida", emoji="▶️")
        if info.paused
        else VerbButton(Ids(Verb.PAUSE, info.id), "Pedir pausa", emoji="⏸️")
    )
    return [
        pause,
        VerbButton(Ids(Verb.LEAVE, info.id), "Sair da mesa", emoji="👋"),
        VerbButton(Ids(Verb.RESIGN, info.id), "Desistir", emoji="🏳️", style=_DANGER),
    ]
