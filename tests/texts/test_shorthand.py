"""Typed play: every way to say a card, what is ambiguous, and what is no play at all."""

import contextlib
import random

import pytest

from game.actions import Discard, Draw, ExtendMeld, LayMeld, TakePile
from game.cards import Suit, parse_cards
from game.options import options
from game.record import format_action, parse_action
from game.route import route
from game.views import player_view
from tests.rendering.positions import states
from tests.support.positions import after, position, round_of
from texts.cards import HandOrder, sorted_hand
from texts.data.play_words import RANK_WORDS, SUIT_LETTERS, SUIT_WORDS, VERBS
from texts.shorthand import (
    Unreadable,
    looks_like_play,
    read_plays,
    usage,
    write_play,
)

HAND = "8c9c5h6h7hQdKd2sJK9sQs"
MELDS = ("5c6c7c", "4d5d6d")


def seen(state):
    return player_view(state, round_of(state).turn)


def read(text, state, numbered=None):
    view = seen(state)
    shown = sorted_hand(view.hand, HandOrder.SUIT) if numbered is None else numbered
    takes = options(state, view.seat).takes
    return read_plays(text, view=view, numbered=shown, takes=takes)


def plays(text, state, numbered=None):
    """The plays in the words of a record."""
    return "; ".join(format_action(play) for play in read(text, state, numbered))


def reason(text, state, numbered=None):
    with pytest.raises(Unreadable) as caught:
        read(text, state, numbered)
    return caught.value.reason


def at_play(hand=HAND, melds=MELDS, **more):
    return position(hand=hand, melds=melds, conserve=False, stock=5, **more)


def at_draw(hand, pile, melds=MELDS):
    return position(hand=hand, melds=melds, pile=pile, phase="draw", conserve=False, stock=5)


@pytest.mark.parametrize(
    "text",
    [
        "c",
        "C",
        " c ",
        "comprar",
        "Compra",
        "compro",
        "comprar do monte",
        "compra uma carta",
        "c.",
        ";c;",
    ],
)
def test_a_draw_is_one_letter_or_the_verb(text):
    assert read(text, at_draw("8c9c", "3h")) == (Draw(),)


@pytest.mark.parametrize("text", ["c 5", "c d 9e", "comprar 9 de espadas"])
def test_a_draw_takes_nothing_with_it(text):
    assert "só `c`" in reason(text, at_draw("8c9c", "3h"))


@pytest.mark.parametrize(
    ("text", "play"),
    [
        ("d 9e", "discard 9s"),
        ("d9e", "discard 9s"),
        ("d 9 e", "discard 9s"),
        ("D 9E", "discard 9s"),
        ("d 9♠", "discard 9s"),
        ("d 9♠️", "discard 9s"),
        ("d e9", "discard 9s"),
        ("d 9 de espadas", "discard 9s"),
        ("descartar o 9 de espadas", "discard 9s"),
        ("Descarta nove de espada", "discard 9s"),
        ("joga 9espadas no lixo", "discard 9s"),
        ("d 9p", "discard 9c"),
        ("d qo", "discard Qd"),
        ("d do", "discard Qd"),
        ("d de", "discard Qs"),
        ("descarta a dama de ouros", "discard Qd"),
        ("d k", "discard Kd"),
        ("d r", "discard Kd"),
        ("d rei", "discard Kd"),
        ("d 2e", "discard 2s"),
        ("d jk", "discard JK"),
        ("d coringa", "discard JK"),
        ("descartar o Curingão", "discard JK"),
        ("d 🃏", "discard JK"),
        ("d joker", "discard JK"),
        ("d 1", "discard 2s"),
        ("d 2", "discard 9s"),
        ("descarta o 3", "discard Qs"),
        ("d 11", "discard JK"),
    ],
)
def test_a_discard_names_a_card_or_its_number_in_the_picture(text, play):
    assert plays(text, at_play()) == play


def test_a_card_that_is_not_in_the_hand_is_left_to_the_referee():
    assert read("d 3c", at_play()) == (Discard(parse_cards("3h")[0]),)


