"""The REST API's frame: who asks, how often, what goes wrong, and in which form all is answered."""

import asyncio
import dataclasses
import json
import re
from collections import Counter
from collections.abc import Awaitable, Callable
from typing import Any, Final

from aiohttp import BodyPartReader, MultipartReader, web

from demo.errors import (
    ApiError,
    missing_access,
    missing_permissions,
    not_a_number,
    unauthorized,
    unknown_channel,
    unknown_guild,
    unknown_message,
)
from demo.faults import Fault, Faults
from demo.files import FILE_LIMIT
from demo.limits import Limits, Refusal
from demo.objects import Channel, Guild, Message
from demo.permissions import Permission, permissions_on
from demo.world import World

API: Final = "/api/v10"
WORLD: Final = web.AppKey("world", World)
LIMITS: Final = web.AppKey("limits", Limits)
FAULTS: Final = web.AppKey("faults", Faults)

Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]
_BY_TOKEN: Final = re.compile("/(interactions|webhooks)/[^/]+/[^/]+")
_MAJOR: Final = ("channel", "guild", "token", "webhook")
"""Names of a path that have limits of their own."""


@dataclasses.dataclass(frozen=True, slots=True)
class Exchange:
    """One request and its answer, as tests and figures see it."""

    method: str
    route: str
    path: str
    body: Any
    status: int
    answer: Any


class Watch:
    """Counts the requests by route, and shows each exchange to whoever asks."""

    def __init__(self) -> None:
        self.requests: Counter[str] = Counter()
        self.watchers: list[Callable[[Exchange], None]] = []


WATCH: Final = web.AppKey("watch", Watch)
BODY: Final = web.RequestKey("body", object)


def pattern_of(request: web.Request) -> str:
    """The route's pattern, such as ``/channels/{channel}/messages``."""
    resource = request.match_info.route.resource
    return "" if resource is None else resource.canonical.removeprefix(API)


@web.middleware
async def answering(request: web.Request, handler: Handler) -> web.StreamResponse:
    """Limits, ordered faults, the token, and errors in Discord's shape."""
    if not request.path.startswith(API):
        return await handler(request)
    path = request.path.removeprefix(API)
    route = pattern_of(request)
    watch = request.app[WATCH]
    watch.requests[f"{request.method} {route}"] += 1
    fault = request.app[FAULTS].of(request.method, path)
    if fault is not None and not fault.after:
        happened = await _happen(request, fault)
        if happened is not None:
            return happened
    headers, refusal = request.app[LIMITS].take(
        f"{request.method} {route}",
        next((request.match_info[one] for one in _MAJOR if one in request.match_info), ""),
    )
    if refusal is not None:
        response = _too_many(refusal)
    else:
        response = await _answered(request, path, handler)
    response.headers.update(headers)
    if fault is not None and fault.after:
        return await _happen(request, fault) or response
    if watch.watchers:
        _show(watch, request, path, response)
    return response


async def _answered(request: web.Request, path: str, handler: Handler) -> web.Response:
    expected = f"Bot {request.app[WORLD].token}"
    try:
        if not _BY_TOKEN.match(path) and request.headers.get("Authorization") != expected:
            raise unauthorized()
        response = await handler(request)
    except ApiError as error:
        return as_json(error.body(), status=error.status)
    except web.HTTPException as error:
        return as_json({"message": f"{error.status}: {error.reason}", "code": 0}, error.status)
    assert isinstance(response, web.Response), "no route of the API streams"
    return response


async def _happen(request: web.Request, fault: Fault) -> web.Response | None:
    if fault.seconds:
        await asyncio.sleep(fault.seconds)
    if fault.drop:
        assert request.transport is not None, "it is connected while it is answered"
        request.transport.abort()
        return web.Response()
    if fault.status is None:
        return None
    headers = {}
    if fault.status == 429:
        headers = {"Via": "1.1 google", "X-RateLimit-Scope": fault.scope}
        headers["Retry-After"] = str(fault.retry_after)
        if fault.scope == "global":
            headers["X-RateLimit-Global"] = "true"
    response = as_json(fault.body(), fault.status)
    response.headers.update(headers)
    return response


