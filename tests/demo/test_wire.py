"""What a bad day on the wire does to a table: nothing is lost, doubled, or stuck."""

import asyncio
import logging
import threading
import time

import pytest
from discord.gateway import KeepAliveHandler

from bot.client import DiscordAway
from bot.watchdog import GatewayLost
from cogs.ui.custom_ids import Verb
from demo import interactions
from demo.faults import Fault
from demo.limits import Limits
from demo.people import controls
from demo.seating import until
from tests.support.wire import Wire, verbs, wire

NEW = r"POST /channels/\d+/messages$"
EDITED = r"PATCH /channels/\d+/messages/\d+$"
ANSWER = r"POST /interactions/\d+/[\w-]+/callback$"
HAND_EDITED = r"PATCH /webhooks/\d+/[\w-]+/messages/@original$"


@pytest.fixture(autouse=True)
def nothing_is_left(caplog):
    yield
    assert errors(caplog) == []
    hearts = [one for one in threading.enumerate() if isinstance(one, KeepAliveHandler)]
    for each in hearts:
        each.join(1.0)
    assert not any(each.is_alive() for each in hearts), "each client's heartbeat ends with it"


def errors(caplog) -> list[str]:
    """What was logged as an error while the test ran."""
    return [one.getMessage() for one in caplog.get_records("call") if one.levelno >= logging.ERROR]


def expect_errors(caplog, part: str) -> None:
    """All errors so far are of this kind, and are forgotten."""
    assert errors(caplog)
    assert all(part in line for line in errors(caplog))
    caplog.get_records("call").clear()


async def draw(table: Wire):
    """Whoever is to play draws a card; who it was, the press, and the events before it."""
    player = await until(table.to_play)
    before = (await table.live()).info.seq
    hand = table.hand(player.person)
    assert hand is not None
    custom_id = next(
        str(one["custom_id"]) for one in controls(hand) if str(one["custom_id"]).endswith(":draw")
    )
    pressed = player.person.click(hand.channel_id, hand.id, custom_id)
    await pressed.done.wait()
    return player, pressed, before


async def stored(table: Wire, seq: int) -> None:
    """Wait until so many events are stored."""
    async with asyncio.timeout(10):
        while (await table.live()).info.seq < seq:  # noqa: ASYNC110 - the database tells nobody
            await asyncio.sleep(0.01)


async def test_a_bucket_and_a_global_429_on_a_busy_table_delay_it_and_no_more(tmp_path):
    async with wire(tmp_path) as table:
        await table.sit_down()
        faults = [
            table.stand_in.faults.order(Fault(EDITED, 429, times=3)),
            table.stand_in.faults.order(Fault(NEW, 429, times=2, scope="global")),
            table.stand_in.faults.order(Fault(HAND_EDITED, 429, times=2)),
        ]
        await table.plays_on(12)
        assert [fault.times for fault in faults] == [0, 0, 0]
        assert len(table.boards()) == 1


async def test_a_busy_table_keeps_within_the_limits_that_discord_tells(tmp_path):
    limits = Limits(global_a_second=20)
    async with wire(tmp_path, limits=limits) as table:
        await table.sit_down()
        await table.plays_on(8)
        assert len(table.boards()) == 1


async def test_a_502_after_the_effect_sends_one_message_not_two(tmp_path):
    async with wire(tmp_path) as table:
        fault = table.stand_in.faults.order(Fault(NEW, 502, after=True))
        await table.sit_down()
        await table.plays_on(4)
        assert fault.times == 0
        assert len(table.boards()) == 1
        hands = [one for person in table.people for one in person.seen()]
        shown = [one.id for one in hands if Verb.PLAY in {each.verb for each in verbs(one)}]
        assert len(shown) <= 1


