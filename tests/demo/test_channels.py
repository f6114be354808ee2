"""Channels, threads and private conversations: who may do what in them, and what is refused."""

import discord
import pytest

from demo.permissions import PEOPLE, Permission
from demo.world import BOT_PERMISSIONS
from tests.demo.toys import until


def thread_of(place, *, owner=None, private=False, **changes):
    thread = place.world.add_thread(
        place.channel, "mesa 1", owner=owner or place.world.bot, under=None, private=private
    )
    place.world.change_channel(thread, **changes)
    return thread


def bot_may(place, permissions):
    place.world.set_role(place.guild, place.world.bot_role(place.guild), permissions)


def everybody_may(place, permissions):
    place.world.set_role(place.guild, place.guild.roles[place.guild.id], permissions)


# Private conversations


async def test_a_private_conversation_is_opened_once_and_takes_messages_both_ways(place):
    async with place.bot() as toy:
        dm = await toy.create_dm(discord.Object(place.bia.id))
        sent = await dm.send("sua mão")
        assert (await toy.create_dm(discord.Object(place.bia.id))).id == sent.channel.id
        place.bia.send(sent.channel.id, "oi")
        await until(lambda: "oi" in toy.texts())
        assert [one.content for one in place.bia.messages(place.world.dm_with(place.bia.user))] == [
            "sua mão",
            "oi",
        ]
        assert sent.channel.id not in [one.id for one in place.ana.channels()]


async def test_closed_private_messages_are_refused_until_they_are_opened(place):
    async with place.bot() as toy:
        dm = await toy.create_dm(discord.Object(place.bia.id))
        place.bia.user.dms_open = False
        with pytest.raises(discord.Forbidden) as closed:
            await dm.send("sua mão")
        assert closed.value.code == 50007
        place.bia.user.dms_open = True
        await dm.send("sua mão")


@pytest.mark.parametrize("who", ["bia", "bot"])
async def test_without_a_server_in_common_there_is_no_private_message(place, api, who):
    dm = place.world.dm_with(place.bia.user)
    place.world.leave(place.guild, place.bia.user if who == "bia" else place.world.bot)
    answer = await api("POST", f"/channels/{dm.id}/messages", {"content": "sua mão"})
    assert (answer.status, answer.code) == (403, 50278)


@pytest.mark.parametrize("recipient", ["12345", "bot"])
async def test_nobody_and_bots_are_no_recipients(place, api, recipient):
    number = place.world.bot.id if recipient == "bot" else recipient
    answer = await api("POST", "/users/@me/channels", {"recipient_id": number})
    assert (answer.status, answer.code) == (400, 50033)


@pytest.mark.parametrize("body", [{}, {"recipient_id": "Ana"}, {"recipient_id": [1]}])
async def test_a_recipient_is_a_number(api, body):
    answer = await api("POST", "/users/@me/channels", body)
    assert (answer.status, answer.code) == (400, 50035)


# Threads


async def test_threads_are_made_under_messages_and_alone(place):
    async with place.bot() as toy:
        channel = toy.get_channel(place.channel.id)
        table = await channel.send("mesa")
        under = await table.create_thread(name="mesa 1", auto_archive_duration=4320)
        assert (under.id, under.auto_archive_duration) == (table.id, 4320)
        await under.send("cartas dadas")
        public = await channel.create_thread(name="p", type=discord.ChannelType.public_thread)
        secret = await channel.create_thread(name="s")
        assert (public.is_private(), secret.is_private()) == (False, True)
        assert secret.parent_id == channel.id
        with pytest.raises(discord.HTTPException) as twice:
            await table.create_thread(name="mesa 1")
        assert twice.value.code == 160004
        with pytest.raises(discord.HTTPException) as nested:
            await (await under.send("x")).create_thread(name="mesa 2")
        assert nested.value.status == 400
    kinds = [discord.MessageType(one.type).name for one in place.shown()]
    assert kinds == ["default", "thread_created"]


@pytest.mark.parametrize(
    "body", [{}, {"name": ""}, {"name": "x" * 101}, {"name": "x", "auto_archive_duration": 61}]
)
async def test_a_threads_name_and_duration_are_checked(place, api, body):
    answer = await api("POST", f"/channels/{place.channel.id}/threads", body)
    assert (answer.status, answer.code) == (400, 50035)


@pytest.mark.parametrize(
    ("missing", "kind", "status"),
    [
        (Permission.CREATE_PUBLIC_THREADS, 11, 403),
        (Permission.CREATE_PUBLIC_THREADS, 12, 201),
        (Permission.CREATE_PRIVATE_THREADS, 11, 201),
        (Permission.CREATE_PRIVATE_THREADS, 12, 403),
    ],
)
async def test_each_kind_of_thread_needs_its_own_permission(place, api, missing, kind, status):
    everybody_may(place, PEOPLE & ~missing)
    bot_may(place, BOT_PERMISSIONS & ~missing)
    body = {"name": "mesa 1", "type": kind}
    answer = await api("POST", f"/channels/{place.channel.id}/threads", body)
    assert answer.status == status
    assert status == 201 or answer.code == 50013


