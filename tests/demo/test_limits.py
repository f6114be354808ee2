"""Rate limits with their headers, and the faults that tests order."""

import asyncio
import types

import aiohttp
import discord
import pytest

from demo import interactions
from demo.faults import Fault
from demo.limits import Limits
from demo.objects import Kind


@pytest.fixture
def limits(place):
    """Limits that go by the test's clock."""
    place.stand_in.limits.enabled = True
    return place.stand_in.limits


@pytest.fixture
def pauses(monkeypatch, clock):
    """How long discord.py waits before it tries again; only the test's clock goes on."""
    asked = []

    async def sleep(seconds):
        if seconds:
            asked.append(round(seconds, 3))
            clock.now += seconds
        await asyncio.sleep(0)

    hurried = types.SimpleNamespace(**vars(asyncio) | {"sleep": sleep})
    monkeypatch.setattr(discord.http, "asyncio", hurried)
    return asked


@pytest.fixture
def frozen(place, clock):
    place.stand_in.limits._clock = clock
    return clock


def of(place):
    return f"/channels/{place.channel.id}/messages"


def answer_to(place):
    used = interactions.begin(
        place.world, Kind.COMMAND, place.ana.user, place.channel, {"id": "1", "name": "faz"}
    )
    return used, f"/interactions/{used.id}/{used.token}/callback"


async def test_a_bucket_counts_down_refuses_and_opens_again(place, api, limits, frozen):
    for left in (4, 3, 2, 1, 0):
        answer = await api("POST", of(place), {"content": "oi"})
        assert answer.headers["X-RateLimit-Limit"] == "5"
        assert answer.headers["X-RateLimit-Remaining"] == str(left)
        assert answer.headers["X-RateLimit-Reset-After"] == "5.000"
        assert len(answer.headers["X-RateLimit-Bucket"]) == 32
    frozen.now += 1
    refused = await api("POST", of(place), {"content": "oi"})
    assert (refused.status, refused.body["retry_after"], refused.body["global"]) == (429, 4, False)
    assert refused.headers["Retry-After"] == "4.000"
    assert refused.headers["X-RateLimit-Scope"] == "user"
    assert refused.headers["Via"]
    assert "X-RateLimit-Global" not in refused.headers
    assert len(place.shown()) == 5
    frozen.now += 4
    assert (await api("POST", of(place), {"content": "oi"})).status == 200


async def test_each_channel_and_each_route_has_its_own_bucket(place, api, limits, frozen):
    other = place.world.add_channel(place.guild, "outras")
    buckets = set()
    for _ in range(5):
        buckets.add((await api("POST", of(place), {"content": "oi"})).headers["X-RateLimit-Bucket"])
    assert (await api("POST", of(place), {"content": "oi"})).status == 429
    there = await api("POST", f"/channels/{other.id}/messages", {"content": "oi"})
    buckets.add(there.headers["X-RateLimit-Bucket"])
    assert (there.status, len(buckets)) == (200, 1)
    assert (await api("GET", of(place))).status == 200


async def test_the_global_limit_refuses_everything_but_what_belongs_to_interactions(
    place, api, limits, frozen
):
    limits.global_a_second = 3
    used, path = answer_to(place)
    for _ in range(3):
        assert (await api("GET", "/users/@me")).status == 200
    refused = await api("GET", of(place))
    assert (refused.status, refused.body["global"]) == (429, True)
    assert refused.headers["X-RateLimit-Global"] == "true"
    assert refused.headers["X-RateLimit-Scope"] == "global"
    assert refused.headers["Via"]
    assert (await api("POST", path, {"type": 4, "data": {"content": "oi"}})).status == 204
    webhook = f"/webhooks/{place.world.application_id}/{used.token}"
    assert (await api("POST", webhook, {"content": "mais"})).status == 200
    frozen.now += 1
    assert (await api("GET", of(place))).status == 200


async def test_the_usual_limit_is_fifty_a_second(place, api, limits, frozen):
    statuses = []
    for n in range(51):
        channel = place.world.add_channel(place.guild, f"c{n}")
        statuses.append((await api("GET", f"/channels/{channel.id}")).status)
    assert statuses == [200] * 50 + [429]


async def test_many_first_answers_have_no_bucket(place, api, limits, frozen):
    for _ in range(20):
        answer = await api("POST", answer_to(place)[1], {"type": 4, "data": {"content": "x"}})
        assert answer.status == 204
        assert not [name for name in answer.headers if name.startswith("X-RateLimit")]


