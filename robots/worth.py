"""What a position is worth to a team: its melds, what they may become, and what stays in the hand.

Worth is in points of the score. Each suit is valued by itself and kept, since a play changes one.
"""

import dataclasses

from game.cards import FACES, KING, SUITS, TWO, Card
from game.decide import has_clean_canastra
from game.melds import CANASTRA_LENGTH, HIGH_ACE, LOW_ACE, SHORTEST_MELD, Meld, MeldKind
from game.scoring import CANASTRA_POINTS
from robots.outlook import Outlook

IN_HAND = 0.95
"""The chance that a card of the own hand gets to the meld that it is kept for."""

NOT_YET_LAID = 0.6
"""How much less likely a canastra is while it is not begun on the table: nobody can help."""

FIRST_CLEAN_CANASTRA = 300.0
"""What the right to go out is worth, beyond the canastra's own points."""

PAIR = 16.0
"""What two cards of a run are worth for the third one that is sure to come."""

MIDDLE = (7, 8)
"""Every clean canastra holds a 7 or an 8."""

PAIR_PER_PILE_CARD = 2.0
"""What it is worth more for each card of the pile, which a pair may take."""

MORTO_IN_REACH = 120.0
"""What it is worth to be about to take the morto, in points."""

MORTO_TAKEN = 180.0
"""What it is worth to take it in this turn."""

ROUND_IN_REACH = 250.0
"""What it is worth to be about to end the round, where that is wanted."""

EACH_CARD_MORE = 0.8
"""What is left of that with each card that stays in the hand."""

WILD_KEPT = 25.0
"""What a wild card in the hand is worth before the first clean canastra, when it is not spent."""

WILD_LEFT = 10.0
"""The same afterwards."""

MIDDLE_KEPT = 4.0
"""What a 7 or an 8 is worth early in the round, for the canastras that it may make."""

NEAR_A_MELD = 10.0
"""What a card is worth that is one card away from a meld of the team."""

STUCK = (-300.0, -200.0, -130.0, -80.0, -45.0, -20.0)
"""What it is worth to sit there with 0, 1, 2 … cards and no right to go out, early in a round.

Each turn that lays one card leaves one less, so a hand must keep what its canastra is made of.
"""

STUCK_TURNS = 6
"""With fewer turns left being stuck matters less and less."""

CLEAN = CANASTRA_POINTS[MeldKind.CLEAN]
DIRTY = CANASTRA_POINTS[MeldKind.DIRTY]


@dataclasses.dataclass(frozen=True, slots=True)
class Position:
    """A hand and its team's melds in the middle of a turn."""

    hand: tuple[Card, ...]
    melds: tuple[Meld, ...]


