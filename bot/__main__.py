"""The command line. Each command imports only what it needs, so that ``health`` starts at once."""

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

UNUSABLE = 2

COMMANDS = {
    "run": "põe o bot no ar",
    "demo": "joga no navegador, sem token: o bot de verdade e um Discord de faz de conta",
    "invite": "mostra os links que levam o bot a um servidor",
    "doctor": "confere a instalação, o banco de dados e o Discord, e diz o que fazer",
    "backup": "copia o banco de dados, mesmo com o bot no ar",
    "health": "pergunta ao bot que está no ar como ele vai (HEALTH_PORT)",
    "emojis": "envia as faces das cartas como emojis do aplicativo",
    "replay": "joga um registro pelas regras e mostra o placar",
    "moderate": "julga mensagens de um arquivo: cantar jogo, ofensa ou conversa",
    "render": "desenha uma posição de um registro em PNG",
}


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return the exit status."""
    words = [*(sys.argv[1:] if arguments is None else arguments)]
    parser = argparse.ArgumentParser(prog="python -m bot", description="Buraco STBL no Discord")
    commands = parser.add_subparsers(dest="command", required=True)
    parsers = {name: commands.add_parser(name, help=text) for name, text in COMMANDS.items()}
    parsers["backup"].add_argument(
        "file", metavar="FILE", type=Path, help="a cópia; não pode existir ainda"
    )
    match words[:1]:
        case ["render"]:
            from bot import render  # noqa: PLC0415

            render.add_arguments(parsers["render"])
            return render.run(parser.parse_args(words))
        case ["replay"]:
            from bot import replay  # noqa: PLC0415

            replay.add_arguments(parsers["replay"])
            return replay.run(parser.parse_args(words))
        case ["moderate"]:
            from bot import moderate  # noqa: PLC0415

            moderate.add_arguments(parsers["moderate"])
            return moderate.run(parser.parse_args(words))
        case ["demo"]:
            from demo import command  # noqa: PLC0415

            command.add_arguments(parsers["demo"])
            return command.run(parser.parse_args(words))
        case _:
            pass
    options = parser.parse_args(words)
    match options.command:
        case "doctor":
            from bot.doctor import examine  # noqa: PLC0415

            return examine(print)
        case "health":
            return _health()
        case "backup":
            return _backup(options.file)
        case command:
            return _with_token(command)


def _health() -> int:
    from bot.config import BadSettings, load_settings  # noqa: PLC0415
    from bot.health import ask  # noqa: PLC0415

    try:
        port = load_settings().health_port
    except BadSettings as error:
        print(error)
        return 1
    if port is None:
        print("HEALTH_PORT não está definida: o bot no ar não diz como vai.")
        return 1
    well, text = ask(port)
    print(text)
    return 0 if well else 1


def _backup(file: Path) -> int:
    from bot.config import BadSettings, load_settings  # noqa: PLC0415
    from storage.copies import copy_database  # noqa: PLC0415
    from storage.errors import DatabaseUnusable  # noqa: PLC0415

    try:
        copied = copy_database(load_settings().database, file)
    except (BadSettings, DatabaseUnusable) as error:
        return _fail(str(error))
    print(f"{file}: {copied.size / 1024:.0f} KiB, partidas: {copied.matches}, cópia conferida.")
    return 0


def _with_token(command: str) -> int:
    from bot.config import HOW_TO_LOG_IN, BadSettings, load_settings  # noqa: PLC0415

    try:
        settings = load_settings()
    except BadSettings as error:
        return _fail(str(error))
    if settings.discord_token is None:
        print(HOW_TO_LOG_IN, file=sys.stderr)
        return main(["demo"]) if command == "run" and _wants_demo() else UNUSABLE
    token = settings.discord_token.get_secret_value()
    if command == "invite":
        return _invite(token)
    if command == "emojis":
        return _emojis(token)

    from bot.run import run  # noqa: PLC0415

    problem = run(settings, token)
    return 0 if problem is None else _fail(problem)


def _wants_demo() -> bool:
    """Ask whether to play without a token, where there is somebody to answer."""
    if not sys.stdin.isatty():
        return False
    return input("\nJogar agora no navegador, sem token? [S/n] ").strip().lower() in (
        "",
        "s",
        "sim",
    )


def _invite(token: str) -> int:
    from bot.client import invite_links  # noqa: PLC0415

    try:
        play, moderate = invite_links(token)
    except ValueError:
        return _fail("DISCORD_TOKEN não parece um token: copie-o de novo da página do aplicativo.")
    print(f"Para jogar:\n  {play}\nPara jogar e moderar a conversa:\n  {moderate}")
    return 0


def _emojis(token: str) -> int:
    import asyncio  # noqa: PLC0415

    from bot.client import CannotLogIn, upload_emojis  # noqa: PLC0415
    from rendering.emoji import draw_emojis  # noqa: PLC0415

    try:
        count = asyncio.run(upload_emojis(token, draw_emojis()))
    except CannotLogIn as error:
        return _fail(str(error))
    print(f"O aplicativo tem as {count} cartas e naipes como emojis.")
    return 0


def _fail(message: str) -> int:
    print(message, file=sys.stderr)
    return UNUSABLE


if __name__ == "__main__":
    sys.exit(main())
