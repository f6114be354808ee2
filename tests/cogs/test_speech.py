"""Where nobody writes by himself: the bot says what may be said, and nobody sees the rest."""

import discord
import pytest

from bot.services.errors import Problem
from cogs.ui.speak_channel import WRITING
from storage.sanction_records import Mode, Rung
from tests.cogs.conftest import board, playing, said, why
from tests.support.chat import (
    INSULT,
    REVEAL,
    THREAT,
    assert_nothing_told,
    close_table,
    contents,
    incidents,
    notices,
    thread_of,
)
from tests.support.discord_table import app_of
from texts import moderation as texts
from texts import moderators

NEEDED = {"send_messages": True, "send_messages_in_threads": True, "attach_files": True}
CHIEF = discord.Permissions(moderate_members=True, manage_guild=True)


@pytest.fixture
async def chief(server):
    return server.add_user("chefe", permissions=CHIEF)


@pytest.fixture
async def people(server, chief):
    await chief.slash("moderacao configurar", modo="falar", onde="aqui")
    return await playing(server, "ana", "bia", "caio", "davi")


async def speak(user, server, text):
    """Press "Falar", type, send."""
    shown = await user.click(board(server), label=texts.SPEAK)
    return await user.submit(shown, {texts.FORM_LABEL: text})


def by_users(channel):
    return [one for one in channel.messages() if one.is_webhook]


async def test_what_may_be_said_is_posted_in_the_speaker_s_name(server, people):
    ana, thread = people[0], thread_of(server)
    shown = await ana.click(board(server), label=texts.SPEAK)
    assert shown.title == texts.FORM_TITLE
    reply = await ana.submit(shown, {texts.FORM_LABEL: "boa sorte, gente! @everyone"})
    (message,) = by_users(thread)
    assert message.content == "boa sorte, gente! @everyone"
    assert message.author_name == "ana"
    assert message.mentions == ()
    assert reply.message is None, "what was said is answer enough"
    await people[1].slash("falar", at=thread, texto="boa!")
    assert [one.author_name for one in by_users(thread)] == ["ana", "bia"]
    assert server.requests("POST", f"/channels/{server.channel.id}/webhooks") == 1


async def test_what_reveals_a_card_is_never_seen_and_its_author_alone_is_told(server, people):
    ana, thread = people[0], thread_of(server)
    before = len(thread.messages())
    reply = await speak(ana, server, REVEAL)
    assert len(thread.messages()) == before
    assert reply.ephemeral
    assert "não publiquei o que você escreveu" in said(reply)
    assert f"> {REVEAL}" in said(reply)
    assert reply.message.labels == [texts.SEAL, texts.NOT_REVEALED]
    assert notices(ana) == []
    (incident,) = await incidents(server)
    assert (incident.surface, incident.rung) == ("spoken", Rung.NOTICE)
    assert incident.noticed_at is not None
    assert_nothing_told(server)


async def test_the_second_part_of_a_split_sentence_is_held_back(server, people):
    ana, thread = people[0], thread_of(server)
    await speak(ana, server, "preciso de")
    await server.advance(2)
    await speak(ana, server, "uma dama")
    assert [one.content for one in by_users(thread)] == ["preciso de"]


async def test_who_is_muted_or_banned_is_refused_at_once_also_his_phrases(server, people):
    ana, bia, *_ = people
    await speak(ana, server, REVEAL)
    await server.advance(120)
    await speak(ana, server, REVEAL)
    await server.advance(5)
    assert said(await ana.click(board(server), label=texts.SPEAK)) == texts.CANNOT_SPEAK
    assert said(await ana.slash("falar", at=thread_of(server), texto="oi")) == texts.CANNOT_SPEAK
    before = contents(thread_of(server))
    await ana.select(board(server), ["Boa!"])
    assert contents(thread_of(server)) == before
    await speak(bia, server, THREAT)
    await server.advance(5)
    assert said(await bia.click(board(server), label=texts.SPEAK)) == texts.CANNOT_SPEAK
    assert by_users(thread_of(server)) == []


