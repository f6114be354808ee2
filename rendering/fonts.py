"""The fonts, their measures, and names made such that they can be written.

Barlow Semi Condensed writes everything of ours. A name may be in any script: each letter that
Barlow lacks is written by the first Noto font that has it.
"""

import functools
import importlib.util
import math
import unicodedata
from collections.abc import Sequence
from pathlib import Path
from typing import Final

import fontpkg_barlow_semi_condensed as barlow
from PIL import Image, ImageDraw, ImageFont

from rendering.scripts import visual
from texts.score_sheet import team_name

BOLD: Final = "Bold"
MEDIUM: Final = "SemiBold"
LONGEST_NAME: Final = 48
LONGEST_LINE: Final = 120
_CAP_HEIGHT: Final = 0.7
"""The height of a capital, as a part of the font's size; in Noto it is nearly the same."""
_NOTO: Final = ("manimgx_fonts", "manimgx_fonts_cjk")
_NO_LETTERS: Final = ("Italic", "Emoji", "Symbols")
_WEIGHTS: Final = {BOLD: 700, MEDIUM: 600}
_SIZES: Final = {"CJK": 0.88, "Arabic": 0.84, "Devanagari": 0.84}
"""Scripts that need more height than Latin at the same size, and how much smaller they are set."""
_ABOVE, _BELOW = 0.45, 0.4
"""How far a line may go beyond its capitals, in their heights: what is beyond that is cut off."""
_NO_CHARACTER: Final = "\uffff"
"""Never a letter, so drawn as the sign that stands for what a font lacks."""
_LATIN_MARKS: Final = range(0x300, 0x370)
"""Marks to be heaped on letters; those that a language needs are part of a letter by then."""

Run = tuple[ImageFont.FreeTypeFont, str]


@functools.lru_cache(maxsize=256)
def font(cap: int, weight: str) -> ImageFont.FreeTypeFont:
    """The font whose capitals are so many pixels high."""
    return _opened(_barlow(weight), cap, weight)


@functools.lru_cache(maxsize=256)
def _opened(file: Path, cap: int, weight: str) -> ImageFont.FreeTypeFont:
    smaller = (part for script, part in _SIZES.items() if script in file.name)
    size = cap / _CAP_HEIGHT * next(smaller, 1.0)
    opened = ImageFont.truetype(
        str(file), max(1, round(size)), layout_engine=ImageFont.Layout.BASIC
    )
    if file.parent != _barlow(weight).parent:
        opened.set_variation_by_axes([_WEIGHTS[weight]])
    return opened


def _barlow(weight: str) -> Path:
    return Path(barlow.ROOT) / "files" / f"BarlowSemiCondensed-{weight}.ttf"


@functools.lru_cache(maxsize=1)
def _files() -> tuple[Path, ...]:
    """Barlow, then the Noto fonts that are installed, Latin, Greek and Cyrillic first."""
    found = [_barlow(BOLD)]
    for package in _NOTO:
        spec = importlib.util.find_spec(package)
        for folder in (spec and spec.submodule_search_locations) or ():
            files = sorted(Path(folder).glob("Noto*.[to]t[fc]"))
            found += [file for file in files if not any(word in file.name for word in _NO_LETTERS)]
    return tuple(sorted(found, key=lambda file: (file != found[0], "NotoSans[" not in file.name)))


def _runs(text: str, cap: int, weight: str) -> list[Run]:
    """The line cut into pieces that one font can write, from left to right."""
    if text.isascii():
        return [(font(cap, weight), text)]
    runs: list[tuple[Path, str]] = []
    for sign in visual(text):
        file = _file_for(sign) or _files()[0]
        if runs and (sign == " " or runs[-1][0] == file):
            runs[-1] = (runs[-1][0], runs[-1][1] + sign)
        else:
            runs.append((file, sign))
    first = _files()[0]
    return [
        (font(cap, weight) if file == first else _opened(file, cap, weight), piece)
        for file, piece in runs
    ]


@functools.lru_cache(maxsize=4096)
def text_width(text: str, cap: int, weight: str = BOLD) -> int:
    """How many pixels wide the text is."""
    return round(sum(face.getlength(piece) for face, piece in _runs(text, cap, weight)))


def line_mask(text: str, cap: int, weight: str) -> tuple[Image.Image, tuple[int, int], int]:
    """A line's cover, its place relative to the start of its base line, and how far it goes."""
    at, top, right, bottom, left = 0.0, 0.0, 1.0, 1.0, 0.0
    placed: list[tuple[float, Run]] = []
    for face, piece in _runs(text, cap, weight):
        box = face.getbbox(piece, anchor="ls")
        left, top = min(left, at + box[0]), min(top, box[1])
        right, bottom = max(right, at + box[2]), max(bottom, box[3])
        placed.append((at, (face, piece)))
        at += face.getlength(piece)
    x, y = math.floor(left), max(math.floor(top), -round(cap * (1 + _ABOVE)))
    end = min(math.ceil(bottom), round(cap * _BELOW))
    mask = Image.new("L", (math.ceil(right) - x, max(1, end - y)), 0)
    draw = ImageDraw.Draw(mask)
    for start, (face, piece) in placed:
        draw.text((round(start) - x, -y), piece, fill=255, font=face, anchor="ls")
    return mask, (x, y), round(at)


