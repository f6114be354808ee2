"""The end of a match, 1200 by 900 pixels: made to be shared."""

from collections.abc import Sequence
from typing import Final

from game.actions import Team
from game.cards import JOKER, card
from game.scoring import CANASTRA_POINTS
from game.views import TableView
from rendering.figures import figure
from rendering.fonts import BOLD, LONGEST_LINE, MEDIUM, display_names, fit_team, fit_text, writable
from rendering.kept import KEPT
from rendering.layout import fit
from rendering.melds import draw_canastra
from rendering.palette import palette_of
from rendering.panels import TEAMS
from rendering.png import Picture
from rendering.shapes import cup_mask
from rendering.sheet import MIDDLE, RIGHT, Box, Canvas, Sheet
from rendering.theme import (
    FELT,
    FOUR_COLOURS,
    INK,
    MUTED,
    PAGE,
    STATUS,
    TEAM_COLOURS,
    WHITE,
    YELLOW,
    Theme,
)
from texts.alt_text import result_alt
from texts.score_sheet import ending_words, points

WIDTH: Final = 1200
HEIGHT: Final = 900
_EDGE: Final = 8
_BANNER: Final = 136
_WINNER: Final = 344
_FOOT: Final = 72
_HEAD: Final = 124
_FIGURES: Final = (card("Kh"), card("Qs"), card("Jd"), JOKER)
_FIGURE: Final = 100


def render_result(
    view: TableView,
    *,
    title: str = "",
    wins: tuple[int, int] | None = None,
    theme: Theme = FOUR_COLOURS,
) -> Picture:
    """Draw who won, both totals, and the canastras of the last round.

    ``title`` names the table; ``wins`` are those of a series of matches, if it is one.
    """
    key = ("result", view, title, wins, theme)
    return KEPT.get(key, lambda: _draw(view, title, wins, theme))


def _draw(view: TableView, title: str, wins: tuple[int, int] | None, theme: Theme) -> Picture:
    sheet = Canvas(palette_of(theme), (WIDTH, HEIGHT), PAGE)
    names = display_names(view.players)
    right, foot = WIDTH - _EDGE, HEIGHT - _EDGE - _FOOT
    _draw_banner(sheet, view, title, (_EDGE, _EDGE, right, _EDGE + _BANNER))
    top = 2 * _EDGE + _BANNER
    room = foot - _EDGE - top
    first = (room - _EDGE) // 2 if view.winner is None else _WINNER
    order = (TEAMS[1], TEAMS[0]) if view.winner == TEAMS[1] else TEAMS
    boxes = ((_EDGE, top, right, top + first), (_EDGE, top + first + _EDGE, right, top + room))
    for team, box in zip(order, boxes, strict=True):
        _draw_team(sheet, view, names, box, team=team)
    _draw_foot(sheet, view, names, (_EDGE, foot, right, HEIGHT - _EDGE), wins)
    return Picture(png=sheet.png(), alt=result_alt(view), width=WIDTH, height=HEIGHT)


