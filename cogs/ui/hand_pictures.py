"""Whether a picture that somebody posts is one of his own hand, as the bot drew it."""

import logging
from collections.abc import Sequence
from typing import Final

import discord

from bot.app import App
from bot.client import NO_ANSWER
from cogs.ui.drawing import drawn
from cogs.ui.hand_items import order_of
from cogs.ui.hand_message import theme_of
from rendering import Fingerprint, alike, fingerprint, render_turn
from storage.records import MatchInfo

log = logging.getLogger(__name__)

MOST_HANDS: Final = 6
"""How many of his last hands a picture is compared with."""
MOST_PICTURES: Final = 4
LARGEST: Final = 10 << 20


async def shows_hand(
    app: App, info: MatchInfo, user_id: int, files: Sequence[discord.Attachment]
) -> bool:
    """Whether one of the pictures is the player's hand now, or a moment ago in this round."""
    posted = []
    for file in files[:MOST_PICTURES]:
        if file.size <= LARGEST:
            try:
                posted.append(await drawn(fingerprint, await file.read()))
            except (discord.HTTPException, *NO_ANSWER) as error:
                log.info("a picture at match %s is gone: %s", info.id, type(error).__name__)
    pictures = [each for each in posted if each is not None]
    if not pictures:
        return False
    look = await app.matches.look(info.id, user_id)
    for view in await app.matches.last_hands(look, MOST_HANDS):
        picture = await drawn(render_turn, view, theme=theme_of(look), order=order_of(look))
        hand = await drawn(fingerprint, picture.png)
        if any(_same(hand, each) for each in pictures):
            return True
    return False


def _same(hand: Fingerprint | None, posted: Fingerprint) -> bool:
    return hand is not None and alike(hand, posted)
