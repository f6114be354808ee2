"""The score of a round, 1200 pixels wide, in the order in which Brazilians count."""

from collections.abc import Callable, Sequence
from typing import Final

from game.melds import Meld
from game.scoring import RoundScore
from game.views import TableView
from rendering.cards import draw_fan
from rendering.fonts import MEDIUM, display_names, fit_text, shorten, text_width
from rendering.geometry import meld_size
from rendering.kept import KEPT
from rendering.layout import fit_hand
from rendering.melds import draw_canastra
from rendering.palette import palette_of
from rendering.panels import TEAMS, draw_disc
from rendering.png import Picture
from rendering.sheet import MIDDLE, RIGHT, Box, Canvas, Sheet
from rendering.status import turn_words
from rendering.theme import (
    FELT,
    INK,
    MUTED,
    PAGE,
    PALE,
    STATUS,
    TEAM_COLOURS,
    WHITE,
    YELLOW,
    Colour,
    Theme,
)
from texts.alt_text import score_alt
from texts.cards import HandOrder, sorted_hand
from texts.score_sheet import ending_words, points, team_name

WIDTH: Final = 1200
LEAST_HEIGHT: Final = 900
_EDGE: Final = 8
_TITLE: Final = 72
_HEAD: Final = 66
_HEAD_OF_TWO: Final = 92
_LINE: Final = 44
_TOTALS: Final = 60
_HAND: Final = 104
_COLUMN: Final = 412
_LABELS: Final = WIDTH - 2 * _EDGE - 2 * _COLUMN
_CANASTRA: Final = meld_size(27)
"""Fourteen cards of this size are as wide as a column."""
_GAP: Final = 8

_Item = tuple[str, Callable[[RoundScore], int], bool]

_CANASTRAS: Final[_Item] = ("Canastras", lambda score: score.canastras, False)
_ITEMS: Final[tuple[_Item, ...]] = (
    ("Batida", lambda score: score.going_out, False),
    ("Morto", lambda score: score.morto, False),
    ("Mão a pagar", lambda score: score.hands, False),
    ("Saída", lambda score: score.opening, True),
    ("Cartas", lambda score: score.cards, False),
    ("Arredondamento", lambda score: score.rounding, False),
    ("Total da rodada", lambda score: score.total, True),
)
"""A label, its points, and whether it is a sum."""


def render_score_sheet(view: TableView, *, theme: Theme) -> Picture:
    """Draw both teams' points item by item, the match's totals, and the hands that were left.

    A round that was not scored (a team gave up) shows the totals alone.
    """
    return KEPT.get(("score", view, theme), lambda: _draw(view, theme))


def _draw(view: TableView, theme: Theme) -> Picture:
    names = display_names(view.players)
    canastras = [
        [meld for meld in view.melds[team] if meld.kind_under(view.rules).is_canastra]
        for team in TEAMS
    ]
    items = [item for item in _ITEMS if item[0] != "Arredondamento" or view.rules.round_up_to_ten]
    block = max(map(len, canastras)) * (_CANASTRA.height + _GAP) + _GAP
    scored = 0 if view.scores is None else block + (len(items) + 1) * _LINE
    head = _head_height(names)
    above = _EDGE + _TITLE + _EDGE + head + scored + _TOTALS + _EDGE
    below = len(view.shown_hands) * _HAND + _EDGE
    height = max(LEAST_HEIGHT, above + below)
    sheet = Canvas(palette_of(theme), (WIDTH, height), PAGE)
    right = WIDTH - _EDGE
    _draw_title(sheet, view, names, (_EDGE, _EDGE, right, _EDGE + _TITLE))
    y = _EDGE + _TITLE + _EDGE
    _draw_heads(sheet, names, y, head)
    y += head
    if view.scores is not None:
        y = _draw_item(sheet, view.scores, y, _CANASTRAS)
        _draw_canastras(sheet, view, canastras, y, y + block)
        y += block
        for item in items:
            y = _draw_item(sheet, view.scores, y, item)
    y = _draw_totals(sheet, view, y)
    hands = (_EDGE, y + _EDGE, right, height - _EDGE)
    if view.shown_hands:
        _draw_hands(sheet, view, names, hands)
    else:
        _draw_note(sheet, "A rodada não foi contada.", hands)
    return Picture(png=sheet.png(), alt=score_alt(view), width=WIDTH, height=height)


