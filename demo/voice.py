"""Who is in a server's voice channels; nobody is heard.

https://discord.com/developers/docs/resources/voice
"""

from demo.errors import ApiError
from demo.objects import Guild, User
from demo.payloads import Json, of_member, of_voice_state
from demo.world import World


def move(world: World, guild: Guild, user: User, channel_id: int | None) -> None:
    """Bring a member into a voice channel, or out of the one where he is."""
    if guild.voice.get(user.id) == channel_id:
        return
    if channel_id is None:
        del guild.voice[user.id]
    else:
        guild.voice[user.id] = channel_id
    world.publish("VOICE_STATE_UPDATE", state(guild, user.id))


def state(guild: Guild, user_id: int) -> Json:
    """Where a member is, with the member."""
    member = guild.members[user_id]
    where = of_voice_state(member, guild.voice.get(user_id))
    return where | {"guild_id": str(guild.id), "member": of_member(member)}


def state_of(guild: Guild, user_id: int) -> Json:
    """The same of a member who is somewhere. Raises ApiError."""
    if user_id not in guild.voice:
        raise ApiError(404, 10065, "Unknown Voice State")
    return state(guild, user_id)
