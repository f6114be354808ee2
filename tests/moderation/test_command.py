"""``python -m bot moderate``: what it prints, what it refuses, and with which exit status."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from bot.__main__ import main

ROOT = Path(__file__).parent.parent.parent
REVEAL = "tenho o sete de copas"
MOOD = "minha mão está péssima"


def line(text=REVEAL, **more):
    return json.dumps({"id": "m1", "text": text, **more}, ensure_ascii=False)


GOOD = line()


@pytest.fixture
def run(tmp_path, capsys):
    """Judge lines and return the exit status, the printed records and standard error."""

    def moderate(*lines, context=None, rigor=None):
        file = tmp_path / "conversa.jsonl"
        file.write_bytes(
            b"\n".join(each if isinstance(each, bytes) else each.encode() for each in lines)
        )
        arguments = ["moderate", str(file)]
        if context is not None:
            other = tmp_path / "contexto.json"
            other.write_text(context, "utf-8")
            arguments += ["--context", str(other)]
        if rigor is not None:
            arguments += ["--rigor", rigor]
        status = main(arguments)
        printed = capsys.readouterr()
        return status, [json.loads(each) for each in printed.out.splitlines()], printed.err

    return moderate


def judged(run, *lines, **more):
    status, records, err = run(*lines, **more)
    assert (status, err) == (0, "")
    return records


def refused(run, *lines, **more):
    status, records, err = run(*lines, **more)
    assert status == 2
    assert err.count("\n") == 1
    assert "Traceback" not in err
    return records, err


def test_a_line_is_printed_for_each_message_in_their_order(run):
    texts = {"a": REVEAL, "b": "bom dia", "ç": "seu idiota"}
    records = judged(run, *(json.dumps({"id": key, "text": text}) for key, text in texts.items()))
    assert [record["id"] for record in records] == ["a", "b", "ç"]
    assert [record["pred"] for record in records] == ["canta", "ok", "ofensa"]


def test_a_record_has_the_verdict_and_why(run):
    (record,) = judged(run, GOOD)
    assert list(record) == ["id", "pred", "action", "confidence", "reasons"]
    assert record["action"] in ("remove", "strike")
    assert record["reasons"] == ["cards"]
    assert 0 < record["confidence"] <= 1
    (record,) = judged(run, line("bom dia"))
    assert record == {"id": "m1", "pred": "ok", "action": "none", "confidence": 0, "reasons": []}


def test_other_keys_of_a_record_are_ignored(run):
    assert judged(run, line(label="ok", kind="x", lang="pt", pair=1)) == judged(run, GOOD)


def test_empty_lines_are_passed_over(run):
    assert len(judged(run, "", GOOD, "   ", GOOD, "")) == 2
    assert judged(run, "") == []


def test_lines_may_end_as_windows_ends_them(run):
    assert len(judged(run, GOOD + "\r", GOOD + "\r")) == 2


def test_a_text_may_hold_every_character_but_a_line_feed(run):
    # JSON lets these stand as they are; they end a line for str.splitlines alone.
    assert len(judged(run, line("bom\u2028dia\u2029e\x85até"), GOOD)) == 2


def test_the_context_of_a_line_overrides_that_of_the_file(run):
    between = json.dumps({"phase": "between_rounds", "author": "Ana"})
    records = judged(run, GOOD, line(context={"phase": "live"}), GOOD, context=between)
    assert [record["pred"] for record in records] == ["ok", "canta", "ok"]


def test_a_nested_value_of_a_line_replaces_the_whole_value(run):
    asked = {"reply_to": {"author": "Bia", "text": "você tem coringa?"}, "partner": "Bia"}
    records = judged(
        run, line("sim"), line("sim", context={"reply_to": None}), context=json.dumps(asked)
    )
    assert [record["pred"] for record in records] == ["canta", "ok"]


@pytest.mark.parametrize(
    ("rigor", "pred"), [("oficial", "ok"), ("rigoroso", "canta"), (None, "canta")]
)
def test_the_rigour_is_chosen_and_wide_by_default(run, rigor, pred):
    assert judged(run, line(MOOD), rigor=rigor)[0]["pred"] == pred


def test_an_unknown_rigour_is_a_wrong_use(run, capsys):
    with pytest.raises(SystemExit) as caught:
        run(GOOD, rigor="brando")
    assert caught.value.code == 2
    assert "oficial" in capsys.readouterr().err


def test_a_file_that_is_not_there_is_named(tmp_path, capsys):
    missing = tmp_path / "nada.jsonl"
    assert main(["moderate", str(missing)]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert str(missing) in err
    assert "Traceback" not in err


def test_a_context_that_is_not_there_is_named(tmp_path, capsys):
    file = tmp_path / "conversa.jsonl"
    file.write_text(GOOD, "utf-8")
    assert main(["moderate", str(file), "--context", str(tmp_path / "nada.json")]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert "nada.json" in err


@pytest.mark.parametrize(
    ("bad", "says"),
    [
        ("{bad", "JSON"),
        ("[1]", "objeto"),
        ('"oi"', "objeto"),
        ("7", "objeto"),
        ("null", "objeto"),
        ("[" * 100_000, "JSON"),
        (json.dumps({"text": "oi"}), "`id`"),
        (json.dumps({"id": "1"}), "`text`"),
        (json.dumps({"id": 1, "text": "oi"}), "`id`"),
        (json.dumps({"id": "1", "text": None}), "`text`"),
        (line(context=[1]), "`context`"),
        (line(context="live"), "`context`"),
        (line(context={"phase": "amanhã"}), "phase"),
        (line(context={"table_size": "4"}), "table_size"),
        (line(context={"previous": ["oi"]}), "previous"),
        (line(context={"last_event": {"cards": 5}}), "last_event"),
    ],
)
def test_a_bad_line_is_named_by_its_number_after_those_before_it_were_judged(run, bad, says):
    records, err = refused(run, GOOD, "", bad, GOOD)
    # What was judged before has been printed, each line whole; nothing after it is.
    assert [record["id"] for record in records] == ["m1"]
    assert "conversa.jsonl:3: " in err
    assert says in err


def test_a_file_that_is_no_utf_8_is_named_and_nothing_is_printed(run):
    records, err = refused(run, GOOD, b"\xff\xfe")
    assert records == []
    assert "conversa.jsonl" in err


@pytest.mark.parametrize("context", ["{bad", "[]", "7"])
def test_a_context_that_is_no_object_is_refused_before_anything_is_judged(run, context):
    records, err = refused(run, GOOD, context=context)
    assert records == []
    assert "contexto.json: " in err


def test_an_id_may_be_any_json_text(run, tmp_path):
    file = tmp_path / "conversa.jsonl"
    file.write_text(json.dumps({"id": "\ud800", "text": "oi"}), "utf-8")
    done = subprocess.run(  # noqa: S603 - our own program
        [sys.executable, "-m", "bot", "moderate", str(file)],
        cwd=ROOT,
        capture_output=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, b"")
    assert json.loads(done.stdout)["id"] == "\ud800"
