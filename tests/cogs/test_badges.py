"""What the table's message shows beside the game: strikes, and who shares a voice channel."""

import pytest

from tests.cogs.conftest import board
from tests.support.chat import THREAT, strike, thread_of
from tests.support.discord_table import app_of


def words(server):
    return board(server).content


@pytest.mark.reads_chat
async def test_a_strike_shows_at_once_a_second_in_red_and_a_pardon_takes_them_away(server, people):
    ana, bia, *_ = people
    assert "🟨" not in words(server)
    await strike(server, ana)
    assert "🟨 ana: 1 advertência por conversa." in words(server)
    await strike(server, ana)
    assert "🟥 ana: 2 ou mais" in words(server)
    await bia.write(thread_of(server), THREAT)
    assert "🟥 ana e bia: 2 ou mais" in words(server)
    with server._env._bot_scope():
        for user in (ana, bia):
            await app_of(server).moderation.pardon(server.id, user.id, by=1)
    await server.settle()
    assert "🟥" not in words(server)


async def test_players_in_one_voice_channel_are_shown_together(server, people):
    ana, bia, caio, _ = people
    one, two = server.add_voice_channel("sala 1"), server.add_voice_channel("sala 2")
    await ana.join_voice(one)
    await server.add_user("eva").join_voice(one)
    assert "🎙" not in words(server)
    await bia.join_voice(two)
    assert "🎙" not in words(server)
    await caio.join_voice(one)
    assert "🎙 ana e caio estão no mesmo canal de voz." in words(server)
    assert "ana e caio" in board(server).attachments[0].description
    await server.restart_bot()
    await ana.slash("mesa ver")
    await bia.join_voice(one)
    assert "🎙 ana, bia e caio estão no mesmo canal" in words(server)
    for user in (ana, bia, caio):
        await user.leave_voice()
    assert "🎙" not in words(server)
