"""What kind of picture a file is and how large, read from its first bytes."""

import dataclasses
import struct
from typing import Final

_PNG: Final = b"\x89PNG\r\n\x1a\n"
_JPEG: Final = b"\xff\xd8\xff"
_NO_SIZE: Final = frozenset({0xC4, 0xC8, 0xCC})
"""Segments of a JPEG among those of frames that are none."""


@dataclasses.dataclass(frozen=True, slots=True)
class Picture:
    """A picture's type, and its width and height where they can be read."""

    kind: str
    size: tuple[int, int] | None


def picture(data: bytes) -> Picture | None:
    """The picture that a file is; None where it is none that browsers show."""
    try:
        if data.startswith(_PNG):
            return Picture("image/png", struct.unpack(">II", data[16:24]))
        if data[:6] in (b"GIF87a", b"GIF89a"):
            return Picture("image/gif", struct.unpack("<HH", data[6:10]))
        if data.startswith(_JPEG):
            return Picture("image/jpeg", _of_jpeg(data))
        if data[:4] == b"RIFF" and data[8:12] == b"WEBP":
            return Picture("image/webp", _of_webp(data))
    except struct.error:
        return None
    return None


def _of_jpeg(data: bytes) -> tuple[int, int] | None:
    at = 2
    while at + 9 <= len(data):
        marker, length = struct.unpack(">xBH", data[at : at + 4])
        if 0xC0 <= marker <= 0xCF and marker not in _NO_SIZE:
            height, width = struct.unpack(">HH", data[at + 5 : at + 9])
            return width, height
        at += 2 + length
    return None


def _of_webp(data: bytes) -> tuple[int, int] | None:
    match data[12:16]:
        case b"VP8X":
            width, height = data[24:27], data[27:30]
            return int.from_bytes(width, "little") + 1, int.from_bytes(height, "little") + 1
        case b"VP8L":
            bits = int.from_bytes(data[21:25], "little")
            return (bits & 0x3FFF) + 1, (bits >> 14 & 0x3FFF) + 1
        case b"VP8 ":
            width, height = struct.unpack("<HH", data[26:30])
            return width & 0x3FFF, height & 0x3FFF
        case _:
            return None
