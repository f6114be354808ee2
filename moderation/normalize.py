"""Steps that undo disguises of characters; each is a function from text to text.

What a step makes of a picture of a card (an emoji, a glyph) are the words that it stands for, so
that the grammar meets words alone. The original text is never changed: steps give a new one.
"""

import re
import unicodedata
from collections.abc import Callable
from typing import Final

from confusable_homoglyphs import confusables

_SUIT_SIGNS: Final = frozenset("♣♦♥♠❤")
_OUTLINED: Final = str.maketrans("♧♢♡♤", "♣♦♥♠")
_FACES: Final = {
    "👸": "dama",
    "🤴": "rei",
    "🫅": "rei",
    "👑": "rei",
    "🃏": "coringa",
    "🂿": "coringa",
    "🗡": "espada",
    "⚔": "espada",
    "🗡️": "espada",
    "🪙": "ouro",
    "💎": "ouro",
    "🪵": "paus",
    "☘": "trevo",
    "🍀": "trevo",
    "🏆": "copa",
    "🔟": "10",
    "🗑": "lixo",
    "🚮": "lixo",
    "🖕": "dedodomeio",
    "🐴": "egua",
    "🐄": "vaca",
    "🐮": "vaca",
    "🐷": "porco",
    "🐖": "porco",
    "🐵": "macaco",
    "🐒": "macaco",
    "🐍": "cobra",
    "🦌": "veado",
    "💩": "merda",
    "🤡": "palhaco",
    "🐂": "boi",
    "🐃": "boi",
    "🐔": "galinha",
    "🍑": "cu",
    "🍆": "rola",
}
"""Emoji that stand for cards; those of everyday use become words that only count among cards."""

_GLYPH_SUITS: Final = ("espadas", "copas", "ouros", "paus")
_GLYPH_RANKS: Final = (
    *("", "as", "2", "3", "4", "5", "6", "7", "8", "9", "10", "valete", "valete", "dama", "rei"),
    "coringa",
)


def _glyph(char: str) -> str:
    """A playing card of Unicode: U+1F0A1 is the ace of spades, four rows of sixteen."""
    row, rank = divmod(ord(char) - 0x1F0A0, 16)
    if rank == 15:
        return " coringa "
    return f" {_GLYPH_RANKS[rank]} de {_GLYPH_SUITS[row]} " if rank else " carta "


def without_invisible(text: str) -> str:
    """Drops what has no shape: zero-width characters, direction marks, variation selectors."""
    return (
        "".join(
            char
            for char in text
            if unicodedata.category(char) not in {"Cf", "Cc", "Co", "Cs", "Cn"} or char in "\n\t"
            if char not in _BLANK_LETTERS
        )
        .replace("\ufe0f", "")
        .replace("\ufe0e", "")
    )


_BLANK_LETTERS: Final = frozenset("\u115f\u1160\u3164\uffa0\u2800\u034f")

_LINK: Final = re.compile(r"\[([^\]\n]{1,300})\]\(<?(\w+://[^\s)>]+)>?\)")
_ADDRESS: Final = re.compile(r"<?\bhttps?://(?:www\.)?([^\s<>]+)>?")
_EXTENSION: Final = re.compile(
    r"\.(?:jpe?g|png|gif|webp|mp4|mp3|ogg|pdf|html?|com|net|br|org|gg)\b"
)
_CUSTOM_EMOJI: Final = re.compile(r"<a?:(\w{2,32}):\d+>|(?<!\w):(\w{2,32}):(?!\w)")
_MENTION: Final = re.compile(r"<(?:@[!&]?|#)\d+>")
_CODE_LANGUAGE: Final = re.compile(r"```(?:[a-z]{1,10}\n)?")
_MARKS: Final = re.compile(r"\*\*+|__+|~~+|\|\|+|`+|\*(?=\w+\*)|(?<=\w)\*(?!\w)")
_BLOTTED: Final = re.compile(r"(?<=\b\w)\*{2,}(?!\w)")
"""``p***``: a word blotted out, not bold type."""
_LINE_MARKS: Final = re.compile(r"(?m)^[^\S\n]*(?:>{1,3}|#{1,3}|[-•*])\s+")


def _words_of_name(text: str) -> str:
    return re.sub(r"[\W_]+", " ", _EXTENSION.sub(" ", text))


