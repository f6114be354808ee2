"""Webhooks: messages under other names; and which address is a webhook's, which an interaction's.

https://discord.com/developers/docs/resources/webhook
"""

import hashlib
import secrets
from typing import Final

from aiohttp import web

from demo import rest_interactions
from demo.errors import (
    ApiError,
    archived,
    unknown_channel,
    unknown_message,
    unknown_webhook,
    wrong_kind_of_channel,
)
from demo.objects import SILENT, TEXT, Channel, Message, User, Webhook
from demo.payloads import Json, of_webhook
from demo.permissions import Permission
from demo.requests import MessageBody, checked
from demo.requests_guilds import WebhookBody, WebhookMessage
from demo.rest import (
    WORLD,
    Handler,
    as_json,
    as_number,
    channel_of,
    guild_of,
    needs,
    nothing,
    number_of,
    read,
)
from demo.rest_messages import written
from demo.world import World

routes = web.RouteTableDef()
_OF_CHANNEL: Final = "/api/v10/channels/{channel}/webhooks"
_WEBHOOK: Final = "/api/v10/webhooks/{webhook}"
_KNOWN: Final = "/api/v10/webhooks/{application}/{token}"
_MESSAGE: Final = _KNOWN + "/messages/{message}"
_MOST: Final = 15
_WITHOUT_EMBEDS: Final = 1 << 2


# Those that the bot may manage


@routes.get(_OF_CHANNEL)
async def of_channel(request: web.Request) -> web.Response:
    """The webhooks of a channel."""
    channel = channel_of(request)
    needs(request, Permission.MANAGE_WEBHOOKS, channel)
    world = request.app[WORLD]
    return as_json([_told(world, one) for one in _in_channel(world, channel)])


@routes.get("/api/v10/guilds/{guild}/webhooks")
async def of_guild(request: web.Request) -> web.Response:
    """The webhooks of a server."""
    world, guild = request.app[WORLD], guild_of(request)
    needs(request, Permission.MANAGE_WEBHOOKS, guild)
    return as_json(
        [_told(world, one) for one in world.webhooks.values() if one.guild_id == guild.id]
    )


@routes.post(_OF_CHANNEL)
async def create(request: web.Request) -> web.Response:
    """One more webhook of a channel."""
    raw, _ = await read(request)
    world, channel = request.app[WORLD], channel_of(request)
    if channel.type != TEXT or channel.guild_id is None:
        raise wrong_kind_of_channel()
    needs(request, Permission.MANAGE_WEBHOOKS, channel)
    body = checked(WebhookBody, raw)
    if len(_in_channel(world, channel)) >= _MOST:
        raise ApiError(400, 30007, f"Maximum number of webhooks reached ({_MOST})")
    token = secrets.token_urlsafe(51)
    webhook = Webhook(world.new_id(), token, body.name, channel.id, channel.guild_id, world.bot)
    world.webhooks[webhook.id] = webhook
    _tell(world, webhook)
    return as_json(_told(world, webhook))


@routes.get(_WEBHOOK)
async def get(request: web.Request) -> web.Response:
    """One webhook."""
    return as_json(_told(request.app[WORLD], _managed(request)))


@routes.delete(_WEBHOOK)
async def delete(request: web.Request) -> web.Response:
    """A webhook less; its messages stay."""
    world, webhook = request.app[WORLD], _managed(request)
    del world.webhooks[webhook.id]
    _tell(world, webhook)
    return nothing()


def _managed(request: web.Request) -> Webhook:
    world = request.app[WORLD]
    webhook = world.webhooks.get(number_of(request, "webhook"))
    if webhook is None:
        raise unknown_webhook()
    needs(request, Permission.MANAGE_WEBHOOKS, world.channels[webhook.channel_id])
    return webhook


def _in_channel(world: World, channel: Channel) -> list[Webhook]:
    return [one for one in world.webhooks.values() if one.channel_id == channel.id]


def _told(world: World, webhook: Webhook) -> Json:
    return of_webhook(webhook, world.base, world.application_id)


def _tell(world: World, webhook: Webhook) -> None:
    data = {"guild_id": str(webhook.guild_id), "channel_id": str(webhook.channel_id)}
    world.publish("WEBHOOKS_UPDATE", data, channel=world.channels[webhook.channel_id])


# Those whose token one knows


async def execute(request: web.Request) -> web.Response:
    """Send a message into the webhook's channel, or into one of its threads."""
    raw, uploads = await read(request)
    world, webhook = request.app[WORLD], _known(request)
    channel = _place(request, webhook)
    body = checked(WebhookMessage, raw)
    if channel.locked:
        raise ApiError(400, 160005, "This thread is locked")
    fields = written(world, body, uploads)
    message = world.post(
        channel,
        _author(webhook, body),
        webhook_id=webhook.id,
        flags=(body.flags or 0) & (SILENT | _WITHOUT_EMBEDS),
        **fields,
    )
    if request.query.get("wait", "false").lower() not in ("1", "true"):
        return nothing()
    return as_json(world.message_payload(message))


async def get_message(request: web.Request) -> web.Response:
    """One of the webhook's messages."""
    return as_json(request.app[WORLD].message_payload(_own(request, _known(request))))


async def edit_message(request: web.Request) -> web.Response:
    """Change one of the webhook's messages; its name stays."""
    raw, uploads = await read(request)
    world, message = request.app[WORLD], _own(request, _known(request))
    if world.channels[message.channel_id].archived:
        raise archived()
    world.edit(message, **written(world, checked(MessageBody, raw), uploads, message))
    return as_json(world.message_payload(message))


async def delete_message(request: web.Request) -> web.Response:
    """Take one of the webhook's messages away."""
    world, message = request.app[WORLD], _own(request, _known(request))
    if world.channels[message.channel_id].archived:
        raise archived()
    world.delete(message)
    return nothing()


def _known(request: web.Request) -> Webhook:
    webhook = request.app[WORLD].webhooks.get(number_of(request, "application"))
    if webhook is None or not secrets.compare_digest(
        webhook.token.encode(), request.match_info["token"].encode()
    ):
        raise unknown_webhook()
    return webhook


def _place(request: web.Request, webhook: Webhook) -> Channel:
    world = request.app[WORLD]
    named = request.query.get("thread_id")
    if named is None:
        return world.channels[webhook.channel_id]
    thread = world.channels.get(as_number(named))
    if thread is None or thread.parent_id != webhook.channel_id:
        raise unknown_channel()
    return thread


def _own(request: web.Request, webhook: Webhook) -> Message:
    found = _place(request, webhook).messages.get(number_of(request, "message"))
    if found is None or found.webhook_id != webhook.id:
        raise unknown_message()
    return found


def _author(webhook: Webhook, body: WebhookMessage) -> User:
    face = body.avatar_url
    avatar = face and hashlib.md5(face.encode(), usedforsecurity=False).hexdigest()
    return User(webhook.id, body.username or webhook.name, bot=True, avatar=avatar)


# One address for both


def _either(of_interaction: Handler, of_webhook: Handler) -> Handler:
    """An interaction's token stands behind the application's number, a webhook's behind its own."""

    async def handler(request: web.Request) -> web.StreamResponse:
        own = request.match_info["application"] == str(request.app[WORLD].application_id)
        return await (of_interaction if own else of_webhook)(request)

    return handler


routes.post(_KNOWN)(_either(rest_interactions.follow_up, execute))
routes.get(_MESSAGE)(_either(rest_interactions.get, get_message))
routes.patch(_MESSAGE)(_either(rest_interactions.edit, edit_message))
routes.delete(_MESSAGE)(_either(rest_interactions.delete, delete_message))
