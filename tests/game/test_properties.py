"""What holds in every match, shown on random legal play by random rules."""

import dataclasses
import itertools
import random
from collections import Counter
from collections.abc import Iterator

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from game import engine
from game.actions import Discard, Draw, ExtendMeld, Seat, TakePile, Team
from game.cards import FACES, PACK, Card
from game.decide import decide, has_clean_canastra
from game.events import (
    CardDiscarded,
    CardDrawn,
    Event,
    MeldExtended,
    MeldLaid,
    MortoBecameStock,
    MortoTaken,
    PileTaken,
    RoundDealt,
)
from game.melds import NotAMeld, extend_by_one, make_meld
from game.options import is_legal, options
from game.record import write_record
from game.refusals import Refused
from game.rules import Rules, format_rules, parse_rules
from game.state import MatchState, Phase, team_of
from game.views import player_view, table_view
from tests.game.random_play import Game, Step, random_rules, shuffled
from tests.game.test_record import refold
from tests.support.positions import all_cards, round_of

PACK_COUNTS = Counter(PACK)
seeds = st.integers(0, 2**32 - 1)


def begin(seed: int, *, oddities: float = 0.02) -> Game:
    rng = random.Random(seed)
    seats = rng.choice([2, 4])
    return Game.begin(rng, rules=random_rules(rng, seats), seats=seats, oddities=oddities)


def somewhere(seed: int) -> Game:
    """A match stopped at a random step."""
    game = begin(seed)
    for _ in itertools.islice(game.steps(), game.rng.randrange(1, 300)):
        pass
    return game


@given(seeds)
def test_the_108_cards_are_all_there_after_every_action(seed):
    game = begin(seed)
    for step in game.steps():
        assert Counter(all_cards(step.after)) == PACK_COUNTS


@given(seeds)
def test_nobody_is_ever_stuck(seed):
    game = begin(seed)
    for step in game.steps():
        current = round_of(step.after)
        if step.after.phase is Phase.OVER:
            continue
        assert options(step.after, current.turn).all()
        assert is_legal(step.after, current.turn, Draw()) is (current.phase is Phase.DRAW)
        assert all(current.hands)


@given(seeds)
def test_the_log_folds_into_the_state_and_one_event_is_one_version(seed):
    game = somewhere(seed)
    assert engine.replay(game.log) == game.state
    assert game.state.version == len(game.log)
    half = len(game.log) // 2
    assert engine.replay(game.log[: half + 1]).version == half + 1


@given(seeds)
def test_the_record_leads_to_the_same_state(seed):
    game = somewhere(seed)
    assert refold(write_record(game.log, over=game.state.over)) == game.state


@given(seeds)
def test_every_option_is_accepted_and_every_single_choice_is_an_option(seed):
    game = begin(seed, oddities=0.01)
    for step in itertools.islice(game.steps(), 0, None, 7):
        check_options(step.after)


def check_options(state: MatchState) -> None:
    if state.phase is Phase.OVER:
        return
    current = round_of(state)
    seat = current.turn
    now = options(state, seat)
    listed = now.all()
    assert len(listed) == len(set(listed))
    for action in listed:
        decide(state, seat, action)
    numbers = range(len(current.melds[team_of(seat)]) + 2)
    assert now.draws == tuple(each for each in (Draw(),) if is_legal(state, seat, each))
    assert set(now.discards) == {
        each for each in map(Discard, FACES) if is_legal(state, seat, each)
    }
    assert set(now.extensions) == {
        each
        for number in numbers
        for face in FACES
        if is_legal(state, seat, each := ExtendMeld(number, (face,)))
    }
    assert {take for take in now.takes if not take.cards} == {
        each for number in numbers if is_legal(state, seat, each := TakePile(number))
    }
    hand = current.hands[seat]
    order = {face: at for at, face in reversed(list(enumerate(hand)))}
    assert [order[each.card] for each in now.discards] == sorted(
        order[each.card] for each in now.discards
    )
    places = [(each.meld, order[each.cards[0]]) for each in now.extensions]
    assert places == sorted(places)


