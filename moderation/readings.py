"""The ways in which a message can be read, when its words may be disguised."""

import re
from collections.abc import Iterator
from typing import Final

from moderation import lexicon
from moderation.lexicon import ENTRIES, SURE_WORDS

_SPACED: Final = re.compile(r"(?<!\w)(?:\w[ .\-_*/|~,]{1,4}){2,}\w(?!\w)")
_LETTERS: Final = re.compile(r"[^\W_]")
_JOINTS: Final = re.compile(r"[ .\-_*/|~,]+")
_WORD: Final = re.compile(r"[^\W_]+")
_LONG: Final = re.compile(r"(?<!\w)#?[^\W_]{8,60}(?!\w)")

LONGEST: Final = 300
"""Longer texts are read as they are: nobody spells out a whole page letter by letter."""


def readings(text: str, names: frozenset[str] = frozenset()) -> Iterator[str]:
    """The text itself, then each disguised reading that differs from it; names stay whole.

    Where letters stand apart, the text with these joined comes instead of the text: apart they are
    no words.
    """
    head = text[:LONGEST]
    joined = _despaced(head)
    first = text if joined is None else joined + text[LONGEST:]
    yield first
    found = {text, first}
    for other in (
        _dehyphened(head),
        _refitted(head),
        _unglued(head, names),
        _backwards(head),
        _words_backwards(head),
        _acrostic(head),
    ):
        if other is not None and other not in found:
            found.add(other)
            yield other


def _despaced(text: str) -> str | None:
    """Letters that stand apart are joined: ``d a m a   d e   c o p a s``."""

    def join(match: re.Match[str]) -> str:
        words = _words_of_run(match[0])
        solved = [_solved(word) for word in words]
        if all(parts is None for parts in solved) and _may_be_ranks(match[0]):
            return match[0]
        return " ".join(
            word if parts is None else " ".join(parts)
            for word, parts in zip(words, solved, strict=True)
        )

    joined = _SPACED.sub(join, text)
    return joined if joined != text else None


_HYPHENED: Final = re.compile(r"(?<![\w-])[^\W\d_]{1,2}(?:[-.·_][^\W\d_]{1,2}){2,}(?![\w-])")


def _dehyphened(text: str) -> str | None:
    """Words whose letters signs part, one or two at a time: ``de-s-c-e``."""
    joined = _HYPHENED.sub(lambda match: re.sub(r"[-.·_]", "", match[0]), text)
    return joined if joined != text else None


def _may_be_ranks(run: str) -> bool:
    """Whether the letters that stand apart are few, or ranks: ``10 J Q K``."""
    letters = _LETTERS.findall(run)
    return len(letters) < 4 or all(letter in "AJQKajqk" or letter.isdigit() for letter in letters)


def _words_of_run(run: str) -> list[str]:
    """Letters that stand apart, as words: the gap that is not the usual one parts them.

    ``c.o.m.p.r.e n.o m.o.n.t.e``: where signs part the letters, blanks part the words.
    """
    if re.search(r"\w[.\-_*/|~,]+\w", run):
        return [_JOINTS.sub("", part) for part in run.split()]
    gaps = _JOINTS.findall(run)
    usual = max(gaps, key=gaps.count)
    words, letters = [""], _LETTERS.findall(run)
    for letter, gap in zip(letters, [usual, *gaps], strict=False):
        if gap != usual:
            words.append("")
        words[-1] += letter
    return [word for word in words if word]


def _solved(word: str) -> tuple[str, ...] | None:
    """The known words that the joined letters make."""
    plain = lexicon.bare(word)
    if lexicon.meant(plain) is not None:
        return (word,)
    return lexicon.segmented(plain)


def _refitted(text: str) -> str | None:
    """Neighbours that together make a sure word: ``cu rin ga``."""
    words = list(_WORD.finditer(text))
    out, last, at = [], 0, 0
    changed = False
    while at < len(words):
        for size in (4, 3, 2):
            group = words[at : at + size]
            if len(group) < size:
                continue
            whole = lexicon.bare("".join(match[0] for match in group))
            between = text[group[0].end() : group[-1].start()]
            if (
                whole in _REFITTABLE
                and not re.search(r"[.!?\n]", between)
                and any(lexicon.bare(match[0]) not in ENTRIES for match in group)
            ):
                out += [text[last : group[0].start()], whole]
                last = group[-1].end()
                at += size
                changed = True
                break
        else:
            at += 1
    out.append(text[last:])
    return "".join(out) if changed else None


