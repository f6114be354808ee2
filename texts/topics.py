"""What ``/regras`` finds: the rules by chapter, the glossary and advice, in our own words."""

import dataclasses
import difflib
import re
import unicodedata
from typing import Final

from texts.data.chapters import CHAPTERS
from texts.data.strategies import STRATEGIES
from texts.data.terms import TERMS
from texts.typed_write import usage

LONGEST_BODY: Final = 1500
MOST_SUGGESTIONS: Final = 25
"""Of Discord's autocomplete."""
LONGEST_TERM: Final = 80
MOST_NEAR: Final = 5


@dataclasses.dataclass(frozen=True, slots=True)
class Topic:
    """One answer of ``/regras``; ``body`` is Discord's Markdown, ``aliases`` other names for it."""

    key: str
    title: str
    aliases: tuple[str, ...]
    body: str


_TYPING: Final = Topic(
    "jogar-por-texto",
    "Jogar por texto",
    ("digitar", "texto", "comandos de texto", "atalhos", "escrever a jogada"),
    usage(),
)
TOPICS: Final = (
    *(Topic(*entry) for entry in CHAPTERS),
    _TYPING,
    *(Topic(*entry) for entry in (*TERMS, *STRATEGIES)),
)
_CHAPTER_OF_SECTION: Final = {
    "1": "resumo",
    "2": "baralho",
    "3": "jogos",
    "4": "vez",
    "5": "bater",
    "6": "fim-do-monte",
    "7": "pontos",
    "8": "partida",
    "9": "relogio",
    "10": "conversa",
    "11": "regras-da-casa",
    "12": "recusas",
    "13": "exemplos",
}


def find(term: str) -> Topic | list[Topic]:
    """The topic of this name, or else those near it, the nearest first; perhaps none.

    Accents and capitals do not matter. A key, title or alias is found first, then a paragraph's
    number such as 3.14, then a title or alias that holds the words; a list comes where several do,
    or where only spelling is near.
    """
    wanted = folded(term)[:LONGEST_TERM].strip()
    if not wanted:
        return []
    if wanted in _BY_NAME:
        return _BY_NAME[wanted]
    numbered = re.fullmatch(r"(?:secao |paragrafo )?(\d+)(?: \d+)*", wanted)
    if numbered is not None and numbered[1] in _CHAPTER_OF_SECTION:
        return _BY_NAME[_CHAPTER_OF_SECTION[numbered[1]].replace("-", " ")]
    holding = _holding(wanted)
    if holding:
        return holding[0] if len(holding) == 1 else holding[:MOST_SUGGESTIONS]
    return _near(wanted)


def suggest(prefix: str) -> list[tuple[str, str]]:
    """Titles and keys for autocomplete: the chapters for nothing typed, then what fits best."""
    wanted = folded(prefix)[:LONGEST_TERM].strip()
    if not wanted:
        return [(topic.title, topic.key) for topic in TOPICS[:MOST_SUGGESTIONS]]
    begins = [
        topic
        for topic in TOPICS
        if any(name.startswith(wanted) for name in (folded(topic.key), folded(topic.title)))
    ]
    found = [*begins, *_holding(wanted)]
    exact = _BY_NAME.get(wanted)
    if exact is not None:
        found.insert(0, exact)
    if not found:
        found = _near(wanted)
    return [(topic.title, topic.key) for topic in dict.fromkeys(found)][:MOST_SUGGESTIONS]


def not_found(term: str, near: list[Topic]) -> str:
    """What is said where a term is no topic, with what may have been meant."""
    shown = " ".join(re.sub(r"[^\w .+-]", " ", term[:LONGEST_TERM]).replace("_", " ").split())
    told = f"Nenhum termo encontrado para “{shown}”."
    if near:
        return f"{told} Parecidos: {', '.join(topic.title for topic in near[:MOST_NEAR])}."
    return f"{told} Comece a digitar em `termo` e escolha da lista."


def folded(text: str) -> str:
    """Small letters without accents, signs as single spaces; what names are compared by."""
    letters = unicodedata.normalize("NFKD", text[: 4 * LONGEST_TERM]).casefold()
    plain = "".join(letter for letter in letters if not unicodedata.combining(letter))
    return " ".join(re.sub(r"[^\w\N{PLAYING CARD BLACK JOKER}]|_", " ", plain).split())


def _holding(wanted: str) -> list[Topic]:
    """The topics in whose names the words stand; short ones only where a word begins."""
    return [
        topic
        for topic in TOPICS
        if any(f" {wanted}" in f" {name}" for name in _names(topic))
        or (len(wanted) > 3 and any(wanted in name for name in _names(topic)))
    ]


def _near(wanted: str) -> list[Topic]:
    """The topics with a name, or a long word of one, that is spelt nearly like this."""
    found = difflib.get_close_matches(wanted, _NEAR_NAMES, n=3 * MOST_NEAR, cutoff=0.68)
    return list(dict.fromkeys(_NEAR_NAMES[name] for name in found))[:MOST_NEAR]


def _names(topic: Topic) -> tuple[str, ...]:
    return tuple(folded(name) for name in (topic.key, topic.title, *topic.aliases))


def _by_name() -> dict[str, Topic]:
    """Each name's topic: keys before titles before aliases, and the earlier topic before."""
    names: dict[str, Topic] = {}
    for topic in TOPICS:
        names.setdefault(folded(topic.key), topic)
    for topic in TOPICS:
        names.setdefault(folded(topic.title), topic)
    for topic in TOPICS:
        for alias in topic.aliases:
            names.setdefault(folded(alias), topic)
    return names


_BY_NAME: Final = _by_name()
_NEAR_NAMES: Final = {
    **{
        word: topic
        for topic in reversed(TOPICS)
        for name in _names(topic)
        for word in name.split()
        if len(word) > 4
    },
    **_BY_NAME,
}
