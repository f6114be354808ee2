"""What happened, in short Portuguese phrases for a Discord message (Markdown)."""

import re
from collections.abc import Iterable, Sequence
from typing import Final, assert_never

from game.actions import Seat
from game.cards import Card
from game.events import (
    CardDiscarded,
    CardDrawn,
    Event,
    MatchEnded,
    MatchStarted,
    MeldExtended,
    MeldLaid,
    MortoBecameStock,
    MortoTaken,
    PileTaken,
    PlayerEliminated,
    RoundDealt,
    RoundEnded,
    RoundEnding,
    SeatResigned,
    SeatSubstituted,
)
from game.melds import NotAMeld, make_meld
from game.rules import PRESETS, Preset
from game.views import TableView
from texts.cards import card_sign, cards_sign
from texts.names import LONGEST_NAME
from texts.score_sheet import ending_words, team_name

LONGEST_LAP: Final = 400
"""How many characters one seat's turn takes at most; a big pile can bring a dozen plays."""

_SPECIAL: Final = re.compile(r"([\\*_~`|>#\-\[\]()@:<])")
_AUTOMATIC: Final = " (automático)"


def escape_markdown(text: str) -> str:
    """The text such that Discord shows it as it is, on one line, and mentions nobody."""
    one_line = " ".join(text.split())
    return _SPECIAL.sub(r"\\\1", one_line).replace("@", "@\N{ZERO WIDTH SPACE}")


def escaped_names(players: Sequence[str]) -> tuple[str, ...]:
    """The names in seat order, safe in a message; "Jogador 2" where nothing can be seen of one."""
    return tuple(
        escape_markdown(_shortened(name)) or f"Jogador {seat}"
        for seat, name in enumerate(players, start=1)
    )


def tell(event: Event, players: Sequence[str]) -> str:
    """Say what happened, the hidden cards of a deal apart.

    What a seat did comes without its name ("comprou"), which the caller puts before; whatever
    concerns the table is a clause of its own. ``players`` are the plain names in seat order.
    """
    match event:
        case CardDrawn():
            return "comprou" + (_AUTOMATIC if event.automatic else "")
        case PileTaken():
            return _took_pile(event)
        case MeldLaid():
            return f"baixou {cards_sign(_as_laid(event.cards))}"
        case MeldExtended():
            return f"encaixou {cards_sign_spaced(event.cards)} no jogo {event.meld}"
        case CardDiscarded():
            return f"descartou {card_sign(event.card)}" + (_AUTOMATIC if event.automatic else "")
        case MortoTaken():
            return "bateu e pegou o morto" + ("" if event.direct else " para a próxima vez")
        case MortoBecameStock():
            return "o morto virou o monte"
        case PlayerEliminated():
            return "perdeu o lugar pelo relógio"
        case SeatSubstituted():
            name = escaped_names((event.name,))[0]
            return f"{name} entrou no lugar {event.seat + 1}"
        case SeatResigned():
            return "desistiu da partida"
        case MatchStarted() | RoundDealt() | RoundEnded() | MatchEnded():
            return _tell_of_match(event, escaped_names(players))
        case _:
            assert_never(event)


def _tell_of_match(
    event: MatchStarted | RoundDealt | RoundEnded | MatchEnded, names: Sequence[str]
) -> str:
    match event:
        case MatchStarted():
            return "a partida começou"
        case RoundDealt():
            return f"rodada {event.number}: cartas dadas, {names[event.starter]} é o mão"
        case RoundEnded():
            return f"a rodada acabou: {ending_words(names, event.ending, event.by)}"
        case MatchEnded():
            if event.winner is None:
                return "a partida acabou empatada"
            verb = "venceram" if len(names) > 2 else "venceu"
            forfeit = "" if event.forfeited_by is None else " por desistência"
            return f"a partida acabou: {team_name(names, event.winner)} {verb}{forfeit}"


def lap_lines(view: TableView, *, leave_out: Seat | None = None) -> list[str]:
    """The last turn of each seat that has played, in playing order, the most recent last.

    ``leave_out`` is a seat that need not be told what it did itself.
    """
    names = escaped_names(view.players)
    lines = []
    for seat in seats_by_recency(view):
        if seat == leave_out or not view.laps[seat]:
            continue
        did = ", ".join(_phrases(view.laps[seat], view.players))
        count = view.hand_counts[seat]
        cards = "1 carta" if count == 1 else f"{count} cartas"
        lines.append(f"**{names[seat]}** {did} · {cards}{_automatic_plays(view.automatic[seat])}")
    if not any(view.laps):
        lines.append(f"Cartas dadas: **{names[view.starter]}** começa.")
    return lines


