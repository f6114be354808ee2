"""Rules, guide, score, quick phrases and preferences: answers that change no table."""

import discord
import pytest
from discord import app_commands

from bot.services.errors import Problem
from storage.records import Preferences
from tests.cogs.conftest import board, lines, lobby, playing, said, told, why
from tests.support.discord_table import app_of
from texts import help as texts
from texts.cards import HandOrder
from texts.phrases import PHRASES
from texts.topics import TOPICS

LONGEST = 2000


async def test_rules_are_found_by_term_in_channels_and_in_private(server):
    ana = server.add_user("ana")
    for at in (server.channel, ana.dm_channel):
        text = said(await ana.slash("regras", at=at, termo="morto"))
        assert text.startswith("**Morto**")


async def test_without_a_term_the_rules_come_in_short(server):
    ana = server.add_user("ana")
    text = said(await ana.slash("regras"))
    assert text == texts.rules_in_short()
    assert "O jogo em um minuto" in text
    assert "Curingão **50**" in text


async def test_a_wrong_term_gets_near_ones_and_an_unknown_one_says_so(server):
    ana = server.add_user("ana")
    near = said(await ana.slash("regras", termo="canasta lmpa"))
    assert "Nenhum termo encontrado" in near
    assert "Canastra limpa" in near
    text = said(await ana.slash("regras", termo="<@1> xyzzy"))
    assert "Nenhum termo encontrado" in text
    assert "<@1>" not in text


async def test_terms_are_completed(server):
    ana = server.add_user("ana")
    assert await ana.complete("regras", "termo", "mor") == ["Morto"]
    offered = await ana.complete("regras", "termo", "")
    assert 0 < len(offered) <= 25


@pytest.mark.parametrize("topic", TOPICS, ids=lambda topic: topic.key)
def test_every_topic_fits_a_message(topic):
    assert len(f"**{topic.title}**\n{topic.body}") <= LONGEST


def test_the_longer_answers_fit_a_message():
    for text in (texts.guide(), texts.rules_in_short(), texts.GREETING):
        assert len(text) <= LONGEST


async def test_the_guide_comes_anywhere(server):
    ana = server.add_user("ana")
    for at in (server.channel, ana.dm_channel):
        text = said(await ana.slash("ajuda", at=at))
        assert "`l jq; e 8p; d 9e`" in text


async def test_the_table_s_button_shows_the_rules_to_anybody_privately(server):
    await playing(server, "ana", "bia")
    eva = server.add_user("eva")
    reply = await eva.click(board(server), label="Regras")
    assert reply.ephemeral
    assert said(reply) == texts.rules_in_short()


# -- the score


async def test_the_score_is_shown_to_anybody_privately(server):
    ana, _ = await playing(server, "ana", "bia", meta=3000)
    eva = server.add_user("eva")
    reply = await eva.click(board(server), label="Placar")
    assert reply.ephemeral
    text = said(reply)
    assert text.startswith("**Mesa 1** · rodada 1")
    assert "ana: **0** · na mesa agora 0" in text
    assert "Meta: 3.000" in text
    assert said(await ana.slash("placar", at=ana.dm_channel)) == text
    assert said(await eva.slash("placar", mesa=1)) == text


async def test_before_the_match_there_is_no_score(server):
    ana, eva = server.add_user("ana"), server.add_user("eva")
    await ana.slash("mesa criar")
    assert said(await ana.slash("placar")) == why(Problem.NOT_LIVE)
    assert said(await eva.slash("placar", mesa=9)) == why(Problem.NO_SUCH_TABLE)
    assert "opção `mesa`" in said(await eva.slash("placar", at=eva.dm_channel))


async def test_who_sits_at_two_tables_is_asked_which_one(server):
    ana = server.add_user("ana")
    await ana.slash("mesa criar")
    await ana.slash("mesa criar", ritmo="tranquilo")
    assert "De que mesa" in said(await ana.slash("placar", at=ana.dm_channel))
    assert said(await ana.slash("placar", at=ana.dm_channel, mesa=2)) == why(Problem.NOT_LIVE)


# -- quick phrases


async def test_a_phrase_is_said_at_the_table_under_the_player_s_name(server):
    ana, bia = await playing(server, "ana", "bia")
    reply = await ana.select(board(server), ["0"], custom_id_prefix="m:phrase:")
    assert reply.followups == []
    assert f"**ana:** {PHRASES[0]}" in lines(server)
    too_fast = await ana.select(board(server), ["1"], custom_id_prefix="m:phrase:")
    assert told(too_fast) == texts.TOO_FAST
    await bia.select(board(server), ["1"], custom_id_prefix="m:phrase:")
    assert f"**bia:** {PHRASES[1]}" in lines(server)
    await server.advance(5)
    await ana.select(board(server), ["1"], custom_id_prefix="m:phrase:")
    assert f"**ana:** {PHRASES[1]}" in lines(server)


