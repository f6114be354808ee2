"""Where the melds lie: rows filled by first fit, in the largest size of cards that fits.

Melds are placed in order of creation, so that one keeps its number and, as others grow, its place.
"""

import dataclasses
import functools
from collections.abc import Sequence
from typing import Final

from rendering.geometry import SIZES, Size

_GAPS: Final = (0.6, 0.34)
"""Between melds, in steps: wide, and narrow where that saves a size."""


@dataclasses.dataclass(frozen=True, slots=True)
class Placed:
    """A meld in its row: its index in the order of creation, and its left edge in pixels."""

    index: int
    left: int


Lengths = tuple[tuple[int, ...], ...]
"""How many cards each team's melds have."""
Rows = tuple[tuple[Placed, ...], ...]


@dataclasses.dataclass(frozen=True, slots=True)
class Fit:
    """The size taken, the rows of each team, and what all these need in height, in pixels."""

    size: Size
    rows: tuple[Rows, ...]
    height: int


def meld_width(cards: int, step: int) -> int:
    """The width of a meld: all cards but the last are covered by half."""
    return (cards + 1) * step


def fit(lengths: Lengths, *, width: int, height: int) -> Fit:
    """Place the melds of all teams, given by their lengths, in rows of one size of cards.

    ``height`` is what all teams' rows share. A team without melds still has one row. Where not
    even the smallest size fits, that one is returned all the same.
    """
    for size in SIZES:
        if _least_height(lengths, size, width) > height:
            continue
        for gap in _GAPS:
            placed = place(lengths, size, width=width, gap=gap)
            if placed is not None and placed.height <= height:
                return placed
    return _fit(lengths, SIZES[-1], width=width, gap=0)


def _least_height(lengths: Lengths, size: Size, width: int) -> int:
    """What the rows would need were they filled to the last pixel: most sizes fall by that."""
    rows = 0
    for team in lengths:
        rows += max(1, -(-meld_width(sum(team) + len(team) - 1, size.step) // width))
    return rows * size.height


@functools.lru_cache(maxsize=4096)
def place(lengths: Lengths, size: Size, *, width: int, gap: float = _GAPS[-1]) -> Fit | None:
    """Place the melds in this size, or return None where one is wider than a row."""
    longest = max((length for team in lengths for length in team), default=0)
    if meld_width(longest, size.step) > width:
        return None
    least = max(12, round(size.step * gap))
    return _fit(lengths, size, width=width, gap=least)


def _fit(lengths: Lengths, size: Size, *, width: int, gap: int) -> Fit:
    rows = tuple(_first_fit(team, size.step, width, gap) for team in lengths)
    row_gap = max(9, size.step // 5)
    count = sum(max(1, len(team_rows)) for team_rows in rows)
    return Fit(size, rows, count * (size.height + row_gap) + len(rows) * row_gap)


def _first_fit(lengths: Sequence[int], step: int, width: int, gap: int) -> Rows:
    rows: list[list[Placed]] = []
    ends: list[int] = []
    for index, length in enumerate(lengths):
        wide = meld_width(length, step)
        for row, end in enumerate(ends):
            if end + gap + wide <= width:
                rows[row].append(Placed(index, end + gap))
                ends[row] = end + gap + wide
                break
        else:
            rows.append([Placed(index, 0)])
            ends.append(wide)
    return tuple(map(tuple, rows))


def fit_hand(count: int, *, width: int, height: int, most: int = 45) -> tuple[Size, int]:
    """The size for overlapped cards in lines, and how many cards a line holds."""
    for size in SIZES:
        size = Size(size.step, size.height - size.foot + 4)  # noqa: PLW2901 - nothing below them
        a_line = max(1, width // size.step - 1)
        lines = -(-count // a_line)
        if size.step <= most and lines * (size.height + 6) <= height:
            return size, a_line
    return SIZES[-1], max(1, width // SIZES[-1].step - 1)
