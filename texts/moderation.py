"""The words about the chat: notices to authors, the moderators' log, settings, what is kept.

Nothing that is said in public repeats what was written, and nothing says whether it was true. The
keys are values of ``moderation.Reason``, ``moderation.Label`` and ``storage.sanctions``, which this
room does not know. Texts and names come in plain and are escaped here.
"""

from collections.abc import Sequence
from typing import Final

from texts.events import escape_markdown
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
    "picture": "é imagem, vídeo ou áudio de quem joga, e não sei se mostra cartas",
    "insult": "ofende alguém",
    "slur": "ofende um grupo de pessoas",
    "threat": "ameaça alguém ou deseja mal",
    "harassment": "assedia alguém",
    "swearing": "tem palavrão, que este servidor não quer",
}
_DONE: Final = {
    "reaction": "tirei uma reação sua",
    "nickname": "apaguei uma mensagem sua, por causa do apelido que você tem agora",
    "thread_name": "desfiz o nome que você deu ao tópico",
    "spoken": "não publiquei o que você escreveu",
}
RUNGS: Final = {
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


def quote(text: str | None) -> str:
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
SEAL: Final = "Guardar no cofre"
SEALED: Final = "No cofre: quando a rodada acabar, eu mostro à mesa o que você quis dizer."
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
        f"> {quote(text)}",
        f"**Por quê:** {why(reasons)}",
        f"**E agora:** {_follows(rung, banned_until)}",
    ]
    if label == REVEAL:
        lines.append("-# Não olhei a sua mão: conta o que foi dito, verdade ou não.")
    return "\n".join(lines)


def _follows(rung: str | None, banned_until: int | None) -> str:
    match rung:
        case "aviso":
            return "fica o aviso. Na próxima, você fica sem falar nesta mesa até o fim da rodada."
        case "mudo":
            return "você não fala nesta mesa até o fim da rodada. Você continua jogando."
        case "suspenso":
            until = "" if banned_until is None else f" até {moment(banned_until)}"
            return (
                f"suspensão das mesas deste servidor{until}. A partida em andamento você joga até "
                "o fim, sem falar."
            )
        case _:
            return "nada mais: não conta como advertência."


def silenced(number: int) -> str:
    """What somebody is told, once, who goes on writing while he may not."""
    return (
        f"**{table_title(number)}:** suas mensagens estão sendo apagadas, por causa de uma "
        "advertência ou suspensão. Você continua jogando. Até quando: `/avisos`."
    )