def _draw_title(sheet: Sheet, view: TableView, names: Sequence[str], box: Box) -> None:
    left, top, right, _ = box
    sheet.round_box(box, radius=12, ink=STATUS, ground=PAGE)
    width, cap = right - left - 40, 26
    text = ""
    for room in (width, 400, 320, 250, 190, 140):
        text, cap = fit_text(
            _title(view, [shorten(name, cap=26, width=room) for name in names]),
            caps=(30, 26),
            width=width,
        )
        if not text.endswith("…"):
            break
    sheet.text((left + 20, top + (_TITLE - cap) // 2), text, cap=cap, ink=WHITE, ground=STATUS)


def _title(view: TableView, names: Sequence[str]) -> str:
    title = f"Rodada {view.number}: {ending_words(names, view.ending, view.ended_by)}"
    if not view.over:
        return title
    verb, who = turn_words(view, names)
    return f"{title} · " + (f"{verb.lower()} {who}" if view.winner is not None else "empate")


def _head_height(names: Sequence[str]) -> int:
    """Where the two names of a team are too long for a line, each has its own."""
    widest = max(text_width(team_name(names, team), 25) for team in TEAMS)
    return _HEAD if len(names) == 2 or widest <= _COLUMN - 24 else _HEAD_OF_TWO


def _draw_heads(sheet: Sheet, names: Sequence[str], top: int, height: int) -> None:
    sheet.box((_EDGE, top, WIDTH - _EDGE, top + height), FELT)
    for team in TEAMS:
        left, right = _column(team)
        ground = TEAM_COLOURS[team].strong
        sheet.box((left + 4, top, right, top + height), ground)
        lines = [team_name(names, team)] if height == _HEAD else list(names[team::2])
        line = (height - 12) // len(lines)
        for place, text in enumerate(lines):
            shown, cap = fit_text(text, caps=(27, 25, 23), width=right - left - 24)
            at = ((left + 4 + right) // 2, top + 6 + place * line + (line - cap) // 2)
            sheet.text(at, shown, cap=cap, ink=WHITE, ground=ground, anchor=MIDDLE)


def _draw_item(sheet: Sheet, scores: Sequence[RoundScore], top: int, item: _Item) -> int:
    label, value, is_sum = item
    if is_sum:
        sheet.box((_EDGE, top, WIDTH - _EDGE, top + 2), MUTED)
    ground, ink = (STATUS, PALE) if is_sum else (FELT, WHITE)
    sheet.box((_EDGE, top + 2 * is_sum, WIDTH - _EDGE, top + _LINE), ground)
    weight = "Bold" if is_sum else MEDIUM
    label_ink: Colour = PALE if is_sum else MUTED
    sheet.text((_EDGE + 22, top + 11), label, cap=25, ink=label_ink, ground=ground, weight=weight)
    for team in TEAMS:
        amount = value(scores[team])
        text = points(amount) if amount or is_sum else "–"
        at = (_column(team)[1] - 70, top + 11)
        sheet.text(at, text, cap=26, ink=ink, ground=ground, anchor=RIGHT, weight=weight)
    return top + _LINE


def _draw_canastras(
    sheet: Sheet, view: TableView, canastras: Sequence[Sequence[Meld]], top: int, bottom: int
) -> None:
    """The canastras that the points above are for, card by card."""
    sheet.box((_EDGE, top, WIDTH - _EDGE, bottom), FELT)
    for team in TEAMS:
        left = _column(team)[0] + 6
        for place, meld in enumerate(canastras[team]):
            at = (left, top + place * (_CANASTRA.height + _GAP))
            draw_canastra(sheet, at, meld, size=_CANASTRA, rules=view.rules)


def _draw_totals(sheet: Sheet, view: TableView, top: int) -> int:
    bottom = top + _TOTALS
    sheet.box((_EDGE, top, WIDTH - _EDGE, bottom), YELLOW)
    target = "" if view.rules.target is None else f" (meta {points(view.rules.target)})"
    sheet.text((_EDGE + 22, top + 16), f"PLACAR{target}", cap=28, ink=INK, ground=YELLOW)
    for team in TEAMS:
        at, total = (_column(team)[1] - 70, top + 14), points(view.totals[team])
        sheet.text(at, total, cap=33, ink=INK, ground=YELLOW, anchor=RIGHT)
    return bottom


def _draw_hands(sheet: Sheet, view: TableView, names: Sequence[str], box: Box) -> None:
    left, top, right, bottom = box
    high = (bottom - top) // len(view.shown_hands)
    shown_names = [shorten(name, cap=23, width=330, weight=MEDIUM) for name in names]
    widest = max(text_width(name, 23, MEDIUM) for name in shown_names)
    cards_left = left + 58 + max(150, widest) + 24
    for seat, hand in enumerate(view.shown_hands):
        y = top + seat * high
        ground = TEAM_COLOURS[seat % 2].dark
        sheet.round_box((left, y, right, y + high - 6), radius=10, ink=ground, ground=PAGE)
        middle = y + (high - 6) // 2
        draw_disc(sheet, (left + 30, middle), seat, ground=ground)
        at = (left + 58, middle - 12)
        sheet.text(at, shown_names[seat], cap=23, ink=WHITE, ground=ground, weight=MEDIUM)
        if not hand:
            at = (cards_left, middle - 12)
            sheet.text(at, "sem cartas", cap=23, ink=MUTED, ground=ground)
            continue
        size, a_line = fit_hand(len(hand), width=right - cards_left - 10, height=high - 10)
        shown = sorted_hand(hand, HandOrder.SUIT)
        lines = [shown[start : start + a_line] for start in range(0, len(shown), a_line)]
        line_top = middle - (len(lines) * (size.height + 4) - 4) // 2
        for line in lines:
            draw_fan(sheet, (cards_left, line_top), line, size=size, ground=ground)
            line_top += size.height + 4


def _draw_note(sheet: Sheet, text: str, box: Box) -> None:
    left, top, right, bottom = box
    sheet.round_box(box, radius=12, ink=FELT, ground=PAGE)
    middle = ((left + right) // 2, (top + bottom) // 2 - 15)
    sheet.text(middle, text, cap=30, ink=MUTED, ground=FELT, anchor=MIDDLE)


def _column(team: int) -> tuple[int, int]:
    left = _EDGE + _LABELS + team * _COLUMN
    return left, left + _COLUMN
