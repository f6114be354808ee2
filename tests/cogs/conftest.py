"""The real bot on the simulated Discord, and short ways to look at what it shows."""

import logging
from collections.abc import AsyncIterator

import pytest

from bot.services.errors import Problem
from bot.services.tables import Live
from cogs.ui.base import VerbCog
from storage.records import MatchInfo
from tests.support.discord_table import app_of, running
from tests.support.sim import SimServer
from tests.support.sim_people import Reply, SimUser
from tests.support.sim_seen import SeenMessage
from texts.problems import explain_problem


@pytest.fixture
async def server(request, tmp_path) -> AsyncIterator[SimServer]:
    reads_chat = request.node.get_closest_marker("reads_chat") is not None
    async with running(tmp_path / "t.db", reads_chat=reads_chat) as started:
        yield started


@pytest.fixture
async def people(server: SimServer) -> list[SimUser]:
    return await playing(server, "ana", "bia", "caio", "davi")


@pytest.fixture(autouse=True)
def no_errors_logged(request, caplog):
    """Nothing done on Discord may end in an ERROR line, unless the test breaks things itself."""
    yield
    if request.node.get_closest_marker("breaks_things"):
        return
    errors = [record for record in caplog.get_records("call") if record.levelno >= logging.ERROR]
    assert [record.getMessage() for record in errors] == []


def said(reply: Reply) -> str:
    """The answer's text; an ephemeral one unless it edited the clicked message."""
    assert reply.message is not None, "nothing was answered"
    assert reply.ephemeral or reply.kind == "deferred_update"
    return reply.message.content


def told(reply: Reply) -> str:
    """What a click was answered beside the edit of its message: one private sentence."""
    (message,) = reply.followups
    assert message.ephemeral
    return message.content


def why(problem: Problem) -> str:
    """The sentence with which a service's refusal is explained."""
    return explain_problem(problem.value)


def lobby(server: SimServer) -> SeenMessage:
    """The channel's newest message about a table, whatever its state."""
    tables = [
        one for one in server.channel.messages() if "**Mesa" in one.text or "## Mesa" in one.text
    ]
    return tables[-1]


async def info_of(server: SimServer, number: int = 1) -> MatchInfo:
    """A table as stored; its id is its number while the database knows one server."""
    return (await live_of(server, number)).info


async def live_of(server: SimServer, number: int = 1) -> Live:
    return await app_of(server).tables.get(number)


async def seat_names(server: SimServer, number: int = 1) -> list[str | None]:
    info = await info_of(server, number)
    seated = [info.at(seat) for seat in range(info.size)]
    return [each.name if each else None for each in seated]


async def playing(server: SimServer, *names: str, **options: object) -> list[SimUser]:
    """People at a started table, in seat order."""
    users = [server.add_user(name) for name in names]
    await users[0].slash("mesa criar", jogadores=len(names), **options)
    for seat, user in enumerate(users[1:], start=2):
        await user.click(lobby(server), custom_id_prefix=f"b:sit:1:0:{seat - 1}")
    await users[0].click(lobby(server), label="Iniciar")
    await server.advance(1)
    return users


def board(server: SimServer) -> SeenMessage:
    """The newest table message in the newest thread."""
    messages = server.threads()[-1].messages()
    return [one for one in messages if "Minha mão" in one.labels][-1]


def lines(server: SimServer) -> list[str]:
    """What stands in the newest thread."""
    return [one.content for one in server.threads()[-1].messages()]


def cog(server: SimServer, name: str) -> VerbCog:
    found = server.bot.get_cog(name)
    assert isinstance(found, VerbCog)
    return found
