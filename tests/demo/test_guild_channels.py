"""Channels that the bot makes, and opens or closes to others; and what people see of it."""

import discord
import pytest

from demo.errors import Refused
from demo.objects import CATEGORY, VOICE
from demo.permissions import PEOPLE, Permission
from demo.world import BOT_PERMISSIONS
from tests.demo.openapi import DESCRIPTION, misfits
from tests.demo.toys import until

MANAGES = BOT_PERMISSIONS | Permission.MANAGE_CHANNELS | Permission.MANAGE_ROLES


def bot_may(place, permissions):
    place.world.set_role(place.guild, place.world.bot_role(place.guild), permissions)


@pytest.fixture
def allowed(place):
    """The bot manages channels and what they allow."""
    bot_may(place, MANAGES)


@pytest.fixture
def heard(place, allowed):
    """All that Bia is told."""
    told = []
    place.bia.subscribe(lambda name, data: told.append((name, data)))
    return told


def denied(place, bits, **more):
    return {"id": str(place.guild.id), "type": 0, "deny": str(int(bits))} | more


def made(place, api, **body):
    return api("POST", f"/guilds/{place.guild.id}/channels", {"name": "registro"} | body)


def permissions_of(place, target):
    return f"/channels/{place.channel.id}/permissions/{target}"


# Making channels


async def test_a_new_channel_is_there_for_all_at_once(place, api, heard):
    answer = await made(place, api, name="Registro do Buraco", topic="avisos")
    assert answer.status == 201
    assert (answer.body["name"], answer.body["topic"]) == ("registro-do-buraco", "avisos")
    ((name, data),) = heard
    assert (name, data["id"], data["can_send"]) == ("CHANNEL_CREATE", answer.body["id"], True)
    listed = await api("GET", f"/guilds/{place.guild.id}/channels")
    assert [one["name"] for one in listed.body] == ["mesas", "registro-do-buraco"]


async def test_a_closed_channel_is_there_for_those_alone_whom_it_lets_in(place, api, heard):
    deny = denied(place, Permission.VIEW_CHANNEL)
    bot = {"id": str(place.world.bot.id), "type": 1, "allow": str(int(Permission.VIEW_CHANNEL))}
    answer = await made(place, api, permission_overwrites=[deny, bot])
    assert (answer.status, heard) == (201, [])
    assert {one["id"]: one["type"] for one in answer.body["permission_overwrites"]} == {
        str(place.guild.id): 0,
        str(place.world.bot.id): 1,
    }
    sent = await api("POST", f"/channels/{answer.body['id']}/messages", {"content": "oi"})
    assert sent.status == 200
    assert [one.name for one in place.bia.channels()] == ["mesas"]
    assert len(place.ana.channels()) == 2, "the owner sees everything"


@pytest.mark.parametrize(
    ("permissions", "overwrites", "status"),
    [
        (MANAGES & ~Permission.MANAGE_CHANNELS, False, 403),
        (MANAGES & ~Permission.MANAGE_ROLES, False, 201),
        (MANAGES & ~Permission.MANAGE_ROLES, True, 403),
        (MANAGES, True, 201),
    ],
)
async def test_making_needs_permissions(place, api, permissions, overwrites, status):
    bot_may(place, permissions)
    given = [denied(place, Permission.SEND_MESSAGES)]
    answer = await made(place, api, **({"permission_overwrites": given} if overwrites else {}))
    assert answer.status == status
    assert status == 201 or answer.code == 50013


@pytest.mark.parametrize(
    "body",
    [
        {"name": ""},
        {"name": "x" * 101},
        {"topic": "x" * 1025},
        {"type": 11},
        {"parent_id": "12345"},
        {"permission_overwrites": [{"deny": "1"}]},
        {"permission_overwrites": [{"id": "1", "deny": "-1"}]},
        {"permission_overwrites": [{"id": "1", "deny": "x"}]},
    ],
)
async def test_bodies_are_checked(place, api, allowed, body):
    answer = await made(place, api, **body)
    assert (answer.status, answer.code) == (400, 50035)


async def test_a_channel_in_a_category_is_as_open_as_that(place, api, heard):
    category = place.world.add_channel(place.guild, "Buraco", kind=CATEGORY)
    place.world.overwrite(category, place.guild.id, deny=Permission.SEND_MESSAGES)
    answer = await made(place, api, parent_id=category.id)
    assert answer.body["parent_id"] == str(category.id)
    assert heard[-1][1]["can_send"] is False
    open_to_all = await made(place, api, parent_id=category.id, permission_overwrites=[])
    assert (open_to_all.status, heard[-1][1]["can_send"]) == (201, True)
    assert (await made(place, api, parent_id=place.channel.id)).code == 50035


