"""Deadlines: when they fire, when they begin anew, and what automatic plays lead to."""

import contextlib

import pytest

from bot.services.errors import Denied, Problem
from game.actions import Draw
from game.rules import OnElimination, Preset
from game.state import Phase
from storage.errors import Conflict
from storage.records import DeadlineKind, Pace, Status
from tests.support.tables import (
    ANA,
    BIA,
    CAIO,
    DAVI,
    PEOPLE,
    FakeTime,
    new_table,
    opened,
    play_one,
    started,
    with_rules,
)


async def turn_deadline(app, live):
    async with app.database.read() as work:
        return await work.deadlines.get(live.info.id, DeadlineKind.TURN)


async def announced(app, live):
    await app.matches.announced(live.info.id, live.info.seq)


@pytest.mark.parametrize(("pace", "draw", "play"), [(Pace.OFFICIAL, 30, 60), (Pace.CALM, 60, 180)])
async def test_9_1_to_9_4_each_phase_has_its_time(tmp_path, pace, draw, play):
    time = FakeTime()
    async with opened(tmp_path / "t.db", time) as app:
        live = await started(app, pace=pace)
        await announced(app, live)
        deadline = await turn_deadline(app, live)
        assert deadline.due_at == time.now + draw * 1000
        assert deadline.shown_at == time.now + (draw + play) * 1000
        time.advance(draw + 3)
        await app.clock.fire_due()
        assert (await turn_deadline(app, live)).due_at == time.now + play * 1000


async def test_the_automatic_play_waits_three_seconds_longer_than_shown(tmp_path):
    time = FakeTime()
    async with opened(tmp_path / "t.db", time) as app:
        live = await started(app)
        await announced(app, live)
        time.advance(32.999)
        await app.clock.fire_due()
        assert await app.tables.get(live.info.id) == live
        time.advance(0.001)
        await app.clock.fire_due()
        after = await app.tables.get(live.info.id)
        assert after.state.phase is Phase.PLAY
        assert after.state.automatic[live.turn] == 1


async def test_a_turn_that_was_not_announced_has_fifteen_seconds_more(tmp_path):
    time = FakeTime()
    async with opened(tmp_path / "t.db", time) as app:
        live = await started(app)
        assert (await turn_deadline(app, live)).due_at == time.now + 45_000


async def test_the_public_deadline_does_not_tell_that_a_card_was_drawn(tmp_path):
    time = FakeTime()
    async with opened(tmp_path / "t.db", time) as app:
        live = await started(app)
        await announced(app, live)
        before = (await turn_deadline(app, live)).shown_at
        time.advance(7)

        await app.matches.play(match_id=live.info.id, user_id=live.player.user_id, plays=[Draw()])
        assert (await turn_deadline(app, live)).shown_at == before


async def test_9_9_a_turn_missed_whole_counts_two_and_the_fourth_brings_a_robot(tmp_path):
    time = FakeTime()
    async with opened(tmp_path / "t.db", time) as app:
        live = await started(app)
        absent = live.turn
        user = live.player.user_id
        for _ in range(40):
            time.advance(200)
            await app.clock.fire_due()
            live = await app.tables.get(live.info.id)
            if live.info.at(absent).user_id is None:
                break
        assert live.info.at(absent).user_id is None
        assert live.state.automatic[absent] == 0
        assert live.info.at(absent).name.startswith("Robô")
        with pytest.raises(Denied) as denied:
            await app.matches.look(live.info.id, user)
        assert denied.value.problem is Problem.NOT_SEATED


async def test_9_14_under_forfeit_the_team_loses(tmp_path):
    time = FakeTime()
    rules = with_rules(Preset.OFICIAL, on_elimination=OnElimination.FORFEIT)
    async with opened(tmp_path / "t.db", time) as app:
        live = await started(app, rules=rules)
        while live.info.status is Status.LIVE:
            time.advance(200)
            await app.clock.fire_due()
            live = await app.tables.get(live.info.id)
        assert live.info.status is Status.OVER
        assert live.state.winner == 1 - live.state.forfeited_by % 2


async def test_a_deadline_that_passed_while_the_bot_was_down_begins_anew(tmp_path):
    time = FakeTime()
    async with opened(tmp_path / "t.db", time) as app:
        live = await started(app)
    time.advance(3600)
    async with opened(tmp_path / "t.db", time) as app:
        await app.clock.begin_anew(before=time.now)
        await app.clock.fire_due()
        assert await app.tables.get(live.info.id) == live
        assert (await turn_deadline(app, live)).due_at == time.now + 45_000


async def test_while_the_bot_is_cut_off_no_clock_runs_out(tmp_path):
    time = FakeTime()
    async with opened(tmp_path / "t.db", time) as app:
        live = await started(app)
        app.clock.suspend()
        time.advance(600)
        await app.clock.fire_due()
        assert await app.tables.get(live.info.id) == live
        await app.clock.resume()
        await app.clock.fire_due()
        assert await app.tables.get(live.info.id) == live
        time.advance(48)
        await app.clock.fire_due()
        assert (await app.tables.get(live.info.id)).info.seq > live.info.seq


