"""The ``render`` command: draw any position of a record as a PNG (docs/pictures.md)."""

import argparse
import sys
from pathlib import Path
from typing import Final

from bot.replay import NOT_A_RECORD, REFUSED, Replay
from game.actions import Seat
from game.record import BadLine
from game.refusals import Refused
from game.state import MatchState, Phase
from game.views import player_view, table_view
from rendering import (
    FOUR_COLOURS,
    Picture,
    render_result,
    render_score_sheet,
    render_table,
    render_turn,
)
from texts.cards import HandOrder
from texts.refusals import explain

NOT_THERE: Final = 2
"""The exit status where the position has no such picture, as for a file that is no record."""


class NoSuchPicture(ValueError):
    """The position cannot be shown in this way; the text says why."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Describe the command's own arguments."""
    parser.add_argument("file", metavar="FILE", help="o registro; - lê da entrada padrão")
    parser.add_argument("--line", type=int, metavar="N", help="até esta linha, inclusive")
    parser.add_argument(
        "--what",
        choices=("table", "turn", "score", "result"),
        default="table",
        help="a mesa, a mão de um lugar, o placar da rodada ou o resultado",
    )
    parser.add_argument("--seat", type=int, metavar="S", help="o lugar, de 0 a 3; o da vez")
    parser.add_argument(
        "-o", "--output", metavar="OUT", required=True, help="o PNG; - é a saída padrão"
    )


def run(options: argparse.Namespace) -> int:
    """Draw a position; returns the exit status: 0, 1 (a refused action) or 2 (no record)."""
    try:
        raw = sys.stdin.buffer.read() if options.file == "-" else Path(options.file).read_bytes()
    except OSError as error:
        return _fail(f"{options.file}: {error.strerror}", NOT_A_RECORD)
    lines = raw.decode(errors="surrogateescape").split("\n")
    replay = Replay()
    try:
        replay.read("\n".join(lines if options.line is None else lines[: max(0, options.line)]))
        picture = draw(replay.state, options.what, options.seat)
    except BadLine as error:
        return _fail(str(error), NOT_A_RECORD)
    except Refused as error:
        players = replay.state.players if replay.state else ()
        message = explain(error.refusal, players)
        return _fail(f"line {error.__notes__[0]}: {error.refusal.code.value}: {message}", REFUSED)
    except NoSuchPicture as error:
        return _fail(str(error), NOT_THERE)
    return _write(picture, options.output)


def draw(state: MatchState | None, what: str, seat: int | None) -> Picture:
    """The picture of a position. Raises NoSuchPicture."""
    if state is None or state.round is None:
        raise NoSuchPicture("até essa linha ainda não foram dadas as cartas")
    view = table_view(state)
    match what:
        case "turn":
            shown = state.round.turn if seat is None else seat
            if not 0 <= shown < len(state.players):
                raise NoSuchPicture(f"não há lugar {shown} nessa mesa")
            own = player_view(state, Seat(shown))
            return render_turn(own, theme=FOUR_COLOURS, order=HandOrder.SUIT)
        case "score":
            if state.phase is not Phase.OVER and not state.over:
                raise NoSuchPicture("nessa linha a rodada não terminou")
            return render_score_sheet(view, theme=FOUR_COLOURS)
        case "result":
            if not state.over:
                raise NoSuchPicture("nessa linha a partida não terminou")
            return render_result(view, theme=FOUR_COLOURS)
        case _:
            return render_table(view, theme=FOUR_COLOURS)


def _write(picture: Picture, output: str) -> int:
    if output == "-":
        sys.stdout.buffer.write(picture.png)
        return 0
    try:
        Path(output).write_bytes(picture.png)
    except OSError as error:
        return _fail(f"{output}: {error.strerror}", NOT_A_RECORD)
    sys.stdout.write(picture.alt + "\n")
    return 0


def _fail(message: str, status: int) -> int:
    sys.stderr.write(message + "\n")
    return status