CANNOT_SPEAK: Final = (
    "Você não pode falar aqui agora, por causa de uma advertência ou suspensão. Você continua "
    "jogando. Até quando: `/avisos`."
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


def raised_notice(number: int, rung: str, until: int | None) -> str:
    """What its author is told when a moderator has made more of an incident."""
    return (
        f"**{table_title(number)}:** a moderação leu aquela mensagem sua e agravou a advertência: "
        f"{_follows(rung, until)}"
    )


def banned_notice(server: str, until: int | None, reason: str) -> str:
    """What somebody is told whom a moderator has banned."""
    end = "até a moderação perdoar" if until is None else f"até {moment(until)}"
    words = f"Você recebeu suspensão das mesas de {escape_markdown(server)} {end}."
    return f"{words} Motivo: {escape_markdown(reason)}" if reason.strip() else words


def pardoned_notice(server: str) -> str:
    """What somebody is told whom a moderator has pardoned."""
    return f"A moderação de {escape_markdown(server)} perdoou você. Pode jogar de novo."


def counted(number: int, noun: str) -> str:
    plural = noun[:-2] + "ões" if noun.endswith("ão") else f"{noun}s"
    return f"{number} {noun if number == 1 else plural}"


def standing(strikes: int, ban_until: int | None, *, banned: bool) -> str:
    """How many strikes count, and whether a ban is in force."""
    words = f"{counted(strikes, 'advertência')} nos últimos 30 dias."
    if not banned:
        return f"{words} Sem suspensão."
    end = "até a moderação perdoar" if ban_until is None else f"até {moment(ban_until)}"
    return f"{words} Suspensão das mesas {end}."


# At the table, in public, when the round is over.


A_SPECTATOR: Final = "Quem assistia"


def recall_title(number: int) -> str:
    """Above what was sealed at a table."""
    return f"### O que a {table_title(number)} não pôde dizer"


def recall_line(name: str, text: str) -> str:
    """What somebody wanted to say in the round that is over."""
    return f"**{escape_markdown(name)}:** {quote(text)}"


def forgive_text(names: Sequence[str]) -> str:
    """Asks the opponents whether they pardon; nothing of what was said."""
    who = ", ".join(f"**{escape_markdown(name)}**" for name in names)
    return (
        f"🟨 Advertência por cantar jogo nesta rodada: {who}. Os adversários podem perdoar, se "
        "todos eles concordarem."
    )


def forgive_label(name: str, count: int, of: int) -> str:
    """The button of the opponents; how many of them have pressed it."""
    shown = name if len(name) <= 40 else f"{name[:39]}…"
    return f"Perdoar {shown} ({count} de {of})" if count else f"Perdoar {shown}"


def forgiven_line(name: str) -> str:
    """The opponents have pardoned."""
    return f"🤝 Os adversários perdoaram **{escape_markdown(name)}**: a advertência não conta mais."


FORGIVE_NOTED: Final = "Anotado: você perdoa. Falta a outra pessoa da dupla."

# Speaking through the bot.

SPEAK: Final = "Falar"
FORM_TITLE: Final = "Falar na mesa"
FORM_LABEL: Final = "O que você quer dizer?"
FORM_HINT: Final = "Todos na mesa leem. Não fale das suas cartas."
NOTHING_SAID: Final = "Não veio texto nenhum. Escreva o que quer dizer e envie de novo."
SPEAK_NOT_HERE: Final = "Aqui não é preciso: escreva direto na conversa."
SPEAK_LATER: Final = "A mesa ainda espera gente: fale aqui mesmo, no canal."
SPEAK_SLOWLY: Final = "Um instante: espere um segundo entre uma fala e outra."
NOT_POSTED: Final = "Não consegui publicar agora, o Discord recusou. Tente de novo daqui a pouco."


def given_back(words: str, text: str) -> str:
    """Why something was not said, with the text, for who would have to type it again."""
    return f"{words}\n> {quote(text)}"


def spoken_line(name: str, text: str) -> str:
    """What somebody says, where the bot says it under its own name.

    On one line: a second one could look as if somebody else had said it.
    """
    return f"**{escape_markdown(name)}:** {' '.join(text.split())}"


def own_text(summary: str, entries: Sequence[str], ban_reason: str) -> str:
    """One's own strikes and bans."""
    reason = f"\nMotivo da suspensão: {escape_markdown(ban_reason)}" if ban_reason.strip() else ""
    return fitting(f"**As suas advertências:** {summary}{reason}", entries, "")


def own_entry(
    incident: int, at: int, reasons: Sequence[str], rung: str | None, *, undone: bool
) -> str:
    """One of one's own incidents, without the text."""
    weight = "foi engano, desfeito" if undone else RUNGS.get(rung or "", "sem advertência")
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
            "As mensagens que passam não são guardadas, nem imagens, nem quem está em chamadas.",
            "`/meus-dados apagar` apaga já os textos; `/meus-dados privacidade` conta o resto.",
        )
    )


PRIVACY: Final = """**Privacidade**
**Guardo**, na máquina de quem roda este bot: as partidas que você jogou, com as cartas e as \
jogadas; as suas preferências; e, de cada mensagem sua que foi bloqueada ou denunciada numa \
mesa, quando, onde, por quê e o que veio depois. O **texto** dela fica 30 dias no máximo, ou, se \
você o guardou no cofre, só até o fim da rodada. Suspensões e advertências são do servidor e \
ficam com ele.
**Não guardo** mensagens que passam, imagens, conversas privadas que não sejam jogadas, nem quem \
está em chamadas (🎙 é só enquanto está). Nenhum texto e nenhuma carta entram no registro do \
programa. Nada é passado a ninguém além do Discord.
**Quem lê**: o seu texto bloqueado, você e a moderação do servidor, depois da rodada.
**Ver e apagar**: `/meus-dados ver`, `/avisos`, `/meus-dados apagar` (já, em todos os \
servidores). O resto se pede a quem roda o bot."""

FORGOTTEN: Final = (
    "Feito: apaguei os textos. As advertências e suspensões continuam com os servidores, sem o "
    "texto."
)


def fitting(head: str, entries: Sequence[str], tail: str) -> str:
    """As many whole entries as one message holds."""
    shown = [head]
    for entry in entries:
        if len("\n".join((*shown, entry, "…", tail))) > LONGEST_MESSAGE:
            shown.append("…")
            break
        shown.append(entry)
    return "\n".join((*shown, tail) if tail else shown)
