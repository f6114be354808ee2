"""The gateway: a session a connection, heartbeats, resuming with replay, intents.

https://discord.com/developers/docs/topics/gateway
"""

import asyncio
import contextlib
import dataclasses
import json
import secrets
from collections import deque
from typing import Any, Final

from aiohttp import WSMsgType, web

from demo.objects import PRIVATE
from demo.payloads import Json, of_member, of_user
from demo.permissions import Permission, permissions_on
from demo.world import News, World

GUILDS, GUILD_MEMBERS, GUILD_WEBHOOKS = 1 << 0, 1 << 1, 1 << 5
AUTOMOD_RULES, AUTOMOD_ACTIONS = 1 << 20, 1 << 21
GUILD_VOICE_STATES = 1 << 7
GUILD_MESSAGES, DIRECT_MESSAGES, MESSAGE_CONTENT = 1 << 9, 1 << 12, 1 << 15
_PRIVILEGED: Final = GUILD_MEMBERS | 1 << 8 | MESSAGE_CONTENT
_REPLAYED: Final = 2000
"""Events kept for a session to resume."""

_AWAY_S: Final = 0.02
"""How long an answer travels."""

_ENDS: Final = (WSMsgType.CLOSE, WSMsgType.CLOSING, WSMsgType.CLOSED)
_GOODBYE: Final = (1000, 1001)
"""A connection closed so by the bot cannot be resumed."""

_OF_GUILDS: Final = ("GUILD_", "CHANNEL_", "THREAD_")
_GONE: Final = ("MESSAGE_DELETE", "MESSAGE_DELETE_BULK")
_OF_MESSAGES: Final = ("MESSAGE_CREATE", "MESSAGE_UPDATE", *_GONE)

DISPATCH, HEARTBEAT, IDENTIFY, PRESENCE, RESUME, RECONNECT = 0, 1, 2, 3, 6, 7
MEMBERS, INVALID, HELLO, ACKNOWLEDGED = 8, 9, 10, 11
"""Operations."""


@dataclasses.dataclass(eq=False, slots=True)
class _Session:
    id: str
    intents: int
    sequence: int = 0
    sent: deque[str] = dataclasses.field(default_factory=lambda: deque(maxlen=_REPLAYED))
    out: "asyncio.Queue[str] | None" = None


