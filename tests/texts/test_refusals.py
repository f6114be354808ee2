"""Every refusal has its sentence: Portuguese, complete, and with something to do instead."""

import dataclasses
import re

import pytest

from game.cards import parse_cards
from game.refusals import (
    CannotGoOut,
    CardNotInHand,
    MatchOver,
    MortoNotInPlay,
    NoSuchMeld,
    NotASequence,
    NotYourTurn,
    PileEmpty,
    RefusalCode,
    RoundOver,
    TooFewCards,
    TooManyWilds,
    WrongPhase,
)
from game.route import what_enables
from tests.support.positions import NAMES, after, position, read_play, refusal
from texts.refusals import explain, play_sign

CLEAN = "3s4s5s6s7s8s9s"


def over():
    return after(position(hand="9c", melds=[CLEAN], took_morto=(0,)), "discard 9c")


def between():
    state = position(hand="9c", melds=[CLEAN], took_morto=(0,), rules="oficial target=500")
    return after(state, "discard 9c")


def going_out(**parts):
    return position(took_morto=(0,), **parts)


def waiting(*seats: int, **parts):
    return position(
        players=4,
        melds=[CLEAN],
        took_morto=(0,),
        unplayed=seats,
        rules="oficial morto_in_play_before_final=yes",
        **parts,
    )


REFUSALS = {
    "match over": (over(), "0 draw", MatchOver),
    "round over": (between(), "1 draw", RoundOver),
    "not your turn": (position(hand="9cKs"), "1 draw", NotYourTurn),
    "draw first": (position(phase="draw", hand="9cKs"), "discard 9c", WrongPhase),
    "drawn already": (position(hand="9cKs"), "draw", WrongPhase),
    "pile empty": (position(phase="draw", hand="5h6h9c"), "take new 5h6h", PileEmpty),
    "card not there": (position(hand="9cKs"), "discard 7h", CardNotInHand),
    "joker not there": (position(hand="9cKs"), "discard JK", CardNotInHand),
    "card there once": (position(hand="5h6h9cKs"), "meld 5h6h6h", CardNotInHand),
    "joker there twice": (position(hand="5hJKJK9c"), "meld 5hJKJKJK", CardNotInHand),
    "no meld yet": (position(hand="9cKs"), "add 1 9c", NoSuchMeld),
    "one meld": (position(hand="9cKs", melds=["5h6h7h"]), "add 2 9c", NoSuchMeld),
    "two melds": (position(hand="9cKs", melds=["5h6h7h", CLEAN]), "add 3 9c", NoSuchMeld),
    "meld nought": (position(hand="9cKs", melds=["5h6h7h", CLEAN]), "add 0 9c", NoSuchMeld),
    "two cards": (position(hand="5h6h9cKs"), "meld 5h6h", TooFewCards),
    "no cards": (position(hand="5h6h9cKs"), "meld", TooFewCards),
    "no cards to add": (position(hand="9cKs", melds=["5h6h7h"]), "add 1", TooFewCards),
    "two wilds": (position(hand="5h6hJK2d9c"), "meld 5h6hJK2d", TooManyWilds),
    "three wilds": (position(hand="5h6hJK2dJK9c"), "meld 5h6hJK2dJK", TooManyWilds),
    "a set": (position(hand="7c7d7h9cKs"), "meld 7c7d7h", NotASequence),
    "a gap": (position(hand="5h6h9hKs3c"), "meld 5h6h9h", NotASequence),
    "one card": (position(hand="9cKs", melds=["5h6h7h"]), "add 1 9c", NotASequence),
    "a king": (position(phase="draw", hand="5h6h", pile="Ks"), "take new 5h6h", NotASequence),
    "morto not in play": (waiting(1, hand="9c"), "discard 9c", MortoNotInPlay),
    "neither morto": (waiting(1, 2, hand="9c"), "discard 9c", MortoNotInPlay),
    "no cards left": (going_out(hand="9c"), "discard 9c", CannotGoOut),
    "one card left": (going_out(hand="5h6h7h9c"), "meld 5h6h7h", CannotGoOut),
    "one left of an addition": (going_out(hand="8h9c", melds=["5h6h7h"]), "add 1 8h", CannotGoOut),
    "one left of a take": (
        going_out(phase="draw", hand="5h6h9c", pile="7h"),
        "take new 5h6h",
        CannotGoOut,
    ),
}


