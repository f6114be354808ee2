"""The match record: one text format, read line by line and written back to the letter.

The format is described in docs/record.md. Reading and judging go together, so that whichever
comes first, a bad line or a refused action, decides.
"""

import dataclasses
import hashlib
from collections.abc import Iterator, Sequence

from game.actions import (
    Action,
    Discard,
    Draw,
    Expire,
    ExtendMeld,
    LayMeld,
    Resign,
    Seat,
    Substitute,
    TakePile,
)
from game.cards import Card, UnknownCard, card, format_cards, is_pack, parse_cards
from game.events import (
    CardDiscarded,
    CardDrawn,
    Event,
    MatchStarted,
    MeldExtended,
    MeldLaid,
    PileTaken,
    RoundDealt,
    SeatResigned,
    SeatSubstituted,
)
from game.rules import BadRules, Rules, format_rules, parse_rules

HEADER = "buraco-stbl 1"
PLAYER_SEPARATOR = " | "
SEAL_MARK = "# seal"
SALT_DIGITS = 64


class BadLine(ValueError):
    """A line that is no part of a record; ``reason`` is a short English note for the reader."""

    def __init__(self, line: int, reason: str) -> None:
        super().__init__(f"line {line}: {reason}")
        self.line = line
        self.reason = reason


@dataclasses.dataclass(frozen=True, slots=True)
class RulesLine:
    """``rules …``."""

    line: int
    rules: Rules


@dataclasses.dataclass(frozen=True, slots=True)
class PlayersLine:
    """``players …`` in seat order."""

    line: int
    players: tuple[str, ...]


@dataclasses.dataclass(frozen=True, slots=True)
class RoundLine:
    """``round N starter=SEAT``."""

    line: int
    number: int
    starter: Seat


@dataclasses.dataclass(frozen=True, slots=True)
class DeckLine:
    """``deck …``: the pack in dealing order."""

    line: int
    pack: tuple[Card, ...]


@dataclasses.dataclass(frozen=True, slots=True)
class SealLine:
    """``# seal HASH SALT`` right after a deck: a comment to whoever does not verify."""

    line: int
    text: str


@dataclasses.dataclass(frozen=True, slots=True)
class ActionLine:
    """``SEAT VERB …``."""

    line: int
    seat: Seat
    action: Action


@dataclasses.dataclass(frozen=True, slots=True)
class EndLine:
    """``end``."""

    line: int


Line = RulesLine | PlayersLine | RoundLine | DeckLine | SealLine | ActionLine | EndLine


def read_lines(text: str) -> Iterator[Line]:
    """Yield the lines of a record one by one; raises BadLine at the first that is none.

    Checks the form and the order of header, rules, players, rounds and decks; whether a round or
    the end may come now is for the reader, who knows the state. ``text`` was decoded from UTF-8
    with ``surrogateescape``, so that a bad byte is found in its turn.
    """
    lines = text.removeprefix("\ufeff").split("\n")
    if lines[-1] == "":
        lines.pop()
    expected = ["header", "rules", "players", "round", "deck"]
    seats = 0
    number = 0
    after_deck = dealt = False
    for number, raw in enumerate(lines, start=1):
        line = _checked(number, raw)
        is_seal = after_deck and (line + " ").startswith(SEAL_MARK + " ")
        after_deck = False
        if is_seal:
            yield SealLine(number, line.removeprefix(SEAL_MARK).removeprefix(" "))
            continue
        if not line.strip() or line.startswith("#"):
            continue
        if not expected:
            if line == "end":
                yield EndLine(number)
                break
            if not line.startswith("round "):
                yield _read_action(number, line, seats)
                continue
            expected = ["round", "deck"]
        part = expected.pop(0)
        match part:
            case "header":
                if line != HEADER:
                    raise BadLine(number, f"expected {HEADER!r}")
            case "rules":
                yield RulesLine(number, _read_rules(number, line))
            case "players":
                players = _read_players(number, line)
                seats = len(players)
                yield PlayersLine(number, players)
            case "round":
                yield _read_round(number, line, seats)
            case _:
                yield DeckLine(number, _read_pack(number, line))
                after_deck = dealt = True
    else:
        if expected and not dealt:
            raise BadLine(max(number, 1), f"the record ends before its {expected[0]}")
        return
    for after, raw in enumerate(lines[number:], start=number + 1):
        line = _checked(after, raw)
        if line.strip() and not line.startswith("#"):
            raise BadLine(after, "nothing may follow the end")


def _checked(number: int, raw: str) -> str:
    """The line without its end; bytes that are no UTF-8 arrive as lone surrogates."""
    if not raw.isascii() and any("\ud800" <= letter <= "\udfff" for letter in raw):
        raise BadLine(number, "not UTF-8")
    return raw.removesuffix("\r")


def _read_rules(number: int, line: str) -> Rules:
    keyword, _, text = line.partition(" ")
    if keyword != "rules":
        raise BadLine(number, "expected 'rules PRESET name=value …'")
    try:
        return parse_rules(text)
    except BadRules as error:
        raise BadLine(number, f"no such rule or value: {error}") from None


def _read_players(number: int, line: str) -> tuple[str, ...]:
    keyword, _, text = line.partition(" ")
    players = tuple(text.split(PLAYER_SEPARATOR))
    if keyword != "players" or len(players) not in (2, 4):
        raise BadLine(number, "expected 'players' and 2 or 4 names separated by ' | '")
    if not all(name.strip(" ") for name in players):
        raise BadLine(number, "a player without a name")
    return players


