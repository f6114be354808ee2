"""AutoMod: what people write is held against a server's rules before it is posted.

https://discord.com/developers/docs/resources/auto-moderation
"""

import dataclasses
import functools
import re
from collections.abc import Callable, Iterator
from typing import Any, Final

import re2

from demo.errors import Refused
from demo.objects import AUTOMOD_ALERT, Channel, Guild, Message, Rule, User
from demo.payloads import Json
from demo.permissions import Permission, permissions_on
from demo.world import World

BLOCK, ALERT, SILENCE = 1, 2, 3
"""Types of actions."""

_BLOCKED: Final = "Sua mensagem foi bloqueada pelas regras deste servidor."


@dataclasses.dataclass(frozen=True, slots=True)
class Hit:
    """A rule that holds against a text: by which keyword or pattern, and by which words."""

    rule: Rule
    keyword: str
    words: str


def posted(
    world: World, user: User, channel: Channel, content: str, post: Callable[[], Message]
) -> Message:
    """Post what a person writes, or raise Refused where a rule keeps it back."""
    hits = _hits(world, user, channel, content)
    blocking = [one for hit in hits for one in hit.rule.actions if one["type"] == BLOCK]
    message = None if blocking else post()
    for hit in hits:
        for action in hit.rule.actions:
            _act(world, user, channel, content, hit, action, message)
    if message is None:
        raise Refused(blocking[0].get("metadata", {}).get("custom_message") or _BLOCKED)
    return message


def compiled(pattern: str) -> Any:
    """A pattern of a rule. Discord takes those of Rust, whose syntax RE2 shares.

    Raises re2.error.
    """
    options = re2.Options()
    options.log_errors = False
    return re2.compile(pattern, options)


def _hits(world: World, user: User, channel: Channel, content: str) -> list[Hit]:
    if channel.guild_id is None:
        return []
    guild = world.guilds[channel.guild_id]
    member = guild.members[user.id]
    if Permission.MANAGE_GUILD in permissions_on(guild, member):
        return []
    rules = [
        rule
        for rule in guild.rules.values()
        if rule.enabled
        and not {*member.role_ids} & {*rule.exempt_roles}
        and not {channel.id, channel.parent_id} & {*rule.exempt_channels}
    ]
    found = (next(_matches(rule, content), None) for rule in rules)
    return [hit for hit in found if hit is not None]


def _matches(rule: Rule, content: str) -> Iterator[Hit]:
    """What of the text the rule forbids, but for what its list allows."""
    allowed = [one.span() for each in rule.allow_list for one in _keyword(each).finditer(content)]
    patterns = [(each, _keyword(each)) for each in rule.keyword_filter]
    patterns += [(each, compiled(each)) for each in rule.regex_patterns]
    for named, pattern in patterns:
        for match in pattern.finditer(content):
            first, last = match.span()
            if first < last and not any(a <= first and last <= b for a, b in allowed):
                yield Hit(rule, named, match.group())


@functools.lru_cache(10_000)
def _keyword(keyword: str) -> re.Pattern[str]:
    """A keyword is a whole word or phrase; a star at an end lets the word go on there."""
    inner = re.escape(keyword.strip("*"))
    if not inner:
        return re.compile("(?!)")
    left = "" if keyword.startswith("*") else r"(?<!\w)"
    right = "" if keyword.endswith("*") else r"(?!\w)"
    return re.compile(left + inner + right, re.IGNORECASE)


def _act(
    world: World,
    user: User,
    channel: Channel,
    content: str,
    hit: Hit,
    action: Json,
    message: Message | None,
) -> None:
    guild = world.guilds[hit.rule.guild_id]
    told: Json = {
        "guild_id": str(guild.id),
        "action": action,
        "rule_id": str(hit.rule.id),
        "rule_trigger_type": 1,
        "user_id": str(user.id),
        "channel_id": str(channel.id),
        "content": content,
        "matched_keyword": hit.keyword,
        "matched_content": hit.words,
    }
    if message is not None:
        told["message_id"] = str(message.id)
    if action["type"] == ALERT:
        alert = _alert(world, user, channel, content, hit, message)
        if alert is not None:
            told["alert_system_message_id"] = str(alert.id)
    elif action["type"] == SILENCE:
        seconds = action["metadata"]["duration_seconds"]
        world.silence(guild, user, world.clock() + seconds)
    world.publish("AUTO_MODERATION_ACTION_EXECUTION", told)


def _alert(
    world: World, user: User, channel: Channel, content: str, hit: Hit, message: Message | None
) -> Message | None:
    """Tell of it in the channel that the rule names, if that is still there."""
    named = next(one for one in hit.rule.actions if one["type"] == ALERT)
    place = world.channels.get(int(named["metadata"]["channel_id"]))
    if place is None:
        return None
    fields = {
        "rule_name": hit.rule.name,
        "channel_id": str(channel.id),
        "decision_id": str(world.new_id()),
        "keyword": hit.keyword,
        "keyword_matched_content": hit.words,
    }
    if message is not None:
        fields["flagged_message_id"] = str(message.id)
    embed = {
        "type": "auto_moderation_message",
        "description": content,
        "fields": [{"name": k, "value": one, "inline": False} for k, one in fields.items()],
    }
    return world.post(place, user, type=AUTOMOD_ALERT, embeds=[embed])


# The rules


def rule_payload(rule: Rule) -> Json:
    """A rule."""
    return {
        "id": str(rule.id),
        "guild_id": str(rule.guild_id),
        "creator_id": str(rule.creator_id),
        "name": rule.name,
        "event_type": 1,
        "trigger_type": 1,
        "trigger_metadata": {
            "keyword_filter": rule.keyword_filter,
            "regex_patterns": rule.regex_patterns,
            "allow_list": rule.allow_list,
        },
        "actions": rule.actions,
        "enabled": rule.enabled,
        "exempt_roles": [str(one) for one in rule.exempt_roles],
        "exempt_channels": [str(one) for one in rule.exempt_channels],
    }


def put(world: World, guild: Guild, rule: Rule) -> None:
    """A new rule, or one that has changed."""
    verb = "UPDATE" if rule.id in guild.rules else "CREATE"
    guild.rules[rule.id] = rule
    world.publish(f"AUTO_MODERATION_RULE_{verb}", rule_payload(rule))


def remove(world: World, guild: Guild, rule: Rule) -> None:
    """A rule less."""
    del guild.rules[rule.id]
    world.publish("AUTO_MODERATION_RULE_DELETE", rule_payload(rule))
