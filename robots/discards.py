"""Which card to throw away: what the hand loses by it, and what the opponents may gain."""

from game.actions import Discard, Seat
from game.cards import ACE, Card
from game.events import CardDiscarded
from game.evolve import without
from game.melds import HIGH_ACE, LOW_ACE, extend_by_one
from robots.outlook import MEAN_POINTS, Outlook
from robots.worth import Position, Worth, face_at

CAUTION = 0.7
"""How much of what the pile gives to the opponents counts against a discard."""

FEW_CARDS = 6
"""A stuck hand of so many cards must keep those that make the clean canastra before all others."""

NEAR_HIS_DISCARD = 0.5
"""How much less likely the next player wants a card close to the one he threw away himself."""


def pick_discard(outlook: Outlook, worth: Worth, position: Position) -> Discard:
    """The card whose loss costs least; last those that fit a meld of theirs, then wild ones.

    A small hand that is stuck weighs them all alike: it goes on only by the cards that it needs.
    """
    faces = tuple(dict.fromkeys(position.hand))
    if len(faces) == 1:
        return Discard(faces[0])

    is_free = outlook.is_stuck and len(position.hand) <= FEW_CARDS

    def cost(face: Card) -> tuple[int, float, str]:
        kept = Position(without(position.hand, (face,)), position.melds)
        loss = -worth.of_cards(kept)
        order = 0 if is_free else last_resort(outlook, face)
        return order, loss + danger(outlook, face), face.code

    return Discard(min(faces, key=cost))


def last_resort(outlook: Outlook, face: Card) -> int:
    """0 for a card that may well be thrown, 1 for one that fits a meld of theirs, 2 for a wild."""
    if face.can_be_wild:
        return 2
    return int(fits_theirs(outlook, face))


def fits_theirs(outlook: Outlook, face: Card) -> bool:
    """Whether the opponents could take the pile by adding this card to a meld of theirs."""
    return any(extend_by_one(meld, face, outlook.rules) for meld in outlook.their_melds)


def danger(outlook: Outlook, face: Card) -> float:
    """What the pile with this card on top gives away, about, in points."""
    pile = outlook.view.table.pile_count + 1
    return CAUTION * chance_to_take(outlook, face) * (15.0 + MEAN_POINTS * pile)


def chance_to_take(outlook: Outlook, face: Card) -> float:
    """The chance that the next player can take the pile with this card."""
    if face.can_be_wild or fits_theirs(outlook, face):
        return 1.0
    following = Seat((outlook.seat + 1) % outlook.seats)
    none = 1.0
    suit = face.suit_number
    places = (LOW_ACE, HIGH_ACE) if face.rank == ACE else (face.rank,)
    for place in places:
        for first, second in ((-2, -1), (-1, 1), (1, 2)):
            if place + first >= LOW_ACE and place + second <= HIGH_ACE:
                none *= 1 - (
                    outlook.holds(face_at(suit, place + first), following)
                    * outlook.holds(face_at(suit, place + second), following)
                )
        for meld in outlook.their_melds:
            if meld.contents.suit_number != suit:
                continue
            if place == meld.end + 2:
                none *= 1 - outlook.holds(face_at(suit, place - 1), following)
            elif place == meld.start - 2:
                none *= 1 - outlook.holds(face_at(suit, place + 1), following)
    chance = 1 - none
    for event in outlook.view.table.laps[following]:
        if (
            isinstance(event, CardDiscarded)
            and event.card.suit_number == suit
            and abs(event.card.rank - face.rank) <= 2
        ):
            chance *= NEAR_HIS_DISCARD
    return chance
