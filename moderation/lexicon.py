"""The words that the detector knows, with their tags, and the patterns over them.

``data/*.txt`` holds words, verbs and patterns; this module reads them once. A word is looked up as
it was written first, then without accents, then as it may have been meant: shortened, drawn out,
spelt by sound, in leet.
"""

import functools
import re
import unicodedata
from collections.abc import Iterator
from importlib import resources
from typing import Final

from moderation import verbs
from moderation.pattern import END, QUESTION, literal_tag, literals

_DATA: Final = resources.files("moderation") / "data"

Tags = frozenset[str]

UNKNOWN: Final[Tags] = frozenset({"OTHER"})
END_TAGS: Final[Tags] = frozenset({END})
QUESTION_TAGS: Final[Tags] = frozenset({QUESTION})

ASSEMBLED: Final[dict[str, Tags]] = {
    name: frozenset({name})
    for name in ("CARD", "SUIT", "SUITW", "RANK", "RANKW", "WILD", "WILDW", "COMPACT", "MELDREF")
} | {
    "DIGIT": frozenset({"NUM", "DIGIT"}),
    "BIG": frozenset({"NUM", "BIG"}),
    "NAMEP": frozenset({"NAME", "NAMEP"}),
    "NAMEO": frozenset({"NAME", "NAMEO", "HIM"}),
    "NAMEX": frozenset({"NAME", "NAMEX", "HIM"}),
    "NAMEME": frozenset({"NAME", "NAMEME"}),
    "EMOJI": frozenset({"EMOJI"}),
}
"""Tags of words that are put together or that the table gives."""


def lines(name: str) -> Iterator[str]:
    """The lines of a data file without remarks and empty ones."""
    for line in (_DATA / name).read_text("utf-8").splitlines():
        text = line.partition("#")[0].strip()
        if text:
            yield text


@functools.lru_cache(maxsize=20_000)
def bare(word: str) -> str:
    """A word in lower case without accents."""
    return _without_accents(word.lower())


def _without_accents(text: str) -> str:
    decomposed = unicodedata.normalize("NFD", text)
    return "".join(char for char in decomposed if not unicodedata.combining(char))


def tagged(name: str) -> Iterator[tuple[str, list[str]]]:
    """The entries ``TAG: word word`` of a data file."""
    for line in lines(name):
        tag, _, words = line.partition(":")
        yield tag.strip(), words.split()


def _words() -> dict[str, set[str]]:
    found: dict[str, set[str]] = {}
    for kind, infinitives in tagged("verbs.txt"):
        for infinitive in infinitives:
            for form, name in verbs.forms(infinitive):
                found.setdefault(bare(form), set()).update((kind, f"{kind}.{name}"))
    for tag, words in (*tagged("words.txt"), *tagged("offence_words.txt")):
        if tag.startswith("-"):
            for word in words:
                found[bare(word)].discard(tag[1:])
            continue
        for word in words:
            tags = found.setdefault(bare(word), set())
            tags.add(tag)
            if "." in tag:
                tags.add(tag.partition(".")[0])
    return found


def slur_words() -> tuple[str, ...]:
    """The words that are slurs wherever they stand."""
    found = [words for tag, words in tagged("offence_words.txt") if tag == "SLURSURE"]
    return tuple(sorted({word for words in found for word in words}))


MACROS: Final[dict[str, str]] = {tag: "/".join(names) for tag, names in tagged("macros.txt")}

ABBREVIATIONS: Final[dict[str, str]] = dict(map(str.split, lines("abbreviations.txt")))


def patterns(name: str) -> Iterator[tuple[str, str]]:
    """The entries ``weight pattern`` of a file of patterns."""
    for line in lines(name):
        weight, _, pattern = line.partition(" ")
        yield weight, _without_accents(pattern.strip())


PATTERN_FILES: Final = tuple(
    sorted(
        f"{folder}/{file.name}"
        for folder in ("answers", "grammar", "offence", "shields")
        for file in (_DATA / folder).iterdir()
    )
)


def _entries() -> dict[str, Tags]:
    found = _words()
    for name in PATTERN_FILES:
        for _, pattern in patterns(name):
            for word in literals(pattern):
                found.setdefault(word, set()).add(literal_tag(word))
    for names in MACROS.values():
        for word in names.split("/"):
            if not word[0].isupper():
                found.setdefault(word, set()).add(literal_tag(word))
    return {word: frozenset(tags) for word, tags in found.items()}


ENTRIES: Final[dict[str, Tags]] = _entries()

