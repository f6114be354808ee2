"""Clicks at the service's door: stale, doubled, foreign, refused, at the same time."""

import asyncio
import os
import sys
import textwrap
from pathlib import Path

import pytest

from bot.services.errors import Denied, Problem
from game.actions import Discard, Draw, ExtendMeld
from game.refusals import RefusalCode
from storage.errors import Conflict
from tests.support.tables import ANA, BIA, FakeTime, opened, play_one, started


async def test_an_interaction_acts_once(tmp_path):
    async with opened(tmp_path / "t.db", FakeTime()) as app:
        live = await started(app)
        user = live.player.user_id
        call = {"match_id": live.info.id, "user_id": user, "plays": [Draw()]}
        first = await app.matches.play(**call, interaction_id=99)
        with pytest.raises(Denied) as denied:
            await app.matches.play(**call, interaction_id=99)
        assert denied.value.problem is Problem.ALREADY_HANDLED
        assert (await app.tables.get(live.info.id)).info.seq == first.live.info.seq


async def test_a_click_on_an_older_message_changes_nothing(tmp_path):
    async with opened(tmp_path / "t.db", FakeTime()) as app:
        live = await started(app)
        now = await play_one(app, live)
        with pytest.raises(Denied) as denied:
            await app.matches.play(
                match_id=live.info.id,
                user_id=live.player.user_id,
                plays=[Draw()],
                version=live.info.seq,
            )
        assert denied.value.problem is Problem.STALE
        assert await app.tables.get(live.info.id) == now


async def test_a_stranger_and_a_waiting_player_cannot_play(tmp_path):
    async with opened(tmp_path / "t.db", FakeTime()) as app:
        live = await started(app)
        with pytest.raises(Denied) as denied:
            await app.matches.play(match_id=live.info.id, user_id=999, plays=[Draw()])
        assert denied.value.problem is Problem.NOT_SEATED
        waiting = next(s.user_id for s in live.info.people if s.seat != live.turn)
        played = await app.matches.play(match_id=live.info.id, user_id=waiting, plays=[Draw()])
        assert played.refusal.code is RefusalCode.NOT_YOUR_TURN
        assert await app.tables.get(live.info.id) == live


async def test_after_a_refusal_nothing_more_is_played_and_what_was_made_stands(tmp_path):
    async with opened(tmp_path / "t.db", FakeTime()) as app:
        live = await started(app)
        card = live.state.round.hands[live.turn][0]
        played = await app.matches.play(
            match_id=live.info.id,
            user_id=live.player.user_id,
            plays=[Draw(), ExtendMeld(1, (card,)), Discard(card)],
        )
        assert played.made == (Draw(),)
        assert played.refusal.code is RefusalCode.NO_SUCH_MELD
        assert played.live.info.seq == live.info.seq + 1


async def test_of_two_clicks_at_once_one_acts(tmp_path):
    async with opened(tmp_path / "t.db", FakeTime()) as app:
        live = await started(app)
        click = {
            "match_id": live.info.id,
            "user_id": live.player.user_id,
            "plays": [Draw()],
            "version": live.info.seq,
        }
        results = await asyncio.gather(
            app.matches.play(**click, interaction_id=1),
            app.matches.play(**click, interaction_id=2),
            return_exceptions=True,
        )
        assert [type(result) for result in results].count(Denied) == 1
        assert (await app.tables.get(live.info.id)).info.seq == live.info.seq + 1


async def test_two_processes_on_one_database_act_one_after_the_other(tmp_path):
    time = FakeTime()
    async with (
        opened(tmp_path / "t.db", time) as one,
        opened(tmp_path / "t.db", time) as other,
    ):
        live = await started(one)
        assert await other.tables.get(live.info.id) == live
        click = {
            "match_id": live.info.id,
            "user_id": live.player.user_id,
            "plays": [Draw()],
            "version": live.info.seq,
        }
        results = await asyncio.gather(
            one.matches.play(**click), other.matches.play(**click), return_exceptions=True
        )
        assert sum(isinstance(result, Denied | Conflict) for result in results) == 1
        assert await one.tables.get(live.info.id) == await other.tables.get(live.info.id)


async def test_what_fails_halfway_has_not_happened(tmp_path, monkeypatch):
    async with opened(tmp_path / "t.db", FakeTime()) as app:
        live = await started(app)
        told = []
        app.tables.observers.append(lambda *news: told.append(news))

        async def broken(*_args, **_kwargs):
            raise RuntimeError("the disk is full")

        monkeypatch.setattr("storage.guilds.Deadlines.put", broken)
        with pytest.raises(RuntimeError):
            await app.matches.play(
                match_id=live.info.id,
                user_id=live.player.user_id,
                plays=[Draw()],
                interaction_id=5,
            )
        monkeypatch.undo()
        assert told == []
        assert await app.tables.get(live.info.id) == live
        played = await app.matches.play(
            match_id=live.info.id,
            user_id=live.player.user_id,
            plays=[Draw()],
            interaction_id=5,
        )
        assert played.made == (Draw(),)


async def test_resigning_needs_both_partners(tmp_path):
    async with opened(tmp_path / "t.db", FakeTime()) as app:
        live = await started(app)
        live = await app.seats.resign(live.info.id, ANA)
        assert not live.state.over
        live = await app.seats.resign(live.info.id, BIA)
        assert not live.state.over
        live = await app.seats.resign(live.info.id, 12)
        assert live.state.over
        assert live.state.winner == 1


KILLED = """
import asyncio, sys
from pathlib import Path
from tests.support.tables import FakeTime, opened, play_one, started

async def main(path):
    async with opened(Path(path), FakeTime()) as app:
        live = await started(app)
        print(live.info.id, flush=True)
        while True:
            live = await play_one(app, live)
            print(live.info.seq, flush=True)
            if live.turn is None:
                await app.matches.deal_next(live.info.id)
                live = await app.tables.get(live.info.id)

asyncio.run(main(sys.argv[1]))
"""


@pytest.mark.skipif(os.name != "posix", reason="kill -9 is a signal of POSIX")
async def test_after_kill_9_everything_that_was_shown_is_there(tmp_path):
    path = tmp_path / "t.db"
    root = Path(__file__).parents[2]
    child = await asyncio.create_subprocess_exec(
        sys.executable,
        *("-c", textwrap.dedent(KILLED), str(path)),
        cwd=root,
        stdout=asyncio.subprocess.PIPE,
    )
    match_id = int(await child.stdout.readline())
    shown = [int(await child.stdout.readline()) for _ in range(25)]
    child.kill()
    shown += [int(line) for line in (await child.stdout.read()).split(b"\n")[:-1]]
    await child.wait()
    async with opened(path, FakeTime()) as app:
        live = await app.tables.get(match_id)
        assert live.info.seq >= shown[-1]
        assert live.state.version == live.info.seq
        if live.turn is not None:
            assert (await play_one(app, live)).info.seq > live.info.seq
