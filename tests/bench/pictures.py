"""What pictures cost, view to bytes: CPU time and size, beside the way most card bots draw."""

import asyncio
import functools
import random
import statistics
import time
from collections.abc import Callable, Iterable, Sequence

from game.state import Phase
from game.views import PlayerView, TableView, player_view, table_view
from rendering import (
    FOUR_COLOURS,
    Picture,
    layout,
    png,
    render_score_sheet,
    render_table,
    render_turn,
    warm_up,
)
from rendering.kept import KEPT
from tests.bench.common_way import common_way
from tests.rendering import frames, positions
from texts.cards import HandOrder

MATCHES = 6
PICTURES_A_SECOND = 20
SECONDS = 4


def cpu_ms(work: Callable[[], object]) -> float:
    start = time.process_time()
    work()
    return (time.process_time() - start) * 1000


def percentile(values: Iterable[float], part: float) -> float:
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(len(ordered) * part))]


def anew(draw: Callable[[], Picture]) -> tuple[float, int]:
    """The CPU time of a picture that is not yet kept, of melds not yet placed, and its bytes."""
    KEPT.clear()
    layout.place.cache_clear()
    found: list[Picture] = []
    return cpu_ms(lambda: found.append(draw())), len(found[0].png)


def measured(name: str, draws: Sequence[Callable[[], Picture]]) -> dict[str, float]:
    for draw in draws:  # names and scores are drawn once; sprites are warm already
        anew(draw)
    times, sizes = zip(*map(anew, draws), strict=True)
    return {
        f"{name}_median_cpu_ms": statistics.median(times),
        f"{name}_p99_cpu_ms": percentile(times, 0.99),
        f"{name}_median_kib": statistics.median(sizes) / 1024,
        f"{name}_largest_kib": max(sizes) / 1024,
    }


def table_draw(view: TableView) -> Callable[[], Picture]:
    return functools.partial(render_table, view, theme=FOUR_COLOURS)


def turn_draw(view: PlayerView) -> Callable[[], Picture]:
    return functools.partial(render_turn, view, theme=FOUR_COLOURS, order=HandOrder.SUIT)


def pictures() -> dict[str, float]:
    """Tables and turns over whole games of robots, and the usual way on the same late tables."""
    matches = [list(frames.of_match(seed)) for seed in range(MATCHES)]
    running = [state for states in matches for state in states if state.phase is not Phase.OVER]
    late = [state for states in matches for state in states[len(states) * 3 // 4 : -1]]
    start = time.process_time()
    sprites = warm_up()
    found = {
        "sprites_warm_up_cpu_ms": (time.process_time() - start) * 1000,
        "sprites_mib": sprites / (1 << 20),
    }
    views = [table_view(state) for state in late]
    found |= measured("late_table_picture", [table_draw(view) for view in views])
    found |= measured("table_picture", [table_draw(table_view(state)) for state in running])
    own = [player_view(state, state.round.turn) for state in running]
    found |= measured("turn_picture", [turn_draw(view) for view in own])
    rng = random.Random(28)
    found |= measured(
        "turn_picture_28_cards", [turn_draw(positions.with_28(s, rng)) for s in running[::3]]
    )
    ends = [table_view(states[-1]) for states in matches]
    sheets = [functools.partial(render_score_sheet, view, theme=FOUR_COLOURS) for view in ends]
    found |= measured("score_sheet", sheets)
    found |= without_zlib_ng(views)
    found |= beside_the_common_way(views, found)
    KEPT.clear()
    kept = table_draw(views[0])
    kept()
    found["kept_table_picture_median_cpu_ms"] = statistics.median(cpu_ms(kept) for _ in range(99))
    found["event_loop_held_p99_ms"] = asyncio.run(event_loop_held([table_draw(v) for v in views]))
    return found


def without_zlib_ng(views: Sequence[TableView]) -> dict[str, float]:
    has, png.HAS_ZLIB_NG = png.HAS_ZLIB_NG, False
    try:
        times = [anew(table_draw(view))[0] for view in views]
    finally:
        png.HAS_ZLIB_NG = has
    return {"late_table_picture_zlib_median_cpu_ms": statistics.median(times)}


def beside_the_common_way(views: Sequence[TableView], found: dict[str, float]) -> dict[str, float]:
    some = [table_draw(view) for view in views[:: max(1, len(views) // 20)]]
    with common_way():
        usual = measured("common_way", some)
    median, kib = usual["common_way_median_cpu_ms"], usual["common_way_median_kib"]
    return {
        "common_way_median_cpu_ms": median,
        "common_way_median_kib": kib,
        "common_way_is_slower_times": median / found["late_table_picture_median_cpu_ms"],
        "common_way_is_larger_times": kib / found["late_table_picture_median_kib"],
    }


async def event_loop_held(draws: Sequence[Callable[[], Picture]]) -> float:
    """How long the loop is kept from its work while pictures are drawn in threads: p99 in ms."""
    late: list[float] = []
    done = asyncio.Event()

    async def watch() -> None:
        while not done.is_set():
            due = time.perf_counter() + 0.001
            await asyncio.sleep(0.001)
            late.append((time.perf_counter() - due) * 1000)

    watcher = asyncio.create_task(watch())
    for count in range(PICTURES_A_SECOND * SECONDS):
        KEPT.clear()
        drawing = asyncio.create_task(asyncio.to_thread(draws[count % len(draws)]))
        await asyncio.sleep(1 / PICTURES_A_SECOND)
        await drawing
    done.set()
    await watcher
    return percentile(late, 0.99)
