"""Copies of the database while it is written: of one moment, checked, and never over a file."""

import asyncio
import io
import json
import sqlite3
from contextlib import closing, redirect_stdout

import pytest

from bot.__main__ import main
from storage.copies import copy_database, look_at
from storage.errors import DatabaseUnusable
from tests.support.tables import ANA, FakeTime, opened, play_one, play_out, started


def verified(path):
    out = io.StringIO()
    with redirect_stdout(out):
        assert main(["replay", "--json", "--verify", str(path)]) == 0
    return json.loads(out.getvalue())


async def test_copies_taken_while_a_match_is_played_are_each_a_moment_of_it(tmp_path):
    time, path = FakeTime(), tmp_path / "t.db"
    async with opened(path, time) as app:
        live = await started(app)
        states = {live.info.seq: live.state}
        over = asyncio.Event()

        async def write():
            nonlocal live
            for _ in range(120):
                if live.turn is None:
                    break
                live = await play_one(app, live)
                states[live.info.seq] = live.state
            over.set()

        writing = asyncio.create_task(write())
        copies = []
        while not over.is_set() or not copies:
            copies.append(tmp_path / f"copy{len(copies)}.db")
            found = await asyncio.to_thread(copy_database, path, copies[-1])
            assert (found.matches, found.current) == (1, True)
            await asyncio.sleep(0)
        await writing
    for copy in copies:
        async with opened(copy, time) as restored:
            then = await restored.tables.get(live.info.id)
        assert then.state == states[then.info.seq]


async def test_what_is_not_committed_is_not_in_the_copy_and_nobody_waits(tmp_path):
    time, path, copy = FakeTime(), tmp_path / "t.db", tmp_path / "copy.db"
    async with opened(path, time) as app:
        before = await started(app)
        async with app.tables.change(before.info.id) as change:
            await change.update(paused=True)
            await asyncio.to_thread(copy_database, path, copy)  # while the writer holds its lock
        assert (await app.tables.get(before.info.id)).info.paused
    async with opened(copy, time) as restored:
        assert await restored.tables.get(before.info.id) == before


async def test_a_restored_copy_is_played_on_to_a_record_whose_seals_hold(tmp_path):
    time, path = FakeTime(), tmp_path / "t.db"
    async with opened(path, time) as app:
        live = await started(app)
        for _ in range(5):
            live = await play_one(app, live)
        copy_database(path, tmp_path / "copy.db")
    for left in tmp_path.glob("t.db*"):
        left.unlink()
    (tmp_path / "copy.db").rename(path)  # as docs/operating.md says
    async with opened(path, time) as app:
        assert await app.tables.get(live.info.id) == live
        end = await play_out(app, live)
        record = await app.matches.record(live.info.id)
    (tmp_path / "match.txt").write_text(record)
    assert verified(tmp_path / "match.txt")["totals"] == list(end.state.totals)


async def test_a_copy_is_one_file_with_nothing_beside_it(tmp_path):
    async with opened(tmp_path / "t.db", FakeTime()) as app:
        await started(app)
        (tmp_path / "out").mkdir()
        copy_database(tmp_path / "t.db", tmp_path / "out" / "copy.db")
    assert [each.name for each in (tmp_path / "out").iterdir()] == ["copy.db"]
    with closing(sqlite3.connect(tmp_path / "out" / "copy.db")) as plain:
        assert plain.execute("PRAGMA journal_mode").fetchone() == ("delete",)


async def test_an_existing_file_is_never_overwritten(tmp_path):
    async with opened(tmp_path / "t.db", FakeTime()):
        pass
    other = tmp_path / "other"
    other.write_text("mine")
    with pytest.raises(DatabaseUnusable, match="já existe"):
        copy_database(tmp_path / "t.db", other)
    with pytest.raises(DatabaseUnusable, match="já existe"):
        copy_database(tmp_path / "t.db", tmp_path / "t.db")
    assert other.read_text() == "mine"


async def test_what_cannot_be_copied_is_told_and_leaves_nothing(tmp_path):
    with pytest.raises(DatabaseUnusable, match="não existe"):
        copy_database(tmp_path / "t.db", tmp_path / "copy.db")
    assert [*tmp_path.iterdir()] == []
    (tmp_path / "t.db").write_text("no database at all")
    with pytest.raises(DatabaseUnusable, match="não é um banco"):
        copy_database(tmp_path / "t.db", tmp_path / "copy.db")
    async with opened(tmp_path / "u.db", FakeTime()):
        pass
    with pytest.raises(DatabaseUnusable, match="não existe"):
        copy_database(tmp_path / "u.db", tmp_path / "no" / "copy.db")
    assert not [each for each in tmp_path.iterdir() if "copy" in each.name]


def spoil_a_page(path):
    with closing(sqlite3.connect(path)) as plain:
        (size,) = plain.execute("PRAGMA page_size").fetchone()
    content = bytearray(path.read_bytes())
    content[-2 * size : -size] = b"\xff" * size
    path.write_bytes(content)


def break_a_promise(path):
    """Nothing that can be read is wrong, but a column has what it may not have."""
    with closing(sqlite3.connect(path)) as plain:
        plain.execute("PRAGMA writable_schema=ON")
        plain.execute("UPDATE sqlite_master SET sql = replace(sql, 'ended_at BIGINT', ?)", STRICT)
        plain.commit()


STRICT = ("ended_at BIGINT NOT NULL",)


@pytest.mark.parametrize("damage", [spoil_a_page, break_a_promise])
async def test_a_damaged_database_is_told_and_gives_no_copy(tmp_path, damage):
    path = tmp_path / "t.db"
    async with opened(path, FakeTime()) as app:
        await started(app)
    damage(path)
    with pytest.raises(DatabaseUnusable, match="Restaure uma cópia"):
        look_at(path)
    with pytest.raises(DatabaseUnusable):
        copy_database(path, tmp_path / "copy.db")
    assert not [each for each in tmp_path.iterdir() if "copy" in each.name]


async def test_a_look_changes_nothing_and_counts(tmp_path):
    path = tmp_path / "t.db"
    async with opened(path, FakeTime()) as app:
        await started(app)
    before = path.read_bytes()
    found = look_at(path)
    assert (found.matches, found.current) == (1, True)
    assert found.size == len(before)
    assert path.read_bytes() == before


async def test_a_look_tells_an_older_database_from_a_newer_one(tmp_path):
    path = tmp_path / "t.db"
    path.write_bytes(b"")
    assert not look_at(path).current
    async with opened(path, FakeTime()):
        pass
    with sqlite3.connect(path) as newer:
        newer.execute("update alembic_version set version_num = '9999'")
    newer.close()
    with pytest.raises(DatabaseUnusable, match="mais nova"):
        look_at(path)


async def test_the_command_prints_size_and_matches(tmp_path, monkeypatch, capsys):
    path, copy = tmp_path / "t.db", tmp_path / "copy.db"
    monkeypatch.setenv("DATABASE", str(path))
    async with opened(path, FakeTime()) as app:
        await started(app)
        await app.tables.get(1)
        assert ANA in {seat.user_id for seat in (await app.tables.get(1)).info.people}
    assert main(["backup", str(copy)]) == 0
    out = capsys.readouterr().out
    assert f"{copy.stat().st_size / 1024:.0f} KiB, partidas: 1" in out
    assert main(["backup", str(copy)]) == 2
    assert "já existe" in capsys.readouterr().err
