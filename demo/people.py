"""People at the stand-in: each sees what he may see and does what Discord's client lets him do."""

import time
from collections.abc import Callable, Mapping, Sequence
from typing import Final

from demo import interactions
from demo.errors import Refused
from demo.filling import BUTTON, LINK, MENU, USER_MENU, Filling, seen_channel
from demo.objects import PRIVATE, Channel, Guild, Interaction, Kind, Message, User
from demo.payloads import Json, iso, of_channel, of_user
from demo.permissions import Permission, writes
from demo.world import News, World

Told = Callable[[str, Json], None]
"""Called with each event's name and data."""

SLASH, ON_USER, ON_MESSAGE = 1, 2, 3
"""Types of commands: typed, or chosen from the menu of a person or of a message."""

_SHOWN: Final = 60
"""Messages of a channel that a page begins with."""

_NOT_HERE: Final = "Você não tem permissão para escrever aqui."
_LONGEST: Final = 2000
_PASSED_ON: Final = ("MESSAGE_CREATE", "MESSAGE_UPDATE", "MESSAGE_DELETE")
_CHANNELS: Final = {
    "CHANNEL_CREATE": "CHANNEL_CREATE",
    "THREAD_CREATE": "CHANNEL_CREATE",
    "CHANNEL_UPDATE": "CHANNEL_UPDATE",
    "THREAD_UPDATE": "CHANNEL_UPDATE",
}


