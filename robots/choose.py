"""The robot's face: one view in, one play out, called until its turn is over."""

from game.actions import Play
from game.state import Phase
from game.views import PlayerView
from robots.discards import pick_discard
from robots.outlook import Outlook
from robots.plan import make_plan
from robots.taking import pick_draw
from robots.worth import Position, Worth


class NotItsTurn(ValueError):
    """The view is of a seat that has nothing to play now."""


def choose(view: PlayerView) -> Play:
    """Return what the seat does next: always the same for the same view, and always legal.

    Raises NotItsTurn where the seat is not to play.
    """
    if view.phase is None or view.phase is Phase.OVER:
        raise NotItsTurn(view.seat)
    outlook = Outlook(view)
    worth = Worth(outlook)
    if view.phase is Phase.DRAW:
        return pick_draw(outlook, worth)
    position = Position(view.hand, outlook.melds)
    plan = make_plan(outlook, worth, position)
    if plan.plays:
        return plan.plays[0]
    return pick_discard(outlook, worth, position)
