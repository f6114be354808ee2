"""The words to moderators: the log of what was blocked, the settings, their commands.

The keys are those of ``texts.moderation``. Texts and names come in plain and are escaped here.
"""

from collections.abc import Mapping, Sequence
from typing import Final

from texts.help import permission_list
from texts.moderation import CONTENT_INTENT, REVEAL, RUNGS, counted, fitting, moment, quote, why
from texts.turn import table_title

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
    "nickname": "apelido",
    "spoken": "pelo botão Falar",
}
_LABELS: Final = {REVEAL: "canta jogo", "ofensa": "ofensa", "ok": "conversa"}


# The moderators' log.

MISTAKE: Final = "Foi engano"
GRAVER: Final = "Aumentar"
EXCEPT: Final = "Não bloquear mais isto aqui"
EXCEPT_OFFERED: Final = "Desfeito. Se esta mensagem é normal neste servidor, posso deixar passar:"
EXCEPTED: Final = (
    "Feito: essa mensagem não é mais bloqueada neste servidor. Veja ou tire as exceções com "
    "`/moderacao excecoes`."
)
NOT_A_MODERATOR: Final = (
    "Só quem pode **Colocar membros de castigo** ou **Gerenciar servidor** desfaz isto."
)


def mistake_label(incident: int) -> str:
    """The button that takes an incident back."""
    return f"{MISTAKE}: nº {incident}"


def graver_label(incident: int) -> str:
    """The button that makes more of an incident."""
    return f"{GRAVER}: nº {incident}"


def raised_text(incident: int, rung: str, until: int | None, *, told: bool) -> str:
    """What the moderator is told who made more of an incident."""
    end = "" if until is None else f" até {moment(until)}"
    told_too = "Avisei quem escreveu." if told else "Não consegui avisar quem escreveu."
    return f"Nº {incident} vale agora: {RUNGS.get(rung, rung)}{end}. {told_too}"


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
    undone: bool,
    undone_by: int | None,
    reported_by: int | None,
    table: int | None = None,
) -> str:
    """One incident for moderators, its text behind a spoiler."""
    where = "" if table is None else f" · {table_title(table)}"
    weight = f"advertência ({RUNGS.get(rung or '', 'conta')})" if strike else "sem advertência"
    whose = "" if turn is None else f", na vez de <@{turn}>"
    about = why(reasons) if reasons else "Não vi nada contra a regra."
    lines = [
        f"**Nº {incident}**{where} · <@{user_id}> · {moment(at)}",
        (
            f"{_SURFACES.get(surface, surface)}, {_LABELS.get(label, label)}, certeza de "
            f"{confidence:.0%} · {weight}"
        ),
        f"{about} Evento {seq} da partida{whose}.",
        f"||{quote(text)}||",
    ]
    if reported_by is not None:
        lines.append(f"🚩 Denunciada por <@{reported_by}>; não apaguei nada.")
    if denied:
        lines.append("Quem escreveu diz que não revelou nada.")
    if undone_by is not None:
        lines.append(f"↩️ Foi engano: desfeito por <@{undone_by}>.")
    elif undone:
        lines.append("🤝 Os adversários perdoaram: desfeito.")
    return "\n".join(lines)


def cannot_delete(place: str) -> str:
    """Told to the moderators, once a table and day."""
    return (
        f"⚠️ Não consigo apagar mensagens em {place}: me falta "
        f"{permission_list(['manage_messages'])}. Sem isso a moderação do chat não funciona ali."
    )


def cannot_rename(place: str) -> str:
    """Told to the moderators, once a table and day."""
    return (
        f"⚠️ Não consigo desfazer o nome de {place}: me falta {permission_list(['manage_threads'])}."
    )


# Settings.

MODES: Final = {
    "apagar": "eu apago a mensagem assim que a leio; ela já pode ter aparecido no celular do "
    "parceiro.",
    "falar": "nos tópicos das mesas de um canal ninguém escreve direto: todos falam pelo botão "
    "**Falar**, e o que conta jogo não chega a aparecer. Administradores escrevem mesmo assim.",
    "desligada": "eu não leio nem apago nada.",
}
RIGORS: Final = {
    "rigoroso": "barra também o que insinua: como está a mão, planos, avisos, cartas cobertas.",
    "oficial": "barra só o que o regulamento diz ao pé da letra: cartas da mão e instruções.",
}
LOG_READ_BY_ALL: Final = "⚠️ Todos podem ler o canal de registro. Prefira um canal só da moderação."
_MOST_LEAKS: Final = 6
"""Roles and people that are named: a channel can have hundreds of its own permissions."""
UNSEEN: Final = (
    "-# Mensagens privadas e chamadas eu não vejo; 🎙 na mesa diz quem joga junto num canal de voz."
)


