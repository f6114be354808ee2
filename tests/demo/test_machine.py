"""What a bad day of the machine does: stops, locks, a full disk, many tables, many matches."""

import asyncio
import contextlib
import logging
import sqlite3
import sys
import time
from collections import OrderedDict
from collections.abc import Iterator
from pathlib import Path

import pytest
import sqlalchemy as sa

from bot.services.lobby import Person as Seated
from cogs.ui.custom_ids import Verb
from demo.limits import Limits
from demo.objects import Channel, Message
from demo.people import Person, controls
from demo.players import ids_of
from demo.seating import id_of, press, sit_down, until, use
from demo.server import StandIn
from demo.session import furnished
from storage.records import Status
from tests.support.bot_process import BotProcess
from tests.support.tables import FakeTime, new_table, opened, play_one
from tests.support.wire import Wire, wire

NAMES = ("Ana", "Bruno")
LOCKS = """
import sqlite3, sys
connection = sqlite3.connect(sys.argv[1], isolation_level=None)
connection.execute("BEGIN EXCLUSIVE")
print("locked", flush=True)
sys.stdin.readline()
"""


@pytest.fixture(autouse=True)
def no_errors(caplog, request):
    yield
    if not request.node.get_closest_marker("breaks_things"):
        records = caplog.get_records("call")
        assert [one.getMessage() for one in records if one.levelno >= logging.ERROR] == []


def drawing_of(message: Message) -> str | None:
    """The id of the button that draws a card."""
    found = (str(one["custom_id"]) for one in controls(message) if not one.get("disabled"))
    return next((one for one in found if one.endswith(":draw")), None)


def who_draws(people: list[Person]) -> tuple[Person, Message] | None:
    """Who is to draw, and his hand."""
    for person in people:
        for message in reversed(person.seen()):
            if drawing_of(message):
                return person, message
    return None


async def test_asked_to_stop_while_it_draws_the_bot_shows_what_was_done_and_ends(tmp_path):
    world, _, channel, people = furnished(NAMES)
    async with StandIn(world, limits=Limits(enabled=False)).serving() as stand_in:
        bot = BotProcess(world.base, world.token, tmp_path / "bot.db", seed=1)
        bot.start_as_command()
        try:
            await until(lambda: world.commands and stand_in.gateway.connected)
            await sit_down([*people], channel, size=2)
            person, hand = await until(lambda: who_draws([*people]))
            pressed = person.click(hand.channel_id, hand.id, drawing_of(hand))
            await pressed.done.wait()
            assert not pressed.failed
            assert await bot.stopped(10) == 0
            assert drawing_of(hand) is None, "the card that was drawn is shown"
            with contextlib.closing(sqlite3.connect(tmp_path / "bot.db")) as connection:
                assert connection.execute("SELECT seq FROM matches").fetchone() == (3,)
            bot.start()
            await until(lambda: stand_in.gateway.identified == 2)
            discard = next(one for one in controls(hand) if ids_of(one).arg.startswith("d"))
            value = discard["options"][0]["value"]
            chosen = person.select(hand.channel_id, hand.id, discard["custom_id"], [value])
            await chosen.done.wait()
            others = [one for one in people if one is not person]
            await until(lambda: who_draws(others) or id_of(hand, Verb.CONFIRM))
            if sure := id_of(hand, Verb.CONFIRM):  # a card that one would rather keep
                person.click(hand.channel_id, hand.id, sure)
            await until(lambda: who_draws(others))
        finally:
            bot.kill()


async def test_a_database_that_another_process_locks_for_three_seconds_delays_and_no_more(
    tmp_path,
):
    async with wire(tmp_path) as table:
        await table.sit_down()
        (board,) = await until(table.boards)
        person, hand = await until(lambda: who_draws([*table.people]))
        before = (await table.live()).info.seq
        other = await asyncio.create_subprocess_exec(
            *(sys.executable, "-c", LOCKS, str(tmp_path / "wire.db")),
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
        )
        assert await other.stdout.readline() == b"locked\n"
        began = time.monotonic()
        pressed = person.click(hand.channel_id, hand.id, drawing_of(hand))
        score = next(one["custom_id"] for one in controls(board) if ":score:" in one["custom_id"])
        looked = person.click(board.channel_id, board.id, score)
        for each in (pressed, looked):
            await each.done.wait()
            assert not each.failed
        seen = await until(lambda: table.thread().messages.get(looked.original_id))
        await until(lambda: seen.content)
        await until(lambda: time.monotonic() - began > 3)
        assert (await table.live()).info.seq == before
        await other.communicate(b"\n")
        await until(lambda: drawing_of(hand) is None)
        assert (await table.live()).info.seq == before + 1
        await table.plays_on(4)


@contextlib.contextmanager
def full_disk(table: Wire, path: Path) -> Iterator[None]:
    """The database's file may not grow, and has no room left for a click."""
    engine = table.session.bot.app.database.engine.sync_engine

    def keep_small(connection: sa.Connection) -> None:
        connection.exec_driver_sql("PRAGMA max_page_count=1")  # it becomes what there is

    sa.event.listen(engine, "begin", keep_small)
    fill(path)
    yield
    sa.event.remove(engine, "begin", keep_small)


def fill(path: Path) -> None:
    """Leave no room for one more click in the pages that there are."""
    with contextlib.closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("PRAGMA max_page_count=1")
        for number in range(1, 1_000_000):
            try:
                connection.execute("INSERT INTO interactions VALUES (?, ?)", (number, number))
            except sqlite3.OperationalError:
                return


