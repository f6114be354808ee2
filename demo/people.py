"""People at the stand-in: each sees what he may see and does what Discord's client lets him do."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Final

from demo import interactions
from demo.errors import Refused
from demo.objects import PRIVATE, Channel, Guild, Interaction, Kind, Message, User
from demo.payloads import Json, of_channel, of_user
from demo.permissions import Permission
from demo.world import News, World

Told = Callable[[str, Json], None]
"""Called with each event's name and data."""

BUTTON, MENU, TEXT_INPUT, USER_MENU, LABEL = 2, 3, 4, 5, 18
SLASH = 1
SUBCOMMAND, GROUP = 1, 2
STRING, INTEGER, BOOLEAN, USER, CHANNEL, ROLE, NUMBER = 3, 4, 5, 6, 7, 8, 10
LINK: Final = 5

_SHOWN: Final = 60
"""Messages of a channel that a page begins with."""

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
            "commands": self.commands(),
            "messages": {
                str(one.id): [
                    world.message_payload(message) for message in self.messages(one)[-_SHOWN:]
                ]
                for one in shown
            },
        }

    def commands(self) -> list[Json]:
        """The commands that he may use somewhere."""
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
            if one["type"] == SLASH and _needed(one) & ~may == 0
        ]

    def subscribe(self, told: Told) -> Callable[[], None]:
        """Have each event told that he may hear of; returns what ends it."""

        def hear(news: News) -> None:
            self._hear(news, told)

        self.world.listeners.append(hear)

        def stop() -> None:
            self.world.listeners.remove(hear)

        return stop

    def _hear(self, news: News, told: Told) -> None:
        interaction = news.data.get("interaction")
        if isinstance(interaction, Interaction):
            if interaction.user is self.user:
                self._hear_answer(interaction, told)
            return
        channel = news.channel
        if channel is None or news.only_for not in (None, self.id):
            if news.name in ("GUILD_ROLE_UPDATE", "GUILD_DELETE"):
                told("READY", self.ready())
            return
        if not self.world.sees(self.user, channel):
            return
        if news.name in ("CHANNEL_DELETE", "THREAD_DELETE"):
            told("CHANNEL_DELETE", {"id": str(channel.id)})
        elif news.name in _CHANNELS:
            told(_CHANNELS[news.name], self._channel(channel))
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
        return payload | {"can_send": self.world.may_send(self.user, channel)}

    def _guilds(self) -> list[Guild]:
        return [guild for guild in self.world.guilds.values() if self.id in guild.members]

    # Doing

    def send(self, channel_id: int, content: str) -> Message:
        """Write a message. Raises Refused."""
        channel = self._seen_channel(channel_id)
        content = content.strip()
        if not content or len(content) > _LONGEST:
            raise Refused(f"A mensagem deve ter de 1 a {_LONGEST} caracteres.")
        if not self.world.may_send(self.user, channel):
            raise Refused("Você não pode escrever neste canal.")
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
        chosen = self._chosen(channel, menu, values)
        return self._use(message, {"custom_id": custom_id} | chosen, nonce)

    def _chosen(self, channel: Channel, menu: Json, values: Sequence[str]) -> Json:
        least, most = menu.get("min_values", 1), menu.get("max_values", 1)
        if not least <= len(values) <= most or len(set(values)) < len(values):
            raise Refused(f"Escolha de {least} a {most}.")
        data: Json = {"component_type": menu["type"], "type": menu["type"], "values": [*values]}
        if menu["type"] == USER_MENU:
            data["resolved"] = self._people(channel, values)
        elif not set(values) <= {option["value"] for option in menu["options"]}:
            raise Refused("Essa opção não está no menu.")
        return data

    def _people(self, channel: Channel, values: Iterable[str]) -> Json:
        ids = [int(value) if value.isdecimal() else 0 for value in values]
        if any(one not in self.world.users for one in ids):
            raise Refused("Essa pessoa não está aqui.")
        return interactions.resolved_users(self.world, channel, ids)

    def _use(self, message: Message, data: Json, nonce: str | None) -> Interaction:
        data.pop("type", None)
        channel = self.world.channels[message.channel_id]
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
        self._seen_channel(opened.channel.id)
        parts = [self._part(opened.channel, part, values) for part in opened.modal["components"]]
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

    def _part(self, channel: Channel, part: Json, values: Mapping[str, object]) -> Json:
        if part["type"] == LABEL:
            return {
                "type": LABEL,
                "id": part.get("id", 0),
                "component": self._field(channel, part["component"], part["label"], values),
            }
        (field,) = part["components"]
        shown = field.get("label") or ""
        return {"type": 1, "components": [self._field(channel, field, shown, values)]}

    def _field(
        self, channel: Channel, field: Json, label: str, values: Mapping[str, object]
    ) -> Json:
        given = values.get(field["custom_id"], field.get("value"))
        answer = {"type": field["type"], "custom_id": field["custom_id"], "id": field.get("id", 0)}
        if field["type"] != TEXT_INPUT:
            chosen = [str(one) for one in given] if isinstance(given, list) else []
            if not chosen and not field.get("required", True):
                return answer | {"values": []}
            picked = self._chosen(channel, field, chosen)
            del picked["component_type"]
            return answer | picked
        text = str(given or "")
        if field.get("required", True) and not text.strip():
            raise Refused(f"Preencha “{label}”.")
        least, most = field.get("min_length") or 0, field.get("max_length") or 4000
        if text and not least <= len(text) <= most:
            raise Refused(f"“{label}” deve ter de {least} a {most} caracteres.")
        return answer | {"value": text}

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
        command = next((one for one in self.commands() if one["id"] == str(command_id)), None)
        if command is None:
            raise Refused("Esse comando não existe aqui.")
        self._allowed_here(command, channel)
        declared: list[Json] = command.get("options") or []
        for name in path:
            below = next((one for one in declared if one["name"] == name), None)
            if below is None or below["type"] not in (SUBCOMMAND, GROUP):
                raise Refused("Esse comando não existe aqui.")
            declared = below.get("options") or []
        if any(one["type"] in (SUBCOMMAND, GROUP) for one in declared):
            raise Refused("Falta a segunda parte do comando.")
        resolved: Json = {}
        given = [
            self._option(channel, one, options[one["name"]], focused, resolved)
            for one in declared
            if options.get(one["name"]) not in (None, "") or one["name"] == focused
            if one["name"] in options
        ]
        missing = [one["name"] for one in declared if one.get("required")]
        missing = [name for name in missing if name not in {one["name"] for one in given}]
        if missing and focused is None:
            raise Refused(f"Falta preencher: {', '.join(missing)}.")
        for at in range(len(path) - 1, -1, -1):
            type_ = SUBCOMMAND if at == len(path) - 1 else GROUP
            given = [{"name": path[at], "type": type_, "options": given}]
        data = {"id": command["id"], "name": command["name"], "type": command["type"]}
        data |= {"options": given} | ({"resolved": resolved} if resolved else {})
        return interactions.begin(self.world, kind, self.user, channel, data, nonce=nonce)

    def _allowed_here(self, command: Json, channel: Channel) -> None:
        contexts = command.get("contexts")
        here = 1 if channel.type == PRIVATE else 0
        if contexts is not None and here not in contexts:
            raise Refused("Esse comando não funciona neste canal.")
        needed = Permission.USE_APPLICATION_COMMANDS
        if needed not in self.world.permissions(self.user, channel):
            raise Refused("Você não pode usar comandos neste canal.")

    def _option(
        self, channel: Channel, declared: Json, value: object, focused: str | None, resolved: Json
    ) -> Json:
        name, kind = declared["name"], declared["type"]
        option: Json = {"name": name, "type": kind, "value": value}
        if name == focused:
            return option | {"focused": True, "value": str(value)}
        try:
            option["value"] = _valued(kind, value)
        except (KeyError, ValueError):
            raise Refused(f"“{name}” não tem um valor que sirva.") from None
        choices = declared.get("choices")
        if choices and option["value"] not in [choice["value"] for choice in choices]:
            raise Refused(f"Escolha “{name}” da lista.")
        least, most = declared.get("min_value"), declared.get("max_value")
        if isinstance(option["value"], int | float) and kind in (INTEGER, NUMBER):
            low = least is not None and option["value"] < least
            if low or (most is not None and option["value"] > most):
                raise Refused(f"“{name}” deve ficar entre {least} e {most}.")
        if kind == STRING:
            short, long = declared.get("min_length") or 0, declared.get("max_length") or 6000
            if not short <= len(str(value)) <= long:
                raise Refused(f"“{name}” deve ter de {short} a {long} caracteres.")
        if kind == USER:
            for key, found in self._people(channel, [str(value)]).items():
                resolved.setdefault(key, {}).update(found)
        elif kind == CHANNEL:
            number = str(option["value"])
            meant = self._seen_channel(int(number) if number.isdecimal() else 0)
            may = str(int(self.world.permissions(self.user, meant)))
            told = of_channel(meant, self.world.users) | {"permissions": may}
            resolved.setdefault("channels", {})[str(meant.id)] = told
        return option

    # What is meant

    def _seen_channel(self, channel_id: int) -> Channel:
        channel = self.world.channels.get(channel_id)
        if channel is None or not self.world.sees(self.user, channel):
            raise Refused("Esse canal não existe para você.")
        return channel

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


def _needed(command: Json) -> int:
    """The permissions that a command asks for; with none named it is for administrators."""
    named = command["default_member_permissions"]
    return 0 if named is None else int(named) or Permission.ADMINISTRATOR


def _valued(kind: int, value: object) -> object:
    if kind == INTEGER:
        return int(str(value))
    if kind == NUMBER:
        return float(str(value))
    if kind == BOOLEAN:
        if isinstance(value, bool):
            return value
        return {"true": True, "false": False}[str(value).lower()]
    return str(value)
