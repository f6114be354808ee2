"""Failures in the middle of a match: each is tried again, and nothing shows to the wrong people."""

import pytest

from game.state import Phase
from storage.records import Status
from tests.support.discord_table import DiscordTable, app_of, running, sit_down


async def nothing(_key):
    """A worker that died."""


@pytest.mark.breaks_things
async def test_one_failed_read_does_not_stop_the_clock(tmp_path, monkeypatch):
    async with running(tmp_path / "t.db") as server:
        people, match_id = await sit_down(server, ["Ana", "Bia"])
        table = DiscordTable(server, people, match_id)
        before = await table.live()
        fire_due, calls = app_of(server).clock.fire_due, []

        async def once():
            calls.append(1)
            if len(calls) == 1:
                raise OSError("the disk is away")
            return await fire_due()

        monkeypatch.setattr(app_of(server).clock, "fire_due", once)
        app_of(server).clock._wake.set()
        await server.advance(50)
        assert (await table.live()).info.seq > before.info.seq


@pytest.mark.parametrize("crash", [False, True])
async def test_a_match_that_ended_just_before_a_restart_shows_its_result(tmp_path, crash):
    async with running(tmp_path / "t.db") as server:
        people, match_id = await sit_down(server, ["Ana", "Bia"])
        for name in ("Board", "Caller"):
            server.bot.get_cog(name).workers.work = nothing
        server.bot.get_cog("LobbyCog").board.workers.work = nothing
        with server._env._bot_scope():
            await app_of(server).seats.resign(match_id, people[0].id)
        await server.settle()
        await server.restart_bot(crash=crash)
        await server.settle()
        (thread,) = server.threads()
        assert any("🏆" in one.content for one in thread.messages())
        assert (await app_of(server).tables.get(match_id)).info.ended_shown
        results = len([one for one in thread.messages() if "🏆" in one.content])
        await server.restart_bot(crash=crash)
        await server.settle()
        assert len([one for one in thread.messages() if "🏆" in one.content]) == results


@pytest.mark.breaks_things
async def test_a_robots_turn_that_fails_is_played_a_moment_later(tmp_path, monkeypatch):
    async with running(tmp_path / "t.db") as server:
        ana = server.add_user("Ana")
        await ana.slash("treinar")
        async with app_of(server).database.read() as work:
            (info,) = await work.matches.open_of(ana.id)
        table = DiscordTable(server, [ana], info.id)
        while (await table.live()).player.user_id is None:
            await server.advance(1)
        play_robot, calls = app_of(server).matches.play_robot, []

        async def once(match_id):
            calls.append(1)
            if len(calls) == 1:
                raise RuntimeError("out of luck")
            return await play_robot(match_id)

        monkeypatch.setattr(app_of(server).matches, "play_robot", once)
        await table.play_turn()
        await server.advance(1)
        stuck = (await table.live()).info.seq
        await server.advance(7)
        assert (await table.live()).info.seq > stuck


@pytest.mark.breaks_things
async def test_a_call_that_the_network_breaks_is_made_a_moment_later(tmp_path, monkeypatch):
    async with running(tmp_path / "t.db") as server:
        people, match_id = await sit_down(server, ["Ana", "Bia"])
        table = DiscordTable(server, people, match_id)
        caller = server.bot.get_cog("Caller")
        send, calls = caller._send_private, []

        async def once(*args):
            calls.append(1)
            if len(calls) == 1:
                raise ConnectionResetError
            return await send(*args)

        monkeypatch.setattr(caller, "_send_private", once)
        await table.play_turn()
        live = await table.live()
        user = table.people[live.player.user_id]
        assert not any("Comprar" in one.labels for one in user.dms())
        await server.advance(6)
        assert "Comprar" in table.hand(user).labels


