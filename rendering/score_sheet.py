"""The score of a round, 1200 by 1000 pixels, in the order in which Brazilians count."""

from collections.abc import Callable, Sequence
from typing import Final

from game.scoring import RoundScore
from game.views import TableView
from rendering.cards import card_sprite, strip_sprite
from rendering.fonts import MEDIUM, display_names, fit_team, fit_text, shorten
from rendering.layout import fit_hand
from rendering.palette import palette_of
from rendering.panels import TEAMS, draw_disc
from rendering.png import Picture
from rendering.sheet import MIDDLE, RIGHT, Box, Sheet
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
from texts.score_sheet import ending_words, points

WIDTH: Final = 1200
HEIGHT: Final = 1000
_EDGE: Final = 8
_TITLE: Final = 72
_HEAD: Final = 66
_LINE: Final = 44
_COLUMN: Final = 300
_LABELS: Final = WIDTH - 2 * _EDGE - 2 * _COLUMN

_Item = tuple[str, Callable[[RoundScore], int], bool]

_ITEMS: Final[tuple[_Item, ...]] = (
    ("Canastras", lambda score: score.canastras, False),
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
    sheet = Sheet(palette_of(theme), (WIDTH, HEIGHT), PAGE)
    names = display_names(view.players)
    right = WIDTH - _EDGE
    _draw_title(sheet, view, names, (_EDGE, _EDGE, right, _EDGE + _TITLE))
    top = _EDGE + _TITLE + _EDGE
    _draw_heads(sheet, names, top)
    y = top + _HEAD
    for label, value, is_sum in _ITEMS if view.scores is not None else ():
        y = _draw_item(sheet, view, y, label, value, is_sum=is_sum)
    y = _draw_totals(sheet, view, y)
    hands = (_EDGE, y + _EDGE, right, HEIGHT - _EDGE)
    if view.shown_hands:
        _draw_hands(sheet, view, names, hands)
    else:
        _draw_note(sheet, "A rodada não foi contada.", hands)
    return Picture(png=sheet.png(), alt=score_alt(view), width=WIDTH, height=HEIGHT)


def _draw_title(sheet: Sheet, view: TableView, names: Sequence[str], box: Box) -> None:
    left, top, right, _ = box
    sheet.round_box(box, radius=12, ink=STATUS, ground=PAGE)
    names = [shorten(name, cap=26, width=250) for name in names]
    ending = ending_words(names, view.ending, view.ended_by)
    title = f"Rodada {view.number}: {ending}"
    if view.over:
        verb, who = turn_words(view, names)
        title += f" · {verb.lower()} {who}" if view.winner is not None else " · empate"
    text, cap = fit_text(title, caps=(30, 26, 22), width=right - left - 40)
    sheet.text((left + 20, top + (_TITLE - cap) // 2), text, cap=cap, ink=WHITE, ground=STATUS)


def _draw_heads(sheet: Sheet, names: Sequence[str], top: int) -> None:
    sheet.box((_EDGE, top, WIDTH - _EDGE, top + _HEAD), FELT)
    for team in TEAMS:
        left, right = _column(team)
        ground = TEAM_COLOURS[team].strong
        sheet.box((left + 4, top, right, top + _HEAD), ground)
        name, cap = fit_team(names, team, caps=(25, 22, 20), width=right - left - 20)
        sheet.text(
            ((left + 4 + right) // 2, top + (_HEAD - cap) // 2),
            name,
            cap=cap,
            ink=WHITE,
            ground=ground,
            anchor=MIDDLE,
        )


def _draw_item(
    sheet: Sheet,
    view: TableView,
    top: int,
    label: str,
    value: Callable[[RoundScore], int],
    *,
    is_sum: bool,
) -> int:
    assert view.scores is not None
    if is_sum:
        sheet.box((_EDGE, top, WIDTH - _EDGE, top + 2), MUTED)
    ground, ink = (STATUS, PALE) if is_sum else (FELT, WHITE)
    sheet.box((_EDGE, top + 2 * is_sum, WIDTH - _EDGE, top + _LINE), ground)
    weight = "Bold" if is_sum else MEDIUM
    label_ink: Colour = PALE if is_sum else MUTED
    sheet.text((_EDGE + 22, top + 11), label, cap=25, ink=label_ink, ground=ground, weight=weight)
    for team in TEAMS:
        amount = value(view.scores[team])
        sheet.text(
            (_column(team)[1] - 70, top + 11),
            points(amount) if amount or is_sum else "–",
            cap=26,
            ink=ink,
            ground=ground,
            anchor=RIGHT,
            weight=weight,
        )
    return top + _LINE


def _draw_totals(sheet: Sheet, view: TableView, top: int) -> int:
    bottom = top + 60
    sheet.box((_EDGE, top, WIDTH - _EDGE, bottom), YELLOW)
    target = "" if view.rules.target is None else f" (meta {points(view.rules.target)})"
    sheet.text((_EDGE + 22, top + 16), f"PLACAR{target}", cap=28, ink=INK, ground=YELLOW)
    for team in TEAMS:
        sheet.text(
            (_column(team)[1] - 70, top + 14),
            points(view.totals[team]),
            cap=33,
            ink=INK,
            ground=YELLOW,
            anchor=RIGHT,
        )
    return bottom


def _draw_hands(sheet: Sheet, view: TableView, names: Sequence[str], box: Box) -> None:
    left, top, right, bottom = box
    high = (bottom - top) // len(view.shown_hands)
    for seat, hand in enumerate(view.shown_hands):
        y = top + seat * high
        ground = TEAM_COLOURS[seat % 2].dark
        sheet.round_box((left, y, right, y + high - 6), radius=10, ink=ground, ground=PAGE)
        middle = y + (high - 6) // 2
        draw_disc(sheet, (left + 30, middle), seat, ground=ground)
        name = shorten(names[seat], cap=22, width=170, weight=MEDIUM)
        sheet.text((left + 58, middle - 11), name, cap=22, ink=WHITE, ground=ground, weight=MEDIUM)
        cards_left = left + 246
        if not hand:
            sheet.text((cards_left, middle - 11), "sem cartas", cap=22, ink=MUTED, ground=ground)
            continue
        size, a_line = fit_hand(len(hand), width=right - cards_left - 10, height=high - 10)
        shown = sorted_hand(hand, HandOrder.SUIT)
        lines = [shown[start : start + a_line] for start in range(0, len(shown), a_line)]
        line_top = middle - (len(lines) * (size.height + 4) - 4) // 2
        for line in lines:
            under: Colour = ground
            for index, face in enumerate(line):
                place = (cards_left + index * size.step, line_top)
                if index < len(line) - 1:
                    sprite = strip_sprite(sheet.palette, face, size=size, wild=False, ground=under)
                else:
                    sprite = card_sprite(
                        sheet.palette,
                        face,
                        size=size,
                        wild=False,
                        ground=under,
                        right_ground=ground,
                    )
                sheet.paste(sprite, place)
                under = sheet.palette.theme.paper
            line_top += size.height + 4


def _draw_note(sheet: Sheet, text: str, box: Box) -> None:
    left, top, right, bottom = box
    sheet.round_box(box, radius=12, ink=FELT, ground=PAGE)
    middle = ((left + right) // 2, (top + bottom) // 2 - 15)
    sheet.text(middle, text, cap=30, ink=MUTED, ground=FELT, anchor=MIDDLE)


def _column(team: int) -> tuple[int, int]:
    left = _EDGE + _LABELS + team * _COLUMN
    return left, left + _COLUMN
