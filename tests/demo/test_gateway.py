"""The gateway: logging in, intents, resuming, and what goes wrong with connections."""

import asyncio
import contextlib

import aiohttp
import discord
import pytest

from demo import gateway, interactions
from demo.objects import Kind
from demo.permissions import Permission
from tests.demo.toys import Toy, until

ALL = discord.Intents.default().value


class Wire:
    """A connection to the gateway without discord.py."""

    def __init__(self, socket, token):
        self.socket = socket
        self.token = token

    async def send(self, operation, data):
        await self.socket.send_json({"op": operation, "d": data})

    async def identify(self, intents=ALL, token=None):
        await self.send(2, {"token": token or self.token, "intents": intents, "properties": {}})

    async def resume(self, session_id, seq):
        await self.send(6, {"token": self.token, "session_id": session_id, "seq": seq})

    async def frame(self):
        return await asyncio.wait_for(self.socket.receive_json(), 5)

    async def until(self, name):
        """All events up to one of this name."""
        found = [await self.frame()]
        while found[-1]["t"] != name:
            found.append(await self.frame())
        return found

    async def close_code(self):
        async with asyncio.timeout(5):
            async for _ in self.socket:
                pass
        return self.socket.close_code


@pytest.fixture
async def dial(place):
    """What makes a connection and hears the greeting."""
    async with aiohttp.ClientSession() as http, contextlib.AsyncExitStack() as stack:

        async def connect():
            url = place.world.base + "/gateway"
            wire = Wire(await stack.enter_async_context(http.ws_connect(url)), place.world.token)
            hello = await wire.frame()
            assert hello == {"op": 10, "d": {"heartbeat_interval": 41250}}
            return wire

        yield connect


def say(place, text="oi", person=None):
    return (person or place.bia).send(place.channel.id, text)


# Requests as they are


async def test_a_log_in_is_answered_with_the_servers_one_by_one(place, dial):
    wire = await dial()
    await wire.identify()
    ready, guild = await wire.until("GUILD_CREATE")
    assert (ready["t"], ready["s"], guild["s"]) == ("READY", 1, 2)
    assert ready["d"]["guilds"] == [{"id": str(place.guild.id), "unavailable": True}]
    assert ready["d"]["user"]["id"] == str(place.world.bot.id)
    assert ready["d"]["resume_gateway_url"].startswith("ws://127.0.0.1:")
    assert guild["d"]["name"] == "Casa"
    assert [one["name"] for one in guild["d"]["channels"]] == ["mesas"]
    assert [one["user"]["username"] for one in guild["d"]["members"]] == ["Buraco STBL"]


@pytest.mark.parametrize(
    ("frames", "code"),
    [
        (["nonsense"], 4002),
        (["[]"], 4002),
        (['{"op": 2, "d": null}'], 4002),
        (['{"op": 2, "d": {"token": "else", "intents": 0}}'], 4004),
        (['{"op": 6, "d": {"token": "else", "session_id": "x", "seq": 1}}'], 4004),
        (['{"op": 8, "d": {"guild_id": "1"}}'], 4003),
        (["IDENTIFY", "IDENTIFY"], 4005),
        (["IDENTIFY", '{"op": 77, "d": {}}'], 4001),
    ],
)
async def test_what_discord_does_not_take_closes_the_connection_with_its_number(
    place, dial, frames, code
):
    wire = await dial()
    for frame in frames:
        if frame == "IDENTIFY":
            await wire.identify()
        else:
            await wire.socket.send_str(frame)
    assert await wire.close_code() == code


async def test_an_intent_that_is_not_allowed_ends_the_log_in(place, dial):
    wire = await dial()
    await wire.identify(ALL | gateway.MESSAGE_CONTENT)
    assert await wire.close_code() == 4014
    place.stand_in.gateway.allowed_intents |= gateway.MESSAGE_CONTENT
    wire = await dial()
    await wire.identify(ALL | gateway.MESSAGE_CONTENT)
    assert (await wire.frame())["t"] == "READY"


async def test_a_session_resumes_with_what_it_missed_in_order_and_once(place, dial):
    wire = await dial()
    await wire.identify()
    (ready, guild) = await wire.until("GUILD_CREATE")
    await wire.socket.close(code=4000)
    await until(lambda: not place.stand_in.gateway.connected)
    for text in ("um", "dois", "três"):
        place.world.post(place.channel, place.world.bot, content=text)
    wire = await dial()
    await wire.resume(ready["d"]["session_id"], guild["s"])
    missed = await wire.until("RESUMED")
    assert [one["s"] for one in missed] == [3, 4, 5, 6]
    assert [one["d"].get("content") for one in missed] == ["um", "dois", "três", None]
    say(place)
    assert (await wire.frame())["s"] == 7


