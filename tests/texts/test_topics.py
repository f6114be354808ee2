"""What /regras finds, and that it covers the glossary without copying it."""

import re
from pathlib import Path

import pytest

from texts.data.chapters import CHAPTERS
from texts.data.strategies import STRATEGIES
from texts.data.terms import TERMS
from texts.shorthand import usage
from texts.topics import (
    LONGEST_BODY,
    MOST_SUGGESTIONS,
    TOPICS,
    Topic,
    find,
    folded,
    not_found,
    suggest,
)

ROOT = Path(__file__).resolve().parents[2]
SEEDS = ROOT.parent / "shared" / "seeds"
GLOSSARY = SEEDS / "rules-d-glossary.txt"
SITE = SEEDS / "rules-a-site-stbl.txt"

# What each line of the glossary explains: the words to know it by, and the topic that covers it.
COVERED = (
    ("Sigla de", "stbl"),
    ("não existem trincas", "trinca"),
    ("Para dar a batida final", "bate-com-limpa"),
    ("Conjunto de 3 ou mais cartas", "sequencia"),
    ("108 cartas", "baralho"),
    ("Mesas de 2 ou 4", "jogadores"),
    ("Pilha das cartas que sobraram", "monte"),
    ("São dois mortos", "morto"),
    ("Pilha das cartas descartadas", "lixo"),
    ("Para levar o lixo inteiro", "justificar"),
    ("A carta número 2 substitui", "curinga"),
    ("O Curingão vale", "curingao"),
    ("Se o 2 está ocupando", "dois-natural"),
    ("uma canastra suja pode ser limpa", "limpar"),
    ("Canastra é um jogo baixado", "canastra"),
    ("sem nenhum curinga", "canastra-limpa"),
    ("usando curinga", "canastra-suja"),
    ("O jogo completo de Ás a Rei", "canastra-de-500"),
    ("O jogo de Ás a Ás", "canastra-de-1000"),
    ("No começo do turno", "comprar"),
    ("Colocar uma sequência na mesa", "baixar"),
    ("Toda jogada termina com o descarte", "descartar"),
    ("A última carta da mão vai para a mesa", "batida-direta"),
    ("A última carta da mão é descartada", "batida-indireta"),
    ("Encerra a partida", "batida-final"),
    ("| Evento / Carta", "pontos"),
    ("você tem 30 segundos", "relogio"),
    ("Se o tempo estoura", "jogada-automatica"),
    ("são contadas: na quarta", "eliminacao"),
    ("É proibido “cantar jogo”", "cantar-jogo"),
)

needs_seeds = pytest.mark.skipif(not GLOSSARY.exists(), reason="the shared seeds are not here")


def body(key):
    topic = find(key)
    assert isinstance(topic, Topic)
    assert topic.key == key
    return topic.body


def test_keys_and_names_lead_to_their_topics():
    assert len({topic.key for topic in TOPICS}) == len(TOPICS) >= 45
    assert len({topic.title for topic in TOPICS}) == len(TOPICS)
    for topic in TOPICS:
        assert find(topic.key) == topic
        assert find(topic.title) == topic
        for alias in topic.aliases:
            assert isinstance(find(alias), Topic), alias


def test_no_alias_is_claimed_twice():
    seen = {}
    for topic in TOPICS:
        for name in {folded(name) for name in (topic.key, topic.title, *topic.aliases)}:
            assert name
            assert seen.setdefault(name, topic) is topic, name


@pytest.mark.parametrize("topic", TOPICS, ids=lambda topic: topic.key)
def test_a_topic_fits_discord(topic):
    assert re.fullmatch(r"[a-z0-9-]{2,40}", topic.key)
    assert 2 <= len(topic.title) <= 60
    assert 60 <= len(topic.body) <= LONGEST_BODY
    assert topic.body == topic.body.strip()
    assert "  " not in topic.body
    assert topic.body.count("**") % 2 == 0
    assert not re.search(r"\\(?!\w)", topic.body)


def test_paragraphs_that_are_named_exist():
    rules = (ROOT / "docs" / "rules.md").read_text(encoding="utf-8")
    known = set(re.findall(r"^\*\*(\d+\.\d+)\*\*", rules, flags=re.MULTILINE))
    for topic in TOPICS:
        for number in re.findall(r"(?<![\d.])(\d{1,2}\.\d{1,2})(?![\d.])", topic.body):
            assert number in known, (topic.key, number)
    for _, _, _, text in (*CHAPTERS, *TERMS):
        assert re.search(r"\d\.\d|`|STBL", text)


@pytest.mark.parametrize(
    ("term", "key"),
    [
        ("Jogos", "jogos"),
        ("CANASTRA LIMPA", "canastra-limpa"),
        ("ás a ás", "canastra-de-1000"),
        ("As a As", "canastra-de-1000"),
        ("quinhentos", "canastra-de-500"),
        ("coringa", "curinga"),
        ("joker", "curingao"),
        ("🃏", "curingao"),
        ("lavadeira", "trinca"),
        ("tempo", "relogio"),
        ("  relógio  ", "relogio"),
        ("tabela", "pontos"),
        ("tabela de pontos", "pontos"),
        ("Fim do monte", "fim-do-monte"),
        ("canastra real", "canastra-de-1000"),
        ("digitar", "jogar-por-texto"),
        ("3.14", "jogos"),
        ("10.1", "conversa"),
        ("seção 5", "bater"),
        ("12", "recusas"),
        ("refugo", "lixo"),
        ("justificativa", "justificar"),
        ("bater com limpa", "bate-com-limpa"),
        ("descarte seguro", "estrategia-descarte"),
        ("canastra_suja", "canastra-suja"),
    ],
)
def test_a_term_is_found_whatever_its_case_and_accents(term, key):
    assert find(term) == find(key)
    assert body(key)


