"""The watchdog: a client whose gateway is silent is replaced, one that never connects ends it all.

Time is fake: it passes only in the watchdog's own sleeps.
"""

import asyncio
import contextlib
import time
from types import SimpleNamespace

import pytest

from bot.app import Setup
from bot.client import BuracoBot, CannotLogIn, DiscordAway
from bot.watchdog import GatewayLost, Watchdog
from tests.support.tables import FakeTime, opened, started


class Time:
    def __init__(self):
        self.now = 0.0
        self.late = asyncio.Event()

    def __call__(self):
        return self.now

    async def sleep(self, seconds):
        self.now += seconds
        if self.now > 100_000:
            self.late.set()
        await asyncio.sleep(0)


class FakeBot:
    """A client that hears the gateway until a moment, or never, or fails to log in."""

    def __init__(self, clock, log, *, until=None, error=None, ends=False):
        self.clock, self.log = clock, log
        self.until, self.error, self.ends = until, error, ends
        self.ever_connected = until is not None
        self.made = clock.now

    async def __aenter__(self):
        self.log.append("built")
        return self

    async def __aexit__(self, *_error):
        self.log.append("closed")

    async def open(self):
        self.log.append("open")

    async def serve(self, _token):
        if self.error is not None:
            raise self.error
        if not self.ends:
            await asyncio.Event().wait()

    def silence(self):
        return max(0.0, self.clock.now - max(self.made, self.until or 0))


def watchdog(*bots, patience=180.0):
    """A watchdog over these clients in turn, its clock, and what happened to them."""
    clock, log = Time(), []
    waiting = [dict(each) for each in bots]

    def build():
        return FakeBot(clock, log, **waiting.pop(0))

    dog = Watchdog(build=build, patience_s=patience, sleep=clock.sleep, now=clock)
    return dog, clock, log


ONE = ["built", "open", "closed"]


async def test_a_client_that_ends_by_itself_ends_the_serving():
    dog, _, log = watchdog({"until": 0, "ends": True})
    await dog.serve("token")
    assert log == ONE


async def test_a_silent_client_is_closed_before_a_fresh_one_is_built_and_served():
    dog, clock, log = watchdog({"until": 1000}, {"until": 9000, "ends": True})
    await dog.serve("token")
    assert log == ONE + ONE
    assert clock.now == pytest.approx(1180, abs=20)


async def test_a_client_that_is_heard_in_time_is_left_alone():
    dog, clock, log = watchdog({"until": 1e9})
    serving = asyncio.create_task(dog.serve("token"))
    await clock.late.wait()
    assert log == ["built", "open"]
    serving.cancel()
    await asyncio.gather(serving, return_exceptions=True)
    assert log == ONE


async def test_a_fresh_client_that_gets_no_session_ends_the_process_with_a_sentence():
    dog, clock, log = watchdog({"until": 1000}, {})
    with pytest.raises(GatewayLost, match="180 segundos"):
        await dog.serve("token")
    assert log == ONE + ONE
    assert clock.now == pytest.approx(1360, abs=20)


async def test_each_client_that_connected_may_be_followed_by_another():
    many = [{"until": 500 * number} for number in range(1, 9)]
    dog, _, log = watchdog(*many, {"until": 9999, "ends": True})
    await dog.serve("token")
    assert log == ONE * 9


async def test_a_fresh_clients_log_in_is_tried_again_while_discord_is_away():
    away = {"error": DiscordAway("Confira a internet.")}
    dog, _, log = watchdog({"until": 0}, away, away, away, {"until": 9999, "ends": True})
    await dog.serve("token")
    assert log == ONE * 5


async def test_a_fresh_clients_log_in_is_given_up_after_the_same_time():
    away = {"error": DiscordAway("Confira a internet.")}
    dog, clock, log = watchdog({"until": 0}, *[away] * 1000)
    with pytest.raises(DiscordAway):
        await dog.serve("token")
    assert log[-1] == "closed"
    assert clock.now == pytest.approx(360, abs=20)


