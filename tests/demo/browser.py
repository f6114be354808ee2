"""A real browser on the page: Playwright with the machine's own Chromium."""

import asyncio
import contextlib
import os
import shutil
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from types import SimpleNamespace

import pytest

from demo.page import add_page
from demo.people import Person
from demo.server import StandIn
from demo.world import World

playwright = pytest.importorskip("playwright.async_api", reason="playwright is not installed")
expect = playwright.expect

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
FLAGS = ["--disable-gpu", "--disable-background-networking", "--disable-dev-shm-usage"]
PHONE = 768
HEIGHTS = {390: 844, 1280: 860}


def chromium() -> str:
    """Where the browser is; the test is skipped where there is none."""
    found = next((path for name in NAMES if (path := shutil.which(name))), None)
    if found is None:
        pytest.skip("no Chromium on this machine")
    return found


async def until(true: Callable[[], object]) -> None:
    """Wait for what nobody tells of."""
    async with asyncio.timeout(15):
        while not true():  # noqa: ASYNC110 - nothing could set an event
            await asyncio.sleep(0.005)


def _screenshots(folder: Path) -> Path:
    kept = Path(os.environ.get("DEMO_SCREENSHOTS") or folder)
    kept.mkdir(parents=True, exist_ok=True)
    return kept


TOO_SMALL = """() => [...document.querySelectorAll("button, select, input, .entry, .option")]
  .filter((node) => node.checkVisibility({ visibilityProperty: true }))
  .filter((node) => !node.classList.contains("skip"))
  .filter((node) => node.getBoundingClientRect().height < 43.5)
  .map((node) => node.outerHTML.slice(0, 120))"""
"""What a finger would miss."""


class Watched:
    """A page, the errors of its console, and its pictures."""

    def __init__(self, page, folder: Path, width: int) -> None:
        self.page = page
        self.errors: list[str] = []
        self._folder = folder
        self._width = width
        self._shots = 0
        page.on("console", self._hear)
        page.on("pageerror", lambda error: self.errors.append(str(error)))

    def _hear(self, message) -> None:
        if message.type == "error":
            self.errors.append(message.text)

    async def look(self, name: str) -> None:
        """Keep a screenshot; nothing may stand out at the side, or be too small for a finger."""
        self._shots += 1
        path = self._folder / f"{self._width}-{self._shots:02}-{name}.png"
        await self.page.screenshot(path=path)
        over = await self.page.evaluate("document.documentElement.scrollWidth - innerWidth")
        assert over <= 0, f"{name} is {over} pixels too wide"
        if self._width < PHONE:
            assert await self.page.evaluate(TOO_SMALL) == [], name


@contextlib.asynccontextmanager
async def browsing(width: int, folder: Path, **options: object) -> AsyncIterator[Watched]:
    """A fresh browser window of this width."""
    kept = _screenshots(folder)
    flags = [*FLAGS, "--no-sandbox"] if os.geteuid() == 0 else FLAGS
    async with playwright.async_playwright() as started:
        browser = await started.chromium.launch(executable_path=chromium(), args=flags)
        size = {"width": width, "height": HEIGHTS[width]}
        context = await browser.new_context(
            viewport=size, locale="pt-BR", has_touch=width < PHONE, **options
        )
        context.set_default_timeout(15_000)
        watched = Watched(await context.new_page(), kept, width)
        try:
            yield watched
        finally:
            await browser.close()


@contextlib.asynccontextmanager
async def two_on_a_server(secret: str, whose: str) -> AsyncIterator[SimpleNamespace]:
    """Ana and Bia on Ana's server with one channel; no bot is connected, the test speaks for it.

    The link is that of one's page.
    """
    world = World()
    ana, bia = (Person(world, world.add_user(name)) for name in ("Ana", "Bia"))
    guild = world.add_guild("Casa do Buraco", owner=ana.user)
    world.join(guild, bia.user)
    channel = world.add_channel(guild, "mesas")
    stand_in = StandIn(world)
    add_page(stand_in.app, {secret: {"Ana": ana, "Bia": bia}[whose]})
    async with stand_in.serving():
        link = f"{world.base}/p/{secret}"
        yield SimpleNamespace(
            world=world, guild=guild, ana=ana, bia=bia, channel=channel, link=link
        )
