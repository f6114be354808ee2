"""Whole rounds between robots and random players, and positions written in card notation."""

import dataclasses
import random
from collections.abc import Callable, Iterator

from game.actions import Play, Seat
from game.cards import PACK, Card, parse_cards
from game.engine import deal, play, start
from game.melds import make_meld
from game.options import options
from game.rules import (
    RULE_NAMES,
    DirtyCanastra,
    OnElimination,
    Preset,
    Rules,
    rules_for,
)
from game.state import MatchState, Phase, Round
from game.views import PlayerView, player_view
from robots import choose

OFICIAL = rules_for(Preset.OFICIAL)
NAMES = ("Ana", "Bia", "Caio", "Davi")

Player = Callable[[MatchState, Seat], Play]


def robot(state: MatchState, seat: Seat) -> Play:
    return choose(player_view(state, seat))


def random_player(rng: random.Random) -> Player:
    return lambda state, seat: rng.choice(options(state, seat).all())


def dealt(seed: int, *, seats: int, rules: Rules = OFICIAL) -> MatchState:
    pack = list(PACK)
    random.Random(seed).shuffle(pack)
    _, state = start(rules=rules, players=NAMES[:seats])
    return deal(state, pack=tuple(pack), starter=Seat(seed % seats))[1]


def steps(
    seed: int, *, seats: int, rules: Rules = OFICIAL, teams: tuple[Player, Player] = (robot, robot)
) -> Iterator[tuple[MatchState, Seat, Play, MatchState]]:
    """Every play of a round as (before, seat, play, after); an illegal one raises Refused."""
    state = dealt(seed, seats=seats, rules=rules)
    while state.phase is not Phase.OVER:
        seat = state.round.turn
        action = teams[seat % 2](state, seat)
        before, state = state, play(state, seat, action)[1]
        yield before, seat, action, state


def played(
    seed: int, *, seats: int, rules: Rules = OFICIAL, teams: tuple[Player, Player] = (robot, robot)
) -> Round:
    """The round as it ended."""
    *_, (_, _, _, last) = steps(seed, seats=seats, rules=rules, teams=teams)
    return last.round


def some_rules(rng: random.Random, *, seats: int) -> Rules:
    """A preset with each rule changed by the throw of a coin: a table "da casa"."""
    presets = [each for each in Preset if seats == 2 or each is not Preset.MANO_A_MANO]
    changes = {}
    for name in RULE_NAMES:
        if rng.random() < 0.5:
            if name == "target":
                changes[name] = rng.choice((None, 500, 3000))
            elif name == "dirty_canastra":
                changes[name] = rng.choice(tuple(DirtyCanastra))
            elif name == "on_elimination":
                changes[name] = rng.choice(tuple(OnElimination))
            else:
                changes[name] = rng.random() < 0.5
    return rules_for(rng.choice(presets), **changes)


def position(
    hand: str,
    *,
    ours: str = "",
    theirs: str = "",
    pile: str = "",
    phase: Phase = Phase.PLAY,
    seats: int = 4,
    morto_taken: bool = False,
    stock: int | None = None,
    rules: Rules = OFICIAL,
) -> MatchState:
    """Seat 0 to play with this hand; melds are separated by blanks, hidden cards in pack order."""
    own = parse_cards(hand)
    melds = tuple(
        tuple(make_meld(parse_cards(meld), rules) for meld in text.split())
        for text in (ours, theirs)
    )
    left = list(PACK)
    for face in (*own, *parse_cards(pile), *parse_cards((ours + theirs).replace(" ", ""))):
        left.remove(face)
    random.Random(0).shuffle(left)

    def take(count: int) -> tuple[Card, ...]:
        cards = tuple(left[:count])
        del left[:count]
        return cards

    state = dealt(0, seats=seats, rules=rules)
    hands = (own, *(take(11) for _ in range(seats - 1)))
    mortos = (take(11),) if morto_taken else (take(11), take(11))
    current = dataclasses.replace(
        state.round,
        turn=Seat(0),
        phase=phase,
        hands=hands,
        melds=melds,
        pile=parse_cards(pile),
        mortos=mortos,
        morto_takers=(Seat(0), None) if morto_taken else (None, None),
        stock=take(len(left) if stock is None else stock),
        arrived=1 if phase is Phase.PLAY else 0,
    )
    return dataclasses.replace(state, round=current)


def turn_of(state: MatchState) -> list[Play]:
    """The plays of seat 0 until its turn ends."""
    plays = []
    seat = state.round.turn
    while state.phase is not Phase.OVER and state.round.turn == seat:
        plays.append(robot(state, seat))
        state = play(state, seat, plays[-1])[1]
    return plays


def view_of(state: MatchState) -> PlayerView:
    return player_view(state, state.round.turn)
