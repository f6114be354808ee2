"""simcord's environment, with time at a standstill and idle workers recognized as idle."""

import asyncio
import contextvars
from typing import Any

import discord
from simcord import Env, _settlement
from simcord.http import client, router

# A timer this near, in seconds, is "at once": it runs though no test moves the clock.
_AT_ONCE = 0.001
# How often, in seconds, settling looks again while something other than a task is under way.
_LOOK_AGAIN = 0.001

_IDLE_WAITS = {
    asyncio.Event.wait.__code__,
    asyncio.Queue.get.__code__,
    asyncio.Condition.wait.__code__,
}


def _is_idle(task: asyncio.Task[Any]) -> bool:
    """Whether a task waits for another one to give it work."""
    coroutine: Any = task.get_coro()
    while hasattr(getattr(coroutine, "cr_await", None), "cr_code"):
        coroutine = coroutine.cr_await
    code = getattr(coroutine, "cr_code", None)
    if code is asyncio.wait_for.__code__:
        # Python 3.11 waits in a task of its own; later ones wait in place.
        inner = coroutine.cr_frame.f_locals.get("fut") if coroutine.cr_frame else None
        return isinstance(inner, asyncio.Task) and not inner.done() and _is_idle(inner)
    return code in _IDLE_WAITS


_park_reason = _settlement._park_reason


def _park_reason_or_idle(
    state: Any, task: asyncio.Task[Any], deadline: float, seen: set[int] | None = None
) -> str | None:
    reason = _park_reason(state, task, deadline, seen)
    waiter = getattr(task, "_fut_waiter", None)
    if reason is None and waiter is not None and not waiter.done() and _is_idle(task):
        return "waits for work"
    return reason


# simcord knows sleeps, views and listeners as waits that may stay open; a worker's empty queue it
# takes for a bot that hangs. Set for the whole process: it only adds to what may stay open.
_settlement._park_reason = _park_reason_or_idle  # type: ignore[assignment]


def _with_flags(application_info: Any) -> Any:
    """The application's own description, with the flag of the intent that is switched on."""

    def described(context: Any) -> Any:
        flags = discord.ApplicationFlags(
            gateway_message_content_limited=context.message_content_access
        )
        return application_info(context) | {"flags": flags.value}

    return described


_GET = router._ROUTES["GET"]
_GET[:] = [
    (path, _with_flags(handler) if path == ["oauth2", "applications", "@me"] else handler)
    for path, handler in _GET
]


_raise_for = client._raise_for


def _raise_as_discord(error: Any) -> None:
    """As discord.py does, which has an exception of its own for Discord's own failures."""
    if error.status >= _SERVER_ERROR:
        response: Any = client._FakeResponse(error.status)
        raise discord.DiscordServerError(response, error.to_json())
    _raise_for(error)


_SERVER_ERROR = 500
client._raise_for = _raise_as_discord


class FrozenEnv(Env):
    """An environment whose clock moves only with `advance_time`."""

    # While set, actions return at once and what they caused is left to settle later.
    holding = False

    async def _settle_internal(self, *, idle: float = _LOOK_AGAIN, **options: Any) -> None:
        if not self.holding:
            await super()._settle_internal(idle=min(idle, _LOOK_AGAIN), **options)

    def _schedule_timer(
        self,
        record: Any,
        callback: Any,
        args: tuple[Any, ...],
        schedule_context: contextvars.Context | None,
    ) -> None:
        # Without the wall clock's help the timer stays until `advance_time` comes by.
        if record.when - self._virtual_time > _AT_ONCE:
            return
        super()._schedule_timer(record, callback, args, schedule_context)
