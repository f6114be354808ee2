"""The database file looked at and copied while the bot works on it, without keeping it waiting.

Beside ``storage.database`` the one module that knows which database it is: in WAL mode a reader
sees one moment and holds up no writer.
"""

import contextlib
import dataclasses
import os
import shutil
import sqlite3
import tempfile
from collections.abc import Iterator
from pathlib import Path

from storage.database import check_file, head_revision, refuse_strangers
from storage.errors import DatabaseUnusable


@dataclasses.dataclass(frozen=True, slots=True)
class Found:
    """What a sound database file holds.

    ``size`` is in bytes; ``current`` says whether its tables are those of this version, or will be
    migrated at the next start.
    """

    size: int
    matches: int
    current: bool


def look_at(path: Path) -> Found:
    """Read the file through, changing nothing. Raises DatabaseUnusable, for a damaged one too."""
    check_file(path)
    try:
        with _reading(path) as connection:
            return _look(connection, path)
    except sqlite3.Error as error:
        raise _damaged(path, str(error)) from error


def copy_database(source: Path, target: Path) -> Found:
    """Copy one moment of the database to a new file, which is looked through before it is there.

    Raises DatabaseUnusable, and then there is no new file.
    """
    if not source.exists():
        raise DatabaseUnusable(f"O banco de dados {source} não existe: não há o que copiar.")
    look_at(source)
    _refuse_existing(target)
    try:
        # In a folder of its own, so that whatever SQLite puts beside the copy goes with it.
        with tempfile.TemporaryDirectory(dir=target.parent, prefix=f".{target.name}.") as folder:
            copy = Path(folder) / target.name
            _copy(source, copy)
            found = look_at(copy)
            shutil.copymode(source, copy)
            _to_disk(copy)
            _refuse_existing(target)
            copy.rename(target)
            _to_disk(target.parent)
    except (OSError, sqlite3.Error) as error:
        raise DatabaseUnusable(f"A cópia não pôde ser gravada em {target} ({error}).") from error
    return found


@contextlib.contextmanager
def _reading(path: Path) -> Iterator[sqlite3.Connection]:
    address = f"{path.resolve().as_uri()}?mode=ro"
    with contextlib.closing(sqlite3.connect(address, uri=True, isolation_level=None)) as connection:
        yield connection


def _look(connection: sqlite3.Connection, path: Path) -> Found:
    tables = {
        name
        for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")
    }
    stored: set[str] = set()
    if "alembic_version" in tables:
        stored = {number for (number,) in connection.execute("SELECT * FROM alembic_version")}
    refuse_strangers(path, tables, stored)
    (matches,) = (
        connection.execute("SELECT count(*) FROM matches").fetchone()
        if "matches" in tables
        else (0,)
    )
    (first,) = connection.execute("PRAGMA quick_check(1)").fetchone()
    if first != "ok":
        raise _damaged(path, first)
    return Found(
        size=path.stat().st_size,
        matches=matches,
        current=stored == {head_revision()},
    )


def _damaged(path: Path, reason: str) -> DatabaseUnusable:
    return DatabaseUnusable(
        f"O banco de dados {path} não pôde ser lido ({reason}). "
        "Restaure uma cópia ou aponte DATABASE para outro arquivo."
    )


def _copy(source: Path, copy: Path) -> None:
    with _reading(source) as reader, contextlib.closing(sqlite3.connect(copy)) as writer:
        reader.backup(writer)  # all pages in one step: one moment, however much is written
        writer.execute("PRAGMA journal_mode=DELETE")  # one file, nothing beside it


def _refuse_existing(target: Path) -> None:
    if target.exists():
        raise DatabaseUnusable(f"{target} já existe e fica como está. Dê outro nome à cópia.")
    if not target.parent.is_dir():
        raise DatabaseUnusable(f"A pasta {target.parent} não existe. Crie-a ou escolha outra.")


def _to_disk(path: Path) -> None:
    if path.is_dir() and os.name != "posix":  # Windows opens no folders
        return
    descriptor = os.open(path, os.O_RDONLY if path.is_dir() else os.O_RDWR)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
