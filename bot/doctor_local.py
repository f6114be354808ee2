"""What the doctor looks at on this machine: settings, database, disk, fonts, pictures."""

import asyncio
import os
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from bot.config import HOW_TO_LOG_IN, BadSettings, load_settings
from bot.doctor import INSTALL, OPTIONAL, Line, Mark
from bot.doctor_discord import discord_checks
from rendering import render_lobby
from rendering.fonts import writable
from rendering.png import HAS_ZLIB_NG
from storage.copies import look_at
from storage.database import check_file
from storage.errors import DatabaseUnusable

MIB: Final = 1024 * 1024
LITTLE_SPACE: Final = 500 * MIB
NO_SPACE: Final = 50 * MIB
_NOTO: Final = {"manimgx-fonts": "नमस्ते", "manimgx-fonts-cjk": "麻雀"}
"""Words that only the fonts of that package can write."""


def local_checks() -> Iterator[Line]:
    """All that can be checked once the libraries are there, Discord the last."""
    try:
        settings = load_settings()
    except BadSettings as error:
        for sentence in str(error).splitlines():
            yield Mark.BAD, f"Configuração: {sentence}"
        yield from (fonts(), picture())
        return
    source = ".env e ambiente" if Path(".env").is_file() else "ambiente; não há arquivo .env"
    yield Mark.GOOD, f"Configuração: boa ({source})."
    yield from database(settings.database)
    yield from (fonts(), picture())
    if settings.discord_token is None:
        yield Mark.WARNING, f"Discord: não conferido. {HOW_TO_LOG_IN}"
    else:
        token = settings.discord_token.get_secret_value()
        yield from asyncio.run(discord_checks(token, settings.home_guild))


def database(path: Path) -> Iterator[Line]:
    """The file as it is, or where it will be; it is read and not written."""
    try:
        check_file(path)
        found = look_at(path) if path.exists() else None
    except DatabaseUnusable as error:
        yield Mark.BAD, f"Banco de dados: {error}"
        return
    if found is None:
        text = f"Banco de dados: {path} ainda não existe; o primeiro início o cria."
    else:
        text = (
            f"Banco de dados: {path}, {found.size / MIB:.1f} MiB, "
            f"partidas: {found.matches}, íntegro."
        )
    yield Mark.GOOD, text
    if found is not None and not found.current:
        text = (
            "As tabelas são de uma versão anterior; o próximo início as atualiza. "
            "Antes disso, faça uma cópia: `python -m bot backup FILE`."
        )
        yield Mark.WARNING, text
    for place in (path.parent, path):
        if place.exists() and not os.access(place, os.W_OK):
            yield Mark.BAD, f"{place} não pode ser gravado por este usuário. Mude o dono (chown)."
    yield space(shutil.disk_usage(path.parent).free)


def space(free: int) -> Line:
    """Whether so many free bytes are enough."""
    text = f"Espaço livre no disco: {free // MIB} MiB"
    if free < NO_SPACE:
        return Mark.BAD, f"{text}. Libere espaço: sem ele nenhuma jogada pode ser guardada."
    if free < LITTLE_SPACE:
        return Mark.WARNING, f"{text}. É pouco: libere espaço."
    return Mark.GOOD, f"{text}."


def fonts() -> Line:
    """Whether every letter of ours, and of names in other scripts, can be written."""
    try:
        ours = writable("Ação")
    except OSError:
        ours = ""
    if ours != "Ação":
        return Mark.BAD, f"Fontes: falta a Barlow (fontpkg-barlow-semi-condensed). {INSTALL}"
    lacking = [name for name, word in _NOTO.items() if writable(word) != word]
    if lacking:
        reasons = "; ".join(f"sem {name}, {OPTIONAL[name]}" for name in lacking)
        return Mark.WARNING, f"Fontes: Barlow; {reasons}. {INSTALL}"
    return Mark.GOOD, "Fontes: Barlow e Noto."


def picture() -> Line:
    """Whether a picture can be drawn."""
    try:
        drawn = render_lobby(
            title="Mesa 1", players=("Ana", None), robots=(False, False), rules="Mano a mano"
        )
    except Exception as error:  # noqa: BLE001 - whatever it is, it is what is to be told
        return Mark.BAD, f"Imagens: não pude desenhar ({type(error).__name__}). {INSTALL}"
    size = f"Imagens: desenhei uma de {len(drawn.png) / 1024:.0f} KiB"
    if not HAS_ZLIB_NG:
        return Mark.WARNING, f"{size}; sem zlib-ng, {OPTIONAL['zlib-ng']}. {INSTALL}"
    return Mark.GOOD, f"{size}, com zlib-ng."
