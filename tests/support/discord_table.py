"""A table on the simulated Discord: people who press what they are sent, and count their taps."""

import collections
import contextlib
import dataclasses
import random
from collections.abc import AsyncIterator, Callable
from datetime import datetime
from pathlib import Path

import discord

import robots
from bot.app import Setup
from bot.client import BuracoBot
from bot.services.tables import Live
from cogs.ui.custom_ids import Verb
from game.actions import ExtendMeld, LayMeld, Play
from game.cards import Card
from game.views import PlayerView
from storage.records import Status
from tests.support.sim import Now, SimServer
from tests.support.sim_people import SimUser
from tests.support.sim_seen import Component, SeenMessage
from tests.support.tables import seeded_packs
from tests.support.taps import BUTTON_TAPS, MENU_TAPS, Pick, atoms, cheapest, rest_of_turn


def bot_factory(
    path: Path,
    *,
    seed: int = 1,
    shuffle: Callable[[], tuple[Card, ...]] | None = None,
    emojis: bool = False,
) -> Callable[[Now], BuracoBot]:
    """Builds the real bot on a database file; each restart shuffles from a seed of its own."""
    starts = [0]

    def build(now: Now) -> BuracoBot:
        starts[0] += 1

        def milliseconds() -> int:
            moment: datetime = now()
            return int(moment.timestamp() * 1000)

        return BuracoBot(
            Setup(
                database=path,
                now=milliseconds,
                shuffle=shuffle or seeded_packs(seed * 1000 + starts[0]),
                draw_lot=random.Random(seed).randrange,
                emojis=emojis,
                warm_up=False,
            )
        )

    return build


@contextlib.asynccontextmanager
async def running(
    path: Path,
    *,
    seed: int = 1,
    shuffle: Callable[[], tuple[Card, ...]] | None = None,
    emojis: bool = False,
    reads_chat: bool = False,
) -> AsyncIterator[SimServer]:
    """The simulated Discord with the real bot in it; ``reads_chat`` switches that intent on."""
    approved = discord.Intents.none()
    approved.message_content = reads_chat
    async with SimServer.start(
        bot_factory(path, seed=seed, shuffle=shuffle, emojis=emojis), approved_intents=approved
    ) as server:
        yield server


def app_of(server: SimServer):
    """The running bot's application."""
    bot = server.bot
    assert isinstance(bot, BuracoBot)
    return bot.app


@dataclasses.dataclass
class Taps:
    """How many taps each turn of a person took."""

    turns: list[int] = dataclasses.field(default_factory=list)
    plain: list[int] = dataclasses.field(default_factory=list)