def test_every_rank_and_suit_can_be_named_in_each_way():
    state = at_play()
    for word, suit in SUIT_WORDS.items():
        for name, rank in {**RANK_WORDS, "10": 10, "as": 1, "ás": 1, "Á": 1}.items():
            for between in (" ", " de "):
                (play,) = read(f"d {name}{between}{word}", state)
                assert (play.card.rank, play.card.suit) == (rank, suit)
    for suit, letter in SUIT_LETTERS.items():
        assert suit in Suit
        for name, rank in (
            ("a", 1),
            ("2", 2),
            ("10", 10),
            ("j", 11),
            ("v", 11),
            ("q", 12),
            ("k", 13),
        ):
            (play,) = read(f"d {name}{letter}", state)
            assert (play.card.rank, play.card.suit) == (rank, suit)


@pytest.mark.parametrize(
    ("text", "play"),
    [
        ("b 5 6 7 c", "meld 5h6h7h"),
        ("b 567c", "meld 5h6h7h"),
        ("b567c", "meld 5h6h7h"),
        ("b 567 c", "meld 5h6h7h"),
        ("b 5 6 7c", "meld 5h6h7h"),
        ("b 5c 6c 7c", "meld 5h6h7h"),
        ("b 5c6c7c", "meld 5h6h7h"),
        ("b copas 5 6 7", "meld 5h6h7h"),
        ("b 5-6-7♥", "meld 5h6h7h"),
        ("b 5, 6, 7 de copas", "meld 5h6h7h"),
        ("baixar 5 6 7 de copas na mesa", "meld 5h6h7h"),
        ("Baixa cinco seis sete copas", "meld 5h6h7h"),
        ("b 4 5 6", "meld 5h6h7h"),
        ("b q k 2e o", "meld QdKd2s"),
        ("b qk2e o", "meld QsKs2s"),
        ("b Q-K♦ + 2♠", "meld QdKd2s"),
        ("b dr o 2e", "meld QdKd2s"),
        ("b jk q k o", "meld JKQdKd"),
        ("b qko 🃏", "meld QdKdJK"),
        ("b q k coringa", "meld QdKdJK"),
        ("b q k 2", "meld QdKd2s"),
        ("b q k 2 o", "meld QdKd2d"),
        ("b jk 9 10", "meld JKQdKd"),
    ],
)
def test_a_new_meld(text, play):
    assert plays(text, at_play()) == play


@pytest.mark.parametrize(
    ("text", "hand", "play"),
    [
        ("b jqk e", "JsQsKs4c", "meld JsQsKs"),
        ("b vdr", "JsQsKs4c", "meld JsQsKs"),
        ("b V D R espadas", "JsQsKs4c", "meld JsQsKs"),
        ("b 8910 p", "8c9cTc", "meld 8c9cTc"),
        ("b 10jq p", "TcJcQc", "meld TcJcQc"),
        ("b 10 j q", "TcJcQc", "meld TcJcQc"),
        ("b a23p", "Ac2c3c", "meld Ac2c3c"),
        ("b 123p", "Ac2c3c", "meld Ac2c3c"),
        ("b 1 2 3 p", "Ac2c3c", "meld Ac2c3c"),
        ("b ás 2 3 paus", "Ac2c3c", "meld Ac2c3c"),
        ("b 562c", "5h6h2h", "meld 5h6h2h"),
        ("b 5 6 2c", "5h6h2h5s6s", "meld 5h6h2h"),
        ("b 5 6 2c", "5s6s2h", "meld 5s6s2h"),
        ("b jkq o", "JdQdKd", "meld JdKdQd"),
    ],
)
def test_a_suit_is_found_from_what_stands_in_the_list_or_the_hand(text, hand, play):
    assert plays(text, at_play(hand + "9d3s")) == play


def test_jk_is_the_joker_where_one_is_held_and_else_jack_and_king():
    assert plays("l jk", at_draw("JdKd4c", "Qd")) == "take new JdKd"
    assert plays("l jk", at_draw("JdKdJK", "Qd")) == "take new JdKd"
    assert plays("l jk q o", at_draw("QdKdJK4c", "Jd")) == "take new JKQd"
    assert plays("d jk", at_play("JK4c")) == "discard JK"


def test_the_suit_is_asked_for_where_more_than_one_is_held():
    told = reason("d q", at_play())
    assert "Q♦ e Q♠" in told
    assert "`d q o` ou `d q e`" in told
    told = reason("b q k a", at_play("QdKdAdQsKsAs"))
    assert "De que naipe?" in told
    assert "`b q k a o` ou `b q k a e`" in told
    told = reason("b j q k", at_play())
    assert "Não achei J-Q-K" in told
    assert "`b j q k p`" in told