_ACCENTED: Final = {
    "às": frozenset({"TIMEPREP", "PREP", "PRA", "ART"}),
    "ás": frozenset({"RANKW", "ACE"}),
    "à": frozenset({"PREP", "PRA", "ART"}),
    "é": frozenset({"IS", "TA", "BE"}),
    "pôr": frozenset({"PUT"}),
    "nós": UNKNOWN,
    "más": UNKNOWN,
    "réis": UNKNOWN,
    "maçã": UNKNOWN,
}
ACCENTED: Final = {
    word: tags | {tag for tag in ENTRIES.get(bare(word), UNKNOWN) if tag.startswith("=")}
    for word, tags in _ACCENTED.items()
}
"""Words whose accent decides what they are."""

PROFILES: Final[frozenset[Tags]] = frozenset(
    {
        *ENTRIES.values(),
        *ASSEMBLED.values(),
        *ACCENTED.values(),
        *(tags | ASSEMBLED["DIGIT"] for word, tags in ENTRIES.items() if word.isdigit()),
        *(tags | ASSEMBLED["BIG"] for word, tags in ENTRIES.items() if word.isdigit()),
        UNKNOWN,
        END_TAGS,
        QUESTION_TAGS,
    }
)

_SURE: Final = frozenset(
    {"SUIT", "RANK", "WILD", "INSULT", "VULGAR", "SLURSURE", "ANYINSULT", "WEAKINS"}
)
SURE_WORDS: Final = frozenset(
    word for word, tags in ENTRIES.items() if tags & _SURE and len(word) >= 4
)
"""Words that are worth looking for in what is disguised."""

_SOUND_STEPS: Final = (
    (re.compile("ph"), "f"),
    (re.compile("tch|th"), "t"),
    (re.compile("qu(?=[ei])"), "k"),
    (re.compile("gu(?=[ei])"), "g"),
    (re.compile("c(?=[eiy])"), "s"),
    (re.compile("ch|sh"), "x"),
    (re.compile("[cq]"), "k"),
    (re.compile("ss|z"), "s"),
    (re.compile("x(?=[pt])"), "s"),
    (re.compile("y"), "i"),
    (re.compile("w"), "u"),
    (re.compile("^h"), ""),
    (re.compile("u(?=s?$)"), "o"),
    (re.compile("i(?=s?$)"), "e"),
    (re.compile("^i(?=[mnsx])"), "e"),
    (re.compile("u"), "o"),
    (re.compile("m$"), "n"),
    (re.compile(r"(.)\1+"), r"\1"),
)


def sound(word: str) -> str:
    """How a word sounds, roughly: ``kuringa`` and ``coringa`` sound alike."""
    for expression, instead in _SOUND_STEPS:
        word = expression.sub(instead, word)
    return word


_GAME: Final = frozenset(
    (
        *(
            "HAVE.f1",
            "NEED.f1",
            "PILE",
            "STOCK",
            "MORTO",
            "RANKW",
            "DRAW.imp",
            "DISC.imp",
            "LAY.imp",
        ),
        *(
            "BATE.imp",
            "HOLD.imp",
            "CLOSE.imp",
            "TAKE.imp",
            "VULGAR",
            "WEAKINS",
            "TEAMMATE",
            "ANYINSULT",
        ),
        *("SUITW", "DISC.inf", "DRAW.inf", "BATE.inf", "COME"),
    )
)
_BY_SOUND: Final = {
    **{sound(word): word for word in sorted(ENTRIES) if ENTRIES[word] & _GAME and len(word) >= 4},
    **{sound(word): word for word in sorted(ENTRIES) if ENTRIES[word] & _SURE and len(word) >= 4},
}
_NOT_BY_SOUND: Final = frozenset(lines("not_by_sound.txt"))
"""Ordinary words that sound or look nearly like one of ours."""


def _nearly() -> dict[str, str]:
    """Sure words with one letter missing, or two neighbours changed over."""
    found: dict[str, str] = {}
    for word in sorted(SURE_WORDS):
        if len(word) < 6:
            continue
        for at in range(1, len(word) - 1):
            found.setdefault(word[:at] + word[at + 1 :], word)
            found.setdefault(word[:at] + word[at + 1] + word[at] + word[at + 2 :], word)
    return {near: word for near, word in found.items() if near not in ENTRIES and len(near) >= 5}


_NEARLY: Final = _nearly()

