"""Pictures in words, complete enough to play without seeing them.

Discord takes 1024 characters with an attachment. Each text is written in several widths, the
widest that fits is taken, and what then still does not fit is cut off at the end, where the least
useful things stand.
"""

import enum
from collections.abc import Callable, Sequence
from typing import Final

from game.actions import Team
from game.cards import Card
from game.melds import Meld, MeldKind
from game.scoring import CANASTRA_POINTS
from game.state import TEAMS, Phase, other_team
from game.views import PlayerView, TableView
from texts.badges import NO_BADGES, Badges, badges_alt
from texts.cards import (
    JOKER_NAME,
    KIND_NAMES,
    SUIT_SIGNS,
    HandOrder,
    card_name,
    card_sign,
    meld_name,
    places_of,
    rank_sign,
    sorted_hand,
)
from texts.score_sheet import ending_words, points, score_lines, team_name

LONGEST: Final = 1024
"""In characters, of an attachment's description on Discord."""

_NAME_WIDTHS: Final = (24, 12, 6)


class _Width(enum.IntEnum):
    FULL = 0
    SHORT = 1
    SHORTEST = 2


def table_alt(view: TableView, badges: Badges = NO_BADGES) -> str:
    """The table: the state in a line, then each team's melds in a line, hands and badges."""

    def write(width: _Width) -> list[str]:
        names = plain_names(view.players, longest=_NAME_WIDTHS[width])
        return [
            f"Mesa de buraco. {_state(view, names, width)}",
            *(_team_line(view, team, team_name(names, team), width) for team in TEAMS),
            _hands(view, names),
            badges_alt(badges, names),
        ]

    return _fitting(write)


def turn_alt(view: PlayerView, order: HandOrder) -> str:
    """The own hand first, numbered as in the picture, and then the table."""
    table = view.table
    shown = sorted_hand(view.hand, order)

    def write(width: _Width) -> list[str]:
        names = plain_names(table.players, longest=_NAME_WIDTHS[width])
        theirs = other_team(view.team)
        return [
            _numbered(shown),
            _newest(view, shown),
            f"{_now(view, names)} {_state(table, names, width)}",
            _team_line(table, view.team, "Seus jogos", width),
            _team_line(table, theirs, f"Jogos de {team_name(names, theirs)}", width),
            _hands(table, names),
            _fits(view, shown),
        ]

    return _fitting(write)


def score_alt(view: TableView) -> str:
    """The score sheet of a round: each team's items, the totals, what stayed in the hands."""

    def write(width: _Width) -> list[str]:
        names = plain_names(view.players, longest=_NAME_WIDTHS[width])
        ended = ending_words(names, view.ending, view.ended_by)
        lines = [f"Placar da rodada {view.number}: {ended}."]
        for team in TEAMS:
            total = points(view.totals[team])
            if view.scores is None:
                lines.append(f"{team_name(names, team)}: placar {total}.")
            else:
                items = "; ".join(score_lines(view.scores[team]))
                lines.append(f"{team_name(names, team)}: {items}; placar {total}.")
        if view.scores is None:
            lines.append("A rodada não foi contada.")
        lines += [
            f"{names[seat]} ficou {_cards(sorted_hand(hand, HandOrder.SUIT))}."
            for seat, hand in enumerate(view.shown_hands)
        ]
        return lines

    return _fitting(write)


def result_alt(view: TableView) -> str:
    """The end of a match: who won, the totals, each team's canastras of the last round."""

    def write(width: _Width) -> list[str]:
        names = plain_names(view.players, longest=_NAME_WIDTHS[width])
        lines = [f"Fim da partida: {winner_words(view, names)}."]
        for team in TEAMS:
            name, total = team_name(names, team), points(view.totals[team])
            lines.append(f"{name}: {total} pontos; canastras: {_canastras(view, team)}.")
        return lines

    return _fitting(write)


def lobby_alt(title: str, players: Sequence[str | None], robots: Sequence[bool], rules: str) -> str:
    """Who sits where before a match, which seats are free, and the rules in short."""

    def write(width: _Width) -> list[str]:
        names = plain_names([name or "" for name in players], longest=_NAME_WIDTHS[width])
        told = []
        for seat, name in enumerate(names):
            if players[seat] is None:
                told.append(f"lugar {seat + 1} livre")
            else:
                told.append(f"lugar {seat + 1} {name}" + (" (robô)" if robots[seat] else ""))
        return [f"{title}: {', '.join(told)}.", rules]

    return _fitting(write)


def winner_words(view: TableView, names: Sequence[str]) -> str:
    """Who won and how, as a short clause."""
    if view.winner is None:
        return "empate"
    verb = "venceram" if len(names) > 2 else "venceu"
    how = " por desistência" if view.forfeited_by is not None else ""
    return f"{team_name(names, view.winner)} {verb}{how}"


def _canastras(view: TableView, team: Team) -> str:
    """How many of each kind the team has on the table, the most valuable first."""
    kinds = [meld.kind_under(view.rules) for meld in view.melds[team]]
    told = []
    for kind in sorted(MeldKind, key=lambda each: -CANASTRA_POINTS[each]):
        count = kinds.count(kind)
        if count and kind.is_canastra:
            plural = "s" if count > 1 and KIND_NAMES[kind].isalpha() else ""
            told.append(f"{count} {KIND_NAMES[kind]}{plural}")
    return ", ".join(told) or "nenhuma"


def what_to_do(view: PlayerView) -> str:
    """What the seat is to do now, in a line without a full stop; nothing if it is not its turn."""
    match view.phase:
        case Phase.DRAW:  # whether the pile may be taken is not in the view
            return "Sua vez: compre"
        case Phase.PLAY:
            return "Sua vez: baixe, encaixe e descarte"
        case _:
            return ""


