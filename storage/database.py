"""Opening the database: with ``storage.copies`` the one module that knows which database it is.

SQLite in WAL mode with ``synchronous=FULL``: a committed action survives a power cut.
"""

import contextlib
import functools
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import sqlalchemy as sa
from alembic import command
from alembic.config import Config
from alembic.script import ScriptDirectory
from sqlalchemy.exc import DatabaseError
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

from storage.errors import DatabaseUnusable
from storage.in_place import InPlace
from storage.work import Work

MIGRATIONS = Path(__file__).parent / "migrations"
BUSY_TIMEOUT_MS = 10_000
SQLITE_HEADER = b"SQLite format 3\0"


class Database:
    """An open database whose tables are those of this version."""

    def __init__(self, engine: AsyncEngine) -> None:
        self.engine = engine

    @classmethod
    async def open(cls, path: Path) -> "Database":
        """Open the file, or make it where there is none, and bring its tables up to date.

        Raises DatabaseUnusable, and then the file is as it was.
        """
        check_file(path)
        # Parameters are packs and hands, and an error's text reaches the log.
        engine = create_async_engine(
            f"sqlite+aiosqlite:///{path}",
            hide_parameters=True,
            async_creator=functools.partial(InPlace, path),
        )
        sa.event.listen(engine.sync_engine, "connect", _on_connect)
        sa.event.listen(engine.sync_engine, "begin", _on_begin)
        try:
            async with engine.begin() as connection:
                await connection.run_sync(_migrate, path)
        except DatabaseError as error:
            await engine.dispose()
            raise DatabaseUnusable(
                f"O banco de dados {path} não pôde ser lido ({error.orig}). "
                "Restaure uma cópia ou aponte DATABASE para outro arquivo."
            ) from error
        except DatabaseUnusable:
            await engine.dispose()
            raise
        return cls(engine)

    async def close(self) -> None:
        """Close every connection."""
        await self.engine.dispose()

    @contextlib.asynccontextmanager
    async def write(self) -> AsyncIterator[Work]:
        """One transaction, the only writer while it lasts; all of it happens or nothing."""
        async with self.engine.begin() as connection:
            yield Work.on(connection)

    @contextlib.asynccontextmanager
    async def read(self) -> AsyncIterator[Work]:
        """A consistent view of the data that keeps no writer waiting."""
        async with self.engine.connect() as connection:
            await connection.execution_options(reads_only=True)
            yield Work.on(connection)


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


def _on_connect(connection: Any, _record: object) -> None:
    connection.isolation_level = None  # transactions begin where SQLAlchemy begins them
    cursor = connection.cursor()
    cursor.execute("PRAGMA journal_mode=WAL")
    cursor.execute("PRAGMA synchronous=FULL")
    cursor.execute("PRAGMA foreign_keys=ON")
    cursor.execute(f"PRAGMA busy_timeout={BUSY_TIMEOUT_MS}")
    cursor.close()


def _on_begin(connection: sa.Connection) -> None:
    reads_only = connection.get_execution_options().get("reads_only", False)
    connection.exec_driver_sql("BEGIN" if reads_only else "BEGIN IMMEDIATE")


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
