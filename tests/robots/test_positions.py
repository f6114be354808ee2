"""What a robot does in single positions, written in card notation. It is seat 0 of four."""

from game.actions import Discard, Draw, ExtendMeld, LayMeld, TakePile
from game.cards import card, parse_cards
from game.state import Phase
from tests.robots.rounds import position, robot, turn_of

CLEAN = "3s4s5s6s7s8s9s"
JOKER = card("JK")


def laid(state) -> list:
    return [action for action in turn_of(state) if not isinstance(action, Discard)]


def thrown(state):
    return turn_of(state)[-1].card


def test_a_natural_run_is_laid_for_the_partner():
    assert laid(position("5h6h7h9cKcJd3s8dTs4cAh3d")) == [LayMeld(parse_cards("5h6h7h"))]


def test_an_addition_is_preferred_to_a_second_meld_of_the_same_suit():
    actions = laid(position("6h7h8h9cKcJd3s8dTs4cAd", ours="3h4h5h"))
    assert actions == [ExtendMeld(1, parse_cards("6h7h8h"))]


def test_a_run_one_card_away_from_a_meld_is_kept_for_a_clean_canastra():
    assert laid(position("7h8h9hKcJd3s8dTs4cAd9c", ours="3h4h5h")) == []


def test_the_same_run_is_laid_where_the_card_between_can_no_longer_come():
    state = position("7h8h9hKcJd3s8dTs4cAd9c", ours="3h4h5h", theirs="4h5h6h 6h7h8h")
    assert LayMeld(parse_cards("7h8h9h")) in laid(state)


def test_the_card_that_makes_the_clean_canastra_is_laid():
    assert laid(position("9h3cKcJd3s8dTs4cAd9c", ours="3h4h5h6h7h8h")) == [
        ExtendMeld(1, parse_cards("9h"))
    ]


def test_a_wild_waits_before_the_first_clean_canastra():
    assert laid(position("JK9h8hKcJd3s8dTs4cAd6c")) == []
    assert laid(position("2c9hThKcJd3s8dTs4cAd6c", ours="3h4h5h6h")) == []


def test_a_joker_is_spent_once_there_is_a_clean_canastra():
    state = position("JK3cKcJd3d8dTd4cAh", ours=f"{CLEAN} 4h5h6h", morto_taken=True)
    assert any(JOKER in getattr(action, "cards", ()) for action in laid(state))


def test_the_hand_is_emptied_for_the_morto():
    actions = turn_of(position("5h6h7hKc"))
    assert actions == [LayMeld(parse_cards("5h6h7h")), Discard(card("Kc"))]


def test_going_out_directly_is_preferred_as_the_turn_goes_on_with_the_morto():
    actions = turn_of(position("5h6h7h8h"))
    assert actions[0] == LayMeld(parse_cards("5h6h7h8h"))
    assert len(actions) > 1


def test_a_wild_is_spent_to_reach_the_morto_but_not_in_a_new_meld_of_three():
    actions = turn_of(position("2cKc", ours="4h5h6h"))
    assert actions == [ExtendMeld(1, parse_cards("2c")), Discard(card("Kc"))]
    assert laid(position("2c8d9dKc", ours="")) == []


def test_a_team_ahead_goes_out_with_its_clean_canastra():
    actions = turn_of(position("5h6h7hKc", ours=CLEAN, morto_taken=True))
    assert actions == [LayMeld(parse_cards("5h6h7h")), Discard(card("Kc"))]


def test_two_cards_that_only_together_end_the_round_are_laid_together():
    actions = turn_of(position("8s9s", ours="3s4s5s6s7s", morto_taken=True))
    assert actions == [ExtendMeld(1, parse_cards("8s9s"))]


def test_a_lost_round_is_not_ended_while_there_is_time():
    theirs = "AsKsQsJsTs9s8s7s6s5s4s3s2sAs AhKhQhJhTh9h8h7h6h5h4h3h2h"
    state = position("5d6d7dKc", ours="3c4c5c6c7c8c9c", theirs=theirs, morto_taken=True)
    assert turn_of(state)[-1] != LayMeld(parse_cards("5d6d7d"))
    assert LayMeld(parse_cards("5d6d7d")) not in turn_of(state)


def test_a_lost_round_is_ended_all_the_same_when_the_stock_runs_out():
    theirs = "AsKsQsJsTs9s8s7s6s5s4s3s2sAs"
    state = position("5d6d7dKc", ours="3c4c5c6c7c8c9c", theirs=theirs, morto_taken=True, stock=1)
    assert LayMeld(parse_cards("5d6d7d")) in turn_of(state)


def test_without_a_clean_canastra_the_last_cards_are_kept():
    assert laid(position("5h6h7hKc9d", ours="3c4c5c", morto_taken=True)) == []


def test_the_pile_is_taken_with_natural_cards_and_left_where_it_would_cost_a_wild():
    hand = "5h6h9cKcJd3s8dTs4cAd"
    state = position(hand, pile="Qs7h", phase=Phase.DRAW)
    assert robot(state, 0) == TakePile(None, parse_cards("5h6h"))
    state = position("5h2c9cKcJd3s8dTs4cAd", pile="Qs7h", phase=Phase.DRAW)
    assert robot(state, 0) == Draw()


def test_a_card_that_fits_a_meld_of_the_opponents_is_kept_back():
    assert thrown(position("8h9c3dKd6c", theirs="5h6h7h", ours="")) != card("8h")


def test_the_dead_card_is_thrown_before_pairs_of_a_run():
    assert thrown(position("5h6h9cTcKdQdJs")) == card("Js")


def test_an_isolated_7_is_kept_for_a_while():
    assert thrown(position("7s3hKhQhJc4cTc9c5d6d8d")) != card("7s")


def test_a_wild_is_not_thrown():
    assert not thrown(position("JK2c2dKh")).can_be_wild
