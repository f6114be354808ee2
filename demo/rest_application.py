"""The application itself: who it is, its commands, its emojis.

https://discord.com/developers/docs/resources/application
https://discord.com/developers/docs/interactions/application-commands
"""

import base64
import binascii
from typing import Final

from aiohttp import web

from demo.errors import ApiError, invalid_form
from demo.gateway import GATEWAY, MESSAGE_CONTENT
from demo.payloads import Json, of_user
from demo.permissions import permissions_on
from demo.requests import Command, Commands, EmojiBody, checked
from demo.rest import WORLD, as_json, guild_of, nothing, number_of, read
from demo.world import World

routes = web.RouteTableDef()
_APPLICATION: Final = "/api/v10/applications/{application}"
_DAY: Final = 24 * 60 * 60.0
_CREATIONS_A_DAY: Final = 200
_EMOJI_BYTES: Final = 256 << 10
_MOST_EMOJIS: Final = 2000
_MESSAGE_CONTENT_LIMITED: Final = 1 << 19
"""The application's flag for an intent that was switched on without a review."""


@routes.get("/api/v10/users/@me")
async def me(request: web.Request) -> web.Response:
    """The bot's account."""
    account = {"verified": True, "mfa_enabled": False, "email": None, "locale": "en-US"}
    return as_json(of_user(request.app[WORLD].bot) | account)


@routes.get("/api/v10/oauth2/applications/@me")
@routes.get("/api/v10/applications/@me")
async def application(request: web.Request) -> web.Response:
    """The application."""
    reads_chat = bool(request.app[GATEWAY].allowed_intents & MESSAGE_CONTENT)
    return as_json(application_payload(request.app[WORLD], reads_chat=reads_chat))


def application_payload(world: World, *, reads_chat: bool) -> Json:
    """The application as Discord tells of it."""
    flags = _MESSAGE_CONTENT_LIMITED if reads_chat else 0
    return {
        "id": str(world.application_id),
        "name": world.bot.name,
        "icon": None,
        "description": "",
        "summary": "",
        "type": None,
        "bot": of_user(world.bot),
        "bot_public": True,
        "bot_require_code_grant": False,
        "verify_key": "0" * 64,
        "flags": flags,
        "flags_new": str(flags),
        "hook": True,
        "storefront_available": False,
        "explicit_content_filter": 0,
        "eligible_oauth2_scopes": ["bot", "applications.commands"],
        "team": None,
        "owner": of_user(world.bot),
        "redirect_uris": [],
        "interactions_endpoint_url": None,
        "role_connections_verification_url": None,
        "approximate_guild_count": len(world.guilds),
        "approximate_user_install_count": 0,
        "approximate_user_authorization_count": 0,
        "rpc_origins": [],
    }


@routes.get("/api/v10/gateway")
@routes.get("/api/v10/gateway/bot")
async def gateway(request: web.Request) -> web.Response:
    """Where the gateway is."""
    url = request.app[WORLD].base.replace("http", "ws", 1) + "/gateway"
    starts = {"total": 1000, "remaining": 1000, "reset_after": 0, "max_concurrency": 1}
    return as_json({"url": url, "shards": 1, "session_start_limit": starts})


@routes.get("/api/v10/users/@me/guilds")
async def guilds(request: web.Request) -> web.Response:
    """The servers that the bot is on."""
    world = request.app[WORLD]
    found: list[Json] = []
    for guild in world.guilds.values():
        member = guild.members.get(world.bot.id)
        if member is not None:
            may = permissions_on(guild, member)
            found.append(
                {
                    "id": str(guild.id),
                    "name": guild.name,
                    "icon": None,
                    "banner": None,
                    "owner": False,
                    "permissions": str(int(may)),
                    "features": [],
                }
            )
    return as_json(found)


@routes.delete("/api/v10/users/@me/guilds/{guild}")
async def leave(request: web.Request) -> web.Response:
    """The bot leaves a server."""
    world = request.app[WORLD]
    world.leave(guild_of(request), world.bot)
    return nothing()


@routes.get(_APPLICATION + "/commands")
async def commands(request: web.Request) -> web.Response:
    """The commands of all servers."""
    return as_json(request.app[WORLD].commands)


