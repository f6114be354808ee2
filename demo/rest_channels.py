"""Channels, threads and private conversations.

https://discord.com/developers/docs/resources/channel
"""

from typing import Final

from aiohttp import web

from demo import rest_guilds
from demo.errors import (
    ApiError,
    archived,
    missing_permissions,
    unknown_channel,
    unknown_member,
    wrong_kind_of_channel,
)
from demo.objects import PRIVATE_THREAD, Channel, Message
from demo.payloads import of_channel
from demo.permissions import Permission
from demo.requests import Recipient, ThreadBody, ThreadChange, checked
from demo.rest import WORLD, as_json, channel_of, message_of, nothing, number_of, read

routes = web.RouteTableDef()
_CHANNEL: Final = "/api/v10/channels/{channel}"


@routes.post("/api/v10/users/@me/channels")
async def open_dm(request: web.Request) -> web.Response:
    """The private conversation with a user; made when it is first asked for."""
    raw, _ = await read(request)
    world = request.app[WORLD]
    user = world.users.get(int(checked(Recipient, raw).recipient_id))
    if user is None or user.bot:
        raise ApiError(400, 50033, "Invalid Recipient(s)")
    return as_json(of_channel(world.dm_with(user), world.users))


@routes.get(_CHANNEL)
async def get(request: web.Request) -> web.Response:
    """One channel."""
    return as_json(of_channel(channel_of(request), request.app[WORLD].users))


@routes.patch(_CHANNEL)
async def edit(request: web.Request) -> web.Response:
    """Archive, lock or rename a thread, or change a channel."""
    raw, _ = await read(request)
    world, channel = request.app[WORLD], channel_of(request)
    if not channel.is_thread:
        return rest_guilds.change(request, channel, raw)
    body = checked(ThreadChange, raw)
    may = world.permissions(world.bot, channel)
    locks = channel.locked or body.locked is not None
    if Permission.MANAGE_THREADS not in may and (locks or channel.owner_id != world.bot.id):
        raise missing_permissions()
    if channel.archived and body.archived is not False:
        raise archived()
    changes = {
        "name": body.name,
        "archived": body.archived,
        "locked": body.locked,
        "archive_minutes": body.auto_archive_duration,
    }
    world.change_channel(channel, **{k: one for k, one in changes.items() if one is not None})
    return as_json(of_channel(channel, world.users))


@routes.post(_CHANNEL + "/messages/{message}/threads")
async def thread_under(request: web.Request) -> web.Response:
    """A thread under a message."""
    raw, _ = await read(request)
    channel = channel_of(request)
    message = message_of(request, channel)
    body = checked(ThreadBody, raw)
    if message.id in request.app[WORLD].channels:
        raise ApiError(400, 160004, "A thread has already been created for this message")
    return _thread(request, channel, body, under=message, private=False)


@routes.post(_CHANNEL + "/threads")
async def thread_alone(request: web.Request) -> web.Response:
    """A thread by itself, public or private."""
    raw, _ = await read(request)
    channel = channel_of(request)
    body = checked(ThreadBody, raw)
    # Without a type Discord makes it private.
    private = body.type in (None, PRIVATE_THREAD)
    return _thread(request, channel, body, under=None, private=private)


def _thread(
    request: web.Request,
    channel: Channel,
    body: ThreadBody,
    *,
    under: Message | None,
    private: bool,
) -> web.Response:
    world = request.app[WORLD]
    if channel.is_thread:
        raise wrong_kind_of_channel()
    needed = Permission.CREATE_PRIVATE_THREADS if private else Permission.CREATE_PUBLIC_THREADS
    if needed not in world.permissions(world.bot, channel):
        raise missing_permissions()
    thread = world.add_thread(
        channel,
        body.name,
        owner=world.bot,
        under=under,
        private=private,
        archive_minutes=body.auto_archive_duration or 1440,
    )
    return as_json(of_channel(thread, world.users), status=201)


@routes.put(_CHANNEL + "/thread-members/{user}")
async def add_member(request: web.Request) -> web.Response:
    """Bring somebody into a thread."""
    world, thread = request.app[WORLD], channel_of(request)
    if not thread.is_thread or thread.guild_id is None:
        raise unknown_channel()
    member = world.guilds[thread.guild_id].members.get(number_of(request, "user"))
    if member is None:
        raise unknown_member()
    if thread.archived:
        raise archived()
    if not world.may_send(world.bot, thread):
        raise missing_permissions()
    world.add_to_thread(thread, member.user)
    return nothing()
