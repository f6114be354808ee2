"""The answers to interactions: the first one within 3 s, all others within 15 minutes.

The latter have the addresses of webhooks: ``demo.rest_webhooks`` tells them apart.

https://discord.com/developers/docs/interactions/receiving-and-responding
"""

import enum
from typing import Any

from aiohttp import web

from demo.errors import (
    ApiError,
    invalid_form,
    unknown_channel,
    unknown_interaction,
    unknown_message,
    unknown_webhook,
)
from demo.objects import (
    COMMAND_ANSWER,
    EPHEMERAL,
    LOADING,
    SILENT,
    TOKEN_SECONDS,
    Interaction,
    Kind,
    Message,
)
from demo.payloads import Json, of_user
from demo.requests import Callback, Choices, MessageBody, Modal, checked, numbered
from demo.rest import WORLD, Upload, as_json, nothing, number_of, read
from demo.rest_messages import written
from demo.world import World

routes = web.RouteTableDef()


class Answer(enum.IntEnum):
    """Types of first answers."""

    MESSAGE = 4
    DEFERRED = 5
    DEFERRED_UPDATE = 6
    UPDATE = 7
    CHOICES = 8
    MODAL = 9


@routes.post("/api/v10/interactions/{interaction}/{token}/callback")
async def callback(request: web.Request) -> web.Response:
    """The first answer."""
    raw, uploads = await read(request)
    world = request.app[WORLD]
    interaction = world.interactions.get(request.match_info["token"])
    if interaction is None or str(interaction.id) != request.match_info["interaction"]:
        raise unknown_interaction()
    if interaction.answer is not None:
        raise ApiError(400, 40060, "Interaction has already been acknowledged.")
    late = world.clock() - interaction.began > world.answer_within_s
    if interaction.failed or late:
        raise unknown_interaction()
    if interaction.channel.id not in world.channels:
        raise unknown_channel()
    body = checked(Callback, raw)
    message = _first_answer(world, interaction, body, uploads)
    interaction.answer = body.type
    interaction.answered_after = world.clock() - interaction.began
    interaction.done.set()
    world.publish("INTERACTION_ANSWERED", {"interaction": interaction}, only_for=0)
    if request.query.get("with_response", "false").lower() not in ("1", "true"):
        return nothing()
    return as_json(_callback_payload(world, interaction, body.type, message))


def _first_answer(
    world: World, interaction: Interaction, body: Callback, uploads: list[Upload]
) -> Message | None:
    data = body.data or {}
    kind: int = body.type
    if (kind == Answer.CHOICES) != (interaction.kind is Kind.COMPLETE):
        raise _wrong_type()
    if kind in (Answer.DEFERRED_UPDATE, Answer.UPDATE) and interaction.message is None:
        raise _wrong_type()
    match kind:
        case Answer.MESSAGE:
            return _answer(world, interaction, data, uploads)
        case Answer.DEFERRED:
            flags = LOADING | (checked(MessageBody, data).flags or 0) & EPHEMERAL
            return _posted(world, interaction, flags, {"content": ""}, original=True)
        case Answer.DEFERRED_UPDATE:
            assert interaction.message is not None, "looked at above"
            interaction.original_id = interaction.message.id
        case Answer.UPDATE:
            assert interaction.message is not None, "looked at above"
            interaction.original_id = interaction.message.id
            if interaction.message.id not in interaction.channel.messages:
                raise unknown_message()
            fields = written(world, checked(MessageBody, data), uploads, interaction.message)
            world.edit(interaction.message, **fields)
            return interaction.message
        case Answer.CHOICES:
            interaction.choices = checked(Choices, data).model_dump()["choices"]
        case Answer.MODAL:
            if interaction.kind is Kind.MODAL:
                raise _wrong_type()
            form = checked(Modal, data)
            interaction.modal = {
                "custom_id": form.custom_id,
                "title": form.title,
                "components": numbered(form.components),
            }
            world.open_forms[interaction.user.id] = interaction
        case _:
            raise _wrong_type()
    return None


def _wrong_type() -> ApiError:
    return invalid_form({"type": {"_errors": [{"code": "BASE_TYPE_CHOICES"}]}})


def _answer(world: World, interaction: Interaction, data: Json, uploads: list[Upload]) -> Message:
    body = checked(MessageBody, data)
    fields = written(world, body, uploads)
    flags = (body.flags or 0) & (EPHEMERAL | SILENT)
    return _posted(world, interaction, flags, fields, original=True)


def _posted(
    world: World, interaction: Interaction, flags: int, fields: Json, *, original: bool
) -> Message:
    message = world.post(
        interaction.channel,
        world.bot,
        flags=flags,
        only_for=interaction.user.id if flags & EPHEMERAL else None,
        interaction=_metadata(interaction),
        type=COMMAND_ANSWER if interaction.kind is Kind.COMMAND and original else 0,
        **fields,
    )
    if original:
        interaction.original_id = message.id
        interaction.ephemeral = bool(flags & EPHEMERAL)
    return message


