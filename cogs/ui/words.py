"""Plays in words: what commands and typed messages share."""

from collections.abc import Sequence

from bot.app import App
from bot.services.matches import Look, Played
from cogs.ui.hand_items import order_of, plays_named
from game.actions import Play
from game.cards import Card, parse_cards
from game.route import route, what_enables
from game.views import player_view
from storage.records import MatchInfo, Status
from texts.cards import sorted_hand
from texts.events import escaped_names
from texts.plays import play_label
from texts.refusals import explain
from texts.shorthand import Unreadable, read_plays


async def live_tables(app: App, user_id: int) -> list[MatchInfo]:
    """The matches in which the user plays now, oldest first."""
    async with app.database.read() as work:
        tables = await work.matches.open_of(user_id)
    return [info for info in tables if info.status is Status.LIVE]


async def tables_on_turn(app: App, tables: Sequence[MatchInfo], user_id: int) -> list[MatchInfo]:
    """Those of the tables at which it is the user's turn."""
    waiting = []
    for info in tables:
        player = (await app.tables.get(info.id)).player
        if player is not None and player.user_id == user_id:
            waiting.append(info)
    return waiting


async def play_words(
    app: App, look: Look, text: str, interaction_id: int, *, chosen: str = ""
) -> str:
    """Play what the words say, in an order that works; the answer to it, empty for all well.

    ``chosen`` may be an autocompleted play in the record's own notation.
    """
    info, state = look.live.info, look.live.state
    assert state is not None, "a hand is of a match that has begun"
    try:
        plays = plays_named(look, chosen)
    except ValueError:
        try:
            plays = await _read(app, look, text)
        except Unreadable as error:
            return error.reason
    played = await app.matches.play(
        match_id=info.id,
        user_id=look.user_id,
        plays=route(state, look.seat, plays) or plays,
        interaction_id=interaction_id,
    )
    return refusal_note(look, played)


async def _read(app: App, look: Look, text: str) -> tuple[Play, ...]:
    known = await app.hands.get(look.live.info.id, look.user_id)
    numbered: Sequence[Card] = sorted_hand(look.view.hand, order_of(look))
    if known is not None and known.numbered:
        numbered = parse_cards(known.numbered)
    return read_plays(text, view=look.view, numbered=numbered, takes=look.options.takes)


def refusal_note(look: Look, played: Played) -> str:
    """Why a play was not made and what to do instead; empty where all were made."""
    if played.refusal is None or played.refused is None:
        return ""
    state = played.live.state
    assert state is not None, "a play was judged"
    first = what_enables(state, look.seat, played.refused)
    names = escaped_names(state.players)
    reason = explain(played.refusal, names, first=first)
    if not played.made:
        return reason
    shown = play_label(player_view(state, look.seat), played.refused)
    return f"Parei em {shown}: {reason}"