async def test_a_reserved_table_is_never_shown_in_the_channel(tmp_path):
    async with running(tmp_path / "t.db") as server:
        ana, bia = server.add_user("Ana"), server.add_user("Bia")
        await ana.slash("mesa criar", jogadores=2, reservada=True)
        await ana.slash("mesa convidar", pessoa=bia)
        await bia.slash("mesa entrar")
        server.permit(server.channel, "bot", create_private_threads=False)
        await ana.slash("mesa iniciar")
        await server.advance(5)
        assert server.threads() == []
        assert not any("Minha mão" in one.labels for one in server.channel.messages())
        async with app_of(server).database.read() as work:
            (info,) = await work.matches.open_of(ana.id)
        table = DiscordTable(server, [ana, bia], info.id)
        await table.play_turn()
        server.permit(server.channel, "bot", create_private_threads=True)
        await server.advance(61)
        (thread,) = server.threads()
        assert thread.is_private
        assert any("Minha mão" in one.labels for one in thread.messages())


@pytest.mark.breaks_things
async def test_a_thread_that_discord_failed_to_make_is_made_a_moment_later(tmp_path):
    async with running(tmp_path / "t.db") as server:
        server.fail("POST", "/channels/*/messages/*/threads", status=503, times=2)
        people, match_id = await sit_down(server, ["Ana", "Bia"])
        await server.advance(15)
        (thread,) = server.threads()
        live = await app_of(server).tables.get(match_id)
        assert live.info.thread_id == thread.id
        assert live.info.status is Status.LIVE
        assert people


async def test_a_refused_play_shows_nowhere(tmp_path):
    async with running(tmp_path / "t.db") as server:
        people, match_id = await sit_down(server, ["Ana", "Bia"])
        table = DiscordTable(server, people, match_id)
        await table.play_turn()
        live = await table.live()
        user = table.people[live.player.user_id]
        before = server.requests("PATCH", f"/channels/{live.info.thread_id}")
        await user.type_dm("b 3p 4p 5p")
        await server.advance(20)
        assert server.requests("PATCH", f"/channels/{live.info.thread_id}") == before


async def test_the_public_deadline_after_a_pause_is_the_same_in_both_phases(tmp_path):
    shown = []
    for draws in (False, True):
        async with running(tmp_path / f"{draws}.db") as server:
            people, match_id = await sit_down(server, ["Ana", "Bia"])
            table = DiscordTable(server, people, match_id)
            live = await table.live()
            user = table.people[live.player.user_id]
            if draws:
                await user.click(table.hand(user), label="Comprar")
            for each in people:
                with server._env._bot_scope():
                    await app_of(server).seats.pause(match_id, each.id)
            await server.advance(15 * 60 + 1)
            (thread,) = server.threads()
            board = next(one for one in thread.messages() if "Minha mão" in one.labels)
            shown.append(board.content.split("<t:")[1].split(":")[0])
            expected = Phase.PLAY if draws else Phase.DRAW
            assert (await table.live()).state.phase is expected
    assert shown[0] == shown[1]


async def test_a_draw_typed_by_who_plays_at_the_table_moves_nothing_there(tmp_path):
    async with running(tmp_path / "t.db") as server:
        people, match_id = await sit_down(server, ["Ana", "Bia"])
        for user in people:
            await user.slash("preferencias", jogar="table")
        table = DiscordTable(server, people, match_id)
        live = await table.live()
        user = table.people[live.player.user_id]
        (thread,) = server.threads()
        before = [(one.id, one.content) for one in thread.messages()]
        await user.type_dm("c")
        assert (await table.live()).state.phase is Phase.PLAY
        assert "sua vez, baixe" in user.dms()[-1].content
        assert [(one.id, one.content) for one in thread.messages()] == before


async def test_the_numbers_of_the_picture_last_sent_are_typed(tmp_path):
    async with running(tmp_path / "t.db") as server:
        people, match_id = await sit_down(server, ["Ana", "Bia"])
        table = DiscordTable(server, people, match_id)
        user = table.people[(await table.live()).player.user_id]
        reply = await user.slash("jogar comprar", at=user.dm_channel)
        alt = reply.message.attachments[0].description
        named = dict(part.split(" ", 1) for part in alt.split(": ", 1)[1].split(".")[0].split(", "))
        await user.type_dm("d 8")
        top = (await table.live()).state.round.pile[-1]
        sign = {"c": "♣", "d": "♦", "h": "♥", "s": "♠"}.get(top.code[1], "")
        assert named["8"] in (top.code[0].replace("T", "10") + sign, "curingão")