def _metadata(interaction: Interaction) -> Json:
    metadata: Json = {
        "id": str(interaction.id),
        "type": int(interaction.kind),
        "user": of_user(interaction.user),
        "authorizing_integration_owners": {"0": str(interaction.channel.guild_id or 0)},
    }
    if interaction.kind is Kind.COMMAND:
        metadata |= {"name": _full_name(interaction.data)} | _target(interaction.data)
    elif interaction.opened_by is not None:
        metadata["triggering_interaction_metadata"] = _metadata(interaction.opened_by)
    elif interaction.message is not None:
        metadata["interacted_message_id"] = str(interaction.message.id)
    return metadata


def _target(data: Json) -> Json:
    """What a command from a menu was chosen for."""
    if "target_id" not in data:
        return {}
    user = data["resolved"].get("users", {}).get(data["target_id"])
    return {"target_message_id": data["target_id"]} if user is None else {"target_user": user}


def _full_name(data: Json) -> str:
    """The command's name with those of the commands below it, as the client shows it."""
    names = [str(data["name"])]
    options: list[Json] = data.get("options") or []
    while options and options[0]["type"] in (1, 2):
        names.append(str(options[0]["name"]))
        options = options[0].get("options") or []
    return " ".join(names)


def _callback_payload(
    world: World, interaction: Interaction, kind: int, message: Message | None
) -> Json:
    told: Json = {"id": str(interaction.id), "type": int(interaction.kind)}
    if message is not None:
        told |= {
            "response_message_id": str(message.id),
            "response_message_loading": bool(message.flags & LOADING),
            "response_message_ephemeral": bool(message.flags & EPHEMERAL),
        }
    if kind not in (Answer.MESSAGE, Answer.UPDATE) or message is None:
        return {"interaction": told}
    resource = {"type": kind, "message": world.message_payload(message)}
    return {"interaction": told, "resource": resource}


async def follow_up(request: web.Request) -> web.Response:
    """One more message; after "is thinking" the first one takes that message's place."""
    raw, uploads = await read(request)
    world = request.app[WORLD]
    interaction = _by_token(request)
    waiting = _original(interaction) if interaction.answer == Answer.DEFERRED else None
    body = checked(MessageBody, raw)
    if waiting is not None and waiting.flags & LOADING:
        _fill(world, waiting, written(world, body, uploads))
        return as_json(world.message_payload(waiting))
    fields = written(world, body, uploads)
    flags = (body.flags or 0) & (EPHEMERAL | SILENT)
    message = _posted(world, interaction, flags, fields, original=False)
    return as_json(world.message_payload(message))


async def get(request: web.Request) -> web.Response:
    """One of the answers."""
    world = request.app[WORLD]
    return as_json(world.message_payload(_meant(request, _by_token(request))))


async def edit(request: web.Request) -> web.Response:
    """Change one of the answers, or the message that was clicked."""
    raw, uploads = await read(request)
    world = request.app[WORLD]
    message = _meant(request, _by_token(request))
    fields = written(world, checked(MessageBody, raw), uploads, message)
    _fill(world, message, fields)
    return as_json(world.message_payload(message))


async def delete(request: web.Request) -> web.Response:
    """Take one of the answers away, or the message that was clicked."""
    message = _meant(request, _by_token(request))
    request.app[WORLD].delete(message)
    return nothing()


def _fill(world: World, message: Message, fields: dict[str, Any]) -> None:
    was_loading = bool(message.flags & LOADING)
    world.edit(message, by_author=not was_loading, flags=message.flags & ~LOADING, **fields)


def _by_token(request: web.Request) -> Interaction:
    world = request.app[WORLD]
    interaction = world.interactions.get(request.match_info["token"])
    if (
        interaction is None
        or interaction.answer is None
        or world.clock() - interaction.began > TOKEN_SECONDS
    ):
        raise unknown_webhook()
    if interaction.channel.id not in world.channels:
        raise unknown_channel()
    return interaction


def _original(interaction: Interaction) -> Message | None:
    return interaction.channel.messages.get(interaction.original_id or 0)


def _meant(request: web.Request, interaction: Interaction) -> Message:
    if request.match_info["message"] == "@original":
        message = _original(interaction)
    else:
        message = interaction.channel.messages.get(number_of(request, "message"))
    if message is None or not _belongs(message, interaction):
        raise unknown_message()
    return message


def _belongs(message: Message, interaction: Interaction) -> bool:
    """A token reaches the answers to its interaction, and the message that was clicked."""
    answer = message.interaction is not None and message.interaction["id"] == str(interaction.id)
    return answer or message.id == interaction.original_id
