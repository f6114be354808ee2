"""The application emojis: every card, the back and the suits, 128 pixels square.

They are shown 22 pixels high in a line of text, so that rank and suit fill the tile side by side.
The paper behind them is the same in Discord's dark and light themes.
"""

import io
from typing import Final

from PIL import Image

from game.cards import FACES, SUITS, Card, Suit, card
from rendering.cards import back_sprite, rank_mask
from rendering.figures import figure
from rendering.palette import palette_of
from rendering.shapes import disc_mask, suit_mask
from rendering.theme import EDGE, FOUR_COLOURS, Colour, Theme
from texts.cards import RANK_SIGNS

SIDE: Final = 128
BACK_NAME: Final = "carta_verso"
_RADIUS: Final = 22
_RIM: Final = 4


def card_emoji_name(face: Card) -> str:
    """The name of a card's emoji: ``carta_7h``, ``carta_jk``."""
    return f"carta_{face.code.lower()}"


def suit_emoji_name(suit: Suit) -> str:
    """The name of a suit's emoji: ``naipe_h``."""
    return f"naipe_{suit.value}"


def draw_emojis(theme: Theme = FOUR_COLOURS) -> dict[str, bytes]:
    """All emojis as PNGs by their names; always the same bytes for the same theme."""
    found = {card_emoji_name(face): _png(_card(theme, face)) for face in FACES}
    found[BACK_NAME] = _png(_back(theme))
    for suit in SUITS:
        found[suit_emoji_name(suit)] = _png(_suit(theme, suit))
    return found


def _card(theme: Theme, face: Card) -> Image.Image:
    tile = _tile(theme)
    ink = theme.of(face)
    if face.suit is None:
        art = figure(palette_of(theme), face, 90, theme.paper)
        tile.paste(_coloured(theme, art), ((SIDE - 90) // 2, SIDE - _RIM - art.height))
        return tile
    rank = rank_mask(RANK_SIGNS[face.rank], 76, 60)
    _put(tile, rank, (38 - rank.width // 2, 26), ink)
    _put(tile, suit_mask(face.suit, 50), (70, 39), ink)
    return tile


def _suit(theme: Theme, suit: Suit) -> Image.Image:
    tile = _tile(theme)
    _put(tile, suit_mask(suit, 92), (18, 18), theme.of(card("7" + suit.value)))
    return tile


def _back(theme: Theme) -> Image.Image:
    tile = _coloured(theme, back_sprite(palette_of(theme), SIDE, SIDE, theme.paper))
    tile.putalpha(_round(SIDE, _RADIUS - 9))
    return tile


def _tile(theme: Theme) -> Image.Image:
    """The paper with its rim, round at the corners and clear around them."""
    tile = Image.new("RGBA", (SIDE, SIDE), (*EDGE, 0))
    tile.paste((*EDGE, 255), (0, 0, SIDE, SIDE), _round(SIDE, _RADIUS))
    inside = SIDE - 2 * _RIM
    paper = (*theme.paper, 255)
    box = (_RIM, _RIM, SIDE - _RIM, SIDE - _RIM)
    tile.paste(paper, box, _round(inside, _RADIUS - _RIM))
    tile.putalpha(_round(SIDE, _RADIUS))
    return tile


def _round(side: int, radius: int) -> Image.Image:
    cover = Image.new("L", (side, side), 255)
    disc = disc_mask(2 * radius)
    for x, left in ((0, 0), (side - radius, radius)):
        for y, top in ((0, 0), (side - radius, radius)):
            cover.paste(disc.crop((left, top, left + radius, top + radius)), (x, y))
    return cover


def _put(tile: Image.Image, mask: Image.Image, at: tuple[int, int], ink: Colour) -> None:
    x, y = at
    tile.paste((*ink, 255), (x, y, x + mask.width, y + mask.height), mask)


def _coloured(theme: Theme, numbers: Image.Image) -> Image.Image:
    image = Image.frombytes("P", numbers.size, numbers.tobytes())
    image.putpalette(palette_of(theme).flat)
    return image.convert("RGBA")


def _png(image: Image.Image) -> bytes:
    out = io.BytesIO()
    image.save(out, "PNG", optimize=True)
    return out.getvalue()
