"""The face of the rules: start a match, deal a round, play, fold a log."""

from collections.abc import Iterable

from game.actions import Action, Seat
from game.cards import Card, is_pack
from game.decide import decide
from game.events import Event, MatchStarted, RoundDealt
from game.evolve import evolve
from game.rules import BadRules, Rules
from game.state import MatchState, Phase

Step = tuple[tuple[Event, ...], MatchState]
"""What happened, and the state after it."""


class CannotDeal(ValueError):
    """No round can be dealt now, or not from this pack or starter."""


def start(*, rules: Rules, players: tuple[str, ...]) -> Step:
    """Seat the players, in seat order. Raises BadRules where so many cannot play by these rules."""
    if not rules.allows_players(len(players)):
        raise BadRules(f"{len(players)} players")
    return _fold(None, (MatchStarted(rules, players),))


def deal(state: MatchState, *, pack: tuple[Card, ...], starter: Seat | None = None) -> Step:
    """Deal the next round from a shuffled pack (rules 2.4 to 2.8).

    ``starter`` is drawn by lot by the caller for the first round; afterwards the rules give it.
    Raises CannotDeal while a round runs, after the match, and for a wrong pack or starter.
    """
    if state.over or (state.round is not None and state.round.phase is not Phase.OVER):
        raise CannotDeal("a round is running or the match is over")
    if not is_pack(pack):
        raise CannotDeal("not the 108 cards")
    due = state.next_starter()
    if starter is None:
        starter = due
    if starter is None or not 0 <= starter < len(state.players) or due not in (None, starter):
        raise CannotDeal("wrong starter")
    number = 1 if state.round is None else state.round.number + 1
    return _fold(state, (RoundDealt(number, starter, pack),))


def play(state: MatchState, seat: Seat, action: Action) -> Step:
    """Judge the action and apply it. Raises Refused, and then nothing has changed."""
    return _fold(state, decide(state, seat, action))


def replay(events: Iterable[Event]) -> MatchState:
    """Fold a stored log into the state it leads to."""
    return _fold(None, tuple(events))[1]


def _fold(state: MatchState | None, events: tuple[Event, ...]) -> Step:
    for event in events:
        state = evolve(state, event)
    assert state is not None, "a log begins with the start of its match"
    return events, state
