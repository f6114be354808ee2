"""The page's routes and its WebSocket, and what its files may not contain."""

import asyncio
import contextlib
import re
from collections.abc import AsyncIterator
from types import SimpleNamespace

import aiohttp
import pytest
import yarl
from aiohttp import web
from aiohttp.test_utils import TestClient, TestServer

from demo.objects import EPHEMERAL, Interaction
from demo.page import STATIC, add_page
from demo.people import Person
from demo.world import World

DONE = 6
MODULES = sorted((STATIC / "js").glob("*.js"))
TEXTS = sorted(path for path in STATIC.rglob("*") if path.suffix in (".js", ".css", ".html"))

BUTTON = {"type": 2, "style": 1, "label": "Comprar", "custom_id": "draw"}
MENU = {
    "type": 3,
    "custom_id": "discard",
    "options": [{"label": "4♠", "value": "4s"}, {"label": "7♠", "value": "7s"}],
}
COMMAND = {
    "id": "77",
    "type": 1,
    "name": "mesa",
    "description": "Mesas",
    "default_member_permissions": None,
    "options": [
        {
            "type": 1,
            "name": "entrar",
            "description": "Senta",
            "options": [
                {"type": 4, "name": "mesa", "description": "Qual", "autocomplete": True},
                {"type": 5, "name": "ver", "description": "Só olhar"},
            ],
        }
    ],
}


@pytest.fixture
def place():
    """A server with Ana and Bia, and a message with controls; no bot listens."""
    world = World()
    ana, bia = (Person(world, world.add_user(name)) for name in ("Ana", "Bia"))
    guild = world.add_guild("Casa", owner=ana.user)
    world.join(guild, bia.user)
    channel = world.add_channel(guild, "mesas")
    world.commands = [COMMAND]
    rows = [{"type": 1, "components": [BUTTON]}, {"type": 1, "components": [MENU]}]
    message = world.post(channel, world.bot, content="Sua vez", components=rows)
    return SimpleNamespace(world=world, ana=ana, bia=bia, channel=channel, message=message)


@pytest.fixture
async def client(place) -> AsyncIterator[TestClient]:
    app = web.Application()
    add_page(app, {"of-ana": place.ana, "of-bia": place.bia})
    async with TestClient(TestServer(app)) as started:
        yield started


@contextlib.asynccontextmanager
async def page_of(client, secret):
    """A connected page; its READY has been read."""
    async with client.ws_connect(f"/p/{secret}/ws") as socket:
        assert (await socket.receive_json())["t"] == "READY"
        yield socket


def control(place, op, custom_id, **more):
    """A frame that uses a control of the message."""
    where = {"channel_id": str(place.channel.id), "message_id": str(place.message.id)}
    return {"op": op, "nonce": "1", "custom_id": custom_id} | where | more


def last_of(place) -> Interaction:
    return next(reversed(place.world.interactions.values()))


def answered(place, **fields) -> None:
    """Answer the newest interaction as the bot would."""
    interaction = last_of(place)
    interaction.answer = DONE
    for name, value in fields.items():
        setattr(interaction, name, value)
    place.world.publish("INTERACTION_ANSWERED", {"interaction": interaction}, only_for=0)


async def test_a_secret_link_shows_the_page_and_no_other_does(client):
    found = await client.get("/p/of-ana")
    assert found.status == 200
    assert "<html" in await found.text()
    outdated = await client.get("/p/of-nobody")
    assert outdated.status == 404
    assert "Este link não vale mais" in await outdated.text()
    assert (await client.get("/p/of-nobody/ws")).status == 404


async def test_nothing_may_be_loaded_from_elsewhere(client):
    headers = (await client.get("/p/of-ana")).headers
    policy = headers["Content-Security-Policy"]
    assert policy.startswith("default-src 'none'; script-src 'self'; style-src 'self'")
    assert "unsafe" not in policy
    assert "frame-ancestors 'none'" in policy
    assert headers["Referrer-Policy"] == "no-referrer"


async def test_another_name_for_this_machine_is_refused(client):
    # A web site may let its own name point to 127.0.0.1: its scripts would read the page.
    for path in ("/p/of-ana", "/p/of-ana/ws", "/static/js/main.js"):
        assert (await client.get(path, headers={"Host": "evil.example"})).status == 403
        assert (await client.get(path, headers={"Host": "127.0.0.1.evil.example"})).status == 403
        assert (await client.get(path, headers={"Host": "[::1"})).status == 403
    assert (await client.get("/p/of-ana", headers={"Host": "localhost:1"})).status == 200


async def test_another_site_cannot_connect(client):
    with pytest.raises(aiohttp.WSServerHandshakeError) as refused:
        await client.ws_connect("/p/of-ana/ws", headers={"Origin": "http://evil.example"})
    assert refused.value.status == 403
    own = f"http://127.0.0.1:{client.port}"
    async with client.ws_connect("/p/of-ana/ws", headers={"Origin": own}) as socket:
        assert (await socket.receive_json())["t"] == "READY"


