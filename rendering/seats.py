"""The seats round a table, clockwise, and the direction of play."""

from typing import Final

from rendering.shapes import arrow_mask, oval_mask
from rendering.sheet import Box, Sheet
from rendering.theme import FELT, SLOT, YELLOW

_CHIP_HEIGHT: Final = 62
_OVAL_WIDTH: Final = 620
_ARROWS: Final = ((-1, 1, 222), (-1, -1, 318), (1, -1, 42), (1, 1, 138))
"""Left or right of the middle, below or above it, and degrees."""


def draw_round_table(sheet: Sheet, box: Box, seats: int, *, chip: int = 320) -> tuple[Box, ...]:
    """Draw the table and the arrows; returns the places of the chips, so wide, in seat order.

    Seat 1 sits below; the next one, clockwise, at its left, or opposite where there are two.
    """
    left, top, right, bottom = box
    wide, high = chip, _CHIP_HEIGHT
    middle, centre = (left + right) // 2, (top + bottom) // 2
    oval_high = bottom - top - high
    oval = oval_mask(_OVAL_WIDTH, oval_high)
    at = (middle - _OVAL_WIDTH // 2, centre - oval_high // 2)
    sheet.mask(oval, at, ink=SLOT, ground=FELT)
    for right_side, below_it, degrees in _ARROWS:
        x = middle + right_side * _OVAL_WIDTH * 28 // 100
        y = centre + below_it * oval_high * 29 // 100
        sheet.mask(arrow_mask(60, degrees), (x - 30, y - 30), ink=YELLOW, ground=SLOT)
    below = (middle - wide // 2, bottom - high)
    at_left = (left + 16, centre - high // 2)
    above = (middle - wide // 2, top + 6)
    at_right = (right - 16 - wide, centre - high // 2)
    places = (below, at_left, above, at_right) if seats == 4 else (below, above)
    return tuple((x, y, x + wide, y + high) for x, y in places)
