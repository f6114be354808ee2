"""The container image's recipe agrees with the project: packages, commands, paths, settings."""

import json
import re
from pathlib import Path

from bot.__main__ import COMMANDS
from bot.config import Settings
from tests.test_rooms import ROOMS, found

ROOT = Path(__file__).parent.parent
RECIPE = (ROOT / "Dockerfile").read_text(encoding="utf-8")


def steps(recipe: str = RECIPE) -> list[tuple[str, str]]:
    """The instructions with their words, in order, continued lines joined."""
    joined = re.sub(
        r"\\\n\s*", "", "\n".join(line for line in recipe.splitlines() if not line.startswith("#"))
    )
    return [tuple(line.split(None, 1)) for line in joined.splitlines() if line.strip()]


def only(name: str) -> str:
    """The words of the one instruction of this name."""
    (words,) = [words for instruction, words in steps() if instruction == name]
    return words


def let_through() -> set[str]:
    lines = (ROOT / ".dockerignore").read_text(encoding="utf-8").splitlines()
    assert "*" in lines, "an allow-list"
    return {line[1:] for line in lines if line.startswith("!")}


def environment() -> dict[str, str]:
    return dict(word.split("=", 1) for word in only("ENV").split())


def test_every_room_is_let_through_and_nothing_else_but_what_is_needed():
    assert let_through() == {*ROOMS, "pyproject.toml", "requirements.txt", "LICENSE"}


def test_what_the_shipped_rooms_import_of_the_project_is_shipped_too():
    folders = {path.parent.name for path in ROOT.glob("*/__init__.py")}
    imported = {name for room in ROOMS for _, name in found(room)}
    assert imported & folders <= let_through()


def test_the_commands_of_the_image_exist():
    for words in (only("CMD"), only("HEALTHCHECK").split("CMD", 1)[1]):
        python, option, package, command = json.loads(words)
        assert (python, option, package) == ("python", "-m", "bot")
        assert command in COMMANDS
    assert json.loads(only("CMD"))[-1] == "run"


def test_what_is_copied_exists():
    for instruction, words in steps():
        if instruction == "COPY" and not words.startswith("--from"):
            source = words.split()[0]
            assert (ROOT / source).exists()
            assert source == "." or source in let_through()


def test_the_program_runs_as_nobody_special_in_the_second_stage():
    assert [name for name, _ in steps()].count("FROM") == 2
    names = [name for name, _ in steps()]
    assert names.index("USER") < names.index("CMD")
    assert only("USER") not in ("root", "0")
    made = [words for name, words in steps() if name == "RUN" and "useradd" in words]
    assert len(made) == 1
    assert f" {only('USER')} " in made[0]


def test_the_database_lies_on_the_volume_which_the_user_may_write():
    volume = Path(only("VOLUME"))
    assert Path(environment()["DATABASE"]).parent == volume
    made = next(words for name, words in steps() if name == "RUN" and "useradd" in words)
    assert f"--owner={only('USER')}" in made
    assert str(volume) in made


def test_what_the_image_sets_are_good_settings(monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    names = {name.upper() for name in Settings.model_fields}
    for name, value in environment().items():
        if not name.startswith(("PATH", "PYTHON")):
            assert name in names
            monkeypatch.setenv(name, value)
    assert Settings().health_port is not None


def test_the_python_of_the_image_is_one_that_the_project_names():
    images = {words.split()[0] for name, words in steps() if name == "FROM"}
    assert len(images) == 1
    version = re.fullmatch(r"python:(3\.\d+)-slim", images.pop())[1]
    assert f"Python :: {version}" in (ROOT / "pyproject.toml").read_text(encoding="utf-8")
