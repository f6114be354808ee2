"""What commands and buttons alike do with seats: taking, pausing, leaving, and telling the table.

These functions speak to Discord; what is allowed is for the services to say.
"""

import logging
from typing import Any, Final

import discord

from bot.client import BuracoBot
from bot.services.errors import Denied, Problem
from bot.services.seats import PAUSE_MS
from bot.services.settings import SettingsService
from bot.services.tables import Live
from cogs.ui.asked import Cooldown, Sorry, person_of
from cogs.ui.base import Interaction, board_of, tell
from cogs.ui.custom_ids import Verb
from cogs.ui.lobby_items import lobby_link, table_link
from cogs.ui.seat_items import agree_return_item, vote_item
from game.actions import Seat
from storage.records import MatchInfo, Status
from storage.sanction_records import Mode
from texts import lobby as lobby_texts
from texts import seats as texts
from texts.moderation import CHAT_RULE

log = logging.getLogger(__name__)

OFFER_MS: Final = 10 * 60_000
"""How long an offered seat may be taken."""

RETURN_ASKED_MS: Final = 120_000
"""How often an eliminated player may ask his opponents to let him back in."""


async def announce(
    bot: BuracoBot, info: MatchInfo, text: str, *, mention: set[int] | None = None, **more: Any
) -> None:
    """Say something where the match is played; what Discord refuses stops nothing else.

    A reserved match without a thread has no such place: nothing of it is said in public.
    """
    if info.private and info.thread_id is None and info.status is Status.LIVE:
        return
    place = bot.get_partial_messageable(info.thread_id or info.channel_id, guild_id=info.guild_id)
    users = [discord.Object(user_id) for user_id in mention or ()]
    try:
        await place.send(text, allowed_mentions=discord.AllowedMentions(users=users), **more)
    except discord.HTTPException as error:
        log.warning("match %s could not be told: %s", info.id, error.code)


def redraw(bot: BuracoBot, match_id: int) -> None:
    """Have a table's message drawn anew, which shows more than the game."""
    board = bot.get_cog("Board")
    assert board is not None, "the cogs are loaded together"
    board.workers.mark(match_id)  # type: ignore[attr-defined]  # of cogs.board, which imports this


async def admit(bot: BuracoBot, info: MatchInfo, user_id: int) -> None:
    """Bring somebody into the table's thread, without whom a private one stays closed to him."""
    if info.thread_id is None or info.thread_id == info.channel_id:
        return
    try:
        thread = bot.get_channel(info.thread_id) or await bot.fetch_channel(info.thread_id)
        if isinstance(thread, discord.Thread):
            await thread.add_user(discord.Object(user_id))
    except discord.HTTPException as error:
        log.info("user %s was not added to match %s: %s", user_id, info.id, error.code)


async def greet(interaction: Interaction, info: MatchInfo) -> None:
    """Open the private message in which the hand will come; say at once where it is closed.

    Once a table and user, and not to who plays at the table. Who sits down at a server's table for
    the first time is told the chat rule.
    """
    app, user = interaction.client.app, interaction.user
    await _tell_chat_rule(interaction, info)
    preferences = await SettingsService(app.tables).preferences(user.id)
    if preferences.plays_at != "dm" or not await app.lobby.greets(info.id, user.id):
        return
    link = table_link(info) or lobby_link(info)
    greeting = lobby_texts.private_greeting(
        info.number, f"<#{info.channel_id}>", link, live=info.status is Status.LIVE
    )
    try:
        await user.send(greeting)
    except discord.Forbidden:
        await tell(interaction, lobby_texts.private_closed(info.number))
    except discord.HTTPException as error:
        log.info("user %s was not greeted: %s", user.id, error.code)


async def _tell_chat_rule(interaction: Interaction, info: MatchInfo) -> None:
    """Say once what may not be written at tables, where that is watched."""
    service = interaction.client.app.moderation
    settings = await service.settings(info.guild_id, info.channel_id)
    watched = settings.mode is Mode.SPEAK or interaction.client.reads_chat
    if (
        watched
        and settings.mode is not Mode.OFF
        and await service.rule_is_new(info.guild_id, interaction.user.id)
    ):
        await tell(interaction, CHAT_RULE)


