"""The stand-in as a server on the loopback interface."""

import asyncio
import contextlib
from collections.abc import AsyncIterator

from aiohttp import web

from demo import (
    rest_application,
    rest_automod,
    rest_channels,
    rest_guilds,
    rest_interactions,
    rest_members,
    rest_messages,
    rest_webhooks,
)
from demo.faults import Faults
from demo.gateway import GATEWAY, Gateway, gateway
from demo.limits import Limits
from demo.rest import FAULTS, LIMITS, WATCH, WORLD, Watch, answering
from demo.world import World

LOOPBACK = "127.0.0.1"
_REST = (
    rest_application,
    rest_automod,
    rest_channels,
    rest_guilds,
    rest_interactions,
    rest_members,
    rest_messages,
    rest_webhooks,
)


class StandIn:
    """A running stand-in: its world, its address, and what tests may order."""

    def __init__(
        self,
        world: World | None = None,
        *,
        limits: Limits | None = None,
        heartbeat_seconds: float = 41.25,
    ) -> None:
        self.world = world or World()
        self.limits = limits or Limits()
        self.faults = Faults()
        self.watch = Watch()
        self.gateway = Gateway(self.world, heartbeat_seconds=heartbeat_seconds)
        self.app = web.Application(middlewares=[answering], client_max_size=32 << 20)
        self.app[WORLD] = self.world
        self.app[LIMITS] = self.limits
        self.app[FAULTS] = self.faults
        self.app[WATCH] = self.watch
        self.app[GATEWAY] = self.gateway
        for module in _REST:
            self.app.add_routes(module.routes)
        self.app.router.add_get("/gateway", gateway)
        self.app.router.add_get("/gateway/", gateway)
        self.app.router.add_get(
            "/attachments/{channel}/{attachment}/{secret}/{filename}", _attachment
        )
        self.app.router.add_get("/emojis/{emoji}.png", _emoji)

    @contextlib.asynccontextmanager
    async def serving(self, port: int = 0) -> AsyncIterator["StandIn"]:
        """Serve until left; port 0 takes any free one. Raises OSError where a port is taken."""
        runner = web.AppRunner(self.app, access_log=None, shutdown_timeout=1.0)
        await runner.setup()
        try:
            site = web.TCPSite(runner, LOOPBACK, port)
            await site.start()
            taken = runner.addresses[0][1]
            self.world.base = f"http://{LOOPBACK}:{taken}"
            yield self
        finally:
            await self.gateway.drop()
            await asyncio.sleep(0)
            await runner.cleanup()


async def _attachment(request: web.Request) -> web.Response:
    """A file of a message, for whoever was given its address."""
    number = request.match_info["attachment"]
    found = request.app[WORLD].files.get(
        int(number) if number.isdigit() else 0, request.match_info["secret"]
    )
    if found is None:
        raise web.HTTPNotFound
    headers = {"Content-Type": found.content_type, "Cache-Control": "private, max-age=86400"}
    headers["X-Content-Type-Options"] = "nosniff"
    if found.size is None:  # what is no picture is never shown as a page of this address
        headers["Content-Disposition"] = "attachment"
    return web.Response(body=found.data, headers=headers)


async def _emoji(request: web.Request) -> web.Response:
    """An emoji's picture."""
    number = request.match_info["emoji"]
    found = request.app[WORLD].emojis.get(int(number)) if number.isdigit() else None
    if found is None:
        raise web.HTTPNotFound
    headers = {"Content-Type": "image/png", "Cache-Control": "public, max-age=86400"}
    return web.Response(body=found[1], headers=headers)
