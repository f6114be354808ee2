"""Where the melds lie: rows filled by first fit, in the largest size of cards that fits.

Melds are placed in order of creation, so that one keeps its number and, as others grow, its place.
"""

import dataclasses
from collections.abc import Sequence
from typing import Final

from rendering.cards import Size

TALL: Final = 2.8
SHORT: Final = 2.44
"""A card's height in steps, with and without room for the picture on it."""
_STEPS: Final = (84, 78, 72, 66, 61, 56, 52, 48, 45, 42, 39, 36, 33, 30, 27, 24, 21, 18, 15)
SIZES: Final = tuple(
    Size(step, round(step * factor)) for step in _STEPS for factor in (TALL, SHORT)
)


@dataclasses.dataclass(frozen=True, slots=True)
class Placed:
    """A meld in its row: its index in the order of creation, and its left edge in pixels."""

    index: int
    left: int


Rows = tuple[tuple[Placed, ...], ...]


@dataclasses.dataclass(frozen=True, slots=True)
class Fit:
    """The size taken, and the rows of each team. ``row_gap`` is in pixels."""

    size: Size
    rows: tuple[Rows, ...]
    row_gap: int


def meld_width(cards: int, step: int) -> int:
    """The width of a meld: all cards but the last are covered by half."""
    return (cards + 1) * step


def fit(lengths: Sequence[Sequence[int]], *, width: int, height: int) -> Fit:
    """Place the melds of all teams, given by their lengths, in rows of one size of cards.

    ``height`` is what all teams' rows share. A team without melds still has one row. Where not
    even the smallest size fits, that one is returned all the same.
    """
    best = Fit(SIZES[-1], tuple(() for _ in lengths), 2)
    for size in SIZES:
        gap = max(6, size.step // 4)
        rows = tuple(_first_fit(team, size.step, width) for team in lengths)
        best = Fit(size, rows, gap)
        if all(
            _within(team_rows, lengths[team], size.step, width)
            for team, team_rows in enumerate(rows)
        ):
            count = sum(max(1, len(team_rows)) for team_rows in rows)
            if count * (size.height + gap) + len(rows) * gap <= height:
                return best
    return best


def _first_fit(lengths: Sequence[int], step: int, width: int) -> Rows:
    gap = max(10, round(step * 0.6))
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


def _within(rows: Rows, lengths: Sequence[int], step: int, width: int) -> bool:
    return all(
        placed.left + meld_width(lengths[placed.index], step) <= width
        for row in rows
        for placed in row
    )


def fit_hand(count: int, *, width: int, height: int, most: int = 45) -> tuple[Size, int]:
    """The size for overlapped cards in lines, and how many cards a line holds."""
    for size in SIZES:
        a_line = max(1, width // size.step - 1)
        lines = -(-count // a_line)
        if size.step <= most and lines * (size.height + 6) <= height:
            return size, a_line
    return SIZES[-1], max(1, width // SIZES[-1].step - 1)
