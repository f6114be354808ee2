"""Every rank and suit is read back from what a phone shows, in colour, in grey, in every deck."""

import itertools
from collections.abc import Iterable

import pytest

from game.views import player_view, table_view
from rendering import CLASSIC, COLOUR_BLIND, FOUR_COLOURS, Theme, render_table, render_turn
from tests.rendering import frames, reader
from texts.cards import HandOrder


def check(seeds: Iterable[int], theme: Theme, *, grey: bool) -> int:
    """Read one late table and one late turn picture a match; returns how many pictures."""
    count = 0
    for seed in seeds:
        states = frames.match(seed)
        state = states[len(states) * 9 // 10]
        public, private = table_view(state), player_view(state, state.round.turn)
        picture = render_table(public, theme=theme)
        seen = reader.on_table(public)
        assert reader.misread(reader.on_phone(picture, grey=grey), seen, theme) == []
        picture = render_turn(private, theme=theme, order=HandOrder.SUIT)
        seen = reader.on_turn(private, HandOrder.SUIT)
        assert reader.misread(reader.on_phone(picture, grey=grey), seen, theme) == []
        count += 2
    return count


@pytest.mark.parametrize("grey", [False, True])
@pytest.mark.parametrize("theme", [FOUR_COLOURS, CLASSIC, COLOUR_BLIND])
def test_every_card_is_read_back_from_a_phones_picture(theme: Theme, grey: bool) -> None:
    seeds = range(3) if theme is FOUR_COLOURS else range(3, 4)
    check(seeds, theme, grey=grey)


@pytest.mark.soak
@pytest.mark.parametrize("grey", [False, True])
@pytest.mark.parametrize("theme", [FOUR_COLOURS, CLASSIC, COLOUR_BLIND])
def test_every_card_of_200_pictures_is_read_back(theme: Theme, grey: bool) -> None:
    assert check(range(100), theme, grey=grey) == 200


def test_the_reader_would_notice_another_card() -> None:
    state = frames.match(1)[-2]
    view = table_view(state)
    image = reader.on_phone(render_table(view, theme=FOUR_COLOURS))
    seen = list(reader.on_table(view))
    exchanged = [(*where, other[-1]) for (*where, _), other in itertools.pairwise(seen)]
    wrong = reader.misread(image, iter(exchanged), FOUR_COLOURS)
    assert len(wrong) > len(seen) * 3 // 4