def plain_names(players: Sequence[str], *, longest: int = 24) -> tuple[str, ...]:
    """The names in seat order on one line each, shortened; "Jogador 2" where nothing is left."""
    names = []
    for seat, name in enumerate(players, start=1):
        plain = " ".join("".join(sign for sign in name if sign.isprintable()).split())
        if len(plain) > longest:
            plain = plain[: longest - 1].rstrip() + "…"
        names.append(plain or f"Jogador {seat}")
    return tuple(names)


def _fitting(write: Callable[[_Width], list[str]]) -> str:
    text = ""
    for width in _Width:
        text = "\n".join(line for line in write(width) if line)
        if len(text) <= LONGEST:
            return text
    return text[: LONGEST - 1] + "…"


def _state(view: TableView, names: Sequence[str], width: _Width) -> str:
    target = "" if view.rules.target is None else f" (meta {points(view.rules.target)})"
    if view.turn is not None:
        now = f"vez de {names[view.turn]}"
    elif view.over:
        now = "fim da partida"
    else:
        now = ending_words(names, view.ending, view.ended_by)
    top = ""
    if view.top_card is not None:
        name = card_name(view.top_card) if width is _Width.FULL else _sign(view.top_card)
        top = f", topo {name}"
    score = " × ".join(
        f"{team_name(names, team)} {points(view.totals[team])}"
        + (f" (+{points(view.points[team])} na mesa)" if view.scores is None else "")
        for team in TEAMS
    )
    return (
        f"Rodada {view.number}{target}, {now}. Monte {view.stock_count}, "
        f"lixo {view.pile_count}{top}, {_mortos(view, names)}. Placar: {score}."
    )


def _mortos(view: TableView, names: Sequence[str]) -> str:
    parts = [f"um com {names[taker]}" for taker in view.morto_takers if taker is not None]
    parts += ["um virou monte"] * view.mortos_in_stock
    if not parts:
        return "mortos: os dois na mesa"
    first, second = [*parts, "um na mesa"][:2]
    return f"mortos: {first}, {second.replace('um', 'outro', 1)}"


def _team_line(view: TableView, team: Team, name: str, width: _Width) -> str:
    melds = view.melds[team]
    if not melds:
        return f"{name}: nenhum jogo."
    write = (_meld_full, _meld_short, _meld_shortest)[width]
    glue = "; " if width is _Width.FULL else ", "
    told = glue.join(
        write(number, meld, meld.kind_under(view.rules)) for number, meld in enumerate(melds, 1)
    )
    return f"{name}: {told}."


def _meld_full(number: int, meld: Meld, kind: MeldKind) -> str:
    if meld.wild is None or not kind.is_canastra:
        return f"{number}: {meld_name(meld)} {KIND_NAMES[kind]}".rstrip()
    ends, _, wild = meld_name(meld).partition(" (")
    return f"{number}: {ends} {KIND_NAMES[kind]} ({wild}"


def _meld_short(number: int, meld: Meld, kind: MeldKind) -> str:
    return f"{number}: {_ends(meld)} {KIND_NAMES[kind]}".rstrip() + _wild(meld, named=True)


def _meld_shortest(number: int, meld: Meld, kind: MeldKind) -> str:
    del kind
    return f"{number} {_ends(meld)}{_wild(meld, named=False)}"


def _ends(meld: Meld) -> str:
    return f"{rank_sign(meld.start)}-{rank_sign(meld.end)}{SUIT_SIGNS[meld.suit]}"


def _wild(meld: Meld, *, named: bool) -> str:
    if meld.wild is None or meld.wild_position is None:
        return ""
    place = rank_sign(meld.wild_position)
    return f" ({_sign(meld.wild)}={place})" if named else f"({place})"


def _hands(view: TableView, names: Sequence[str]) -> str:
    counts = ", ".join(
        f"{name} {count}" for name, count in zip(names, view.hand_counts, strict=True)
    )
    automatic = ", ".join(
        f"{name} {count}" for name, count in zip(names, view.automatic, strict=True) if count
    )
    told = f"Cartas na mão: {counts}. Mão da rodada: {names[view.starter]}."
    return f"{told} Jogadas automáticas: {automatic}." if automatic else told


def _numbered(shown: Sequence[Card]) -> str:
    if not shown:
        return "Sua mão está vazia."
    cards = ", ".join(f"{number} {_sign(face)}" for number, face in enumerate(shown, start=1))
    return f"Sua mão ({len(shown)}): {cards}."


def _newest(view: PlayerView, shown: Sequence[Card]) -> str:
    new = sorted(place + 1 for place in places_of(view.newest, shown))
    return f"Novas: {', '.join(map(str, new))}." if new else ""


def _fits(view: PlayerView, shown: Sequence[Card]) -> str:
    by_meld: dict[int, list[str]] = {}
    for number, face in enumerate(shown, start=1):
        for meld in view.fits.get(face, ()):
            by_meld.setdefault(meld, []).append(str(number))
    told = "; ".join(f"no jogo {meld}: {', '.join(by_meld[meld])}" for meld in sorted(by_meld))
    return f"Encaixam {told}." if told else ""


def _now(view: PlayerView, names: Sequence[str]) -> str:
    return f"{what_to_do(view) or f'Você é {names[view.seat]}'}."


def _cards(cards: Sequence[Card]) -> str:
    return "com " + " ".join(map(_sign, cards)) if cards else "sem cartas"


def _sign(face: Card) -> str:
    return card_sign(face) if face.suit is not None else JOKER_NAME
