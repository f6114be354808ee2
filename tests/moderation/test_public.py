"""What lies open: the top of the pile, the last event, the melds."""

import pytest

from moderation.public import is_public
from tests.moderation.table import at_table, read

CARD_TAGS = ("CARD", "COMPACT", "SUIT", "SUITW", "RANK", "RANKW", "WILD", "WILDW")
NOTHING = {"lixo_top": None, "melds_us": [], "melds_them": [], "last_event": None}


def public(text, **values):
    """Whether the one card of a text lies open on a table where nothing else does."""
    (token,) = (token for token in read(text) if token.is_(*CARD_TAGS))
    return is_public(token, context(**values))


def context(**values):
    return at_table(**NOTHING | values)


@pytest.mark.parametrize("text", ["rei de copas", "o rei", "copas", "K♥", "Kc"])
def test_the_top_of_the_pile_lies_open_by_its_name_its_rank_and_its_suit(text):
    assert public(text, lixo_top="K♥")
    assert not public(text)


@pytest.mark.parametrize("text", ["rei de paus", "dama de copas", "a dama", "espadas", "coringa"])
def test_another_card_than_the_top_is_hidden(text):
    assert not public(text, lixo_top="K♥")


@pytest.mark.parametrize("text", ["dez de paus", "10♣", "10 de paus", "o dez"])
def test_a_ten_has_two_digits(text):
    assert public(text, lixo_top="10♣")
    assert not public(text, lixo_top="J♣")


def test_a_card_of_the_last_event_lies_open():
    event = {"by": "Caio", "action": "discard", "cards": ["J♦", "9♠"]}
    assert public("valete de ouros", last_event=event)
    assert public("o nove", last_event=event)
    assert not public("valete de paus", last_event=event)


@pytest.mark.parametrize("side", ["melds_us", "melds_them"])
def test_a_card_of_a_meld_lies_open_by_its_whole_name_alone(side):
    meld = {side: [["7♣", "8♣", "9♣"]]}
    assert public("oito de paus", **meld)
    assert not public("oito de copas", **meld)
    # Other eights and other clubs are hidden: which of them is meant nobody can tell.
    assert not public("o oito", **meld)
    assert not public("paus", **meld)


@pytest.mark.parametrize(
    ("text", "top", "open_"),
    [
        ("coringa", "JOKER", True),
        ("coringa", "2♠", True),
        ("joker", "2♠", False),
        ("coringa", "3♠", False),
        ("dois de espadas", "2♠", True),
        ("o dois", "2♠", True),
        ("dois de espadas", "JOKER", False),
    ],
)
def test_a_wild_card_lies_open_as_a_joker_or_a_two(text, top, open_):
    assert public(text, lixo_top=top) is open_


@pytest.mark.parametrize("top", ["", "♥", "X", "??"])
def test_a_card_that_is_none_opens_nothing(top):
    assert not public("rei de copas", lixo_top=top, melds_us=[[top]])
