"""Every view becomes a picture that can be opened, of the promised size, always the same."""

import dataclasses
import io

import pytest
from PIL import Image

from game.actions import Seat
from game.rules import Preset
from game.views import TableView, player_view, table_view
from rendering import (
    CLASSIC,
    COLOUR_BLIND,
    FOUR_COLOURS,
    Picture,
    render_score_sheet,
    render_table,
    render_turn,
)
from rendering.kept import KEPT
from tests.rendering import positions
from tests.support.positions import after, position
from texts.cards import HandOrder

THEMES = [FOUR_COLOURS, CLASSIC, COLOUR_BLIND]
HOSTILE = [
    ("🃏🎉", "محمد", "x" * 200, ""),
    ("\u202egnirts", "a\nb\tc", "@everyone", "**__~~||"),
    ("W" * 200, "\U0001f468\u200d\U0001f469\u200d\U0001f467", "Ç̷̛ã̶o̵" * 30, "李小龍"),
    ("\x00", "\ud83d", " ", "𝓐𝓷𝓪"),
]


def opened(picture: Picture) -> Image.Image:
    """The picture as a viewer decodes it, with its size checked against what it says."""
    image = Image.open(io.BytesIO(picture.png))
    image.load()
    assert image.format == "PNG"
    assert image.size == (picture.width, picture.height)
    assert 0 < len(picture.alt) <= 1024
    return image


@pytest.mark.parametrize("part", [0.0, 0.02, 0.1, 0.3, 0.6, 0.9, 1.0])
@pytest.mark.parametrize("seed", range(4))
def test_tables_of_random_games_decode_at_4_to_3(seed: int, part: float) -> None:
    seats = 2 if seed == 3 else 4
    public, private = positions.views(seed, part=part, seats=seats)
    image = opened(render_table(public, theme=FOUR_COLOURS))
    assert image.size == (1200, 900)
    assert len(image.convert("RGB").getcolors(1 << 20) or ()) > 20
    opened(render_turn(private, theme=FOUR_COLOURS, order=HandOrder.RANK))


@pytest.mark.parametrize("theme", THEMES)
def test_the_same_view_gives_the_same_bytes(theme) -> None:
    found = []
    for _ in range(2):
        public, private = positions.views(5, part=0.7)
        KEPT.clear()  # else the second would be the first one
        found.append(
            (
                render_table(public, theme=theme),
                render_turn(private, theme=theme, order=HandOrder.SUIT),
                render_score_sheet(positions.finished(5), theme=theme),
            )
        )
    assert found[0] == found[1]


def test_each_theme_has_its_own_look() -> None:
    public, _ = positions.views(5, part=0.7)
    assert len({render_table(public, theme=theme).png for theme in THEMES}) == 3


@pytest.mark.parametrize("order", HandOrder)
@pytest.mark.parametrize("count", [0, 1, 2, 6, 7, 11, 12, 13, 21, 28, 40, 41, 60])
def test_hands_of_any_size_become_upright_pictures(count: int, order: HandOrder) -> None:
    _, private = positions.views(2, part=0.6)
    view = positions.with_hand(private, positions.hand(count), newest=3)
    picture = render_turn(view, theme=FOUR_COLOURS, order=order)
    opened(picture)
    assert picture.width == 1200
    assert 1500 <= picture.height <= 1700


@pytest.mark.parametrize("names", HOSTILE)
def test_no_name_breaks_a_picture(names: tuple[str, ...]) -> None:
    for part in (0.0, 0.5):
        public, private = positions.views(1, part=part)
        public = dataclasses.replace(public, players=names)
        private = dataclasses.replace(private, table=public)
        opened(render_table(public, theme=FOUR_COLOURS))
        opened(render_turn(private, theme=FOUR_COLOURS, order=HandOrder.SUIT))
    scored = dataclasses.replace(positions.finished(1), players=names)
    opened(render_score_sheet(scored, theme=FOUR_COLOURS))


@pytest.mark.parametrize("seats", [2, 4])
@pytest.mark.parametrize("preset", [Preset.OFICIAL, Preset.TRADICIONAL])
def test_scored_rounds_become_score_sheets(preset: Preset, seats: int) -> None:
    for seed in range(3):
        view = positions.finished(seed, preset=preset, seats=seats)
        assert view.scores is not None
        opened(render_score_sheet(view, theme=FOUR_COLOURS))
        opened(render_table(view, theme=FOUR_COLOURS))


def test_a_score_sheet_shows_hands_of_sixty_cards() -> None:
    hands = (positions.hand(60), positions.hand(0), positions.hand(1), positions.hand(35))
    view = dataclasses.replace(positions.finished(1), shown_hands=hands)
    opened(render_score_sheet(view, theme=FOUR_COLOURS))


def test_a_round_given_up_has_a_sheet_without_points() -> None:
    state = after(positions.middle(3), "0 resign")
    view = table_view(state)
    assert view.scores is None
    opened(render_score_sheet(view, theme=FOUR_COLOURS))
    opened(render_table(view, theme=FOUR_COLOURS))
    opened(render_turn(player_view(state, Seat(1)), theme=FOUR_COLOURS, order=HandOrder.SUIT))


def crowded() -> TableView:
    """More melds than any real table has: fifty of three cards."""
    state = position(melds=["3c4c5c"] * 25, their_melds=["JhQhKh"] * 25, conserve=False)
    return table_view(state)


def test_even_fifty_melds_are_drawn() -> None:
    opened(render_table(crowded(), theme=FOUR_COLOURS))


def test_every_kind_of_canastra_and_morto_is_drawn() -> None:
    state = position(
        hand="5c9dTs",
        melds=["Ac2c3c4c5c6c7c8c9cTcJcQcKc", "As2s3s4s5s6s7s8s9sTsJsQsKsAs"],
        their_melds=["4h5h6h7h8h9hJK", "3d4d5d6d7d8d9d", "JKQdKd"],
        players=4,
        turn=0,
        unplayed=[1],
        took_morto=[2],
        rules="tradicional",
        automatic=(0, 1, 2, 3),
        totals=(-120, 12400),
    )
    opened(render_table(table_view(state), theme=FOUR_COLOURS))
    view = player_view(state, Seat(0))
    opened(render_turn(view, theme=COLOUR_BLIND, order=HandOrder.SUIT))


def test_a_hidden_card_changes_no_public_picture() -> None:
    before = position(hand="5c9dTs", players=4, melds=["3h4h5h"])
    other = position(hand="5c9dJs", players=4, melds=["3h4h5h"])
    pictures = [render_table(table_view(state), theme=FOUR_COLOURS) for state in (before, other)]
    assert pictures[0] == pictures[1]