def test_which_two_is_asked_for():
    assert "Qual 2? Você tem 2♥ ou 2♠" in reason("b q k 2", at_play("QdKd2s2h4c"))


@pytest.mark.parametrize(
    ("text", "play"),
    [
        ("e 8p 1", "add 1 8c"),
        ("e 8p", "add 1 8c"),
        ("e8p", "add 1 8c"),
        ("e8p 1", "add 1 8c"),
        ("e 8 9 p", "add 1 8c9c"),
        ("e 89p 1", "add 1 8c9c"),
        ("e 8p 9p 1", "add 1 8c9c"),
        ("e p 8 9", "add 1 8c9c"),
        ("e 8p 9", "add 1 8c9c"),
        ("encaixar o 8 de paus no jogo 1", "add 1 8c"),
        ("põe 8♣ no 1", "add 1 8c"),
        ("coloca 8p #1", "add 1 8c"),
        ("e 8♣ → 1", "add 1 8c"),
        ("b 8p no jogo 1", "add 1 8c"),
        ("e jk 2", "add 2 JK"),
        ("e coringa no jogo 2", "add 2 JK"),
        ("e 2e 2", "add 2 2s"),
        ("e q 2", "add 2 Qd"),
        ("e 8p 99", "add 99 8c"),
        ("e 8p 0", "add 0 8c"),
        ("e 7", "add 1 8c"),
        ("e 7 no 2", "add 2 8c"),
        ("e 7 8", "add 1 8c9c"),
    ],
)
def test_an_addition_with_and_without_the_number_of_the_meld(text, play):
    assert plays(text, at_play()) == play


def test_an_addition_without_a_number_needs_one_meld_that_it_fits():
    told = reason("e jk", at_play())
    assert "mais de um jogo" in told
    assert "`e jk 1` ou `e jk 2`" in told
    assert "não encaixa em nenhum jogo" in reason("e 9e", at_play())
    assert "não encaixam em nenhum jogo" in reason("e 9e qe", at_play())
    assert "ainda não tem jogos" in reason("e 9e", at_play(melds=()))


def test_two_numbers_that_can_be_read_in_two_ways_are_asked_back():
    numbered = parse_cards("8c9c5h")
    state = at_play(hand="8c9c5hKs", melds=("5c6c7c", "5c6c7c", "4d5d6d"))
    assert "`e 8p 2`, `e 8 9 p 1` ou `e 8 9 p 2`" in reason("e 1 2", state, numbered)
    state = at_play(hand="8c9c5hKs", melds=("5c6c7c", "9cTcJc"))
    told = reason("e 1 2", state, parse_cards("8c9c5hKs"))
    assert "dois jeitos" in told
    assert "`e 8 9 p 1` ou `e 8p 2`" in told


def test_a_number_that_may_be_a_melds_spends_no_wild():
    told = reason("e 8 1", at_play())  # 9♣ alone leaves a gap in meld 1, the first card is 2♠
    assert "`e 9p 2e 1` ou `e 9p 1`" in told


def test_additions_find_melds_that_the_same_text_lays():
    state = at_play(hand="5h6h7h8h9h9s")
    assert plays("b 567c; e 8c; e 9c", state) == "meld 5h6h7h; add 3 8h; add 3 9h"
    assert route(state, 0, read("b 567c; e 8c; e 9c; d 9e", state)) is not None


def test_the_hand_forgets_what_the_text_has_used():
    assert plays("b qkao; d q", at_play("QdKdAdQs4c")) == "meld QdKdAd; discard Qs"


