"""How many taps a turn takes on a phone, over robots' plays (button 1, menu 2, ticks 1 each)."""

import dataclasses
import random

import pytest
from discord import ui

import robots
from cogs.ui.hand_items import hand_items, plays_named
from game.actions import Discard, Draw
from game.options import after_play
from game.state import Phase
from game.views import player_view
from tests.support.looks import dealt, look_at
from tests.support.taps import BUTTON_TAPS, MENU_TAPS, atoms, cheapest, rest_of_turn
from texts.plays import what_cannot_be_mended


@dataclasses.dataclass
class Shown:
    """An item under the hand, as a player sees it."""

    kind: str
    custom_id: str
    label: str
    disabled: bool
    options: list


def controls(look):
    shown = []
    for item in hand_items(look):
        inner = item.item
        is_button = isinstance(inner, ui.Button)
        shown.append(
            Shown(
                kind="button" if is_button else "select",
                custom_id=inner.custom_id,
                label=(inner.label if is_button else inner.placeholder) or "",
                disabled=inner.disabled,
                options=[] if is_button else inner.options,
            )
        )
    return shown


@dataclasses.dataclass
class Turn:
    """What one turn took: taps, confirmations among them; and its plays."""

    taps: int = 0
    confirmations: int = 0
    plays: list = dataclasses.field(default_factory=list)

    @property
    def is_plain(self):
        """Whether it was a draw and a discard."""
        return [type(play) for play in self.plays] == [Draw, Discard]


def play_turn(state):
    """Play one turn by the cheapest controls; the turn, and the state after it."""
    seat, turn = state.round.turn, Turn()
    while not state.over and state.round.turn == seat and state.phase is not Phase.OVER:
        look = look_at(state)
        plan = atoms(state, seat, rest_of_turn(state, seat, robots.choose))
        pick = cheapest(state, seat, plan, controls(look))
        plays = plays_named(look, pick.value) if pick.value else (pick.play,)
        if pick.control is None:
            turn.taps += 2 * BUTTON_TAPS + MENU_TAPS + len(pick.play.cards) + BUTTON_TAPS
        elif pick.control.kind == "button":
            turn.taps += BUTTON_TAPS
            plays = plays_named(look, pick.control.custom_id.split(":", 4)[4])
        else:
            turn.taps += MENU_TAPS
        for play in plays:
            asked = what_cannot_be_mended(player_view(state, seat), play) is not None
            turn.confirmations += asked
            turn.taps += asked
            state = after_play(state, seat, play)
        turn.plays += plays
    return turn, state


def turns_of(rounds, seed):
    """Every turn of so many rounds."""
    rng = random.Random(seed)
    turns = []
    for _ in range(rounds):
        state = dealt(rng)
        while not state.over:
            turn, state = play_turn(state)
            turns.append(turn)
    return turns


def test_a_plain_turn_takes_at_most_three_taps_and_the_mean_is_at_most_five():
    turns = turns_of(8, seed=1)
    plain = [turn.taps - turn.confirmations for turn in turns if turn.is_plain]
    assert len(plain) > 100
    assert max(plain) <= 3
    assert sum(turn.taps for turn in turns) / len(turns) <= 5


@pytest.mark.soak
def test_the_mean_over_a_hundred_rounds_is_at_most_five_taps():
    turns = turns_of(100, seed=2)
    assert sum(turn.taps for turn in turns) / len(turns) <= 5