async def test_a_session_that_is_unknown_or_too_old_is_invalid(place, dial, monkeypatch):
    wire = await dial()
    await wire.resume("unknown", 1)
    assert await wire.frame() == {"op": 9, "d": False}
    await wire.identify()
    (ready, _) = await wire.until("GUILD_CREATE")
    session = place.stand_in.gateway._sessions[ready["d"]["session_id"]]
    await wire.socket.close(code=4000)
    for _ in range(session.sent.maxlen + 1):
        session.sent.append("{}")
        session.sequence += 1
    wire = await dial()
    await wire.resume(session.id, 2)
    assert await wire.frame() == {"op": 9, "d": False}


async def test_a_number_from_the_future_is_no_place_to_resume(dial):
    wire = await dial()
    await wire.identify()
    (ready, _) = await wire.until("GUILD_CREATE")
    await wire.socket.close(code=4000)
    wire = await dial()
    await wire.resume(ready["d"]["session_id"], 99)
    assert await wire.close_code() == 4007


async def test_a_session_that_said_goodbye_cannot_be_resumed(place, dial):
    wire = await dial()
    await wire.identify()
    (ready, guild) = await wire.until("GUILD_CREATE")
    await wire.socket.close(code=1000)
    await until(lambda: not place.stand_in.gateway.connected)
    wire = await dial()
    await wire.resume(ready["d"]["session_id"], guild["s"])
    assert await wire.frame() == {"op": 9, "d": False}


async def test_members_are_told_when_they_are_asked_for(place, dial):
    wire = await dial()
    await wire.identify()
    await wire.until("GUILD_CREATE")
    asked = {"guild_id": str(place.guild.id), "user_ids": [str(place.bia.id), "5"], "nonce": "n"}
    await wire.send(8, asked)
    (chunk,) = await wire.until("GUILD_MEMBERS_CHUNK")
    (member,) = chunk["d"]["members"]
    assert (member["user"]["username"], chunk["d"]["nonce"]) == ("Bia", "n")
    assert member["joined_at"] is not None


@pytest.mark.parametrize(
    ("intents", "names"),
    [
        (0, []),
        (gateway.GUILDS, ["CHANNEL_UPDATE"]),
        (gateway.GUILD_MESSAGES, ["MESSAGE_CREATE guild"]),
        (gateway.DIRECT_MESSAGES, ["MESSAGE_CREATE dm"]),
    ],
)
async def test_a_session_hears_only_what_its_intents_cover(place, dial, intents, names):
    wire = await dial()
    await wire.identify(intents)
    await wire.until("GUILD_CREATE")
    dm = place.world.dm_with(place.bia.user)
    place.world.change_channel(place.channel)
    say(place)
    place.bia.send(dm.id, "oi")
    used = interactions.begin(
        place.world, Kind.COMMAND, place.bia.user, place.channel, {"id": "1", "name": "faz"}
    )
    *heard, last = await wire.until("INTERACTION_CREATE")
    assert last["d"]["token"] == used.token, "interactions need no intent"
    where = {True: " guild", False: " dm"}
    assert [
        one["t"] + (where["guild_id" in one["d"]] if one["t"] == "MESSAGE_CREATE" else "")
        for one in heard
    ] == names


async def test_the_bot_hears_nothing_of_what_is_closed_to_it(place, dial):
    secret = place.world.add_channel(place.guild, "fechado")
    place.world.overwrite(secret, place.world.bot.id, deny=Permission.VIEW_CHANNEL)
    wire = await dial()
    await wire.identify()
    await wire.until("GUILD_CREATE")
    place.ana.send(secret.id, "segredo")
    thread = place.world.add_thread(
        secret, "segredo", owner=place.ana.user, under=None, private=False
    )
    place.world.delete_channel(thread)
    place.world.post(place.channel, place.world.bot, content="só Ana", only_for=place.ana.id)
    say(place, "fim")
    assert [one["t"] for one in await wire.until("MESSAGE_CREATE")] == ["MESSAGE_CREATE"]


# Through discord.py


@pytest.mark.parametrize("content", [True, False])
async def test_what_others_write_is_empty_without_the_intent_to_read_it(place, content):
    intents = discord.Intents.default()
    intents.message_content = content
    if content:
        place.stand_in.gateway.allowed_intents |= gateway.MESSAGE_CONTENT
    async with place.bot(Toy(intents=intents)) as toy:
        await toy.get_channel(place.channel.id).send("eu mesmo")
        say(place, "oi")
        say(place, f"<@{place.world.bot.id}> oi")
        dm = place.world.dm_with(place.bia.user)
        place.bia.send(dm.id, "só nós")
        await until(lambda: len(toy.texts()) == 4)
        assert toy.texts() == [
            "eu mesmo",
            "oi" if content else "",
            f"<@{place.world.bot.id}> oi",
            "só nós",
        ]


