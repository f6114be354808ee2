"""What the chat detector is told of a table: what everybody there sees, and nothing of a hand."""

from typing import Final

from bot.services.tables import Live
from game.actions import Seat
from game.cards import Card, Suit
from game.events import (
    CardDiscarded,
    CardDrawn,
    Event,
    MeldExtended,
    MeldLaid,
    MortoTaken,
    PileTaken,
)
from game.state import Phase
from game.views import NothingDealt, TableView, table_view
from moderation.context import Context, Happened, Said
from moderation.context import Event as Surface
from moderation.context import Phase as ChatPhase
from storage.records import Status

_SUITS: Final = {Suit.CLUBS: "♣", Suit.DIAMONDS: "♦", Suit.HEARTS: "♥", Suit.SPADES: "♠"}
_RANKS: Final = ("", "A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")


def context_of(
    live: Live,
    user_id: int,
    name: str,
    *,
    surface: Surface = "send",
    reply_to: Said | None = None,
    previous: tuple[Said, ...] = (),
    file_names: tuple[str, ...] = (),
) -> Context:
    """The context of a message that is written where the table stands."""
    info = live.info
    seat = info.seat_of(user_id)
    names = {each.seat: each.name for each in info.seats}
    partner = "" if seat is None or info.size == 2 else names.get(Seat((seat + 2) % 4), "")
    others = (
        ()
        if seat is None
        else tuple(other for at, other in names.items() if at != seat and other != partner)
    )
    view = _view(live)
    return Context(
        phase=_phase(live),
        table_size=info.size,
        author=name if seat is None else names[seat],
        author_role="spectator" if seat is None else "player",
        partner=partner,
        opponents=others,
        melds=()
        if view is None
        else tuple(
            tuple(_written(card) for card in meld.cards) for side in view.melds for meld in side
        ),
        top_card=_top(view),
        last_event=None if view is None else _last(view),
        event=surface,
        reply_to=reply_to,
        previous=previous,
        file_names=file_names,
        names=tuple(names.values()) if seat is None else (),
    )


def _phase(live: Live) -> ChatPhase:
    match live.info.status:
        case Status.LOBBY | Status.CHALLENGE:
            return "lobby"
        case Status.OVER:
            return "finished"
        case Status.CLOSED:
            return "none"
        case Status.LIVE:
            return "between_rounds" if live.turn is None else "live"


def _view(live: Live) -> TableView | None:
    if live.state is None or live.state.phase is Phase.OVER:
        return None
    try:
        return table_view(live.state)
    except NothingDealt:
        return None


def _top(view: TableView | None) -> str | None:
    return None if view is None or view.top_card is None else _written(view.top_card)


def _written(card: Card) -> str:
    return "JOKER" if card.suit is None else f"{_RANKS[card.rank]}{_SUITS[card.suit]}"


def _last(view: TableView) -> Happened | None:
    """The newest public event: the end of the last turn that has one."""
    if view.turn is None:
        return None
    before = Seat((view.turn - 1) % len(view.players))
    for seat in (view.turn, before):
        if lap := view.laps[seat]:
            return _happened(view.players[seat], lap[-1])
    return None


def _happened(name: str, event: Event) -> Happened | None:
    match event:
        case CardDiscarded():
            return Happened(name, "discard", (_written(event.card),))
        case MeldLaid() | MeldExtended():
            return Happened(name, "meld", tuple(map(_written, event.cards)))
        case PileTaken():
            return Happened(name, "take_lixo", () if event.top is None else (_written(event.top),))
        case MortoTaken():
            return Happened(name, "take_morto")
        case CardDrawn():
            return Happened(name, "draw_monte")
        case _:
            return None
