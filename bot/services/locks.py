"""One lock a match, alive only while somebody holds or awaits it.

Safety does not rest on it: ``Events.append`` refuses a second writer, in this process or another.
The lock merely spares the loser of a race within this process a needless retry.
"""

import asyncio
import weakref


class Locks:
    """The locks of the matches in use."""

    def __init__(self) -> None:
        self._locks: weakref.WeakValueDictionary[int, asyncio.Lock] = weakref.WeakValueDictionary()

    def of(self, match_id: int) -> asyncio.Lock:
        """The match's lock; the same object for whoever asks while it is in use."""
        return self._locks.setdefault(match_id, asyncio.Lock())
