"""The ``demo`` command: play in the browser, or let matches play themselves."""

import argparse
import asyncio
import errno
import tempfile
import webbrowser
from pathlib import Path
from typing import Final

from bot.app import Setup
from bot.client import moderate_permissions
from bot.log import set_up
from demo.autoplay import autoplay
from demo.limits import Limits
from demo.objects import VOICE
from demo.permissions import Permission
from demo.session import NAMES, database_in, seeded, session

WELL, PROBLEMS, UNUSABLE = 0, 1, 2
VOICE_CHANNEL: Final = "Sala de voz"
_PORT: Final = 8765
_HIGHEST_PORT: Final = 65535


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's options."""
    parser.add_argument("--port", type=_port, default=_PORT, help=f"a porta (padrão: {_PORT})")
    parser.add_argument(
        "--people", type=int, choices=range(1, 5), default=1, help="quantas pessoas jogam aqui"
    )
    parser.add_argument("--seed", type=int, help="as mesmas cartas a cada vez")
    parser.add_argument("--no-browser", action="store_true", help="só mostra o link")
    parser.add_argument("--autoplay", action="store_true", help="partidas que se jogam sozinhas")
    parser.add_argument("--matches", type=int, default=1, help="com --autoplay: quantas")
    parser.add_argument(
        "--out", type=Path, default=Path("autoplay"), help="com --autoplay: onde guardar"
    )


def _port(text: str) -> int:
    if not text.isdecimal() or int(text) > _HIGHEST_PORT:
        raise argparse.ArgumentTypeError(f"{text} não é uma porta (0 a {_HIGHEST_PORT})")
    return int(text)


def run(options: argparse.Namespace) -> int:
    """Run the command; returns the exit status: 0, 1 (--autoplay found problems) or 2."""
    if options.autoplay:
        set_up("WARNING", "text")
        try:
            outcome = autoplay(options.matches, options.seed or 0, options.out)
        except OSError as error:
            print(f"A pasta {options.out} não serve ({error.strerror}). Tente outra com --out")
            return UNUSABLE
        print(outcome.report())
        print(f"Registros e imagens: {options.out}")
        return PROBLEMS if outcome.problems or outcome.ended < options.matches else WELL
    set_up("ERROR", "text")
    try:
        asyncio.run(_in_the_browser(options))
    except OSError as error:
        taken = error.errno == errno.EADDRINUSE
        why = "já está em uso" if taken else f"não serve ({error.strerror})"
        print(f"A porta {options.port} {why}. Tente outra, como --port {_PORT + 1}")
        return UNUSABLE
    except KeyboardInterrupt:
        print("\nAté a próxima!")
    return WELL


async def _in_the_browser(options: argparse.Namespace) -> None:
    with tempfile.TemporaryDirectory() as folder:
        setup = seeded(Setup(database=database_in(folder)), options.seed)
        names = NAMES[: options.people]
        limits = Limits(enabled=False)
        async with session(
            setup,
            names=names,
            port=options.port,
            limits=limits,
            reads_chat=True,
            permissions=moderate_permissions().value | Permission.MANAGE_GUILD,
        ) as running:
            running.world.add_channel(running.guild, VOICE_CHANNEL, kind=VOICE)
            print("Buraco no navegador, com o bot de verdade. Abra:")
            for name, link in zip(names, running.links, strict=True):
                print(f"  {name}: {link}")
            print("Ctrl+C encerra; nada fica guardado.", flush=True)
            if not options.no_browser:
                await asyncio.to_thread(webbrowser.open, running.links[0])
            await asyncio.Event().wait()
