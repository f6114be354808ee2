"""Cards, suits and melds in a sequence of words; card words that mean something else are freed."""

import dataclasses
from typing import Final

from moderation import lexicon
from moderation.lexicon import ASSEMBLED, UNKNOWN
from moderation.tokens import HEART, RANK_WORDS, SUIT_WORDS, Reading, Token

_SUITS: Final = ("SUIT", "SUITW")
_RANKS: Final = ("RANK", "RANKW", "DIGIT")
_CARD_WORDS: Final = frozenset(
    ("SUIT", "SUITW", "RANK", "RANKW", "WILD", "WILDW", "PILE", "MORTO", "STOCK")
)

_BEFORE_RANKS: Final = frozenset(lexicon.lines("before_ranks.txt"))
_BEFORE_NUMBERS: Final = frozenset(lexicon.lines("before_numbers.txt"))
_AFTER_NUMBERS: Final = frozenset(lexicon.lines("after_numbers.txt"))


def _homonyms() -> dict[str, tuple[frozenset[str], frozenset[str]]]:
    found = {}
    for line in lexicon.lines("homonyms.txt"):
        word, before, after = (part.strip() for part in line.split(":"))
        found[word] = (frozenset(before.split()), frozenset(after.split()))
    return found


_HOMONYMS: Final = _homonyms()
_SMALL: Final = frozenset(lexicon.lines("small_words.txt"))
_BEFORE_ACE: Final = frozenset(lexicon.lines("before_ace.txt"))


def assembled(tokens: Reading) -> Reading:
    """The reading with «sete de copas» as one card, and with homonyms as plain words."""
    tokens = _freed(tokens)
    tokens = _joined(tokens)
    return _ranked(tokens)


def _freed(tokens: Reading) -> Reading:
    """Card words that are something else here lose their tags."""
    return [
        dataclasses.replace(token, tags=UNKNOWN) if _is_homonym(tokens, at) else token
        for at, token in enumerate(tokens)
    ]


def _is_homonym(tokens: Reading, at: int) -> bool:
    known = _HOMONYMS.get(tokens[at].word)
    if known is None or not tokens[at].tags & _CARD_WORDS:
        return False
    before, after = known
    return bool(_near(tokens, at, -1) & before or _near(tokens, at, 1) & after)


def _near(tokens: Reading, at: int, step: int) -> frozenset[str]:
    """The next word in a direction, and the one after it where the next is a small one."""
    found: list[str] = []
    for distance in (1, 2, 3):
        place = at + step * distance
        if not 0 <= place < len(tokens) or tokens[place].is_("END", "QUESTION"):
            break
        found.append(tokens[place].word)
        if tokens[place].word not in _SMALL:
            break
    return frozenset(found)


def _is_rank(tokens: Reading, at: int) -> str:
    token = tokens[at]
    if token.rank and token.is_("DIGIT"):
        return token.rank
    if len(token.written) == 1 and token.written in "jqk":
        return token.written.upper()
    if token.written == "a" and token.capital and (at > 1 or _is_sign(tokens, at + 1)):
        return "A"
    if token.is_("WILDW") and token.word in ("dois", "duas"):
        return "2"
    rank = RANK_WORDS.get(token.word, "")
    if len(token.word) == 1:
        return ""
    return rank


def _joined(tokens: Reading) -> Reading:
    out: Reading = []
    at = 0
    while at < len(tokens):
        size, card = _card_at(tokens, at)
        if card is not None:
            _spread(out, card)
            out.append(card)
            at += size
            continue
        size = _meld_at(tokens, at)
        if size:
            suit = tokens[at + size - 1]
            out.append(
                Token(
                    tokens[at].written,
                    "",
                    ASSEMBLED["MELDREF"],
                    suit=_suit(suit),
                    after_comma=tokens[at].after_comma,
                )
            )
            at += size
            continue
        token = tokens[at]
        if token.is_(*_SUITS) and not token.suit:
            token = dataclasses.replace(token, suit=_suit(token))
        out.append(token)
        at += 1
    return out


def _suit(token: Token) -> str:
    return token.suit or SUIT_WORDS.get(token.word, "?")


def _card_at(tokens: Reading, at: int) -> tuple[int, Token | None]:
    """A whole card that begins at a place, and its length in words."""
    token = tokens[at]
    following = tokens[at + 1] if at + 1 < len(tokens) else None
    rank = _is_rank(tokens, at)
    if following is None:
        return 0, None
    if rank:
        if following.is_("DE") and at + 2 < len(tokens) and tokens[at + 2].is_(*_SUITS):
            return 3, _card(token, rank, tokens[at + 2])
        if following.written == HEART or (
            following.is_(*_SUITS) and _may_stand_alone(tokens, at, following)
        ):
            return 2, _card(token, rank, following)
    if token.suit and token.is_("SUIT") and not token.is_("CARD"):
        rank = _is_rank(tokens, at + 1)
        if rank and (token.written in "♣♦♥♠") and not _is_rank_before_suit(tokens, at + 1):
            return 2, _card(token, rank, token)
    if (
        token.word in ("um", "uma", "outra", "outro", "one", "una", "mais")
        and following.is_("DE")
        and at + 2 < len(tokens)
        and tokens[at + 2].is_(*_SUITS)
    ):
        return 3, Token(token.written, "", ASSEMBLED["SUIT"], suit=_suit(tokens[at + 2]))
    return 0, None