async def test_a_private_thread_is_seen_by_its_members_alone(place):
    heard = []
    place.bia.subscribe(lambda name, _data: heard.append(name))
    async with place.bot() as toy:
        secret = await toy.get_channel(place.channel.id).create_thread(name="dupla")
        await secret.send("só nós")
        thread = place.world.channels[secret.id]
        assert (place.bia.messages(thread), heard) == ([], [])
        await secret.add_user(discord.Object(place.bia.id))
        await secret.add_user(discord.Object(place.bia.id))
        assert [one.content for one in place.bia.messages(thread)] == ["só nós"]
        assert heard == ["CHANNEL_CREATE", "MESSAGE_CREATE"]
        await secret.send("mais")
        assert heard[2:] == ["MESSAGE_CREATE"]


async def test_a_private_thread_without_the_bot_in_it_is_closed_to_it(place, api):
    thread = thread_of(place, owner=place.ana.user, private=True)
    bot_may(place, BOT_PERMISSIONS & ~Permission.MANAGE_THREADS)
    answer = await api("GET", f"/channels/{thread.id}")
    assert (answer.status, answer.code) == (403, 50001)
    async with place.bot() as toy:
        assert toy.get_guild(place.guild.id).get_thread(thread.id) is None


async def test_only_members_of_the_server_are_brought_into_a_thread(place, api):
    thread = thread_of(place)
    for user, code in ((12345, 10007), (place.bia.id, None)):
        answer = await api("PUT", f"/channels/{thread.id}/thread-members/{user}")
        assert (answer.status == 204) if code is None else (answer.code == code)
    answer = await api("PUT", f"/channels/{place.channel.id}/thread-members/{place.bia.id}")
    assert answer.code == 10003


async def test_an_archived_thread_changes_only_when_it_is_opened_or_written_in(place):
    async with place.bot() as toy:
        thread = await toy.get_channel(place.channel.id).create_thread(
            name="mesa 1", type=discord.ChannelType.public_thread
        )
        sent = await thread.send("um")
        await thread.edit(archived=True)
        for refused in (
            sent.edit(content="dois"),
            sent.delete(),
            thread.add_user(discord.Object(place.bia.id)),
            thread.edit(name="mesa 2"),
        ):
            with pytest.raises(discord.HTTPException) as answer:
                await refused
            assert (answer.value.status, answer.value.code) == (400, 50083)
        await thread.send("de volta")
        assert not place.world.channels[thread.id].archived
        await thread.edit(archived=True)
        await thread.edit(archived=False, name="mesa 2")
        await sent.edit(content="dois")
    there = place.world.channels[thread.id]
    assert (there.name, [one.content for one in there.messages.values()]) == (
        "mesa 2",
        ["dois", "de volta"],
    )


async def test_a_locked_thread_is_written_in_by_those_who_manage_threads(place, api):
    thread = thread_of(place, locked=True)
    url = f"/channels/{thread.id}/messages"
    assert (await api("POST", url, {"content": "oi"})).status == 200
    bot_may(place, BOT_PERMISSIONS & ~Permission.MANAGE_THREADS)
    answer = await api("POST", url, {"content": "oi"})
    assert (answer.status, answer.code) == (400, 160005)


async def test_a_threads_owner_archives_it_but_does_not_lock_it(place, api):
    thread = thread_of(place)
    bot_may(place, BOT_PERMISSIONS & ~Permission.MANAGE_THREADS)
    url = f"/channels/{thread.id}"
    assert (await api("PATCH", url, {"locked": True})).code == 50013
    assert (await api("PATCH", url, {"archived": True})).status == 200
    assert (await api("PATCH", url, {"archived": False})).status == 200
    other = thread_of(place, owner=place.ana.user)
    assert (await api("PATCH", f"/channels/{other.id}", {"archived": True})).code == 50013
    place.world.change_channel(thread, locked=True)
    assert (await api("PATCH", url, {"archived": True})).code == 50013


async def test_a_thread_keeps_what_an_edit_does_not_name(place, api):
    thread = thread_of(place)
    answer = await api("PATCH", f"/channels/{thread.id}", {"name": None, "archived": True})
    assert (answer.status, answer.body["name"]) == (200, "mesa 1")
    assert answer.body["thread_metadata"]["archived"]


async def test_writing_in_threads_is_a_permission_of_its_own(place, api):
    thread = thread_of(place)
    everybody_may(place, PEOPLE & ~Permission.SEND_MESSAGES_IN_THREADS)
    bot_may(place, BOT_PERMISSIONS & ~Permission.SEND_MESSAGES_IN_THREADS)
    assert (await api("POST", f"/channels/{thread.id}/messages", {"content": "x"})).code == 50013
    assert (
        await api("POST", f"/channels/{place.channel.id}/messages", {"content": "x"})
    ).status == 200


async def test_a_thread_is_as_closed_as_its_channel(place, api):
    thread = thread_of(place)
    place.world.overwrite(place.channel, place.world.bot.id, deny=Permission.VIEW_CHANNEL)
    answer = await api("GET", f"/channels/{thread.id}")
    assert (answer.status, answer.code) == (403, 50001)


async def test_a_text_channel_is_not_the_bots_to_change(place, api):
    answer = await api("PATCH", f"/channels/{place.channel.id}", {"name": "outro"})
    assert (answer.status, answer.code) == (403, 50013)
    assert place.channel.name == "mesas"


async def test_a_deleted_channel_takes_its_threads_along(place, api):
    thread = thread_of(place)
    async with place.bot() as toy:
        place.world.delete_channel(place.channel)
        await until(lambda: toy.get_channel(place.channel.id) is None)
        assert toy.get_channel(thread.id) is None
    for channel in (place.channel, thread):
        assert (await api("GET", f"/channels/{channel.id}")).code == 10003
