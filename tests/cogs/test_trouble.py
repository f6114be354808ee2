"""Things that go wrong on Discord's side in the middle of a match."""

from storage.records import Status
from tests.support.discord_table import DiscordTable, app_of, running, sit_down


async def test_a_board_that_discord_fails_to_take_is_shown_a_moment_later(tmp_path):
    async with running(tmp_path / "t.db") as server:
        people, match_id = await sit_down(server, ["Ana", "Bia"])
        table = DiscordTable(server, people, match_id)
        (thread,) = server.threads()
        board = next(one for one in thread.messages() if "Minha mão" in one.labels)
        server.fail("PATCH", f"/channels/{thread.id}/messages/*", status=500)
        await table.play_turn()
        user = people[0]
        assert user.look(board).content == board.content
        await server.advance(5)
        assert user.look(board).content != board.content


async def test_a_deleted_thread_is_replaced_and_the_match_goes_on(tmp_path):
    async with running(tmp_path / "t.db") as server:
        people, match_id = await sit_down(server, ["Ana", "Bia"])
        table = DiscordTable(server, people, match_id)
        (thread,) = server.threads()
        for method, path in (("PATCH", "messages/*"), ("POST", "messages")):
            server.fail(method, f"/channels/{thread.id}/{path}", status=404, code=10003)
        await table.play_turn()
        await table.play_turn()
        assert len(server.threads()) == 2
        assert (await table.live()).info.thread_id == server.threads()[-1].id


async def test_a_deleted_board_is_posted_anew(tmp_path):
    async with running(tmp_path / "t.db") as server:
        people, match_id = await sit_down(server, ["Ana", "Bia"])
        table = DiscordTable(server, people, match_id)
        (thread,) = server.threads()
        server.fail("PATCH", f"/channels/{thread.id}/messages/*", status=404, code=10008)
        before = (await table.live()).info.board_message_id
        await table.play_turn()
        assert (await table.live()).info.board_message_id != before


async def test_the_board_is_posted_anew_when_it_is_old_or_has_scrolled_away(tmp_path):
    async with running(tmp_path / "t.db") as server:
        people, match_id = await sit_down(server, ["Ana", "Bia"], ritmo="tranquilo")
        table = DiscordTable(server, people, match_id)
        (thread,) = server.threads()
        first = (await table.live()).info.board_message_id
        await table.play_turn()
        assert (await table.live()).info.board_message_id == first
        for number in range(6):
            await people[0].say(thread, f"mensagem {number}")
        await table.play_turn()
        second = (await table.live()).info.board_message_id
        assert second != first
        assert first not in [one.id for one in thread.messages()]
        for user in people:
            with server._env._bot_scope():
                await app_of(server).seats.pause(match_id, user.id)
        await server.advance(15 * 60 + 1)
        await table.play_turn()
        assert (await table.live()).info.board_message_id == second
        with server._env._bot_scope():
            async with app_of(server).tables.change(match_id, quiet=True) as change:
                await change.update(board_posted_at=change.now - 46 * 60_000)
        await table.play_turn()
        assert (await table.live()).info.board_message_id != second


async def test_without_the_right_to_make_threads_the_table_stands_in_the_channel(tmp_path):
    async with running(tmp_path / "t.db") as server:
        server.permit(server.channel, "bot", create_public_threads=False)
        people, match_id = await sit_down(server, ["Ana", "Bia"])
        table = DiscordTable(server, people, match_id)
        assert server.threads() == []
        assert any("Minha mão" in one.labels for one in server.channel.messages())
        await table.play_turn()
        live = await table.live()
        assert live.info.thread_id == server.channel.id
        assert live.info.status is Status.LIVE


async def test_a_player_who_closes_his_messages_in_mid_match_is_called_at_the_table(tmp_path):
    async with running(tmp_path / "t.db") as server:
        people, match_id = await sit_down(server, ["Ana", "Bia"])
        table = DiscordTable(server, people, match_id)
        (thread,) = server.threads()
        for user in people:
            user.close_dms()
        await table.play_turn()
        live = await table.live()
        user = table.people[live.player.user_id]
        (call,) = [one for one in thread.messages() if "é a sua vez" in one.content]
        assert user.mention in call.content
        await user.click(call, label="Jogar")
        await table.play_turn()
        assert (await table.live()).turn != live.turn
