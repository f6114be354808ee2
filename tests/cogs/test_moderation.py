"""What is written at a table: each surface is read, what tells goes at once, nothing else does."""

import asyncio
import threading

import pytest

from moderation.context import Said
from storage.sanction_records import Mode, Rung
from tests.support.chat import (
    DOUBT,
    INSULT,
    REVEAL,
    assert_nothing_told,
    contents,
    incidents,
    notices,
    thread_of,
)
from tests.support.discord_table import app_of
from texts import moderators

pytestmark = pytest.mark.reads_chat


async def test_plain_talk_stays_and_what_tells_goes_at_once(server, people):
    ana, thread = people[0], thread_of(server)
    await ana.write(thread, "boa sorte, gente!")
    await ana.write(thread, REVEAL)
    assert contents(thread)[-1] == "boa sorte, gente!"
    (incident,) = await incidents(server)
    assert incident.text == REVEAL
    assert incident.rung is Rung.NOTICE
    assert incident.noticed_at is not None
    assert_nothing_told(server)


async def test_a_removal_costs_a_deletion_and_a_notice_and_a_strike_the_board_s_edit(
    server, people
):
    ana, thread = people[0], thread_of(server)
    await ana.write(thread, REVEAL)
    for text, cost in ((DOUBT, ["DELETE", "POST"]), (REVEAL, ["DELETE", "POST", "PATCH"])):
        await server.advance(120)
        before = len(server.sent())
        await ana.write(thread, text)
        assert [method for method, _ in server.sent()[before:]] == cost
    assert [one.strike for one in await incidents(server)] == [True, False, True]


async def test_other_channels_and_bots_are_untouched(server, people):
    ana, thread = people[0], thread_of(server)
    elsewhere = server.add_channel("geral")
    for channel in (elsewhere, server.channel):
        await ana.write(channel, REVEAL)
        assert REVEAL in contents(channel)
    await server.bot_says(thread, REVEAL)
    assert REVEAL in contents(thread)
    assert await incidents(server) == []


async def test_an_edit_is_read_anew_and_a_link_s_preview_is_none(server, people):
    ana, thread = people[0], thread_of(server)
    message = await ana.say(thread, "boa sorte")
    await server.preview(message)
    assert await incidents(server) == []
    await ana.edit(message, "boa sorte, gente")
    await server.preview(message)
    assert await incidents(server) == []
    await ana.edit(message, REVEAL)
    assert ana.look(message) is None
    (incident,) = await incidents(server)
    assert incident.surface == "edit"


async def test_a_pin_of_what_was_edited_in_another_round_is_no_edit(server, people):
    ana, thread = people[0], thread_of(server)
    message = await ana.say(thread, "boa sorte")
    await server.restart_bot()
    long_ago = "2020-01-01T00:00:00+00:00"
    await server.preview(message, content=REVEAL, edited_timestamp=long_ago)
    assert ana.look(message) is not None
    await ana.edit(message, REVEAL)
    assert ana.look(message) is None


async def test_edits_are_heard_of_people_and_of_no_bot(server, people):
    heard = []

    async def on_raw_message_edit(payload):
        heard.append(payload.message_id)

    server.bot.add_listener(on_raw_message_edit)
    thread = thread_of(server)
    own = next(each for each in thread.messages() if each.author_id == server.bot.user.id)
    await server.preview(own)
    message = await people[0].say(thread, "boa sorte")
    await people[0].edit(message, "boa sorte, gente")
    assert heard == [message.id]


async def test_a_forward_a_file_s_name_a_poll_and_a_sticker_are_read(server, people):
    thread = thread_of(server)
    original = await people[0].say(server.add_channel("geral"), REVEAL)
    await people[0].write(thread, forward=original)
    await people[1].write(thread, files=[("tenho_o_nove_de_paus.png", b"x")])
    await people[2].write(thread, poll=["E agora?", "sim", "tenho o nove de paus"])
    await people[3].write(thread, sticker="tenho o nove de paus")
    surfaces = [one.surface for one in await incidents(server)]
    assert surfaces == ["forward", "attachment", "poll", "send"]
    assert not any(one.author_id in {each.id for each in people} for one in thread.messages())
    assert_nothing_told(server)


