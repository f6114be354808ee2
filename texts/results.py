"""The words of a round's score sheet, of a match's result, and a thread's name."""

from collections.abc import Sequence

from game.state import TEAMS
from game.views import TableView
from texts.events import escaped_names
from texts.score_sheet import ending_words, points, score_line, team_name
from texts.turn import clipped

LONGEST_THREAD_NAME = 100


def thread_name(number: int, players: Sequence[str], team: str | None = None) -> str:
    """A table's thread, after its teams: ``Mesa 12 · Ana e Caio × Bia e Davi``."""
    first = team or team_name(players, 0)
    return f"Mesa {number} · {first} × {team_name(players, 1)}"[:LONGEST_THREAD_NAME]


def sheet_text(view: TableView, *, title: str) -> str:
    """A scored round: how it ended, both teams' points in counting order, the totals."""
    names = escaped_names(view.players)
    ending = ending_words(names, view.ending, view.ended_by)
    parts = [f"**{title} · fim da rodada {view.number}**: {ending}.", *_scores(view, names)]
    parts.append(_totals(view, names))
    if not view.over:
        parts.append("A próxima rodada começa em 30 segundos, ou assim que todos continuarem.")
    return clipped(parts)


def result_text(
    view: TableView,
    *,
    title: str,
    played_out: bool,
    best_of: int = 1,
    wins: tuple[int, int] = (0, 0),
) -> str:
    """The end of a match: who won, the points, where the seals can be checked.

    ``wins`` are those of a series of ``best_of`` matches, this one included.
    """
    names = escaped_names(view.players)
    parts = [f"**{title} · {_result(view, names, played_out=played_out)}**"]
    parts.append(_totals(view, names))
    if best_of > 1:
        shown = " × ".join(f"{team_name(names, team)} **{wins[team]}**" for team in TEAMS)
        decided = "" if max(wins) <= best_of // 2 else " — série decidida"
        parts.append(f"Melhor de {best_of}: {shown}{decided}")
    parts.append(
        "-# 🔓 O arquivo traz a partida inteira e abre os lacres: mostra que nenhum baralho foi "
        "trocado. Para conferir: `python -m bot replay ARQUIVO --verify`."
    )
    return clipped(parts)


def _result(view: TableView, names: Sequence[str], *, played_out: bool) -> str:
    if not played_out:
        return "a mesa foi encerrada sem resultado"
    if view.winner is None:
        return "empate"
    verb = "venceram" if len(names) > 2 else "venceu"
    how = " por desistência" if view.forfeited_by is not None else ""
    return f"🏆 {team_name(names, view.winner)} {verb}{how}"


def _scores(view: TableView, names: Sequence[str]) -> list[str]:
    if view.scores is None:
        return []
    return [f"**{team_name(names, team)}**: {score_line(view.scores[team])}" for team in TEAMS]


def _totals(view: TableView, names: Sequence[str]) -> str:
    shown = " × ".join(
        f"{team_name(names, team)} **{points(view.totals[team])}**" for team in TEAMS
    )
    target = f" (meta {points(view.rules.target)})" if view.rules.target is not None else ""
    return f"Placar: {shown}{target}"
