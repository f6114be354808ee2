"""The moderators' log: nothing of a running round, and each mistake is taken back with a button."""

import discord
import pytest

from bot.services.errors import Denied, Problem
from storage.sanction_records import Rung
from tests.cogs.conftest import playing, said, told, why
from tests.support.chat import (
    DOUBT,
    INSULT,
    REVEAL,
    THREAT,
    assert_nothing_told,
    close_table,
    contents,
    incidents,
    strike,
    thread_of,
)
from tests.support.discord_table import DiscordTable, app_of
from texts import moderation as texts
from texts import moderators

MODERATOR = discord.Permissions(moderate_members=True)


pytestmark = pytest.mark.reads_chat


@pytest.fixture
async def people(server):
    return await playing(server, "ana", "bia", "caio", "davi", meta=3000)


@pytest.fixture
async def log(server):
    channel = server.add_channel("registro")
    await app_of(server).moderation.configure(server.id, log_channel_id=channel.id)
    return channel


async def end_round(server, people):
    """Play until the round is over."""
    table = DiscordTable(server, people, 1)
    while (await table.live()).turn is not None:
        await table.play_turn()
    await server.settle()


async def test_nothing_is_posted_before_the_round_has_ended(server, people, log):
    await people[0].write(thread_of(server), REVEAL)
    await people[1].write(thread_of(server), INSULT)
    assert log.messages() == []
    await end_round(server, people)
    (post,) = log.messages()
    assert post.content.startswith("### Mesa 1, rodada 1")
    assert f"||{REVEAL}||" in post.content
    assert f"||{INSULT}||" in post.content
    assert f"**Nº 1** · <@{people[0].id}> · <t:" in post.content
    assert "canta jogo, certeza de" in post.content
    assert "Ela fala das cartas" in post.content
    assert "Evento 2 da partida" in post.content
    assert post.labels == [
        *("Foi engano: nº 1", "Aumentar: nº 1"),
        *("Foi engano: nº 2", "Aumentar: nº 2"),
    ]
    assert_nothing_told(server)
    await close_table(server, people[0])
    assert len(log.messages()) == 1


async def test_without_a_log_channel_nothing_is_posted_later_either(server, people):
    await people[0].write(thread_of(server), REVEAL)
    await close_table(server, people[0])
    log = server.add_channel("registro")
    await app_of(server).moderation.configure(server.id, log_channel_id=log.id)
    await server.restart_bot()
    assert log.messages() == []


async def test_what_was_not_posted_before_a_stop_is_at_the_next_start(server, people, log):
    await people[0].write(thread_of(server), REVEAL)
    server.fail("POST", f"/channels/{log.id}/messages", status=403, code=50013)
    await close_table(server, people[0])
    assert log.messages() == []
    await server.restart_bot()
    assert len(log.messages()) == 1


async def test_while_discord_fails_it_is_posted_later(server, people, log):
    await people[0].write(thread_of(server), REVEAL)
    server.fail("POST", f"/channels/{log.id}/messages", status=503)
    await close_table(server, people[0])
    assert log.messages() == []
    await server.advance(31)
    assert len(log.messages()) == 1


async def test_a_moderator_takes_a_mistake_back_and_its_author_gets_an_apology(server, people, log):
    ana = people[0]
    await ana.write(thread_of(server), THREAT)
    await ana.write(thread_of(server), THREAT)
    await close_table(server, people[0])
    chief = server.add_user("chefe", permissions=MODERATOR)
    post = log.messages()[-1]
    assert "suspens" in said(await ana.slash("mesa criar"))
    await chief.click(post, label="Foi engano: nº 1")
    post = chief.look(post)
    assert f"↩️ Foi engano: desfeito por <@{chief.id}>." in post.content
    assert [one.disabled for one in post.components if one.kind == "button"] == [
        True,
        True,
        False,
        False,
    ]
    assert texts.apology(1, strike=True) in [one.content for one in ana.dms()]
    assert "aberta" in said(await ana.slash("mesa criar"))


async def test_nobody_else_takes_anything_back(server, people, log):
    ana = people[0]
    await ana.write(thread_of(server), REVEAL)
    await close_table(server, people[0])
    post = log.messages()[-1]
    assert told(await ana.click(post, label="Foi engano: nº 1")) == moderators.NOT_A_MODERATOR
    (incident,) = await incidents(server)
    assert incident.undone_at is None
    assert "desfeito" not in ana.look(post).content


