"""The rules of AutoMod, which the bot may keep where it manages the server.

https://discord.com/developers/docs/resources/auto-moderation
"""

from typing import Any, Final

import re2
from aiohttp import web

from demo import automod
from demo.errors import ApiError, invalid_field, invalid_form
from demo.objects import Guild, Rule
from demo.permissions import Permission
from demo.requests import checked
from demo.requests_guilds import RuleBody, RuleChange
from demo.rest import WORLD, as_json, guild_of, needs, nothing, number_of, read

routes = web.RouteTableDef()
_RULES: Final = "/api/v10/guilds/{guild}/auto-moderation/rules"
_RULE: Final = _RULES + "/{rule}"
_MOST: Final = 6


@routes.get(_RULES)
async def rules(request: web.Request) -> web.Response:
    """All rules of a server."""
    guild = _managed(request)
    return as_json([automod.rule_payload(one) for one in guild.rules.values()])


@routes.post(_RULES)
async def create(request: web.Request) -> web.Response:
    """One more rule."""
    raw, _ = await read(request)
    world, guild = request.app[WORLD], _managed(request)
    body = checked(RuleBody, raw)
    if len(guild.rules) >= _MOST:
        code = "AUTO_MODERATION_MAX_RULES_OF_TYPE_EXCEEDED"
        message = f"Maximum number of rules with trigger type 1 is {_MOST}"
        raise invalid_form({"_errors": [{"code": code, "message": message}]})
    rule = Rule(world.new_id(), guild.id, world.bot.id, body.name)
    _fill(guild, rule, body)
    automod.put(world, guild, rule)
    return as_json(automod.rule_payload(rule))


@routes.get(_RULE)
async def get(request: web.Request) -> web.Response:
    """One rule."""
    return as_json(automod.rule_payload(_meant(request, _managed(request))))


@routes.patch(_RULE)
async def change(request: web.Request) -> web.Response:
    """Change what is named of a rule."""
    raw, _ = await read(request)
    guild = _managed(request)
    rule = _meant(request, guild)
    _fill(guild, rule, checked(RuleChange, raw))
    automod.put(request.app[WORLD], guild, rule)
    return as_json(automod.rule_payload(rule))


@routes.delete(_RULE)
async def delete(request: web.Request) -> web.Response:
    """A rule less."""
    guild = _managed(request)
    automod.remove(request.app[WORLD], guild, _meant(request, guild))
    return nothing()


def _managed(request: web.Request) -> Guild:
    guild = guild_of(request)
    needs(request, Permission.MANAGE_GUILD, guild)
    return guild


def _meant(request: web.Request, guild: Guild) -> Rule:
    rule = guild.rules.get(number_of(request, "rule"))
    if rule is None:
        raise ApiError(404, 0, "404: Not Found")
    return rule


def _fill(guild: Guild, rule: Rule, body: RuleChange) -> None:
    """Set what the body names. Raises ApiError, and then nothing has changed."""
    changes: dict[str, Any] = {}
    for name in ("name", "enabled", "exempt_roles", "exempt_channels"):
        if (value := getattr(body, name)) is not None:
            changes[name] = [int(one) for one in value] if name.startswith("exempt") else value
    if body.trigger_metadata is not None:
        changes |= body.trigger_metadata.model_dump(exclude_none=True)
    for pattern in changes.get("regex_patterns", ()):
        try:
            automod.compiled(pattern)
        except re2.error:
            raise invalid_field("trigger_metadata", "AUTO_MODERATION_INVALID_REGEX") from None
    if body.actions is not None:
        changes["actions"] = [one.model_dump(exclude_none=True) for one in body.actions]
        for action in changes["actions"]:
            place = action["metadata"].get("channel_id")
            if action["type"] == automod.ALERT and int(place or 0) not in guild.channels:
                raise invalid_field("actions", "AUTO_MODERATION_INVALID_CHANNEL")
    for name, value in changes.items():
        setattr(rule, name, value)
