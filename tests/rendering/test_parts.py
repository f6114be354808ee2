"""What pictures are made of: colours, names, layouts, outlines."""

import itertools
import random

import pytest

from game.views import table_view
from rendering import CLASSIC, COLOUR_BLIND, FOUR_COLOURS, fonts
from rendering.fonts import (
    BOLD,
    display_names,
    fit_lines,
    fit_team,
    line_mask,
    shorten,
    text_width,
    writable,
)
from rendering.geometry import SIZES
from rendering.hand import grids_for, hand_places
from rendering.layout import fit, meld_width
from rendering.melds import RIBBONS
from rendering.palette import SIZE, palette_of
from rendering.recent import is_top_card_new, new_cards
from rendering.scripts import visual
from rendering.theme import (
    FELT,
    INK,
    MUTED,
    PALE,
    SLOT,
    STATUS,
    TEAM_COLOURS,
    WHITE,
    YELLOW,
    Colour,
    Theme,
)
from tests.rendering.colours import Eye, contrast, distance
from tests.support.positions import after, position

THEMES = [FOUR_COLOURS, CLASSIC, COLOUR_BLIND]


@pytest.mark.parametrize("theme", THEMES)
def test_every_suit_has_a_contrast_of_4_5_on_both_papers(theme: Theme) -> None:
    inks = (theme.spades, theme.hearts, theme.clubs, theme.diamonds, theme.joker)
    for ink, paper in itertools.product(inks, (theme.paper, theme.wild_paper)):
        assert contrast(ink, paper) >= 4.5


def suits(theme: Theme) -> tuple[Colour, ...]:
    return theme.spades, theme.hearts, theme.clubs, theme.diamonds


@pytest.mark.parametrize("eye", Eye)
def test_the_suits_stay_apart_for_every_eye(eye: Eye) -> None:
    for one, other in itertools.combinations(suits(COLOUR_BLIND), 2):
        assert distance(one, other, eye) >= 30
    for one, other in itertools.combinations(suits(FOUR_COLOURS), 2):
        assert distance(one, other, eye) >= 14


@pytest.mark.parametrize("eye", Eye)
def test_the_teams_stay_apart_for_every_eye(eye: Eye) -> None:
    one, other = TEAM_COLOURS
    for name in ("strong", "dark", "light"):
        assert distance(getattr(one, name), getattr(other, name), eye) >= 14


def test_labels_have_a_contrast_of_7() -> None:
    written = [(WHITE, FELT), (MUTED, FELT), (MUTED, STATUS), (MUTED, SLOT), (PALE, STATUS)]
    written += [(INK, YELLOW), (YELLOW, SLOT), (INK, WHITE), (WHITE, STATUS)]
    for team in TEAM_COLOURS:
        written += [(WHITE, team.dark), (WHITE, team.strong), (PALE, team.strong)]
        written += [(MUTED, team.dark), (INK, team.light)]
    written += [(words, ink) for _, ink, words in RIBBONS.values()]
    written += [pair for theme in THEMES for pair in ((INK, theme.wild_paper),)]
    for words, ground in written:
        assert contrast(words, ground) >= 7


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
        ("محمد", "محمد"),
        ("李小龙 🐉", "李小龙"),
        ("Иван", "Иван"),
        ("Γιώργος", "Γιώργος"),
        ("שלום", "שלום"),
        ("Ç̷̛ã̶o̵", "Ção"),
        ("★ Ana ★", "Ana"),
        ("", "Jogador 1"),
        ("---", "Jogador 1"),
        ("\u202eabc", "abc"),
    ],
)
def test_names_lose_what_the_font_cannot_write(name: str, shown: str) -> None:
    assert display_names((name,)) == (shown,)


def test_a_player_without_a_name_is_named_by_his_seat() -> None:
    assert display_names(("Ana", "🎉", "", "!?")) == ("Ana", "Jogador 2", "Jogador 3", "Jogador 4")


