"""Positions in card notation: a test names the cards that matter, the builder places the rest.

Everything defaults to empty, so that a test reads like a position. Whatever of the 108 cards is
not named goes to the other hands (11 each), to the mortos that are left, and to the stock; where
the stock is given, it goes to the bottom of the pile. Plays are written as in a record:
``after(state, "draw", "meld 5h6h7h", "1 resign")``; without a seat the one to play is meant.
"""

from collections import Counter
from collections.abc import Iterable, Mapping

from game import engine
from game.actions import Action, Seat
from game.cards import PACK, Card, format_cards, parse_cards
from game.events import Event
from game.melds import Meld, make_meld
from game.record import parse_action
from game.refusals import Refusal, Refused
from game.rules import Rules, parse_rules
from game.state import HAND_SIZE, MORTO_SIZE, MatchState, Phase, Round, team_of

NAMES = ("Ana", "Bia", "Caio", "Davi")


def position(
    *,
    hand: str = "",
    melds: Iterable[str] = (),
    their_melds: Iterable[str] = (),
    pile: str = "",
    stock: str | int | None = None,
    mortos: Iterable[str] | int | None = None,
    hands: Mapping[int, str] | None = None,
    rules: Rules | str = "oficial",
    phase: str = "play",
    players: int = 2,
    turn: int = 0,
    took_morto: Iterable[int] = (),
    unplayed: Iterable[int] = (),
    totals: tuple[int, int] = (0, 0),
    automatic: tuple[int, ...] | None = None,
    number: int = 1,
    starter: int = 0,
    conserve: bool = True,
) -> MatchState:
    """Build a state in which ``turn`` is to play with this hand and these melds.

    ``took_morto`` and ``unplayed`` name seats; ``mortos`` are those left, as cards or a number,
    by default what the takers have left; a number of mortos or of stock cards is filled up.
    With ``conserve=False`` the cards that are not named are simply not there.
    """
    rules = parse_rules(rules) if isinstance(rules, str) else rules
    unplayed = set(unplayed)
    takers: list[Seat | None] = [None, None]
    for seat in (*took_morto, *unplayed):
        takers[seat % 2] = Seat(seat)
    laid = tuple(make_meld(parse_cards(text), rules) for text in melds)
    theirs = tuple(make_meld(parse_cards(text), rules) for text in their_melds)
    named_hands = {**(hands or {}), turn: hand}
    named_mortos = None if mortos is None or isinstance(mortos, int) else tuple(mortos)
    if mortos is None:
        morto_count = 2 - sum(taker is not None for taker in takers)
    else:
        morto_count = mortos if isinstance(mortos, int) else len(named_mortos or ())
    named = [
        *(face for meld in (*laid, *theirs) for face in meld.cards),
        *(face for text in named_hands.values() for face in parse_cards(text)),
        *(face for text in named_mortos or () for face in parse_cards(text)),
        *parse_cards(pile),
        *(parse_cards(stock) if isinstance(stock, str) else ()),
    ]
    rest = list(_remaining(named)) if conserve else []

    def filler(count: int) -> tuple[Card, ...]:
        taken = tuple(rest[:count])
        del rest[:count]
        return taken

    all_hands = tuple(
        parse_cards(named_hands[seat]) if seat in named_hands else filler(HAND_SIZE)
        for seat in range(players)
    )
    all_mortos = (
        tuple(parse_cards(text) for text in named_mortos)
        if named_mortos is not None
        else tuple(filler(MORTO_SIZE) for _ in range(morto_count))
    )
    full_pile = parse_cards(pile)
    if stock is None:
        full_stock = filler(len(rest))
    else:
        full_stock = parse_cards(stock) if isinstance(stock, str) else filler(stock)
        full_pile = (*filler(len(rest)), *full_pile)
    current = Round(
        number=number,
        starter=Seat(starter),
        turn=Seat(turn),
        phase=Phase(phase),
        pack=PACK,
        stock=full_stock,
        pile=full_pile,
        mortos=all_mortos,
        morto_takers=(takers[0], takers[1]),
        unplayed=tuple(seat in unplayed for seat in range(players)),
        hands=all_hands,
        melds=(theirs, laid) if turn % 2 else (laid, theirs),
        laps=((),) * players,
        arrived=0,
    )
    state = MatchState(
        version=2,
        rules=rules,
        players=NAMES[:players],
        automatic=automatic or (0,) * players,
        totals=totals,
        finished=(),
        round=current,
    )
    if conserve:
        assert Counter(all_cards(state)) == Counter(PACK)
    return state


def _remaining(named: list[Card]) -> Iterable[Card]:
    """The cards of the pack that are not named; dealt by rank, so that fillers hold no runs."""
    left = Counter(PACK)
    left.subtract(named)
    if min(left.values()) < 0:
        raise ValueError(
            f"not in the pack: {format_cards(face for face in left if left[face] < 0)}"
        )
    return sorted(left.elements(), key=lambda face: (face.rank or 99, face.suit_number))


def all_cards(state: MatchState) -> tuple[Card, ...]:
    """Every card of the present round, wherever it lies."""
    current = round_of(state)
    return (
        *current.stock,
        *current.pile,
        *(face for morto in current.mortos for face in morto),
        *(face for hand in current.hands for face in hand),
        *(face for melds in current.melds for meld in melds for face in meld.cards),
    )


def round_of(state: MatchState) -> Round:
    """The present round, which there must be."""
    assert state.round is not None
    return state.round


def read_play(state: MatchState, text: str) -> tuple[Seat, Action]:
    """A play in the record's words, with its seat or for the seat to play."""
    first, _, rest = text.partition(" ")
    if first.isdigit():
        return Seat(int(first)), parse_action(rest)
    return round_of(state).turn, parse_action(text)


def events_of(state: MatchState, play: str) -> tuple[Event, ...]:
    """What happens when the play is made. Raises Refused."""
    return engine.play(state, *read_play(state, play))[0]


def after(state: MatchState, *plays: str) -> MatchState:
    """The state after these plays, all of which must be legal."""
    for play in plays:
        state = engine.play(state, *read_play(state, play))[1]
    return state


def refusal(state: MatchState, play: str) -> Refusal | None:
    """Why the play is refused; None if it is not."""
    try:
        engine.play(state, *read_play(state, play))
    except Refused as refused:
        return refused.refusal
    return None


def code(state: MatchState, play: str) -> str | None:
    """The code of the refusal; None if the play is accepted."""
    refused = refusal(state, play)
    return refused.code.value if refused else None


def hand_of(state: MatchState, seat: int) -> str:
    """A hand in order of arrival."""
    return format_cards(round_of(state).hands[seat])


def pile_of(state: MatchState) -> str:
    """The pile from bottom to top."""
    return format_cards(round_of(state).pile)


def melds_of(state: MatchState, seat: int) -> list[str]:
    """The melds of the seat's team as they lie, the wild card in brackets."""
    return [shown(meld) for meld in round_of(state).melds[team_of(Seat(seat))]]


def shown(meld: Meld) -> str:
    """A meld as it lies, the wild card in brackets: ``2h(JK)4h5h``."""
    return "".join(
        f"({face})" if at == meld.wild_at else face.code for at, face in enumerate(meld.cards)
    )