async def test_only_players_say_phrases_and_only_while_they_play(server):
    ana, _ = await playing(server, "ana", "bia")
    eva = server.add_user("eva")
    table = board(server)
    before = lines(server)
    reply = await eva.select(table, ["0"], custom_id_prefix="m:phrase:")
    assert told(reply) == why(Problem.NOT_SEATED)
    assert lines(server) == before
    await app_of(server).seats.resign(1, ana.id)
    await server.settle()
    reply = await ana.select(table, ["0"], custom_id_prefix="m:phrase:", stale=True)
    assert told(reply) == why(Problem.TABLE_CLOSED)


async def test_a_thread_that_takes_no_message_does_no_harm(server):
    ana, _ = await playing(server, "ana", "bia")
    path = f"/channels/{server.threads()[0].id}/messages"
    server.fail("POST", path, status=400, code=50083)
    reply = await ana.select(board(server), ["0"], custom_id_prefix="m:phrase:")
    assert reply.kind == "deferred_update"


# -- preferences


async def test_preferences_are_kept_and_shown(server):
    ana = server.add_user("ana")
    text = said(await ana.slash("preferencias"))
    assert "por naipe" in text
    assert "quatro cores" in text
    assert "na conversa privada" in text
    text = said(
        await ana.slash("preferencias", at=ana.dm_channel, ordenar="rank", baralho="colour_blind")
    )
    assert "por valor" in text
    await ana.slash("preferencias", jogar="table")
    stored = await app_of(server).hands.preferences(ana.id)
    assert stored == Preferences(hand_order="rank", deck="colour_blind", plays_at="table")


def test_the_stored_values_are_those_that_the_pictures_know():
    from cogs.ui.hand_message import THEMES  # noqa: PLC0415 - discord and pictures, for this alone

    assert set(texts.DECKS) == set(THEMES)
    assert set(texts.ORDERS) == {order.value for order in HandOrder}
    assert Preferences().plays_at in texts.PLACES


# -- what goes wrong


@pytest.mark.breaks_things
async def test_whatever_fails_is_told_under_a_reference(server, caplog, monkeypatch):
    ana = server.add_user("ana")

    def fail(_term: str) -> None:
        raise RuntimeError("secret")

    monkeypatch.setattr("texts.topics.find", fail)
    text = said(await ana.slash("regras", termo="morto"))
    assert "secret" not in text
    (record,) = [one for one in caplog.records if one.levelname == "ERROR"]
    assert record.getMessage().split()[1].rstrip(":") in text


@pytest.mark.parametrize(
    ("error", "sentence"),
    [
        (app_commands.MissingPermissions(["manage_guild"]), texts.NEEDS_MANAGE_GUILD),
        (app_commands.MissingPermissions(["ban_members"]), texts.NEEDS_PERMISSION),
        (app_commands.NoPrivateMessage(), texts.ONLY_IN_SERVERS),
        (app_commands.CommandNotFound("antigo", []), texts.COMMAND_CHANGED),
        (app_commands.CheckFailure(), texts.NOT_NOW),
    ],
)
async def test_every_error_of_a_command_is_answered(server, monkeypatch, error, sentence):
    ana = server.add_user("ana")

    async def refuse(_interaction: discord.Interaction) -> bool:
        raise error

    monkeypatch.setattr(server.bot.tree.get_command("ajuda"), "checks", [refuse])
    assert said(await ana.slash("ajuda")) == sentence


@pytest.mark.breaks_things
async def test_an_error_before_the_acknowledgement_gets_a_reference(server, monkeypatch):
    ana = server.add_user("ana")

    async def fail(_interaction: discord.Interaction) -> bool:
        raise app_commands.AppCommandError("secret")

    monkeypatch.setattr(server.bot.tree.get_command("ajuda"), "checks", [fail])
    text = said(await ana.slash("ajuda"))
    assert "secret" not in text
    assert "referência" in text.casefold()


async def test_a_replayed_command_is_no_error(server, caplog):
    ana = server.add_user("ana")
    reply = await ana.slash("mesa criar")
    await server.replay(reply)
    assert len([one for one in server.channel.messages() if one.labels]) == 1
    assert lobby(server).labels
    assert [one for one in caplog.records if one.levelname == "ERROR"] == []


async def test_the_tree_gets_its_own_handler_back(server):
    tree, cog = server.bot.tree, server.bot.get_cog("ErrorsCog")
    assert tree.on_error == cog.on_error
    await server.bot.unload_extension("cogs.errors")
    assert tree.on_error == cog._before
    await server.bot.load_extension("cogs.errors")
    assert tree.on_error == server.bot.get_cog("ErrorsCog").on_error
