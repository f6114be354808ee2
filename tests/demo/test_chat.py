"""The chat at a table over the wire: what is removed, told and asked of Discord."""

import pytest

from bot.app import Setup
from cogs.ui.custom_ids import Verb
from demo.limits import Limits
from demo.people import controls
from demo.seating import id_of, sit_down, until
from demo.session import NAMES, session
from tests.demo.openapi import DESCRIPTION, misfits
from tests.support.chat import INSULT, REVEAL
from texts import moderation as texts


@pytest.fixture
async def table(tmp_path):
    """Four people at a table in its thread; the session, and all exchanges with Discord."""
    setup = Setup(database=tmp_path / "t.db", warm_up=False, emojis=False)
    limits = Limits(enabled=False)
    async with session(setup, names=NAMES, limits=limits, reads_chat=True) as running:
        exchanges = []
        running.stand_in.watch.watchers.append(exchanges.append)
        await sit_down([*running.people], running.channel)
        thread = await until(
            lambda: next((one for one in running.world.channels.values() if one.is_thread), None)
        )
        await until(lambda: [*thread.messages.values()] or None)
        yield running, thread, exchanges


def written_by(person, thread):
    return [one.content for one in thread.messages.values() if one.author is person.user]


def told(person, part):
    """The newest private message of the bot's with these words."""
    return next(
        (one for one in reversed(person.seen()) if part in one.content and not one.only_for), None
    )


async def test_what_tells_is_gone_and_its_author_is_told(table):
    running, thread, exchanges = table
    ana, bruno, *_ = running.people
    ana.send(thread.id, "boa sorte, gente!")
    ana.send(thread.id, REVEAL)
    notice = await until(lambda: told(ana, "apaguei uma mensagem sua"))
    await until(lambda: written_by(ana, thread) == ["boa sorte, gente!"])
    assert REVEAL in notice.content
    assert not any(REVEAL in one.content for one in bruno.seen())
    pressed = ana.click(notice.channel_id, notice.id, id_of(notice, Verb.DENY))
    await pressed.done.wait()
    await until(lambda: texts.DENIED in notice.content or None)
    assert [one["label"] for one in controls(notice)] == [texts.SEAL]
    if DESCRIPTION.exists():
        assert sorted({one for each in exchanges for one in misfits(each)}) == []


async def test_an_event_that_comes_twice_is_one_incident(table):
    running, thread, _ = table
    ana = running.people[0]
    running.stand_in.gateway.repeat = 2
    ana.send(thread.id, REVEAL)
    await until(lambda: told(ana, "apaguei uma mensagem sua"))
    running.stand_in.gateway.repeat = 1
    ana.send(thread.id, "preciso de")
    ana.send(thread.id, "uma dama")
    await until(lambda: written_by(ana, thread) == [] or None)
    async with running.bot.app.database.read() as work:
        assert len(await work.sanctions.incidents_at(1)) == 2


async def test_a_split_sentence_goes_in_one_request(table):
    running, thread, exchanges = table
    ana = running.people[0]
    ana.send(thread.id, "preciso de")
    ana.send(thread.id, "uma dama")
    await until(lambda: written_by(ana, thread) == [] or None)
    bulk = [one for one in exchanges if one.path.endswith("/bulk-delete")]
    assert [one.status for one in bulk] == [204]
    if DESCRIPTION.exists():
        assert sorted({one for each in exchanges for one in misfits(each)}) == []


async def test_closed_private_messages_get_a_line_without_content(table):
    running, thread, _ = table
    bruno = running.people[1]
    bruno.user.dms_open = False
    bruno.send(thread.id, INSULT)
    note = await until(
        lambda: next((one for one in thread.messages.values() if "ofende" in one.content), None)
    )
    assert note.content == texts.public_note(f"<@{bruno.id}>", "ofensa")
    assert [user.id for user in note.mentions] == [bruno.id]
    assert written_by(bruno, thread) == []


async def test_a_flood_is_deleted_in_few_requests_none_of_which_is_refused(table):
    running, thread, exchanges = table
    ana = running.people[0]
    running.stand_in.limits.enabled = True
    before = len(exchanges)
    for _ in range(200):
        ana.send(thread.id, REVEAL)
    await until(lambda: written_by(ana, thread) == [] or None)
    deletions = [one for one in exchanges if one.method == "DELETE" or "bulk" in one.path]
    assert len(deletions) <= 20
    assert {one.status for one in deletions} == {204}
    assert running.bot.is_ready()
    notices = [one for one in exchanges[before:] if "Por quê" in str(one.body)]
    assert len(notices) <= 2
