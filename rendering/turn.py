"""What one player sees: the table in short, the own hand below; for a phone held upright."""

import dataclasses
from collections.abc import Sequence
from typing import Final

from game.cards import Card
from game.views import PlayerView, TableView
from rendering.cards import draw_back
from rendering.fonts import MEDIUM, display_names, fit_text
from rendering.geometry import Size, meld_size
from rendering.hand import HAND_WIDTH, Grid, draw_hand, draw_pill, grids_for
from rendering.kept import KEPT
from rendering.layout import Fit, fit, place
from rendering.palette import palette_of
from rendering.panels import GAP, MARGIN, draw_panels, meld_lengths
from rendering.png import Picture
from rendering.sheet import MIDDLE, Box, Canvas, Sheet
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
HEADER: Final = 58
_EDGE: Final = 8
_BANNER: Final = 64
_STATUS: Final = 132
TOP_CARD: Final = Size(46, _STATUS - 20)
_HAND_HEAD: Final = 54
_ABOVE: Final = _BANNER + _STATUS + 3 * _EDGE
_HEADS: Final = 2 * HEADER + GAP
_GOOD_MELDS: Final = 36
_GOOD_HAND: Final = 54
"""Heights of an index in melds and in the hand: the room is shared out in this proportion."""
_LEAST_STEP: Final = 37
"""For melds in smaller cards than these the picture is made higher instead."""


@dataclasses.dataclass(frozen=True, slots=True)
class TurnLayout:
    """How the picture's height is shared out; the rest is found from these."""

    grid: Grid
    hand_top: int
    height: int

    @property
    def panels(self) -> Box:
        """Where both teams' panels are."""
        return (_EDGE, _ABOVE, WIDTH - _EDGE, self.hand_top - _EDGE)

    @property
    def hand(self) -> tuple[int, int]:
        """Where the first cell of the hand's grid begins."""
        return 2 * _EDGE, self.hand_top + _HAND_HEAD


def turn_layout(view: PlayerView) -> TurnLayout:
    """Share the height out: melds that can be read, then the largest cards in hand.

    Only where both do not fit, the picture becomes higher.
    """
    lengths = meld_lengths(view.table, view.team)
    wide = WIDTH - 2 * _EDGE - 2 * MARGIN
    best: tuple[float, Fit, Grid] | None = None
    for grid in grids_for(len(view.hand), width=HAND_WIDTH):
        room = LEAST_HEIGHT - _ABOVE - _HEADS - _EDGE - _below(grid)
        placed = fit(lengths, width=wide, height=room)
        small = placed.height > room or placed.size.step < _LEAST_STEP
        melds = 0.0 if small else placed.size.index / _GOOD_MELDS
        worth = min(melds, grid.size.whole_index / _GOOD_HAND)
        if best is None or worth > best[0]:
            best = (worth, placed, grid)
    assert best is not None, "there are always some grids"
    worth, placed, grid = best
    height = LEAST_HEIGHT
    if not worth:
        grid = grids_for(len(view.hand), width=HAND_WIDTH)[-1]
        needed = place(lengths, meld_size(_LEAST_STEP), width=wide)
        assert needed is not None, "fourteen cards of this size fit into a row"
        height = max(height, _ABOVE + _HEADS + needed.height + _EDGE + _below(grid))
        height += -height % 12  # so that it scales down without a remainder
    return TurnLayout(grid=grid, hand_top=height - _below(grid), height=height)


def _below(grid: Grid) -> int:
    """The height of the hand with its heading."""
    return _HAND_HEAD + grid.height + 2 * _EDGE


def render_turn(view: PlayerView, *, theme: Theme, order: HandOrder) -> Picture:
    """Draw the seat's own picture, 1200 pixels wide and 1500 high, more for a very large hand.

    The own team's melds stand on top. The cards are numbered as ``sorted_hand`` sorts them.
    """
    fits = tuple(view.fits.items())
    key = ("turn", view.table, view.seat, view.hand, view.phase, view.newest, fits, theme, order)
    return KEPT.get(key, lambda: _draw(view, theme, order))