async def test_a_sentence_over_several_messages_goes_as_a_whole_in_one_request(server, people):
    ana, thread = people[0], thread_of(server)
    await ana.write(thread, "preciso de")
    await people[1].write(thread, "boa!")
    await ana.write(thread, "uma dama")
    assert contents(thread)[-1] == "boa!"
    assert "preciso de" not in contents(thread)
    assert server.requests("POST", "/messages/bulk-delete") == 1


async def test_a_reply_is_read_with_what_it_answers(server, people):
    ana, caio, thread = people[0], people[2], thread_of(server)
    asked = await ana.say(thread, "quer café?")
    await caio.write(thread, "dois", reply_to=asked)
    assert contents(thread)[-1] == "dois"
    server.permit(server.channel, "bot", manage_messages=False)
    await ana.write(thread, "Caio, você tem coringa?")
    await server.advance(120)
    question = thread.messages()[-1]
    await caio.write(thread, "dois", reply_to=question)
    assert [one.user_id for one in await incidents(server)] == [ana.id, caio.id]


async def test_a_sign_in_answer_to_a_question_is_taken_back(server, people):
    ana, caio, thread = people[0], people[2], thread_of(server)
    message = await ana.say(thread, "bom jogo a todos")
    await caio.react(message, "👍")
    assert await incidents(server) == []
    moderation = server.bot.get_cog("ModerationCog")
    moderation.recent.note(message.id, Said(author="ana", text="Caio, você tem coringa?"))
    await caio.react(message, "👎")
    (incident,) = await incidents(server)
    assert (incident.surface, incident.user_id) == ("reaction", caio.id)
    assert server.requests("DELETE", f"/messages/{message.id}/reactions/") == 1
    assert "tirei uma reação sua" in notices(caio)[0]
    assert ana.look(message) is not None
    eva = server.add_user("eva")
    await eva.react(message, "👍")
    assert len(await incidents(server)) == 1


async def test_a_thread_s_name_that_tells_is_set_back_to_what_it_was(server, people):
    ana, thread = people[0], thread_of(server)
    first = thread.name
    await ana.rename(thread, "tenho o nove de paus")
    assert thread.name == first
    await ana.rename(thread, "Mesa da família")
    assert thread.name == "Mesa da família"
    await people[1].rename(thread, "tenho o nove de paus")
    assert thread.name == "Mesa da família"
    assert "desfiz o nome" in notices(ana)[0]
    assert [one.surface for one in await incidents(server)] == ["thread_name"] * 2
    assert "tenho o nove de paus" not in contents(thread)


async def test_what_a_player_is_called_after_he_sat_down_is_read_as_well(server, people):
    ana, bia, *_ = people
    ana.take_nickname("Tenho o nove de paus")
    bia.take_nickname("Bia, a craque")
    for user in (ana, bia):
        await user.write(thread_of(server), "boa sorte")
    written = [one for one in thread_of(server).messages() if one.content == "boa sorte"]
    assert [one.author_id for one in written] == [bia.id]
    (incident,) = await incidents(server)
    assert incident.surface == "nickname"
    assert "por causa do apelido que você tem agora" in notices(ana)[0]


async def test_a_spectator_s_advice_goes_as_well(server, people):
    eva, thread = server.add_user("eva"), thread_of(server)
    await eva.write(thread, "pega o lixo!")
    assert "pega o lixo!" not in contents(thread)


async def test_in_mode_desligada_nothing_is_touched(server, people):
    await app_of(server).moderation.configure(server.id, mode=Mode.OFF)
    thread = thread_of(server)
    await people[0].write(thread, REVEAL)
    assert contents(thread)[-1] == REVEAL


