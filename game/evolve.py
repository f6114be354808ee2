"""Fold one event into the state. Never refuses: what was decided has happened."""

import dataclasses
from typing import TypeVar, assert_never

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
from game.melds import Meld, make_meld
from game.rules import OnElimination
from game.scoring import score_round
from game.state import HAND_SIZE, MORTO_SIZE, MatchState, Phase, Round, team_of

T = TypeVar("T")

_replace = dataclasses.replace


def evolve(state: MatchState | None, event: Event) -> MatchState:
    """Return the state after the event; only ``MatchStarted`` needs no state before it."""
    if isinstance(event, MatchStarted):
        return MatchState(
            version=1,
            rules=event.rules,
            players=event.players,
            automatic=(0,) * len(event.players),
            totals=(0, 0),
            finished=(),
            round=None,
        )
    assert state is not None, "the first event of a match starts it"
    version = state.version + 1
    match event:
        case RoundDealt():
            finished = (*state.finished, state.round) if state.round else state.finished
            dealt = _deal(event, len(state.players), version)
            return _replace(state, version=version, finished=finished, round=dealt)
        case SeatSubstituted():
            players = put(state.players, event.seat, event.name)
            automatic = put(state.automatic, event.seat, 0)
            return _replace(state, version=version, players=players, automatic=automatic)
        case PlayerEliminated():
            automatic = state.automatic
            if len(state.players) > 2 and state.rules.on_elimination is OnElimination.SUBSTITUTE:
                automatic = put(automatic, event.seat, 0)
            return _replace(state, version=version, automatic=automatic)
        case SeatResigned():
            return _replace(state, version=version)
        case MatchEnded():
            return _end_match(state, event, version)
        case _:
            return _evolve_round(state, event, version)


def _evolve_round(
    state: MatchState,
    event: CardDrawn
    | PileTaken
    | MeldLaid
    | MeldExtended
    | CardDiscarded
    | MortoTaken
    | MortoBecameStock
    | RoundEnded,
    version: int,
) -> MatchState:
    current = state.round
    assert current is not None, "these events happen in a round"
    automatic = state.automatic
    totals = state.totals
    match event:
        case CardDrawn():
            after = _replace(
                current,
                phase=Phase.PLAY,
                stock=current.stock[1:],
                hands=put(
                    current.hands, event.seat, (*current.hands[event.seat], current.stock[0])
                ),
                unplayed=_played(current, event.seat),
                arrived=1,
                drew=event,
            )
            if event.automatic:
                automatic = put(automatic, event.seat, automatic[event.seat] + 1)
        case PileTaken():
            rest, top = current.pile[:-1], current.pile[-1]
            hand = without(current.hands[event.seat], event.cards)
            melds = _with_cards(state, current, event.seat, event.meld, (top, *event.cards))
            told = _replace(event, top=top, count=len(current.pile))
            after = _replace(
                current,
                phase=Phase.PLAY,
                pile=(),
                hands=put(current.hands, event.seat, hand + rest),
                melds=melds,
                unplayed=_played(current, event.seat),
                laps=put(current.laps, event.seat, (told,)),
                arrived=len(rest),
            )
        case MeldLaid():
            after = _meld(state, current, event, None)
        case MeldExtended():
            after = _meld(state, current, event, event.meld)
        case CardDiscarded():
            hand = current.hands[event.seat]
            hand = hand[:-1] if event.automatic else without(hand, (event.card,))
            following = Seat((event.seat + 1) % len(state.players))
            after = _replace(
                current,
                turn=following,
                phase=Phase.DRAW,
                pile=(*current.pile, event.card),
                hands=put(current.hands, event.seat, hand),
                laps=_told(current, event.seat, event),
                arrived=0,
                turn_since=version,
                drew=None,
            )
            if event.automatic:
                automatic = put(automatic, event.seat, automatic[event.seat] + 1)
        case MortoTaken():
            team = team_of(event.seat)
            unplayed = current.unplayed
            if not event.direct:
                unplayed = put(unplayed, event.seat, True)
            first, second = current.morto_takers
            after = _replace(
                current,
                mortos=current.mortos[1:],
                morto_takers=(first, event.seat) if team else (event.seat, second),
                hands=put(current.hands, event.seat, current.mortos[0]),
                unplayed=unplayed,
                laps=put(current.laps, event.seat, (*current.laps[event.seat], event)),
                arrived=MORTO_SIZE if event.direct else 0,
            )
        case MortoBecameStock():
            last = Seat((current.turn - 1) % len(state.players))
            after = _replace(
                current,
                stock=current.mortos[0],
                mortos=current.mortos[1:],
                laps=put(current.laps, last, (*current.laps[last], event)),
            )
        case RoundEnded():
            first, second = current.morto_takers
            scores = score_round(
                rules=state.rules,
                melds=current.melds,
                hands=current.hands,
                took_morto=(first is not None, second is not None),
                unplayed=current.unplayed,
                went_out_team=None if event.by is None else team_of(event.by),
            )
            after = _replace(
                current, phase=Phase.OVER, ending=event.ending, ended_by=event.by, scores=scores
            )
            totals = (totals[0] + scores[0].total, totals[1] + scores[1].total)
        case _:
            assert_never(event)
    return MatchState(
        version,
        state.rules,
        state.players,
        automatic,
        totals,
        state.finished,
        after,
        state.over,
        state.winner,
        state.forfeited_by,
    )


