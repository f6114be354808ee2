"""AutoMod: the bot's rules of a server, and what becomes of what people write."""

import discord
import pytest

from demo.errors import Refused
from demo.objects import AUTOMOD_ALERT
from demo.permissions import PEOPLE, Permission
from demo.world import BOT_PERMISSIONS
from tests.demo.openapi import DESCRIPTION, misfits
from tests.demo.toys import Toy, until

BLOCK = {"type": 1, "metadata": {"custom_message": "Aqui não se fala de cartas."}}
RULE = {
    "name": "cartas",
    "event_type": 1,
    "trigger_type": 1,
    "trigger_metadata": {"keyword_filter": ["curinga"]},
    "actions": [BLOCK],
    "enabled": True,
}


def bot_may(place, permissions):
    place.world.set_role(place.guild, place.world.bot_role(place.guild), permissions)


@pytest.fixture
def allowed(place):
    """The bot manages the server."""
    bot_may(place, BOT_PERMISSIONS | Permission.MANAGE_GUILD)


def rules_of(place):
    return f"/guilds/{place.guild.id}/auto-moderation/rules"


async def made(place, api, **body):
    answer = await api("POST", rules_of(place), RULE | body)
    assert answer.status == 200, answer.body
    return answer.body


def blocked(person, channel, text):
    try:
        person.send(channel.id, text)
    except Refused:
        return True
    return False


# The rules


async def test_rules_are_made_read_changed_and_deleted(place, api, allowed):
    rule = await made(place, api)
    path = f"{rules_of(place)}/{rule['id']}"
    assert (await api("GET", rules_of(place))).body == [rule]
    assert (await api("GET", path)).body == rule
    changed = await api("PATCH", path, {"name": "outras", "enabled": False})
    assert changed.body == rule | {"name": "outras", "enabled": False}
    place.bia.send(place.channel.id, "tenho um curinga")
    assert (await api("DELETE", path)).status == 204
    assert (await api("GET", path)).status == 404
    assert (await api("GET", rules_of(place))).body == []


async def test_a_rule_is_off_until_it_is_switched_on(place, api, allowed):
    rule = await made(place, api, enabled=None)
    assert (rule["enabled"], rule["exempt_roles"], rule["exempt_channels"]) == (False, [], [])
    assert not blocked(place.bia, place.channel, "curinga")


async def test_rules_need_the_permission_and_the_server(place, api):
    for method, path in (
        ("GET", rules_of(place)),
        ("POST", rules_of(place)),
        ("DELETE", f"{rules_of(place)}/1"),
    ):
        answer = await api(method, path, RULE if method == "POST" else None)
        assert (answer.status, answer.code) == (403, 50013)
    assert (await api("GET", "/guilds/1/auto-moderation/rules")).code == 10004


async def test_there_are_at_most_six(place, api, allowed):
    for _ in range(6):
        await made(place, api)
    answer = await api("POST", rules_of(place), RULE)
    assert (answer.status, answer.code) == (400, 50035)
    (error,) = answer.body["errors"]["_errors"]
    assert error["code"] == "AUTO_MODERATION_MAX_RULES_OF_TYPE_EXCEEDED"


def keywords(**given):
    return {"trigger_metadata": given}


@pytest.mark.parametrize(
    "body",
    [
        {"name": ""},
        {"name": "x" * 101},
        {"event_type": 7},
        {"trigger_type": 3},
        {"actions": []},
        {"actions": [{"type": 9}]},
        {"actions": [{"type": 1, "metadata": {"custom_message": "x" * 151}}]},
        {"actions": [{"type": 2}]},
        {"actions": [{"type": 2, "metadata": {"channel_id": "12345"}}]},
        {"actions": [{"type": 3}]},
        {"exempt_roles": [str(one) for one in range(21)]},
        {"exempt_channels": [str(one) for one in range(51)]},
        keywords(keyword_filter=["x"] * 1001),
        keywords(keyword_filter=["x" * 61]),
        keywords(keyword_filter=[""]),
        keywords(regex_patterns=["x"] * 11),
        keywords(regex_patterns=["x" * 261]),
        keywords(regex_patterns=["("]),
        keywords(allow_list=["x"] * 101),
    ],
)
async def test_bodies_are_checked_when_it_is_made_and_when_it_changes(place, api, allowed, body):
    answer = await api("POST", rules_of(place), RULE | body)
    assert (answer.status, answer.code) == (400, 50035)
    rule = await made(place, api)
    path = f"{rules_of(place)}/{rule['id']}"
    assert (await api("PATCH", path, body)).code == 50035
    assert (await api("GET", path)).body == rule


