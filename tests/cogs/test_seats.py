"""Seats in the course of a match: leaving, resigning, pausing, taking over, coming back."""

import discord
import pytest

from bot.services.errors import Problem
from cogs.ui.seat_items import Offer
from game.actions import Seat
from storage.records import Past, Status
from tests.cogs.conftest import (
    board,
    info_of,
    lines,
    live_of,
    lobby,
    playing,
    said,
    seat_names,
    told,
    why,
)
from tests.support.discord_table import app_of
from tests.support.sim import SimServer
from tests.support.sim_people import Reply, SimUser
from tests.support.sim_seen import SeenMessage

MODERATOR = discord.Permissions(manage_messages=True)
FOUR = ("ana", "bia", "caio", "davi")


def thread_line(server: SimServer, words: str) -> SeenMessage:
    """The newest message in the thread that says so."""
    return [one for one in server.threads()[-1].messages() if words in one.content][-1]


async def more(server: SimServer, user: SimUser) -> SeenMessage:
    """The private menu behind the button "Mais…"."""
    reply = await user.click(board(server), label="Mais…")
    assert reply.ephemeral
    assert reply.message is not None
    return reply.message


async def shown(reply: Reply) -> SeenMessage:
    assert reply.message is not None
    return reply.message


# -- the menu


async def test_the_menu_offers_what_fits_the_person(server):
    ana, _ = await playing(server, "ana", "bia")
    eva = server.add_user("eva")
    menu = await more(server, ana)
    assert menu.labels == ["Pedir pausa", "Sair da mesa", "Desistir"]
    assert (await eva.click(board(server), label="Mais…")).message.content == why(
        Problem.NOT_SEATED
    )
    await ana.slash("mesa sair")
    await app_of(server).seats.leave(1, ana.id)
    await server.settle()
    assert (await more(server, eva)).labels == ["Sentar no lugar de um robô"]


async def test_after_the_match_the_menu_gives_the_record(server):
    ana, bia = await playing(server, "ana", "bia")
    table = board(server)
    assert said(await ana.slash("mesa exportar", mesa=1)) == why(Problem.NOT_OVER)
    await app_of(server).seats.resign(1, ana.id)
    await server.settle()
    reply = await bia.click(table, label="Mais…", stale=True)
    (file,) = reply.message.attachments
    assert file.filename == "mesa-1.txt"
    assert file.data.startswith(b"buraco-stbl 1\nrules oficial\nplayers ana | bia\n")
    reply = await bia.slash("mesa exportar", at=server.threads()[0])
    assert reply.message.attachments[0].data == file.data
    assert reply.ephemeral


async def test_a_reserved_table_s_record_is_for_those_who_sat_there(server):
    ana, eva = server.add_user("ana"), server.add_user("eva")
    await ana.slash("mesa criar", jogadores=2, robos=True, reservada=True)
    await ana.slash("mesa iniciar")
    await ana.slash("mesa convidar", pessoa=eva)
    await server.settle()
    table = board(server)
    await app_of(server).seats.resign(1, ana.id)
    await server.settle()
    assert (await ana.click(table, label="Mais…", stale=True)).message.attachments
    reply = await eva.click(table, label="Mais…", stale=True)
    assert reply.message.content == why(Problem.NOT_INVITED)


# -- leaving


async def test_leaving_asks_first_and_then_a_robot_plays(server):
    ana, _bia, _caio, _davi = await playing(server, *FOUR)
    menu = await more(server, ana)
    await ana.click(menu, label="Sair da mesa")
    assert "Sair da **Mesa 1**?" in ana.look(menu).content
    assert await seat_names(server) == [*FOUR]
    await ana.click(menu, label="Não")
    assert ana.look(menu).labels == []
    reply = await ana.slash("mesa sair")
    await ana.click(await shown(reply), label="Sim, sair")
    assert await seat_names(server) == ["Robô Zeca", "bia", "caio", "davi"]
    assert "👋 ana saiu; **Robô Zeca** joga no lugar." in lines(server)
    again = await ana.click(board(server), label="Minha mão")
    assert again.message.content == why(Problem.NOT_SEATED)


