"""Palette numbers to PNG bytes, without the detours of a general encoder."""

import dataclasses
import struct
import zlib
from typing import Final

from PIL import Image

_SIGNATURE: Final = b"\x89PNG\r\n\x1a\n"
_LEVEL: Final = 3
_EIGHT_BITS, _PALETTE_COLOUR = 8, 3


@dataclasses.dataclass(frozen=True, slots=True)
class Picture:
    """A finished picture and its description for those who do not see it (at most 1024 characters).

    ``width`` and ``height`` are in pixels.
    """

    png: bytes
    alt: str
    width: int
    height: int


def encode(image: Image.Image, colours: bytes) -> bytes:
    """Write an image of palette numbers as a PNG; ``colours`` are the palette's 768 bytes.

    In a PNG each row begins with the number of its filter. A column of zeros at the left is that
    number for every row ("none", the best for flat colours), so the image's memory, as it is, is
    what gets deflated.
    """
    width, height = image.size
    rows = Image.new("L", (width + 1, height), 0)
    rows.paste(image, (1, 0))
    header = struct.pack(">IIBBBBB", width, height, _EIGHT_BITS, _PALETTE_COLOUR, 0, 0, 0)
    return b"".join(
        (
            _SIGNATURE,
            _chunk(b"IHDR", header),
            _chunk(b"PLTE", colours),
            _chunk(b"IDAT", zlib.compress(rows.tobytes(), _LEVEL)),
            _chunk(b"IEND", b""),
        )
    )


def _chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