async def test_the_button_works_after_a_restart_and_once(server, people, log):
    await people[0].write(thread_of(server), REVEAL)
    await close_table(server, people[0])
    await server.restart_bot()
    chief = server.add_user("chefe", permissions=discord.Permissions(manage_guild=True))
    post = log.messages()[-1]
    await chief.click(post, label="Foi engano: nº 1")
    await chief.click(post, label="Foi engano: nº 1", stale=True)
    (incident,) = await incidents(server)
    assert incident.undone_by == chief.id
    apologies = [one for one in people[0].dms() if "engano meu" in one.content]
    assert len(apologies) == 1


async def test_many_incidents_are_several_posts_and_a_flood_is_counted(server, people, log):
    for number in range(45):
        user = people[number % 4]
        await server.advance(1)
        await user.write(thread_of(server), f"{INSULT} {'_*' * (number % 40)}")
    await close_table(server, people[0])
    posts = log.messages()
    assert all(len(one.content) <= 2000 for one in posts)
    shown = sum(len(one.labels) for one in posts)
    assert shown == 2 * 40
    assert posts[-1].content == moderators.more_incidents(5)


async def test_a_text_cannot_break_out_of_its_spoiler(server, people, log):
    await people[0].write(thread_of(server), f"|| {REVEAL} || @everyone <@{people[1].id}>")
    await close_table(server, people[0])
    (post,) = log.messages()
    line = next(one for one in post.content.splitlines() if REVEAL in one)
    assert line.startswith("||\\|\\|")
    assert line.count("||") == 2
    assert "@everyone" not in line


async def test_said_between_rounds_it_is_told_at_once(server, people, log):
    await end_round(server, people)
    await people[0].write(thread_of(server), INSULT)
    assert f"||{INSULT}||" in contents(log)[-1]


async def test_a_mute_ends_with_its_round(server, people):
    ana, thread = people[0], thread_of(server)
    await strike(server, ana)
    await strike(server, ana)
    assert [one.rung for one in await incidents(server)] == [Rung.NOTICE, Rung.MUTE]
    await server.advance(1)
    await ana.write(thread, "boa noite")
    assert "boa noite" not in contents(thread)
    await end_round(server, people)
    table = DiscordTable(server, people, 1)
    await table.next_round()
    await ana.write(thread, "boa noite")
    assert "boa noite" in contents(thread)


# More than a mistake.


async def test_a_moderator_makes_a_strike_of_what_was_only_removed(server, people, log):
    ana = people[0]
    await ana.write(thread_of(server), DOUBT)
    await close_table(server, ana)
    chief = server.add_user("chefe", permissions=MODERATOR)
    post = log.messages()[-1]
    reply = await chief.click(post, label="Aumentar: nº 1")
    assert told(reply) == moderators.raised_text(1, "aviso", None, told=True)
    (incident,) = await incidents(server)
    assert (incident.strike, incident.rung) == (True, Rung.NOTICE)
    assert "advertência (aviso)" in chief.look(post).content
    assert any("agravou a advertência" in one.content for one in ana.dms())
    await server.advance(5)
    await chief.click(post, label="Aumentar: nº 1")
    (incident,) = await incidents(server)
    assert incident.rung is Rung.BAN
    assert "suspens" in said(await ana.slash("mesa criar"))


async def test_each_time_it_is_made_more_of_the_ban_is_longer_and_only_one_holds(
    server, people, log
):
    ana = people[0]
    await ana.write(thread_of(server), THREAT)
    await close_table(server, ana)
    chief = server.add_user("chefe", permissions=MODERATOR)
    service = app_of(server).moderation
    _, _, before = await service.record_of(server.id, ana.id)
    await chief.click(log.messages()[-1], label="Aumentar: nº 1")
    _, _, after = await service.record_of(server.id, ana.id)
    assert after.until - after.at == 7 * (before.until - before.at)
    await chief.click(log.messages()[-1], label="Foi engano: nº 1")
    _, _, none = await service.record_of(server.id, ana.id)
    assert none is None


async def test_nobody_undoes_or_pardons_his_own(server, people, log):
    boss = server.add_user("chefa", permissions=MODERATOR)
    await boss.write(thread_of(server), INSULT)
    await close_table(server, people[0])
    post = log.messages()[-1]
    for label in ("Foi engano: nº 1", "Aumentar: nº 1"):
        assert told(await boss.click(post, label=label)) == why(Problem.OWN_INCIDENT)
    assert said(await boss.slash("moderacao perdoar", pessoa=boss)) == why(Problem.OWN_INCIDENT)
    (incident,) = await incidents(server)
    assert incident.undone_at is None


