"""Lobbies and challenges on Discord: seats, robots, starting, expiring, and who may not."""

import discord
import pytest
from simcord.backend.errors import SetupError

from bot.services.errors import Problem
from storage.records import Status
from tests.cogs.conftest import info_of, live_of, lobby, playing, said, seat_names, told, why
from tests.support.discord_table import app_of
from tests.support.sim import SimServer
from tests.support.sim_people import SimUser

MODERATOR = discord.Permissions(manage_messages=True)


async def opened(server: SimServer, name: str = "ana", **options: object) -> SimUser:
    user = server.add_user(name)
    await user.slash("mesa criar", **options)
    return user


async def test_a_table_opens_with_its_owner_seated(server):
    ana = server.add_user("ana")
    reply = await ana.slash("mesa criar", jogadores=4)
    assert reply.ephemeral
    assert said(reply).startswith("**Mesa 1** aberta")
    shown = lobby(server)
    assert "**Dupla A:** 1 ana · 3 *livre*" in shown.content
    assert "**Dupla B:** 2 *livre* · 4 *livre*" in shown.content
    assert "faltam 3 pessoas" in shown.content
    assert "<t:1767227400:R>" in shown.content  # half an hour after the clock's start
    assert shown.labels == [
        "Lugar 1 · Dupla A",
        "Lugar 2 · Dupla B",
        "Lugar 3 · Dupla A",
        "Lugar 4 · Dupla B",
        "Levantar",
        "Robôs",
        "Iniciar",
        "Cancelar",
    ]
    assert [one.disabled for one in shown.components if one.kind == "button"][:2] == [True, False]
    assert (await info_of(server)).lobby_message_id == shown.id


async def test_what_was_asked_for_is_said_in_words(server):
    await opened(
        server,
        regras="tradicional",
        meta=5000,
        ritmo="tranquilo",
        casa="five_hundred=não, round_up_to_ten=no",
    )
    text = lobby(server).content
    assert "Regras tradicionais · até 5.000 pontos" in text
    assert "da casa: sem canastra de 500, pontos sem arredondar" in text
    assert "60 s para comprar e 180 s para jogar" in text


async def test_man_to_man_is_a_table_of_two_unless_four_are_asked_for(server):
    ana = await opened(server, regras="mano-a-mano")
    assert "**Lugar 2:** *livre*" in lobby(server).content
    reply = await ana.slash("mesa criar", regras="mano-a-mano", jogadores=4)
    assert why(Problem.PLAYERS_AND_RULES) == said(reply)


@pytest.mark.parametrize(
    ("house", "wrong"),
    [
        ("trinca=yes", "trinca=yes"),
        ("five_hundred=talvez", "five"),
        ("five_hundred", "five"),
        ("five_hundred=no five_hundred=yes", "five"),
        ("target=750", "target=750"),
    ],
)
async def test_house_rules_that_cannot_be_read_are_explained(server, house, wrong):
    ana = server.add_user("ana")
    text = said(await ana.slash("mesa criar", casa=house))
    assert wrong in text
    assert "`dirty_canastra` = can_be_cleaned ou locked_at_seven" in text
    assert server.channel.messages() == []


async def test_names_cannot_format_the_lobby(server):
    await opened(server, "**x** @everyone")
    assert r"\*\*x\*\* \@" in lobby(server).content


async def test_two_who_want_one_seat_at_the_same_time_get_it_once(server):
    await opened(server)
    bia, caio = server.add_user("bia"), server.add_user("caio")
    message = lobby(server)
    async with server.lag():
        first = await bia.click(message, label="Lugar 2 · Dupla B")
        second = await caio.click(message, label="Lugar 2 · Dupla B")
    assert await seat_names(server) == ["ana", "bia", None, None]
    assert first.followups == []
    assert why(Problem.SEAT_TAKEN) == told(second)
    assert "2 bia" in lobby(server).content


async def test_a_double_click_seats_once_and_says_nothing_odd(server):
    await opened(server)
    bia = server.add_user("bia")
    message = lobby(server)
    async with server.lag():
        await bia.click(message, label="Lugar 2 · Dupla B")
        again = await bia.click(message, label="Lugar 2 · Dupla B")
    assert again.followups == []
    assert await seat_names(server) == ["ana", "bia", None, None]