@pytest.mark.breaks_things
async def test_on_a_full_disk_an_action_is_refused_in_words_and_nothing_is_half_done(
    tmp_path, caplog
):
    async with wire(tmp_path) as table:
        await table.sit_down()
        await until(table.boards)
        person, hand = await until(lambda: who_draws([*table.people]))
        private = table.world.channels[hand.channel_id]
        await idle(table)
        before = await table.live()
        with full_disk(table, tmp_path / "wire.db"):
            told = len(person.messages(private))
            pressed = person.click(private.id, hand.id, drawing_of(hand))
            await pressed.done.wait()
            assert not pressed.failed
            await until(lambda: len(person.messages(private)) > told)
            assert "nada se perdeu" in person.messages(private)[-1].content
            after = await table.live()
            assert (after.info, after.state) == (before.info, before.state)
            assert drawing_of(hand), "he may press it again"
            said = await use(person, table.session.channel.id, "mesa criar", ritmo="tranquilo")
            answer = await until(lambda: table.session.channel.messages.get(said.original_id))
            await until(lambda: answer.content)
            assert "nada se perdeu" in answer.content
        await table.session.bot.app.database.close()
        await table.plays_on(4)
    errors = [one for one in caplog.get_records("call") if one.levelno >= logging.ERROR]
    assert errors, "who runs the bot is told"
    assert all("full" in (one.exc_text or str(one.exc_info)) for one in errors)
    caplog.get_records("call").clear()


async def test_fifty_tables_are_played_at_once(tmp_path):
    async with opened(tmp_path / "t.db", FakeTime()) as app:

        async def play(number: int) -> int:
            owner, guest = (Seated(2 * number + each, f"P{number}{each}") for each in (1, 2))
            live = await app.lobby.open(new_table(size=2), owner)
            await app.lobby.sit(live.info.id, guest)
            live = await app.lobby.start(live.info.id, guest.user_id)
            for _ in range(6):
                live = await play_one(app, live)
            return live.info.seq

        lengths = await asyncio.gather(*(play(number) for number in range(50)))
        assert all(length >= 8 for length in lengths)
        async with app.database.read() as work:
            assert await work.matches.count_open() == 50


def kept_of_matches(table: Wire) -> dict[str, int]:
    """What the bot keeps in memory by match, user or message, and how many; no bounded caches."""
    bot = table.session.bot
    owners = [bot.app.tables, bot.app.clock, bot.app.shown, bot.app.robots.workers]
    for cog in bot.cogs.values():
        owners += [cog, *(getattr(cog, name, None) for name in ("workers", "board"))]
    found = {}
    for owner in filter(None, owners):
        for name, value in vars(owner).items():
            bounded = isinstance(value, OrderedDict)
            if name.startswith("_") and isinstance(value, dict | set) and value and not bounded:
                found[f"{type(owner).__name__}.{name}"] = len(value)
    return found


async def end_a_match(person: Person, channel: Channel) -> None:
    """Begin a match with a robot, and give it up once it stands."""
    before = person.seen()[-1].id if person.seen() else 0
    await use(person, channel.id, "treinar", jogadores=2)
    await until(lambda: any(one.id > before and "Sua mão" in one.content for one in person.seen()))
    asked = await use(person, channel.id, "desistir")
    question = await until(lambda: channel.messages.get(asked.original_id or 0))
    await press(person, question, Verb.RESIGN)
    await until(lambda: any(one.id > before and "🏆" in one.content for one in person.seen()[-4:]))


async def test_of_finished_matches_nothing_is_kept_in_memory(tmp_path):
    async with wire(tmp_path) as table:
        ana = table.people[0]
        await end_a_match(ana, table.session.channel)
        await idle(table)
        before = kept_of_matches(table)
        for _ in range(3):
            await end_a_match(ana, table.session.channel)
        await idle(table)
        assert kept_of_matches(table) == before
        assert (await table.session.bot.app.tables.get(4)).info.status is Status.OVER


async def idle(table: Wire) -> None:
    """Wait until nothing is worked on, and what was shown is noted."""
    await until(lambda: not any(workers.waiting for workers in table.session.bot.workers()))
    await table.session.bot.app.shown.flush()


@pytest.mark.soak
async def test_memory_stays_flat_over_500_finished_matches(tmp_path):
    world, _, channel, people = furnished(NAMES)
    async with StandIn(world, limits=Limits(enabled=False)).serving() as stand_in:
        bot = BotProcess(world.base, world.token, tmp_path / "bot.db", seed=1)
        bot.start()
        try:
            await until(lambda: world.commands and stand_in.gateway.connected)
            used = []
            for number in range(500):
                await end_a_match(people[0], channel)
                for thread in [one for one in world.channels.values() if one.is_thread]:
                    world.delete_channel(thread)  # as if archived: discord.py forgets it
                channel.messages.clear()
                world.dm_with(people[0].user).messages.clear()
                if number % 100 == 99:
                    used.append(resident_mib(bot))
        finally:
            bot.kill()
    # By then the caches of pictures are full. What still comes goes by time: discord.py keeps the
    # buttons of a question for 15 minutes, and a channel's rate limit for five.
    assert used[4] - used[2] < 8, used


def resident_mib(bot: BotProcess) -> float:
    status = Path(f"/proc/{bot.process.pid}/status").read_text()
    line = next(one for one in status.splitlines() if one.startswith("VmRSS"))
    return int(line.split()[1]) / 1024
