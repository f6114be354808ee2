"""Cards as sprites: the strip that shows of a covered one, the whole card, the back.

The sprites are a finite set. Each is drawn for one ground only; where a card lies on another one,
its small round corners are put on top.
"""

import functools
import math
from collections.abc import Sequence
from typing import Final

from PIL import Image, ImageDraw

from game.cards import JACK, Card, Suit
from rendering.figures import HEIGHT, WIDTH, figure
from rendering.fonts import BOLD, font
from rendering.geometry import (
    PIP,
    PIP_TOP,
    TOP,
    WHOLE_PIP,
    WHOLE_PIP_TOP,
    Size,
)
from rendering.palette import Palette
from rendering.shapes import star_mask, suit_mask
from rendering.sheet import MIDDLE, Box, Sheet
from rendering.theme import BACK, BACK_LIGHT, EDGE, FELT, INK, WHITE, Colour
from texts.cards import RANK_SIGNS

_INSET: Final = 0.1
"""From the right edge to the picture, in steps: so that it stays clear of the round corner."""
_MOST: Final = 1 << 14
"""Sprites kept of a kind: more than there are in all themes together."""


def draw_fan(
    sheet: Sheet,
    at: tuple[int, int],
    cards: Sequence[Card],
    *,
    size: Size,
    ground: Colour,
    wild_at: int | None = None,
    foot: int = 0,
) -> None:
    """Overlapped cards from left to right; the last one shows whole, its picture above the foot."""
    x, y = at
    palette, step, last = sheet.palette, size.step, len(cards) - 1
    for index, face in enumerate(cards):
        sheet.paste(strip_sprite(palette, face, size, index == wild_at), (x + index * step, y))
    if wild_at is not None and wild_at < last:
        wild_paper = palette.theme.wild_paper
        _draw_corners(
            sheet, (x + (wild_at + 1) * step, y), size, ground=wild_paper, quarters=(0, 2)
        )
    _draw_corners(sheet, at, size, ground=ground, wild=wild_at == 0, quarters=(0, 2))
    wild = wild_at == last
    end = x + (last + 1) * step
    sheet.paste(end_sprite(palette, size, wild, ground), (end, y))
    art = art_sprite(palette, cards[last], size, wild)
    down = foot or (0 if _is_figure(cards[last]) else round(step * 0.16))
    right = end + step - round(step * _INSET)
    sheet.paste(art, (right - art.width, y + size.height - size.edge - down - art.height))


def draw_card(sheet: Sheet, at: tuple[int, int], face: Card, *, size: Size, ground: Colour) -> None:
    """A whole card, uncovered."""
    sheet.paste(card_sprite(sheet.palette, face, size), at)
    if ground != FELT:
        _draw_corners(sheet, at, size, ground=ground, quarters=(0, 1, 2, 3))