async def test_another_seat_moves_and_standing_up_frees_it(server):
    ana = await opened(server)
    bia = server.add_user("bia")
    await bia.click(lobby(server), label="Lugar 2 · Dupla B")
    await bia.click(lobby(server), label="Lugar 3 · Dupla A")
    assert await seat_names(server) == ["ana", None, "bia", None]
    await bia.click(lobby(server), label="Levantar")
    assert await seat_names(server) == ["ana", None, None, None]
    assert why(Problem.NOT_SEATED) == told(await bia.click(lobby(server), label="Levantar"))
    await ana.click(lobby(server), label="Levantar")
    assert "todos se levantaram" in lobby(server).content
    assert lobby(server).labels == []


async def test_robots_come_make_place_and_go(server):
    ana = await opened(server)
    bia = server.add_user("bia")
    assert why(Problem.NOT_SEATED) == told(await bia.click(lobby(server), label="Robôs"))
    await ana.click(lobby(server), label="Robôs")
    assert await seat_names(server) == ["ana", "Robô Zeca", "Robô Nena", "Robô Tião"]
    await bia.click(lobby(server), label="Lugar 3 · Dupla A")
    assert await seat_names(server) == ["ana", "Robô Zeca", "bia", "Robô Tião"]
    await bia.click(lobby(server), label="Tirar robôs")
    assert await seat_names(server) == ["ana", None, "bia", None]


async def test_only_a_full_table_starts_and_only_for_who_sits_there(server):
    ana = await opened(server, jogadores=2)
    bia = server.add_user("bia")
    assert why(Problem.SEATS_EMPTY) == told(await ana.click(lobby(server), label="Iniciar"))
    await ana.click(lobby(server), label="Robôs")
    assert why(Problem.NOT_SEATED) == told(await bia.click(lobby(server), label="Iniciar"))
    assert (await info_of(server)).status is Status.LOBBY
    await ana.click(lobby(server), label="Iniciar")
    assert (await info_of(server)).status is Status.LIVE


async def test_a_started_table_links_to_where_it_is_played(server):
    await playing(server, "ana", "bia")
    shown = lobby(server)
    (thread,) = server.threads()
    assert f"https://discord.com/channels/{server.id}/{thread.id}" in shown.content
    assert "ana × bia" in shown.content
    assert shown.labels == []


async def test_joining_while_it_starts_is_refused_kindly(server):
    ana = await opened(server, jogadores=2, robos=True)
    bia = server.add_user("bia")
    message = lobby(server)
    async with server.lag():
        await ana.click(message, label="Iniciar")
        late = await bia.click(message, label="Lugar 2")
    assert why(Problem.ALREADY_LIVE) == told(late)
    assert await seat_names(server) == ["ana", "Robô Zeca"]


async def test_plays_do_not_edit_the_lobby(server):
    await playing(server, "ana", "bia")
    path = f"/messages/{lobby(server).id}"
    before = server.requests("PATCH", path), server.requests("PATCH", "/webhooks/")
    await server.advance(100)  # the clock plays
    assert (await live_of(server)).info.seq > 3
    assert (server.requests("PATCH", path), server.requests("PATCH", "/webhooks/")) == before


async def test_a_lobby_expires_after_half_an_hour_and_says_so(server):
    ana = await opened(server)
    await server.advance(30 * 60 - 1)
    assert lobby(server).labels
    message = lobby(server)
    await server.advance(2)
    assert "não começou em 30 minutos" in lobby(server).content
    assert lobby(server).labels == []
    late = await ana.click(message, label="Iniciar", stale=True)
    assert why(Problem.TABLE_CLOSED) == told(late)


async def test_the_owner_cancels_and_a_moderator_but_nobody_else(server):
    ana = await opened(server)
    bia, mod = server.add_user("bia"), server.add_user("mod", permissions=MODERATOR)
    assert why(Problem.NOT_YOUR_TABLE) == told(await bia.click(lobby(server), label="Cancelar"))
    await ana.click(lobby(server), label="Cancelar")
    assert "foi cancelada" in lobby(server).content
    await ana.slash("mesa criar")
    await mod.click(lobby(server), label="Cancelar")
    assert "**Mesa 2** · foi cancelada" in lobby(server).content


async def test_cancelling_never_ends_a_match_that_has_just_begun(server):
    ana = await opened(server, jogadores=2, robos=True)
    mod = server.add_user("mod", permissions=MODERATOR)
    message = lobby(server)
    async with server.lag():
        await ana.click(message, label="Iniciar")
        late = await mod.click(message, label="Cancelar")
    assert why(Problem.ALREADY_LIVE) == told(late)
    assert (await info_of(server)).status is Status.LIVE