_REFITTABLE: Final = frozenset(
    word
    for word, tags in ENTRIES.items()
    if (word in SURE_WORDS and len(word) >= 4)
    or (len(word) >= 3 and tags & {"RANKW", "SUITW"})
    or (
        len(word) >= 5
        and tags
        & {
            "HAVE.f1",
            "DRAW.imp",
            "DISC.imp",
            "LAY.imp",
            "BATE.imp",
            "PILE",
            "NEED.f1",
            "RANKW",
            "STOCK",
        }
    )
)


def _unglued(text: str, names: frozenset[str]) -> str | None:
    """Words without blanks between them: ``tenhocopas``, ``#damadecopas``."""

    def part(match: re.Match[str]) -> str:
        word = lexicon.bare(match[0].removeprefix("#"))
        if word in names or lexicon.meant(word) is not None:
            return match[0]
        return " ".join(lexicon.segmented(word) or (match[0],))

    parted = _LONG.sub(part, text)
    return parted if parted != text else None


def _turns() -> dict[str, str]:
    """How the words that matter look turned round, or with the front put behind: ``xoli``."""
    found: dict[str, str] = {}
    for word in sorted(_TURNABLE):
        for turned in (word[::-1], *(word[at:] + word[:at] for at in range(2, len(word) - 1))):
            if turned not in ENTRIES and turned not in _ORDINARY and len(set(turned)) > 2:
                found.setdefault(turned, word)
    return found


_ORDINARY: Final = frozenset(lexicon.lines("not_by_sound.txt"))
_TURNABLE: Final = frozenset(
    word
    for word, tags in ENTRIES.items()
    if len(word) >= 4
    and (
        word in SURE_WORDS
        or tags
        & {
            *("HAVE.f1", "PILE", "DISC.imp", "DRAW.imp", "LAY.imp", "BATE.imp", "RANKW"),
            *("STOCK", "MORTO", "SUITW", "SHUTUP"),
        }
    )
)
_TURNED: Final = _turns()


def _backwards(text: str) -> str | None:
    """The whole text turned round: ``sapoc ed amad``."""
    words = [lexicon.bare(word) for word in _WORD.findall(text)]
    if not any(_TURNED.get(word) == word[::-1] for word in words):
        return None
    return text[::-1]


def _words_backwards(text: str) -> str | None:
    """Words turned round in their place: ``etelav e amad``."""
    turned = _WORD.sub(lambda match: _TURNED.get(lexicon.bare(match[0]), match[0]), text)
    return turned if turned != text else None


def _acrostic(text: str) -> str | None:
    """The first letters of the lines, or of the words, where they spell a sure word.

    Who spells a card so tells that he has it.
    """
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    words = _WORD.findall(text)
    for parts, least in ((lines, 3), (words, 5)):
        initials = lexicon.bare("".join(part.lstrip("*_~|>- ")[:1] for part in parts))
        if len(initials) < least or not initials.isalpha():
            continue
        if initials in SURE_WORDS or (parts is lines and initials in _SPELT):
            return f"tenho {initials}" if _names_card(initials) else initials
        if parts is lines and len(initials) >= 5 and (found := lexicon.segmented(initials)):
            return " ".join(found)
    return None


def _names_card(word: str) -> bool:
    return bool(ENTRIES[word] & {"RANK", "RANKW", "SUIT", "SUITW", "WILD"})


_SPELT: Final = frozenset(
    word
    for word, tags in ENTRIES.items()
    if len(word) >= 3
    and tags
    & {
        "RANK",
        "RANKW",
        "SUIT",
        "SUITW",
        "WILD",
        "PILE",
        "BATE.imp",
        "DISC.imp",
        "LAY.imp",
        "DRAW.imp",
        "STOCK",
        "MORTO",
    }
)