def settings_text(
    *,
    place: str | None,
    mode: str,
    rigor: str,
    forbid_swearing: bool,
    no_pictures: bool,
    everywhere: bool,
    timeouts: bool,
    automod: bool,
    ladder: Sequence[int],
    exceptions: int,
    log_channel: str | int | None,
) -> str:
    """What holds for the chat at tables; ``ladder`` are hours."""
    where = "neste servidor" if place is None else f"em {place}"
    lines = [f"**Moderação do chat {where}**"]
    lines += [f"• Modo **{mode}**: {MODES[mode]}"]
    lines += [
        f"• Outro modo, **{other}**: {text}" for other, text in MODES.items() if other != mode
    ]
    lines += [
        f"• Rigor **{rigor}**: {RIGORS[rigor]}",
        f"• Palavrão solto: {'apagado' if forbid_swearing else 'passa, se não for para ninguém'}",
        "• Imagem, vídeo e áudio de quem joga, com a rodada em andamento: "
        + ("apagados" if no_pictures else "passam, menos a imagem da própria mão"),
        "• Outros canais, de quem está jogando: "
        + ("o que conta jogo sai" if everywhere else "não leio"),
        f"• Castigo do Discord junto com a suspensão: {'sim' if timeouts else 'não'}",
        f"• Regra de AutoMod contra injúrias: {'ligada' if automod else 'desligada'}",
        (
            f"• Registro: {log_channel or 'nenhum canal escolhido'}. Ali conto o que apaguei, "
            "depois que a rodada acaba."
        ),
        (
            "• Advertências, por 30 dias: aviso; sem falar até o fim da rodada; suspensão das "
            f"mesas por {', '.join(map(duration, ladder))}."
        ),
    ]
    if exceptions:
        lines.append(f"• Exceções do servidor: {exceptions} (`/moderacao excecoes`)")
    return "\n".join(lines)


def trouble_text(
    *,
    mode: str,
    reads_chat: bool,
    missing: Sequence[str],
    log_missing: Sequence[str],
    log_is_public: bool,
    leaks: Sequence[str],
    open_to_all: bool,
) -> str:
    """What keeps the settings from working here, or that they do.

    ``leaks`` are the roles and members that write in a channel where all should use the button,
    ``open_to_all`` is whether everybody does.
    """
    lines = []
    shown, more = ", ".join(leaks[:_MOST_LEAKS]), len(leaks) - _MOST_LEAKS
    shown += f" e mais {more}" if more > 0 else ""
    if mode == "falar":
        if open_to_all:
            lines.append(
                "⚠️ Neste canal todos ainda escrevem ou reagem direto. Use `/moderacao configurar "
                "modo:falar` aqui, ou negue a @everyone **Enviar mensagens em tópicos** e "
                "**Adicionar reações**."
            )
        if leaks:
            lines.append(
                f"⚠️ Ainda escrevem direto neste canal: {shown}. Tire deles **Enviar "
                "mensagens em tópicos** no canal, ou saiba que passam."
            )
    elif mode == "apagar" and not reads_chat:
        lines.append(f"⚠️ Inativa: falta a *Message Content Intent*. {CONTENT_INTENT}")
    if missing:
        lines.append(f"⚠️ Neste canal me falta: {permission_list(missing)}.")
    if log_missing:
        lines.append(f"⚠️ No canal de registro me falta: {permission_list(log_missing)}.")
    if log_is_public:
        lines.append(LOG_READ_BY_ALL)
    works = reads_chat or mode == "falar"
    if works and not missing and not leaks and not open_to_all and mode != "desligada":
        lines.append("✅ Ativa neste canal.")
    return "\n".join((*lines, UNSEEN))


def duration(hours: int) -> str:
    """A number of hours as people say it."""
    if hours % 24 == 0 and hours > 24:
        return f"{hours // 24} dias"
    return f"{hours} hora{'s' * (hours > 1)}"


BAD_LADDER: Final = (
    "Não entendi a escada. Escreva os prazos do menor ao maior, como `1h 24h 7d` (até 6, de 1 hora "
    "a 30 dias)."
)
ONLY_WHOLE_SERVER: Final = (
    "Outros canais, castigo e AutoMod valem para o servidor inteiro: use `onde:servidor`."
)
MADE_TO_SPEAK: Final = "Eu só crio canal para o modo **falar**: use `modo:falar criar_canal:True`."
SPEAK_IS_FOR_CHANNELS: Final = (
    "O modo **falar** é de um canal. Diga em `canal` qual devo usar, ou use `onde:aqui` no canal "
    "das mesas; com `criar_canal`, eu faço um novo."
)


def cannot_make_channel(names: Sequence[str]) -> str:
    """Why no channel was made for mode *falar*."""
    return (
        f"Para isso me falta: {permission_list(names)}. Dê a permissão e repita, ou feche o canal "
        "à mão: negue a @everyone **Enviar mensagens em tópicos** e **Adicionar reações**."
    )


def channel_made(channel: str) -> str:
    """A channel for mode *falar* is ready."""
    return f"✅ {channel} está pronto: nas mesas dali se fala pelo botão **Falar** ou com `/falar`."


def cannot_open_again(channel: str) -> str:
    """The bot may not undo the permissions of a channel of mode *falar*."""
    return (
        f"Para reabrir {channel} me falta {permission_list(['manage_roles'])}. Ou tire à mão as "
        "permissões de @everyone no canal, e repita."
    )


