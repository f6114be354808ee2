"""The menus on messages and people: reports go to the moderators, who may pardon."""

import discord
import pytest
from simcord.backend.errors import SetupError

from storage.sanction_records import Mode
from tests.cogs.conftest import said
from tests.support.chat import (
    INSULT,
    REVEAL,
    assert_nothing_told,
    close_table,
    contents,
    incidents,
    strike,
    thread_of,
)
from tests.support.discord_table import app_of
from texts import moderators

MODERATOR = discord.Permissions(moderate_members=True)


@pytest.fixture
async def log(server):
    channel = server.add_channel("registro")
    await app_of(server).moderation.configure(server.id, log_channel_id=channel.id)
    return channel


async def test_without_the_intent_too_a_report_reaches_the_moderators_after_the_round(
    server, people, log
):
    ana, bia, *_ = people
    message = await ana.say(thread_of(server), REVEAL)
    reply = await bia.menu(moderators.REPORT, message)
    assert said(reply) == moderators.REPORTED
    assert ana.look(message) is not None, "a report deletes nothing"
    assert contents(log) == []
    assert said(await bia.menu(moderators.REPORT, message)) == moderators.REPORTED_BEFORE
    await close_table(server, ana)
    (post,) = log.messages()
    assert f"🚩 Denunciada por <@{bia.id}>; não apaguei nada." in post.content
    assert f"||{REVEAL}||" in post.content
    assert "canta jogo, certeza de" in post.content
    assert_nothing_told(server)
    (incident,) = await incidents(server)
    assert not incident.strike
    assert ana.dms()[-1].content != REVEAL


async def test_what_the_bot_said_for_somebody_can_be_reported(server, people, log):
    await app_of(server).moderation.configure(server.id, server.channel.id, mode=Mode.SPEAK)
    ana, bia, *_ = people
    thread = thread_of(server)
    await ana.slash("falar", at=thread, texto="o galo cantou três vezes")
    assert said(await bia.menu(moderators.REPORT, thread.messages()[-1])) == moderators.REPORTED
    (incident,) = await incidents(server)
    assert (incident.user_id, incident.reported_by) == (ana.id, bia.id)


async def test_what_the_detector_finds_innocent_can_be_reported_and_made_a_strike(
    server, people, log
):
    ana, bia, *_ = people
    message = await ana.say(thread_of(server), "o galo cantou três vezes")
    await bia.menu(moderators.REPORT, message)
    await close_table(server, ana)
    (post,) = log.messages()
    assert "Não vi nada contra a regra." in post.content
    chief = server.add_user("chefe", permissions=MODERATOR)
    await chief.click(post, label="Aumentar: nº 1")
    (incident,) = await incidents(server)
    assert incident.strike


async def test_a_mistaken_report_is_put_away_without_telling_its_author(server, people, log):
    ana, bia, *_ = people
    message = await ana.say(thread_of(server), "boa sorte")
    await bia.menu(moderators.REPORT, message)
    await close_table(server, ana)
    chief = server.add_user("chefe", permissions=MODERATOR)
    before = len(ana.dms())
    await chief.click(log.messages()[-1], label="Foi engano: nº 1")
    assert len(ana.dms()) == before


async def test_only_what_people_wrote_at_a_table_can_be_reported(server, people):
    ana, thread = people[0], thread_of(server)
    elsewhere = await ana.say(server.add_channel("geral"), INSULT)
    own = next(one for one in thread.messages() if one.author_id == server.bot.user.id)
    for message in (elsewhere, own):
        assert said(await ana.menu(moderators.REPORT, message)) == moderators.REPORT_ONLY_TABLES


async def test_without_a_log_channel_a_report_says_so(server, people):
    message = await people[0].say(thread_of(server), INSULT)
    assert said(await people[1].menu(moderators.REPORT, message)) == moderators.NO_LOG_CHANNEL


@pytest.mark.reads_chat
async def test_moderators_pardon_a_person_by_his_menu(server, people):
    ana = people[0]
    await strike(server, ana)
    with pytest.raises(SetupError):
        await people[1].menu(moderators.PARDON, ana)
    chief = server.add_user("chefe", permissions=MODERATOR)
    reply = await chief.menu(moderators.PARDON, ana)
    assert said(reply) == moderators.pardoned_text(ana.mention, 1, 0)
    assert any("perdoou você" in one.content for one in ana.dms())