def test_part_of_a_title_finds_the_one_topic_or_lists_several():
    assert find("setes").key == "estrategia-sete-oito"
    several = find("estratégia:")
    assert isinstance(several, Topic | list)
    listed = find("batida i")
    assert isinstance(listed, Topic)
    assert listed.key == "batida-indireta"
    many = find("canastra de")
    assert {topic.key for topic in many} >= {"canastra-de-500", "canastra-de-1000"}


@pytest.mark.parametrize(
    ("typo", "key"),
    [
        ("canstra", "canastra"),
        ("curinnga", "curinga"),
        ("mortoo", "morto"),
        ("lixoo", "lixo"),
        ("trincca", "trinca"),
        ("justficar", "justificar"),
        ("relojio", "relogio"),
        ("batidda final", "batida-final"),
        ("sequensia", "sequencia"),
        ("eliminasao", "eliminacao"),
        ("encaxar", "encaixar"),
        ("descratar", "descartar"),
    ],
)
def test_a_typing_error_finds_near_terms(typo, key):
    near = find(typo)
    assert isinstance(near, list)
    assert key in {topic.key for topic in near}
    assert 0 < len(near) <= 5
    told = not_found(typo, near)
    assert told.startswith(f"Nenhum termo encontrado para “{typo}”. Parecidos: ")
    assert find(key).title in told


@pytest.mark.parametrize(
    "term",
    ["", "   ", "zzzzzz", "qwertyuiop", "🎉", "x" * 5000, "?*_~`", "\x00\n", "99", "ab" * 3000],
)
def test_nonsense_finds_nothing(term):
    assert find(term) == []
    told = not_found(term, [])
    assert told.startswith("Nenhum termo encontrado")
    assert len(told) < 200
    assert "`" not in told.replace("`termo`", "")


def test_a_term_cannot_smuggle_markdown_or_mentions():
    assert "@" not in not_found("@everyone", [])
    assert "*" not in not_found("**x** <@123> [a](b)", [])


def test_suggestions():
    assert suggest("")[0] == ("O jogo em um minuto", "resumo")
    assert len(suggest("")) == MOST_SUGGESTIONS
    for prefix in ("c", "CANA", "estratégia", "ba", "canstra", "o", "1", "7 e"):
        found = suggest(prefix)
        assert 0 < len(found) <= MOST_SUGGESTIONS, prefix
        assert len(set(found)) == len(found)
        assert all(isinstance(find(key), Topic) and len(title) <= 100 for title, key in found)
    assert suggest("canastra l")[0] == ("Canastra limpa", "canastra-limpa")
    assert suggest("joker")[0] == ("Curingão", "curingao")
    assert len(suggest("estrat")) >= len(STRATEGIES) - 1
    assert suggest("zzzzzz") == []
    assert suggest("x" * 6000) == []


def test_the_points_table_is_that_of_the_rules():
    table = body("pontos")
    for part in (
        "Curingão **50**",
        "Ás **15**",
        "Suja **100**",
        "Limpa **200**",
        "**+100**",
        "**−100**",
    ):
        assert part in table


def test_typing_has_its_topic():
    assert body("jogar-por-texto") == usage()


@needs_seeds
def test_every_term_of_the_glossary_has_a_topic():
    lines = [line.strip() for line in GLOSSARY.read_text(encoding="utf-8").splitlines()[2:]]
    table = [line for line in lines if line.startswith(("|", "*"))]
    left = [line for line in lines if line and line not in table]
    for words, key in COVERED:
        assert any(words in line for line in lines), words
        left = [line for line in left if words not in line]
        assert body(key)
    # what is left speaks of the site itself
    assert all("Jogos do Rei" in line for line in left), left
    for name in ("1.000", "500", "200", "100", "50", "15", "10", "5"):
        assert name.replace(".", "") in body("pontos")


@needs_seeds
def test_every_strategy_of_the_site_has_a_topic():
    text = SITE.read_text(encoding="utf-8")
    advice = text.split("Estratégias:")[1].split("Contagem de pontos:")[0]
    assert len(re.findall(r"^\d+\. ", advice, flags=re.MULTILINE)) == 7
    assert len(STRATEGIES) >= 8


@needs_seeds
def test_no_sentence_is_copied():
    def runs(text, length=8):
        words = folded_words(text)
        return {tuple(words[at : at + length]) for at in range(len(words) - length + 1)}

    def folded_words(text):
        return re.findall(r"\w+", text.casefold())

    copied = runs(GLOSSARY.read_text(encoding="utf-8")) | runs(SITE.read_text(encoding="utf-8"))
    for topic in TOPICS:
        assert not runs(topic.body) & copied, topic.key
