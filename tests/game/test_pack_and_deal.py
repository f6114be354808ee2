"""Section 2 of the rules: the pack, the seats and the deal."""

import random
from collections import Counter

import pytest

from game import engine
from game.actions import Seat
from game.cards import FACES, JOKER, PACK, UnknownCard, card, format_cards, is_pack, parse_cards
from game.rules import BadRules, Preset, rules_for
from game.state import Phase, other_team, team_of
from tests.game.random_play import shuffled
from tests.support.positions import NAMES, after, position, round_of

OFICIAL = rules_for(Preset.OFICIAL)
TO_A_TARGET = rules_for(Preset.OFICIAL, target=500)


def dealt(*, players=4, starter=0, pack=None):
    state = engine.start(rules=TO_A_TARGET, players=NAMES[:players])[1]
    pack = pack or shuffled(random.Random(1))
    return engine.deal(state, pack=pack, starter=Seat(starter))[1]


def test_2_1_the_pack_is_two_packs_of_52_and_four_jokers():
    counts = Counter(PACK)
    assert len(PACK) == 108
    assert counts.pop(JOKER) == 4
    assert len(counts) == 52
    assert set(counts.values()) == {2}
    assert Counter(face.suit for face in counts) == Counter(
        {face.suit: 13 for face in FACES if face.suit}
    )


@pytest.mark.parametrize(
    "pack",
    [PACK[:-1], (*PACK, JOKER), (*PACK[:-1], PACK[0]), (PACK[1], *PACK[1:]), ()],
    ids=["one short", "one over", "three of a kind", "one doubled", "none"],
)
def test_2_1_nothing_but_the_108_cards_is_dealt(pack):
    state = engine.start(rules=OFICIAL, players=NAMES)[1]
    assert not is_pack(pack)
    with pytest.raises(engine.CannotDeal):
        engine.deal(state, pack=pack, starter=Seat(0))


@pytest.mark.parametrize("count", [2, 4])
def test_2_2_two_or_four_play(count):
    state = engine.start(rules=OFICIAL, players=NAMES[:count])[1]
    assert state.players == NAMES[:count]


@pytest.mark.parametrize("count", [0, 1, 3, 5, 6])
def test_2_2_no_other_number_plays(count):
    with pytest.raises(BadRules):
        engine.start(rules=OFICIAL, players=("Ana",) * count)


@pytest.mark.parametrize(("players", "turn", "left"), [(4, 0, 1), (4, 3, 0), (2, 0, 1), (2, 1, 0)])
def test_2_3_the_turn_passes_to_the_next_seat(players, turn, left):
    state = position(players=players, turn=turn, hand="5h9c")
    assert round_of(after(state, "discard 9c")).turn == left


def test_2_3_partners_sit_opposite():
    assert [team_of(Seat(seat)) for seat in range(4)] == [0, 1, 0, 1]
    assert [other_team(team_of(Seat(seat))) for seat in range(4)] == [1, 0, 1, 0]


@pytest.mark.parametrize("starter", [0, 1, 2, 3])
def test_2_4_eleven_cards_a_seat_then_two_mortos_of_eleven_whoever_starts(starter):
    pack = shuffled(random.Random(2))
    current = round_of(dealt(pack=pack, starter=starter))
    packets = [pack[at : at + 11] for at in range(0, 66, 11)]
    assert list(current.hands) == packets[:4]
    assert list(current.mortos) == packets[4:]
    assert current.turn == current.starter == starter
    assert current.phase is Phase.DRAW


@pytest.mark.parametrize(("players", "left"), [(4, 42), (2, 64)])
def test_2_5_the_rest_is_the_stock_its_first_card_drawn_first(players, left):
    pack = shuffled(random.Random(3))
    state = dealt(players=players, pack=pack)
    current = round_of(state)
    assert len(current.stock) == left
    assert current.stock == pack[-left:]
    drawn = after(state, "draw")
    assert round_of(drawn).hands[0][-1] is pack[-left]
    assert round_of(drawn).stock == pack[-left + 1 :]


def test_2_6_the_pile_starts_empty():
    assert round_of(dealt()).pile == ()


@pytest.mark.parametrize("players", [2, 4])
def test_2_7_anybody_may_have_drawn_the_first_start(players):
    for starter in range(players):
        assert round_of(dealt(players=players, starter=starter)).turn == starter


@pytest.mark.parametrize("starter", [None, Seat(-1), Seat(4)])
def test_2_7_the_first_starter_must_be_named_and_sit_at_the_table(starter):
    state = engine.start(rules=OFICIAL, players=NAMES)[1]
    with pytest.raises(engine.CannotDeal):
        engine.deal(state, pack=PACK, starter=starter)


def ended(*, players, starter, number=1):
    """Between two rounds: the last card went out, and nobody has reached 10,000."""
    state = position(
        players=players,
        hand="9c",
        melds=["3s4s5s6s7s8s9s"],
        took_morto=(0,),
        rules="oficial target=10000",
        starter=starter,
        number=number,
    )
    return after(state, "discard 9c")


@pytest.mark.parametrize(
    ("players", "starter", "following"),
    [(4, 2, 1), (4, 1, 0), (4, 0, 3), (4, 3, 2), (2, 0, 1), (2, 1, 0)],
)
def test_2_8_the_start_moves_one_seat_to_the_right_each_round(players, starter, following):
    state = ended(players=players, starter=starter)
    assert state.next_starter() == following
    events, state = engine.deal(state, pack=PACK)
    assert events[0].starter == following
    assert events[0].number == 2
    assert round_of(state).turn == following
    assert [old.number for old in state.finished] == [1]


def test_2_8_no_other_seat_starts_a_later_round():
    state = ended(players=4, starter=2)
    for wrong in (0, 2, 3):
        with pytest.raises(engine.CannotDeal):
            engine.deal(state, pack=PACK, starter=Seat(wrong))
    assert engine.deal(state, pack=PACK, starter=Seat(1))[1].phase is Phase.DRAW


def test_no_round_is_dealt_while_one_runs_or_after_the_match():
    running = dealt()
    over = after(running, "resign")
    for state in (running, over):
        with pytest.raises(engine.CannotDeal):
            engine.deal(state, pack=PACK)


def test_cards_are_read_and_written_alike():
    assert parse_cards(format_cards(PACK)) == PACK
    assert [card(face.code) for face in FACES] == list(FACES)
    assert repr(card("Th")) == "card('Th')"
    assert eval(repr(JOKER)) is JOKER  # noqa: S307 - a repr that can be read


@pytest.mark.parametrize("text", ["", "7", "7x", "1h", "10h", "7H", "ah", "jk", "7h ", " 7h", "0h"])
def test_other_texts_name_no_card(text):
    with pytest.raises(UnknownCard):
        card(text)


@pytest.mark.parametrize("text", ["7h8", "7h 8h", "7h,8h", "h7"])
def test_other_lists_are_not_read(text):
    with pytest.raises(UnknownCard):
        parse_cards(text)


def test_a_card_never_changes():
    with pytest.raises(AttributeError):
        card("7h").rank = 8
