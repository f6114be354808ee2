"""Messages: sent, read, edited, deleted.

https://discord.com/developers/docs/resources/message
"""

from typing import Any, Final

from aiohttp import web

from demo.errors import ApiError, archived, invalid_form, missing_permissions
from demo.objects import CATEGORY, PRIVATE, REPLY, SILENT, Attachment, Channel, Message
from demo.permissions import Permission
from demo.requests import Deletion, MessageBody, checked, numbered
from demo.rest import (
    WORLD,
    Upload,
    as_json,
    as_number,
    channel_of,
    message_of,
    nothing,
    read,
)
from demo.world import World

routes = web.RouteTableDef()
_MESSAGES: Final = "/api/v10/channels/{channel}/messages"
_MESSAGE: Final = _MESSAGES + "/{message}"
_OLDEST_S: Final = 14 * 24 * 60 * 60.0


@routes.post(_MESSAGES)
async def create(request: web.Request) -> web.Response:
    """Send a message; with the nonce of one just sent, that one is the answer."""
    raw, uploads = await read(request)
    world, channel = request.app[WORLD], channel_of(request)
    body = checked(MessageBody, raw)
    if body.enforce_nonce and body.nonce is not None:
        sent = world.once(channel, world.bot, body.nonce)
        if sent is not None:
            return as_json(world.message_payload(sent))
    _may_send(world, channel, files=bool(uploads))
    fields = written(world, body, uploads)
    if body.message_reference is not None:
        reply_to = int(body.message_reference.message_id)
        if reply_to in channel.messages:
            fields |= {"type": REPLY, "reply_to": reply_to}
        elif body.message_reference.fail_if_not_exists:
            raise invalid_form(
                {"message_reference": {"_errors": [{"code": "REPLIES_UNKNOWN_MESSAGE"}]}}
            )
    message = world.post(
        channel, world.bot, nonce=body.nonce, flags=(body.flags or 0) & SILENT, **fields
    )
    if body.enforce_nonce and body.nonce is not None:
        world.remember_nonce(message)
    return as_json(world.message_payload(message))


@routes.get(_MESSAGES)
async def history(request: web.Request) -> web.Response:
    """The newest messages, the newest first."""
    world, channel = request.app[WORLD], channel_of(request)
    most = as_number(request.query.get("limit", "50"))
    before = as_number(request.query.get("before", str(1 << 63)))
    if not 1 <= most <= 100:
        raise invalid_form({"limit": {"_errors": [{"code": "NUMBER_TYPE_MAX"}]}})
    found = [one for one in channel.messages.values() if one.only_for is None and one.id < before]
    return as_json([world.message_payload(one) for one in reversed(found[-most:])])


@routes.get(_MESSAGE)
async def get(request: web.Request) -> web.Response:
    """One message."""
    world = request.app[WORLD]
    return as_json(world.message_payload(message_of(request, channel_of(request))))


@routes.patch(_MESSAGE)
async def edit(request: web.Request) -> web.Response:
    """Change a message of the bot's own."""
    raw, uploads = await read(request)
    world, channel = request.app[WORLD], channel_of(request)
    message = message_of(request, channel)
    body = checked(MessageBody, raw)
    if message.author is not world.bot:
        raise ApiError(403, 50005, "Cannot edit a message authored by another user")
    if channel.archived:
        raise archived()
    world.edit(message, **written(world, body, uploads, message))
    return as_json(world.message_payload(message))


@routes.delete(_MESSAGE)
async def delete(request: web.Request) -> web.Response:
    """Take a message away: an own one, or any where the bot may manage messages."""
    world, channel = request.app[WORLD], channel_of(request)
    message = message_of(request, channel)
    may = world.permissions(world.bot, channel)
    if message.author is not world.bot and Permission.MANAGE_MESSAGES not in may:
        raise missing_permissions()
    if channel.archived:
        raise archived()
    world.delete(message)
    return nothing()


@routes.post(_MESSAGES + "/bulk-delete")
async def delete_together(request: web.Request) -> web.Response:
    """Take messages away, none of them older than two weeks; those that are gone do not matter."""
    raw, _ = await read(request)
    world, channel = request.app[WORLD], channel_of(request)
    ids = {int(one) for one in checked(Deletion, raw).messages}
    if channel.type == PRIVATE:
        raise ApiError(403, 50003, "Cannot execute action on a DM channel")
    if Permission.MANAGE_MESSAGES not in world.permissions(world.bot, channel):
        raise missing_permissions()
    if channel.archived:
        raise archived()
    found = [channel.messages[one] for one in sorted(ids) if one in channel.messages]
    if any(one.created < world.clock() - _OLDEST_S for one in found):
        raise ApiError(400, 50034, "You can only bulk delete messages that are under 14 days old.")
    world.delete_together(channel, found)
    return nothing()


def written(
    world: World,
    body: MessageBody,
    uploads: list[Upload],
    message: Message | None = None,
) -> dict[str, Any]:
    """The fields of a message that a body sets: of a new one, or of one that is to change.

    Raises ApiError where nothing would be left to see.
    """
    fields: dict[str, Any] = {}
    given = body.model_fields_set if message is not None else MessageBody.model_fields
    if "content" in given:
        fields["content"] = (body.content or "").strip()
        who = body.allowed_mentions
        named = world.mentioned(fields["content"])
        fields["mentions"] = [user for user in named if who is None or who.allows(user.id)]
    if "embeds" in given:
        fields["embeds"] = body.embeds or []
    if "components" in given:
        fields["components"] = numbered(body.components)
    if "attachments" in body.model_fields_set or uploads:
        fields["attachments"] = _files(world, body, uploads, message)
    shown = [
        fields.get(name, getattr(message, name, None))
        for name in ("content", "embeds", "components", "attachments")
    ]
    if not any(shown):
        raise ApiError(400, 50006, "Cannot send an empty message")
    return fields


def _files(
    world: World, body: MessageBody, uploads: list[Upload], message: Message | None
) -> list[Attachment]:
    parts = {str(part.id): part for part in body.attachments or ()}
    old = message.attachments if message is not None else []
    kept = [one for one in old if body.attachments is None or str(one.id) in parts]
    for upload in uploads:
        part = parts.get(upload.number)
        name = (part.filename if part else None) or upload.filename
        description = part.description if part else None
        kept.append(world.new_file(name, upload.data, description))
    return kept


def _may_send(world: World, channel: Channel, *, files: bool) -> None:
    if channel.type == PRIVATE:
        user = next(world.users[one] for one in channel.people if one != world.bot.id)
        if not any({user.id, world.bot.id} <= {*one.members} for one in world.guilds.values()):
            raise ApiError(403, 50278, "Cannot send messages to this user: no mutual guilds")
        if not user.dms_open:
            raise ApiError(403, 50007, "Cannot send messages to this user")
        return
    if channel.type == CATEGORY:
        raise ApiError(400, 50008, "Cannot send messages in a non-text channel")
    if channel.locked and channel.is_thread and not world.may_send(world.bot, channel):
        raise ApiError(400, 160005, "This thread is locked")
    if not world.may_send(world.bot, channel):
        raise missing_permissions()
    if files and Permission.ATTACH_FILES not in world.permissions(world.bot, channel):
        raise missing_permissions()