@pytest.mark.parametrize("error", [DiscordAway("longe"), CannotLogIn("token")])
async def test_the_first_log_in_tells_at_once_what_is_wrong(error):
    dog, _, log = watchdog({"error": error}, {"until": 0, "ends": True})
    with pytest.raises(CannotLogIn):
        await dog.serve("token")
    assert log == ONE


async def test_a_refused_token_is_not_tried_again_by_a_fresh_client():
    dog, _, log = watchdog({"until": 0}, {"error": CannotLogIn("token")})
    with pytest.raises(CannotLogIn):
        await dog.serve("token")
    assert log == ONE * 2


async def test_the_fresh_client_goes_on_with_the_matches_of_the_old_one(tmp_path, monkeypatch):
    path, fake = tmp_path / "t.db", FakeTime()
    async with opened(path, fake) as app:
        live = await started(app)
    seen = []

    async def serve(self, _token):
        seen.append((await self.app.tables.get(live.info.id)).state)
        self.ever_connected = True
        if len(seen) == 1:
            self._heard_at -= 1000
            await asyncio.Event().wait()

    monkeypatch.setattr(BuracoBot, "serve", serve)
    clock = Time()
    dog = Watchdog(
        build=lambda: BuracoBot(Setup(database=path, now=fake)), sleep=clock.sleep, now=clock
    )
    await dog.serve("token")
    assert seen == [live.state, live.state]


@contextlib.asynccontextmanager
async def client(tmp_path):
    bot = BuracoBot(Setup(database=tmp_path / "t.db"))
    async with bot:
        yield bot


def heartbeats(bot, last_ack):
    bot.ws = SimpleNamespace(_keep_alive=SimpleNamespace(_last_ack=last_ack), open=False)


async def test_only_a_heartbeat_answered_within_a_session_breaks_the_silence(tmp_path):
    async with client(tmp_path) as bot:
        assert bot.silence() >= 0
        bot._heard_at = time.perf_counter() - 1000
        heartbeats(bot, last_ack=time.perf_counter())
        assert bot.silence() >= 1000  # a hello alone
        await bot.on_connect()
        assert bot.silence() < 1000
        bot._heard_at = time.perf_counter() - 1000
        heartbeats(bot, last_ack=time.perf_counter() - 500)
        assert 500 <= bot.silence() < 1000
        await bot.on_disconnect()
        heartbeats(bot, last_ack=time.perf_counter())
        assert 500 <= bot.silence() < 1000
        await bot.on_disconnect()
        bot.ws = SimpleNamespace(_keep_alive=None, open=False)
        assert bot.silence() >= 500
        assert bot.ever_connected


async def test_a_gateway_that_cannot_be_reached_at_first_is_told_in_words(tmp_path, monkeypatch):
    async def start(self, _token):
        self.ws.sequence  # noqa: B018 - as discord.py does where no connection was ever made

    monkeypatch.setattr(BuracoBot, "start", start)
    async with client(tmp_path) as bot:
        with pytest.raises(DiscordAway, match="a conexão não abriu"):
            await bot.serve("token")


async def test_a_connection_that_does_not_close_is_given_up_and_the_database_closed(
    tmp_path, monkeypatch, caplog
):
    async def hang(_self):
        await asyncio.Event().wait()

    monkeypatch.setattr("bot.client.CLOSE_WITHIN_S", 0)
    monkeypatch.setattr("discord.Client.close", hang)
    closed = []
    bot = BuracoBot(Setup(database=tmp_path / "t.db"))
    await bot.open()
    closing = bot.app.database.close

    async def close():
        closed.append(True)
        await closing()

    monkeypatch.setattr(bot.app.database, "close", close)
    await bot.close()
    assert closed == [True]
    assert "given up" in caplog.text