async def test_the_largest_rule_is_taken(place, api, allowed):
    most = {
        "keyword_filter": ["x" * 60] * 1000,
        "regex_patterns": ["x" * 260] * 10,
        "allow_list": ["x" * 60] * 100,
    }
    rule = await made(place, api, trigger_metadata=most)
    assert rule["trigger_metadata"] == most


# What people write


@pytest.mark.parametrize(
    ("keyword", "text", "holds"),
    [
        ("curinga", "tenho um CURINGA!", True),
        ("curinga", "curingas", False),
        ("três de copas", "o três de copas, vai", True),
        ("três de copas", "três de ouros", False),
        ("curin*", "curingas", True),
        ("curin*", "ocuringa", False),
        ("*inga", "curinga", True),
        ("*inga", "ingá", False),
        ("*rin*", "curinga", True),
        ("*", "qualquer coisa", False),
        ("a.b", "axb", False),
    ],
)
async def test_a_keyword_is_a_whole_word_unless_a_star_lets_it_go_on(
    place, api, allowed, keyword, text, holds
):
    await made(place, api, trigger_metadata={"keyword_filter": [keyword]})
    assert blocked(place.bia, place.channel, text) == holds


async def test_patterns_block_and_the_list_allows(place, api, allowed):
    await made(
        place,
        api,
        trigger_metadata={
            "keyword_filter": ["morto"],
            "regex_patterns": [r"(?i)\b\d+ de (copas|ouros)\b"],
            "allow_list": ["peguei o morto", "10 de ouros"],
        },
    )
    for text, holds in (
        ("7 de Copas", True),
        ("10 de ouros", False),
        ("10 de ouros e 9 de ouros", True),
        ("peguei o morto", False),
        ("o morto", True),
    ):
        assert blocked(place.bia, place.channel, text) == holds, text


async def test_what_is_blocked_is_seen_by_nobody_and_its_author_reads_why(place, api, allowed):
    await made(place, api)
    heard = []
    place.ana.subscribe(lambda name, _data: heard.append(name))
    with pytest.raises(Refused, match="Aqui não se fala de cartas"):
        place.bia.send(place.channel.id, "curinga")
    assert (place.shown(), heard) == ([], [])
    (rule,) = place.guild.rules
    await api("PATCH", f"{rules_of(place)}/{rule}", {"actions": [{"type": 1}]})
    with pytest.raises(Refused, match="bloqueada pelas regras deste servidor"):
        place.bia.send(place.channel.id, "curinga")


async def test_an_edit_is_held_back_as_well(place, api, allowed):
    await made(place, api)
    message = place.bia.send(place.channel.id, "vou pensar")
    with pytest.raises(Refused, match="Aqui não se fala"):
        place.bia.edit(place.channel.id, message.id, "tenho um curinga")
    assert (message.content, message.edited) == ("vou pensar", None)
    place.bia.edit(place.channel.id, message.id, "vou pensar mais")
    assert message.content == "vou pensar mais"
    foreign = place.ana.send(place.channel.id, "oi")
    for number, text in ((foreign.id, "x"), (message.id, ""), (message.id, "x" * 2001)):
        with pytest.raises(Refused):
            place.bia.edit(place.channel.id, number, text)


async def test_a_thread_is_not_joined_by_what_was_blocked_nor_edited_once_locked(
    place, api, allowed
):
    await made(place, api)
    thread = place.world.add_thread(
        place.channel, "mesa 1", owner=place.world.bot, under=None, private=False
    )
    assert blocked(place.bia, thread, "curinga")
    assert place.bia.id not in thread.members
    message = place.bia.send(thread.id, "oi")
    place.world.change_channel(thread, locked=True)
    with pytest.raises(Refused):
        place.bia.edit(thread.id, message.id, "olá")


async def test_managers_roles_and_channels_may_be_exempt(place, api, allowed):
    role = place.world.add_role(place.guild, "juízes", position=0)
    other = place.world.add_channel(place.guild, "outras")
    thread = place.world.add_thread(other, "x", owner=place.ana.user, under=None, private=False)
    rule = await made(place, api, exempt_roles=[role.id], exempt_channels=[other.id])
    assert rule["exempt_roles"] == [str(role.id)]
    assert not blocked(place.ana, place.channel, "curinga"), "the owner manages everything"
    assert not blocked(place.bia, other, "curinga")
    assert not blocked(place.bia, thread, "curinga")
    assert not blocked(place.bia, place.world.dm_with(place.bia.user), "curinga")
    assert blocked(place.bia, place.channel, "curinga")
    place.world.give_role(place.guild, place.bia.user, role)
    assert not blocked(place.bia, place.channel, "curinga")
    place.guild.members[place.bia.id].role_ids.clear()
    everybody = place.guild.roles[place.guild.id]
    place.world.set_role(place.guild, everybody, PEOPLE | Permission.MANAGE_GUILD)
    assert not blocked(place.bia, place.channel, "curinga")


