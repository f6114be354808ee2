"""The bodies of requests about servers: their channels, webhooks and members.

https://discord.com/developers/docs/resources/channel
https://discord.com/developers/docs/resources/webhook
"""

import datetime as dt
import re
from typing import Annotated, Final, Literal

from pydantic import AfterValidator, BeforeValidator, Field, field_validator

from demo.requests import Body, MessageBody, Snowflake

_NOT_IN_NAMES: Final = re.compile("discord|clyde", re.IGNORECASE)


def _fit_for_a_webhook(name: str) -> str:
    found = _NOT_IN_NAMES.search(name)
    if found is not None:
        raise ValueError(f'a name cannot contain "{found.group().lower()}"')
    if not name.strip():
        raise ValueError("a name has letters")
    return name.strip()


WebhookName = Annotated[str, Field(min_length=1, max_length=80), AfterValidator(_fit_for_a_webhook)]


class WebhookBody(Body):
    """A webhook to be made."""

    name: WebhookName
    avatar: str | None = None


class WebhookMessage(MessageBody):
    """A message that a webhook sends, under whatever name."""

    username: WebhookName | None = None
    avatar_url: Annotated[str, Field(max_length=2048, pattern="^https?://")] | None = None


Bits = Annotated[int, Field(ge=0), BeforeValidator(lambda raw: 0 if raw is None else raw)]
"""Permissions, as a number or in text."""


class OverwriteBody(Body):
    """What a channel is to allow and deny a role (type 0) or a member (type 1)."""

    id: Snowflake | None = None
    type: Literal[0, 1] | None = None
    allow: Bits = 0
    deny: Bits = 0


class OverwriteOf(OverwriteBody):
    """The same in a list, where it says whom it is for."""

    id: Snowflake


class ChannelChange(Body):
    """What is to change in a channel."""

    name: Annotated[str, Field(min_length=1, max_length=100)] | None = None
    topic: Annotated[str, Field(max_length=1024)] | None = None
    parent_id: Snowflake | None = None
    permission_overwrites: Annotated[list[OverwriteOf], Field(max_length=100)] | None = None
    rate_limit_per_user: Annotated[int, Field(ge=0, le=21600)] | None = None
    position: Annotated[int, Field(ge=0)] | None = None
    nsfw: bool | None = None
    default_auto_archive_duration: Literal[60, 1440, 4320, 10080] | None = None
    default_thread_rate_limit_per_user: Annotated[int, Field(ge=0, le=21600)] | None = None


class ChannelBody(ChannelChange):
    """A channel to be made: for text, for voice, or a category."""

    name: Annotated[str, Field(min_length=1, max_length=100)]
    type: Literal[0, 2, 4] | None = None
    bitrate: Annotated[int, Field(ge=8000)] | None = None
    user_limit: Annotated[int, Field(ge=0, le=99)] | None = None


class MemberChange(Body):
    """Until when a member may only read; null lets him speak again."""

    communication_disabled_until: dt.datetime | None = None

    @field_validator("communication_disabled_until")
    @classmethod
    def _has_a_zone(cls, until: dt.datetime | None) -> dt.datetime | None:
        return until if until is None or until.tzinfo else until.replace(tzinfo=dt.UTC)