@pytest.mark.parametrize(
    ("text", "play"),
    [
        ("l", None),
        ("l j q o", "take new JdQd"),
        ("l jq", "take new JdQd"),
        ("l J Q o", "take new JdQd"),
        ("ljq", None),
        ("l v d", "take new JdQd"),
        ("lixo jq", "take new JdQd"),
        ("pegar o lixo com j q", "take new JdQd"),
        ("comprar o lixo com valete e dama de ouros", "take new JdQd"),
        ("compra lixo j q", "take new JdQd"),
        ("l 9", "take 9"),
        ("l 3", "take 3"),
        ("l3", "take 3"),
        ("l 9 j", "take new 9dJd"),
        ("l no jogo 2", "take 2"),
        ("l 2", "take 2"),
        ("l q k", "take new QdKd"),
        ("l q 2e", "take new Qd2s"),
        ("l j jk", "take new JdJK"),
        ("l jo 2", "take 2 Jd"),
    ],
)
def test_a_take_with_cards_of_the_hand_or_into_a_meld(text, play):
    state = at_draw("9dJdQdKd2sJK4c", "3hTd", melds=("5c6c7c", "7d8d9d"))
    if play is None:
        assert reason(text, state)
    else:
        assert plays(text, state) == play


def test_a_lone_take_is_the_only_way_or_lists_them():
    assert plays("l", at_draw("JdQd4c", "Td", melds=())) == "take new JdQd"
    assert plays("l", at_draw("4c4s", "8c")) == "take 1"
    told = reason("l", at_draw("JdQdKd4c", "8cTd"))
    assert "Há mais de um jeito" in told
    assert "`l j q o`" in told
    told = reason("l", at_draw("4c4s", "9s"))
    assert "O topo do lixo, 9♠, não entra" in told
    assert "`c`" in told


def test_a_lone_take_that_cannot_be_is_left_to_the_referee():
    assert read("l", at_draw("4c4s", "")) == (TakePile(None),)
    assert read("l jq", at_draw("4c4s", "")) == (TakePile(None),)
    assert read("l 2", at_play()) == (TakePile(None),)


def test_a_take_reaches_a_meld_over_cards_of_the_hand():
    assert plays("l 10p 2", at_draw("Tc4h", "Jc", melds=("4d5d6d", "7c8c9c"))) == "take 2 Tc"
    assert plays("l 10p", at_draw("Tc4h", "Jc", melds=("4d5d6d", "7c8c9c"))) == "take 2 Tc"
    told = reason("l 10p", at_draw("Tc4h", "Jc", melds=("7c8c9c", "7c8c9c")))
    assert "`l 10p 1` ou `l 10p 2`" in told


def test_a_trailing_number_is_no_meld_where_there_is_none_of_that_number():
    assert plays("l q 9", at_draw("9dQd4c2s", "Jd", melds=())) == "take 9 Qd"
    assert plays("l q 10", at_draw("TdQd4c2s", "Jd", melds=())) == "take new QdTd"


def test_a_whole_turn():
    state = position(
        hand="JdQd8c9s4c", melds=("5c6c7c",), pile="3hKd", phase="draw", conserve=False, stock=5
    )
    read_turn = read("l jq; e 8p; d 9e", state)
    assert read_turn == (
        TakePile(None, parse_cards("JdQd")),
        ExtendMeld(1, parse_cards("8c")),
        Discard(*parse_cards("9s")),
    )
    assert route(state, 0, read_turn) == read_turn
    assert read("l jq\ne 8p\r\nd 9e\n", state) == read_turn
    assert read("L JQ；E 8P；D 9E", state) == read_turn


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", "nenhuma jogada"),
        (";;", "nenhuma jogada"),
        ("🎉🎉", "nenhuma jogada"),
        ("x" * 5000, "longa demais"),
        ("c;" * 40, "jogadas demais"),
        ("d", "Diga a carta"),
        ("d e", "Diga a carta"),
        ("b ;;", "Diga as cartas"),
        ("e", "Diga as cartas"),
        ("e no jogo 2", "Diga as cartas"),
        ("d 9e 9p", "uma carta só"),
        ("d 12", "de 1 a 11"),
        ("d 0", "de 1 a 11"),
        ("d 99999999999999999999", "de 1 a 11"),
        ("b 567", "de 1 a 11"),
        ("d 13p", "Não há carta 13"),
        ("d 11p", "Não há carta 11"),
        ("b 5 5 6", "duas vezes"),
        ("d banana", "“banana”"),
        ("d " + "z" * 500, "“zzzzzzzzzzzzzzzzzzzz…”"),
        ("oi tudo bem?", "“oi”"),
        ("bater", "“bater”"),
        ("d `*_@everyone", "“everyone”"),
        ("d ９９９", "de 1 a 11"),
        ("d ٣", "Diga a carta"),
        ("b valete e dama", "Não achei J-Q"),
    ],
)
def test_what_is_no_play_is_answered_with_an_example(text, told):
    answer = reason(text, at_play())
    assert told in answer
    assert len(answer) < 400


