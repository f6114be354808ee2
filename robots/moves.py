"""The melds and additions that a robot considers, already without those that it never makes.

Never: dirty a clean canastra; lay a wild card in a new meld of three before the team's first clean
canastra; keep fewer than three cards where going out is not allowed; make a 2 wild for good that
could still become natural, unless the round is ending or the hand goes out by it.
"""

from collections.abc import Iterator

from game.actions import ExtendMeld, LayMeld
from game.cards import SUITS, Card
from game.decide import has_clean_canastra
from game.evolve import put, without
from game.melds import SHORTEST_MELD, Meld, extend_by_one, make_meld
from game.options import new_melds
from robots.outlook import Outlook, is_natural, wild_cards
from robots.worth import Position

Melding = LayMeld | ExtendMeld

FEWEST_WHEN_STUCK = 3
"""Cards to keep before the discard where going out is not allowed: with one less nothing moves."""

MOST_OF_A_SUIT = 14
"""How many new melds of one suit are considered, natural ones and those with a wild each."""

SMALL_HAND = 8
"""A hand from which the morto is in reach, so that a wild card may be worth spending on it."""


def moves(outlook: Outlook, position: Position) -> Iterator[tuple[Melding, Position]]:
    """Yield the plays worth a thought with the positions that they lead to."""
    spends_wilds = may_spend_wilds(outlook, position)
    for action, melds in _candidates(outlook, position, spends_wilds=spends_wilds):
        hand = without(position.hand, action.cards)
        if len(hand) < FEWEST_WHEN_STUCK and not outlook.may_go_out(melds):
            continue
        if _locks(position, action, melds) and len(hand) > 1 and not outlook.is_ending:
            continue
        yield action, Position(hand, melds)


def may_spend_wilds(outlook: Outlook, position: Position) -> bool:
    """Whether wild cards are for spending now: not before the first clean canastra, in general."""
    return (
        has_clean_canastra(position.melds)
        or outlook.is_ending
        or (outlook.finds_morto and len(position.hand) <= SMALL_HAND)
    )


def _locks(position: Position, action: Melding, melds: tuple[Meld, ...]) -> bool:
    """Whether a 2 that could still become natural is wild for good with this (rule 3.15)."""
    if isinstance(action, LayMeld):
        return melds[-1].contents.locked
    at = action.meld - 1
    return melds[at].contents.locked and not position.melds[at].contents.locked


def spoils(outlook: Outlook, *, before: Meld | None, after: Meld) -> bool:
    """Whether laying this is one of the things that a robot never does."""
    if is_natural(before, after):
        return False
    if before is not None:
        return before.kind.is_clean_canastra
    return len(after.cards) == SHORTEST_MELD and not outlook.has_clean_canastra


def _candidates(
    outlook: Outlook, position: Position, *, spends_wilds: bool
) -> Iterator[tuple[Melding, tuple[Meld, ...]]]:
    wilds = wild_cards(position.hand)
    for at, meld in enumerate(position.melds):
        for cards, after in _extensions(outlook, position.hand, meld):
            yield ExtendMeld(at + 1, cards), put(position.melds, at, after)
        if spends_wilds and meld.wild is None:
            for wild in wilds:
                dirty = extend_by_one(meld, wild, outlook.rules)
                if dirty and dirty.wild and not spoils(outlook, before=meld, after=dirty):
                    yield ExtendMeld(at + 1, (wild,)), put(position.melds, at, dirty)
    for number in range(len(SUITS)):
        suited = tuple(face for face in position.hand if face.suit_number == number)
        if len(set(suited)) < SHORTEST_MELD - 1:
            continue
        if spends_wilds:
            suited += tuple(wild for wild in wilds if wild.suit_number != number)
        counts = {True: 0, False: 0}
        for cards in new_melds(suited):
            after = make_meld(cards, outlook.rules)
            natural = after.wild is None
            if counts[natural] >= MOST_OF_A_SUIT or not (natural or spends_wilds):
                continue
            if spoils(outlook, before=None, after=after):
                continue
            counts[natural] += 1
            yield LayMeld(cards), (*position.melds, after)


def _extensions(
    outlook: Outlook, hand: tuple[Card, ...], meld: Meld
) -> Iterator[tuple[tuple[Card, ...], Meld]]:
    """The natural additions to a meld: all that go in together, then those that go in alone."""
    left = sorted(
        {face for face in hand if face.suit_number == meld.contents.suit_number},
        key=lambda face: face.rank,
    )
    laid: list[Card] = []
    longest = meld
    grows = True
    while grows:
        grows = False
        for face in left:
            after = _with_natural(outlook, longest, face)
            if after is not None and face not in laid:
                laid.append(face)
                longest = after
                grows = True
    if len(laid) > 1:
        yield tuple(laid), longest
    for face in laid:
        alone = _with_natural(outlook, meld, face)
        if alone is not None:
            yield (face,), alone


def _with_natural(outlook: Outlook, meld: Meld, face: Card) -> Meld | None:
    after = extend_by_one(meld, face, outlook.rules)
    return after if after is not None and is_natural(meld, after) else None
