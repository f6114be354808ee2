"""What a robot does and never does, looked for in every play of whole rounds."""

from collections.abc import Iterator

import pytest

from game.actions import Discard, Draw, ExtendMeld, LayMeld, Play, Seat, TakePile
from game.decide import finds_morto, has_clean_canastra, may_go_out
from game.melds import Meld, extend_by_one, make_meld
from game.options import options
from game.rules import DirtyCanastra, Preset, rules_for
from game.state import MatchState, Phase, team_of
from game.views import player_view
from robots.outlook import Outlook
from tests.robots.rounds import OFICIAL, steps

LOCKING = rules_for(Preset.OFICIAL, dirty_canastra=DirtyCanastra.LOCKED_AT_SEVEN)

FEWEST = 3
FEW_CARDS = 6


def all_steps() -> Iterator[tuple[MatchState, Seat, Play, MatchState]]:
    for seats in (2, 4):
        for rules in (OFICIAL, LOCKING):
            for seed in range(200, 206):
                yield from steps(seed, seats=seats, rules=rules)


@pytest.fixture(scope="module")
def plays() -> list[tuple[MatchState, Seat, Play, MatchState]]:
    return list(all_steps())


def melds_of(state: MatchState, seat: Seat) -> tuple[Meld, ...]:
    return state.round.melds[team_of(seat)]


def changed_meld(
    before: MatchState, seat: Seat, action: Play, after: MatchState
) -> tuple[Meld | None, Meld] | None:
    """What the play did to a meld of the team: what it was, what it is."""
    match action:
        case LayMeld() | TakePile(meld=None):
            return None, melds_of(after, seat)[-1]
        case ExtendMeld(number, _) | TakePile(number, _):
            return melds_of(before, seat)[number - 1], melds_of(after, seat)[number - 1]
    return None


def is_natural(old: Meld | None, new: Meld) -> bool:
    """Whether no wild card was spent: as many cards that can only be wild, and no new wild."""
    if new.wild is None:
        return True
    return old is not None and old.wild is not None and new.contents.outside is old.contents.outside


def can_still_finish(state: MatchState, seat: Seat, melds: tuple[Meld, ...], hand: int) -> bool:
    return hand >= FEWEST or may_go_out(state, state.round, seat, melds)


def after_take(state: MatchState, seat: Seat, take: TakePile) -> tuple[bool, bool]:
    """Whether a take spends no wild card, and whether the hand can still be finished."""
    melds = melds_of(state, seat)
    pile = state.round.pile
    old = None if take.meld is None else melds[take.meld - 1]
    new = make_meld((pile[-1], *take.cards), state.rules, onto=old)
    number = len(melds) if take.meld is None else take.meld - 1
    left = len(state.round.hands[seat]) - len(take.cards) + len(pile) - 1
    table = (*melds[:number], new, *melds[number + 1 :])
    return is_natural(old, new), can_still_finish(state, seat, table, left)


def test_the_pile_is_taken_whenever_natural_cards_justify_it(plays):
    taken = 0
    for state, seat, action, after in plays:
        if state.phase is not Phase.DRAW:
            continue
        takes = options(state, seat).takes
        if any(after_take(state, seat, take) == (True, True) for take in takes):
            assert isinstance(action, TakePile)
            assert is_natural(*changed_meld(state, seat, action, after))
            taken += 1
        else:
            assert isinstance(action, Draw) or not is_natural(
                *changed_meld(state, seat, action, after)
            )
    assert taken > 100


def test_no_new_meld_of_three_holds_a_wild_before_the_first_clean_canastra(plays):
    for state, seat, action, after in plays:
        changed = changed_meld(state, seat, action, after)
        if changed and changed[0] is None and len(changed[1].cards) == 3 and changed[1].wild:
            assert has_clean_canastra(melds_of(state, seat))


def test_no_clean_canastra_is_ever_dirtied(plays):
    clean = 0
    for state, seat, action, after in plays:
        changed = changed_meld(state, seat, action, after)
        if changed and changed[0] and changed[0].kind.is_clean_canastra:
            assert changed[1].kind.is_clean_canastra
            clean += 1
    assert clean > 50


def test_no_2_is_locked_that_could_become_natural_but_to_go_out_or_at_the_end(plays):
    for state, seat, action, after in plays:
        changed = changed_meld(state, seat, action, after)
        if not changed or isinstance(action, TakePile) or not changed[1].contents.locked:
            continue
        if changed[0] is None or not changed[0].contents.locked:
            left = len(state.round.hands[seat]) - len(action.cards)
            opponents = [len(hand) for at, hand in enumerate(state.round.hands) if (at - seat) % 2]
            turns_left = len(state.round.stock) + 5.5 * len(state.round.mortos)
            assert left < 2 or min(opponents) <= 3 or turns_left < 2 * len(state.players)


def test_no_meld_leaves_too_few_cards_to_go_on_with(plays):
    for state, seat, action, after in plays:
        if changed_meld(state, seat, action, after):
            left = len(state.round.hands[seat]) - len(action.cards)
            if isinstance(action, TakePile):
                left += len(state.round.pile) - 1
            assert can_still_finish(state, seat, melds_of(after, seat), left)


def test_neither_a_wild_nor_a_card_that_fits_the_opponents_is_thrown_without_need(plays):
    for state, seat, action, _ in plays:
        if not isinstance(action, Discard):
            continue
        hand = state.round.hands[seat]
        may_finish = may_go_out(state, state.round, seat, melds_of(state, seat))
        if len(hand) <= FEW_CARDS and not may_finish:
            continue  # only the cards that make the clean canastra matter then
        theirs = state.round.melds[1 - team_of(seat)]

        def fits(face, theirs=theirs, rules=state.rules) -> bool:
            return any(extend_by_one(meld, face, rules) for meld in theirs)

        plain = [face for face in hand if not face.can_be_wild]
        if plain:
            assert not action.card.can_be_wild
        if any(not fits(face) for face in plain):
            assert not fits(action.card)


def test_a_7_or_an_8_is_seldom_thrown_in_the_first_turns():
    thrown = []
    for seed in range(400, 430):
        for state, _, action, _ in steps(seed, seats=4):
            if len(state.round.stock) < 42 - 12:
                break
            if isinstance(action, Discard):
                thrown.append(action.card.rank)
    assert len(thrown) > 200
    assert sum(rank in (7, 8) for rank in thrown) / len(thrown) < 1 / 13


def test_a_round_that_one_natural_card_and_a_discard_can_end_is_ended_where_that_is_wanted(plays):
    ended = 0
    for state, seat, action, after in plays:
        current = state.round
        ours = melds_of(state, seat)
        if state.phase is not Phase.PLAY or len(current.hands[seat]) != 2:
            continue
        if finds_morto(current, team_of(seat)) or not may_go_out(state, current, seat, ours):
            continue
        longer = [
            (meld, extend_by_one(meld, face, state.rules))
            for meld in ours
            for face in current.hands[seat]
        ]
        if not any(new and is_natural(old, new) for old, new in longer):
            continue
        if Outlook(player_view(state, seat)).wants_out:
            assert not isinstance(action, Discard)
            ended += 1
        else:
            assert isinstance(action, Discard)
            assert after.phase is not Phase.OVER or not after.round.stock
    assert ended > 5
