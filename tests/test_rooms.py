"""The rooms of the house: which package may import what (docs/architecture.md).

Read from the source, so that it holds for imports inside functions and for type checkers too, and
for packages that are still to come.
"""

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
ROOMS = (
    "game",
    "moderation",
    "robots",
    "texts",
    "rendering",
    "storage",
    "bot",
    "cogs",
    "demo",
)

MAY_IMPORT = {
    "game": {"game"},
    "moderation": {"moderation", "re2", "confusable_homoglyphs"},
    "robots": {"robots", "game"},
    "texts": {"texts", "game"},
    "rendering": {"rendering", "texts", "game", "PIL", "zlib_ng", "fontpkg_*", "fontpkg"},
    "storage": {"storage", "game", "sqlalchemy", "alembic", "aiosqlite"},
}
"""All that these rooms may import beside the standard library."""

ONLY_IN = {
    "sqlalchemy": ("storage/",),
    "alembic": ("storage/",),
    "aiosqlite": ("storage/",),
    "aiohttp": ("bot/client.py", "bot/health_server.py", "demo/"),
    "discord": ("cogs/", "bot/client.py", "bot/doctor_discord.py", "demo/wire.py"),
    "PIL": ("rendering/",),
}
"""Where alone these packages may be imported."""

NEVER = {
    "bot": {"cogs", "demo"},
    "cogs": {"demo"},
    "bot/services": {"cogs", "demo", "discord"},
}
"""What these must not import: cogs are loaded by name, and services know nothing of Discord."""

COMMAND_LINE = "bot/__main__.py"
"""It starts whatever there is, the demo too."""


def imports(source: str, package: str) -> Iterator[tuple[int, str]]:
    """The line and the full name of each module that the source imports, wherever it does so."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield node.lineno, alias.name
        elif isinstance(node, ast.ImportFrom):
            yield node.lineno, package if node.level else node.module or ""
        elif (
            isinstance(node, ast.Call)
            and getattr(node.func, "attr", getattr(node.func, "id", "")) in _IMPORTERS
            and node.args
            and isinstance(node.args[0], ast.Constant)
        ):
            yield node.lineno, str(node.args[0].value)


_IMPORTERS = {"import_module", "__import__"}


def files(room: str) -> list[Path]:
    return sorted((ROOT / room).rglob("*.py"))


def found(room: str) -> Iterator[tuple[str, str]]:
    """Each import of a room that is not of the standard library: its place and the package."""
    for path in files(room):
        place = path.relative_to(ROOT).as_posix()
        for line, module in imports(path.read_text(encoding="utf-8"), room):
            name = module.partition(".")[0]
            if name not in sys.stdlib_module_names:
                yield f"{place}:{line}", name


def allowed(name: str, patterns: set[str]) -> bool:
    return any(
        name.startswith(each[:-1]) if each.endswith("*") else name == each for each in patterns
    )


@pytest.mark.parametrize("room", MAY_IMPORT)
def test_an_inner_room_imports_only_what_it_may(room):
    strangers = [
        f"{place} {name}" for place, name in found(room) if not allowed(name, MAY_IMPORT[room])
    ]
    assert strangers == []


@pytest.mark.parametrize("package", ONLY_IN)
def test_a_package_from_outside_is_used_in_its_room_only(package):
    strangers = [
        place
        for room in ROOMS
        for place, name in found(room)
        if name == package and not place.startswith(ONLY_IN[package])
    ]
    assert strangers == []


@pytest.mark.parametrize("room", NEVER)
def test_a_room_never_imports_what_lies_outside_it(room):
    strangers = [
        f"{place} {name}"
        for place, name in found(room)
        if name in NEVER[room] and not (name == "demo" and place.startswith(COMMAND_LINE))
    ]
    assert strangers == []


def test_no_room_imports_the_tests():
    assert [place for room in ROOMS for place, name in found(room) if name == "tests"] == []


def test_every_folder_with_code_is_a_known_room():
    folders = {
        path.parent.name for path in ROOT.glob("*/__init__.py") if path.parent.name != "tests"
    }
    assert folders <= set(ROOMS)
    assert {"game", "texts", "bot"} <= folders


def test_the_rules_are_pure():
    # No clock, no chance, no files: a state and an action decide alone.
    impure = {"random", "secrets", "time", "datetime", "os", "pathlib", "asyncio", "logging"}
    found_here = [
        f"{path.name}:{line} {module}"
        for path in files("game")
        for line, module in imports(path.read_text(encoding="utf-8"), "game")
        if module.partition(".")[0] in impure
    ]
    assert found_here == []


@pytest.mark.parametrize(
    ("source", "names"),
    [
        ("import discord.ui as ui", ["discord.ui"]),
        ("from PIL import Image", ["PIL"]),
        ("def f():\n    import sqlalchemy", ["sqlalchemy"]),
        ("if TYPE_CHECKING:\n    from cogs.ui import base", ["cogs.ui"]),
        ("from . import decide", ["game"]),
        ("importlib.import_module('discord')", ["discord"]),
        ("x = 'import discord'", []),
    ],
)
def test_imports_are_found_wherever_they_stand(source, names):
    assert [module for _, module in imports(source, "game")] == names