async def test_a_reserved_table_seats_only_the_invited(server):
    ana = await opened(server, jogadores=2, reservada=True)
    bia, caio = server.add_user("bia"), server.add_user("caio")
    assert "🔒 reservada" in lobby(server).content
    refused = await bia.click(lobby(server), label="Lugar 2")
    assert why(Problem.NOT_INVITED) == told(refused)
    message = lobby(server)
    await ana.slash("mesa convidar", pessoa=bia)
    assert bia.mention in server.channel.messages()[-1].content
    await bia.click(message, label="Lugar 2")
    assert await seat_names(server) == ["ana", "bia"]
    assert why(Problem.NO_SUCH_TABLE) == said(await caio.slash("mesa ver", mesa=1))
    await ana.click(message, label="Iniciar")
    await server.settle()
    (thread,) = server.threads()
    assert thread.is_private
    assert (bia.can_see(thread), caio.can_see(thread)) == (True, False)


async def test_a_person_sits_at_two_tables_and_one_official_clock_at_most(server):
    ana = await opened(server)
    reply = await ana.slash("mesa criar")
    assert why(Problem.TOO_MANY_OFFICIAL) == said(reply)
    await ana.slash("mesa criar", ritmo="tranquilo")
    reply = await ana.slash("mesa criar", ritmo="tranquilo")
    assert why(Problem.TOO_MANY_TABLES) == said(reply)
    assert len([one for one in server.channel.messages() if one.labels]) == 2


async def test_sitting_opens_the_private_message_once(server):
    await opened(server, jogadores=2)
    bia = server.add_user("bia")
    await bia.click(lobby(server), label="Lugar 2")
    (greeting,) = bia.dms()
    assert "**Mesa 1**" in greeting.content
    assert f"<#{server.channel.id}>" in greeting.content
    assert str(lobby(server).id) in greeting.content
    await bia.click(lobby(server), label="Levantar")
    await bia.click(lobby(server), label="Lugar 2")
    assert len(bia.dms()) == 1


async def test_whose_private_messages_are_closed_is_told_at_once(server):
    await opened(server, jogadores=2)
    bia = server.add_user("bia", dms_open=False)
    reply = await bia.click(lobby(server), label="Lugar 2")
    assert "Minha mão" in told(reply)
    assert await seat_names(server) == ["ana", "bia"]
    caio = server.add_user("caio", dms_open=False)
    reply = await caio.slash("mesa criar")
    assert "Minha mão" in told(reply)


async def test_who_plays_at_the_table_gets_no_greeting(server):
    await opened(server, jogadores=2)
    bia = server.add_user("bia", dms_open=False)
    await bia.slash("preferencias", jogar="table")
    reply = await bia.click(lobby(server), label="Lugar 2")
    assert reply.followups == []
    assert bia.dms() == []


async def test_commands_do_what_the_buttons_do(server):
    ana = await opened(server, jogadores=4)
    bia, caio = server.add_user("bia"), server.add_user("caio")
    assert "Lugar 2 · Dupla B" in said(await bia.slash("mesa entrar"))
    assert why(Problem.ALREADY_SEATED) == said(await bia.slash("mesa entrar", mesa=1))
    await caio.slash("mesa entrar", mesa=1)
    assert await seat_names(server) == ["ana", "bia", "caio", None]
    assert "levantou" in said(await caio.slash("mesa sair"))
    assert why(Problem.SEATS_EMPTY) == said(await ana.slash("mesa iniciar"))
    assert "sorteados" in said(await ana.slash("mesa sortear"))
    assert sorted(await seat_names(server), key=str) == [None, None, "ana", "bia"]
    assert why(Problem.NOT_YOUR_TABLE) == said(await bia.slash("mesa expulsar", pessoa=ana))
    assert "livre" in said(await ana.slash("mesa expulsar", pessoa=bia))
    assert "encerrada" in said(await ana.slash("mesa encerrar"))
    assert "foi cancelada" in lobby(server).content


async def test_starting_by_command_brings_the_link(server):
    ana = await opened(server, jogadores=2, robos=True)
    reply = await ana.slash("mesa iniciar")
    await server.advance(1)
    (thread,) = server.threads()
    assert f"/{thread.id})" in said(reply)


async def test_training_deals_at_once(server):
    ana = server.add_user("ana")
    reply = await ana.slash("treinar", jogadores=2)
    await server.advance(1)
    (thread,) = server.threads()
    assert f"/{thread.id})" in said(reply)
    assert await seat_names(server) == ["ana", "Robô Zeca"]
    assert (await info_of(server)).status is Status.LIVE


