"""What is known of the table: the keys of a chat file, and the values that are refused."""

import contextlib
import dataclasses
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from moderation import Context
from moderation.context import Happened, Said
from tests.moderation.table import VALUES

FIELDS = {field.name for field in dataclasses.fields(Context)}


def test_the_hand_and_what_else_is_hidden_are_not_among_the_fields():
    assert not {name for name in FIELDS if "hand" in name or "monte" in name or "truth" in name}
    hands = [[], ["7♥"], ["JOKER", "2♠"], "whatever", 7]
    assert {Context.from_mapping(VALUES | {"hand": hand}) for hand in hands} == {
        Context.from_mapping(VALUES)
    }


def test_nothing_known_is_a_live_table_of_four():
    assert Context.from_mapping({}) == Context()
    assert (Context().phase, Context().table_size, Context().author_role) == ("live", 4, "player")


def test_every_key_is_read():
    context = Context.from_mapping(
        {
            "phase": "lobby",
            "table_size": 2,
            "author": "Ana",
            "author_role": "spectator",
            "partner": "Bia",
            "opponents": ["Caio", "Davi"],
            "melds_us": [["7♣", "8♣"]],
            "melds_them": [["4♦"]],
            "lixo_top": "10♠",
            "last_event": {"by": "Caio", "action": "discard", "cards": ["J♦"]},
            "event": "reply",
            "reply_to": {"author": "Bia", "text": "oi"},
            "previous": [{"author": "Ana", "text": "um"}, {"author": "Bia", "text": "dois"}],
            "attachments": [{"filename": "a.png", "content_type": "image/png"}],
            "names": ["Eva"],
        }
    )
    assert context == Context(
        phase="lobby",
        table_size=2,
        author="Ana",
        author_role="spectator",
        partner="Bia",
        opponents=("Caio", "Davi"),
        melds=(("7♣", "8♣"), ("4♦",)),
        top_card="10♠",
        last_event=Happened("Caio", "discard", ("J♦",)),
        event="reply",
        reply_to=Said("Bia", "oi"),
        previous=(Said("Ana", "um"), Said("Bia", "dois")),
        file_names=("a.png",),
        names=("Eva",),
    )


def test_unknown_keys_are_ignored():
    extra = {"monte_count": 20, "score": None, "turn": 5, "channel": [], "?": object()}
    assert Context.from_mapping(VALUES | extra) == Context.from_mapping(VALUES)


@pytest.mark.parametrize(
    "key",
    [
        *("phase", "table_size", "author", "author_role", "partner", "opponents", "melds_us"),
        *("melds_them", "lixo_top", "last_event", "event", "reply_to", "previous", "attachments"),
        "names",
    ],
)
def test_null_is_the_default(key):
    assert Context.from_mapping({key: None}) == Context()


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("phase", "later"),
        ("phase", 5),
        ("phase", ["live"]),
        ("author_role", "king"),
        ("event", "shout"),
        ("table_size", "4"),
        ("table_size", 4.5),
        ("table_size", [4]),
        ("table_size", True),
        ("author", 7),
        ("partner", ["Bia"]),
        ("lixo_top", ["K♥"]),
        ("opponents", "Caio"),
        ("opponents", {"Caio": 1}),
        ("names", 3),
        ("melds_us", "7♣"),
        ("melds_them", 7),
        ("previous", "oi"),
        ("previous", ["oi"]),
        ("previous", [7]),
        ("reply_to", "oi"),
        ("reply_to", ["Bia", "oi"]),
        ("attachments", "a.png"),
        ("last_event", "discard"),
        ("last_event", {"cards": 5}),
        ("last_event", {"cards": "K♥"}),
    ],
)
def test_a_bad_value_is_refused_with_a_sentence_that_names_its_key(key, value):
    with pytest.raises(ValueError, match=re.escape(key)) as caught:
        Context.from_mapping({key: value})
    assert len(str(caught.value).split()) >= 4


KEYS = [
    *VALUES,
    *("author_role", "event", "last_event", "reply_to", "previous", "attachments", "names"),
]
json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(["author", "text", "cards", "by", "filename"]), inner, max_size=3
        )
    ),
    max_leaves=6,
)


@given(st.dictionaries(st.sampled_from(KEYS), json_values, max_size=4))
def test_any_mapping_is_a_context_or_a_value_error(values):
    with contextlib.suppress(ValueError):
        hash(Context.from_mapping(values))