async def test_after_a_mistake_a_server_may_except_the_text_for_good(server, people, log):
    ana, thread = people[0], thread_of(server)
    await ana.write(thread, REVEAL)
    await end_round(server, people)
    chief = server.add_user("chefe", permissions=MODERATOR)
    reply = await chief.click(log.messages()[-1], label="Foi engano: nº 1")
    (offer,) = reply.followups
    assert offer.content == moderators.EXCEPT_OFFERED
    await chief.click(offer, label=moderators.EXCEPT)
    assert chief.look(offer).content == moderators.EXCEPTED
    await DiscordTable(server, people, 1).next_round()
    await ana.write(thread, f"**{REVEAL.upper()}**!")
    assert contents(thread)[-1] == f"**{REVEAL.upper()}**!"
    await ana.write(thread, f"{REVEAL} e de copas")
    assert f"{REVEAL} e de copas" not in contents(thread)
    shown = said(await chief.slash("moderacao excecoes"))
    assert f"• nº 1: ||tenho o nove de paus|| (<@{chief.id}>)" in shown
    assert "Exceções do servidor: 1" in said(await chief.slash("moderacao configurar"))
    assert said(await chief.slash("moderacao excecoes", tirar=7)) == moderators.NO_SUCH_EXCEPTION
    assert said(await chief.slash("moderacao excecoes", tirar=1)) == moderators.EXCEPTION_DROPPED
    await server.advance(120)
    await ana.write(thread, REVEAL)
    assert REVEAL not in contents(thread)


async def test_an_exception_is_of_a_text_and_not_of_what_comes_with_it(server, people, log):
    ana, thread = people[0], thread_of(server)
    await ana.write(thread, REVEAL)
    await end_round(server, people)
    chief = server.add_user("chefe", permissions=MODERATOR)
    reply = await chief.click(log.messages()[-1], label="Foi engano: nº 1")
    await chief.click(reply.followups[0], label=moderators.EXCEPT)
    await DiscordTable(server, people, 1).next_round()
    for name in ("hand.png", "tenho_o_nove_de_copas.txt"):
        await ana.write(thread, REVEAL, files=[(name, b"x")])
        assert REVEAL not in contents(thread)
    await ana.write(thread, REVEAL, files=[("receita.txt", b"x")])
    assert contents(thread)[-1] == REVEAL


async def test_only_what_was_taken_back_is_excepted(server, people, log):
    ana = people[0]
    await ana.write(thread_of(server), REVEAL)
    service = app_of(server).moderation
    with pytest.raises(Denied):
        await service.except_text_of(1, by=people[1].id)
    assert await service.exceptions(server.id) == []


async def test_a_double_click_makes_more_of_it_once(server, people, log):
    chief = server.add_user("chefe", permissions=MODERATOR)
    await people[0].write(thread_of(server), DOUBT)
    await close_table(server, people[0])
    (post,) = log.messages()
    async with server.lag():
        await chief.click(post, label="Aumentar: nº 1")
        await chief.click(post, label="Aumentar: nº 1")
    (incident,) = await incidents(server)
    assert incident.rung is Rung.NOTICE


async def test_a_full_post_has_room_for_all_that_may_happen_to_it(server, people, log):
    for number in range(12):
        await people[0].write(thread_of(server), f"{REVEAL} {number} " + "x" * 150)
    await close_table(server, people[0])
    chief = server.add_user("chefe", permissions=MODERATOR)
    post = log.messages()[0]
    service = app_of(server).moderation
    for label in [each for each in post.labels if "Foi engano" in each]:
        number = int(label.rpartition(" ")[2])
        await service.deny(number, people[0].id)
        await chief.click(post, label=f"Aumentar: nº {number}")
        await chief.click(post, label=label)
    text = log.messages()[0].content
    assert text.count("Foi engano: desfeito") == len(post.labels) // 2
    assert not text.endswith("…")


async def test_where_the_log_is_refused_a_sealed_text_is_kept_no_longer(server, people, log):
    ana = people[0]
    await ana.write(thread_of(server), REVEAL)
    await app_of(server).moderation.seal(1, ana.id)
    server.permit(log, "bot", view_channel=False)
    server.fail("POST", f"/channels/{log.id}/messages", status=403, code=50001, times=None)
    await close_table(server, ana)
    (incident,) = await incidents(server)
    assert incident.text is None


async def test_nobody_else_makes_more_of_anything_or_excepts_it(server, people, log):
    ana = people[0]
    await ana.write(thread_of(server), REVEAL)
    await close_table(server, ana)
    reply = await people[1].click(log.messages()[-1], label="Aumentar: nº 1")
    assert told(reply) == moderators.NOT_A_MODERATOR
