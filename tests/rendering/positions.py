"""Positions from seeded random play, early, in the middle and late, and at a round's end."""

import dataclasses
import functools
import random
from collections import Counter
from collections.abc import Iterator

from game import engine
from game.actions import Action, Expire, Seat
from game.cards import PACK, Card
from game.melds import extend_by_one
from game.options import options
from game.rules import PRESETS, Preset, Rules
from game.state import MatchState, Phase
from game.views import PlayerView, TableView, player_view, table_view

NAMES = ("Ana Luísa", "Bruno", "Conceição", "João Pedro")


def begin(seed: int, *, seats: int = 4, rules: Rules = PRESETS[Preset.OFICIAL]) -> MatchState:
    """A match just dealt."""
    rng = random.Random(seed)
    state = engine.start(rules=rules, players=NAMES[:seats])[1]
    return engine.deal(state, pack=_shuffled(rng), starter=Seat(rng.randrange(seats)))[1]


def states(
    seed: int, *, seats: int = 4, rules: Rules = PRESETS[Preset.OFICIAL]
) -> Iterator[MatchState]:
    """Every state of one round, the deal first; players who like to lay what they can."""
    rng = random.Random(seed * 7919 + 1)
    state = begin(seed, seats=seats, rules=rules)
    yield state
    while not state.over and state.phase is not Phase.OVER:
        turn = state.round.turn
        state = engine.play(state, turn, _choose(state, turn, rng))[1]
        yield state


@functools.lru_cache(maxsize=64)
def played(seed: int, *, seats: int = 4, preset: Preset = Preset.OFICIAL) -> tuple[MatchState, ...]:
    """The states of one round."""
    return tuple(states(seed, seats=seats, rules=PRESETS[preset]))


def middle(seed: int, *, part: float = 0.5, seats: int = 4) -> MatchState:
    """A state after that part of a round."""
    all_states = played(seed, seats=seats)
    return all_states[min(len(all_states) - 1, int(len(all_states) * part))]


def views(seed: int, *, part: float = 0.5, seats: int = 4) -> tuple[TableView, PlayerView]:
    """The public view of such a state and the view of the seat to play."""
    state = middle(seed, part=part, seats=seats)
    return table_view(state), player_view(state, state.round.turn)


def finished(seed: int, *, preset: Preset = Preset.OFICIAL, seats: int = 4) -> TableView:
    """A round that has been scored."""
    return table_view(played(seed, seats=seats, preset=preset)[-1])


def hand(count: int, seed: int = 1) -> tuple[Card, ...]:
    """So many cards of a shuffled pack."""
    return _shuffled(random.Random(seed))[:count]


def _shuffled(rng: random.Random) -> tuple[Card, ...]:
    pack = list(PACK)
    rng.shuffle(pack)
    return tuple(pack)


def _choose(state: MatchState, turn: Seat, rng: random.Random) -> Action:
    if rng.random() < 0.01:
        return Expire()
    now = options(state, turn)
    if now.takes and rng.random() < 0.7:
        return rng.choice(now.takes)
    if now.draws:
        return now.draws[0]
    if now.melds and rng.random() < 0.6:
        return rng.choice(now.melds[:12])
    if now.extensions and rng.random() < 0.7:
        return rng.choice(now.extensions)
    plain = [each for each in now.discards if not each.card.can_be_wild]
    return rng.choice(plain or now.discards or now.melds or now.extensions)


def with_hand(view: PlayerView, hand: tuple[Card, ...], newest: int = 1) -> PlayerView:
    """The view with another hand, its last cards new."""
    melds = view.table.melds[view.team]
    fits = {
        face: tuple(
            number
            for number, meld in enumerate(melds, start=1)
            if extend_by_one(meld, face, view.table.rules)
        )
        for face in hand
    }
    return dataclasses.replace(
        view, hand=hand, fits=fits, newest=hand[len(hand) - min(newest, len(hand)) :]
    )


def with_28(state: MatchState, rng: random.Random) -> PlayerView:
    """The seat to play with 28 of the cards that do not lie on the table."""
    laid = Counter(face for melds in state.round.melds for meld in melds for face in meld.cards)
    rest = list((Counter(PACK) - laid).elements())
    rng.shuffle(rest)
    return with_hand(player_view(state, state.round.turn), tuple(rest[:28]))