async def test_of_two_tables_on_turn_a_typed_play_asks_or_takes_the_one_that_is_named(tmp_path):
    async with running(tmp_path / "t.db") as server:
        people, first = await sit_down(server, ["Ana", "Bia"])
        ana, bia = people
        await ana.slash("mesa criar", jogadores=2, ritmo="tranquilo")
        lobby = server.channel.messages()[-1]
        await bia.click(lobby, custom_id_prefix="b:sit:2:0:1")
        await ana.click(lobby, custom_id_prefix="b:start:")
        tables = [DiscordTable(server, people, first), DiscordTable(server, people, 2)]
        for _ in range(3):
            turns = [table.people[(await table.live()).player.user_id] for table in tables]
            if turns[0] is turns[1]:
                break
            await tables[1].play_turn()
        user = turns[0]
        await user.type_dm("c")
        assert "em qual" in user.dms()[-1].content
        await user.type_dm("2: c")
        assert [(await table.live()).state.phase for table in tables] == [Phase.DRAW, Phase.PLAY]
        await user.slash("jogar comprar", mesa=1)
        assert (await tables[0].live()).state.phase is Phase.PLAY


async def test_an_expired_rematch_can_be_asked_anew(tmp_path):
    async with running(tmp_path / "t.db") as server:
        people, match_id = await sit_down(server, ["Ana", "Bia"])
        with server._env._bot_scope():
            await app_of(server).seats.resign(match_id, people[0].id)
        await server.settle()
        (thread,) = server.threads()
        result = next(one for one in thread.messages() if "Revanche" in one.labels)
        await people[0].click(result, custom_id_prefix="b:rematch:")
        asked = server.channel.messages()[-1]
        assert people[1].mention in asked.content
        await server.advance(5 * 60 + 1)
        await people[1].click(result, custom_id_prefix="b:rematch:")
        await people[0].click(server.channel.messages()[-1], label="Aceitar")
        async with app_of(server).database.read() as work:
            (again,) = await work.matches.open_of(people[0].id)
        assert again.status is Status.LIVE


@pytest.mark.breaks_things
async def test_no_hand_ever_comes_into_a_public_message(tmp_path):
    async with running(tmp_path / "t.db") as server:
        spectator = server.add_user("Zé")
        people = [server.add_user("Ana"), server.add_user("Bia")]
        for user in people:
            await user.slash("preferencias", jogar="table")
        await people[0].slash("mesa criar", jogadores=2, ritmo="tranquilo")
        lobby = server.channel.messages()[-1]
        await people[1].click(lobby, custom_id_prefix="b:sit:1:0:1")
        server.fail("POST", "/channels/*/messages/*/threads", status=503, times=2)
        await people[0].click(lobby, custom_id_prefix="b:start:")
        assert any("é a sua vez" in one.content for one in server.channel.messages())
        await server.advance(15)
        (thread,) = server.threads()
        for user in people:
            await user.slash("mesa pausar", at=thread)
        await server.advance(1)
        assert (await app_of(server).tables.get(1)).info.paused
        for user in (spectator, *people):
            for message in user.sees():
                private = message.ephemeral or message.channel_id == user.dm_channel.id
                assert private or "Sua mão" not in message.text


async def test_where_threads_are_refused_for_good_the_table_stands_in_the_channel(tmp_path):
    async with running(tmp_path / "t.db") as server:
        server.fail("POST", "/channels/*/messages/*/threads", status=400, code=160006, times=None)
        people, match_id = await sit_down(server, ["Ana", "Bia"])
        assert server.threads() == []
        assert any("Minha mão" in one.labels for one in server.channel.messages())
        assert people
        assert (await app_of(server).tables.get(match_id)).info.thread_id == server.channel.id


