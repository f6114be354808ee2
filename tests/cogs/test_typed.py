"""Playing by words alone: what is typed in private, read from texts and alt texts."""

import re

from game.state import Phase
from storage.records import Status
from tests.support.discord_table import DiscordTable, app_of, running, sit_down

HAND = re.compile(r"Sua mão \(\d+\): (.*?)\.\n")
CARD = re.compile(r"(\d+) (curingão|(?:10|[A2-9JQK])[♠♥♣♦])")
FITS = re.compile(r"(\d+): ([\d, ]+)")
RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")


class Reader:
    """A player who sees no pictures: he reads the newest private message and types."""

    def __init__(self, user):
        self.user = user
        self.refused = 0

    @property
    def message(self):
        return [one for one in self.user.dms() if one.attachments][-1]

    @property
    def alt(self):
        return self.message.attachments[0].description

    @property
    def hand(self):
        """The cards by their numbers, as the alt text tells them."""
        found = HAND.search(self.alt)
        return {int(number): name for number, name in CARD.findall(found[1])} if found else {}

    def natural(self, number):
        name = self.hand.get(number, "curingão")
        return name != "curingão" and not name.startswith("2")

    def fitting(self):
        """A natural card that fits a meld, and that meld."""
        _, _, tail = self.alt.partition("Encaixam no jogo ")
        for meld, numbers in FITS.findall(tail):
            for number in map(int, numbers.split(",")):
                if self.natural(number):
                    return number, int(meld)
        return None

    def run(self):
        """The numbers of three cards of one suit in sequence."""
        by_suit = {}
        for number in self.hand:
            if self.natural(number):
                name = self.hand[number]
                by_suit.setdefault(name[-1], {})[RANKS.index(name[:-1])] = number
        for ranks in by_suit.values():
            for rank in ranks:
                if {rank, rank + 1, rank + 2} <= set(ranks):
                    return [ranks[rank], ranks[rank + 1], ranks[rank + 2]]
        return None

    def loneliest(self):
        """The number of a natural card with the fewest neighbours in its suit."""
        naturals = [each for each in self.hand if self.natural(each)]

        def neighbours(number):
            name = self.hand[number]
            near = [
                abs(RANKS.index(self.hand[other][:-1]) - RANKS.index(name[:-1]))
                for other in naturals
                if self.hand[other][-1] == name[-1]
            ]
            return sum(0 < distance <= 2 for distance in near)

        return min(naturals or [*self.hand], key=neighbours if naturals else int)

    async def say(self, text):
        await self.user.type_dm(text)
        if not self.user.dms()[-1].attachments:  # a sentence, and no new hand
            self.refused += 1
            return False
        return True

    async def play_turn(self):
        await self.say("c")
        for _ in range(20):
            hands = [one for one in self.user.dms() if one.attachments]
            if not hands or "sua vez, baixe" not in hands[-1].content:
                return
            fitting, run = self.fitting(), self.run()
            if fitting and len(self.hand) > 2 and await self.say(f"e {fitting[0]} {fitting[1]}"):
                continue
            if run and len(self.hand) > 4 and await self.say("b " + " ".join(map(str, run))):
                continue
            await self.say(f"d {self.loneliest()}")
        raise AssertionError("the turn does not end")


async def test_a_whole_match_is_played_from_texts_and_alt_texts_alone(tmp_path):
    async with running(tmp_path / "t.db", seed=11) as server:
        people, match_id = await sit_down(server, ["Ana", "Bia", "Caio", "Davi"])
        table = DiscordTable(server, people, match_id)
        readers = {user.id: Reader(user) for user in people}
        for _ in range(400):
            live = await table.live()
            if live.info.status is not Status.LIVE:
                break
            await readers[live.player.user_id].play_turn()
        assert live.info.status is Status.OVER
        laid = [meld for melds in live.state.round.melds for meld in melds]
        assert len(laid) >= 4
        assert sum(len(meld.cards) > 3 for meld in laid) >= 2


async def test_several_plays_in_one_message_stop_at_a_refusal_and_say_where(tmp_path):
    async with running(tmp_path / "t.db", seed=1) as server:
        people, match_id = await sit_down(server, ["Ana", "Bia"])
        table = DiscordTable(server, people, match_id)
        live = await table.live()
        user = table.people[live.player.user_id]
        await user.type_dm("c; b 3p 4p 5p; d 1")
        live = await table.live()
        assert live.state.phase is Phase.PLAY
        note, hand = user.dms()[-2:]
        assert "Parei em" in note.content
        assert "não está na sua mão" in note.content
        assert "sua vez, baixe" in hand.content
        await user.type_dm("d 1")
        assert (await table.live()).turn != live.turn


async def test_chatter_and_nonsense_get_a_sentence_and_change_nothing(tmp_path):
    async with running(tmp_path / "t.db", seed=1) as server:
        people, match_id = await sit_down(server, ["Ana", "Bia"])
        table = DiscordTable(server, people, match_id)
        before = await table.live()
        user = table.people[before.player.user_id]
        other = next(each for each in people if each is not user)
        for text in ("oi, tudo bem?", "d", "b 99 98 97", "x" * 2000, "🙂", "d 1"):
            await user.type_dm(text)
            assert user.dms()[-1].author_id != user.id
        await other.type_dm("c")
        assert "não é a sua vez" in other.dms()[-1].content
        after = await table.live()
        assert after.state == before.state
        stranger = server.add_user("Zé")
        await stranger.type_dm("c")
        assert "não joga n" in stranger.dms()[-1].content


async def test_typing_nonsense_wins_no_time(tmp_path):
    async with running(tmp_path / "t.db", seed=1) as server:
        people, match_id = await sit_down(server, ["Ana", "Bia"])
        table = DiscordTable(server, people, match_id)
        before = await table.live()
        user = table.people[before.player.user_id]
        await server.advance(20)
        await user.type_dm("b 3p 4p 5p")
        await server.advance(13)
        assert (await table.live()).state.automatic[before.turn] == 1


async def test_slash_plays_complete_from_the_own_hand_alone(tmp_path):
    async with running(tmp_path / "t.db", seed=1) as server:
        people, match_id = await sit_down(server, ["Ana", "Bia"])
        table = DiscordTable(server, people, match_id)
        live = await table.live()
        user = table.people[live.player.user_id]
        reply = await user.slash("jogar comprar")
        assert reply.ephemeral
        assert (await table.live()).state.phase is Phase.PLAY
        offered = await user.complete("jogar descartar", "carta", "")
        hand = (await table.live()).state.round.hands[live.turn]
        assert len(offered) == len(set(hand))
        other = next(each for each in people if each is not user)
        assert await other.complete("jogar descartar", "carta", "") == []
        await user.slash("jogar descartar", carta=f"discard {hand[0].code}")
        assert (await table.live()).turn != live.turn
        assert app_of(server).tables.now() > 0
