"""A meld on the table: overlapped cards, its number, its ribbon, what its wild stands for."""

from collections.abc import Sequence
from typing import Final

from game.melds import Meld, MeldKind
from game.rules import Rules
from rendering.cards import Size, card_sprite, edge_of, strip_sprite
from rendering.fonts import BOLD, text_width
from rendering.sheet import MIDDLE, RIGHT, Sheet
from rendering.theme import (
    CLEAN,
    DIRTY,
    FIVE_HUNDRED,
    INK,
    THOUSAND,
    WHITE,
    YELLOW,
    Colour,
    TeamColours,
)
from texts.cards import rank_sign

_RIBBONS: Final[dict[MeldKind, tuple[str, Colour, Colour]]] = {
    MeldKind.DIRTY: ("SUJA", DIRTY, WHITE),
    MeldKind.CLEAN: ("LIMPA", CLEAN, WHITE),
    MeldKind.FIVE_HUNDRED: ("500", FIVE_HUNDRED, WHITE),
    MeldKind.THOUSAND: ("1000", THOUSAND, INK),
}
_FOOT: Final = 0.66
_FOOT_CAP: Final = 0.46
"""The height of the foot and of what is written on it, in steps."""


def draw_meld(
    sheet: Sheet,
    at: tuple[int, int],
    meld: Meld,
    *,
    number: int,
    size: Size,
    colours: TeamColours,
    ground: Colour,
    rules: Rules,
    new: Sequence[int] = (),
) -> None:
    """Draw a meld; ``new`` are the indices of the cards that the last turn brought."""
    left, top = at
    step = size.step
    paper = sheet.palette.theme.paper
    under = ground
    for index, face in enumerate(meld.cards):
        wild = index == meld.wild_at
        place = (left + index * step, top)
        if index < len(meld.cards) - 1:
            sprite = strip_sprite(
                sheet.palette,
                face,
                size=size,
                wild=wild,
                ground=under,
            )
        else:
            sprite = card_sprite(
                sheet.palette,
                face,
                size=size,
                wild=wild,
                ground=under,
                right_ground=ground,
            )
        sheet.paste(sprite, place)
        under = sheet.palette.theme.wild_paper if wild else paper
    _draw_foot(sheet, at, meld, number=number, size=size, colours=colours, rules=rules)
    _outline(sheet, at, new, count=len(meld.cards), size=size)


def _draw_foot(
    sheet: Sheet,
    at: tuple[int, int],
    meld: Meld,
    *,
    number: int,
    size: Size,
    colours: TeamColours,
    rules: Rules,
) -> None:
    left, top = at
    step = size.step
    edge = edge_of(step)
    cap = max(9, round(step * _FOOT_CAP))
    foot = max(cap + 6, round(step * _FOOT))
    bottom = top + size.height - edge
    head = bottom - foot
    text_top = head + (foot - cap + 1) // 2
    right = left + (len(meld.cards) + 1) * step - edge
    ribbon = _RIBBONS.get(meld.kind_under(rules))
    tag_end = left
    if ribbon is not None:
        label, ink, words = ribbon
        sheet.box((left + edge, head, right, bottom), ink)
        label_right = right - step // 5
        if meld.wild_at == len(meld.cards) - 1:
            label_right = left + meld.wild_at * step - step // 5
        sheet.text((label_right, text_top), label, cap=cap, ink=words, ground=ink, anchor=RIGHT)
    if meld.wild_at is not None and meld.wild_position is not None:
        sign = "=" + rank_sign(meld.wild_position)
        tag_left = left + meld.wild_at * step + edge
        width = max(step - edge, text_width(sign, cap, BOLD) + 6)
        tag_end = tag_left + width
        cream = sheet.palette.theme.wild_paper
        ink = INK if ribbon is None else cream
        words = cream if ribbon is None else INK
        sheet.box((tag_left, head, tag_end, bottom), ink)
        sheet.text(
            ((tag_left + tag_end) // 2, text_top),
            sign,
            cap=cap,
            ink=words,
            ground=ink,
            anchor=MIDDLE,
        )
    chip_left = tag_end + 2 if meld.wild_at == 0 else left + edge
    chip_width = max(round(step * 0.86), text_width(str(number), cap, BOLD) + 6)
    sheet.box((chip_left, head, chip_left + chip_width, bottom), colours.strong)
    sheet.text(
        (chip_left + chip_width // 2, text_top),
        str(number),
        cap=cap,
        ink=WHITE,
        ground=colours.strong,
        anchor=MIDDLE,
    )


def _outline(
    sheet: Sheet, at: tuple[int, int], new: Sequence[int], *, count: int, size: Size
) -> None:
    """Frame each run of new cards in yellow, just outside of them."""
    left, top = at
    thick = max(4, size.step // 10)
    for first, last in _runs(new):
        end = last + (2 if last == count - 1 else 1)
        box = (
            left + first * size.step - thick,
            top - thick,
            left + end * size.step + (thick if last == count - 1 else 0),
            top + size.height + thick,
        )
        sheet.frame(box, width=thick, ink=YELLOW)


def _runs(indices: Sequence[int]) -> list[tuple[int, int]]:
    runs: list[tuple[int, int]] = []
    for index in sorted(indices):
        if runs and runs[-1][1] == index - 1:
            runs[-1] = (runs[-1][0], index)
        else:
            runs.append((index, index))
    return runs
