"""What authors are told of what was blocked: in private, rung by rung, nothing of it in public."""

import pytest

from cogs.moderation_notices import NOTE_SECONDS
from tests.cogs.conftest import live_of, said
from tests.support.chat import (
    DOUBT,
    INSULT,
    REVEAL,
    THREAT,
    assert_nothing_told,
    close_table,
    contents,
    incidents,
    notices,
    strike,
    thread_of,
)
from tests.support.discord_table import app_of
from texts import moderation as texts

pytestmark = pytest.mark.reads_chat


async def test_its_author_is_told_in_private_with_his_words_the_reason_and_what_follows(
    server, people
):
    ana, thread = people[0], thread_of(server)
    await ana.write(thread, f"{REVEAL} \\o/")
    (told,) = notices(ana)
    assert "**Mesa 1:** apaguei uma mensagem sua." in told
    assert f"> {REVEAL} \\\\o/" in told
    assert "**Por quê:** Ela fala das cartas" in told
    assert "fica o aviso" in told
    assert "verdade ou não" in told
    assert [notices(other) for other in people[1:]] == [[], [], []]


async def test_an_insult_has_no_button_to_say_that_nothing_was_revealed(server, people):
    bia, thread = people[1], thread_of(server)
    await bia.write(thread, INSULT)
    assert INSULT not in contents(thread)
    message = next(one for one in bia.dms() if "Por quê" in one.content)
    assert "ofende alguém" in message.content
    assert message.labels == []


async def test_a_very_long_text_is_cut(server, people):
    ana = people[0]
    await ana.write(thread_of(server), REVEAL + " *_*" * 480)
    (told,) = notices(ana)
    assert REVEAL in told
    assert "E agora" in told


async def test_two_at_the_same_time_are_one_strike(server, people):
    ana, thread = people[0], thread_of(server)
    async with server.lag():
        await ana.write(thread, REVEAL)
        await ana.write(thread, "tenho o sete de copas")
    assert [one.strike for one in await incidents(server)] == [True, False]
    assert len(notices(ana)) == 1
    assert not any(one.author_id == ana.id for one in thread.messages())


async def test_the_ladder_is_climbed_and_told_rung_by_rung(server, people):
    ana, thread = people[0], thread_of(server)
    for _ in range(3):
        await strike(server, ana)
    first, second, third = notices(ana)
    assert "fica o aviso" in first
    assert "até o fim da rodada. Você continua jogando." in second
    assert "suspensão das mesas deste servidor até <t:" in third
    await ana.write(thread, "boa noite")
    await ana.write(thread, "alguém aí?")
    assert not any(one.author_id == ana.id for one in thread.messages())
    assert sum("estão sendo apagadas" in one.content for one in ana.dms()) == 1
    await people[1].write(thread, "boa noite")
    assert "boa noite" in contents(thread)
    reply = await ana.slash("mesa criar")
    assert "a sua suspensão vale até <t:" in said(reply)
    assert_nothing_told(server)


async def test_a_threat_bans_at_once_and_the_match_goes_on(server, people):
    ana = people[0]
    await ana.write(thread_of(server), THREAT)
    assert "suspensão das mesas" in notices(ana)[0]
    assert (await live_of(server)).info.seat_of(ana.id) is not None


async def test_with_closed_private_messages_a_line_without_content_comes_and_goes(server, people):
    ana, bia, *_ = people
    ana.close_dms()
    bia.close_dms()
    thread = thread_of(server)
    await ana.write(thread, REVEAL)
    note = thread.messages()[-1]
    assert note.content == texts.public_note(ana.mention, "canta")
    assert "cartas escondidas" in note.content
    assert_nothing_told(server)
    (incident,) = await incidents(server)
    assert incident.noticed_at is not None
    await bia.write(thread, INSULT)
    assert thread.messages()[-1] == note
    await server.advance(NOTE_SECONDS + 1)
    assert ana.look(note) is None
    await server.advance(60)
    await bia.write(thread, INSULT)
    assert "não se ofende ninguém" in thread.messages()[-1].content
    assert_nothing_told(server)
    await server.advance(NOTE_SECONDS + 1)


async def test_while_discord_fails_nobody_is_called_closed_in_public(server, people):
    ana, thread = people[0], thread_of(server)
    server.fail("POST", f"/channels/{ana.dm_channel.id}/messages", status=503)
    await ana.write(thread, REVEAL)
    assert not any(ana.mention in text and "apaguei" in text for text in contents(thread))
    (incident,) = await incidents(server)
    assert incident.noticed_at is None


async def test_he_may_say_after_a_restart_too_that_he_revealed_nothing(server, people):
    ana = people[0]
    await ana.write(thread_of(server), REVEAL)
    await server.restart_bot()
    told = next(one for one in ana.dms() if "Por quê" in one.content)
    await ana.click(told, label=texts.NOT_REVEALED)
    assert texts.DENIED in ana.look(told).content
    assert ana.look(told).labels == [texts.SEAL]
    (incident,) = await incidents(server)
    assert incident.denied


