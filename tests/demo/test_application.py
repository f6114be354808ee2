"""The application: who it is, its commands and their limits, its emojis."""

import base64

import discord
import pytest
from discord import app_commands

from demo.permissions import PEOPLE, Permission
from tests.demo.toys import Toy, with_command

PNG = b"\x89PNG\r\n\x1a\n" + b"\0" * 30


def uri(data, kind="png"):
    return f"data:image/{kind};base64,{base64.b64encode(data).decode()}"


def one(name="faz", **more):
    return {"name": name, "description": "x", "type": 1} | more


def option(name="o", **more):
    return {"type": 3, "name": name, "description": "x"} | more


@pytest.fixture
def commands(place):
    return f"/applications/{place.world.application_id}/commands"


@pytest.fixture
def emojis(place):
    return f"/applications/{place.world.application_id}/emojis"


@pytest.mark.parametrize("name", ["mesa", "regra-da_mesa", "configuração", "x" * 32])
async def test_a_command_has_a_name_of_small_letters(api, commands, name):
    assert (await api("PUT", commands, [one(name)])).status == 200


@pytest.mark.parametrize("name", ["", "Mesa", "duas palavras", "x" * 33, "mesa!"])
async def test_a_command_has_no_other_name(api, commands, name):
    answer = await api("PUT", commands, [one(name)])
    assert (answer.status, answer.code) == (400, 50035)
    assert list(answer.body["errors"]) == ["0"]


@pytest.mark.parametrize(
    "wrong",
    [
        [one(options=[option(f"o{n}") for n in range(26)])],
        [one(options=[option(choices=[{"name": f"{n}", "value": "x"} for n in range(26)])])],
        [one(options=[option("Grande")])],
        [one(options=[option(type=12)])],
        [one(description="")],
        [one(description="x" * 101)],
        [one(colour="red")],
        [one(), one()],
        [one(f"c{n}") for n in range(101)],
        {"name": "faz"},
    ],
)
async def test_a_wrong_command_is_refused_and_the_old_ones_stay(api, commands, wrong):
    await api("PUT", commands, [one("velho")])
    answer = await api("PUT", commands, wrong)
    assert (answer.status, answer.code) == (400, 50035)
    assert [each["name"] for each in (await api("GET", commands)).body] == ["velho"]


async def test_a_command_that_stays_keeps_its_number(api, commands):
    first = (await api("PUT", commands, [one(), one("outro")])).body
    again = (await api("PUT", commands, [one(description="nova"), one("terceiro")])).body
    assert again[0]["id"] == first[0]["id"]
    assert again[0]["description"] == "nova"
    assert first[1]["id"] not in [each["id"] for each in again]


async def test_the_two_hundred_and_first_new_command_of_a_day_is_refused(api, commands, clock):
    for n in range(2):
        await api("PUT", commands, [one(f"c{n}-{m}") for m in range(100)])
    assert (await api("PUT", commands, [one(f"c1-{m}") for m in range(100)])).status == 200
    refused = await api("PUT", commands, [one("novo")])
    assert (refused.status, refused.code) == (400, 30034)
    clock.now += 24 * 60 * 60 + 1
    assert (await api("PUT", commands, [one("novo")])).status == 200


async def test_a_servers_commands_are_used_on_that_server_alone(place, api):
    elsewhere = place.world.add_guild("Outra", owner=place.bia.user)
    path = f"/applications/{place.world.application_id}/guilds/{elsewhere.id}/commands"
    assert (await api("PUT", path, [one()])).status == 200
    assert [each["name"] for each in (await api("GET", path)).body] == ["faz"]
    assert (place.ana.commands(), len(place.bia.commands())) == ([], 1)
    unknown = f"/applications/{place.world.application_id}/guilds/123/commands"
    assert (await api("PUT", unknown, [one()])).code == 50001


