"""Discord's rate limits: by bucket and for everything, with the headers that tell of them.

https://discord.com/developers/docs/topics/rate-limits
"""

import dataclasses
import hashlib
import re
import time
from collections.abc import Callable
from typing import Final

GLOBAL_A_SECOND: Final = 50
_USUAL: Final = (10, 10.0)
_BUCKETS: Final = {
    "POST /channels/{channel}/messages": (5, 5.0),
    "PATCH /channels/{channel}/messages/{message}": (5, 5.0),
    "DELETE /channels/{channel}/messages/{message}": (5, 1.0),
    "POST /webhooks/{application}/{token}": (5, 2.0),
    "PATCH /webhooks/{application}/{token}/messages/{message}": (5, 2.0),
    "DELETE /webhooks/{application}/{token}/messages/{message}": (5, 2.0),
    "POST /users/@me/channels": (50, 5.0),
    "POST /applications/{application}/emojis": (60, 10.0),
}
"""How many requests in how many seconds; Discord tells only in headers, and changes them."""

_NO_BUCKET: Final = frozenset({"POST /interactions/{interaction}/{token}/callback"})
_NOT_GLOBAL: Final = re.compile("/(interactions|webhooks)/[^/]+/[^/]+")


@dataclasses.dataclass(slots=True)
class _Window:
    ends: float
    used: int = 0


@dataclasses.dataclass(frozen=True, slots=True)
class Refusal:
    """A request too many: seconds to wait, and whether for everything."""

    seconds: float
    is_global: bool


class Limits:
    """Counts the requests of one application in windows of time."""

    def __init__(
        self,
        *,
        enabled: bool = True,
        global_a_second: int = GLOBAL_A_SECOND,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.enabled = enabled
        self.global_a_second = global_a_second
        self._clock = clock
        self._windows: dict[tuple[str, str], _Window] = {}
        self._all = _Window(0.0)

    def take(self, route: str, major: str) -> tuple[dict[str, str], Refusal | None]:
        """Count one request; returns the headers of its answer, and a refusal where it is one.

        ``route`` is the method and the pattern of the path, ``major`` the channel or token.
        """
        if not self.enabled or route in _NO_BUCKET:
            return {}, None
        now = self._clock()
        path = route.partition(" ")[2]
        if not _NOT_GLOBAL.match(path):
            if now >= self._all.ends:
                self._all = _Window(now + 1.0)
            self._all.used += 1
            if self._all.used > self.global_a_second:
                return {"X-RateLimit-Global": "true"}, Refusal(self._all.ends - now, True)
        most, seconds = _BUCKETS.get(route, _USUAL)
        window = self._windows.get((route, major))
        if window is None or now >= window.ends:
            self._forget(now)
            window = self._windows[route, major] = _Window(now + seconds)
        window.used += 1
        left = max(0, most - window.used)
        headers = {
            "X-RateLimit-Limit": str(most),
            "X-RateLimit-Remaining": str(left),
            "X-RateLimit-Reset": f"{time.time() + window.ends - now:.3f}",
            "X-RateLimit-Reset-After": f"{window.ends - now:.3f}",
            "X-RateLimit-Bucket": hashlib.md5(route.encode(), usedforsecurity=False).hexdigest(),
        }
        if window.used > most:
            return headers, Refusal(window.ends - now, False)
        return headers, None

    def _forget(self, now: float) -> None:
        if len(self._windows) > 5000:
            self._windows = {k: one for k, one in self._windows.items() if one.ends > now}
