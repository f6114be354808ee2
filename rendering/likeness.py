"""Finding re-posts of a player's own picture: how alike two pictures are, however they are saved.

A difference hash: the picture is reduced to a few grey cells, and each bit says whether a cell is
clearly brighter than its neighbour. Saving, scaling and brightening change few bits. A screenshot
has margins round a picture of ours, which is therefore looked for by its green edges.
"""

import dataclasses
import functools
import io
from collections.abc import Sequence
from typing import Final

from PIL import Image, ImageChops, ImageOps

from rendering.sheet import Box

MOST_BYTES: Final = 32 << 20
MOST_PIXELS: Final = 40_000_000
MOST_DECODED: Final = 16_000_000
"""Pixels of four bytes each; a large JPEG is decoded into fewer than it has."""
ALIKE: Final = 0.35
"""The most between a picture and its re-post; others are 0.45 and more apart (docs/pictures.md)."""

_FORMATS: Final = ("PNG", "JPEG", "WEBP", "GIF")
_LEAST_SIDE: Final = 64
_WORK: Final = 640
"""The longer side, in pixels, in which a picture is looked at."""
_CELLS: Final = 10
_CLEARLY: Final = 4
"""Of 255: so much brighter than its neighbour is a cell whose bit is set; flat grounds set none."""
_CUT: Final = 0.025
_CUTS: Final = ((1, 1, 1, 1), (1, 1, 0, 0), (0, 1, 1, 0), (1, 0, 0, 1), (0, 0, 1, 1))
"""A picture is also looked at without such a part at these sides: it may have been cropped so."""
_MOST_STRETCH: Final = 1.15
"""Between the aspects of a picture and of its re-post."""
_GREEN: Final = (104, 132)
"""The hues, of 256, of the table and of everything around it in our pictures."""
_STRONG: Final = (75, 255)
_LIGHTS: Final = (20, 150)
_SOME: Final = 3
_MOST: Final = 128
"""Parts of 255: some of each row of ours is green, and most of the columns at the edges."""


@dataclasses.dataclass(frozen=True, slots=True)
class _Look:
    """The hash of a picture or of a part of it, and its width as a part of its height."""

    bits: int
    aspect: float


@dataclasses.dataclass(frozen=True, slots=True)
class Fingerprint:
    """The looks of a picture, and of ours in it where margins surround one.

    Each is looked at without some edges too, as if a little had been cropped off.
    """

    looks: tuple[_Look, ...]


def fingerprint(image: bytes) -> Fingerprint | None:
    """The fingerprint of a picture's file, whoever sent it; None where it is none, or too large.

    Takes 20 milliseconds or, for the largest, some tenths of a second: it belongs into a thread.
    """
    if len(image) > MOST_BYTES:
        return None
    try:
        small = _reduced(image)
        return None if small is None else _fingerprint(small)
    except Exception:  # noqa: BLE001 - Pillow raises anything from OSError to SyntaxError
        return None


def distance(one: Fingerprint, other: Fingerprint) -> float:
    """From 0.0, the same, to 1.0: the part of differing bits where the two are most alike."""
    return min(_apart(first, second) for first in one.looks for second in other.looks)


def alike(one: Fingerprint, other: Fingerprint) -> bool:
    """Whether one is a re-post of the other, as far as a few bits tell."""
    return distance(one, other) <= ALIKE


def _apart(one: _Look, other: _Look) -> float:
    """Of the bits that either has, how many only one has; all where the shapes differ."""
    stretch = one.aspect / other.aspect
    if not 1 / _MOST_STRETCH <= stretch <= _MOST_STRETCH:
        return 1.0
    set_bits = (one.bits | other.bits).bit_count()
    return (one.bits ^ other.bits).bit_count() / max(1, set_bits)


def _reduced(content: bytes) -> Image.Image | None:
    """The picture upright, in colour and small; its size is looked at before it is decoded."""
    with Image.open(io.BytesIO(content), formats=_FORMATS) as image:
        wide, high = image.size
        if wide * high > MOST_PIXELS or min(wide, high) < _LEAST_SIDE:
            return None
        image.draft("RGB", (_WORK, _WORK))
        if image.width * image.height > MOST_DECODED:
            return None
        small = image.convert("RGB")
    small.thumbnail((_WORK, _WORK), Image.Resampling.BILINEAR, reducing_gap=2.0)
    return ImageOps.exif_transpose(small)