@functools.lru_cache(maxsize=2048)
def shorten(text: str, *, cap: int, width: int, weight: str = BOLD) -> str:
    """The text, or as much of it as fits into the width, in pixels, with an ellipsis."""
    if text_width(text, cap, weight) <= width:
        return text
    fits, too_long = 0, len(text)
    while too_long - fits > 1:
        middle = (fits + too_long) // 2
        if text_width(text[:middle].rstrip() + "…", cap, weight) <= width:
            fits = middle
        else:
            too_long = middle
    return text[:fits].rstrip() + "…" if fits else ""


def fit_text(text: str, *, caps: Sequence[int], width: int, weight: str = BOLD) -> tuple[str, int]:
    """The text in the first of these sizes that fits; in the last one shortened. With its size."""
    for cap in caps:
        if text_width(text, cap, weight) <= width:
            return text, cap
    return shorten(text, cap=caps[-1], width=width, weight=weight), caps[-1]


def fit_lines(text: str, *, cap: int, width: int, weight: str = BOLD) -> list[str]:
    """The text on one line, or on two where that saves letters; what is too long is shortened."""
    if text_width(text, cap, weight) <= width:
        return [text]
    words = text.split(" ")
    lines = [(" ".join(words[:cut]), " ".join(words[cut:])) for cut in range(1, len(words))]
    fitting = [pair for pair in lines if text_width(pair[0], cap, weight) <= width]
    if not fitting:
        return [shorten(text, cap=cap, width=width, weight=weight)]
    first, second = min(fitting, key=lambda pair: text_width(pair[1], cap, weight))
    return [first, shorten(second, cap=cap, width=width, weight=weight)]


def fit_names(
    names: Sequence[str], *, glue: str, cap: int, width: int, weight: str = BOLD
) -> list[str]:
    """The names, joined no wider than this: only those are shortened that take more than the rest.

    A short name leaves what it does not need to the long ones.
    """
    left = width - (len(names) - 1) * text_width(glue, cap, weight)
    room = dict.fromkeys(range(len(names)), 0)
    order = sorted(room, key=lambda index: text_width(names[index], cap, weight))
    for place, index in enumerate(order):
        share = left // (len(order) - place) - 1
        room[index] = min(share, text_width(names[index], cap, weight))
        left -= room[index]
    return [
        shorten(name, cap=cap, width=room[index], weight=weight) for index, name in enumerate(names)
    ]


def fit_team(
    names: Sequence[str], team: int, *, caps: Sequence[int], width: int, weight: str = BOLD
) -> tuple[str, int]:
    """A team's players in the first size that fits; in the last one shortened name by name."""
    text, cap = team_name(names, team), caps[-1]
    for larger in caps:
        if text_width(text, larger, weight) <= width:
            return text, larger
    glue = " e "
    return glue.join(fit_names(names[team::2], glue=glue, cap=cap, width=width, weight=weight)), cap


@functools.lru_cache(maxsize=2048)
def writable(text: str, longest: int = LONGEST_NAME) -> str:
    """What the fonts can write of a text, on one line: letters in disguise plain, no emoji."""
    plain = unicodedata.normalize("NFKC", text[: 4 * longest])
    kept = (sign if _has(sign) else " " if sign.isspace() else "" for sign in plain)
    return " ".join("".join(kept).split())[:longest].rstrip()


def display_names(players: Sequence[str]) -> tuple[str, ...]:
    """The names in seat order as pictures write them; "Jogador 2" where nothing is left."""
    return tuple(
        name if any(sign.isalnum() for sign in name) else f"Jogador {seat}"
        for seat, name in enumerate(map(writable, players), start=1)
    )


@functools.lru_cache(maxsize=4096)
def _has(sign: str) -> bool:
    category = unicodedata.category(sign)
    if category[0] in "CZ" or ord(sign) in _LATIN_MARKS:
        return False
    file = _file_for(sign)
    return file is not None and (category[0] in "LMN" or file == _files()[0])


@functools.lru_cache(maxsize=4096)
def _file_for(sign: str) -> Path | None:
    """The first font that has this letter."""
    for file in _files():
        if _drawn(file, sign) != _lacking(file):
            return file
    return None


@functools.lru_cache(maxsize=256)
def _lacking(file: Path) -> tuple[tuple[int, int], bytes]:
    return _drawn(file, _NO_CHARACTER)


def _drawn(file: Path, sign: str) -> tuple[tuple[int, int], bytes]:
    mask = _opened(file, 20, BOLD).getmask(sign)
    return mask.size, bytes(mask)
