"""What one player sees: the table in short, the own hand below; for a phone held upright."""

from collections.abc import Sequence
from typing import Final

from game.views import PlayerView, TableView
from rendering.cards import Size, draw_back
from rendering.fonts import MEDIUM, display_names, fit_text
from rendering.hand import draw_hand, draw_pill, grid_for
from rendering.palette import palette_of
from rendering.panels import draw_panels
from rendering.png import Picture
from rendering.sheet import MIDDLE, Box, Sheet
from rendering.status import draw_mortos, draw_slot, draw_top_card, round_words, turn_words
from rendering.theme import (
    FELT,
    INK,
    MUTED,
    PAGE,
    STATUS,
    TEAM_COLOURS,
    WHITE,
    YELLOW,
    TeamColours,
    Theme,
)
from texts.alt_text import turn_alt, what_to_do
from texts.cards import HandOrder, sorted_hand

WIDTH: Final = 1200
LEAST_HEIGHT: Final = 1500
_EDGE: Final = 8
_BANNER: Final = 72
_STATUS: Final = 156
_LEAST_TABLE: Final = 490
_HAND_HEAD: Final = 70


def render_turn(view: PlayerView, *, theme: Theme, order: HandOrder) -> Picture:
    """Draw the seat's own picture, 1200 pixels wide and 1500 high, more for a very large hand.

    The own team's melds stand on top. The cards are numbered as ``sorted_hand`` sorts them.
    """
    table = view.table
    shown = sorted_hand(view.hand, order)
    grid = grid_for(len(shown), width=WIDTH - 4 * _EDGE)
    above = _BANNER + _STATUS + 3 * _EDGE
    below = _HAND_HEAD + grid.height + 2 * _EDGE
    height = max(LEAST_HEIGHT, above + _LEAST_TABLE + below)
    hand_top = height - below
    sheet = Sheet(palette_of(theme), (WIDTH, height), PAGE)
    names = display_names(table.players)
    right = WIDTH - _EDGE
    _draw_banner(sheet, view, names, (_EDGE, _EDGE, right, _EDGE + _BANNER))
    status_top = _EDGE + _BANNER + _EDGE
    _draw_status(sheet, table, (_EDGE, status_top, right, status_top + _STATUS))
    panels = (_EDGE, status_top + _STATUS + _EDGE, right, hand_top - _EDGE)
    draw_panels(sheet, table, names, panels, first=view.team)
    floor = (_EDGE, hand_top, right, height - _EDGE)
    sheet.round_box(floor, radius=12, ink=FELT, ground=PAGE)
    _draw_hand_head(sheet, len(shown), hand_top, colours=TEAM_COLOURS[view.team])
    draw_hand(sheet, view, shown, grid, left=2 * _EDGE, top=hand_top + _HAND_HEAD)
    return Picture(png=sheet.png(), alt=turn_alt(view, order), width=WIDTH, height=height)


def _draw_banner(sheet: Sheet, view: PlayerView, names: Sequence[str], box: Box) -> None:
    left, top, right, bottom = box
    now = what_to_do(view)
    plays = bool(now)
    if not plays:
        label, name = turn_words(view.table, names)
        now = f"{label.capitalize()} {name}"
    ink, words = (YELLOW, INK) if plays else (STATUS, WHITE)
    sheet.round_box(box, radius=12, ink=ink, ground=PAGE)
    text, cap = fit_text(now, caps=(34, 30, 26), width=right - left - 40)
    middle = ((left + right) // 2, (top + bottom - cap) // 2)
    sheet.text(middle, text, cap=cap, ink=words, ground=ink, anchor=MIDDLE)


def _draw_status(sheet: Sheet, view: TableView, box: Box) -> None:
    left, top, right, bottom = box
    sheet.round_box(box, radius=12, ink=STATUS, ground=PAGE)
    y = top + 16
    card = Size(49, bottom - top - 32)
    x = left + 20
    draw_top_card(sheet, view, (x, y), size=card)
    _number(sheet, (x + 2 * card.step + 24, y + 4), "LIXO", str(view.pile_count))
    x = left + 300
    back = (x, y, x + 98, bottom - 16)
    if view.stock_count:
        draw_back(sheet, back, count=None, ground=STATUS)
    else:
        draw_slot(sheet, back, "vazio")
    _number(sheet, (x + 122, y + 4), "MONTE", str(view.stock_count))
    x = left + 590
    sheet.text((x, y + 4), "MORTOS", cap=26, ink=MUTED, ground=STATUS)
    draw_mortos(sheet, view, (x + 130, y + 8, x + 290, bottom - 24))
    heading, target = round_words(view)
    middle = (left + 890 + right) // 2
    for word, cap, ink, line in ((heading, 32, WHITE, y + 24), (target, 28, MUTED, y + 78)):
        sheet.text((middle, line), word, cap=cap, ink=ink, ground=STATUS, anchor=MIDDLE)


def _number(sheet: Sheet, at: tuple[int, int], label: str, number: str) -> None:
    x, y = at
    sheet.text((x, y), label, cap=26, ink=MUTED, ground=STATUS)
    sheet.text((x, y + 52), number, cap=56, ink=WHITE, ground=STATUS)


def _draw_hand_head(sheet: Sheet, count: int, top: int, *, colours: TeamColours) -> None:
    """How many cards, and what the bars under them say."""
    words = "SUA MÃO VAZIA" if not count else f"SUA MÃO: {count} CARTA" + "S" * (count > 1)
    sheet.text((2 * _EDGE, top + 18), words, cap=28, ink=WHITE, ground=FELT)
    if not count:
        return
    x = WIDTH // 2 - 60
    for sign, meaning, team in (
        ("nº", "da carta", None),
        ("nº", "do jogo em que encaixa", colours),
    ):
        draw_pill(sheet, (x, top + 14), sign, cap=22, width=56, colours=team)
        x += 68
        x += 28 + sheet.text((x, top + 22), meaning, cap=22, ink=MUTED, ground=FELT, weight=MEDIUM)