def _too_many(refusal: Refusal) -> web.Response:
    body = {
        "message": "You are being rate limited.",
        "code": 0,
        "retry_after": round(refusal.seconds, 3),
        "global": refusal.is_global,
    }
    response = as_json(body, status=429)
    response.headers["Via"] = "1.1 google"
    response.headers["Retry-After"] = f"{refusal.seconds:.3f}"
    response.headers["X-RateLimit-Scope"] = "global" if refusal.is_global else "user"
    return response


def _show(watch: Watch, request: web.Request, path: str, response: web.Response) -> None:
    answer = json.loads(response.text) if response.text else None
    exchange = Exchange(
        request.method, pattern_of(request), path, request.get(BODY), response.status, answer
    )
    for watcher in watch.watchers:
        watcher(exchange)


def as_json(data: Any, status: int = 200) -> web.Response:
    """An answer; discord.py takes JSON only where the type says just that."""
    return web.Response(
        body=json.dumps(data).encode(), status=status, headers={"Content-Type": "application/json"}
    )


def nothing() -> web.Response:
    """The answer 204."""
    return web.Response(status=204)


@dataclasses.dataclass(frozen=True, slots=True)
class Upload:
    """A file that came with a request."""

    number: str
    filename: str
    data: bytes


async def read(request: web.Request) -> tuple[Any, list[Upload]]:
    """A request's JSON and the files beside it. Raises ApiError for what is neither."""
    files: list[Upload] = []
    if request.content_type != "multipart/form-data":
        body = _parsed(await request.text()) if request.can_read_body else {}
    else:
        body = {}
        # Part by part, in memory: aiohttp's own form would leave files open where a request is cut.
        async for part in await _parts(request):
            if not isinstance(part, BodyPartReader):
                raise _not_json()
            data = bytes(await part.read())
            if part.filename is not None:
                if len(data) > FILE_LIMIT:
                    raise ApiError(413, 40005, "Request entity too large")
                files.append(Upload((part.name or "")[len("files[") : -1], part.filename, data))
            elif part.name == "payload_json":
                body = _parsed(data.decode(errors="replace"))
            else:
                body[part.name] = data.decode(errors="replace")
    request[BODY] = body
    return body, files


async def _parts(request: web.Request) -> MultipartReader:
    try:
        return await request.multipart()
    except (ValueError, AssertionError):
        raise _not_json() from None


def _not_json() -> ApiError:
    return ApiError(400, 50109, "The request body contains invalid JSON.")


def _parsed(text: str) -> Any:
    try:
        return json.loads(text)
    except ValueError:
        raise _not_json() from None


def number_of(request: web.Request, name: str) -> int:
    """What the path calls by a number. Raises ApiError."""
    return as_number(request.match_info[name])


def as_number(text: str) -> int:
    """A number of a path or a query. Raises ApiError."""
    if not re.fullmatch("[0-9]{1,20}", text):
        raise not_a_number()
    return int(text)


def channel_of(request: web.Request) -> Channel:
    """The channel in the path, if the bot sees it. Raises ApiError."""
    world = request.app[WORLD]
    channel = world.channels.get(number_of(request, "channel"))
    if channel is None:
        raise unknown_channel()
    if Permission.VIEW_CHANNEL not in world.permissions(world.bot, channel):
        raise missing_access()
    return channel


def guild_of(request: web.Request) -> Guild:
    """The server in the path, if the bot is on it. Raises ApiError."""
    world = request.app[WORLD]
    guild = world.guilds.get(number_of(request, "guild"))
    if guild is None or world.bot.id not in guild.members:
        raise unknown_guild()
    return guild


def needs(request: web.Request, permission: Permission, place: Guild | Channel) -> None:
    """Raises ApiError where the bot lacks the permission on the server or in the channel."""
    world = request.app[WORLD]
    if isinstance(place, Guild):
        may = permissions_on(place, place.members[world.bot.id])
    else:
        may = world.permissions(world.bot, place)
        if Permission.VIEW_CHANNEL not in may:
            raise missing_access()
    if permission not in may:
        raise missing_permissions()


def message_of(request: web.Request, channel: Channel) -> Message:
    """The message in the path. Raises ApiError; nobody finds an ephemeral one so."""
    message = channel.messages.get(number_of(request, "message"))
    if message is None or message.only_for is not None:
        raise unknown_message()
    return message
