"""Commands, buttons, menus and forms reach the bot; its answers come within Discord's rules."""

import io
import re

import discord
import pytest
from discord import app_commands

from demo import interactions
from demo.errors import Refused
from demo.objects import EPHEMERAL, LOADING, Kind
from tests.demo.toys import Toy, until, with_command

TEXT = {"type": 4, "data": {"content": "oi"}}


def callback(interaction):
    return f"/interactions/{interaction.id}/{interaction.token}/callback"


def webhook(place, interaction, message=None):
    path = f"/webhooks/{place.world.application_id}/{interaction.token}"
    return path if message is None else f"{path}/messages/{message}"


def pressed(place, message=None):
    """A click that no bot hears of."""
    if message is None:
        message = place.world.post(place.channel, place.world.bot, content="mesa")
    return begun(place, Kind.COMPONENT, {"custom_id": "b", "component_type": 2}, message=message)


def begun(place, kind, data, **more):
    return interactions.begin(place.world, kind, place.ana.user, place.channel, data, **more)


def command(place):
    return begun(place, Kind.COMMAND, {"id": "1", "name": "faz", "type": 1, "options": []})


# Requests as they are


async def test_a_second_answer_is_refused_as_acknowledged(place, api):
    used = command(place)
    assert (await api("POST", callback(used), TEXT)).status == 204
    again = await api("POST", callback(used), TEXT)
    assert (again.status, again.code) == (400, 40060)
    assert len(place.shown()) == 1


async def test_an_answer_after_three_seconds_is_to_an_unknown_interaction(place, api, clock):
    used = command(place)
    clock.now += 3.1
    late = await api("POST", callback(used), TEXT)
    assert (late.status, late.code) == (404, 10062)
    assert place.shown() == []


async def test_an_unanswered_interaction_fails_before_the_persons_eyes(place):
    place.world.answer_within_s = 0.01
    heard = []
    place.ana.subscribe(lambda name, data: heard.append((name, data)))
    place.bia.subscribe(lambda name, _data: heard.append(("bia", name)))
    used = command(place)
    await used.done.wait()
    assert used.failed
    assert [name for name, _ in heard] == ["FAILED"]


async def test_a_wrong_token_or_number_is_an_unknown_interaction(place, api):
    used = command(place)
    for path in (
        f"/interactions/{used.id}/else/callback",
        f"/interactions/5/{used.token}/callback",
    ):
        answer = await api("POST", path, TEXT)
        assert (answer.status, answer.code) == (404, 10062)


async def test_answers_need_no_bots_token(place, api):
    used = command(place)
    assert (await api("POST", callback(used), TEXT, token="none")).status == 204


async def test_a_follow_up_before_the_first_answer_finds_no_webhook(place, api):
    answer = await api("POST", webhook(place, command(place)), {"content": "oi"})
    assert (answer.status, answer.code) == (404, 10015)


async def test_a_token_ends_after_fifteen_minutes(place, api, clock):
    used = command(place)
    await api("POST", callback(used), TEXT)
    clock.now += 15 * 60 - 1
    edit = {"content": "ainda"}
    assert (await api("PATCH", webhook(place, used, "@original"), edit)).status == 200
    clock.now += 2
    for method, path, body in (
        ("POST", webhook(place, used), edit),
        ("PATCH", webhook(place, used, "@original"), edit),
        ("DELETE", webhook(place, used, "@original"), None),
    ):
        answer = await api(method, path, body)
        assert (answer.status, answer.code) == (404, 10015)
    assert [one.content for one in place.shown()] == ["ainda"]


@pytest.mark.parametrize("body", [{"type": 6}, {"type": 7, "data": {"content": "x"}}, {"type": 8}])
async def test_a_command_cannot_be_answered_as_a_button_or_a_completion(place, api, body):
    answer = await api("POST", callback(command(place)), body)
    assert (answer.status, answer.code) == (400, 50035)


