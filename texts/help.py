"""Guidance: the rules in short, the guide, the greeting, permissions, settings, preferences."""

from collections.abc import Sequence
from typing import Final

from texts.events import escape_markdown
from texts.lobby import pace_words

RULES_SHORT: Final = """**Buraco Fechado STBL em um minuto**
**S**em **T**rinca, **B**ate com **L**impa: só valem sequências do mesmo naipe, e a batida final \
pede uma canastra limpa.
• **Na sua vez:** compre do monte ou leve o lixo (o topo tem de entrar na hora num jogo) → baixe e \
encaixe quanto quiser → descarte uma carta.
• **Jogo:** 3 cartas ou mais, em sequência, do A ao A; no máximo um curinga (Curingão, ou 2 fora \
do lugar).
• **Canastra:** 7 cartas ou mais. Limpa (sem curinga) 200, suja 100, de Ás a Rei 500, de Ás a Ás \
1.000.
• **Morto:** quem primeiro da dupla fica sem cartas pega um morto de 11. Quem não pega perde 100.
• **Batida final:** depois do morto e com canastra limpa na mesa; vale 100 e termina a rodada.
• **Cartas:** Curingão 50 · Ás 15 · 2 e de 8 a K 10 · de 3 a 7 5. O que sobra na mão desconta.
• **Relógio:** esgotado o tempo, a mesa joga por você; na quarta jogada automática você sai.
• **Cantar jogo é proibido:** nada de dizer as suas cartas ou instruir o parceiro."""

RULES_MORE: Final = "Procure qualquer termo com `/regras`: morto, lixo, curinga, batida, contagem…"

GUIDE: Final = """**Como se joga aqui**
1. `/mesa criar` abre uma mesa; sente-se pelos botões. `/treinar` dá as cartas na hora, contra \
robôs. `/desafiar` chama dois adversários para uma partida entre duplas.
2. A mesa fica num tópico: o desenho, de quem é a vez, o tempo. A sua mão chega por mensagem \
privada; com as privadas fechadas, o botão **Minha mão** na mesa faz o mesmo.
3. Na sua vez: **Comprar** ou **Lixo**, depois o menu **Jogadas** e o menu **Descartar**.

**Jogar escrevendo** (na conversa privada comigo; várias jogadas separadas por `;`)
`c` compra · `l J Q o` pega o lixo com J e Q de ouros · `b 5 6 7 c` baixa · `e 8p 2` encaixa o 8 \
de paus no jogo 2 · `d 9e` descarta · `l jq; e 8p; d 9e` é uma vez inteira
Naipes: `p` paus, `o` ouros, `c` copas, `e` espadas; `coringa` é o Curingão. Valem também os \
números que aparecem sob as cartas no desenho da sua mão.

**Outros comandos**
`/mao` a sua mão · `/placar` os pontos · `/regras` as regras e os termos · `/preferencias` ordem \
da mão, baralho, onde jogar · `/mesa pausar` uma pausa · `/mesa sair` um robô assume · `/desistir` · \
`/mesa lista` as mesas abertas"""

GREETING: Final = """**Olá! Eu ponho mesas de Buraco Fechado STBL neste servidor.** 🃏
Para abrir a primeira: escreva `/mesa criar` num canal de texto e sente-se pelos botões; quem \
faltar, um robô completa. Sozinho? `/treinar` dá as cartas na hora.
`/ajuda` explica como se joga e `/regras` tira dúvidas. Nada precisa ser configurado; quem quiser \
escolher os canais, um cargo a avisar ou o ritmo usa `/configurar`."""

PERMISSION_NAMES: Final = {
    "view_channel": "Ver canais",
    "send_messages": "Enviar mensagens",
    "attach_files": "Anexar arquivos",
    "embed_links": "Inserir links",
    "read_message_history": "Ver histórico de mensagens",
    "create_public_threads": "Criar tópicos públicos",
    "create_private_threads": "Criar tópicos privados",
    "send_messages_in_threads": "Enviar mensagens em tópicos",
    "manage_threads": "Gerenciar tópicos",
}


def permission_list(names: Sequence[str]) -> str:
    """Permissions as Discord's own pages call them in Portuguese."""
    return ", ".join(f"**{PERMISSION_NAMES[name]}**" for name in names)


HOW_TO_GIVE: Final = (
    "Um moderador as dá em *Editar canal → Permissões → Adicionar membros ou cargos*, escolhendo o "
    "meu cargo; ou me convidando de novo pelo link de convite, que já as pede."
)


