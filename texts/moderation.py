"""The words about the chat: notices to authors, the moderators' log, settings, what is kept.

Nothing that is said in public repeats what was written, and nothing says whether it was true. The
keys are values of ``moderation.Reason``, ``moderation.Label`` and ``storage.sanctions``, which this
room does not know. Texts and names come in plain and are escaped here.
"""

from collections.abc import Sequence
from typing import Final

from texts.events import escape_markdown
from texts.help import permission_list
from texts.turn import LONGEST_MESSAGE, table_title

REVEAL: Final = "canta"

CONTENT_INTENT: Final = (
    "Sem ela o jogo funciona, mas não leio o que se escreve nas mesas. Quem cuida do bot liga em "
    "Developer Portal → Bot → Message Content Intent e reinicia o bot."
)

CHAT_RULE: Final = (
    "🤐 **Conversa na mesa:** com a rodada em andamento, não diga que cartas você tem nem como "
    "jogar; o que está à vista pode ser comentado.\n"
    "Mensagem que conta jogo ou ofende alguém é apagada, e repetir rende suspensão. Mais: "
    "`/regras conversa`."
)

_WHY: Final = {
    "cards": "fala das cartas que alguém tem ou não tem na mão",
    "need": "fala das cartas que alguém quer",
    "question": "pergunta ao parceiro por cartas ou planos escondidos",
    "answer": "responde a uma pergunta sobre cartas escondidas",
    "instruction": "diz a alguém como jogar",
    "code": "passa ou combina um sinal",
    "mood": "conta como está uma mão",
    "intent": "anuncia o que alguém vai fazer",
    "warning": "avisa sobre o que os adversários têm ou querem",
    "memory": "lembra cartas cobertas no lixo",
    "tone": "soa como conversa sobre cartas escondidas",
    "insult": "ofende alguém",
    "slur": "ofende um grupo de pessoas",
    "threat": "ameaça alguém ou deseja mal",
    "harassment": "assedia alguém",
    "swearing": "tem palavrão, que este servidor não quer",
}
_RULES: Final = {
    "10.1": ("cards", "instruction"),
    "10.3": ("need", "question", "answer", "code", "intent", "warning", "memory", "mood", "tone"),
    "10.8": ("insult", "slur", "threat", "harassment"),
}
_SURFACES: Final = {
    "send": "mensagem",
    "edit": "mensagem editada",
    "forward": "mensagem encaminhada",
    "reply": "resposta",
    "reaction": "reação",
    "attachment": "arquivo",
    "poll": "enquete",
    "thread_name": "nome do tópico",
}
_DONE: Final = {
    "reaction": "tirei uma reação sua",
    "thread_name": "desfiz o nome que você deu ao tópico",
}
_LABELS: Final = {REVEAL: "canta jogo", "ofensa": "ofensa"}
_RUNGS: Final = {
    "aviso": "aviso",
    "mudo": "sem falar até o fim da rodada",
    "suspenso": "suspensão",
}
_QUOTED: Final = 700
_ESCAPED: Final = 1100
"""Characters of a removed text that are shown again, before and after it is made harmless."""


def moment(milliseconds: int) -> str:
    """A date and time as Discord shows it in each reader's own zone."""
    return f"<t:{milliseconds // 1000}:f>"


def why(reasons: Sequence[str]) -> str:
    """The reasons in one sentence: ``Ela fala das cartas…``."""
    words = [_WHY[reason] for reason in reasons if reason in _WHY]
    if not words:
        return "Ela foi contra a regra da conversa."
    return f"Ela {' e '.join(words[:2])}."


def _quote(text: str | None) -> str:
    """A removed text, harmless and not too long."""
    if text is None:
        return "(texto já apagado)"
    if not text.strip():
        return "(sem texto)"
    short = text if len(text) <= _QUOTED else f"{text[:_QUOTED]}…"
    escaped = escape_markdown(short)
    return escaped if len(escaped) <= _ESCAPED else f"{escaped[:_ESCAPED].rstrip(chr(92))}…"


# To the author, in private.

