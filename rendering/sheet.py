"""A sheet to draw on, in palette numbers: boxes, masks and text on a known ground."""

import functools
from typing import Final

from PIL import Image

from rendering import png
from rendering.fonts import BOLD, line_mask
from rendering.palette import WORD_LEVELS, Palette
from rendering.shapes import disc_mask
from rendering.theme import Colour

Box = tuple[int, int, int, int]
"""Left, top, right, bottom in pixels; right and bottom are the first outside of it."""

LEFT: Final = "l"
MIDDLE: Final = "m"
RIGHT: Final = "r"


class Sheet:
    """An image of palette numbers. Whatever is drawn is told the ground that it is drawn on.

    Soft edges are mixed for that ground beforehand, which is several times faster than blending.
    """

    def __init__(
        self, palette: Palette, size: tuple[int, int], ground: Colour, *, margin: int = 0
    ) -> None:
        self.palette = palette
        self.width, self.height = size
        self.margin = margin
        self.image = Image.new("L", (self.width + margin, self.height), palette.number(ground))
        # Pasted into directly: Image.paste asks the same questions anew, hundreds of times.
        self._core = self.image.im

    def box(self, box: Box, ink: Colour) -> None:
        """Fill a rectangle; what lies outside the sheet, or has no area, is left out."""
        left, top = max(box[0], 0), max(box[1], 0)
        right, bottom = min(box[2], self.width), min(box[3], self.height)
        if left < right and top < bottom:
            box = (left + self.margin, top, right + self.margin, bottom)
            self._core.paste(self.palette.number(ink), box)

    def round_box(
        self,
        box: Box,
        *,
        radius: int,
        ink: Colour,
        ground: Colour,
        right_ground: Colour | None = None,
    ) -> None:
        """Fill a rectangle with round corners; the right ones may lie on another ground.

        What lies outside of the corners is left as it is.
        """
        left, top, right, bottom = box
        radius = max(1, min(radius, (right - left) // 2, (bottom - top) // 2))
        self.box((left + radius, top, right - radius, bottom), ink)
        self.box((left, top + radius, left + radius, bottom - radius), ink)
        self.box((right - radius, top + radius, right, bottom - radius), ink)
        corners = _corners(self.palette, radius, ink, ground, right_ground or ground)
        first, last = left + self.margin, right - radius + self.margin
        for (piece, stencil), x, y in zip(
            corners,
            (first, last, first, last),
            (top, top, bottom - radius, bottom - radius),
            strict=True,
        ):
            self._core.paste(piece.im, (x, y, x + radius, y + radius), stencil.im)

    def frame(self, box: Box, *, width: int, ink: Colour) -> None:
        """Draw a rectangle's outline, inside of it."""
        left, top, right, bottom = box
        self.box((left, top, right, top + width), ink)
        self.box((left, bottom - width, right, bottom), ink)
        self.box((left, top, left + width, bottom), ink)
        self.box((right - width, top, right, bottom), ink)

    def mask(self, mask: Image.Image, at: tuple[int, int], *, ink: Colour, ground: Colour) -> None:
        """Draw a shape and the ground around it."""
        (x, y), (wide, high) = at, mask.size
        x += self.margin
        inked = mask.im.point(self.palette.ramp(ground, ink), None)
        self._core.paste(inked, (x, y, x + wide, y + high))

    def paste(self, sprite: Image.Image, at: tuple[int, int]) -> None:
        """Put a drawn piece here."""
        x, y = at[0] + self.margin, at[1]
        wide, high = sprite.size
        self._core.paste(sprite.im, (x, y, x + wide, y + high))

    def text(
        self,
        at: tuple[int, int],
        text: str,
        *,
        cap: int,
        ink: Colour,
        ground: Colour,
        anchor: str = LEFT,
        weight: str = BOLD,
    ) -> int:
        """Write one line whose capitals are ``cap`` pixels high and begin at the given height.

        The anchor says which point of the line stands at the given place. Returns the width.
        """
        if not text:
            return 0
        sprite, (left, top), advance = _text(self.palette, text, cap, weight, ink, ground)
        x, y = at
        if anchor == MIDDLE:
            x -= advance // 2
        elif anchor == RIGHT:
            x -= advance
        self.paste(sprite, (x + left, y + cap + top))
        return advance


class Canvas(Sheet):
    """A whole picture. It has a column of zeros at its left, as a PNG wants its rows."""

    def __init__(self, palette: Palette, size: tuple[int, int], ground: Colour) -> None:
        super().__init__(palette, size, ground, margin=1)
        self._core.paste(0, (0, 0, 1, self.height))

    def png(self) -> bytes:
        """The picture as a PNG."""
        return png.encode(self.image, self.palette.flat)


@functools.lru_cache(maxsize=4096)
def _text(
    palette: Palette, text: str, cap: int, weight: str, ink: Colour, ground: Colour
) -> tuple[Image.Image, tuple[int, int], int]:
    """A line of text, its place relative to the start of its base line, and how far it goes."""
    mask, place, advance = line_mask(text, cap, weight)
    return mask.point(palette.ramp(ground, ink, WORD_LEVELS)), place, advance


@functools.lru_cache(maxsize=2048)
def _corners(
    palette: Palette, radius: int, ink: Colour, ground: Colour, right_ground: Colour
) -> list[tuple[Image.Image, Image.Image]]:
    """The quarters of a disc, and where each covers anything.

    Top left, top right, bottom left, bottom right.
    """
    disc = disc_mask(2 * radius)
    quarters = []
    for y in (0, radius):
        for x, under in ((0, ground), (radius, right_ground)):
            cover = disc.crop((x, y, x + radius, y + radius))
            stencil = cover.point([0, *[255] * 255])
            quarters.append((cover.point(palette.ramp(under, ink)), stencil))
    return quarters
