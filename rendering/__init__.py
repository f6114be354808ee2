"""Pictures: a view in, PNG bytes out. The only package that knows Pillow."""

from rendering.png import Picture
from rendering.score_sheet import render_score_sheet
from rendering.table import render_table
from rendering.theme import CLASSIC, COLOUR_BLIND, FOUR_COLOURS, Theme
from rendering.turn import render_turn

__all__ = [
    "CLASSIC",
    "COLOUR_BLIND",
    "FOUR_COLOURS",
    "Picture",
    "Theme",
    "render_score_sheet",
    "render_table",
    "render_turn",
]