async def test_discord_py_waits_as_it_is_told_and_succeeds(place, limits, frozen, pauses):
    async with place.bot() as toy:
        channel = toy.get_channel(place.channel.id)
        order = place.stand_in.faults.order
        for scope in ("user", "shared", "global"):
            order(Fault("POST .*/messages", status=429, retry_after=1.5, scope=scope))
            await channel.send(scope)
    assert [one.content for one in place.shown()] == ["user", "shared", "global"]
    assert pauses == [1.5, 1.5, 1.5]


async def test_a_refusal_of_the_stand_in_is_waited_for_by_discord_py(place, limits, frozen, pauses):
    other = place.world.add_channel(place.guild, "outras")
    async with place.bot() as toy:
        frozen.now += 1
        limits.global_a_second = 1
        await toy.get_channel(place.channel.id).send("um")
        await toy.get_channel(other.id).send("dois")
    assert [len(one.messages) for one in (place.channel, other)] == [1, 1]
    assert pauses == [1]


@pytest.mark.parametrize("status", [500, 502])
@pytest.mark.parametrize("after", [True, False])
async def test_an_error_before_or_after_the_effect_is_tried_again(place, pauses, status, after):
    news = []
    place.ana.subscribe(lambda _name, data: news.append((len(pauses), data["content"])))
    async with place.bot() as toy:
        place.stand_in.faults.order(Fault("POST .*/messages", status=status, after=after))
        await toy.get_channel(place.channel.id).send("um")
    # discord.py sends a nonce along, so that the second try finds what the first one did.
    assert news == [(0 if after else 1, "um")]
    assert pauses == [1]
    assert place.stand_in.watch.requests["POST /channels/{channel}/messages"] == 2


async def test_a_503_is_not_tried_again(place, pauses):
    async with place.bot() as toy:
        place.stand_in.faults.order(Fault("POST .*/messages", status=503))
        with pytest.raises(discord.DiscordServerError):
            await toy.get_channel(place.channel.id).send("um")
    assert (place.shown(), pauses) == ([], [])


@pytest.mark.parametrize("after", [True, False])
async def test_a_cut_connection_leaves_open_what_happened(place, api, after):
    place.stand_in.faults.order(Fault("POST", drop=True, after=after))
    with pytest.raises(aiohttp.ClientError):
        await api("POST", of(place), {"content": "um"})
    assert len(place.shown()) == (1 if after else 0)


async def test_an_ordered_error_is_in_discords_shape(place, api):
    place.stand_in.faults.order(Fault("GET", status=403, code=50001))
    answer = await api("GET", of(place))
    assert (answer.status, answer.code) == (403, 50001)


@pytest.mark.parametrize("after", [True, False])
async def test_an_answer_is_held_back_before_or_after_its_effect(place, api, monkeypatch, after):
    waits = []

    async def sleep(seconds):
        waits.append((seconds, len(place.shown())))

    monkeypatch.setattr("demo.rest.asyncio", types.SimpleNamespace(sleep=sleep))
    place.stand_in.faults.order(Fault("POST", seconds=30, after=after))
    assert (await api("POST", of(place), {"content": "um"})).status == 200
    assert waits == [(30, 1 if after else 0)]


async def test_a_fault_happens_as_often_as_ordered_where_it_fits(place, api):
    faults = place.stand_in.faults
    twice = faults.order(Fault(r"GET /channels/\d+/messages$", status=500, times=2))
    always = faults.order(Fault("GET /users", status=502, times=None))
    assert [(await api("GET", of(place))).status for _ in range(3)] == [500, 500, 200]
    assert (await api("GET", f"/channels/{place.channel.id}")).status == 200
    assert [(await api("GET", "/users/@me")).status for _ in range(3)] == [502] * 3
    assert (twice.seen, always.seen) == (2, 3)
    faults.clear()
    assert (await api("GET", "/users/@me")).status == 200


async def test_requests_are_counted_by_route_and_shown_to_watchers(place, api):
    seen = []
    place.stand_in.watch.watchers.append(seen.append)
    await api("POST", of(place), {"content": "um"})
    await api("POST", of(place), {"content": ""})
    first, second = seen
    assert (first.method, first.route) == ("POST", "/channels/{channel}/messages")
    assert (first.path, first.body) == (of(place), {"content": "um"})
    assert (first.status, first.answer["content"], second.status) == (200, "um", 400)
    assert place.stand_in.watch.requests["POST /channels/{channel}/messages"] == 2


def test_limits_can_be_switched_off():
    limits = Limits(enabled=False, global_a_second=0)
    assert limits.take("GET /users/@me", "") == ({}, None)
