"""The ``run`` command: the bot from its start to its stop."""

import asyncio
import contextlib
import signal

from bot import log
from bot.app import Setup
from bot.client import BuracoBot, CannotLogIn
from bot.config import Settings
from storage.errors import DatabaseUnusable


def run(settings: Settings, token: str) -> str | None:
    """Run the bot until it is stopped; returns a sentence where it could not start."""
    log.set_up(settings.log_level, settings.log_format)
    try:
        asyncio.run(_serve(settings, token))
    except (CannotLogIn, DatabaseUnusable) as error:
        return str(error)
    except KeyboardInterrupt:
        return None
    return None


async def _serve(settings: Settings, token: str) -> None:
    bot = BuracoBot(Setup(database=settings.database), home_guild=settings.home_guild)
    serving = asyncio.current_task()
    assert serving is not None, "asyncio.run runs this in a task"
    with contextlib.suppress(NotImplementedError):  # Windows has no such handlers
        asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, serving.cancel)
    async with bot:
        await bot.open()
        with contextlib.suppress(asyncio.CancelledError):
            await bot.serve(token)
