"""The points of a round (section 7)."""

import dataclasses
from collections.abc import Sequence
from typing import Final

from game.cards import Card
from game.melds import Meld, MeldKind
from game.rules import Rules

CANASTRA_POINTS: Final = {
    MeldKind.RUN: 0,
    MeldKind.DIRTY: 100,
    MeldKind.CLEAN: 200,
    MeldKind.FIVE_HUNDRED: 500,
    MeldKind.THOUSAND: 1000,
}
GOING_OUT_POINTS: Final = 100
MORTO_PENALTY: Final = 100


@dataclasses.dataclass(frozen=True, slots=True)
class RoundScore:
    """One team's round, in points; ``hands`` and ``morto`` are zero or negative."""

    cards: int
    canastras: int
    going_out: int
    hands: int
    morto: int
    rounding: int

    @property
    def total(self) -> int:
        """What the round adds to the match."""
        return self.opening + self.cards + self.rounding

    @property
    def opening(self) -> int:
        """The "saída", counted before the cards: canastras, batida, morto, mão a pagar."""
        return self.canastras + self.going_out + self.morto + self.hands


def card_points(cards: Sequence[Card]) -> int:
    """The sum of the cards' values (rule 7.1)."""
    return sum(face.points for face in cards)


def canastra_points(melds: Sequence[Meld], rules: Rules) -> int:
    """The bonuses of the canastras among these melds (rule 7.2)."""
    return sum(CANASTRA_POINTS[meld.kind_under(rules)] for meld in melds)


def table_points(melds: Sequence[Meld], rules: Rules) -> int:
    """What lies on the table: the cards and the bonuses of the canastras."""
    return sum(meld.points for meld in melds) + canastra_points(melds, rules)


def score_round(
    *,
    rules: Rules,
    melds: tuple[tuple[Meld, ...], tuple[Meld, ...]],
    hands: Sequence[tuple[Card, ...]],
    took_morto: tuple[bool, bool],
    unplayed: Sequence[bool],
    went_out_team: int | None,
) -> tuple[RoundScore, RoundScore]:
    """Count a round that was played to its end (rules 7.1 to 7.12).

    ``unplayed`` says of each seat whether it holds a morto with which it never began a turn;
    ``went_out_team`` is None when the round ended with the stock.
    """
    pays_morto = [not took for took in took_morto]
    in_hand = [0, 0]
    for seat, hand in enumerate(hands):
        team = seat % 2
        if (
            rules.unplayed_morto_is_unpaid
            and unplayed[seat]
            and went_out_team is not None
            and team != went_out_team
        ):
            pays_morto[team] = True
        else:
            in_hand[team] += card_points(hand)
    if rules.waive_morto_penalty_if_none_taken and not any(took_morto):
        pays_morto = [False, False]
    if rules.net_hands_on_exhaustion and went_out_team is None:
        common = min(in_hand)
        in_hand = [points - common for points in in_hand]

    def score(team: int) -> RoundScore:
        exact = RoundScore(
            cards=sum(meld.points for meld in melds[team]),
            canastras=canastra_points(melds[team], rules),
            going_out=GOING_OUT_POINTS if team == went_out_team else 0,
            hands=-in_hand[team],
            morto=-MORTO_PENALTY if pays_morto[team] else 0,
            rounding=0,
        )
        if not rules.round_up_to_ten:
            return exact
        return dataclasses.replace(exact, rounding=-exact.total % 10)

    return score(0), score(1)
