"""Killed at any moment, the bot goes on where it was: what was shown has happened, and once."""

import asyncio
import contextlib
import random
import sqlite3
from collections.abc import Sequence
from pathlib import Path

import pytest

from cogs.ui.custom_ids import Verb
from demo.limits import Limits
from demo.payloads import Json
from demo.people import Person
from demo.players import Player, ids_of
from demo.rest import Exchange
from demo.seating import sit_down, until
from demo.server import StandIn
from demo.session import furnished
from game import engine
from game.record import action_of, format_action
from game.rules import HIGHEST_TARGET
from storage.database import Database
from tests.support.bot_process import BotProcess

ANSWER_WITHIN_S = 0.6
PATIENCE_S = 0.4
NAMES = ("Ana", "Bruno")


class Killer:
    """Kills the bot some requests after its start, and starts it again."""

    def __init__(self, bot: BotProcess, stand_in: StandIn, rng: random.Random, kills: int) -> None:
        self.bot = bot
        self.left = kills
        self._rng = rng
        self._stand_in = stand_in
        self._due = 0
        stand_in.watch.watchers.append(self.see)
        self.begin()

    def begin(self) -> None:
        self._due = self._rng.randrange(3, 30)
        self.bot.start()

    def see(self, _exchange: Exchange) -> None:
        self._due -= 1
        if self._due == 0 and self.left:
            delay = self._rng.choice((0.0, self._rng.uniform(0.0, 0.02)))
            asyncio.get_running_loop().call_later(delay, self._kill)

    def _kill(self) -> None:
        self.left -= 1
        self.bot.kill()
        self.begin()


async def play_with_kills(folder, *, seed: int, kills: int) -> None:
    rng = random.Random(seed)
    world, _, channel, people = furnished(NAMES)
    world.answer_within_s = ANSWER_WITHIN_S
    edits: dict[str, Json] = {}

    def see(exchange: Exchange) -> None:
        if exchange.method == "PATCH" and exchange.route.startswith("/webhooks/"):
            edits[exchange.path.split("/")[3]] = exchange.body

    async with StandIn(world, limits=Limits(enabled=False)).serving() as stand_in:
        stand_in.watch.watchers.append(see)
        bot = BotProcess(world.base, world.token, folder / "bot.db", seed=seed)
        bot.start()
        try:
            await until(lambda: world.commands and stand_in.gateway.connected)
            players = [
                Player(person, rng, together=False, patience_s=PATIENCE_S) for person in people
            ]
            await sit_down([*people], channel, meta=HIGHEST_TARGET)
            bot.kill()
            killer = Killer(bot, stand_in, rng, kills)
            playing = asyncio.gather(*(player.play(1) for player in players))
            while killer.left and not playing.done():
                await asyncio.wait([playing], timeout=0.1)
            turns = [player.turns for player in players]
            while (
                not playing.done()
                and min(
                    player.turns - before for player, before in zip(players, turns, strict=True)
                )
                < 2
            ):
                await asyncio.wait([playing], timeout=0.1)
            playing.cancel()
            await asyncio.gather(playing, return_exceptions=True)
            assert killer.left == 0, "the match was over too soon: take another seed"
        finally:
            bot.kill()
    handled, stored = await kept(folder / "bot.db", people)
    assert sum(len(actions) for actions in stored.values()) > kills / 2
    for player in players:
        plays = [
            (interaction, ids.version, value or ids.arg)
            for interaction, ids, value in player.pressed
            if ids.verb in (Verb.PLAY, Verb.CONFIRM)
        ]
        done = [action for interaction, _, action in plays if interaction.id in handled]
        assert stored[player.person.id] == done, "each press that counts is stored once, in order"
        versions = {version for interaction, version, _ in plays if interaction.id in handled}
        for interaction, version, _ in plays:
            if shows_done(edits.get(interaction.token), version):
                assert version in versions, "what was shown has happened"


def shows_done(edit: Json | None, version: int) -> bool:
    """Whether a hand was shown with the effect of a press that was made at this version."""
    if edit is None:
        return False
    ids = [
        ids_of(one)
        for row in edit.get("components") or ()
        for one in row["components"]
        if one.get("custom_id")
    ]
    if any(each.verb is Verb.CONFIRM for each in ids):
        return False
    return all(each.version > version for each in ids if each.verb is Verb.PLAY)


async def kept(path: Path, people: Sequence[Person]) -> tuple[set[int], dict[int, list[str]]]:
    """The interactions that were acted on, and each person's actions as they are stored."""
    database = await Database.open(path)
    try:
        async with database.read() as work:
            info = await work.matches.get(1)
            assert info is not None
            events = await work.events.load(info.id)
    finally:
        await database.close()
    assert engine.replay(events).round is not None
    stored: dict[int, list[str]] = {person.id: [] for person in people}
    for event in events:
        done = action_of(event)
        seated = info.at(done[0]) if done is not None else None
        if done is not None and seated is not None and seated.user_id in stored:
            stored[seated.user_id].append(format_action(done[1]))
    with contextlib.closing(sqlite3.connect(path)) as connection:
        handled = {number for (number,) in connection.execute("SELECT id FROM interactions")}
    return handled, stored


@pytest.mark.parametrize("seed", [1, 2])
async def test_killed_at_moments_of_a_seed_nothing_shown_is_lost_and_nothing_is_done_twice(
    tmp_path, seed
):
    await play_with_kills(tmp_path, seed=seed, kills=13)


@pytest.mark.soak
async def test_killed_at_200_moments_nothing_shown_is_lost_and_nothing_is_done_twice(tmp_path):
    for seed in range(100, 110):
        (tmp_path / str(seed)).mkdir()
        await play_with_kills(tmp_path / str(seed), seed=seed, kills=20)
