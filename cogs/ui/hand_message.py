"""A player's hand as a message: picture, words and controls, drawn off the event loop."""

import dataclasses
import io
from typing import Final

import discord
from discord import ui

from bot.services.matches import Look
from cogs.ui.base import board_of
from cogs.ui.drawing import drawn
from cogs.ui.hand_items import Faces, Items, hand_items, order_of
from game.cards import format_cards
from rendering import CLASSIC, COLOUR_BLIND, FOUR_COLOURS, Picture, Theme, render_turn
from rendering.emoji import card_emoji_name
from storage.records import MatchInfo
from texts.cards import sorted_hand
from texts.help import hindered_text
from texts.turn import table_title, turn_text

THEMES: Final = {
    "four_colours": FOUR_COLOURS,
    "classic": CLASSIC,
    "colour_blind": COLOUR_BLIND,
}


MOST_FACES: Final = 30
"""An emoji takes some 32 of a message's 2,000 characters."""


@dataclasses.dataclass(frozen=True, slots=True)
class HandMessage:
    """What is sent or edited in; ``numbered`` are the cards by their numbers in the picture."""

    content: str
    picture: Picture
    items: Items
    numbered: str

    def file(self) -> discord.File:
        """The picture with its alt text; a file is read once, so each sending makes its own."""
        return picture_file(self.picture, "mao.png")

    def view(self) -> ui.View:
        """The controls."""
        return board_of(*self.items)


def picture_file(picture: Picture, name: str) -> discord.File:
    """A picture as Discord takes it."""
    return discord.File(io.BytesIO(picture.png), name, description=picture.alt)


def link_to(info: MatchInfo) -> str:
    """Where the table stands."""
    place = info.thread_id or info.channel_id
    return f"https://discord.com/channels/{info.guild_id}/{place}"


def theme_of(look: Look) -> Theme:
    """The deck that the player has chosen."""
    return THEMES.get(look.preferences.deck, FOUR_COLOURS)


async def hand_message(
    look: Look,
    *,
    faces: Faces,
    note: str = "",
    items: Items | None = None,
    due_at: int | None = None,
) -> HandMessage:
    """Draw the hand; ``items`` replace the usual controls, ``due_at`` the stored deadline."""
    return await drawn(_build, look, faces, note, items, due_at)


def _faces(look: Look, faces: Faces) -> str:
    """The hand as emojis, while there are few enough for one message; else nothing."""
    shown = sorted_hand(look.view.hand, order_of(look))
    if not faces or len(shown) > MOST_FACES:
        return ""
    return "".join(str(faces[card_emoji_name(face)]) for face in shown)


def _build(
    look: Look, faces: Faces, note: str, items: Items | None, due_at: int | None
) -> HandMessage:
    order = order_of(look)
    info = look.live.info
    if due_at is None and look.deadline is not None:
        due_at = look.deadline.due_at
    text = turn_text(
        look.view,
        title=table_title(info.number),
        link=link_to(info),
        order=order,
        due_at=due_at,
        paused=info.paused,
        can_take=bool(look.options.takes),
        note=note,
        faces=_faces(look, faces),
        hindrance="" if info.lacking is None else hindered_text(info.lacking),
    )
    return HandMessage(
        content=text,
        picture=render_turn(look.view, theme=theme_of(look), order=order),
        items=hand_items(look, faces) if items is None else items,
        numbered=format_cards(sorted_hand(look.view.hand, order)),
    )
