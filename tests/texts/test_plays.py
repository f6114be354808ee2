"""Labels that say what a play does, and the questions before what cannot be mended."""

import pytest

from game.actions import Discard, Draw, ExtendMeld, TakePile
from game.cards import PACK, parse_cards
from game.options import options
from game.record import format_action, parse_action
from game.views import player_view
from tests.rendering.positions import states
from tests.support.positions import position, round_of
from texts.cards import HandOrder
from texts.plays import (
    LONGEST_BUTTON,
    LONGEST_DETAIL,
    discard_label,
    hand_words,
    play_detail,
    play_label,
    sort_plays,
    take_label,
    what_cannot_be_mended,
)

MANY = "3s9sKs"


def seen(hand, *melds, **more):
    state = position(hand=hand, melds=melds, conserve=False, **{"stock": 5, "mortos": 2} | more)
    return player_view(state, round_of(state).turn)


def label(play, hand, *melds, **more):
    return play_label(seen(hand, *melds, **more), parse_action(play))


def question(play, hand, *melds, **more):
    return what_cannot_be_mended(seen(hand, *melds, **more), parse_action(play))


@pytest.mark.parametrize(
    ("play", "hand", "melds", "told"),
    [
        ("draw", "", (), "Comprar do monte"),
        ("meld 7h5h6h", "5h6h7h", (), "5-6-7♥"),
        ("meld QdKd2s", "QdKd2s", (), "Q-K♦ + 2♠ · suja para sempre"),
        ("meld QdKdJK", "QdKdJK", (), "Q-K♦ + 🃏 · suja para sempre"),
        ("meld QdKd2d", "QdKd2d", (), "Q-K♦ + 2♦ · suja, mas pode limpar"),
        ("meld Ah2h3h", "Ah2h3h", (), "A-2-3♥"),
        ("meld 4c5c6c7c8c9cTc", "4c5c6c7c8c9cTc", (), "4-5-6-7-8-9-10♣ → LIMPA +200"),
        (
            "meld 4c5c6c7c8c9cJK",
            "4c5c6c7c8c9cJK",
            (),
            "4-5-6-7-8-9♣ + 🃏 → SUJA +100 (para sempre)",
        ),
        ("add 1 8c", "8c", ("5c6c7c",), "8♣ no jogo 1"),
        ("add 1 8c", "8c", ("2c3c4c5c6c7c",), "8♣ no jogo 1 → LIMPA +200"),
        ("add 1 8c9c", "8c9c", ("2c3c4c5c6c7c",), "8-9♣ no jogo 1 → LIMPA +200"),
        ("add 1 8c2s", "8c2s", ("5c6c7c",), "8♣ + 2♠ no jogo 1 · suja para sempre"),
        ("add 1 JK", "JK", ("5c6c7c",), "🃏 no jogo 1 · suja para sempre"),
        ("add 1 2c", "2c", ("5c6c7c",), "2♣ no jogo 1 · suja, mas pode limpar"),
        ("add 1 3h", "3h", ("4h5h2h",), "3♥ no jogo 1 → fica limpa"),
        ("add 1 3c", "3c", ("4c5c6c7c8c9c2c",), "3♣ no jogo 1 → LIMPA +100"),
        ("add 1 JK", "JK", ("3s4s5s6s7s8s9s",), "🃏 no jogo 1 → SUJA (perde a limpa)"),
        ("add 1 2h", "2h", ("Ac2c3c4c5c6c7c8c9cTcJcQcKc",), "2♥ no jogo 1 → SUJA (perde a de 500)"),
        ("add 1 Kc", "Kc", ("Ac2c3c4c5c6c7c8c9cTcJcQc",), "K♣ no jogo 1 → DE 500 +300"),
        ("add 1 Ac", "Ac", ("Ac2c3c4c5c6c7c8c9cTcJcQcKc",), "A♣ no jogo 1 → DE 1000 +500"),
        ("add 1 Tc", "Tc", ("4c5c6c7c8cJK9c",), "10♣ no jogo 1"),
    ],
)
def test_a_label_says_the_effect(play, hand, melds, told):
    assert label(play, hand + MANY, *melds) == told


def test_house_rules_change_the_effect():
    meld = "Ac2c3c4c5c6c7c8c9cTcJcQc"
    assert label("add 1 Kc", "Kc" + MANY, meld, rules="mano-a-mano") == "K♣ no jogo 1"
    locked = "oficial dirty_canastra=locked_at_seven"
    told = label("add 1 9c", "9c" + MANY, "4c5c6c7c8c2c", rules=locked)
    assert told == "9♣ no jogo 1 → SUJA +100 (para sempre)"
    assert label("add 1 9c", "9c" + MANY, "4c5c6c7c8c2c") == "9♣ no jogo 1 → SUJA +100"


