"""However odd a request is, it is answered in Discord's shape."""

import pytest

from demo import interactions
from demo.objects import Kind

ROUTES = [
    ("POST", "/channels/{channel}/messages"),
    ("PATCH", "/channels/{channel}/messages/{message}"),
    ("PATCH", "/channels/{channel}"),
    ("PATCH", "/channels/{thread}"),
    ("POST", "/channels/{channel}/threads"),
    ("POST", "/channels/{channel}/messages/{message}/threads"),
    ("POST", "/users/@me/channels"),
    ("PUT", "/applications/{application}/commands"),
    ("PUT", "/applications/{application}/guilds/{guild}/commands"),
    ("POST", "/applications/{application}/emojis"),
    ("POST", "/interactions/{interaction}/{token}/callback"),
    ("POST", "/webhooks/{application}/{answered}"),
    ("PATCH", "/webhooks/{application}/{answered}/messages/@original"),
    ("PATCH", "/webhooks/{application}/{answered}/messages/{message}"),
]
FIELDS = [
    "content", "embeds", "components", "attachments", "allowed_mentions", "flags", "nonce",
    "message_reference", "name", "type", "archived", "auto_archive_duration", "recipient_id",
    "image", "data", "options", "tts",
]  # fmt: skip
VALUES = [
    None,
    0,
    -1,
    10**30,
    1.5,
    "",
    "x",
    "9" * 30,
    True,
    [],
    {},
    [None],
    [[]],
    [{}],
    {"type": 1},
]
BODIES = [
    *VALUES,
    *({field: value} for field in FIELDS for value in VALUES),
    *({"type": kind, "data": {field: []}} for kind in range(10) for field in FIELDS),
    *({"type": kind, "data": value} for kind in range(10) for value in VALUES),
    *([{"name": "a", "description": "b", "options": [{"type": t}]}] for t in VALUES),
]


@pytest.mark.parametrize(("method", "path"), ROUTES)
async def test_no_body_is_too_odd_to_be_answered(place, api, method, path):
    world = place.world
    message = world.post(place.channel, world.bot, content="mesa")
    thread = world.add_thread(place.channel, "t", owner=world.bot, under=None, private=False)
    where = {
        "channel": place.channel.id,
        "message": message.id,
        "thread": thread.id,
        "guild": place.guild.id,
        "application": world.application_id,
    }
    for body in BODIES:
        for answered in (False, True):
            used = interactions.begin(
                world, Kind.COMMAND, place.ana.user, place.channel, {"id": "1", "name": "faz"}
            )
            where |= {"interaction": used.id, "answered" if answered else "token": used.token}
        used.answer, used.original_id = 4, message.id
        answer = await api(method, path.format(**where), body)
        assert answer.status < 500, body
        assert answer.status < 400 or {"code", "message"} <= {*answer.body}, body
