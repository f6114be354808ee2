"""Messages are sent, read, edited and deleted as on Discord."""

import io

import aiohttp
import discord
import pytest

from demo.permissions import PEOPLE, Permission
from tests.demo.toys import Toy, until

PNG = b"\x89PNG\r\n\x1a\n" + b"\0\0\0\rIHDR" + (40).to_bytes(4) + (30).to_bytes(4)


def button(custom_id="b", **more):
    return {"type": 2, "style": 1, "label": "Vai", "custom_id": custom_id} | more


def row(*components):
    return {"type": 1, "components": list(components)}


def menu(count, custom_id="m", **more):
    options = [{"label": f"{n}", "value": f"{n}"} for n in range(count)]
    return {"type": 3, "custom_id": custom_id, "options": options} | more


@pytest.fixture
def messages(place):
    return f"/channels/{place.channel.id}/messages"


# Requests as they are


@pytest.mark.parametrize(
    ("body", "path", "code"),
    [
        ({"content": "x" * 2001}, ["content"], "BASE_TYPE_BAD_LENGTH"),
        ({"content": "oi", "colour": 3}, ["colour"], "UNKNOWN_FIELD"),
        ({"content": "oi", "nonce": "n" * 26}, ["nonce"], None),
        ({"components": [row(button(label="x" * 81))]}, "components 0 components 0 label", None),
        ({"components": [row(button(custom_id="x" * 101))]}, "components 0 components 0", None),
        ({"components": [row(menu(26))]}, "components 0 components 0 options", None),
        ({"components": [row(menu(0))]}, "components 0 components 0 options", None),
        ({"components": [row(menu(2, max_values=3))]}, "components 0 components 0", None),
        ({"components": [row(*(button(f"{n}") for n in range(6)))]}, "components 0", None),
        ({"components": [row(button()), row(button())]}, "components", None),
        ({"components": [row(button(f"{n}")) for n in range(6)]}, "components", None),
        ({"components": [row(button(), menu(2))]}, "components 0 components", None),
        ({"components": [row({"type": 17})]}, "components 0 components 0", "BASE_TYPE_CHOICES"),
        ({"components": [row(button(label=None))]}, "components 0 components 0", None),
        ({"components": [row(button(style=5))]}, "components 0 components 0", None),
        ({"components": [button()]}, "components 0", None),
        ({"content": "oi", "attachments": [{"id": "x"}]}, "attachments 0 id", None),
        ({"content": "oi", "attachments": [{"id": 0, "description": "x" * 1025}]}, [], None),
        ({"content": "oi", "message_reference": {"message_id": "um"}}, "message_reference", None),
        (
            {"content": "oi", "allowed_mentions": {"parse": ["users"], "users": ["1"]}},
            "allowed_mentions",
            None,
        ),
        (["oi"], [], None),
    ],
)
async def test_a_body_that_discord_refuses_is_refused_with_the_field_that_is_wrong(
    place, api, messages, body, path, code
):
    answer = await api("POST", messages, body)
    assert (answer.status, answer.code) == (400, 50035)
    node = answer.body["errors"]
    for part in path.split() if isinstance(path, str) else path:
        node = node[part]
    if code is not None:
        assert [one["code"] for one in node["_errors"]] == [code]
    assert place.shown() == []


@pytest.mark.parametrize(
    "body", [{}, {"content": " \n"}, {"content": None}, {"embeds": [], "components": []}]
)
async def test_a_message_with_nothing_to_see_is_none(place, api, messages, body):
    answer = await api("POST", messages, body)
    assert (answer.status, answer.code) == (400, 50006)
    assert place.shown() == []


async def test_what_is_no_json_is_refused(api, messages):
    json = {"Content-Type": "application/json"}
    session, url = api.http, api.stand_in.world.base + "/api/v10" + messages
    token = {"Authorization": f"Bot {api.stand_in.world.token}"}
    async with session.post(url, data=b"{", headers=token | json) as response:
        assert (response.status, (await response.json())["code"]) == (400, 50109)
    form = aiohttp.FormData()
    form.add_field("payload_json", "{")
    form.add_field("files[0]", b"x", filename="a.txt")
    assert (await api("POST", messages, data=form)).code == 50109


async def test_a_file_over_ten_mebibytes_is_too_large(place, api, messages):
    form = aiohttp.FormData()
    form.add_field("payload_json", "{}")
    form.add_field("files[0]", io.BytesIO(b"\0" * ((10 << 20) + 1)), filename="a.bin")
    answer = await api("POST", messages, data=form)
    assert (answer.status, answer.code) == (413, 40005)
    assert place.shown() == []