def test_numbers_need_a_picture():
    assert "Não há imagem" in reason("d 3", at_play(), numbered=())


def test_the_hand_is_no_part_of_the_exceptions_text():
    with pytest.raises(Unreadable) as caught:
        read("d q", at_play())
    assert "Q" not in str(caught.value)


def test_hostile_text_is_read_or_unreadable_and_nothing_else():
    rng = random.Random(7)
    reasons = []
    pieces = [
        *VERBS,
        *SUIT_WORDS,
        *RANK_WORDS,
        "jk",
        "10",
        "567",
        "99",
        "jogo",
        "no",
        ";",
        "\n",
        "🃏",
        "♥",
        "é",
        "-",
        "qk2e",
    ]
    states_seen = [
        at_play(),
        at_draw("JdQdKd4c", "8cTd"),
        at_draw("", ""),
        at_play(hand="JK", melds=()),
    ]
    for _ in range(3000):
        text = "".join(
            rng.choice(pieces) + rng.choice(["", " ", " "]) for _ in range(rng.randrange(1, 9))
        )
        try:
            found = read(text, rng.choice(states_seen))
        except Unreadable as unreadable:
            reasons.append(unreadable.reason)
        else:
            assert found
        looks_like_play(text)
    assert all(10 < len(told) < 1000 for told in reasons)
    for _ in range(500):
        text = (
            "".join(chr(rng.randrange(1, 0x1FFFF)) for _ in range(30))
            .encode("utf-8", "ignore")
            .decode()
        )
        looks_like_play(text)
        with contextlib.suppress(Unreadable):
            read("d " + text, at_play(), numbered=())


@pytest.mark.parametrize("seed", range(4))
def test_whatever_is_offered_can_be_typed(seed):
    for state in states(seed, seats=2 if seed % 2 else 4):
        current = round_of(state)
        for play in options(state, current.turn).all():
            typed = write_play(play)
            assert read(typed, state) == (play,), typed
            assert looks_like_play(typed)


@pytest.mark.parametrize(
    "text",
    [
        "c", "l", "d", "b ;;", "d 9e", "d9e", "b567c", "l jq; e 8p; d 9e", "Comprar!",
        "joga o 9 de paus", "e 8p 99", "pega o lixo", "põe o rei no jogo 2", "d 11p",
    ],
)  # fmt: skip
def test_plays_are_told_from_chatter(text):
    assert looks_like_play(text)


@pytest.mark.parametrize(
    "text",
    [
        "", "   ", ";", "oi", "e aí?", "boa!", "joga logo", "compra isso", "que azar", "bom dia",
        "8p", "c" * 3000, "🎉", "eita", "de nada", "coringa", "vamos jogar?",
    ],
)  # fmt: skip
def test_chatter_is_no_play(text):
    assert not looks_like_play(text)


def test_the_help_shows_plays_that_can_be_read():
    assert len(usage()) <= 1000
    for word in ("`c`", "`l`", "`b 5 6 7 c`", "`e 8p 2`", "`d 9e`", "`d 12`"):
        assert word in usage()
        assert looks_like_play(word.strip("`"))


def test_a_play_is_written_as_briefly_as_people_type():
    written = {
        "draw": "c",
        "take new JdQd": "l j q o",
        "take 2": "l 2",
        "take 2 Tc": "l 10p 2",
        "meld 5h6h7h": "b 5 6 7 c",
        "meld Qd2sKd": "b q 2e k o",
        "meld QdJKKd": "b q jk k o",
        "add 2 8c": "e 8p 2",
        "discard 9s": "d 9e",
        "discard JK": "d jk",
    }
    for record, typed in written.items():
        assert write_play(parse_action(record)) == typed


def test_a_meld_of_the_text_that_is_none_is_left_to_the_referee():
    state = at_play()
    assert read("b 5c 9p qe; e 8p", state) == (
        LayMeld(parse_cards("5h9cQs")),
        ExtendMeld(1, parse_cards("8c")),
    )
    assert after(state, "add 1 8c")
