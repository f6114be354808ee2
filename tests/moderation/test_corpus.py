"""The detector is held to its figures on labelled messages, on unseen ones above all."""

import json
from pathlib import Path

import pytest

from moderation import Context, judge
from tests.support.chat_figures import STRATA, Judged, counts, figures, judged

CORPUS = Path(__file__).parent / "corpus"
SHARED = Path(__file__).parents[3] / "shared" / "chat"

AT_LEAST = {
    "precision": 0.97,
    "recall": 0.85,
    "canta evasion blocked": 0.90,
    "canta foreign blocked": 0.87,
    "canta indirect blocked": 0.60,
    "ofensa plain blocked": 0.88,
    "ofensa disguised blocked": 0.85,
    "pairs right": 0.80,
}
AT_MOST = {
    "ok blocked": 0.025,
    "ok public blocked": 0.05,
    "ok homonyms blocked": 0.03,
    "ok strikes": 0.0,
}


def records(folder: str) -> list[dict]:
    """Every message of a folder as it is written."""
    return [
        json.loads(line)
        for file in (CORPUS / folder).glob("*.jsonl")
        for line in file.read_text("utf-8").splitlines()
    ]


@pytest.fixture(scope="module")
def unseen() -> list[Judged]:
    return list(judged(CORPUS / "unseen"))


def test_a_third_of_the_messages_is_set_aside(unseen):
    known = len(records("known"))
    assert len(unseen) >= (known + len(unseen)) / 3


def test_every_kind_comes_fifteen_times_among_the_unseen_messages(unseen):
    found = counts(unseen)
    for label, groups in STRATA.items():
        for kinds in groups.values():
            for kind in kinds.split():
                assert found[label, kind] >= 15, (label, kind)


def test_the_unseen_messages_are_judged_as_well_as_promised(unseen):
    found = figures(unseen)
    short = {name: found[name] for name, least in AT_LEAST.items() if found[name] < least}
    long = {name: found[name] for name, most in AT_MOST.items() if found[name] > most}
    assert not (short | long)


def test_no_text_of_the_unseen_messages_is_known():
    known, unseen = (
        {record["text"].lower() for record in records(folder) if len(record["text"]) > 25}
        for folder in ("known", "unseen")
    )
    assert not known & unseen


@pytest.mark.skipif(not SHARED.is_dir(), reason="the development set is not on this machine")
def test_the_development_set_is_judged_well():
    base = json.loads((SHARED / "dev_context.json").read_text("utf-8"))
    messages = []
    for line in (SHARED / "dev.jsonl").read_text("utf-8").splitlines():
        record = json.loads(line)
        context = Context.from_mapping(base | (record.get("context") or {}))
        messages.append(Judged(record, judge(record["text"], context)))
    found = figures(messages)
    assert found["precision"] >= 0.99
    assert found["recall"] >= 0.97
    assert found["ok blocked"] <= 0.01
    assert found["ok strikes"] == 0
    assert found["pairs right"] == 1
