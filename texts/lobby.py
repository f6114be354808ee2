"""The words of tables before and around a match: lobby, challenge, seats, pauses, invitations.

Everything here is Discord Markdown; names come in plain and are escaped here.
"""

import dataclasses
from collections.abc import Sequence
from typing import Final

from game.rules import PRESETS, RULE_NAMES, DirtyCanastra, OnElimination, Preset, Rules
from texts.events import escape_markdown
from texts.score_sheet import points
from texts.turn import clipped, table_title, until

FREE: Final = "*livre*"
TEAM_LETTERS: Final = "AB"

PRESET_NAMES: Final = {
    Preset.OFICIAL: "oficiais",
    Preset.TRADICIONAL: "tradicionais",
    Preset.MANO_A_MANO: "mano a mano",
}

HOUSE_RULES: Final[dict[str, dict[object, str]]] = {
    "dirty_canastra": {
        DirtyCanastra.CAN_BE_CLEANED: "canastra suja pode ser limpa",
        DirtyCanastra.LOCKED_AT_SEVEN: "canastra suja é suja de vez",
    },
    "five_hundred": {True: "com canastra de 500", False: "sem canastra de 500"},
    "round_up_to_ten": {True: "pontos arredondados", False: "pontos sem arredondar"},
    "waive_morto_penalty_if_none_taken": {
        True: "morto perdoado se ninguém pegou",
        False: "morto sempre cobrado",
    },
    "net_hands_on_exhaustion": {
        True: "no fim do monte paga-se só a diferença das mãos",
        False: "no fim do monte as duas mãos pagam",
    },
    "morto_in_play_before_final": {
        True: "morto em jogo antes da batida final",
        False: "batida final sem esperar o morto",
    },
    "unplayed_morto_is_unpaid": {
        True: "morto não jogado se paga",
        False: "morto não jogado conta como pego",
    },
    "on_elimination": {
        OnElimination.SUBSTITUTE: "eliminado é trocado por robô",
        OnElimination.FORFEIT: "eliminação perde a partida",
    },
}

HOUSE_VALUES: Final = {
    "target": "none ou 500, 1000 … 10000",
    "dirty_canastra": "can_be_cleaned ou locked_at_seven",
    "on_elimination": "substitute ou forfeit",
}


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class TableWords:
    """What is told of a table, whatever its state.

    ``names`` are in seat order, None where a seat is free; ``accepted`` says of each seat whether
    it waits for nobody's answer. Times are milliseconds, ``closes_at`` that of the expiry.
    """

    number: int
    rules: Rules
    draw_seconds: int
    play_seconds: int
    private: bool
    names: tuple[str | None, ...]
    accepted: tuple[bool, ...]
    team_name: str | None
    best_of: int
    closes_at: int


def rules_words(rules: Rules) -> str:
    """The rules of a table: ``regras oficiais · uma rodada``, and what the house does otherwise."""
    usual = PRESETS[rules.preset]
    house = [
        HOUSE_RULES[name][getattr(rules, name)]
        for name in RULE_NAMES
        if name != "target" and getattr(rules, name) != getattr(usual, name)
    ]
    length = "uma rodada" if rules.target is None else f"até {points(rules.target)} pontos"
    words = f"regras {PRESET_NAMES[rules.preset]} · {length}"
    return f"{words} · da casa: {', '.join(house)}" if house else words


def pace_words(draw_seconds: int, play_seconds: int) -> str:
    """The clock: ``30 s para comprar e 60 s para jogar``."""
    return f"{draw_seconds} s para comprar e {play_seconds} s para jogar"


def seat_label(seat: int, size: int) -> str:
    """A seat on a button: ``Lugar 3 · Dupla A``, or ``Lugar 2`` at a table of two."""
    place = f"Lugar {seat + 1}"
    return f"{place} · Dupla {TEAM_LETTERS[seat % 2]}" if size == 4 else place


def lobby_text(table: TableWords) -> str:
    """The message of a table that waits for players."""
    size = len(table.names)
    facts = [rules_words(table.rules), pace_words(table.draw_seconds, table.play_seconds)]
    if table.private:
        facts.append("🔒 reservada: só para convidados")
    free = sum(name is None for name in table.names)
    if free:
        wanted = "falta 1 pessoa" if free == 1 else f"faltam {free} pessoas"
        hint = f"Escolha um lugar: {wanted}."
    else:
        hint = "Mesa cheia: quem está sentado pode **iniciar**."
    return clipped(
        [
            f"## {table_title(table.number)}",
            _sentence(" · ".join(facts)),
            *_seat_lines(table, size),
            f"{hint} Sem início, a mesa fecha {until(table.closes_at)}.",
        ]
    )


