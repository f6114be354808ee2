"""The teams' panels: players, points, and the melds in rows."""

import dataclasses
from collections.abc import Sequence
from typing import Final

from game.actions import Seat, Team
from game.views import TableView
from rendering.fonts import MEDIUM, fit_text, text_width
from rendering.layout import Fit, Rows, fit
from rendering.melds import draw_meld
from rendering.recent import new_cards
from rendering.shapes import disc_mask
from rendering.sheet import MIDDLE, RIGHT, Box, Sheet
from rendering.theme import (
    ALARM,
    BACK,
    FELT,
    INK,
    MUTED,
    PAGE,
    PALE,
    TEAM_COLOURS,
    WHITE,
    YELLOW,
    Colour,
    TeamColours,
)
from texts.score_sheet import points

TEAMS: Final = (Team(0), Team(1))
HEADER: Final = 72
GAP: Final = 8
_MARGIN: Final = 12
_SCORE_WIDTH: Final = 290


@dataclasses.dataclass(frozen=True, slots=True)
class Chip:
    """What a player's chip says."""

    seat: Seat
    name: str
    count: int
    automatic: int
    is_turn: bool
    is_starter: bool


def chip_of(view: TableView, names: Sequence[str], seat: Seat) -> Chip:
    """The chip of a seat."""
    return Chip(
        seat=seat,
        name=names[seat],
        count=view.hand_counts[seat],
        automatic=view.automatic[seat],
        is_turn=view.turn == seat,
        is_starter=view.starter == seat,
    )