async def test_where_no_webhook_is_allowed_the_bot_says_it_itself(server, people):
    ana, thread = people[0], thread_of(server)
    server.permit(server.channel, "bot", **NEEDED, manage_webhooks=False)
    await speak(ana, server, "boa *sorte*")
    assert contents(thread)[-1] == "**ana:** boa *sorte*"
    server.permit(server.channel, "bot", **NEEDED, manage_webhooks=True)
    server.fail("POST", f"/channels/{server.channel.id}/webhooks", status=400, code=30007)
    await server.advance(2)
    await speak(ana, server, "de novo")
    assert contents(thread)[-1] == "**ana:** de novo"


async def test_a_webhook_that_was_deleted_is_made_anew(server, people):
    ana, thread = people[0], thread_of(server)
    await speak(ana, server, "um")
    await server.delete_webhooks(server.channel)
    await server.advance(2)
    await speak(ana, server, "dois")
    assert [one.content for one in by_users(thread)][-1] == "dois"
    assert server.requests("POST", f"/channels/{server.channel.id}/webhooks") == 2


async def test_after_a_restart_the_webhook_is_found_and_an_open_form_is_answered(server, people):
    ana, thread = people[0], thread_of(server)
    await speak(ana, server, "um")
    shown = await ana.click(board(server), label=texts.SPEAK)
    await server.restart_bot()
    await ana.submit(shown, {texts.FORM_LABEL: "dois"})
    assert [one.content for one in by_users(thread)] == ["um", "dois"]
    assert server.requests("POST", f"/channels/{server.channel.id}/webhooks") == 1


async def test_a_form_that_comes_twice_is_said_once(server, people):
    ana, thread = people[0], thread_of(server)
    reply = await speak(ana, server, "boa sorte")
    await server.advance(2)
    await server.replay(reply)
    assert [one.content for one in by_users(thread)] == ["boa sorte"]


async def test_a_name_that_discord_takes_from_no_webhook_is_said_by_the_bot(server, chief):
    await chief.slash("moderacao configurar", modo="falar", onde="aqui")
    users = await playing(server, "Discordia", "bia", "caio", "davi")
    await speak(users[0], server, "oi")
    assert contents(thread_of(server))[-1] == "**Discordia:** oi"


async def test_two_in_a_second_is_one_too_many_and_blank_is_nothing(server, people):
    ana, thread = people[0], thread_of(server)
    await speak(ana, server, "um")
    assert said(await speak(ana, server, "dois")) == f"{texts.SPEAK_SLOWLY}\n> dois"
    await server.advance(2)
    assert said(await speak(ana, server, " \n ")) == texts.NOTHING_SAID
    assert [one.content for one in by_users(thread)] == ["um"]


async def test_when_discord_fails_the_speaker_is_told(server, people):
    ana = people[0]
    server.fail("POST", "/webhooks/*/simcord_webhook*", status=500, times=None)
    server.fail("POST", f"/channels/{thread_of(server).id}/messages", status=500, times=None)
    assert said(await speak(ana, server, "um")) == f"{texts.NOT_POSTED}\n> um"


async def test_people_speak_under_their_name_at_the_table(server, people):
    ana, thread = people[0], thread_of(server)
    ana.take_nickname(REVEAL)
    await speak(ana, server, "boa sorte")
    assert [one.author_name for one in by_users(thread)] == ["ana"]


async def test_where_the_bot_says_it_nobody_speaks_for_anybody_else(server, people):
    ana, thread = people[0], thread_of(server)
    server.permit(server.channel, "bot", **NEEDED, manage_webhooks=False)
    await speak(ana, server, "oi\n**bia:** desisto")
    assert contents(thread)[-1] == "**ana:** oi **bia:** desisto"


async def test_who_may_not_see_the_channel_does_not_speak_there(server, people):
    eva, other = server.add_user("eva"), server.add_channel("geral")
    server.permit(server.channel, eva, view_channel=False)
    reply = await eva.slash("falar", at=other, texto="oi, gente", mesa=1)
    assert said(reply) == why(Problem.NO_SUCH_TABLE)
    assert by_users(thread_of(server)) == []


async def test_a_picture_is_not_linked_to_either(server, people):
    await speak(people[0], server, "https://cdn.discordapp.com/attachments/1/2/x.png")
    assert by_users(thread_of(server)) == []


