"""Webhooks: who makes and takes them, what they may send, and how that is seen."""

import discord
import pytest

from demo import interactions
from demo.objects import Kind
from demo.permissions import Permission
from demo.world import BOT_PERMISSIONS
from tests.demo.openapi import DESCRIPTION, misfits
from tests.demo.toys import Toy, until


@pytest.fixture
def allowed(place):
    """The bot manages webhooks."""
    may(place, Permission.MANAGE_WEBHOOKS)


def may(place, *more):
    permissions = BOT_PERMISSIONS
    for one in more:
        permissions |= one
    place.world.set_role(place.guild, place.world.bot_role(place.guild), permissions)


async def made(place, api, **body):
    answer = await api("POST", f"/channels/{place.channel.id}/webhooks", {"name": "Mesas"} | body)
    assert answer.status == 200
    return answer.body


def address(webhook):
    return f"/webhooks/{webhook['id']}/{webhook['token']}"


async def sent(api, webhook, query="?wait=true", **body):
    return await api("POST", address(webhook) + query, {"content": "oi"} | body, token="")


def thread_of(place, **changes):
    thread = place.world.add_thread(
        place.channel, "mesa 1", owner=place.world.bot, under=None, private=False
    )
    place.world.change_channel(thread, **changes)
    return thread


# Making and taking


async def test_webhooks_are_made_listed_and_deleted_by_who_manages_them(place, api, allowed):
    first, second = await made(place, api), await made(place, api, name="Outro")
    assert first["application_id"] == str(place.world.application_id)
    for path in (f"/channels/{place.channel.id}/webhooks", f"/guilds/{place.guild.id}/webhooks"):
        assert (await api("GET", path)).body == [first, second]
    assert (await api("GET", f"/webhooks/{first['id']}")).body == first
    assert (await api("DELETE", f"/webhooks/{first['id']}")).status == 204
    assert (await sent(api, first)).code == 10015
    assert (await sent(api, second)).status == 200


@pytest.mark.parametrize("method", ["GET", "POST", "DELETE"])
async def test_without_the_permission_there_is_no_managing(place, api, allowed, method):
    webhook = await made(place, api)
    may(place)
    path = f"/channels/{place.channel.id}/webhooks"
    path = f"/webhooks/{webhook['id']}" if method == "DELETE" else path
    answer = await api(method, path, {"name": "x"} if method == "POST" else None)
    assert (answer.status, answer.code) == (403, 50013)
    assert (await sent(api, webhook)).status == 200, "its token is enough"
    place.world.overwrite(place.channel, place.world.bot.id, deny=Permission.VIEW_CHANNEL)
    assert (await api(method, path)).code == 50001


@pytest.mark.parametrize(
    "name", ["", " ", "x" * 81, "Discord", "o mordomo CLYDE", "meudiscordbot", None, 5]
)
async def test_names_are_checked_when_it_is_made_and_when_it_speaks(place, api, allowed, name):
    path = f"/channels/{place.channel.id}/webhooks"
    answer = await api("POST", path, {"name": name})
    assert (answer.status, answer.code) == (400, 50035)
    if name is not None:
        answer = await sent(api, await made(place, api), username=name)
        assert (answer.status, answer.code) == (400, 50035)
        assert "username" in answer.body["errors"]
    assert place.shown() == []


async def test_a_channel_has_at_most_fifteen(place, api, allowed):
    for _ in range(15):
        await made(place, api)
    answer = await api("POST", f"/channels/{place.channel.id}/webhooks", {"name": "x"})
    assert (answer.status, answer.code) == (400, 30007)
    other = place.world.add_channel(place.guild, "outras")
    assert (await api("POST", f"/channels/{other.id}/webhooks", {"name": "x"})).status == 200


async def test_threads_have_no_webhooks_and_deleted_channels_lose_theirs(place, api, allowed):
    webhook = await made(place, api)
    answer = await api("POST", f"/channels/{thread_of(place).id}/webhooks", {"name": "x"})
    assert (answer.status, answer.code) == (400, 50024)
    place.world.delete_channel(place.channel)
    assert (await sent(api, webhook)).code == 10015