def _sentence(words: str) -> str:
    return words[:1].upper() + words[1:]


def _seat_lines(table: TableWords, size: int) -> list[str]:
    if size == 2:
        return [f"**Lugar {seat + 1}:** {_named(table, seat)}" for seat in range(size)]
    lines = []
    for team in range(2):
        seats = " · ".join(f"{seat + 1} {_named(table, seat)}" for seat in (team, team + 2))
        lines.append(f"**{_team(table, team)}:** {seats}")
    return lines


def _named(table: TableWords, seat: int) -> str:
    name = table.names[seat]
    return FREE if name is None else escape_markdown(name)


def _team(table: TableWords, team: int) -> str:
    if team == 0 and table.team_name:
        return escape_markdown(table.team_name)
    return f"Dupla {TEAM_LETTERS[team]}"


def teams_words(table: TableWords) -> str:
    """Who plays whom: ``Ana e Caio × Bia e Davi``."""
    names = [_named(table, seat) for seat in range(len(table.names))]
    sides = [" e ".join(names[team::2]) for team in range(2)]
    if table.team_name:
        sides[0] = f"{escape_markdown(table.team_name)} ({sides[0]})"
    return " × ".join(sides)


def challenge_text(table: TableWords) -> str:
    """The message of a challenge: who has accepted, who is still asked."""
    series = f"melhor de {table.best_of}" if table.best_of > 1 else "uma partida"
    facts = f"{series} · {rules_words(table.rules)}"
    answers = " · ".join(
        f"{'✅' if accepted else '⏳'} {_named(table, seat)}"
        for seat, accepted in enumerate(table.accepted)
    )
    return clipped(
        [
            f"## {table_title(table.number)} · desafio",
            f"⚔️ {teams_words(table)}",
            f"{_sentence(facts)} · {pace_words(table.draw_seconds, table.play_seconds)}",
            answers,
            f"Cada um aceita ou recusa; se alguém não responder, expira {until(table.closes_at)}.",
        ]
    )


def live_text(table: TableWords, link: str | None) -> str:
    """The lobby's message once the match has begun."""
    where = f"[ir à mesa]({link})" if link else "a mesa já vem"
    return f"▶️ **{table_title(table.number)}** · partida em andamento: {where}\n" + teams_words(
        table
    )


def over_text(table: TableWords, *, result: str, totals: tuple[int, int], link: str | None) -> str:
    """The lobby's message once the match is over: the result line."""
    shown = " × ".join(points(total) for total in totals)
    where = f" · [ver a mesa]({link})" if link else ""
    return (
        f"🏁 **{table_title(table.number)}** · {teams_words(table)}: **{shown}** · {result}{where}"
    )


def closed_text(table: TableWords, reason: str) -> str:
    """The lobby's message once the table is closed without a match."""
    return f"🚫 **{table_title(table.number)}** · {reason}"


LOBBY_EXPIRED: Final = "fechou: a partida não começou em 30 minutos. Abra outra com `/mesa criar`."
CHALLENGE_EXPIRED: Final = "o desafio caiu: nem todos responderam em 5 minutos."
EVERYBODY_LEFT: Final = "fechou: todos se levantaram."
CANCELLED: Final = "foi cancelada."
CHALLENGE_OFF: Final = "o desafio não foi aceito."
ABANDONED: Final = "a partida foi encerrada sem resultado."


def declined(name: str) -> str:
    """Who declined a challenge."""
    return f"{escape_markdown(name)} recusou o desafio."


def seated_text(number: int, seat: int, size: int) -> str:
    """Told to who has just sat down by command."""
    return f"Você sentou na **{table_title(number)}**: {seat_label(seat, size)}."


def private_greeting(number: int, channel: str, link: str, *, live: bool) -> str:
    """The private message that opens the conversation in which the hand comes."""
    hand = "A sua mão" if live else "Quando a partida começar, a sua mão"
    return (
        f"Você sentou na **{table_title(number)}** em {channel}. {hand} chega aqui, com os botões "
        f"para jogar. [Ir à mesa]({link})"
    )


def private_closed(number: int) -> str:
    """Told privately to who cannot be sent private messages."""
    return (
        f"Suas mensagens privadas estão fechadas neste servidor. "
        f"Não faz mal: na **{table_title(number)}** o botão **Minha mão** mostra as suas cartas só "
        "para você, com os mesmos botões, e na sua vez eu chamo você na mesa."
    )