@pytest.mark.parametrize("method", ["GET", "PATCH", "DELETE"])
async def test_an_unknown_message_is_not_found(api, messages, method):
    answer = await api(method, f"{messages}/12345", {} if method == "PATCH" else None)
    assert (answer.status, answer.code) == (404, 10008)


@pytest.mark.parametrize("path", ["/channels/123/messages", "/channels/123"])
async def test_an_unknown_channel_is_not_found(api, path):
    answer = await api("GET", path)
    assert (answer.status, answer.code) == (404, 10003)


@pytest.mark.parametrize(
    "path",
    [
        "/channels/abc/messages",
        "/channels/{channel}/messages/abc",
        "/channels/{channel}/messages?limit=abc",
        "/channels/{channel}/messages?limit=101",
        "/guilds/abc/members/1",
        "/applications/1/guilds/abc/commands",
    ],
)
async def test_a_word_where_a_number_belongs_is_refused(place, api, path):
    answer = await api("GET", path.format(channel=place.channel.id))
    assert (answer.status, answer.code) == (400, 50035)


async def test_another_tokens_requests_are_unauthorized(api, messages):
    answer = await api("GET", messages, token="else")
    assert (answer.status, answer.body) == (401, {"code": 0, "message": "401: Unauthorized"})


async def test_a_route_or_method_that_is_none_is_answered_in_json(api, messages):
    assert (await api("GET", "/nowhere")).body == {"message": "404: Not Found", "code": 0}
    assert (await api("PUT", messages)).status == 405


async def test_components_come_back_numbered_and_without_what_is_null(place, api, messages):
    emoji = {"id": 123456789012345678, "name": "a"}
    sent = [row(button(emoji=emoji, url=None)), row(menu(1))]
    answer = await api("POST", messages, {"components": sent})
    (first, second) = answer.body["components"]
    assert (first["id"], second["id"]) == (1, 3)
    control = first["components"][0]
    assert (control["id"], control["emoji"]) == (2, {"id": "123456789012345678", "name": "a"})
    assert "url" not in control
    assert second["components"][0]["min_values"] == 1


async def test_somebody_elses_message_may_not_be_edited(place, api, messages):
    said = place.bia.send(place.channel.id, "oi")
    answer = await api("PATCH", f"{messages}/{said.id}", {"content": "tchau"})
    assert (answer.status, answer.code, said.content) == (403, 50005, "oi")


async def test_deleting_what_others_wrote_needs_the_permission_to(place, api, messages):
    said = place.bia.send(place.channel.id, "oi")
    assert (await api("DELETE", f"{messages}/{said.id}")).code == 50013
    role = place.world.bot_role(place.guild)
    may = Permission(role.permissions) | Permission.MANAGE_MESSAGES
    place.world.set_role(place.guild, role, may)
    assert (await api("DELETE", f"{messages}/{said.id}")).status == 204
    assert place.shown() == []


async def test_a_channel_without_access_is_refused_before_what_may_be_done_in_it(
    place, api, messages
):
    place.world.overwrite(place.channel, place.world.bot.id, deny=Permission.SEND_MESSAGES)
    assert (await api("POST", messages, {"content": "oi"})).code == 50013
    assert (await api("GET", messages)).status == 200
    place.world.overwrite(place.channel, place.world.bot.id, deny=Permission.VIEW_CHANNEL)
    answer = await api("POST", messages, {"content": "oi"})
    assert (answer.status, answer.code) == (403, 50001)


async def test_files_need_a_permission_of_their_own(place, api, messages):
    place.world.overwrite(place.channel, place.world.bot.id, deny=Permission.ATTACH_FILES)
    form = aiohttp.FormData()
    form.add_field("payload_json", "{}")
    form.add_field("files[0]", b"x", filename="a.txt")
    assert (await api("POST", messages, data=form)).code == 50013
    assert (await api("POST", messages, {"content": "oi"})).status == 200


async def test_a_members_overwrite_is_stronger_than_a_roles_and_that_than_everybodys(
    place, api, messages
):
    own = place.world.bot_role(place.guild)
    speak = Permission.SEND_MESSAGES
    world, channel = place.world, place.channel
    world.set_role(place.guild, place.guild.roles[place.guild.id], PEOPLE)
    for target, allow, deny, status in (
        (place.guild.id, 0, speak, 403),
        (own.id, speak, 0, 200),
        (world.bot.id, 0, speak, 403),
    ):
        world.overwrite(channel, target, allow=allow, deny=deny)
        assert (await api("POST", messages, {"content": "oi"})).status == status


