"""The ``run`` command: the bot from its start to its stop."""

import asyncio
import contextlib
import logging
import os
import signal
import threading

from bot.app import Setup
from bot.client import BuracoBot, CannotLogIn
from bot.config import Settings
from bot.health_server import CannotListen, Health, health_endpoint
from bot.log import set_up
from bot.watchdog import GatewayLost, Watchdog
from storage.errors import DatabaseUnusable

log = logging.getLogger(__name__)

STOP_WITHIN_S = 9.0
"""Docker kills ten seconds after it has asked."""


def run(settings: Settings, token: str, *, stop_within_s: float = STOP_WITHIN_S) -> str | None:
    """Run the bot until it is stopped; returns a sentence where it could not start or go on.

    SIGTERM and Ctrl-C close everything in order. Where that takes longer than ``stop_within_s``
    seconds the process ends all the same, with status 1: what players were shown is stored.
    """
    set_up(settings.log_level, settings.log_format)
    overdue = threading.Timer(stop_within_s, _end_at_once)
    overdue.daemon = True
    try:
        asyncio.run(_serve(settings, token, overdue))
    except (CannotLogIn, CannotListen, DatabaseUnusable, GatewayLost) as error:
        return str(error)
    except KeyboardInterrupt:
        return None
    finally:
        overdue.cancel()
    return None


async def _serve(settings: Settings, token: str, overdue: threading.Timer) -> None:
    def build() -> BuracoBot:
        return BuracoBot(Setup(database=settings.database), home_guild=settings.home_guild)

    watchdog = Watchdog(build=build)
    _stop_on_signal(overdue)
    with contextlib.suppress(asyncio.CancelledError):
        async with contextlib.AsyncExitStack() as stack:
            if settings.health_port is not None:
                health = Health(bot=lambda: watchdog.bot)
                await stack.enter_async_context(health_endpoint(health, settings.health_port))
            await watchdog.serve(token)


def _stop_on_signal(overdue: threading.Timer) -> None:
    """Cancel the present task at the first signal; a second one does what it always did."""
    loop, serving = asyncio.get_running_loop(), asyncio.current_task()
    assert serving is not None, "asyncio.run runs this in a task"
    signals = (signal.SIGTERM, signal.SIGINT)

    def stop() -> None:
        for each in signals:
            loop.remove_signal_handler(each)
        overdue.start()
        serving.cancel()

    with contextlib.suppress(NotImplementedError):  # Windows has no such handlers
        for each in signals:
            loop.add_signal_handler(each, stop)


def _end_at_once() -> None:
    log.error("the stop takes too long: the process ends now")
    os._exit(1)
