"""What a table is told when its round is over: the safe is opened, and opponents may pardon."""

import discord
import pytest

from bot.services.errors import Problem
from tests.cogs.conftest import playing, told, why
from tests.cogs.test_moderation_log import end_round
from tests.support.chat import (
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
from tests.support.discord_table import app_of
from texts import moderation as texts

pytestmark = pytest.mark.reads_chat
MODERATOR = discord.Permissions(moderate_members=True)


@pytest.fixture
async def people(server):
    return await playing(server, "ana", "bia", "caio", "davi", meta=3000)


def notice_of(user):
    return next(one for one in user.dms() if "Por quê" in one.content)


def recalls(server):
    return [one for one in thread_of(server).messages() if "não pôde dizer" in one.content]


def question(server):
    """Where the opponents are asked."""
    return next(one for one in thread_of(server).messages() if "podem perdoar" in one.content)


async def test_a_sealed_text_is_read_by_the_table_when_the_round_is_over_and_not_before(
    server, people
):
    ana = people[0]
    await ana.write(thread_of(server), f"{REVEAL} @everyone")
    notice = notice_of(ana)
    await ana.click(notice, label=texts.SEAL)
    assert texts.SEALED in ana.look(notice).content
    assert ana.look(notice).labels == [texts.NOT_REVEALED]
    assert_nothing_told(server)
    await end_round(server, people)
    (message,) = recalls(server)
    assert message.content.startswith("### O que a Mesa 1 não pôde dizer\n**ana:** Tenho o nove")
    assert message.mentions == ()
    (incident,) = await incidents(server)
    assert incident.text is None, "kept only till then"
    assert incident.sealed


async def test_what_nobody_sealed_is_never_posted(server, people):
    await people[0].write(thread_of(server), REVEAL)
    await end_round(server, people)
    assert_nothing_told(server)
    assert recalls(server) == []


async def test_an_insult_is_never_sealed(server, people):
    ana, bia, *_ = people
    await ana.write(thread_of(server), INSULT)
    assert texts.SEAL not in notice_of(ana).labels
    await bia.write(thread_of(server), f"{REVEAL}, seu imbecil")
    assert texts.SEAL not in notice_of(bia).labels


async def test_after_the_round_it_is_too_late_to_seal(server, people):
    ana = people[0]
    await ana.write(thread_of(server), REVEAL)
    await close_table(server, ana)
    reply = await ana.click(notice_of(ana), label=texts.SEAL)
    assert told(reply) == why(Problem.CANNOT_BE_SEALED)
    assert recalls(server) == []


async def test_the_safe_opens_once_over_a_restart(server, people):
    ana, thread = people[0], thread_of(server)
    await ana.write(thread, REVEAL)
    await ana.click(notice_of(ana), label=texts.SEAL)
    server.fail("POST", f"/channels/{thread.id}/messages", status=503, times=None)
    await close_table(server, ana)
    assert recalls(server) == []
    server._env.backend.faults.clear()
    await server.restart_bot(crash=True)
    assert len(recalls(server)) == 1
    await server.restart_bot()
    assert len(recalls(server)) == 1


async def test_both_opponents_together_pardon_and_nobody_else(server, people):
    ana, bia, caio, davi = people
    await ana.write(thread_of(server), REVEAL)
    assert "podem perdoar" not in "\n".join(contents(thread_of(server)))
    await end_round(server, people)
    asked = question(server)
    assert "🟨 Advertência por cantar jogo nesta rodada: **ana**." in asked.content
    for other in (caio, ana, server.add_user("eva")):
        reply = await other.click(asked, label="Perdoar ana")
        assert told(reply) == why(Problem.NOT_AN_OPPONENT)
    reply = await bia.click(asked, label="Perdoar ana")
    assert told(reply) == texts.FORGIVE_NOTED
    await bia.click(asked, label="Perdoar ana (1 de 2)")
    (incident,) = await incidents(server)
    assert incident.undone_at is None
    await server.restart_bot()
    await davi.click(asked, label="Perdoar ana (1 de 2)")
    (incident,) = await incidents(server)
    assert incident.undone_at is not None
    assert incident.undone_by is None
    now = davi.look(asked)
    assert texts.forgiven_line("ana") in now.content
    assert now.labels == []


async def test_a_pardon_stands_in_the_log_and_lifts_the_ban(server, people):
    log = server.add_channel("registro")
    await app_of(server).moderation.configure(server.id, log_channel_id=log.id)
    ana, bia, _, davi = people
    for _ in range(3):
        await strike(server, ana)
    assert await app_of(server).moderation.is_silenced(1, ana.id)
    await end_round(server, people)
    asked = question(server)
    for user in (bia, davi):
        button = [one for one in user.look(asked).components if one.kind == "button"][-1]
        await user.click(asked, label=button.label, custom_id_prefix=button.custom_id)
    last = (await incidents(server))[-1]
    assert last.undone_at is not None
    assert not await app_of(server).moderation.is_silenced(1, ana.id)
    chief = server.add_user("chefe", permissions=MODERATOR)
    shown = await chief.slash("moderacao historico", pessoa=ana)
    assert "🤝 Os adversários perdoaram: desfeito." in shown.message.content


async def test_threats_are_no_matter_of_the_opponents(server, people):
    await people[0].write(thread_of(server), THREAT)
    await end_round(server, people)
    assert "podem perdoar" not in "\n".join(contents(thread_of(server)))
