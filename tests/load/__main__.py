"""``make load``: tables played at a person's pace over the wire, and a start with a thousand."""

import argparse
import asyncio
import contextlib
import json
import random
import statistics
import tempfile
import time
from collections.abc import AsyncIterator, Sequence
from pathlib import Path

from cogs.ui.custom_ids import Verb
from demo.limits import Limits
from demo.objects import Interaction
from demo.players import Player
from demo.rest import Exchange
from demo.seating import until
from demo.server import StandIn
from demo.session import furnished
from demo.world import News, World
from tests.load.filling import Filled, fill
from tests.load.process import Bot

THINKING_S = 5.6
"""A press takes a player up to so long: a table then has a turn every ten seconds."""

EAGER = 0.35
"""How likely a player lays where he could: a turn is then two presses or three, as people's are."""

WARM_UP_S = 45.0
"""By then each player has had his turn, and the token of a click deletes his old hands."""

PATIENCE_S = 300.0
AT_A_TIME = 5


def main() -> None:
    """Print one JSON object of figures, each with its unit in its name."""
    parser = argparse.ArgumentParser(prog="python -m tests.load", description=__doc__)
    parser.add_argument("--tables", type=int, nargs="*", default=[250], help="tables at a time")
    parser.add_argument("--seconds", type=float, default=60.0, help="how long each is measured")
    parser.add_argument("--restart", type=int, default=1000, help="tables at the start; 0: none")
    options = parser.parse_args()
    figures: dict[str, object] = {}
    for tables in options.tables:
        figures[f"tables_{tables}"] = asyncio.run(paced(tables, options.seconds))
    if options.restart:
        figures[f"restart_with_{options.restart}"] = asyncio.run(restarted(options.restart))
    print(json.dumps(figures, indent=1))


class Timing:
    """When each click was acknowledged and its new hand came, in milliseconds after it."""

    def __init__(self, world: World, stand_in: StandIn) -> None:
        self.world = world
        self.acknowledged: list[float] = []
        self.hands: list[float] = []
        self.failed = 0
        self.limited = 0
        self._waiting: dict[str, float] = {}
        world.listeners.append(self._hear)
        stand_in.watch.watchers.append(self._see)

    def _hear(self, news: News) -> None:
        interaction = news.data.get("interaction")
        if not isinstance(interaction, Interaction):
            return
        if interaction.failed:
            self.failed += 1
        elif interaction.answered_after is not None:
            self.acknowledged.append(interaction.answered_after * 1000)
            self._waiting[interaction.token] = interaction.began

    def _see(self, exchange: Exchange) -> None:
        self.limited += exchange.status == 429
        if exchange.method == "PATCH" and exchange.route.startswith("/webhooks/"):
            began = self._waiting.pop(exchange.path.split("/")[3], None)
            if began is not None:
                self.hands.append((self.world.clock() - began) * 1000)

    def clear(self) -> None:
        """Begin anew."""
        self.acknowledged.clear()
        self.hands.clear()
        self._waiting.clear()
        self.failed = self.limited = 0

    def figures(self) -> dict[str, object]:
        """Medians and 99th percentiles."""
        return {
            "click_to_acknowledgement_median_ms": statistics.median(self.acknowledged),
            "click_to_acknowledgement_p99_ms": p99(self.acknowledged),
            "click_to_new_hand_median_ms": statistics.median(self.hands),
            "click_to_new_hand_p99_ms": p99(self.hands),
            "clicks_not_answered": self.failed,
            "answers_429": self.limited,
        }


def p99(values: Sequence[float]) -> float:
    """The 99th percentile."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(len(ordered) * 0.99))]


@contextlib.asynccontextmanager
async def filled(
    tables: int, *, shown: bool, limits: Limits
) -> AsyncIterator[tuple[StandIn, Path, Path, list[Filled]]]:
    """A stand-in and a database with so many tables; the bot does not run yet."""
    world, guild, channel, _ = furnished(("Dona",))
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        found = await fill(folder / "load.db", world, guild, channel, tables, shown=shown)
        async with StandIn(world, limits=limits).serving() as stand_in:
            yield stand_in, folder / "load.db", folder, found


async def paced(tables: int, seconds: float) -> dict[str, object]:
    """So many tables with a turn every ten seconds, within Discord's limits."""
    async with filled(tables, shown=False, limits=Limits()) as (stand_in, database, folder, found):
        world = stand_in.world
        timing = Timing(world, stand_in)
        rng = random.Random(1)
        players = [
            Player(person, rng, thinking=THINKING_S, patience_s=PATIENCE_S, eager=EAGER)
            for table in found
            for person in table.people
        ]
        bot = Bot(world, database, folder)
        start = time.monotonic()
        playing = asyncio.gather(*(player.play(1 << 30) for player in players))
        try:
            await until(lambda: _pressed(players) >= tables or None, within_s=PATIENCE_S)
            warm = time.monotonic() - start
            await asyncio.sleep(WARM_UP_S)
            timing.clear()
            before = _Before(bot, stand_in, players)
            await asyncio.sleep(seconds)
            figures = before.figures(seconds)
            return {"tables": tables, "warm_after_s": warm} | timing.figures() | figures
        finally:
            bot.kill()
            playing.cancel()
            await asyncio.gather(playing, return_exceptions=True)


