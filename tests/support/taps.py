"""The cheapest control for what a player wants to do, and what it costs in taps.

A button is one tap, a choice from a menu two, a multiple choice two and one for each tick.
"""

import dataclasses
from collections.abc import Callable, Sequence
from typing import Protocol

from cogs.ui.hand_items import ALL_TOGETHER, WAY_OUT
from game.actions import Discard, ExtendMeld, LayMeld, Play, Seat
from game.options import after_play
from game.plans import plays_together
from game.record import format_action, parse_action
from game.route import route
from game.state import MatchState
from game.views import PlayerView, player_view

BUTTON_TAPS = 1
MENU_TAPS = 2


class Choice(Protocol):
    """One line of a menu."""

    value: str


class Control(Protocol):
    """A button or a menu as a player sees it."""

    kind: str
    custom_id: str
    label: str
    disabled: bool
    options: Sequence[Choice]


@dataclasses.dataclass(frozen=True)
class Pick:
    """What to use: a control and the value in it, or "Escolher cartas" where it is None."""

    play: Play
    control: Control | None
    value: str = ""


def rest_of_turn(state: MatchState, seat: Seat, choose: Callable[[PlayerView], Play]) -> list[Play]:
    """What the player will do from here to the end of his turn, as far as he can know it."""
    plays: list[Play] = []
    number = state.round.number
    while state.round.turn == seat and state.round.number == number and not state.over:
        if state.round.scores is not None:
            break
        play = choose(player_view(state, seat))
        if not plays and not isinstance(play, LayMeld | ExtendMeld | Discard):
            return [play]
        plays.append(play)
        state = after_play(state, seat, play)
        if isinstance(play, Discard):
            break
    return plays


def atoms(state: MatchState, seat: Seat, plays: list[Play]) -> list[Play]:
    """The plays with additions taken apart into cards, where they go in one by one."""
    parts: list[Play] = []
    for play in plays:
        if isinstance(play, ExtendMeld) and len(play.cards) > 1:
            singles = [ExtendMeld(play.meld, (face,)) for face in play.cards]
            ordered = route(state, seat, singles)
            parts += ordered or [play]
        else:
            parts.append(play)
        state = after_play(state, seat, play)
    return parts


def cheapest(state: MatchState, seat: Seat, plan: list[Play], controls: Sequence[Control]) -> Pick:
    """The control that gets the player furthest along his plan."""
    first = plan[0]
    usable = [one for one in controls if not one.disabled and ":play:" in one.custom_id]
    for one in usable:
        if (
            one.kind == "button"
            and one.custom_id.endswith(f":{WAY_OUT}")
            and empties(plan, state, seat)
        ):
            return Pick(first, one)
    for one in usable:
        values = [option.value for option in one.options]
        if ALL_TOGETHER in values:
            wanted = {key(play) for play in plan}
            if {key(play) for play in plays_together(state, seat)} <= wanted:
                return Pick(first, one, ALL_TOGETHER)
    for one in usable:
        if one.kind == "button" and stands_for(one.custom_id.split(":", 4)[4], first):
            return Pick(first, one)
    for one in usable:
        for option in one.options:
            if stands_for(option.value, first):
                return Pick(first, one, option.value)
    return Pick(first, None)


def empties(plan: list[Play], state: MatchState, seat: Seat) -> bool:
    """Whether the plan leaves no card of the present hand."""
    held = len(state.round.hands[seat])
    return sum(len(getattr(play, "cards", (None,))) for play in plan) == held


def stands_for(value: str, play: Play) -> bool:
    """Whether a control's value means this play, whatever the order of its cards."""
    if value in (ALL_TOGETHER, WAY_OUT):
        return False
    return key(parse_action(value)) == key(play)


def key(play: object) -> tuple[object, ...]:
    """A play without the order of its cards."""
    cards = getattr(play, "cards", None)
    if cards is None:
        return (format_action(play),)
    return (type(play), getattr(play, "meld", None), *sorted(face.code for face in cards))
