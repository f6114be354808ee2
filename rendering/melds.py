"""A meld on the table: overlapped cards, its number, its ribbon, what its wild stands for."""

from collections.abc import Sequence
from typing import Final

from game.melds import Meld, MeldKind
from game.rules import Rules
from rendering.cards import draw_fan
from rendering.fonts import BOLD, text_width
from rendering.geometry import Size
from rendering.sheet import MIDDLE, RIGHT, Sheet
from rendering.theme import (
    CLEAN,
    DIRTY,
    FELT,
    FIVE_HUNDRED,
    INK,
    THOUSAND,
    WHITE,
    YELLOW,
    Colour,
    TeamColours,
)
from texts.cards import rank_sign

Ribbon = tuple[str, Colour, Colour]
"""A word, the ribbon's colour and the word's."""

RIBBONS: Final[dict[MeldKind, Ribbon]] = {
    MeldKind.DIRTY: ("SUJA", DIRTY, WHITE),
    MeldKind.CLEAN: ("LIMPA", CLEAN, INK),
    MeldKind.FIVE_HUNDRED: ("500", FIVE_HUNDRED, WHITE),
    MeldKind.THOUSAND: ("1000", THOUSAND, INK),
}


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
    ribbon = RIBBONS.get(meld.kind_under(rules))
    covered = ribbon is not None or meld.wild_at == len(meld.cards) - 1
    draw_fan(
        sheet,
        at,
        meld.cards,
        size=size,
        ground=ground,
        wild_at=meld.wild_at,
        foot=size.foot if covered else 0,
    )
    foot = _Foot(sheet, at, meld, size)
    if ribbon is not None:
        foot.box(at[0] + size.edge, foot.right, ribbon[1])
    _outline(sheet, at, new, count=len(meld.cards), size=size)
    number_left = foot.words(ribbon)
    wide = max(round(size.step * 0.86), text_width(str(number), size.foot_cap, BOLD) + 8)
    foot.box(number_left, number_left + wide, colours.strong)
    foot.write(number_left + wide // 2, str(number), ink=WHITE, ground=colours.strong)


def draw_canastra(
    sheet: Sheet, at: tuple[int, int], meld: Meld, *, size: Size, rules: Rules
) -> None:
    """Draw a canastra by itself on the felt: its cards and its ribbon, no number."""
    ribbon = RIBBONS[meld.kind_under(rules)]
    cards = meld.cards
    draw_fan(sheet, at, cards, size=size, ground=FELT, wild_at=meld.wild_at, foot=size.foot)
    foot = _Foot(sheet, at, meld, size)
    foot.box(at[0] + size.edge, foot.right, ribbon[1])
    foot.words(ribbon)


class _Foot:
    """The lower edge of a meld, where its number and its ribbon are."""

    def __init__(self, sheet: Sheet, at: tuple[int, int], meld: Meld, size: Size) -> None:
        self.sheet, self.meld, self.size = sheet, meld, size
        self.left = at[0]
        self.right = at[0] + (len(meld.cards) + 1) * size.step - size.edge
        self.bottom = at[1] + size.height - size.edge
        self.top = self.bottom - size.foot
        self.text_top = self.top + (size.foot - size.foot_cap + 1) // 2

    def box(self, left: int, right: int, ink: Colour) -> None:
        """A part of the foot in one colour."""
        self.sheet.box((left, self.top, right, self.bottom), ink)

    def write(
        self, x: int, text: str, *, ink: Colour, ground: Colour, anchor: str = MIDDLE
    ) -> None:
        """Words on a part of the foot."""
        cap = self.size.foot_cap
        self.sheet.text((x, self.text_top), text, cap=cap, ink=ink, ground=ground, anchor=anchor)

    def words(self, ribbon: Ribbon | None) -> int:
        """The ribbon's word, and what the wild stands for; returns where there is room then."""
        meld, size = self.meld, self.size
        left = self.left + size.edge
        last_is_wild = meld.wild_at == len(meld.cards) - 1
        if ribbon is not None:
            end = self.right - (2 * size.step if last_is_wild else 0)
            self.write(
                end - size.step // 5, ribbon[0], ink=ribbon[2], ground=ribbon[1], anchor=RIGHT
            )
        if meld.wild_at is None or meld.wild_position is None:
            return left
        cream = self.sheet.palette.theme.wild_paper
        ink, words = (INK, cream) if ribbon is None else (cream, INK)
        sign = "=" + rank_sign(meld.wild_position)
        wide = max(size.step - size.edge, text_width(sign, size.foot_cap, BOLD) + 6)
        tag = self.left + meld.wild_at * size.step + size.edge
        self.box(tag, tag + wide, ink)
        self.write(tag + wide // 2, sign, ink=words, ground=ink)
        return tag + wide + 2 if meld.wild_at == 0 else left


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