async def test_bots_are_invited_nowhere(server):
    await opened(server)
    ana = server.add_user("dona")
    robot = server.add_user("outro-bot")
    server._env.backend.users[robot.id].bot = True
    for command in ("mesa convidar", "mesa substituir"):
        more = {"lugar": 2} if command.endswith("substituir") else {}
        reply = await ana.slash(command, pessoa=robot, **more)
        assert "Robôs do Discord" in said(reply)
    bia = server.add_user("bia")
    reply = await ana.slash("desafiar", parceiro=robot, adversario1=bia, adversario2=bia)
    assert "Robôs do Discord" in said(reply)


async def test_the_list_shows_the_open_tables_with_their_way(server):
    eva = server.add_user("eva")
    assert "Nenhuma mesa" in said(await eva.slash("mesa lista"))
    await opened(server, "ana", jogadores=2)
    await opened(server, "bia", meta=3000)
    await opened(server, "caio", reservada=True)
    text = said(await eva.slash("mesa lista"))
    assert "**Mesa 1** · ana × *livre* · uma rodada · 1 lugar livre" in text
    assert "até 3.000 · 3 lugares livres" in text
    assert "Mesa 3" not in text
    assert await eva.complete("mesa ver", "mesa", "") == ["Mesa 1 · ana", "Mesa 2 · bia"]
    assert await eva.complete("mesa ver", "mesa", "2") == ["Mesa 2 · bia"]
    assert "Sentar" in said(await eva.slash("mesa ver", mesa=1))


async def test_in_a_thread_no_table_is_opened_but_the_way_is_shown(server):
    ana, _ = await playing(server, "ana", "bia")
    reply = await ana.slash("mesa criar", at=server.threads()[0])
    assert f"<#{server.channel.id}>" in said(reply)


async def test_without_permission_it_says_which_and_how_to_give_it(server):
    server.permit(server.channel, "bot", send_messages=False, attach_files=False)
    ana = server.add_user("ana")
    for command in ("mesa criar", "treinar"):
        text = said(await ana.slash(command))
        assert "**Enviar mensagens**, **Anexar arquivos**" in text
        assert "Editar canal" in text
    async with app_of(server).database.read() as work:
        assert await work.matches.all_open() == []


async def test_without_threads_a_note_says_where_it_is_played(server):
    server.permit(server.channel, "bot", create_public_threads=False)
    ana = server.add_user("ana")
    assert "no próprio canal" in said(await ana.slash("mesa criar", jogadores=2, robos=True))
    reply = await ana.slash("mesa iniciar")
    await server.advance(1)
    assert f"/{server.channel.id})" in said(reply)
    server.permit(server.channel, "bot", create_private_threads=False)
    bia = server.add_user("bia")
    text = said(await bia.slash("mesa criar", reservada=True))
    assert "Criar tópicos privados" in text


async def test_a_lobby_that_discord_does_not_take_is_no_table(server):
    server.fail("POST", f"/channels/{server.channel.id}/messages", status=403, code=50013)
    ana = server.add_user("ana")
    assert "cancelada" in said(await ana.slash("mesa criar"))
    async with app_of(server).database.read() as work:
        assert await work.matches.all_open() == []


async def test_an_edit_falls_back_on_the_bot_when_the_click_is_spent(server):
    await opened(server, jogadores=2)
    bia = server.add_user("bia")
    server.fail("PATCH", "/webhooks/*/*/messages/@original", status=404, code=10015)
    await bia.click(lobby(server), label="Lugar 2")
    assert "**Lugar 2:** bia" in lobby(server).content


async def test_a_message_too_old_to_edit_is_tried_once(server):
    ana, _ = await playing(server, "ana", "bia")
    path = f"/channels/{server.channel.id}/messages/{lobby(server).id}"
    server.fail("PATCH", path, status=400, code=30046, times=None)
    before = server.requests("PATCH", path)
    async with app_of(server).database.write() as work:
        await work.matches.forget_shown(1)
    await server.restart_bot(crash=True)
    await server.settle()
    assert server.requests("PATCH", path) == before + 1
    await ana.slash("mesa pausar", at=server.threads()[0])
    await server.advance(100)
    assert server.requests("PATCH", path) == before + 1