def _pressed(players: Sequence[Player]) -> int:
    """How many matches have been played in."""
    return len({ids.match_id for player in players for _, ids, _ in player.pressed})


class _Before:
    """What had been used when measuring began."""

    def __init__(self, bot: Bot, stand_in: StandIn, players: Sequence[Player]) -> None:
        self.bot, self.stand_in, self.players = bot, stand_in, players
        self._cpu, self._own = bot.cpu_s(), time.process_time()
        self._samples = bot.sampled()
        self._requests = stand_in.watch.requests.copy()
        self._turns = sum(player.turns for player in players)
        self._presses = sum(len(player.pressed) for player in players)

    def figures(self, seconds: float) -> dict[str, object]:
        """What was used since, a second and a press."""
        turns = sum(player.turns for player in self.players) - self._turns
        presses = sum(len(player.pressed) for player in self.players) - self._presses
        cpu = self.bot.cpu_s() - self._cpu
        requests = self.stand_in.watch.requests - self._requests
        limited = sum(
            count
            for route, count in requests.items()
            if not route.split(" ")[1].startswith(("/webhooks", "/interactions"))
        )
        after = self.bot.sampled()
        rooms = {
            room: (after["main"][room] - self._samples["main"].get(room, 0)) / presses / 1000
            for room in after["main"]
        }
        for kind, total in after["threads"].items():
            used = (total - self._samples["threads"].get(kind, 0)) / presses / 1000
            rooms[f"{kind}_in_threads"] = used
        lines = {
            line: (total - self._samples["lines"].get(line, 0)) / presses / 1000
            for line, total in after["lines"].items()
        }
        top = sorted(lines.items(), key=lambda each: -each[1])[:25]
        return {
            "turns_a_second": turns / seconds,
            "presses_a_second": presses / seconds,
            "bot_cores": cpu / seconds,
            "stand_in_cores": (time.process_time() - self._own) / seconds,
            "cpu_a_press_ms": 1000 * cpu / presses,
            "cpu_a_press_by_room_ms": {room: round(each, 3) for room, each in rooms.items()},
            "main_thread_most_ms_a_press": {line: round(each, 3) for line, each in top},
            "requests_within_the_global_limit_a_second": limited / seconds,
            "requests_a_turn": {
                route: round(count / turns, 2) for route, count in requests.most_common(12)
            },
            "memory_kib": self.bot.memory_kib(),
        }


async def restarted(tables: int) -> dict[str, object]:
    """A bot that was killed, with so many tables: until it answers at each, and what each takes."""
    async with filled(tables, shown=True, limits=Limits()) as (stand_in, database, folder, found):
        timing = Timing(stand_in.world, stand_in)
        start = time.monotonic()
        bot = Bot(stand_in.world, database, folder)
        try:
            await until(lambda: stand_in.gateway.connected or None, within_s=PATIENCE_S)
            figures: dict[str, object] = {"connected_after_s": time.monotonic() - start}
            requests = stand_in.watch.requests.copy()
            clicks = [_click(table) for table in found]
            await asyncio.gather(*(each.done.wait() for each in clicks))
            figures["all_clicked_at_once_acknowledged_after_s"] = time.monotonic() - start
            await until(lambda: len(timing.hands) >= tables or None, within_s=PATIENCE_S)
            figures["all_clicked_at_once_new_hands_after_s"] = time.monotonic() - start
            edits = "PATCH /channels/{channel}/messages/{message}"
            figures["boards_drawn_anew"] = (stand_in.watch.requests - requests)[edits]
        finally:
            bot.kill()
        await until(lambda: not stand_in.gateway.connected or None, within_s=PATIENCE_S)
        bot = Bot(stand_in.world, database, folder)
        try:
            await until(lambda: stand_in.gateway.connected or None, within_s=PATIENCE_S)
            timing.clear()
            # By the first tables all caches are full; what memory grows by then is the tables' own.
            first = await _memory_after(found[: tables // 2], timing, bot)
            second = await _memory_after(found[tables // 2 :], timing, bot)
            own = (second - first) / (tables - tables // 2)
            return {"tables": tables, "memory_a_live_table_kib": own} | figures | timing.figures()
        finally:
            bot.kill()


async def _memory_after(found: Sequence[Filled], timing: Timing, bot: Bot) -> int:
    """What the bot holds after a click at each table, a few at a time."""
    for at in range(0, len(found), AT_A_TIME):
        some = found[at : at + AT_A_TIME]
        wanted = len(timing.hands) + len(some)
        for table in some:
            _click(table)
        await until(lambda wanted=wanted: len(timing.hands) >= wanted or None, within_s=PATIENCE_S)
    return bot.memory_kib()


def _click(table: Filled) -> Interaction:
    person, hand = table.people[0], table.hands[0]
    custom_id = next(
        one["custom_id"]
        for row in hand.components
        for one in row["components"]
        if f":{Verb.REFRESH.value}:" in one["custom_id"]
    )
    return person.click(hand.channel_id, hand.id, custom_id)


if __name__ == "__main__":
    main()
