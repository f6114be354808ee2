"""Palette numbers to PNG bytes, without the detours of a general encoder."""

import dataclasses
import struct
import zlib
from typing import Final

from PIL import Image

try:
    from zlib_ng import zlib_ng
except ImportError:  # no wheel for this machine: three times slower, and the same picture
    HAS_ZLIB_NG = False
else:
    HAS_ZLIB_NG = True

_SIGNATURE: Final = b"\x89PNG\r\n\x1a\n"
_ZLIB_NG_LEVEL: Final = 2
_ZLIB_LEVEL: Final = 3
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

    In a PNG each row begins with the number of its filter. The image's first column, of zeros, is
    that number for every row ("none", the best for flat colours) and no part of the picture, so
    that the image's memory, as it is, is what gets deflated.
    """
    width, height = image.size[0] - 1, image.size[1]
    header = struct.pack(">IIBBBBB", width, height, _EIGHT_BITS, _PALETTE_COLOUR, 0, 0, 0)
    return b"".join(
        (
            _SIGNATURE,
            _chunk(b"IHDR", header),
            _chunk(b"PLTE", colours),
            _chunk(b"IDAT", deflate(_memory(image))),
            _chunk(b"IEND", b""),
        )
    )


def _memory(image: Image.Image) -> bytes:
    """The image's bytes in one piece: ``tobytes`` gathers them from many, at twice the cost."""
    encoder = Image._getencoder(image.mode, "raw", (image.mode,))  # noqa: SLF001 - what tobytes uses
    encoder.setimage(image.im, (0, 0, *image.size))
    size = image.size[0] * image.size[1]
    length, _, data = encoder.encode(size)
    assert length == size, "the raw encoder writes as much as there is room for"
    return bytes(data)


def deflate(data: bytes) -> bytes:
    """Compress for a PNG, with zlib's faster successor where it is installed."""
    if HAS_ZLIB_NG:
        return zlib_ng.compress(data, _ZLIB_NG_LEVEL)
    return zlib.compress(data, _ZLIB_LEVEL)


def _chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
