"""The one font, its measures, and names made such that it can write them."""

import functools
import unicodedata
from collections.abc import Sequence
from typing import Final

import fontpkg_barlow_semi_condensed as barlow
from PIL import ImageFont

from texts.score_sheet import team_name

BOLD: Final = "Bold"
MEDIUM: Final = "SemiBold"
LONGEST_NAME: Final = 48
_CAP_HEIGHT: Final = 0.7
"""The height of a capital, as a part of the font's size."""
_NO_CHARACTER: Final = "\uffff"
"""Never a letter, so drawn as the sign that stands for what a font lacks."""


@functools.lru_cache(maxsize=256)
def font(cap: int, weight: str) -> ImageFont.FreeTypeFont:
    """The font whose capitals are so many pixels high."""
    path = barlow.ROOT / "files" / f"BarlowSemiCondensed-{weight}.ttf"
    return ImageFont.truetype(
        str(path), max(1, round(cap / _CAP_HEIGHT)), layout_engine=ImageFont.Layout.BASIC
    )


def text_width(text: str, cap: int, weight: str = BOLD) -> int:
    """How many pixels wide the text is."""
    return round(font(cap, weight).getlength(text))


@functools.lru_cache(maxsize=2048)
def shorten(text: str, *, cap: int, width: int, weight: str = BOLD) -> str:
    """The text, or as much of it as fits into the width, in pixels, with an ellipsis."""
    if text_width(text, cap, weight) <= width:
        return text
    while text and text_width(text + "…", cap, weight) > width:
        text = text[:-1].rstrip()
    return text + "…" if text else ""


def fit_text(text: str, *, caps: Sequence[int], width: int, weight: str = BOLD) -> tuple[str, int]:
    """The text in the first of these sizes that fits; in the last one shortened. With its size."""
    for cap in caps:
        if text_width(text, cap, weight) <= width:
            return text, cap
    return shorten(text, cap=caps[-1], width=width, weight=weight), caps[-1]


def fit_team(
    names: Sequence[str], team: int, *, caps: Sequence[int], width: int, weight: str = BOLD
) -> tuple[str, int]:
    """A team's players in the first size that fits; in the last one each name is shortened."""
    text, cap = team_name(names, team), caps[-1]
    for larger in caps:
        if text_width(text, larger, weight) <= width:
            return text, larger
    players = names[team::2]
    each = (width - (len(players) - 1) * text_width(" e ", cap, weight)) // len(players)
    short = [shorten(name, cap=cap, width=each - 1, weight=weight) for name in players]
    return " e ".join(short), cap


@functools.lru_cache(maxsize=2048)
def writable(text: str) -> str:
    """What the font can write of a text, on one line: letters in disguise plain, no emoji."""
    plain = unicodedata.normalize("NFKC", text[: 4 * LONGEST_NAME])
    kept = (sign if _has(sign) else " " if sign.isspace() else "" for sign in plain)
    return " ".join("".join(kept).split())[:LONGEST_NAME].rstrip()


def display_names(players: Sequence[str]) -> tuple[str, ...]:
    """The names in seat order as pictures write them; "Jogador 2" where nothing is left."""
    return tuple(
        name if any(sign.isalnum() for sign in name) else f"Jogador {seat}"
        for seat, name in enumerate(map(writable, players), start=1)
    )


@functools.lru_cache(maxsize=4096)
def _has(sign: str) -> bool:
    if unicodedata.category(sign)[0] in "CMZ":
        return False
    return _drawn(sign) != _drawn(_NO_CHARACTER)


def _drawn(sign: str) -> tuple[tuple[int, int], bytes]:
    mask = font(20, BOLD).getmask(sign)
    return mask.size, bytes(mask)
