"""Clicks that come wrong: doubled, late, stale, by strangers, after the end."""

import dataclasses
import json

from game.events import CardDrawn
from game.state import Phase
from storage.records import Status
from tests.support.discord_table import DiscordTable, app_of, running, sit_down
from texts.cards import card_sign


async def test_a_double_click_draws_once_and_both_are_acknowledged(tmp_path):
    async with running(tmp_path / "t.db") as server:
        people, match_id = await sit_down(server, ["Ana", "Bia"])
        table = DiscordTable(server, people, match_id)
        before = await table.live()
        user = table.people[before.player.user_id]
        message = table.hand(user)
        async with server.lag():
            await user.click(message, label="Comprar")
            await user.click(message, label="Comprar")
        after = await table.live()
        assert after.info.seq == before.info.seq + 1
        assert "A mesa mudou" in user.ephemerals()[-1].content


async def test_an_interaction_that_arrives_twice_acts_once(tmp_path):
    async with running(tmp_path / "t.db") as server:
        people, match_id = await sit_down(server, ["Ana", "Bia"])
        table = DiscordTable(server, people, match_id)
        before = await table.live()
        user = table.people[before.player.user_id]
        reply = await user.click(table.hand(user), label="Comprar")
        await server.replay(reply)
        events = await table.live()
        assert events.info.seq == before.info.seq + 1


async def test_an_older_hand_message_gets_a_kind_sentence_and_the_fresh_hand(tmp_path):
    async with running(tmp_path / "t.db") as server:
        people, match_id = await sit_down(server, ["Ana", "Bia"])
        table = DiscordTable(server, people, match_id)
        live = await table.live()
        user = table.people[live.player.user_id]
        old = table.hand(user)
        await user.click(old, label="Comprar")
        now = await table.live()
        await user.click(old, label="Comprar", stale=True)
        assert await table.live() == now
        assert "A mesa mudou" in user.ephemerals()[-1].content
        assert "sua vez, baixe" in table.hand(user).content


async def test_strangers_and_those_who_wait_change_nothing(tmp_path):
    async with running(tmp_path / "t.db") as server:
        people, match_id = await sit_down(server, ["Ana", "Bia"])
        table = DiscordTable(server, people, match_id)
        before = await table.live()
        (thread,) = server.threads()
        board = next(one for one in thread.messages() if "Minha mão" in one.labels)
        stranger = server.add_user("Zé")
        await stranger.click(board, label="Minha mão")
        assert "não joga n" in stranger.ephemerals()[-1].content
        waiting = next(each for each in people if each.id != before.player.user_id)
        await waiting.click(board, label="Minha mão")
        shown = waiting.ephemerals()[-1]
        assert "Sua mão (11)" in shown.content
        assert "Comprar" not in shown.labels
        assert (await table.live()).state == before.state


async def test_the_hand_at_the_table_plays_as_the_private_message_does(tmp_path):
    async with running(tmp_path / "t.db") as server:
        people, match_id = await sit_down(server, ["Ana", "Bia"])
        table = DiscordTable(server, people, match_id)
        live = await table.live()
        user = table.people[live.player.user_id]
        (thread,) = server.threads()
        board = next(one for one in thread.messages() if "Minha mão" in one.labels)
        reply = await user.click(board, label="Minha mão")
        assert reply.ephemeral
        await user.click(reply.message, label="Comprar")
        assert (await table.live()).state.phase is Phase.PLAY
        private = next(one for one in user.dms() if "Comprar" in one.labels)
        await user.click(private, label="Comprar")
        assert (await table.live()).info.seq == live.info.seq + 1


async def test_a_click_made_in_time_counts_though_it_arrives_late(tmp_path):
    async with running(tmp_path / "t.db") as server:
        people, match_id = await sit_down(server, ["Ana", "Bia"])
        table = DiscordTable(server, people, match_id)
        before = await table.live()
        user = table.people[before.player.user_id]
        await server.advance(29.5)
        async with server.lag(2):
            await user.click(table.hand(user), label="Comprar")
        live = await table.live()
        assert live.state.automatic[before.turn] == 0
        assert live.state.round.drew == CardDrawn(before.turn)