async def test_elsewhere_there_is_nothing_to_make(place, api, allowed):
    assert (await api("POST", "/guilds/12345/channels", {"name": "x"})).code == 10004
    place.world.leave(place.guild, place.world.bot)
    assert (await made(place, api)).code == 10004


# What a channel allows


async def test_a_channel_is_closed_and_opened_and_the_page_follows(place, api, heard):
    thread = place.world.add_thread(
        place.channel, "mesa 1", owner=place.world.bot, under=None, private=False
    )
    heard.clear()
    path = permissions_of(place, place.guild.id)
    bits = Permission.SEND_MESSAGES_IN_THREADS
    assert (await api("PUT", path, denied(place, bits))).status == 204
    assert [(name, data["id"], data["can_send"]) for name, data in heard] == [
        ("CHANNEL_UPDATE", str(place.channel.id), True),
        ("CHANNEL_UPDATE", str(thread.id), False),
    ]
    place.bia.send(place.channel.id, "aqui sim")
    for act in (
        lambda: place.bia.send(thread.id, "oi"),
        lambda: place.bia.command(thread.id, 7, (), {}),
    ):
        with pytest.raises(Refused):
            act()
    assert (await api("DELETE", path)).status == 204
    assert place.bia.send(thread.id, "oi").content == "oi"
    assert (await api("DELETE", path)).code == 10009


async def test_commands_are_typed_where_one_may_write(place, allowed):
    place.world.commands = [
        {"id": "7", "type": 1, "name": "faz", "default_member_permissions": None}
    ]
    place.world.overwrite(place.channel, place.guild.id, deny=Permission.SEND_MESSAGES)
    with pytest.raises(Refused, match="não tem permissão para escrever aqui"):
        place.bia.command(place.channel.id, 7, (), {})


async def test_a_channel_that_vanishes_and_comes_back_shows_everything_anew(place, api, heard):
    path = permissions_of(place, place.guild.id)
    place.world.overwrite(place.channel, place.world.bot.id, allow=Permission.VIEW_CHANNEL)
    heard.clear()
    await api("PUT", path, denied(place, Permission.VIEW_CHANNEL))
    assert [(name, data["channels"]) for name, data in heard] == [("READY", [])]
    place.world.post(place.channel, place.world.bot, content="sem você")
    await api("PUT", path, denied(place, Permission.EMBED_LINKS))
    assert [name for name, _ in heard] == ["READY", "READY"]
    (seen,) = heard[1][1]["messages"][str(place.channel.id)]
    assert seen["content"] == "sem você"
    await api("PUT", path, denied(place, 0))
    assert heard[-1][0] == "CHANNEL_UPDATE"


async def test_allowing_and_denying_needs_the_permission_in_the_channel(place, api, allowed):
    path = permissions_of(place, place.bia.id)
    body = {"type": 1, "deny": str(int(Permission.SEND_MESSAGES))}
    place.world.overwrite(place.channel, place.world.bot.id, deny=Permission.MANAGE_ROLES)
    for method in ("PUT", "DELETE"):
        assert (await api(method, path, body)).code == 50013
    place.world.overwrite(place.channel, place.world.bot.id, deny=Permission.VIEW_CHANNEL)
    assert (await api("PUT", path, body)).code == 50001
    place.world.remove_overwrite(place.channel, place.world.bot.id)
    assert (await api("PUT", path, body)).status == 204
    with pytest.raises(Refused):
        place.bia.send(place.channel.id, "oi")


@pytest.mark.parametrize("field", ["allow", "deny"])
async def test_nobody_gives_or_takes_what_he_has_not(place, api, allowed, field):
    path = permissions_of(place, place.guild.id)
    for bits in (Permission.BAN_MEMBERS, Permission.MANAGE_ROLES):
        answer = await api("PUT", path, {"type": 0, field: str(int(bits))})
        assert (answer.status, answer.code) == (403, 50013)
        listed = [{"id": str(place.guild.id), "type": 0, field: str(int(bits))}]
        assert (await made(place, api, permission_overwrites=listed)).code == 50013
    place.world.overwrite(place.channel, place.world.bot.id, allow=Permission.MANAGE_ROLES)
    assert (await api("PUT", path, {"type": 0, field: str(1 << 2)})).status == 204
    bot_may(place, Permission.ADMINISTRATOR)
    assert (await made(place, api, permission_overwrites=listed)).status == 201


