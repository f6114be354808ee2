"""Speaking through the bot over the wire: a channel is closed, words are judged, then posted."""

from types import SimpleNamespace

import pytest

from bot.app import Setup
from bot.client import moderate_permissions
from cogs.ui.custom_ids import Verb
from demo.errors import Refused
from demo.limits import Limits
from demo.seating import newest, sit_down, until, use
from demo.session import NAMES, session
from tests.demo.openapi import DESCRIPTION, misfits
from tests.support.chat import REVEAL


@pytest.fixture
async def table(tmp_path):
    """Four people at a table in mode falar, without any intent; and all that was exchanged."""
    setup = Setup(database=tmp_path / "t.db", warm_up=False, emojis=False)
    may = moderate_permissions().value
    limits = Limits(enabled=False)
    async with session(setup, names=NAMES, limits=limits, permissions=may) as running:
        exchanges = []
        running.stand_in.watch.watchers.append(exchanges.append)
        channel, owner = running.channel, running.people[0]
        await use(owner, channel.id, "moderacao configurar", modo="falar", onde="aqui")
        await sit_down([*running.people], channel)
        thread = await until(
            lambda: next((one for one in running.world.channels.values() if one.is_thread), None)
        )
        yield SimpleNamespace(running=running, thread=thread, exchanges=exchanges)


async def speak(table, person, words):
    """Press "Falar", type and send."""
    board = await until(lambda: newest(person, table.thread, Verb.SPEAK))
    custom_id = f"b:{Verb.SPEAK.value}:1:0"
    pressed = person.click(table.thread.id, board.id, custom_id)
    await pressed.done.wait()
    ((field,),) = [
        part.get("components") or [part["component"]] for part in pressed.modal["components"]
    ]
    sent = person.submit(pressed.id, {field["custom_id"]: words})
    await sent.done.wait()
    return sent


def spoken(thread):
    return [one for one in thread.messages.values() if one.webhook_id is not None]


async def test_nobody_writes_there_and_all_speak_under_their_names(table):
    bruno, carla = table.running.people[1:3]
    with pytest.raises(Refused):
        bruno.send(table.thread.id, REVEAL)
    await speak(table, bruno, "boa sorte, gente!")
    await speak(table, carla, "igualmente")
    await until(lambda: len(spoken(table.thread)) == 2)
    assert [(one.author.name, one.content) for one in spoken(table.thread)] == [
        ("Bruno", "boa sorte, gente!"),
        ("Carla", "igualmente"),
    ]
    if DESCRIPTION.exists():
        assert sorted({one for each in table.exchanges for one in misfits(each)}) == []


async def test_what_reveals_reaches_nobody_but_its_author(table):
    bruno = table.running.people[1]
    await speak(table, bruno, REVEAL)
    notice = await until(
        lambda: next((one for one in bruno.seen() if "não publiquei" in one.content), None)
    )
    assert REVEAL in notice.content
    assert notice.only_for == bruno.id
    for other in table.running.people:
        if other is not bruno:
            assert not any(REVEAL in one.content for one in other.seen())
    assert spoken(table.thread) == []


async def test_speaking_again_costs_one_post_of_the_webhook_and_finds_it_no_second_time(table):
    bruno, carla = table.running.people[1:3]
    await speak(table, bruno, "um")
    await until(lambda: len(spoken(table.thread)) == 1)
    before = len(table.exchanges)
    await speak(table, carla, "dois")
    await until(lambda: len(spoken(table.thread)) == 2)
    asked = [one.path for one in table.exchanges[before:]]
    webhook = spoken(table.thread)[0].webhook_id
    assert sum(path.startswith(f"/webhooks/{webhook}/") for path in asked) == 1
    assert not any(path.endswith("/webhooks") for path in asked)