async def test_who_lets_the_time_pass_is_warned_then_replaced_and_loses_his_hand(tmp_path):
    async with running(tmp_path / "t.db") as server:
        people, match_id = await sit_down(server, ["Ana", "Bia", "Caio", "Davi"])
        table = DiscordTable(server, people, match_id)
        absent = (await table.live()).player
        user = table.people[absent.user_id]
        warned = False
        for _ in range(40):
            live = await table.live()
            if live.info.at(absent.seat).user_id is None:
                break
            if live.turn == absent.seat:
                if live.state.automatic[absent.seat] >= 2:
                    await server.advance(33)
                    warned = warned or live.state.automatic[absent.seat] == 2
                    await server.advance(63)
                else:
                    await server.advance(33 + 63)
            else:
                await table.play_turn()
        live = await table.live()
        assert live.info.at(absent.seat).user_id is None
        (thread,) = server.threads()
        board = next(one for one in thread.messages() if "Minha mão" in one.labels)
        await user.click(board, label="Minha mão")
        assert "não joga n" in user.ephemerals()[-1].content
        assert live.info.at(absent.seat).name in board.content


async def test_clicks_after_the_end_get_a_sentence(tmp_path):
    async with running(tmp_path / "t.db") as server:
        people, match_id = await sit_down(server, ["Ana", "Bia"])
        table = DiscordTable(server, people, match_id)
        live = await table.live()
        user = table.people[live.player.user_id]
        old = table.hand(user)
        (thread,) = server.threads()
        board = next(one for one in thread.messages() if "Minha mão" in one.labels)
        with server._env._bot_scope():
            await app_of(server).seats.resign(match_id, user.id)
        await server.settle()
        assert (await table.live()).info.status is Status.OVER
        await user.click(old, label="Comprar", stale=True)
        await user.click(board, label="Minha mão", stale=True)
        assert len(user.ephemerals()) >= 2
        await user.type_dm("c")
        assert user.dms()[-1].content


async def test_a_wild_is_thrown_only_after_a_yes(tmp_path):
    async with running(tmp_path / "t.db", seed=6) as server:
        people, match_id = await sit_down(server, ["Ana", "Bia", "Caio", "Davi"])
        table = DiscordTable(server, people, match_id)
        for _ in range(8):
            live = await table.live()
            user, hand = table.people[live.player.user_id], live.state.round.hands[live.turn]
            wild = next((face for face in hand if face.can_be_wild), None)
            if wild is None:
                await table.play_turn()
                continue
            await user.click(table.hand(user), label="Comprar")
            (menu,) = [
                one
                for one in table.hand(user).components
                if f"discard {wild.code}" in [option.value for option in one.options]
            ]
            await user.select(
                table.hand(user), [f"discard {wild.code}"], custom_id_prefix=menu.custom_id
            )
            assert (await table.live()).turn == live.turn
            await user.click(table.hand(user), label="Voltar")
            assert (await table.live()).turn == live.turn
            await user.select(
                table.hand(user), [f"discard {wild.code}"], custom_id_prefix=menu.custom_id
            )
            assert f"Sim, descartar {card_sign(wild)}" in table.hand(user).labels
            await user.click(table.hand(user), custom_id_prefix="b:confirm:")
            after = await table.live()
            assert after.turn != live.turn
            assert after.state.round.pile[-1] is wild
            return
        raise AssertionError("nobody held a wild")


async def test_a_forged_or_foreign_play_is_an_old_message_and_its_cards_reach_no_log(
    tmp_path, caplog
):
    async with running(tmp_path / "t.db") as server:
        people, match_id = await sit_down(server, ["Ana", "Bia"])
        table = DiscordTable(server, people, match_id)
        before = await table.live()
        user = table.people[before.player.user_id]
        message = table.hand(user)
        real, forged = ":draw", ":lay 7h8h9hXX"
        payload = json.loads(json.dumps(message.payload).replace(real, forged))
        components = tuple(
            dataclasses.replace(one, custom_id=one.custom_id.replace(real, forged))
            for one in message.components
        )
        old = dataclasses.replace(message, payload=payload, components=components)
        await user.click(old, label="Comprar", stale=True)
        assert "A mesa mudou" in user.ephemerals()[-1].content
        assert (await table.live()).state == before.state
        assert "7h8h9h" not in caplog.text
