"""What may be seen: allow-lists with no field for what must stay hidden.

Pictures, texts and robots are made from these, never from the state.
"""

import dataclasses

from game.actions import Seat, Team
from game.cards import Card
from game.events import CardDrawn, Event, RoundEnding
from game.melds import Meld, extend_by_one
from game.rules import Rules
from game.scoring import RoundScore, table_points
from game.state import TEAMS, MatchState, Phase, Round, team_of


@dataclasses.dataclass(frozen=True, slots=True)
class TableView:
    """What everybody at the table and every spectator sees of the present round.

    A draw is not seen before the player's next public act: until then the counts are those from
    before it. ``turn`` is None when the round is over. ``laps`` are the public facts of each
    seat's last turn. ``points`` are each team's melds and canastras on the table. ``unplayed``
    marks seats with a morto that has not come into play. ``shown_hands`` is filled when a round
    has been scored, in order of arrival.
    """

    rules: Rules
    players: tuple[str, ...]
    number: int
    starter: Seat
    turn: Seat | None
    stock_count: int
    pile_count: int
    top_card: Card | None
    mortos_left: int
    morto_takers: tuple[Seat | None, Seat | None]
    unplayed: tuple[bool, ...]
    hand_counts: tuple[int, ...]
    melds: tuple[tuple[Meld, ...], tuple[Meld, ...]]
    points: tuple[int, int]
    totals: tuple[int, int]
    automatic: tuple[int, ...]
    laps: tuple[tuple[Event, ...], ...]
    ending: RoundEnding | None
    ended_by: Seat | None
    scores: tuple[RoundScore, RoundScore] | None
    shown_hands: tuple[tuple[Card, ...], ...]
    over: bool
    winner: Team | None
    forfeited_by: Seat | None

    @property
    def mortos_in_stock(self) -> int:
        """How many of the two mortos have become the stock."""
        return 2 - self.mortos_left - sum(seat is not None for seat in self.morto_takers)


@dataclasses.dataclass(frozen=True, slots=True)
class PlayerView:
    """What one seat sees: the table, and its own hand in order of arrival.

    ``phase`` is the phase of its own turn, None when another is to play or the round is over.
    ``newest`` are the cards that came in this turn; ``fits`` names, for each different card of the
    hand, the numbers of the own team's melds that it goes into alone.
    """

    table: TableView
    seat: Seat
    hand: tuple[Card, ...]
    phase: Phase | None
    newest: tuple[Card, ...]
    fits: dict[Card, tuple[int, ...]]

    @property
    def team(self) -> Team:
        """The viewer's team."""
        return team_of(self.seat)


class NothingDealt(ValueError):
    """There is no round to look at yet."""


def table_view(state: MatchState) -> TableView:
    """The public view. Raises NothingDealt before the first deal."""
    return _table(state, _dealt(state), hide_draw=True)


def round_view(state: MatchState, number: int) -> TableView:
    """The public view of a round as it ended, or of the present one, with the totals of then."""
    if state.round is not None and state.round.number == number:
        return table_view(state)
    (played,) = [each for each in state.finished if each.number == number]
    scored = [each.scores for each in state.finished if each.number <= number]
    totals = (
        sum(scores[0].total for scores in scored if scores),
        sum(scores[1].total for scores in scored if scores),
    )
    then = dataclasses.replace(state, round=played, totals=totals, over=False, winner=None)
    return _table(then, played, hide_draw=True)


def player_view(state: MatchState, seat: Seat) -> PlayerView:
    """The view of one seat. Raises NothingDealt before the first deal."""
    current = _dealt(state)
    plays = not state.over and current.phase is not Phase.OVER and current.turn == seat
    hand = current.hands[seat]
    melds = current.melds[team_of(seat)]
    return PlayerView(
        table=_table(state, current, hide_draw=not plays),
        seat=seat,
        hand=hand,
        phase=current.phase if plays else None,
        newest=hand[len(hand) - current.arrived :] if plays else (),
        fits={
            face: tuple(
                number
                for number, meld in enumerate(melds, start=1)
                if extend_by_one(meld, face, state.rules)
            )
            for face in dict.fromkeys(hand)
        },
    )


def _dealt(state: MatchState) -> Round:
    if state.round is None:
        raise NothingDealt
    return state.round


def _table(state: MatchState, current: Round, *, hide_draw: bool) -> TableView:
    hand_counts = [len(hand) for hand in current.hands]
    stock_count = len(current.stock)
    automatic = state.automatic
    running = not state.over and current.phase is not Phase.OVER
    if hide_draw and current.drew is not None and running:
        stock_count += 1
        hand_counts[current.turn] -= 1
        automatic = _before_draw(current.drew, automatic)
    return TableView(
        rules=state.rules,
        players=state.players,
        number=current.number,
        starter=current.starter,
        turn=current.turn if running else None,
        stock_count=stock_count,
        pile_count=len(current.pile),
        top_card=current.pile[-1] if current.pile else None,
        mortos_left=len(current.mortos),
        morto_takers=current.morto_takers,
        unplayed=tuple(
            waiting and not (running and seat == current.turn)
            for seat, waiting in enumerate(current.unplayed)
        ),
        hand_counts=tuple(hand_counts),
        melds=current.melds,
        points=(
            table_points(current.melds[TEAMS[0]], state.rules),
            table_points(current.melds[TEAMS[1]], state.rules),
        ),
        totals=state.totals,
        automatic=automatic,
        laps=current.laps,
        ending=current.ending,
        ended_by=current.ended_by,
        scores=current.scores,
        shown_hands=current.hands if current.scores is not None else (),
        over=state.over,
        winner=state.winner,
        forfeited_by=state.forfeited_by,
    )


def _before_draw(drew: CardDrawn, automatic: tuple[int, ...]) -> tuple[int, ...]:
    """The automatic plays without a draw that is not told yet."""
    counts = list(automatic)
    if drew.automatic and counts[drew.seat]:  # an elimination may have set the count to zero
        counts[drew.seat] -= 1
    return tuple(counts)