def sentence(name: str) -> str:
    state, play, kind = REFUSALS[name]
    refused = refusal(state, play)
    assert isinstance(refused, kind), name
    return explain(refused, state.players)


def test_every_code_is_covered_here():
    assert {kind.code for _, _, kind in REFUSALS.values()} == set(RefusalCode)


@pytest.mark.parametrize("name", REFUSALS)
def test_each_refusal_is_a_clean_sentence(name):
    text = sentence(name)
    assert text[0].isupper() or not text[0].isalpha()
    assert text.endswith(".")
    assert 15 < len(text) <= 240
    assert "  " not in text
    for leak in ("None", "True", "False", "<", "Refus", "Phase", "Suit", "card(", "()", "Seat"):
        assert leak not in text
    assert not re.search(r"\b[a-z]+_[a-z_]+\b", text), "a code or a field's name"
    assert not re.search(r"\b[A2-9TJQK][cdhs]\b|\bJK\b", text), "a card in the record's notation"


def test_no_two_kinds_of_refusal_share_a_sentence():
    texts: dict[str, type] = {}
    for name, (_, _, kind) in REFUSALS.items():
        assert texts.setdefault(sentence(name), kind) is kind


def test_the_sentences_name_what_matters():
    assert "Ana" in sentence("not your turn")
    assert "Bia" in sentence("morto not in play")
    assert "Bia e Caio" in sentence("neither morto")
    assert "7♥" in sentence("card not there")
    assert "6♥" in sentence("card there once")
    assert "uma vez só" in sentence("card there once")
    assert "2 vezes" in sentence("joker there twice")
    assert "1 a 2" in sentence("two melds")
    assert "3" in sentence("two cards")
    assert "2♦" in sentence("two wilds")
    assert "9♣" in sentence("one card")
    assert "canastra limpa" in sentence("no cards left")
    assert sentence("no cards left") != sentence("one card left")
    assert sentence("draw first") != sentence("drawn already")


def test_the_sentence_of_a_stranding_says_what_to_play_first():
    state = going_out(hand="5h6h7h9s", melds=["3s4s5s6s7s8s"])
    refused = refusal(state, "meld 5h6h7h")
    first = what_enables(state, 0, refused.action)
    assert explain(refused, NAMES, first=first) == "Primeiro 9♠ no jogo 1; depois 5-6-7♥."
    assert "canastra limpa" in explain(refused, NAMES)


@pytest.mark.parametrize(
    ("play", "sign"),
    [
        ("meld 5h6h7h", "5-6-7♥"),
        ("meld 5h6h7hJK", "🃏"),
        ("add 2 9c", "9♣ no jogo 2"),
        ("discard Tc", "descartar 10♣"),
        ("take new 5h6h", "o lixo com 5-6♥"),
        ("take 2", "o lixo com o jogo 2"),
        ("take 2 5h", "o lixo com 5♥ e o jogo 2"),
        ("draw", "comprar"),
    ],
)
def test_a_play_in_a_few_words(play, sign):
    assert sign in play_sign(read_play(position(hand="9c"), play)[1])


def test_refusals_that_strand_are_explained_after_every_kind_of_play():
    state = position(hand="9c")
    for play in ("meld 5h6h7h", "add 1 8h", "discard 9c", "take new 5h6h", "take 1", "timeout"):
        action = read_play(state, play)[1]
        for left in (0, 1):
            for first in (None, read_play(state, "add 1 9s")[1]):
                text = explain(CannotGoOut(left, action), NAMES, first=first)
                assert text.endswith(".")
                assert "None" not in text


def test_refusals_are_values_with_their_code_on_the_class():
    for _, _, kind in REFUSALS.values():
        assert dataclasses.is_dataclass(kind)
        assert isinstance(kind.code, RefusalCode)
    assert parse_cards("JK")[0] not in TooManyWilds(()).wilds