async def test_strangers_and_threads_are_no_targets(place, api, allowed):
    thread = place.world.add_thread(
        place.channel, "mesa 1", owner=place.world.bot, under=None, private=False
    )
    assert (await api("PUT", permissions_of(place, 12345), {"type": 1})).code == 10009
    assert (await api("PUT", permissions_of(place, place.bia.id), {"type": 0})).code == 10009
    for channel in (thread, place.world.dm_with(place.bia.user)):
        path = f"/channels/{channel.id}/permissions/{place.bia.id}"
        assert (await api("PUT", path, {"type": 1})).code == 50024


# Changing channels


async def test_a_channel_is_renamed_moved_and_closed(place, api, heard):
    category = place.world.add_channel(place.guild, "Buraco", kind=CATEGORY)
    body = {"name": "Mesas Novas", "topic": "oi", "parent_id": str(category.id)}
    body |= {"permission_overwrites": [denied(place, Permission.SEND_MESSAGES)]}
    body |= {"rate_limit_per_user": 5}
    answer = await api("PATCH", f"/channels/{place.channel.id}", body)
    assert answer.status == 200
    assert (answer.body["name"], answer.body["topic"]) == ("mesas-novas", "oi")
    assert (answer.body["parent_id"], answer.body["rate_limit_per_user"]) == (str(category.id), 5)
    assert heard[-1][1]["can_send"] is False
    answer = await api("PATCH", f"/channels/{place.channel.id}", {"topic": None, "parent_id": None})
    assert (answer.body["topic"], answer.body["parent_id"]) == (None, None)
    assert len(answer.body["permission_overwrites"]) == 1


async def test_changing_needs_permissions_and_leaves_alone_what_others_set(place, api, allowed):
    url = f"/channels/{place.channel.id}"
    place.world.overwrite(place.channel, place.ana.id, allow=Permission.BAN_MEMBERS)
    old = (await api("GET", url)).body["permission_overwrites"]
    body = {"permission_overwrites": [*old, denied(place, Permission.SEND_MESSAGES)]}
    assert (await api("PATCH", url, body)).status == 200
    old[0]["deny"] = str(int(Permission.KICK_MEMBERS))
    assert (await api("PATCH", url, {"permission_overwrites": old})).code == 50013
    bot_may(place, MANAGES & ~Permission.MANAGE_ROLES)
    assert (await api("PATCH", url, {"permission_overwrites": []})).code == 50013
    assert (await api("PATCH", url, {"topic": "x"})).status == 200
    assert (await api("PATCH", url, {"name": ""})).code == 50035


async def test_discord_py_makes_and_closes_channels_as_discord_describes(place, allowed):
    exchanges = []
    place.stand_in.watch.watchers.append(exchanges.append)
    place.world.set_role(place.guild, place.guild.roles[place.guild.id], PEOPLE)
    async with place.bot() as toy:
        guild = toy.get_guild(place.guild.id)
        everybody, me = guild.default_role, guild.me
        closed = {
            everybody: discord.PermissionOverwrite(view_channel=False),
            me: discord.PermissionOverwrite(view_channel=True, send_messages=True),
        }
        log = await guild.create_text_channel("registro", overwrites=closed, topic="avisos")
        assert not log.permissions_for(await guild.fetch_member(place.bia.id)).view_channel
        await log.send("oi")
        channel = guild.get_channel(place.channel.id)
        await channel.set_permissions(everybody, send_messages_in_threads=False)
        await until(lambda: channel.overwrites_for(everybody).send_messages_in_threads is False)
        await channel.edit(overwrites={everybody: discord.PermissionOverwrite()}, topic="x")
        await channel.set_permissions(everybody, overwrite=None)
        await guild.create_voice_channel("Sala de voz")
        category = await guild.create_category("Buraco")
        with pytest.raises(discord.HTTPException) as refused:
            await toy.http.send_message(
                category.id, params=discord.http.handle_message_parameters("oi")
            )
        assert refused.value.code == 50008
        with pytest.raises(Refused):
            place.bia.send(category.id, "oi")
        assert [one.name for one in await guild.fetch_channels()] == [
            "mesas",
            "registro",
            "Sala de voz",
            "Buraco",
        ]
    assert [one.type for one in place.guild.channels.values()] == [0, 0, VOICE, CATEGORY]
    if DESCRIPTION.exists():
        assert sorted({one for each in exchanges for one in misfits(each)}) == []