async def test_discord_py_names_the_intent_that_is_missing(place):
    intents = discord.Intents.default()
    intents.message_content = True
    with pytest.raises(discord.PrivilegedIntentsRequired):
        async with place.bot(Toy(intents=intents)):
            pass


async def test_a_wrong_token_is_a_failed_log_in(place):
    place.stand_in.world.token, token = "else", place.stand_in.world.token
    toy = Toy()
    async with place.bot() as connected:
        place.stand_in.world.token = token
        with pytest.raises(discord.LoginFailure):
            await toy.login("wrong")
        assert connected.is_ready()
    await toy.close()


async def _lost(place, how):
    gateway = place.stand_in.gateway
    match how:
        case "op 7":
            await gateway.ask_to_reconnect()
        case "cut":
            await gateway.drop()
        case "closed":
            await gateway.drop(4000)


@pytest.mark.parametrize("how", ["op 7", "cut", "closed"])
async def test_a_lost_connection_is_resumed_and_nothing_is_missed(place, how):
    async with place.bot() as toy:
        say(place)
        await until(lambda: len(toy.heard) == 1)
        await _lost(place, how)
        place.world.post(place.channel, place.world.bot, content="enquanto isso")
        await until(lambda: ("resumed", None) in toy.heard)
        place.world.post(place.channel, place.world.bot, content="depois")
        await until(lambda: "depois" in toy.texts())
        assert toy.texts() == ["", "enquanto isso", "depois"]
    server = place.stand_in.gateway
    assert (server.identified, server.resumed) == (1, 1)


async def test_an_invalid_session_is_begun_anew(place):
    async with place.bot() as toy:
        await place.stand_in.gateway.invalidate()
        await until(lambda: place.stand_in.gateway.identified == 2)
        await until(lambda: place.stand_in.gateway.connected)
        place.world.post(place.channel, place.world.bot, content="de novo")
        await until(lambda: toy.texts() == ["de novo"])
    assert place.stand_in.gateway.resumed == 0


async def test_at_a_dead_address_discord_py_never_logs_in_anew(place, monkeypatch):
    tries = []
    monkeypatch.setattr(
        discord.client.ExponentialBackoff, "delay", lambda _self: tries.append(1) or 0.001
    )
    place.stand_in.gateway.resume_url = "ws://127.0.0.1:9"
    async with place.bot() as toy:
        await place.stand_in.gateway.drop()
        await until(lambda: len(tries) > 5)
        assert not toy.is_closed()
    assert (place.stand_in.gateway.identified, place.stand_in.gateway.resumed) == (1, 0)


async def test_events_may_come_twice(place):
    place.stand_in.gateway.repeat = 2
    async with place.bot() as toy:
        place.world.post(place.channel, place.world.bot, content="um")
        await until(lambda: len(toy.texts()) == 2)
        assert toy.texts() == ["um", "um"]


async def test_events_are_held_and_let_go_in_another_order(place):
    async with place.bot() as toy:
        place.stand_in.gateway.hold()
        for text in ("um", "dois"):
            place.world.post(place.channel, place.world.bot, content=text)
        place.stand_in.gateway.let_go(backwards=True)
        place.world.post(place.channel, place.world.bot, content="três")
        await until(lambda: len(toy.texts()) == 3)
        assert toy.texts() == ["dois", "um", "três"]


async def test_a_new_log_in_ends_the_sessions_that_nobody_holds(place):
    for _ in range(3):
        async with place.bot():
            assert len(place.stand_in.gateway._sessions) == 1
        await until(lambda: not place.stand_in.gateway.connected)


async def test_a_server_that_is_left_is_gone_for_the_bot(place):
    async with place.bot() as toy:
        place.world.leave(place.guild, place.world.bot)
        await until(lambda: not toy.guilds)


async def test_a_changed_role_is_known_at_once(place):
    async with place.bot() as toy:
        channel = toy.get_channel(place.channel.id)
        assert channel.permissions_for(channel.guild.me).manage_threads
        place.world.set_role(place.guild, place.world.bot_role(place.guild), 0)
        await until(lambda: not channel.permissions_for(channel.guild.me).manage_threads)
        place.world.overwrite(place.channel, place.world.bot.id, allow=Permission.MANAGE_THREADS)
        await until(lambda: channel.permissions_for(channel.guild.me).manage_threads)


async def test_heartbeats_are_answered_until_they_are_not_to_be(place, dial):
    wire = await dial()
    await wire.send(1, None)
    assert (await wire.frame())["op"] == 11
    place.stand_in.gateway.answers_heartbeats = False
    await wire.send(1, None)
    await wire.identify()
    assert (await wire.frame())["t"] == "READY", "the next frame, then, is no answer"
