"""The health endpoint on a real socket, and the command that asks it."""

import asyncio
import json
import subprocess
import sys
import time
import tomllib
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from bot import VERSION
from bot.__main__ import main
from bot.app import Setup
from bot.client import BuracoBot
from bot.health import ask
from bot.health_server import CannotListen, Health, health_endpoint
from tests.support.discord_table import running, sit_down
from tests.support.tables import FakeTime, opened, started

ROOT = Path(__file__).parents[2]


@asynccontextmanager
async def answering(bot, **options):
    """The endpoint of a bot; gives a way to ask it from outside."""
    async with health_endpoint(Health(bot=lambda: bot, **options), 0) as port:

        async def look():
            well, text = await asyncio.to_thread(ask, port)
            return well, json.loads(text)

        yield look


@asynccontextmanager
async def opened_bot(path):
    bot = BuracoBot(Setup(database=path))
    async with bot:
        await bot.open()
        yield bot


async def test_a_bot_that_is_well_says_what_it_is_at(tmp_path):
    path = tmp_path / "t.db"
    async with opened(path, FakeTime()) as app:
        await started(app)
    async with opened_bot(path) as bot, answering(bot) as look:
        well, said = await look()
    assert well
    assert said["status"] == "ok"
    assert said["version"] == VERSION
    assert said["open_tables"] == 1
    assert said["queues"] == {"a robot's turn": 0}
    assert said["latency"] is None  # nothing was heard yet, and JSON knows no infinity
    assert said["uptime"] >= 0
    assert said["heartbeat_age"] >= 0


async def test_a_gateway_that_is_silent_too_long_is_unhealthy(tmp_path):
    async with opened_bot(tmp_path / "t.db") as bot, answering(bot) as look:
        bot._heard_at = time.perf_counter() - 121
        assert (await look())[1]["status"] == "gateway"
        bot._heard_at = time.perf_counter() - 60
        assert (await look())[0]
    assert not (await _closed_look(bot))[0]


async def _closed_look(bot):
    async with answering(bot) as look:
        well, said = await look()
    assert said["status"] == "starting"
    return well, said


async def test_a_database_that_cannot_be_read_is_unhealthy(tmp_path, monkeypatch):
    async with opened_bot(tmp_path / "t.db") as bot, answering(bot) as look:

        def broken():
            raise OSError("disk on fire")

        monkeypatch.setattr(bot.app.database, "read", broken)
        well, said = await look()
    assert (well, said["status"], said["open_tables"]) == (False, "database", None)


async def test_before_any_client_is_open_it_is_starting():
    async with answering(None) as look:
        well, said = await look()
    assert (well, said["status"]) == (False, "starting")


async def test_every_queue_of_the_running_bot_is_counted(tmp_path):
    async with running(tmp_path / "t.db") as server:
        await sit_down(server, ["Ana", "Bia"])
        said = await Health(bot=lambda: server.bot).report()
    assert {"a robot's turn", "the board", "calling", "the lobby message"} <= said["queues"].keys()
    assert said["open_tables"] == 1


async def test_a_port_that_is_taken_is_told(tmp_path):
    async with health_endpoint(Health(bot=lambda: None), 0) as port:
        with pytest.raises(CannotListen, match="HEALTH_PORT"):
            async with health_endpoint(Health(bot=lambda: None), port):
                pass


async def test_only_this_machine_is_answered():
    async with health_endpoint(Health(bot=lambda: None), 0) as port:
        with pytest.raises(OSError):  # noqa: PT011 - refused, or no such address
            await asyncio.open_connection("127.0.0.2", port)


@pytest.fixture
def settings(monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("HEALTH_PORT", raising=False)
    return monkeypatch.setenv


async def test_the_command_says_how_it_is_and_its_status_is_what_docker_looks_at(
    settings, tmp_path, capsys
):
    async with opened_bot(tmp_path / "t.db") as bot:
        async with health_endpoint(Health(bot=lambda: bot), 0) as port:
            settings("HEALTH_PORT", str(port))
            assert await asyncio.to_thread(main, ["health"]) == 0
            assert json.loads(capsys.readouterr().out)["status"] == "ok"
            bot._heard_at = time.perf_counter() - 1000
            assert await asyncio.to_thread(main, ["health"]) == 1
            assert json.loads(capsys.readouterr().out)["status"] == "gateway"
        assert await asyncio.to_thread(main, ["health"]) == 1
        assert "não responde" in capsys.readouterr().out


def test_without_a_port_the_command_says_which_setting_it_needs(settings, capsys):
    assert main(["health"]) == 1
    assert "HEALTH_PORT" in capsys.readouterr().out


def test_the_command_loads_neither_discord_nor_the_database():
    program = (
        "import sys; from bot.__main__ import main; main(['health']);"
        "print([name for name in ('discord', 'sqlalchemy', 'PIL', 'aiohttp', 'game')"
        " if name in sys.modules])"
    )
    done = subprocess.run(  # noqa: S603 - our own program
        [sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert done.stdout.splitlines()[-1] == "[]"


def test_the_version_is_that_of_the_project():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    assert project["version"] == VERSION
