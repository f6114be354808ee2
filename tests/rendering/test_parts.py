"""What pictures are made of: colours, names, layouts, outlines."""

import itertools
import random

import pytest

from game.views import table_view
from rendering import CLASSIC, COLOUR_BLIND, FOUR_COLOURS
from rendering.fonts import display_names, shorten, text_width, writable
from rendering.hand import grid_for
from rendering.layout import SIZES, fit, meld_width
from rendering.palette import SIZE, palette_of
from rendering.recent import is_top_card_new, new_cards
from rendering.theme import TEAM_COLOURS, WHITE, Colour, Theme
from tests.support.positions import after, position

THEMES = [FOUR_COLOURS, CLASSIC, COLOUR_BLIND]


def luminance(colour: Colour) -> float:
    parts = [
        part / 255 / 12.92 if part / 255 <= 0.03928 else ((part / 255 + 0.055) / 1.055) ** 2.4
        for part in colour
    ]
    return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]


def contrast(one: Colour, other: Colour) -> float:
    dark, light = sorted((luminance(one), luminance(other)))
    return (light + 0.05) / (dark + 0.05)


@pytest.mark.parametrize("theme", THEMES)
def test_every_suit_has_a_contrast_of_4_5_on_both_papers(theme: Theme) -> None:
    inks = (theme.spades, theme.hearts, theme.clubs, theme.diamonds, theme.joker)
    for ink, paper in itertools.product(inks, (theme.paper, theme.wild_paper)):
        assert contrast(ink, paper) >= 4.5


def test_names_stand_out_from_their_teams_colours() -> None:
    for team in TEAM_COLOURS:
        assert contrast(WHITE, team.dark) >= 7
        assert contrast(WHITE, team.strong) >= 4.5


@pytest.mark.parametrize("theme", THEMES)
def test_a_theme_needs_no_more_colours_than_a_palette_has(theme: Theme) -> None:
    palette = palette_of(theme)
    assert len(palette.flat) == 3 * SIZE
    assert palette.flat[-3:] == bytes(3)
    for colour in (theme.paper, theme.hearts, WHITE):
        number = palette.number(colour)
        assert tuple(palette.flat[3 * number : 3 * number + 3]) == colour


def test_a_ramp_leads_from_the_ground_to_the_ink() -> None:
    palette = palette_of(FOUR_COLOURS)
    ramp = palette.ramp(FOUR_COLOURS.paper, FOUR_COLOURS.hearts)
    assert ramp[0] == palette.number(FOUR_COLOURS.paper)
    assert ramp[255] == palette.number(FOUR_COLOURS.hearts)
    assert len(set(ramp)) > 5


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("Conceição", "Conceição"),
        ("Ana 🎉", "Ana"),
        ("𝓐𝓷𝓪", "Ana"),
        ("Zoe\u0301", "Zoé"),
        ("a\n  b", "a b"),
        ("🎉", "Jogador 1"),
        ("محمد", "Jogador 1"),
        ("", "Jogador 1"),
        ("---", "Jogador 1"),
        ("\u202eabc", "abc"),
    ],
)
def test_names_lose_what_the_font_cannot_write(name: str, shown: str) -> None:
    assert display_names((name,)) == (shown,)


def test_a_player_without_a_name_is_named_by_his_seat() -> None:
    assert display_names(("Ana", "🎉", "", "李")) == ("Ana", "Jogador 2", "Jogador 3", "Jogador 4")


def test_a_long_name_ends_in_an_ellipsis_and_fits() -> None:
    name = writable("Maximiliano Conceição " * 9)
    short = shorten(name, cap=24, width=200)
    assert short.endswith("…")
    assert text_width(short, 24) <= 200
    assert shorten("Ana", cap=24, width=200) == "Ana"
    assert shorten("Ana", cap=24, width=3) == ""


def test_melds_never_overlap_nor_leave_the_panel() -> None:
    rng = random.Random(7)
    for _ in range(60):
        lengths = [[rng.randint(3, 14) for _ in range(rng.randint(0, 9))] for _ in range(2)]
        found = fit(lengths, width=976, height=730)
        rows = sum(max(1, len(team)) for team in found.rows)
        assert rows * found.size.height <= 730
        for team, team_rows in zip(lengths, found.rows, strict=True):
            assert sorted(each.index for row in team_rows for each in row) == list(range(len(team)))
            for row in team_rows:
                end = 0
                for each in row:
                    assert each.left >= end
                    end = each.left + meld_width(team[each.index], found.size.step)
                assert end <= 976


def test_few_melds_are_drawn_in_the_largest_cards() -> None:
    assert fit([[3], []], width=976, height=730).size == SIZES[0]


def test_a_growing_table_never_gets_larger_cards() -> None:
    steps = [fit([[7] * count, [3]], width=976, height=730).size.step for count in range(1, 16)]
    assert steps == sorted(steps, reverse=True)


def test_every_grid_has_room_for_its_hand() -> None:
    for count in range(61):
        grid = grid_for(count, width=1168)
        assert grid.columns * grid.rows >= count
        assert grid.columns * 2 * grid.size.step <= 1168


def test_the_newest_cards_of_a_meld_are_found() -> None:
    state = position(hand="8h5c6c7cJd", melds=["4h5h6h7h"], turn=0)
    assert new_cards(table_view(state)) == (1, {})
    extended = after(state, "add 1 8h")
    assert new_cards(table_view(extended)) == (0, {0: (4,)})
    laid = after(extended, "meld 5c6c7c")
    assert new_cards(table_view(laid)) == (0, {0: (4,), 1: (0, 1, 2)})
    assert not is_top_card_new(table_view(laid))


def test_the_last_discard_is_known_as_new() -> None:
    state = after(position(hand="8h5c6c7cJd", pile="3d"), "discard Jd")
    assert is_top_card_new(table_view(state))
