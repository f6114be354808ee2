"""What one account sees of the stand-in: what a page begins with, and the news that reach it."""

from collections.abc import Callable
from typing import Final

from demo.errors import Refused
from demo.filling import seen_channel
from demo.objects import PRIVATE, Channel, Guild, Interaction, Message, User
from demo.payloads import Json, iso, of_channel, of_user
from demo.permissions import Permission, writes
from demo.world import News, World

Told = Callable[[str, Json], None]
"""Called with each event's name and data."""

SLASH, ON_USER, ON_MESSAGE = 1, 2, 3
"""Types of commands: typed, or chosen from the menu of a person or of a message."""

_SHOWN: Final = 60
"""Messages of a channel that a page begins with."""

_PASSED_ON: Final = ("MESSAGE_CREATE", "MESSAGE_UPDATE", "MESSAGE_DELETE")
_CHANNELS: Final = {
    "CHANNEL_CREATE": "CHANNEL_CREATE",
    "THREAD_CREATE": "CHANNEL_CREATE",
    "CHANNEL_UPDATE": "CHANNEL_UPDATE",
    "THREAD_UPDATE": "CHANNEL_UPDATE",
}


class Eyes:
    """What one account sees and hears."""

    def __init__(self, world: World, user: User) -> None:
        self.world = world
        self.user = user

    @property
    def id(self) -> int:
        """The account's number."""
        return self.user.id

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
            "voice": self.voice(),
            "messages": {
                str(one.id): [
                    world.message_payload(message) for message in self.messages(one)[-_SHOWN:]
                ]
                for one in shown
            },
        }

    def voice(self) -> Json:
        """Who is in the voice channels that he sees."""
        found: Json = {}
        for guild in self._guilds():
            for user, place in guild.voice.items():
                if self.world.sees(self.user, guild.channels[place]):
                    found.setdefault(str(place), []).append(str(user))
        return found

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
            if one["type"] == kind and needed(one) & ~may == 0
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
            if news.name == "VOICE_STATE_UPDATE":
                told("VOICE", {"voice": self.voice()})
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
        may = self.world.granted(self.user, channel)
        return payload | {
            "can_send": writes(may, channel),
            "can_attach": Permission.ATTACH_FILES in may,
            "silenced_until": until and iso(until),
        }

    def _places(self) -> set[int]:
        """The channels that he sees; threads are as open as theirs."""
        found = (one for guild in self._guilds() for one in guild.channels.values())
        return {one.id for one in found if not one.is_thread and self.world.sees(self.user, one)}

    def _guilds(self) -> list[Guild]:
        return [guild for guild in self.world.guilds.values() if self.id in guild.members]

    # What is meant

    def seen_channel(self, channel_id: int) -> Channel:
        """The channel, if he sees it. Raises Refused."""
        return seen_channel(self.world, self.user, channel_id)

    def seen_message(self, channel_id: int, message_id: int) -> Message:
        """The message, if he sees it. Raises Refused."""
        message = self.seen_channel(channel_id).messages.get(message_id)
        if message is None or message.only_for not in (None, self.id):
            raise Refused("Essa mensagem não existe mais.")
        return message


def needed(command: Json) -> int:
    """The permissions that a command asks for; with none named it is for administrators."""
    named = command["default_member_permissions"]
    return 0 if named is None else int(named) or Permission.ADMINISTRATOR