async def test_when_the_last_person_leaves_the_match_is_closed(server):
    ana = server.add_user("ana")
    await ana.slash("treinar", jogadores=2)
    await server.settle()
    reply = await ana.slash("mesa sair", at=server.threads()[0])
    reply = await ana.click(await shown(reply), label="Sim, sair")
    assert "Não ficou ninguém" in said(reply)
    assert (await info_of(server)).status is Status.CLOSED


async def test_a_double_click_on_leaving_leaves_once(server):
    ana, *_ = await playing(server, *FOUR)
    question = await shown(await ana.slash("mesa sair"))
    async with server.lag():
        both = [await ana.click(question, label="Sim, sair") for _ in range(2)]
    assert [told(one) for one in both if one.followups] == [why(Problem.NOT_SEATED)]
    assert sum(line.startswith("👋") for line in lines(server)) == 1


async def test_a_moderator_takes_a_seat_away_in_the_match_and_nobody_else(server):
    ana, bia, *_ = await playing(server, *FOUR)
    mod = server.add_user("mod", permissions=MODERATOR)
    at = server.threads()[0]
    assert "só um moderador" in said(await ana.slash("mesa expulsar", pessoa=bia, at=at))
    await mod.slash("mesa expulsar", pessoa=bia, at=at)
    assert await seat_names(server) == ["ana", "Robô Zeca", "caio", "davi"]
    assert "🪑 bia saiu por decisão da moderação; **Robô Zeca** joga no lugar." in lines(server)


async def test_a_moderator_ends_a_match_after_a_question(server):
    ana, *_ = await playing(server, "ana", "bia")
    mod = server.add_user("mod", permissions=MODERATOR)
    at = server.threads()[0]
    assert "só um moderador" in said(await ana.slash("mesa encerrar", at=at))
    question = await shown(await mod.slash("mesa encerrar", at=at))
    assert question.labels == ["Sim, encerrar", "Não"]
    await mod.click(question, label="Sim, encerrar")
    assert (await info_of(server)).status is Status.CLOSED
    assert "encerrada sem resultado" in lobby(server).content


# -- resigning


async def test_resigning_alone_ends_the_match_after_a_question(server):
    ana, _bia = await playing(server, "ana", "bia")
    eva = server.add_user("eva")
    assert said(await eva.slash("desistir", mesa=1)) == why(Problem.NOT_SEATED)
    question = await shown(await ana.slash("desistir", at=ana.dm_channel))
    assert "Desistir da **Mesa 1**?" in question.content
    await ana.click(question, label="Sim, desistir")
    info = await info_of(server)
    assert info.status is Status.OVER
    await server.settle()
    assert "bia venceu por desistência" in lobby(server).content
    assert "ana × bia" in lobby(server).content


async def test_a_team_of_two_people_resigns_when_both_want_it(server):
    ana, bia, caio, _davi = await playing(server, *FOUR)
    question = await shown(await ana.slash("desistir"))
    assert "caio também precisa concordar" in question.content
    reply = await ana.click(question, label="Sim, desistir")
    assert "Perguntei a caio" in said(reply)
    line = thread_line(server, "ana quer desistir")
    assert caio.mention in line.content
    assert (await info_of(server)).status is Status.LIVE
    for user in (bia, ana):
        assert "para outra pessoa" in told(await user.click(line, label="Desistir também"))
    reply = await caio.click(line, label="Desistir também")
    (private,) = reply.followups
    assert private.ephemeral
    await caio.click(private, label="Sim, desistir")
    live = await live_of(server)
    assert live.info.status is Status.OVER
    assert live.state.winner == 1


# -- pausing