def _deal(event: RoundDealt, seats: int, version: int) -> Round:
    pack = event.pack
    ends = [HAND_SIZE * number for number in range(seats + 1)]
    hands = tuple(pack[start : start + HAND_SIZE] for start in ends[:-1])
    first, second = ends[-1], ends[-1] + MORTO_SIZE
    return Round(
        number=event.number,
        starter=event.starter,
        turn=event.starter,
        phase=Phase.DRAW,
        pack=pack,
        stock=pack[second + MORTO_SIZE :],
        pile=(),
        mortos=(pack[first:second], pack[second : second + MORTO_SIZE]),
        morto_takers=(None, None),
        unplayed=(False,) * seats,
        hands=hands,
        melds=((), ()),
        laps=((),) * seats,
        arrived=0,
        dealt_at=version,
        turn_since=version,
    )


def _meld(
    state: MatchState, current: Round, event: MeldLaid | MeldExtended, number: int | None
) -> Round:
    seat = event.seat
    hand = current.hands[seat]
    left = without(hand, event.cards)
    old = _without_those_held(hand[: len(hand) - current.arrived], event.cards)
    return _replace(
        current,
        hands=put(current.hands, seat, left),
        melds=_with_cards(state, current, seat, number, event.cards),
        laps=_told(current, seat, event),
        arrived=len(left) - len(old),
        drew=None,
    )


def _played(current: Round, seat: Seat) -> tuple[bool, ...]:
    """Who still has an unplayed morto once this seat has begun to play."""
    return put(current.unplayed, seat, False) if current.unplayed[seat] else current.unplayed


def _told(current: Round, seat: Seat, event: Event) -> tuple[tuple[Event, ...], ...]:
    """The laps with one fact more; a draw is told together with the act that follows it."""
    lap = (current.drew, event) if current.drew else (*current.laps[seat], event)
    return put(current.laps, seat, lap)


def _with_cards(
    state: MatchState, current: Round, seat: Seat, number: int | None, cards: tuple[Card, ...]
) -> tuple[tuple[Meld, ...], tuple[Meld, ...]]:
    team = team_of(seat)
    melds = current.melds[team]
    if number is None:
        melds = (*melds, make_meld(cards, state.rules))
    else:
        onto = melds[number - 1]
        melds = put(melds, number - 1, make_meld(cards, state.rules, onto=onto))
    return (current.melds[0], melds) if team else (melds, current.melds[1])


def _end_match(state: MatchState, event: MatchEnded, version: int) -> MatchState:
    current = state.round
    if current is not None and current.phase is not Phase.OVER:
        current = _replace(
            current,
            phase=Phase.OVER,
            ending=RoundEnding.FORFEIT,
            ended_by=event.forfeited_by,
        )
    return _replace(
        state,
        version=version,
        round=current,
        over=True,
        winner=event.winner,
        forfeited_by=event.forfeited_by,
    )


def put(values: tuple[T, ...], index: int, value: T) -> tuple[T, ...]:
    """The same values with one of them replaced."""
    return (*values[:index], value, *values[index + 1 :])


def without(hand: tuple[Card, ...], cards: tuple[Card, ...]) -> tuple[Card, ...]:
    """The hand less these cards; of two equal ones the one that arrived first goes (rule 9.8)."""
    left = list(hand)
    for face in cards:
        left.remove(face)
    return tuple(left)


def _without_those_held(hand: tuple[Card, ...], cards: tuple[Card, ...]) -> tuple[Card, ...]:
    """The hand less those of the cards that it holds."""
    left = list(hand)
    for face in cards:
        if face in left:
            left.remove(face)
    return tuple(left)
