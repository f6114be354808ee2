"""A simulated Discord around the real discord.py: tests speak of users, clicks and pictures.

The simulation is simcord, pinned exactly and named in these support modules alone. They add:

* every interaction must be acknowledged, within Discord's three seconds, real and simulated;
* time stands still until a test moves it with `advance`, and a worker that waits for an `Event`
  or a `Queue` counts as idle;
* what discord.py only logs (an exception in a button's callback, for one) fails the test too.
"""

import logging
import time
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from datetime import datetime
from typing import Any, Literal

import discord
from discord.ext import commands
from simcord.backend import serializers
from simcord.backend.access import message_accessible
from simcord.backend.models import Channel, Interaction, Overwrite
from simcord.builders import RoleHandle
from simcord.enums import OverwriteType
from simcord.results import InteractionResult

from tests.support import sim_webhooks  # noqa: F401 - it mends simcord's routes
from tests.support.sim_env import FrozenEnv
from tests.support.sim_people import Reply, SimChannel, SimUser
from tests.support.sim_seen import SeenMessage

Now = Callable[[], datetime]
# Called once at the start and once for each restart; `now` is the simulation's clock, in UTC.
BotFactory = Callable[[Now], commands.Bot]

ACKNOWLEDGE_SECONDS = 3.0
SETTLE_SECONDS = 30.0
"""How long, in real time, the bot may work on what a test does: a flood is a second of it."""


