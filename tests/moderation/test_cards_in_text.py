"""Cards in words, signs and letters, and card words that mean something else."""

import pytest

from tests.moderation.table import read

CARD_TAGS = ("CARD", "COMPACT", "SUIT", "SUITW", "RANK", "RANKW", "WILD", "WILDW", "MELDREF")
PLACE_TAGS = ("PILE", "STOCK", "MORTO")


def shown(text, tags=CARD_TAGS):
    """What of a text is a card, as rank and suit; a word's tag where neither is known."""
    return [
        token.rank + token.suit or next(tag for tag in tags if token.is_(tag))
        for token in read(text)
        if token.is_(*tags)
    ]


def cards(text):
    """The whole cards of a text."""
    return [token.rank + token.suit for token in read(text) if token.is_("CARD", "COMPACT")]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("sete de copas", ["7♥"]),
        ("7 de copas", ["7♥"]),
        ("dez de paus", ["10♣"]),
        ("10 de paus", ["10♣"]),
        ("07 de paus", ["7♣"]),
        ("dama de espadas", ["Q♠"]),
        ("valete de ouros", ["J♦"]),
        ("rei de copas", ["K♥"]),
        ("ás de ouros", ["A♦"]),
        ("as de ouros", ["A♦"]),
        ("dois de copas", ["2♥"]),
        ("K de copas", ["K♥"]),
        ("queen of hearts", ["Q♥"]),
        ("seven of clubs", ["7♣"]),
        ("rey de copas", ["K♥"]),
        ("cinco e seis de ouros", ["5♦", "6♦"]),
        ("tenho o cinco e o seis de ouros", ["5♦", "6♦"]),
        ("seis, sete e oito de paus", ["6♣", "7♣", "8♣"]),
        ("5, 6 e 7 de ouros", ["5♦", "6♦", "7♦"]),
        ("dama e valete de espadas", ["Q♠", "J♠"]),
        ("dama ou valete de espadas", ["Q♠", "J♠"]),
        ("Q e o J de copas", ["Q♥", "J♥"]),
        ("o Q e o J de copas", ["Q♥", "J♥"]),
        ("sete de copas e oito de paus", ["7♥", "8♣"]),
        ("7♣", ["7♣"]),
        ("7 ♣", ["7♣"]),
        ("♣7", ["7♣"]),
        ("7♣ 8♣ 9♣", ["7♣", "8♣", "9♣"]),
        ("♣7 ♣8", ["7♣", "8♣"]),
        ("♥7 ♠8 ♦9", ["7♥", "8♠", "9♦"]),
        ("♥ 7♣ 8♣", ["7♣", "8♣"]),
        ("A♠", ["A♠"]),
        ("♠A", ["A♠"]),
        ("10♦", ["10♦"]),
        ("♥️ 5", ["5♥"]),
        ("👸 ♥", ["Q♥"]),
        ("🂱 🃞", ["A♥", "K♣"]),
        ("7️⃣♣️", ["7♣"]),
        ("5o 6o", ["5♦", "6♦"]),
        ("7C", ["7♥"]),
        ("10p", ["10♣"]),
        ("Kp", ["K♣"]),
        ("QH", ["Q♥"]),
        ("9s", ["9♠"]),
    ],
)
def test_a_card_is_read_in_words_and_in_signs(text, found):
    assert cards(text) == found


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("um ás", ["A"]),
        ("o ás", ["A"]),
        ("um as", ["A"]),
        ("dois ases", ["A"]),
        ("o sete", ["7"]),
        ("outro dez", ["10"]),
        ("dois setes", ["7"]),
        ("meus setes", ["7"]),
        ("o 4", ["4"]),
        ("o J", ["J"]),
        ("tenho um K", ["K"]),
        ("três reis", ["K"]),
        ("o três", ["3"]),
        ("o dois", ["2"]),
        ("o valete", ["J"]),
        ("a dama", ["Q"]),
    ],
)
def test_a_rank_alone_is_a_rank(text, found):
    assert shown(text) == found