def _may_stand_alone(tokens: Reading, at: int, suit: Token) -> bool:
    """Whether «sete copas», without «de», is a card here."""
    if suit.written in "♣♦♥♠":
        return True
    token = tokens[at]
    if len(token.written) == 1 and not token.is_("DIGIT"):
        return token.capital or (at > 0 and tokens[at - 1].is_("ART", "NUM"))
    return suit.is_("SUIT") or token.is_("DIGIT", "RANK", "RANKW")


def _is_rank_before_suit(tokens: Reading, at: int) -> bool:
    """Whether the rank here belongs to a sign that follows it: not so in «♣7 ♣8»."""
    end = at + 1
    while end < len(tokens) and (
        _is_sign(tokens, end) if (end - at) % 2 else _is_rank(tokens, end)
    ):
        end += 1
    return (end - at) % 2 == 0


def _is_sign(tokens: Reading, at: int) -> bool:
    return at < len(tokens) and tokens[at].written in SUIT_SIGNS_SET


SUIT_SIGNS_SET: Final = frozenset("♣♦♥♠")


def _card(token: Token, rank: str, suit: Token) -> Token:
    return Token(
        token.written,
        "",
        ASSEMBLED["CARD"],
        rank=rank,
        suit=_suit(suit),
        after_comma=token.after_comma,
    )


def _spread(out: Reading, card: Token) -> None:
    """«Cinco e seis de ouros»: ranks named before a card, joined by «e», share its suit."""
    at = len(out) - 1
    while at > 0:
        while (
            at > 0
            and out[at].is_("CONJ", "ART")
            and out[at].word in ("e", "y", "and", "o", "a", "um", "uma", "ou")
        ):
            at -= 1
        rank = _is_rank(out, at)
        if not rank or out[at].is_("END", "CARD"):
            return
        out[at] = Token(out[at].written, "", ASSEMBLED["CARD"], rank=rank, suit=card.suit)
        at -= 1


def _meld_at(tokens: Reading, at: int) -> int:
    """The length of «a (nossa) de paus», «canastra de ouros»; 0 if there is none."""
    end = at
    if tokens[end].word in _MELD_STARTS:
        end += 1
        while end < len(tokens) and tokens[end].is_(
            "OURS", "THEIRS", "DEM", "MELD", "MELDW", "GAMENOUN", "CLEANW"
        ):
            end += 1
    elif tokens[end].is_("MELD", "GAMENOUN"):
        end += 1
        while end < len(tokens) and tokens[end].is_("CLEANW", "DIRTYW", "THEIRS", "OURS"):
            end += 1
    else:
        return 0
    if end + 1 < len(tokens) and tokens[end].is_("DE") and tokens[end + 1].is_(*_SUITS):
        return end + 2 - at
    return 0


_MELD_STARTS: Final = frozenset(lexicon.lines("meld_starts.txt"))


def _ranked(tokens: Reading) -> Reading:
    """Numbers and letters that stand for a rank: «o sete», «dois seis», «a Q»."""
    out: Reading = []
    for at, token in enumerate(tokens):
        before = out[-1] if out else None
        out.append(token if before is None else _as_rank(tokens, at, before))
    return out


def _as_rank(tokens: Reading, at: int, before: Token) -> Token:
    token = tokens[at]
    rank = _is_rank(tokens, at)
    if token.is_("CARD", "COMPACT"):
        return token
    if len(token.written) == 1 and token.written in ("jqk" if token.capital else "jk"):
        tags = ("ART", "DEM", "NUM", "QTD", "HAVE", "POSS1") if token.capital else ("COME", "HAVE")
        if before.is_(*tags) and _stands_alone(tokens, at):
            return Token(token.written, token.word, ASSEMBLED["RANKW"], rank=rank)
    elif token.is_("NUM") and rank:
        if _determines(before, token) and _stands_alone(tokens, at):
            tags_of = ASSEMBLED["WILDW" if rank == "2" else "RANKW"]
            return Token(token.written, token.word, tags_of, rank=rank)
    elif token.is_("COLORW") and before.tags == UNKNOWN:
        return dataclasses.replace(token, tags=UNKNOWN)
    elif token.word == "as" and token.is_("ART") and before.word in _BEFORE_ACE:
        return Token(token.written, "as", ASSEMBLED["RANKW"], rank="A")
    elif token.is_("RANK", "RANKW") and not token.rank:
        return dataclasses.replace(token, rank=RANK_WORDS.get(token.word, "?"))
    return token


def _determines(before: Token, token: Token) -> bool:
    """Whether a number after this word may be a rank."""
    if before.word in _BEFORE_NUMBERS or _pronoun(before, token):
        return False
    return (
        before.word in _BEFORE_RANKS
        or before.is_("MANY")
        or before.written == "1"
        or (before.is_("RANKW", "NUM") and not before.is_("BIG"))
    )


def _stands_alone(tokens: Reading, at: int) -> bool:
    """Whether no word follows that the number counts."""
    if at + 1 >= len(tokens):
        return True
    after = tokens[at + 1]
    return (
        not after.is_("UNIT", "NUM", "MELD", "CARTA", "NAME") and after.word not in _AFTER_NUMBERS
    )


def _pronoun(before: Token, token: Token) -> bool:
    """«Os dois», «vocês dois»: people, not cards."""
    return token.word in ("dois", "duas", "tres", "quatro") and before.word in (
        "os",
        "as",
        "nos",
        "dos",
        "vos",
        "aos",
        "esses",
        "aqueles",
        "a",
    )
