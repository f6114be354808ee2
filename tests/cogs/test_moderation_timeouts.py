"""Discord's own timeouts beside bans: wanted by the server, begun after the match, never forced."""

import datetime as dt

import discord
import pytest

from storage.sanction_records import Timeout
from tests.support.chat import THREAT, close_table, contents, strike, thread_of
from tests.support.discord_table import app_of
from texts import moderators

pytestmark = pytest.mark.reads_chat

MODERATOR = discord.Permissions(moderate_members=True)


@pytest.fixture
async def log(server):
    channel = server.add_channel("registro")
    await app_of(server).moderation.configure(server.id, log_channel_id=channel.id, timeouts=True)
    return channel


async def state_of(server, user):
    async with app_of(server).database.read() as work:
        bans = await work.sanctions.bans_of(server.id, user.id)
    return [ban.timeout for ban in bans]


def about(moment, expected):
    return abs((moment - expected).total_seconds()) < 5


async def test_it_begins_when_the_match_has_ended_with_what_is_left(server, people, log):
    ana = people[0]
    await ana.write(thread_of(server), THREAT)
    assert ana.timed_out_until is None, "who plays must be able to use commands"
    banned_at = server.now()
    await server.advance(30)
    await close_table(server, ana)
    assert about(ana.timed_out_until, banned_at + dt.timedelta(hours=24))
    assert await state_of(server, ana) == [Timeout.GIVEN]


async def test_without_the_server_s_wish_there_is_none(server, people):
    ana = people[0]
    await ana.write(thread_of(server), THREAT)
    await close_table(server, ana)
    assert ana.timed_out_until is None
    assert await state_of(server, ana) == [None]


async def test_role_order_leaves_the_ban_tells_the_moderators_once_and_is_not_retried(
    server, people, log
):
    ana = people[0]
    server.fail("PATCH", f"/guilds/{server.id}/members/{ana.id}", status=403, code=50013)
    await ana.write(thread_of(server), THREAT)
    await close_table(server, ana)
    assert ana.timed_out_until is None
    assert moderators.timeout_refused(f"<@{ana.id}>") in contents(log)
    assert await state_of(server, ana) == [Timeout.REFUSED]
    _, _, ban = await app_of(server).moderation.record_of(server.id, ana.id)
    assert ban is not None
    await server.restart_bot()
    await server.advance(3600)
    assert server.requests("PATCH", f"/members/{ana.id}") == 1


async def test_while_discord_fails_it_is_tried_again(server, people, log):
    ana = people[0]
    server.fail("PATCH", f"/guilds/{server.id}/members/{ana.id}", status=503)
    await ana.write(thread_of(server), THREAT)
    await close_table(server, ana)
    assert ana.timed_out_until is None
    await server.advance(61)
    assert ana.timed_out_until is not None


async def test_over_a_crash_it_is_given_once(server, people, log):
    ana = people[0]
    await ana.write(thread_of(server), THREAT)
    server.fail("PATCH", f"/guilds/{server.id}/members/{ana.id}", status=503)
    await close_table(server, ana)
    await server.restart_bot(crash=True)
    assert ana.timed_out_until is not None
    await server.restart_bot()
    assert server.requests("PATCH", f"/members/{ana.id}") == 2


async def test_a_pardon_takes_it_back(server, people, log):
    ana = people[0]
    chief = server.add_user("chefe", permissions=MODERATOR)
    await ana.write(thread_of(server), THREAT)
    await close_table(server, ana)
    assert ana.timed_out_until is not None
    await chief.slash("moderacao perdoar", pessoa=ana)
    assert ana.timed_out_until is None
    assert await state_of(server, ana) == [Timeout.OVER]


async def test_a_ban_without_end_gives_the_longest_that_discord_takes(server, log):
    ana = server.add_user("ana")
    chief = server.add_user("chefe", permissions=MODERATOR)
    await chief.slash("moderacao banir", pessoa=ana, prazo=0)
    assert about(ana.timed_out_until, server.now() + dt.timedelta(days=28, minutes=-1))


async def test_of_two_bans_the_longer_stays_when_the_other_is_taken_back(server, people, log):
    ana = people[0]
    chief = server.add_user("chefe", permissions=MODERATOR)
    for _ in range(3):
        await strike(server, ana)  # the third bans for an hour
    await chief.slash("moderacao banir", pessoa=ana, prazo=24)
    long_until = server.now() + dt.timedelta(hours=24)
    await close_table(server, ana)
    assert about(ana.timed_out_until, long_until)
    third = (await app_of(server).moderation.record_of(server.id, ana.id))[0][-1]
    with server._env._bot_scope():
        await app_of(server).moderation.undo(third.id, chief.id)
    await server.settle()
    assert about(ana.timed_out_until, long_until)
