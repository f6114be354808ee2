"""``python -m tests.bench``: one JSON object of speeds, each with its unit in its name.

Fixed seeds, so that two runs on one machine can be compared. Each measurement is a function in
``MEASUREMENTS``.
"""

import json
import random
import statistics
import sys
import time
from collections.abc import Callable

from game import engine
from game.cards import format_cards
from game.options import options
from game.rules import PRESETS, Preset, rules_for
from game.state import MatchState, Phase
from tests.bench.chat import chat
from tests.bench.discord_turns import taps_and_requests
from tests.bench.moves import parts_of_a_move, storing
from tests.bench.pictures import pictures
from tests.game.random_play import Game, shuffled
from tests.support.positions import position, round_of


def now_ms() -> float:
    return time.perf_counter() * 1000


def games(count: int) -> list[Game]:
    """Matches of four, dealt and ready."""
    return [
        Game.begin(random.Random(seed), rules=PRESETS[Preset.OFICIAL], seats=4, oddities=0)
        for seed in range(count)
    ]


def actions_a_second() -> dict[str, float]:
    """Random legal actions through ``decide`` and ``evolve`` alone: the choosing is not timed."""
    scripts = []
    for game in games(30):
        first = game.state
        scripts.append((first, [(step.seat, step.action) for step in game.steps()]))
    count = sum(len(script) for _, script in scripts)
    start = now_ms()
    for state, script in scripts:
        for seat, action in script:
            state = engine.play(state, seat, action)[1]  # noqa: PLW2901 - a match goes on
    return {"random_legal_actions_per_second": count / (now_ms() - start) * 1000}


def actions_with_options_a_second() -> dict[str, float]:
    """The same, with the options computed before each action, as a menu or a robot does."""
    count = 0
    start = now_ms()
    for game in games(30):
        count += sum(1 for _ in game.steps())
    return {"random_legal_actions_with_options_per_second": count / (now_ms() - start) * 1000}


def options_of_a_hand() -> dict[str, float]:
    """The options of random hands, with some melds on the table."""
    found = {}
    for size in (11, 40):
        times = []
        for seed in range(60):
            pack = [
                face
                for face in shuffled(random.Random(seed))
                if face.code not in {"5h", "6h", "7h", "8s", "9s", "Ts"}
            ]
            state = position(hand=format_cards(pack[:size]), melds=["5h6h7h", "8s9sTs"])
            start = now_ms()
            options(state, round_of(state).turn)
            times.append(now_ms() - start)
        found[f"options_of_a_hand_of_{size}_median_ms"] = statistics.median(times)
    return found


def long_log(length: int) -> list[object]:
    """The first events of a match of many rounds."""
    rules = rules_for(Preset.TRADICIONAL, target=10_000)
    game = Game.begin(random.Random(1), rules=rules, seats=4, oddities=0)
    for _ in game.steps(rounds=99):
        if len(game.log) >= length:
            break
    assert len(game.log) >= length, "the match was too short"
    return game.log[:length]


def folding() -> dict[str, float]:
    """A whole stored log into the state it leads to."""
    log = long_log(1500)
    times = []
    for _ in range(15):
        start = now_ms()
        state: MatchState = engine.replay(log)
        times.append(now_ms() - start)
        assert state.version == len(log)
        assert state.phase in Phase
    return {"fold_1500_events_median_ms": statistics.median(times)}


MEASUREMENTS: list[Callable[[], dict[str, float]]] = [
    actions_a_second,
    actions_with_options_a_second,
    options_of_a_hand,
    folding,
    parts_of_a_move,
    storing,
    pictures,
    taps_and_requests,
    chat,
]


def main() -> int:
    """Print one JSON object."""
    found = {name: round(value, 3) for measure in MEASUREMENTS for name, value in measure().items()}
    sys.stdout.write(json.dumps(found, indent=1) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
