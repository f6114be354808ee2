"""Stopping: SIGTERM, which Docker and systemd send, closes everything in order."""

import asyncio
import os
import signal
import sys
from pathlib import Path

import pytest

PROGRAM = """
import asyncio, sys
from pathlib import Path
from bot.client import BuracoBot
from bot.config import Settings
from bot.run import run

async def serve(self, token):
    print("up", flush=True)
    await asyncio.Event().wait()

closing = BuracoBot.close
async def close(self):
    await closing(self)
    print("closed", flush=True)

BuracoBot.serve, BuracoBot.close = serve, close
sys.exit(0 if run(Settings(database=Path(sys.argv[1])), "token") is None else 1)
"""


@pytest.mark.skipif(os.name != "posix", reason="signals of POSIX")
@pytest.mark.parametrize("name", ["SIGTERM", "SIGINT"])
async def test_a_signal_stops_cleanly(tmp_path, name):
    child = await asyncio.create_subprocess_exec(
        sys.executable,
        *("-W", "ignore", "-c", PROGRAM, str(tmp_path / "t.db")),
        cwd=Path(__file__).parents[2],
        stdout=asyncio.subprocess.PIPE,
    )
    assert await child.stdout.readline() == b"up\n"
    child.send_signal(getattr(signal, name))
    assert await child.stdout.read() == b"closed\n"
    assert await child.wait() == 0