async def test_spectators_speak_too_and_are_judged(server, people):
    eva, thread = server.add_user("eva"), thread_of(server)
    await speak(eva, server, "que jogo!")
    await server.advance(2)
    await speak(eva, server, "pega o lixo!")
    assert [one.content for one in by_users(thread)] == ["que jogo!"]


async def test_from_the_channel_the_command_speaks_at_one_s_own_table(server, people):
    ana, eva = people[0], server.add_user("eva")
    await ana.slash("falar", texto="boa sorte")
    assert [one.content for one in by_users(thread_of(server))] == ["boa sorte"]
    await server.advance(2)
    assert "não publiquei" in said(await ana.slash("falar", texto=REVEAL))
    await eva.slash("falar", texto="que jogo!", mesa=1)
    assert by_users(thread_of(server))[-1].author_name == "eva"
    assert by_users(server.channel) == []


async def test_while_a_table_waits_people_write_in_the_channel(server, chief):
    await chief.slash("moderacao configurar", modo="falar", onde="aqui")
    ana = server.add_user("ana")
    await ana.slash("mesa criar")
    assert said(await ana.slash("falar", texto="alguém joga?")) == texts.SPEAK_LATER


async def test_elsewhere_the_command_says_that_it_is_not_needed(server, people):
    other = server.add_channel("geral")
    eva = server.add_user("eva")
    await eva.slash("mesa criar", at=other, robos=True)
    await eva.slash("mesa iniciar", at=other)
    await server.advance(1)
    assert said(await eva.slash("falar", at=other, texto="oi")) == texts.SPEAK_NOT_HERE


async def test_the_first_seat_tells_the_rule_without_the_intent_too(server, people):
    told = [one.content for one in people[1].ephemerals()]
    assert texts.CHAT_RULE in told


async def test_between_rounds_and_after_the_match_people_go_on_speaking(server, people):
    ana, thread = people[0], thread_of(server)
    await close_table(server, ana)
    await ana.slash("falar", at=thread, texto="eu tinha o nove de paus")
    assert by_users(thread)[-1].content == "eu tinha o nove de paus"


# The channel.


async def test_taking_a_channel_closes_it_to_all_but_the_bot(server, chief):
    text = said(await chief.slash("moderacao configurar", modo="falar", onde="aqui"))
    assert "Modo **falar**" in text
    assert "✅ Ativa neste canal." in text
    everyone = server.permissions(server.channel, "everyone")
    assert not any(getattr(everyone, name) for name in WRITING)
    assert everyone.send_messages, "else nobody could type a command"
    mine = server.permissions(server.channel, "bot")
    assert mine.send_messages
    assert mine.send_messages_in_threads
    settings = await app_of(server).moderation.settings(server.id, server.channel.id)
    assert settings.mode is Mode.SPEAK
    other = server.add_channel("geral")
    assert (await app_of(server).moderation.settings(server.id, other.id)).mode is Mode.DELETE


async def test_the_bot_makes_a_channel_where_that_is_wanted(server, chief):
    text = said(await chief.slash("moderacao configurar", modo="falar", criar_canal=True))
    made = server.channel_named("mesas-de-buraco")
    assert moderators.channel_made(f"<#{made.id}>") in text
    assert not server.permissions(made, "everyone").send_messages_in_threads
    assert (await app_of(server).moderation.settings(server.id, made.id)).mode is Mode.SPEAK


async def test_roles_and_people_that_would_defeat_it_are_named_administrators_apart(server, chief):
    server.add_user("admin", permissions=discord.Permissions(administrator=True))
    role = server.add_role("falantes")
    server.permit(server.channel, role, send_messages_in_threads=True)
    eva = server.add_user("eva")
    server.permit(server.channel, eva, add_reactions=True)
    text = said(await chief.slash("moderacao configurar", modo="falar", onde="aqui"))
    assert f"Ainda escrevem direto neste canal: <@&{role.id}>, <@{eva.id}>." in text
    assert "✅" not in text
    assert "Administradores escrevem mesmo assim." in text


async def test_what_is_refused_leaves_the_channel_open(server, chief):
    refused = await chief.slash("moderacao configurar", modo="falar", onde="aqui", castigo=True)
    assert said(refused) == moderators.ONLY_WHOLE_SERVER
    assert server.permissions(server.channel, "everyone").send_messages_in_threads


