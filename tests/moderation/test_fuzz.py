"""Any text and any table give a verdict, and the same each time."""

import os
import subprocess
import sys
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from moderation import Action, Context, Label, Rigor, judge
from moderation.context import _EVENTS, _PHASES, _ROLES, Happened, Said
from moderation.lexicon import ENTRIES
from moderation.verdict import OFFENCES, WIDE_ONLY

ROOT = Path(__file__).parent.parent.parent

known_words = st.sampled_from(sorted(ENTRIES))
pieces = st.one_of(
    known_words,
    st.sampled_from([*"♣♦♥♠🃏👸🂱.,;:?!*_|`>#~-/@$", "\n", "```", "||", "**", "7️⃣", "10", "07", "٣"]),
    st.sampled_from(["<:copas:1>", "<@1>", "https://a.b/c_d", "[a](https://b.c)", "Bia", "ﷺ", "🇨"]),
    st.text(max_size=6),
)
talk = st.lists(pieces, max_size=30).flatmap(
    lambda found: st.sampled_from([" ", "", "  ", "\n"]).map(lambda blank: blank.join(found))
)
long_texts = st.tuples(st.text(min_size=1, max_size=40), st.integers(1, 4500)).map(
    lambda pair: (pair[0] * pair[1])[: pair[1]]
)
anything = st.one_of(talk, st.text(max_size=200), long_texts)
surrogates = st.text(st.characters(categories=["Cs", "L", "Cf", "So"]), max_size=20)
short = st.one_of(talk, st.text(max_size=20), surrogates)
card_signs = st.sampled_from(["K♥", "10♠", "2♦", "JOKER", "A♣", "", "x"])
names = st.one_of(st.sampled_from(["Ana", "Bia", "Rei", "Dama de Copas", "😀", ""]), short)
said = st.builds(Said, author=names, text=st.one_of(short, long_texts))
contexts = st.builds(
    Context,
    phase=st.sampled_from(_PHASES),
    table_size=st.sampled_from([0, 2, 3, 4]),
    author=names,
    author_role=st.sampled_from(_ROLES),
    partner=names,
    opponents=st.lists(names, max_size=2).map(tuple),
    melds=st.lists(st.lists(card_signs, max_size=4).map(tuple), max_size=3).map(tuple),
    top_card=st.none() | card_signs,
    last_event=st.none()
    | st.builds(
        Happened, by=names, action=short, cards=st.lists(card_signs, max_size=3).map(tuple)
    ),
    event=st.sampled_from(_EVENTS),
    reply_to=st.none() | said,
    previous=st.lists(said, max_size=5).map(tuple),
    file_names=st.lists(short, max_size=2).map(tuple),
    names=st.lists(names, max_size=3).map(tuple),
)


@given(anything, contexts, st.sampled_from(Rigor), st.booleans())
def test_any_text_at_any_table_gets_a_verdict_that_agrees_with_itself(
    text, context, rigor, forbid_swearing
):
    verdict = judge(text, context, rigor=rigor, forbid_swearing=forbid_swearing)
    blocked = verdict.label is not Label.OK
    assert blocked == (verdict.action is not Action.NONE)
    assert blocked == bool(verdict.reasons)
    assert 0 <= verdict.confidence <= 1
    assert len(set(verdict.reasons)) == len(verdict.reasons)
    assert set(verdict.reasons) <= OFFENCES or verdict.label is Label.REVEAL
    assert verdict == judge(text, context, rigor=rigor, forbid_swearing=forbid_swearing)


@given(talk, contexts)
def test_what_the_letter_of_the_rule_forbids_the_wide_reading_forbids(text, context):
    letter = judge(text, context, rigor=Rigor.LETTER)
    assert not set(letter.reasons) & WIDE_ONLY
    if letter.label is not Label.OK:
        assert judge(text, context).label is not Label.OK


@given(talk, contexts)
def test_a_server_that_forbids_swearing_lets_nothing_more_through(text, context):
    if judge(text, context).label is not Label.OK:
        assert judge(text, context, forbid_swearing=True).label is not Label.OK


@given(st.lists(known_words, max_size=12).map(" ".join), contexts)
def test_no_card_talk_is_found_where_no_round_is_near(text, context):
    if context.phase in ("between_rounds", "finished", "none"):
        assert judge(text, context).label is not Label.REVEAL


PROGRAM = """
from moderation import Context, judge
context = Context(author="Ana", partner="Bia", opponents=("Caio", "Davi"))
for text in ("tenho o sete de copas", "boa jogada, hein", "seu idiota", "olha que mão, gente"):
    print(repr(judge(text, context)))
"""


def test_a_verdict_is_the_same_in_every_process():
    # Sets of strings are in another order in each.
    printed = {
        subprocess.run(  # noqa: S603 - our own program
            [sys.executable, "-c", PROGRAM],
            cwd=ROOT,
            env=os.environ | {"PYTHONHASHSEED": seed},
            capture_output=True,
            check=True,
            text=True,
        ).stdout
        for seed in ("1", "2", "3")
    }
    assert len(printed) == 1