_LEET: Final = str.maketrans("013457$@!89", "oieastsaibg")
_LEET_L: Final = str.maketrans("013457$@!89", "oleastsalbg")
_LEET_SIGN: Final = re.compile(r"[0-9@$!]")
_LETTER: Final = re.compile(r"[^\W\d_]")
_DRAWN_OUT: Final = re.compile(r"(.)\1+")
_CENSORED: Final = re.compile(r"[*#%•·_.\-]+")


@functools.lru_cache(maxsize=20_000)
def meant(word: str) -> str | None:
    """The entry that a written word (bare, lower case) stands for, if any."""
    if word in ABBREVIATIONS:
        return ABBREVIATIONS[word]
    if word in ENTRIES:
        return word
    if len(word) > 40:
        return None
    for single in _shorter(word):
        if single in ABBREVIATIONS:
            return ABBREVIATIONS[single]
        if single in ENTRIES:
            return single
    if len(word) > 2 and _LEET_SIGN.search(word) and _LETTER.search(word):
        for table in (_LEET, _LEET_L):
            plain = word.translate(table)
            if plain in ENTRIES or plain in ABBREVIATIONS:
                return ABBREVIATIONS.get(plain, plain)
            for single in _shorter(plain):
                if single in ENTRIES:
                    return single
    if word in _NOT_BY_SOUND:
        return None
    if word.endswith(("ano", "eno", "ino")) and (full := word[:-1] + "do") in ENTRIES:
        return full
    if word.endswith(("a", "e", "i")) and len(word) >= 5 and (full := word + "r") in ENTRIES:
        return full
    if word.isalpha() and len(word) >= 4:
        by_sound = _BY_SOUND.get(sound(word))
        if by_sound is not None:
            return by_sound
        return _NEARLY.get(word)
    return None


@functools.lru_cache(maxsize=20_000)
def uncensored(word: str) -> str | None:
    """The sure word that ``cr*tino`` hides, if any."""
    if not _CENSORED.search(word) or len(word) > 30:
        return None
    exact = re.compile(
        "".join("." if _CENSORED.fullmatch(char) else re.escape(char) for char in word)
    )
    loose = re.compile(
        _CENSORED.sub(lambda match: "." + "{1," + str(len(match[0]) + 1) + "}", _escaped(word))
    )
    for expression in (exact, loose):
        for candidate in _CENSORABLE:
            if candidate[0] == word[0] and expression.fullmatch(candidate):
                return candidate
    return None


def _escaped(word: str) -> str:
    return "".join(char if _CENSORED.fullmatch(char) else re.escape(char) for char in word)


_CENSORABLE: Final = (
    *("puta", "merda", "foder", "caralho", "porra", "cu", "fdp", "filho", "filha"),
    *sorted(SURE_WORDS),
)


def _shorter(word: str) -> Iterator[str]:
    """A drawn-out word with its repeated letters as two, then as one."""
    if _DRAWN_OUT.search(word):
        yield _DRAWN_OUT.sub(r"\1\1", word)
        yield _DRAWN_OUT.sub(r"\1", word)


@functools.lru_cache(maxsize=5_000)
def segmented(run: str) -> tuple[str, ...] | None:
    """The words of a text without blanks, if a sure word is among them: ``damadecopas``."""
    if not 5 <= len(run) <= 60:
        return None
    best: list[tuple[int, tuple[str, ...]] | None] = [None] * (len(run) + 1)
    best[0] = (0, ())
    for end in range(1, len(run) + 1):
        for start in range(max(0, end - 14), end):
            before, word = best[start], run[start:end]
            if before is None or (word not in ENTRIES and word not in ABBREVIATIONS):
                continue
            if len(word) == 1 and word not in "aoe":
                continue
            cost = before[0] + 1
            known = best[end]
            if known is None or cost < known[0]:
                best[end] = (cost, (*before[1], word))
    found = best[-1]
    if found is None or not _tells(found[1]):
        return None
    if found[0] * 2 > len(run):
        return None
    return found[1]


def _tells(words: tuple[str, ...]) -> bool:
    sure = sum(word in SURE_WORDS for word in words)
    return (sure > 0 and sum(len(word) >= 4 for word in words) >= 2) or sum(map(_worth, words)) >= 2


def _worth(word: str) -> bool:
    tags = ENTRIES.get(word, UNKNOWN)
    return len(word) >= 4 and bool(
        tags & {"DRAW.imp", "DISC.imp", "BATE.imp", "PILE", "STOCK", "HAVE.f1", "SUITW"}
    )
