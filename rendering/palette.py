"""The 256 colours that a picture may use, and the way between any two of them.

A picture is drawn in palette numbers from the start: no quantizing at the end, a quarter of the
bytes, and a sprite is pasted as it is.
"""

import functools
from collections.abc import Iterator
from typing import Final

from PIL import Image

from rendering import theme as colours
from rendering.theme import TEAM_COLOURS, Colour, Theme

SIZE: Final = 256
LEVELS: Final = 7
"""How many shades are told apart between two colours before they are matched."""
WORD_LEVELS: Final = 4
"""The same for words: nobody sees the difference, and the files are smaller."""


class Palette:
    """The colours of one theme. Made once a theme by ``palette_of``, and hashed by identity."""

    def __init__(self, theme: Theme) -> None:
        self.theme = theme
        found = dict.fromkeys((*_bases(theme), *_shades(theme)))
        self._colours = tuple(found)[:SIZE]
        self._numbers = {colour: number for number, colour in enumerate(self._colours)}
        self._ramps: dict[tuple[Colour, Colour, int], list[int]] = {}
        self.flat = bytes(
            part for colour in (*self._colours, *[(0, 0, 0)] * SIZE)[:SIZE] for part in colour
        )
        self._image = Image.new("P", (1, 1))
        self._image.putpalette(
            [part for colour in (*self._colours, *[self._colours[0]] * SIZE) for part in colour][
                : 3 * SIZE
            ]
        )

    def number(self, colour: Colour) -> int:
        """The number of the nearest colour."""
        number = self._numbers.get(colour)
        if number is None:
            number = min(range(len(self._colours)), key=lambda at: self._distance(at, colour))
            self._numbers[colour] = number
        return number

    def ramp(self, ground: Colour, ink: Colour, levels: int = LEVELS) -> list[int]:
        """The numbers for an ink's cover of 0 to 255 over the ground, in so many shades."""
        ramp = self._ramps.get((ground, ink, levels))
        if ramp is None:
            most = levels - 1
            shades = [self.number(mix(ground, ink, level / most)) for level in range(levels)]
            ramp = [shades[round(cover * most / 255)] for cover in range(256)]
            self._ramps[ground, ink, levels] = ramp
        return ramp

    def match(self, image: Image.Image) -> Image.Image:
        """A picture of many colours in palette numbers."""
        matched = image.quantize(palette=self._image, dither=Image.Dither.NONE)
        return Image.frombytes("L", matched.size, matched.tobytes())

    def _distance(self, at: int, colour: Colour) -> int:
        red, green, blue = self._colours[at]
        # Weighed as the eye does, roughly.
        return (
            3 * (red - colour[0]) ** 2 + 6 * (green - colour[1]) ** 2 + 2 * (blue - colour[2]) ** 2
        )


@functools.lru_cache(maxsize=8)
def palette_of(theme: Theme) -> Palette:
    """The palette of a theme."""
    return Palette(theme)


def mix(ground: Colour, ink: Colour, cover: float) -> Colour:
    """The ground covered by so much of the ink, 0.0 to 1.0."""
    red, green, blue = (
        round(under + (over - under) * cover) for under, over in zip(ground, ink, strict=True)
    )
    return red, green, blue


def _suits(theme: Theme) -> tuple[Colour, ...]:
    return theme.spades, theme.hearts, theme.clubs, theme.diamonds, theme.joker


def _bases(theme: Theme) -> Iterator[Colour]:
    yield from (theme.paper, theme.wild_paper, *_suits(theme))
    for value in vars(colours).values():
        if isinstance(value, tuple) and len(value) == 3 and isinstance(value[0], int):
            yield value
    for team in TEAM_COLOURS:
        yield from (team.strong, team.dark, team.light)


def _shades(theme: Theme) -> Iterator[Colour]:
    """The steps between colours that meet at an edge, the commonest first and the finest."""
    papers = (theme.paper, theme.wild_paper)
    pairs: list[tuple[Colour, Colour, int]] = []
    pairs += [(theme.paper, suit, 7) for suit in _suits(theme)]
    pairs += [(theme.wild_paper, suit, 3) for suit in (*_suits(theme), colours.EDGE)]
    pairs += [
        (ground, colours.WHITE, 5)
        for team in TEAM_COLOURS
        for ground in (team.strong, team.dark, team.light)
    ]
    pairs += [(colours.STATUS, colours.WHITE, 5), (colours.STATUS, colours.MUTED, 3)]
    pairs += [(colours.YELLOW, colours.INK, 6), (colours.THOUSAND, colours.INK, 3)]
    pairs += [(colours.CLEAN, colours.INK, 4)]
    pairs += [(colours.FELT, colours.EDGE, 3), (colours.EDGE, theme.paper, 3)]
    pairs += [
        (ground, colours.WHITE, 4) for ground in (colours.DIRTY, colours.FIVE_HUNDRED, colours.FELT)
    ]
    pairs += [(ground, colours.YELLOW, 2) for ground in (colours.STATUS, colours.FELT)]
    pairs += [
        (ground, colours.YELLOW, 3) for team in TEAM_COLOURS for ground in (team.strong, team.dark)
    ]
    pairs += [(colours.BACK, colours.BACK_LIGHT, 2), (colours.BACK, colours.WHITE, 3)]
    pairs += [(ground, colours.EDGE, 2) for ground in (colours.STATUS, colours.YELLOW)]
    pairs += [(team.dark, colours.EDGE, 1) for team in TEAM_COLOURS]
    pairs += [(colours.FELT, paper, 2) for paper in papers]
    pairs += [(colours.FELT, colours.MUTED, 3), (colours.SLOT, colours.MUTED, 3)]
    pairs += [(colours.SKIN, colours.HAIR, 2), (theme.paper, colours.GOLD, 3)]
    pairs += [(theme.paper, colours.SKIN, 1), (theme.paper, colours.HAIR, 3)]
    pairs += [(theme.paper, colours.CRIMSON, 2), (colours.GOLD, colours.HAIR, 2)]
    pairs += [(colours.PAGE, team.strong, 1) for team in TEAM_COLOURS]
    for ground, ink, steps in pairs:
        for step in range(1, steps + 1):
            yield mix(ground, ink, step / (steps + 1))
