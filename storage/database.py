"""Opening the database: with ``storage.copies`` the one module that knows which database it is.

SQLite in WAL mode with ``synchronous=FULL``: a committed action survives a power cut.
"""

import asyncio
import contextlib
import sqlite3
import time
from collections.abc import AsyncIterator
from pathlib import Path

import sqlalchemy as sa
from alembic import command
from alembic.config import Config
from alembic.script import ScriptDirectory
from sqlalchemy.exc import DatabaseError, OperationalError
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

from storage.errors import DatabaseUnusable
from storage.in_place import Connection, Driver, InPlace
from storage.work import Work

MIGRATIONS = Path(__file__).parent / "migrations"
BUSY_TIMEOUT_MS = 10_000
BUSY_PAUSE_S = 0.02
"""How soon a lock that another process has is asked for again."""

SQLITE_HEADER = b"SQLite format 3\0"

_PATIENT = f"PRAGMA busy_timeout={BUSY_TIMEOUT_MS}"
_SETTINGS = (
    _PATIENT,
    "PRAGMA journal_mode=WAL",
    "PRAGMA synchronous=FULL",
    "PRAGMA foreign_keys=ON",
)


class Database:
    """An open database whose tables are those of this version.

    Open connections are kept here: fetching one from SQLAlchemy's pool cost more than a query.
    """

    def __init__(self, engine: AsyncEngine) -> None:
        self.engine = engine
        self._idle: list[Connection] = []
        self._writing = asyncio.Lock()  # within this process writers come in order, at no cost

    @classmethod
    async def open(cls, path: Path) -> "Database":
        """Open the file, or make it where there is none, and bring its tables up to date.

        Raises DatabaseUnusable, and then the file is as it was.
        """
        check_file(path)
        engine: AsyncEngine = create_async_engine(
            "sqlite+aiosqlite://",
            creator=lambda: InPlace.connect(engine.dialect.dbapi, Driver(path)),
            poolclass=sa.NullPool,
            hide_parameters=True,  # they are packs and hands, and an error's text reaches the log
        )
        sa.event.listen(engine.sync_engine, "connect", _on_connect)
        database = cls(engine)
        try:
            async with database._transaction() as connection:
                await connection.whole.run_sync(_migrate, path)
        except DatabaseError as error:
            await database.close()
            raise DatabaseUnusable(
                f"O banco de dados {path} não pôde ser lido ({error.orig}). "
                "Restaure uma cópia ou aponte DATABASE para outro arquivo."
            ) from error
        except DatabaseUnusable:
            await database.close()
            raise
        return database

    async def close(self) -> None:
        """Close the connections that are not in use."""
        while self._idle:
            await self._idle.pop().whole.close()

    @contextlib.asynccontextmanager
    async def write(self) -> AsyncIterator[Work]:
        """One transaction, the only writer while it lasts; all of it happens or nothing."""
        async with self._transaction() as connection:
            yield Work.on(connection)

    @contextlib.asynccontextmanager
    async def read(self) -> AsyncIterator[Work]:
        """A consistent view of the data that keeps no writer waiting."""
        async with self._connected() as connection:
            connection.plain.exec_driver_sql("BEGIN")
            yield Work.on(connection)

    @contextlib.asynccontextmanager
    async def _transaction(self) -> AsyncIterator[Connection]:
        async with self._writing, self._connected() as connection:
            await _take_lock(connection.plain)
            yield connection
            await connection.commit()

    @contextlib.asynccontextmanager
    async def _connected(self) -> AsyncIterator[Connection]:
        connection = self._idle.pop() if self._idle else Connection(await self.engine.connect())
        try:
            yield connection
        finally:
            self._idle.append(connection)
            connection.undo()


def check_file(path: Path) -> None:
    """Raise DatabaseUnusable where no database of ours is or can be made at this path."""
    if not path.parent.is_dir():
        raise DatabaseUnusable(
            f"A pasta {path.parent} não existe. Crie-a ou aponte DATABASE para outro lugar."
        )
    if path.is_dir():
        raise DatabaseUnusable(f"{path} é uma pasta. DATABASE deve apontar para um arquivo.")
    try:
        head = b""
        if path.exists():
            with path.open("rb") as file:
                head = file.read(len(SQLITE_HEADER))
    except OSError as error:
        raise DatabaseUnusable(
            f"O banco de dados {path} não pôde ser aberto ({error.strerror}). "
            "Verifique as permissões do arquivo."
        ) from error
    if head and head != SQLITE_HEADER:
        raise DatabaseUnusable(
            f"{path} não é um banco de dados SQLite. Aponte DATABASE para o arquivo certo; "
            "este fica como está."
        )


def _on_connect(connection: InPlace, _record: object) -> None:
    connection.run_async(_set_up)


async def _set_up(driver: Driver) -> None:
    for statement in _SETTINGS:
        # Closed at once: no commit is possible while a statement is not read to its end.
        async with driver.execute(statement):
            pass


async def _take_lock(connection: sa.Connection) -> None:
    """Begin as the only writer, of this process and all others, once they are done."""
    until = time.monotonic() + BUSY_TIMEOUT_MS / 1000
    cursor = connection.connection.cursor()
    while True:
        cursor.execute("PRAGMA busy_timeout=0")
        try:
            connection.exec_driver_sql("BEGIN IMMEDIATE")
        except OperationalError as error:
            busy = getattr(error.orig, "sqlite_errorcode", 0) & 0xFF == sqlite3.SQLITE_BUSY
            if not busy or time.monotonic() > until:
                raise
        else:
            return
        finally:
            cursor.execute(_PATIENT)
        await asyncio.sleep(BUSY_PAUSE_S)


def _migrate(connection: sa.Connection, path: Path) -> None:
    tables = set(sa.inspect(connection).get_table_names())
    stored: set[str] = set()
    if "alembic_version" in tables:
        stored = set(
            connection.execute(sa.text("SELECT version_num FROM alembic_version")).scalars()
        )
    refuse_strangers(path, tables, stored)
    config = _config()
    config.attributes["connection"] = connection
    command.upgrade(config, "head")


def refuse_strangers(path: Path, tables: set[str], stored: set[str]) -> None:
    """Raise DatabaseUnusable for another program's tables, and for revisions unknown here."""
    known = {each.revision for each in ScriptDirectory.from_config(_config()).walk_revisions()}
    if not stored <= known:
        raise DatabaseUnusable(
            f"O banco de dados {path} é de uma versão mais nova deste programa. "
            "Atualize o programa ou restaure uma cópia antiga do banco."
        )
    if tables and "alembic_version" not in tables:
        raise DatabaseUnusable(
            f"{path} é um banco de dados de outro programa. Aponte DATABASE para outro arquivo; "
            "este fica como está."
        )


def head_revision() -> str | None:
    """The revision that a database of this version has."""
    return ScriptDirectory.from_config(_config()).get_current_head()


def _config() -> Config:
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    return config