def slow_deletions(server, monkeypatch):
    """Discord takes a while to answer, in which more comes in."""
    request = server.bot.http.request

    async def slowly(route, **options):
        if "/messages" in route.path:
            await asyncio.to_thread(threading.Event().wait, 0.25)
        return await request(route, **options)

    monkeypatch.setattr(server.bot.http, "request", slowly)


async def test_a_flood_is_deleted_in_bulk_and_its_author_is_not_flooded(
    server, people, monkeypatch
):
    ana, thread = people[0], thread_of(server)
    slow_deletions(server, monkeypatch)
    before = len(server.sent())
    async with server.lag():
        for _ in range(200):
            await ana.write(thread, REVEAL)
    await server.advance(1)
    assert not any(one.author_id == ana.id for one in thread.messages())
    assert server.requests("POST", "/messages/bulk-delete") >= 2
    assert len(server.sent()) - before <= 100
    assert len(await incidents(server)) == 200
    assert sum(one.strike for one in await incidents(server)) == 1
    assert len(notices(ana)) == 1


# What Discord refuses.


async def test_without_the_permission_moderators_are_told_once_and_nothing_is_tried_again(
    server, people
):
    log = server.add_channel("registro")
    await app_of(server).moderation.configure(server.id, log_channel_id=log.id)
    server.permit(server.channel, "bot", manage_messages=False)
    ana, thread = people[0], thread_of(server)
    for _ in range(2):
        await ana.write(thread, REVEAL)
        await server.advance(120)
    assert contents(thread).count(REVEAL) == 2
    assert contents(log) == [moderators.cannot_delete(f"<#{thread.id}>")]
    assert server.requests("DELETE", f"/channels/{thread.id}/messages/") == 2
    assert len(notices(ana)) == 2


async def test_a_message_that_is_gone_already_is_no_trouble(server, people):
    ana, thread = people[0], thread_of(server)
    server.fail("DELETE", f"/channels/{thread.id}/messages/*", status=404, code=10008)
    await ana.write(thread, REVEAL)
    assert len(await incidents(server)) == 1


async def test_while_discord_fails_it_is_tried_again(server, people):
    ana, thread = people[0], thread_of(server)
    server.fail("DELETE", f"/channels/{thread.id}/messages/*", status=500)
    await ana.write(thread, REVEAL)
    assert REVEAL in contents(thread)
    await server.advance(6)
    assert REVEAL not in contents(thread)


async def test_what_is_too_old_for_bulk_goes_one_by_one(server, people):
    ana, thread = people[0], thread_of(server)
    server.fail("POST", "/channels/*/messages/bulk-delete", status=400, code=50034)
    await ana.write(thread, "preciso de")
    await ana.write(thread, "uma dama")
    assert not any(one.author_id == ana.id for one in thread.messages())


async def test_no_log_line_holds_what_was_written(server, people, caplog):
    caplog.set_level("DEBUG")
    await people[0].write(thread_of(server), "tenho o nove de paus zzqy")
    await people[1].write(thread_of(server), INSULT)
    assert len(await incidents(server)) == 2
    ours = [one for one in caplog.records if one.name.split(".")[0] in ("bot", "cogs", "storage")]
    assert not any("zzqy" in one.getMessage() or INSULT in one.getMessage() for one in ours)


async def test_in_a_rush_what_comes_is_gathered_and_nothing_waits_longer_than_a_second(
    server, people
):
    ana, thread = people[0], thread_of(server)
    for _ in range(12):
        await ana.write(thread, REVEAL)
    requests = server.requests("DELETE", f"/channels/{thread.id}/messages/")
    assert requests == 5
    await server.advance(1)
    assert not any(one.author_id == ana.id for one in thread.messages())
    assert server.requests("DELETE", f"/channels/{thread.id}/messages/") == requests
    assert server.requests("POST", "/messages/bulk-delete") == 1
    await server.advance(6)
    await ana.write(thread, REVEAL)
    assert not any(one.author_id == ana.id for one in thread.messages())
