"""The draw: the stock, or the pile by one of the ways to justify it."""

from game.actions import Draw, TakePile
from game.evolve import put, without
from game.melds import Meld, make_meld
from game.options import options
from robots.moves import FEWEST_WHEN_STUCK, may_spend_wilds, spoils
from robots.outlook import Outlook, is_natural
from robots.worth import Position, Worth

WORTH_A_WILD = 3
"""A pile of fewer cards is not worth a wild card."""

WORTH_A_WILD_EARLY = 5
"""The same where wild cards are not spent yet, before the first clean canastra."""

PILE_CARD = 12.0
"""What one card of the pile is worth to the hand, in points."""


def pick_draw(outlook: Outlook, worth: Worth) -> Draw | TakePile:
    """Take the pile whenever natural cards justify it; with a wild only where it pays."""
    table = outlook.view.table
    if table.top_card is None:
        return Draw()
    hand = outlook.view.hand
    rest = table.pile_count - 1
    now = Position(hand, outlook.melds)
    enough = WORTH_A_WILD if may_spend_wilds(outlook, now) else WORTH_A_WILD_EARLY
    is_small = table.pile_count < enough
    best: tuple[bool, float, TakePile] | None = None
    for take in options(outlook.state, outlook.seat).takes:
        before, after = meld_of(outlook, take)
        melds = after_take(outlook, take, after)
        left = len(hand) - len(take.cards) + rest
        if left < FEWEST_WHEN_STUCK and not outlook.may_go_out(melds):
            continue
        natural = is_natural(before, after)
        if not natural and (spoils(outlook, before=before, after=after) or is_small):
            continue
        position = Position(without(hand, take.cards), melds)
        value = worth.of(position, cards_kept=max(0, left - 1))
        if best is None or (natural, value) > best[:2]:
            best = natural, value, take
    if best is None:
        return Draw()
    natural, value, take = best
    drawn = worth.of(now, cards_kept=len(hand))
    if natural or value + PILE_CARD * rest > drawn:
        return take
    return Draw()


def meld_of(outlook: Outlook, take: TakePile) -> tuple[Meld | None, Meld]:
    """The meld that a take adds to, if any, and what it makes."""
    top = outlook.view.table.top_card
    assert top is not None, "a pile that is taken has a top card"
    before = None if take.meld is None else outlook.melds[take.meld - 1]
    return before, make_meld((top, *take.cards), outlook.rules, onto=before)


def after_take(outlook: Outlook, take: TakePile, after: Meld) -> tuple[Meld, ...]:
    """The team's melds after a take."""
    if take.meld is None:
        return (*outlook.melds, after)
    return put(outlook.melds, take.meld - 1, after)
