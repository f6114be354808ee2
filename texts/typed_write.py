"""Plays as they are typed, and how to type them."""

from collections.abc import Sequence
from typing import assert_never

from game.actions import Discard, Draw, ExtendMeld, LayMeld, Play, TakePile
from game.cards import Card
from texts.data.play_words import SUIT_LETTERS, WRITTEN_RANKS


def usage() -> str:
    """How to type plays, in a few lines of Discord's Markdown."""
    return """\
**Jogar por texto**, na conversa privada comigo:
`c` compra do monte
`l` pega o lixo · `l j q o` com J e Q de ouros, jogo novo · `l 2` no jogo 2 · `l 10p 2` com 10♣
`b 5 6 7 c` baixa 5-6-7♥ · `b q k 2e o` baixa Q-K♦ com 2♠
`e 8p 2` encaixa 8♣ no jogo 2
`d 9e` descarta 9♠
Naipes: `p` ♣ · `o` ♦ · `c` ♥ · `e` ♠. Figuras: J Q K ou V D R; `curingão` é o 🃏.
Um número sem naipe é o da carta na imagem: `d 12`.
Várias jogadas de uma vez, com ponto e vírgula: `l jq; e 8p; d 9e`."""


def write_play(play: Play) -> str:
    """The play as it is typed; ``read_plays`` reads it back."""
    match play:
        case Draw():
            return "c"
        case TakePile():
            words = ["l", _written(play.cards), "" if play.meld is None else str(play.meld)]
        case LayMeld():
            words = ["b", _written(play.cards)]
        case ExtendMeld():
            words = ["e", _written(play.cards), str(play.meld)]
        case Discard():
            words = ["d", _written((play.card,))]
        case _:
            assert_never(play)
    return " ".join(word for word in words if word)


def _written(cards: Sequence[Card]) -> str:
    """Cards as they are typed: ``q k 2e o``."""
    suits = [face.suit for face in cards if face.suit is not None and not face.can_be_wild]
    if len(cards) < 2 or len(set(suits)) != 1 or len(suits) < 2:
        return " ".join(
            WRITTEN_RANKS[face.rank] + (SUIT_LETTERS[face.suit] if face.suit else "")
            for face in cards
        )
    words = [
        WRITTEN_RANKS[face.rank]
        + ("" if face.suit in {None, suits[0]} else SUIT_LETTERS[face.suit])
        for face in cards
    ]
    return " ".join((*words, SUIT_LETTERS[suits[0]]))
