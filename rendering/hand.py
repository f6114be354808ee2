"""A hand as whole cards in a grid, the number that menus and typed words use under each."""

import dataclasses
from collections.abc import Sequence
from typing import Final

from game.cards import Card
from game.views import PlayerView
from rendering.cards import Size, card_sprite
from rendering.fonts import text_width
from rendering.sheet import MIDDLE, Sheet
from rendering.theme import FELT, INK, TEAM_COLOURS, WHITE, YELLOW, TeamColours
from texts.cards import places_of

_GAP: Final = 12
_FEWEST, _MOST = 6, 12
_TALLEST: Final = 800
"""Columns and pixels: the fewest columns are taken that keep the grid within this height."""


@dataclasses.dataclass(frozen=True, slots=True)
class Grid:
    """The columns of a hand and the size of its cards; a cell is a card and its label."""

    columns: int
    rows: int
    size: Size
    label_cap: int

    @property
    def label(self) -> int:
        """The height of the strip under a card, in pixels."""
        return self.label_cap + 26

    @property
    def row_height(self) -> int:
        """From one row to the next."""
        return self.size.height + self.label + _GAP

    @property
    def height(self) -> int:
        """Of the whole grid."""
        return self.rows * self.row_height


def grid_for(count: int, *, width: int) -> Grid:
    """The grid for so many cards."""
    grid = _grid(count, _FEWEST, width)
    for columns in range(_FEWEST + 1, _MOST + 1):
        if grid.height <= _TALLEST:
            break
        grid = _grid(count, columns, width)
    return grid


def _grid(count: int, columns: int, width: int) -> Grid:
    step = min(96, (width - (columns - 1) * _GAP) // columns // 2)
    return Grid(
        columns=columns,
        rows=max(1, -(-count // columns)),
        size=Size(step, round(step * (2.5 if columns < 8 else 2.36))),
        label_cap=30 if columns < 8 else 27,
    )


def draw_hand(
    sheet: Sheet, view: PlayerView, shown: Sequence[Card], grid: Grid, *, left: int, top: int
) -> None:
    """Draw the cards in the given order: new ones in a yellow frame, with the melds they fit."""
    new = places_of(view.newest, shown)
    cell = (sheet.width - 2 * left + _GAP) // grid.columns
    size = grid.size
    for index, face in enumerate(shown):
        row, column = divmod(index, grid.columns)
        x = left + column * cell + (cell - _GAP - 2 * size.step) // 2
        y = top + row * grid.row_height
        ground = FELT
        if index in new:
            ground = YELLOW
            rim = (x - 5, y - 5, x + 2 * size.step + 5, y + size.height + 5)
            sheet.round_box(rim, radius=18, ink=YELLOW, ground=FELT)
        sprite = card_sprite(
            sheet.palette,
            face,
            size=size,
            wild=False,
            ground=ground,
            right_ground=ground,
        )
        sheet.paste(sprite, (x, y))
        _draw_label(
            sheet,
            (x, y + size.height + 8),
            index + 1,
            view.fits.get(face, ()),
            grid=grid,
            colours=TEAM_COLOURS[view.team],
        )


def _draw_label(
    sheet: Sheet,
    at: tuple[int, int],
    number: int,
    fits: Sequence[int],
    *,
    grid: Grid,
    colours: TeamColours,
) -> None:
    left, top = at
    cap, wide = grid.label_cap, 2 * grid.size.step
    pill = max(cap + 16, text_width(str(number), cap) + 16)
    fitting = _fit_words(fits, cap=cap, width=wide - pill - 12)
    if not fitting:
        middle = left + wide // 2
        draw_pill(sheet, (middle - wide * 3 // 8, top), str(number), cap=cap, width=wide * 3 // 4)
        return
    pill = max(pill, min(wide // 2 - 2, wide - 16 - text_width(fitting, cap)))
    draw_pill(sheet, (left, top), str(number), cap=cap, width=pill)
    draw_pill(
        sheet, (left + pill + 4, top), fitting, cap=cap, width=wide - pill - 4, colours=colours
    )


def draw_pill(
    sheet: Sheet,
    at: tuple[int, int],
    text: str,
    *,
    cap: int,
    width: int,
    colours: TeamColours | None = None,
) -> None:
    """A number on a bar: a card's in yellow, a meld's in its team's colour."""
    left, top = at
    ink, words = (YELLOW, INK) if colours is None else (colours.light, WHITE)
    sheet.round_box((left, top, left + width, top + cap + 14), radius=9, ink=ink, ground=FELT)
    sheet.text((left + width // 2, top + 7), text, cap=cap, ink=words, ground=ink, anchor=MIDDLE)


def _fit_words(fits: Sequence[int], *, cap: int, width: int) -> str:
    """The melds' numbers, as many as have room."""
    for count in range(len(fits), 0, -1):
        words = " ".join(map(str, fits[:count])) + ("+" if count < len(fits) else "")
        if text_width(words, cap) <= width:
            return words
    return "+" if fits else ""