def opened_text(number: int, link: str, *, note: str) -> str:
    """Told to who has opened a table."""
    words = (
        f"**{table_title(number)}** aberta: [ver a mensagem]({link}). Com todos os lugares "
        "ocupados, **Iniciar** dá as cartas; **Robôs** completa a mesa."
    )
    return f"{words}\n{note}" if note else words


def challenged_text(number: int, link: str) -> str:
    """Told to who has challenged."""
    return (
        f"Desafio feito: [**{table_title(number)}**]({link}). A partida começa quando os três "
        "aceitarem, em até 5 minutos."
    )


def started_text(number: int, link: str | None) -> str:
    """Told to who has started a match by command."""
    where = f"[ir à mesa]({link})" if link else "a mesa aparece em instantes."
    return f"**{table_title(number)}**: cartas na mesa! {where}"


def invitation(number: int, mention: str, name: str, link: str) -> str:
    """The public line that invites somebody."""
    host = escape_markdown(name)
    return f"{mention}, {host} convida você para a **{table_title(number)}**: [venha]({link})"


def list_line(table: TableWords, *, live: bool, link: str | None) -> str:
    """A table in the list of the open ones."""
    free = sum(name is None for name in table.names)
    robots = "" if free or not live else " · partida em andamento"
    seats = "" if not free else f" · {free} {'lugar livre' if free == 1 else 'lugares livres'}"
    lock = " · 🔒" if table.private else ""
    where = f" · [ir]({link})" if link else ""
    title = f"**{table_title(table.number)}**"
    length = "uma rodada" if table.rules.target is None else f"até {points(table.rules.target)}"
    return f"{title} · {teams_words(table)} · {length}{robots}{seats}{lock}{where}"


NO_TABLES: Final = (
    "Nenhuma mesa aberta. Abra a primeira com `/mesa criar`, ou treine com `/treinar`."
)


def choice_label(table: TableWords) -> str:
    """A table in the choices of an option: plain text, at most 100 characters."""
    names = ", ".join(name for name in table.names if name is not None)
    return f"{table_title(table.number)} · {names}"[:100]


# Done.

STOOD_UP: Final = "Você se levantou."
YOU_DECLINED: Final = "Desafio recusado."
CLOSED: Final = "Mesa encerrada."
LOTS_DRAWN: Final = "Lugares sorteados."
EXPELLED: Final = "Feito: o lugar está livre."
INVITED: Final = "Convite feito."

# What cannot be done, and what to do instead.

WHICH_TABLE: Final = (
    "De que mesa se trata? Use o comando no tópico dela ou diga o número na opção `mesa`."
)
NO_TABLE_HERE: Final = (
    "Não há mesa aqui. Use o comando no tópico da mesa ou diga o número na opção `mesa`; "
    "`/mesa lista` mostra as abertas."
)
NOTHING_TO_JOIN: Final = (
    "Nenhuma mesa espera jogadores neste canal. Abra uma com `/mesa criar`; `/mesa lista` mostra "
    "as outras."
)
NO_BOTS: Final = (
    "Robôs do Discord não jogam. Para completar a mesa use o botão **Robôs**, com os nossos."
)
NOT_YOURSELF: Final = "Isso é com outra pessoa: escolha alguém que não seja você."
CANNOT_POST: Final = (
    "O Discord não me deixou escrever neste canal, então a mesa foi cancelada. Peça a um moderador "
    "que confira as minhas permissões com `/configurar ver`."
)


def bad_house_rule(bad: str) -> str:
    """What is wrong with the text of the house rules, and what may be written."""
    rules = "\n".join(f"`{name}` = {HOUSE_VALUES.get(name, 'yes ou no')}" for name in RULE_NAMES)
    wrong = escape_markdown(bad[:60])
    return (
        f"Não entendi **{wrong}** nas regras da casa. Escreva pares `nome=valor` separados por "
        f"espaço, cada nome uma vez (a meta também pode vir na opção `meta`):\n{rules}\n"
        "`/regras regras da mesa` explica cada uma."
    )


def wrong_channel(mentions: Sequence[str]) -> str:
    """Tables are opened elsewhere on this server."""
    return f"Neste servidor as mesas se abrem em {' ou '.join(mentions)}. Espero você lá!"


def not_in_a_thread(parent: str | None) -> str:
    """A table cannot be opened inside a thread; ``parent`` is the text channel that it hangs on."""
    where = parent or "um canal de texto"
    return f"Um tópico não pode ter outro dentro: abra a mesa em {where}."
