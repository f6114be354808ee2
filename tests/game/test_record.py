"""The match record: read line by line, written back to the letter."""

import hashlib
import random

import pytest

from game import engine
from game.actions import (
    Discard,
    Draw,
    Expire,
    ExtendMeld,
    LayMeld,
    Resign,
    Substitute,
    TakePile,
)
from game.cards import PACK, UnknownCard, format_cards, parse_cards
from game.events import MatchStarted, RoundDealt
from game.record import (
    ActionLine,
    BadLine,
    DeckLine,
    EndLine,
    PlayersLine,
    RoundLine,
    RulesLine,
    SealLine,
    format_action,
    parse_action,
    read_lines,
    seal_hash,
    seal_holds,
    write_record,
)
from game.rules import Preset, rules_for
from game.state import MatchState
from tests.game.random_play import Game, random_rules

DECK = "deck " + format_cards(PACK)
HEAD = ["buraco-stbl 1", "rules oficial", "players Ana | Bia", "round 1 starter=0", DECK]
SALT = "5c0a1b" + "0" * 58


def text(*lines: str, end: str = "\n") -> str:
    return end.join(lines) + end


def kinds(record: str) -> list[type]:
    return [type(line) for line in read_lines(record)]


def bad_line(record: str) -> int:
    with pytest.raises(BadLine) as caught:
        list(read_lines(record))
    assert str(caught.value) == f"line {caught.value.line}: {caught.value.reason}"
    return caught.value.line


def refold(record: str) -> MatchState:
    """The state that a record leads to, by the reader and the rules alone."""
    rules, state, starter = None, None, None
    for line in read_lines(record):
        match line:
            case RulesLine():
                rules = line.rules
            case PlayersLine():
                state = engine.start(rules=rules, players=line.players)[1]
            case RoundLine():
                starter = line.starter
            case DeckLine():
                state = engine.deal(state, pack=line.pack, starter=starter)[1]
            case ActionLine():
                state = engine.play(state, line.seat, line.action)[1]
    return state


ACTIONS = [
    ("draw", Draw()),
    ("timeout", Expire()),
    ("resign", Resign()),
    ("substitute Eva", Substitute("Eva")),
    ("substitute Eva Maria | da Silva", Substitute("Eva Maria | da Silva")),
    ("discard JK", Discard(parse_cards("JK")[0])),
    ("meld 5h6h7h", LayMeld(parse_cards("5h6h7h"))),
    ("meld", LayMeld(())),
    ("add 1 8h", ExtendMeld(1, parse_cards("8h"))),
    ("add 12 8hJK", ExtendMeld(12, parse_cards("8hJK"))),
    ("add 1", ExtendMeld(1, ())),
    ("take new 5h6h", TakePile(None, parse_cards("5h6h"))),
    ("take new", TakePile(None)),
    ("take 1", TakePile(1)),
    ("take 3 8h9h", TakePile(3, parse_cards("8h9h"))),
    ("take 0", TakePile(0)),
]


@pytest.mark.parametrize(("words", "action"), ACTIONS, ids=[words for words, _ in ACTIONS])
def test_actions_are_read_and_written_alike(words, action):
    assert parse_action(words) == action
    assert format_action(action) == words


@pytest.mark.parametrize(
    "words",
    [
        "",
        "draw ",
        " draw",
        "Draw",
        "draw 7h",
        "fold",
        "discard",
        "discard  7h",
        "meld 5h 6h 7h",
        "meld ",
        "add 8h",
        "add",
        "add x 8h",
        "add -1 8h",
        "add +1 8h",
        "add ١ 8h",
        "add 1  8h",
        "take",
        "take 7h",
        "take new ",
        "take New 5h6h",
        "substitute",
        "substitute ",
        "substitute   ",
        "resign now",
        "timeout 1",
    ],
)
def test_other_words_are_no_action(words):
    with pytest.raises(ValueError):  # noqa: PT011 - UnknownCard is one of the two families
        parse_action(words)


@pytest.mark.parametrize(
    "words", ["discard 7h8h", "discard 1h", "meld 5h6h7", "add 1 xx", "take new 5H6H"]
)
def test_an_unknown_card_is_told_apart(words):
    with pytest.raises(UnknownCard):
        parse_action(words)


