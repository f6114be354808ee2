"""The score sheet in words, in the order in which Brazilians count (rules, section 7)."""

from collections.abc import Sequence

from game.actions import Seat
from game.events import RoundEnding
from game.scoring import RoundScore
from game.state import TEAMS, MatchState, Round


def points(value: int) -> str:
    """Points with the Brazilian thousands dot and a real minus sign: ``−1.240``."""
    return f"{value:,}".replace(",", ".").replace("-", "−")


def team_name(players: Sequence[str], team: int) -> str:
    """A team by its players: ``Ana e Caio``, or the one player at a table of two."""
    return " e ".join(players[team::2])


def ending_words(players: Sequence[str], ending: RoundEnding | None, by: Seat | None) -> str:
    """How a round ended, as a short clause."""
    match ending:
        case RoundEnding.WENT_OUT if by is not None:
            return f"{players[by]} bateu"
        case RoundEnding.FORFEIT if by is not None:
            return f"{players[by]} deixou a partida"
        case RoundEnding.STOCK_EXHAUSTED:
            return "o monte acabou"
        case _:
            return "em andamento"


def score_line(score: RoundScore) -> str:
    """One team's round in one line, as Brazilians count: the saída first, then the cards."""
    opening = [f"canastras {points(score.canastras)}"]
    if score.going_out:
        opening.append(f"batida +{points(score.going_out)}")
    if score.morto:
        opening.append(f"morto {points(score.morto)}")
    opening.append(f"mão a pagar {points(score.hands)}")
    shown = f"{' · '.join(opening)} = saída {points(score.opening)}; cartas +{points(score.cards)}"
    if score.rounding:
        shown += f" · arredondamento +{points(score.rounding)}"
    return f"{shown} → **{points(score.total)}**"


def score_lines(score: RoundScore) -> list[str]:
    """One team's round, a line an item; items that are zero and optional are left out."""
    items = [
        ("Canastras", score.canastras, True),
        ("Batida", score.going_out, False),
        ("Morto", score.morto, False),
        ("Mão a pagar", score.hands, True),
        ("Saída", score.opening, True),
        ("Cartas", score.cards, True),
        ("Arredondamento", score.rounding, False),
        ("Total da rodada", score.total, True),
    ]
    return [f"{name}: {points(value)}" for name, value, always in items if always or value]


def round_line(players: Sequence[str], played: Round) -> str:
    """A round in one line: ``R3: 430 × 1.050 (Bruno bateu)``."""
    shown = " × ".join(points(score.total) for score in played.scores or ())
    return f"R{played.number}: {shown} ({ending_words(players, played.ending, played.ended_by)})"


def round_sheet(players: Sequence[str], played: Round) -> str:
    """A round in words: how it ended and both teams' points."""
    lines = [f"Rodada {played.number}: {ending_words(players, played.ending, played.ended_by)}."]
    if played.scores is not None:
        for team in TEAMS:
            lines.append(f"  {team_name(players, team)}")
            lines += [f"    {line}" for line in score_lines(played.scores[team])]
    return "\n".join(lines)


def match_sheet(state: MatchState) -> str:
    """The whole match in words: each round, the totals, the result."""
    rounds = [*state.finished, state.round] if state.round is not None else []
    parts = [round_sheet(state.players, played) for played in rounds]
    totals = " × ".join(
        f"{team_name(state.players, team)} {points(state.totals[team])}" for team in TEAMS
    )
    parts.append(f"Placar: {totals}")
    parts.append(result_words(state))
    return "\n".join(parts)


def result_words(state: MatchState) -> str:
    """Who won, or that nobody has yet."""
    if not state.over:
        return "A partida não terminou."
    if state.winner is None:
        return "Empate."
    name = team_name(state.players, state.winner)
    verb = "venceram" if len(state.players) > 2 else "venceu"
    if state.forfeited_by is not None:
        return f"{name} {verb} por desistência."
    return f"{name} {verb}."
