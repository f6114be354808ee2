"""A hand as whole cards in a grid, the number that menus and typed words use under each."""

import dataclasses
import functools
from collections.abc import Sequence
from typing import Final

from PIL import Image

from game.cards import Card
from game.views import PlayerView
from rendering.cards import draw_card
from rendering.fonts import text_width
from rendering.geometry import LEAST_NAME_CAP, Size
from rendering.palette import Palette
from rendering.sheet import MIDDLE, Sheet
from rendering.theme import FELT, INK, TEAM_COLOURS, WHITE, YELLOW, TeamColours
from texts.cards import places_of

_GAP: Final = 12
FEWEST_COLUMNS: Final = 6
_FEW: Final = 28
"""So many cards are drawn in the larger least size."""
_MOST_COLUMNS: Final = (11, 14)
"""With few cards and with many: the least sizes have an index of 13 and of 10 pixels on a phone."""
HAND_WIDTH: Final = 1168
"""Of the grid of a usual picture."""
_LARGEST: Final = 96
"""Of half a card's width, in pixels."""


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
        return self.label_cap + 24

    @property
    def row_height(self) -> int:
        """From one row to the next."""
        return self.size.height + self.label + _GAP

    @property
    def height(self) -> int:
        """Of the whole grid."""
        return self.rows * self.row_height


def grids_for(count: int, *, width: int) -> tuple[Grid, ...]:
    """The grids for so many cards, the one with the largest cards first."""
    most = _MOST_COLUMNS[count > _FEW]
    return tuple(_grid(count, columns, width) for columns in range(FEWEST_COLUMNS, most + 1))


def hand_sizes() -> tuple[Size, ...]:
    """Every size in which a hand is drawn on a picture of the usual width."""
    columns = range(FEWEST_COLUMNS, _MOST_COLUMNS[1] + 1)
    return tuple(dict.fromkeys(_grid(1, count, HAND_WIDTH).size for count in columns))


def _grid(count: int, columns: int, width: int) -> Grid:
    step = min(_LARGEST, (width - (columns - 1) * _GAP) // columns // 2)
    return Grid(
        columns=columns,
        rows=max(1, -(-count // columns)),
        size=Size(step, round(step * (2.5 if columns < 8 else 2.36))),
        label_cap=30 if columns < 8 else 27 if columns < 11 else LEAST_NAME_CAP,
    )


def hand_places(
    grid: Grid, count: int, *, left: int, top: int, width: int
) -> list[tuple[int, int]]:
    """Where each card's left upper corner is, in the order in which they are numbered."""
    cell = (width + _GAP) // grid.columns
    inside = (cell - _GAP - 2 * grid.size.step) // 2
    return [
        (left + index % grid.columns * cell + inside, top + index // grid.columns * grid.row_height)
        for index in range(count)
    ]


def draw_hand(
    sheet: Sheet, view: PlayerView, shown: Sequence[Card], grid: Grid, *, left: int, top: int
) -> None:
    """Draw the cards in the given order: new ones in a yellow frame, with the melds they fit."""
    new = places_of(view.newest, shown)
    size = grid.size
    width = sheet.width - 2 * left
    places = hand_places(grid, len(shown), left=left, top=top, width=width)
    for index, (face, (x, y)) in enumerate(zip(shown, places, strict=True)):
        ground = FELT
        if index in new:
            ground = YELLOW
            rim = (x - 5, y - 5, x + 2 * size.step + 5, y + size.height + 5)
            sheet.round_box(rim, radius=size.radius + 4, ink=YELLOW, ground=FELT)
        draw_card(sheet, (x, y), face, size=size, ground=ground)
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
    pill = max(cap + 8, text_width(str(number), cap) + 12)
    fitting = _fit_words(fits, cap=cap, width=wide - pill - 14)
    if not fitting:
        middle = left + wide // 2
        draw_pill(sheet, (middle - wide * 3 // 8, top), str(number), cap=cap, width=wide * 3 // 4)
        return
    pill = max(pill, min(wide // 2 - 2, wide - 16 - text_width(fitting, cap)))
    draw_pill(sheet, (left, top), str(number), cap=cap, width=pill)
    rest = wide - pill - 4
    draw_pill(sheet, (left + pill + 4, top), fitting, cap=cap, width=rest, colours=colours)


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
    sheet.paste(_pill_sprite(sheet.palette, text, cap, width, colours), at)


@functools.lru_cache(maxsize=4096)
def _pill_sprite(
    palette: Palette, text: str, cap: int, width: int, colours: TeamColours | None
) -> Image.Image:
    ink, words = (YELLOW, INK) if colours is None else (colours.strong, WHITE)
    sheet = Sheet(palette, (width, cap + 14), FELT)
    box = (0, 0, width, cap + 14)
    if colours is not None:
        sheet.round_box(box, radius=9, ink=colours.light, ground=FELT)
        inside = (2, 2, width - 2, cap + 12)
        sheet.round_box(inside, radius=7, ink=ink, ground=colours.light)
    else:
        sheet.round_box(box, radius=9, ink=ink, ground=FELT)
    sheet.text((width // 2, 7), text, cap=cap, ink=words, ground=ink, anchor=MIDDLE)
    return sheet.image


def _fit_words(fits: Sequence[int], *, cap: int, width: int) -> str:
    """The melds' numbers, as many as have room."""
    for count in range(len(fits), 0, -1):
        words = " ".join(map(str, fits[:count])) + ("+" if count < len(fits) else "")
        if text_width(words, cap) <= width:
            return words
    return "+" if fits else ""
