"""Discord's AutoMod: one rule against slurs on request, in step with our list."""

import discord
import pytest

from moderation import slur_words
from storage.sanction_records import Rung
from tests.cogs.conftest import said
from tests.support.chat import close_table, incidents, notices, thread_of
from tests.support.discord_table import app_of
from texts import moderators

CHIEF = discord.Permissions(moderate_members=True)


@pytest.fixture
async def chief(server):
    return server.add_user("chefe", permissions=CHIEF)


async def rule_id(server):
    return (await app_of(server).moderation.settings(server.id)).automod_rule_id


async def test_the_rule_is_made_once_and_taken_away(server, chief):
    assert "AutoMod contra injúrias: desligada" in said(await chief.slash("moderacao configurar"))
    for _ in range(2):
        text = said(await chief.slash("moderacao configurar", automod=True))
        assert "AutoMod contra injúrias: ligada" in text
    (rule,) = server.automod_rules()
    assert rule.trigger_metadata["keyword_filter"] == [*slur_words()]
    assert await rule_id(server) == rule.id
    await chief.slash("moderacao configurar", automod=False)
    assert server.automod_rules() == []
    assert await rule_id(server) is None


async def test_discord_s_limits_on_a_rule_are_kept():
    assert len(slur_words()) <= 1000
    assert all(0 < len(word) <= 60 for word in slur_words())
    assert len(moderators.AUTOMOD_SAYS) <= 150


async def test_without_the_permission_it_says_which_one(server, chief):
    server.limit_bot(manage_guild=False)
    await server.settle()
    text = said(await chief.slash("moderacao configurar", automod=True))
    assert text == moderators.AUTOMOD_NEEDS


async def test_where_the_server_is_full_it_says_so(server, chief):
    server.fail("POST", "/guilds/*/auto-moderation/rules", status=400, code=50035)
    text = said(await chief.slash("moderacao configurar", automod=True))
    assert text == moderators.AUTOMOD_FULL


async def test_it_is_for_whole_servers_only(server, chief):
    text = said(await chief.slash("moderacao configurar", automod=True, onde="aqui"))
    assert text == moderators.ONLY_WHOLE_SERVER
    assert server.automod_rules() == []


async def test_at_a_start_the_rule_is_brought_into_step_or_forgotten(server, chief):
    await chief.slash("moderacao configurar", automod=True)
    (rule,) = server.automod_rules()
    rule.trigger_metadata = {"keyword_filter": ["velho"]}
    await server.restart_bot()
    assert rule.trigger_metadata["keyword_filter"] == [*slur_words()]
    server._env.backend.guilds[server.id].auto_mod_rules.clear()
    await server.restart_bot()
    assert await rule_id(server) is None


async def test_an_alert_counts_for_who_plays_in_a_round_of_that_thread(server, people, chief):
    await chief.slash("moderacao configurar", automod=True)
    (rule,) = server.automod_rules()
    ana, bia, *_ = people
    eva, thread = server.add_user("eva"), thread_of(server)
    await server.automod_held_back(eva, thread, rule.id, "")
    await server.automod_held_back(ana, server.channel, rule.id, "")
    await server.automod_held_back(ana, thread, rule.id + 1, "")
    assert await incidents(server) == []
    await server.automod_held_back(ana, thread, rule.id, "")
    (incident,) = await incidents(server)
    assert (incident.user_id, incident.rung, incident.label) == (ana.id, Rung.BAN, "ofensa")
    assert "suspensão das mesas" in notices(ana)[0]
    await server.automod_held_back(bia, thread, rule.id, "uma palavra da lista, sem maldade")
    assert [one.strike for one in await incidents(server)] == [True, False]
    await server.automod_held_back(bia, thread, rule.id, "", action=3)
    assert len(await incidents(server)) == 2, "a timeout beside the block is no second message"
    await close_table(server, ana)
    await server.automod_held_back(bia, thread, rule.id, "")
    assert len(await incidents(server)) == 2
