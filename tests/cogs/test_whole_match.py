"""Whole matches on the simulated Discord, from ``/mesa criar`` to the revanche."""

import io
import json
from contextlib import redirect_stdout

import pytest

from bot.__main__ import main
from cogs.ui.custom_ids import Verb
from game.state import Phase
from storage.records import Status
from tests.support.discord_table import DiscordTable, app_of, running, sit_down


def replayed(tmp_path, record):
    path = tmp_path / "match.txt"
    path.write_bytes(record)
    out = io.StringIO()
    with redirect_stdout(out):
        assert main(["replay", "--json", "--verify", str(path)]) == 0
    return json.loads(out.getvalue())


def record_in(messages):
    """The record attached to the result."""
    (file,) = [
        each for one in messages for each in one.attachments if each.filename.endswith(".txt")
    ]
    return file.data


async def test_four_people_play_rounds_to_a_target_with_buttons_and_menus(tmp_path, caplog):
    async with running(tmp_path / "t.db", seed=3) as server:
        people, match_id = await sit_down(
            server, ["Ana", "Bia", "Caio", "Davi"], regras="tradicional", meta=500
        )
        table = DiscordTable(server, people, match_id)
        live = await table.play_out()
        (thread,) = server.threads()
        assert "Ana e Caio × Bia e Davi" in thread.name
        assert live.info.status is Status.OVER
        result = replayed(tmp_path, record_in(thread.messages()))
        assert result["totals"] == list(live.state.totals)
        assert result["winner"] == live.state.winner
        assert max(result["totals"]) >= 500
        sheets = [one for one in thread.messages() if "fim da rodada" in one.content]
        assert len(sheets) == len(result["rounds"])
        await server.advance(31 * 60)
        assert thread.archived
    assert not [record for record in caplog.records if record.levelname == "ERROR"]


async def test_two_people_play_and_ask_for_a_rematch(tmp_path):
    async with running(tmp_path / "t.db", seed=5) as server:
        people, match_id = await sit_down(server, ["Ana", "Bia"], regras="mano-a-mano")
        table = DiscordTable(server, people, match_id)
        await table.play_out()
        for user in people:
            await user.click(table.newest(user, Verb.REMATCH), custom_id_prefix="b:rematch:")
        async with app_of(server).database.read() as work:
            (again,) = await work.matches.open_of(people[0].id)
        assert again.status is Status.LIVE
        assert again.rematch_of == match_id
        assert len(server.threads()) == 2


@pytest.mark.parametrize("crash", [False, True])
async def test_a_restart_in_any_phase_loses_nothing(tmp_path, crash):
    async with running(tmp_path / "t.db", seed=7) as server:
        people, match_id = await sit_down(server, ["Ana", "Bia", "Caio", "Davi"])
        table = DiscordTable(server, people, match_id)
        for _ in range(4):
            await table.play_turn()
        for _ in range(2):
            before = await table.live()
            await server.restart_bot(crash=crash)
            await server.settle()
            assert (await table.live()).state == before.state
            await table.play_turn()
        live = await table.live()
        assert live.state.phase is Phase.DRAW
        user = table.people[live.player.user_id]
        await user.click(table.hand(user), label="Comprar")
        await server.restart_bot(crash=crash)
        await server.settle()
        assert (await table.live()).state.phase is Phase.PLAY
        await table.play_turn()
        assert (await table.live()).turn != live.turn


async def test_people_with_closed_private_messages_play_at_the_table(tmp_path):
    names = ["Ana", "Bia"]
    async with running(tmp_path / "t.db", seed=9) as server:
        people, match_id = await sit_down(server, names, closed=frozenset(names))
        table = DiscordTable(server, people, match_id)
        (thread,) = server.threads()
        for _ in range(6):
            live = await table.live()
            user = table.people[live.player.user_id]
            (call,) = [one for one in thread.messages() if "é a sua vez" in one.content]
            assert user.mention in call.content
            await user.click(call, label="Jogar")
            await table.play_turn()
            assert user.look(call) is None


async def test_a_challenge_to_a_best_of_three_is_played_and_goes_on(tmp_path):
    async with running(tmp_path / "t.db", seed=13) as server:
        people = [server.add_user(name) for name in ("Ana", "Bia", "Caio", "Davi")]
        ana, bia, caio, davi = people
        await ana.slash(
            "desafiar",
            parceiro=caio,
            adversario1=bia,
            adversario2=davi,
            nome="As Águias",
            melhor_de=3,
        )
        asked = server.channel.messages()[-1]
        for user in (caio, bia, davi):
            await user.click(asked, label="Aceitar")
        table = DiscordTable(server, people, 1)
        live = await table.play_out()
        (thread,) = server.threads()
        assert "As Águias" in thread.name
        result = thread.messages()[-1]
        assert "Melhor de 3" in result.content
        for user in people:
            await user.click(result, custom_id_prefix="b:rematch:")
        async with app_of(server).database.read() as work:
            (again,) = await work.matches.open_of(ana.id)
        assert again.status is Status.LIVE
        assert sum(again.wins) == (live.state.winner is not None)
        await DiscordTable(server, people, again.id).play_turn()


async def test_a_plain_turn_takes_two_requests_under_the_global_limit(tmp_path):
    async with running(tmp_path / "t.db", seed=3) as server:
        people, match_id = await sit_down(server, ["Ana", "Bia", "Caio", "Davi"])
        table = DiscordTable(server, people, match_id)
        for _ in range(4):
            await table.play_turn()
        before = len(server.sent())
        for _ in range(12):
            await table.play_turn()
        limited = [
            (method, path)
            for method, path in server.sent()[before:]
            if not path.startswith(("/webhooks/", "/interactions/"))
        ]
        assert len(limited) == 2 * 12
