"""What is asked and answered fits Discord's own description of its API."""

import asyncio
import io
import random

import discord
import pytest

import demo.session
from bot.app import Setup
from demo.faults import Fault
from demo.filling import BUTTON
from demo.limits import Limits
from demo.people import controls
from demo.players import Player
from demo.rest import Exchange
from demo.seating import use
from demo.server import StandIn
from demo.session import session
from tests.demo.openapi import DESCRIPTION, misfits
from tests.demo.toys import Toy, until, with_command

pytestmark = pytest.mark.skipif(not DESCRIPTION.exists(), reason="Discord's description is absent")


@pytest.fixture
def exchanges(monkeypatch):
    """All requests and answers of the stand-ins of a test, from the first one on."""
    seen = []

    class Watched(StandIn):
        def __init__(self, *args, **options):
            super().__init__(*args, **options)
            self.watch.watchers.append(seen.append)

    monkeypatch.setattr(demo.session, "StandIn", Watched)
    return seen


def found(exchanges):
    return sorted({one for each in exchanges for one in misfits(each)})


@pytest.mark.parametrize(
    ("method", "path", "body", "status", "answer", "wrong"),
    [
        ("GET", "/nowhere", None, 200, {}, "Discord knows no GET /nowhere"),
        ("POST", "/channels/1/messages", {"content": 5}, 204, None, "asks content"),
        ("POST", "/channels/1/messages", {"components": [{"type": 99}]}, 204, None, "asks"),
        ("GET", "/channels/1/messages", None, 200, [{"id": 1}], "answers 0"),
        ("GET", "/users/@me", None, 401, {"message": "no"}, "'code' is a required"),
        ("PUT", "/channels/1/thread-members/2", None, 204, {}, "nothing is described"),
    ],
)
def test_what_does_not_fit_is_found(method, path, body, status, answer, wrong):
    (first, *_) = misfits(Exchange(method, path, path, body, status, answer))
    assert wrong in first


async def test_a_refusal_for_the_rate_fits_ordered_or_not(place, api):
    place.stand_in.faults.order(Fault("GET", status=429))
    place.stand_in.limits.enabled = True
    place.stand_in.limits.global_a_second = 0
    for _ in range(2):
        refused = await api("GET", "/users/@me")
        told = Exchange("GET", "/users/@me", "/users/@me", None, refused.status, refused.body)
        assert (refused.status, misfits(told)) == (429, [])


async def press_all(person, message):
    """Press each of the message's buttons that is on."""
    for one in controls(message):
        if one["type"] == BUTTON and not one["disabled"]:
            await person.click(message.channel_id, message.id, one["custom_id"]).done.wait()


async def test_the_bot_and_the_stand_in_speak_as_discord_describes(exchanges, tmp_path):
    setup = Setup(database=tmp_path / "t.db", warm_up=False, sleep=lambda _s: asyncio.sleep(0))
    async with session(setup, names=("Ana", "Bia"), limits=Limits(enabled=False)) as running:
        (ana, bia), here = running.people, running.channel.id
        for name in ("ajuda", "preferencias", "placar", "mao", "mesa ver", "configurar ver"):
            await use(ana, here, name)
        await use(ana, here, "regras", termo="morto")
        player = Player(ana, random.Random(1))
        await use(ana, here, "treinar")
        playing = asyncio.create_task(player.play(1))
        await until(lambda: player.turns >= 2)
        playing.cancel()
        await asyncio.gather(playing, return_exceptions=True)
        for message in ana.seen():
            if any(file.filename == "mesa.png" for file in message.attachments):
                await press_all(ana, message)
        bia.user.dms_open = False
        await use(bia, here, "treinar")
        await use(bia, here, "mesa criar")
        await until(lambda: any(each.status == 403 for each in exchanges))
        await until(lambda: len(running.world.emojis) > 50 or None)
    assert found(exchanges) == []
    routes = {(each.method, each.route) for each in exchanges}
    assert {
        ("GET", "/users/@me"),
        ("PUT", "/applications/{application}/commands"),
        ("POST", "/applications/{application}/emojis"),
        ("POST", "/interactions/{interaction}/{token}/callback"),
        ("POST", "/webhooks/{application}/{token}"),
        ("PATCH", "/webhooks/{application}/{token}/messages/{message}"),
        ("POST", "/channels/{channel}/messages"),
        ("PATCH", "/channels/{channel}/messages/{message}"),
        ("POST", "/channels/{channel}/threads"),
        ("PUT", "/channels/{channel}/thread-members/{user}"),
        ("POST", "/users/@me/channels"),
    } <= routes
    assert {200, 201, 204, 403} <= {each.status for each in exchanges}


class Form(discord.ui.Modal, title="Anunciar"):
    what = discord.ui.Label(text="O quê", component=discord.ui.TextInput(custom_id="what"))
    who = discord.ui.Label(text="Quem", component=discord.ui.UserSelect(custom_id="who"))

    async def on_submit(self, interaction):
        await interaction.response.send_message(self.what.component.value, ephemeral=True)


class Items(discord.ui.View):
    @discord.ui.button(label="Formulário", emoji="🃏", custom_id="form")
    async def form(self, interaction, _button):
        await interaction.response.send_modal(Form())

    @discord.ui.select(cls=discord.ui.UserSelect, custom_id="who")
    async def who(self, interaction, _menu):
        await interaction.response.edit_message(content="escolhido", view=None)


async def test_what_the_bot_may_come_to_use_fits_as_well(exchanges, place):
    place.stand_in.watch.watchers.append(exchanges.append)
    toy = Toy()

    async def command(interaction):
        await interaction.response.defer(thinking=True)
        await interaction.edit_original_response(content="pronto", attachments=[text_file()])
        await (await interaction.original_response()).delete()
        more = await interaction.followup.send("mais", wait=True)
        await interaction.followup.send("eu", ephemeral=True, file=text_file())
        await more.delete()

    with_command(toy, command)
    async with place.bot(toy):
        await toy.application_info()
        [each async for each in toy.fetch_guilds()]
        guild = toy.get_guild(place.guild.id)
        await guild.fetch_member(place.bia.id)
        channel = await toy.fetch_channel(place.channel.id)
        sent = await channel.send("mesa", view=Items(timeout=None), file=text_file(), nonce="n")
        await sent.reply(f"<@{place.bia.id}>", mention_author=False)
        [each async for each in channel.history(limit=5)]
        await sent.fetch()
        thread = await sent.create_thread(name="mesa 1")
        await thread.add_user(discord.Object(place.bia.id))
        await thread.edit(archived=True, locked=True)
        await channel.create_thread(name="dupla")
        await toy.fetch_channel(thread.id)
        await (await toy.create_dm(discord.Object(place.bia.id))).send("oi")
        await toy.fetch_channel(place.world.dm_with(place.bia.user).id)
        opened = place.bia.click(place.channel.id, sent.id, "form")
        await opened.done.wait()
        filled = {"what": "oi", "who": [str(place.ana.id)]}
        await place.bia.submit(opened.id, filled).done.wait()
        await place.bia.select(place.channel.id, sent.id, "who", [str(place.ana.id)]).done.wait()
        await place.uses(place.bia)
        await until(lambda: exchanges[-1].method == "DELETE")
        with pytest.raises(discord.HTTPException):
            await channel.send("x" * 2001)
        await sent.delete()
    assert toy.failures == []
    assert found(exchanges) == []


def text_file():
    return discord.File(io.BytesIO(b"x"), "a.txt", description="alt")