async def test_a_pause_begins_when_all_want_it_and_ends_when_all_do(server):
    ana, bia = await playing(server, "ana", "bia")
    eva = server.add_user("eva")
    menu = await more(server, ana)
    await ana.click(menu, label="Pedir pausa")
    line = thread_line(server, "quer uma pausa")
    assert "**ana** quer uma pausa de 15 minutos (1 de 2)" in line.content
    assert told(await eva.click(line, label="Pausar")) == why(Problem.NOT_SEATED)
    await ana.click(line, label="Pausar")
    assert not (await info_of(server)).paused
    await bia.click(line, label="Pausar")
    assert (await info_of(server)).paused
    line = thread_line(server, "Pausa: a partida continua")
    assert told(await eva.click(line, label="Continuar")) == why(Problem.NOT_SEATED)
    await bia.click(line, label="Continuar")
    assert "**bia** quer continuar (1 de 2)" in bia.look(line).content
    await ana.slash("mesa pausar", at=server.threads()[0])
    assert not (await info_of(server)).paused
    assert "▶️ A partida continua." in lines(server)
    reply = await ana.slash("mesa pausar", at=server.threads()[0])
    assert said(reply) == why(Problem.PAUSED_BEFORE)


async def test_a_pause_ends_by_itself_and_late_votes_are_refused_kindly(server):
    ana, bia = await playing(server, "ana", "bia")
    for user in (ana, bia):
        await user.slash("mesa pausar", at=server.threads()[0])
    line = thread_line(server, "Pausa: a partida continua")
    await server.advance(15 * 60 + 1)
    assert not (await info_of(server)).paused
    assert told(await ana.click(line, label="Continuar")) == why(Problem.NOT_PAUSED)


# -- taking over


async def test_whoever_enters_the_thread_may_take_a_robot_s_seat(server):
    ana = server.add_user("ana")
    await ana.slash("treinar")
    await server.settle()
    bia = server.add_user("bia")
    reply = await bia.slash("mesa entrar", at=server.threads()[0])
    assert "Lugar 2 · Dupla B" in said(reply)
    assert "🪑 **bia** joga agora no lugar 2." in lines(server)
    assert await seat_names(server) == ["ana", "bia", "Robô Nena", "Robô Tião"]
    caio = server.add_user("caio")
    menu = await more(server, caio)
    await caio.click(menu, label="Sentar no lugar de um robô")
    assert (await seat_names(server))[2] == "caio"
    assert "Você sentou" in caio.look(menu).content
    closed = server.add_user("davi", dms_open=False)
    reply = await closed.slash("mesa entrar", at=server.threads()[0])
    assert "Minha mão" in told(reply)


async def test_nobody_takes_a_third_seat_or_a_second_official_clock(server):
    ana, bia = server.add_user("ana"), server.add_user("bia")
    await ana.slash("treinar")
    await server.settle()
    await bia.slash("mesa criar")
    reply = await bia.slash("mesa entrar", mesa=1)
    assert said(reply) == why(Problem.TOO_MANY_OFFICIAL)


async def test_a_seat_is_offered_and_changes_hands_only_when_accepted(server):
    ana, bia, *_ = await playing(server, *FOUR)
    eva, fabio = server.add_user("eva"), server.add_user("fabio")
    at = server.threads()[0]
    reply = await ana.slash("mesa substituir", lugar=2, pessoa=eva, at=at)
    assert said(reply) == why(Problem.SEAT_TAKEN)
    reply = await fabio.slash("mesa substituir", lugar=1, pessoa=eva, at=at)
    assert said(reply) == why(Problem.NOT_SEATED)
    reply = await ana.slash("mesa substituir", lugar=1, pessoa=bia, at=at)
    assert said(reply) == why(Problem.ALREADY_SEATED)
    await ana.slash("mesa substituir", lugar=1, pessoa=eva, at=at)
    assert await seat_names(server) == [*FOUR]
    line = thread_line(server, "oferece a você o lugar 1")
    assert eva.mention in line.content
    assert "para outra pessoa" in told(await fabio.click(line, label="Sentar no lugar"))
    await eva.click(line, label="Sentar no lugar")
    assert await seat_names(server) == ["eva", "bia", "caio", "davi"]
    assert eva.look(line).labels == []
    hand = await ana.click(board(server), label="Minha mão")
    assert hand.message.content == why(Problem.NOT_SEATED)