NOT_REVEALED: Final = "Não revelei nada"
DENIED: Final = "Anotado: você diz que não revelou nada. A moderação vê isso depois da rodada."


def notice(
    *,
    number: int,
    surface: str,
    text: str | None,
    label: str,
    reasons: Sequence[str],
    rung: str | None,
    banned_until: int | None,
) -> str:
    """What its author is told: his own text, why, and what follows."""
    done = _DONE.get(surface, "apaguei uma mensagem sua")
    lines = [
        f"**{table_title(number)}:** {done}.",
        f"> {_quote(text)}",
        f"**Por quê:** {why(reasons)}",
        f"**E agora:** {_follows(rung, banned_until)}",
    ]
    if label == REVEAL:
        lines.append("-# Não olhei a sua mão: conta o que foi dito, verdade ou não.")
    return "\n".join(lines)


def _follows(rung: str | None, banned_until: int | None) -> str:
    match rung:
        case "aviso":
            return (
                "fica o aviso. Na próxima, suas mensagens nesta mesa são apagadas até o fim da "
                "rodada."
            )
        case "mudo":
            return (
                "suas mensagens nesta mesa são apagadas até o fim da rodada. Você continua jogando."
            )
        case "suspenso":
            until = "" if banned_until is None else f" até {moment(banned_until)}"
            return (
                f"você está suspenso das mesas deste servidor{until}. A partida em andamento você "
                "joga até o fim, sem falar."
            )
        case _:
            return "nada mais: não conta como advertência."


def silenced(number: int) -> str:
    """What somebody is told, once, who goes on writing while he may not."""
    return (
        f"**{table_title(number)}:** suas mensagens estão sendo apagadas, por causa de uma "
        "advertência ou suspensão. Você continua jogando. Até quando: `/avisos`."
    )


def public_note(mention: str, label: str) -> str:
    """For all to see where his private messages are closed: nothing of what was written."""
    about = "não se fala de cartas escondidas" if label == REVEAL else "não se ofende ninguém"
    return f"{mention}, apaguei uma mensagem sua: aqui {about}. Veja `/avisos`."


def apology(number: int, *, strike: bool) -> str:
    """What its author is told when a moderator took an incident back."""
    undone = " A advertência e o que veio dela foram desfeitos." if strike else ""
    return (
        f"**{table_title(number)}:** apagar aquela mensagem sua foi engano meu. Desculpe!{undone}"
    )


def banned_notice(server: str, until: int | None, reason: str) -> str:
    """What somebody is told whom a moderator has banned."""
    end = "até um moderador perdoar" if until is None else f"até {moment(until)}"
    words = f"Você está suspenso das mesas de {escape_markdown(server)} {end}."
    return f"{words} Motivo: {escape_markdown(reason)}" if reason.strip() else words


def pardoned_notice(server: str) -> str:
    """What somebody is told whom a moderator has pardoned."""
    return f"A moderação de {escape_markdown(server)} perdoou você. Pode jogar de novo."


# The moderators' log.

MISTAKE: Final = "Foi engano"
NOT_A_MODERATOR: Final = (
    "Só quem pode **Colocar membros de castigo** ou **Gerenciar servidor** desfaz isto."
)


def mistake_label(incident: int) -> str:
    """The button that takes an incident back."""
    return f"{MISTAKE}: nº {incident}"


def log_title(number: int, round_number: int | None) -> str:
    """What stands above the incidents of one round."""
    part = "fora de rodada" if round_number is None else f"rodada {round_number}"
    return f"### {table_title(number)}, {part}: o que apaguei"


def more_incidents(count: int) -> str:
    """Where a round has more incidents than are shown."""
    return f"… e mais {count}. Veja com `/moderacao historico`."


