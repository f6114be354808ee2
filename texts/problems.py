"""What stands in the way apart from the rules of the game, each with what to do instead.

The keys are the values of ``bot.services.errors.Problem``, which this room does not know.
"""

from typing import Final

_SENTENCES: Final = {
    "no_such_table": "Não achei essa mesa. Veja as mesas abertas com `/mesa lista`.",
    "table_closed": "Esta mesa já fechou. Abra outra com `/mesa criar`.",
    "not_seated": "Você não joga nesta mesa. Veja onde há lugar com `/mesa lista`.",
    "not_live": "A partida ainda não começou. Quando a mesa encher, aperte “Iniciar”.",
    "already_live": "A partida já começou. Para jogar no lugar de um robô, use `/mesa entrar` lá "
    "na mesa.",
    "stale": "A mesa mudou. Veja a sua mão de novo e escolha outra vez.",
    "paused": "A partida está em pausa. Quando todos quiserem continuar, ela segue; ou espere a "
    "pausa acabar.",
    "hindered": "Não consigo mostrar a mesa, e a partida espera, sem relógio. Peça a um moderador "
    "que confira as minhas permissões no canal dela.",
    "not_paused": "A partida não está em pausa: pode jogar.",
    "paused_before": "Nesta rodada já houve uma pausa. Dá para pausar de novo na próxima.",
    "seat_taken": "Alguém sentou nesse lugar antes. Escolha outro.",
    "table_full": "A mesa está cheia. Espere alguém sair ou abra outra com `/mesa criar`.",
    "seats_empty": "Ainda há lugar vazio. Chame alguém com `/mesa convidar` ou complete com robôs.",
    "already_seated": "Você já está nesta mesa. Para trocar de lugar, aperte o lugar que quer.",
    "too_many_tables": "Você já está em duas mesas. Saia de uma ou termine a partida para entrar "
    "em outra.",
    "too_many_official": "Você já joga numa mesa de ritmo oficial, e só dá para uma por vez. "
    "Escolha uma mesa de ritmo mais calmo.",
    "not_invited": "Esta mesa é reservada. Peça a quem está nela que convide você com "
    "`/mesa convidar`.",
    "not_your_table": "Isso só quem abriu a mesa ou um moderador pode fazer. Peça a um deles.",
    "held_other_seat": "Você já ocupou outro lugar nesta partida, e só pode voltar para aquele.",
    "opponents_decide": "Para voltar depois de eliminado, os dois adversários precisam concordar. "
    "Peça a eles.",
    "not_challenged": "Este desafio não é para você. Faça o seu com `/desafiar`.",
    "no_such_seat": "Esta mesa não tem esse lugar. Escolha um dos que aparecem nela.",
    "round_running": "A rodada ainda está em andamento. Jogue até o fim dela; então o botão vale.",
    "not_over": "A partida ainda não terminou. Tente de novo quando ela acabar.",
    "players_and_rules": "Estas regras não servem para esse número de jogadores: o `mano-a-mano` é "
    "para 2. Mude as regras ou o número de jogadores.",
    "same_person": "A mesma pessoa aparece duas vezes. Escolha pessoas diferentes, e nenhuma pode "
    "ser você.",
    "already_handled": "Isso já foi feito, não precisa repetir. Veja a mesa.",
    "banned": "Você não pode sentar nas mesas deste servidor: a sua suspensão vale até a moderação "
    "perdoar. Fale com ela.",
    "seated_banned": "A partida não pode começar: alguém da mesa recebeu suspensão. Quem abriu a "
    "mesa libera o lugar com `/mesa expulsar`.",
    "own_incident": "O que é seu outra pessoa da moderação resolve. Peça a ela.",
    "undone": "Isso já foi desfeito, ou não existe mais. Veja o registro.",
    "not_an_opponent": "Só os adversários perdoam, e só uma advertência que ainda vale.",
    "cannot_be_sealed": "Isto não vai para o cofre: a rodada já acabou, não há texto, ou ele "
    "ofende alguém.",
    "too_many_exceptions": "O servidor já tem exceções demais. Tire algumas com "
    "`/moderacao excecoes`.",
    "not_yours": "Isto é de outra pessoa. Veja o que há sobre você com `/avisos`.",
}
_WITH_FACTS: Final = {
    "banned": "Você não pode sentar nas mesas deste servidor: a sua suspensão vale até {until}. "
    "Veja por quê com `/avisos`.",
    "seated_banned": "A partida não pode começar com {name} na mesa, por causa de uma suspensão. "
    "Quem abriu a mesa libera o lugar com `/mesa expulsar`.",
    "table_closed": "A {table} já fechou. Abra outra com `/mesa criar`.",
    "not_seated": "Você não joga na {table}. Veja onde há lugar com `/mesa lista`.",
    "paused": "A {table} está em pausa até {until}. Quando todos quiserem continuar, ela segue.",
    "hindered": "{why}",
    "seat_taken": "{name} sentou nesse lugar antes. Escolha outro.",
    "stale": "A {table} mudou. Veja a sua mão de novo e escolha outra vez.",
    "not_over": "A partida da {table} ainda não terminou. Tente de novo quando ela acabar.",
}


def explain_problem(value: str, **facts: object) -> str:
    """Say what stands in the way and what to do instead.

    ``facts`` make some sentences more exact: ``table`` ("Mesa 12"), ``until`` (a time as Discord
    shows it), ``name`` (escaped). A value that is not known yet gets a sentence too.
    """
    exact = _WITH_FACTS.get(value)
    if exact is not None:
        try:
            return exact.format_map(facts)
        except KeyError:
            pass  # not all the facts it needs: the plain sentence does
    return _SENTENCES.get(value, "Isso não dá para fazer agora. Veja a mesa e tente de novo.")


def unexpected(reference: str) -> str:
    """What a player is told when something failed that never should."""
    return (
        "Algo deu errado do nosso lado. A partida está guardada e nada se perdeu. Veja a sua mão e "
        f"tente de novo. Se continuar, mande esta referência a quem cuida do bot: **{reference}**"
    )
