"""Members of a server who may not speak for a while: who is silenced by whom, and what it means."""

import datetime as dt
import time

import discord
import pytest

from demo.errors import Refused
from demo.permissions import Permission
from demo.world import BOT_PERMISSIONS
from tests.demo.openapi import DESCRIPTION, misfits
from tests.demo.toys import Toy, until

FIELD = "communication_disabled_until"
DAY = 24 * 60 * 60
ROWS = [{"type": 1, "components": [{"type": 2, "style": 1, "label": "Vai", "custom_id": "b"}]}]
COMMANDS = [
    {"id": "7", "type": 1, "name": "faz", "default_member_permissions": None},
    {"id": "8", "type": 3, "name": "Denunciar", "default_member_permissions": None},
]


def bot_may(place, permissions):
    place.world.set_role(place.guild, place.world.bot_role(place.guild), permissions)


@pytest.fixture
def allowed(place):
    """The bot silences members."""
    bot_may(place, BOT_PERMISSIONS | Permission.MODERATE_MEMBERS)


def at(place, seconds):
    return dt.datetime.fromtimestamp(place.world.clock() + seconds, dt.UTC).isoformat()


def silenced(place, api, moment, user=None):
    path = f"/guilds/{place.guild.id}/members/{user or place.bia.id}"
    return api("PATCH", path, {FIELD: moment})


async def test_whoever_is_silenced_reads_and_does_nothing_else_until_it_is_over(
    place, api, clock, allowed
):
    world, bia, here = place.world, place.bia, place.channel.id
    world.commands = COMMANDS
    message = world.post(place.channel, world.bot, content="oi", components=ROWS)
    told = []
    bia.subscribe(lambda name, data: told.append((name, data)))
    answer = await silenced(place, api, at(place, 600))
    assert answer.status == 200
    assert answer.body[FIELD] == at(place, 600)
    ((name, data),) = told
    assert (name, data["channels"][0]["can_send"]) == ("READY", True)
    assert data["channels"][0]["silenced_until"] == at(place, 600)
    hour = time.strftime("%H:%M", time.localtime(clock.now + 600))
    for act in (
        lambda: bia.send(here, "oi"),
        lambda: bia.click(here, message.id, "b"),
        lambda: bia.command(here, 7, (), {}),
        lambda: bia.use_on_message(here, message.id, 8),
    ):
        with pytest.raises(Refused, match=f"Você está de castigo até .*{hour}\\."):
            act()
    assert [one.content for one in bia.messages(place.channel)] == ["oi"]
    assert bia.send(world.dm_with(bia.user).id, "oi").content == "oi", "in private he speaks"
    clock.now += 601
    assert bia.send(here, "oi").content == "oi"
    assert (await api("GET", f"/guilds/{place.guild.id}/members/{bia.id}")).body[FIELD] is not None


async def test_a_form_that_is_open_is_not_sent_either(place, api, allowed):
    toy = Toy()

    async def use(interaction):
        await interaction.response.send_modal(Form())

    toy.pressed = use
    async with place.bot(toy):
        message = place.world.post(place.channel, place.world.bot, content="oi", components=ROWS)
        opened = place.bia.click(place.channel.id, message.id, "b")
        await opened.done.wait()
        await silenced(place, api, at(place, 600))
        with pytest.raises(Refused, match="castigo"):
            place.bia.submit(opened.id, {"what": "oi"})


class Form(discord.ui.Modal, title="Falar"):
    what = discord.ui.TextInput(label="O quê", custom_id="what")


async def test_null_lets_him_speak_again(place, api, allowed):
    await silenced(place, api, at(place, 600))
    assert (await silenced(place, api, None)).body[FIELD] is None
    place.bia.send(place.channel.id, "oi")
    await silenced(place, api, at(place, -1))
    place.bia.send(place.channel.id, "um tempo que passou não vale")


@pytest.mark.parametrize(
    ("moment", "status"),
    [
        (28 * DAY, 200),
        (28 * DAY + 1, 400),
        ("amanhã", 400),
        (["2030"], 400),
    ],
)
async def test_a_time_is_within_28_days(place, api, allowed, moment, status):
    answer = await silenced(place, api, at(place, moment) if isinstance(moment, int) else moment)
    assert answer.status == status
    assert status == 200 or (answer.code, [*answer.body["errors"]]) == (50035, [FIELD])


@pytest.mark.parametrize("who", ["owner", "administrator", "above", "beside", "bot"])
async def test_owners_administrators_and_those_who_are_not_below_stay_free(
    place, api, allowed, who
):
    user = {"owner": place.ana.user, "bot": place.world.bot}.get(who, place.bia.user)
    if who in ("administrator", "above", "beside"):
        bits = Permission.ADMINISTRATOR if who == "administrator" else 0
        role = place.world.add_role(place.guild, who, bits, position=2 if who == "above" else 1)
        if who == "administrator":
            role.position = 0
        place.world.give_role(place.guild, user, role)
    answer = await silenced(place, api, at(place, 600), user.id)
    assert (answer.status, answer.code) == (403, 50013)


async def test_it_needs_the_permission_and_a_member(place, api):
    assert (await silenced(place, api, at(place, 600))).code == 50013
    assert (await silenced(place, api, at(place, 600), 12345)).code == 10007
    assert (await api("PATCH", f"/guilds/1/members/{place.bia.id}", {FIELD: None})).code == 10004


@pytest.mark.parametrize("intent", [True, False])
async def test_the_bot_is_told_with_the_intent_alone_and_asks_as_discord_describes(
    place, allowed, intent
):
    class Listening(Toy):
        async def on_member_update(self, _before, after):
            self.heard.append(("member", after.timed_out_until))

    place.stand_in.gateway.allowed_intents |= 1 << 1
    intents = discord.Intents.default()
    intents.members = intent
    exchanges = []
    place.stand_in.watch.watchers.append(exchanges.append)
    async with place.bot(Listening(intents=intents)) as toy:
        member = await toy.get_guild(place.guild.id).fetch_member(place.bia.id)
        soon = dt.datetime.fromtimestamp(place.world.clock() + 600, dt.UTC)
        await member.timeout(soon, reason="ofensa")
        assert place.guild.members[place.bia.id].silenced_until == soon.timestamp()
        await member.timeout(None)
        place.bia.send(place.channel.id, "fim")
        await until(lambda: any(name == "message" for name, _ in toy.heard))
    heard = [told for name, told in toy.heard if name == "member"]
    assert heard == ([soon, None] if intent else [])
    if DESCRIPTION.exists():
        assert sorted({one for each in exchanges for one in misfits(each)}) == []
