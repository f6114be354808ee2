"""A stand-in a test; discord.py finds the real addresses again afterwards."""

from collections.abc import AsyncIterator

import aiohttp
import discord
import pytest

from demo.limits import Limits
from demo.people import Person
from demo.server import StandIn
from demo.world import World
from tests.demo.toys import Api, Clock, Place


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture(autouse=True)
def discord_found_again(monkeypatch) -> None:
    monkeypatch.setattr(discord.http.Route, "BASE", discord.http.Route.BASE)
    gateway = discord.gateway.DiscordWebSocket
    monkeypatch.setattr(gateway, "DEFAULT_GATEWAY", gateway.DEFAULT_GATEWAY)


@pytest.fixture
async def place(clock) -> AsyncIterator[Place]:
    world = World(clock=clock)
    ana, bia = Person(world, world.add_user("Ana")), Person(world, world.add_user("Bia"))
    guild = world.add_guild("Casa", owner=ana.user)
    world.join(guild, bia.user)
    channel = world.add_channel(guild, "mesas")
    async with StandIn(world, limits=Limits(enabled=False)).serving() as stand_in:
        yield Place(stand_in, guild, channel, ana, bia)


@pytest.fixture
async def api(place) -> AsyncIterator[Api]:
    async with aiohttp.ClientSession() as http:
        yield Api(place.stand_in, http)