def without_markdown(text: str) -> str:
    """Drops Discord's marks; links give their words, emoji of a server their names."""
    text = _BLOTTED.sub(lambda match: "•" * len(match[0]), text)
    text = _LINK.sub(
        lambda match: f"{match[1]} {_words_of_name(match[2].partition('://')[2])}", text
    )
    text = _ADDRESS.sub(lambda match: f" {_words_of_name(match[1])} ", text)
    text = _CUSTOM_EMOJI.sub(lambda match: f" {(match[1] or match[2]).replace('_', ' ')} ", text)
    text = _MENTION.sub(" ", text)
    text = _CODE_LANGUAGE.sub(" ", text)
    text = _LINE_MARKS.sub("", text)
    return _MARKS.sub("", text)


_KEYCAP: Final = re.compile("([0-9#*])\ufe0f?\u20e3")


def with_cards_named(text: str) -> str:
    """Writes emoji, playing-card glyphs, keycaps and regional letters as words and digits."""
    text = _KEYCAP.sub(r" \1 ", text.translate(_OUTLINED))
    text = re.sub(" (1)  (0) ", " 10 ", text)
    out: list[str] = []
    letters = False
    for char in text:
        point = ord(char)
        if 0x1F1E6 <= point <= 0x1F1FF:
            out.append(chr(point - 0x1F1E6 + ord("a")))
            letters = True
            continue
        if letters and char == " " and out and len(out[-1]) == 1:
            out.append(" ")
            continue
        letters = False
        if 0x1F0A0 <= point <= 0x1F0DF:
            out.append(_glyph(char))
        elif char in _SUIT_SIGNS:
            out.append(f" {char} ")
        elif char in _FACES:
            out.append(f" {_FACES[char]} ")
        elif 0x1F150 <= point <= 0x1F169:
            out.append(chr(point - 0x1F150 + ord("a")))
        elif 0x1F170 <= point <= 0x1F189:
            out.append(chr(point - 0x1F170 + ord("a")))
        else:
            out.append(char)
    return "".join(out)


def composed(text: str) -> str:
    """Compatibility forms to plain ones: mathematical, full-width and circled letters (NFKC)."""
    plain = unicodedata.normalize("NFKC", text)
    return "".join(char for char in plain if not unicodedata.combining(char))


_TURNED: Final = str.maketrans("ɐɔǝɟɓɥᴉɾʞʃɯɹʇʌʍʎ", "acefghijklmrtvwy")
_SMALL: Final = str.maketrans("ᴀʙᴄᴅᴇꜰɢʜɪᴊᴋʟᴍɴᴏᴘǫʀꜱᴛᴜᴠᴡʏᴢ", "abcdefghijklmnopqrstuvwyz")
_LATIN: Final = re.compile("[a-z]", re.IGNORECASE)
_SHAPES: Final[dict[str, str]] = {}


def _shape(char: str) -> str:
    """The Latin letter that another script's letter looks like (UTS 39), else the character."""
    known = _SHAPES.get(char)
    if known is None:
        known = char
        for found in (
            confusables.is_confusable(char, greedy=True, preferred_aliases=["latin"]) or ()
        ):
            for twin in found["homoglyphs"]:
                if len(twin["c"]) == 1 and _LATIN.fullmatch(twin["c"]):
                    known = twin["c"]
                    break
        _SHAPES[char] = known
    return known


_SAME_SHAPE: Final = str.maketrans(
    "ıøłđħŧƙɑɡіοαεηικνρτυχωвнкмтсеорахуԁԛѕјһӏ", "ioldhtkagioaenikvptuxwbhkmtceopaxydqsjhl"
)


def latin(text: str) -> str:
    """Writes look-alikes of other scripts as the Latin letters whose shape they have."""
    text = unicodedata.normalize("NFD", text)
    text = text.translate(_TURNED).translate(_SMALL).translate(_SAME_SHAPE)
    text = "".join(
        char if ord(char) < 0x250 or not char.isalpha() else _shape(char) for char in text
    )
    return unicodedata.normalize("NFC", text)


STEPS: Final[tuple[Callable[[str], str], ...]] = (
    with_cards_named,
    without_invisible,
    composed,
    latin,
    without_markdown,
)


LONGEST: Final = 4_000
"""Characters that are read: Discord's longest message has as many, and a picture becomes words."""


def normal(text: str) -> str:
    """The text after every step; accents and capitals are kept, for they carry meaning."""
    for step in STEPS:
        text = step(text)[:LONGEST]
    return text


def folded(text: str) -> str:
    """The words of a text alone, for telling whether two say the same; of signs, the signs."""
    plain = normal(text).casefold()
    words = re.findall(r"\w+", plain)
    return " ".join(words) if words else "".join(plain.split())