def _draw_banner(sheet: Sheet, view: TableView, title: str, box: Box) -> None:
    left, top, right, bottom = box
    sheet.round_box(box, radius=12, ink=STATUS, ground=PAGE)
    for place, face in enumerate(_FIGURES):
        art = figure(sheet.palette, face, _FIGURE, STATUS)
        x = left + 20 + place * (_FIGURE + 12)
        if place >= len(_FIGURES) // 2:
            x = right - 20 - (len(_FIGURES) - place) * (_FIGURE + 12) + 12
        sheet.paste(art, (x, bottom - art.height))
    if view.winner is None:
        words = "EMPATE"
    else:
        words = "VITÓRIA" if view.forfeited_by is None else "VITÓRIA POR DESISTÊNCIA"
    middle, wide = (left + right) // 2, right - left - 4 * (_FIGURE + 12) - 60
    shown, cap = fit_text(words, caps=(52, 46, 38), width=wide)
    at = (middle, top + (24 if title else (bottom - top - cap) // 2))
    sheet.text(at, shown, cap=cap, ink=YELLOW, ground=STATUS, anchor=MIDDLE)
    shown, cap = fit_text(writable(title, LONGEST_LINE), caps=(27, 24), width=wide, weight=MEDIUM)
    at = (middle, bottom - 22 - cap)
    sheet.text(at, shown, cap=cap, ink=MUTED, ground=STATUS, anchor=MIDDLE, weight=MEDIUM)


def _draw_team(
    sheet: Sheet, view: TableView, names: Sequence[str], box: Box, *, team: Team
) -> None:
    left, top, right, bottom = box
    won = view.winner == team
    ground = TEAM_COLOURS[team].strong
    if won:
        sheet.round_box(box, radius=16, ink=YELLOW, ground=PAGE)
        left, top, right, bottom = left + 6, top + 6, right - 6, bottom - 6
    under = YELLOW if won else PAGE
    sheet.round_box((left, top, right, bottom), radius=12, ink=ground, ground=under)
    head = _HEAD if won else _HEAD - 34
    x, middle = left + 28, top + head // 2
    if won:
        sheet.mask(cup_mask(92), (x, middle - 46), ink=YELLOW, ground=ground)
        x += 116
    cap = 76 if won else 54
    at, total = (right - 28, middle - cap // 2), points(view.totals[team])
    ink = YELLOW if won else WHITE
    score = sheet.text(at, total, cap=cap, ink=ink, ground=ground, anchor=RIGHT)
    caps = (46, 40, 34, 30) if won else (36, 32, 28)
    shown, cap = fit_team(names, team, caps=caps, width=right - 56 - score - x)
    sheet.text((x, middle - cap // 2), shown, cap=cap, ink=WHITE, ground=ground)
    _draw_canastras(sheet, view, (left + 6, top + head, right - 6, bottom - 6), team=team)


def _draw_canastras(sheet: Sheet, view: TableView, box: Box, *, team: Team) -> None:
    """The canastras of the last round, the best ones first, as many as have room."""
    left, top, right, bottom = box
    sheet.round_box(box, radius=10, ink=FELT, ground=TEAM_COLOURS[team].strong)
    melds = [meld for meld in view.melds[team] if meld.kind_under(view.rules).is_canastra]
    melds.sort(key=lambda meld: -CANASTRA_POINTS[meld.kind_under(view.rules)])
    if not melds:
        at = ((left + right) // 2, (top + bottom) // 2 - 13)
        words = "nenhuma canastra na última rodada"
        sheet.text(at, words, cap=26, ink=MUTED, ground=FELT, anchor=MIDDLE, weight=MEDIUM)
        return
    lengths = (tuple(len(meld.cards) for meld in melds),)
    placed = fit(lengths, width=right - left - 36, height=bottom - top)
    gap = (bottom - top - len(placed.rows[0]) * placed.size.height) // (len(placed.rows[0]) + 1)
    for line, row in enumerate(placed.rows[0]):
        y = top + gap + line * (placed.size.height + gap)
        for each in row:
            at, meld = (left + 18 + each.left, y), melds[each.index]
            draw_canastra(sheet, at, meld, size=placed.size, rules=view.rules)


def _draw_foot(
    sheet: Sheet,
    view: TableView,
    names: Sequence[str],
    box: Box,
    wins: tuple[int, int] | None,
) -> None:
    left, top, right, bottom = box
    sheet.round_box(box, radius=12, ink=STATUS, ground=PAGE)
    parts = [f"Rodada {view.number}: {ending_words(names, view.ending, view.ended_by)}"]
    if view.rules.target is not None:
        parts.append(f"meta {points(view.rules.target)}")
    if wins is not None:
        parts.append(f"série {wins[0]} × {wins[1]}")
    text, cap = fit_text(" · ".join(parts), caps=(30, 27, 24), width=right - left - 260)
    y = (top + bottom - cap) // 2
    sheet.text((left + 22, y), text, cap=cap, ink=WHITE, ground=STATUS, weight=MEDIUM)
    sheet.round_box(
        (right - 216, top + 10, right - 10, bottom - 10), radius=10, ink=YELLOW, ground=STATUS
    )
    at = (right - 113, (top + bottom) // 2 - 12)
    sheet.text(at, "BURACO STBL", cap=24, ink=INK, ground=YELLOW, anchor=MIDDLE, weight=BOLD)