def _automatic_plays(count: int) -> str:
    """How many automatic plays a seat has, with a warning before the one that eliminates."""
    if not count:
        return ""
    warning = ": a próxima elimina" if count == 3 else ""
    plays = "jogada automática" if count == 1 else "automáticas"
    return f" · ⏱️ {count} de 4 {plays}{warning}" if count > 1 else f" · ⏱️ 1 {plays} de 4"


def seats_by_recency(view: TableView) -> tuple[Seat, ...]:
    """All seats, the one that acted last at the end."""
    count = len(view.players)
    last = last_seat(view)
    return tuple(Seat((last + step) % count) for step in range(1, count + 1))


def last_seat(view: TableView) -> Seat:
    """The seat whose turn is under way with something to tell, or else the one before it.

    Of a round that ended with the stock a view does not say who discarded last: the seat whose
    last discard is the pile's top card is taken.
    """
    count = len(view.players)
    if view.turn is not None:
        lap = view.laps[view.turn]
        under_way = bool(lap) and not any(isinstance(event, CardDiscarded) for event in lap)
        return view.turn if under_way else Seat((view.turn - 1) % count)
    if view.ended_by is not None and view.ending is RoundEnding.WENT_OUT:
        return view.ended_by
    for seat in range(count):
        lap = view.laps[seat]
        if any(isinstance(event, CardDiscarded) and event.card is view.top_card for event in lap):
            return Seat(seat)
    return Seat((view.starter - 1) % count)


def cards_sign_spaced(cards: Iterable[Card]) -> str:
    """Some cards that need not lie side by side: ``Q♦ K♦``."""
    return " ".join(card_sign(face) for face in cards)


def _phrases(lap: Sequence[Event], players: Sequence[str]) -> list[str]:
    """The lap told, additions to one meld in a row as one, the middle left out where it is long."""
    phrases = [_told(event, players) for event in _merged(lap)]
    while sum(len(phrase) + 2 for phrase in phrases) > LONGEST_LAP and len(phrases) > 3:
        middle = len(phrases) // 2
        left_out = phrases[middle] == "…"
        del phrases[middle - 1 if left_out else middle]
        if "…" not in phrases:
            phrases.insert(middle, "…")
    return phrases


def _merged(lap: Sequence[Event]) -> list[Event | tuple[MeldExtended, ...]]:
    """The events, neighbouring additions as one group with an addition for each meld."""
    merged: list[Event | tuple[MeldExtended, ...]] = []
    for event in lap:
        if not isinstance(event, MeldExtended):
            merged.append(event)
            continue
        before = merged[-1] if merged else None
        group = before if isinstance(before, tuple) else ()
        cards = {each.meld: each.cards for each in group}
        cards[event.meld] = cards.get(event.meld, ()) + event.cards
        again = tuple(
            MeldExtended(event.seat, meld, tuple(sorted(added, key=_in_sequence)))
            for meld, added in cards.items()
        )
        if isinstance(before, tuple):
            merged[-1] = again
        else:
            merged.append(again)
    return merged


def _in_sequence(face: Card) -> tuple[bool, int]:
    return face.suit is None, face.rank


def _told(told: Event | tuple[MeldExtended, ...], players: Sequence[str]) -> str:
    if not isinstance(told, tuple):
        return tell(told, players)
    ways = [f"{cards_sign_spaced(each.cards)} no jogo {each.meld}" for each in told]
    return f"encaixou {'; '.join(ways)}"


def _took_pile(event: PileTaken) -> str:
    count = f" ({event.count})" if event.count else ""
    place = "" if event.meld is None else f" no jogo {event.meld}"
    cards = event.cards if event.top is None else (event.top, *event.cards)
    if event.meld is None and event.top is not None:
        cards = _as_laid(cards)
    shown = f": {cards_sign(cards)}" if cards else ""
    return f"pegou o lixo{count}{place}{shown}"


def _as_laid(cards: tuple[Card, ...]) -> tuple[Card, ...]:
    """A new meld's cards as they lie, which is the same under all rules."""
    try:
        return make_meld(cards, PRESETS[Preset.OFICIAL]).cards
    except NotAMeld:
        return cards


def _shortened(name: str) -> str:
    name = " ".join(name.split())
    name = "".join(sign for sign in name if sign.isprintable())
    return name if len(name) <= LONGEST_NAME else name[: LONGEST_NAME - 1] + "…"
