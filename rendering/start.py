"""The table before anything is laid: who sits where, the direction of play, what to do now."""

from collections.abc import Sequence
from typing import Final

from game.actions import Seat
from game.views import TableView
from rendering.fonts import MEDIUM, fit_team, shorten
from rendering.panels import TEAMS, chip_of, draw_chip
from rendering.seats import draw_round_table
from rendering.sheet import MIDDLE, RIGHT, Box, Sheet
from rendering.theme import FELT, INK, MUTED, PAGE, SLOT, TEAM_COLOURS, WHITE, YELLOW
from texts.badges import Badges
from texts.score_sheet import points

_HELP: Final = (
    ("1", "Compre", "do monte, ou leve o lixo pondo o topo num jogo"),
    ("2", "Baixe", "jogos de 3 cartas ou mais: um naipe, em sequência"),
    ("3", "Encaixe", "cartas nos jogos da sua dupla; um curinga por jogo"),
    ("4", "Descarte", "uma carta: a vez passa para a esquerda"),
)


def draw_start(
    sheet: Sheet, view: TableView, names: Sequence[str], box: Box, *, badges: Badges
) -> None:
    """Draw the seats round the table in the direction of play, and the turn's steps below."""
    left, top, right, bottom = box
    sheet.round_box(box, radius=12, ink=FELT, ground=PAGE)
    _draw_scores(sheet, view, names, (left, top, right, top + 72))
    _draw_seats(sheet, view, names, (left, top + 80, right, bottom - 278), badges=badges)
    _draw_help(sheet, (left + 16, bottom - 262, right - 16, bottom - 16))


def _draw_scores(sheet: Sheet, view: TableView, names: Sequence[str], box: Box) -> None:
    left, top, right, bottom = box
    half = (left + right) // 2
    for team, (start, end) in zip(TEAMS, ((left, half - 4), (half + 4, right)), strict=True):
        ground = TEAM_COLOURS[team].strong
        sheet.round_box((start, top, end, bottom), radius=12, ink=ground, ground=PAGE)
        total = points(view.totals[team])
        wide = sheet.text(
            (end - 16, top + 20), total, cap=33, ink=WHITE, ground=ground, anchor=RIGHT
        )
        name, cap = fit_team(
            names, team, caps=(24, 23), width=end - start - wide - 50, weight=MEDIUM
        )
        sheet.text((start + 18, top + 24), name, cap=cap, ink=WHITE, ground=ground, weight=MEDIUM)


def _draw_seats(
    sheet: Sheet, view: TableView, names: Sequence[str], box: Box, *, badges: Badges
) -> None:
    left, top, right, bottom = box
    for seat, place in enumerate(draw_round_table(sheet, box, len(names))):
        draw_chip(sheet, place, chip_of(view, names, Seat(seat), badges), ground=FELT)
    middle, centre = (left + right) // 2, (top + bottom) // 2
    _draw_now(sheet, view, names, (middle, centre))


def _draw_now(sheet: Sheet, view: TableView, names: Sequence[str], at: tuple[int, int]) -> None:
    middle, centre = at
    if view.turn is None:
        return
    wide = 300
    name = shorten(names[view.turn], cap=30, width=wide)
    sheet.text((middle, centre - 58), "Vez de", cap=23, ink=MUTED, ground=SLOT, anchor=MIDDLE)
    sheet.text((middle, centre - 22), name, cap=30, ink=YELLOW, ground=SLOT, anchor=MIDDLE)
    first = "compre do monte" if view.top_card is None else "compre e descarte"
    sheet.text((middle, centre + 28), first, cap=24, ink=WHITE, ground=SLOT, anchor=MIDDLE)


def _draw_help(sheet: Sheet, box: Box) -> None:
    left, top, right, bottom = box
    sheet.round_box(box, radius=12, ink=SLOT, ground=FELT)
    line = (bottom - top - 20) // len(_HELP)
    for place, (number, verb, rest) in enumerate(_HELP):
        y = top + 10 + place * line + (line - 24) // 2
        sheet.round_box((left + 18, y - 10, left + 62, y + 34), radius=10, ink=YELLOW, ground=SLOT)
        sheet.text((left + 40, y + 1), number, cap=23, ink=INK, ground=YELLOW, anchor=MIDDLE)
        x = left + 82
        x += sheet.text((x, y), verb, cap=25, ink=WHITE, ground=SLOT) + 12
        shown = shorten(rest, cap=25, width=right - x - 10, weight=MEDIUM)
        sheet.text((x, y), shown, cap=25, ink=MUTED, ground=SLOT, weight=MEDIUM)
