"""The Discord client: opens the application, loads the cogs by name, watches the connection."""

import asyncio
import base64
import contextlib
import logging
import threading
import time
import weakref
from collections.abc import AsyncIterator, Iterator, Mapping
from typing import Any, Final

import aiohttp
import discord
from discord import app_commands
from discord.ext import commands
from discord.gateway import KeepAliveHandler

from bot.app import App, Setup
from bot.outflow import Outflow
from bot.services.workers import Workers

log = logging.getLogger(__name__)

COGS = (
    "cogs.errors",
    "cogs.board",
    "cogs.caller",
    "cogs.play",
    "cogs.typed",
    "cogs.lobby",
    "cogs.seats",
    "cogs.info",
    "cogs.admin",
    "cogs.moderation",
    "cogs.moderation_commands",
    "cogs.automod_watch",
    "cogs.voice",
    "cogs.emojis",
)


ANSWER_WITHIN_S = 2.0
"""How long closing waits for answers that are under way, in seconds."""

RUSH = 32
"""More interactions than this that wait for their acknowledgement at once are a rush."""

CLOSE_WITHIN_S = 5.0
"""How long leaving Discord may take: a dead connection would be waited for half a minute."""


def needed_intents(*, chat: bool = False) -> discord.Intents:
    """What the bot must hear: servers, and messages that are sent to it in private.

    No privileged intent: the text of other messages and the lists of members stay unseen. With
    ``chat`` also what is written and reacted on servers, which Discord has to allow.
    """
    intents = discord.Intents.none()
    intents.guilds = True
    intents.guild_messages = True  # counted, to see how far the table has scrolled away
    intents.dm_messages = True  # typed plays
    intents.voice_states = True  # who sits together in a call
    intents.auto_moderation = True  # what our own rule has held back, where there is one
    intents.message_content = intents.guild_reactions = chat
    return intents


def may_read_chat(flags: discord.ApplicationFlags) -> bool:
    """Whether the Message Content Intent is switched on for the application.

    To ask for it where it is off would end the log-in (4014).
    """
    return flags.gateway_message_content or flags.gateway_message_content_limited


class CannotLogIn(Exception):
    """Discord lets the bot not in; the text says, in Portuguese, what to do."""


class DiscordAway(CannotLogIn):
    """Discord cannot be reached, or is in trouble: the same may work in a while."""


@contextlib.contextmanager
def told_in_words() -> Iterator[None]:
    """Raise CannotLogIn for whatever keeps a client from logging in."""
    try:
        yield
    except discord.LoginFailure:
        raise CannotLogIn(
            "O Discord não aceitou o token. Gere outro em Bot → Reset Token e ponha-o em .env."
        ) from None
    except discord.PrivilegedIntentsRequired:
        raise CannotLogIn(
            "O Discord recusou as intents do bot. Confira a página Bot do aplicativo."
        ) from None
    except discord.ConnectionClosed as error:
        raise CannotLogIn(
            f"O Discord encerrou a conexão (código {error.code}). Confira o token em .env."
        ) from error
    except discord.HTTPException as error:
        raise DiscordAway(
            f"O Discord respondeu com um erro ({error.status}). Tente de novo daqui a pouco."
        ) from error
    except (OSError, aiohttp.ClientError) as error:
        raise DiscordAway(
            f"Não consegui falar com o Discord ({type(error).__name__}). Confira a internet."
        ) from error


NO_ANSWER: Final = (discord.DiscordServerError, aiohttp.ClientError, OSError, TimeoutError)
"""What is raised where Discord itself fails, or cannot be reached."""


class CommandTree(app_commands.CommandTree["BuracoBot"]):
    """Takes commands only as they are declared: a client may show those of an older version."""

    async def interaction_check(self, interaction: discord.Interaction["BuracoBot"], /) -> bool:
        """Raise AppCommandError for a choice, a completion or a place that is not offered."""
        command = interaction.command
        if not isinstance(command, app_commands.Command):
            return True
        if (command.root_parent or command).guild_only and interaction.guild_id is None:
            raise app_commands.NoPrivateMessage
        typed = _typed_option(interaction.data or {})
        given = {name: value for name, value in interaction.namespace}  # noqa: C416 - it has no keys
        for parameter in command.parameters:
            name = parameter.display_name
            offered = [choice.value for choice in parameter.choices]
            if typed is not None:
                wrong = name == typed and not parameter.autocomplete
            else:
                wrong = bool(offered) and name in given and given[name] not in offered
            if wrong:
                raise app_commands.CommandSignatureMismatch(command)
        return True


def _typed_option(data: Mapping[str, Any]) -> str | None:
    """The option that is being typed, where a completion is asked for."""
    for option in data.get("options") or ():
        name = option["name"] if option.get("focused") else _typed_option(option)
        if name is not None:
            return str(name)
    return None


