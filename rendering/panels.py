"""The teams' panels: players, points, and the melds in rows."""

import dataclasses
from collections.abc import Sequence
from typing import Final

from game.actions import Seat, Team
from game.views import TableView
from rendering.fonts import MEDIUM, fit_text, text_width
from rendering.geometry import LEAST_NAME_CAP, LEAST_SMALL_CAP, Size
from rendering.layout import Fit, Lengths, Rows, fit
from rendering.melds import draw_meld
from rendering.recent import new_cards
from rendering.shapes import disc_mask, microphone_mask
from rendering.sheet import MIDDLE, RIGHT, Box, Sheet
from rendering.theme import (
    ALARM,
    BACK,
    FELT,
    INK,
    MUTED,
    PAGE,
    PALE,
    TEAM_COLOURS,
    THOUSAND,
    WHITE,
    YELLOW,
    Colour,
)
from texts.badges import NO_BADGES, Badges
from texts.score_sheet import points

TEAMS: Final = (Team(0), Team(1))
HEADER: Final = 64
GAP: Final = 8
MARGIN: Final = 12
_BADGE: Final = 32
"""The height of a badge: more than ten pixels on a phone."""
_CARD_WIDTH: Final = 23
_BADGE_GAP: Final = 8


@dataclasses.dataclass(frozen=True, slots=True)
class Chip:
    """What a player's chip says."""

    seat: Seat
    name: str
    count: int
    automatic: int
    is_turn: bool
    is_starter: bool
    card: Colour | None
    has_voice: bool


def chip_of(view: TableView, names: Sequence[str], seat: Seat, badges: Badges) -> Chip:
    """The chip of a seat."""
    card = ALARM if seat in badges.red else THOUSAND if seat in badges.yellow else None
    return Chip(
        seat=seat,
        name=names[seat],
        count=view.hand_counts[seat],
        automatic=view.automatic[seat],
        is_turn=view.turn == seat,
        is_starter=view.starter == seat,
        card=card,
        has_voice=badges.has_voice(seat),
    )


@dataclasses.dataclass(frozen=True, slots=True)
class Panel:
    """A team's panel: where it is, and where each of its melds lies, in order of creation."""

    team: Team
    box: Box
    melds: tuple[tuple[int, int], ...]


def meld_lengths(view: TableView, first: Team = TEAMS[0]) -> Lengths:
    """How many cards the melds of each team have, the first team's in front."""
    teams = (first, Team(1 - first))
    return tuple(tuple(len(meld.cards) for meld in view.melds[team]) for team in teams)


def room_for_rows(box: Box, *, header: int = HEADER) -> tuple[int, int]:
    """The width and the height that the rows of both panels share."""
    left, top, right, bottom = box
    return right - left - 2 * MARGIN, bottom - top - 2 * header - GAP


def place_panels(
    view: TableView, box: Box, *, first: Team = TEAMS[0], header: int = HEADER
) -> tuple[Size, tuple[Panel, Panel]]:
    """The size of the melds' cards, and both teams' panels, one above the other."""
    left, top, right, bottom = box
    width, rows_height = room_for_rows(box, header=header)
    placed = fit(meld_lengths(view, first), width=width, height=rows_height)
    counts = [max(1, len(rows)) for rows in placed.rows]
    split = top + header + rows_height * counts[0] // sum(counts)
    boxes = ((left, top, right, split), (left, split + GAP, right, bottom))
    one, other = (
        Panel(team, panel, _places(placed, rows, panel, header))
        for team, panel, rows in zip((first, Team(1 - first)), boxes, placed.rows, strict=True)
    )
    return placed.size, (one, other)


