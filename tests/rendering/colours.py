"""How colours look to whom: contrast, distance, and the three common colour blindnesses."""

import enum
import math

from rendering.theme import Colour

Matrix = tuple[tuple[float, float, float], ...]


class Eye(enum.Enum):
    """Full sight, and what linear light becomes without one kind of cones (Machado 2009)."""

    FULL = ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0))
    PROTANOPIA = (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    )
    DEUTERANOPIA = (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    )
    TRITANOPIA = (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    )


_TO_XYZ: Matrix = (
    (0.4124, 0.3576, 0.1805),
    (0.2126, 0.7152, 0.0722),
    (0.0193, 0.1192, 0.9505),
)
_WHITE = (0.95047, 1.0, 1.08883)


def linear(colour: Colour) -> tuple[float, ...]:
    parts = (part / 255 for part in colour)
    return tuple(
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    )


def contrast(one: Colour, other: Colour) -> float:
    """As WCAG defines it, 1 to 21."""
    dark, light = sorted(_times(_TO_XYZ, linear(colour))[1] for colour in (one, other))
    return (light + 0.05) / (dark + 0.05)


def distance(one: Colour, other: Colour, eye: Eye) -> float:
    """In CIE Lab: 2 is just noticed, 10 is seen at a glance."""
    return math.dist(_lab(one, eye), _lab(other, eye))


def _lab(colour: Colour, eye: Eye) -> tuple[float, float, float]:
    seen = [min(1.0, max(0.0, part)) for part in _times(eye.value, linear(colour))]
    x, y, z = (part / white for part, white in zip(_times(_TO_XYZ, seen), _WHITE, strict=True))
    x, y, z = (
        part ** (1 / 3) if part > 0.008856 else 7.787 * part + 16 / 116 for part in (x, y, z)
    )
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def _times(matrix: Matrix, vector: tuple[float, ...] | list[float]) -> list[float]:
    return [sum(a * b for a, b in zip(row, vector, strict=True)) for row in matrix]