class BuracoBot(commands.Bot):
    """The bot. ``app`` is there from ``setup_hook`` on."""

    app: App

    def __init__(self, setup: Setup, *, home_guild: int | None = None) -> None:
        discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False  # never spoken
        super().__init__(
            command_prefix=commands.when_mentioned,
            help_command=None,
            intents=needed_intents(),
            allowed_mentions=discord.AllowedMentions.none(),
            member_cache_flags=discord.MemberCacheFlags.none(),
            chunk_guilds_at_startup=False,
            max_messages=None,
            tree_cls=CommandTree,
        )
        self.outflow = Outflow()
        self._sockets: weakref.WeakSet[aiohttp.ClientWebSocketResponse] = weakref.WeakSet()
        self._pace_requests()
        self._remember_sockets()
        self._pass_over_own_edits()
        self.setup = setup
        self.home_guild = home_guild
        self.faces: dict[str, discord.PartialEmoji] = {}
        self.connected = False
        self.ever_connected = False
        self._heard_at = time.perf_counter()
        self._clock_task: asyncio.Task[None] | None = None
        self._busy = 0
        self._idle = asyncio.Event()
        self._idle.set()
        self._acknowledging = 0
        self._calm = asyncio.Event()
        self._calm.set()

    def _pace_requests(self) -> None:
        request = self.http.request

        async def paced(*route: Any, **options: Any) -> Any:
            await self.outflow.turn()
            return await request(*route, **options)

        self.http.request = paced  # type: ignore[method-assign]  # discord.py has no hook there

    def _pass_over_own_edits(self) -> None:
        """Bots' edited messages are nobody's business, and each would be built as an object.

        Except where a person had an app write: it is he who speaks.
        """
        parsers = self._connection.parsers
        heard = parsers["MESSAGE_UPDATE"]

        def by_people(data: dict[str, Any]) -> None:
            own = self.user is not None and int(data["author"]["id"]) == self.user.id
            if not (own or (data["author"].get("bot") and not data.get("interaction_metadata"))):
                heard(data)

        parsers["MESSAGE_UPDATE"] = by_people

    def _remember_sockets(self) -> None:
        """discord.py forgets a gateway socket that is cut off while it logs in."""
        connect = self.http.ws_connect

        async def remembered(*address: Any, **options: Any) -> aiohttp.ClientWebSocketResponse:
            socket = await connect(*address, **options)
            self._sockets.add(socket)
            return socket

        self.http.ws_connect = remembered  # type: ignore[method-assign]  # nor here

    @property
    def reads_chat(self) -> bool:
        """Whether what is written at tables reaches the bot, which moderation lives on."""
        return self.intents.message_content

    async def open(self) -> None:
        """Open the application, once: before the log-in, so that a bad database says so at once.

        Raises DatabaseUnusable.
        """
        if not hasattr(self, "app"):
            self.app = await App.open(self.setup)

    async def setup_hook(self) -> None:
        """Open the application and register every command and button.

        The log-in has just read the application, and the connection comes after this: now the
        intents can still be chosen.
        """
        assert self.application is not None, "read by the log-in"
        if may_read_chat(self.application.flags):
            self._connection._intents = needed_intents(chat=True)  # noqa: SLF001 - no other way
        await self.open()
        for name in COGS:
            await self.load_extension(name)
        if self.home_guild is not None:
            home = discord.Object(self.home_guild)
            self.tree.copy_global_to(guild=home)
            await self.tree.sync(guild=home)
        else:
            await self.tree.sync()

    async def serve(self, token: str) -> None:
        """Log in and play until stopped. Raises CannotLogIn where Discord takes no such token."""
        with told_in_words():
            try:
                await self.start(token)
            except AttributeError as error:
                # discord.py's way of failing where not even the first connection could be made
                if getattr(self, "ws", None) is not None:
                    raise
                raise DiscordAway(
                    "O Discord aceitou o token, mas a conexão não abriu. Confira a internet."
                ) from error

    def silence(self) -> float:
        """Seconds since the gateway last answered a heartbeat within a session.

        Before the first session: since the client was made. Ask now and then: of a connection that
        is gone only what was asked for is known.
        """
        heartbeats = getattr(self.ws, "_keep_alive", None)  # none between two connections
        if self.connected and heartbeats is not None:
            # A server that only says hello and then takes no session counts for nothing.
            self._heard_at = max(self._heard_at, heartbeats._last_ack)  # noqa: SLF001 - no other way
        return time.perf_counter() - self._heard_at

    def workers(self) -> list[Workers]:
        """All that work on what has changed: the robots and those of the cogs."""
        owners = [self.app.robots, *self.cogs.values()] if hasattr(self, "app") else []
        found = [getattr(owner, "workers", None) for owner in owners]
        return [each for each in found if each is not None]

    @contextlib.contextmanager
    def busy(self) -> Iterator[None]:
        """Something is being answered: closing waits for its end, for a while."""
        self._busy += 1
        self._idle.clear()
        try:
            yield
        finally:
            self._busy -= 1
            if not self._busy:
                self._idle.set()

    @contextlib.asynccontextmanager
    async def acknowledging(self) -> AsyncIterator[None]:
        """An interaction is acknowledged inside; where many are, what they ask for waits for all.

        Discord waits three seconds for the one and minutes for the other.
        """
        self._acknowledging += 1
        if self._acknowledging > RUSH:
            self._calm.clear()
        try:
            yield
        finally:
            self._acknowledging -= 1
            if self._acknowledging <= RUSH:
                self._calm.set()
        await self._calm.wait()

    async def on_connect(self) -> None:
        """A session has begun."""
        self._in_session()

    def _in_session(self) -> None:
        self.connected = self.ever_connected = True
        self._heard_at = time.perf_counter()

    async def on_ready(self) -> None:
        """Connected: what passed while nobody could play begins anew, and the clock runs.

        Discord may say so more than once.
        """
        chat = "read" if self.reads_chat else "not read: the Message Content Intent is off"
        log.info("connected to %s servers; the chat is %s", len(self.guilds), chat)
        if self._clock_task is None:
            await self.app.clock.begin_anew(before=self.app.tables.now())
            self._clock_task = asyncio.create_task(self.app.clock.run())
        else:
            await self.app.clock.resume()
        await self.app.wake()

    async def on_resumed(self) -> None:
        """The connection came back."""
        self._in_session()
        await self.app.clock.resume()

    async def on_disconnect(self) -> None:
        """No player can reach the bot: no clock may run out."""
        self.connected = False
        if self._clock_task is not None:
            self.app.clock.suspend()

    async def process_commands(self, message: discord.Message, /) -> None:
        """There are no commands by prefix."""

    async def close(self) -> None:
        """Stop the clock and the robots, unload the cogs, close the database."""
        if self._clock_task is not None:
            self._clock_task.cancel()
            await asyncio.gather(self._clock_task, return_exceptions=True)
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(ANSWER_WITHIN_S):
                await self._idle.wait()
        if (readying := getattr(self._connection, "_ready_task", None)) is not None:
            readying.cancel()  # discord.py would say that it is ready after its end
        for workers in self.workers():  # they call each other: all stop before any is unloaded
            await workers.stop()
        try:
            async with asyncio.timeout(CLOSE_WITHIN_S):
                await super().close()
        except TimeoutError:
            log.warning("the connection did not close in time and is given up")
            await self.http.close()
        await self.outflow.stop()
        for socket in [*self._sockets]:
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(ANSWER_WITHIN_S):
                    await socket.close()
        for thread in threading.enumerate():
            # discord.py leaves the heartbeat of a connection that was cut while it was being made.
            if isinstance(thread, KeepAliveHandler) and thread.ws._connection is self._connection:  # noqa: SLF001
                thread.stop()
        if hasattr(self, "app"):
            await self.app.close()

    async def on_error(self, event_method: str, /, *_args: Any, **_kwargs: Any) -> None:
        """A listener failed: log which, without what it was given."""
        log.exception("listener %s failed", event_method)  # noqa: LOG004 - called while handling