def _places(placed: Fit, rows: Rows, box: Box, header: int) -> tuple[tuple[int, int], ...]:
    left, top, _, bottom = box
    top += header
    high = placed.size.height
    spare = max(0, bottom - top - len(rows) * high)
    gap = min(spare // (len(rows) + 1), placed.size.step)
    y = top + (spare // 2 if len(rows) == 1 else gap)
    places = {}
    for row in rows:
        for meld in row:
            places[meld.index] = (left + MARGIN + meld.left, y)
        y += high + gap
    return tuple(places[index] for index in range(len(places)))


def draw_panels(
    sheet: Sheet,
    view: TableView,
    names: Sequence[str],
    box: Box,
    *,
    first: Team = TEAMS[0],
    header: int = HEADER,
    badges: Badges = NO_BADGES,
) -> None:
    """Draw both teams' panels, one above the other, the first one's on top."""
    size, panels = place_panels(view, box, first=first, header=header)
    new_team, new = new_cards(view)
    for panel in panels:
        left, top, right, bottom = panel.box
        sheet.round_box(panel.box, radius=12, ink=FELT, ground=PAGE)
        head = (left, top, right, top + header)
        _draw_header(sheet, view, names, head, team=panel.team, badges=badges)
        for index, at in enumerate(panel.melds):
            draw_meld(
                sheet,
                at,
                view.melds[panel.team][index],
                number=index + 1,
                size=size,
                colours=TEAM_COLOURS[panel.team],
                ground=FELT,
                rules=view.rules,
                new=new.get(index, ()) if panel.team == new_team else (),
            )
        if not panel.melds:
            middle = ((left + right) // 2, (top + header + bottom) // 2 - 12)
            words = "nenhum jogo na mesa"
            sheet.text(middle, words, cap=24, ink=MUTED, ground=FELT, anchor=MIDDLE, weight=MEDIUM)


def _draw_header(
    sheet: Sheet,
    view: TableView,
    names: Sequence[str],
    box: Box,
    *,
    team: Team,
    badges: Badges,
) -> None:
    left, top, right, bottom = box
    colours = TEAM_COLOURS[team]
    sheet.round_box(box, radius=12, ink=colours.strong, ground=PAGE)
    sheet.box((left, bottom - 12, right, bottom), colours.strong)
    end = _draw_score(sheet, view, (left, top, right - 14, bottom), team=team) - 2 * GAP
    seats = range(team, len(view.players), 2)
    wide = min(520, (end - left - GAP) // len(seats) - GAP)
    for place, seat in enumerate(seats):
        x = left + GAP + place * (wide + GAP)
        draw_chip(
            sheet,
            (x, top + 6, x + wide, bottom - 6),
            chip_of(view, names, Seat(seat), badges),
            ground=colours.strong,
        )


def _draw_score(sheet: Sheet, view: TableView, box: Box, *, team: Team) -> int:
    """The match's points, and what lies on the table in this round; returns the left edge."""
    _, top, right, bottom = box
    colours = TEAM_COLOURS[team]
    middle = (top + bottom) // 2
    if view.scores is None:
        sign = "+" if view.points[team] >= 0 else ""
        pending = f"{sign}{points(view.points[team])}"
        at, ink = (right, middle - 12), PALE
        right -= 12 + sheet.text(at, pending, cap=25, ink=ink, ground=colours.strong, anchor=RIGHT)
    at, total = (right, middle - 16), points(view.totals[team])
    return right - sheet.text(at, total, cap=33, ink=WHITE, ground=colours.strong, anchor=RIGHT)


def draw_chip(sheet: Sheet, box: Box, chip: Chip, *, ground: Colour) -> None:
    """A player: number, name, cards in hand, marks; yellow while it is his turn."""
    left, top, right, bottom = box
    ink, words = (YELLOW, INK) if chip.is_turn else (TEAM_COLOURS[chip.seat % 2].dark, WHITE)
    sheet.round_box(box, radius=12, ink=ink, ground=ground)
    middle = (top + bottom) // 2
    draw_disc(sheet, (left + 26, middle), chip.seat, ground=ink)
    end = right - 12
    count = sheet.text(
        (end, middle - 13), str(chip.count), cap=26, ink=words, ground=ink, anchor=RIGHT
    )
    end -= max(count, text_width("0", 26)) + 6
    _draw_card_icon(sheet, (end - 18, middle - 13, end, middle + 13), ground=ink)
    end -= 28
    if chip.is_starter:
        end = _draw_tag(sheet, (end, middle), ground=ink)
    for _ in range(min(chip.automatic, 4)):
        end -= 18
        pip, edge = disc_mask(14), disc_mask(18)
        sheet.mask(edge, (end - 2, middle - 9), ink=WHITE, ground=ink)
        sheet.mask(pip, (end, middle - 7), ink=ALARM, ground=WHITE)
    if chip.automatic:
        end -= 6
    name_left = left + 52
    width = max(20, end - name_left - _badges_width(chip))
    name, cap = fit_text(chip.name, caps=(25, LEAST_NAME_CAP), width=width, weight=MEDIUM)
    at = (name_left, middle - cap // 2)
    written = sheet.text(at, name, cap=cap, ink=words, ground=ink, weight=MEDIUM)
    _draw_badges(sheet, (name_left + written, middle), chip, words=words, ground=ink)


def _badges_width(chip: Chip) -> int:
    """Of what stands between a name and the marks at the right."""
    card = 0 if chip.card is None else _BADGE_GAP + _CARD_WIDTH
    voice = _BADGE_GAP + microphone_mask(_BADGE).width if chip.has_voice else 0
    return card + voice + _BADGE_GAP // 2 if card or voice else 0


def _draw_badges(
    sheet: Sheet, at: tuple[int, int], chip: Chip, *, words: Colour, ground: Colour
) -> None:
    """The badges right of the name, which ends there at the middle of its height."""
    x, middle = at
    top = middle - _BADGE // 2
    if chip.card is not None:
        x += _BADGE_GAP
        box = (x, top, x + _CARD_WIDTH, top + _BADGE)
        inside = (box[0] + 2, box[1] + 2, box[2] - 2, box[3] - 2)
        sheet.round_box(box, radius=5, ink=INK, ground=ground)
        sheet.round_box(inside, radius=4, ink=chip.card, ground=INK)
        x = box[2]
    if chip.has_voice:
        sheet.mask(microphone_mask(_BADGE), (x + _BADGE_GAP, top), ink=words, ground=ground)


def draw_disc(sheet: Sheet, middle: tuple[int, int], seat: int, *, ground: Colour) -> None:
    """A seat's number, from 1, on a disc in its team's colour."""
    x, y = middle
    light = TEAM_COLOURS[seat % 2].light
    sheet.mask(disc_mask(36), (x - 18, y - 18), ink=light, ground=ground)
    sheet.text((x, y - 11), str(seat + 1), cap=22, ink=INK, ground=light, anchor=MIDDLE)


def _draw_card_icon(sheet: Sheet, box: Box, *, ground: Colour) -> None:
    left, top, right, bottom = box
    sheet.round_box(box, radius=3, ink=WHITE, ground=ground)
    sheet.box((left + 3, top + 3, right - 3, bottom - 3), BACK)


def _draw_tag(sheet: Sheet, at: tuple[int, int], *, ground: Colour) -> int:
    """The mark of the one who plays first in the round, "o mão"; returns its left edge."""
    right, middle = at
    sign, cap = "1º", LEAST_SMALL_CAP
    left = right - text_width(sign, cap) - 14
    sheet.round_box((left, middle - 17, right, middle + 17), radius=8, ink=WHITE, ground=ground)
    at = ((left + right) // 2, middle - cap // 2)
    sheet.text(at, sign, cap=cap, ink=INK, ground=WHITE, anchor=MIDDLE)
    return left - 8