@pytest.mark.parametrize(
    "body",
    [
        {"type": 4, "data": {"content": "x" * 2001}},
        {"type": 4, "data": {"content": "x", "flags": "ephemeral"}},
        {"type": 5, "data": {"flags": None, "colour": 1}},
        {"type": 99},
        {"type": 9, "data": {"custom_id": "f", "title": "x" * 46, "components": []}},
        {"type": 9, "data": {"custom_id": "f", "title": "x", "components": []}},
        {},
        [],
    ],
)
async def test_a_wrong_answer_is_refused_and_leaves_room_for_a_right_one(place, api, body):
    used = command(place)
    answer = await api("POST", callback(used), body)
    assert (answer.status, answer.code) == (400, 50035)
    assert place.shown() == []
    assert (await api("POST", callback(used), TEXT)).status == 204


async def test_more_than_twenty_five_completions_are_refused(place, api):
    used = begun(place, Kind.COMPLETE, {"id": "1", "name": "faz", "type": 1, "options": []})
    choices = [{"name": f"{n}", "value": n} for n in range(26)]
    refused = await api("POST", callback(used), {"type": 8, "data": {"choices": choices}})
    assert (refused.status, refused.code) == (400, 50035)
    body = {"type": 8, "data": {"choices": choices[:25]}}
    assert (await api("POST", callback(used), body)).status == 204


async def test_an_answer_tells_of_its_message_when_it_is_asked_to(place, api):
    told = await api("POST", callback(command(place)) + "?with_response=true", TEXT)
    assert told.status == 200
    assert told.body["resource"]["message"]["content"] == "oi"
    deferred = {"type": 5, "data": {"flags": EPHEMERAL}}
    waiting = await api("POST", callback(command(place)) + "?with_response=1", deferred)
    assert waiting.body["interaction"]["response_message_loading"]
    assert "resource" not in waiting.body
    for query in ("", "?with_response=false"):
        assert (await api("POST", callback(command(place)) + query, TEXT)).status == 204


async def test_a_token_reaches_no_other_interactions_messages(place, api):
    mine, other = command(place), command(place)
    for used in (mine, other):
        await api("POST", callback(used), TEXT)
    theirs = other.original_id
    for method, body in (("PATCH", {"content": "x"}), ("DELETE", None), ("GET", None)):
        answer = await api(method, webhook(place, mine, theirs), body)
        assert (answer.status, answer.code) == (404, 10008)


async def test_the_clicked_message_is_edited_and_deleted_by_the_clicks_token(place, api):
    click = pressed(place)
    assert (await api("POST", callback(click), {"type": 6})).status == 204
    edited = await api("PATCH", webhook(place, click, "@original"), {"content": "nova"})
    assert edited.body["id"] == str(click.message.id)
    assert (await api("DELETE", webhook(place, click, "@original"))).status == 204
    assert place.shown() == []
    gone = await api("PATCH", webhook(place, click, "@original"), {"content": "nova"})
    assert gone.code == 10008


async def test_an_update_of_a_message_that_is_gone_finds_none(place, api):
    click = pressed(place)
    place.world.delete(click.message)
    answer = await api("POST", callback(click), {"type": 7, "data": {"content": "x"}})
    assert (answer.status, answer.code) == (404, 10008)


async def test_answers_into_a_channel_that_is_gone_find_none(place, api):
    answered, waiting = command(place), command(place)
    await api("POST", callback(answered), TEXT)
    place.world.delete_channel(place.channel)
    for method, path, body in (
        ("POST", callback(waiting), TEXT),
        ("POST", webhook(place, answered), {"content": "x"}),
        ("PATCH", webhook(place, answered, "@original"), {"content": "x"}),
        ("DELETE", webhook(place, answered, "@original"), None),
    ):
        answer = await api(method, path, body)
        assert (answer.status, answer.code) == (404, 10003)


# Through discord.py


async def test_an_ephemeral_answer_is_seen_by_its_owner_alone(place):
    toy = Toy()

    async def use(interaction):
        await interaction.response.send_message("só você", ephemeral=True)

    with_command(toy, use)
    async with place.bot(toy):
        await place.uses(place.bia)
        assert [one.content for one in place.bia.messages(place.channel)] == ["só você"]
        assert place.ana.messages(place.channel) == []
        assert "só você" not in str(place.ana.ready())


