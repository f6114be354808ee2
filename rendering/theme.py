"""The colours of a picture: the deck's may be chosen, the table's are the same for everybody."""

import dataclasses
from typing import Final

from game.cards import Card, Suit

Colour = tuple[int, int, int]
"""Red, green and blue, 0 to 255."""


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class Theme:
    """The colours of a deck: the four suits, the Joker's star, and the two papers.

    Every suit has a contrast of at least 4.5 on either paper. ``wild_paper`` is the cream of a
    card that stands for another.
    """

    spades: Colour = (22, 22, 28)
    hearts: Colour
    clubs: Colour
    diamonds: Colour
    joker: Colour = (112, 38, 150)
    paper: Colour = (253, 252, 246)
    wild_paper: Colour = (255, 233, 165)

    def of(self, face: Card) -> Colour:
        """The colour of a card's signs."""
        match face.suit:
            case Suit.SPADES:
                return self.spades
            case Suit.HEARTS:
                return self.hearts
            case Suit.CLUBS:
                return self.clubs
            case Suit.DIAMONDS:
                return self.diamonds
            case None:
                return self.joker


FOUR_COLOURS: Final = Theme(hearts=(206, 16, 38), clubs=(0, 116, 48), diamonds=(14, 86, 214))
"""Each suit has its own colour, so that a small pip is told by it alone."""

CLASSIC: Final = Theme(hearts=(206, 16, 38), clubs=(22, 22, 28), diamonds=(206, 16, 38))
"""Black and red, as printed cards."""

COLOUR_BLIND: Final = Theme(hearts=(172, 76, 14), clubs=(0, 118, 90), diamonds=(52, 0, 222))
"""Four colours that stay well apart in the three kinds of colour blindness (found by a search)."""


@dataclasses.dataclass(frozen=True, slots=True)
class TeamColours:
    """A team's header, the chip on it, a seat's disc: written on in white, on the disc dark."""

    strong: Colour
    dark: Colour
    light: Colour


PAGE: Final = (14, 50, 42)
FELT: Final = (24, 78, 65)
STATUS: Final = (10, 34, 29)
SLOT: Final = (17, 58, 49)
WHITE: Final = (255, 255, 255)
INK: Final = (20, 22, 28)
MUTED: Final = (206, 230, 221)
YELLOW: Final = (255, 224, 64)
PALE: Final = (255, 244, 170)
EDGE: Final = (92, 96, 94)
BACK: Final = (34, 62, 146)
BACK_LIGHT: Final = (94, 126, 214)
DIRTY: Final = (94, 84, 80)
CLEAN: Final = (104, 220, 150)
FIVE_HUNDRED: Final = (108, 38, 172)
THOUSAND: Final = (255, 196, 0)
SKIN: Final = (244, 208, 172)
HAIR: Final = (92, 54, 28)
BLACK_HAIR: Final = (50, 38, 32)
RED_HAIR: Final = (150, 78, 26)
FAIR_HAIR: Final = (214, 170, 76)
LIPS: Final = (176, 60, 60)
DARK_GOLD: Final = (176, 118, 10)
LIGHT_GOLD: Final = (255, 226, 120)
GOLD: Final = (240, 178, 30)
ALARM: Final = (232, 62, 50)
PURPLE: Final = (112, 38, 150)
CRIMSON: Final = (214, 44, 84)

TEAM_COLOURS: Final = (
    TeamColours(strong=(27, 66, 152), dark=(15, 38, 92), light=(150, 190, 255)),
    TeamColours(strong=(124, 62, 2), dark=(78, 40, 0), light=(255, 178, 84)),
)
