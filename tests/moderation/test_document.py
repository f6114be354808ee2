"""What the documents say of the detector is what it does, its errors included."""

import re
from pathlib import Path

import pytest

from moderation import Context, Label, Rigor, judge

DOCUMENT = (Path(__file__).parents[2] / "docs" / "moderation.md").read_text("utf-8")
ROW = re.compile(r"^\| (.+?) \| (canta|conversa|ofensa) \| (.*?) ?\|$", re.MULTILINE)
LABELS = {"canta": Label.REVEAL, "ofensa": Label.OFFENCE, "conversa": Label.OK}
TABLE = Context(
    author="Neide",
    partner="Wilson",
    opponents=("Lúcia", "Jorge"),
    top_card="K♥",
    melds=(("7♣", "8♣", "9♣", "10♣"), ("J♦", "Q♦", "K♦")),
)
EXAMPLES = ROW.findall(DOCUMENT)
FIGURES = (Path(__file__).parents[2] / "docs" / "moderation-figures.md").read_text("utf-8")
HARD = re.findall(
    r"^\| (.+?) \| (canta|ok|ofensa) \| (canta|ok|ofensa)( ✗)? \|$", FIGURES, re.MULTILINE
)


def test_the_document_has_many_examples_of_each_kind() -> None:
    found = [result for _, result, _ in EXAMPLES]
    assert min(found.count(result) for result in LABELS) >= 6


@pytest.mark.parametrize(("message", "result", "why"), EXAMPLES)
def test_each_example_of_the_document_holds(message: str, result: str, why: str) -> None:
    assert judge(message, TABLE).label is LABELS[result]
    wide_only = "só no rigor amplo" in why
    letter = judge(message, TABLE, rigor=Rigor.LETTER).label
    assert letter is (Label.OK if wide_only else LABELS[result])


def test_thirty_hard_messages_are_told() -> None:
    assert len(HARD) == 30


@pytest.mark.parametrize(("message", "wanted", "said", "wrong"), HARD)
def test_each_hard_message_is_judged_as_it_is_told(
    message: str, wanted: str, said: str, wrong: str
) -> None:
    assert judge(message, TABLE).label.value == said
    assert (said != wanted) == bool(wrong)