async def test_who_was_not_told_before_a_crash_is_told_at_the_next_start_once(server, people):
    ana = people[0]
    path = f"/channels/{ana.dm_channel.id}/messages"
    server.fail("POST", path, status=503, times=None)
    await ana.write(thread_of(server), THREAT)
    assert notices(ana) == []
    server._env.backend.faults.clear()
    await server.restart_bot(crash=True)
    (notice,) = notices(ana)
    assert "suspensão das mesas deste servidor até <t:" in notice
    (incident,) = await incidents(server)
    assert incident.noticed_at is not None
    await server.restart_bot()
    assert len(notices(ana)) == 1


async def test_two_with_closed_doors_do_not_keep_each_other_from_their_notes(server, people):
    """One line a minute tells all who wait for it: nobody lives on another's lines."""
    ana, caio, thread = people[0], people[2], thread_of(server)
    ana.close_dms()
    caio.close_dms()
    await caio.write(thread, DOUBT)
    await ana.write(thread, REVEAL)
    await server.advance(61)
    await caio.write(thread, DOUBT)
    note = thread.messages()[-1]
    assert [*note.content.splitlines()] == [
        texts.public_note(ana.mention, "canta"),
        texts.public_note(caio.mention, "canta"),
    ]
    await server.advance(1)
    await ana.write(thread, REVEAL)
    assert sum(one.strike for one in await incidents(server)) == 2
    await server.advance(NOTE_SECONDS + 1)


async def test_what_was_not_removed_before_a_crash_is_at_the_next_start(server, people):
    ana, thread = people[0], thread_of(server)
    server.fail("DELETE", "*", status=503, times=None)
    server.fail("POST", f"/channels/{ana.dm_channel.id}/messages", status=503, times=None)
    await ana.write(thread, REVEAL)
    assert REVEAL in contents(thread)
    server._env.backend.faults.clear()
    await server.restart_bot(crash=True)
    assert REVEAL not in contents(thread)
    assert len(notices(ana)) == 1


async def test_who_was_pardoned_before_he_was_told_is_told_of_no_strike(server, people):
    ana = people[0]
    server.fail("POST", f"/channels/{ana.dm_channel.id}/messages", status=503, times=None)
    await ana.write(thread_of(server), REVEAL)
    server._env.backend.faults.clear()
    await app_of(server).moderation.pardon(server.id, ana.id, by=1)
    await server.restart_bot()
    assert notices(ana) == []


async def test_old_texts_go_by_themselves_where_nobody_writes_any_more(server, people):
    await people[0].write(thread_of(server), REVEAL)
    await server.advance(29 * 24 * 3600)
    assert (await incidents(server))[0].text == REVEAL
    await server.advance(24 * 3600 + 6 * 3600)
    assert (await incidents(server))[0].text is None


async def test_a_notice_that_found_no_door_counts_for_those_before_it(server, people):
    """Two strikes within a minute, private messages closed: the second note is not said."""
    ana, bia, *_ = people
    ana.close_dms()
    bia.close_dms()
    await bia.write(thread_of(server), INSULT)
    await ana.write(thread_of(server), REVEAL)
    assert (await incidents(server))[-1].noticed_at is None
    await server.advance(61)
    await ana.write(thread_of(server), REVEAL)
    assert all(one.noticed_at for one in await incidents(server) if one.user_id == ana.id)
    await server.advance(61)
    await ana.write(thread_of(server), REVEAL)
    assert [one.strike for one in await incidents(server)][-1]
    await server.advance(11)


async def test_while_discord_fails_a_notice_is_tried_again(server, people):
    ana = people[0]
    server.fail("POST", f"/channels/{ana.dm_channel.id}/messages", status=503)
    await ana.write(thread_of(server), REVEAL)
    assert notices(ana) == []
    await server.advance(61)
    assert len(notices(ana)) == 1


async def test_a_ban_survives_a_crash_and_is_over_on_time_once(server, people):
    ana = people[0]
    for _ in range(3):
        await strike(server, ana)
    await close_table(server, ana)
    refused = said(await ana.slash("mesa criar"))
    assert "a sua suspensão vale até <t:" in refused
    await server.restart_bot(crash=True)
    assert said(await ana.slash("mesa criar")) == refused
    await server.advance(3600)
    before = len(ana.dms())
    assert "aberta" in said(await ana.slash("mesa criar"))
    await server.restart_bot()
    _, _, ban = await app_of(server).moderation.record_of(server.id, ana.id)
    assert ban is None
    assert not any("suspens" in one.content for one in ana.dms()[before:])
