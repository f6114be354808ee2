"""Typed play: ``l jq; e 8p; d 9e`` is a whole turn in the private message.

Only reading is done here; whether a play is allowed the referee says. Where a text can be read in
two ways, the way that makes a meld is meant; where both do, the player is asked, as no play can be
taken back (rule 4.8).
"""

import dataclasses
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Final, assert_never

from game.actions import Discard, Draw, ExtendMeld, LayMeld, Play, TakePile
from game.cards import JOKER, SUITS, TWO, Card, Suit, card
from game.cards import RANK_LETTERS as CODE_RANKS
from game.melds import SHORTEST_MELD, Meld, NotAMeld, make_meld
from game.state import Phase
from game.views import PlayerView
from texts.cards import RANK_SIGNS, SUIT_NAMES, SUIT_SIGNS, card_sign
from texts.data.play_words import (
    FILLERS,
    MELD_MARKS,
    OF,
    SUIT_LETTERS,
    WRITTEN_RANKS,
    Verb,
)
from texts.events import cards_sign_spaced
from texts.typed_list import (
    EXAMPLES,
    Bare,
    Element,
    LoneSuit,
    MeldNumber,
    Named,
    Unreadable,
    has_names,
    names_something,
    quoted,
    read_list,
    read_verb,
    split_plays,
    spread_out,
    suit_around,
)
from texts.typed_write import usage, write_play

__all__ = ["Unreadable", "looks_like_play", "read_plays", "usage", "write_play"]

LONGEST_TEXT: Final = 1000
"""In characters; a turn after a pile of 40 cards takes some 300."""
MOST_PLAYS: Final = 30


@dataclasses.dataclass(frozen=True, slots=True)
class _Reading:
    """One way to read what follows the verb: the cards, and the meld that they go into."""

    cards: tuple[Element, ...]
    meld: int | None

    @property
    def by_picture(self) -> bool:
        """Whether bare numbers are those of the picture: neither suit nor letter is with them."""
        return not has_names(self.cards)


class _ManyMelds(Unreadable):
    """The cards go into several melds; ``plays`` has one for each."""

    def __init__(self, told: str, plays: Sequence[Play]) -> None:
        ways = _or(f"`{write_play(play)}`" for play in plays)
        super().__init__(f"{told} em mais de um jogo. Diga em qual: {ways}.")
        self.plays = plays


def read_plays(
    text: str, *, view: PlayerView, numbered: Sequence[Card], takes: Sequence[TakePile]
) -> tuple[Play, ...]:
    """Read plays as the player typed them, in their order.

    ``numbered`` are the cards in the order of the picture last sent, ``takes`` the justified ways
    to take the pile. Melds that the text itself lays count on from those on the table, as
    ``route`` expects. Raises Unreadable.
    """
    if len(text) > LONGEST_TEXT:
        raise Unreadable(f"A mensagem é longa demais. {_whole_turn()}")
    parts = [words for part in split_plays(text) if (words := part.split())]
    if not parts:
        raise Unreadable(f"Não vi nenhuma jogada. {_whole_turn()}")
    if len(parts) > MOST_PLAYS:
        raise Unreadable(f"São jogadas demais de uma vez: mande até {MOST_PLAYS}.")
    reader = _Reader(view, numbered, takes)
    return tuple(reader.read(words) for words in parts)


def looks_like_play(text: str) -> bool:
    """Whether the text begins like a play, so that an answer about plays is wanted.

    A verb alone, or a verb and something that names a card, a suit or a number after it: so
    "e aí?" and "joga logo" are chatter.
    """
    if len(text) > LONGEST_TEXT:
        return False
    first = split_plays(text.strip(" ;\n\r"))[0].split()
    verb, rest = read_verb(first)
    if verb is None:
        return False
    if all(word in FILLERS or word in OF or word in MELD_MARKS for word in rest):
        return True
    return any(names_something(word) for word in rest if word not in OF)


