"""Whole matches through the services on a real database file, without Discord."""

import io
import json
import random
from contextlib import redirect_stdout
from pathlib import Path

import pytest

from bot.__main__ import main
from bot.services.errors import Denied, Problem
from game.rules import Preset
from storage.records import Status
from tests.support.tables import (
    ANA,
    PEOPLE,
    FakeTime,
    new_table,
    opened,
    play_one,
    play_out,
    started,
    with_rules,
)


def replayed(path: Path) -> dict[str, object]:
    out = io.StringIO()
    with redirect_stdout(out):
        assert main(["replay", "--json", "--verify", str(path)]) == 0
    return json.loads(out.getvalue())


@pytest.mark.parametrize(
    ("size", "rules"),
    [
        (4, with_rules()),
        (2, with_rules(Preset.MANO_A_MANO)),
        (4, with_rules(Preset.TRADICIONAL, target=500)),
    ],
)
async def test_a_match_is_a_record_that_replays_to_the_same_scores(tmp_path, size, rules):
    async with opened(tmp_path / "t.db", FakeTime()) as app:
        live = await play_out(app, await started(app, size=size, rules=rules))
        record = await app.matches.record(live.info.id)
    path = tmp_path / "match.txt"
    path.write_text(record)
    result = replayed(path)
    assert live.info.status is Status.OVER
    assert result["over"] is True
    assert result["totals"] == list(live.state.totals)
    assert result["winner"] == live.state.winner


async def test_a_match_goes_on_where_it_was_after_any_restart(tmp_path):
    time, path = FakeTime(), tmp_path / "t.db"
    async with opened(path, time) as app:
        live = await started(app)
    before = live
    for play in range(60):
        async with opened(path, time, seed=play) as app:
            live = await app.tables.get(before.info.id)
            assert live == before
            before = await play_one(app, live)


async def test_random_people_never_get_stuck(tmp_path):
    async with opened(tmp_path / "t.db", FakeTime()) as app:
        live = await play_out(app, await started(app), random.Random(4))
        assert live.info.status is Status.OVER


async def test_four_robots_and_one_who_left_end_without_a_result(tmp_path):
    async with opened(tmp_path / "t.db", FakeTime()) as app:
        live = await app.lobby.train(new_table(), PEOPLE[0])
        live = await app.seats.leave(live.info.id, ANA)
        assert live.info.status is Status.CLOSED
        record = await app.matches.record(live.info.id)
        assert "end\n" not in record


async def test_nothing_of_a_finished_match_stays_in_memory(tmp_path):
    async with opened(tmp_path / "t.db", FakeTime()) as app:
        await play_out(app, await started(app))
        assert app.tables._states == {}


async def test_the_record_is_given_only_when_the_match_has_ended(tmp_path):
    async with opened(tmp_path / "t.db", FakeTime()) as app:
        live = await started(app)
        with pytest.raises(Denied) as denied:
            await app.matches.record(live.info.id)
        assert denied.value.problem is Problem.NOT_OVER


async def test_an_ended_match_leaves_a_result_and_only_the_archive_deadline(tmp_path):
    async with opened(tmp_path / "t.db", FakeTime()) as app:
        live = await started(app)
        await app.tables.database.close()
        async with app.tables.change(live.info.id) as change:
            await change.update(thread_id=77)
        live = await play_out(app, await app.tables.get(live.info.id))
        async with app.database.read() as work:
            due = await work.deadlines.nearest(10)
            rows = work.matches.connection.plain.exec_driver_sql(
                "select winner, points_0, points_1 from results"
            ).all()
    assert [each.kind.value for each in due] == ["archive"]
    assert rows == [(live.state.winner, *live.state.totals)]