def incident_text(
    *,
    incident: int,
    user_id: int,
    at: int,
    surface: str,
    label: str,
    reasons: Sequence[str],
    confidence: float,
    text: str | None,
    seq: int,
    turn: int | None,
    strike: bool,
    rung: str | None,
    denied: bool,
    undone_by: int | None,
    table: int | None = None,
) -> str:
    """One incident for moderators, its text behind a spoiler."""
    where = "" if table is None else f" · {table_title(table)}"
    weight = f"advertência ({_RUNGS.get(rung or '', 'conta')})" if strike else "sem advertência"
    whose = "" if turn is None else f", na vez de <@{turn}>"
    lines = [
        f"**Nº {incident}**{where} · <@{user_id}> · {moment(at)}",
        (
            f"{_SURFACES.get(surface, surface)}, {_LABELS.get(label, label)}, certeza de "
            f"{confidence:.0%} · {weight}"
        ),
        f"{why(reasons)} Evento {seq} da partida{whose}.",
        f"||{_quote(text)}||",
    ]
    if denied:
        lines.append("O autor diz que não revelou nada.")
    if undone_by is not None:
        lines.append(f"↩️ Foi engano: desfeito por <@{undone_by}>.")
    return "\n".join(lines)


def cannot_delete(place: str) -> str:
    """Told to the moderators, once a table and day."""
    return (
        f"⚠️ Não consigo apagar mensagens em {place}: me falta "
        f"{permission_list(['manage_messages'])}. Sem isso a moderação do chat não funciona ali."
    )


# Settings.

MODES: Final = {
    "apagar": "eu apago a mensagem assim que a leio. Ela já pode ter aparecido no celular do "
    "parceiro.",
    "desligada": "eu não leio nem apago nada.",
}
RIGORS: Final = {
    "rigoroso": "barra também o que insinua: como está a mão, planos, avisos, cartas cobertas.",
    "oficial": "barra só o que o regulamento diz ao pé da letra: cartas da mão e instruções.",
}
LOG_READ_BY_ALL: Final = "⚠️ Todos podem ler o canal de registro. Prefira um canal só da moderação."


def settings_text(
    *,
    place: str | None,
    mode: str,
    rigor: str,
    forbid_swearing: bool,
    log_channel: str | None,
    reads_chat: bool,
    missing: Sequence[str],
    log_missing: Sequence[str],
) -> str:
    """What holds for the chat at tables, and what is missing for it."""
    where = "neste servidor" if place is None else f"em {place}"
    lines = [f"**Moderação do chat {where}**"]
    lines += [f"• Modo **{mode}**: {MODES[mode]}"]
    lines += [
        f"• Outro modo, **{other}**: {text}" for other, text in MODES.items() if other != mode
    ]
    lines += [
        f"• Rigor **{rigor}**: {RIGORS[rigor]}",
        f"• Palavrão solto: {'apagado' if forbid_swearing else 'passa, se não for para ninguém'}",
        (
            f"• Registro: {log_channel or 'nenhum canal escolhido'}. Ali conto o que apaguei, "
            "depois que a rodada acaba."
        ),
        (
            "• Advertências: aviso; sem falar até o fim da rodada; suspensão das mesas, cada vez "
            "mais longa. Valem 30 dias."
        ),
    ]
    if not reads_chat:
        lines.append(f"⚠️ Inativa: falta a *Message Content Intent*. {CONTENT_INTENT}")
    if missing:
        lines.append(f"⚠️ Neste canal me falta: {permission_list(missing)}.")
    if log_missing:
        lines.append(f"⚠️ No canal de registro me falta: {permission_list(log_missing)}.")
    if reads_chat and not missing and mode != "desligada":
        lines.append("✅ Ativa neste canal.")
    return "\n".join(lines)


# Commands.

UNTIL_PARDONED: Final = "até ser perdoado"
NO_BOTS: Final = "Robôs não são suspensos. Escolha uma pessoa."
NO_SUCH_INCIDENT: Final = (
    "Não achei esse número neste servidor. Veja os números em `/moderacao historico`."
)
STILL_RUNNING: Final = (
    "A rodada dessa mensagem ainda está em andamento. Quando ela acabar, eu explico."
)


def banned_text(mention: str, until: int | None) -> str:
    """A moderator has banned somebody."""
    end = "até ser perdoado" if until is None else f"até {moment(until)}"
    return f"{mention} não senta em mesas deste servidor {end}. A partida em andamento ele termina."


