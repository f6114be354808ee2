"""The language of the patterns: each construct, what is refused, what a pattern needs."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from moderation.grammar import understood
from moderation.lexicon import ENTRIES, PROFILES, UNKNOWN
from moderation.normalize import normal
from moderation.pattern import Alphabet, literals
from moderation.rules import ALPHABET, ANSWERS, MOST_MATCHES, RULES, SHIELDS, encoded
from tests.moderation.table import at_table, read

WORDS = {
    "END": frozenset({"END"}),
    "?": frozenset({"QUESTION"}),
    "tenho": frozenset({"HAVE", "HAVE.f1", "=tenho"}),
    "um": frozenset({"ART", "NUM"}),
    "o": frozenset({"ART", "=o"}),
    "rei": frozenset({"RANK"}),
    "copas": frozenset({"SUIT", "=copas"}),
    "x": frozenset({"OTHER"}),
}
SMALL = Alphabet(WORDS.values())
TABLE_MACROS = {"CARDS": "RANK/SUIT", "MIXED": "RANK/copas"}


def coded(text):
    return "".join(SMALL[WORDS[word]] for word in text.split())


def matches(pattern, text):
    expression = SMALL.expression(pattern, TABLE_MACROS)
    return re.search(expression.text, coded(f"END {text} END")) is not None


@pytest.mark.parametrize(
    ("pattern", "text"),
    [
        ("HAVE.f1 RANK", "tenho rei"),
        ("HAVE RANK", "tenho rei"),
        ("tenho copas", "x tenho copas x"),
        ("RANK/SUIT", "x copas"),
        ("RANK/copas", "x copas"),
        ("CARDS", "rei"),
        ("MIXED", "copas"),
        ("!RANK/SUIT", "x"),
        ("o !CARDS RANK", "o x rei"),
        ("HAVE ART* RANK", "tenho rei"),
        ("HAVE ART* RANK", "tenho um o um rei"),
        ("HAVE ART+ RANK", "tenho um o rei"),
        ("HAVE ART? RANK", "tenho um rei"),
        ("HAVE ART{0,2} RANK", "tenho um o rei"),
        ("HAVE _ RANK", "tenho x rei"),
        ("HAVE _{2,2} RANK", "tenho x x rei"),
        ("HAVE .. RANK", "tenho rei"),
        ("HAVE .. RANK", "tenho x x x rei"),
        ("HAVE ... RANK", "tenho x x x x x x x x rei"),
        ("^ HAVE", "tenho rei"),
        ("^ RANK", "tenho END rei"),
        ("^ RANK", "x ? rei"),
        ("RANK $", "tenho rei"),
        ("RANK $", "rei END x"),
        ("RANK ?", "tenho rei ?"),
        ("HAVE (RANK|SUIT)", "tenho copas"),
        ("HAVE (o RANK|SUIT)", "tenho o rei"),
        ("HAVE (o RANK)? SUIT", "tenho copas"),
        ("HAVE (o RANK)? SUIT", "tenho o rei copas"),
        ("HAVE (o|NUM){1,2} RANK", "tenho o um rei"),
        ("HAVE (o RANK)+ OTHER", "tenho o rei o rei x"),
        ("HAVE ((o|NUM) RANK|SUIT) $", "tenho um rei"),
        ("RANK|SUIT", "copas"),
    ],
)
def test_a_pattern_matches(pattern, text):
    assert matches(pattern, text)


@pytest.mark.parametrize(
    ("pattern", "text"),
    [
        ("HAVE.f1 RANK", "tenho copas"),
        ("HAVE RANK", "rei tenho"),
        ("HAVE RANK", "tenho x rei"),
        ("!RANK/SUIT", "rei copas"),
        ("!RANK", ""),
        ("HAVE ART+ RANK", "tenho rei"),
        ("HAVE ART? RANK", "tenho um o rei"),
        ("HAVE ART{0,2} RANK", "tenho um um um rei"),
        ("HAVE _ RANK", "tenho END rei"),
        ("HAVE .. RANK", "tenho x x x x rei"),
        ("HAVE .. RANK", "tenho x END x rei"),
        ("HAVE .. RANK", "tenho ? rei"),
        ("HAVE ... RANK", "tenho x x x x x x x x x rei"),
        ("^ RANK", "tenho rei"),
        ("RANK $", "rei x"),
        ("RANK ?", "tenho rei END"),
        ("HAVE (RANK|SUIT)", "tenho x"),
        ("HAVE (o RANK)? SUIT", "tenho o copas"),
        ("HAVE (o|NUM){1,2} RANK", "tenho rei"),
    ],
)
def test_a_pattern_does_not_match(pattern, text):
    assert not matches(pattern, text)


@pytest.mark.parametrize(
    ("pattern", "problem"),
    [
        ("HAVE RNAK", "RNAK"),
        ("HAVE (RANK|SUITE)", "SUITE"),
        ("HAVE.f9", "HAVE.f9"),
        ("HAVE unheard", "unheard"),
        ("RANK//SUIT", "tag"),
        ("RANK/", "tag"),
        ("HAVE{x}", "HAVE{x}"),
        ("HAVE (RANK", "does not close"),
        ("HAVE ((RANK) SUIT", "does not close"),
        ("HAVE RANK)", "too many"),
        ("HAVE (RANK)) SUIT", "too many"),
    ],
)
def test_a_slip_in_a_pattern_is_refused(pattern, problem):
    with pytest.raises(ValueError, match=re.escape(problem)):
        SMALL.expression(pattern, TABLE_MACROS)


def test_the_very_words_of_a_pattern_are_those_in_small_letters():
    pattern = "^ (tenho|HAVE.f1) .. !copas/SUIT _? o? ... rei{0,2} ? $"
    assert literals(pattern) == {"tenho", "copas", "o", "rei"}


def needed(pattern):
    """The needs of a pattern as the words that satisfy each."""
    by_character = {SMALL[profile]: word for word, profile in WORDS.items()}
    return [
        {by_character[character] for character in need}
        for need in SMALL.expression(pattern, TABLE_MACROS).needs
    ]


@pytest.mark.parametrize(
    ("pattern", "needs"),
    [
        ("HAVE RANK", [{"tenho"}, {"rei"}]),
        ("HAVE ART? RANK* SUIT{0,2}", [{"tenho"}]),
        ("HAVE ART+ SUIT{1,2}", [{"tenho"}, {"um", "o"}, {"copas"}]),
        ("^ .. _ ... $", []),
        ("!RANK HAVE", [{"tenho"}]),
        ("RANK ?", [{"rei"}, {"?"}]),
        ("HAVE (RANK|SUIT)", [{"tenho"}, {"rei", "copas"}]),
        ("HAVE (RANK|SUIT)?", [{"tenho"}]),
        ("HAVE (RANK|SUIT)*", [{"tenho"}]),
        ("HAVE (RANK|SUIT){0,2}", [{"tenho"}]),
        ("HAVE (RANK|SUIT?)", [{"tenho"}]),
        ("HAVE|RANK", [{"tenho", "rei"}]),
        ("HAVE|RANK?", []),
    ],
)
def test_a_pattern_needs_what_none_of_its_matches_lacks(pattern, needs):
    assert needed(pattern) == needs


EVERY = {
    "rules": RULES,
    "shields": SHIELDS,
    **{f"answers {name}": chosen for name, chosen in ANSWERS.items()},
}
CHARACTERS = sorted({ALPHABET[profile] for profile in PROFILES})
PHRASES = [
    "tenho o sete de copas",
    "joga a dama de espadas",
    "seu idiota, vai tomar no cu",
    "você tem coringa?",
    "bom dia, pessoal",
    "segura o rei, não descarta paus",
    "minha mão está péssima; ontem eu bati",
]
texts = st.one_of(
    st.text(st.sampled_from(CHARACTERS), max_size=40),
    st.lists(st.sampled_from(sorted(ENTRIES)), max_size=25).map(
        lambda words: encoded(understood(" ".join(words), at_table()))
    ),
    st.sampled_from(PHRASES).map(lambda text: encoded(understood(normal(text), at_table()))),
)


@pytest.mark.parametrize("chosen", EVERY.values(), ids=EVERY)
def test_a_pattern_that_matches_is_among_those_that_the_text_chooses(chosen):
    @given(texts)
    def holds(text):
        left = set(map(id, chosen(text)))
        for item in chosen.items:
            if id(item) not in left:
                assert next(item.spans(text), None) is None, item.source

    holds()


def test_what_a_text_chooses_comes_in_the_order_of_the_files():
    text = encoded(understood("tenho o sete de copas", at_table()))
    places = [RULES.items.index(rule) for rule in RULES(text)]
    assert places == sorted(places)
    assert 0 < len(places) < len(RULES.items)


def test_a_pattern_is_looked_for_in_a_few_places_only():
    text = encoded(read("tenho copas. " * 40))
    assert max(len(list(rule.spans(text))) for rule in RULES(text)) == MOST_MATCHES


def test_every_word_has_a_character():
    assert {len(ALPHABET[tags]) for tags in ENTRIES.values()} == {1}
    assert ALPHABET[UNKNOWN]
