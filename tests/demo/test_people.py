"""People see what they may see and do what Discord's client lets them do; no more."""

import pytest

from demo import interactions
from demo.errors import Refused
from demo.objects import Kind
from demo.people import Person
from demo.permissions import PEOPLE, Permission

BUTTON = {"type": 2, "style": 1, "label": "Vai", "custom_id": "b"}
ROWS = [
    {
        "type": 1,
        "components": [
            BUTTON,
            BUTTON | {"custom_id": "off", "disabled": True},
            {"type": 2, "style": 5, "label": "Regras", "url": "https://example.org"},
        ],
    }
]


@pytest.fixture
def heard(place):
    """All that Bia is told."""
    told = []
    place.bia.subscribe(lambda name, data: told.append((name, data)))
    return told


def names(heard):
    return [name for name, _ in heard]


def bots(place, channel=None, **more):
    return place.world.post(channel or place.channel, place.world.bot, content="oi", **more)


def hide(place, channel):
    place.world.overwrite(channel, place.guild.id, deny=Permission.VIEW_CHANNEL)


async def test_of_what_is_not_for_her_she_hears_nothing_at_all(place, heard):
    world, ana = place.world, place.ana
    secret = bots(place, only_for=ana.id)
    world.edit(secret, content="ainda")
    world.delete(secret)
    dm = world.dm_with(ana.user)
    bots(place, dm)
    ana.send(dm.id, "oi")
    private = world.add_thread(place.channel, "dupla", owner=ana.user, under=None, private=True)
    message = bots(place, private)
    world.edit(message, content="ainda")
    world.delete(message)
    world.change_channel(private, archived=True)
    ana.send(private.id, "oi")
    world.delete_channel(private)
    used = interactions.begin(world, Kind.COMMAND, ana.user, place.channel, {"name": "faz"})
    used.failed = True
    world.publish("INTERACTION_FAILED", {"interaction": used}, only_for=0)
    assert heard == []


async def test_of_a_hidden_channel_she_hears_nothing_at_all(place, heard):
    hidden = place.world.add_channel(place.guild, "moderação")
    hide(place, hidden)
    heard.clear()
    message = bots(place, hidden)
    place.world.edit(message, content="ainda")
    place.world.delete(message)
    thread = place.world.add_thread(hidden, "caso", owner=place.ana.user, under=None, private=False)
    place.ana.send(thread.id, "oi")
    place.world.delete_channel(hidden)
    assert heard == []


async def test_nothing_secret_stands_in_what_a_page_begins_with(place):
    world, ana, bia = place.world, place.ana, place.bia
    bots(place, only_for=ana.id)
    private = world.add_thread(place.channel, "dupla", owner=ana.user, under=None, private=True)
    dm = world.dm_with(ana.user)
    bots(place, private)
    bots(place, dm)
    ready = bia.ready()
    assert [one["name"] for one in ready["channels"]] == ["mesas"]
    assert ready["channels"][0]["last_message_id"] is None
    assert ready["messages"] == {str(place.channel.id): []}
    assert {one["name"] for one in ana.ready()["channels"]} == {"mesas", "dupla", "Buraco STBL"}
    assert bia.seen() == []


async def test_she_hears_of_messages_from_first_to_last(place, heard):
    message = bots(place)
    place.world.edit(message, content="ainda")
    place.world.delete(message)
    assert names(heard) == ["MESSAGE_CREATE", "MESSAGE_UPDATE", "MESSAGE_DELETE"]
    assert [data["id"] for _, data in heard] == [str(message.id)] * 3
    assert heard[1][1]["content"] == "ainda"


async def test_she_hears_of_channels_and_threads_that_she_sees(place, heard):
    world = place.world
    thread = world.add_thread(
        place.channel, "mesa 1", owner=world.bot, under=bots(place), private=False
    )
    world.change_channel(thread, archived=True, locked=True)
    world.delete_channel(thread)
    assert names(heard) == [
        "MESSAGE_CREATE",
        "CHANNEL_CREATE",
        "MESSAGE_UPDATE",
        "CHANNEL_UPDATE",
        "CHANNEL_DELETE",
    ]
    assert heard[3][1]["can_send"] is False


async def test_an_unsubscribed_page_hears_no_more(place):
    told = []
    stop = place.bia.subscribe(lambda name, _data: told.append(name))
    stop()
    bots(place)
    assert told == []


