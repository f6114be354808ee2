"""A table whose chat is moderated, and short ways to look at what came of it."""

from storage.sanction_records import Incident
from tests.support.discord_table import app_of
from tests.support.sim import SimServer
from tests.support.sim_people import SimChannel, SimUser

REVEAL = "Tenho o nove de paus"
DOUBT = "tenho um nove de paus?"
"""Removed without a strike."""
INSULT = "seu imbecil"
THREAT = "vou te matar, sei onde você mora"
SECRETS = ("nove", "paus", "imbecil", "matar")


def thread_of(server: SimServer) -> SimChannel:
    """Where the newest table stands."""
    return server.threads()[-1]


def contents(channel: SimChannel) -> list[str]:
    """What stands in a channel."""
    return [one.content for one in channel.messages()]


def notices(user: SimUser) -> list[str]:
    """What the user was told in private about what he wrote."""
    return [one.content for one in user.dms() if "Por quê" in one.content]


async def incidents(server: SimServer, match_id: int = 1) -> list[Incident]:
    """What was blocked at a table."""
    async with app_of(server).database.read() as work:
        return await work.sanctions.incidents_at(match_id)


def assert_nothing_told(server: SimServer) -> None:
    """No public message of the bot's holds any of what was written."""
    for channel in (server.channel, *server.threads()):
        for one in channel.messages():
            if one.author_id == server.bot.user.id:
                assert not any(word in one.content.casefold() for word in SECRETS), one.content


async def strike(server: SimServer, user: SimUser, text: str = REVEAL) -> None:
    """A violation a while after the one before."""
    await server.advance(120)
    await user.write(thread_of(server), text)


async def close_table(server: SimServer, user: SimUser) -> None:
    """End the match at once, and its round with it."""
    with server._env._bot_scope():
        await app_of(server).seats.close(1, user.id, moderator=True)
    await server.settle()
