"""The ``doctor`` command: is everything there that the bot needs, and if not, what to do.

This module needs nothing but Python, so that it can say which libraries are missing.
"""

import enum
import importlib.metadata
import re
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final

REQUIREMENTS: Final = Path(__file__).parents[1] / "requirements.txt"
OLDEST_PYTHON: Final = (3, 11)
INSTALL: Final = "Rode `make run`, ou `pip install -r requirements.txt` no ambiente do bot."
OPTIONAL: Final = {
    "orjson": "o que o Discord manda leva mais tempo para ser lido",
    "zlib-ng": "as imagens levam três vezes mais tempo",
    "manimgx-fonts": "nomes em outros alfabetos não saem nas imagens",
    "manimgx-fonts-cjk": "nomes em chinês, japonês e coreano não saem nas imagens",
}
_PIN: Final = re.compile(r"([\w.-]+)==([\w.]+)\s*(;.*)?")


class Mark(enum.Enum):
    """How a check ended; a BAD one keeps the bot from working."""

    GOOD = "✅"
    WARNING = "⚠️"
    BAD = "❌"


Line = tuple[Mark, str]
"""What was found, in Portuguese, and what to do where it is not good."""


def examine(say: Callable[[str], object]) -> int:
    """Say a line a check; returns the exit status, 1 where one is bad. Never says the token."""
    status = 0
    for mark, text in _checks():
        say(f"{mark.value} {text}")
        if mark is Mark.BAD:
            status = 1
    return status


def _checks() -> Iterator[Line]:
    yield python_version(sys.version_info[:3])
    libraries = list(check_libraries(REQUIREMENTS, _installed))
    yield from libraries
    if all(mark is not Mark.BAD for mark, _ in libraries):
        from bot.doctor_local import local_checks  # noqa: PLC0415 - needs the libraries

        yield from local_checks()


def python_version(version: tuple[int, ...]) -> Line:
    """Whether this Python is new enough."""
    name = ".".join(map(str, version))
    if version < OLDEST_PYTHON:
        return Mark.BAD, f"Python {name}: é preciso 3.11 ou mais novo."
    return Mark.GOOD, f"Python {name}."


def check_libraries(requirements: Path, installed: Callable[[str], str | None]) -> Iterator[Line]:
    """Compare what is installed (a version, or None) with the exact versions that are required."""
    try:
        pins = [_PIN.match(line) for line in requirements.read_text(encoding="utf-8").splitlines()]
    except OSError:
        yield Mark.WARNING, f"Bibliotecas: não conferidas, falta {requirements}."
        return
    good = True
    for name, wanted, only_where in (pin.groups() for pin in pins if pin):
        found = installed(name)
        if found == wanted or (found is None and only_where):  # for other versions of Python
            continue
        good = False
        if found is not None:
            yield Mark.WARNING, f"{name} {found} instalado, {wanted} esperado. {INSTALL}"
        elif name in OPTIONAL:
            yield Mark.WARNING, f"{name} não está instalado: {OPTIONAL[name]}. {INSTALL}"
        else:
            yield Mark.BAD, f"{name} não está instalado. {INSTALL}"
    if good:
        yield Mark.GOOD, "Bibliotecas: todas, nas versões de requirements.txt."


def _installed(name: str) -> str | None:
    try:
        return importlib.metadata.version(name)
    except importlib.metadata.PackageNotFoundError:
        return None
