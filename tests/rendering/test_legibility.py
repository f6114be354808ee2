"""What a phone shows, 400 pixels wide, computed from layouts; the long run is in ``make soak``."""

import dataclasses
import random
import re
import statistics
from collections.abc import Iterable

import pytest

from game.state import MatchState, Phase
from game.views import PlayerView, TableView, player_view, table_view
from rendering import (
    FOUR_COLOURS,
    render_score_sheet,
    render_table,
    render_turn,
    sheet,
    table,
    turn,
)
from rendering.geometry import LEAST_NAME_CAP, LEAST_SMALL_CAP, SIZES, Size, meld_size
from rendering.hand import grids_for
from rendering.layout import fit
from rendering.melds import RIBBONS
from rendering.panels import place_panels, room_for_rows
from rendering.turn import turn_layout
from tests.rendering import frames
from tests.rendering.positions import hand, with_hand
from texts.cards import HandOrder

PHONE = 400 / 1200
SAMPLE = range(6)
LONG_RUN = range(300)


def table_index(view: TableView) -> float:
    return place_panels(view, table.BOARD)[0].index * PHONE


def turn_indices(view: PlayerView) -> tuple[float, float]:
    """Of the melds and of the hand."""
    layout = turn_layout(view)
    size, _ = place_panels(view.table, layout.panels, first=view.team, header=turn.HEADER)
    return size.index * PHONE, layout.grid.size.whole_index * PHONE


def least_hand(count: int) -> float:
    return 13 if count <= 28 else 10


def check_matches(seeds: Iterable[int]) -> None:
    indices: list[float] = []
    late: list[float] = []
    for seed in seeds:
        states = list(frames.of_match(seed))
        found = [table_index(table_view(state)) for state in states]
        indices += found
        late += found[len(found) * 3 // 4 :]
        check_turns(states)
    indices.sort()
    assert indices[0] >= 9.5
    assert indices[len(indices) // 20] >= 10.5
    assert statistics.median(late) >= 11.5


def check_turns(states: list[MatchState]) -> None:
    for state in states:
        if state.phase is Phase.OVER:
            continue
        view = player_view(state, state.round.turn)
        melds, own = turn_indices(view)
        assert melds >= 9
        assert own >= least_hand(len(view.hand))
        assert turn_layout(view).height == turn.LEAST_HEIGHT


def check_hostile(count: int) -> None:
    rng = random.Random(5)
    width, height = room_for_rows(table.BOARD)
    for _ in range(count):
        found = fit(frames.hostile_lengths(rng, rng.randint(90, 108)), width=width, height=height)
        assert found.height <= height
        assert found.size.index * PHONE >= 8.5


def test_tables_of_robots_can_be_read_on_a_phone() -> None:
    check_matches(SAMPLE)


@pytest.mark.soak
def test_tables_of_300_matches_of_robots_can_be_read_on_a_phone() -> None:
    check_matches(LONG_RUN)


def test_even_the_worst_layouts_of_all_the_cards_can_be_read() -> None:
    check_hostile(500)


@pytest.mark.soak
def test_even_60_000_of_the_worst_layouts_can_be_read() -> None:
    check_hostile(60_000)


@pytest.mark.parametrize("count", [1, 11, 28, 29, 40, 60])
def test_hands_of_any_size_leave_room_to_read_the_melds(count: int) -> None:
    for seed in SAMPLE:
        state = frames.match(seed)[-2]
        view = with_hand(player_view(state, state.round.turn), hand(count, seed))
        melds, own = turn_indices(view)
        assert melds >= 9
        assert own >= least_hand(count)
        assert turn_layout(view).height <= 1800


@pytest.mark.parametrize("size", [*SIZES, meld_size(27)])
def test_the_steps_between_cards_are_wide_enough_for_the_signs(size: Size) -> None:
    assert size.step >= 1.25 * size.index
    assert size.foot_cap * PHONE >= 7
    signs = round(size.step * 1.67)
    assert signs + size.foot + size.edge <= size.height, "the foot covers no pip"


def test_small_signs_and_names_have_their_least_heights() -> None:
    assert LEAST_SMALL_CAP * PHONE >= 7
    assert LEAST_NAME_CAP * PHONE >= 7.5
    for count in range(61):
        for grid in grids_for(count, width=1168):
            assert grid.label_cap * PHONE >= 7.5
            assert grid.size.whole_index * PHONE >= least_hand(count)


def test_only_marks_are_written_smaller_than_names(monkeypatch: pytest.MonkeyPatch) -> None:
    small: set[str] = set()
    write = sheet.Sheet.text

    def watched(self, at, text, **how):
        assert how["cap"] >= LEAST_SMALL_CAP
        if how["cap"] < LEAST_NAME_CAP:
            small.add(text)
        return write(self, at, text, **how)

    monkeypatch.setattr(sheet.Sheet, "text", watched)
    for seed in SAMPLE[:3]:
        states = frames.match(seed)
        for state in (*states[:: len(states) // 6], states[-1]):
            names = ("W" * 40,) * len(state.players)
            view = dataclasses.replace(table_view(state), players=names)
            render_table(view, theme=FOUR_COLOURS)
            if state.phase is Phase.OVER:
                render_score_sheet(view, theme=FOUR_COLOURS)
            else:
                private = dataclasses.replace(player_view(state, state.round.turn), table=view)
                render_turn(private, theme=FOUR_COLOURS, order=HandOrder.SUIT)
    words = {word for word, _, _ in RIBBONS.values()} | {"1º", "virou", "monte", "espera"}
    assert {text for text in small if not re.fullmatch(r"\d+|=[\dAJQK]+", text)} <= words
