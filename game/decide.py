"""The only judge: a state, a seat and an action give events, or a refusal (sections 4 to 9, 12)."""

from collections.abc import Sequence
from typing import assert_never

from game.actions import (
    Action,
    Discard,
    Draw,
    Expire,
    ExtendMeld,
    LayMeld,
    Resign,
    Seat,
    Substitute,
    TakePile,
    Team,
)
from game.cards import Card
from game.events import (
    CardDiscarded,
    CardDrawn,
    Event,
    MatchEnded,
    MeldExtended,
    MeldLaid,
    MortoBecameStock,
    MortoTaken,
    PileTaken,
    PlayerEliminated,
    RoundEnded,
    RoundEnding,
    SeatResigned,
    SeatSubstituted,
)
from game.evolve import evolve
from game.melds import SHORTEST_MELD, Meld, NotAMeld, TooManyWilds, make_meld
from game.refusals import (
    CannotGoOut,
    CardNotInHand,
    MatchOver,
    MortoNotInPlay,
    NoSuchMeld,
    NotASequence,
    NotYourTurn,
    PileEmpty,
    Refused,
    RoundOver,
    TooFewCards,
    WrongPhase,
)
from game.refusals import TooManyWilds as TooManyWildsRefusal
from game.rules import OnElimination
from game.state import MatchState, Phase, Round, other_team, team_of

AUTOMATIC_PLAYS_THAT_ELIMINATE = 4


def decide(state: MatchState, seat: Seat, action: Action) -> tuple[Event, ...]:
    """Return what happens when the seat does this, all of it at once.

    Raises Refused with the first refusal, in the order of section 12, that fits.
    """
    if state.over:
        raise Refused(MatchOver())
    if isinstance(action, Resign):
        return (SeatResigned(seat), MatchEnded(other_team(team_of(seat)), seat))
    if isinstance(action, Substitute):
        return (SeatSubstituted(seat, action.name),)
    current = state.round
    if current is None or current.phase is Phase.OVER:
        raise Refused(RoundOver())
    if current.turn != seat:
        raise Refused(NotYourTurn(current.turn))
    match action:
        case Draw():
            _require_phase(current, Phase.DRAW)
            return (CardDrawn(seat),)
        case TakePile():
            return _take(state, current, seat, action)
        case LayMeld():
            _require_phase(current, Phase.PLAY)
            hand_left = _cards_left(current.hands[seat], action.cards)
            melds = _melds_with(state, current, seat, None, action.cards, action.cards)
            laid = MeldLaid(seat, action.cards)
            return (laid, *_after_meld(state, current, seat, melds, hand_left, action, laid))
        case ExtendMeld():
            _require_phase(current, Phase.PLAY)
            hand_left = _cards_left(current.hands[seat], action.cards)
            melds = _melds_with(state, current, seat, action.meld, action.cards, action.cards)
            longer = MeldExtended(seat, action.meld, action.cards)
            return (longer, *_after_meld(state, current, seat, melds, hand_left, action, longer))
        case Discard():
            _require_phase(current, Phase.PLAY)
            _cards_left(current.hands[seat], (action.card,))
            return _discard(state, current, seat, CardDiscarded(seat, action.card), action)
        case Expire():
            return _expire(state, current, seat)
        case _:
            assert_never(action)


def finds_morto(current: Round, team: Team) -> bool:
    """Whether a player of the team who goes out takes a morto (rule 5.2)."""
    return bool(current.mortos) and current.morto_takers[team] is None


def waiting_mortos(state: MatchState, current: Round) -> tuple[Seat, ...]:
    """The seats whose unplayed morto forbids the final going out (rule 5.11).

    Never the seat to play: its turn with the morto has begun, even before it draws or takes.
    """
    if not state.rules.morto_in_play_before_final:
        return ()
    return tuple(
        Seat(seat)
        for seat, waiting in enumerate(current.unplayed)
        if waiting and seat != current.turn
    )


def has_clean_canastra(melds: Sequence[Meld]) -> bool:
    """Whether the final going out has its clean canastra (rule 5.7)."""
    return any(meld.kind.is_clean_canastra for meld in melds)


def may_go_out(state: MatchState, current: Round, seat: Seat, melds: Sequence[Meld]) -> bool:
    """Whether the seat could empty its hand, its team's melds being these (section 5)."""
    return finds_morto(current, team_of(seat)) or (
        has_clean_canastra(melds) and not waiting_mortos(state, current)
    )


def _require_going_out(
    state: MatchState,
    current: Round,
    seat: Seat,
    melds: Sequence[Meld],
    cards_left: int,
    action: Action,
) -> None:
    if may_go_out(state, current, seat, melds):
        return
    if has_clean_canastra(melds):
        raise Refused(MortoNotInPlay(waiting_mortos(state, current)))
    raise Refused(CannotGoOut(cards_left, action))


def _require_phase(current: Round, phase: Phase) -> None:
    if current.phase is not phase:
        raise Refused(WrongPhase(must_draw=current.phase is Phase.DRAW))


