"""Cards as sprites: the whole card, the strip that shows of a covered one, the back."""

import dataclasses
import functools
import math
from typing import Final

from PIL import Image, ImageDraw

from game.cards import JACK, Card
from rendering.figures import HEIGHT, WIDTH, figure
from rendering.fonts import BOLD, font
from rendering.palette import Palette
from rendering.shapes import star_mask, suit_mask
from rendering.sheet import MIDDLE, Box, Sheet
from rendering.theme import BACK, BACK_LIGHT, EDGE, INK, WHITE, Colour
from texts.cards import RANK_SIGNS

INDEX: Final = 0.77
"""The height of a rank on a card, in steps; a step is half a card's width."""
_PIP: Final = 0.58
_TOP: Final = 0.14


@dataclasses.dataclass(frozen=True, slots=True)
class Size:
    """How large cards are drawn: half their width, which is what shows of a covered one."""

    step: int
    height: int


def edge_of(step: int) -> int:
    """How thick a card's outline is."""
    return 1 if step < 24 else 2


@functools.lru_cache(maxsize=4096)
def card_sprite(
    palette: Palette,
    face: Card,
    *,
    size: Size,
    wild: bool,
    ground: Colour,
    right_ground: Colour,
    covered: bool = False,
) -> Image.Image:
    """A card, two steps wide. What it covers, ``ground``, shows at its round left corners.

    ``covered`` leaves the picture out, of which a strip would show the edge.
    """
    theme = palette.theme
    paper = theme.wild_paper if wild else theme.paper
    step, height = size.step, size.height
    width = 2 * step
    sheet = Sheet(palette, (width, height), ground)
    sheet.box((step, 0, width, height), right_ground)
    edge = edge_of(step)
    radius = max(2, round(step * 0.2))
    sheet.round_box(
        (0, 0, width, height),
        radius=radius,
        ink=EDGE,
        ground=ground,
        right_ground=right_ground,
    )
    inside = (edge, edge, width - edge, height - edge)
    sheet.round_box(inside, radius=radius - 1, ink=paper, ground=EDGE)
    if ground in (theme.paper, theme.wild_paper):
        # The covered card's outline goes on above and below the round corners.
        sheet.box((0, 0, radius, edge), EDGE)
        sheet.box((0, height - edge, radius, height), EDGE)
    if not covered:
        _draw_art(sheet, face, size, paper)
    _draw_index(sheet, face, step, paper, covered=covered)
    return sheet.image


@functools.lru_cache(maxsize=4096)
def strip_sprite(
    palette: Palette, face: Card, *, size: Size, wild: bool, ground: Colour
) -> Image.Image:
    """What shows of a card that the next one covers: its left half, with rank and pip."""
    whole = card_sprite(
        palette,
        face,
        size=size,
        wild=wild,
        ground=ground,
        right_ground=ground,
        covered=True,
    )
    return whole.crop((0, 0, size.step, size.height))


@functools.lru_cache(maxsize=64)
def back_sprite(palette: Palette, width: int, height: int, ground: Colour) -> Image.Image:
    """The back of a card."""
    sheet = Sheet(palette, (width, height), ground)
    radius = max(3, width // 10)
    sheet.round_box((0, 0, width, height), radius=radius, ink=WHITE, ground=ground)
    rim = max(2, width // 16)
    inside = (rim, rim, width - rim, height - rim)
    sheet.round_box(inside, radius=radius - 1, ink=BACK, ground=WHITE)
    gap = max(6, width // 6)
    for row, y in enumerate(range(rim + gap // 2, height - rim - gap // 3, gap)):
        for x in range(rim + gap // 2 + (gap // 2) * (row % 2), width - rim - gap // 3, gap):
            size = gap // 4
            sheet.box((x - size // 2, y - size // 2, x + size // 2, y + size // 2), BACK_LIGHT)
    return sheet.image


def draw_back(sheet: Sheet, box: Box, *, count: int | None, ground: Colour) -> None:
    """A back, with the number of cards on it where there is one."""
    left, top, right, bottom = box
    width, height = right - left, bottom - top
    sheet.paste(back_sprite(sheet.palette, width, height, ground), (left, top))
    if count is None:
        return
    cap = max(14, width * 30 // 100)
    half_wide, half_high = width * 36 // 100, cap // 2 + max(6, cap // 3)
    middle, centre = (left + right) // 2, (top + bottom) // 2
    label = (middle - half_wide, centre - half_high, middle + half_wide, centre + half_high)
    sheet.round_box(label, radius=max(4, width // 12), ink=WHITE, ground=BACK)
    sheet.text(
        (middle, centre - cap // 2), str(count), cap=cap, ink=INK, ground=WHITE, anchor=MIDDLE
    )


def draw_card(sheet: Sheet, at: tuple[int, int], face: Card, *, size: Size, ground: Colour) -> None:
    """A whole card, uncovered."""
    sprite = card_sprite(
        sheet.palette,
        face,
        size=size,
        wild=False,
        ground=ground,
        right_ground=ground,
    )
    sheet.paste(sprite, at)


def _draw_index(sheet: Sheet, face: Card, step: int, paper: Colour, *, covered: bool) -> None:
    ink = sheet.palette.theme.of(face)
    cap = round(step * INDEX)
    top = round(step * _TOP)
    if face.suit is None:
        star = star_mask(round(step * 0.84))
        sheet.mask(star, ((step - star.width) // 2 + 1, top), ink=ink, ground=paper)
        if covered:
            small = figure(sheet.palette, face, round(step * 0.62), paper)
            sheet.paste(small, ((step - small.width) // 2 + 1, round(step * 0.98)))
        return
    mask = _rank_mask(RANK_SIGNS[face.rank], cap, round(step * 0.86))
    sheet.mask(mask, ((step - mask.width) // 2 + 1, top), ink=ink, ground=paper)
    pip = suit_mask(face.suit, round(step * _PIP))
    sheet.mask(pip, ((step - pip.width) // 2 + 1, round(step * 1.09)), ink=ink, ground=paper)


@functools.lru_cache(maxsize=512)
def _rank_mask(sign: str, cap: int, width: int) -> Image.Image:
    """A rank exactly ``cap`` pixels high at its capitals, squeezed where it is too wide."""
    face = font(cap, BOLD)
    left, _, right, bottom = (math.ceil(value) for value in face.getbbox(sign, anchor="ls"))
    mask = Image.new("L", (right - left, cap + max(0, bottom)), 0)
    ImageDraw.Draw(mask).text((-left, cap), sign, fill=255, font=face, anchor="ls")
    if mask.width > width:
        mask = mask.resize((width, mask.height), Image.Resampling.LANCZOS)
    return mask


def _draw_art(sheet: Sheet, face: Card, size: Size, paper: Colour) -> None:
    """The large pip or figure at the right, on the card's lower edge."""
    step, height = size.step, size.height
    edge = edge_of(step)
    if face.suit is None or face.rank >= JACK:
        wide = min(round(step * 1.06), (height - round(step * 0.3)) * WIDTH // HEIGHT)
        art = figure(sheet.palette, face, wide, paper)
        sheet.paste(art, (2 * step - wide - edge - 1, height - art.height - edge))
        return
    pip = suit_mask(face.suit, round(step * 0.92))
    sheet.mask(
        pip,
        (2 * step - pip.width - edge - round(step * 0.06), height - pip.height - round(step * 0.2)),
        ink=sheet.palette.theme.of(face),
        ground=paper,
    )