def pardoned_text(mention: str, strikes: int, bans: int) -> str:
    """A moderator has pardoned somebody."""
    if not strikes and not bans:
        return f"Não há nada a perdoar a {mention}."
    return (
        f"{mention} está perdoado: {_count(strikes, 'advertência')} e {_count(bans, 'suspensão')}."
    )


def _count(number: int, noun: str) -> str:
    plural = noun[:-2] + "ões" if noun.endswith("ão") else f"{noun}s"
    return f"{number} {noun if number == 1 else plural}"


def standing(strikes: int, ban_until: int | None, *, banned: bool) -> str:
    """How many strikes count, and whether a ban is in force."""
    words = f"{_count(strikes, 'advertência')} nos últimos 30 dias."
    if not banned:
        return f"{words} Sem suspensão."
    end = "até um moderador perdoar" if ban_until is None else f"até {moment(ban_until)}"
    return f"{words} Suspenso das mesas {end}."


def history_text(mention: str, summary: str, entries: Sequence[str], hidden: int) -> str:
    """What somebody was blocked for, the newest first, as far as it may be told and fits."""
    head = f"**{mention}**: {summary}"
    tail = "" if not hidden else "-# O que é da rodada em andamento aparece quando ela acabar."
    return _fitting(head, entries or ["Nenhuma mensagem apagada."], tail)


def strikes_text(mention: str, summary: str, strikes: Sequence[tuple[int, int, str | None]]) -> str:
    """The strikes that count: number, time and rung of each."""
    lines = [
        f"• nº {number}, {moment(at)}: {_RUNGS.get(rung or '', 'advertência')}"
        for number, at, rung in strikes
    ]
    return _fitting(f"**{mention}**: {summary}", lines, "")


def explanation(entry: str, label: str, reasons: Sequence[str]) -> str:
    """An incident, with the paragraphs of the rules that it went against."""
    paragraphs = [number for number, about in _RULES.items() if set(about) & set(reasons)]
    cited = f"Regras: {', '.join(paragraphs)} (`/regras conversa`). " if paragraphs else ""
    truth = (
        "Não olhei a mão de ninguém: conta o que foi dito, verdade ou não. "
        if label == REVEAL
        else ""
    )
    return f"{entry}\n-# {cited}{truth}Foi engano? O botão no registro ou `/moderacao perdoar`."


def own_text(summary: str, entries: Sequence[str], ban_reason: str) -> str:
    """One's own strikes and bans."""
    reason = f"\nMotivo da suspensão: {escape_markdown(ban_reason)}" if ban_reason.strip() else ""
    return _fitting(f"**As suas advertências:** {summary}{reason}", entries, "")


def own_entry(
    incident: int, at: int, reasons: Sequence[str], rung: str | None, *, undone: bool
) -> str:
    """One of one's own incidents, without the text."""
    weight = "foi engano, desfeito" if undone else _RUNGS.get(rung or "", "sem advertência")
    return f"• nº {incident}, {moment(at)}: {why(reasons)} ({weight})"


def held_text(*, tables: int, incidents: int, texts: int, bans: int) -> str:
    """What is stored about somebody."""
    return "\n".join(
        (
            "**O que guardo sobre você**",
            f"• Mesas em que você sentou, com as jogadas: {tables}",
            "• Suas preferências: `/preferencias`",
            f"• Mensagens suas que apaguei: {incidents}; texto guardado (30 dias): {texts}",
            f"• Suspensões: {bans}",
            "As mensagens que passam não são guardadas. `/meus-dados apagar` apaga já os textos.",
        )
    )


FORGOTTEN: Final = (
    "Feito: apaguei os textos. As advertências e suspensões continuam com os servidores, sem o "
    "texto."
)


def _fitting(head: str, entries: Sequence[str], tail: str) -> str:
    """As many whole entries as one message holds."""
    shown = [head]
    for entry in entries:
        if len("\n".join((*shown, entry, "…", tail))) > LONGEST_MESSAGE:
            shown.append("…")
            break
        shown.append(entry)
    return "\n".join((*shown, tail) if tail else shown)