@pytest.mark.parametrize("path", ["index.html", "css/base.css", "js/main.js", "icon.svg"])
async def test_the_pages_files_are_served_but_for_the_page_itself(client, path):
    found = await client.get(f"/static/{path}")
    assert found.status == (404 if path.endswith(".html") else 200)


@pytest.mark.parametrize("path", ["../page.py", "%2e%2e/page.py", "js", "js/none.js", "/etc/hosts"])
async def test_no_other_file_is_served(client, path):
    url = client.make_url("/").join(yarl.URL(f"/static/{path}", encoded=True))
    assert (await client.session.get(url)).status == 404


async def test_a_page_begins_with_all_that_its_person_sees(client, place):
    async with client.ws_connect("/p/of-ana/ws") as socket:
        event = await socket.receive_json()
    assert event["t"] == "READY"
    assert event["d"]["me"]["username"] == "Ana"
    (message,) = event["d"]["messages"][str(place.channel.id)]
    assert message["content"] == "Sua vez"


async def test_news_reach_the_page(client, place):
    async with page_of(client, "of-ana") as socket:
        place.world.edit(place.message, content="Vez de Bia")
        event = await socket.receive_json()
    assert (event["t"], event["d"]["content"]) == ("MESSAGE_UPDATE", "Vez de Bia")


async def test_nobody_receives_what_another_alone_may_see(client, place):
    async with page_of(client, "of-ana") as hers, page_of(client, "of-bia") as other:
        place.world.post(place.channel, place.world.bot, content="só Ana", only_for=place.ana.id)
        private = place.world.dm_with(place.ana.user)
        place.world.post(private, place.world.bot, content="a mão de Ana")
        place.world.post(place.channel, place.world.bot, content="para todos")
        seen = []
        while not seen or seen[-1] != "para todos":
            event = await other.receive_json()
            assert event["t"] == "MESSAGE_CREATE"
            seen.append(event["d"]["content"])
        assert seen == ["para todos"]
        heard = [(await hers.receive_json())["d"].get("content") for _ in range(4)]
    assert heard == ["só Ana", None, "a mão de Ana", "para todos"]


async def test_a_message_is_sent(client, place):
    async with page_of(client, "of-ana") as socket:
        channel = str(place.channel.id)
        await socket.send_json({"op": "send", "nonce": "1", "channel_id": channel, "content": "oi"})
        events = [await socket.receive_json() for _ in range(2)]
    assert [event["t"] for event in events] == ["MESSAGE_CREATE", "DONE"]
    assert events[1]["d"] == {"nonce": "1"}


async def test_an_ephemeral_message_is_dismissed(client, place):
    world = place.world
    seen = world.post(place.channel, world.bot, flags=EPHEMERAL, only_for=place.ana.id, content="x")
    where = {"channel_id": str(place.channel.id), "message_id": str(seen.id)}
    async with page_of(client, "of-ana") as socket:
        await socket.send_json({"op": "dismiss", "nonce": "1"} | where)
        assert (await socket.receive_json())["t"] == "MESSAGE_DELETE"
    assert seen.id not in place.channel.messages


@pytest.mark.parametrize(
    ("op", "custom_id", "more", "data"),
    [
        ("click", "draw", {}, {"component_type": 2}),
        ("select", "discard", {"values": ["7s"]}, {"component_type": 3, "values": ["7s"]}),
    ],
)
async def test_a_control_is_used_and_its_answer_told(client, place, op, custom_id, more, data):
    async with page_of(client, "of-ana") as socket:
        await socket.send_json(control(place, op, custom_id, **more))
        await _told(place)
        assert last_of(place).data == {"custom_id": custom_id} | data
        answered(place)
        assert await socket.receive_json() == {"t": "DONE", "d": {"nonce": "1"}}


async def test_a_click_that_nobody_answers_fails(client, place):
    place.world.answer_within_s = 0.01
    async with page_of(client, "of-ana") as socket:
        await socket.send_json(control(place, "click", "draw"))
        event = await socket.receive_json()
    assert event == {"t": "FAILED", "d": {"nonce": "1", "message_id": str(place.message.id)}}


async def test_a_form_opens_and_is_sent(client, place):
    field = {"type": 4, "custom_id": "cards", "style": 1, "label": "Cartas"}
    modal = {
        "title": "Jogar",
        "custom_id": "typed",
        "components": [{"type": 1, "components": [field]}],
    }
    async with page_of(client, "of-ana") as socket:
        await socket.send_json(control(place, "click", "draw"))
        await _told(place)
        opened = last_of(place)
        place.world.open_forms[place.ana.id] = opened
        answered(place, modal=modal)
        assert (await socket.receive_json())["t"] == "DONE"
        event = await socket.receive_json()
        assert (event["t"], event["d"]["title"]) == ("MODAL", "Jogar")
        form = {"interaction_id": event["d"]["interaction_id"], "values": {"cards": "4 5 6"}}
        await socket.send_json({"op": "modal", "nonce": "2"} | form)
        await _told(place, besides=opened)
    (row,) = last_of(place).data["components"]
    assert row["components"][0]["value"] == "4 5 6"


