"""In which order several plays are legal, and which play makes a refused one legal (rule 4.10)."""

from collections.abc import Sequence

from game.actions import Discard, Draw, ExtendMeld, LayMeld, Play, Seat, TakePile
from game.options import after_play, is_legal, options
from game.state import MatchState, team_of

MOST_PLAYS_TO_ORDER = 10
"""With more plays than this only the given order is tried: the orders double with each play."""


def route(state: MatchState, seat: Seat, plays: Sequence[Play]) -> tuple[Play, ...] | None:
    """Find an order in which all the plays are legal one after the other; None if there is none.

    The given order is preferred. A draw or take stays first and a discard last. Additions name
    melds by the numbers of the given order; they are renumbered where new melds change places.
    """
    in_order = tuple(range(len(plays)))
    melds_now = len(state.round.melds[team_of(seat)]) if state.round else 0
    laid_by = [at for at in in_order if _lays_meld(plays[at])]

    def play_at(at: int, done: tuple[int, ...]) -> Play | None:
        """The play as it reads after those done; None while its new meld is not laid yet."""
        action = plays[at]
        if not isinstance(action, ExtendMeld) or not 0 < action.meld - melds_now <= len(laid_by):
            return action
        maker = laid_by[action.meld - melds_now - 1]
        if maker not in done:
            return None
        laid = [each for each in done if each in laid_by]
        return ExtendMeld(melds_now + laid.index(maker) + 1, action.cards)

    def search(
        now: MatchState, done: tuple[int, ...], dead: set[frozenset[int]]
    ) -> tuple[Play, ...] | None:
        if len(done) == len(plays):
            return ()
        if frozenset(done) in dead:
            return None
        left = [at for at in in_order if at not in done]
        first = [at for at in left if isinstance(plays[at], Draw | TakePile)]
        middle = [at for at in left if not isinstance(plays[at], Discard)]
        for at in first or middle or left:
            action = play_at(at, done)
            if action is None:
                continue
            after = after_play(now, seat, action)
            if after is not None:
                rest = search(after, (*done, at), dead)
                if rest is not None:
                    return (action, *rest)
            if len(plays) > MOST_PLAYS_TO_ORDER:
                break
        dead.add(frozenset(done))
        return None

    return search(state, (), set())


def what_enables(state: MatchState, seat: Seat, action: Play) -> Play | None:
    """One play after which a refused action would be legal, or None."""
    now = options(state, seat)
    candidates: tuple[Play, ...] = (*now.extensions, *now.melds)
    for first in candidates:
        after = after_play(state, seat, first)
        if after is not None and is_legal(after, seat, action):
            return first
    return None


def _lays_meld(action: Play) -> bool:
    return isinstance(action, LayMeld) or (isinstance(action, TakePile) and action.meld is None)
