"""The chat's text is asked for only where the application may read it."""

import discord

from tests.cogs.conftest import playing
from tests.support.discord_table import running


async def test_without_the_intent_nothing_is_asked_for_and_nothing_is_removed(server):
    assert not server.bot.intents.message_content
    assert not server.bot.reads_chat
    people = await playing(server, "ana", "bia", "caio", "davi")
    thread = server.threads()[-1]
    await people[0].say(thread, "Tenho o nove de paus")
    assert [one.content for one in thread.messages()][-1] == "Tenho o nove de paus"


async def test_with_the_intent_the_text_is_asked_for_and_no_other_privileged_one(tmp_path):
    async with running(tmp_path / "t.db", reads_chat=True) as server:
        assert server.bot.reads_chat
        assert server.bot.intents.guild_reactions
        assert not server.bot.intents.members
        assert not server.bot.intents.presences
        assert isinstance(server.bot.intents, discord.Intents)
        await server.restart_bot()
        assert server.bot.reads_chat