class Worth:
    """Values positions as one seat sees them; keeps what it has worked out for a suit."""

    def __init__(self, outlook: Outlook) -> None:
        self._outlook = outlook
        self._suits: dict[object, tuple[float, float]] = {}

    def of(self, position: Position, *, cards_kept: int) -> float:
        """What the position is worth if the turn ends with so many cards in the hand."""
        total = self.of_cards(position)
        outlook = self._outlook
        if outlook.finds_morto:
            return total + (
                MORTO_IN_REACH * EACH_CARD_MORE**cards_kept if cards_kept else MORTO_TAKEN
            )
        if outlook.may_go_out(position.melds):
            return total + ROUND_IN_REACH * EACH_CARD_MORE**cards_kept * outlook.wants_out
        if cards_kept < len(STUCK):
            total += STUCK[cards_kept] * min(1.0, outlook.turns_left / STUCK_TURNS)
        return total

    def of_cards(self, position: Position) -> float:
        """The same without regard to how close the hand is to going out."""
        total = 0.0
        no_canastra = 1.0
        by_suit: list[list[Card]] = [[] for _ in SUITS]
        for face in position.hand:
            if face.rank:
                by_suit[face.suit_number].append(face)
        for number, held in enumerate(by_suit):
            melds = tuple(meld for meld in position.melds if meld.contents.suit_number == number)
            key = (number, tuple(sorted(face.rank for face in held)), melds)
            known = self._suits.get(key)
            if known is None:
                known = self._suits[key] = self._suit(number, held, melds)
            total += known[0]
            no_canastra *= known[1]
        total += self._wilds(position)
        if has_clean_canastra(position.melds):
            return total + FIRST_CLEAN_CANASTRA
        return total + FIRST_CLEAN_CANASTRA * (1 - no_canastra)

    def _wilds(self, position: Position) -> float:
        """What wild cards are worth in the hand: more while they may not be spent."""
        outlook = self._outlook
        spent = has_clean_canastra(position.melds) or outlook.is_late
        keep = WILD_LEFT if spent else WILD_KEPT
        return sum(keep - face.points * outlook.risk for face in position.hand if face.can_be_wild)

    def _suit(self, number: int, held: list[Card], melds: tuple[Meld, ...]) -> tuple[float, float]:
        """The worth of one suit, and the chance that no clean canastra comes of it."""
        outlook = self._outlook
        live = outlook.live[number]
        mask = 0
        total: float = 0
        for face in held:
            mask |= 1 << face.rank
            if not face.can_be_wild:
                total -= face.points * outlook.risk
        if mask & 1 << LOW_ACE:
            mask |= 1 << HIGH_ACE
        no_canastra = 1.0
        for meld in melds:
            chance, worth = self._meld(meld, mask, live)
            no_canastra *= 1 - chance
            total += worth
        unlaid = self._unlaid(mask, live)
        total += self._pairs(mask, live, melds) + unlaid * CLEAN
        return total, no_canastra * (1 - unlaid)

    def _meld(self, meld: Meld, held: int, live: tuple[float, ...]) -> tuple[float, float]:
        """The chance of a clean canastra that is none yet, and what the meld is worth in all."""
        rules = self._outlook.rules
        kind = meld.kind_under(rules)
        worth = float(meld.points + CANASTRA_POINTS[kind])
        mask = (1 << meld.end + 1) - (1 << meld.start)
        if kind.is_clean_canastra:
            return 0.0, worth + self._longer(meld, mask, held, live)
        if meld.wild_position is None:
            chance = _chance(mask, held, live, CANASTRA_LENGTH)
            return chance, worth + chance * CLEAN
        clean = 0.0
        if not meld.is_dirty_for_good:
            naturals = mask & ~(1 << meld.wild_position)
            clean = _chance(naturals | 1 << TWO, held, live, CANASTRA_LENGTH)
        if kind is MeldKind.DIRTY:
            return clean, worth + clean * (CLEAN - DIRTY)
        dirty = _chance(mask, held, live, CANASTRA_LENGTH)
        return clean, worth + max(dirty * DIRTY, clean * CLEAN)

    def _longer(self, meld: Meld, mask: int, held: int, live: tuple[float, ...]) -> float:
        """What a clean canastra may still gain by growing to Ace to King, or to Ace to Ace."""
        rules = self._outlook.rules
        length = len(meld.cards)
        if length == HIGH_ACE:
            return 0.0
        now = CANASTRA_POINTS[meld.kind_under(rules)]
        gain = _chance(mask, held, live, HIGH_ACE) * (CANASTRA_POINTS[MeldKind.THOUSAND] - now)
        if rules.five_hundred and length < KING:
            to_king = _chance(mask, held, live, KING, from_low=True)
            gain = max(gain, to_king * (CANASTRA_POINTS[MeldKind.FIVE_HUNDRED] - now))
        return gain

    def _pairs(self, mask: int, live: tuple[float, ...], melds: tuple[Meld, ...]) -> float:
        """What the cards in hand are worth to each other, and near a meld of the team."""
        mask &= ~(1 << TWO)
        total = 0.0
        pair = PAIR + PAIR_PER_PILE_CARD * self._outlook.view.table.pile_count
        for start in range(LOW_ACE, HIGH_ACE - SHORTEST_MELD + 2):
            missing = (7 << start) & ~mask
            count = missing.bit_count()
            if count == 0:
                total += pair
            elif count == 1:
                total += pair * live[missing.bit_length() - 1]
        if self._outlook.turns_left > 4:
            total += MIDDLE_KEPT * sum(mask >> rank & 1 for rank in MIDDLE)
        for meld in melds:
            for near, between in (
                (meld.start - 2, meld.start - 1),
                (meld.end + 2, meld.end + 1),
            ):
                if LOW_ACE <= near <= HIGH_ACE and mask >> near & 1:
                    total += NEAR_A_MELD * live[between]
        return total

    def _unlaid(self, mask: int, live: tuple[float, ...]) -> float:
        """The chance of a clean canastra that would be begun from the hand."""
        if (mask & ~(1 << HIGH_ACE)).bit_count() < 2:
            return 0.0
        best = 0.0
        window = (1 << CANASTRA_LENGTH) - 1
        for start in range(LOW_ACE, HIGH_ACE - CANASTRA_LENGTH + 2):
            inside = mask & window << start
            if inside.bit_count() < 2:
                continue
            chance = NOT_YET_LAID
            for place in range(start, start + CANASTRA_LENGTH):
                chance *= IN_HAND if inside >> place & 1 else live[place]
            best = max(best, chance)
        return best


def _chance(
    mask: int, held: int, live: tuple[float, ...], length: int, *, from_low: bool = False
) -> float:
    """The chance that a run of these positions closes and grows to that length."""
    high = mask.bit_length() - 1
    low = (mask & -mask).bit_length() - 1
    length = max(length, high - low + 1)
    best = 0.0
    for start in range(max(LOW_ACE, high - length + 1), min(low, HIGH_ACE - length + 1) + 1):
        if from_low and start != LOW_ACE:
            break
        chance = 1.0
        for place in range(start, start + length):
            if not mask >> place & 1:
                chance *= IN_HAND if held >> place & 1 else live[place]
        best = max(best, chance)
    return best


def face_at(suit_number: int, position: int) -> Card:
    """The natural card of a suit at a position from 1 to 14."""
    return FACES[suit_number * KING + (position - 1) % KING]
