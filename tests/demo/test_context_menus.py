"""Commands that are chosen from the menu of a message or of a person."""

import discord
import pytest
from discord import app_commands

from demo.errors import Refused
from demo.people import ON_MESSAGE, ON_USER
from demo.permissions import PEOPLE, Permission
from tests.demo.openapi import DESCRIPTION, misfits
from tests.demo.toys import Toy, with_command


def number_of(person, kind, name):
    return next(int(one["id"]) for one in person.commands(kind) if one["name"] == name)


def menus(toy, *, needs=None):
    """Have the toy note whom and what its two menus are used on."""

    async def report(interaction: discord.Interaction, message: discord.Message) -> None:
        toy.heard.append(("reported", message))
        await interaction.response.send_message("anotado", ephemeral=True)

    async def about(interaction: discord.Interaction, user: discord.User) -> None:
        toy.heard.append(("about", user))
        await interaction.response.send_message(f"sobre {user.name}")

    for name, use in (("Denunciar mensagem", report), ("Sobre a pessoa", about)):
        menu = app_commands.ContextMenu(name=name, callback=use)
        menu.default_permissions = needs
        toy.tree.add_command(menu)
    return toy


async def test_they_carry_what_they_were_chosen_for(place):
    exchanges = []
    place.stand_in.watch.watchers.append(exchanges.append)
    async with place.bot(menus(Toy())) as toy:
        written = place.ana.send(place.channel.id, "oi")
        toy.heard.clear()
        number = number_of(place.bia, ON_MESSAGE, "Denunciar mensagem")
        used = place.bia.use_on_message(place.channel.id, written.id, number)
        await used.done.wait()
        number = number_of(place.bia, ON_USER, "Sobre a pessoa")
        asked = place.bia.use_on_user(place.channel.id, place.ana.id, number)
        await asked.done.wait()
    (_, message), (_, user) = [one for one in toy.heard if one[0] in ("reported", "about")]
    assert (message.id, message.content, message.author.id) == (written.id, "oi", place.ana.id)
    assert isinstance(user, discord.Member)
    assert user.id == place.ana.id
    assert [*used.data["resolved"]] == ["messages"]
    assert {*asked.data["resolved"]} == {"users", "members"}
    answered = [one.interaction for one in place.channel.messages.values() if one.interaction]
    assert answered[0]["target_message_id"] == str(written.id)
    assert answered[1]["target_user"]["id"] == str(place.ana.id)
    assert [one["name"] for one in answered] == ["Denunciar mensagem", "Sobre a pessoa"]
    assert toy.failures == []
    if DESCRIPTION.exists():
        assert sorted({one for each in exchanges for one in misfits(each)}) == []


async def test_they_are_no_commands_to_type_and_are_there_for_the_page(place):
    toy = menus(Toy())

    async def use(interaction):
        await interaction.response.send_message("oi")

    with_command(toy, use)
    async with place.bot(toy):
        assert [one["name"] for one in place.bia.commands()] == ["faz"]
        assert [one["type"] for one in place.bia.ready()["commands"]] == [1, 2, 3]
        number = number_of(place.bia, ON_USER, "Sobre a pessoa")
        with pytest.raises(Refused):
            place.bia.command(place.channel.id, number, (), {})
        with pytest.raises(Refused):
            place.bia.use_on_message(place.channel.id, place.ana.send(place.channel.id, "x").id, 7)


async def test_they_are_for_those_who_have_the_permission(place):
    toy = menus(Toy(), needs=discord.Permissions(moderate_members=True))
    async with place.bot(toy):
        message = place.bia.send(place.channel.id, "oi")
        number = number_of(place.ana, ON_MESSAGE, "Denunciar mensagem")
        assert place.bia.commands(ON_MESSAGE) == []
        with pytest.raises(Refused):
            place.bia.use_on_message(place.channel.id, message.id, number)
        everybody = place.guild.roles[place.guild.id]
        place.world.set_role(place.guild, everybody, PEOPLE | Permission.MODERATE_MEMBERS)
        await place.bia.use_on_message(place.channel.id, message.id, number).done.wait()
        other = place.world.add_channel(place.guild, "outras")
        place.world.overwrite(other, place.guild.id, deny=Permission.MODERATE_MEMBERS)
        with pytest.raises(Refused):
            place.bia.use_on_user(
                other.id, place.ana.id, number_of(place.bia, ON_USER, "Sobre a pessoa")
            )


async def test_what_one_does_not_see_and_what_one_alone_sees_has_no_menu(place):
    async with place.bot(menus(Toy())):
        number = number_of(place.bia, ON_MESSAGE, "Denunciar mensagem")
        world, bot = place.world, place.world.bot
        for only_for in (place.ana.id, place.bia.id):
            message = world.post(place.channel, bot, content="x", only_for=only_for)
            with pytest.raises(Refused):
                place.bia.use_on_message(place.channel.id, message.id, number)
        with pytest.raises(Refused):
            place.bia.use_on_user(place.channel.id, 12345, number)


async def test_in_private_there_are_users_and_no_members(place):
    async with place.bot(menus(Toy())):
        dm = place.world.dm_with(place.bia.user)
        number = number_of(place.bia, ON_USER, "Sobre a pessoa")
        used = place.bia.use_on_user(dm.id, place.world.bot.id, number)
        assert [*used.data["resolved"]] == ["users"]
        await used.done.wait()


async def test_a_command_of_one_server_says_so(place):
    toy = menus(Toy())
    toy.tree.copy_global_to(guild=discord.Object(place.guild.id))
    toy.tree.clear_commands(guild=None)
    async with place.bot(toy):
        await toy.tree.sync(guild=discord.Object(place.guild.id))
        number = number_of(place.bia, ON_USER, "Sobre a pessoa")
        used = place.bia.use_on_user(place.channel.id, place.ana.id, number)
        await used.done.wait()
        assert used.data["guild_id"] == str(place.guild.id)
    assert "about" in [name for name, _ in toy.heard]
