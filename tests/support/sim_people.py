"""The people and channels of the simulated Discord, and what the bot answers them."""

from collections.abc import Sequence
from datetime import datetime
from typing import TYPE_CHECKING, Any, Literal

import discord
from simcord import MemberActor, ResponseMessage
from simcord.actors import _dispatch_actor_interaction
from simcord.backend import serializers
from simcord.backend.access import channel_accessible, message_accessible
from simcord.backend.errors import SetupError
from simcord.backend.models import Channel, MessageSticker, Poll, PollAnswer
from simcord.builders import ChannelHandle
from simcord.enums import InteractionType, MessageType
from simcord.results import InteractionResult

from tests.support.sim_seen import Component, SeenMessage

if TYPE_CHECKING:
    from tests.support.sim import SimServer


class SimChannel:
    """A text channel, a thread or a private channel."""

    def __init__(self, server: "SimServer", channel: Channel) -> None:
        self._server = server
        self._channel = channel
        self.id = channel.id
        self.is_thread = channel.is_thread
        self.is_private = channel.type == discord.ChannelType.private_thread.value
        self.parent_id = channel.parent_id

    @property
    def name(self) -> str:
        return self._channel.name or ""

    @property
    def archived(self) -> bool:
        meta = self._channel.thread_metadata
        return meta is not None and meta.archived

    @property
    def locked(self) -> bool:
        meta = self._channel.thread_metadata
        return meta is not None and meta.locked

    @property
    def member_ids(self) -> set[int]:
        """Who was added to the thread."""
        return set(self._channel.thread_members)

    @property
    def deleted(self) -> bool:
        return self.id not in self._server._env.backend.channels

    def messages(self) -> list[SeenMessage]:
        """What everybody in the channel sees, newest last."""
        return self._server._visible(self._channel, None)


