"""The words about seats in the course of a match: leaving, resigning, pauses, offers, returns.

Everything here is Discord Markdown; names come in plain and are escaped here.
"""

from collections.abc import Sequence
from typing import Final

from texts.events import escape_markdown
from texts.turn import table_title, until


def ask_leave(number: int) -> str:
    """Before leaving."""
    return (
        f"Sair da **{table_title(number)}**? Um robô joga no seu lugar; você pode voltar com "
        "`/mesa entrar` enquanto o lugar for dele."
    )


def ask_resign(number: int, *, partner: str | None) -> str:
    """Before resigning."""
    words = f"Desistir da **{table_title(number)}**? A derrota fica registrada"
    if partner is None:
        return f"{words}, seja qual for o placar."
    return f"{words} para a dupla. {escape_markdown(partner)} também precisa concordar."


def ask_close(number: int) -> str:
    """Before a moderator ends a live match."""
    return f"Encerrar a **{table_title(number)}** no meio da partida? Ela fica sem resultado."


NOT_FOR_YOU: Final = "Este convite é para outra pessoa. `/mesa lista` mostra as mesas com lugar."
MODERATORS_ONLY: Final = (
    "Com a partida em andamento só um moderador pode fazer isso. Para sair você mesmo: "
    "`/mesa sair`."
)
OFFER_EXPIRED: Final = "Este convite venceu. Peça outro com `/mesa substituir`."
NOT_ASKED: Final = "Esta pergunta é para outra pessoa."
STAYED: Final = "Certo, nada mudou."
LEFT: Final = "Você saiu. Um robô joga no seu lugar."
LEFT_LAST: Final = "Você saiu. Não ficou ninguém à mesa, e a partida foi encerrada."
RESIGNED: Final = "Desistência feita."
REMOVED: Final = "Feito: um robô joga naquele lugar."
OFFERED: Final = "Convite feito: o lugar só muda quando a pessoa aceitar."
PAUSE_ASKED: Final = "Seu voto está na mesa."


def left_line(name: str, robot: str) -> str:
    """Told at the table when somebody left."""
    return f"👋 {escape_markdown(name)} saiu; **{escape_markdown(robot)}** joga no lugar."


def removed_line(name: str, robot: str) -> str:
    """Told at the table when a moderator gave a seat to a robot."""
    return (
        f"🪑 {escape_markdown(name)} saiu por decisão da moderação; "
        f"**{escape_markdown(robot)}** joga no lugar."
    )


def took_line(name: str, seat: int) -> str:
    """Told at the table when somebody took a seat."""
    return f"🪑 **{escape_markdown(name)}** joga agora no lugar {seat + 1}."


def partner_asked(partner: str) -> str:
    """Told to who wants to resign first."""
    return f"Perguntei a {escape_markdown(partner)}: a desistência vale quando os dois quiserem."


def partner_line(mention: str, name: str) -> str:
    """Told at the table: the partner's word is wanted."""
    return f"🏳️ {mention}, {escape_markdown(name)} quer desistir da partida. Você concorda?"


def pause_line(names: Sequence[str], wanted: int) -> str:
    """Told at the table while not all want the pause."""
    who, verb = _people(names, "quer", "querem")
    return f"⏸️ {who} {verb} uma pausa de 15 minutos ({len(names)} de {wanted})."


def paused_line(until_ms: int) -> str:
    """Told at the table when the pause has begun."""
    return f"⏸️ Pausa: a partida continua {until(until_ms)}, ou quando todos quiserem."


def resume_line(names: Sequence[str], wanted: int) -> str:
    """Told at the table while not all want to go on."""
    who, verb = _people(names, "quer", "querem")
    return f"▶️ {who} {verb} continuar ({len(names)} de {wanted})."


RESUMED_LINE: Final = "▶️ A partida continua."


def _people(names: Sequence[str], one: str, many: str) -> tuple[str, str]:
    shown = [f"**{escape_markdown(name)}**" for name in names]
    if len(shown) < 2:
        return "".join(shown), one
    return f"{', '.join(shown[:-1])} e {shown[-1]}", many


def offer_line(mention: str, name: str, seat: int, expires_at: int) -> str:
    """Told at the table: a seat is offered to somebody."""
    return (
        f"🪑 {mention}, {escape_markdown(name)} oferece a você o lugar {seat + 1}, "
        f"com as cartas que estão nele. O convite vence {until(expires_at)}."
    )


def eliminated_line(user: str, robot: str) -> str:
    """The clock has taken somebody's seat away; ``user`` is a mention that pings nobody."""
    return (
        f"⏱️ {user} perdeu o lugar pelo relógio, e {escape_markdown(robot)} joga agora. "
        "Para voltar, use `/mesa entrar`: os adversários decidem."
    )


def return_line(mentions: Sequence[str], name: str) -> str:
    """Told at the table: an eliminated player wants to come back."""
    return (
        f"↩️ {escape_markdown(name)} perdeu o lugar pelo relógio e quer voltar. "
        f"{' e '.join(mentions)}, vocês concordam? (regra 9.17)"
    )


RETURN_ASKED: Final = "Perguntei aos adversários na mesa: você volta se os dois concordarem."
RETURN_ASKED_BEFORE: Final = "Os adversários já foram perguntados. Espere a resposta na mesa."


def agreed_line(name: str) -> str:
    """Told at the table when the first of two opponents has agreed."""
    return f"↩️ {escape_markdown(name)} concorda com a volta; falta o outro adversário."


def may_return_line(mention: str) -> str:
    """Told at the table when all opponents have agreed."""
    return f"↩️ {mention}, os adversários concordam: o lugar é seu de novo."


ALL_AGREED: Final = "↩️ Os adversários concordam com a volta."


def more_text(number: int) -> str:
    """Above the menu of the less frequent things."""
    return f"**{table_title(number)}** · o que você quer fazer?"


def record_text(number: int) -> str:
    """Above the file of a match that has ended."""
    return (
        f"Registro da **{table_title(number)}**. `python -m bot replay ARQUIVO --verify` refaz a "
        "partida e confere os lacres."
    )
