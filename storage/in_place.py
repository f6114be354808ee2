"""Statements in the caller's thread, on the connection that aiosqlite holds.

aiosqlite sends every call to its thread: a cursor, a statement, its rows and their end are four
trips there and back, each dearer than the statement. Within a transaction that has its lock SQLite
waits for nothing: opening, committing and closing are what is left to that thread.
"""

import asyncio
import sqlite3
from pathlib import Path
from typing import Any, cast

import aiosqlite
import sqlalchemy as sa
from sqlalchemy.dialects.sqlite.aiosqlite import AsyncAdapt_aiosqlite_connection
from sqlalchemy.ext.asyncio import AsyncConnection
from sqlalchemy.util import await_only

_ROWS_AT_A_TIME = 64


class Driver(aiosqlite.Connection):
    """aiosqlite's connection, of which sqlite3's own may be used too.

    ``_thread`` and ``_conn`` are names of aiosqlite's own: its version is pinned.
    """

    def __init__(self, path: Path) -> None:
        def connect() -> sqlite3.Connection:
            # Transactions begin where they are begun here.
            return sqlite3.connect(path, check_same_thread=False, isolation_level=None)

        super().__init__(connect, _ROWS_AT_A_TIME)
        self._thread.daemon = True

    @property
    def plain(self) -> sqlite3.Connection:
        """What does without the thread."""
        return self._conn


class InPlace(AsyncAdapt_aiosqlite_connection):
    """What SQLAlchemy takes for the connection: aiosqlite's, but with cursors of sqlite3's own.

    A statement then needs no greenlet to wait in. SQLAlchemy's version is pinned, too.
    """

    __slots__ = ()

    @classmethod
    def connect(cls, dbapi: Any, driver: Driver) -> "InPlace":
        """Open the file, in the thread."""
        return cls(dbapi, await_only(driver))  # type: ignore[arg-type]

    def cursor(self, server_side: bool = False) -> Any:  # noqa: ARG002, FBT001, FBT002
        """A cursor whose statements and rows are waited for where they are asked for."""
        return self.driver_connection.plain.cursor()

    def rollback(self) -> None:
        """Undo what is not committed, if there is something."""
        self.driver_connection.plain.rollback()


class Connection:
    """SQLAlchemy's connection as the collections see it: awaited, whichever database it is."""

    def __init__(self, connection: AsyncConnection) -> None:
        self.whole = connection
        self.plain = cast(sa.Connection, connection.sync_connection)

    async def execute(
        self, statement: sa.Executable, parameters: Any = None
    ) -> sa.CursorResult[Any]:
        """Run a statement, once for each of several parameters."""
        return cast(sa.CursorResult[Any], self.plain.execute(statement, parameters))

    async def scalar(self, statement: sa.Executable, parameters: Any = None) -> Any:
        """The first column of the first row, or None."""
        return self.plain.scalar(statement, parameters)

    async def scalars(
        self, statement: sa.Executable, parameters: Any = None
    ) -> sa.ScalarResult[Any]:
        """The first column of each row."""
        return self.plain.scalars(statement, parameters)

    def undo(self) -> None:
        """End the transaction, without what has not been committed."""
        self.plain.rollback()
        self.plain.connection.rollback()  # a failed commit has ended it for SQLAlchemy alone

    async def commit(self) -> None:
        """Commit in the connection's thread; a cancelled task waits for the end of it."""
        committing = asyncio.ensure_future(self.whole.commit())
        cancelled: asyncio.CancelledError | None = None
        while not committing.done():
            try:
                await asyncio.wait([committing])
            except asyncio.CancelledError as error:
                cancelled = error
        committing.result()
        if cancelled is not None:
            raise cancelled
