"""Opening the file: made where there is none, never replaced, migrated once."""

import asyncio
import sqlite3

import pytest
import sqlalchemy as sa

from storage.database import Database
from storage.errors import AlreadyHandled, DatabaseUnusable
from storage.schema import metadata


async def test_a_new_file_has_the_tables_of_the_schema_and_opens_twice(tmp_path):
    path = tmp_path / "t.db"
    for _ in range(2):
        database = await Database.open(path)
        await database.close()
    with sqlite3.connect(path) as plain:
        names = {
            name for (name,) in plain.execute("select name from sqlite_master where type='table'")
        }
    assert set(metadata.tables) | {"alembic_version"} <= names


async def test_the_migrations_lead_to_the_schema(tmp_path):
    from alembic.autogenerate import compare_metadata  # noqa: PLC0415
    from alembic.migration import MigrationContext  # noqa: PLC0415

    database = await Database.open(tmp_path / "t.db")
    async with database.engine.connect() as connection:
        differences = await connection.run_sync(
            lambda plain: compare_metadata(MigrationContext.configure(plain), metadata)
        )
    await database.close()
    assert differences == []


async def test_a_commit_is_on_the_disk_and_foreign_keys_hold(tmp_path):
    database = await Database.open(tmp_path / "t.db")
    async with database.read() as work:
        connection = work.matches.connection.plain
        settings = [
            connection.exec_driver_sql(f"pragma {name}").scalar()
            for name in ("journal_mode", "synchronous", "foreign_keys", "busy_timeout")
        ]
    await database.close()
    assert settings == ["wal", 2, 1, 10_000]


@pytest.mark.parametrize("content", [b"hello, this is a text file", b"\0" * 100])
async def test_another_file_is_refused_in_words_and_left_alone(tmp_path, content):
    path = tmp_path / "t.db"
    path.write_bytes(content)
    with pytest.raises(DatabaseUnusable, match="não é um banco"):
        await Database.open(path)
    assert path.read_bytes() == content


async def test_another_programs_database_is_refused(tmp_path):
    path = tmp_path / "t.db"
    with sqlite3.connect(path) as other:
        other.execute("create table songs (title text)")
    with pytest.raises(DatabaseUnusable, match="outro programa"):
        await Database.open(path)


async def test_a_newer_database_is_refused(tmp_path):
    path = tmp_path / "t.db"
    await (await Database.open(path)).close()
    with sqlite3.connect(path) as newer:
        newer.execute("update alembic_version set version_num = '9999'")
    with pytest.raises(DatabaseUnusable, match="mais nova"):
        await Database.open(path)


async def test_a_damaged_database_is_refused(tmp_path):
    path = tmp_path / "t.db"
    await (await Database.open(path)).close()
    for rest in path.parent.glob("t.db-*"):
        rest.unlink()
    damaged = bytearray(path.read_bytes())
    damaged[100:4000] = b"\xff" * 3900
    path.write_bytes(damaged)
    with pytest.raises(DatabaseUnusable, match="não pôde ser lido"):
        await Database.open(path)


async def test_a_missing_folder_and_a_folder_instead_of_a_file_are_told(tmp_path):
    with pytest.raises(DatabaseUnusable, match="não existe"):
        await Database.open(tmp_path / "no" / "t.db")
    with pytest.raises(DatabaseUnusable, match="é uma pasta"):
        await Database.open(tmp_path)


async def test_an_error_of_the_database_never_shows_its_parameters(tmp_path):
    database = await Database.open(tmp_path / "t.db")
    statement = sa.text("insert into nowhere values (:pack)")
    async with database.read() as work:
        with pytest.raises(sa.exc.OperationalError) as error:
            await work.matches.connection.execute(statement, {"pack": "7h2cKsJK"})
    await database.close()
    assert "7h2cKsJK" not in str(error.value)


async def test_a_commit_whose_task_is_cancelled_is_waited_for(tmp_path):
    database = await Database.open(tmp_path / "t.db")
    written = asyncio.Event()

    async def write() -> None:
        async with database.write() as work:
            await work.events.handle_once(1, at=1)
            written.set()

    writing = asyncio.create_task(write())
    await written.wait()
    writing.cancel()
    with pytest.raises(asyncio.CancelledError):
        await writing
    async with database.write() as work:
        with pytest.raises(AlreadyHandled):
            await work.events.handle_once(1, at=2)
    await database.close()


async def test_what_is_raised_inside_a_transaction_undoes_it(tmp_path):
    database = await Database.open(tmp_path / "t.db")

    async def fail() -> None:
        async with database.write() as work:
            await work.events.handle_once(1, at=1)  # not twice, if it is undone
            raise ZeroDivisionError

    for _ in range(2):
        with pytest.raises(ZeroDivisionError):
            await fail()
    await database.close()
