"""How large things are drawn, in numbers alone: what must be legible is computed, not looked at.

A step is half a card's width, which is what shows of a card that the next one covers. A phone shows
a picture 400 pixels wide, a third of what is drawn, so that a height of 27 becomes one of 9.
"""

import dataclasses
from typing import Final

INDEX: Final = 0.78
"""The height of a rank on a covered card, in steps."""
WHOLE_INDEX: Final = 0.92
"""The same on a card that nothing covers: its index may be wider than a strip."""
PIP: Final = 0.58
WHOLE_PIP: Final = 0.66
TOP: Final = 0.14
PIP_TOP: Final = 1.09
WHOLE_PIP_TOP: Final = 1.2
_SIGNS: Final = 1.72
"""Down to where, in steps, rank and pip go; the foot begins below."""
_TALL: Final = 2.8
_LEAST_TALL: Final = 60
LEAST_SMALL_CAP: Final = 21
"""Of a meld's number and of what its wild stands for: 7 pixels on a phone."""
LEAST_NAME_CAP: Final = 23
"""Of names, scores and counts: 7.7 pixels on a phone."""

STEPS: Final = (84, 72, 62, 54, 49, 45, 43, 41, 39, 37, 35, 33, 30, 27, 24, 21, 18, 15)
"""The sizes in which melds are drawn. They are few, so that every sprite is soon drawn once."""


@dataclasses.dataclass(frozen=True, slots=True)
class Size:
    """How large cards are drawn: half their width, which is what shows of a covered one."""

    step: int
    height: int

    @property
    def index(self) -> int:
        """The height of the rank on a covered card, in pixels."""
        return round(self.step * INDEX)

    @property
    def whole_index(self) -> int:
        """The height of the rank on a whole card, in pixels."""
        return round(self.step * WHOLE_INDEX)

    @property
    def edge(self) -> int:
        """How thick the outline is."""
        return 1 if self.step < 24 else 2

    @property
    def radius(self) -> int:
        """Of the round corners."""
        return max(2, round(self.step * 0.2))

    @property
    def foot_cap(self) -> int:
        """The height of what is written on a meld's foot."""
        return max(LEAST_SMALL_CAP, round(self.step * 0.44))

    @property
    def foot(self) -> int:
        """The height of the foot: the number, the ribbon, what the wild stands for."""
        return self.foot_cap + 8


def meld_size(step: int) -> Size:
    """The size for melds: rank and pip of each card stand above the foot."""
    plain = Size(step, 0)
    least = round(step * _SIGNS) + plain.foot + plain.edge
    return Size(step, max(least, round(step * _TALL)) if step >= _LEAST_TALL else least)


SIZES: Final = tuple(map(meld_size, STEPS))