async def sync_emojis(
    client: discord.Client, drawn: dict[str, bytes]
) -> dict[str, discord.PartialEmoji]:
    """Upload what the application does not have yet; returns its emojis by name.

    ``drawn`` are PNGs by name. An application may have 2,000, of 256 KiB each; no permission is
    needed to use them. Raises discord.HTTPException.
    """
    found = {emoji.name: emoji for emoji in await client.fetch_application_emojis()}
    for name, image in drawn.items():
        if name not in found:
            found[name] = await client.create_application_emoji(name=name, image=image)
    return {
        name: discord.PartialEmoji(name=name, id=emoji.id)
        for name, emoji in found.items()
        if name in drawn
    }


async def upload_emojis(token: str, drawn: dict[str, bytes]) -> int:
    """Log in, upload the emojis that are missing, log out; returns how many there are."""
    async with discord.Client(intents=discord.Intents.none()) as client:
        with told_in_words():
            await client.login(token)
            return len(await sync_emojis(client, drawn))


def play_permissions() -> discord.Permissions:
    """What the bot needs to put up tables, in threads or without."""
    return discord.Permissions(
        view_channel=True,
        send_messages=True,
        send_messages_in_threads=True,
        create_public_threads=True,
        create_private_threads=True,
        manage_threads=True,
        attach_files=True,
        embed_links=True,
        read_message_history=True,
    )


def moderate_permissions() -> discord.Permissions:
    """What the bot needs to put up tables and to moderate what is said there, in both modes."""
    permissions = play_permissions()
    permissions.update(
        manage_messages=True,
        moderate_members=True,
        manage_webhooks=True,
        # For channels where all speak through the bot; it may deny only what it may do itself.
        manage_channels=True,
        manage_roles=True,
        add_reactions=True,
        use_external_apps=True,
    )
    return permissions


def invite_links(token: str) -> tuple[str, str]:
    """The two links that add the bot to a server: to play, and to play and moderate.

    They ask for just the permissions that are needed. Raises ValueError for no token: the
    application's id is its first part.
    """
    head = token.partition(".")[0]
    application_id = int(base64.b64decode(head + "=" * (-len(head) % 4)))
    scopes = ("bot", "applications.commands")
    first, second = (
        discord.utils.oauth_url(application_id, permissions=permissions, scopes=scopes)
        for permissions in (play_permissions(), moderate_permissions())
    )
    return first, second
