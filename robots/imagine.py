"""A state that a seat could be looking at, so that the rules themselves judge what is legal.

Legality never depends on a hidden card, so any arrangement of the unseen ones serves; this one is
fixed. Nothing in it is a guess: what a robot thinks of hidden cards stands in ``outlook``.
"""

from collections import Counter

from game.cards import FACES, PACK, Card
from game.state import MORTO_SIZE, MatchState, Phase, Round
from game.views import PlayerView

_COPIES = Counter(PACK)


def unseen(view: PlayerView) -> Counter[Card]:
    """How many copies of each card the seat does not see: not in melds, its hand or on the pile."""
    seen = Counter(view.hand)
    for melds in view.table.melds:
        for meld in melds:
            seen.update(meld.cards)
    if view.table.top_card is not None:
        seen[view.table.top_card] += 1
    return _COPIES - seen


def imagine(view: PlayerView) -> MatchState:
    """A state with everything the view shows, and the unseen cards dealt out in pack order.

    Every public count and the own hand are exact; the seat sees the same in it as in the view.
    """
    table = view.table
    left = unseen(view)
    hidden = [face for face in FACES for _ in range(left[face])]
    used = 0

    def next_cards(count: int) -> tuple[Card, ...]:
        nonlocal used
        used += max(0, count)
        return tuple(hidden[used - max(0, count) : used])

    hands = tuple(
        view.hand if seat == view.seat else next_cards(count)
        for seat, count in enumerate(table.hand_counts)
    )
    buried = next_cards(table.pile_count - 1)
    mortos = tuple(next_cards(MORTO_SIZE) for _ in range(table.mortos_left))
    current = Round(
        number=table.number,
        starter=table.starter,
        turn=view.seat if table.turn is None else table.turn,
        phase=_phase(view),
        pack=PACK,
        stock=next_cards(table.stock_count),
        pile=() if table.top_card is None else (*buried, table.top_card),
        mortos=mortos,
        morto_takers=table.morto_takers,
        unplayed=table.unplayed,
        hands=hands,
        melds=table.melds,
        laps=table.laps,
        arrived=len(view.newest),
        dealt_at=1,
        turn_since=1,
        ending=table.ending,
        ended_by=table.ended_by,
        scores=table.scores,
    )
    return MatchState(
        version=1,
        rules=table.rules,
        players=table.players,
        automatic=table.automatic,
        totals=table.totals,
        finished=(),
        round=current,
        over=table.over,
        winner=table.winner,
        forfeited_by=table.forfeited_by,
    )


def _phase(view: PlayerView) -> Phase:
    if view.phase is not None:
        return view.phase
    return Phase.OVER if view.table.turn is None else Phase.DRAW
