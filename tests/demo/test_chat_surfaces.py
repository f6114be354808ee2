"""The chat over the wire beside plain messages: edits, pictures, menus, AutoMod, voice."""

import asyncio
from types import SimpleNamespace

import pytest

from bot.app import Setup
from bot.client import moderate_permissions
from cogs.ui.custom_ids import Verb
from cogs.ui.hand_items import order_of
from cogs.ui.hand_message import theme_of
from demo.errors import Refused
from demo.limits import Limits
from demo.objects import VOICE
from demo.people import ON_MESSAGE, ON_USER
from demo.permissions import Permission
from demo.seating import PATIENCE_S, newest, sit_down, until, use
from demo.session import NAMES, session
from moderation import slur_words
from rendering import render_turn
from tests.demo.openapi import DESCRIPTION, misfits
from tests.support.chat import REVEAL, THREAT
from texts import moderators


@pytest.fixture
async def table(tmp_path):
    """Four people at a table that is read; all that was exchanged has to fit Discord's API."""
    setup = Setup(database=tmp_path / "t.db", warm_up=False, emojis=False)
    may = moderate_permissions().value | Permission.MANAGE_GUILD
    limits = Limits(enabled=False)
    options = {"limits": limits, "reads_chat": True, "permissions": may}
    async with session(setup, names=NAMES, **options) as running:
        exchanges = []
        running.stand_in.watch.watchers.append(exchanges.append)
        await sit_down([*running.people], running.channel)
        thread = await until(
            lambda: next((one for one in running.world.channels.values() if one.is_thread), None)
        )
        await until(lambda: newest(running.people[0], thread, Verb.HAND))
        yield SimpleNamespace(running=running, thread=thread, service=running.bot.app.moderation)
        if DESCRIPTION.exists():
            assert sorted({one for each in exchanges for one in misfits(each)}) == []


async def incidents(table):
    async with table.running.bot.app.database.read() as work:
        return await work.sanctions.incidents_at(1)


async def blocked(table, count=1):
    """The incidents, once there are so many."""
    async with asyncio.timeout(PATIENCE_S):
        while len(found := await incidents(table)) < count:  # noqa: ASYNC110 - the database tells nobody
            await asyncio.sleep(0.01)
    return found


async def test_an_edit_is_read(table):
    ana = table.running.people[0]
    message = ana.send(table.thread.id, "boa sorte")
    ana.edit(table.thread.id, message.id, REVEAL)
    await until(lambda: message.id not in table.thread.messages or None)
    assert [one.surface for one in await incidents(table)] == ["edit"]


async def test_a_picture_is_removed_and_where_it_is_allowed_it_is_looked_at(table):
    ana = table.running.people[0]
    png = (await drawn_hand(table, ana)).png
    message = ana.send(table.thread.id, "", files=[("foto.png", png)])
    await until(lambda: message.id not in table.thread.messages or None)
    await table.service.configure(table.running.guild.id, no_pictures=False)
    message = ana.send(table.thread.id, "", files=[("foto.png", png)])
    await until(lambda: message.id not in table.thread.messages or None)
    assert [one.reasons for one in await incidents(table)] == [("picture",), ("cards",)]


async def drawn_hand(table, person):
    look = await table.running.bot.app.matches.look(1, person.id)
    return render_turn(look.view, theme=theme_of(look), order=order_of(look))


def menu(person, kind, name):
    return int(next(one["id"] for one in person.commands(kind) if one["name"] == name))


async def test_the_menus_are_registered_and_used(table):
    owner, bruno, carla, *_ = table.running.people
    message = carla.send(table.thread.id, "o galo cantou três vezes")
    report = menu(bruno, ON_MESSAGE, moderators.REPORT)
    await bruno.use_on_message(table.thread.id, message.id, report).done.wait()
    (incident,) = await blocked(table)
    assert (incident.user_id, incident.reported_by) == (carla.id, bruno.id)
    await table.service.ban(table.running.guild.id, carla.id, hours=1, by=owner.id)
    assert not any(one["name"] == moderators.PARDON for one in bruno.commands(ON_USER))
    pardon = menu(owner, ON_USER, moderators.PARDON)
    await owner.use_on_user(table.thread.id, carla.id, pardon).done.wait()
    await until(lambda: any("Perdão dado a" in one.content for one in owner.seen()) or None)


async def test_automod_holds_slurs_back_and_an_alert_counts_at_the_table(table):
    owner, bruno, *_ = table.running.people
    await use(owner, table.running.channel.id, "moderacao configurar", automod=True)
    await until(lambda: any("injúrias: ligada" in one.content for one in owner.seen()) or None)
    with pytest.raises(Refused):
        bruno.send(table.running.channel.id, f"seu {slur_words()[0]}")
    with pytest.raises(Refused):
        bruno.send(table.thread.id, f"seu {slur_words()[0]}")
    (incident,) = await blocked(table)
    assert (incident.user_id, incident.label, incident.strike) == (bruno.id, "ofensa", True)


async def test_a_timeout_begins_when_the_match_has_ended(table):
    owner, bruno, *_ = table.running.people
    guild = table.running.guild
    await table.service.configure(guild.id, timeouts=True)
    bruno.send(table.thread.id, THREAT)
    await blocked(table)
    assert table.running.world.silenced_until(bruno.user, table.running.channel) is None
    await table.running.bot.app.seats.close(1, owner.id, moderator=True)
    await until(
        lambda: table.running.world.silenced_until(bruno.user, table.running.channel) is not None
    )


async def test_people_in_one_voice_channel_are_shown_together(table):
    owner, bruno, *_ = table.running.people
    room = table.running.world.add_channel(table.running.guild, "Sala de voz", kind=VOICE)
    owner.join_voice(room.id)
    bruno.join_voice(room.id)

    def board():
        return newest(owner, table.thread, Verb.HAND)

    await until(lambda: "🎙 Ana e Bruno estão no mesmo canal" in board().content or None)
    bruno.leave_voice()
    await until(lambda: "🎙" not in board().content or None)


async def test_dismissed_the_bot_takes_its_rule_away_and_leaves(table):
    owner = table.running.people[0]
    await use(owner, table.running.channel.id, "moderacao configurar", automod=True)
    await until(lambda: any("injúrias: ligada" in one.content for one in owner.seen()) or None)
    await use(owner, table.running.channel.id, "configurar despedir", confirmar=True)
    await until(lambda: not table.running.bot.guilds)
    assert not table.running.guild.rules
