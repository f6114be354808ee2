"""The state of a round: stock, pile, mortos, whose turn it is."""

from collections.abc import Sequence
from typing import Final

from game.views import TableView
from rendering.cards import draw_back, draw_card
from rendering.fonts import MEDIUM, fit_lines, fit_text, shorten, text_width
from rendering.geometry import LEAST_NAME_CAP, LEAST_SMALL_CAP, Size
from rendering.panels import TEAMS, draw_disc
from rendering.recent import is_top_card_new
from rendering.shapes import check_mask
from rendering.sheet import MIDDLE, RIGHT, Box, Sheet
from rendering.theme import INK, MUTED, PAGE, SLOT, STATUS, TEAM_COLOURS, WHITE, YELLOW
from texts.score_sheet import points, team_name

MORTO_CARDS: Final = 11
TOP_CARD: Final = Size(70, 196)


def draw_status_column(sheet: Sheet, view: TableView, names: Sequence[str], box: Box) -> None:
    """The column at the right of the table, some 176 by 884 pixels."""
    left, top, right, bottom = box
    middle = (left + right) // 2
    sheet.round_box(box, radius=12, ink=STATUS, ground=PAGE)
    heading, target = round_words(view)
    _heading(sheet, (middle, top + 16), heading, width=right - left - 12)
    _label(sheet, (middle, top + 58), target)
    _label(sheet, (middle, top + 112), "MONTE")
    back = (middle - 56, top + 146, middle + 56, top + 146 + 154)
    if view.stock_count:
        draw_back(sheet, back, count=view.stock_count, ground=STATUS)
    else:
        draw_slot(sheet, back, "0")
    _draw_pile(sheet, view, middle, top + 328)
    _label(sheet, (middle, top + 606), "MORTOS")
    draw_mortos(sheet, view, (left + 6, top + 640, right - 6, top + 640 + 104))
    draw_turn(sheet, view, names, (left + 8, bottom - 128, right - 8, bottom - 8))


def round_words(view: TableView) -> tuple[str, str]:
    """The round's number, and what the match is played to; a match may be one round only."""
    if view.rules.target is None:
        return "RODADA", "ÚNICA"
    return f"RODADA {view.number}", f"META {points(view.rules.target)}"


