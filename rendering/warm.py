"""Drawing every sprite beforehand, so that no player waits for one."""

import time
from collections.abc import Iterator

from PIL import Image

from game.cards import FACES, JOKER, TWO, Card
from rendering.cards import art_sprite, card_sprite, corner_sprite, end_sprite, strip_sprite
from rendering.geometry import SIZES, Size
from rendering.hand import hand_sizes
from rendering.palette import Palette, palette_of
from rendering.status import TOP_CARD
from rendering.theme import FELT, FOUR_COLOURS, YELLOW, Theme
from rendering.turn import TOP_CARD as TOP_CARD_OF_TURN


def warm_up(theme: Theme = FOUR_COLOURS) -> int:
    """Draw the sprites of table and turn pictures; takes seconds, so it belongs into a thread.

    Returns how many bytes they take. A picture asked for before that is a little slower, no more.
    """
    count = 0
    for sprite in _sprites(palette_of(theme)):
        count += sprite.width * sprite.height
        time.sleep(0)  # lets whoever waits for the interpreter go first
    return count


def _sprites(palette: Palette) -> Iterator[Image.Image]:
    for size in SIZES:
        yield from _of_melds(palette, size)
    for size in (*hand_sizes(), TOP_CARD, TOP_CARD_OF_TURN):
        for face in FACES:
            yield card_sprite(palette, face, size)
        for quarter in range(4):
            yield corner_sprite(palette, size.step, False, YELLOW, quarter)


def _of_melds(palette: Palette, size: Size) -> Iterator[Image.Image]:
    for face in FACES:
        for wild in _roles(face):
            yield strip_sprite(palette, face, size, wild)
            yield art_sprite(palette, face, size, wild)
    for wild in (False, True):
        yield end_sprite(palette, size, wild, FELT)
        for quarter in (0, 2):
            yield corner_sprite(palette, size.step, wild, FELT, quarter)
    for quarter in (0, 2):
        yield corner_sprite(palette, size.step, False, palette.theme.wild_paper, quarter)


def _roles(face: Card) -> tuple[bool, ...]:
    if face is JOKER:
        return (True,)
    return (False, True) if face.rank == TWO else (False,)
