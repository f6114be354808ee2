"""Discord's JSON for what it knows.

https://discord.com/developers/docs/resources
"""

import datetime as dt
from typing import Any

from demo.objects import (
    PRIVATE,
    VOICE,
    Attachment,
    Channel,
    Guild,
    Member,
    Message,
    Overwrite,
    Role,
    User,
    Webhook,
)

Json = dict[str, Any]


def iso(moment: float) -> str:
    """Seconds since 1970 as Discord writes a time."""
    return dt.datetime.fromtimestamp(moment, dt.UTC).isoformat()


def of_user(user: User) -> Json:
    """A user."""
    return {
        "id": str(user.id),
        "username": user.name,
        "discriminator": "0000" if user.bot else "0",
        "global_name": None if user.bot else user.name,
        "avatar": user.avatar,
        "bot": user.bot,
        "public_flags": 0,
        "flags": 0,
        "primary_guild": None,
    }


def of_member(member: Member, permissions: int | None = None) -> Json:
    """A member; with his permissions in a channel where an interaction tells them."""
    until = member.silenced_until
    payload: Json = {
        "user": of_user(member.user),
        "nick": member.nick,
        "avatar": None,
        "banner": None,
        "roles": [str(one) for one in member.role_ids],
        "joined_at": iso(member.joined),
        "premium_since": None,
        "deaf": False,
        "mute": False,
        "pending": False,
        "flags": 0,
        "communication_disabled_until": until and iso(until),
    }
    if permissions is not None:
        payload["permissions"] = str(permissions)
    return payload


def of_role(role: Role) -> Json:
    """A role."""
    return {
        "id": str(role.id),
        "name": role.name,
        "color": 0,
        "colors": {"primary_color": 0, "secondary_color": None, "tertiary_color": None},
        "hoist": False,
        "icon": None,
        "unicode_emoji": None,
        "position": role.position,
        "permissions": str(int(role.permissions)),
        "managed": role.managed,
        "mentionable": False,
        "flags": 0,
    }


def of_overwrite(overwrite: Overwrite) -> Json:
    """What a channel allows and denies."""
    return {
        "id": str(overwrite.id),
        "type": overwrite.type,
        "allow": str(int(overwrite.allow)),
        "deny": str(int(overwrite.deny)),
    }


def of_channel(channel: Channel, users: dict[int, User]) -> Json:
    """A channel, a private conversation or a thread."""
    shown = (one.id for one in reversed(channel.messages.values()) if one.only_for is None)
    last = next(shown, None)
    payload: Json = {
        "id": str(channel.id),
        "type": channel.type,
        "last_message_id": None if last is None else str(last),
        "flags": 0,
    }
    if channel.type == PRIVATE:
        people = [users[one] for one in channel.people if not users[one].bot]
        return payload | {"recipients": [of_user(user) for user in people]}
    payload |= {
        "guild_id": str(channel.guild_id),
        "name": channel.name,
        "parent_id": None if channel.parent_id is None else str(channel.parent_id),
        "rate_limit_per_user": channel.slowmode,
    }
    if channel.is_thread:
        return payload | {
            "owner_id": str(channel.owner_id),
            "message_count": len(channel.messages),
            "total_message_sent": len(channel.messages),
            "member_count": min(50, len(channel.members)),
            "thread_metadata": {
                "archived": channel.archived,
                "auto_archive_duration": channel.archive_minutes,
                "archive_timestamp": iso(channel.created),
                "locked": channel.locked,
                "create_timestamp": iso(channel.created),
                "invitable": True,
            },
        }
    if channel.type == VOICE:
        payload |= {"bitrate": 64000, "user_limit": 0, "rtc_region": None}
    return payload | {
        "topic": channel.topic,
        "nsfw": False,
        "position": 0,
        "permission_overwrites": [of_overwrite(one) for one in channel.overwrites.values()],
    }


def of_voice_state(member: Member, channel_id: int | None) -> Json:
    """Where a member is heard; None: nowhere any more."""
    return {
        "channel_id": None if channel_id is None else str(channel_id),
        "user_id": str(member.user.id),
        "session_id": f"{member.user.id:032x}",
        "deaf": False,
        "mute": False,
        "self_deaf": False,
        "self_mute": False,
        "self_stream": False,
        "self_video": False,
        "suppress": False,
        "request_to_speak_timestamp": None,
    }


