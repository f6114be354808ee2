"""A start shows anew only what is behind: it must not cost a request for each table."""

import pytest

from cogs.ui.custom_ids import Verb
from game.actions import Draw
from tests.support.discord_table import DiscordTable, app_of, running, sit_down


@pytest.fixture
async def table(tmp_path):
    async with running(tmp_path / "t.db", seed=5) as server:
        people, match_id = await sit_down(server, ["Ana", "Bia", "Caio", "Davi"])
        table = DiscordTable(server, people, match_id)
        for _ in range(3):
            await table.play_turn()
        yield table


async def requests_of_a_start(table, *, crash=False):
    before = len(table.server.sent())
    await table.server.restart_bot(crash=crash)
    await table.server.settle()
    return [
        (method, path)
        for method, path in table.server.sent()[before:]
        if "/messages" in path or "/thread" in path
    ]


async def draws(table):
    live = await table.live()
    await app_of(table.server).matches.play(
        match_id=table.match_id, user_id=live.player.user_id, plays=[Draw()]
    )
    await table.server.settle()


async def test_a_table_whose_messages_are_true_costs_nothing(table):
    assert await requests_of_a_start(table) == []
    await table.play_turn()


async def test_a_hidden_draw_since_then_costs_nothing(table):
    await table.server.advance(2)
    await draws(table)
    assert await requests_of_a_start(table, crash=True) == []


async def test_after_a_crash_what_was_not_noted_yet_is_shown_anew(table):
    assert await requests_of_a_start(table, crash=True) != []


async def test_after_a_crash_what_was_noted_costs_nothing(table):
    await table.server.advance(2)
    assert await requests_of_a_start(table, crash=True) == []


async def test_a_change_that_is_no_event_is_never_lost(table):
    await table.server.advance(2)
    user = next(iter(table.people.values()))
    await app_of(table.server).seats.pause(table.match_id, user.id)
    assert await app_of(table.server).shown.behind() == [table.match_id]


async def test_a_robots_turn_is_played_after_a_start(tmp_path):
    async with running(tmp_path / "t.db", seed=5) as server:
        ana = server.add_user("ana")
        await ana.slash("treinar")
        await server.advance(1)
        table = DiscordTable(server, [ana], 1)
        await table.play_turn()
        while (await table.live()).player.user_id is not None:
            await table.play_turn()
        await server.restart_bot(crash=True)
        for _ in range(20):
            await server.advance(1)
        assert table.newest(ana, Verb.PLAY)


async def test_the_first_play_after_a_start_does_not_edit_the_lobbys_message(table):
    await requests_of_a_start(table)
    before = len(table.server.sent())
    await table.play_turn()
    lobby = table.server.channel.messages()[0]
    edits = [path for method, path in table.server.sent()[before:] if method == "PATCH"]
    assert not [path for path in edits if path.endswith(f"/{lobby.id}")]
