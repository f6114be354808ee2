"""What people write and are not let write, in a real browser."""

from collections.abc import AsyncIterator
from types import SimpleNamespace

import pytest

from demo.objects import User
from demo.page import add_page
from demo.people import Person
from demo.server import StandIn
from demo.world import World
from tests.demo.browser import browsing, chromium

SECRET = "of-bia"


@pytest.fixture(autouse=True)
def _a_browser():
    chromium()


@pytest.fixture
async def place() -> AsyncIterator[SimpleNamespace]:
    """Bia's page on Ana's server with one channel; no bot is connected, the test speaks for it."""
    world = World()
    ana, bia = (Person(world, world.add_user(name)) for name in ("Ana", "Bia"))
    guild = world.add_guild("Casa do Buraco", owner=ana.user)
    world.join(guild, bia.user)
    channel = world.add_channel(guild, "mesas")
    stand_in = StandIn(world)
    add_page(stand_in.app, {SECRET: bia})
    async with stand_in.serving():
        link = f"{world.base}/p/{SECRET}"
        yield SimpleNamespace(
            world=world, guild=guild, ana=ana, bia=bia, channel=channel, link=link
        )


def by_webhook(place, name, content):
    author = User(12345, name, bot=True)
    return place.world.post(place.channel, author, content=content, webhook_id=12345)


@pytest.mark.parametrize("width", [1280, 390])
async def test_a_webhooks_messages_show_the_name_given_and_a_mark(place, width, tmp_path):
    async with browsing(width, tmp_path) as watched:
        page = watched.page
        await page.goto(place.link)
        by_webhook(place, "Ana", "boa sorte!")
        by_webhook(place, "Bia", "obrigada")
        by_webhook(place, "Bia", "e bom jogo")
        place.world.post(place.channel, place.world.bot, content="cartas dadas")
        await page.get_by_text("cartas dadas", exact=True).wait_for()
        heads = page.locator(".message:not(.continued) .message-head")
        assert [text.split("\n")[:2] for text in await heads.all_inner_texts()] == [
            ["Ana", "APP"],
            ["Bia", "APP"],
            ["Buraco STBL", "APP"],
        ]
        faces = page.locator(".message:not(.continued) .avatar")
        looks = [await one.get_attribute("class") for one in await faces.all()]
        for look, person in zip(looks, (place.ana, place.bia), strict=False):
            assert f"hue-{person.id % 12}" in look.split()
        assert "bot" in looks[2].split()
        await watched.look("webhooks")
        assert watched.errors == []