async def test_a_500_on_a_hands_edit_leaves_the_action_and_the_next_click_shows_it(
    tmp_path, monkeypatch
):
    async with wire(tmp_path) as table:
        await table.sit_down()
        no_waiting(monkeypatch)
        fault = table.stand_in.faults.order(Fault(HAND_EDITED, 500, times=5))
        player, _, before = await draw(table)
        await stored(table, before + 1)
        await until(lambda: fault.times == 0 or None)
        hand = table.hand(player.person)
        assert hand is not None
        assert any(each.arg == "draw" for each in verbs(hand)), "the old hand is still shown"
        again = next(str(one["custom_id"]) for one in controls(hand))
        pressed = player.person.click(hand.channel_id, hand.id, again)
        await pressed.done.wait()
        await until(
            lambda: any(one.arg.startswith("d") and one.arg != "draw" for one in verbs(hand))
        )
        assert (await table.live()).info.seq == before + 1
        await table.plays_on()


async def test_a_500_on_the_acknowledgement_leaves_the_action_and_the_next_click_shows_it(
    tmp_path, monkeypatch
):
    async with wire(tmp_path) as table:
        await table.sit_down()
        no_waiting(monkeypatch)
        table.stand_in.faults.order(Fault(ANSWER, 500, times=5))
        table.world.answer_within_s = 0.2
        _, pressed, before = await draw(table)
        assert pressed.failed
        await stored(table, before + 1)
        table.world.answer_within_s = 3.0
        await table.plays_on()


async def test_a_cut_acknowledgement_leaves_the_action_and_the_next_click_shows_it(tmp_path):
    async with wire(tmp_path) as table:
        await table.sit_down()
        table.stand_in.faults.order(Fault(ANSWER, drop=True))
        table.world.answer_within_s = 0.2
        _, pressed, before = await draw(table)
        assert pressed.failed
        await stored(table, before + 1)
        table.world.answer_within_s = 3.0
        await table.plays_on()


async def test_what_is_clicked_while_the_gateway_is_lost_counts_once_it_has_resumed(tmp_path):
    async with wire(tmp_path) as table:
        await table.sit_down()
        await table.plays_on(2)
        await table.stand_in.gateway.drop()
        await until(lambda: not table.stand_in.gateway.connected)
        await table.plays_on(4)
        assert table.stand_in.gateway.resumed == 1
        assert table.stand_in.gateway.identified == 1


async def test_asked_to_reconnect_the_bot_resumes_and_the_table_goes_on(tmp_path):
    async with wire(tmp_path) as table:
        await table.sit_down()
        await table.stand_in.gateway.ask_to_reconnect()
        await until(lambda: table.stand_in.gateway.resumed)
        await table.plays_on(4)
        assert table.stand_in.gateway.identified == 1


async def test_with_its_session_taken_away_the_bot_begins_anew_and_the_table_goes_on(
    tmp_path, monkeypatch
):
    async with wire(tmp_path) as table:
        await table.sit_down()
        no_waiting(monkeypatch)
        await table.stand_in.gateway.invalidate()
        await until(lambda: table.stand_in.gateway.identified == 2 or None)
        await table.plays_on(4)


async def test_with_a_dead_resume_address_a_fresh_client_plays_on_in_the_same_process(
    tmp_path, caplog
):
    async with wire(tmp_path, patience_s=1.5, look_every_s=0.05, heartbeat_seconds=0.1) as table:
        table.stand_in.gateway.resume_url = "ws://127.0.0.1:9/"
        await table.stand_in.gateway.invalidate()
        await until(lambda: table.stand_in.gateway.identified >= 2 or None)
        table.stand_in.gateway.resume_url = None
        await until(lambda: table.session.bot.is_ready() or None)
        await table.sit_down()
        await table.plays_on(4)
    expect_errors(caplog, "a fresh client")


