"""The bot under load, in a process of its own that tells where its time goes."""

import asyncio
import json
import multiprocessing
import os
from pathlib import Path

from bot.app import Setup
from bot.watchdog import Watchdog
from demo.session import built
from demo.wire import point_discord_at
from demo.world import World
from tests.load.sampler import Sampler

_CONTEXT = multiprocessing.get_context("spawn")


class Bot:
    """The bot in a process of its own, with a sampler."""

    def __init__(self, world: World, database: Path, folder: Path) -> None:
        self._arguments = (world.base, world.token, database, folder / "samples.json")
        self.samples = folder / "samples.json"
        self.process = _CONTEXT.Process(target=_serve, args=self._arguments, daemon=True)
        self.process.start()

    def cpu_s(self) -> float:
        """CPU seconds so far, of all threads."""
        fields = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def memory_kib(self) -> int:
        """What the process holds in memory."""
        lines = Path(f"/proc/{self.process.pid}/status").read_text().splitlines()
        return next(int(line.split()[1]) for line in lines if line.startswith("VmRSS"))

    def sampled(self) -> dict[str, dict[str, int]]:
        """CPU microseconds by room and by thread so far."""
        figures: dict[str, dict[str, int]] = json.loads(self.samples.read_text())
        return figures

    def kill(self) -> None:
        """End it."""
        self.process.kill()
        self.process.join()


def _serve(base: str, token: str, database: Path, samples: Path) -> None:
    point_discord_at(base)
    Sampler(samples).start()
    setup = Setup(database=database, emojis=False)
    asyncio.run(Watchdog(build=lambda: built(setup)).serve(token))
