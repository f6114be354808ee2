"""Lines in which some words run from right to left, put into the order in which they are drawn.

Pillow does this only where a system library happens to be installed, and a picture shall look the
same on every machine. Arabic letters take the form of their place in the word, from Unicode's own
table of such forms; a right-to-left stretch of a line is turned round, its numbers are not.
"""

import functools
import re
import unicodedata
from typing import Final

_LAM: Final = "\u0644"
_ALEFS: Final = frozenset("\u0622\u0623\u0625\u0627")
"""Lam and an Alef are written as one letter."""
_FORMS: Final = range(0xFB50, 0xFEFD)
"""Where Unicode keeps the forms."""
_ISOLATED, _FINAL, _INITIAL, _MEDIAL = "<isolated>", "<final>", "<initial>", "<medial>"
_RIGHT_TO_LEFT: Final = frozenset({"R", "AL"})
_NUMBER: Final = re.compile(r"\d+")


def visual(text: str) -> str:
    """The line as its letters stand from left to right; most lines are returned as they are."""
    if text.isascii() or not any(map(_turns, text)):
        return text
    return "".join(
        _turned(part) if any(map(_turns, part)) else part for part in _stretches(_joined(text))
    )


def _turns(sign: str) -> bool:
    return unicodedata.bidirectional(sign) in _RIGHT_TO_LEFT


def _stretches(text: str) -> list[str]:
    """The line cut where it changes direction; what has none goes along inside a stretch."""
    ends = [index for index, sign in enumerate(text) if _turns(sign)]
    start = last = ends[0]
    cuts = [text[:start]]
    for index in ends[1:]:
        if any(unicodedata.bidirectional(sign) == "L" for sign in text[last + 1 : index]):
            cuts += [text[start : last + 1], text[last + 1 : index]]
            start = index
        last = index
    while text[last + 1 : last + 2] == "…":  # what is left out is left out at a word's end
        last += 1
    return [*cuts, text[start : last + 1], text[last + 1 :]]


def _turned(text: str) -> str:
    clusters: list[str] = []
    for sign in text:
        if clusters and unicodedata.combining(sign):
            clusters[-1] += sign
        else:
            clusters.append(sign)
    backwards = "".join(reversed(clusters))
    return _NUMBER.sub(lambda found: found.group()[::-1], backwards)


@functools.lru_cache(maxsize=1)
def _forms() -> dict[tuple[str, str], str]:
    """The written form of a letter, or of two that are written as one, in its place in a word."""
    found: dict[tuple[str, str], str] = {}
    for code in _FORMS:
        kind, *letters = unicodedata.decomposition(chr(code)).split() or [""]
        if kind in {_ISOLATED, _FINAL, _INITIAL, _MEDIAL}:
            letter = "".join(chr(int(each, 16)) for each in letters)
            if len(letter) == 1 or letter.startswith(_LAM):
                found[letter, kind] = chr(code)
    return found


def _joined(text: str) -> str:
    """Arabic letters in the forms that join them to their neighbours."""
    forms = _forms()
    letters: list[str] = []
    for sign in text:
        if letters and letters[-1] == _LAM and sign in _ALEFS:
            letters[-1] += sign
        else:
            letters.append(sign)
    written = []
    for index, letter in enumerate(letters):
        before = index > 0 and (letters[index - 1], _INITIAL) in forms
        after = index + 1 < len(letters) and (letters[index + 1], _FINAL) in forms
        joins = before and (letter, _FINAL) in forms
        goes_on = after and (letter, _INITIAL) in forms
        kind = (_MEDIAL if joins else _INITIAL) if goes_on else (_FINAL if joins else _ISOLATED)
        written.append(forms.get((letter, kind), letter))
    return "".join(written)
