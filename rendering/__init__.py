"""Pictures: a view in, PNG bytes out. The only package that knows Pillow."""

import os

# Read by Pillow at its import: it keeps the memory of so many pictures for the next ones, where
# fetching it anew took a third of a picture's time in a thread.
os.environ.setdefault("PILLOW_BLOCKS_MAX", "4")

from rendering.likeness import Fingerprint, alike, distance, fingerprint
from rendering.lobby import render_lobby
from rendering.png import Picture
from rendering.result import render_result
from rendering.score_sheet import render_score_sheet
from rendering.table import render_table
from rendering.theme import CLASSIC, COLOUR_BLIND, FOUR_COLOURS, Theme
from rendering.turn import render_turn
from rendering.warm import warm_up
from texts.badges import NO_BADGES, Badges

__all__ = [
    "CLASSIC",
    "COLOUR_BLIND",
    "FOUR_COLOURS",
    "NO_BADGES",
    "Badges",
    "Fingerprint",
    "Picture",
    "Theme",
    "alike",
    "distance",
    "fingerprint",
    "render_lobby",
    "render_result",
    "render_score_sheet",
    "render_table",
    "render_turn",
    "warm_up",
]
