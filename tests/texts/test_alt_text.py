"""Alt texts fit into Discord's 1024 characters and are enough to play by."""

import dataclasses
import re

import pytest

from game.state import Phase
from game.views import player_view, table_view
from tests.rendering import positions
from tests.support.positions import position
from texts.alt_text import LONGEST, plain_names, score_alt, table_alt, turn_alt, what_to_do
from texts.cards import JOKER_NAME, HandOrder, card_sign, places_of, sorted_hand


def every_tenth(seed: int):
    return positions.played(seed)[::10]


@pytest.mark.parametrize("seed", range(6))
def test_no_alt_text_is_longer_than_discord_takes(seed: int) -> None:
    for state in every_tenth(seed):
        assert len(table_alt(table_view(state))) <= LONGEST
        for seat in range(4):
            for order in HandOrder:
                assert len(turn_alt(player_view(state, seat), order)) <= LONGEST
    assert len(score_alt(table_view(positions.played(seed)[-1]))) <= LONGEST


@pytest.mark.parametrize("seed", range(6))
def test_the_table_in_words_mentions_every_meld(seed: int) -> None:
    for state in every_tenth(seed):
        view = table_view(state)
        _, first, second, *_ = table_alt(view).split("\n")
        for line, melds in ((first, view.melds[0]), (second, view.melds[1])):
            assert len(re.findall(r"(?<![\d♠♥♣♦])\d+: ", line)) == len(melds)


def test_the_hand_comes_first_whole_and_numbered_as_sorted() -> None:
    for state in every_tenth(3):
        view = player_view(state, state.round.turn)
        for order in HandOrder:
            line = turn_alt(view, order).split("\n", maxsplit=1)[0]
            told = re.findall(r"(\d+) ([^ ,.]+)[,.]", line)
            shown = sorted_hand(view.hand, order)
            expected = [
                (str(number), card_sign(face) if face.suit else JOKER_NAME)
                for number, face in enumerate(shown, start=1)
            ]
            assert told == expected


def test_a_hand_of_sixty_is_told_whole() -> None:
    _, private = positions.views(3, part=0.8)
    view = dataclasses.replace(private, hand=positions.hand(60))
    text = turn_alt(view, HandOrder.SUIT)
    assert len(text) <= LONGEST
    assert ", 60 " in text.split("\n", maxsplit=1)[0]
    assert "Seus jogos: " in text
    assert "topo" in text


def test_a_position_reads_like_this() -> None:
    state = position(
        hand="JK5s8h",
        melds=["5d6dJK8d9dTdJd", "4h5h6h7h"],
        their_melds=["Ac2c3c"],
        pile="2c7h",
        stock=12,
        rules="tradicional",
        totals=(1240, -90),
    )
    assert table_alt(table_view(state)) == (
        "Mesa de buraco. Rodada 1 (meta 3.000), vez de Ana. Monte 12, lixo 46, topo 7 de copas, "
        "mortos: os dois na mesa. Placar: Ana 1.240 (+220 na mesa) × Bia −90 (+30 na mesa).\n"
        "Ana: 1: ouros 5 a J suja (curingão no 7); 2: copas 4 a 7.\n"
        "Bia: 1: paus A a 3.\n"
        "Cartas na mão: Ana 3, Bia 11. Mão da rodada: Ana."
    )
    assert turn_alt(player_view(state, 0), HandOrder.SUIT).startswith(
        "Sua mão (3): 1 5♠, 2 8♥, 3 curingão.\nSua vez: baixe, encaixe e descarte. Rodada 1"
    )
    assert turn_alt(player_view(state, 0), HandOrder.SUIT).endswith("Encaixam no jogo 2: 2, 3.")


def test_where_the_mortos_went_is_told() -> None:
    state = position(players=4, took_morto=[1], mortos=0, hand="3c4d")
    assert "mortos: um com Bia, outro virou monte" in table_alt(table_view(state))


def test_a_morto_that_nobody_has_yet_lies_on_the_table() -> None:
    state = position(players=4, took_morto=[3], mortos=1, hand="3c4d")
    assert "mortos: um com Davi, outro na mesa." in table_alt(table_view(state))


def test_whoever_has_no_cards_left_is_said_to_have_none() -> None:
    hands = (positions.hand(0), positions.hand(1), positions.hand(2), positions.hand(3))
    text = score_alt(dataclasses.replace(positions.finished(2), shown_hands=hands))
    assert f"{positions.NAMES[0]} ficou sem cartas." in text
    assert f"{positions.NAMES[1]} ficou com " in text


def test_what_the_view_does_not_know_is_not_said() -> None:
    view = player_view(position(hand="3c4d", pile="5h"), 0)
    assert what_to_do(view) == "Sua vez: baixe, encaixe e descarte"
    assert what_to_do(dataclasses.replace(view, phase=Phase.DRAW)) == "Sua vez: compre"
    assert what_to_do(dataclasses.replace(view, phase=None)) == ""


def test_a_score_sheet_in_words_has_items_totals_and_hands() -> None:
    view = positions.finished(2)
    text = score_alt(view)
    for part in ("Canastras: ", "Saída: ", "Cartas: ", "Total da rodada: ", "placar ", "ficou com"):
        assert part in text


def test_a_round_given_up_has_no_points_to_tell() -> None:
    view = dataclasses.replace(positions.finished(2), scores=None, shown_hands=())
    assert score_alt(view).endswith("A rodada não foi contada.")


@pytest.mark.parametrize("name", ["x" * 300, "🎉" * 100, "", "a\nb", "\u202e"])
def test_no_name_makes_a_text_too_long_or_breaks_its_lines(name: str) -> None:
    for state in every_tenth(1):
        view = dataclasses.replace(table_view(state), players=(name,) * 4)
        text = table_alt(view)
        assert len(text) <= LONGEST
        assert text.count("\n") == 3


def test_an_empty_name_is_replaced_by_the_seats() -> None:
    assert plain_names(("", "Ana", "\u202e")) == ("Jogador 1", "Ana", "Jogador 3")


def test_hands_are_sorted_by_suit_or_by_rank_with_the_jokers_last() -> None:
    hand = positions.hand(108)
    by_suit = [str(face) for face in dict.fromkeys(sorted_hand(hand, HandOrder.SUIT))]
    ranks = "A23456789TJQK"
    assert by_suit == [*(rank + suit for suit in "shcd" for rank in ranks), "JK"]
    by_rank = [str(face) for face in dict.fromkeys(sorted_hand(hand, HandOrder.RANK))]
    assert by_rank == [*(rank + suit for rank in ranks for suit in "shcd"), "JK"]


def test_of_equal_cards_the_last_places_are_the_new_ones() -> None:
    state = position(hand="5s5s7h7h", conserve=False)
    shown = sorted_hand(state.round.hands[0], HandOrder.SUIT)
    assert places_of(shown[:1], shown) == {1}
    assert places_of((), shown) == frozenset()
    assert places_of(shown, shown) == {0, 1, 2, 3}