async def test_the_bot_hears_of_changes_with_their_intent(place, api, allowed):
    class Listening(Toy):
        async def on_webhooks_update(self, channel):
            self.heard.append(("webhooks", channel.id))

    for webhooks, heard in ((True, 2), (False, 0)):
        intents = discord.Intents.default()
        intents.webhooks = webhooks
        async with place.bot(Listening(intents=intents)) as toy:
            webhook = await made(place, api)
            await api("DELETE", f"/webhooks/{webhook['id']}")
            place.bia.send(place.channel.id, "fim")
            await until(lambda toy=toy: any(name == "message" for name, _ in toy.heard))
            assert toy.heard[:-1] == [("webhooks", place.channel.id)] * heard


# Sending


async def test_a_message_has_the_given_name_and_is_told_to_all(place, api, allowed):
    heard = []
    place.bia.subscribe(lambda name, data: heard.append((name, data)))
    webhook = await made(place, api)
    async with place.bot() as toy:
        answer = await sent(api, webhook, username="Bia", avatar_url="https://example.org/a.png")
        await until(lambda: toy.heard)
        (_, message), *_ = toy.heard
    told = answer.body
    assert told["webhook_id"] == told["author"]["id"] == webhook["id"]
    assert told["application_id"] == str(place.world.application_id)
    author = told["author"]
    assert (author["username"], author["discriminator"], author["bot"]) == ("Bia", "0000", True)
    assert author["avatar"] is not None
    assert heard == [("MESSAGE_CREATE", told)]
    assert (message.webhook_id, message.author.name) == (int(webhook["id"]), "Bia")
    assert not isinstance(message.author, discord.Member)
    plain = (await sent(api, webhook)).body["author"]
    assert (plain["username"], plain["avatar"]) == ("Mesas", None)


async def test_it_is_answered_only_where_that_is_asked_for(place, api, allowed):
    webhook = await made(place, api)
    answer = await sent(api, webhook, "")
    assert (answer.status, answer.body) == (204, None)
    assert len(place.shown()) == 1


async def test_it_writes_in_threads_of_its_channel_alone(place, api, allowed):
    webhook, thread = await made(place, api), thread_of(place, archived=True)
    answer = await sent(api, webhook, f"?wait=true&thread_id={thread.id}")
    assert answer.body["channel_id"] == str(thread.id)
    assert not thread.archived
    other = place.world.add_channel(place.guild, "outras")
    elsewhere = place.world.add_thread(other, "x", owner=place.world.bot, under=None, private=False)
    for wrong in (elsewhere.id, other.id, place.channel.id, 12345):
        answer = await sent(api, webhook, f"?thread_id={wrong}")
        assert (answer.status, answer.code) == (404, 10003)
    assert (await sent(api, webhook, "?thread_id=x")).code == 50035
    place.world.change_channel(thread, locked=True)
    assert (await sent(api, webhook, f"?thread_id={thread.id}")).code == 160005


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ({"content": "x" * 2001}, 50035),
        ({"content": " "}, 50006),
        ({"avatar_url": "a.png"}, 50035),
        ({"avatar_url": "https://" + "x" * 2048}, 50035),
        ({"flags": "x"}, 50035),
        ({"allowed_mentions": {"parse": ["all"]}}, 50035),
    ],
)
async def test_bodies_are_checked(place, api, allowed, body, code):
    answer = await sent(api, await made(place, api), **body)
    assert (answer.status, answer.code) == (400, code)


async def test_mentions_and_flags_are_as_asked(place, api, allowed):
    webhook = await made(place, api)
    words = {"content": f"<@{place.bia.id}>", "flags": 1 << 12 | 1 << 6}
    loud = (await sent(api, webhook, **words)).body
    quiet = (await sent(api, webhook, **words, allowed_mentions={"parse": []})).body
    assert [one["username"] for one in loud["mentions"]] == ["Bia"]
    assert (quiet["mentions"], quiet["flags"]) == ([], 1 << 12)


async def test_wrong_tokens_and_numbers_are_unknown(place, api, allowed):
    webhook = await made(place, api)
    for wrong in (webhook | {"token": "x"}, webhook | {"token": "é"}, webhook | {"id": "123"}):
        answer = await sent(api, wrong)
        assert (answer.status, answer.code) == (404, 10015)
    assert (await sent(api, webhook | {"id": "x"})).code == 50035