@pytest.mark.parametrize("way", ["edit", "followup"])
async def test_a_deferred_answer_is_filled_where_it_waits(place, way):
    toy, seen = Toy(), []

    async def use(interaction):
        await interaction.response.defer(ephemeral=True, thinking=True)
        seen.extend(place.bia.messages(place.channel))
        seen.append(seen[0].flags)
        if way == "edit":
            await interaction.edit_original_response(content="pronto")
        else:
            first = await interaction.followup.send("pronto")
            assert first.flags.ephemeral, "the first one is as it was deferred"
            await interaction.followup.send("e mais", ephemeral=False)

    with_command(toy, use)
    async with place.bot(toy):
        await place.uses(place.bia)
        await until(lambda: len(seen) == 2)
        waiting, flags = seen
        await until(lambda: waiting.content and (way == "edit" or place.shown()))
        assert flags == LOADING | EPHEMERAL
        assert (waiting.content, waiting.flags, waiting.edited) == ("pronto", EPHEMERAL, None)
        assert [one.content for one in place.shown()] == (["e mais"] if way != "edit" else [])
    assert toy.failures == []


async def test_an_original_answer_is_fetched_edited_with_files_and_deleted(place):
    toy, notes = Toy(), []

    async def use(interaction):
        await interaction.response.send_message("um")
        notes.append((await interaction.original_response()).content)
        file = discord.File(io.BytesIO(b"x"), "a.txt", description="alt")
        edited = await interaction.edit_original_response(content="dois", attachments=[file])
        notes.append((edited.content, edited.attachments[0].description))
        await interaction.delete_original_response()
        with pytest.raises(discord.NotFound) as gone:
            await interaction.edit_original_response(content="três")
        notes.append(gone.value.code)

    with_command(toy, use)
    async with place.bot(toy):
        await place.uses(place.bia)
        await until(lambda: len(notes) == 3)
    assert notes == ["um", ("dois", "alt"), 10008]
    assert place.shown() == []


async def test_a_follow_up_has_files_and_is_edited_and_deleted_by_itself(place):
    toy, notes = Toy(), []

    async def use(interaction):
        await interaction.response.send_message("um")
        file = discord.File(io.BytesIO(b"x"), "a.txt", description="alt")
        more = await interaction.followup.send("dois", file=file, wait=True)
        more = await more.edit(content="três", attachments=[])
        notes.append((more.content, more.attachments))
        await more.delete()
        notes.append([one.content for one in place.shown()])

    with_command(toy, use)
    async with place.bot(toy):
        await place.uses(place.bia)
        await until(lambda: len(notes) == 2)
    assert notes == [("três", []), ["um"]]


async def test_a_second_answer_through_discord_py_is_an_error_with_its_number(place):
    toy = Toy()

    async def use(interaction):
        await interaction.response.send_message("um")
        again = discord.InteractionResponse(interaction)
        await again.send_message("dois")

    with_command(toy, use)
    async with place.bot(toy):
        await place.uses(place.bia)
        await until(lambda: toy.failures)
    assert [one.code for one in toy.failures] == [40060]


class Card(discord.ui.DynamicItem[discord.ui.Button[discord.ui.View]], template=r"card:(?P<n>\d+)"):
    """A button that outlives its process."""

    def __init__(self, n: int) -> None:
        super().__init__(discord.ui.Button(label=f"Carta {n}", custom_id=f"card:{n}"))
        self.n = n

    @classmethod
    async def from_custom_id(cls, _interaction, _item, match: re.Match[str]) -> "Card":
        return cls(int(match["n"]))

    async def callback(self, interaction: discord.Interaction) -> None:
        view = discord.ui.View(timeout=None)
        view.add_item(Card(self.n + 1))
        await interaction.response.edit_message(content=f"jogou {self.n}", view=view)


async def test_a_button_of_another_life_is_found_by_its_pattern(place):
    async with place.bot() as toy:
        view = discord.ui.View(timeout=None)
        view.add_item(Card(1))
        sent = await toy.get_channel(place.channel.id).send("mesa", view=view)
    async with place.bot() as toy:
        toy.add_dynamic_items(Card)
        click = place.bia.click(place.channel.id, sent.id, "card:1")
        await click.done.wait()
        (shown,) = place.shown()
        assert (shown.content, shown.components[0]["components"][0]["label"]) == (
            "jogou 1",
            "Carta 2",
        )
        with pytest.raises(Refused):
            place.bia.click(place.channel.id, sent.id, "card:1")


