"""Voice channels: who goes in and out, and who is told of it."""

import discord
import pytest

from demo.errors import Refused
from demo.objects import VOICE
from demo.permissions import Permission
from tests.demo.openapi import DESCRIPTION, misfits
from tests.demo.toys import Toy, until


class Listening(Toy):
    async def on_voice_state_update(self, member, _before, after):
        self.heard.append((member.name, after.channel and after.channel.name))


@pytest.fixture
def room(place):
    return place.world.add_channel(place.guild, "Sala de voz", kind=VOICE)


async def test_the_bot_hears_who_goes_in_and_out(place, room):
    other = place.world.add_channel(place.guild, "Outra sala", kind=VOICE)
    async with place.bot(Listening()) as toy:
        moves = (
            lambda: place.bia.join_voice(room.id),
            lambda: place.bia.join_voice(other.id),
            place.bia.leave_voice,
            lambda: place.ana.join_voice(room.id),
        )
        for count, move in enumerate(moves, 1):
            move()
            move()
            await until(lambda count=count: len(toy.heard) == count)
        assert [one.name for one in toy.get_channel(room.id).members] == ["Ana"]
    assert toy.heard == [
        ("Bia", "Sala de voz"),
        ("Bia", "Outra sala"),
        ("Bia", None),
        ("Ana", "Sala de voz"),
    ]


@pytest.mark.parametrize("intent", [True, False])
async def test_a_bot_that_comes_finds_who_is_there_with_the_intent_alone(place, room, intent):
    place.bia.join_voice(room.id)
    intents = discord.Intents.default()
    intents.voice_states = intent
    async with place.bot(Listening(intents=intents)) as toy:
        found = toy.get_channel(room.id).members
        assert [one.name for one in found] == (["Bia"] if intent else [])
        place.bia.leave_voice()
        place.bia.send(place.channel.id, "fim")
        await until(lambda: any(name == "message" for name, _ in toy.heard))
    assert [one for one in toy.heard if one[0] == "Bia"] == ([("Bia", None)] if intent else [])


async def test_one_goes_where_one_may_and_to_voice_channels_alone(place, room):
    with pytest.raises(Refused):
        place.bia.join_voice(place.channel.id)
    place.world.overwrite(room, place.guild.id, deny=Permission.CONNECT)
    with pytest.raises(Refused):
        place.bia.join_voice(room.id)
    place.world.overwrite(room, place.guild.id)
    place.world.silence(place.guild, place.bia.user, place.world.clock() + 60)
    with pytest.raises(Refused, match="castigo"):
        place.bia.join_voice(room.id)
    assert place.guild.voice == {}


async def test_pages_are_told_who_is_where_they_see(place, room):
    told = []
    place.bia.subscribe(lambda name, data: told.append((name, data)))
    place.ana.join_voice(room.id)
    assert told == [("VOICE", {"voice": {str(room.id): [str(place.ana.id)]}})]
    assert place.bia.ready()["voice"] == {str(room.id): [str(place.ana.id)]}
    place.world.overwrite(room, place.guild.id, deny=Permission.VIEW_CHANNEL)
    assert place.bia.ready()["voice"] == {}


async def test_who_leaves_the_server_and_a_deleted_channel_leave_nobody_there(place, room):
    place.bia.join_voice(room.id)
    place.world.leave(place.guild, place.bia.user)
    place.ana.join_voice(room.id)
    place.world.delete_channel(room)
    assert place.guild.voice == {}
    place.ana.leave_voice()


async def test_one_is_asked_for_by_number(place, api, room):
    exchanges = []
    place.stand_in.watch.watchers.append(exchanges.append)
    place.bia.join_voice(room.id)
    path = f"/guilds/{place.guild.id}/voice-states"
    assert (await api("GET", f"{path}/{place.bia.id}")).body["channel_id"] == str(room.id)
    answer = await api("GET", f"{path}/{place.ana.id}")
    assert (answer.status, answer.code) == (404, 10065)
    if DESCRIPTION.exists():
        assert sorted({one for each in exchanges for one in misfits(each)}) == []
