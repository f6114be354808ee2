"""Whole matches at which people talk all the time, well and badly, with a crash in the middle."""

import itertools

import discord
import pytest

from bot.services.chat_records import is_running
from storage.records import Status
from tests.cogs.conftest import board
from tests.cogs.test_whole_match import record_in, replayed
from tests.support.chat import DOUBT, INSULT, REVEAL
from tests.support.discord_table import DiscordTable, app_of, running, sit_down
from texts import moderation as texts

CHIEF = discord.Permissions(moderate_members=True, manage_guild=True)
INNOCENT = ("boa sorte!", "que jogo, gente", "joga logo", "kkkkk", "já volto", "bonito lixo")
SAID = (REVEAL, INNOCENT[0], DOUBT, INNOCENT[1], INSULT, *INNOCENT[2:])
SECRETS = (REVEAL, DOUBT, INSULT)


async def write(_server, user, thread, words):
    await user.write(thread, words)


async def speak(server, user, _thread, words):
    reply = await user.click(board(server), label=texts.SPEAK)
    if reply.kind == "modal":
        await user.submit(reply, {texts.FORM_LABEL: words})


@pytest.mark.parametrize(("mode", "say"), [("apagar", write), ("falar", speak)])
async def test_a_match_full_of_talk_is_played_clean_over_a_crash(tmp_path, mode, say):
    async with running(tmp_path / "t.db", seed=3, reads_chat=mode == "apagar") as server:
        chief, log = server.add_user("chefe", permissions=CHIEF), server.add_channel("registro")
        await chief.slash("moderacao configurar", modo=mode, onde="aqui")
        await app_of(server).moderation.configure(
            server.id, server.channel.id, log_channel_id=log.id, ladder=(1, 2)
        )
        names = ["Ana", "Bia", "Caio", "Davi"]
        people, match_id = await sit_down(server, names, regras="tradicional", meta=500)
        table, words = DiscordTable(server, people, match_id), itertools.cycle(SAID)
        speakers = itertools.cycle(people)
        (thread,) = server.threads()
        for turn in range(2000):
            live = await table.live()
            if live.info.status is not Status.LIVE:
                break
            if turn % 3 == 0 and is_running(live):
                await server.advance(2)
                await say(server, next(speakers), thread, next(words))
                shown = "\n".join(one.content for one in thread.messages())
                assert not any(secret in shown for secret in SECRETS)
            if turn == 20:
                await server.restart_bot(crash=True)
                await server.settle()
            await table.play_turn()
        live = await table.live()
        assert live.info.status is Status.OVER
        result = replayed(tmp_path, record_in(thread.messages()))
        assert result["totals"] == list(live.state.totals)
        public = "\n".join(one.content for one in thread.messages())
        assert not any(secret in public for secret in SECRETS), "nobody used the safe"
        async with app_of(server).database.read() as work:
            incidents = await work.sanctions.incidents_at(match_id)
        assert len(incidents) >= 3
        assert all(one.logged_at and one.recalled_at for one in incidents)
        logged = "\n".join(one.content for one in log.messages())
        assert all(f"**Nº {one.id}**" in logged for one in incidents)