@given(seeds)
def test_the_events_of_an_action_are_all_there_is_to_it(seed):
    game = begin(seed)
    for step in game.steps():
        assert decide(step.before, step.seat, step.action) == step.events
        state = step.before
        for event in step.events:
            assert not isinstance(event, RoundDealt)
            state = engine.evolve(state, event)
        assert state == step.after


@given(seeds)
def test_hands_change_by_what_was_told(seed):
    game = begin(seed)
    for step in game.steps():
        check_hand_sizes(step)


def check_hand_sizes(step: Step) -> None:
    before, after = round_of(step.before), round_of(step.after)
    sizes = [len(hand) for hand in before.hands]
    for event in step.events:
        match event:
            case CardDrawn():
                sizes[event.seat] += 1
            case PileTaken():
                sizes[event.seat] += len(before.pile) - 1 - len(event.cards)
            case MeldLaid() | MeldExtended():
                sizes[event.seat] -= len(event.cards)
            case CardDiscarded():
                sizes[event.seat] -= 1
            case MortoTaken():
                assert sizes[event.seat] == 0
                sizes[event.seat] = 11
    assert [len(hand) for hand in after.hands] == sizes


@given(seeds)
def test_a_hand_goes_below_two_in_the_turn_only_where_one_may_go_out(seed):
    game = begin(seed)
    for step in game.steps():
        state = step.after
        current = round_of(state)
        if state.phase is not Phase.PLAY or len(current.hands[current.turn]) > 1:
            continue
        team = team_of(current.turn)
        takes_morto = bool(current.mortos) and current.morto_takers[team] is None
        assert takes_morto or has_clean_canastra(current.melds[team])
        (face,) = current.hands[current.turn]
        assert is_legal(state, current.turn, Discard(face))


@given(seeds)
def test_totals_are_the_sum_of_the_rounds(seed):
    game = begin(seed)
    for _ in game.steps():
        pass
    state = game.state
    rounds = [*state.finished, round_of(state)]
    for team in (Team(0), Team(1)):
        scored = [played.scores[team] for played in rounds if played.scores]
        assert sum(score.total for score in scored) == state.totals[team]
        for score in scored:
            parts = score.cards + score.canastras + score.going_out + score.hands + score.morto
            assert score.total == parts + score.rounding
            assert 0 <= score.rounding < 10
            assert score.going_out in (0, 100)
            assert score.morto in (0, -100)
    assert all(played.scores for played in state.finished)


@given(seeds)
def test_refused_actions_leave_everything_as_it_was(seed):
    game = somewhere(seed)
    state, rng = game.state, game.rng
    twin = engine.replay(game.log)
    for _ in range(30):
        cards = tuple(rng.choice(FACES) for _ in range(rng.randrange(5)))
        action = rng.choice([TakePile(rng.choice([None, 1, 2]), cards), ExtendMeld(1, cards)])
        try:
            engine.play(state, Seat(rng.randrange(len(state.players))), action)
        except Refused:
            assert state == twin


@given(seeds)
@settings(max_examples=100)
def test_extending_by_one_agrees_with_making_the_meld(seed):
    rng = random.Random(seed)
    rules = random_rules(rng, 2)
    suit = rng.randrange(4)
    pool = [face for face in PACK if face.suit_number in (suit, -1) or face.rank == 2]
    for _ in range(40):
        chosen = tuple(rng.sample(pool, rng.randrange(3, 12)))
        try:
            meld = make_meld(chosen, rules)
        except NotAMeld:
            continue
        for face in FACES:
            try:
                longer = make_meld((face,), rules, onto=meld)
            except NotAMeld:
                longer = None
            quick = extend_by_one(meld, face, rules)
            assert quick == longer
            assert quick is None or quick.cards == longer.cards


@given(seeds, st.sampled_from([2, 4]))
def test_rules_are_read_and_written_alike(seed, seats):
    rules = random_rules(random.Random(seed), seats)
    assert parse_rules(format_rules(rules)) == rules
    assert isinstance(rules, Rules)


