"""Pictures already drawn, by what they show: the same view is never drawn twice."""

import collections
import threading
from collections.abc import Callable, Hashable
from typing import Final

from rendering.png import Picture

MOST_BYTES: Final = 24 << 20
"""Of all kept pictures together, some three hundred."""


class KeptPictures:
    """The pictures last asked for, up to so many bytes; drawn and asked for in any thread.

    Two threads that ask for a new one at the same time both draw it, and get equal ones.
    """

    def __init__(self, most_bytes: int = MOST_BYTES) -> None:
        self._most = most_bytes
        self._bytes = 0
        self._lock = threading.Lock()
        self._pictures: collections.OrderedDict[Hashable, Picture] = collections.OrderedDict()

    def get(self, key: Hashable, draw: Callable[[], Picture]) -> Picture:
        """The picture of this key, which says everything that the picture shows."""
        with self._lock:
            picture = self._pictures.get(key)
            if picture is not None:
                self._pictures.move_to_end(key)
                return picture
        picture = draw()
        with self._lock:
            if key not in self._pictures:
                self._pictures[key] = picture
                self._bytes += len(picture.png)
            while self._bytes > self._most and len(self._pictures) > 1:
                _, old = self._pictures.popitem(last=False)
                self._bytes -= len(old.png)
        return picture

    def clear(self) -> None:
        """Forget all."""
        with self._lock:
            self._pictures.clear()
            self._bytes = 0


KEPT: Final = KeptPictures()
"""Of this process; a bound of memory, and nothing that a result depends on."""