async def test_a_channel_is_made_for_mode_falar_alone(server, chief):
    for options in ({}, {"modo": "apagar", "onde": "aqui"}):
        refused = await chief.slash("moderacao configurar", criar_canal=True, **options)
        assert said(refused) == moderators.MADE_TO_SPEAK


async def test_without_a_channel_it_asks_for_one(server, chief):
    text = said(await chief.slash("moderacao configurar", modo="falar"))
    assert text == moderators.SPEAK_IS_FOR_CHANNELS


async def test_without_the_permission_nothing_changes_and_it_says_which_one(server, chief):
    server.limit_bot(manage_roles=False)
    await server.settle()
    text = said(await chief.slash("moderacao configurar", modo="falar", onde="aqui"))
    assert text == moderators.cannot_make_channel(["manage_roles"])
    settings = await app_of(server).moderation.settings(server.id, server.channel.id)
    assert settings.mode is Mode.DELETE
    server.permit(server.channel, "everyone", send_messages_in_threads=False, add_reactions=False)
    await chief.slash("moderacao configurar", modo="falar", onde="aqui")
    settings = await app_of(server).moderation.settings(server.id, server.channel.id)
    assert settings.mode is Mode.SPEAK


async def test_another_mode_opens_the_channel_again(server, chief):
    await chief.slash("moderacao configurar", modo="falar", onde="aqui")
    await chief.slash("moderacao configurar", modo="apagar", onde="aqui")
    assert server.permissions(server.channel, "everyone").send_messages_in_threads
    assert (await app_of(server).moderation.settings(server.id)).mode is Mode.DELETE


async def test_the_button_comes_to_a_table_that_is_played_and_goes_again(server, chief):
    await playing(server, "ana", "bia", "caio", "davi")
    await chief.slash("moderacao configurar", modo="falar", onde="aqui")
    assert texts.SPEAK in board(server).labels
    await chief.slash("moderacao configurar", modo="apagar", onde="aqui")
    assert texts.SPEAK not in board(server).labels


async def test_without_threads_all_would_write_so_what_lacks_is_named(server, chief):
    await chief.slash("moderacao configurar", modo="falar", onde="aqui")
    server.permit(server.channel, "bot", **NEEDED, create_public_threads=False)
    text = said(await chief.slash("moderacao configurar"))
    assert "Neste canal me falta: **Criar tópicos públicos**" in text


async def test_a_crash_leaves_nothing_to_be_put_back(server, people):
    before = server.permissions(server.channel, "everyone")
    await server.restart_bot(crash=True)
    await close_table(server, people[0])
    assert server.permissions(server.channel, "everyone") == before


async def test_an_insult_is_held_back_after_the_match_as_well(server, people):
    ana = people[0]
    await close_table(server, ana)
    thread = thread_of(server)
    log = server.add_channel("registro")
    await app_of(server).moderation.configure(server.id, server.channel.id, log_channel_id=log.id)
    await ana.slash("falar", at=thread, texto=INSULT)
    assert by_users(thread) == []
    assert f"||{INSULT}||" in contents(log)[0]


async def test_what_was_said_through_the_bot_can_be_reported_also_after_a_restart(server, people):
    ana, bia, caio, _ = people
    thread = thread_of(server)
    await speak(ana, server, "o galo cantou três vezes")
    assert said(await bia.menu(moderators.REPORT, by_users(thread)[0])) == moderators.NO_LOG_CHANNEL
    await server.advance(2)
    await speak(caio, server, "e o sino tocou")
    await server.restart_bot()
    await bia.menu(moderators.REPORT, by_users(thread)[1])
    assert [one.user_id for one in await incidents(server)] == [ana.id, caio.id]
    phrase = next(one for one in thread.messages() if one.author_id == server.bot.user.id)
    assert said(await bia.menu(moderators.REPORT, phrase)) == moderators.REPORT_ONLY_TABLES


async def test_what_discord_may_have_posted_is_not_said_a_second_time(server, people):
    ana = people[0]
    server.fail("POST", "/webhooks/*/simcord_webhook*", status=502)
    reply = await speak(ana, server, "boa sorte")
    assert texts.NOT_POSTED in said(reply)
    assert not any("boa sorte" in text for text in contents(thread_of(server)))