class Positions:
    """Where each card of the dealt pack lies now, by its place in the pack.

    A second account of the moves, from the events alone; equal cards are told apart by place.
    """

    def __init__(self, pack: tuple[Card, ...], seats: int) -> None:
        self.pack = pack
        places = list(range(len(pack)))
        self.hands = [places[11 * seat : 11 * seat + 11] for seat in range(seats)]
        start = 11 * seats
        self.mortos = [places[start : start + 11], places[start + 11 : start + 22]]
        self.stock = places[start + 22 :]
        self.pile: list[int] = []
        self.new: set[int] = set()

    def remove(self, seat: int, face: Card) -> int:
        """The place of the first such card of the hand, which leaves it."""
        hand = self.hands[seat]
        at = next(at for at, place in enumerate(hand) if self.pack[place] is face)
        return hand.pop(at)

    def follow(self, event: Event) -> None:
        match event:
            case CardDrawn():
                self.new = {self.stock[0]}
                self.hands[event.seat].append(self.stock.pop(0))
            case PileTaken():
                for face in event.cards:
                    self.remove(event.seat, face)
                self.hands[event.seat] += self.pile[:-1]
                self.new = set(self.pile)
                self.pile = []
            case MeldLaid() | MeldExtended():
                for face in event.cards:
                    self.remove(event.seat, face)
            case CardDiscarded():
                hand = self.hands[event.seat]
                gone = hand.pop() if event.automatic else self.remove(event.seat, event.card)
                self.pile.append(gone)
            case MortoTaken():
                self.hands[event.seat] = self.mortos.pop(0)
                if event.direct:
                    self.new = set(self.hands[event.seat])
            case MortoBecameStock():
                self.stock = self.mortos.pop(0)

    def hidden_from(self, viewer: int | None) -> list[int]:
        """The places of cards that the viewer has never seen and does not see now."""
        hands = [hand for seat, hand in enumerate(self.hands) if seat != viewer]
        return [*self.stock, *itertools.chain(*self.mortos, *hands)]


def stopped_in_first_round(seed: int) -> tuple[Game, list[Step], Positions, set[int]]:
    """A match stopped somewhere in its first round, with the places of cards shown so far."""
    game = begin(seed)
    dealt = round_of(game.state)
    places = Positions(dealt.pack, len(dealt.hands))
    shown: set[int] = set()
    steps = []
    for step in itertools.islice(game.steps(rounds=1), game.rng.randrange(1, 160)):
        if round_of(step.after).phase is Phase.OVER:
            break
        steps.append(step)
        for event in step.events:
            places.follow(event)
        shown |= set(places.pile)
    assume(steps)
    return game, steps, places, shown


@given(seeds)
def test_the_second_account_of_the_moves_agrees(seed):
    _, steps, places, _ = stopped_in_first_round(seed)
    current = round_of(steps[-1].after)
    named = [tuple(places.pack[place] for place in hand) for hand in places.hands]
    assert named == list(current.hands)
    assert tuple(places.pack[place] for place in places.stock) == current.stock
    assert tuple(places.pack[place] for place in places.pile) == current.pile


@given(seeds)
def test_a_player_sees_his_newest_cards_and_what_fits(seed):
    game = begin(seed)
    dealt = round_of(game.state)
    places = Positions(dealt.pack, len(dealt.hands))
    for at, step in enumerate(game.steps(rounds=1)):
        for event in step.events:
            places.follow(event)
        state = step.after
        current = round_of(state)
        if state.phase is Phase.OVER:
            return
        seen = player_view(state, current.turn)
        if state.phase is Phase.PLAY:
            hand = places.hands[current.turn]
            assert seen.newest == tuple(places.pack[at] for at in hand if at in places.new)
        else:
            assert seen.newest == ()
        if at % 5 == 0:
            for seat in range(len(current.hands)):
                view = player_view(state, Seat(seat))
                assert list(view.fits.items()) == list(fitting(state, Seat(seat)))


def fitting(state: MatchState, seat: Seat) -> Iterator[tuple[Card, tuple[int, ...]]]:
    """For each card of the hand the melds that it goes into alone, asked of ``make_meld``."""
    current = round_of(state)
    for face in dict.fromkeys(current.hands[seat]):
        numbers = []
        for number, meld in enumerate(current.melds[team_of(seat)], start=1):
            try:
                make_meld((face,), state.rules, onto=meld)
            except NotAMeld:
                continue
            numbers.append(number)
        yield face, tuple(numbers)