async def test_who_has_held_another_seat_takes_none(server):
    ana, bia, *_ = await playing(server, *FOUR)
    await app_of(server).seats.leave(1, ana.id)
    reply = await bia.slash("mesa substituir", lugar=2, pessoa=ana, at=server.threads()[0])
    assert said(reply) == why(Problem.HELD_OTHER_SEAT)
    await ana.slash("mesa entrar", at=server.threads()[0])
    assert await seat_names(server) == [*FOUR]


async def test_an_offered_seat_is_not_taken_from_somebody_who_came_meanwhile(server):
    ana, *_ = await playing(server, *FOUR)
    eva, fabio = server.add_user("eva"), server.add_user("fabio")
    at = server.threads()[0]
    await ana.slash("mesa substituir", lugar=1, pessoa=eva, at=at)
    line = thread_line(server, "oferece a você")
    await app_of(server).seats.leave(1, ana.id)
    await fabio.slash("mesa entrar", at=at)
    assert told(await eva.click(line, label="Sentar no lugar")) == why(Problem.SEAT_TAKEN)
    assert await seat_names(server) == ["fabio", "bia", "caio", "davi"]


async def test_an_offer_of_one_s_own_seat_runs_out(server):
    ana, bia = await playing(server, "ana", "bia")
    eva = server.add_user("eva")
    at = server.threads()[0]
    await ana.slash("mesa substituir", lugar=1, pessoa=eva, at=at)
    line = thread_line(server, "oferece a você")
    for user in (ana, bia):
        await user.slash("mesa pausar", at=at)
    await server.advance(10 * 60 + 1)
    assert "venceu" in told(await eva.click(line, label="Sentar no lugar"))
    assert await seat_names(server) == ["ana", "bia"]


@pytest.mark.parametrize(
    "offer", [Offer(), Offer(Seat(3)), Offer(Seat(0), 123, 456), Offer(person_id=7)]
)
def test_an_offer_survives_its_custom_id(offer):
    assert Offer.parse(offer.format()) == offer
    assert Offer.parse("") == Offer()


# -- coming back after elimination


async def eliminated(server: SimServer) -> list[SimUser]:
    """Four people, the first of whom has been eliminated by the clock."""
    users = await playing(server, *FOUR)
    async with app_of(server).tables.change(1) as change:
        past = Past(users[0].id, Seat(0), eliminated=True)
        await change.work.matches.remember(1, past, at=change.now)
        await change.substitute(Seat(0), None, "Robô Zeca")
    return users


async def test_an_eliminated_player_returns_when_both_opponents_agree(server):
    ana, bia, caio, davi = await eliminated(server)
    at = server.threads()[0]
    assert "Perguntei aos adversários" in said(await ana.slash("mesa entrar", at=at))
    line = thread_line(server, "quer voltar")
    assert bia.mention in line.content
    assert davi.mention in line.content
    assert "já foram perguntados" in said(await ana.slash("mesa entrar", at=at))
    assert told(await caio.click(line, label="Concordo")) == why(Problem.OPPONENTS_DECIDE)
    eva = server.add_user("eva")
    assert told(await eva.click(line, label="Concordo")) == why(Problem.NOT_SEATED)
    await bia.click(line, label="Concordo")
    assert "bia concorda" in bia.look(line).content
    await davi.click(line, label="Concordo")
    assert davi.look(line).labels == []
    call = thread_line(server, "os adversários concordam")
    assert ana.mention in call.content
    assert "para outra pessoa" in told(await eva.click(call, label="Voltar ao lugar"))
    assert (await seat_names(server))[0] == "Robô Zeca"
    await ana.click(call, label="Voltar ao lugar")
    assert await seat_names(server) == [*FOUR]


async def test_strangers_get_a_sentence_for_each_button(server):
    await playing(server, "ana", "bia")
    ana = server.add_user("eva")
    for command, problem in (
        ("mesa sair", Problem.NOT_SEATED),
        ("mesa pausar", Problem.NOT_SEATED),
        ("mesa sortear", Problem.ALREADY_LIVE),
        ("mesa iniciar", Problem.ALREADY_LIVE),
        ("mesa entrar", Problem.TABLE_FULL),
        ("desistir", Problem.NOT_SEATED),
    ):
        assert said(await ana.slash(command, at=server.threads()[0])) == why(problem), command
