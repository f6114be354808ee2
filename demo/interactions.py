"""Interactions on their way to the bot, and what becomes of them within three seconds.

https://discord.com/developers/docs/interactions/receiving-and-responding#interaction-object
"""

import asyncio
import secrets
from typing import Any

from demo import payloads
from demo.files import FILE_LIMIT
from demo.objects import (
    PRIVATE,
    Channel,
    Interaction,
    Kind,
    Message,
    User,
)
from demo.payloads import Json
from demo.world import World


def begin(
    world: World,
    kind: Kind,
    user: User,
    channel: Channel,
    data: Json,
    *,
    message: Message | None = None,
    nonce: str | None = None,
    opened_by: Interaction | None = None,
) -> Interaction:
    """Send the bot an interaction, whatever it is; who does so checks what a client would."""
    interaction = Interaction(
        world.new_id(),
        secrets.token_urlsafe(32),
        kind,
        user,
        channel,
        data,
        world.clock(),
        message,
        nonce,
        opened_by,
    )
    world.begin(interaction)
    send(world, interaction)
    asyncio.get_running_loop().call_later(world.answer_within_s, _expire, world, interaction)
    return interaction


def send(world: World, interaction: Interaction) -> None:
    """Tell the bot of it; a second time where Discord would, too."""
    world.publish("INTERACTION_CREATE", _payload(world, interaction), only_for=world.bot.id)


def _expire(world: World, interaction: Interaction) -> None:
    if interaction.answer is None:
        interaction.failed = True
        interaction.done.set()
        world.publish("INTERACTION_FAILED", {"interaction": interaction}, only_for=0)


def _payload(world: World, interaction: Interaction) -> Json:
    channel, user = interaction.channel, interaction.user
    payload: Json = {
        "id": str(interaction.id),
        "application_id": str(world.application_id),
        "type": int(interaction.kind),
        "token": interaction.token,
        "version": 1,
        "data": interaction.data,
        "channel_id": str(channel.id),
        "channel": payloads.of_channel(channel, world.users)
        | {"permissions": str(int(world.permissions(user, channel)))},
        "app_permissions": str(int(world.permissions(world.bot, channel))),
        "locale": "pt-BR",
        "entitlements": [],
        "attachment_size_limit": FILE_LIMIT,
        "context": 1 if channel.type == PRIVATE else 0,
    }
    if channel.guild_id is None:
        payload["authorizing_integration_owners"] = {"0": "0"}
        payload["user"] = payloads.of_user(user)
    else:
        guild = world.guilds[channel.guild_id]
        may = int(world.permissions(user, channel))
        payload |= {
            "authorizing_integration_owners": {"0": str(guild.id)},
            "guild_id": str(guild.id),
            "guild_locale": "pt-BR",
            "guild": {"id": str(guild.id), "locale": "pt-BR", "features": []},
            "member": payloads.of_member(guild.members[user.id], may),
        }
    if interaction.message is not None:
        payload["message"] = world.message_payload(interaction.message)
    return payload


def resolved_users(world: World, channel: Channel, ids: list[int]) -> dict[str, Any]:
    """The people whom an option or a menu names, as an interaction's data tells them."""
    resolved: dict[str, Any] = {
        "users": {str(one): payloads.of_user(world.users[one]) for one in ids}
    }
    if channel.guild_id is not None:
        members = world.guilds[channel.guild_id].members
        resolved["members"] = {}
        for one in ids:
            if one in members:
                may = int(world.permissions(world.users[one], channel))
                member = payloads.of_member(members[one], may)
                del member["user"], member["deaf"], member["mute"]
                resolved["members"][str(one)] = member
    return resolved