async def test_an_alert_tells_in_a_channel_and_silence_falls(place, api, clock, allowed):
    log = place.world.add_channel(place.guild, "registro")
    alert = {"type": 2, "metadata": {"channel_id": str(log.id)}}
    silence = {"type": 3, "metadata": {"duration_seconds": 60}}
    await made(place, api, actions=[alert, silence])
    message = place.bia.send(place.channel.id, "tenho um curinga")
    (told,) = log.messages.values()
    assert (told.type, told.author) == (AUTOMOD_ALERT, place.bia.user)
    (embed,) = told.embeds
    fields = {one["name"]: one["value"] for one in embed["fields"]}
    assert (embed["description"], fields["keyword"]) == ("tenho um curinga", "curinga")
    assert fields["flagged_message_id"] == str(message.id)
    with pytest.raises(Refused, match="castigo"):
        place.bia.send(place.channel.id, "oi")
    clock.now += 61
    place.world.delete_channel(log)
    place.bia.send(place.channel.id, "curinga")


# What the bot is told


class Listening(Toy):
    async def on_automod_rule_create(self, rule):
        self.heard.append(("create", rule.name))

    async def on_automod_rule_update(self, rule):
        self.heard.append(("update", rule.name))

    async def on_automod_rule_delete(self, rule):
        self.heard.append(("delete", rule.name))

    async def on_automod_action(self, action):
        self.heard.append(("action", action))


@pytest.mark.parametrize("content", [True, False])
async def test_the_bot_is_told_what_was_done_and_keeps_rules_as_discord_describes(
    place, allowed, content
):
    place.stand_in.gateway.allowed_intents |= 1 << 15
    intents = discord.Intents.default()
    intents.message_content = content
    exchanges = []
    place.stand_in.watch.watchers.append(exchanges.append)
    async with place.bot(Listening(intents=intents)) as toy:
        guild = toy.get_guild(place.guild.id)
        rule = await guild.create_automod_rule(
            name="cartas",
            event_type=discord.AutoModRuleEventType.message_send,
            trigger=discord.AutoModTrigger(keyword_filter=["curinga"], regex_patterns=[r"\d de"]),
            actions=[
                discord.AutoModRuleAction(custom_message="Não."),
                discord.AutoModRuleAction(channel_id=place.channel.id),
            ],
            enabled=True,
            exempt_channels=[],
        )
        await rule.edit(name="naipes")
        assert [one.name for one in await guild.fetch_automod_rules()] == ["naipes"]
        assert (await guild.fetch_automod_rule(rule.id)).enabled
        assert blocked(place.bia, place.channel, "tenho um curinga")
        await until(lambda: sum(name == "action" for name, _ in toy.heard) == 2)
        await rule.delete()
        await until(lambda: toy.heard[-1][0] == "delete")
    assert [one for one in toy.heard if one[0] in ("create", "update", "delete")] == [
        ("create", "cartas"),
        ("update", "naipes"),
        ("delete", "naipes"),
    ]
    block, alert = (told for name, told in toy.heard if name == "action")
    assert (block.user_id, block.channel_id, block.matched_keyword) == (
        place.bia.id,
        place.channel.id,
        "curinga",
    )
    assert (block.content, block.matched_content) == (
        ("tenho um curinga", "curinga") if content else ("", "")
    )
    assert (block.message_id, block.alert_system_message_id) == (None, None)
    assert alert.alert_system_message_id in place.channel.messages
    if DESCRIPTION.exists():
        assert sorted({one for each in exchanges for one in misfits(each)}) == []


@pytest.mark.parametrize("without", ["intents", "permission"])
async def test_without_intents_or_permission_it_is_told_nothing(place, api, allowed, without):
    intents = discord.Intents.default()
    if without == "intents":
        intents.auto_moderation_configuration = intents.auto_moderation_execution = False
    async with place.bot(Listening(intents=intents)) as toy:
        if without == "intents":
            await made(place, api)
        else:
            await made(place, api)
            await until(lambda: toy.heard == [("create", "cartas")])
            bot_may(place, BOT_PERMISSIONS)
        toy.heard.clear()
        assert blocked(place.bia, place.channel, "curinga")
        place.bia.send(place.channel.id, "fim")
        await until(lambda: toy.heard)
        assert [name for name, _ in toy.heard] == ["message"]
