"""The bodies of requests about servers: their channels, webhooks, members and rules.

https://discord.com/developers/docs/resources/channel
https://discord.com/developers/docs/resources/webhook
https://discord.com/developers/docs/resources/auto-moderation
"""

import datetime as dt
import re
from typing import Annotated, Final, Literal

from pydantic import AfterValidator, BeforeValidator, Field, field_validator, model_validator

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


Keyword = Annotated[str, Field(min_length=1, max_length=60)]


class Keywords(Body):
    """What people may not write."""

    keyword_filter: Annotated[list[Keyword], Field(max_length=1000)] | None = None
    regex_patterns: (
        Annotated[list[Annotated[str, Field(min_length=1, max_length=260)]], Field(max_length=10)]
        | None
    ) = None
    allow_list: Annotated[list[Keyword], Field(max_length=100)] | None = None


class ActionDetails(Body):
    """Where an alert goes, what is told to the author, how long he is silenced."""

    channel_id: Snowflake | None = None
    custom_message: Annotated[str, Field(max_length=150)] | None = None
    duration_seconds: Annotated[int, Field(ge=1, le=2_419_200)] | None = None


class Action(Body):
    """What happens: the message is blocked (1), told of (2), its author silenced (3)."""

    type: Literal[1, 2, 3]
    metadata: ActionDetails = ActionDetails()

    @model_validator(mode="after")
    def _has_what_it_needs(self) -> "Action":
        needed = {2: self.metadata.channel_id, 3: self.metadata.duration_seconds}
        if self.type in needed and needed[self.type] is None:
            raise ValueError("an alert needs a channel, silence a time")
        return self


class RuleChange(Body):
    """What is to change in a rule."""

    name: Annotated[str, Field(min_length=1, max_length=100)] | None = None
    event_type: Literal[1] | None = None
    trigger_type: Literal[1] | None = None
    trigger_metadata: Keywords | None = None
    actions: Annotated[list[Action], Field(min_length=1, max_length=5)] | None = None
    enabled: bool | None = None
    exempt_roles: Annotated[list[Snowflake], Field(max_length=20)] | None = None
    exempt_channels: Annotated[list[Snowflake], Field(max_length=50)] | None = None


class RuleBody(RuleChange):
    """A rule to be made, of keywords and patterns."""

    name: Annotated[str, Field(min_length=1, max_length=100)]
    event_type: Literal[1]
    trigger_type: Literal[1]
    actions: Annotated[list[Action], Field(min_length=1, max_length=5)]
