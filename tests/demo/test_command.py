"""What the command line says when it cannot begin."""

import contextlib
import socket

import pytest

from bot.__main__ import main
from demo import command
from demo.command import UNUSABLE


@pytest.fixture(autouse=True)
def _the_log_stays_as_it_is(monkeypatch):
    monkeypatch.setattr(command, "set_up", lambda *_: None)


def test_a_port_that_is_taken_is_told_in_a_sentence(capsys):
    with contextlib.closing(socket.create_server(("127.0.0.1", 0))) as taken:
        port = taken.getsockname()[1]
        assert main(["demo", "--no-browser", "--port", str(port)]) == UNUSABLE
    assert f"A porta {port} já está em uso." in capsys.readouterr().out


@pytest.mark.parametrize("port", ["65536", "-1", "x"])
def test_what_is_no_port_is_refused_before_anything_starts(port, capsys):
    with pytest.raises(SystemExit) as refused:
        main(["demo", "--no-browser", f"--port={port}"])
    assert refused.value.code == UNUSABLE
    assert "não é uma porta" in capsys.readouterr().err


def test_a_folder_that_cannot_be_made_is_told_in_a_sentence(tmp_path, capsys):
    (tmp_path / "file").write_text("")
    out = tmp_path / "file" / "out"
    assert main(["demo", "--autoplay", "--out", str(out)]) == UNUSABLE
    assert f"A pasta {out} não serve" in capsys.readouterr().out
