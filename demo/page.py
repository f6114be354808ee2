"""The web page of each person: its files, and one WebSocket between it and the person.

Nothing of Discord is decided here: frames of the page become calls of ``Person``, and what the
person hears becomes frames. Whoever knows a person's secret link is that person; pages of other
web sites are kept out by the Host and Origin headers.
"""

import asyncio
import contextlib
import json
import weakref
from collections.abc import Mapping
from pathlib import Path
from typing import Final

import yarl
from aiohttp import WSCloseCode, WSMsgType, web

from demo.errors import ApiError, Refused
from demo.payloads import Json
from demo.people import Person
from demo.rest import read

PEOPLE: Final = web.AppKey("people", Mapping[str, Person])
SOCKETS: Final = web.AppKey("sockets", weakref.WeakSet[web.WebSocketResponse])
STATIC: Final = Path(__file__).parent / "static"

_TYPES: Final = {".css": "text/css", ".js": "text/javascript", ".svg": "image/svg+xml"}
_HERE: Final = frozenset({"127.0.0.1", "localhost"})
_LONGEST_FRAME: Final = 64 << 10
_HEARTBEAT_SECONDS: Final = 20.0
_UNCLEAR: Final = "A página pediu algo que não existe. Recarregue-a."
_OUTDATED: Final = (
    '<!doctype html><html lang="pt-BR"><meta charset="utf-8">'
    '<meta name="viewport" content="width=device-width, initial-scale=1"><title>Buraco</title>'
    "<p>Este link não vale mais: a demonstração foi reiniciada. Abra o link novo que ela mostrou."
)


def add_page(app: web.Application, people: Mapping[str, Person]) -> None:
    """Serve a page to each of these people, by the secret of his link; more may come later."""
    app[PEOPLE] = people
    app[SOCKETS] = weakref.WeakSet()
    app.on_shutdown.append(_close_sockets)
    app.router.add_get("/p/{secret}", _page)
    app.router.add_get("/p/{secret}/ws", _socket)
    app.router.add_post("/p/{secret}/files", _send_files)
    app.router.add_get("/static/{path:.+}", _file)


async def _close_sockets(app: web.Application) -> None:
    for socket in [*app[SOCKETS]]:
        await socket.close(code=WSCloseCode.GOING_AWAY)


async def _page(request: web.Request) -> web.StreamResponse:
    _person(request)
    headers = {
        "Content-Security-Policy": (
            "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; "
            f"connect-src 'self' ws://{request.host}; base-uri 'none'; form-action 'none'; "
            "frame-ancestors 'none'"
        ),
        "Referrer-Policy": "no-referrer",  # the address is the key
        "Cache-Control": "no-store",
    }
    return _sent(STATIC / "index.html", "text/html", headers)


async def _send_files(request: web.Request) -> web.StreamResponse:
    """A message with files, which are too large for the socket's frames."""
    person = _person(request)
    try:
        body, files = await read(request)
        channel, content = int(body["channel_id"]), str(body.get("content", ""))
        person.send(channel, content, [(one.filename, one.data) for one in files])
    except Refused as error:
        return web.json_response({"message": str(error)}, status=403)
    except ApiError as error:
        message = "Este arquivo é grande demais." if error.status == 413 else _UNCLEAR
        return web.json_response({"message": message}, status=error.status)
    except (ValueError, KeyError, TypeError):
        return web.json_response({"message": _UNCLEAR}, status=400)
    return web.json_response({})


async def _file(request: web.Request) -> web.StreamResponse:
    _only_here(request)
    path = (STATIC / request.match_info["path"]).resolve()
    kind = _TYPES.get(path.suffix)
    if kind is None or STATIC not in path.parents or not path.is_file():
        raise web.HTTPNotFound
    return _sent(path, kind, {"Cache-Control": "no-cache"})


def _sent(path: Path, kind: str, headers: dict[str, str]) -> web.Response:
    safe = {"X-Content-Type-Options": "nosniff", "Cross-Origin-Resource-Policy": "same-origin"}
    return web.Response(
        body=path.read_bytes(), content_type=kind, charset="utf-8", headers=headers | safe
    )


