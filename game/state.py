"""The state of a match: frozen values that only ``evolve`` makes."""

import dataclasses
import enum

from game.actions import Seat, Team
from game.cards import Card
from game.events import CardDrawn, Event, RoundEnding
from game.melds import Meld
from game.rules import Rules
from game.scoring import RoundScore

HAND_SIZE = 11
MORTO_SIZE = 11
TEAMS = (Team(0), Team(1))


class Phase(enum.Enum):
    """Where a round stands (section 4)."""

    DRAW = "draw"
    PLAY = "play"
    OVER = "over"


@dataclasses.dataclass(frozen=True, slots=True)
class Round:
    """One deal (rodada). Hands are in order of arrival; the stock's first card is drawn first.

    ``mortos`` are those left; ``morto_takers`` names, for each team, the seat that took one;
    ``unplayed`` says of each seat whether it holds a morto taken indirectly and has neither drawn
    nor taken the pile since (rule 5.11: nobody else acts between a turn's start and its draw).
    ``laps`` are the public facts of each seat's last turn, the present one included. ``drew`` is
    a draw that no public act of the player has followed yet: it is not told before, lest the
    timing tell whether he could have taken the pile. ``arrived`` is how many cards of the playing
    hand, its last ones, came in the present turn. ``dealt_at`` and ``turn_since`` are the match's
    version after the deal and after the event that began the present turn.
    """

    number: int
    starter: Seat
    turn: Seat
    phase: Phase
    pack: tuple[Card, ...]
    stock: tuple[Card, ...]
    pile: tuple[Card, ...]
    mortos: tuple[tuple[Card, ...], ...]
    morto_takers: tuple[Seat | None, Seat | None]
    unplayed: tuple[bool, ...]
    hands: tuple[tuple[Card, ...], ...]
    melds: tuple[tuple[Meld, ...], tuple[Meld, ...]]
    laps: tuple[tuple[Event, ...], ...]
    arrived: int
    dealt_at: int = 0
    turn_since: int = 0
    drew: CardDrawn | None = None
    ending: RoundEnding | None = None
    ended_by: Seat | None = None
    scores: tuple[RoundScore, RoundScore] | None = None


@dataclasses.dataclass(frozen=True, slots=True)
class MatchState:
    """A match (partida) after ``version`` events.

    ``totals`` are the points of the rounds scored so far; ``automatic`` counts each seat's
    automatic plays. ``finished`` holds the rounds before the present one, as they ended.
    """

    version: int
    rules: Rules
    players: tuple[str, ...]
    automatic: tuple[int, ...]
    totals: tuple[int, int]
    finished: tuple[Round, ...]
    round: Round | None
    over: bool = False
    winner: Team | None = None
    forfeited_by: Seat | None = None

    @property
    def phase(self) -> Phase:
        """The phase of the present round; over between rounds and after the match."""
        return Phase.OVER if self.over or self.round is None else self.round.phase

    def next_starter(self) -> Seat | None:
        """Who starts the next round: the seat at the right of the last starter (rule 2.8)."""
        if self.round is None:
            return None
        return Seat((self.round.starter - 1) % len(self.players))


def team_of(seat: Seat) -> Team:
    """The team of a seat: 0 and 2 against 1 and 3 (rule 2.3)."""
    return Team(seat % 2)


def other_team(team: Team) -> Team:
    """The opponents."""
    return Team(1 - team)
