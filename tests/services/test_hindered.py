"""A match whose table cannot be shown waits, whatever else happens, and not for ever."""

import pytest

from bot.services.errors import Denied, Problem
from bot.services.seats import HINDERED_MS, PAUSE_MS
from storage.records import DeadlineKind, Status
from tests.support.tables import ANA, BIA, PEOPLE, FakeTime, opened, play_one, started

LACKING = ("send_messages_in_threads", "attach_files")


async def test_no_clock_runs_and_nobody_plays_before_and_after_a_restart(tmp_path):
    time = FakeTime()
    async with opened(tmp_path / "t.db", time) as app:
        live = await started(app)
        assert await app.seats.hinder(live.info.id, LACKING)
        assert not await app.seats.hinder(live.info.id, LACKING), "no news"
        with pytest.raises(Denied) as denied:
            await play_one(app, live)
        assert denied.value.problem is Problem.HINDERED
        assert "Anexar arquivos" in denied.value.facts["why"]
    time.advance(3600)
    async with opened(tmp_path / "t.db", time) as app:
        await app.clock.begin_anew(before=time.now)
        await app.clock.fire_due()
        waiting = await app.tables.get(live.info.id)
        assert waiting.info.lacking == LACKING
        assert waiting.state == live.state
        assert await app.seats.shown_again(live.info.id)
        assert not await app.seats.shown_again(live.info.id), "no news"
        async with app.database.read() as work:
            turn = await work.deadlines.get(live.info.id, DeadlineKind.TURN)
        assert turn is not None
        assert turn.due_at > time.now, "all of his time"
        await play_one(app, await app.tables.get(live.info.id))


async def test_votes_and_the_end_of_the_players_own_pause_do_not_begin_what_cannot_be_shown(
    tmp_path,
):
    time = FakeTime()
    async with opened(tmp_path / "t.db", time) as app:
        live = await started(app, size=2)
        for user_id in (ANA, BIA):
            await app.seats.pause(live.info.id, user_id)
        await app.seats.hinder(live.info.id, LACKING)
        with pytest.raises(Denied):
            await app.seats.resume(live.info.id, ANA)
        time.advance(PAUSE_MS / 1000)
        await app.clock.fire_due()
        waiting = await app.tables.get(live.info.id)
        assert waiting.info.paused
        assert waiting.info.lacking == LACKING
        await app.seats.shown_again(live.info.id)
        assert not (await app.tables.get(live.info.id)).info.paused


async def test_shown_again_within_the_players_own_pause_it_is_still_their_pause(tmp_path):
    async with opened(tmp_path / "t.db", FakeTime()) as app:
        live = await started(app, size=2)
        for user_id in (ANA, BIA):
            await app.seats.pause(live.info.id, user_id)
        await app.seats.hinder(live.info.id, ())
        await app.seats.shown_again(live.info.id)
        info = (await app.tables.get(live.info.id)).info
        assert info.paused
        assert info.lacking is None


async def test_who_leaves_meanwhile_is_free_and_the_match_still_waits(tmp_path):
    async with opened(tmp_path / "t.db", FakeTime()) as app:
        live = await started(app)
        await app.seats.hinder(live.info.id, LACKING)
        await app.seats.leave(live.info.id, BIA)
        info = (await app.tables.get(live.info.id)).info
        assert info.lacking == LACKING
        assert info.paused
        assert info.seat_of(BIA) is None


async def test_after_a_day_it_ends_and_all_are_free(tmp_path):
    time = FakeTime()
    async with opened(tmp_path / "t.db", time) as app:
        live = await started(app)
        await app.seats.hinder(live.info.id, LACKING)
        time.advance(HINDERED_MS / 1000)
        await app.clock.fire_due()
        assert (await app.tables.get(live.info.id)).info.status is Status.CLOSED
        async with app.database.read() as work:
            for person in PEOPLE:
                assert await work.matches.open_of(person.user_id) == []


async def test_a_table_that_was_given_up_leaves_nothing_to_do(tmp_path):
    async with opened(tmp_path / "t.db", FakeTime()) as app:
        live = await started(app)
        await app.seats.abandon(live.info.id)
        async with app.database.read() as work:
            assert await work.matches.all_unshown() == []
            assert await work.deadlines.nearest(10) == []
        assert (await app.tables.get(live.info.id)).info.status is Status.CLOSED