def missing_here(names: Sequence[str]) -> str:
    """Why no table can be opened here, and what to do."""
    return f"Para pôr a mesa neste canal me falta: {permission_list(names)}. {HOW_TO_GIVE}"


NO_THREADS: Final = (
    "-# Sem permissão de criar tópicos aqui, a partida fica no próprio canal "
    "(**Criar tópicos públicos** a poria num tópico só dela)."
)
NO_PRIVATE_THREADS: Final = (
    "Uma mesa reservada fica num tópico privado, e neste canal não posso criá-lo: me falta "
    f"**Criar tópicos privados**. {HOW_TO_GIVE}"
)

# Settings.

NEEDS_MANAGE_GUILD: Final = "Só quem tem a permissão **Gerenciar servidor** pode configurar o bot."
NEEDS_PERMISSION: Final = "Você não tem a permissão que este comando pede."
ONLY_IN_SERVERS: Final = "Este comando só existe num servidor, não na conversa privada."
COMMAND_CHANGED: Final = (
    "Este comando mudou há pouco e o seu Discord ainda mostra o antigo. Feche e abra o aplicativo "
    "(no computador, Ctrl+R) e tente de novo."
)
BAD_OPTION: Final = (
    "Uma das opções não existe mais ou não serve aqui. Escolha de novo a partir da lista."
)
NOT_NOW: Final = "Isto não pode ser feito aqui ou agora."


def settings_text(
    *,
    channels: Sequence[str],
    role: str | None,
    role_silent: bool,
    draw_seconds: int,
    play_seconds: int,
    pace: str,
    missing: Sequence[str],
) -> str:
    """What is set on a server, and what the bot is not allowed to do in this channel."""
    role_note = " (atenção: não é mencionável e por isso não avisa ninguém)" if role_silent else ""
    called = f"{role or 'nenhum'}{role_note}"
    clock = f"{pace}, {pace_words(draw_seconds, play_seconds)}"
    lines = [
        "**Configuração deste servidor** (tudo é opcional)",
        f"• Canais para abrir mesas: {', '.join(channels) or 'todos'} · `/configurar canais`",
        f"• Cargo avisado, uma vez a cada 30 min, quando abre mesa: {called} · `/configurar cargo`",
        f"• Ritmo de costume: {clock} · `/configurar ritmo`",
    ]
    if missing:
        lines.append(f"⚠️ Neste canal me falta: {permission_list(missing)}. {HOW_TO_GIVE}")
    else:
        lines.append("✅ Neste canal tenho todas as permissões de que preciso.")
    return "\n".join(lines)


def channel_unusable(channel: str, names: Sequence[str]) -> str:
    """A warning about a channel that has just been allowed for tables."""
    return f"⚠️ Em {channel} me falta: {permission_list(names)}. {HOW_TO_GIVE}"


# Preferences. The keys are the values that are stored.

ORDERS: Final = {"suit": "por naipe", "rank": "por valor"}
DECKS: Final = {
    "four_colours": "quatro cores",
    "classic": "duas cores",
    "colour_blind": "para daltônicos",
}
PLACES: Final = {"dm": "na conversa privada", "table": "na mesa"}


def preferences_text(*, order: str, deck: str, place: str) -> str:
    """What a user has chosen."""
    return (
        "**As suas preferências**\n"
        f"• Ordenar a mão: {ORDERS[order]}\n"
        f"• Baralho: {DECKS[deck]}\n"
        f"• Jogar: {PLACES[place]}\n"
        "Mude com as opções de `/preferencias`; valem a partir do próximo desenho."
    )


# Rules by topic, score, phrases.


def nothing_found(term: str, near: Sequence[str]) -> str:
    """No topic answers to the term."""
    words = f"Nenhum termo encontrado para **{escape_markdown(term[:60])}**."
    if not near:
        return f"{words} `/regras` sem termo mostra as regras em resumo."
    return f"{words} Quis dizer {' ou '.join(f'**{each}**' for each in near)}?"


def topics_line(titles: Sequence[str]) -> str:
    """What may be asked about."""
    return "Tópicos: " + ", ".join(titles)


PICK_PHRASE: Final = "Escolha a frase:"
TOO_FAST: Final = "Uma frase a cada 5 segundos, por favor."


def phrase_line(name: str, phrase: str) -> str:
    """A quick phrase, said at the table."""
    return f"**{escape_markdown(name)}:** {phrase}"


NO_SCORE_YET: Final = "A partida ainda não começou: não há pontos."