class _Reader:
    """Reads one play after the other, keeping in mind what those before it use."""

    def __init__(
        self, view: PlayerView, numbered: Sequence[Card], takes: Sequence[TakePile]
    ) -> None:
        self.view = view
        self.numbered = numbered
        self.takes = takes
        self.hand = Counter(view.hand)
        self.melds: list[Meld | None] = list(view.table.melds[view.team])
        self.top = view.table.top_card if view.phase is Phase.DRAW else None

    def read(self, words: list[str]) -> Play:
        verb, rest = read_verb(words)
        if verb is None:
            raise Unreadable(
                f"Não entendi “{quoted(words[0])}”. Comece por `c` comprar, `l` lixo, "
                f"`b` baixar, `e` encaixar ou `d` descartar. {_whole_turn()}"
            )
        match verb:
            case Verb.DRAW:
                play: Play = _draw(rest)
            case Verb.DISCARD:
                play = self._discard(rest)
            case Verb.TAKE | Verb.LAY | Verb.EXTEND:
                play = self._meld_play(verb, rest)
            case _:
                assert_never(verb)
        self._remember(play)
        return play

    def _remember(self, play: Play) -> None:
        """What the next plays of the text find: fewer cards, and the melds with these in them."""
        cards, number = _cards_and_meld(play)
        self.hand.subtract(cards)
        laid = self._laid(play)
        if isinstance(play, LayMeld) or (isinstance(play, TakePile) and number is None):
            self.melds.append(laid)
        elif laid is not None and number is not None:
            self.melds[number - 1] = laid
        if isinstance(play, Draw | TakePile):
            self.top = None

    def _discard(self, words: list[str]) -> Discard:
        elements = read_list(Verb.DISCARD, words, joker=True)
        named = any(not isinstance(each, Bare) for each in elements)
        cards = self._cards(Verb.DISCARD, elements, by_picture=not named)
        if not cards:
            raise Unreadable(f"Diga a carta: {EXAMPLES[Verb.DISCARD]}.")
        if len(cards) > 1:
            raise Unreadable(
                "Descarte uma carta só. Outras jogadas vão antes, separadas por ponto e vírgula: "
                "`e 8p; d 9e`."
            )
        return Discard(cards[0])

    def _meld_play(self, verb: Verb, words: list[str]) -> Play:
        if verb is Verb.TAKE and self.top is None:
            return TakePile(None)  # not in this phase, or no pile: the referee says why
        elements = read_list(verb, words, joker=self.hand[JOKER] > 0)
        if not elements:
            if verb is Verb.TAKE:
                return self._lone_take()
            raise Unreadable(f"Diga as cartas: {EXAMPLES[verb]}.")
        found = self._choose(verb, self._readings(verb, elements))
        if "jk" in words and (isinstance(found, Unreadable) or not self._makes_meld(found)):
            others = read_list(verb, words, joker=self.hand[JOKER] <= 0)
            other = self._choose(verb, self._readings(verb, others))
            if not isinstance(other, Unreadable) and self._makes_meld(other):
                return other
        if isinstance(found, Unreadable):
            raise found
        return found

    def _choose(self, verb: Verb, readings: Sequence[_Reading]) -> Play | Unreadable:
        """The first reading that makes a meld, a question where several may be meant."""
        found = [self._try(verb, reading) for reading in readings]
        many = next((each for each in found if isinstance(each, _ManyMelds)), None)
        made = [each for each in found if not isinstance(each, Unreadable)]
        good = [play for play in dict.fromkeys(made) if self._makes_meld(play)]
        if len(made) > 1 and readings[0].by_picture and _spends_wild(good):
            good = made  # a 2 that may be no card at all but a meld's number
        if many is not None:
            if not good:
                return many
            good += many.plays
        if len(good) > 1 and readings[0].by_picture:
            ways = _or(f"`{write_play(play)}`" for play in good)
            return Unreadable(f"Isso se pode ler de dois jeitos. Escreva {ways}.")
        return good[0] if good else found[0]

    def _try(self, verb: Verb, reading: _Reading) -> Play | Unreadable:
        try:
            return self._finish(verb, reading)
        except Unreadable as error:
            return error

    def _readings(self, verb: Verb, elements: tuple[Element, ...]) -> list[_Reading]:
        """The ways to read the list, the likeliest first."""
        said = [each.number for each in elements if isinstance(each, MeldNumber)]
        cards = tuple(each for each in elements if not isinstance(each, MeldNumber))
        last = cards[-1] if cards else None
        if said or verb is Verb.LAY or not isinstance(last, Bare):
            return [_Reading(cards, said[-1] if said else None)]
        with_meld, without = _Reading(cards[:-1], last.number), _Reading(cards, None)
        if len(cards) == 1:
            return [with_meld if verb is Verb.TAKE else without]
        is_meld = 1 <= last.number <= len(self.melds)
        if any(not isinstance(each, Bare) for each in cards):
            return [with_meld] if is_meld else [with_meld, without]
        return [without, with_meld] if is_meld else [without]

    def _finish(self, verb: Verb, reading: _Reading) -> Play:
        onto = self._meld(reading.meld)
        prefer = onto.suit if onto is not None else None
        if verb is Verb.TAKE and self.top is not None and not self.top.can_be_wild:
            prefer = self.top.suit
        cards = self._cards(verb, reading.cards, by_picture=reading.by_picture, prefer=prefer)
        if verb is Verb.TAKE:
            return self._take(cards, reading.meld)
        if not cards:
            raise Unreadable(f"Diga as cartas: {EXAMPLES[verb]}.")
        if reading.meld is not None:
            return ExtendMeld(reading.meld, cards)
        return LayMeld(cards) if verb is Verb.LAY else self._extension(cards)

    def _extension(self, cards: tuple[Card, ...]) -> ExtendMeld:
        """Into the only meld of the own team that they go into."""
        shown = cards_sign_spaced(cards)
        if not self.melds:
            raise Unreadable(
                f"Sua dupla ainda não tem jogos na mesa. Baixe um primeiro: {EXAMPLES[Verb.LAY]}."
            )
        fits = self._fits(cards)
        if len(fits) == 1:
            return ExtendMeld(fits[0], cards)
        verb = "encaixa" if len(cards) == 1 else "encaixam"
        if not fits:
            raise Unreadable(
                f"{shown} não {verb} em nenhum jogo da sua dupla. Confira as cartas e o número "
                f"do jogo: {EXAMPLES[Verb.EXTEND]}."
            )
        raise _ManyMelds(f"{shown} {verb}", [ExtendMeld(number, cards) for number in fits])

    def _take(self, cards: tuple[Card, ...], meld: int | None) -> TakePile:
        """With these cards a new meld, or else into the only own meld that they reach."""
        play = TakePile(meld, cards)
        if meld is not None or self.top is None or self._makes_meld(play):
            return play
        fits = self._fits((self.top, *cards))
        if len(fits) > 1:
            raise _ManyMelds("O topo entra", [TakePile(number, cards) for number in fits])
        return TakePile(fits[0], cards) if fits else play

    def _lone_take(self) -> TakePile:
        if len(self.takes) == 1:
            return self.takes[0]
        if not self.takes:
            top = "" if self.top is None else f", {card_sign(self.top)},"
            raise Unreadable(
                f"O topo do lixo{top} não entra em nenhum jogo agora. Compre do monte: `c`."
            )
        shown = self.takes[:5]
        more = " e outros" if len(self.takes) > len(shown) else ""
        ways = ", ".join(f"`{write_play(take)}`" for take in shown)
        raise Unreadable(f"Há mais de um jeito de pegar o lixo. Escolha: {ways}{more}.")

    def _meld(self, number: int | None) -> Meld | None:
        if number is None or not 1 <= number <= len(self.melds):
            return None
        return self.melds[number - 1]

    def _fits(self, cards: tuple[Card, ...]) -> list[int]:
        return [
            number
            for number, meld in enumerate(self.melds, start=1)
            if meld is not None and self._lay_out(cards, meld) is not None
        ]

    def _lay_out(self, cards: tuple[Card, ...], onto: Meld | None) -> Meld | None:
        try:
            return make_meld(cards, self.view.table.rules, onto=onto)
        except NotAMeld:
            return None

    def _laid(self, play: Play) -> Meld | None:
        """The meld that the play makes; None where it makes none."""
        cards, number = _cards_and_meld(play)
        if isinstance(play, TakePile) and self.top is not None:
            cards = (self.top, *cards)
        if isinstance(play, Draw | Discard) or not cards:
            return None
        onto = self._meld(number)
        if (onto is None and number is not None) or (number is None and len(cards) < SHORTEST_MELD):
            return None
        return self._lay_out(cards, onto)

    def _makes_meld(self, play: Play) -> bool:
        cards, _ = _cards_and_meld(play)
        held = all(self.hand[face] >= count for face, count in Counter(cards).items())
        return held and self._laid(play) is not None

    def _cards(
        self,
        verb: Verb,
        elements: Sequence[Element],
        *,
        by_picture: bool,
        prefer: Suit | None = None,
    ) -> tuple[Card, ...]:
        """The cards that the list names, each where it stands."""
        cards: list[Card] = []
        open_ranks: list[int] = []  # of the cards whose suit the list does not say
        open_places: list[int] = []
        used: set[int] = set()
        spread = spread_out(elements, by_picture=by_picture)
        for at, each in enumerate(spread):
            match each:
                case Bare():
                    number = each.number
                    if number in used:
                        raise Unreadable(f"O número {number} aparece duas vezes. Diga outro.")
                    used.add(number)
                    cards.append(self._numbered_card(verb, number))
                case Named(rank=0):
                    cards.append(JOKER)
                case Named():
                    suit = each.suit or suit_around(spread, at)
                    if suit is None:
                        open_ranks.append(each.rank)
                        open_places.append(len(cards))
                    cards.append(_card(each.rank, suit or SUITS[0]))
                case LoneSuit() | MeldNumber():
                    pass
                case _:
                    assert_never(each)
        if open_places:
            said = [face for at, face in enumerate(cards) if at not in open_places]
            found = self._suited(verb, open_ranks, said, prefer)
            for at, face in zip(open_places, found, strict=True):
                cards[at] = face
        return tuple(cards)

    def _numbered_card(self, verb: Verb, number: int) -> Card:
        count = len(self.numbered)
        if 1 <= number <= count:
            return self.numbered[number - 1]
        if count == 0:
            raise Unreadable(
                f"Não há imagem com números. Diga a carta com o naipe: {_named(verb)}."
            )
        raise Unreadable(
            f"A última imagem não tem a carta de número {number}: os números vão de 1 a {count}. "
            f"Para dizer a carta, ponha o naipe: {_named(verb)}."
        )

    def _suited(
        self, verb: Verb, ranks: list[int], said: list[Card], prefer: Suit | None
    ) -> list[Card]:
        """The cards of these ranks in the one suit that is meant; a 2 may be of another."""
        suit = self._meant_suit(verb, ranks, said, prefer)
        twos = [face for face in _of_rank(TWO) if self.hand[face] > 0]
        cards = []
        for rank in ranks:
            face = _card(rank, suit)
            if rank == TWO and not self.hand[face] > 0 and twos:
                if len(twos) > 1:
                    ways = _or(card_sign(two) for two in twos)
                    raise Unreadable(f"Qual 2? Você tem {ways}: escreva o naipe junto, como `2e`.")
                face = twos[0]
            cards.append(face)
        return cards

    def _meant_suit(
        self, verb: Verb, ranks: list[int], said: list[Card], prefer: Suit | None
    ) -> Suit:
        naturals = {face.suit for face in said if not face.can_be_wild}
        if len(naturals) == 1:
            (suit,) = naturals
            if suit is not None:
                return suit
        if prefer is not None and (verb is Verb.TAKE or self._holds(ranks, prefer)):
            return prefer
        all_held = [suit for suit in SUITS if self._holds(ranks, suit)]
        no_twos = [rank for rank in ranks if rank != TWO]
        held = [suit for suit in SUITS if no_twos and self._holds(no_twos, suit)] or all_held
        for suits in (all_held, held):
            if len(suits) == 1:
                return suits[0]
        for face in said:
            if face.suit is not None and face.suit in held:
                return face.suit
        raise _which_suit(verb, ranks, held)

    def _holds(self, ranks: Iterable[int], suit: Suit) -> bool:
        wanted = Counter(_card(rank, suit) for rank in ranks)
        return all(self.hand[face] >= count for face, count in wanted.items())


