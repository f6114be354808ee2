"""Matches played to their end without a browser: the real bot, the wire, simulated people."""

import asyncio
import dataclasses
import logging
import random
import tempfile
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

from bot.app import Setup
from bot.replay import Replay, SealBroken
from demo.limits import Limits
from demo.objects import Channel
from demo.people import Person
from demo.players import Player
from demo.seating import sit_down, use
from demo.session import NAMES, Session, database_in, seeded, session
from demo.world import News
from game.record import BadLine
from game.refusals import Refused

GROUPS: Final = 4
"""Tables that are played at a time."""

STUCK_S: Final = 20.0
"""A match in which nobody has pressed anything for so long has come to a stop."""

_KINDS: Final = {
    "POST /interactions/{interaction}/{token}/callback": "respostas a cliques",
    "POST /webhooks/{application}/{token}": "mensagens por cliques",
    "PATCH /webhooks/{application}/{token}/messages/{message}": "edições por cliques",
    "DELETE /webhooks/{application}/{token}/messages/{message}": "remoções por cliques",
    "POST /applications/{application}/emojis": "emojis, uma vez",
    "POST /channels/{channel}/messages": "mensagens novas",
    "PATCH /channels/{channel}/messages/{message}": "edições",
    "DELETE /channels/{channel}/messages/{message}": "remoções",
}


@dataclasses.dataclass
class Outcome:
    """What became of the matches; ``problems`` are sentences, none where all went well."""

    ended: int = 0
    turns: int = 0
    seconds: float = 0.0
    requests: Counter[str] = dataclasses.field(default_factory=Counter)
    problems: list[str] = dataclasses.field(default_factory=list)

    def report(self) -> str:
        """The figures in Portuguese."""
        turns = max(1, self.turns)
        lines = [
            f"partidas: {self.ended}, vezes de pessoas: {self.turns}, {self.seconds:.0f} s",
            "pedidos por vez de pessoa:",
            *(f"  {count / turns:5.2f}  {kind}" for kind, count in self.requests.most_common()),
            *(f"problema: {problem}" for problem in self.problems),
        ]
        return "\n".join(lines)


class _Errors(logging.Handler):
    """Keeps what was logged as an error."""

    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self.lines: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.lines.append(f"{record.name}: {record.getMessage()}")


def autoplay(matches: int, seed: int, out: Path) -> Outcome:
    """Play so many matches and write records and last pictures below ``out``."""
    out.mkdir(parents=True, exist_ok=True)
    errors = _Errors()
    logging.getLogger().addHandler(errors)
    try:
        with tempfile.TemporaryDirectory() as folder:
            outcome = asyncio.run(_play(matches, seed, out, database_in(folder)))
    finally:
        logging.getLogger().removeHandler(errors)
    outcome.problems += [f"erro no log: {line}" for line in errors.lines]
    return outcome


async def _play(matches: int, seed: int, out: Path, database: Path) -> Outcome:
    outcome, late = Outcome(), Counter[str]()
    setup = seeded(Setup(database=database, sleep=_at_once), seed)
    names = [f"{name} {group}" for group in range(1, GROUPS + 1) for name in NAMES]
    async with session(setup, names=names, limits=Limits(enabled=False)) as running:

        def hear(news: News) -> None:
            if news.name == "INTERACTION_FAILED":
                late["answers"] += 1

        running.world.listeners.append(hear)
        channels = [
            running.world.add_channel(running.guild, f"mesas-{group}")
            for group in range(1, GROUPS + 1)
        ]
        before = running.stand_in.watch.requests.copy()
        start = time.monotonic()
        todo = iter(range(matches))
        await asyncio.gather(
            *(
                _group(
                    running, channel, running.people[at * 4 : at * 4 + 4], todo, seed, out, outcome
                )
                for at, channel in enumerate(channels)
            )
        )
        outcome.seconds = time.monotonic() - start
        for route, count in (running.stand_in.watch.requests - before).items():
            outcome.requests[_KINDS.get(route, "outros")] += count
    if late["answers"]:
        outcome.problems.append(f"{late['answers']} respostas vieram tarde demais")
    return outcome


async def _at_once(_seconds: float) -> None:
    await asyncio.sleep(0)


async def _group(
    running: Session,
    channel: Channel,
    people: Sequence[Person],
    todo: Iterator[int],
    seed: int,
    out: Path,
    outcome: Outcome,
) -> None:
    """Four people who play one match after the other, each of another kind."""
    for number in todo:
        rng = random.Random(f"{seed}/{number}")  # noqa: S311 - a game that can be played again
        try:
            await _match(running, channel, people, number, rng, out, outcome)
        except TimeoutError as error:
            outcome.problems.append(f"a partida {number + 1} parou: {error}")
            return


async def _match(
    running: Session,
    channel: Channel,
    people: Sequence[Person],
    number: int,
    rng: random.Random,
    out: Path,
    outcome: Outcome,
) -> None:
    kind = number % 4
    seated = [*people[: (1, 4, 2, 2)[kind]]]
    players = [Player(person, rng) for person in seated]
    if kind == 0:
        await use(seated[0], channel.id, "treinar")
    else:
        preset = "mano-a-mano" if kind == 3 else ("oficial", "tradicional")[number // 4 % 2]
        await sit_down(seated, channel, size=2 if kind == 3 else 4, regras=preset)
    await _to_the_end(players)
    outcome.turns += sum(player.turns for player in players)
    (name,) = players[0].records
    await _keep(running, players[0], name, out, outcome)


async def _to_the_end(players: Sequence[Player]) -> None:
    playing = asyncio.gather(*(player.play(1) for player in players))
    presses = -1
    while not playing.done():
        await asyncio.wait([playing], timeout=STUCK_S)
        now = sum(len(player.pressed) for player in players)
        if now == presses and not playing.done():
            playing.cancel()
            await asyncio.gather(playing, return_exceptions=True)
            raise TimeoutError("ninguém tem o que apertar")
        presses = now
    await playing


async def _keep(running: Session, player: Player, name: str, out: Path, outcome: Outcome) -> None:
    """Write record and pictures, and see that the record replays to the stored score."""
    (result,) = [
        one
        for one in player.person.seen()
        if any(file.filename == name for file in one.attachments)
    ]
    thread = [one for one in player.person.seen() if one.channel_id == result.channel_id]
    pictures: dict[str, bytes] = {}
    record = ""
    for message in thread:
        for file in message.attachments:
            if file.filename == name:
                (out / name).write_bytes(file.data)
                record = file.data.decode()
            else:
                pictures[file.filename] = file.data
    stem = Path(name).stem
    for filename, data in pictures.items():
        (out / f"{stem}-{filename}").write_bytes(data)
    outcome.ended += 1
    replay = Replay(verify=True)
    try:
        replay.read(record)
    except (BadLine, Refused, SealBroken) as error:
        outcome.problems.append(f"{name} não passa no replay: {error}")
        return
    live = await _stored(running, result.channel_id)
    if live != replay.result()["totals"]:
        outcome.problems.append(f"{name} dá outro placar no replay")


async def _stored(running: Session, thread_id: int) -> list[int]:
    async with running.bot.app.database.read() as work:
        info = await work.matches.at_thread(thread_id)
    assert info is not None, "its result was posted there"
    live = await running.bot.app.tables.get(info.id)
    assert live.state is not None, "it was played"
    return list(live.state.totals)
