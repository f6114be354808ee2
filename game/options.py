"""What a seat may do now: cheap candidates, judged by ``decide`` wherever it could refuse them.

The order is pinned, as menus depend on it: discards and additions in the order of the hand,
additions by meld number; new melds the longest first (so canastras come first), without a wild
before with one, then from low to high and by suit. It says nothing of what is wise.
"""

import dataclasses
import functools
import heapq
from collections.abc import Iterable, Iterator
from typing import TypeVar

from game.actions import Action, Discard, Draw, ExtendMeld, LayMeld, Play, Seat, TakePile
from game.cards import ACE, FACES, KING, SUITS, TWO, Card
from game.decide import decide
from game.evolve import evolve
from game.melds import HIGH_ACE, LOW_ACE, SHORTEST_MELD, Meld, extend_by_one, wilds_for
from game.refusals import Refused
from game.state import MatchState, Phase, Round, team_of

Meldings = TypeVar("Meldings", LayMeld, ExtendMeld)

MOST_NEW_MELDS = 120
"""How many new melds are listed at most: far more than menus show, and a bound on the work."""


@dataclasses.dataclass(frozen=True, slots=True)
class Options:
    """Every listed action is accepted by ``decide``; all are empty when the seat is not to play.

    ``takes`` are the justified ways to take the pile; ``extensions`` the additions of one card.
    """

    draws: tuple[Draw, ...] = ()
    takes: tuple[TakePile, ...] = ()
    melds: tuple[LayMeld, ...] = ()
    extensions: tuple[ExtendMeld, ...] = ()
    discards: tuple[Discard, ...] = ()

    def all(self) -> tuple[Play, ...]:
        """All of them in one list."""
        return (*self.draws, *self.takes, *self.melds, *self.extensions, *self.discards)


def options(state: MatchState, seat: Seat) -> Options:
    """List what the seat may do: draws, justified takes, new melds, one-card additions, discards.

    Complete for draws, takes without extra cards, one-card additions and discards; new melds (and
    takes with a new meld) up to ``MOST_NEW_MELDS``; takes into a meld with extra cards are the
    shortest bridges only.
    """
    current = state.round
    if current is None or state.phase is Phase.OVER or current.turn != seat:
        return Options()
    if current.phase is Phase.DRAW:
        return Options(draws=(Draw(),), takes=_takes(state, current, seat))
    hand = current.hands[seat]
    return Options(
        melds=tuple(_legal(state, seat, len(hand), (LayMeld(cards) for cards in new_melds(hand)))),
        extensions=tuple(_legal(state, seat, len(hand), _extensions(state, current, seat))),
        discards=_discards(state, seat, hand),
    )


def is_legal(state: MatchState, seat: Seat, action: Action) -> bool:
    """Whether ``decide`` accepts the action."""
    try:
        decide(state, seat, action)
    except Refused:
        return False
    return True


def after_play(state: MatchState, seat: Seat, action: Action) -> MatchState | None:
    """The state after the action, or None where ``decide`` refuses it."""
    try:
        events = decide(state, seat, action)
    except Refused:
        return None
    for event in events:
        state = evolve(state, event)
    return state


def _legal(
    state: MatchState, seat: Seat, hand: int, candidates: Iterable[Meldings]
) -> Iterator[Meldings]:
    """The first legal ones. A valid meld is refused only when fewer than two cards would stay."""
    count = 0
    for action in candidates:
        if hand - len(action.cards) > 1 or is_legal(state, seat, action):
            yield action
            count += 1
            if count == MOST_NEW_MELDS:
                return


def _discards(state: MatchState, seat: Seat, hand: tuple[Card, ...]) -> tuple[Discard, ...]:
    actions = tuple(Discard(face) for face in dict.fromkeys(hand))
    if len(hand) > 1:
        return actions
    return tuple(action for action in actions if is_legal(state, seat, action))


def _extensions(state: MatchState, current: Round, seat: Seat) -> Iterator[ExtendMeld]:
    faces = tuple(dict.fromkeys(current.hands[seat]))
    for number, meld in enumerate(current.melds[team_of(seat)], start=1):
        suit_number = meld.contents.suit_number
        for face in faces:
            if (face.suit_number == suit_number or face.can_be_wild) and extend_by_one(
                meld, face, state.rules
            ):
                yield ExtendMeld(number, (face,))


def _takes(state: MatchState, current: Round, seat: Seat) -> tuple[TakePile, ...]:
    if not current.pile:
        return ()
    top = current.pile[-1]
    hand = current.hands[seat]
    takes: list[TakePile] = []
    for number, meld in enumerate(current.melds[team_of(seat)], start=1):
        if extend_by_one(meld, top, state.rules):
            takes.append(TakePile(number))
        else:
            ways = dict.fromkeys(_bridges(meld, top, hand))  # an Ace may be reached at both ends
            takes += (TakePile(number, cards) for cards in ways)
    for cards in new_melds((*hand, top), needed=top):
        place = cards.index(top)
        takes.append(TakePile(None, cards[:place] + cards[place + 1 :]))
        if len(takes) >= MOST_NEW_MELDS:
            break
    return tuple(action for action in takes if is_legal(state, seat, action))


