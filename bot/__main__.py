"""The command line. Each command imports only what it needs, so that ``replay`` starts at once."""

import argparse
import sys
from collections.abc import Sequence


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return the exit status."""
    from bot import replay  # noqa: PLC0415

    parser = argparse.ArgumentParser(prog="python -m bot", description="Buraco STBL no Discord")
    commands = parser.add_subparsers(dest="command", required=True)
    replay.add_arguments(
        commands.add_parser("replay", help="joga um registro pelas regras e mostra o placar")
    )
    options = parser.parse_args(arguments)
    return replay.run(options)


if __name__ == "__main__":
    sys.exit(main())
