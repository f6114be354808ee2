"""The forms of Portuguese verbs, written without accents as the lexicon writes all words."""

from collections.abc import Iterator
from typing import Final

Forms = Iterator[tuple[str, str]]

_ENDINGS: Final = {
    "ar": {
        "inf": "ar ares arem armos",
        "imp": "a e es em ai emos",
        "f1": "o",
        "f3": "a am as",
        "p1": "ei",
        "p3": "ou aram aro aste",
        "ger": "ando",
        "part": "ado ada ados adas",
        "impf": "ava avam avas",
        "fut1": "arei",
        "fut3": "ara arao aras",
        "cond": "aria ariam",
        "subj": "asse assem asses",
        "pl": "amos",
    },
    "er": {
        "inf": "er eres erem ermos",
        "imp": "e a as am ei amos",
        "f1": "o",
        "f3": "e em es",
        "p1": "i",
        "p3": "eu eram ero este",
        "ger": "endo",
        "part": "ido ida idos idas",
        "impf": "ia iam ias",
        "fut1": "erei",
        "fut3": "era erao eras",
        "cond": "eria eriam",
        "subj": "esse essem esses",
        "pl": "emos",
    },
    "ir": {
        "inf": "ir ires irem irmos",
        "imp": "e a as am i amos",
        "f1": "o",
        "f3": "e em es",
        "p1": "i",
        "p3": "iu iram iro iste",
        "ger": "indo",
        "part": "ido ida idos idas",
        "impf": "ia iam ias",
        "fut1": "irei",
        "fut3": "ira irao iras",
        "cond": "iria iriam",
        "subj": "isse issem isses",
        "pl": "imos",
    },
}
"""Endings by form: infinitive, imperative, first and third person of the present and of the past,
gerund, participle, imperfect, future, conditional, subjunctive, «we»."""

_BEFORE_E: Final = (("c", "qu"), ("g", "gu"))
"""How a stem in -ar is written before e (jogar, jogue); ç loses its mark with the accents."""

_BEFORE_A: Final = (("gu", "g"), ("g", "j"))
"""How a stem in -er or -ir is written before a and o (segue, siga; recolhe stays)."""


def forms(verb: str) -> Forms:
    """Each form of a regular verb with its name; the endings decide what is regular."""
    stem, ending = verb[:-2], verb[-2:]
    for form, endings in _ENDINGS[ending].items():
        for end in endings.split():
            yield _stem(stem, ending, end) + end, form


def _stem(stem: str, ending: str, end: str) -> str:
    if ending == "ar" and end[0] == "e":
        for written, instead in _BEFORE_E:
            if stem.endswith(written):
                return stem.removesuffix(written) + instead
    if ending != "ar" and end[0] in "ao":
        for written, instead in _BEFORE_A:
            if stem.endswith(written):
                return stem.removesuffix(written) + instead
    return stem