def test_a_record_is_read_line_by_line_with_its_numbers():
    lines = list(read_lines(text(*HEAD, "0 draw", "", "# note", "0 discard As", "end")))
    assert [type(line) for line in lines] == [
        RulesLine,
        PlayersLine,
        RoundLine,
        DeckLine,
        ActionLine,
        ActionLine,
        EndLine,
    ]
    assert [line.line for line in lines] == [2, 3, 4, 5, 6, 9, 10]
    assert lines[0].rules == rules_for(Preset.OFICIAL)
    assert lines[1].players == ("Ana", "Bia")
    assert (lines[2].number, lines[2].starter) == (1, 0)
    assert lines[3].pack == PACK
    assert (lines[4].seat, lines[4].action) == (0, Draw())


@pytest.mark.parametrize("end", ["\n", "\r\n"])
@pytest.mark.parametrize("mark", ["", "\ufeff"])
def test_both_line_ends_and_a_byte_order_mark_are_taken(end, mark):
    record = mark + text(*HEAD, "", "0 substitute Eva", "end", end=end)
    lines = list(read_lines(record))
    assert [line.line for line in lines] == [2, 3, 4, 5, 7, 8]
    assert lines[4].action == Substitute("Eva")


def test_a_last_line_needs_no_line_end():
    assert kinds(text(*HEAD, "0 draw").rstrip("\n"))[-1] is ActionLine


def test_a_record_may_be_cut_short_anywhere_after_its_first_deck():
    assert kinds(text(*HEAD, "round 2 starter=1"))[-1] is RoundLine


def test_lines_before_a_bad_one_are_read_first():
    reader = read_lines(text(*HEAD, "0 draw", "0 fold"))
    assert [type(next(reader)) for _ in range(5)][-1] is ActionLine
    with pytest.raises(BadLine) as caught:
        next(reader)
    assert caught.value.line == 7


BAD = {
    "an empty file": ("", 1),
    "another format": (text("buraco-stbl 2", *HEAD[1:]), 1),
    "a header with a blank": (text("buraco-stbl 1 ", *HEAD[1:]), 1),
    "comments only": (text("# one", "# two"), 2),
    "rules missing": (text(HEAD[0], HEAD[2], *HEAD[2:]), 2),
    "an unknown preset": (text(HEAD[0], "rules casa", *HEAD[2:]), 2),
    "an unknown rule": (text(HEAD[0], "rules oficial color=red", *HEAD[2:]), 2),
    "a rule twice": (text(HEAD[0], "rules oficial target=500 target=500", *HEAD[2:]), 2),
    "a bad value": (text(HEAD[0], "rules oficial target=501", *HEAD[2:]), 2),
    "no preset": (text(HEAD[0], "rules", *HEAD[2:]), 2),
    "one player": (text(*HEAD[:2], "players Ana", *HEAD[3:]), 3),
    "three players": (text(*HEAD[:2], "players Ana | Bia | Caio", *HEAD[3:]), 3),
    "a player without a name": (text(*HEAD[:2], "players Ana |  ", *HEAD[3:]), 3),
    "no players": (text(*HEAD[:2], "players", *HEAD[3:]), 3),
    "no round": (text(*HEAD[:3], "0 draw", *HEAD[4:]), 4),
    "a round without a number": (text(*HEAD[:3], "round x starter=0", *HEAD[4:]), 4),
    "a round without a starter": (text(*HEAD[:3], "round 1", *HEAD[4:]), 4),
    "a starter out of range": (text(*HEAD[:3], "round 1 starter=2", *HEAD[4:]), 4),
    "a negative starter": (text(*HEAD[:3], "round 1 starter=-1", *HEAD[4:]), 4),
    "two blanks": (text(*HEAD[:3], "round  1 starter=0", *HEAD[4:]), 4),
    "an action before the deck": (text(*HEAD[:4], "0 draw", *HEAD[5:]), 5),
    "107 cards": (text(*HEAD[:4], DECK[:-2], *HEAD[5:]), 5),
    "109 cards": (text(*HEAD[:4], DECK + "JK", *HEAD[5:]), 5),
    "half a card": (text(*HEAD[:4], DECK[:-1], *HEAD[5:]), 5),
    "another pack": (text(*HEAD[:4], DECK[:-2] + "7h", *HEAD[5:]), 5),
    "an unknown card": (text(*HEAD[:4], DECK[:-2] + "7x", *HEAD[5:]), 5),
    "a deck with separators": (text(*HEAD[:4], "deck " + " ".join(map(str, PACK)), *HEAD[5:]), 5),
    "cut short before the rules": (text(HEAD[0]), 1),
    "cut short before the players": (text(*HEAD[:2]), 2),
    "cut short before the round": (text(*HEAD[:3]), 3),
    "cut short before the deck": (text(*HEAD[:4]), 4),
    "bytes that are no UTF-8": (text(*HEAD, "# caf\udce9"), 6),
    "a round's number with a zero": (text(*HEAD[:3], "round 01 starter=0", *HEAD[4:]), 4),
    "an unknown verb": (text(*HEAD, "0 fold"), 6),
    "a seat out of range": (text(*HEAD, "2 draw"), 6),
    "a negative seat": (text(*HEAD, "-1 draw"), 6),
    "no seat": (text(*HEAD, "draw"), 6),
    "a seat with a zero": (text(*HEAD, "00 draw"), 6),
    "an unknown card in a play": (text(*HEAD, "0 discard 1h"), 6),
    "an empty name": (text(*HEAD, "0 substitute "), 6),
    "a second deck": (text(*HEAD, DECK), 6),
    "a deck far away": (text(*HEAD, "0 draw", DECK), 7),
    "something after the end": (text(*HEAD, "0 resign", "end", "", "# fine", "0 draw"), 10),
    "the end twice": (text(*HEAD, "0 resign", "end", "end"), 8),
    "an end with a word": (text(*HEAD, "end now"), 6),
    "an indented comment": (text(*HEAD, " # note"), 6),
}