async def test_the_history_begins_with_the_newest_and_has_no_secrets(place, api, messages):
    sent = [place.world.post(place.channel, place.world.bot, content=f"{n}") for n in range(3)]
    place.world.post(place.channel, place.world.bot, content="só Ana", only_for=place.ana.id)
    assert [one["content"] for one in (await api("GET", messages)).body] == ["2", "1", "0"]
    older = await api("GET", f"{messages}?limit=1&before={sent[2].id}")
    assert [one["content"] for one in older.body] == ["1"]


async def test_an_ephemeral_message_is_not_found_by_the_channels_routes(place, api, messages):
    secret = place.world.post(
        place.channel, place.world.bot, content="só Ana", only_for=place.ana.id
    )
    for method, body in (("GET", None), ("PATCH", {"content": "x"}), ("DELETE", None)):
        assert (await api(method, f"{messages}/{secret.id}", body)).code == 10008
    channel = await api("GET", f"/channels/{place.channel.id}")
    assert channel.body["last_message_id"] is None


async def test_a_nonce_sent_again_within_minutes_is_the_same_message(place, api, messages, clock):
    body = {"content": "um", "nonce": "n1", "enforce_nonce": True}
    first = await api("POST", messages, body)
    again = await api("POST", messages, body | {"content": "dois"})
    assert (again.status, again.body["id"], again.body["content"]) == (200, first.body["id"], "um")
    clock.now += 301
    later = await api("POST", messages, body)
    assert later.body["id"] != first.body["id"]
    assert len(place.shown()) == 2


async def test_a_nonce_without_enforcement_or_of_a_deleted_message_holds_nothing(
    place, api, messages
):
    body = {"content": "um", "nonce": 7}
    ids = {(await api("POST", messages, body)).body["id"] for _ in range(2)}
    assert len(ids) == 2
    enforced = body | {"nonce": "x", "enforce_nonce": True}
    first = await api("POST", messages, enforced)
    await api("DELETE", f"{messages}/{first.body['id']}")
    assert (await api("POST", messages, enforced)).body["id"] != first.body["id"]


async def test_an_edit_changes_what_it_names_and_leaves_the_rest(place, api, messages, clock):
    sent = await api("POST", messages, {"content": "um", "components": [row(button())]})
    clock.now += 1
    url = f"{messages}/{sent.body['id']}"
    edited = await api("PATCH", url, {"content": "dois"})
    assert (edited.body["content"], len(edited.body["components"])) == ("dois", 1)
    assert edited.body["edited_timestamp"] is not None
    bare = await api("PATCH", url, {"components": None})
    assert (bare.body["content"], bare.body["components"]) == ("dois", [])
    empty = await api("PATCH", url, {"content": ""})
    assert (empty.status, empty.code) == (400, 50006)


# Through discord.py


async def test_a_picture_carries_its_alt_text_and_size_and_is_there_to_fetch(place):
    async with place.bot() as toy:
        channel = toy.get_channel(place.channel.id)
        file = discord.File(io.BytesIO(PNG), "mão da Ana.png", description="três de ouros")
        sent = await channel.send("mão", file=file)
        (picture,) = sent.attachments
        assert (picture.description, picture.width, picture.height) == ("três de ouros", 40, 30)
        assert picture.content_type == "image/png"
        assert await picture.read() == PNG


async def test_attachments_are_replaced_kept_or_taken_away_by_an_edit(place):
    async with place.bot() as toy:
        channel = toy.get_channel(place.channel.id)
        old = discord.File(io.BytesIO(b"old"), "old.txt")
        sent = await channel.send("mão", file=old)
        new = discord.File(io.BytesIO(b"new"), "new.txt", description="nova")
        sent = await sent.edit(attachments=[new])
        assert [(one.filename, one.description) for one in sent.attachments] == [
            ("new.txt", "nova")
        ]
        more = discord.File(io.BytesIO(b"more"), "more.txt")
        sent = await sent.edit(attachments=[*sent.attachments, more])
        assert [one.filename for one in sent.attachments] == ["new.txt", "more.txt"]
        assert await sent.attachments[0].read() == b"new"
        sent = await sent.edit(attachments=[])
        assert sent.attachments == []


