"""Guidance: the rules in short, the guide, the greeting, permissions, settings, preferences."""

from collections.abc import Sequence
from typing import Final

from texts import topics
from texts.events import escape_markdown
from texts.lobby import pace_words
from texts.typed_write import usage

RULES_MORE: Final = "Procure qualquer termo com `/regras`: morto, lixo, curinga, batida, contagem…"

_GUIDE: Final = """**Como se joga aqui**
1. `/mesa criar` abre uma mesa; sente-se pelos botões. `/treinar` dá as cartas na hora, contra \
robôs. `/desafiar` chama dois adversários para uma partida entre duplas.
2. A mesa fica num tópico: a imagem, de quem é a vez, o tempo. A sua mão chega por mensagem \
privada; com as privadas fechadas, o botão **Minha mão** na mesa faz o mesmo.
3. Na sua vez: **Comprar** ou **Lixo**, depois o menu **Jogadas** e o menu **Descartar**."""

_COMMANDS: Final = """**Outros comandos**
`/mao` a sua mão · `/placar` os pontos · `/regras` as regras e os termos · `/preferencias` ordem \
da mão, baralho, onde jogar · `/mesa pausar` uma pausa · `/mesa sair` um robô assume · \
`/desistir` · `/mesa lista` as mesas abertas · `/avisos` as suas advertências · `/meus-dados` \
o que guardo sobre você"""


def guide() -> str:
    """How one plays here, with the shorthand of typed play."""
    return f"{_GUIDE}\n\n{usage()}\n\n{_COMMANDS}"


def rules_in_short() -> str:
    """The rules in a minute, and the points."""
    parts = [topics.find("resumo"), topics.find("pontos")]
    shown = [f"**{part.title}**\n{part.body}" for part in parts if isinstance(part, topics.Topic)]
    return "\n\n".join([*shown, RULES_MORE])


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
    "manage_messages": "Gerenciar mensagens",
    "manage_webhooks": "Gerenciar webhooks",
    "manage_channels": "Gerenciar canais",
    "manage_roles": "Gerenciar permissões",
    "moderate_members": "Colocar membros de castigo",
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


def hindered_text(names: Sequence[str]) -> str:
    """Why a match stands still: its table cannot be shown."""
    if not names:
        why = "o Discord não me deixa escrever na mesa. Um moderador pode conferir as permissões"
    elif "manage_threads" in names:
        why = (
            "o tópico da mesa está trancado. Um moderador pode destrancá-lo, ou me dar "
            f"{permission_list(names)}"
        )
    else:
        why = f"no canal da mesa me falta {permission_list(names)}. Um moderador pode dar"
    return f"⏸️ A partida espera, sem relógio: {why}; então ela segue sozinha."


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
NO_LONGER: Final = (
    "Isto não vale mais. Veja a sua mão com `/mao` ou a mesa com `/mesa ver`, e escolha de novo."
)
ASK_DISMISS: Final = (
    "Isto me tira do servidor: as partidas em andamento acabam sem resultado, e apago a minha "
    "regra de AutoMod e os meus webhooks, e reabro os canais do modo falar. As configurações ficam "
    "guardadas, se um dia me chamarem de volta. Para confirmar, repita com `confirmar: True`."
)
FAREWELL: Final = "Feito. Obrigado pelas partidas, e até a próxima!"
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
        f"• Ritmo padrão: {clock} · `/configurar ritmo`",
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
        "Mude com as opções de `/preferencias`; valem a partir da próxima imagem."
    )


# Quick phrases.

TOO_FAST: Final = "Uma frase a cada 5 segundos, por favor."


def phrase_line(name: str, phrase: str) -> str:
    """A quick phrase, said at the table."""
    return f"**{escape_markdown(name)}:** {phrase}"
