"""What outsiders see does not depend on hidden cards: texts, alt texts, pictures, log lines."""

import random
import re

from game.cards import PACK
from tests.support.discord_table import DiscordTable, running, sit_down

SEAL = re.compile(r"`[0-9a-f]{64}`")
FIXED = 3  # so many of each hand's first cards are played, and the same in both matches


def pack_with(seed):
    """A pack whose played cards are always the same, and all others shuffled by the seed."""
    pack = list(PACK)
    random.Random(0).shuffle(pack)
    played = [seat * 11 + place for seat in range(4) for place in range(FIXED)]
    hidden = [place for place in range(108) if place not in played]
    cards = [pack[place] for place in hidden]
    random.Random(seed).shuffle(cards)
    for place, face in zip(hidden, cards, strict=True):
        pack[place] = face
    return tuple(pack)


def masked(text):
    return SEAL.sub("`seal`", text)


async def watched(path, pack, caplog):
    """What a spectator sees of three laps, and what is logged."""
    caplog.clear()
    async with running(path, shuffle=lambda: pack) as server:
        spectator = server.add_user("Zé")
        people, match_id = await sit_down(server, ["Ana", "Bia", "Caio", "Davi"])
        table = DiscordTable(server, people, match_id)
        seen = []
        for turn in range(4 * FIXED):
            live = await table.live()
            user = table.people[live.player.user_id]
            await user.click(table.hand(user), label="Comprar")
            face = pack[live.turn * 11 + turn // 4]
            menus = [
                one
                for one in table.hand(user).components
                if f"discard {face.code}" in [option.value for option in one.options]
            ]
            before = spectator.sees()
            await user.select(
                table.hand(user), [f"discard {face.code}"], custom_id_prefix=menus[0].custom_id
            )
            asked = [one for one in table.hand(user).components if ":confirm:" in one.custom_id]
            if asked:
                await user.click(table.hand(user), custom_id_prefix=asked[0].custom_id)
            seen += [before, spectator.sees()]
        pictures = [
            (masked(message.text), [file.data for file in message.attachments])
            for messages in seen
            for message in messages
        ]
    lines = [masked(record.getMessage()) for record in caplog.records]
    return pictures, lines


async def test_two_matches_that_differ_in_hidden_cards_look_the_same_to_outsiders(tmp_path, caplog):
    caplog.set_level("DEBUG", logger="bot")
    caplog.set_level("DEBUG", logger="cogs")
    first, second = pack_with(1), pack_with(2)
    assert first != second
    one = await watched(tmp_path / "1.db", first, caplog)
    other = await watched(tmp_path / "2.db", second, caplog)
    assert one == other


async def test_a_draw_alone_shows_nothing_to_the_others(tmp_path):
    async with running(tmp_path / "t.db") as server:
        people, match_id = await sit_down(server, ["Ana", "Bia"])
        table = DiscordTable(server, people, match_id)
        await table.play_turn()
        live = await table.live()
        user = table.people[live.player.user_id]
        other = next(each for each in people if each is not user)
        before = other.sees()
        await user.click(table.hand(user), label="Comprar")
        await server.advance(20)
        assert other.sees() == before


async def test_nobody_sees_anothers_hand(tmp_path):
    async with running(tmp_path / "t.db", seed=4) as server:
        people, match_id = await sit_down(server, ["Ana", "Bia", "Caio", "Davi"])
        spectator = server.add_user("Zé")
        table = DiscordTable(server, people, match_id)
        for _ in range(12):
            await table.play_turn()
        for user in (*people, spectator):
            for message in user.sees():
                hands = "Sua mão" in message.text
                mine = message.channel_id == user.dm_channel.id or message.ephemeral
                assert mine or not hands