def of_guild(guild: Guild, users: dict[int, User], seen_by: Member, threads: list[Channel]) -> Json:
    """A server as the gateway sends it to the bot, who is told of no other member."""
    plain = [one for one in guild.channels.values() if not one.is_thread]
    return {
        "id": str(guild.id),
        "name": guild.name,
        "owner_id": str(guild.owner_id),
        "icon": None,
        "splash": None,
        "discovery_splash": None,
        "afk_channel_id": None,
        "afk_timeout": 300,
        "verification_level": 0,
        "default_message_notifications": 1,
        "explicit_content_filter": 0,
        "roles": [of_role(role) for role in guild.roles.values()],
        "emojis": [],
        "stickers": [],
        "features": [],
        "mfa_level": 0,
        "application_id": None,
        "system_channel_id": None,
        "system_channel_flags": 0,
        "rules_channel_id": None,
        "max_members": 500000,
        "vanity_url_code": None,
        "description": None,
        "banner": None,
        "premium_tier": 0,
        "premium_subscription_count": 0,
        "preferred_locale": "pt-BR",
        "public_updates_channel_id": None,
        "nsfw_level": 0,
        "premium_progress_bar_enabled": False,
        "safety_alerts_channel_id": None,
        "joined_at": iso(seen_by.joined),
        "large": False,
        "unavailable": False,
        "member_count": len(guild.members),
        "voice_states": [
            of_voice_state(guild.members[user], place) for user, place in guild.voice.items()
        ],
        # The bot itself, and whoever is in a voice channel.
        "members": [
            of_member(member)
            for number, member in guild.members.items()
            if member is seen_by or number in guild.voice
        ],
        "channels": [of_channel(channel, users) for channel in plain],
        "threads": [of_channel(thread, users) for thread in threads],
        "presences": [],
        "stage_instances": [],
        "guild_scheduled_events": [],
        "soundboard_sounds": [],
    }


def of_attachment(attachment: Attachment, channel_id: int, base: str) -> Json:
    """A file of a message; ``base`` is the stand-in's own address."""
    url = f"{base}/attachments/{channel_id}/{attachment.id}/{attachment.secret}"
    payload: Json = {
        "id": str(attachment.id),
        "filename": attachment.filename,
        "size": len(attachment.data),
        "url": f"{url}/{attachment.filename}",
        "proxy_url": f"{url}/{attachment.filename}",
        "content_type": attachment.content_type,
    }
    if attachment.description is not None:
        payload["description"] = attachment.description
    if attachment.size is not None:
        payload["width"], payload["height"] = attachment.size
    return payload


def of_message(message: Message, channel: Channel, base: str, application_id: int) -> Json:
    """A message."""
    payload: Json = {
        "id": str(message.id),
        "channel_id": str(message.channel_id),
        "author": of_user(message.author),
        "content": message.content,
        "timestamp": iso(message.created),
        "edited_timestamp": None if message.edited is None else iso(message.edited),
        "tts": False,
        "mention_everyone": False,
        "mentions": [of_user(user) for user in message.mentions],
        "mention_roles": [],
        "attachments": [
            of_attachment(one, message.channel_id, base) for one in message.attachments
        ],
        "embeds": message.embeds,
        "components": message.components,
        "pinned": False,
        "type": message.type,
        "flags": message.flags,
    }
    if message.nonce is not None:
        payload["nonce"] = message.nonce
    if message.by_application:
        payload["application_id"] = str(application_id)
    if message.webhook_id is not None:
        payload["webhook_id"] = str(message.webhook_id)
    if message.interaction is not None:
        payload["webhook_id"] = str(application_id)
        payload["interaction_metadata"] = message.interaction
    if message.reply_to is not None:
        payload["message_reference"] = {
            "type": 0,
            "channel_id": str(message.channel_id),
            "message_id": str(message.reply_to),
        }
    if channel.guild_id is not None:
        payload["guild_id"] = str(channel.guild_id)
    return payload


def of_webhook(webhook: Webhook, base: str, application_id: int) -> Json:
    """A webhook that the application has made, as it sees it."""
    return {
        "id": str(webhook.id),
        "type": 1,
        "name": webhook.name,
        "avatar": None,
        "guild_id": str(webhook.guild_id),
        "channel_id": str(webhook.channel_id),
        "application_id": str(application_id),
        "user": of_user(webhook.user),
        "token": webhook.token,
        "url": f"{base}/api/webhooks/{webhook.id}/{webhook.token}",
    }
