"""What a seat makes of the table before it thinks about a play: chances, dangers, how late it is.

All numbers come from public counts and the own hand. A chance is between 0 and 1; worth is in
points of the score.
"""

import dataclasses
from collections import Counter
from functools import cached_property

from game.actions import Seat, Team
from game.cards import FACES, KING, SUITS, Card
from game.decide import finds_morto, has_clean_canastra, may_go_out
from game.melds import Meld
from game.rules import Rules
from game.scoring import GOING_OUT_POINTS, MORTO_PENALTY
from game.state import MORTO_SIZE, MatchState, Round, other_team, team_of
from game.views import PlayerView
from robots.imagine import imagine, unseen

MEAN_POINTS = 8.0
"""What a card in somebody else's hand costs him, about: he throws dear ones away and lays pairs."""

OUR_PART = 0.9
"""How much of what comes to the team it can use: some is drawn too late or thrown away."""

RISK_EARLY = 0.15
RISK_LATE = 0.9
"""The chance that a card in the hand is still there when the round ends."""

CLOSE_TO_GOING_OUT = 3
"""An opponent with so few cards may end the round in his next turn."""


@dataclasses.dataclass(frozen=True)
class Outlook:
    """The view of one seat and what follows from it, each thing worked out once."""

    view: PlayerView

    @cached_property
    def state(self) -> MatchState:
        """The imagined state, for the rules to judge plays by."""
        return imagine(self.view)

    @property
    def round(self) -> Round:
        """The imagined round."""
        current = self.state.round
        assert current is not None, "a view is of a round"
        return current

    @property
    def rules(self) -> Rules:
        """The rules of the table."""
        return self.view.table.rules

    @property
    def seat(self) -> Seat:
        """The seat that thinks."""
        return self.view.seat

    @property
    def team(self) -> Team:
        """Its team."""
        return self.view.team

    @property
    def seats(self) -> int:
        """How many play: 2 or 4."""
        return len(self.view.table.players)

    @property
    def melds(self) -> tuple[Meld, ...]:
        """The own team's melds."""
        return self.view.table.melds[self.team]

    @property
    def their_melds(self) -> tuple[Meld, ...]:
        """The opponents' melds."""
        return self.view.table.melds[other_team(self.team)]

    @cached_property
    def finds_morto(self) -> bool:
        """Whether going out would bring the team its morto."""
        return finds_morto(self.round, self.team)

    def may_go_out(self, melds: tuple[Meld, ...]) -> bool:
        """Whether the hand may be emptied with these melds on the table."""
        return may_go_out(self.state, self.round, self.seat, melds)

    @cached_property
    def has_clean_canastra(self) -> bool:
        """Whether the own team has a clean canastra."""
        return has_clean_canastra(self.melds)

    @cached_property
    def is_stuck(self) -> bool:
        """Whether the team may not go out for want of a clean canastra (rule 5.7)."""
        return not self.finds_morto and not self.has_clean_canastra

    @cached_property
    def unseen(self) -> Counter[Card]:
        """The copies of each card that are out of sight."""
        return unseen(self.view)

    @cached_property
    def unseen_count(self) -> int:
        """How many cards are out of sight; at least 1, as it divides."""
        return max(1, self.unseen.total())

    @cached_property
    def partner_cards(self) -> int:
        """How many cards the partner holds; 0 without one."""
        counts = self.view.table.hand_counts
        return sum(counts) - counts[self.seat] - self._their_cards if self.seats > 2 else 0

    @cached_property
    def _their_cards(self) -> int:
        counts = self.view.table.hand_counts
        return sum(count for seat, count in enumerate(counts) if team_of(Seat(seat)) != self.team)

    @cached_property
    def turns_left(self) -> float:
        """How many turns each seat has left, about, if nobody goes out."""
        table = self.view.table
        return (table.stock_count + 0.5 * MORTO_SIZE * table.mortos_left) / self.seats

    @cached_property
    def is_late(self) -> bool:
        """Whether the stock ends within two turns each."""
        return self.turns_left < 2

    @cached_property
    def they_are_close(self) -> bool:
        """Whether an opponent could end the round in his next turn."""
        if finds_morto(self.round, other_team(self.team)):
            return False
        return has_clean_canastra(self.their_melds) and self._their_fewest <= CLOSE_TO_GOING_OUT

    @cached_property
    def is_ending(self) -> bool:
        """Whether the round may well be over before the seat's next turns."""
        return self.is_late or self.they_are_close

    @cached_property
    def _their_fewest(self) -> int:
        counts = self.view.table.hand_counts
        return min(count for seat, count in enumerate(counts) if team_of(Seat(seat)) != self.team)

    @cached_property
    def risk(self) -> float:
        """The chance of still holding a card when the round ends."""
        if self.they_are_close:
            return RISK_LATE
        return RISK_EARLY + (RISK_LATE - RISK_EARLY) * (1 - min(1.0, self.turns_left / 9))

    @cached_property
    def share(self) -> float:
        """The part of the unseen cards that the own team will have had in its hands."""
        table = self.view.table
        mine = 0.5 * table.stock_count + 0.45 * max(0, table.pile_count - 1) + self.partner_cards
        mine += 0.5 * MORTO_SIZE * table.mortos_left
        return min(0.6, OUR_PART * mine / self.unseen_count)

    @cached_property
    def live(self) -> tuple[tuple[float, ...], ...]:
        """By suit and position, 0 to 14: the chance that the team still gets such a card."""
        none = 1 - self.share
        chances = []
        for number in range(len(SUITS)):
            ranks = FACES[number * KING : number * KING + KING]
            row = [1 - none ** self.unseen[face] for face in ranks]
            row[1] *= 0.7  # many a 2 is spent as a wild card
            chances.append((0.0, *row, row[0]))
        return tuple(chances)

    def holds(self, face: Card, seat: Seat) -> float:
        """The chance that another seat has such a card in its hand."""
        part = min(1.0, self.view.table.hand_counts[seat] / self.unseen_count)
        return 1 - (1 - part) ** self.unseen[face]

    @cached_property
    def wants_out(self) -> bool:
        """Whether ending the round now is better than playing on, as far as can be told.

        Where only this round counts, a round that would be lost is played on while there is time.
        """
        table = self.view.table
        theirs = other_team(self.team)
        gain = GOING_OUT_POINTS + MEAN_POINTS * (self._their_cards - self.partner_cards)
        if table.morto_takers[theirs] is None:
            gain += MORTO_PENALTY
        margin = table.points[self.team] - table.points[theirs] + gain
        margin += table.totals[self.team] - table.totals[theirs]
        if table.morto_takers[self.team] is None:
            margin -= MORTO_PENALTY
        if self.is_ending:
            return True
        if self.rules.target is None:
            return margin > 0
        return gain > 0


def wild_cards(hand: tuple[Card, ...]) -> tuple[Card, ...]:
    """The different cards of a hand that can be wild, the cheap ones first."""
    return tuple(
        sorted((face for face in dict.fromkeys(hand) if face.can_be_wild), key=FACES.index)
    )


def is_natural(meld: Meld | None, after: Meld) -> bool:
    """Whether a meld (None for a new one) became this without a wild card being spent on it."""
    if after.wild is None:
        return True
    return (
        meld is not None
        and meld.wild is not None
        and after.contents.outside is meld.contents.outside
    )
