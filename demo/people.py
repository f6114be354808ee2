"""People at the stand-in: each sees what he may see and does what Discord's client lets him do."""

import time
from collections.abc import Mapping, Sequence
from typing import Final

from demo import automod, interactions, voice
from demo.errors import Refused
from demo.eyes import ON_MESSAGE, ON_USER, SLASH, Eyes, needed
from demo.files import FILE_LIMIT
from demo.filling import BUTTON, LINK, MENU, USER_MENU, Filling
from demo.objects import PRIVATE, VOICE, Channel, Interaction, Kind, Message
from demo.payloads import Json
from demo.permissions import Permission

_NOT_HERE: Final = "Você não tem permissão para escrever aqui."
_LONGEST: Final = 2000
_MOST_FILES: Final = 10


class Person(Eyes):
    """One account's eyes and hands."""

    def send(
        self, channel_id: int, content: str, files: Sequence[tuple[str, bytes]] = ()
    ) -> Message:
        """Write a message, perhaps with files: each a name and its bytes. Raises Refused."""
        channel = self.seen_channel(channel_id)
        self._free_to_speak(channel)
        content = content.strip()
        if (not content and not files) or len(content) > _LONGEST:
            raise Refused(f"A mensagem deve ter de 1 a {_LONGEST} caracteres.")
        if not self.world.may_send(self.user, channel):
            raise Refused(_NOT_HERE)
        if files:
            self._may_attach(channel, files)

        def post() -> Message:
            if channel.is_thread:
                self.world.add_to_thread(channel, self.user)
            kept = [self.world.new_file(name, data, None) for name, data in files]
            return self.world.post(channel, self.user, content=content, attachments=kept)

        return automod.posted(self.world, self.user, channel, content, post)

    def _may_attach(self, channel: Channel, files: Sequence[tuple[str, bytes]]) -> None:
        if Permission.ATTACH_FILES not in self.world.permissions(self.user, channel):
            raise Refused("Você não pode enviar arquivos aqui.")
        if len(files) > _MOST_FILES:
            raise Refused(f"Uma mensagem leva até {_MOST_FILES} arquivos.")
        if any(not 0 < len(data) <= FILE_LIMIT for _, data in files):
            raise Refused(f"O arquivo está vazio ou passa de {FILE_LIMIT >> 20} MB.")

    def edit(self, channel_id: int, message_id: int, content: str) -> Message:
        """Change a message of his own. Raises Refused."""
        message = self.seen_message(channel_id, message_id)
        channel, content = self.world.channels[message.channel_id], content.strip()
        self._free_to_speak(channel)
        may = self.world.permissions(self.user, channel)
        locked = channel.locked and Permission.MANAGE_THREADS not in may
        if message.author is not self.user or channel.archived or locked:
            raise Refused("Você não pode mudar esta mensagem.")
        if not content or len(content) > _LONGEST:
            raise Refused(f"A mensagem deve ter de 1 a {_LONGEST} caracteres.")

        def change() -> Message:
            self.world.edit(message, content=content, mentions=self.world.mentioned(content))
            return message

        return automod.posted(self.world, self.user, channel, content, change)

    def join_voice(self, channel_id: int) -> None:
        """Go into a voice channel, out of any other. Raises Refused."""
        channel = self.seen_channel(channel_id)
        self._free_to_speak(channel)
        may = self.world.permissions(self.user, channel)
        if channel.type != VOICE or channel.guild_id is None or Permission.CONNECT not in may:
            raise Refused("Você não pode entrar neste canal de voz.")
        voice.move(self.world, self.world.guilds[channel.guild_id], self.user, channel.id)

    def leave_voice(self) -> None:
        """Go out of the voice channel, if he is in one."""
        for guild in self._guilds():
            if self.id in guild.voice:
                voice.move(self.world, guild, self.user, None)

    def dismiss(self, channel_id: int, message_id: int) -> None:
        """Make a message that only he sees go away. Raises Refused."""
        message = self.seen_message(channel_id, message_id)
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
        self._free_to_speak(self.seen_channel(opened.channel.id))
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
        channel = self.seen_channel(channel_id)
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
        message = self.seen_message(channel_id, message_id)
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
        channel = self.seen_channel(channel_id)
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
        channel = self.seen_channel(channel_id)
        command = self._allowed(kind, command_id, channel)
        if needed(command) & ~self.world.permissions(self.user, channel):
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

    def _component(self, channel_id: int, message_id: int, custom_id: str) -> tuple[Message, Json]:
        message = self.seen_message(channel_id, message_id)
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
