"""What one move costs, part by part, over rounds of robots; CPU time, so that waiting is out."""

import asyncio
import random
import statistics
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import robots
from cogs.ui.hand_items import hand_items
from game import engine
from game.options import options
from game.state import MatchState
from game.views import player_view
from tests.support.looks import dealt, look_at
from tests.support.tables import FakeTime, opened, play_one, started

ROUNDS = 3
ACTIONS_STORED = 150


def cpu_ms(work: Callable[[], object]) -> float:
    start = time.process_time()
    work()
    return (time.process_time() - start) * 1000


def positions() -> list[MatchState]:
    """Every position of a few rounds of robots."""
    rng = random.Random(1)
    found = []
    for _ in range(ROUNDS):
        state = dealt(rng)
        while not state.over:
            found.append(state)
            seat = state.round.turn
            state = engine.play(state, seat, robots.choose(player_view(state, seat)))[1]
        found.append(state)
    return found


def parts_of_a_move() -> dict[str, float]:
    """The median CPU time of each part of a move, its picture apart (see ``pictures``)."""
    running = [state for state in positions() if not state.over]
    found: dict[str, float] = {}

    def measure(name: str, of: list[MatchState], work: Callable[[MatchState], object]) -> None:
        times = [cpu_ms(lambda state=state: work(state)) for state in of]
        found[f"{name}_median_cpu_ms"] = statistics.median(times)

    measure("robots_choice", running, lambda s: robots.choose(player_view(s, s.round.turn)))
    measure("options", running, lambda s: options(s, s.round.turn))
    looks = {id(state): look_at(state) for state in running}
    measure("controls_under_a_hand", running, lambda s: hand_items(looks[id(s)]))
    return found


def storing() -> dict[str, float]:
    """Judging, storing with an fsync, and telling one action: wall and CPU time."""

    async def run() -> tuple[float, float]:
        with tempfile.TemporaryDirectory() as folder:
            async with opened(Path(folder) / "bench.db", FakeTime()) as app:
                live = await started(app)
                wall, cpu, count = time.perf_counter(), time.process_time(), 0
                while live.turn is not None and count < ACTIONS_STORED:
                    live = await play_one(app, live)
                    count += 1
                return (
                    (time.perf_counter() - wall) / count * 1000,
                    (time.process_time() - cpu) / count * 1000,
                )

    wall, cpu = asyncio.run(run())
    return {"stored_action_mean_wall_ms": wall, "stored_action_mean_cpu_ms": cpu}
