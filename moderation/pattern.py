"""Patterns over tagged words.

A message becomes a string with one character a word: words with the same set of tags share a
character. A pattern such as ``HAVE.f1 DET* WILD`` becomes a regular expression over those
characters, so that the matching itself is the library's, and linear.

The items of a pattern, parted by blanks:

* ``TAG`` (capitals first) a word with that tag, ``word`` that very word; ``a/b`` either;
  ``!a/b`` a word that is neither;
* ``..`` up to three words, ``...`` up to eight, ``_`` one, none of them the end of a clause;
* ``^`` and ``$`` an end of a clause (the message's ends are such too), ``?`` a question's end;
* ``( | )`` groups; ``*``, ``+``, ``?`` and ``{m,n}`` after an item or a group repeat it.
"""

import dataclasses
import re
from collections.abc import Iterable, Mapping
from typing import Final

_FIRST: Final = 0xE000
"""The private use area: no profile's character has a meaning of its own."""

_ITEM: Final = re.compile(r"\(|\)(?:[*+?]|\{\d,\d\})?|\||[^\s()|]+")
_REPEATED: Final = re.compile(r"(.+?)([*+?]|\{\d+,\d+\})?")

END: Final = "END"
QUESTION: Final = "QUESTION"


def literals(pattern: str) -> set[str]:
    """The very words that a pattern asks for."""
    found = set()
    for item in _ITEM.findall(pattern):
        body = _split(item)[0].removeprefix("!")
        if item[0] not in "()|^$.?" and body != "_":
            found |= {name for name in body.split("/") if name and _is_word(name)}
    return found


def literal_tag(word: str) -> str:
    """The tag that marks this very word."""
    return f"={word}"


class Alphabet:
    """One character for each set of tags that a word can have."""

    def __init__(self, profiles: Iterable[frozenset[str]]) -> None:
        self._characters: dict[frozenset[str], str] = {}
        self._classes: dict[str, list[str]] = {}
        for profile in profiles:
            if profile in self._characters:
                continue
            character = chr(_FIRST + len(self._characters))
            self._characters[profile] = character
            for tag in profile:
                self._classes.setdefault(tag, []).append(character)

    def __getitem__(self, profile: frozenset[str]) -> str:
        return self._characters[profile]

    def expression(self, pattern: str, macros: Mapping[str, str]) -> "Expression":
        """The regular expression of a pattern, and the words that it cannot do without.

        Raises ValueError for a tag that no word has: a misspelt rule would never match.
        """
        items = _ITEM.findall(pattern)
        found, rest = self._sequences(items, macros)
        if rest:
            raise ValueError("a bracket too many")
        return found

    def _sequences(
        self, items: list[str], macros: Mapping[str, str]
    ) -> tuple["Expression", list[str]]:
        """Alternatives up to the closing bracket, which stays in the rest."""
        alternatives: list[Expression] = []
        text = ""
        needs: list[frozenset[str]] = []
        while items and items[0][0] != ")":
            item, items = items[0], items[1:]
            if item == "|":
                alternatives.append(Expression(text, tuple(needs)))
                text, needs = "", []
            elif item == "(":
                group, items = self._sequences(items, macros)
                if not items:
                    raise ValueError("a bracket that does not close")
                closing, items = items[0], items[1:]
                text += f"(?:{group.text}{closing}"
                if (
                    group.needs
                    and closing[1:2] not in ("?", "*")
                    and not closing[1:].startswith("{0")
                ):
                    needs.append(frozenset[str]().union(*group.needs[:1]))
            else:
                one, need = self._item(item, macros)
                text += one
                if need:
                    needs.append(need)
        alternatives.append(Expression(text, tuple(needs)))
        if len(alternatives) == 1:
            return alternatives[0], items
        each = [part.needs[0] for part in alternatives if part.needs]
        together = (frozenset[str]().union(*each),) if len(each) == len(alternatives) else ()
        return Expression("|".join(part.text for part in alternatives), together), items

    def _item(self, item: str, macros: Mapping[str, str]) -> tuple[str, frozenset[str]]:
        nothing: frozenset[str] = frozenset()
        ends = self._characters_of([END, QUESTION])
        match item:
            case "^" | "$":
                return _one_of(ends), nothing
            case "?":
                question = self._characters_of([QUESTION])
                return _one_of(question), question
            case "..":
                return _none_of(ends) + "{0,3}", nothing
            case "...":
                return _none_of(ends) + "{0,8}", nothing
            case _:
                pass
        body, repeat = _split(item)
        if body == "_":
            return _none_of(ends) + repeat, nothing
        names = body.removeprefix("!").split("/")
        tags = [tag for name in names for tag in macros.get(name, name).split("/")]
        characters = self._characters_of(
            [literal_tag(tag) if _is_word(tag) else tag for tag in tags]
        )
        if body.startswith("!"):
            return _none_of(characters | ends) + repeat, nothing
        optional = repeat[:1] in ("?", "*") or repeat.startswith("{0")
        return _one_of(characters) + repeat, nothing if optional else characters

    def _characters_of(self, tags: Iterable[str]) -> frozenset[str]:
        found: set[str] = set()
        for tag in tags:
            if tag not in self._classes:
                raise ValueError(f"no word has the tag {tag}")
            found.update(self._classes[tag])
        return frozenset(found)


@dataclasses.dataclass(frozen=True, slots=True)
class Expression:
    """A pattern as a regular expression; a text must have a character of each of its ``needs``."""

    text: str
    needs: tuple[frozenset[str], ...]


def _one_of(characters: frozenset[str]) -> str:
    return "[" + "".join(sorted(characters)) + "]"


def _none_of(characters: frozenset[str]) -> str:
    return "[^" + "".join(sorted(characters)) + "]"


def _split(item: str) -> tuple[str, str]:
    match = _REPEATED.fullmatch(item)
    assert match is not None
    return match[1], match[2] or ""


def _is_word(name: str) -> bool:
    return not name[:1].isupper()
