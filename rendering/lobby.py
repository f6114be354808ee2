"""The table before a match, 1200 by 750 pixels: who sits where, and which seats are free."""

from collections.abc import Sequence
from typing import Final

from rendering.fonts import LONGEST_LINE, MEDIUM, display_names, fit_text, writable
from rendering.kept import KEPT
from rendering.palette import palette_of
from rendering.panels import draw_disc
from rendering.png import Picture
from rendering.seats import draw_round_table
from rendering.sheet import MIDDLE, Box, Canvas, Sheet
from rendering.theme import (
    FELT,
    FOUR_COLOURS,
    INK,
    MUTED,
    PAGE,
    SLOT,
    STATUS,
    TEAM_COLOURS,
    WHITE,
    YELLOW,
    Theme,
)
from texts.alt_text import lobby_alt

WIDTH: Final = 1200
HEIGHT: Final = 750
_EDGE: Final = 8
_TITLE: Final = 84
_RULES: Final = 76
_CHIP: Final = 390


def render_lobby(
    *,
    title: str,
    players: Sequence[str | None],
    robots: Sequence[bool],
    rules: str,
    theme: Theme = FOUR_COLOURS,
) -> Picture:
    """Draw two or four seats; ``players`` are their names in seat order, None for a free one.

    ``robots`` says of each seat whether a robot holds it; ``rules`` is one line.
    """
    key = ("lobby", title, tuple(players), tuple(robots), rules, theme)
    return KEPT.get(key, lambda: _draw(title, players, robots, rules, theme))


def _draw(
    title: str, players: Sequence[str | None], robots: Sequence[bool], rules: str, theme: Theme
) -> Picture:
    sheet = Canvas(palette_of(theme), (WIDTH, HEIGHT), PAGE)
    right = WIDTH - _EDGE
    _draw_line(sheet, title, (_EDGE, _EDGE, right, _EDGE + _TITLE), caps=(40, 34, 28))
    floor = (_EDGE, 2 * _EDGE + _TITLE, right, HEIGHT - 2 * _EDGE - _RULES)
    sheet.round_box(floor, radius=12, ink=FELT, ground=PAGE)
    inside = (floor[0] + 10, floor[1] + 14, floor[2] - 10, floor[3] - 14)
    names = display_names([name or "" for name in players])
    for seat, place in enumerate(draw_round_table(sheet, inside, len(players), chip=_CHIP)):
        if players[seat] is None:
            _draw_free(sheet, place, seat)
        else:
            _draw_player(sheet, place, seat, names[seat], robot=robots[seat])
    free = sum(name is None for name in players)
    middle, centre = WIDTH // 2, (inside[1] + inside[3]) // 2
    words = ("MESA", "COMPLETA") if not free else ("FALTA" if free == 1 else "FALTAM", str(free))
    cap = 34 if not free else 84
    sheet.text((middle, centre - 62), words[0], cap=30, ink=MUTED, ground=SLOT, anchor=MIDDLE)
    sheet.text((middle, centre - 14), words[1], cap=cap, ink=YELLOW, ground=SLOT, anchor=MIDDLE)
    below = (_EDGE, HEIGHT - _EDGE - _RULES, right, HEIGHT - _EDGE)
    _draw_line(sheet, rules, below, caps=(30, 27, 24))
    alt = lobby_alt(title, players, robots, rules)
    return Picture(png=sheet.png(), alt=alt, width=WIDTH, height=HEIGHT)


def _draw_line(sheet: Sheet, text: str, box: Box, *, caps: Sequence[int]) -> None:
    left, top, right, bottom = box
    sheet.round_box(box, radius=12, ink=STATUS, ground=PAGE)
    shown, cap = fit_text(writable(text, LONGEST_LINE), caps=caps, width=right - left - 40)
    at = ((left + right) // 2, (top + bottom - cap) // 2)
    sheet.text(at, shown, cap=cap, ink=WHITE, ground=STATUS, anchor=MIDDLE)


def _draw_player(sheet: Sheet, box: Box, seat: int, name: str, *, robot: bool) -> None:
    left, top, right, bottom = box
    ink, middle = TEAM_COLOURS[seat % 2].dark, (top + bottom) // 2
    sheet.round_box(box, radius=12, ink=ink, ground=FELT)
    draw_disc(sheet, (left + 28, middle), seat, ground=ink)
    end = right - 14
    if robot:
        _draw_robot(sheet, (end - 34, middle - 18), ground=ink)
        end -= 44
    shown, cap = fit_text(name, caps=(26, 24), width=end - left - 56, weight=MEDIUM)
    at = (left + 56, middle - cap // 2)
    sheet.text(at, shown, cap=cap, ink=WHITE, ground=ink, weight=MEDIUM)


def _draw_free(sheet: Sheet, box: Box, seat: int) -> None:
    left, top, right, bottom = box
    light, middle = TEAM_COLOURS[seat % 2].light, (top + bottom) // 2
    sheet.round_box(box, radius=12, ink=light, ground=FELT)
    inside = (left + 3, top + 3, right - 3, bottom - 3)
    sheet.round_box(inside, radius=10, ink=STATUS, ground=light)
    draw_disc(sheet, (left + 28, middle), seat, ground=STATUS)
    sheet.text((left + 56, middle - 12), "lugar livre", cap=24, ink=MUTED, ground=STATUS)


def _draw_robot(sheet: Sheet, at: tuple[int, int], *, ground: tuple[int, int, int]) -> None:
    """A robot's head, 34 by 36 pixels."""
    x, y = at
    sheet.box((x + 15, y, x + 19, y + 8), WHITE)
    sheet.round_box((x, y + 8, x + 34, y + 36), radius=7, ink=WHITE, ground=ground)
    for eye in (x + 7, x + 21):
        sheet.box((eye, y + 15, eye + 6, y + 21), INK)
    sheet.box((x + 9, y + 27, x + 25, y + 30), INK)
