"""The words of typed plays, in small letters and without accents."""

import enum
from typing import Final

from game.cards import JACK, KING, QUEEN, Suit


class Verb(enum.Enum):
    """What a typed play does; the value is its short form."""

    DRAW = "c"
    TAKE = "l"
    LAY = "b"
    EXTEND = "e"
    DISCARD = "d"


VERBS: Final = {
    word: verb
    for verb, words in {
        Verb.DRAW: "c comprar compra compro",
        Verb.TAKE: "l lixo pegar pega pego levar leva levo",
        Verb.LAY: "b baixar baixa baixo abaixar abaixa descer desce",
        Verb.EXTEND: "e encaixar encaixa encaixo por poe ponho botar bota colocar coloca",
        Verb.DISCARD: "d descartar descarta descarto jogar joga soltar solta",
    }.items()
    for word in words.split()
}

TAKES_WITH_PILE: Final = frozenset(
    ["comprar", "compra", "compro", "pegar", "pega", "pego", "levar", "leva", "levo"]
)
"""Verbs that with the word "lixo" after them mean the pile: "comprar o lixo"."""

JOKERS: Final = frozenset(
    ["coringa", "curinga", "coringao", "curingao", "joker", "jocker", "coringas", "curingas", "jk"]
)

RANK_LETTERS: Final = {
    "a": 1,
    "as": 1,
    "j": JACK,
    "v": JACK,
    "q": QUEEN,
    "d": QUEEN,
    "k": KING,
    "r": KING,
}
RANK_WORDS: Final = {
    "dois": 2,
    "tres": 3,
    "quatro": 4,
    "cinco": 5,
    "seis": 6,
    "sete": 7,
    "oito": 8,
    "nove": 9,
    "dez": 10,
    "valete": JACK,
    "dama": QUEEN,
    "rainha": QUEEN,
    "rei": KING,
}
SUIT_WORDS: Final = {
    "p": Suit.CLUBS,
    "pau": Suit.CLUBS,
    "paus": Suit.CLUBS,
    "o": Suit.DIAMONDS,
    "ouro": Suit.DIAMONDS,
    "ouros": Suit.DIAMONDS,
    "c": Suit.HEARTS,
    "copa": Suit.HEARTS,
    "copas": Suit.HEARTS,
    "e": Suit.SPADES,
    "espada": Suit.SPADES,
    "espadas": Suit.SPADES,
}
SUIT_LETTERS: Final = {
    Suit.CLUBS: "p",
    Suit.DIAMONDS: "o",
    Suit.HEARTS: "c",
    Suit.SPADES: "e",
}
WRITTEN_RANKS: Final = ("jk", "a", "2", "3", "4", "5", "6", "7", "8", "9", "10", "j", "q", "k")

SIGNS: Final = str.maketrans(
    {
        **dict.fromkeys("♣♧", "p"),
        **dict.fromkeys("♦♢", "o"),
        **dict.fromkeys("♥♡❤", "c"),
        **dict.fromkeys("♠♤", "e"),
        **dict.fromkeys("#>→=", " jogo "),
        **dict.fromkeys("ºª", ""),
        "🃏": " joker ",
    }
)
"""Signs that stand for words; ``#2`` and ``→ 2`` name meld 2."""

OF: Final = frozenset({"de", "do", "da"})
"""Between a rank and its suit: "9 de espadas". Elsewhere "de" may be a Queen of spades."""

MELD_MARKS: Final = frozenset({"jogo", "no", "na", "em"})
"""Before the number of a meld: "no jogo 2"."""

FILLERS: Final = frozenset(
    [
        "carta",
        "cartas",
        "com",
        "mais",
        "uma",
        "um",
        "os",
        "o-lixo",
        "lixo",
        "topo",
        "monte",
        "mesa",
        "novo",
        "minha",
        "meu",
    ]
)
