"""Says in somebody's name what he may say: by a webhook of the channel, else as the bot itself."""

import logging
import re
from collections import OrderedDict
from typing import Final

import discord

from bot.client import BuracoBot
from cogs.ui.written import REMEMBERED
from storage.records import MatchInfo
from texts.moderation import spoken_line

log = logging.getLogger(__name__)

WEBHOOK_NAME: Final = "Buraco: falas"
LONGEST_NAME: Final = 80
UNKNOWN_WEBHOOK: Final = 10015
_FORBIDDEN_IN_NAMES: Final = re.compile("discord|clyde", re.IGNORECASE)


class Speaker:
    """Posts what people say through the bot; nobody is mentioned, and no link is unfolded.

    Each channel has one webhook, which is found or made when somebody first speaks there; its
    token stays in memory. https://discord.com/developers/docs/resources/webhook#execute-webhook
    """

    def __init__(self, bot: BuracoBot) -> None:
        self.bot = bot
        self._webhooks: dict[int, discord.Webhook] = {}
        self._spoken: OrderedDict[int, int] = OrderedDict()  # message → who said it, for a while

    async def say(
        self, channel_id: int, place_id: int, user: discord.Member, name: str, text: str
    ) -> None:
        """Post in a thread of the channel, or in the channel itself, under a name.

        Raises discord.HTTPException where not even the bot itself may post there.
        """
        message_id = await self._say(channel_id, place_id, user, name, text)
        self._spoken[message_id] = user.id
        if len(self._spoken) > REMEMBERED:
            self._spoken.popitem(last=False)

    def who_said(self, message: discord.Message, info: MatchInfo) -> int | None:
        """For whom the bot said something; of before a start, who sits there by that name."""
        if message.id in self._spoken or message.webhook_id is None:
            return self._spoken.get(message.id)
        named = [each for each in info.people if each.name == message.author.display_name]
        return named[0].user_id if len(named) == 1 else None

    async def _say(
        self, channel_id: int, place_id: int, user: discord.Member, name: str, text: str
    ) -> int:
        webhook = await self._webhook(channel_id)
        if webhook is not None and _may_be_called(name):
            for _ in range(2):
                try:
                    return await self._by_webhook(webhook, channel_id, place_id, user, name, text)
                except discord.DiscordServerError:
                    raise  # it may have been posted: said by the bot as well, it would stand twice
                except discord.HTTPException as error:
                    log.info("a webhook in channel %s does not post: %s", channel_id, error.code)
                    self._webhooks.pop(channel_id, None)
                    if error.code != UNKNOWN_WEBHOOK:
                        break  # it is there, and posts as little the next time
                    webhook = await self._webhook(channel_id)
                    if webhook is None:
                        break
        place = self.bot.get_partial_messageable(place_id)
        line = spoken_line(name, text)
        return (await place.send(line, suppress_embeds=True)).id

    async def _by_webhook(
        self,
        webhook: discord.Webhook,
        channel_id: int,
        place_id: int,
        user: discord.Member,
        name: str,
        text: str,
    ) -> int:
        message = await webhook.send(
            text,
            username=name[:LONGEST_NAME],
            avatar_url=user.display_avatar.url,
            thread=discord.utils.MISSING if place_id == channel_id else discord.Object(place_id),
            allowed_mentions=discord.AllowedMentions.none(),
            suppress_embeds=True,
            wait=True,
        )
        return message.id

    async def _webhook(self, channel_id: int) -> discord.Webhook | None:
        """The channel's webhook; None where the bot may have none."""
        if channel_id in self._webhooks:
            return self._webhooks[channel_id]
        channel = self.bot.get_channel(channel_id)
        if not isinstance(channel, discord.TextChannel):
            return None
        if not channel.permissions_for(channel.guild.me).manage_webhooks:
            return None
        try:
            own = [each for each in await channel.webhooks() if self._is_own(each)]
            webhook = own[0] if own else await channel.create_webhook(name=WEBHOOK_NAME)
        except discord.HTTPException as error:
            log.info("channel %s has no webhook of ours: %s", channel_id, error.code)
            return None
        self._webhooks[channel_id] = webhook
        return webhook

    def _is_own(self, webhook: discord.Webhook) -> bool:
        made_by = None if webhook.user is None else webhook.user.id
        me = None if self.bot.user is None else self.bot.user.id
        return webhook.token is not None and made_by == me


async def delete_webhooks(guild: discord.Guild) -> None:
    """Delete the webhooks that the bot made on a server; without the permission none is left."""
    if not guild.me.guild_permissions.manage_webhooks:
        return
    for webhook in await guild.webhooks():
        if webhook.user == guild.me and webhook.name == WEBHOOK_NAME:
            await webhook.delete()


def _may_be_called(name: str) -> bool:
    """Whether Discord takes the name for a webhook's post."""
    return bool(name.strip()) and _FORBIDDEN_IN_NAMES.search(name) is None
