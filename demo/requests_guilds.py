"""The bodies of requests about servers: their channels, webhooks and members.

https://discord.com/developers/docs/resources/channel
https://discord.com/developers/docs/resources/webhook
"""

import re
from typing import Annotated, Final

from pydantic import AfterValidator, Field

from demo.requests import Body, MessageBody

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