class SimServer:
    """One Discord server with one channel, its members, and the bot under test."""

    def __init__(self, env: FrozenEnv, bot_factory: BotFactory) -> None:
        self._env = env
        self._bot_factory = bot_factory
        self._sent: list[tuple[Interaction, float]] = []
        self._answered: dict[int, float] = {}
        self._crashed: list[commands.Bot] = []
        self._guild = env.create_guild("Servidor")
        self.id = self._guild.id
        self.channel = self.add_channel("mesas")
        env._register_dispatch_observer(lambda record: self._sent.append((record, _real_time())))

    @classmethod
    @asynccontextmanager
    async def start(
        cls,
        bot_factory: BotFactory,
        *,
        strict_sync: bool = True,
        approved_intents: discord.Intents | None = None,
    ) -> AsyncIterator["SimServer"]:
        """Log the bot in, and at the end close it and raise what it left unhandled.

        `strict_sync`: a slash command that was never synced cannot be called. `approved_intents`:
        those switched on in the developer portal; a bot that asks for more cannot log in.
        """
        # The clock lives in the environment, which needs a bot first: hence the late look-up.
        env: FrozenEnv | None = None

        def now() -> datetime:
            assert env is not None, "the clock is read before the simulation runs"
            return env.now()

        env = FrozenEnv(
            bot_factory(now),
            strict_sync=strict_sync,
            approved_intents=approved_intents,
            settle_timeout=SETTLE_SECONDS,
        )
        handler = _ErrorCollector(env)
        loggers = [logging.getLogger("discord"), logging.getLogger("asyncio")]
        for logger in loggers:
            logger.addHandler(handler)
        try:
            # The server is there before the bot: it meets it at its start, not as a new one.
            server = cls(env, bot_factory)
            try:
                await env.start()
                server._watch_answers()
                yield server
            finally:
                await server._close_bots()
        except BaseException as error:
            error.add_note("What happened last:\n" + "\n".join(env.transcript().splitlines()[-30:]))
            raise
        finally:
            for logger in loggers:
                logger.removeHandler(handler)
            if env._started:
                await env.shutdown()
        env._raise_errors_since(env._errors_acknowledged)

    @property
    def bot(self) -> commands.Bot:
        """The bot that runs now: another object after each restart."""
        assert isinstance(self._env.bot, commands.Bot)
        return self._env.bot

    @property
    def errors(self) -> list[BaseException]:
        """What the bot raised so far; what was looked at no longer fails the test."""
        return self._env.errors

    def now(self) -> datetime:
        return self._env.now()

    def transcript(self) -> str:
        """Each event that the bot was sent and each request that it made, in order."""
        return self._env.transcript()

    def requests(self, method: str, path_part: str) -> int:
        """How often the bot made such a request."""
        return sum(
            entry.method == method and path_part in entry.path for entry in self._env.http_requests
        )

    def sent(self) -> list[tuple[str, str]]:
        """Every request that the bot has made, as method and path."""
        return [(entry.method, entry.path) for entry in self._env.http_requests]

    def add_user(
        self,
        name: str,
        *,
        dms_open: bool = True,
        permissions: discord.Permissions | None = None,
    ) -> SimUser:
        """Add a member; `permissions` are granted on top of everyone's by a role of his own."""
        roles = []
        if permissions is not None:
            roles.append(self._guild.create_role(f"papel de {name}", permissions=permissions))
        member = self._guild.add_member(self._env.create_user(name), roles=roles)
        user = SimUser(self, member)
        if not dms_open:
            user.close_dms()
        return user

    async def bot_says(self, channel: SimChannel, text: str) -> None:
        """Another bot of the server writes."""
        other = self._env.create_user("outro", bot=True)
        self._guild.add_member(other)
        self._env.backend.create_message(channel.id, other.id, text)
        await self.settle()

    async def preview(self, message: SeenMessage, **more: Any) -> None:
        """Discord adds a link's preview to a message, which no person edits."""
        backend = self._env.backend
        stored = backend.messages[message.channel_id][message.id]
        payload = dict(serializers.message_payload(backend, stored))
        backend.emit("MESSAGE_UPDATE", payload | {"embeds": [{"title": "x"}]} | more)
        await self.settle()

    def add_channel(self, name: str) -> SimChannel:
        return SimChannel(self, self._guild.create_text_channel(name)._channel)

    def add_voice_channel(self, name: str) -> SimChannel:
        return SimChannel(self, self._guild.create_voice_channel(name)._channel)

    async def automod_held_back(
        self, user: SimUser, channel: SimChannel, rule_id: int, text: str, *, action: int = 1
    ) -> None:
        """AutoMod blocks what somebody wanted to write, and tells the bot of one action of it."""
        execution = {
            "guild_id": str(self.id),
            "action": {"type": action, "metadata": {"duration_seconds": 60}},
            "rule_id": str(rule_id),
            "rule_trigger_type": 1,
            "user_id": str(user.id),
            "channel_id": str(channel.id),
            "content": text,
            "matched_keyword": None,
            "matched_content": None,
        }
        self._env.backend.emit("AUTO_MODERATION_ACTION_EXECUTION", execution)
        await self.settle()

    def automod_rules(self) -> list[Any]:
        """The AutoMod rules of the server."""
        return [*self._env.backend.guilds[self.id].auto_mod_rules.values()]

    def threads(self) -> list[SimChannel]:
        """Every thread of the server, archived ones too, oldest first."""
        channels = sorted(self._env.backend.channels.values(), key=lambda channel: channel.id)
        return [SimChannel(self, channel) for channel in channels if channel.is_thread]

    def channel_named(self, name: str) -> SimChannel:
        """The one channel of that name."""
        (found,) = [each for each in self._env.backend.channels.values() if each.name == name]
        return SimChannel(self, found)

    def add_role(self, name: str, *, members: Sequence[SimUser] = (), **named: bool) -> RoleHandle:
        """A role with these permissions on top of everyone's."""
        role = self._guild.create_role(name, permissions=discord.Permissions(**named))
        for user in members:
            self._env.backend.add_member_role(self.id, user.id, role.id)
        return role

    def limit_bot(self, **named: bool) -> None:
        """Take permissions from the bot on the whole server, or give them back."""
        guild = self._env.backend.guilds[self.id]
        (role,) = [each for each in guild.roles.values() if each.managed]
        permissions = discord.Permissions(role.permissions)
        permissions.update(**named)
        self._env.backend.edit_role(self.id, role.id, {"permissions": permissions.value})

    def permissions(
        self, channel: SimChannel, who: SimUser | Literal["bot", "everyone"]
    ) -> discord.Permissions:
        """What somebody may do in a channel; of everybody, what one without any role may."""
        found = self.bot.get_channel(channel.id)
        assert isinstance(found, discord.TextChannel)
        if who == "everyone":
            return found.permissions_for(found.guild.default_role)
        user_id = self._env.backend.bot_user.id if who == "bot" else who.id
        backend = self._env.backend
        return discord.Permissions(backend.compute_permissions(self.id, user_id, channel.id))

    async def delete_webhooks(self, channel: SimChannel) -> None:
        """A moderator deletes the channel's webhooks."""
        backend = self._env.backend
        for webhook in list(backend.webhooks.values()):
            if webhook.channel_id == channel.id:
                backend.delete_webhook(webhook.id)
        await self.settle()

    def permit(
        self,
        channel: SimChannel,
        who: SimUser | RoleHandle | Literal["bot", "everyone"],
        **named: bool,
    ) -> None:
        """Allow or deny permissions in a channel, in place of what was set there for `who`."""
        allow, deny = discord.PermissionOverwrite(**named).pair()
        target, kind = self._guild.id, OverwriteType.ROLE
        if isinstance(who, RoleHandle):
            target = who.id
        elif who != "everyone":
            target = self._env.backend.bot_user.id if who == "bot" else who.id
            kind = OverwriteType.MEMBER
        overwrite = Overwrite(target_id=target, type=kind, allow=allow.value, deny=deny.value)
        self._env.backend.set_overwrite(channel.id, overwrite)

    def fail(
        self, method: str, path: str, *, status: int, code: int = 0, times: int | None = 1
    ) -> None:
        """Let the bot's next `times` such requests fail (None: all); `path` may hold `*`."""
        self._env.inject_error(method, path, status=status, code=code, times=times)

    async def advance(self, seconds: float) -> None:
        """Move the clock, running whatever falls due on the way."""
        await self._env.advance_time(seconds)

    async def settle(self) -> None:
        """Let the bot finish what it has begun."""
        await self._env.settle()

    @asynccontextmanager
    async def lag(self, seconds: float = 0.0) -> AsyncIterator[None]:
        """What users do inside reaches the bot together, `seconds` after it was done.

        With 0 these are simultaneous clicks; with more, clicks with an id older than their arrival.
        """
        backend, feeds = self._env.backend, list(self._env.backend.subscribers)
        held: list[tuple[str, Any]] = []
        backend.subscribers[:] = [lambda event, payload: held.append((event, payload))]
        self._env.holding = True
        try:
            yield
            self._env.holding = False
            if seconds:
                await self.advance(seconds)
        finally:
            self._env.holding = False
            backend.subscribers[:] = feeds
        for event, payload in held:
            for feed in feeds:
                feed(event, payload)
        await self.settle()
        self._assert_acknowledged()

    async def repeat(self, message_id: int) -> None:
        """Tell the bot once more that a message was written, as a resumed connection may."""
        backend = self._env.backend
        for kind, event, payload in list(backend.transcript):
            same = event == "MESSAGE_CREATE" and payload["id"] == str(message_id)
            if kind == "GATEWAY" and same:
                backend.emit(event, payload)
                break
        await self.settle()

    async def replay(self, reply: Reply) -> None:
        """Send the bot an interaction once more, as a resumed connection may."""
        backend = self._env.backend
        for kind, event, payload in list(backend.transcript):
            same = event == "INTERACTION_CREATE" and payload["id"] == str(reply.interaction_id)
            if kind == "GATEWAY" and same:
                backend.emit(event, payload)
                break
        await self.settle()

    async def restart_bot(self, *, crash: bool = False) -> None:
        """Replace the bot by a new one from the factory; a crash leaves the old one unclosed."""
        if crash:
            self._crashed.append(self.bot)
        else:
            await self._close_bots()
        await self._env.restart_bot(self._bot_factory(self.now))
        self._watch_answers()

    async def _close_bots(self) -> None:
        """Close the bot, and the crashed ones, whose files and threads would outlive the test."""
        with self._env.time_context():
            for bot in (self._env.bot, *self._crashed):
                await bot.close()

    def _watch_answers(self) -> None:
        adapter = self._env._webhook_adapter
        request = adapter.request

        async def timed(route: Any, session: Any, **fields: Any) -> Any:
            answer = await request(route, session, **fields)
            if route.path.endswith("/callback"):
                self._answered.setdefault(int(route.webhook_id or 0), _real_time())
            return answer

        adapter.request = timed

    def _reply(self, result: InteractionResult) -> Reply:
        if not self._env.holding:
            self._assert_acknowledged()
        return Reply(self, result)

    def _assert_acknowledged(self) -> None:
        sent, self._sent = self._sent, []
        for record, at in sent:
            what = f"interaction {record.command_name or record.id}"
            assert record.responded, f"{what} was not acknowledged"
            seconds = self._answered[record.id] - at
            assert seconds < ACKNOWLEDGE_SECONDS, f"{what} was acknowledged after {seconds:.1f} s"

    def _seen(self, channel_id: int, message_id: int) -> SeenMessage | None:
        stored = self._env.backend.messages.get(channel_id, {}).get(message_id)
        return SeenMessage.of(self._env.backend, stored) if stored is not None else None

    def _visible(self, channel: Channel, user_id: int | None) -> list[SeenMessage]:
        backend = self._env.backend
        stored = sorted(backend.messages.get(channel.id, {}).values(), key=lambda one: one.id)
        return [
            SeenMessage.of(backend, one)
            for one in stored
            if (
                not one.is_ephemeral
                if user_id is None
                else message_accessible(backend, channel.id, one, user_id, history=True)
            )
        ]


class _ErrorCollector(logging.Handler):
    """Takes up exceptions that discord.py and asyncio only log."""

    def __init__(self, env: FrozenEnv) -> None:
        super().__init__(logging.ERROR)
        self._env = env

    def emit(self, record: logging.LogRecord) -> None:
        if record.exc_info and record.exc_info[1] is not None:
            self._env._record_error(record.exc_info[1])


def _real_time() -> float:
    # Not monotonic(): simcord replaces that one by the simulated clock.
    return time.perf_counter()