async def test_discord_py_names_the_command_that_was_refused(place):
    toy = Toy()

    async def use(interaction):
        raise AssertionError

    with_command(toy, use)
    async with place.bot() as connected:
        connected.tree.add_command(toy.tree.get_command("faz"))
        connected.tree.get_command("faz").description = "x" * 101
        with pytest.raises(app_commands.CommandSyncFailure, match=r"command 'faz'") as refused:
            await connected.tree.sync()
        assert refused.value.code == 50035


async def test_a_command_is_offered_to_those_with_the_permissions_that_it_asks_for(place, api):
    path = f"/applications/{place.world.application_id}/commands"
    manage = str(int(Permission.MANAGE_GUILD))
    asked = [
        one("todos"),
        one("gerentes", default_member_permissions=manage),
        one("administradores", default_member_permissions="0"),
    ]
    await api("PUT", path, asked)

    def offered(person):
        return [each["name"] for each in person.commands()]

    assert offered(place.ana) == ["todos", "gerentes", "administradores"], "she owns the server"
    assert offered(place.bia) == ["todos"]
    everybody = place.guild.roles[place.guild.id]
    place.world.set_role(place.guild, everybody, PEOPLE | Permission.MANAGE_GUILD)
    assert offered(place.bia) == ["todos", "gerentes"]


async def test_context_menus_are_registered_but_nobody_is_offered_one(place, api, commands):
    answer = await api("PUT", commands, [{"type": 3, "name": "Denunciar Mensagem"}])
    assert (answer.status, answer.body[0]["type"]) == (200, 3)
    assert place.ana.commands() == []


async def test_an_emoji_is_added_listed_and_deleted(place):
    async with place.bot() as toy:
        made = await toy.create_application_emoji(name="as_copas", image=PNG)
        assert [each.name for each in await toy.fetch_application_emojis()] == ["as_copas"]
        with pytest.raises(discord.HTTPException) as twice:
            await toy.create_application_emoji(name="as_copas", image=PNG)
        assert twice.value.code == 50035
        await made.delete()
        assert await toy.fetch_application_emojis() == []
        with pytest.raises(discord.NotFound) as gone:
            await made.delete()
        assert gone.value.code == 10014


@pytest.mark.parametrize(
    "body",
    [
        {"name": "a", "image": uri(PNG)},
        {"name": "não tem", "image": uri(PNG)},
        {"name": "aa", "image": "https://example.org/a.png"},
        {"name": "aa", "image": "data:image/png;base64,?"},
        {"name": "aa", "image": uri(PNG + b"\0" * (256 << 10))},
        {"name": "aa"},
    ],
)
async def test_an_emojis_name_and_picture_are_checked(place, api, emojis, body):
    answer = await api("POST", emojis, body)
    assert (answer.status, answer.code) == (400, 50035)
    assert place.world.emojis == {}


async def test_the_two_thousand_and_first_emoji_is_too_many(place, api, emojis):
    place.world.emojis = {n: (f"e{n}", b"") for n in range(2000)}
    answer = await api("POST", emojis, {"name": "mais", "image": uri(PNG)})
    assert (answer.status, answer.code) == (400, 30008)


async def test_the_bot_finds_itself_its_application_and_its_servers(place):
    async with place.bot() as toy:
        assert (toy.user.id, toy.application_id) == (place.world.bot.id,) * 2
        assert (await toy.application_info()).id == toy.application_id
        (guild,) = [each async for each in toy.fetch_guilds()]
        assert (guild.id, guild.name) == (place.guild.id, "Casa")
        place.world.leave(place.guild, place.world.bot)
        assert [each async for each in toy.fetch_guilds()] == []


async def test_a_member_is_asked_for_by_number(place, api):
    async with place.bot() as toy:
        guild = toy.get_guild(place.guild.id)
        assert (await guild.fetch_member(place.bia.id)).display_name == "Bia"
        with pytest.raises(discord.NotFound) as nobody:
            await guild.fetch_member(12345)
        assert nobody.value.code == 10007
    place.world.leave(place.guild, place.world.bot)
    assert (await api("GET", f"/guilds/{place.guild.id}/members/{place.bia.id}")).code == 10004
