"""What is drawn over whole matches of robots, and layouts worse than any match has."""

import functools
import random
from collections.abc import Iterator

import robots
from game import engine
from game.actions import Seat
from game.cards import PACK
from game.record import write_record
from game.rules import PRESETS, Preset
from game.state import MatchState, Phase
from game.views import player_view
from rendering.layout import Lengths
from tests.rendering.positions import NAMES, begin


def of_match(seed: int) -> Iterator[MatchState]:
    """Every state of a round of robots: with even seeds by the official rules."""
    preset = (Preset.OFICIAL, Preset.TRADICIONAL)[seed % 2]
    state = begin(seed, rules=PRESETS[preset], seats=2 if seed % 10 == 9 else 4)
    yield state
    while not state.over and state.phase is not Phase.OVER:
        seat = state.round.turn
        state = engine.play(state, seat, robots.choose(player_view(state, seat)))[1]
        yield state


@functools.lru_cache(maxsize=8)
def match(seed: int) -> tuple[MatchState, ...]:
    """The same, kept."""
    return tuple(of_match(seed))


def hostile_lengths(rng: random.Random, cards: int) -> Lengths:
    """So many cards in melds of any length, shared out between the teams in any proportion."""
    lengths: list[list[int]] = [[], []]
    share, short = rng.random(), rng.random() < 0.5
    while cards >= 3:
        length = min(cards, rng.choice((3, 3, 3, 4, 5, 14)) if short else rng.randint(3, 14))
        lengths[rng.random() < share].append(length)
        cards -= length
    return tuple(map(tuple, lengths))


def record(seed: int) -> str:
    """A match of one round as its record."""
    rng = random.Random(seed)
    pack = list(PACK)
    rng.shuffle(pack)
    log, state = engine.start(rules=PRESETS[Preset.OFICIAL], players=NAMES)
    events = list(log)
    done, state = engine.deal(state, pack=tuple(pack), starter=Seat(2))
    events += done
    while not state.over:
        seat = state.round.turn
        done, state = engine.play(state, seat, robots.choose(player_view(state, seat)))
        events += done
    return write_record(events, over=True)