async def test_a_pause_needs_all_people_lasts_fifteen_minutes_and_comes_once_a_round(tmp_path):
    time = FakeTime()
    async with opened(tmp_path / "t.db", time) as app:
        live = await started(app)
        for user in (ANA, BIA, CAIO):
            live = await app.seats.pause(live.info.id, user)
            assert not live.info.paused
        live = await app.seats.pause(live.info.id, DAVI)
        assert live.info.paused
        time.advance(14 * 60)
        await app.clock.fire_due()
        assert (await app.tables.get(live.info.id)).info.paused
        time.advance(60)
        await app.clock.fire_due()
        after = await app.tables.get(live.info.id)
        assert not after.info.paused
        assert (await turn_deadline(app, live)).due_at == time.now + 45_000
        with pytest.raises(Denied) as denied:
            await app.seats.pause(live.info.id, ANA)
        assert denied.value.problem is Problem.PAUSED_BEFORE


async def test_in_a_pause_nobody_plays_and_all_together_may_go_on(tmp_path):
    time = FakeTime()
    async with opened(tmp_path / "t.db", time) as app:
        live = await started(app)
        for user in (ANA, BIA, CAIO, DAVI):
            live = await app.seats.pause(live.info.id, user)

        with pytest.raises(Denied) as denied:
            await app.matches.play(
                match_id=live.info.id, user_id=live.player.user_id, plays=[Draw()]
            )
        assert denied.value.problem is Problem.PAUSED
        for user in (ANA, BIA, CAIO, DAVI):
            live = await app.seats.resume(live.info.id, user)
        assert not live.info.paused


async def test_the_next_round_is_dealt_after_thirty_seconds_or_when_all_people_want_it(tmp_path):

    time = FakeTime()
    async with opened(tmp_path / "t.db", time) as app:
        live = await started(app, rules=with_rules(target=10_000))
        while live.turn is not None:
            live = await play_one(app, live)
        time.advance(29)
        await app.clock.fire_due()
        assert (await app.tables.get(live.info.id)).turn is None
        time.advance(1)
        await app.clock.fire_due()
        live = await app.tables.get(live.info.id)
        assert live.state.round.number == 2
        while live.turn is not None:
            live = await play_one(app, live)
        for user in (ANA, BIA, CAIO, DAVI):
            assert live.turn is None
            live = await app.matches.wants_next_round(live.info.id, user)
        assert live.state.round.number == 3


async def test_without_people_left_an_elimination_ends_the_match(tmp_path):
    time = FakeTime()
    async with opened(tmp_path / "t.db", time) as app:
        live = await app.lobby.train(new_table(), PEOPLE[0])
        for _ in range(200):
            if live.info.status is not Status.LIVE:
                break
            if live.player is not None and live.player.user_id is None:
                with contextlib.suppress(Conflict):  # the robots' own task may be first
                    await app.matches.play_robot(live.info.id)
            time.advance(100)
            await app.clock.fire_due()
            live = await app.tables.get(live.info.id)
        assert live.info.status is Status.CLOSED


async def test_anothers_coming_and_going_gives_the_player_no_time(tmp_path):
    time = FakeTime()
    async with opened(tmp_path / "t.db", time) as app:
        live = await started(app)
        await announced(app, live)
        before = await turn_deadline(app, live)
        other = next(each for each in live.info.people if each.seat != live.turn)
        time.advance(20)
        await app.seats.leave(live.info.id, other.user_id)
        assert await turn_deadline(app, live) == before


async def test_9_17_after_a_second_elimination_the_opponents_are_asked_again(tmp_path):
    time = FakeTime()
    async with opened(tmp_path / "t.db", time) as app:
        live = await started(app)
        absent, user = live.turn, live.player
        person = next(each for each in PEOPLE if each.user_id == user.user_id)

        async def eliminated():
            now = await app.tables.get(live.info.id)
            while now.info.at(absent).user_id is not None:
                if now.turn == absent:
                    time.advance(200)
                    await app.clock.fire_due()
                elif now.player.user_id is None:
                    with contextlib.suppress(Conflict):
                        await app.matches.play_robot(live.info.id)
                else:
                    await play_one(app, now)
                now = await app.tables.get(live.info.id)

        for _ in range(2):
            await eliminated()
            with pytest.raises(Denied) as denied:
                await app.seats.take(live.info.id, person)
            assert denied.value.problem is Problem.OPPONENTS_DECIDE
            for judge in await app.seats.judges(live.info.id, person.user_id):
                await app.seats.agree_return(live.info.id, judge, person.user_id)
            await app.seats.take(live.info.id, person)