@given(seeds)
@settings(max_examples=120)
def test_two_matches_that_differ_in_hidden_cards_only_look_the_same(seed):
    game, steps, places, shown = stopped_in_first_round(seed)
    seats = len(steps[0].before.players)
    viewer = game.rng.choice([None, *range(seats)])
    # A card that was once in the pile or in the viewer's hand may be known to him; the rest not.
    hidden = [place for place in places.hidden_from(viewer) if place not in shown]
    others = list(hidden)
    game.rng.shuffle(others)
    pack = list(places.pack)
    for place, other in zip(hidden, others, strict=True):
        pack[place] = places.pack[other]
    events, state = engine.start(rules=game.state.rules, players=steps[0].before.players)
    starter = round_of(steps[0].before).starter
    state = engine.deal(state, pack=tuple(pack), starter=starter)[1]
    for step in steps:
        assert views(state, viewer) == views(step.before, viewer)
        try:
            events, state = engine.play(state, step.seat, step.action)
        except Refused:
            assume(False)  # a card that was played first stands elsewhere among its equals
        assume(events == step.events)  # what is told in public is part of what he sees
    assert views(state, viewer) == views(steps[-1].after, viewer)


def views(state: MatchState, viewer: int | None) -> tuple[object, ...]:
    table = table_view(state)
    return (table,) if viewer is None else (table, player_view(state, Seat(viewer)))


@given(seeds)
def test_not_even_cards_that_were_seen_before_show_once_they_are_hidden(seed):
    # Shuffle all that lies face down now, the buried pile as well, and look again.
    game = somewhere(seed)
    state = game.state
    current = round_of(state)
    assume(current.scores is None)
    for viewer in (None, *range(len(state.players))):
        again = with_hidden_shuffled(state, viewer, game.rng)
        assert views(again, viewer) == views(state, viewer)


def with_hidden_shuffled(state: MatchState, viewer: int | None, rng: random.Random) -> MatchState:
    """The same state with everything that the viewer does not see dealt anew."""
    current = round_of(state)
    buried, top = current.pile[:-1], current.pile[-1:]
    packets = [current.stock, buried, *current.mortos]
    packets += [hand for seat, hand in enumerate(current.hands) if seat != viewer]
    cards = [face for packet in packets for face in packet]
    rng.shuffle(cards)
    new = []
    for packet in packets:
        new.append(tuple(cards[: len(packet)]))
        del cards[: len(packet)]
    stock, buried, *rest = new
    mortos, hands = rest[: len(current.mortos)], rest[len(current.mortos) :]
    if viewer is not None:
        hands.insert(viewer, current.hands[viewer])
    changed = dataclasses.replace(
        current,
        stock=stock,
        pile=(*buried, *top),
        mortos=tuple(mortos),
        hands=tuple(hands),
        pack=shuffled(rng),
    )
    return dataclasses.replace(state, round=changed)


@pytest.mark.parametrize("seats", [2, 4])
def test_matches_of_all_kinds_come_up(seats):
    # The properties above mean something only if the random matches reach everything.
    endings: Counter[object] = Counter()
    events: Counter[str] = Counter()
    for seed in range(40):
        rng = random.Random(seed)
        game = Game.begin(rng, rules=random_rules(rng, seats), seats=seats, oddities=0.03)
        for step in game.steps():
            events.update(type(event).__name__ for event in step.events)
        for played in (*game.state.finished, round_of(game.state)):
            endings[played.ending] += 1
    assert len(endings) >= 3
    assert {
        "CardDrawn",
        "PileTaken",
        "MeldLaid",
        "MeldExtended",
        "CardDiscarded",
        "MortoTaken",
        "MortoBecameStock",
        "RoundEnded",
        "PlayerEliminated",
        "SeatSubstituted",
        "SeatResigned",
        "MatchEnded",
    } == set(events)