def _bridges(meld: Meld, top: Card, hand: tuple[Card, ...]) -> Iterator[tuple[Card, ...]]:
    """Hand cards that close the way from a meld to the top card: naturals, at most one wild."""
    suit_number = meld.contents.suit_number
    if top.suit_number != suit_number:
        return
    wild_position = meld.wild_position
    taken = {at for at in range(meld.start, meld.end + 1) if at != wild_position}
    for place in (LOW_ACE, HIGH_ACE) if top.rank == ACE else (top.rank,):
        if place in taken:
            continue
        ends = (*taken, place)
        missing = [at for at in range(min(ends), max(ends)) if at not in ends]
        held = [_natural(suit_number, at) for at in missing]
        cards = tuple(face for face in held if face in hand)
        if len(cards) == len(held) or (len(cards) == len(held) - 1 and meld.wild):
            yield cards
        elif len(cards) == len(held) - 1:
            spare = set(hand) if TWO not in missing else set(hand) - {_natural(suit_number, TWO)}
            yield from ((*cards, wild) for wild in wilds_for(suit_number) if wild in spare)


def _natural(suit_number: int, position: int) -> Card:
    return FACES[suit_number * KING + (position - 1) % KING]


def new_melds(hand: tuple[Card, ...], *, needed: Card | None = None) -> Iterator[tuple[Card, ...]]:
    """Yield each different set of cards of the hand that is a meld, once, in the pinned order.

    With ``needed``, only those with that card in them. Whether the seat may lay them, a matter of
    how many cards stay in the hand, is not judged.
    """
    naturals = [0] * len(SUITS)
    for face in hand:
        if face.rank:
            naturals[face.suit_number] |= 1 << face.rank
    wild_faces = {face for face in hand if face.can_be_wild}
    only = None if needed is None or needed.can_be_wild else needed.suit_number
    shapes: list[list[tuple[int, int, int, int]]] = []
    for suit_number, mask in enumerate(naturals):
        if mask.bit_count() >= 2 and only in (None, suit_number):
            two_aces = bool(mask & 1 << ACE) and hand.count(_natural(suit_number, ACE)) > 1
            found = _shapes(mask, two_aces, bool(wild_faces))
            shapes.append([(order, start, suit_number, gap) for order, start, gap in found])
    for order, start, suit_number, gap in heapq.merge(*shapes):
        end = start + HIGH_ACE - (order >> 1) - 1
        before = [_natural(suit_number, at) for at in range(start, gap or end + 1)]
        if not gap:
            if needed is None or needed in before:
                yield tuple(before)
            continue
        after = [_natural(suit_number, at) for at in range(gap + 1, end + 1)]
        has_needed = needed is None or needed in before or needed in after
        for wild in wilds_for(suit_number):
            if wild not in wild_faces or not (has_needed or wild is needed):
                continue
            if wild.suit_number == suit_number and not _own_two_is_wild(
                hand, wild, start, gap, end
            ):
                continue
            yield (*before, wild, *after)


def _own_two_is_wild(hand: tuple[Card, ...], own_two: Card, start: int, gap: int, end: int) -> bool:
    """Whether a 2 of the meld's suit is free for the gap and would not lie there as a natural."""
    if gap == TWO or (start == TWO + 1 and gap == end):
        return False
    return not start <= TWO <= end or hand.count(own_two) > 1


@functools.lru_cache(maxsize=1 << 14)
def _shapes(
    ranks: int,
    two_aces: bool,  # noqa: FBT001 - a cache's key is cheapest by position
    with_wild: bool,  # noqa: FBT001 - same
) -> tuple[tuple[int, int, int], ...]:
    """The runs that one suit's ranks allow, as (order, start, gap), sorted.

    ``order`` is twice the number of cards missing to 14, plus one with a wild; ``gap`` is where
    the wild stands, 0 without. Each set of cards has one shape: a wild at an end stands at the
    high one, and an Ace that could lie low or high lies low (from 2 to King, and from 3 to Queen
    with a wild).
    """
    held = ranks | (1 << HIGH_ACE if ranks & 1 << LOW_ACE else 0)
    shapes = []
    for length in range(HIGH_ACE, SHORTEST_MELD - 1, -1):
        order = 2 * (HIGH_ACE - length)
        for start in range(LOW_ACE, HIGH_ACE - length + 2):
            end = start + length - 1
            missing = ((1 << length) - 1 << start) & ~held
            if missing.bit_count() > 1:
                continue
            both_aces = start == LOW_ACE and end == HIGH_ACE
            ace_lies_low = start == TWO and end == HIGH_ACE and bool(ranks & 1 << LOW_ACE)
            if not missing and not ace_lies_low and (two_aces or not both_aces):
                shapes.append((order, start, 0))
            if not with_wild:
                continue
            for gap in (missing.bit_length() - 1,) if missing else range(start, end + 1):
                if gap == start and (end < HIGH_ACE or both_aces):
                    continue
                if gap < end and (ace_lies_low or (both_aces and not two_aces)):
                    continue
                if start == 3 and end == HIGH_ACE and gap == KING:  # that Ace lies low too
                    continue
                shapes.append((order + 1, start, gap))
    return tuple(sorted(shapes))