@pytest.mark.parametrize("name", BAD)
def test_what_is_no_record_is_refused_with_its_line(name):
    record, line = BAD[name]
    assert bad_line(record) == line


def test_blank_lines_and_comments_may_stand_anywhere():
    record = text("# first", "", *[line for head in HEAD for line in (head, "# note", "")], "end")
    assert kinds(record) == [RulesLine, PlayersLine, RoundLine, DeckLine, EndLine]
    assert kinds(text(*HEAD, "end", "", "# after"))[-1] is EndLine


def test_the_seal_is_the_hash_of_the_pack_s_216_characters_and_the_salt():
    digest = hashlib.sha256((format_cards(PACK) + SALT).encode("ascii")).hexdigest()
    assert seal_hash(PACK, SALT) == digest
    assert seal_holds(f"{digest} {SALT}", PACK)


@pytest.mark.parametrize(
    "seal",
    [
        "",
        " ",
        "{digest}",
        "{digest} ",
        "{digest} {short}",
        "{other} {salt}",
        "{digest} {salt}0",
        "{salt} {digest}",
        "{digest}  {salt}",
    ],
)
def test_another_seal_does_not_hold(seal):
    digest = seal_hash(PACK, SALT)
    other = seal_hash(PACK[::-1], SALT)
    made = seal.format(digest=digest, salt=SALT, short=SALT[:-1], other=other)
    assert not seal_holds(made, PACK)


def test_a_short_salt_does_not_seal():
    assert not seal_holds(f"{seal_hash(PACK, 'salt')} salt", PACK)


def test_a_seal_is_read_right_after_its_deck_only():
    seal = f"# seal {seal_hash(PACK, SALT)} {SALT}"
    lines = list(read_lines(text(*HEAD, seal, "0 draw")))
    assert lines[4] == SealLine(6, seal.removeprefix("# seal "))
    assert SealLine not in kinds(text(*HEAD, "0 draw", seal))
    assert SealLine not in kinds(text(seal, *HEAD))
    assert SealLine not in kinds(text(*HEAD, "# sealed by Ana"))
    assert kinds(text(*HEAD, "# seal"))[-1] is SealLine  # broken, but one


def test_a_match_is_written_with_its_seals_and_read_back():
    events, state = engine.start(rules=rules_for(Preset.TRADICIONAL), players=("Ana", "Bia"))
    dealt, state = engine.deal(state, pack=PACK, starter=1)
    drawn, state = engine.play(state, 1, Draw())
    record = write_record((*events, *dealt, *drawn), over=False, salts=(SALT,))
    assert record == text(
        "buraco-stbl 1",
        "rules tradicional",
        "players Ana | Bia",
        "round 1 starter=1",
        DECK,
        f"# seal {seal_hash(PACK, SALT)} {SALT}",
        "1 draw",
    )
    assert "# seal" not in write_record((*events, *dealt), over=False, salts=(None,))
    assert refold(record) == state


@pytest.mark.parametrize("seed", range(12))
def test_the_record_of_a_match_leads_to_its_state_and_is_written_back(seed):
    rng = random.Random(seed)
    seats = rng.choice([2, 4])
    game = Game.begin(rng, rules=random_rules(rng, seats), seats=seats, oddities=0.05)
    for _ in game.steps():
        pass
    record = write_record(game.log, over=game.state.over)
    assert refold(record) == game.state
    assert record.endswith("end\n") is game.state.over
    rounds = [event for event in game.log if isinstance(event, RoundDealt)]
    assert record.count("\ndeck ") == len(rounds)
    assert isinstance(game.log[0], MatchStarted)
