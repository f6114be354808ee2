"""Jack, Queen, King and Joker: own plain figures in flat colours."""

import dataclasses
import functools
from typing import Final

from PIL import Image, ImageDraw

from game.cards import JACK, KING, QUEEN, Card, Suit
from rendering.palette import Palette
from rendering.shapes import suit_mask
from rendering.theme import (
    BLACK_HAIR,
    CRIMSON,
    DARK_GOLD,
    FAIR_HAIR,
    GOLD,
    HAIR,
    INK,
    LIGHT_GOLD,
    LIPS,
    PURPLE,
    RED_HAIR,
    SKIN,
    WHITE,
    Colour,
)

_FINE: Final = 4
WIDTH: Final = 100
HEIGHT: Final = 128
"""The units that figures are designed in; they stand on the lower edge."""

_HAIRS: Final = {
    Suit.SPADES: BLACK_HAIR,
    Suit.HEARTS: RED_HAIR,
    Suit.CLUBS: HAIR,
    Suit.DIAMONDS: FAIR_HAIR,
}


@dataclasses.dataclass(frozen=True, slots=True)
class _Pen:
    """Draws in units of the design."""

    draw: ImageDraw.ImageDraw
    scale: float

    def poly(self, colour: Colour, *points: tuple[float, float]) -> None:
        self.draw.polygon([(x * self.scale, y * self.scale) for x, y in points], fill=colour)

    def oval(self, colour: Colour, x: float, y: float, wide: float, high: float) -> None:
        """An ellipse by its middle and its two radii."""
        scale = self.scale
        box = ((x - wide) * scale, (y - high) * scale, (x + wide) * scale, (y + high) * scale)
        self.draw.ellipse(box, fill=colour)


@functools.lru_cache(maxsize=512)
def figure(palette: Palette, face: Card, width: int, ground: Colour) -> Image.Image:
    """The figure of a court card or a Joker in palette numbers, on its card's paper."""
    size = (width * _FINE, width * HEIGHT // WIDTH * _FINE)
    large = Image.new("RGB", size, ground)
    pen = _Pen(ImageDraw.Draw(large), width * _FINE / WIDTH)
    if face.suit is None:
        _joker(pen)
    else:
        dress = palette.theme.of(face)
        hair = _HAIRS[face.suit]
        _body(pen, face.rank, dress, hair)
        badge = suit_mask(face.suit, max(4, 22 * width * _FINE // WIDTH))
        place = (39 * width * _FINE // WIDTH, 100 * width * _FINE // WIDTH)
        if face.rank != KING:
            large.paste(dress, place, badge)
    return palette.match(large.reduce(_FINE))


def _body(pen: _Pen, rank: int, dress: Colour, hair: Colour) -> None:
    if rank == QUEEN:
        pen.oval(hair, 50, 60, 31, 34)
        pen.poly(hair, (19, 60), (81, 60), (86, 108), (14, 108))
    pen.poly(
        dress, (2, 128), (8, 108), (22, 96), (40, 88), (60, 88), (78, 96), (92, 108), (98, 128)
    )
    pen.poly(GOLD, (33, 89), (50, 128), (67, 89), (74, 93), (60, 128), (40, 128), (26, 93))
    pen.poly(WHITE, (34, 88), (66, 88), (58, 128), (42, 128))
    if rank == JACK:
        pen.oval(hair, 50, 58, 27, 26)
        pen.poly(hair, (23, 58), (77, 58), (78, 86), (66, 88), (34, 88), (22, 86))
    pen.poly(SKIN, (42, 78), (58, 78), (60, 94), (50, 101), (40, 94))
    pen.oval(SKIN, 50, 62, 20, 24)
    if rank == KING:
        pen.poly(
            hair, (30, 62), (36, 72), (64, 72), (70, 62), (69, 88), (58, 104), (42, 104), (31, 88)
        )
        pen.oval(SKIN, 50, 58, 17, 14)
        pen.poly(hair, (38, 73), (50, 68), (62, 73), (62, 78), (38, 78))
    _face(pen, hair, lips_at=80 if rank == KING else 76)
    if rank == KING:
        _crown(pen, dress, ball=4.6)
    elif rank == QUEEN:
        pen.poly(hair, (29, 60), (31, 42), (50, 40), (69, 42), (71, 60), (60, 47), (40, 47))
        _crown(pen, dress, ball=3.0)
    else:
        pen.poly(GOLD, (70, 36), (92, 4), (98, 10), (82, 34))
        pen.oval(dress, 50, 36, 33, 15)
        pen.poly(GOLD, (20, 40), (80, 40), (78, 48), (22, 48))


def _face(pen: _Pen, hair: Colour, *, lips_at: float) -> None:
    for x in (41.5, 58.5):
        pen.oval(INK, x, 60, 2.8, 3.2)
        pen.poly(hair, (x - 6, 54), (x + 6, 53), (x + 6, 55.5), (x - 6, 56.5))
    pen.poly(DARK_GOLD, (50, 60), (53, 69), (48, 69))
    pen.oval(LIPS, 50, lips_at, 5.5, 2.2)


def _crown(pen: _Pen, jewel: Colour, *, ball: float) -> None:
    pen.poly(GOLD, (24, 46), (16, 14), (34, 30), (50, 6), (66, 30), (84, 14), (76, 46))
    pen.poly(DARK_GOLD, (24, 46), (23, 39), (77, 39), (76, 46))
    for x, y in ((16, 13), (50, 6), (84, 13)):
        pen.oval(DARK_GOLD, x, y, ball + 1, ball + 1)
        pen.oval(LIGHT_GOLD, x, y, ball, ball)
    for x in (34, 50, 66):
        pen.oval(jewel if x == 50 else WHITE, x, 42.5, 2.6, 2.6)


def _joker(pen: _Pen) -> None:
    pen.poly(PURPLE, (4, 128), (14, 106), (36, 90), (50, 88), (50, 128))
    pen.poly(CRIMSON, (96, 128), (86, 106), (64, 90), (50, 88), (50, 128))
    pen.poly(PURPLE, (50, 10), (28, 16), (6, 40), (4, 72), (20, 54), (26, 62), (50, 52))
    pen.poly(CRIMSON, (50, 10), (72, 16), (94, 40), (96, 72), (80, 54), (74, 62), (50, 52))
    pen.poly(GOLD, (38, 44), (44, 6), (50, 0), (56, 6), (62, 44))
    pen.oval(SKIN, 50, 66, 22, 24)
    pen.poly(PURPLE, (27, 60), (30, 44), (50, 40), (50, 50))
    pen.poly(CRIMSON, (73, 60), (70, 44), (50, 40), (50, 50))
    pen.poly(GOLD, (40, 44), (50, 40), (60, 44), (50, 52))
    for x, y in ((5, 74), (95, 74), (50, 4)):
        pen.oval(DARK_GOLD, x, y, 6, 6)
        pen.oval(LIGHT_GOLD, x, y, 4.6, 4.6)
    for x in (41, 59):
        pen.poly(INK, (x, 54), (x + 4, 62), (x, 70), (x - 4, 62))
    pen.oval(CRIMSON, 50, 70, 4.5, 4.5)
    pen.poly(LIPS, (36, 76), (50, 82), (64, 76), (58, 85), (50, 88), (42, 85))
    ruff = ((20, 98), (32, 112), (41, 98), (50, 114), (59, 98), (68, 112), (80, 98), (62, 88))
    pen.poly(GOLD, *ruff, (38, 88))