class SimUser:
    """A person at a keyboard, who can do only what Discord's client lets him do.

    Where he tries more (a disabled button, a choice that is not offered), simcord's `SetupError`
    or `BackendError` is raised.
    """

    def __init__(self, server: "SimServer", member: MemberActor) -> None:
        self._server = server
        self._member = member
        self.id = member.id
        self.name = member.name
        self.mention = member.mention

    @property
    def dm_channel(self) -> SimChannel:
        return SimChannel(self._server, self._server._env.backend.get_dm_channel(self.id))

    def dms(self) -> list[SeenMessage]:
        """What stands in his private channel with the bot, ephemeral answers too, newest last."""
        return self._server._visible(self.dm_channel._channel, self.id)

    def ephemerals(self) -> list[SeenMessage]:
        """Messages that he alone sees, in any channel, newest last."""
        return [message for message in self.sees() if message.ephemeral]

    def sees(self) -> list[SeenMessage]:
        """Every message that he can read anywhere, newest last."""
        channels = list(self._server._env.backend.channels.values())
        found = [one for channel in channels for one in self._server._visible(channel, self.id)]
        return sorted(found, key=lambda message: message.id)

    def look(self, message: SeenMessage) -> SeenMessage | None:
        """The message as he sees it now; None when it is gone or not for his eyes."""
        backend = self._server._env.backend
        stored = backend.messages.get(message.channel_id, {}).get(message.id)
        if stored is None or not message_accessible(backend, stored.channel_id, stored, self.id):
            return None
        return SeenMessage.of(backend, stored)

    def can_see(self, channel: SimChannel) -> bool:
        return channel_accessible(self._server._env.backend, channel.id, self.id)

    async def say(
        self,
        channel: SimChannel,
        text: str,
        *,
        reply_to: SeenMessage | None = None,
        files: Sequence[tuple[str, bytes]] = (),
    ) -> SeenMessage:
        """Write in the server; `files` are names with their bytes."""
        target = self._native(reply_to) if reply_to is not None else None
        sent = await self._member.send(
            self._handle(channel.id), text, reply_to=target, attachments=files
        )
        return self._just_sent(channel.id, sent.id)

    async def write(
        self,
        channel: SimChannel,
        text: str = "",
        *,
        reply_to: SeenMessage | None = None,
        files: Sequence[tuple[str, bytes]] = (),
        poll: Sequence[str] = (),
        sticker: str = "",
        forward: SeenMessage | None = None,
    ) -> None:
        """Write what the bot may delete at once; a poll is its question and its answers."""
        backend = self._server._env.backend
        reference = None
        if forward is not None:
            reference = {"type": 1, "channel_id": forward.channel_id, "message_id": forward.id}
        elif reply_to is not None:
            reference = {"channel_id": channel.id, "message_id": reply_to.id}
            reference = backend.normalize_message_reference(channel.id, reference)
        options: dict[str, Any] = {}
        if poll:
            answers = [PollAnswer(number, text) for number, text in enumerate(poll[1:], start=1)]
            options["poll"] = Poll(poll[0], answers, backend.now_iso())
        if sticker:
            item = MessageSticker(backend.snowflake(), sticker, 1, self._member.guild.id)
            options["stickers"] = [item]
        backend.create_message(
            channel.id,
            self.id,
            text,
            reference=reference,
            attachments=backend.store_attachments(channel.id, files),
            **options,
        )
        await self._server.settle()

    def take_nickname(self, name: str) -> None:
        """Be called otherwise on the server."""
        self._server._env.backend.get_member(self._server.id, self.id).nick = name

    async def rename(self, thread: SimChannel, name: str) -> None:
        """Give a thread another name; Discord posts a line in the thread about it."""
        backend = self._server._env.backend
        backend.edit_channel(thread.id, {"name": name})
        backend.create_system_message(thread.id, MessageType.CHANNEL_NAME_CHANGE, self.id)
        await self._server.settle()

    async def forward(self, message: SeenMessage, channel: SimChannel) -> SeenMessage:
        sent = await self._member.forward(self._native(message), self._handle(channel.id))
        return self._just_sent(channel.id, sent.id)

    async def type_dm(self, text: str) -> SeenMessage:
        sent = await self._member.user.send_dm(text)
        return self._just_sent(self.dm_channel.id, sent.id)

    async def edit(self, message: SeenMessage, text: str) -> None:
        await self._actor(message.channel_id).edit(self._native(message), text)

    async def react(self, message: SeenMessage, emoji: str) -> None:
        native = self._native(message)
        await self._actor(message.channel_id).set_reaction(native, emoji, reacted=True)

    async def slash(
        self, command: str, /, *, at: SimChannel | None = None, **options: Any
    ) -> "Reply":
        """Call a command, `group sub` included, in the server's channel or `at` another one.

        An option that takes a person is given a `SimUser`; one with choices, a choice's value.
        """
        given = {
            name: one._member if isinstance(one, SimUser) else one for name, one in options.items()
        }
        place = self._handle((at or self._server.channel).id)
        if place.guild is None:
            return self._server._reply(await self._member.user.slash(command, **given))
        return self._server._reply(await self._member.slash(place, command, **given))

    async def menu(self, name: str, target: "SeenMessage | SimUser") -> "Reply":
        """Choose an entry of a message's or a person's own menu."""
        if isinstance(target, SimUser):
            place = self._handle(self._server.channel.id)
            return self._server._reply(await self._member.context_menu(place, name, target._member))
        place, native = self._handle(target.channel_id), self._native(target)
        return self._server._reply(await self._member.context_menu(place, name, native))

    async def join_voice(self, channel: SimChannel) -> None:
        await self._member.join_voice(self._handle(channel.id))

    async def leave_voice(self) -> None:
        await self._member.leave_voice()

    async def post_by_app(
        self, channel: SimChannel, text: str = "", **more: Any
    ) -> SeenMessage | None:
        """Let an app that he alone has installed answer him; None where it is deleted at once."""
        backend = self._server._env.backend
        app = self._server._env.create_user("um aplicativo", bot=True)
        invoked = {
            "id": str(backend.snowflake()),
            "type": 2,
            "user": serializers.user_payload(backend.users[self.id]),
            "authorizing_integration_owners": {"1": str(self.id)},
        }
        message = backend.create_message(
            channel.id,
            app.id,
            text,
            interaction_metadata=invoked,
            message_type=MessageType.CHAT_INPUT_COMMAND,
            **more,
        )
        await self._server.settle()
        return self._server._seen(channel.id, message.id)

    @property
    def timed_out_until(self) -> datetime | None:
        """The end of his timeout on the server."""
        member = self._server._env.backend.get_member(self._server.id, self.id)
        until = member.timed_out_until
        return None if until is None else datetime.fromisoformat(until)

    async def complete(self, command: str, option: str, typed: str, /, **filled: Any) -> list[str]:
        """The names offered while an option is typed."""
        place = self._handle(self._server.channel.id)
        choices = await self._member.autocomplete(place, command, option, typed, **filled)
        self._server._assert_acknowledged()
        return [choice["name"] for choice in choices]

    async def click(
        self,
        message: SeenMessage,
        *,
        label: str | None = None,
        custom_id_prefix: str | None = None,
        stale: bool = False,
    ) -> "Reply":
        """Click one button of the message as it stands now.

        `stale` clicks what `message` showed when it was read, as a hand slower than an edit does.
        """
        button = self._find(message, "button", label, custom_id_prefix, stale=stale)
        return await self._use(message, button, None, stale=stale)

    async def select(
        self,
        message: SeenMessage,
        values: "Sequence[str | SimUser]",
        *,
        placeholder: str | None = None,
        custom_id_prefix: str | None = None,
        stale: bool = False,
    ) -> "Reply":
        """Choose options of one menu, by their values or labels, or people of a menu of people."""
        menu = self._find(message, "select", placeholder, custom_id_prefix, stale=stale)
        by_label = {option.label: option.value for option in menu.options}
        chosen = [
            one._member if isinstance(one, SimUser) else by_label.get(one, one) for one in values
        ]
        return await self._use(message, menu, chosen, stale=stale)

    async def submit(self, shown: "Reply", values: dict[str, Any]) -> "Reply":
        """Fill in the form that an answer opened; its fields are named by label or custom id."""
        ids = {field.label: field.custom_id for field in shown.fields}
        given = {ids.get(name) or name: value for name, value in values.items()}
        actor = self._actor(shown._result._interaction.channel_id)
        return self._server._reply(await actor.submit_modal(shown._result, given))

    def close_dms(self) -> None:
        """Refuse the bot's private messages (error 50007), as when he blocks it."""
        self.open_dms()
        path = f"/channels/{self.dm_channel.id}/messages"
        self._server.fail("POST", path, status=403, code=50007, times=None)

    def open_dms(self) -> None:
        path = f"/channels/{self.dm_channel.id}/messages"
        faults = self._server._env.backend.faults
        faults[:] = [fault for fault in faults if fault["path"] != path]

    async def leave(self) -> None:
        """Leave the server."""
        self._member.guild.remove_member(self._member)
        await self._server.settle()

    def _handle(self, channel_id: int) -> ChannelHandle:
        channel = self._server._env.backend.get_channel(channel_id)
        guild = self._member.guild if channel.guild_id is not None else None
        return ChannelHandle(self._server._env, guild, channel)

    def _actor(self, channel_id: int) -> Any:
        """Whom simcord lets act there: the member in the server, the bare user in private."""
        return self._member if self._handle(channel_id).guild is not None else self._member.user

    def _native(self, message: SeenMessage) -> ResponseMessage:
        env = self._server._env
        return ResponseMessage(env, env.backend.get_message(message.channel_id, message.id))

    def _just_sent(self, channel_id: int, message_id: int) -> SeenMessage:
        seen = self._server._seen(channel_id, message_id)
        assert seen is not None, "the bot deleted the message at once; read the channel instead"
        return seen

    def _find(
        self,
        message: SeenMessage,
        kind: Literal["button", "select"],
        label: str | None,
        prefix: str | None,
        *,
        stale: bool,
    ) -> Component:
        now = message if stale else self.look(message)
        assert now is not None, f"{self.name} no longer sees that message"
        there = [one for one in now.components if one.kind == kind]
        fits = [
            one
            for one in there
            if (label is None or one.label == label)
            and (prefix is None or one.custom_id.startswith(prefix))
        ]
        if len(fits) != 1:
            shown = ", ".join(f"{one.label!r} ({one.custom_id})" for one in there) or "none"
            wanted = f"label {label!r}, custom id {prefix!r}…"
            raise SetupError(f"{len(fits)} {kind}s fit {wanted}; the message has: {shown}")
        return fits[0]

    async def _use(
        self, message: SeenMessage, used: Component, values: list[Any] | None, *, stale: bool
    ) -> "Reply":
        actor = self._actor(message.channel_id)
        if stale:
            # As Discord accepted it: with the message of that moment, though it has changed since.
            data = {"custom_id": used.custom_id, "component_type": used.type}
            chosen = {} if values is None else {"values": values}
            result = await _dispatch_actor_interaction(
                actor,
                InteractionType.MESSAGE_COMPONENT,
                self._handle(message.channel_id),
                data | chosen,
                extra={"message": message.payload},
                source_message_id=message.id,
            )
        elif values is None:
            result = await actor.click(self._native(message), custom_id=used.custom_id)
        else:
            native = self._native(message)
            result = await actor.select(native, values, custom_id=used.custom_id)
        return self._server._reply(result)


