"""The words of a player's own message and of the table's public one (Discord Markdown)."""

from collections.abc import Sequence

from game.state import Phase
from game.views import PlayerView, TableView
from texts.badges import NO_BADGES, Badges, badges_line
from texts.cards import HandOrder
from texts.events import escaped_names, lap_lines
from texts.plays import hand_words
from texts.score_sheet import points, team_name

LONGEST_MESSAGE = 2000


def table_title(number: int) -> str:
    """How a table is called everywhere: ``Mesa 12``."""
    return f"Mesa {number}"


def until(milliseconds: int | None) -> str:
    """A time as Discord counts it down for each reader; empty where there is none."""
    return "" if milliseconds is None else f"<t:{milliseconds // 1000}:R>"


def turn_text(
    view: PlayerView,
    *,
    title: str,
    link: str,
    order: HandOrder,
    due_at: int | None,
    paused: bool,
    can_take: bool = False,
    note: str = "",
    faces: str = "",
    hindrance: str = "",
) -> str:
    """What stands above a player's hand; ``note`` is an answer to what he has just done.

    The note stands last, nearest to the buttons: on a phone what is higher is out of sight.

    ``hindrance`` is why the match stands still, where its table cannot be shown.

    ``faces`` is the hand as emojis, sorted, where there are any; else it is told in words.

    The first line is all that a phone's notification shows. While others play nothing is told
    that would be old a moment later.
    """
    table = view.table
    parts = [f"**{title}: {_now(view, can_take=can_take, paused=paused)}**{clock_words(due_at)}"]
    if hindrance:
        parts.append(hindrance)
    if view.phase is not None and not paused:
        parts += lap_lines(table, leave_out=view.seat)
    parts.append(f"Sua mão ({len(view.hand)}): {faces or hand_words(view, order)}")
    parts.append(f"-# Rodada {table.number} · [ir à mesa]({link})")
    if note:
        parts.append(f"> {note}")
    return clipped(parts)


def clock_words(due_at: int | None) -> str:
    """The end of somebody's time, counted down by Discord; empty where there is none."""
    return "" if due_at is None else f" · ⏳ acaba {until(due_at)}"


def _now(view: PlayerView, *, can_take: bool, paused: bool) -> str:
    table = view.table
    if table.over:
        return "a partida acabou"
    if table.turn is None:
        return "a rodada acabou"
    if paused:
        return "⏸️ em pausa"
    if view.phase is Phase.DRAW:
        take = " ou pegue o lixo" if can_take else ""
        return f"sua vez, compre{take}{_warning(view)}"
    if view.phase is Phase.PLAY:
        return f"sua vez, baixe, encaixe e descarte{_warning(view)}"
    return "espere um pouco, eu chamo na sua vez"


def _warning(view: PlayerView) -> str:
    count = view.table.automatic[view.seat]
    if count == 3:
        return " (cuidado: mais uma jogada automática e você perde o lugar)"
    if count == 2 and view.phase is Phase.DRAW:
        return " (cuidado: se esta vez passar inteira, você perde o lugar)"
    return ""


def which_table_text(numbers: Sequence[int]) -> str:
    """Somebody who plays at two tables typed a play: which one is meant?"""
    shown = " e ".join(str(number) for number in numbers)
    return (
        f"Você joga nas mesas {shown}. Diga em qual, com o número na frente (`{numbers[0]}: c`), "
        "ou responda à mensagem da mão."
    )


def match_closed_text(title: str) -> str:
    """What stays of a player's hand message when the match was ended without a result."""
    return f"**{title}: a partida foi encerrada, sem resultado.** Abra outra com `/mesa criar`."


def match_over_text(title: str, link: str) -> str:
    """What stays of a player's hand message when the match is over."""
    return f"**{title}: a partida acabou.** O resultado está [na mesa]({link})."


def lost_seat_text(title: str, link: str) -> str:
    """To somebody whose seat another now has: left, replaced, or eliminated by the clock."""
    return (
        f"**{title}**: o seu lugar agora é de outro jogador. [Ir à mesa]({link})\n"
        "Se foi o relógio que tirou você, dá para voltar: use `/mesa entrar` lá na mesa, e os "
        "adversários decidem."
    )


def table_text(
    view: TableView,
    *,
    title: str,
    due_at: int | None,
    seal: str | None,
    pause_until: int | None = None,
    hindrance: str = "",
    badges: Badges = NO_BADGES,
) -> str:
    """The words of the public message: whose turn, the last lap, badges, the round's seal."""
    names = escaped_names(view.players)
    head = f"**{title}** · rodada {view.number}"
    if hindrance:
        head += " · ⏸️ em pausa"
    elif pause_until is not None:
        head += f" · ⏸️ em pausa, volta {until(pause_until)}"
    elif view.turn is not None:
        head += f" · vez de **{names[view.turn]}**{clock_words(due_at)}"
    parts = [head, hindrance, *lap_lines(view), badges_line(badges, names)]
    if seal is not None:
        parts.append(f"-# 🔒 Lacre do baralho: `{seal}`")
    return clipped(parts)


def standing_text(view: TableView, *, title: str) -> str:
    """The score so far: the match, and what lies on the table in this round."""
    names = escaped_names(view.players)
    lines = [f"**{title}** · rodada {view.number}"]
    for team in (0, 1):
        shown = f"{team_name(names, team)}: **{points(view.totals[team])}**"
        if view.turn is not None:
            shown += f" · na mesa agora {points(view.points[team])}"
        lines.append(shown)
    if view.rules.target is not None:
        lines.append(f"Meta: {points(view.rules.target)}")
    return "\n".join(lines)


def clipped(parts: Sequence[str]) -> str:
    """The lines in one message; the middle ones give way where all are too long for Discord."""
    lines = [part for part in parts if part]
    while len("\n".join(lines)) > LONGEST_MESSAGE and len(lines) > 3:
        lines.pop(2)
    return "\n".join(lines)[:LONGEST_MESSAGE]