# Afterwards


async def test_its_messages_are_read_changed_and_taken_away(place, api, allowed):
    webhook, thread = await made(place, api), thread_of(place)
    for channel, query in ((place.channel, ""), (thread, f"&thread_id={thread.id}")):
        message = (await sent(api, webhook, f"?wait=true{query}", username="Bia")).body
        path = f"{address(webhook)}/messages/{message['id']}"
        end = f"?{query[1:]}" if query else ""
        assert (await api("GET", path + end)).body == message
        edited = (await api("PATCH", path + end, {"content": "olá"})).body
        assert (edited["content"], edited["author"]["username"]) == ("olá", "Bia")
        assert edited["edited_timestamp"] is not None
        if query:
            assert (await api("PATCH", path, {"content": "x"})).code == 10008
            place.world.change_channel(thread, archived=True)
            assert (await api("PATCH", path + end, {"content": "x"})).code == 50083
            assert (await api("DELETE", path + end)).code == 50083
            place.world.change_channel(thread, archived=False)
        assert (await api("DELETE", path + end)).status == 204
        assert int(message["id"]) not in channel.messages
        assert (await api("DELETE", path + end)).code == 10008


async def test_it_reaches_no_message_of_others(place, api, allowed):
    first, second = await made(place, api), await made(place, api)
    foreign = (await sent(api, first)).body["id"]
    for number in (foreign, place.bia.send(place.channel.id, "oi").id):
        path = f"{address(second)}/messages/{number}"
        assert (await api("PATCH", path, {"content": "x"})).code == 10008
        assert (await api("DELETE", path)).code == 10008


async def test_the_bot_deletes_its_messages_as_others_do(place, api, allowed):
    message = (await sent(api, await made(place, api))).body
    path = f"/channels/{place.channel.id}/messages/{message['id']}"
    assert (await api("PATCH", path, {"content": "x"})).code == 50005
    assert (await api("DELETE", path)).code == 50013
    may(place, Permission.MANAGE_MESSAGES)
    assert (await api("DELETE", path)).status == 204


async def test_each_webhook_has_its_own_limit(place, api, allowed):
    first, second = await made(place, api), await made(place, api)
    place.stand_in.limits.enabled = True
    place.stand_in.limits.global_a_second = 0
    answers = [await sent(api, first) for _ in range(6)]
    assert [one.status for one in answers] == [200] * 5 + [429]
    assert answers[0].headers["X-RateLimit-Limit"] == "5"
    assert (await sent(api, second)).status == 200


async def test_an_interactions_token_stands_behind_the_applications_number(place, api, allowed):
    webhook = await made(place, api)
    used = interactions.begin(
        place.world, Kind.COMMAND, place.ana.user, place.channel, {"id": "1", "name": "faz"}
    )
    await api("POST", f"/interactions/{used.id}/{used.token}/callback", {"type": 5})
    own = {"id": str(place.world.application_id), "token": used.token}
    answer = await sent(api, own)
    assert answer.body["webhook_id"] == own["id"]
    assert (await sent(api, webhook | {"token": used.token})).code == 10015
    assert (await sent(api, own | {"token": webhook["token"]})).code == 10015


async def test_discord_py_uses_webhooks_as_discord_describes_them(place, allowed):
    exchanges = []
    place.stand_in.watch.watchers.append(exchanges.append)
    thread = thread_of(place)
    async with place.bot() as toy:
        channel = toy.get_channel(place.channel.id)
        webhook = await channel.create_webhook(name="Mesas")
        assert [one.id for one in await channel.webhooks()] == [webhook.id]
        view = discord.ui.View(timeout=None)
        view.add_item(discord.ui.Button(label="Traduzir", custom_id="t"))
        message = await webhook.send(
            "oi",
            username="Bia",
            thread=discord.Object(thread.id),
            allowed_mentions=discord.AllowedMentions.none(),
            silent=True,
            view=view,
            wait=True,
        )
        await message.edit(content="olá")
        assert [one.content for one in thread.messages.values()] == ["olá"]
        await message.delete()
        await webhook.send("oi", username="Bia")
        await webhook.delete()
    if DESCRIPTION.exists():
        assert sorted({one for each in exchanges for one in misfits(each)}) == []