def draw_panels(
    sheet: Sheet, view: TableView, names: Sequence[str], box: Box, *, first: Team = TEAMS[0]
) -> None:
    """Draw both teams' panels, one above the other, the first one's on top."""
    left, top, right, bottom = box
    order = (first, Team(1 - first))
    lengths = [[len(meld.cards) for meld in view.melds[team]] for team in order]
    rows_height = bottom - top - 2 * HEADER - GAP
    placed = fit(lengths, width=right - left - 2 * _MARGIN, height=rows_height)
    counts = [max(1, len(rows)) for rows in placed.rows]
    for place, team in enumerate(order):
        height = HEADER + rows_height * counts[place] // sum(counts)
        end = top + height if place == 0 else bottom
        panel = (left, top, right, end)
        sheet.round_box(panel, radius=12, ink=FELT, ground=PAGE)
        _draw_header(sheet, view, names, (left, top, right, top + HEADER), team=team)
        inside = (left + _MARGIN, top + HEADER, right - _MARGIN, end)
        if view.melds[team]:
            _draw_rows(sheet, view, placed, placed.rows[place], inside, team=team)
        else:
            sheet.text(
                ((left + right) // 2, (top + HEADER + end) // 2 - 12),
                "nenhum jogo na mesa",
                cap=24,
                ink=MUTED,
                ground=FELT,
                anchor=MIDDLE,
                weight=MEDIUM,
            )
        top = end + GAP


def _draw_rows(
    sheet: Sheet, view: TableView, placed: Fit, rows: Rows, box: Box, *, team: Team
) -> None:
    left, top, _, bottom = box
    size = placed.size
    spare = max(0, bottom - top - len(rows) * size.height)
    gap = min(spare // (len(rows) + 1), size.step)
    new_team, new = new_cards(view)
    y = top + max(gap, (spare - gap * (len(rows) - 1)) // 2 if len(rows) == 1 else gap)
    for row in rows:
        for meld in row:
            draw_meld(
                sheet,
                (left + meld.left, y),
                view.melds[team][meld.index],
                number=meld.index + 1,
                size=size,
                colours=TEAM_COLOURS[team],
                ground=FELT,
                rules=view.rules,
                new=new.get(meld.index, ()) if team == new_team else (),
            )
        y += size.height + gap


def _draw_header(
    sheet: Sheet, view: TableView, names: Sequence[str], box: Box, *, team: Team
) -> None:
    left, top, right, bottom = box
    colours = TEAM_COLOURS[team]
    sheet.round_box(box, radius=12, ink=colours.strong, ground=PAGE)
    sheet.box((left, bottom - 12, right, bottom), colours.strong)
    _draw_score(sheet, view, (left, top, right - 14, bottom), team=team)
    seats = range(team, len(view.players), 2)
    wide = (right - left - _SCORE_WIDTH - GAP) // len(seats) - GAP
    wide = min(wide, 480)
    for place, seat in enumerate(seats):
        x = left + GAP + place * (wide + GAP)
        draw_chip(
            sheet,
            (x, top + GAP, x + wide, bottom - GAP),
            chip_of(view, names, Seat(seat)),
            ground=colours.strong,
        )


def _draw_score(sheet: Sheet, view: TableView, box: Box, *, team: Team) -> None:
    _, top, right, bottom = box
    colours = TEAM_COLOURS[team]
    middle = (top + bottom) // 2
    if view.scores is None:
        sign = "+" if view.points[team] >= 0 else ""
        pending = f"{sign}{points(view.points[team])}"
        right -= 12 + sheet.text(
            (right, middle - 12),
            pending,
            cap=25,
            ink=PALE,
            ground=colours.strong,
            anchor=RIGHT,
        )
    sheet.text(
        (right, middle - 16),
        points(view.totals[team]),
        cap=33,
        ink=WHITE,
        ground=colours.strong,
        anchor=RIGHT,
    )


def draw_chip(sheet: Sheet, box: Box, chip: Chip, *, ground: Colour) -> None:
    """A player: number, name, cards in hand, marks; yellow while it is his turn."""
    left, top, right, bottom = box
    colours: TeamColours = TEAM_COLOURS[chip.seat % 2]
    ink, words = (YELLOW, INK) if chip.is_turn else (colours.dark, WHITE)
    sheet.round_box(box, radius=12, ink=ink, ground=ground)
    middle = (top + bottom) // 2
    draw_disc(sheet, (left + 26, middle), chip.seat, ground=ink)
    count_right = right - 12
    count_width = max(
        sheet.text(
            (count_right, middle - 13),
            str(chip.count),
            cap=26,
            ink=words,
            ground=ink,
            anchor=RIGHT,
        ),
        text_width("0", 26),
    )
    icon_right = count_right - count_width - 6
    _draw_card_icon(sheet, (icon_right - 18, middle - 13, icon_right, middle + 13), ground=ink)
    end = icon_right - 18 - 10
    if chip.is_starter:
        end = _draw_tag(sheet, (end, middle), ground=ink)
    for _ in range(min(chip.automatic, 4)):
        end -= 16
        sheet.mask(disc_mask(14), (end, middle - 7), ink=ALARM, ground=ink)
    if chip.automatic:
        end -= 6
    name_left = left + 52
    name, cap = fit_text(
        chip.name, caps=(24, 22, 20), width=max(20, end - name_left), weight=MEDIUM
    )
    sheet.text((name_left, middle - cap // 2), name, cap=cap, ink=words, ground=ink, weight=MEDIUM)


def draw_disc(sheet: Sheet, middle: tuple[int, int], seat: int, *, ground: Colour) -> None:
    """A seat's number, from 1, on a disc in its team's colour."""
    x, y = middle
    light = TEAM_COLOURS[seat % 2].light
    sheet.mask(disc_mask(36), (x - 18, y - 18), ink=light, ground=ground)
    sheet.text((x, y - 10), str(seat + 1), cap=20, ink=WHITE, ground=light, anchor=MIDDLE)


def _draw_card_icon(sheet: Sheet, box: Box, *, ground: Colour) -> None:
    left, top, right, bottom = box
    sheet.round_box(box, radius=3, ink=WHITE, ground=ground)
    sheet.box((left + 3, top + 3, right - 3, bottom - 3), BACK)


def _draw_tag(sheet: Sheet, at: tuple[int, int], *, ground: Colour) -> int:
    """The mark of the one who plays first in the round, "o mão"; returns its left edge."""
    right, middle = at
    left = right - text_width("MÃO", 15) - 12
    sheet.round_box((left, middle - 15, right, middle + 15), radius=6, ink=WHITE, ground=ground)
    sheet.text(
        ((left + right) // 2, middle - 7), "MÃO", cap=15, ink=INK, ground=WHITE, anchor=MIDDLE
    )
    return left - 8