def _draw_corners(
    sheet: Sheet,
    at: tuple[int, int],
    size: Size,
    *,
    ground: Colour,
    quarters: Sequence[int],
    wild: bool = False,
) -> None:
    for quarter in quarters:
        x = at[0] + (2 * size.step - size.radius) * (quarter % 2)
        y = at[1] + (size.height - size.radius) * (quarter // 2)
        sheet.paste(corner_sprite(sheet.palette, size.step, wild, ground, quarter), (x, y))


@functools.lru_cache(maxsize=_MOST)
def card_sprite(palette: Palette, face: Card, size: Size) -> Image.Image:
    """A whole card, two steps wide, on the felt."""
    paper = palette.theme.paper
    sheet = _blank(palette, size, paper, ground=FELT)
    art = art_sprite(palette, face, size, False)
    down = 0 if _is_figure(face) else round(size.step * 0.16)
    edge = size.edge
    right = 2 * size.step - round(size.step * _INSET)
    place = (right - art.width, size.height - edge - down - art.height)
    sheet.paste(art, place)
    ink, step = palette.theme.of(face), size.step
    if face.suit is None:
        star = star_mask(round(step * 0.9))
        sheet.mask(star, (round(step * TOP), round(step * TOP)), ink=ink, ground=paper)
        return sheet.image
    mask = rank_mask(RANK_SIGNS[face.rank], size.whole_index, step)
    middle = round(step * 0.54)
    sheet.mask(
        mask, (max(edge + 2, middle - mask.width // 2), round(step * TOP)), ink=ink, ground=paper
    )
    pip = suit_mask(face.suit, round(step * WHOLE_PIP))
    place = (middle - pip.width // 2, round(step * WHOLE_PIP_TOP))
    sheet.mask(pip, place, ink=ink, ground=paper)
    return sheet.image


@functools.lru_cache(maxsize=_MOST)
def strip_sprite(
    palette: Palette,
    face: Card,
    size: Size,
    wild: bool,  # noqa: FBT001 - a cache's key is cheapest by position
) -> Image.Image:
    """What shows of a card that the next one covers: its left half, with rank and pip."""
    theme, step = palette.theme, size.step
    paper, ink = theme.wild_paper if wild else theme.paper, theme.of(face)
    sheet = _blank(palette, size, paper, ground=theme.paper)
    top = round(step * TOP)
    if face.suit is None:
        star = star_mask(round(step * 0.84))
        sheet.mask(star, ((step - star.width) // 2 + 1, top), ink=ink, ground=paper)
        small = figure(palette, face, round(step * 0.54), paper)
        sheet.paste(small, ((step - small.width) // 2 + 1, round(step * 1.0)))
    else:
        mask = rank_mask(RANK_SIGNS[face.rank], size.index, round(step * 0.86))
        sheet.mask(mask, ((step - mask.width) // 2 + 1, top), ink=ink, ground=paper)
        pip = suit_mask(face.suit, round(step * PIP))
        place = ((step - pip.width) // 2 + 1, round(step * PIP_TOP))
        sheet.mask(pip, place, ink=ink, ground=paper)
    return sheet.image.crop((0, 0, step, size.height))


def _blank(palette: Palette, size: Size, paper: Colour, *, ground: Colour) -> Sheet:
    """An empty card. On another card, that one's outline goes on above and below the corners."""
    width, height, edge, radius = 2 * size.step, size.height, size.edge, size.radius
    sheet = Sheet(palette, (width, height), ground)
    sheet.round_box((0, 0, width, height), radius=radius, ink=EDGE, ground=ground)
    inside = (edge, edge, width - edge, height - edge)
    sheet.round_box(inside, radius=radius - 1, ink=paper, ground=EDGE)
    if ground in (palette.theme.paper, palette.theme.wild_paper):
        sheet.box((0, 0, radius, edge), EDGE)
        sheet.box((0, height - edge, radius, height), EDGE)
    return sheet


@functools.lru_cache(maxsize=_MOST)
def end_sprite(
    palette: Palette,
    size: Size,
    wild: bool,  # noqa: FBT001 - a cache's key is cheapest by position
    ground: Colour,
) -> Image.Image:
    """The empty right half of a card."""
    paper = palette.theme.wild_paper if wild else palette.theme.paper
    blank = _blank(palette, size, paper, ground=ground)
    return blank.image.crop((size.step, 0, 2 * size.step, size.height))


@functools.lru_cache(maxsize=_MOST)
def corner_sprite(
    palette: Palette,
    step: int,
    wild: bool,  # noqa: FBT001 - a cache's key is cheapest by position
    ground: Colour,
    quarter: int,
) -> Image.Image:
    """A card's corner: 0 is top left, 1 top right, 2 bottom left, 3 bottom right."""
    size = Size(step, 4 * Size(step, 0).radius)
    paper = palette.theme.wild_paper if wild else palette.theme.paper
    x = (2 * step - size.radius) * (quarter % 2)
    y = (size.height - size.radius) * (quarter // 2)
    blank = _blank(palette, size, paper, ground=ground)
    return blank.image.crop((x, y, x + size.radius, y + size.radius))


@functools.lru_cache(maxsize=512)
def rank_mask(sign: str, cap: int, width: int) -> Image.Image:
    """A rank exactly ``cap`` pixels high at its capitals, squeezed where it is too wide."""
    face = font(cap, BOLD)
    left, _, right, bottom = (math.ceil(value) for value in face.getbbox(sign, anchor="ls"))
    mask = Image.new("L", (right - left, cap + max(0, bottom)), 0)
    ImageDraw.Draw(mask).text((-left, cap), sign, fill=255, font=face, anchor="ls")
    if mask.width > width:
        mask = mask.resize((width, mask.height), Image.Resampling.LANCZOS)
    return mask


def _is_figure(face: Card) -> bool:
    return face.suit is None or face.rank >= JACK


@functools.lru_cache(maxsize=_MOST)
def art_sprite(
    palette: Palette,
    face: Card,
    size: Size,
    wild: bool,  # noqa: FBT001 - a cache's key is cheapest by position
) -> Image.Image:
    """The figure, which stands on the card's lower edge, or the large pip, which does not."""
    step, theme = size.step, palette.theme
    paper = theme.wild_paper if wild else theme.paper
    if _is_figure(face):
        wide = min(round(step * 0.98), (size.height - round(step * 0.3)) * WIDTH // HEIGHT)
        return figure(palette, face, wide, paper)
    assert face.suit is not None, "a card without a suit is a figure"
    cover = suit_mask(face.suit, round(step * 0.9))
    return cover.point(palette.ramp(paper, theme.of(face)))


@functools.lru_cache(maxsize=64)
def back_sprite(palette: Palette, width: int, height: int, ground: Colour) -> Image.Image:
    """The back of a card."""
    sheet = Sheet(palette, (width, height), ground)
    radius = max(3, width // 10)
    sheet.round_box((0, 0, width, height), radius=radius, ink=WHITE, ground=ground)
    rim = max(2, width // 16)
    inside = (rim, rim, width - rim, height - rim)
    sheet.round_box(inside, radius=radius - 1, ink=BACK, ground=WHITE)
    gap = max(8, width // 6)
    pip = suit_mask(Suit.DIAMONDS, gap * 4 // 5)
    across, down = (width - 2 * rim) // gap, (height - 2 * rim) // gap
    left = (width - across * gap + gap - pip.width) // 2
    top = (height - down * gap + gap - pip.height) // 2
    for row in range(down):
        for column in range(across - row % 2):
            x = left + column * gap + row % 2 * gap // 2
            sheet.mask(pip, (x, top + row * gap), ink=BACK_LIGHT, ground=BACK)
    return sheet.image


def draw_back(sheet: Sheet, box: Box, *, count: int | None, ground: Colour) -> None:
    """A back, with the number of cards on it where there is one."""
    left, top, right, bottom = box
    width, height = right - left, bottom - top
    sheet.paste(back_sprite(sheet.palette, width, height, ground), (left, top))
    if count is None:
        return
    cap = max(23, width * 30 // 100)
    half_wide, half_high = width * 36 // 100, cap // 2 + max(6, cap // 3)
    middle, centre = (left + right) // 2, (top + bottom) // 2
    label = (middle - half_wide, centre - half_high, middle + half_wide, centre + half_high)
    sheet.round_box(label, radius=max(4, width // 12), ink=WHITE, ground=BACK)
    sheet.text(
        (middle, centre - cap // 2), str(count), cap=cap, ink=INK, ground=WHITE, anchor=MIDDLE
    )
