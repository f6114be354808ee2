"""The public picture of a table, 1200 by 900 pixels."""

from typing import Final

from game.views import TableView
from rendering.fonts import display_names
from rendering.kept import KEPT
from rendering.palette import palette_of
from rendering.panels import draw_panels
from rendering.png import Picture
from rendering.sheet import Canvas
from rendering.start import draw_start
from rendering.status import draw_status_column
from rendering.theme import PAGE, Theme
from texts.alt_text import table_alt
from texts.badges import NO_BADGES, Badges

WIDTH: Final = 1200
HEIGHT: Final = 900
_EDGE: Final = 8
_STATUS_LEFT: Final = 1016
BOARD: Final = (_EDGE, _EDGE, _STATUS_LEFT - _EDGE, HEIGHT - _EDGE)
"""Where the panels are, or the seats at the start."""


def render_table(view: TableView, *, theme: Theme, badges: Badges = NO_BADGES) -> Picture:
    """Draw what everybody may see: melds, counts, scores, whose turn it is.

    While nothing is laid yet, the seats round the table and what to do are drawn instead. The
    badges stand beside the players' names.
    """
    return KEPT.get(("table", view, theme, badges), lambda: _draw(view, theme, badges))


def _draw(view: TableView, theme: Theme, badges: Badges) -> Picture:
    sheet = Canvas(palette_of(theme), (WIDTH, HEIGHT), PAGE)
    names = display_names(view.players)
    if any(view.melds) or view.turn is None:
        draw_panels(sheet, view, names, BOARD, badges=badges)
    else:
        draw_start(sheet, view, names, BOARD, badges=badges)
    draw_status_column(sheet, view, names, (_STATUS_LEFT, _EDGE, WIDTH - _EDGE, HEIGHT - _EDGE))
    return Picture(png=sheet.png(), alt=table_alt(view, badges), width=WIDTH, height=HEIGHT)
