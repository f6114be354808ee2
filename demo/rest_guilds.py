"""The channels of servers, and who may do what in them.

https://discord.com/developers/docs/resources/guild#create-guild-channel
https://discord.com/developers/docs/resources/channel#edit-channel-permissions
"""

from collections.abc import Iterable
from typing import Any, Final

from aiohttp import web

from demo.errors import (
    invalid_field,
    missing_permissions,
    unknown_overwrite,
    wrong_kind_of_channel,
)
from demo.objects import CATEGORY, TEXT, Channel, Guild, Overwrite
from demo.payloads import of_channel
from demo.permissions import EVERYTHING, Permission, permissions_on
from demo.requests import checked
from demo.requests_guilds import ChannelBody, ChannelChange, OverwriteBody, OverwriteOf
from demo.rest import WORLD, as_json, channel_of, guild_of, needs, nothing, number_of, read
from demo.world import World

routes = web.RouteTableDef()
_CHANNELS: Final = "/api/v10/guilds/{guild}/channels"
_PERMISSIONS: Final = "/api/v10/channels/{channel}/permissions/{overwrite}"


@routes.get(_CHANNELS)
async def channels(request: web.Request) -> web.Response:
    """The channels of a server, without their threads."""
    plain = [one for one in guild_of(request).channels.values() if not one.is_thread]
    return as_json([of_channel(one, request.app[WORLD].users) for one in plain])


@routes.post(_CHANNELS)
async def create(request: web.Request) -> web.Response:
    """One more channel; in a category it is as open as that, unless told otherwise."""
    raw, _ = await read(request)
    world, guild = request.app[WORLD], guild_of(request)
    body = checked(ChannelBody, raw)
    needs(request, Permission.MANAGE_CHANNELS, guild)
    parent = _category(guild, body)
    if body.permission_overwrites:
        needs(request, Permission.MANAGE_ROLES, guild)
    overwrites = _overwrites(guild, body.permission_overwrites or ())
    _may_set(world, guild, parent, overwrites.values())
    if body.permission_overwrites is None and parent is not None:
        overwrites = {**parent.overwrites}
    kind = body.type or TEXT
    channel = world.add_channel(
        guild,
        _named(kind, body.name),
        kind=kind,
        topic=body.topic or None,
        slowmode=body.rate_limit_per_user or 0,
        parent_id=None if parent is None else parent.id,
        overwrites=overwrites,
    )
    return as_json(of_channel(channel, world.users), status=201)


def change(request: web.Request, channel: Channel, raw: Any) -> web.Response:
    """Change a channel that is no thread."""
    world = request.app[WORLD]
    if channel.guild_id is None:
        raise wrong_kind_of_channel()
    body = checked(ChannelChange, raw)
    guild, given = world.guilds[channel.guild_id], body.model_fields_set
    needs(request, Permission.MANAGE_CHANNELS, channel)
    changes: dict[str, Any] = {}
    if body.name is not None:
        changes["name"] = _named(channel.type, body.name)
    if "topic" in given:
        changes["topic"] = body.topic or None
    if "parent_id" in given:
        parent = _category(guild, body)
        changes["parent_id"] = None if parent is None else parent.id
    if body.rate_limit_per_user is not None:
        changes["slowmode"] = body.rate_limit_per_user
    if body.permission_overwrites is not None:
        needs(request, Permission.MANAGE_ROLES, channel)
        overwrites = _overwrites(guild, body.permission_overwrites)
        new = [one for one in overwrites.values() if one != channel.overwrites.get(one.id)]
        _may_set(world, guild, channel, new)
        changes["overwrites"] = overwrites
    world.change_channel(channel, **changes)
    return as_json(of_channel(channel, world.users))


@routes.put(_PERMISSIONS)
async def set_overwrite(request: web.Request) -> web.Response:
    """Allow and deny a role or a member something in a channel."""
    raw, _ = await read(request)
    world, channel = request.app[WORLD], channel_of(request)
    guild = _guild_of_channel(world, channel)
    needs(request, Permission.MANAGE_ROLES, channel)
    body = checked(OverwriteBody, raw)
    target = number_of(request, "overwrite")
    overwrite = _overwrite(guild, target, body)
    _may_set(world, guild, channel, [overwrite])
    world.overwrite(channel, target, allow=overwrite.allow, deny=overwrite.deny)
    return nothing()


@routes.delete(_PERMISSIONS)
async def remove_overwrite(request: web.Request) -> web.Response:
    """Let a channel say nothing of its own about a role or a member."""
    world, channel = request.app[WORLD], channel_of(request)
    _guild_of_channel(world, channel)
    needs(request, Permission.MANAGE_ROLES, channel)
    target = number_of(request, "overwrite")
    if target not in channel.overwrites:
        raise unknown_overwrite()
    world.remove_overwrite(channel, target)
    return nothing()


def _guild_of_channel(world: World, channel: Channel) -> Guild:
    if channel.guild_id is None or channel.is_thread:
        raise wrong_kind_of_channel()
    return world.guilds[channel.guild_id]


def _named(kind: int, name: str) -> str:
    """Names of text channels are in small letters, with a dash for each gap."""
    return "-".join(name.lower().split()) if kind == TEXT else name


def _category(guild: Guild, body: ChannelChange) -> Channel | None:
    if body.parent_id is None:
        return None
    parent = guild.channels.get(int(body.parent_id))
    if parent is None or parent.type != CATEGORY:
        raise invalid_field("parent_id", "CHANNEL_PARENT_INVALID", "Category does not exist")
    return parent


def _overwrites(guild: Guild, bodies: Iterable[OverwriteOf]) -> dict[int, Overwrite]:
    return {int(body.id): _overwrite(guild, int(body.id), body) for body in bodies}


def _overwrite(guild: Guild, target: int, body: OverwriteBody) -> Overwrite:
    kind = 0 if target in guild.roles else 1
    known = target in guild.roles or target in guild.members
    if not known or body.type not in (None, kind):
        raise unknown_overwrite()
    return Overwrite(target, kind, body.allow & EVERYTHING, body.deny & EVERYTHING)


def _may_set(
    world: World, guild: Guild, place: Channel | None, overwrites: Iterable[Overwrite]
) -> None:
    """Nobody gives or takes what he has not himself, unless the channel lets him manage roles.

    Raises ApiError.
    """
    member = guild.members[world.bot.id]
    has = permissions_on(guild, member)
    if Permission.ADMINISTRATOR in has:
        return
    if place is not None:
        own = (place.overwrites.get(one) for one in (world.bot.id, *member.role_ids))
        if any(one is not None and one.allow & Permission.MANAGE_ROLES for one in own):
            return
        has |= world.permissions(world.bot, place)
    # In a channel only administrators let others manage roles.
    has &= ~Permission.MANAGE_ROLES
    if any((one.allow | one.deny) & ~has for one in overwrites):
        raise missing_permissions()