class Gateway:
    """All sessions of the bot; tests order here what may happen to them."""

    def __init__(self, world: World, *, heartbeat_seconds: float = 41.25) -> None:
        self.world = world
        self.heartbeat_seconds = heartbeat_seconds
        self.allowed_intents = ~_PRIVILEGED
        self.resume_url: str | None = None
        """Where a lost session is told to resume; None: here."""
        self.identified = 0
        self.resumed = 0
        self.answers_heartbeats = True
        self.away = False
        """Ends each connection at once, as while Discord is away."""
        self.repeat = 1
        """How often each event is sent."""
        self._held: list[tuple[_Session, str]] | None = None
        self._sessions: dict[str, _Session] = {}
        self._sockets: dict[web.WebSocketResponse, _Session | None] = {}
        self._writers: dict[web.WebSocketResponse, asyncio.Task[None]] = {}
        world.listeners.append(self._hear)

    @property
    def connected(self) -> bool:
        """Whether the bot has a live session."""
        return any(self._sockets.values())

    async def drop(self, code: int | None = None) -> None:
        """Cut all connections: at once, or with a close code."""
        for socket in [*self._sockets]:
            if code is None:
                transport = socket._req.transport if socket._req else None  # noqa: SLF001 - as a lost network
                if transport is not None:
                    transport.abort()
            else:
                await socket.close(code=code)

    async def ask_to_reconnect(self) -> None:
        """Operation 7, as Discord sends when a server of theirs is taken away."""
        for socket in [*self._sockets]:
            await socket.send_json({"op": RECONNECT, "d": None})

    async def invalidate(self) -> None:
        """Operation 9: all sessions are forgotten, and new ones must be begun."""
        self._sessions.clear()
        for socket in [*self._sockets]:
            await socket.send_json({"op": INVALID, "d": False})

    def hold(self) -> None:
        """Keep events back, until they are let go in another order."""
        self._held = []

    def let_go(self, *, backwards: bool = False) -> None:
        """Send what was kept back."""
        held, self._held = self._held or [], None
        for session, text in reversed(held) if backwards else held:
            if session.out is not None:
                session.out.put_nowait(text)

    async def serve(self, request: web.Request) -> web.WebSocketResponse:
        """One connection."""
        socket = web.WebSocketResponse(max_msg_size=1 << 20)
        await socket.prepare(request)
        if self.away:
            await socket.close(code=1012, message=b"Service restart")
            return socket
        self._sockets[socket] = None
        interval = int(self.heartbeat_seconds * 1000)
        await socket.send_json({"op": HELLO, "d": {"heartbeat_interval": interval}})
        try:
            with contextlib.suppress(ConnectionError):  # cut while it was being answered
                await self._listen(socket)
        finally:
            session = self._sockets.pop(socket, None)
            if session is not None and session not in self._sockets.values():
                session.out = None
            writer = self._writers.pop(socket, None)
            if writer is not None:
                writer.cancel()
                await asyncio.gather(writer, return_exceptions=True)
        return socket

    async def _listen(self, socket: web.WebSocketResponse) -> None:
        while (message := await socket.receive()).type not in _ENDS:
            if message.type is not WSMsgType.TEXT:
                continue
            try:
                frame = json.loads(message.data)
                operation, data = frame["op"], frame.get("d")
                if operation != HEARTBEAT:
                    data = {**data}
            except (ValueError, KeyError, TypeError):
                await socket.close(code=4002, message=b"Error while decoding payload.")
                return
            session = self._sockets[socket]
            if operation == HEARTBEAT:
                if self.answers_heartbeats:
                    # discord.py notes when it sent a heartbeat only after it has done so, and
                    # takes an answer that comes at once for one to the heartbeat before.
                    await asyncio.sleep(_AWAY_S)
                    await socket.send_json({"op": ACKNOWLEDGED})
            elif operation in (IDENTIFY, RESUME):
                if session is not None:
                    await socket.close(code=4005, message=b"Already authenticated.")
                elif (begun := await self._begin(socket, operation, data)) is not None:
                    self._sockets[socket] = begun
                    self._writers[socket] = asyncio.create_task(_write(socket, begun))
            elif session is None:
                await socket.close(code=4003, message=b"Not authenticated.")
            elif operation == MEMBERS:
                self._send_members(session, data)
            elif operation != PRESENCE:
                await socket.close(code=4001, message=b"Unknown opcode.")
        session = self._sockets[socket]
        if session is not None and message.data in _GOODBYE:
            self._sessions.pop(session.id, None)

    async def _begin(
        self, socket: web.WebSocketResponse, operation: int, data: Json
    ) -> _Session | None:
        if data.get("token") != self.world.token:
            await socket.close(code=4004, message=b"Authentication failed.")
            return None
        if operation == RESUME:
            return await self._resume(socket, data)
        intents = int(data.get("intents", 0))
        if intents & ~self.allowed_intents & _PRIVILEGED:
            await socket.close(code=4014, message=b"Disallowed intent(s).")
            return None
        self._sessions = {k: one for k, one in self._sessions.items() if one.out is not None}
        session = _Session(secrets.token_hex(16), intents, out=asyncio.Queue())
        self._sessions[session.id] = session
        self.identified += 1
        ready = {
            "v": 10,
            "user": of_user(self.world.bot) | {"verified": True, "mfa_enabled": False},
            "guilds": [{"id": str(guild.id), "unavailable": True} for guild in self._guilds()],
            "session_id": session.id,
            "resume_gateway_url": self.resume_url or self._own_url(),
            "shard": [0, 1],
            "application": {"id": str(self.world.application_id), "flags": 0},
        }
        self._dispatch(session, "READY", ready)
        guild_payload = self.world.guild_payload
        for guild in self._guilds():
            self._dispatch(session, "GUILD_CREATE", _told_of(session, guild_payload(guild)))
        return session

    def _guilds(self) -> list[Any]:
        guilds = self.world.guilds.values()
        return [guild for guild in guilds if self.world.bot.id in guild.members]

    def _own_url(self) -> str:
        return self.world.base.replace("http", "ws", 1) + "/gateway"

    async def _resume(self, socket: web.WebSocketResponse, data: Json) -> _Session | None:
        session = self._sessions.get(str(data.get("session_id")))
        seen = int(data.get("seq") or 0)
        if session is None or session.sequence - seen > len(session.sent):
            await socket.send_json({"op": INVALID, "d": False})
            return None
        if seen > session.sequence:
            await socket.close(code=4007, message=b"Invalid seq.")
            return None
        self.resumed += 1
        session.out = asyncio.Queue()
        missed = session.sequence - seen
        for text in [*session.sent][len(session.sent) - missed :]:
            session.out.put_nowait(text)
        self._dispatch(session, "RESUMED", {})
        return session

    def _dispatch(self, session: _Session, name: str, data: Json) -> None:
        session.sequence += 1
        text = json.dumps({"op": DISPATCH, "s": session.sequence, "t": name, "d": data})
        session.sent.append(text)
        if self._held is not None:
            self._held.append((session, text))
        elif session.out is not None:
            for _ in range(self.repeat):
                session.out.put_nowait(text)

    def _hear(self, news: News) -> None:
        for session in self._sessions.values():
            data = self._told(session, news)
            if data is not None:
                self._dispatch(session, news.name, data)

    def _told(self, session: _Session, news: News) -> Json | None:
        """The event as this session may hear it; None where it may not."""
        world, channel = self.world, news.channel
        if news.only_for not in (None, world.bot.id):
            return None
        if channel is not None and channel.guild_id is not None:
            there = world.guilds[channel.guild_id].members
            if world.bot.id not in there:
                return None
        if news.name.startswith("AUTO_MODERATION_"):
            return self._of_automod(session, news)
        if news.name == "GUILD_MEMBER_UPDATE":
            own = int(news.data["user"]["id"]) == world.bot.id
            return news.data if own or session.intents & GUILD_MEMBERS else None
        if news.name.startswith(_OF_GUILDS):
            # Of channels without access the bot is told, of such threads and of any private
            # conversation's beginning it is not.
            hidden = channel is not None and (
                channel.type == PRIVATE
                or (channel.is_thread and not world.sees(world.bot, channel))
            )
            return _told_of(session, news.data) if session.intents & GUILDS and not hidden else None
        if news.name == "VOICE_STATE_UPDATE":
            there = world.guilds[int(news.data["guild_id"])].members
            heard = session.intents & GUILD_VOICE_STATES and world.bot.id in there
            return news.data if heard else None
        if news.name == "WEBHOOKS_UPDATE":
            return news.data if session.intents & GUILD_WEBHOOKS else None
        if news.name not in _OF_MESSAGES or channel is None:
            return news.data
        private = channel.type == PRIVATE
        if not session.intents & (DIRECT_MESSAGES if private else GUILD_MESSAGES):
            return None
        if not world.sees(world.bot, channel):
            return None
        return news.data if private else self._with_content(session, news)

    def _of_automod(self, session: _Session, news: News) -> Json | None:
        """For those alone who manage the server; what was written needs its intent, as always."""
        guild = self.world.guilds[int(news.data["guild_id"])]
        member = guild.members.get(self.world.bot.id)
        if member is None or Permission.MANAGE_GUILD not in permissions_on(guild, member):
            return None
        if news.name != "AUTO_MODERATION_ACTION_EXECUTION":
            return news.data if session.intents & AUTOMOD_RULES else None
        if not session.intents & AUTOMOD_ACTIONS:
            return None
        seen = session.intents & MESSAGE_CONTENT
        return news.data if seen else news.data | {"content": "", "matched_content": ""}

    def _with_content(self, session: _Session, news: News) -> Json:
        """What others write stands in it only with the intent, or where the bot is mentioned."""
        data = news.data
        if news.name in _GONE:
            return data
        guild = self.world.guilds[int(data["guild_id"])]
        author = int(data["author"]["id"])
        if author in guild.members:
            member = guild.members[author]
            data = data | {
                "member": {"roles": [str(one) for one in member.role_ids], "nick": member.nick}
            }
        mentioned = any(int(one["id"]) == self.world.bot.id for one in data["mentions"])
        if author == self.world.bot.id or mentioned or session.intents & MESSAGE_CONTENT:
            return data
        return data | {"content": "", "embeds": [], "attachments": [], "components": []}

    def _send_members(self, session: _Session, data: Json) -> None:
        guild = self.world.guilds[int(data["guild_id"])]
        wanted = {int(one) for one in data.get("user_ids") or ()}
        if data.get("query") == "" and session.intents & GUILD_MEMBERS:
            wanted = {*guild.members}
        chunk: Json = {
            "guild_id": str(guild.id),
            "members": [
                of_member(member) for member in guild.members.values() if member.user.id in wanted
            ],
            "chunk_index": 0,
            "chunk_count": 1,
            "nonce": data.get("nonce"),
        }
        self._dispatch(session, "GUILD_MEMBERS_CHUNK", chunk)


def _told_of(session: _Session, data: Json) -> Json:
    """A server, or whatever else: who is in voice channels is told with its intent alone."""
    if "voice_states" not in data or session.intents & GUILD_VOICE_STATES:
        return data
    return data | {"voice_states": []}


async def _write(socket: web.WebSocketResponse, session: _Session) -> None:
    out = session.out
    assert out is not None, "a session that has just begun"
    with contextlib.suppress(ConnectionError):
        while True:
            await socket.send_str(await out.get())


async def gateway(request: web.Request) -> web.WebSocketResponse:
    """The route of the gateway."""
    return await request.app[GATEWAY].serve(request)


GATEWAY: Final = web.AppKey("gateway", Gateway)
