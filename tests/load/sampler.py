"""Where a process's CPU time goes: by thread, and in the main thread by room of the house."""

import collections
import json
import signal
import threading
import time
from pathlib import Path
from types import FrameType

EVERY_S = 0.002
"""CPU time between two samples."""

_WRITE_EVERY_S = 1.0
_ROOMS = {
    "game": "rules",
    "robots": "rules",
    "storage": "storage",
    "sqlalchemy": "storage",
    "aiosqlite": "storage",
    "rendering": "pictures",
    "PIL": "pictures",
    "texts": "texts",
    "discord": "discord.py",
    "aiohttp": "discord.py",
    "yarl": "discord.py",
    "multidict": "discord.py",
    "bot": "bot and cogs",
    "cogs": "bot and cogs",
}


class Sampler:
    """Looks now and then at what the main thread does, weighed by the CPU time it used since."""

    def __init__(self, out: Path) -> None:
        self.out = out
        self.rooms: collections.Counter[str] = collections.Counter()
        self.lines: collections.Counter[str] = collections.Counter()
        self._used = time.thread_time_ns()
        self._written = time.monotonic()
        self._sampling = False

    def start(self) -> None:
        """Sample from now on; to be called in the main thread."""
        signal.signal(signal.SIGPROF, self._sample)
        signal.setitimer(signal.ITIMER_PROF, EVERY_S, EVERY_S)

    def _sample(self, _signal: int, frame: FrameType | None) -> None:
        if self._sampling:  # the signal came while the one before was looked at
            return
        self._sampling = True
        now = time.thread_time_ns()
        room, line = _place(frame)
        self.rooms[room] += (now - self._used) // 1000
        self.lines[line] += (now - self._used) // 1000
        self._used = now
        if time.monotonic() - self._written > _WRITE_EVERY_S:
            self._written = time.monotonic()
            self._write()
        self._sampling = False

    def _write(self) -> None:
        threads: collections.Counter[str] = collections.Counter()
        for thread in threading.enumerate():
            if thread is threading.main_thread() or thread.ident is None:
                continue
            clock = time.pthread_getcpuclockid(thread.ident)
            kind = "pictures" if thread.name.startswith("drawing") else "storage"
            threads[kind] += int(time.clock_gettime(clock) * 1e6)
        figures = {
            "main": dict(self.rooms),
            "threads": dict(threads),
            "lines": dict(self.lines.most_common(80)),
        }
        temporary = self.out.with_suffix(".tmp")
        temporary.write_text(json.dumps(figures))
        temporary.rename(self.out)


def _place(frame: FrameType | None) -> tuple[str, str]:
    """The innermost room that is at work, and its function."""
    innermost = "" if frame is None else f"{frame.f_globals.get('__name__')}.{frame.f_code.co_name}"
    while frame is not None:
        name = str(frame.f_globals.get("__name__", ""))
        room = _ROOMS.get(name.partition(".")[0])
        if room is not None:
            return room, f"{name}.{frame.f_code.co_name}"
        frame = frame.f_back
    return "event loop and the rest", innermost