class Person:
    """One account's eyes and hands."""

    def __init__(self, world: World, user: User) -> None:
        self.world = world
        self.user = user

    @property
    def id(self) -> int:
        """The account's number."""
        return self.user.id

    # Seeing

    def channels(self) -> list[Channel]:
        """The channels, threads and private conversations that he sees."""
        return [one for one in self.world.channels.values() if self.world.sees(self.user, one)]

    def messages(self, channel: Channel) -> list[Message]:
        """What he sees in a channel, oldest first."""
        if not self.world.sees(self.user, channel):
            return []
        return [one for one in channel.messages.values() if one.only_for in (None, self.id)]

    def seen(self) -> list[Message]:
        """Every message that he sees anywhere, oldest first."""
        found = [one for channel in self.channels() for one in self.messages(channel)]
        return sorted(found, key=lambda message: message.id)

    def ready(self) -> Json:
        """All that a page begins with."""
        world = self.world
        shown = self.channels()
        people = [member.user for guild in self._guilds() for member in guild.members.values()]
        application = {"id": str(world.application_id), "name": world.bot.name}
        guild = self._guilds()[0] if self._guilds() else None
        return {
            "me": of_user(self.user),
            "application": application | {"user": of_user(world.bot)},
            "guild": None if guild is None else {"id": str(guild.id), "name": guild.name},
            "members": [of_user(user) for user in dict.fromkeys(people)],
            "channels": [self._channel(one) for one in shown],
            "commands": [
                one for kind in (SLASH, ON_USER, ON_MESSAGE) for one in self.commands(kind)
            ],
            "messages": {
                str(one.id): [
                    world.message_payload(message) for message in self.messages(one)[-_SHOWN:]
                ]
                for one in shown
            },
        }

    def commands(self, kind: int = SLASH) -> list[Json]:
        """The commands of this kind that he may use somewhere."""
        may = 0
        for guild in self._guilds():
            for channel in guild.channels.values():
                may |= self.world.permissions(self.user, channel)
        found = [
            one for guild in self._guilds() for one in self.world.guild_commands.get(guild.id, ())
        ]
        return [
            one
            for one in (*self.world.commands, *found)
            if one["type"] == kind and _needed(one) & ~may == 0
        ]

    def subscribe(self, told: Told) -> Callable[[], None]:
        """Have each event told that he may hear of; returns what ends it."""
        known = self._places()

        def hear(news: News) -> None:
            if self._another_place(news, known):
                told("READY", self.ready())
            else:
                self._hear(news, told)

        self.world.listeners.append(hear)

        def stop() -> None:
            self.world.listeners.remove(hear)

        return stop

    def _another_place(self, news: News, known: set[int]) -> bool:
        """Whether a channel has become visible or invisible to him by what it allows."""
        channel = news.channel
        if news.name in ("GUILD_ROLE_UPDATE", "GUILD_DELETE", "GUILD_MEMBER_UPDATE"):
            known.clear()
            known.update(self._places())
        if channel is None or news.name not in ("CHANNEL_CREATE", "CHANNEL_UPDATE"):
            return False
        if self.world.sees(self.user, channel) == (channel.id in known):
            return False
        known ^= {channel.id}
        return news.name == "CHANNEL_UPDATE"

    def _hear(self, news: News, told: Told) -> None:
        interaction = news.data.get("interaction")
        if isinstance(interaction, Interaction):
            if interaction.user is self.user:
                self._hear_answer(interaction, told)
            return
        channel = news.channel
        if channel is None or news.only_for not in (None, self.id):
            own = news.name == "GUILD_MEMBER_UPDATE" and news.data["user"]["id"] == str(self.id)
            if own or news.name in ("GUILD_ROLE_UPDATE", "GUILD_DELETE"):
                told("READY", self.ready())
            return
        if not self.world.sees(self.user, channel):
            return
        if news.name in ("CHANNEL_DELETE", "THREAD_DELETE"):
            told("CHANNEL_DELETE", {"id": str(channel.id)})
        elif news.name in _CHANNELS:
            told(_CHANNELS[news.name], self._channel(channel))
            if news.name == "CHANNEL_UPDATE":
                for thread in self.channels():
                    if thread.is_thread and thread.parent_id == channel.id:
                        told("CHANNEL_UPDATE", self._channel(thread))
        elif news.name == "THREAD_MEMBERS_UPDATE":
            added = {int(one["user_id"]) for one in news.data["added_members"]}
            if self.id in added:
                told("CHANNEL_CREATE", self._channel(channel))
                for message in self.messages(channel):
                    told("MESSAGE_CREATE", self.world.message_payload(message))
        elif news.name == "MESSAGE_DELETE_BULK":
            for message_id in news.data["ids"]:
                told("MESSAGE_DELETE", {"id": message_id, "channel_id": news.data["channel_id"]})
        elif news.name in _PASSED_ON:
            told(news.name, news.data)

    def _hear_answer(self, interaction: Interaction, told: Told) -> None:
        nonce = interaction.nonce
        if interaction.failed:
            message = interaction.message
            told(
                "FAILED",
                {"nonce": nonce, "message_id": None if message is None else str(message.id)},
            )
            return
        told("DONE", {"nonce": nonce})
        if interaction.modal is not None:
            form = {"nonce": nonce, "interaction_id": str(interaction.id)}
            told("MODAL", form | interaction.modal)
        elif interaction.choices is not None:
            told("CHOICES", {"nonce": nonce, "choices": interaction.choices})

    def _channel(self, channel: Channel) -> Json:
        payload = of_channel(channel, self.world.users)
        if channel.type == PRIVATE:
            payload["name"] = self.world.bot.name
        until = self.world.silenced_until(self.user, channel)
        return payload | {
            "can_send": writes(self.world.granted(self.user, channel), channel),
            "silenced_until": until and iso(until),
        }

    def _places(self) -> set[int]:
        """The channels that he sees; threads are as open as theirs."""
        found = (one for guild in self._guilds() for one in guild.channels.values())
        return {one.id for one in found if not one.is_thread and self.world.sees(self.user, one)}

    def _guilds(self) -> list[Guild]:
        return [guild for guild in self.world.guilds.values() if self.id in guild.members]

    # Doing

    def send(self, channel_id: int, content: str) -> Message:
        """Write a message. Raises Refused."""
        channel = self._seen_channel(channel_id)
        self._free_to_speak(channel)
        content = content.strip()
        if not content or len(content) > _LONGEST:
            raise Refused(f"A mensagem deve ter de 1 a {_LONGEST} caracteres.")
        if not self.world.may_send(self.user, channel):
            raise Refused(_NOT_HERE)
        if channel.is_thread and self.id not in channel.members:
            self.world.add_to_thread(channel, self.user)
        return self.world.post(channel, self.user, content=content)

    def dismiss(self, channel_id: int, message_id: int) -> None:
        """Make a message that only he sees go away. Raises Refused."""
        message = self._seen_message(channel_id, message_id)
        if message.only_for != self.id:
            raise Refused("Só dá para ignorar uma mensagem que só você vê.")
        self.world.delete(message)

    def click(
        self, channel_id: int, message_id: int, custom_id: str, nonce: str | None = None
    ) -> Interaction:
        """Press a button. Raises Refused."""
        message, button = self._component(channel_id, message_id, custom_id)
        if button["type"] != BUTTON or button["style"] == LINK:
            raise Refused("Isto não é um botão.")
        data = {"custom_id": custom_id, "component_type": BUTTON}
        return self._use(message, data, nonce)

    def select(
        self,
        channel_id: int,
        message_id: int,
        custom_id: str,
        values: Sequence[str],
        nonce: str | None = None,
    ) -> Interaction:
        """Choose from a menu. Raises Refused."""
        message, menu = self._component(channel_id, message_id, custom_id)
        if menu["type"] not in (MENU, USER_MENU):
            raise Refused("Isto não é um menu.")
        channel = self.world.channels[message.channel_id]
        chosen = Filling(self.world, self.user, channel).chosen(menu, values)
        return self._use(message, {"custom_id": custom_id} | chosen, nonce)

    def _use(self, message: Message, data: Json, nonce: str | None) -> Interaction:
        data.pop("type", None)
        channel = self.world.channels[message.channel_id]
        self._free_to_speak(channel)
        return interactions.begin(
            self.world, Kind.COMPONENT, self.user, channel, data, message=message, nonce=nonce
        )

    def submit(
        self, interaction_id: int, values: Mapping[str, object], nonce: str | None = None
    ) -> Interaction:
        """Send a form off. Raises Refused; the form then stays open."""
        opened = self.world.open_forms.get(self.id)
        if opened is None or opened.id != interaction_id or opened.modal is None:
            raise Refused("Este formulário não está mais aberto.")
        self._free_to_speak(self._seen_channel(opened.channel.id))
        filling = Filling(self.world, self.user, opened.channel)
        parts = [filling.part(part, values) for part in opened.modal["components"]]
        del self.world.open_forms[self.id]
        data = {"custom_id": opened.modal["custom_id"], "components": parts}
        return interactions.begin(
            self.world,
            Kind.MODAL,
            self.user,
            opened.channel,
            data,
            message=opened.message,
            nonce=nonce,
            opened_by=opened,
        )

    def command(
        self,
        channel_id: int,
        command_id: int,
        path: Sequence[str],
        options: Mapping[str, object],
        nonce: str | None = None,
    ) -> Interaction:
        """Use a command; ``path`` names the commands below it. Raises Refused."""
        return self._command(Kind.COMMAND, channel_id, command_id, path, options, None, nonce)

    def complete(
        self,
        channel_id: int,
        command_id: int,
        path: Sequence[str],
        options: Mapping[str, object],
        focused: str,
        nonce: str | None = None,
    ) -> Interaction:
        """Ask what may stand in an option while it is typed. Raises Refused."""
        return self._command(Kind.COMPLETE, channel_id, command_id, path, options, focused, nonce)

    def _command(
        self,
        kind: Kind,
        channel_id: int,
        command_id: int,
        path: Sequence[str],
        options: Mapping[str, object],
        focused: str | None,
        nonce: str | None,
    ) -> Interaction:
        channel = self._seen_channel(channel_id)
        command = self._allowed(SLASH, command_id, channel)
        if not self.world.may_send(self.user, channel):
            raise Refused(_NOT_HERE)  # one types a command where one writes
        filling = Filling(self.world, self.user, channel)
        data = _named(command) | filling.command(command, path, options, focused)
        return interactions.begin(self.world, kind, self.user, channel, data, nonce=nonce)

    def use_on_message(
        self, channel_id: int, message_id: int, command_id: int, nonce: str | None = None
    ) -> Interaction:
        """Choose a command from a message's menu. Raises Refused."""
        message = self._seen_message(channel_id, message_id)
        if message.only_for is not None:
            raise Refused("Uma mensagem que só você vê não tem esse menu.")
        told = {str(message.id): self.world.message_payload(message)}
        return self._use_on(
            ON_MESSAGE, channel_id, command_id, message.id, {"messages": told}, nonce
        )

    def use_on_user(
        self, channel_id: int, user_id: int, command_id: int, nonce: str | None = None
    ) -> Interaction:
        """Choose a command from a person's menu. Raises Refused."""
        channel = self._seen_channel(channel_id)
        told = Filling(self.world, self.user, channel).people([str(user_id)])
        return self._use_on(ON_USER, channel_id, command_id, user_id, told, nonce)

    def _use_on(
        self,
        kind: int,
        channel_id: int,
        command_id: int,
        target: int,
        resolved: Json,
        nonce: str | None,
    ) -> Interaction:
        channel = self._seen_channel(channel_id)
        command = self._allowed(kind, command_id, channel)
        if _needed(command) & ~self.world.permissions(self.user, channel):
            raise Refused("Esse comando não existe aqui.")
        data = _named(command) | {"target_id": str(target), "resolved": resolved}
        return interactions.begin(self.world, Kind.COMMAND, self.user, channel, data, nonce=nonce)

    def _allowed(self, kind: int, command_id: int, channel: Channel) -> Json:
        command = next((one for one in self.commands(kind) if one["id"] == str(command_id)), None)
        if command is None:
            raise Refused("Esse comando não existe aqui.")
        self._free_to_speak(channel)
        contexts = command.get("contexts")
        here = 1 if channel.type == PRIVATE else 0
        if contexts is not None and here not in contexts:
            raise Refused("Esse comando não funciona neste canal.")
        needed = Permission.USE_APPLICATION_COMMANDS
        if needed not in self.world.permissions(self.user, channel):
            raise Refused("Você não pode usar comandos neste canal.")
        return command

    def _free_to_speak(self, channel: Channel) -> None:
        until = self.world.silenced_until(self.user, channel)
        if until is not None:
            raise Refused(f"Você está de castigo até {_clock(until, self.world.clock())}.")

    # What is meant

    def _seen_channel(self, channel_id: int) -> Channel:
        return seen_channel(self.world, self.user, channel_id)

    def _seen_message(self, channel_id: int, message_id: int) -> Message:
        message = self._seen_channel(channel_id).messages.get(message_id)
        if message is None or message.only_for not in (None, self.id):
            raise Refused("Essa mensagem não existe mais.")
        return message

    def _component(self, channel_id: int, message_id: int, custom_id: str) -> tuple[Message, Json]:
        message = self._seen_message(channel_id, message_id)
        for one in controls(message):
            if one.get("custom_id") == custom_id:
                if one.get("disabled"):
                    raise Refused("Isto está desativado.")
                return message, one
        raise Refused("Isso não está mais na mensagem.")


def controls(message: Message) -> list[Json]:
    """The buttons and menus of a message, in their order."""
    return [one for row in message.components for one in row["components"]]


def _clock(moment: float, now: float) -> str:
    """The hour, with the day where that is not today."""
    then = time.localtime(moment)
    today = then[:3] == time.localtime(now)[:3]
    return time.strftime("%H:%M" if today else "%d/%m às %H:%M", then)


def _named(command: Json) -> Json:
    """A command as an interaction names it; one of a single server with the server's number."""
    return {one: command[one] for one in ("id", "name", "type", "guild_id") if one in command}


def _needed(command: Json) -> int:
    """The permissions that a command asks for; with none named it is for administrators."""
    named = command["default_member_permissions"]
    return 0 if named is None else int(named) or Permission.ADMINISTRATOR