CHANNEL_TOPIC: Final = "Mesas de buraco: /mesa criar. Nas mesas se fala pelo botão Falar."


# Commands.

UNTIL_PARDONED: Final = "até ser perdoado"
NO_BOTS: Final = "Robôs não são suspensos. Escolha uma pessoa."
NO_SUCH_INCIDENT: Final = (
    "Não achei esse número neste servidor. Veja os números em `/moderacao historico`."
)
STILL_RUNNING: Final = (
    "A rodada dessa mensagem ainda está em andamento. Volte a pedir quando ela acabar."
)


def banned_text(mention: str, until: int | None) -> str:
    """A moderator has banned somebody."""
    end = "até a moderação perdoar" if until is None else f"até {moment(until)}"
    return f"{mention} não senta em mesas deste servidor {end}. A partida em andamento ele termina."


def pardoned_text(mention: str, strikes: int, bans: int) -> str:
    """A moderator has pardoned somebody."""
    if not strikes and not bans:
        return f"Não há nada a perdoar a {mention}."
    taken_back = f"{counted(strikes, 'advertência')} e {counted(bans, 'suspensão')}"
    return f"Perdão dado a {mention}: {taken_back}."


def history_text(mention: str, summary: str, entries: Sequence[str], hidden: int) -> str:
    """What somebody was blocked for, the newest first, as far as it may be told and fits."""
    head = f"**{mention}**: {summary}"
    tail = "" if not hidden else "-# O que é da rodada em andamento aparece quando ela acabar."
    return fitting(head, entries or ["Nenhuma mensagem apagada."] * (not hidden), tail)


NO_TURN: Final = "ninguém"
OTHERS: Final = "outra pessoa"


def pair_text(
    first: str, second: str, turns: Mapping[str, int], entries: Sequence[str], hidden: int
) -> str:
    """What two people were blocked for where both played; ``turns`` counts by whose turn it was."""
    head = f"**{first} e {second}**, nas mesas em que os dois jogaram:"
    if turns:
        counts = "; ".join(f"na vez de {whose}: {count}" for whose, count in turns.items())
        head += f"\n{counts}."
    tail = "" if not hidden else "-# O que é da rodada em andamento aparece quando ela acabar."
    return fitting(head, entries or ["Nenhuma mensagem apagada."] * (not hidden), tail)


def exceptions_text(exceptions: Sequence[tuple[int, str, int]]) -> str:
    """A server's own exceptions: number, text, and who made it."""
    if not exceptions:
        return (
            "Este servidor não tem exceções. Elas nascem no registro, depois de **Foi engano**, "
            f"com o botão **{EXCEPT}**."
        )
    lines = [f"• nº {number}: ||{quote(text)}|| (<@{by}>)" for number, text, by in exceptions]
    head = "**O que não é bloqueado neste servidor** (para tirar: `/moderacao excecoes tirar:nº`)"
    return fitting(head, lines, "")


EXCEPTION_DROPPED: Final = "Feito: volta a ser bloqueado."
NO_SUCH_EXCEPTION: Final = "Não há exceção com esse número. Veja a lista com `/moderacao excecoes`."

AUTOMOD_SAYS: Final = "Injúria contra um grupo não passa neste servidor."
AUTOMOD_NEEDS: Final = (
    "Para a regra de AutoMod preciso de **Gerenciar servidor**. Dê a permissão ao meu cargo e "
    "repita."
)
AUTOMOD_FULL: Final = (
    "O servidor já tem todas as regras de palavras que o Discord permite. Tire uma em "
    "*Configurações do servidor → AutoMod* e repita."
)

REPORT: Final = "Denunciar mensagem"
PARDON: Final = "Perdoar"
REPORTED: Final = (
    "Anotado. A moderação lê a denúncia quando a rodada acabar; nada é dito em público."
)
REPORTED_BEFORE: Final = "Essa mensagem já está com a moderação."
REPORT_ONLY_TABLES: Final = (
    "Só dá para denunciar o que alguém escreveu numa mesa. Para o resto, fale com a moderação do "
    "servidor."
)
NO_LOG_CHANNEL: Final = (
    "Anotei, mas este servidor ainda não escolheu o canal de registro: avise a moderação."
)


def timeout_refused(mention: str) -> str:
    """Discord did not let the bot give a timeout."""
    return (
        f"⚠️ O castigo do Discord para {mention} foi recusado (dono, administrador, cargo acima "
        "do meu, ou me falta **Colocar membros de castigo**). A suspensão das mesas vale; não "
        "tento de novo."
    )


def strikes_text(mention: str, summary: str, strikes: Sequence[tuple[int, int, str | None]]) -> str:
    """The strikes that count: number, time and rung of each."""
    lines = [
        f"• nº {number}, {moment(at)}: {RUNGS.get(rung or '', 'advertência')}"
        for number, at, rung in strikes
    ]
    return fitting(f"**{mention}**: {summary}", lines, "")


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