def _cards_left(hand: tuple[Card, ...], cards: tuple[Card, ...]) -> int:
    """How many cards the hand keeps without these; refuses cards that it does not hold."""
    for face in cards:
        if hand.count(face) < cards.count(face):
            raise Refused(CardNotInHand(face, hand.count(face)))
    return len(hand) - len(cards)


def _melds_with(
    state: MatchState,
    current: Round,
    seat: Seat,
    number: int | None,
    cards: tuple[Card, ...],
    named: tuple[Card, ...],
) -> tuple[Meld, ...]:
    """The team's melds after these cards are laid; ``named`` is what the refusal shows."""
    melds = current.melds[team_of(seat)]
    if number is None:
        onto = None
        if len(cards) < SHORTEST_MELD:
            raise Refused(TooFewCards(len(cards)))
    else:
        if not 1 <= number <= len(melds):
            raise Refused(NoSuchMeld(number, len(melds)))
        onto = melds[number - 1]
        if not cards:
            raise Refused(TooFewCards(0))
    try:
        meld = make_meld(cards, state.rules, onto=onto)
    except TooManyWilds as error:
        raise Refused(TooManyWildsRefusal(error.args[0])) from None
    except NotAMeld:
        raise Refused(NotASequence(named)) from None
    if number is None:
        return (*melds, meld)
    return (*melds[: number - 1], meld, *melds[number:])


def _take(state: MatchState, current: Round, seat: Seat, action: TakePile) -> tuple[Event, ...]:
    _require_phase(current, Phase.DRAW)
    if not current.pile:
        raise Refused(PileEmpty())
    hand_left = _cards_left(current.hands[seat], action.cards) + len(current.pile) - 1
    cards = (current.pile[-1], *action.cards)
    melds = _melds_with(state, current, seat, action.meld, cards, cards)
    taken = PileTaken(seat, action.meld, action.cards)
    return (taken, *_after_meld(state, current, seat, melds, hand_left, action, taken))


def _after_meld(
    state: MatchState,
    current: Round,
    seat: Seat,
    melds: tuple[Meld, ...],
    hand_left: int,
    action: Action,
    happened: Event,
) -> tuple[Event, ...]:
    """Nobody may strand (rule 4.10); an empty hand goes out, directly or finally."""
    if hand_left > 1:
        return ()
    _require_going_out(state, current, seat, melds, hand_left, action)
    if hand_left == 1:
        return ()
    if finds_morto(current, team_of(seat)):
        return (MortoTaken(seat, direct=True),)
    return _end_round(state, (happened,), RoundEnded(RoundEnding.WENT_OUT, seat))


def _discard(
    state: MatchState, current: Round, seat: Seat, discarded: CardDiscarded, action: Action
) -> tuple[Event, ...]:
    happened: tuple[Event, ...] = (discarded,)
    mortos_left = len(current.mortos)
    if len(current.hands[seat]) == 1:
        _require_going_out(state, current, seat, current.melds[team_of(seat)], 0, action)
        if not finds_morto(current, team_of(seat)):
            ended = RoundEnded(RoundEnding.WENT_OUT, seat)
            return (*happened, *_end_round(state, happened, ended))
        happened = (discarded, MortoTaken(seat, direct=False))
        mortos_left -= 1
    if current.stock:
        return happened
    if mortos_left:
        return (*happened, MortoBecameStock())
    exhausted = RoundEnded(RoundEnding.STOCK_EXHAUSTED, None)
    return (*happened, *_end_round(state, happened, exhausted))


def _end_round(
    state: MatchState, happened: tuple[Event, ...], ended: RoundEnded
) -> tuple[Event, ...]:
    """The end of the round, and of the match where the points decide it (section 8)."""
    after = state
    for event in (*happened, ended):
        after = evolve(after, event)
    first, second = after.totals
    target = state.rules.target
    if target is not None and (max(first, second) < target or first == second):
        return (ended,)
    winner = None if first == second else Team(0 if first > second else 1)
    return (ended, MatchEnded(winner))


def _expire(state: MatchState, current: Round, seat: Seat) -> tuple[Event, ...]:
    """The table plays for the seat, and eliminates it with the fourth time (rules 9.5 to 9.14)."""
    happened: tuple[Event, ...]
    if current.phase is Phase.DRAW:
        happened = (CardDrawn(seat, automatic=True),)
    else:
        newest = current.hands[seat][-1]
        discarded = CardDiscarded(seat, newest, automatic=True)
        happened = _discard(state, current, seat, discarded, Expire())
    if state.automatic[seat] + 1 < AUTOMATIC_PLAYS_THAT_ELIMINATE:
        return happened
    if any(isinstance(event, MatchEnded) for event in happened):
        return happened
    eliminated = (*happened, PlayerEliminated(seat))
    if len(state.players) > 2 and state.rules.on_elimination is OnElimination.SUBSTITUTE:
        return eliminated
    return (*eliminated, MatchEnded(other_team(team_of(seat)), seat))
