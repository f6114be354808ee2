"""Beyond the table: the server's other channels, where it wants them read, and people's apps."""

import pytest

from storage.sanction_records import Mode
from tests.cogs.test_moderation_media import hand_of, photo
from tests.support.chat import (
    INSULT,
    REVEAL,
    assert_nothing_told,
    close_table,
    contents,
    incidents,
    notices,
    thread_of,
)
from tests.support.discord_table import app_of

pytestmark = pytest.mark.reads_chat


@pytest.fixture
async def elsewhere(server):
    await app_of(server).moderation.configure(server.id, everywhere=True)
    return server.add_channel("geral")


async def test_what_tells_cards_elsewhere_goes_while_his_match_is_live(server, people, elsewhere):
    ana, eva = people[0], server.add_user("eva")
    for user in (ana, eva):
        await user.write(elsewhere, REVEAL)
    assert [one.author_id for one in elsewhere.messages()] == [eva.id]
    (incident,) = await incidents(server)
    assert (incident.user_id, incident.match_id, incident.strike) == (ana.id, 1, True)
    assert "**Mesa 1:** apaguei uma mensagem sua" in notices(ana)[0]
    assert_nothing_told(server)
    await close_table(server, ana)
    await ana.write(elsewhere, REVEAL)
    assert contents(elsewhere).count(REVEAL) == 2


async def test_what_comes_twice_from_elsewhere_counts_once(server, people, elsewhere):
    ana = people[0]
    await ana.write(elsewhere, REVEAL)
    (incident,) = await incidents(server)
    await server.advance(30)
    assert incident.message_id is not None
    await server.repeat(incident.message_id)
    assert len(await incidents(server)) == 1


async def test_pictures_elsewhere_stay_unless_they_are_the_hand(server, people, elsewhere):
    ana = people[0]
    await ana.write(elsewhere, files=[("meme.png", photo())])
    assert len(elsewhere.messages()) == 1
    await ana.write(elsewhere, files=[("x.png", await hand_of(server, ana))])
    assert len(elsewhere.messages()) == 1
    (incident,) = await incidents(server)
    assert incident.strike


async def test_an_edit_elsewhere_is_read_as_well(server, people, elsewhere):
    ana = people[0]
    message = await ana.say(elsewhere, "oi")
    await ana.edit(message, REVEAL)
    assert ana.look(message) is None


async def test_insults_elsewhere_are_for_that_channel_s_moderators(server, people, elsewhere):
    await people[0].write(elsewhere, INSULT)
    assert contents(elsewhere) == [INSULT]


async def test_two_channels_are_cleaned_each_in_its_own(server, people, elsewhere):
    ana = people[0]
    other = server.add_channel("off-topic")
    async with server.lag():
        await ana.write(elsewhere, REVEAL)
        await ana.write(other, REVEAL)
        await ana.write(thread_of(server), REVEAL)
    assert elsewhere.messages() == []
    assert other.messages() == []
    assert not any(one.author_id == ana.id for one in thread_of(server).messages())


async def test_an_app_of_his_own_speaks_for_who_called_it(server, people):
    ana, eva, thread = people[0], server.add_user("eva"), thread_of(server)
    assert await ana.post_by_app(thread, REVEAL) is None
    (incident,) = await incidents(server)
    assert incident.user_id == ana.id
    assert notices(ana)
    assert await ana.post_by_app(thread, "boa sorte") is not None
    assert await eva.post_by_app(thread, "que jogo!") is not None


async def test_an_app_s_frames_and_laid_out_texts_are_read(server, people):
    ana, thread = people[0], thread_of(server)
    framed = {"title": "oi", "footer": {"text": REVEAL}}
    assert await ana.post_by_app(thread, embeds=[framed]) is None
    shown = {"type": 17, "components": [{"type": 10, "content": REVEAL}]}
    assert await ana.post_by_app(thread, components=[shown], flags=1 << 15) is None


async def test_an_app_s_edit_is_heard(server, people):
    ana, thread = people[0], thread_of(server)
    message = await ana.post_by_app(thread, "pensando…")
    backend = server._env.backend
    backend.edit_message(thread.id, message.id, {"content": REVEAL})
    await server.settle()
    assert ana.look(message) is None


async def test_above_threads_where_nobody_writes_players_tell_nothing_either(server, people):
    service = app_of(server).moderation
    await service.configure(server.id, server.channel.id, mode=Mode.SPEAK)
    ana, eva = people[0], server.add_user("eva")
    await ana.write(server.channel, REVEAL)
    await eva.write(server.channel, "alguém joga?")
    assert contents(server.channel)[-1] == "alguém joga?"
    assert REVEAL not in contents(server.channel)


async def test_pictures_elsewhere_stay_and_an_event_that_comes_twice_is_one_incident(
    server, people, elsewhere
):
    ana = people[0]
    await ana.write(elsewhere, "olha", files=[("gato.png", b"no picture")])
    assert contents(elsewhere) == ["olha"]
    await ana.write(elsewhere, REVEAL)
    backend = server._env.backend
    for kind, event, payload in list(backend.transcript):
        if kind == "GATEWAY" and event == "MESSAGE_CREATE" and payload["content"] == REVEAL:
            backend.emit(event, payload)
    await server.settle()
    assert len(await incidents(server)) == 1