def _draw(words: Sequence[str]) -> Draw:
    if any(word not in FILLERS and word not in OF for word in words):
        raise Unreadable(
            "Para comprar do monte escreva só `c`. Outras jogadas vão depois, separadas por ponto "
            "e vírgula: `c; d 9e`."
        )
    return Draw()


def _cards_and_meld(play: Play) -> tuple[tuple[Card, ...], int | None]:
    match play:
        case Draw():
            return (), None
        case Discard():
            return (play.card,), None
        case LayMeld():
            return play.cards, None
        case TakePile() | ExtendMeld():
            return play.cards, play.meld
        case _:
            assert_never(play)


def _spends_wild(plays: Iterable[Play]) -> bool:
    return any(face.can_be_wild for play in plays for face in _cards_and_meld(play)[0])


def _card(rank: int, suit: Suit) -> Card:
    return card(CODE_RANKS[rank - 1] + suit.value)


def _of_rank(rank: int) -> list[Card]:
    return [_card(rank, suit) for suit in SUITS]


def _which_suit(verb: Verb, ranks: Sequence[int], suits: Sequence[Suit]) -> Unreadable:
    shown = "-".join(RANK_SIGNS[rank] for rank in ranks)
    words = " ".join(WRITTEN_RANKS[rank] for rank in ranks)
    if not suits:
        return Unreadable(
            f"Não achei {shown} de um naipe só na sua mão. Diga o naipe: "
            f"`{verb.value} {words} {SUIT_LETTERS[SUITS[0]]}` para "
            f"{SUIT_NAMES[SUITS[0]]} {SUIT_SIGNS[SUITS[0]]}."
        )
    held = " e ".join(f"{shown}{SUIT_SIGNS[suit]}" for suit in suits)
    ways = _or(f"`{verb.value} {words} {SUIT_LETTERS[suit]}`" for suit in suits)
    return Unreadable(f"De que naipe? Você tem {held}. Escreva {ways}.")


def _named(verb: Verb) -> str:
    return "`d 9e`" if verb is Verb.DISCARD else EXAMPLES[verb]


def _or(words: Iterable[str]) -> str:
    *first, last = words
    return f"{', '.join(first)} ou {last}" if first else last


def _whole_turn() -> str:
    return "Um exemplo de vez inteira: `c; b 5 6 7 c; d 9e`."