def _draw_pile(sheet: Sheet, view: TableView, middle: int, top: int) -> None:
    count = str(view.pile_count)
    wide = text_width("LIXO", 24) + 12 + text_width(count, 30)
    left = middle - wide // 2
    sheet.text((left, top + 5), "LIXO", cap=24, ink=MUTED, ground=STATUS)
    sheet.text((middle + wide // 2, top), count, cap=30, ink=WHITE, ground=STATUS, anchor=RIGHT)
    draw_top_card(sheet, view, (middle - TOP_CARD.step, top + 46), size=TOP_CARD)


def draw_top_card(sheet: Sheet, view: TableView, at: tuple[int, int], *, size: Size) -> None:
    """The pile's top card, outlined where it is the last discard, or an empty place."""
    left, top = at
    box = (left, top, left + 2 * size.step, top + size.height)
    if view.top_card is None:
        draw_slot(sheet, box, "vazio")
        return
    ground = STATUS
    if is_top_card_new(view):
        ground = YELLOW
        rim = (box[0] - 6, box[1] - 6, box[2] + 6, box[3] + 6)
        sheet.round_box(rim, radius=size.radius + 5, ink=YELLOW, ground=STATUS)
    draw_card(sheet, at, view.top_card, size=size, ground=ground)


def draw_slot(sheet: Sheet, box: Box, text: str) -> None:
    """A place where no card lies."""
    sheet.round_box(box, radius=10, ink=MUTED, ground=STATUS)
    left, top, right, bottom = box
    inside = (left + 2, top + 2, right - 2, bottom - 2)
    sheet.round_box(inside, radius=9, ink=SLOT, ground=MUTED)
    cap = LEAST_NAME_CAP
    sheet.text(
        ((left + right) // 2, (top + bottom - cap) // 2),
        text,
        cap=cap,
        ink=MUTED,
        ground=SLOT,
        anchor=MIDDLE,
    )


def draw_mortos(sheet: Sheet, view: TableView, box: Box) -> None:
    """Two places: taken by a seat, turned into the stock, or still lying there."""
    left, top, right, bottom = box
    wide = (right - left - 8) // 2
    boxes = [(left, top, left + wide, bottom), (right - wide, top, right, bottom)]
    takers = [view.morto_takers[team] for team in TEAMS]
    for taker in takers:
        if taker is not None and boxes:
            _draw_taken(sheet, boxes.pop(0), taker, waits=view.unplayed[taker])
    for _ in range(view.mortos_in_stock):
        if boxes:
            _draw_in_stock(sheet, boxes.pop(0))
    for place in boxes:
        draw_back(sheet, place, count=MORTO_CARDS, ground=STATUS)


def _draw_taken(sheet: Sheet, box: Box, seat: int, *, waits: bool) -> None:
    left, top, right, bottom = box
    light = TEAM_COLOURS[seat % 2].light
    sheet.round_box(box, radius=8, ink=light, ground=STATUS)
    inside = (left + 3, top + 3, right - 3, bottom - 3)
    sheet.round_box(inside, radius=6, ink=STATUS, ground=light)
    middle = (left + right) // 2
    draw_disc(sheet, (middle, top + 28), seat, ground=STATUS)
    if waits:
        at = (middle, bottom - 36)
        sheet.text(at, "espera", cap=LEAST_SMALL_CAP, ink=WHITE, ground=STATUS, anchor=MIDDLE)
    else:
        mark = check_mask(32)
        sheet.mask(mark, (middle - 16, bottom - 42), ink=WHITE, ground=STATUS)


def _draw_in_stock(sheet: Sheet, box: Box) -> None:
    left, top, right, bottom = box
    sheet.round_box(box, radius=8, ink=SLOT, ground=STATUS)
    middle, centre = (left + right) // 2, (top + bottom) // 2
    for y, word in ((centre - 28, "virou"), (centre + 6, "monte")):
        sheet.text((middle, y), word, cap=LEAST_SMALL_CAP, ink=MUTED, ground=SLOT, anchor=MIDDLE)


def draw_turn(sheet: Sheet, view: TableView, names: Sequence[str], box: Box) -> None:
    """The yellow chip: whose turn it is, or how things ended."""
    left, top, right, bottom = box
    label, name = turn_words(view, names)
    sheet.round_box(box, radius=12, ink=YELLOW, ground=STATUS)
    middle, width = (left + right) // 2, right - left - 12
    sheet.text((middle, top + 12), label, cap=23, ink=INK, ground=YELLOW, anchor=MIDDLE)
    if view.over and view.winner is not None:
        lines = list(names[view.winner :: 2])
    else:
        lines = fit_lines(name, cap=LEAST_NAME_CAP, width=width, weight=MEDIUM)
    y, line_height = top + 44, (bottom - top - 50) // len(lines)
    caps = (28, 26, LEAST_NAME_CAP)
    cap = min(fit_text(line, caps=caps, width=width, weight=MEDIUM)[1] for line in lines)
    for place, line in enumerate(lines):
        shown = shorten(line, cap=cap, width=width, weight=MEDIUM)
        at = (middle, y + place * line_height + (line_height - cap) // 2)
        sheet.text(at, shown, cap=cap, ink=INK, ground=YELLOW, anchor=MIDDLE, weight=MEDIUM)


def turn_words(view: TableView, names: Sequence[str]) -> tuple[str, str]:
    """A heading and a name for the present moment."""
    if view.turn is not None:
        return "VEZ DE", names[view.turn]
    if not view.over:
        return "FIM DA", f"rodada {view.number}"
    if view.winner is None:
        return "FIM", "Empate"
    verb = "VENCERAM" if len(names) > 2 else "VENCEU"
    return verb, team_name(names, view.winner)


def _heading(sheet: Sheet, at: tuple[int, int], text: str, *, width: int) -> None:
    cap = 26 if text_width(text, 26) <= width else 22
    sheet.text(at, text, cap=cap, ink=WHITE, ground=STATUS, anchor=MIDDLE)


def _label(sheet: Sheet, at: tuple[int, int], text: str) -> None:
    sheet.text(at, text, cap=23, ink=MUTED, ground=STATUS, anchor=MIDDLE)