def _draw(view: PlayerView, theme: Theme, order: HandOrder) -> Picture:
    table = view.table
    shown = sorted_hand(view.hand, order)
    layout = turn_layout(view)
    sheet = Canvas(palette_of(theme), (WIDTH, layout.height), PAGE)
    names = display_names(table.players)
    right = WIDTH - _EDGE
    _draw_banner(sheet, view, names, (_EDGE, _EDGE, right, _EDGE + _BANNER))
    status_top = _EDGE + _BANNER + _EDGE
    _draw_status(sheet, table, (_EDGE, status_top, right, status_top + _STATUS))
    draw_panels(sheet, table, names, layout.panels, first=view.team, header=HEADER)
    floor = (_EDGE, layout.hand_top, right, layout.height - _EDGE)
    sheet.round_box(floor, radius=12, ink=FELT, ground=PAGE)
    _draw_hand_head(sheet, view, shown, layout.hand_top)
    left, top = layout.hand
    draw_hand(sheet, view, shown, layout.grid, left=left, top=top)
    png = sheet.png()
    return Picture(png=png, alt=turn_alt(view, order), width=WIDTH, height=layout.height)


def _draw_banner(sheet: Sheet, view: PlayerView, names: Sequence[str], box: Box) -> None:
    left, top, right, bottom = box
    now = what_to_do(view).upper()
    ink, words = (YELLOW, INK) if now else (STATUS, WHITE)
    if not now:
        label, name = turn_words(view.table, names)
        now = f"{label.capitalize()} {name}"
    sheet.round_box(box, radius=12, ink=ink, ground=PAGE)
    text, cap = fit_text(now, caps=(34, 30, 26), width=right - left - 40)
    middle = ((left + right) // 2, (top + bottom - cap) // 2)
    sheet.text(middle, text, cap=cap, ink=words, ground=ink, anchor=MIDDLE)


def _draw_status(sheet: Sheet, view: TableView, box: Box) -> None:
    left, top, right, bottom = box
    sheet.round_box(box, radius=12, ink=STATUS, ground=PAGE)
    y = top + 10
    card = TOP_CARD
    x = left + 20
    draw_top_card(sheet, view, (x, y), size=card)
    _number(sheet, (x + 2 * card.step + 24, y + 4), "LIXO", str(view.pile_count))
    x = left + 300
    back = (x, y, x + 2 * card.step, bottom - 10)
    if view.stock_count:
        draw_back(sheet, back, count=None, ground=STATUS)
    else:
        draw_slot(sheet, back, "0")
    _number(sheet, (x + 2 * card.step + 24, y + 4), "MONTE", str(view.stock_count))
    x = left + 590
    sheet.text((x, y + 4), "MORTOS", cap=26, ink=MUTED, ground=STATUS)
    draw_mortos(sheet, view, (x + 130, y, x + 310, bottom - 10))
    heading, target = round_words(view)
    middle = (left + 910 + right) // 2
    for word, cap, ink, line in ((heading, 32, WHITE, y + 16), (target, 28, MUTED, y + 66)):
        sheet.text((middle, line), word, cap=cap, ink=ink, ground=STATUS, anchor=MIDDLE)


def _number(sheet: Sheet, at: tuple[int, int], label: str, number: str) -> None:
    x, y = at
    sheet.text((x, y), label, cap=26, ink=MUTED, ground=STATUS)
    sheet.text((x, y + 50), number, cap=52, ink=WHITE, ground=STATUS)


def _draw_hand_head(sheet: Sheet, view: PlayerView, shown: Sequence[Card], top: int) -> None:
    """How many cards, and what the bars under them say."""
    count = len(shown)
    words = "SUA MÃO VAZIA" if not count else f"SUA MÃO: {count} CARTA" + "S" * (count > 1)
    sheet.text((2 * _EDGE, top + 13), words, cap=28, ink=WHITE, ground=FELT)
    if not count:
        return
    marks: list[tuple[str, TeamColours | None]] = [("da carta", None)]
    if any(view.fits.get(face) for face in shown):
        marks.append(("do jogo em que encaixa", TEAM_COLOURS[view.team]))
    x = WIDTH // 2 - 60
    for meaning, team in marks:
        draw_pill(sheet, (x, top + 8), "nº", cap=23, width=56, colours=team)
        x += 68
        x += 28 + sheet.text((x, top + 15), meaning, cap=23, ink=MUTED, ground=FELT, weight=MEDIUM)