async def _socket(request: web.Request) -> web.StreamResponse:
    person = _person(request)
    socket = web.WebSocketResponse(heartbeat=_HEARTBEAT_SECONDS, max_msg_size=_LONGEST_FRAME)
    await socket.prepare(request)
    request.app[SOCKETS].add(socket)
    frames: asyncio.Queue[Json] = asyncio.Queue()

    def tell(name: str, data: Json) -> None:
        frames.put_nowait({"t": name, "d": data})

    tell("READY", person.ready())
    unsubscribe = person.subscribe(tell)
    sender = asyncio.create_task(_send(socket, frames))
    try:
        async for message in socket:
            if message.type is WSMsgType.TEXT:
                for name, data in obey(person, message.data):
                    tell(name, data)
    finally:
        unsubscribe()
        sender.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await sender
    return socket


async def _send(socket: web.WebSocketResponse, frames: asyncio.Queue[Json]) -> None:
    with contextlib.suppress(ConnectionError):
        while True:
            await socket.send_json(await frames.get())


def obey(person: Person, text: str) -> list[tuple[str, Json]]:
    """Do what a frame of the page asks; returns what is to be answered at once.

    Interactions are answered later, through the subscription.
    """
    nonce: object = None
    try:
        frame = json.loads(text)
        nonce = frame.get("nonce") if isinstance(frame, dict) else None
        done = _do(person, frame)
    except Refused as error:
        return [("REFUSED", {"nonce": nonce, "message": str(error)})]
    except (ValueError, RecursionError):
        return [("REFUSED", {"nonce": nonce, "message": _UNCLEAR})]
    return [("DONE", {"nonce": nonce})] if done else []


def _do(person: Person, frame: object) -> bool:
    """Call the person; whether it is done by that. Raises Refused, and ValueError for nonsense."""
    match frame:
        case {"op": "send", "channel_id": str(channel), "content": str(content)}:
            person.send(int(channel), content)
            return True
        case {"op": "join_voice", "channel_id": str(channel)}:
            person.join_voice(int(channel))
            return True
        case {"op": "leave_voice"}:
            person.leave_voice()
            return True
        case {"op": "dismiss", "channel_id": str(channel), "message_id": str(message)}:
            person.dismiss(int(channel), int(message))
            return True
        case {
            "op": "click",
            "nonce": str(nonce),
            "channel_id": str(channel),
            "message_id": str(message),
            "custom_id": str(custom_id),
        }:
            person.click(int(channel), int(message), custom_id, nonce)
        case {
            "op": "select",
            "nonce": str(nonce),
            "channel_id": str(channel),
            "message_id": str(message),
            "custom_id": str(custom_id),
            "values": [*values],
        }:
            person.select(int(channel), int(message), custom_id, _words(values), nonce)
        case {
            "op": "modal",
            "nonce": str(nonce),
            "interaction_id": str(interaction),
            "values": dict(fields),
        }:
            person.submit(int(interaction), fields, nonce)
        case {
            "op": "command",
            "nonce": str(nonce),
            "channel_id": str(channel),
            "command_id": str(command),
            "path": [*path],
            "options": dict(options),
        }:
            person.command(int(channel), int(command), _words(path), options, nonce)
        case {
            "op": "on_message",
            "nonce": str(nonce),
            "channel_id": str(channel),
            "command_id": str(command),
            "target_id": str(target),
        }:
            person.use_on_message(int(channel), int(target), int(command), nonce)
        case {
            "op": "on_user",
            "nonce": str(nonce),
            "channel_id": str(channel),
            "command_id": str(command),
            "target_id": str(target),
        }:
            person.use_on_user(int(channel), int(target), int(command), nonce)
        case {
            "op": "complete",
            "nonce": str(nonce),
            "channel_id": str(channel),
            "command_id": str(command),
            "path": [*path],
            "options": dict(options),
            "focused": str(focused),
        }:
            person.complete(int(channel), int(command), _words(path), options, focused, nonce)
        case _:
            raise ValueError(frame)
    return False


def _words(values: list[object]) -> list[str]:
    if not all(isinstance(value, str) for value in values):
        raise ValueError(values)
    return [str(value) for value in values]


def _person(request: web.Request) -> Person:
    """Whose link it is. Raises HTTPNotFound for nobody's, HTTPForbidden for other sites."""
    _only_here(request)
    person = request.app[PEOPLE].get(request.match_info["secret"])
    if person is None:
        raise web.HTTPNotFound(text=_OUTDATED, content_type="text/html")
    return person


def _only_here(request: web.Request) -> None:
    """Raises HTTPForbidden where another name leads here, or another site asks."""
    origin = request.headers.get("Origin")
    own = origin is None or origin == f"http://{request.host}"
    if not own or _host_of(request.host) not in _HERE:
        raise web.HTTPForbidden


def _host_of(host: str) -> str | None:
    try:
        return yarl.URL(f"http://{host}").host
    except ValueError:
        return None
