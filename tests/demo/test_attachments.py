"""Pictures and files that people send, and that the bot can fetch."""

import io

import aiohttp
import discord
import pytest
from PIL import Image

from demo.errors import Refused
from demo.files import FILE_LIMIT
from demo.objects import Rule
from demo.page import add_page
from demo.permissions import Permission
from demo.server import StandIn
from tests.demo.openapi import DESCRIPTION, misfits
from tests.demo.toys import Toy, until


def drawn(kind="jpeg"):
    file = io.BytesIO()
    Image.new("RGB", (31, 17), "red").save(file, kind)
    return file.getvalue()


async def test_the_bot_fetches_what_a_person_sends(place):
    place.stand_in.gateway.allowed_intents |= 1 << 15
    intents = discord.Intents.default()
    intents.message_content = True
    async with place.bot(Toy(intents=intents)) as toy:
        files = [("mão.jpg", drawn()), ("notas.txt", b"oi")]
        place.bia.send(place.channel.id, "", files)
        await until(lambda: toy.heard)
        picture, text = toy.heard[0][1].attachments
        assert (picture.content_type, picture.size) == ("image/jpeg", len(drawn()))
        assert (picture.width, picture.height) == (31, 17)
        assert await picture.read() == drawn()
        assert (text.filename, text.content_type) == ("notas.txt", "text/plain; charset=utf-8")
        assert await text.read() == b"oi"


async def test_without_the_intent_there_are_none_but_in_private(place):
    async with place.bot() as toy:
        place.bia.send(place.channel.id, "oi", [("a.jpg", drawn())])
        place.bia.send(place.world.dm_with(place.bia.user).id, "", [("a.jpg", drawn())])
        await until(lambda: len(toy.heard) == 2)
        assert [len(message.attachments) for _, message in toy.heard] == [0, 1]


async def test_files_need_the_permission_and_a_size_that_fits(place):
    one = ("a.jpg", drawn())
    for files in ([one] * 11, [("a", b"")], [("a", b"x" * (FILE_LIMIT + 1))]):
        with pytest.raises(Refused):
            place.bia.send(place.channel.id, "oi", files)
    place.bia.send(place.channel.id, "", [("a", b"x" * FILE_LIMIT)])
    place.world.overwrite(place.channel, place.guild.id, deny=Permission.ATTACH_FILES)
    with pytest.raises(Refused):
        place.bia.send(place.channel.id, "oi", [one])
    assert place.bia.ready()["channels"][0]["can_attach"] is False


async def test_a_message_with_a_picture_is_as_discord_describes(place, api):
    exchanges = []
    place.stand_in.watch.watchers.append(exchanges.append)
    message = place.bia.send(place.channel.id, "oi", [("a.png", drawn("png"))])
    answer = await api("GET", f"/channels/{place.channel.id}/messages/{message.id}")
    (told,) = answer.body["attachments"]
    assert (told["filename"], told["content_type"]) == ("a.png", "image/png")
    if DESCRIPTION.exists():
        assert sorted({one for each in exchanges for one in misfits(each)}) == []


@pytest.mark.parametrize(
    ("name", "shown"), [("a.png", None), ("a.html", "attachment"), ("a.svg", "attachment")]
)
async def test_what_is_no_picture_is_never_shown_as_a_page(place, name, shown):
    data = drawn("png") if name == "a.png" else b"<script>alert(1)</script>"
    message = place.bia.send(place.channel.id, "", [(name, data)])
    url = place.world.message_payload(message)["attachments"][0]["url"]
    async with aiohttp.ClientSession() as http, http.get(url) as answer:
        assert answer.headers.get("Content-Disposition") == shown
        assert answer.headers["X-Content-Type-Options"] == "nosniff"


# The page's way


def form(place, **fields):
    made = aiohttp.FormData(quote_fields=False)
    for name, value in ({"channel_id": str(place.channel.id), "content": "oi"} | fields).items():
        if value is not None:
            made.add_field(name, value)
    made.add_field("files[0]", drawn(), filename="mão.jpg", content_type="image/jpeg")
    return made


@pytest.fixture
async def post(place):
    """Send a form as the page does."""
    stand_in = StandIn(place.world)
    add_page(stand_in.app, {"of-bia": place.bia})
    async with stand_in.serving(), aiohttp.ClientSession() as http:

        async def send(data, link="of-bia", **headers):
            url = f"{place.world.base}/p/{link}/files"
            async with http.post(url, data=data, headers=headers) as answer:
                return answer.status, await answer.text()

        yield send


async def test_the_page_sends_a_picture(place, post):
    assert await post(form(place)) == (200, "{}")
    (message,) = place.shown()
    (file,) = message.attachments
    assert (message.content, file.filename, file.data) == ("oi", "mão.jpg", drawn())


async def test_what_is_refused_is_told(place, post):
    place.guild.rules[1] = Rule(
        1, place.guild.id, 1, "x", keyword_filter=["oi"], actions=[{"type": 1}], enabled=True
    )
    status, text = await post(form(place))
    assert (status, "bloqueada" in text) == (403, True)
    for wrong in (form(place, channel_id="x"), form(place, channel_id=None)):
        assert (await post(wrong))[0] == 400
    assert (await post("nonsense", **{"Content-Type": "multipart/form-data"}))[0] == 400
    large = form(place, content="olá")
    large.add_field("files[1]", io.BytesIO(b"x" * (FILE_LIMIT + 1)), filename="b")
    status, text = await post(large)
    assert (status, "grande demais" in text) == (413, True)
    assert place.shown() == []


async def test_another_site_and_a_wrong_secret_send_nothing(place, post):
    assert (await post(form(place), Origin="http://evil.example"))[0] == 403
    assert (await post(form(place), Host="evil.example"))[0] == 403
    assert (await post(form(place), link="of-nobody"))[0] == 404
    assert place.shown() == []