def test_a_long_name_ends_in_an_ellipsis_and_fits() -> None:
    name = writable("Maximiliano Conceição " * 9)
    short = shorten(name, cap=24, width=200)
    assert short.endswith("…")
    assert text_width(short, 24) <= 200
    assert shorten("Ana", cap=24, width=200) == "Ana"
    assert shorten("Ana", cap=24, width=3) == ""


def test_of_a_team_only_the_long_name_is_shortened() -> None:
    names = ("Ana", "x", "Maria Eduarda de Albuquerque e Silva", "y")
    shown, cap = fit_team(names, 0, caps=(26, 24), width=300)
    assert shown.startswith("Ana e Maria Eduard")
    assert shown.endswith("…")
    assert 250 < text_width(shown, cap) <= 300
    assert fit_team(("Ana", "x", "Bia", "y"), 0, caps=(26, 24), width=300) == ("Ana e Bia", 26)


def test_a_name_too_long_for_a_line_takes_two() -> None:
    assert fit_lines("Ana", cap=24, width=150) == ["Ana"]
    first, second = fit_lines("João Pedro da Silva", cap=24, width=170)
    assert (first, second) == ("João Pedro", "da Silva")
    assert fit_lines("Maximiliano", cap=24, width=60)[0].endswith("…")
    assert fit_lines("Ana Maximiliano", cap=24, width=60)[1].endswith("…")


@pytest.mark.parametrize(
    ("written", "drawn"),
    [
        ("Ana e Bia", "Ana e Bia"),
        ("Conceição", "Conceição"),
        ("שלום", "םולש"),
        ("שלום 12", "םולש 12"),
        ("a שלום b", "a םולש b"),
        ("של12ום", "םו12לש"),
        ("محمد", "\ufeaa\ufee4\ufea4\ufee3"),
        ("سلام", "\ufee1\ufefc\ufeb3"),
    ],
)
def test_right_to_left_names_are_turned_and_their_letters_joined(written: str, drawn: str) -> None:
    assert visual(written) == drawn


def test_melds_never_overlap_nor_leave_the_panel() -> None:
    rng = random.Random(7)
    for _ in range(60):
        lengths = tuple(
            tuple(rng.randint(3, 14) for _ in range(rng.randint(0, 9))) for _ in range(2)
        )
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
    assert fit(((3,), ()), width=976, height=730).size == SIZES[0]


def test_a_growing_table_never_gets_larger_cards() -> None:
    steps = [fit(((7,) * count, (3,)), width=976, height=730).size.step for count in range(1, 16)]
    assert steps == sorted(steps, reverse=True)


def test_every_grid_has_room_for_its_hand() -> None:
    for count in range(61):
        for grid in grids_for(count, width=1168):
            places = hand_places(grid, count, left=16, top=0, width=1168)
            assert len(set(places)) == count
            for x, y in places:
                assert 16 <= x <= 16 + 1168 - 2 * grid.size.step
                assert y + grid.row_height <= grid.height


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


@pytest.mark.parametrize("name", ["محمد", "李小龙", "हिन्दी", "ไทยปี่", "Ç̷̛ã̶o̵", "ÃÊgjpqy", "Иван"])
def test_no_name_is_written_beyond_its_line(name: str) -> None:
    for cap in (23, 33):
        mask, (_, top), width = line_mask(writable(name), cap, BOLD)
        assert top >= -1.5 * cap
        assert top + mask.height <= 0.5 * cap
        assert width > cap


def test_without_the_noto_fonts_other_scripts_are_left_out(monkeypatch) -> None:
    kept = (fonts._files, fonts._file_for, fonts._has, fonts.writable)
    monkeypatch.setattr(fonts, "_NOTO", ("no_such_package",))
    for each in kept:
        each.cache_clear()
    try:
        assert display_names(("Ana", "李小龙", "Иван")) == ("Ana", "Jogador 2", "Jogador 3")
    finally:
        for each in kept:
            each.cache_clear()