@pytest.mark.parametrize("op", ["command", "complete"])
async def test_a_command_is_used_and_completed(client, place, op):
    frame = {
        "op": op,
        "nonce": "1",
        "channel_id": str(place.channel.id),
        "command_id": "77",
        "path": ["entrar"],
        "options": {"mesa": 3 if op == "command" else "3"},
    }
    async with page_of(client, "of-ana") as socket:
        await socket.send_json(frame | ({"focused": "mesa"} if op == "complete" else {}))
        await _told(place)
        (sub,) = last_of(place).data["options"]
        assert sub["options"][0]["value"] == frame["options"]["mesa"]
        answered(place, choices=[{"name": "Mesa 3", "value": 3}] if op == "complete" else None)
        assert (await socket.receive_json())["t"] == "DONE"
        if op == "complete":
            choices = {"nonce": "1", "choices": [{"name": "Mesa 3", "value": 3}]}
            assert await socket.receive_json() == {"t": "CHOICES", "d": choices}


@pytest.mark.parametrize(
    "frame",
    [
        "",
        "nothing",
        "[" * 5000,
        "[]",
        "{}",
        '{"op": "fly", "nonce": "1"}',
        '{"op": "click", "nonce": "1"}',
        '{"op": "send", "nonce": "1", "channel_id": "x", "content": "oi"}',
        '{"op": "send", "nonce": "1", "channel_id": "5", "content": "oi"}',
    ],
)
async def test_what_cannot_be_done_is_refused_and_the_page_stays_connected(client, frame):
    async with page_of(client, "of-ana") as socket:
        for _ in range(2):
            await socket.send_str(frame)
            event = await socket.receive_json()
            assert event["t"] == "REFUSED"
            assert event["d"]["message"]


async def test_values_that_are_no_words_are_refused(client, place):
    async with page_of(client, "of-ana") as socket:
        await socket.send_json(control(place, "select", "discard", values=[7]))
        assert (await socket.receive_json())["t"] == "REFUSED"


@pytest.mark.parametrize("options", [{"ver": "talvez"}, {"mesa": "a primeira"}, {"mesa": {}}])
async def test_options_of_the_wrong_kind_are_refused(client, place, options):
    frame = {"op": "command", "nonce": "1", "channel_id": str(place.channel.id)}
    frame |= {"command_id": "77", "path": ["entrar"], "options": options}
    async with page_of(client, "of-ana") as socket:
        await socket.send_json(frame)
        assert (await socket.receive_json())["t"] == "REFUSED"


async def test_a_page_that_is_closed_is_told_no_more(client, place):
    before = len(place.world.listeners)
    async with page_of(client, "of-ana"):
        assert len(place.world.listeners) == before + 1
    while len(place.world.listeners) > before:
        await client.get("/static/icon.svg")


async def _told(place, *, besides: Interaction | None = None) -> None:
    """Wait until the frame has become an interaction."""
    news = asyncio.Event()

    def hear(_news) -> None:
        news.set()

    place.world.listeners.append(hear)
    while not place.world.interactions or last_of(place) is besides:
        news.clear()
        await news.wait()
    place.world.listeners.remove(hear)


# The files


def test_no_file_asks_anything_of_another_machine():
    addresses = re.compile(r"(?:https?:)?//[a-z0-9-]+\.[a-z]{2,}", re.IGNORECASE)
    allowed = {"http://www.w3"}  # the name of SVG, which nobody fetches
    found = {match for path in TEXTS for match in addresses.findall(path.read_text("utf-8"))}
    assert found <= allowed


def test_what_a_message_says_never_becomes_markup():
    ways = re.compile(r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|eval\(|Function\(")
    assert [path.name for path in MODULES if ways.search(path.read_text("utf-8"))] == []


def test_each_module_is_short_and_names_files_that_exist():
    for path in MODULES:
        source = path.read_text("utf-8")
        assert source.count("\n") < 300, path.name
        for named in re.findall(r'from "\./([\w.]+)"', source):
            assert (path.parent / named).is_file(), f"{path.name} imports {named}"
    index = (STATIC / "index.html").read_text("utf-8")
    for named in re.findall(r'(?:src|href)="/static/([^"]+)"', index):
        assert (STATIC / named).is_file(), named


def test_every_name_that_a_module_imports_is_exported_and_used():
    for path in MODULES:
        source = path.read_text("utf-8")
        for names, module in re.findall(r'import \{([^}]+)\} from "\./([\w.]+)"', source):
            exported = (path.parent / module).read_text("utf-8")
            for name in (part.strip() for part in names.split(",")):
                shape = rf"export (?:async )?(?:function|const|class) {name}\b"
                assert re.search(shape, exported), f"{path.name}: {name}"
                assert len(re.findall(rf"\b{name}\b", source)) > 1, f"{path.name}: {name} unused"