async def test_a_click_may_be_deferred_and_its_message_edited_later(place):
    toy = Toy()
    message = place.world.post(place.channel, place.world.bot, content="um", components=ROWS)

    async def press(interaction):
        await interaction.response.defer()
        await interaction.edit_original_response(content="dois")
        await interaction.followup.send("só você", ephemeral=True)

    toy.pressed = press
    async with place.bot(toy):
        click = place.bia.click(place.channel.id, message.id, "b")
        await click.done.wait()
        await until(lambda: len(place.bia.messages(place.channel)) == 2)
    assert (message.content, message.edited is not None) == ("dois", True)
    assert len(place.ana.messages(place.channel)) == 1


BUTTON = {"type": 2, "style": 1, "label": "Vai", "custom_id": "b", "id": 2}
OFF = BUTTON | {"custom_id": "off", "disabled": True}
ROWS = [{"type": 1, "id": 1, "components": [BUTTON, OFF]}]


async def test_menus_tell_what_was_chosen_and_who(place):
    toy, chosen = Toy(), []

    class Menus(discord.ui.View):
        @discord.ui.select(
            custom_id="cards",
            max_values=2,
            options=[discord.SelectOption(label=f"Carta {n}", value=f"{n}") for n in range(3)],
        )
        async def cards(self, interaction, menu):
            chosen.append(menu.values)
            await interaction.response.defer()

        @discord.ui.select(cls=discord.ui.UserSelect, custom_id="who")
        async def who(self, interaction, menu):
            chosen.append([(one.name, type(one)) for one in menu.values])
            await interaction.response.defer()

    async with place.bot(toy):
        sent = await toy.get_channel(place.channel.id).send("quem?", view=Menus())
        at = (place.channel.id, sent.id)
        await place.ana.select(*at, "cards", ["0", "2"]).done.wait()
        await place.ana.select(*at, "who", [str(place.bia.id)]).done.wait()
        for custom_id, values in (
            ("cards", []),
            ("cards", ["0", "1", "2"]),
            ("cards", ["0", "0"]),
            ("cards", ["9"]),
            ("who", ["abc"]),
            ("who", ["12345"]),
        ):
            with pytest.raises(Refused):
                place.ana.select(*at, custom_id, values)
    assert chosen == [["0", "2"], [("Bia", discord.Member)]]


class Old(discord.ui.Modal, title="Anunciar"):
    what = discord.ui.TextInput(label="O quê", custom_id="what", max_length=5)

    async def on_submit(self, interaction):
        await interaction.response.send_message(f"anunciado: {self.what.value}")


class New(discord.ui.Modal, title="Escolher"):
    word = discord.ui.Label(
        text="Palavra", component=discord.ui.TextInput(custom_id="word", required=False)
    )
    card = discord.ui.Label(
        text="Carta",
        component=discord.ui.Select(
            custom_id="card", options=[discord.SelectOption(label="Ás", value="A")]
        ),
    )

    async def on_submit(self, interaction):
        await interaction.response.edit_message(
            content=f"{self.word.component.value!r} {self.card.component.values}"
        )


async def test_a_form_from_a_command_is_filled_in_and_answered(place):
    toy = Toy()

    async def use(interaction):
        await interaction.response.send_modal(Old())

    with_command(toy, use)
    async with place.bot(toy):
        used = await place.uses(place.bia)
        assert used.modal["title"] == "Anunciar"
        for wrong in ({}, {"what": " "}, {"what": "comprido"}):
            with pytest.raises(Refused):
                place.bia.submit(used.id, wrong)
        with pytest.raises(Refused):
            place.ana.submit(used.id, {"what": "mesa"})
        await place.bia.submit(used.id, {"what": "mesa"}).done.wait()
        assert [one.content for one in place.shown()] == ["anunciado: mesa"]
        with pytest.raises(Refused):
            place.bia.submit(used.id, {"what": "mesa"})


