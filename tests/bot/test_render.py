"""``python -m bot render``: any position of a record becomes a PNG."""

import argparse
import io
from pathlib import Path

import pytest
from PIL import Image

from bot import render
from tests.rendering import frames


def run(*arguments: str) -> int:
    parser = argparse.ArgumentParser()
    render.add_arguments(parser)
    return render.run(parser.parse_args(arguments))


@pytest.fixture(scope="module")
def record(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A whole match of robots."""
    path = tmp_path_factory.mktemp("records") / "match.rec"
    path.write_text(frames.record(1), encoding="utf-8")
    return path


def size(path: Path) -> tuple[int, int]:
    return Image.open(io.BytesIO(path.read_bytes())).size


@pytest.mark.parametrize(
    ("what", "expected"),
    [("table", (1200, 900)), ("turn", (1200, 1500)), ("result", (1200, 900))],
)
def test_the_end_of_a_record_is_drawn(record, tmp_path, capsys, what, expected) -> None:
    out = tmp_path / "out.png"
    assert run(str(record), "--what", what, "-o", str(out)) == 0
    assert size(out) == expected
    assert "Ana" in capsys.readouterr().out


def test_the_score_is_drawn_and_told(record, tmp_path, capsys) -> None:
    assert run(str(record), "--what", "score", "-o", str(tmp_path / "out.png")) == 0
    assert "Canastras: " in capsys.readouterr().out


def test_a_line_in_between_shows_the_position_of_that_line(record, tmp_path, capsys) -> None:
    out = tmp_path / "out.png"
    for line in (5, 6):
        assert run(str(record), "--line", str(line), "-o", str(out)) == 0
        assert "Monte 42" in capsys.readouterr().out
    assert run(str(record), "--line", "12", "--what", "turn", "--seat", "3", "-o", str(out)) == 0
    assert capsys.readouterr().out.startswith("Sua mão (")


def test_the_picture_can_go_to_standard_output(record, capfdbinary) -> None:
    assert run(str(record), "-o", "-") == 0
    assert Image.open(io.BytesIO(capfdbinary.readouterr().out)).format == "PNG"


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["--line", "3"], "line 3: the record ends"),
        (["--line", "9", "--what", "score"], "a rodada não terminou"),
        (["--line", "9", "--what", "result"], "a partida não terminou"),
        (["--what", "turn", "--seat", "7"], "não há lugar 7"),
        (["--what", "turn", "--seat", "-1"], "não há lugar -1"),
    ],
)
def test_what_cannot_be_shown_is_said(record, tmp_path, capsys, arguments, says) -> None:
    out = tmp_path / "out.png"
    assert run(str(record), *arguments, "-o", str(out)) == 2
    assert says in capsys.readouterr().err
    assert not out.exists()


def test_a_file_that_is_no_record_or_not_there_is_said(tmp_path, capsys) -> None:
    bad = tmp_path / "bad.rec"
    bad.write_text("xadrez 1\n", encoding="utf-8")
    assert run(str(bad), "-o", "-") == 2
    assert "line 1" in capsys.readouterr().err
    assert run(str(tmp_path / "none.rec"), "-o", "-") == 2
    assert "none.rec" in capsys.readouterr().err


def test_a_refused_action_is_explained(record, tmp_path, capsys) -> None:
    lines = record.read_text(encoding="utf-8").split("\n")
    turn = int(lines[5][0])
    bad = tmp_path / "bad.rec"
    bad.write_text("\n".join([*lines[:5], f"{(turn + 1) % 4} draw"]) + "\n", encoding="utf-8")
    assert run(str(bad), "-o", "-") == 1
    assert "line 6: " in capsys.readouterr().err
