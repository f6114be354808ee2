"""Thousands of random games; ``make soak`` plays them, the ordinary run leaves them out."""

import random
from collections import Counter

import pytest

from game import engine
from game.cards import PACK
from game.options import options
from game.record import write_record
from game.state import Phase
from tests.game.random_play import Game, random_rules
from tests.game.test_properties import check_hand_sizes, check_options
from tests.game.test_record import refold
from tests.support.positions import all_cards, round_of

GAMES_A_CHUNK = 250


@pytest.mark.soak
@pytest.mark.parametrize("seats", [2, 4])
@pytest.mark.parametrize("chunk", range(10))
def test_random_games_keep_their_cards_and_never_get_stuck(chunk, seats):
    pack = Counter(PACK)
    for number in range(GAMES_A_CHUNK):
        rng = random.Random(f"{chunk} {seats} {number}")
        game = Game.begin(rng, rules=random_rules(rng, seats), seats=seats)
        for at, step in enumerate(game.steps(rounds=4)):
            assert Counter(all_cards(step.after)) == pack
            check_hand_sizes(step)
            if step.after.phase is not Phase.OVER:
                assert options(step.after, round_of(step.after).turn).all()
            if at % 40 == 0:
                check_options(step.after)
        assert engine.replay(game.log) == game.state
        assert refold(write_record(game.log, over=game.state.over)) == game.state
        assert game.state.over or round_of(game.state).scores is not None