async def test_a_restart_keeps_the_buttons_and_brings_the_message_up_to_date(server):
    await opened(server, jogadores=2)
    bia, caio = server.add_user("bia"), server.add_user("caio")
    message = lobby(server)
    server.fail("PATCH", "/channels/*/messages/*", status=503, times=1)
    await bia.slash("mesa entrar")
    assert "*livre*" in lobby(server).content
    await server.restart_bot(crash=True)
    await server.settle()
    assert "**Lugar 2:** bia" in lobby(server).content
    late = await caio.click(message, label="Lugar 2", stale=True)
    assert why(Problem.SEAT_TAKEN) == told(late)
    assert (await bia.click(lobby(server), label="Levantar")).kind == "deferred_update"
    assert await seat_names(server) == ["ana", None]


async def test_a_replayed_click_does_nothing_more(server):
    await opened(server, jogadores=2)
    bia = server.add_user("bia")
    reply = await bia.click(lobby(server), label="Lugar 2")
    await bia.click(lobby(server), label="Levantar")
    await server.replay(reply)
    assert await seat_names(server) == ["ana", None]


async def test_commands_about_tables_are_not_offered_in_private(server):
    ana = server.add_user("ana")
    for command in ("mesa criar", "treinar"):
        with pytest.raises(SetupError):
            await ana.slash(command, at=ana.dm_channel)


# -- challenges


async def challenged(server: SimServer, **options: object) -> list[SimUser]:
    people = [server.add_user(name) for name in ("ana", "bia", "caio", "davi")]
    ana, bia, caio, davi = people
    reply = await ana.slash("desafiar", parceiro=bia, adversario1=caio, adversario2=davi, **options)
    assert "Desafio feito" in said(reply)
    return people


async def test_a_challenge_asks_everybody_and_starts_when_all_accept(server):
    _ana, bia, caio, davi = await challenged(server, nome="As Feras", melhor_de=3)
    shown = lobby(server)
    for user in (bia, caio, davi):
        assert user.mention in shown.content
    assert "As Feras (ana e bia) × caio e davi" in shown.content
    assert "Melhor de 3" in shown.content
    assert "✅ ana · ⏳ caio · ⏳ bia · ⏳ davi" in shown.content
    assert shown.labels == ["Aceitar", "Recusar"]
    for user in (davi, bia):
        await user.click(lobby(server), label="Aceitar")
    assert "✅ ana · ⏳ caio · ✅ bia · ✅ davi" in lobby(server).content
    assert (await info_of(server)).status is Status.CHALLENGE
    await caio.click(lobby(server), label="Aceitar")
    assert (await info_of(server)).status is Status.LIVE
    assert await seat_names(server) == ["ana", "caio", "bia", "davi"]
    assert (
        "A sua mão chega aqui" in next(one for one in caio.dms() if "sentou" in one.content).content
    )


async def test_one_who_declines_ends_the_challenge(server):
    _ana, bia, caio, _davi = await challenged(server)
    await bia.click(lobby(server), label="Aceitar")
    await caio.click(lobby(server), label="Recusar")
    assert "caio recusou o desafio" in lobby(server).content
    assert lobby(server).labels == []
    assert (await info_of(server)).status is Status.CLOSED


async def test_leaving_a_challenge_by_command_declines_it(server):
    _ana, bia, _caio, _davi = await challenged(server)
    assert said(await bia.slash("mesa sair")) == "Desafio recusado."
    assert "o desafio não foi aceito" in lobby(server).content


async def test_a_stranger_answers_no_challenge_and_leaves_no_trace(server):
    await challenged(server)
    eva = server.add_user("eva")
    for label in ("Aceitar", "Recusar"):
        assert why(Problem.NOT_CHALLENGED) == told(await eva.click(lobby(server), label=label))
    await server.advance(301)
    assert "nem todos responderam em 5 minutos" in lobby(server).content
    assert lobby(server).labels == []


async def test_a_challenge_keeps_nobody_from_another_table(server):
    _ana, bia, _caio, _davi = await challenged(server)
    challenge = lobby(server)
    await bia.slash("mesa criar")
    assert await seat_names(server, 2) == ["bia", None, None, None]
    assert why(Problem.TOO_MANY_OFFICIAL) == told(await bia.click(challenge, label="Aceitar"))


async def test_nobody_is_challenged_twice_over(server):
    ana, bia = server.add_user("ana"), server.add_user("bia")
    reply = await ana.slash("desafiar", parceiro=bia, adversario1=bia, adversario2=ana)
    assert why(Problem.SAME_PERSON) == said(reply)
    assert server.channel.messages() == []
