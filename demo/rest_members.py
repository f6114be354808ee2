"""The members of servers, and those who may not speak for a while.

https://discord.com/developers/docs/resources/guild#modify-guild-member
"""

from typing import Final

from aiohttp import web

from demo import voice
from demo.errors import invalid_field, missing_permissions, unknown_member
from demo.objects import Guild, Member
from demo.payloads import of_member
from demo.permissions import Permission, permissions_on
from demo.requests import checked
from demo.requests_guilds import MemberChange
from demo.rest import WORLD, as_json, guild_of, needs, number_of, read

routes = web.RouteTableDef()
_MEMBER: Final = "/api/v10/guilds/{guild}/members/{user}"
_LONGEST_S: Final = 28 * 24 * 60 * 60.0


@routes.get(_MEMBER)
async def get(request: web.Request) -> web.Response:
    """One member of a server."""
    return as_json(of_member(_meant(request)))


@routes.patch(_MEMBER)
async def change(request: web.Request) -> web.Response:
    """Silence a member for up to 28 days, or let him speak again."""
    raw, _ = await read(request)
    world, guild, member = request.app[WORLD], guild_of(request), _meant(request)
    body = checked(MemberChange, raw)
    needs(request, Permission.MODERATE_MEMBERS, guild)
    if not _below(guild, member, guild.members[world.bot.id]):
        raise missing_permissions()
    if "communication_disabled_until" in body.model_fields_set:
        moment = body.communication_disabled_until
        until = None if moment is None else moment.timestamp()
        if until is not None and until > world.clock() + _LONGEST_S:
            raise invalid_field(
                "communication_disabled_until",
                "GUILD_MEMBER_COMMUNICATION_DISABLED_TOO_LONG",
                "It must be within 28 days from now.",
            )
        world.silence(guild, member.user, until)
    return as_json(of_member(member))


@routes.get("/api/v10/guilds/{guild}/voice-states/{user}")
async def voice_state(request: web.Request) -> web.Response:
    """The voice channel in which a member is."""
    return as_json(voice.state_of(guild_of(request), number_of(request, "user")))


def _meant(request: web.Request) -> Member:
    member = guild_of(request).members.get(number_of(request, "user"))
    if member is None:
        raise unknown_member()
    return member


def _below(guild: Guild, member: Member, other: Member) -> bool:
    """Whether the other may silence him: owners and administrators cannot be."""
    if member is other or Permission.ADMINISTRATOR in permissions_on(guild, member):
        return False
    return _highest(guild, member) < _highest(guild, other)


def _highest(guild: Guild, member: Member) -> int:
    if guild.owner_id == member.user.id:
        return 1 << 16
    return max((guild.roles[one].position for one in member.role_ids), default=0)