async def test_a_form_with_labels_from_a_button_edits_the_buttons_message(place):
    toy = Toy()
    message = place.world.post(place.channel, place.world.bot, content="um", components=ROWS)

    async def press(interaction):
        await interaction.response.send_modal(New())

    toy.pressed = press
    async with place.bot(toy):
        used = place.bia.click(place.channel.id, message.id, "b")
        await used.done.wait()
        with pytest.raises(Refused):
            place.bia.submit(used.id, {"card": ["K"]})
        await place.bia.submit(used.id, {"card": ["A"]}).done.wait()
    assert message.content == "'' ['A']"


async def test_what_stands_in_a_form_already_is_sent_unless_it_is_changed(place):
    toy = Toy()

    async def use(interaction):
        form = Old()
        form.what.default = "antes"
        await interaction.response.send_modal(form)

    with_command(toy, use)
    async with place.bot(toy):
        used = await place.uses(place.bia)
        await place.bia.submit(used.id, {}).done.wait()
    assert [one.content for one in place.shown()] == ["anunciado: antes"]


async def test_a_form_cannot_be_sent_from_where_one_is_no_longer(place):
    toy = Toy()

    async def use(interaction):
        await interaction.response.send_modal(Old())

    with_command(toy, use)
    async with place.bot(toy):
        used = await place.uses(place.bia)
        place.world.leave(place.guild, place.bia.user)
        with pytest.raises(Refused):
            place.bia.submit(used.id, {"what": "mesa"})


async def test_options_are_typed_offered_and_checked(place):
    toy, given = Toy(), []

    @app_commands.command(name="regra", description="Uma regra")
    @app_commands.choices(modo=[app_commands.Choice(name="Aberto", value="a")])
    async def regra(
        interaction: discord.Interaction,
        termo: app_commands.Range[str, 2, 5],
        quantas: app_commands.Range[int, 1, 4] = 1,
        modo: str = "-",
        quem: discord.Member | None = None,
        onde: discord.TextChannel | None = None,
    ) -> None:
        given.append((termo, quantas, modo, quem and quem.name, onde and onde.name))
        await interaction.response.send_message("certo")

    @regra.autocomplete("termo")
    async def terms(_interaction, current):
        return [app_commands.Choice(name=one.upper(), value=one) for one in ("morto", "lixo")]

    toy.tree.add_command(regra)
    async with place.bot(toy):
        (found,) = place.bia.commands()
        at = (place.channel.id, int(found["id"]), ())
        asked = place.bia.complete(*at, {"termo": "mo"}, "termo")
        await asked.done.wait()
        assert [(one["name"], one["value"]) for one in asked.choices] == [
            ("MORTO", "morto"),
            ("LIXO", "lixo"),
        ]
        people = {"quem": str(place.ana.id), "onde": str(place.channel.id)}
        await place.uses(place.bia, "regra", termo="morto", quantas="4", modo="a", **people)
        for wrong in (
            {},
            {"termo": "m"},
            {"termo": "mortos"},
            {"termo": "lixo", "quantas": 5},
            {"termo": "lixo", "quantas": "x"},
            {"termo": "lixo", "modo": "b"},
            {"termo": "lixo", "quem": "ninguém"},
            {"termo": "lixo", "onde": "aqui"},
        ):
            with pytest.raises(Refused):
                place.bia.command(*at, wrong)
    assert given == [("morto", 4, "a", "Ana", "mesas")]


async def test_an_interaction_tells_who_where_and_with_which_permissions(place):
    toy, told = Toy(), []

    async def use(interaction):
        told.append(interaction)
        await interaction.response.send_message("certo")

    with_command(toy, use)
    async with place.bot(toy):
        await place.uses(place.bia)
        (found,) = place.bia.commands()
        dm = place.world.dm_with(place.bia.user)
        await place.bia.command(dm.id, int(found["id"]), (), {}).done.wait()
    here, private = told
    assert (here.user.name, here.channel.name, here.guild.name) == ("Bia", "mesas", "Casa")
    assert here.permissions.send_messages
    assert not here.permissions.manage_guild
    assert here.app_permissions.manage_threads
    assert here.locale is discord.Locale.brazil_portuguese
    assert (private.guild, private.user.id) == (None, place.bia.id)
    assert isinstance(private.channel, discord.DMChannel)