async def take_seat(
    interaction: Interaction,
    info: MatchInfo,
    seat: Seat | None = None,
    *,
    asks: Cooldown,
    offered_by: int | None = None,
) -> Live:
    """Seat the user in a running match and tell the table; or ask the opponents, where needed.

    ``asks`` keeps him from asking them again and again. Raises Sorry when they have been asked.
    """
    app, bot = interaction.client.app, interaction.client
    try:
        live = await app.seats.take(
            info.id,
            person_of(interaction.user),
            seat,
            offered_by=offered_by,
            interaction_id=interaction.id,
        )
    except Denied as denied:
        if denied.problem is Problem.OPPONENTS_DECIDE:
            await _ask_opponents(interaction, info, asks)
        raise
    await admit(bot, live.info, interaction.user.id)
    taken = live.info.seat_of(interaction.user.id)
    assert taken is not None, "he has just sat down"
    seated = live.info.at(taken)
    assert seated is not None, "he has just sat down"
    await announce(bot, live.info, texts.took_line(seated.name, taken))
    return live


async def _ask_opponents(interaction: Interaction, info: MatchInfo, asks: Cooldown) -> None:
    """Ask both opponents of an eliminated player, in public. Raises Sorry, which says so."""
    user = interaction.user
    app = interaction.client.app
    if not asks.passes((info.id, user.id), app.tables.now()):
        raise Sorry(texts.RETURN_ASKED_BEFORE)
    judges = await app.seats.judges(info.id, user.id)
    text = texts.return_line([f"<@{judge}>" for judge in sorted(judges)], user.display_name)
    view = board_of(agree_return_item(info, user.id))
    await announce(interaction.client, info, text, mention=judges, view=view)
    raise Sorry(texts.RETURN_ASKED)


async def want_pause(interaction: Interaction, match_id: int) -> tuple[Live, str, discord.ui.View]:
    """The user wants a pause: the line that tells of it, and the button for the others."""
    app = interaction.client.app
    live = await app.seats.pause(match_id, interaction.user.id, interaction_id=interaction.id)
    if live.info.paused:
        line = texts.paused_line(app.tables.now() + PAUSE_MS)
        return live, line, board_of(vote_item(Verb.RESUME, live.info, "Continuar"))
    names = await _wanting(interaction, live.info, "pause")
    line = texts.pause_line(names, len(live.info.people))
    return live, line, board_of(vote_item(Verb.PAUSE, live.info, "Pausar"))


async def want_to_go_on(
    interaction: Interaction, match_id: int
) -> tuple[Live, str, discord.ui.View | None]:
    """The user wants to go on: the line that tells of it, and the button for the others."""
    app = interaction.client.app
    live = await app.seats.resume(match_id, interaction.user.id, interaction_id=interaction.id)
    if not live.info.paused:
        return live, texts.RESUMED_LINE, None
    names = await _wanting(interaction, live.info, "resume")
    line = texts.resume_line(names, len(live.info.people))
    return live, line, board_of(vote_item(Verb.RESUME, live.info, "Continuar"))


async def _wanting(interaction: Interaction, info: MatchInfo, kind: str) -> list[str]:
    voters = await interaction.client.app.seats.wanting(info.id, kind)
    return [seated.name for seated in info.people if seated.user_id in voters]


async def leave(interaction: Interaction, match_id: int) -> str:
    """Give the user's seat to a robot and tell the table; what to tell the user."""
    app = interaction.client.app
    before = (await app.tables.get(match_id)).info
    live = await app.seats.leave(match_id, interaction.user.id, interaction_id=interaction.id)
    if live.info.status is not Status.LIVE:
        return texts.LEFT_LAST
    await _tell_of_robot(interaction.client, before, live.info, interaction.user.id)
    return texts.LEFT


async def remove(interaction: Interaction, match_id: int, other_id: int) -> None:
    """Give somebody's seat to a robot and tell the table; the caller has checked who asks."""
    app = interaction.client.app
    before = (await app.tables.get(match_id)).info
    live = await app.seats.remove(match_id, other_id)
    if live.info.status is Status.LIVE:
        await _tell_of_robot(interaction.client, before, live.info, other_id, left=False)


async def _tell_of_robot(
    bot: BuracoBot, before: MatchInfo, after: MatchInfo, user_id: int, *, left: bool = True
) -> None:
    seat = before.seat_of(user_id)
    gone = None if seat is None else before.at(seat)
    robot = None if seat is None else after.at(seat)
    if gone is not None and robot is not None:
        line = texts.left_line if left else texts.removed_line
        await announce(bot, after, line(gone.name, robot.name))