def test_a_label_says_when_the_hand_is_emptied():
    assert label("add 1 8c", "8c", "5c6c7c") == "8♣ no jogo 1 · bate e pega o morto"
    assert label("add 1 8c", "8c", "5c6c7c", took_morto=[0]) == "8♣ no jogo 1 · BATE"
    assert label("add 1 8c", "8c", "5c6c7c", mortos=0) == "8♣ no jogo 1 · BATE"
    assert label("discard 8c", "8c") == "Descartar 8♣ · bate e pega o morto"
    assert label("add 1 8c", "8c3d", "5c6c7c", took_morto=[0]) == "8♣ no jogo 1"


@pytest.mark.parametrize(
    ("play", "hand", "pile", "melds", "told"),
    [
        ("take new JdKd", "JdKd", "3hQd", (), "Lixo: J-Q-K♦"),
        ("take new Kd2s", "Kd2s", "3hQd", (), "Lixo: Q-K♦ + 2♠ · suja para sempre"),
        ("take new QdKd", "QdKd", "3h2s", (), "Lixo: Q-K♦ + 2♠ · suja para sempre"),
        ("take 1", "", "3h9s", ("6s7s8s",), "Lixo no jogo 1: 9♠"),
        ("take 1", "", "3h9s", ("3s4s5s6s7s8s",), "Lixo no jogo 1: 9♠ → LIMPA +200"),
        ("take 1 9s", "9s", "3hTs", ("6s7s8s",), "Lixo no jogo 1: 9-10♠"),
        ("take 1", "", "3hJK", ("6s7s8s",), "Lixo no jogo 1: 🃏 · suja para sempre"),
        ("take new", "", "", (), "Lixo"),
    ],
)
def test_a_take_shows_the_cards_with_the_top(play, hand, pile, melds, told):
    view = seen(hand + MANY, *melds, pile=pile, phase="draw")
    assert take_label(view, parse_action(play)) == told
    assert play_label(view, parse_action(play)) == told


def test_a_take_that_leaves_nothing_in_the_hand_goes_out():
    view = seen("", "6s7s8s", pile="9s", phase="draw", took_morto=[0])
    assert take_label(view, TakePile(1)) == "Lixo no jogo 1: 9♠ · BATE"


def test_a_discard_says_what_speaks_against_it():
    view = seen("8c9s2hJK" + MANY, "5c6c7c", "6c7c9c8c")
    labels = [discard_label(view, Discard(face)) for face in parse_cards("9s8c2hJK")]
    assert labels == [
        "Descartar 9♠",
        "Descartar 8♣ · serve no jogo 1",
        "Descartar 2♥ · curinga",
        "Descartar 🃏 · curinga",
    ]
    both = seen("8c" + MANY, "5c6c7c", "5c6c7c")
    assert discard_label(both, Discard(*parse_cards("8c"))) == "Descartar 8♣ · serve nos jogos 1, 2"


@pytest.mark.parametrize(
    ("play", "hand", "melds", "parts"),
    [
        (
            "add 1 JK",
            "JK",
            ("3s4s5s6s7s8s9s",),
            ("limpa do jogo 1", "perde 100", "não poderá mais"),
        ),
        ("add 1 2s", "2s", ("4s5s6s7s8s9sTs",), ("limpa do jogo 1", "perde 100")),
        ("add 1 JK", "JK", ("Ac2c3c4c5c6c7c8c9cTcJcQcKc",), ("de 500 do jogo 1", "perde 400")),
        ("add 1 JK", "JK", ("5c6c7c",), ("jogo 1 fica sujo para sempre",)),
        ("add 1 2h", "2h", ("5c6c7c",), ("jogo 1 fica sujo para sempre",)),
        ("discard 2h", "2h", (), ("2♥ é curinga", "Descartar")),
        ("discard JK", "JK", (), ("🃏 é curinga",)),
    ],
)
def test_what_cannot_be_mended_is_asked(play, hand, melds, parts):
    told = question(play, hand + MANY, *melds)
    assert told.endswith("?")
    for part in parts:
        assert part in told


@pytest.mark.parametrize(
    ("play", "hand", "melds"),
    [
        ("draw", "", ()),
        ("discard 9c", "9c", ()),
        ("meld QdKdJK", "QdKdJK", ()),
        ("add 1 8c", "8c", ("5c6c7c",)),
        ("add 1 2c", "2c", ("5c6c7c",)),
        ("add 1 8c", "8c", ("5c6c7cJK",)),
        ("add 1 2s", "2s", ("3s4s5s6s7s8s9s",)),
        ("add 1 3c", "3c", ("4c5c6c7c8c9c2c",)),
        ("add 9 3c", "3c", ("4c5c6c",)),
        ("add 1 3h", "3h", ("4c5c6c",)),
    ],
)
def test_nothing_else_is_asked(play, hand, melds):
    assert question(play, hand + MANY, *melds) is None


