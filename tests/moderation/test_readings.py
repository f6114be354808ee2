"""The ways in which a disguised message is read, and that plain talk is read in one way."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from moderation.readings import LONGEST, readings


def others(text, *names):
    """The readings that differ from the text itself."""
    return [reading for reading in readings(text, frozenset(names)) if reading != text]


@pytest.mark.parametrize(
    ("text", "reading"),
    [
        ("c o p a s", "copas"),
        ("C O P A S", "COPAS"),
        ("d a m a   d e   c o p a s", "dama de copas"),
        ("t e n h o  c o p a s", "tenho copas"),
        ("c.o.p.a.s", "copas"),
        ("c-o-r-i-n-g-a", "coringa"),
        ("c.o.m.p.r.e n.o m.o.n.t.e", "compre no monte"),
        ("tem c o r i n g a aqui", "tem coringa aqui"),
    ],
)
def test_letters_that_stand_apart_are_joined(text, reading):
    assert reading in others(text)


@pytest.mark.parametrize(
    ("text", "reading"),
    [
        ("tenhocopas", "tenho copas"),
        ("tenhocoringa", "tenho coringa"),
        ("damadecopas", "dama de copas"),
        ("#damadecopas", "dama de copas"),
        ("olha: setedecopas!", "olha: sete de copas!"),
    ],
)
def test_words_without_blanks_are_parted(text, reading):
    assert reading in others(text)


@pytest.mark.parametrize(
    ("text", "reading"),
    [
        ("cu rin ga", "curinga"),
        ("co ringa", "coringa"),
        ("tenho o co rin ga", "tenho o coringa"),
        ("espa das", "espadas"),
    ],
)
def test_pieces_of_a_word_are_fitted_together(text, reading):
    assert reading in others(text)


def test_pieces_are_not_fitted_over_the_end_of_a_sentence():
    assert "coringa" not in " ".join(others("co. ringa"))


@pytest.mark.parametrize(
    ("text", "reading"),
    [
        ("sapoc ed amad", "dama de copas"),
        ("agniroc ohnet", "tenho coringa"),
        ("SAPOC", "COPAS"),
    ],
)
def test_a_text_turned_round_is_read_from_its_end(text, reading):
    assert reading in others(text)


@pytest.mark.parametrize(
    ("text", "reading"),
    [
        ("etelav e amad", "valete e dama"),
        ("tenho sapoc", "tenho copas"),
        ("xoli", "lixo"),
    ],
)
def test_words_turned_round_in_their_place_are_read(text, reading):
    assert reading in others(text)


@pytest.mark.parametrize(
    ("text", "reading"),
    [
        ("Cadê\nOs\nPontos\nAmigos\nSim", "tenho copas"),
        ("**Cadê**\n> Os\n- Pontos\nAmigos\nSim", "tenho copas"),
        ("Lua\nIlha\nXale\nOvo", "lixo"),
        ("Comprei Ontem Pão Alho Salsa", "tenho copas"),
    ],
)
def test_first_letters_that_spell_a_card_word_are_read(text, reading):
    assert reading in others(text)


def test_first_letters_that_spell_nothing_are_not_read():
    assert others("Hoje\nFui\nAo\nMercado") == []


def test_a_name_is_not_parted():
    assert others("tenhocopas", "tenhocopas") == []


def test_nobody_spells_out_a_page():
    assert others("bom dia " * (LONGEST // 8 + 1) + "c o p a s") == []


@pytest.mark.parametrize(
    "sentence",
    [
        "Bom dia, pessoal, tudo bem?",
        "Boa noite! Cheguei agora do trabalho.",
        "Vou tomar um café e já volto.",
        "Hoje está muito quente aqui em Recife.",
        "Minha internet caiu, desculpa a demora.",
        "Quem vai jogar amanhã à noite?",
        "Parabéns pela vitória, vocês jogaram muito bem.",
        "O jogo do Brasil começa às quatro.",
        "Minha filha passou no vestibular!",
        "Preciso levar o cachorro para passear.",
        "Amanhã tem reunião cedo, então vou dormir.",
        "Alguém viu o capítulo da novela ontem?",
        "Fiz um bolo de cenoura com cobertura de chocolate.",
        "Que saudade de vocês, fazia tempo que eu não entrava.",
        "O ônibus atrasou meia hora hoje.",
        "Acho que vai chover no fim de semana.",
        "Estou aprendendo a tocar violão.",
        "Minha avó completa oitenta anos no sábado.",
        "Pode começar sem mim, chego em dez minutos.",
        "Comprei pão e leite na padaria da esquina.",
        "Meu celular está com pouca bateria.",
        "Boa sorte a todos e divirtam-se!",
        "Qual é a senha do wi-fi?",
        "A gente se fala depois do almoço.",
        "O trânsito na marginal está parado.",
        "Vocês preferem praia ou montanha nas férias?",
        "O médico pediu mais dois exames de sangue.",
        "Feliz aniversário, muita saúde e paz!",
        "Estou ouvindo aquela música que você mandou.",
        "Ontem fomos ao cinema ver um filme argentino.",
        "Deixei o carro na oficina e vim de metrô.",
        "A reunião do condomínio foi um desastre.",
        "Você sabe a previsão do tempo para sexta?",
        "Que jogo demorado, minha gente.",
        "Nossa, que susto! O gato derrubou o vaso.",
        "Obrigada pela paciência comigo.",
        "Estamos de mudança para Florianópolis.",
        "Trabalho na prefeitura de Guaratinguetá.",
        "Sou professora aposentada e adoro baralho.",
        "Desculpem, apertei o botão errado.",
    ],
)
def test_an_everyday_sentence_is_read_in_one_way(sentence):
    assert others(sentence) == []


@pytest.mark.parametrize("text", ["c o p a s", "tenhocopas", "sapoc", "cu rin ga", "xoli", "oi"])
def test_no_reading_comes_twice(text):
    found = list(readings(text))
    assert len(set(found)) == len(found)


@given(st.text(max_size=200))
def test_any_text_has_readings_and_the_same_each_time(text):
    found = list(readings(text))
    assert found
    assert found == list(readings(text))
