"""Which melds and additions to make in this turn: a narrow search over their combinations."""

import dataclasses

from robots.moves import Melding, moves
from robots.outlook import Outlook
from robots.worth import Position, Worth

WIDTH = 5
"""How many positions are followed up at each depth."""

SMALL_HAND = 9
WIDTH_OF_SMALL_HAND = 10
"""The same with few cards, where one card more or less decides and the search is cheap."""

LARGE_HAND = 20
WIDTH_OF_LARGE_HAND = 2
"""The same after a large pile: there is much to lay, and little that it decides."""

DEEPEST = 8
"""How many plays ahead a plan looks; the next call plans on from there."""

GOES_OUT = 1000.0
"""Put on a plan that ends the round when that is wanted, and taken off it when it is not."""


@dataclasses.dataclass(frozen=True, slots=True)
class Plan:
    """Plays in their order, the position after them, and its worth in points."""

    plays: tuple[Melding, ...]
    position: Position
    worth: float


def make_plan(outlook: Outlook, worth: Worth, position: Position) -> Plan:
    """The best combination of plays that is found; it has no plays where nothing is worth laying.

    Every play of it is legal in its turn.
    """
    width = _width(len(position.hand))
    best = Plan((), position, _worth(outlook, worth, position))
    front = [best]
    seen = {position}
    for _ in range(DEEPEST):
        longer = []
        for plan in front:
            for play, after in moves(outlook, plan.position):
                key = Position(tuple(sorted(after.hand, key=lambda face: face.code)), after.melds)
                if key in seen:
                    continue
                seen.add(key)
                longer.append(Plan((*plan.plays, play), after, _worth(outlook, worth, after)))
        if not longer:
            break
        longer.sort(key=lambda plan: -plan.worth)
        front = longer[:width]
        if front[0].worth > best.worth:
            best = front[0]
    return best


def _width(cards: int) -> int:
    if cards <= SMALL_HAND:
        return WIDTH_OF_SMALL_HAND
    return WIDTH if cards <= LARGE_HAND else WIDTH_OF_LARGE_HAND


def _worth(outlook: Outlook, worth: Worth, position: Position) -> float:
    """The worth of ending the turn from here: one card will be discarded, if any is left."""
    count = len(position.hand)
    total = worth.of(position, cards_kept=max(0, count - 1))
    if count > 1:
        return total
    if outlook.finds_morto:
        return total + (25.0 if count == 0 else 0.0)
    if outlook.may_go_out(position.melds):
        return total + (GOES_OUT if outlook.wants_out else -GOES_OUT)
    return total