async def test_where_no_client_gets_a_session_the_bot_ends_with_a_sentence(tmp_path, caplog):
    async with wire(tmp_path, patience_s=0.4, look_every_s=0.05, heartbeat_seconds=0.1) as table:
        table.stand_in.gateway.away = True
        await table.stand_in.gateway.drop()
        # Either the log-in fails, or its time is over first.
        with pytest.raises((DiscordAway, GatewayLost), match=r"não abriu|não respondeu"):
            await asyncio.wait_for(table.session.serving, 60)
    expect_errors(caplog, "a fresh client")


async def test_doubled_events_act_once(tmp_path):
    async with wire(tmp_path) as table:
        await table.sit_down()
        table.stand_in.gateway.repeat = 2
        _, _, before = await draw(table)
        await stored(table, before + 1)
        await table.plays_on(8)


async def test_two_clicks_that_come_in_the_other_order_count_once_each_or_not_at_all(tmp_path):
    async with wire(tmp_path) as table:
        await table.sit_down()
        player = await until(table.to_play)
        hand = table.hand(player.person)
        assert hand is not None
        before = (await table.live()).info.seq
        table.stand_in.gateway.hold()
        ids = [str(one["custom_id"]) for one in controls(hand)]
        draws = next(one for one in ids if one.endswith(":draw"))
        looks = next(one for one in ids if ":refresh:" in one)
        clicks = [player.person.click(hand.channel_id, hand.id, one) for one in (draws, looks)]
        table.stand_in.gateway.let_go(backwards=True)
        for each in clicks:
            await each.done.wait()
        await stored(table, before + 1)
        assert not any(each.failed for each in clicks)
        await table.plays_on(6)


async def test_two_clicks_in_the_same_millisecond_draw_one_card(tmp_path):
    async with wire(tmp_path) as table:
        await table.sit_down()
        player = await until(table.to_play)
        hand = table.hand(player.person)
        assert hand is not None
        before = (await table.live()).info.seq
        draws = next(str(one["custom_id"]) for one in controls(hand) if "draw" in one["custom_id"])
        clicks = [player.person.click(hand.channel_id, hand.id, draws) for _ in range(2)]
        for each in clicks:
            await each.done.wait()
        await until(lambda: any(one.arg.startswith("d1") for one in verbs(hand)))
        assert not any(each.failed for each in clicks)
        assert (await table.live()).info.seq == before + 1


async def test_the_same_click_sent_twice_draws_one_card(tmp_path):
    async with wire(tmp_path) as table:
        await table.sit_down()
        _, pressed, before = await draw(table)
        interactions.send(table.world, pressed)
        await stored(table, before + 1)
        await table.plays_on(6)
        events = await events_of(table)
        assert len(events) == (await table.live()).info.seq


async def events_of(table: Wire):
    async with table.session.bot.app.database.read() as work:
        return await work.events.load(table.match_id)


async def test_while_discord_is_away_for_ten_minutes_the_clocks_stand(tmp_path):
    later = [0]
    async with wire(tmp_path, now=lambda: time.time_ns() // 1_000_000 + later[0]) as table:
        await table.sit_down()
        before = await until(table.to_play)
        seq = (await table.live()).info.seq
        gateway = table.stand_in.gateway
        gateway.away = True
        await gateway.drop()
        await until(lambda: not table.session.bot.connected)
        later[0] = 600_000
        for _ in range(20):
            await asyncio.sleep(0.01)
        assert (await table.live()).info.seq == seq, "nobody was played for"
        gateway.away = False
        await until(lambda: table.session.bot.connected)
        await asyncio.sleep(0.05)
        live = await table.live()
        assert live.info.seq == seq
        assert live.player is not None
        assert live.player.user_id == before.person.id
        await table.plays_on(4)


def no_waiting(monkeypatch: pytest.MonkeyPatch) -> None:
    """discord.py waits seconds between tries: here none."""
    sleep = asyncio.sleep

    async def short(seconds: float, *more: object) -> None:
        await sleep(min(seconds, 0.01))

    monkeypatch.setattr(asyncio, "sleep", short)