async def test_a_file_is_fetched_by_its_whole_address_only(place):
    file = place.world.new_file("a.txt", b"x", None)
    place.world.post(place.channel, place.world.bot, attachments=[file])
    base = f"{place.world.base}/attachments/{place.channel.id}/{file.id}"
    async with aiohttp.ClientSession() as http:
        for secret, status in ((file.secret, 200), ("guess", 404)):
            async with http.get(f"{base}/{secret}/a.txt") as response:
                assert response.status == status


async def test_a_reply_names_what_it_answers(place):
    async with place.bot() as toy:
        place.bia.send(place.channel.id, "oi")
        await until(lambda: toy.heard)
        answer = await toy.heard[0][1].reply("olá")
        assert answer.type is discord.MessageType.reply
        assert answer.reference.message_id == toy.heard[0][1].id
        gone = toy.get_channel(place.channel.id).get_partial_message(12345)
        with pytest.raises(discord.HTTPException) as refused:
            await gone.reply("ninguém")
        assert refused.value.code == 50035
        soft = discord.MessageReference(
            message_id=12345, channel_id=place.channel.id, fail_if_not_exists=False
        )
        alone = await toy.get_channel(place.channel.id).send("só", reference=soft)
        assert alone.type is discord.MessageType.default


async def test_a_nonce_makes_a_send_happen_once(place):
    async with place.bot() as toy:
        channel = toy.get_channel(place.channel.id)
        first = await channel.send("um", nonce="match.1")
        again = await channel.send("um", nonce="match.1")
        assert first.id == again.id
    assert len(place.shown()) == 1


async def test_only_those_are_mentioned_whom_the_bot_allows(place):
    text = f"<@{place.ana.id}> e <@!{place.bia.id}>"
    only_ana = discord.AllowedMentions(users=[discord.Object(place.ana.id)])
    async with place.bot() as toy:
        channel = toy.get_channel(place.channel.id)
        for allowed, names in (
            (None, ["Ana", "Bia"]),
            (discord.AllowedMentions.none(), []),
            (only_ana, ["Ana"]),
        ):
            sent = await channel.send(text, allowed_mentions=allowed)
            assert [one.name for one in sent.mentions] == names


async def test_a_silent_message_says_so(place):
    async with place.bot() as toy:
        sent = await toy.get_channel(place.channel.id).send("psiu", silent=True)
        assert sent.flags.suppress_notifications


async def test_a_deleted_message_is_gone_for_all(place):
    heard = []
    place.bia.subscribe(lambda name, data: heard.append((name, data["id"])))
    async with place.bot() as toy:
        sent = await toy.get_channel(place.channel.id).send("oi")
        await sent.delete()
        with pytest.raises(discord.NotFound):
            await sent.edit(content="?")
    assert heard == [("MESSAGE_CREATE", str(sent.id)), ("MESSAGE_DELETE", str(sent.id))]


async def test_what_discord_py_sends_is_refused_with_its_words(place):
    view = discord.ui.View()
    view.add_item(discord.ui.Button(label="x" * 81))
    async with place.bot(Toy()) as toy:
        with pytest.raises(discord.HTTPException, match=r"components.*label") as refused:
            await toy.get_channel(place.channel.id).send(view=view)
        assert (refused.value.status, refused.value.code) == (400, 50035)


async def test_messages_are_deleted_together_where_that_is_allowed(place, api, clock):
    path = f"/channels/{place.channel.id}/messages/bulk-delete"
    old = place.ana.send(place.channel.id, "velha")
    clock.now += 15 * 24 * 3600
    sent = [place.ana.send(place.channel.id, "nova") for _ in range(3)]
    ids = [str(one.id) for one in sent]
    assert (await api("POST", path, {"messages": ids})).code == 50013
    role = place.world.bot_role(place.guild)
    place.world.set_role(place.guild, role, role.permissions | Permission.MANAGE_MESSAGES)
    assert (await api("POST", path, {"messages": ids[:1]})).status == 400
    assert (await api("POST", path, {"messages": [*ids, str(old.id)]})).code == 50034
    heard = []
    stop = place.bia.subscribe(lambda name, data: heard.append((name, data["id"])))
    answer = await api("POST", path, {"messages": [*ids, "1"]})
    stop()
    assert answer.status == 204
    assert place.shown() == [old]
    assert heard == [("MESSAGE_DELETE", one) for one in ids]