@routes.put(_APPLICATION + "/commands")
async def set_commands(request: web.Request) -> web.Response:
    """All commands of all servers at once."""
    world = request.app[WORLD]
    world.commands = await _registered(request, world.commands, None)
    return as_json(world.commands)


@routes.get(_APPLICATION + "/guilds/{guild}/commands")
async def guild_commands(request: web.Request) -> web.Response:
    """The commands of one server."""
    return as_json(request.app[WORLD].guild_commands.get(number_of(request, "guild"), []))


@routes.put(_APPLICATION + "/guilds/{guild}/commands")
async def set_guild_commands(request: web.Request) -> web.Response:
    """All commands of one server at once."""
    world, guild = request.app[WORLD], number_of(request, "guild")
    if guild not in world.guilds:
        raise ApiError(403, 50001, "Missing Access")
    old = world.guild_commands.get(guild, [])
    world.guild_commands[guild] = await _registered(request, old, guild)
    return as_json(world.guild_commands[guild])


async def _registered(request: web.Request, old: list[Json], guild: int | None) -> list[Json]:
    raw, _ = await read(request)
    world = request.app[WORLD]
    asked = checked(Commands, raw).root
    known = {(one["type"], one["name"]): one["id"] for one in old}
    made = world.commands_created.setdefault(guild, [])
    made[:] = [moment for moment in made if moment > world.clock() - _DAY]
    result = []
    for one in asked:
        key = (one.type, one.name)
        if key not in known:
            made.append(world.clock())
        if len(made) > _CREATIONS_A_DAY:
            raise ApiError(400, 30034, "Max number of daily application command creates reached")
        result.append(_command(world, one, known.get(key) or str(world.new_id()), guild))
    return result


def _command(world: World, one: Command, command_id: str, guild: int | None) -> Json:
    may = one.default_member_permissions
    command: Json = {
        "options": [],
        "contexts": None,
        "integration_types": [0],
        "dm_permission": True,
        **one.model_dump(exclude_none=True),
        "default_member_permissions": None if may is None else str(may),
        "id": command_id,
        "application_id": str(world.application_id),
        "version": str(world.new_id()),
    }
    if guild is not None:
        command["guild_id"] = str(guild)
    return command


@routes.get(_APPLICATION + "/emojis")
async def emojis(request: web.Request) -> web.Response:
    """The application's emojis."""
    world = request.app[WORLD]
    items = [_emoji(world, number, name) for number, (name, _) in world.emojis.items()]
    return as_json({"items": items})


@routes.post(_APPLICATION + "/emojis")
async def add_emoji(request: web.Request) -> web.Response:
    """One more emoji; its picture is a data URI."""
    raw, _ = await read(request)
    world = request.app[WORLD]
    body = checked(EmojiBody, raw)
    try:
        image = base64.b64decode(body.image.partition("base64,")[2], validate=True)
    except binascii.Error:
        image = b""
    if not image or len(image) > _EMOJI_BYTES:
        raise invalid_form({"image": {"_errors": [{"code": "BINARY_TYPE_MAX_SIZE"}]}})
    if len(world.emojis) >= _MOST_EMOJIS:
        raise ApiError(400, 30008, "Maximum number of emojis reached")
    if any(name == body.name for name, _ in world.emojis.values()):
        raise invalid_form({"name": {"_errors": [{"code": "APPLICATION_EMOJI_NAME_TAKEN"}]}})
    number = world.new_id()
    world.emojis[number] = (body.name, image)
    return as_json(_emoji(world, number, body.name), status=201)


@routes.delete(_APPLICATION + "/emojis/{emoji}")
async def delete_emoji(request: web.Request) -> web.Response:
    """An emoji less."""
    if request.app[WORLD].emojis.pop(number_of(request, "emoji"), None) is None:
        raise ApiError(404, 10014, "Unknown Emoji")
    return nothing()


def _emoji(world: World, number: int, name: str) -> Json:
    return {
        "id": str(number),
        "name": name,
        "roles": [],
        "user": of_user(world.bot),
        "require_colons": True,
        "managed": False,
        "animated": False,
        "available": True,
    }