async def test_who_has_left_sees_and_does_nothing_there(place, heard):
    message = bots(place, components=ROWS)
    heard.clear()
    place.world.leave(place.guild, place.bia.user)
    bots(place)
    assert (heard, place.bia.channels(), place.bia.commands()) == ([], [], [])
    for act in (
        lambda: place.bia.send(place.channel.id, "oi"),
        lambda: place.bia.click(place.channel.id, message.id, "b"),
    ):
        with pytest.raises(Refused):
            act()


async def test_writing_needs_a_text_that_fits_and_the_permission(place):
    for text in ("", "  ", "x" * 2001):
        with pytest.raises(Refused):
            place.bia.send(place.channel.id, text)
    place.world.overwrite(place.channel, place.guild.id, deny=Permission.SEND_MESSAGES)
    with pytest.raises(Refused):
        place.bia.send(place.channel.id, "oi")
    assert place.ana.send(place.channel.id, "oi").content == "oi", "the owner may"


async def test_writing_in_a_thread_makes_one_a_member_of_it_and_opens_it(place):
    thread = place.world.add_thread(
        place.channel, "mesa 1", owner=place.world.bot, under=None, private=False
    )
    place.world.change_channel(thread, archived=True)
    place.bia.send(thread.id, "oi")
    assert (place.bia.id in thread.members, thread.archived) == (True, False)
    place.world.change_channel(thread, locked=True)
    with pytest.raises(Refused):
        place.bia.send(thread.id, "oi")


async def test_only_the_own_ephemeral_message_is_dismissed(place, heard):
    public, others = bots(place), bots(place, only_for=place.ana.id)
    own = bots(place, only_for=place.bia.id)
    for message in (public, others):
        with pytest.raises(Refused):
            place.bia.dismiss(place.channel.id, message.id)
    place.bia.dismiss(place.channel.id, own.id)
    assert names(heard)[-1] == "MESSAGE_DELETE"
    with pytest.raises(Refused):
        place.bia.dismiss(place.channel.id, own.id)


@pytest.mark.parametrize("custom_id", ["off", "none", ""])
async def test_what_is_not_there_or_off_or_a_link_is_not_pressed(place, custom_id):
    message = bots(place, components=ROWS)
    with pytest.raises(Refused):
        place.bia.click(place.channel.id, message.id, custom_id)


async def test_anothers_ephemeral_message_is_not_pressed(place):
    message = bots(place, components=ROWS, only_for=place.ana.id)
    with pytest.raises(Refused):
        place.bia.click(place.channel.id, message.id, "b")
    pressed = place.ana.click(place.channel.id, message.id, "b")
    assert pressed.data == {"custom_id": "b", "component_type": 2}


async def test_commands_need_the_permission_to_use_them_and_their_place(place):
    command = {"type": 1, "name": "faz", "default_member_permissions": None, "contexts": [0]}
    place.world.commands = [command | {"id": "7"}]
    used = place.bia.command(place.channel.id, 7, (), {})
    assert used.data["name"] == "faz"
    with pytest.raises(Refused):
        place.bia.command(place.world.dm_with(place.bia.user).id, 7, (), {})
    everybody = place.guild.roles[place.guild.id]
    place.world.set_role(place.guild, everybody, PEOPLE & ~Permission.USE_APPLICATION_COMMANDS)
    with pytest.raises(Refused):
        place.bia.command(place.channel.id, 7, (), {})


async def test_a_command_below_another_is_named_whole(place):
    below = {"type": 1, "name": "criar", "options": []}
    command = {"type": 1, "name": "mesa", "default_member_permissions": None, "options": [below]}
    place.world.commands = [command | {"id": "7"}]
    for path in ((), ("nada",), ("criar", "mais")):
        with pytest.raises(Refused):
            place.bia.command(place.channel.id, 7, path, {})
    used = place.bia.command(place.channel.id, 7, ("criar",), {})
    assert used.data["options"] == [{"name": "criar", "type": 1, "options": []}]


async def test_a_changed_role_shows_everything_anew(place, heard):
    place.world.set_role(place.guild, place.guild.roles[place.guild.id], 0)
    assert names(heard) == ["READY"]
    assert heard[0][1]["channels"] == []


async def test_a_stranger_sees_nothing(place):
    stranger = Person(place.world, place.world.add_user("Caio"))
    bots(place)
    ready = stranger.ready()
    assert (ready["channels"], ready["members"], ready["messages"]) == ([], [], {})
    assert ready["guild"] is None