class Reply:
    """What the bot answered to one interaction; read anew at each look."""

    def __init__(self, server: "SimServer", result: InteractionResult) -> None:
        self._server = server
        self._result = result
        self.interaction_id = result._interaction.id

    @property
    def kind(self) -> str:
        """message, deferred, deferred_update, update, modal, autocomplete, or empty.

        A deferred answer is a message once it was completed.
        """
        return str(self._result._interaction.response_kind or "")

    @property
    def ephemeral(self) -> bool:
        return self._result.ephemeral

    @property
    def message(self) -> SeenMessage | None:
        """The answer, or after an update the message that was clicked, as it stands now."""
        record = self._result._interaction
        if record.message_id is None:
            return None
        return self._server._seen(record.channel_id, record.message_id)

    @property
    def followups(self) -> list[SeenMessage]:
        record = self._result._interaction
        found = [self._server._seen(record.channel_id, one) for one in record.followup_ids]
        return [message for message in found if message is not None]

    @property
    def title(self) -> str:
        """The title of the form that was opened."""
        modal = self._result.modal
        assert modal is not None, "the answer opened no form"
        return str(modal["title"])

    @property
    def fields(self) -> list[Component]:
        """The fields of the form that was opened."""
        modal = self._result.modal
        assert modal is not None, "the answer opened no form"
        return Component.fields_of(modal["components"])
