"""Faults to order: what the real Discord does on bad days."""

import dataclasses
import re
from typing import Any


@dataclasses.dataclass(slots=True)
class Fault:
    """What happens to requests whose ``METHOD /path`` matches, so many times.

    With a ``status`` they are answered so, before the request has had any effect or ``after`` it;
    ``drop`` cuts the connection instead; ``seconds`` is how long the answer is held back (with
    neither, that alone). ``scope`` makes a 429 "global" or one of the "shared" bucket.
    """

    pattern: str
    status: int | None = None
    code: int = 0
    times: int | None = 1
    after: bool = False
    drop: bool = False
    seconds: float = 0.0
    retry_after: float = 0.05
    scope: str = "user"
    seen: int = 0

    def matches(self, method: str, path: str) -> bool:
        """Whether this request is meant; counts it."""
        if self.times == 0 or not re.search(self.pattern, f"{method} {path}"):
            return False
        self.seen += 1
        if self.times is not None:
            self.times -= 1
        return True

    def body(self) -> dict[str, Any]:
        """The answer's JSON."""
        if self.status == 429:
            return {
                "message": "You are being rate limited.",
                "code": self.code,
                "retry_after": self.retry_after,
                "global": self.scope == "global",
            }
        return {"message": f"{self.status}: as ordered", "code": self.code}


class Faults:
    """The faults that are ordered at present."""

    def __init__(self) -> None:
        self._ordered: list[Fault] = []

    def order(self, fault: Fault) -> Fault:
        """Have it happen to the next requests that match."""
        self._ordered.append(fault)
        return fault

    def clear(self) -> None:
        """Everything works again."""
        self._ordered.clear()

    def of(self, method: str, path: str) -> Fault | None:
        """The fault that happens to this request, if any."""
        return next((one for one in self._ordered if one.matches(method, path)), None)