def _fingerprint(image: Image.Image) -> Fingerprint:
    """The fingerprint of a picture as ``_reduced`` gives it."""
    whole = (0, 0, *image.size)
    boxes = [whole, _table_in(image) or whole]
    boxes += [_cut(box, sides) for box in boxes for sides in _CUTS]
    grey = image.convert("L")
    return Fingerprint(tuple(_look(grey, box) for box in dict.fromkeys(boxes)))


def _cut(box: Box, sides: Sequence[int]) -> Box:
    """The box without a little at those sides that are 1, not 0: left, top, right, bottom."""
    left, top, right, bottom = box
    across, down = round(_CUT * (right - left)), round(_CUT * (bottom - top))
    return (
        left + sides[0] * across,
        top + sides[1] * down,
        right - sides[2] * across,
        bottom - sides[3] * down,
    )


def _table_in(image: Image.Image) -> Box | None:
    """The box of one of our pictures in another, by the green at its edges; None without any."""
    green = _green(image)
    wide, high = image.size
    rough = _longest(_shares(green, (1, high), _SOME), gap=wide // 8)
    if rough is None:
        return None
    strip = green.crop((0, rough[0], wide, rough[1]))
    columns = _longest(_shares(strip, (wide, 1), _MOST), gap=wide)
    if columns is None:
        return None
    left, right = columns
    band, heading = max(2, (right - left) // 40), (right - left) // 14
    # An avatar above it may be green too, but not at both edges.
    both = ImageChops.darker(
        *(green.crop((x, 0, x + band, high)).resize((1, high)) for x in (left, right - band))
    )
    rows = _longest(_shares(both, (1, high), _SOME), gap=heading)
    if rows is None or min(right - left, rows[1] - rows[0]) < _LEAST_SIDE:
        return None
    return left, rows[0], right, rows[1]


def _green(image: Image.Image) -> Image.Image:
    """Where the picture has our table's hue: 255 there and 0 elsewhere."""
    bands = image.convert("HSV").split()
    inside = [
        band.point([255 * (least <= value <= most) for value in range(256)])
        for band, (least, most) in zip(bands, (_GREEN, _STRONG, _LIGHTS), strict=True)
    ]
    return functools.reduce(ImageChops.darker, inside)


def _shares(green: Image.Image, size: tuple[int, int], least: int) -> list[bool]:
    """Of each row, or of each column, whether so much of it is green, of 255."""
    return [share >= least for share in green.resize(size, Image.Resampling.BOX).tobytes()]


def _longest(marks: Sequence[bool], *, gap: int) -> tuple[int, int] | None:
    """The longest run of marks, its end excluded; gaps of up to so many are part of a run."""
    best: tuple[int, int] | None = None
    start = end = None
    for place, mark in enumerate(marks):
        if not mark:
            continue
        if end is None or start is None or place - end > gap:
            start = place
        end = place + 1
        if best is None or end - start > best[1] - best[0]:
            best = start, end
    return best


def _look(grey: Image.Image, box: Box) -> _Look:
    """Two bits a cell: whether it is brighter than its right neighbour and than its lower one."""
    across = grey.resize((_CELLS + 1, _CELLS), Image.Resampling.BOX, box).tobytes()
    down = grey.resize((_CELLS, _CELLS + 1), Image.Resampling.BOX, box).tobytes()
    cells = range(_CELLS)
    steps = [
        *(across[at] - across[at + 1] for row in cells for at in _row(row, _CELLS + 1)),
        *(down[at] - down[at + _CELLS] for row in cells for at in _row(row, _CELLS)),
    ]
    bits = "".join("01"[step > _CLEARLY] for step in steps)
    left, top, right, bottom = box
    return _Look(int(bits, 2), (right - left) / (bottom - top))


def _row(number: int, stride: int) -> range:
    """The places of a row's cells that have a neighbour behind."""
    return range(number * stride, number * stride + _CELLS)
