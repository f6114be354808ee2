"""Random but lively play, for properties, golden files, the soak and the bench."""

import dataclasses
import random
from collections.abc import Iterator

from game import engine
from game.actions import Action, Expire, Resign, Seat, Substitute
from game.cards import PACK, Card
from game.events import Event
from game.melds import Meld
from game.options import Options, options
from game.rules import PRESETS, RULE_NAMES, DirtyCanastra, OnElimination, Preset, Rules, rules_for
from game.state import MatchState, Phase, team_of
from tests.support.positions import NAMES


def shuffled(rng: random.Random) -> tuple[Card, ...]:
    """The 108 cards in random order."""
    pack = list(PACK)
    rng.shuffle(pack)
    return tuple(pack)


def random_rules(rng: random.Random, seats: int) -> Rules:
    """A preset that so many may play, with some rules of it changed."""
    preset = rng.choice(list(Preset) if seats == 2 else [Preset.OFICIAL, Preset.TRADICIONAL])
    overrides: dict[str, object] = {}
    for name in RULE_NAMES:
        if rng.random() < 0.3:
            value = getattr(PRESETS[Preset.OFICIAL], name)
            if name == "target":
                overrides[name] = rng.choice([None, 500, 1000])
            elif isinstance(value, bool):
                overrides[name] = rng.random() < 0.5
            else:
                kind = DirtyCanastra if name == "dirty_canastra" else OnElimination
                overrides[name] = rng.choice(list(kind))
    return rules_for(preset, **overrides)


@dataclasses.dataclass
class Step:
    """One accepted action with the state before it, the events of it and the state after."""

    before: MatchState
    seat: Seat
    action: Action
    events: tuple[Event, ...]
    after: MatchState


@dataclasses.dataclass
class Game:
    """A match played at random: its log so far and its newest state."""

    rng: random.Random
    state: MatchState
    log: list[Event]
    oddities: float = 0.02

    @classmethod
    def begin(
        cls, rng: random.Random, *, rules: Rules, seats: int, oddities: float = 0.02
    ) -> "Game":
        """Seat the players and deal the first round; ``oddities`` is the chance of a timeout."""
        events, state = engine.start(rules=rules, players=NAMES[:seats])
        game = cls(rng, state, list(events), oddities)
        game.deal(Seat(rng.randrange(seats)))
        return game

    def deal(self, starter: Seat | None = None) -> None:
        """Deal the next round."""
        events, self.state = engine.deal(self.state, pack=shuffled(self.rng), starter=starter)
        self.log += events

    def steps(self, *, rounds: int = 3) -> Iterator[Step]:
        """Play on, round after round, until the match or so many rounds are over."""
        while not self.state.over:
            current = self.state.round
            assert current is not None
            if current.phase is Phase.OVER:
                if current.number == rounds:
                    return
                self.deal()
                continue
            seat, action = self.choose(current.turn)
            before = self.state
            events, self.state = engine.play(before, seat, action)
            self.log += events
            yield Step(before, seat, action, events, self.state)

    def choose(self, turn: Seat) -> tuple[Seat, Action]:
        """A legal action: mostly a play of the seat whose turn it is."""
        rng = self.rng
        odd = rng.random()
        if odd < self.oddities:
            if odd < self.oddities / 100:
                return Seat(rng.randrange(len(self.state.players))), Resign()
            if odd < self.oddities / 10:
                return Seat(rng.randrange(len(self.state.players))), Substitute("Eva Lima")
            return turn, Expire()
        return turn, self.play_from(options(self.state, turn), turn)

    def play_from(self, now: Options, turn: Seat) -> Action:
        """One of the options: likes to meld, more so without a wild, and keeps canastras clean."""
        rng = self.rng
        if now.takes and rng.random() < 0.7:
            return rng.choice(now.takes)
        if now.draws:
            return now.draws[0]
        if now.melds and rng.random() < 0.5:
            return now.melds[0] if rng.random() < 0.5 else rng.choice(now.melds)
        if now.extensions and rng.random() < 0.85:
            action = rng.choice(now.extensions)
            if rng.random() < 0.2 or not self._spoils(turn, action.meld, action.cards[0]):
                return action
        plain = [each for each in now.discards if not each.card.can_be_wild]
        if plain:
            return rng.choice(plain)
        return rng.choice(now.discards or now.melds or now.extensions)

    def _spoils(self, turn: Seat, number: int, face: Card) -> bool:
        current = self.state.round
        assert current is not None
        meld: Meld = current.melds[team_of(turn)][number - 1]
        return face.can_be_wild and meld.wild is None