def _read_round(number: int, line: str, seats: int) -> RoundLine:
    words = line.split(" ")
    starters = {f"starter={seat}": Seat(seat) for seat in range(seats)}
    if len(words) != 3 or words[0] != "round" or words[2] not in starters:
        raise BadLine(number, "expected 'round N starter=SEAT'")
    try:
        count = _parse_number(words[1])
    except ValueError:
        raise BadLine(number, "expected the round's number") from None
    if str(count) != words[1]:
        raise BadLine(number, "not the next round's number")
    return RoundLine(number, count, starters[words[2]])


def _read_pack(number: int, line: str) -> tuple[Card, ...]:
    keyword, _, text = line.partition(" ")
    if keyword != "deck":
        raise BadLine(number, "expected 'deck' and 108 cards")
    try:
        pack = parse_cards(text)
    except UnknownCard:
        raise BadLine(number, "the deck names an unknown card") from None
    if not is_pack(pack):
        raise BadLine(number, "the deck is not the 108 cards of the game")
    return pack


def _read_action(number: int, line: str, seats: int) -> ActionLine:
    seat, _, rest = line.partition(" ")
    if seat not in {str(each) for each in range(seats)}:
        raise BadLine(number, "expected a seat and what it does")
    try:
        action = parse_action(rest)
    except UnknownCard:
        raise BadLine(number, "an unknown card") from None
    except ValueError:
        raise BadLine(number, "an unknown action") from None
    return ActionLine(number, Seat(int(seat)), action)


def parse_action(text: str) -> Action:
    """Read what stands behind the seat; the inverse of ``format_action``.

    Raises UnknownCard for a bad card, ValueError for anything else.
    """
    verb, _, rest = text.partition(" ")
    if verb == "substitute":
        if not rest.strip(" "):
            raise ValueError(text)
        return Substitute(rest)
    match text.split(" "):
        case ["draw"]:
            return Draw()
        case ["timeout"]:
            return Expire()
        case ["resign"]:
            return Resign()
        case ["discard", code]:
            return Discard(card(code))
        case ["meld", *cards]:
            return LayMeld(_parse_optional(cards))
        case ["take", "new", *cards]:
            return TakePile(None, _parse_optional(cards))
        case ["take", number, *cards]:
            return TakePile(_parse_number(number), _parse_optional(cards))
        case ["add", number, *cards]:
            return ExtendMeld(_parse_number(number), _parse_optional(cards))
        case _:
            raise ValueError(text)


def _parse_optional(words: Sequence[str]) -> tuple[Card, ...]:
    if not words:
        return ()
    (word,) = words
    if not word:
        raise ValueError("a blank too many")
    return parse_cards(word)


def _parse_number(word: str) -> int:
    if not (word.isascii() and word.isdigit()):
        raise ValueError(word)
    return int(word[:9])


def format_action(action: Action) -> str:
    """Write what stands behind the seat in an action line."""
    match action:
        case Draw():
            return "draw"
        case Expire():
            return "timeout"
        case Resign():
            return "resign"
        case Substitute():
            return f"substitute {action.name}"
        case Discard():
            return f"discard {action.card}"
        case LayMeld():
            return _words("meld", format_cards(action.cards))
        case ExtendMeld():
            return _words(f"add {action.meld}", format_cards(action.cards))
        case TakePile():
            target = "new" if action.meld is None else str(action.meld)
            return _words(f"take {target}", format_cards(action.cards))


def _words(*words: str) -> str:
    return " ".join(word for word in words if word)


def action_of(event: Event) -> tuple[Seat, Action] | None:
    """The action that an event stands for, or None for what merely followed from one."""
    match event:
        case CardDrawn():
            return event.seat, Expire() if event.automatic else Draw()
        case PileTaken():
            return event.seat, TakePile(event.meld, event.cards)
        case MeldLaid():
            return event.seat, LayMeld(event.cards)
        case MeldExtended():
            return event.seat, ExtendMeld(event.meld, event.cards)
        case CardDiscarded():
            return event.seat, Expire() if event.automatic else Discard(event.card)
        case SeatSubstituted():
            return event.seat, Substitute(event.name)
        case SeatResigned():
            return event.seat, Resign()
        case _:
            return None


def write_record(events: Sequence[Event], *, over: bool, salts: Sequence[str | None] = ()) -> str:
    """Write a match as a record: ``salts`` are the seals' salts, a round each, None for unsealed.

    A finished match is closed with ``end``.
    """
    lines = [HEADER]
    for event in events:
        match event:
            case MatchStarted():
                lines.append(f"rules {format_rules(event.rules)}")
                lines.append(f"players {PLAYER_SEPARATOR.join(event.players)}")
            case RoundDealt():
                lines.append(f"round {event.number} starter={event.starter}")
                lines.append(f"deck {format_cards(event.pack)}")
                salt = salts[event.number - 1] if event.number <= len(salts) else None
                if salt is not None:
                    lines.append(f"{SEAL_MARK} {seal_hash(event.pack, salt)} {salt}")
            case _:
                done = action_of(event)
                if done is not None:
                    lines.append(f"{done[0]} {format_action(done[1])}")
    if over:
        lines.append("end")
    return "\n".join(lines) + "\n"


def seal_hash(pack: Sequence[Card], salt: str) -> str:
    """The seal of a pack: SHA-256, in hexadecimal, of its 216 characters and the salt."""
    return hashlib.sha256((format_cards(pack) + salt).encode()).hexdigest()


def seal_holds(text: str, pack: Sequence[Card]) -> bool:
    """Whether ``HASH SALT`` is the seal of this pack."""
    digest, _, salt = text.partition(" ")
    return len(salt) == SALT_DIGITS and seal_hash(pack, salt) == digest
