"""The command line. Each command imports only what it needs, so that ``replay`` starts at once."""

import argparse
import sys
from collections.abc import Sequence

UNUSABLE = 2

HOW_TO_LOG_IN = """\
Falta o token do bot. Para conseguir um:
  1. Abra https://discord.com/developers/applications e crie um aplicativo (New Application).
  2. Em Bot, aperte Reset Token e copie o token.
  3. Copie .env.example para .env e ponha o token em DISCORD_TOKEN=
  4. Rode de novo. `make invite` mostra os links para levar o bot a um servidor.
Nenhuma "Privileged Gateway Intent" precisa ser ligada para jogar."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return the exit status."""
    from bot import replay  # noqa: PLC0415

    parser = argparse.ArgumentParser(prog="python -m bot", description="Buraco STBL no Discord")
    commands = parser.add_subparsers(dest="command", required=True)
    commands.add_parser("run", help="põe o bot no ar")
    commands.add_parser("invite", help="mostra os links que levam o bot a um servidor")
    commands.add_parser("emojis", help="envia as faces das cartas como emojis do aplicativo")
    replay.add_arguments(
        commands.add_parser("replay", help="joga um registro pelas regras e mostra o placar")
    )
    drawing = commands.add_parser("render", help="desenha uma posição de um registro em PNG")
    words = [*(sys.argv[1:] if arguments is None else arguments)]
    if words[:1] == ["render"]:
        from bot import render  # noqa: PLC0415

        render.add_arguments(drawing)
        return render.run(parser.parse_args(words))
    options = parser.parse_args(words)
    if options.command == "replay":
        return replay.run(options)
    return _with_token(options.command)


def _with_token(command: str) -> int:
    from bot.config import BadSettings, load_settings  # noqa: PLC0415

    try:
        settings = load_settings()
    except BadSettings as error:
        return _fail(str(error))
    if settings.discord_token is None:
        return _fail(HOW_TO_LOG_IN)
    token = settings.discord_token.get_secret_value()
    if command == "invite":
        return _invite(token)
    if command == "emojis":
        return _emojis(token)

    from bot.run import run  # noqa: PLC0415

    problem = run(settings, token)
    return 0 if problem is None else _fail(problem)


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