@pytest.mark.parametrize(
    "text",
    [
        "às sete",
        "às 7",
        "7 horas",
        "7h",
        "19:30",
        "sete pontos",
        "o sete pontos",
        "sete netos",
        "mesa 7",
        "camisa 10",
        "iphone 7",
        "placar dez",
        "dez a sete",
        "os dois",
        "nós dois",
        "vocês dois",
        "os três",
        "tenho dois",
        "em 2024",
        "R$ 7,50",
        "às vezes",
        "as vezes",
        "três",
    ],
)
def test_a_number_that_counts_or_tells_the_time_is_no_card(text):
    assert shown(text) == []


@pytest.mark.parametrize("text", ["ok", "OK", "da", "as", "js", "dj", "de", "do", "só", "já", "qh"])
def test_a_short_word_is_no_card_of_two_letters(text):
    assert shown(text) == []


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("copas", ["♥"]),
        ("paus", ["♣"]),
        ("uma de copas", ["♥"]),
        ("mais uma de espadas", ["♠"]),
        ("♦", ["♦"]),
        ("♧", ["♣"]),
        ("hearts", ["♥"]),
        ("ouros e paus", ["♦", "♣"]),
    ],
)
def test_a_suit_is_a_suit(text, found):
    assert shown(text) == found


@pytest.mark.parametrize("text", ["coringa", "o curinga", "joker", "🃏", "🃟", "koringa", "CORINGA"])
def test_a_wild_card_is_a_wild_card(text):
    assert shown(text) == ["WILD"]


@pytest.mark.parametrize(
    ("text", "suit"),
    [
        ("a de paus", "♣"),
        ("nossa de copas", "♥"),
        ("canastra de ouros", "♦"),
        ("canastra suja de ouros", "♦"),
        ("na nossa canastra de espadas", "♠"),
    ],
)
def test_a_meld_is_named_by_its_suit(text, suit):
    (meld,) = (token for token in read(text) if token.is_("MELDREF"))
    assert meld.suit == suit
    assert cards(text) == []


@pytest.mark.parametrize(
    "text",
    [
        "o rei leão",
        "o rei da selva",
        "o rei Roberto Carlos",
        "os reis magos",
        "dia de reis",
        "a primeira dama",
        "jogo de damas",
        "a rainha da Inglaterra",
        "a Copa do Mundo",
        "a final da copa",
        "a copa da cozinha",
        "custou cinquenta paus",
        "cem paus",
        "um pau de selfie",
        "deu pau no computador",
        "uma luta de espadas",
        "a espada do samurai",
        "uma espada-de-são-jorge",
        "uma medalha de ouro",
        "o ouro olímpico",
        "um trevo de quatro folhas",
        "o coringa do Batman",
        "o filme do Coringa",
        "um cavalo branco",
        "o palhaço do circo",
    ],
)
def test_a_card_word_that_means_something_else_is_no_card(text):
    assert shown(text) == []


@pytest.mark.parametrize(
    "text",
    [
        "tira o lixo",
        "o caminhão do lixo",
        "lixo reciclável",
        "lixo da cozinha",
        "morto de fome",
        "estou morto",
        "morto de cansaço",
        "um monte de gente",
        "um monte de roupa",
        "monte verde",
    ],
)
def test_a_word_for_a_pile_that_means_something_else_is_none(text):
    assert shown(text, PLACE_TAGS) == []


@pytest.mark.parametrize(
    ("text", "tag"),
    [
        ("pega o lixo", "PILE"),
        ("o lixo está alto", "PILE"),
        ("peguei o morto", "MORTO"),
        ("o segundo morto", "MORTO"),
        ("compra do monte", "STOCK"),
        ("o baralho", "STOCK"),
    ],
)
def test_the_piles_of_the_table_are_themselves(text, tag):
    assert shown(text, PLACE_TAGS) == [tag]


def test_a_name_at_the_table_is_no_card():
    assert [t for t in read("boa, Rei!", opponents=["Rei", "Davi"]) if t.is_(*CARD_TAGS)] == []
    assert [t for t in read("boa, 𝓥𝓪𝓵𝓮𝓽𝓮", names=["𝓥𝓪𝓵𝓮𝓽𝓮"]) if t.is_(*CARD_TAGS)] == []
    assert [t for t in read("boa, Rei", names=["Rei👑"]) if t.is_("NAME")] == []
