"""A simple reader: each card of a picture is what its nearest template is.

It sees what a phone shows: the picture 400 pixels wide, after WebP at quality 50.
"""

import functools
import io
from collections.abc import Iterator

from PIL import Image, ImageChops, ImageStat

from game.cards import FACES, JOKER, Card
from game.views import PlayerView, TableView
from rendering import Picture, Theme, table, turn
from rendering.cards import card_sprite, strip_sprite
from rendering.geometry import Size
from rendering.hand import hand_places
from rendering.palette import palette_of
from rendering.panels import Panel, place_panels
from rendering.turn import turn_layout
from texts.cards import HandOrder, sorted_hand

SHRINK = 3

Seen = tuple[tuple[int, int], Size, bool, Card]
"""A card's place and size in the picture, whether it is a whole card, and which card it is."""


def on_phone(picture: Picture, *, grey: bool = False) -> Image.Image:
    image = Image.open(io.BytesIO(picture.png)).convert("RGB")
    small = image.resize((image.width // SHRINK, image.height // SHRINK), Image.Resampling.LANCZOS)
    if grey:
        small = small.convert("L")
    packed = io.BytesIO()
    small.save(packed, "WEBP", quality=50)
    return Image.open(packed).convert("L" if grey else "RGB")


def on_table(view: TableView) -> Iterator[Seen]:
    size, panels = place_panels(view, table.BOARD)
    yield from _melds(view, size, panels)


def on_turn(view: PlayerView, order: HandOrder) -> Iterator[Seen]:
    layout = turn_layout(view)
    panels = place_panels(view.table, layout.panels, first=view.team, header=turn.HEADER)
    yield from _melds(view.table, *panels)
    left, top = layout.hand
    shown = sorted_hand(view.hand, order)
    places = hand_places(layout.grid, len(shown), left=left, top=top, width=turn.WIDTH - 2 * left)
    for at, face in zip(places, shown, strict=True):
        yield at, layout.grid.size, True, face


def _melds(view: TableView, size: Size, panels: tuple[Panel, Panel]) -> Iterator[Seen]:
    for panel in panels:
        for meld, (x, y) in zip(view.melds[panel.team], panel.melds, strict=True):
            for index, face in enumerate(meld.cards):
                yield (x + index * size.step, y), size, False, face


def misread(image: Image.Image, seen: Iterator[Seen], theme: Theme) -> list[tuple[Card, Card]]:
    """Each card that was taken for another one, with that one."""
    wrong = []
    for at, size, whole, face in seen:
        read = _nearest(image, at, size, theme, whole=whole)
        if read is not face:
            wrong.append((face, read))
    return wrong


def _nearest(
    image: Image.Image, at: tuple[int, int], size: Size, theme: Theme, *, whole: bool
) -> Card:
    phase = (at[0] % SHRINK, at[1] % SHRINK)
    left, top = at[0] // SHRINK, at[1] // SHRINK
    wide, high = (size.step - 2) // SHRINK, size.step * 17 // 10 // SHRINK
    if whole:
        high = size.step * 19 // 10 // SHRINK
    part = image.crop((left + 1, top + 1, left + wide, top + high))
    templates = _templates(theme, size, phase, whole, image.mode, part.size)
    return min(templates, key=lambda each: _distance(part, each[1]))[0]


def _distance(one: Image.Image, other: Image.Image) -> float:
    return sum(ImageStat.Stat(ImageChops.difference(one, other)).sum2)


@functools.lru_cache(maxsize=4096)
def _templates(
    theme: Theme,
    size: Size,
    phase: tuple[int, int],
    whole: bool,
    mode: str,
    part: tuple[int, int],
) -> list[tuple[Card, Image.Image]]:
    palette = palette_of(theme)
    found = []
    for face in FACES:
        kinds = (False, True) if face.can_be_wild and not whole else (False,)
        for wild in kinds:
            if whole:
                sprite = card_sprite(palette, face, size)
            else:
                sprite = strip_sprite(palette, face, size, wild)
            found.append((face, _template(sprite, palette.flat, phase, mode, part)))
    assert found[-1][0] is JOKER
    return found


def _template(
    sprite: Image.Image, colours: bytes, phase: tuple[int, int], mode: str, part: tuple[int, int]
) -> Image.Image:
    coloured = Image.frombytes("P", sprite.size, sprite.tobytes())
    coloured.putpalette(colours)
    wide, high = (SHRINK * (side + 8) for side in part)
    ground = Image.new("RGB", (wide, high), (253, 252, 246))
    ground.paste(coloured.convert("RGB"), phase)
    small = ground.resize((wide // SHRINK, high // SHRINK), Image.Resampling.LANCZOS)
    return small.crop((1, 1, 1 + part[0], 1 + part[1])).convert(mode)
