"""A connection of aiosqlite that goes to its thread only for what may have to wait.

aiosqlite runs every call in a thread: opening a cursor, executing, fetching and closing are four
trips there and back for one statement, each dearer than the statement. Within a transaction that
has its lock SQLite waits for nothing: only what takes the lock or syncs the disk does.
"""

import sqlite3
from pathlib import Path
from typing import Any

import aiosqlite

_ROWS_AT_A_TIME = 64
_MAY_WAIT = ("BEGIN IMMEDIATE", "COMMIT", "PRAGMA", "VACUUM", "CREATE", "ALTER", "DROP")


class InPlace(aiosqlite.Connection):
    """Runs in the caller's thread whatever waits for nothing, in the order of the calls."""

    def __init__(self, path: Path) -> None:
        def connect() -> sqlite3.Connection:
            return sqlite3.connect(path, check_same_thread=False)

        super().__init__(connect, _ROWS_AT_A_TIME)
        self._thread.daemon = True
        # Calls sent to the connection's thread, and done there: each is written by one thread.
        self._sent = 0
        self._done = 0

    async def _execute(self, fn: Any, *args: Any, **kwargs: Any) -> Any:
        if self._sent == self._done and self._connection is not None and not _may_wait(fn, args):
            return fn(*args, **kwargs)
        self._sent += 1

        def counted() -> Any:
            try:
                return fn(*args, **kwargs)
            finally:
                self._done += 1

        return await super()._execute(counted)  # type: ignore[no-untyped-call]


def _may_wait(fn: Any, args: tuple[Any, ...]) -> bool:
    if fn.__name__ in ("execute", "executemany"):
        return str(args[0]).lstrip().upper().startswith(_MAY_WAIT)
    return fn.__name__ not in ("cursor", "fetchone", "fetchmany", "fetchall", "close", "rollback")
