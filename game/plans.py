"""Several plays as one pick: all that go together without a wild, and a way to empty the hand."""

import operator
from collections.abc import Iterable, Sequence

from game.actions import Discard, ExtendMeld, LayMeld, Play, Seat
from game.cards import SUITS, TWO, Card
from game.melds import HIGH_ACE, LOW_ACE, Meld
from game.options import after_play, new_melds, options
from game.state import MatchState, Phase, team_of

MOST_PLAYS_TOGETHER = 12
MOST_POSITIONS = 200
"""How many positions ``way_out`` looks at before it gives up: a bound on the work, some 10 ms."""


def plays_together(state: MatchState, seat: Seat) -> tuple[Play, ...]:
    """The additions and new melds without a wild that go one after the other, in a legal order.

    Additions come first, then the longest new melds. No card is thrown and the hand keeps two
    cards, so nothing is decided that the player may not want.
    """
    plays: list[Play] = []
    while len(plays) < MOST_PLAYS_TOGETHER:
        play = _next_natural(state, seat)
        if play is None:
            break
        plays.append(play)
        state = after_play(state, seat, play) or state
    return tuple(plays)


def _next_natural(state: MatchState, seat: Seat) -> Play | None:
    current = state.round
    if current is None or state.phase is not Phase.PLAY:
        return None
    now = options(state, seat)
    hand = len(current.hands[seat])
    melds = current.melds[team_of(seat)]
    for extension in now.extensions:
        meld = melds[extension.meld - 1]
        if not extension.cards[0].can_be_wild and hand > 2 and meld.wild is None:
            return extension
    for extension in now.extensions:
        if not extension.cards[0].can_be_wild and hand > 2:
            return extension
    for laid in now.melds:
        if not any(face.can_be_wild for face in laid.cards) and hand - len(laid.cards) > 1:
            return laid
    return None


def way_out(state: MatchState, seat: Seat) -> tuple[Play, ...] | None:
    """Plays, the last perhaps a discard, that empty the seat's hand legally; None if none is found.

    Looks at a bounded number of positions, so a far-fetched way may be missed.
    """
    if state.phase is not Phase.PLAY or state.round is None or state.round.turn != seat:
        return None
    seen: set[tuple[tuple[Card, ...], tuple[int, ...]]] = set()

    def search(now: MatchState) -> tuple[Play, ...] | None:
        assert now.round is not None, "the search stays in its round"
        hand = now.round.hands[seat]
        melds = now.round.melds[team_of(seat)]
        cards_held = tuple(sorted(hand, key=operator.attrgetter("code")))
        key = (cards_held, tuple(len(meld.cards) for meld in melds))
        if key in seen or len(seen) >= MOST_POSITIONS:
            return None
        seen.add(key)
        if _stuck(hand, melds) > 1:
            return None  # one card can be thrown, no more
        if len(hand) == 1 and after_play(now, seat, Discard(hand[0])) is not None:
            return (Discard(hand[0]),)
        extensions: list[Play] = [*options(now, seat).extensions]
        laid: list[Play] = [LayMeld(cards) for cards in new_melds(hand)]
        for play in extensions + laid:
            cards = play.cards if isinstance(play, ExtendMeld | LayMeld) else ()
            after = after_play(now, seat, play)
            if after is None:
                continue
            if len(cards) == len(hand):
                return (play,)
            rest = search(after)
            if rest is not None:
                return (play, *rest)
        return None

    return search(state)


def _stuck(hand: Sequence[Card], melds: Sequence[Meld]) -> int:
    """How many cards can surely not be laid in this turn, whatever is laid before.

    A card that is counted has no place; some that have none are not counted: each end of a meld
    is given a wild of its own. Wilds themselves always count as laid.
    """
    positions = [0] * len(SUITS)
    for face in hand:
        if face.rank:
            positions[face.suit_number] |= 1 << face.rank
    wild_held = any(face.can_be_wild for face in hand)
    laid = [0] * len(SUITS)
    for number, ranks in enumerate(positions):
        if ranks & 1 << LOW_ACE:
            positions[number] |= 1 << HIGH_ACE
        laid[number] = _in_new_melds(positions[number], needed=2 if wild_held else 3)
    for meld in melds:
        number = meld.contents.suit_number
        gaps = int(wild_held or any(face.can_be_wild for face in meld.cards))
        # A 2 of the suit that stands for another card may go home, to position 2.
        held = positions[number] | (1 << TWO if meld.contents.own_twos else 0)
        laid[number] |= _reached(held, range(meld.end + 1, HIGH_ACE + 1), gaps)
        laid[number] |= _reached(held, range(meld.start - 1, 0, -1), gaps)
        if meld.wild_position is not None:
            laid[number] |= 1 << meld.wild_position
    return sum(
        not face.can_be_wild and not laid[face.suit_number] & _positions_of(face) for face in hand
    )


def _positions_of(face: Card) -> int:
    return 1 << LOW_ACE | 1 << HIGH_ACE if face.rank == LOW_ACE else 1 << face.rank


def _in_new_melds(held: int, *, needed: int) -> int:
    """The positions that lie within three of which so many are held."""
    found = 0
    for start in range(LOW_ACE, HIGH_ACE - 1):
        three = 0b111 << start
        if (held & three).bit_count() >= needed:
            found |= three
    return found


def _reached(held: int, positions: Iterable[int], gaps: int) -> int:
    """The held positions that follow one upon the other, but for so many gaps."""
    found = 0
    for position in positions:
        if held & 1 << position:
            found |= 1 << position
        elif gaps:
            gaps -= 1
        else:
            break
    return found