def test_the_final_going_out_is_asked_and_taking_a_morto_is_not():
    assert "a rodada acaba" in question("discard 9c", "9c", took_morto=[0])
    assert "a rodada acaba" in question("add 1 8c", "8c", "5c6c7c", took_morto=[0])
    assert "a rodada acaba" in question("discard 9c", "9c", mortos=0)
    assert question("discard 9c", "9c") is None
    assert question("discard 9c", "9c8c", took_morto=[0]) is None
    told = question("add 1 JK", "JK", "3s4s5s6s7s8s9s", took_morto=[0])
    assert "limpa do jogo 1 fica suja" in told
    assert told.endswith("Bater agora?")
    assert "curinga" not in question("discard JK", "JK", took_morto=[0])


def test_locking_the_seventh_card_is_asked():
    locked = "oficial dirty_canastra=locked_at_seven"
    told = question("add 1 9c", "9c" + MANY, "4c5c6c7c8c2c", rules=locked)
    assert "jogo 1 fica sujo para sempre" in told
    assert question("add 1 9c", "9c" + MANY, "4c5c6c7c8c2c") is None


def test_a_take_into_a_meld_is_asked_like_an_addition():
    view = seen("9h" + MANY, "3s4s5s6s7s8s9s", pile="4hJK", phase="draw")
    assert "limpa do jogo 1" in what_cannot_be_mended(view, TakePile(1))


def test_plays_are_sorted_by_what_they_complete_and_then_by_length():
    view = seen("8cJK5h6h7h8h3cTd", "2c3c4c5c6c7c", "3s4s5s6s7s8s9s", "4d5d6d", "4c5c6c7c8c9c2c")
    given = ["add 2 JK", "meld 5h6h7h", "add 3 JK", "meld 5h6h7h8h", "add 4 3c", "add 1 8c", "draw"]
    wanted = [
        "add 4 3c",  # cleans: eight cards
        "add 1 8c",  # completes: seven
        "draw",  # makes no meld, so spends no wild
        "meld 5h6h7h8h",  # without a wild, the longest first
        "meld 5h6h7h",
        "add 3 JK",  # dirty for good
        "add 2 JK",  # dirties a clean canastra
    ]
    plays = [parse_action(text) for text in given]
    assert [format_action(play) for play in sort_plays(view, plays)] == wanted


def test_a_detail_says_what_lies_there_afterwards():
    view = seen("8cJK" + MANY, "5c6c7c", "2c3c4c5c6c7c")
    assert play_detail(view, parse_action("add 1 8c")) == "Fica 5-8♣: 4 cartas"
    assert play_detail(view, parse_action("add 2 8c")) == "Fica 2-8♣: 7 cartas, limpa"
    assert play_detail(view, parse_action("add 1 JK")) == "Fica 5-8♣ (🃏 no 8): 4 cartas"
    assert play_detail(view, Draw()) == ""


@pytest.mark.parametrize(
    ("hand", "order", "words"),
    [
        ("5s4h5h5hTsAs8hJKJK", HandOrder.SUIT, "♠ A 5 10 · ♥ 4 5 5 8 · 🃏 ×2"),
        ("5s4h5h5hTsAs8hJKJK", HandOrder.RANK, "A♠ · 4♥ · 5♠♥♥ · 8♥ · 10♠ · 🃏 ×2"),
        ("JK", HandOrder.SUIT, "🃏"),
        ("9dKc", HandOrder.SUIT, "♣ K · ♦ 9"),
        ("", HandOrder.SUIT, "sem cartas"),
    ],
)
def test_a_hand_in_words(hand, order, words):
    assert hand_words(seen(hand), order) == words


@pytest.mark.parametrize("order", HandOrder)
def test_a_hand_of_sixty_cards_stays_short(order):
    tens = [face for face in PACK if face.rank >= 9 or face.rank == 0]
    hand = (*tens, *PACK)[:60]
    view = seen("".join(face.code for face in hand))
    assert len(view.hand) == 60
    assert len(hand_words(view, order)) <= 400


def test_what_is_no_meld_still_has_a_label():
    view = seen("5h9s" + MANY, "5c6c7c")
    assert play_label(view, parse_action("meld 5h9s3s")) == "5♥ 9♠ 3♠"
    assert play_label(view, ExtendMeld(7, parse_cards("5h"))) == "5♥ no jogo 7"


@pytest.mark.parametrize("seed", range(3))
def test_labels_of_whatever_is_offered_fit_discord(seed):
    for state in states(seed, seats=2 if seed % 2 else 4):
        view = player_view(state, round_of(state).turn)
        found = options(state, view.seat).all()
        labels = [play_label(view, play) for play in found]
        assert all(0 < len(text) <= LONGEST_BUTTON for text in labels)
        assert not any("…" in text for text in labels)
        assert len(set(labels)) == len(labels)
        assert all(len(play_detail(view, play)) <= LONGEST_DETAIL for play in found)
        assert sorted(map(repr, sort_plays(view, found))) == sorted(map(repr, found))
        for play in found:
            told = what_cannot_be_mended(view, play)
            assert told is None or len(told) <= 300
