"""What was written, taken out of Discord's messages: every place in them where a text may hide."""

import re
from collections import OrderedDict
from collections.abc import Iterator, Sequence
from typing import Final

import discord

from bot.services.moderation import Shows, Written
from moderation.context import Event as Surface
from moderation.context import Said
from storage.records import MatchInfo
from texts.names import player_name

REMEMBERED: Final = 1000
BOT: Final = "bot"
"""By what name the detector knows the bot, whose words nobody answers."""

SPOKEN: Final = (
    discord.MessageType.default,
    discord.MessageType.reply,
    discord.MessageType.chat_input_command,
    discord.MessageType.context_menu_command,
)
"""The types of messages that people write, or have an app of their own write."""


_MEDIA: Final = ("image/", "video/", "audio/")
_ENDINGS: Final = r"\.(?:png|jpe?g|gif|webp|avif|heic|bmp|mp4|mov|webm|mkv|mp3|ogg|opus|m4a|wav)"
_MEDIA_NAMES: Final = re.compile(rf"{_ENDINGS}\Z", re.IGNORECASE)
_MEDIA_LINKS: Final = re.compile(
    rf"https?://(?:\S+{_ENDINGS}\b|(?:\w+\.)?(?:tenor|giphy)\.com/)", re.IGNORECASE
)
"""Of what Discord itself unfolds to a picture."""


def text_of(message: discord.Message) -> str:
    """All the words of a message: its own, what it forwards, a poll's, stickers' and pictures'.

    Of an app's message those in its frames as well; a person's frames are previews of links.
    """
    lines = [message.content]
    if message.author.bot:
        lines += [*_framed(message.embeds), *_laid_out(message.components)]
    for snapshot in message.message_snapshots:
        lines.append(snapshot.content)
        lines += [*_framed(snapshot.embeds), *_laid_out(snapshot.components)]
        lines += [sticker.name for sticker in snapshot.stickers]
        lines += [file.description or "" for file in snapshot.attachments]
    if message.poll is not None:
        lines += [str(message.poll.question), *(answer.text for answer in message.poll.answers)]
    lines += [sticker.name for sticker in message.stickers]
    lines += [file.description or "" for file in message.attachments]
    return "\n".join(line for line in lines if line)


def _framed(embeds: Sequence[discord.Embed]) -> Iterator[str]:
    """The words in an app's frames."""
    for embed in embeds:
        yield from (embed.author.name or "", embed.title or "", embed.description or "")
        yield from (f"{field.name} {field.value}" for field in embed.fields)
        yield embed.footer.text or ""


def _laid_out(components: Sequence[discord.Component]) -> Iterator[str]:
    """The words of an app's message that is laid out by components."""
    for component in components:
        if isinstance(component, discord.TextDisplay):
            yield component.content
        yield from _laid_out(getattr(component, "children", ()))


def links_media(text: str) -> bool:
    """Whether a text links to a picture, a film or a sound, which Discord may show below it."""
    return _MEDIA_LINKS.search(text) is not None


def _surface(message: discord.Message) -> Surface:
    if message.message_snapshots:
        return "forward"
    if message.poll is not None:
        return "poll"
    if message.attachments and not message.content:
        return "attachment"
    return "reply" if message.reference is not None else "send"


def files_of(message: discord.Message) -> list[discord.Attachment]:
    """The files of a message, and of what it forwards."""
    files = [*message.attachments]
    for snapshot in message.message_snapshots:
        files += snapshot.attachments
    return files


def is_media(file: discord.Attachment) -> bool:
    """Whether a file is a picture, a film or a sound."""
    kind = file.content_type or ""
    return kind.startswith(_MEDIA) or _MEDIA_NAMES.search(file.filename) is not None


def author_of(message: discord.Message) -> discord.User | discord.Member | None:
    """The person who wrote a message, or had an app of his own write it; None of any other bot.

    https://discord.com/developers/docs/resources/message#message-interaction-metadata-object
    """
    if message.webhook_id is None and not message.author.bot:
        return message.author
    invoked = message.interaction_metadata
    return invoked.user if invoked is not None and invoked.is_user_integration() else None


def milliseconds(message_id: int) -> int:
    """When a message was written."""
    return int(discord.utils.snowflake_time(message_id).timestamp() * 1000)


class Recent:
    """The last messages at tables, for a while: what is reacted to, and whether an edit is one."""

    def __init__(self) -> None:
        self._said: OrderedDict[int, Said] = OrderedDict()

    def note(self, message_id: int, said: Said) -> None:
        """Remember what a message says now."""
        self._said[message_id] = said
        self._said.move_to_end(message_id)
        if len(self._said) > REMEMBERED:
            self._said.popitem(last=False)

    def get(self, message_id: int | None) -> Said | None:
        """What a message said last."""
        return None if message_id is None else self._said.get(message_id)


def name_at(info: MatchInfo, user: discord.User | discord.Member) -> str:
    """What somebody is called at the table, by which the detector knows partners."""
    seat = info.seat_of(user.id)
    seated = None if seat is None else info.at(seat)
    return user.display_name if seated is None else seated.name


def new_nickname(info: MatchInfo, user: discord.User | discord.Member) -> str | None:
    """What a player is called now, where that is not the name under which he sat down."""
    seat = info.seat_of(user.id)
    seated = None if seat is None else info.at(seat)
    if seated is None or seated.name.startswith(player_name(user.display_name, taken=())):
        return None
    return user.display_name


def written_in(
    message: discord.Message, info: MatchInfo | None, recent: Recent, *, edited: bool = False
) -> Written:
    """A message as the service judges it; ``info`` is the table that stands there."""
    author = author_of(message) or message.author
    text, files = text_of(message), files_of(message)
    return Written(
        user_id=author.id,
        name=author.display_name if info is None else name_at(info, author),
        text=text,
        message_id=message.id,
        at=None if edited else milliseconds(message.id),
        surface="edit" if edited else _surface(message),
        reply_to=_answered(message, info, recent),
        file_names=tuple(file.filename for file in files),
        shows=Shows.MEDIA if any(map(is_media, files)) or links_media(text) else None,
    )


def _answered(message: discord.Message, info: MatchInfo | None, recent: Recent) -> Said | None:
    """The message that this one answers, where it is known."""
    if message.reference is None or message.message_snapshots:
        return None
    asked = message.reference.resolved
    if isinstance(asked, discord.Message):
        name = asked.author.display_name if info is None else name_at(info, asked.author)
        return Said(BOT if asked.author.bot else name, text_of(asked))
    return recent.get(message.reference.message_id)