class DiscordTable:
    """One match and the people at it, each playing what a robot would from what he is sent."""

    def __init__(self, server: SimServer, people: list[SimUser], match_id: int) -> None:
        self.server = server
        self.people = {user.id: user for user in people}
        self.match_id = match_id
        self.taps = Taps()

    async def live(self) -> Live:
        """The match as it stands."""
        return await app_of(self.server).tables.get(self.match_id)

    async def play_turn(self, choose: Callable[[PlayerView], Play] = robots.choose) -> None:
        """Whoever is to play, a person or a robot, plays his turn."""
        live = await self.live()
        if live.turn is None:
            await self.next_round()
            return
        assert live.player is not None
        if live.player.user_id is None:
            await self.server.advance(1.0)
            return
        user, turn, number = self.people[live.player.user_id], live.turn, live.state.round.number
        taps, steps = 0, 0
        while live.turn == turn and live.state.round.number == number:
            plan = atoms(live.state, turn, rest_of_turn(live.state, turn, choose))
            taps += await self._do(
                user, cheapest(live.state, turn, plan, self.hand(user).components)
            )
            steps += 1
            live = await self.live()
        self.taps.turns.append(taps)
        if steps == 2:
            self.taps.plain.append(taps)

    async def _do(self, user: SimUser, pick: Pick) -> int:
        """Use the control picked; returns the taps it took, a confirmation included."""
        message = self.hand(user)
        if pick.control is None:
            assert isinstance(pick.play, LayMeld | ExtendMeld)
            return await self._choose(user, message, pick.play)
        if pick.control.kind == "button":
            await user.click(
                message, label=pick.control.label, custom_id_prefix=pick.control.custom_id
            )
            return BUTTON_TAPS + await self._confirm(user)
        await user.select(message, [pick.value], custom_id_prefix=pick.control.custom_id)
        return MENU_TAPS + await self._confirm(user)

    async def next_round(self) -> None:
        """Everybody presses Continuar under the newest score sheet."""
        live = await self.live()
        for seated in live.info.people:
            user = self.people[seated.user_id]
            message = self.newest(user, Verb.NEXT)
            await user.click(message, custom_id_prefix="b:next:")
            if (await self.live()).turn is not None:
                return

    def newest(self, user: SimUser, verb: Verb) -> SeenMessage:
        """The newest message the user sees with an enabled item of this verb at this match."""
        fitting = [
            message
            for message in user.sees()
            if any(self._is(one, verb) for one in message.components)
        ]
        assert fitting, f"{user.name} sees no {verb}"
        return fitting[-1]

    def _is(self, one: Component, verb: Verb) -> bool:
        return not one.disabled and one.custom_id[1:].startswith(f":{verb.value}:{self.match_id}:")

    def hand(self, user: SimUser) -> SeenMessage:
        """The message from which the user plays."""
        return self.newest(user, Verb.REFRESH)

    async def _confirm(self, user: SimUser) -> int:
        message = self.hand(user)
        asked = [one for one in message.components if self._is(one, Verb.CONFIRM)]
        if not asked:
            return 0
        await user.click(message, custom_id_prefix=asked[0].custom_id)
        return BUTTON_TAPS

    async def _choose(self, user: SimUser, message: SeenMessage, play: LayMeld | ExtendMeld) -> int:
        """By "Escolher cartas": the suit, the cards, then what to do with them."""
        naturals = [face for face in play.cards if not face.can_be_wild] or [*play.cards]
        suit = naturals[0].suit
        taps = 0
        choose = f"b:choose:{self.match_id}:"
        await user.click(message, label="Escolher cartas")
        taps += 1
        if suit is not None:
            (button,) = [
                one
                for one in self.hand(user).components
                if one.custom_id.startswith(choose) and one.custom_id.endswith(f":{suit.value}")
            ]
            await user.click(self.hand(user), custom_id_prefix=button.custom_id)
            taps += 1
        values = []
        for face, count in collections.Counter(play.cards).items():
            values += [face.code, f"{face.code}+"][:count]
        await user.select(self.hand(user), values, custom_id_prefix="m:pick:")
        taps += MENU_TAPS + len(values)
        verb = "Baixar" if isinstance(play, LayMeld) else f"Encaixar no jogo {play.meld}"
        (button,) = [one for one in self.hand(user).components if one.label.startswith(verb)]
        await user.click(self.hand(user), custom_id_prefix=button.custom_id)
        return taps + BUTTON_TAPS + await self._confirm(user)

    async def play_out(self, *, most_turns: int = 2000) -> Live:
        """Play until the match has ended."""
        for _ in range(most_turns):
            live = await self.live()
            if live.info.status is not Status.LIVE:
                return live
            await self.play_turn()
        raise AssertionError("the match does not end")


async def sit_down(
    server: SimServer, names: list[str], *, closed: frozenset[str] = frozenset(), **options: object
) -> tuple[list[SimUser], int]:
    """Open a table with ``/mesa criar``, seat these people on it and start; people and match."""
    people = [server.add_user(name, dms_open=name not in closed) for name in names]
    await people[0].slash("mesa criar", jogadores=len(names), **options)
    lobby = server.channel.messages()[-1]
    for user in people[1:]:
        sit = next(
            one
            for one in user.look(lobby).components
            if one.custom_id.startswith("b:sit:") and not one.disabled
        )
        await user.click(lobby, custom_id_prefix=sit.custom_id)
    await people[0].click(lobby, custom_id_prefix="b:start:")
    async with app_of(server).database.read() as work:
        (info,) = await work.matches.open_of(people[0].id)
    return people, info.id
