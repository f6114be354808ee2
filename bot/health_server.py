"""How the bot is, told over HTTP to this machine alone: ``GET /health`` on 127.0.0.1."""

import asyncio
import contextlib
import dataclasses
import math
import time
from collections.abc import AsyncIterator, Callable

from aiohttp import web

from bot import VERSION
from bot.client import BuracoBot
from bot.health import HOST, PATH

LONGEST_SILENCE_S = 120.0
"""Three missed heartbeats: Discord asks for one every 41 seconds."""

DATABASE_WITHIN_S = 4.0
LAST_ANSWERS_S = 1.0
OK = "ok"


class CannotListen(Exception):
    """The port is not to be had; the text says so in Portuguese."""


@dataclasses.dataclass(slots=True, kw_only=True)
class Health:
    """What is said of the bot that is served now, which ``bot`` gives.

    ``status`` is ``ok``, or what is wrong: ``starting`` (no client is open: at the start, or while
    a lost one is replaced), ``gateway`` (no heartbeat was answered for ``longest_silence_s``
    seconds) or ``database`` (it cannot be read).
    """

    bot: Callable[[], BuracoBot | None]
    longest_silence_s: float = LONGEST_SILENCE_S
    started: float = dataclasses.field(default_factory=time.perf_counter)

    async def report(self) -> dict[str, object]:
        """The answer's fields; times are in seconds, null where they are not known."""
        said: dict[str, object] = {
            "status": "starting",
            "version": VERSION,
            "uptime": round(time.perf_counter() - self.started, 1),
            "heartbeat_age": None,
            "latency": None,
            "open_tables": None,
            "queues": {},
        }
        bot = self.bot()
        if bot is None or bot.is_closed() or not hasattr(bot, "app"):
            return said
        silence, latency = bot.silence(), bot.latency
        tables = await _open_tables(bot)
        if tables is None:
            status = "database"
        elif silence > self.longest_silence_s:
            status = "gateway"
        else:
            status = OK
        return said | {
            "status": status,
            "heartbeat_age": round(silence, 1),
            "latency": round(latency, 3) if math.isfinite(latency) else None,
            "open_tables": tables,
            "queues": {workers.name: workers.waiting for workers in bot.workers()},
        }


async def _open_tables(bot: BuracoBot) -> int | None:
    """How many tables are open; None where the database does not tell in time."""
    try:
        async with asyncio.timeout(DATABASE_WITHIN_S), bot.app.database.read() as work:
            return await work.matches.count_open()
    except Exception:  # noqa: BLE001 - whatever it is, it is told as the status
        return None


@contextlib.asynccontextmanager
async def health_endpoint(health: Health, port: int) -> AsyncIterator[int]:
    """Answer at ``port`` (0: any free one) meanwhile; gives the port. Raises CannotListen.

    200 while all is well and 503 otherwise, with the report as JSON.
    """

    async def answer(_request: web.Request) -> web.Response:
        said = await health.report()
        return web.json_response(said, status=200 if said["status"] == OK else 503)

    server = web.Application()
    server.router.add_get(PATH, answer)
    runner = web.AppRunner(server, access_log=None, shutdown_timeout=LAST_ANSWERS_S)
    await runner.setup()
    try:
        try:
            await web.TCPSite(runner, HOST, port).start()
        except OSError as error:
            raise CannotListen(
                f"A porta {port} (HEALTH_PORT) não pôde ser aberta ({error.strerror}). "
                "Escolha outra, ou pare o outro programa que a usa."
            ) from error
        yield runner.addresses[0][1]
    finally:
        await runner.cleanup()
