"""The bot in a process of its own, over the wire: it can be killed, asked to stop, and run anew.

A fork server has imported all that the bot needs, so that a start costs tenths of a second.
"""

import asyncio
import logging
import multiprocessing
from multiprocessing.context import ForkServerProcess
from pathlib import Path

from bot.app import Setup
from bot.config import Settings
from bot.run import run
from bot.watchdog import Watchdog
from demo.limits import Limits
from demo.session import built, seeded
from demo.wire import point_discord_at

_CONTEXT = multiprocessing.get_context("forkserver")
_CONTEXT.set_forkserver_preload(
    [__name__, "cogs.play", "cogs.lobby", "cogs.seats", "cogs.info", "cogs.admin", "cogs.typed"]
)


class BotProcess:
    """One process after the other on the same database, all logged in at one stand-in."""

    def __init__(self, base: str, token: str, database: Path, *, seed: int) -> None:
        self._arguments = (base, token, database)
        self._seed = seed
        self._starts = 0
        self.process: ForkServerProcess | None = None

    def start(self) -> None:
        """Start the bot with quick robots; each start shuffles from a seed of its own."""
        self._starts += 1
        self._begin(_serve, self._seed * 1000 + self._starts)

    def start_as_command(self) -> None:
        """Start it as ``python -m bot run`` does, signal handlers included."""
        self._begin(_run)

    def _begin(self, target: object, *more: object) -> None:
        assert callable(target)
        self.process = _CONTEXT.Process(target=target, args=(*self._arguments, *more), daemon=True)
        self.process.start()

    @property
    def runs(self) -> bool:
        """Whether it has neither ended nor been killed."""
        return self.process is not None and self.process.is_alive()

    def kill(self) -> None:
        """Kill it at once (SIGKILL)."""
        if self.process is not None:
            self.process.kill()
            self.process.join()

    async def stopped(self, within_s: float) -> int | None:
        """Ask it to stop (SIGTERM); its exit status, or None where it still runs then."""
        assert self.process is not None, "it was started"
        self.process.terminate()
        await asyncio.to_thread(self.process.join, within_s)
        return self.process.exitcode


async def _at_once(_seconds: float) -> None:
    await asyncio.sleep(0)


def _serve(base: str, token: str, database: Path, seed: int) -> None:
    logging.basicConfig(level=logging.ERROR)
    point_discord_at(base)
    setup = seeded(Setup(database=database, sleep=_at_once, emojis=False, warm_up=False), seed)

    unlimited = Limits(enabled=False)
    asyncio.run(Watchdog(build=lambda: built(setup, unlimited)).serve(token))


def _run(base: str, token: str, database: Path) -> None:
    point_discord_at(base)
    settings = Settings(_env_file=None, database=database, log_level="ERROR")
    problem = run(settings, token)
    raise SystemExit(problem)
