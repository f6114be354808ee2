"""Stopping: SIGTERM, which Docker and systemd send, closes everything in order."""

import asyncio
import os
import signal
import sys
from pathlib import Path

import pytest

from bot.run import STOP_WITHIN_S

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

async def hang(self):
    await closing(self)
    print("hangs", flush=True)
    await asyncio.Event().wait()

BuracoBot.serve = serve
BuracoBot.close = hang if "hang" in sys.argv else close
settings = Settings(database=Path(sys.argv[1]), health_port=None)
sys.exit(0 if run(settings, "token", stop_within_s=float(sys.argv[2])) is None else 3)
"""

pytestmark = pytest.mark.skipif(os.name != "posix", reason="signals of POSIX")


async def started(*arguments):
    child = await asyncio.create_subprocess_exec(
        sys.executable,
        *("-W", "ignore", "-c", PROGRAM, *map(str, arguments)),
        cwd=Path(__file__).parents[2],
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
    )
    assert await child.stdout.readline() == b"up\n"
    return child


@pytest.mark.parametrize("name", ["SIGTERM", "SIGINT"])
async def test_a_signal_stops_cleanly(tmp_path, name):
    child = await started(tmp_path / "t.db", 300)
    child.send_signal(getattr(signal, name))
    assert await child.communicate() == (b"closed\n", b"")
    assert child.returncode == 0


async def test_a_stop_that_takes_too_long_ends_all_the_same_and_says_so(tmp_path):
    child = await started(tmp_path / "t.db", 0.01, "hang")
    child.send_signal(signal.SIGTERM)
    out, err = await child.communicate()
    assert b"closed" not in out
    assert b"the stop takes too long" in err
    assert child.returncode == 1


async def test_a_second_signal_does_not_wait(tmp_path):
    child = await started(tmp_path / "t.db", 300, "hang")
    child.send_signal(signal.SIGTERM)
    assert await child.stdout.readline() == b"hangs\n"
    child.send_signal(signal.SIGTERM)
    await child.communicate()
    assert child.returncode == -signal.SIGTERM


def test_a_stop_is_over_before_docker_kills():
    assert STOP_WITHIN_S < 10