async def test_the_call_at_the_table_does_not_tell_whether_he_has_drawn(tmp_path):
    shown = []
    for draws in (False, True):
        async with running(tmp_path / f"{draws}.db") as server:
            names = ["Ana", "Bia"]
            people, match_id = await sit_down(server, names, closed=frozenset(names))
            table = DiscordTable(server, people, match_id)
            (thread,) = server.threads()
            user = table.people[(await table.live()).player.user_id]
            if draws:
                await user.slash("jogar comprar")
            for each in people:
                with server._env._bot_scope():
                    await app_of(server).seats.pause(match_id, each.id)
            await server.advance(15 * 60 + 1)
            call = [one for one in thread.messages() if "é a sua vez" in one.content][-1]
            shown.append(call.content.split("<t:")[1])
    assert shown[0] == shown[1]


async def test_a_score_sheet_that_could_not_be_posted_comes_later(tmp_path):
    async with running(tmp_path / "t.db", seed=3) as server:
        people, match_id = await sit_down(server, ["Ana", "Bia"], regras="tradicional")
        table = DiscordTable(server, people, match_id)
        (thread,) = server.threads()
        while (await table.live()).turn is not None:
            await table.play_turn()
        app = app_of(server)
        with server._env._bot_scope():
            sheet = [one for one in thread.messages() if "fim da rodada 1" in one.content]
            assert len(sheet) == 1
            async with app.tables.change(match_id, quiet=True) as change:
                await change.update(sheets_posted=0)  # as if it had failed until now
            await app.matches.deal_next(match_id)
        await server.settle()
        sheets = [one for one in thread.messages() if "fim da rodada 1" in one.content]
        assert len(sheets) == 2
        assert sheets[0].content.split("A próxima")[0] == sheets[1].content.split("A próxima")[0]


async def test_after_an_automatic_play_the_hand_shows_no_controls(tmp_path):
    async with running(tmp_path / "t.db") as server:
        people, match_id = await sit_down(server, ["Ana", "Bia"])
        table = DiscordTable(server, people, match_id)
        user = table.people[(await table.live()).player.user_id]
        await server.advance(33)
        assert "sua vez, baixe" in table.hand(user).content
        assert "Comprar" not in table.hand(user).labels
        await server.advance(63)
        assert all("Comprar" not in one.labels for one in user.dms())
        assert any("Atualizar" in one.labels for one in user.dms())


async def test_a_pause_that_ends_at_once_still_calls_the_player(tmp_path, monkeypatch):
    async with running(tmp_path / "t.db") as server:
        people, match_id = await sit_down(server, ["Ana", "Bia"])
        table = DiscordTable(server, people, match_id)
        user = table.people[(await table.live()).player.user_id]
        caller = server.bot.get_cog("Caller")
        edit, resumed = caller._edit, []

        async def slow(message, **changes):
            if not resumed:
                resumed.append(1)
                for each in people:
                    await app_of(server).seats.resume(match_id, each.id)
            await edit(message, **changes)

        monkeypatch.setattr(caller, "_edit", slow)
        for each in people:
            with server._env._bot_scope():
                await app_of(server).seats.pause(match_id, each.id)
        await server.settle()
        assert resumed
        assert "Comprar" in table.hand(user).labels


async def test_a_hand_that_discord_would_not_edit_at_the_end_is_tried_again(tmp_path):
    async with running(tmp_path / "t.db") as server:
        people, match_id = await sit_down(server, ["Ana", "Bia"])
        for user in people:
            path = f"/channels/{user.dm_channel.id}/messages/*"
            server.fail("PATCH", path, status=503, times=2)
        with server._env._bot_scope():
            await app_of(server).seats.resign(match_id, people[0].id)
        await server.settle()
        await server.advance(90)
        for user in people:
            assert all("Comprar" not in one.labels for one in user.dms())
            assert "a partida acabou" in user.dms()[-1].content
