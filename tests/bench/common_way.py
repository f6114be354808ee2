"""The way most card bots draw: cached RGBA sprites pasted with their alpha, saved by Pillow as PNG.

It takes the place of our canvas, so that the very same picture is drawn, card by card.
"""

import io
from collections.abc import Iterator
from contextlib import contextmanager

from PIL import Image, ImageDraw

from rendering import table
from rendering.fonts import BOLD, font, text_width
from rendering.kept import KEPT
from rendering.palette import Palette
from rendering.sheet import LEFT, MIDDLE, Box
from rendering.theme import Colour

_SPRITES: dict[tuple[int, Palette], tuple[Image.Image, Image.Image]] = {}


class CommonCanvas:
    """What ``rendering.sheet.Canvas`` does, on an RGBA image."""

    def __init__(self, palette: Palette, size: tuple[int, int], ground: Colour) -> None:
        self.palette = palette
        self.width, self.height = size
        self.image = Image.new("RGBA", size, (*ground, 255))
        self.draw = ImageDraw.Draw(self.image)

    def box(self, box: Box, ink: Colour) -> None:
        left, top, right, bottom = box
        if left < right and top < bottom:
            self.draw.rectangle((left, top, right - 1, bottom - 1), fill=ink)

    def round_box(self, box: Box, *, radius: int, ink: Colour, **_grounds: Colour) -> None:
        left, top, right, bottom = box
        self.draw.rounded_rectangle((left, top, right - 1, bottom - 1), radius, fill=ink)

    def frame(self, box: Box, *, width: int, ink: Colour) -> None:
        left, top, right, bottom = box
        self.draw.rectangle((left, top, right - 1, bottom - 1), outline=ink, width=width)

    def mask(
        self, mask: Image.Image, at: tuple[int, int], *, ink: Colour, **_ground: Colour
    ) -> None:
        self.image.paste(ink, (*at, at[0] + mask.width, at[1] + mask.height), mask)

    def paste(self, sprite: Image.Image, at: tuple[int, int]) -> None:
        found = _SPRITES.get((id(sprite), self.palette))
        if found is None:
            coloured = Image.frombytes("P", sprite.size, sprite.tobytes())
            coloured.putpalette(self.palette.flat)
            found = (sprite, coloured.convert("RGBA"))
            _SPRITES[id(sprite), self.palette] = found
        self.image.paste(found[1], at, found[1])

    def text(
        self,
        at: tuple[int, int],
        text: str,
        *,
        cap: int,
        ink: Colour,
        anchor: str = LEFT,
        weight: str = BOLD,
        **_ground: Colour,
    ) -> int:
        x, y = at
        where = {LEFT: "ls", MIDDLE: "ms"}.get(anchor, "rs")
        self.draw.text((x, y + cap), text, fill=ink, font=font(cap, weight), anchor=where)
        return text_width(text, cap, weight)

    def png(self) -> bytes:
        out = io.BytesIO()
        self.image.save(out, "PNG")
        return out.getvalue()


@contextmanager
def common_way() -> Iterator[None]:
    """Draw tables in the common way meanwhile."""
    ours = table.Canvas
    table.Canvas = CommonCanvas
    KEPT.clear()
    try:
        yield
    finally:
        table.Canvas = ours
        KEPT.clear()
