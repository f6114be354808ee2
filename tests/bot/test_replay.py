"""``python -m bot replay``: what it prints, what it refuses, and with which exit status."""

import io
import json
import random
import re
import subprocess
import sys
from pathlib import Path

import pytest

from bot.__main__ import main
from game.cards import PACK, format_cards, parse_cards
from game.record import seal_hash, write_record
from game.rules import PRESETS, Preset, rules_for
from tests.game.random_play import Game, random_rules
from tests.game.test_record import BAD, DECK, HEAD, SALT, text
from texts.score_sheet import points

ROOT = Path(__file__).parent.parent.parent


def pack_with(*packets: str) -> str:
    """A deck line that begins with these packets of cards."""
    named = [face for packet in packets for face in parse_cards(packet)]
    rest = list(PACK)
    for face in named:
        rest.remove(face)
    return "deck " + format_cards([*named, *rest])


HAND = "5h6h7h8hKs9cQd3c4dTsJc"
OTHER = "9hJK8s3d5cQsKdAh4c7d2s"
# Two players; the other packets follow in factory order.
GAME = [
    "buraco-stbl 1",
    "rules oficial",
    "players Ana | Bia",
    "round 1 starter=0",
    pack_with(HAND, OTHER),
]


@pytest.fixture
def run(tmp_path, capsys):
    """Replay a text and return the exit status, standard output and standard error."""

    def replay(record: str | bytes, *arguments: str) -> tuple[int, str, str]:
        path = tmp_path / "partida.txt"
        path.write_bytes(record if isinstance(record, bytes) else record.encode())
        status = main(["replay", str(path), *arguments])
        printed = capsys.readouterr()
        return status, printed.out, printed.err

    return replay


def result(run, record, *arguments):
    status, out, err = run(record, "--json", *arguments)
    assert (status, err) == (0, "")
    assert out.count("\n") == 1
    return json.loads(out)


def test_a_running_match_prints_its_score_sheet_in_words(run):
    status, out, err = run(text(*GAME, "0 draw", "0 discard 9c"))
    assert (status, err) == (0, "")
    assert "Rodada 1: em andamento." in out
    assert "A partida não terminou." in out
    assert "Ana 0 × Bia 0" in out


def test_a_finished_match_prints_who_won(run):
    status, out, _ = run(text(*GAME, "1 resign", "end"))
    assert status == 0
    assert "Bia deixou a partida" in out
    assert "Ana venceu por desistência." in out


def test_a_scored_match_prints_every_item(run):
    record, state = finished(2)
    status, out, _ = run(record)
    assert status == 0
    for word in ("Canastras:", "Mão a pagar:", "Cartas:", "Total da rodada:", "Placar:"):
        assert word in out
    assert f"Ana {points(state.totals[0])} × Bia {points(state.totals[1])}" in out


def finished(seed: int, seats: int = 2, **rules):
    game = Game.begin(
        random.Random(seed),
        rules=rules_for(Preset.OFICIAL, **rules),
        seats=seats,
        oddities=0,
    )
    for _ in game.steps(rounds=99):
        pass
    return write_record(game.log, over=game.state.over), game.state


def test_the_json_object_has_the_documented_form(run):
    record, state = finished(1, seats=4, target=1000)
    found = result(run, record)
    assert list(found) == [
        "format",
        "refused",
        "rounds",
        "totals",
        "over",
        "winner",
        "states",
    ]
    assert (found["format"], found["refused"], found["states"]) == ("buraco-stbl 1", [], [])
    assert (found["totals"], found["over"], found["winner"]) == (
        list(state.totals),
        True,
        state.winner,
    )
    assert [played["round"] for played in found["rounds"]] == list(
        range(1, len(found["rounds"]) + 1)
    )
    for played in found["rounds"]:
        assert list(played) == ["round", "ended", "by", "teams"]
        assert played["ended"] in {"went_out", "stock_exhausted"}
        assert (played["by"] is None) is (played["ended"] == "stock_exhausted")
        for team in played["teams"]:
            assert list(team) == [
                "cards",
                "canastras",
                "going_out",
                "hands",
                "morto",
                "rounding",
                "total",
            ]
            assert team["total"] == sum(team.values()) - team["total"]
    totals = [sum(played["teams"][team]["total"] for played in found["rounds"]) for team in (0, 1)]
    assert totals == found["totals"]


def test_a_forfeited_round_has_no_teams(run):
    found = result(run, text(*GAME, "1 resign", "end"))
    assert found["rounds"] == [{"round": 1, "ended": "forfeit", "by": 1, "teams": None}]
    assert (found["totals"], found["over"], found["winner"]) == ([0, 0], True, 0)


def test_a_running_round_has_neither_end_nor_teams(run):
    found = result(run, text(*GAME, "0 draw"))
    assert found["rounds"] == [{"round": 1, "ended": None, "by": None, "teams": None}]
    assert (found["over"], found["winner"]) == (False, None)


def test_states_stand_after_each_accepted_action_and_none_after_a_deck(run):
    record = text(*GAME, "0 draw", "0 meld 7h5h6h", "# note", "1 substitute Eva", "0 discard 9c")
    found = result(run, record, "--states")
    assert [state["line"] for state in found["states"]] == [6, 7, 9, 10]
    drawn, melded, given, discarded = found["states"]
    # Behind the two hands and the two mortos comes the stock.
    first = pairs(GAME[4].removeprefix("deck "))[44]
    assert drawn == {
        "line": 6,
        "turn": 0,
        "phase": "play",
        "stock": 63,
        "pile": [],
        "mortos": 2,
        "morto_taken": [False, False],
        "hands": [[*pairs(HAND), first], pairs(OTHER)],
        "melds": [[], []],
        "automatic": [0, 0],
    }
    assert list(melded) == list(drawn)
    assert melded["melds"] == [[{"cards": ["5h", "6h", "7h"], "wild": None, "kind": "run"}], []]
    assert melded["hands"][0] == [*pairs("8hKs9cQd3c4dTsJc"), first]
    assert given == {**melded, "line": 9}
    assert (discarded["turn"], discarded["phase"], discarded["pile"]) == (1, "draw", ["9c"])


def pairs(cards: str) -> list[str]:
    return [cards[at : at + 2] for at in range(0, len(cards), 2)]


def test_a_wild_stands_in_its_place_in_a_state(run):
    dealt = pack_with(HAND, "9hJKJh3d5cQsKdAh4c7d2s")
    record = text(*GAME[:4], dealt, "0 draw", "0 discard 9c", "1 draw", "1 meld JK9hJh")
    found = result(run, record, "--states")
    assert found["states"][-1]["melds"][1] == [
        {"cards": ["9h", "JK", "Jh"], "wild": "JK", "kind": "run"}
    ]


def test_after_the_match_a_state_has_no_turn(run):
    found = result(run, text(*GAME, "0 draw", "0 timeout", "0 resign"), "--states")
    assert [(each["turn"], each["phase"]) for each in found["states"]] == [
        (0, "play"),
        (1, "draw"),
        (None, "over"),
    ]
    assert found["states"][1]["automatic"] == [1, 0]


def test_states_without_json_change_nothing(run):
    record = text(*GAME, "0 draw")
    assert run(record, "--states") == run(record)


REFUSED_PLAYS = [
    ("1 draw", "not_your_turn"),
    ("0 discard 9c", "wrong_phase"),
    ("0 take new 5h6h", "pile_empty"),
    ("0 timeout\n0 discard JK", "card_not_in_hand"),
    ("0 draw\n0 add 1 5h", "no_such_meld"),
    ("0 draw\n0 meld", "too_few_cards"),
    ("0 draw\n0 meld 5h6h8h", "not_a_sequence"),
    ("0 resign\n1 draw", "match_over"),
]


@pytest.mark.parametrize(("plays", "code"), REFUSED_PLAYS, ids=[code for _, code in REFUSED_PLAYS])
def test_a_refused_action_stops_the_replay_with_its_line_and_code(run, plays, code):
    record = text(*GAME, plays, "0 draw")
    line = len(GAME) + plays.count("\n") + 1
    status, out, err = run(record)
    assert (status, out) == (1, "")
    assert re.fullmatch(rf"line {line}: {code}: \S.*\.\n", err)
    assert run(record, "--json") == (1, "", err)


def test_the_message_is_the_sentence_that_players_see(run):
    _, _, err = run(text(*GAME, "1 draw"))
    assert err == "line 6: not_your_turn: Ainda não é a sua vez: quem joga agora é Ana.\n"


@pytest.mark.parametrize(("plays", "code"), REFUSED_PLAYS, ids=[code for _, code in REFUSED_PLAYS])
def test_with_keep_going_refused_actions_are_noted_and_passed_over(run, plays, code):
    line = len(GAME) + plays.count("\n") + 1
    found = result(run, text(*GAME, plays), "--keep-going")
    assert found["refused"] == [{"line": line, "code": code}]
    status, out, err = run(text(*GAME, plays), "--keep-going")
    assert (status, err) == (0, "")
    assert out


def test_with_keep_going_the_replay_goes_on_behind_it(run):
    record = text(*GAME, "1 draw", "0 draw", "0 discard JK", "0 discard 9c", "1 resign", "end")
    found = result(run, record, "--keep-going", "--states")
    assert [each["line"] for each in found["refused"]] == [6, 8]
    assert [each["line"] for each in found["states"]] == [7, 9, 10]
    assert found["winner"] == 0


@pytest.mark.parametrize("name", BAD)
@pytest.mark.parametrize("arguments", [(), ("--json", "--keep-going")], ids=["plain", "keep-going"])
def test_what_is_no_record_has_status_2_and_its_line(run, name, arguments):
    record, line = BAD[name]
    status, out, err = run(record.encode(errors="surrogateescape"), *arguments)
    assert (status, out) == (2, "")
    assert re.fullmatch(rf"line {line}: \S.*\n", err)


WRONG_HERE = {
    "two players too many": (text(HEAD[0], "rules mano-a-mano", "players A | B | C | D"), 3),
    "the first round has another number": (text(*HEAD[:3], "round 2 starter=0", DECK), 4),
    "the first round is number nought": (text(*HEAD[:3], "round 0 starter=0", DECK), 4),
    "a round while one runs": (text(*HEAD, "round 2 starter=1", DECK), 6),
    "a round after the match": (text(*HEAD, "0 resign", "round 2 starter=1", DECK), 7),
    "an end before the match is over": (text(*HEAD, "0 draw", "end"), 7),
    "an end at once": (text(*HEAD, "end"), 6),
    "something after the end": (text(*HEAD, "0 resign", "end", "1 draw"), 8),
}


@pytest.mark.parametrize("name", WRONG_HERE)
def test_a_line_that_may_not_come_now_has_status_2(run, name):
    record, line = WRONG_HERE[name]
    for arguments in ((), ("--keep-going",)):
        status, out, err = run(record, *arguments)
        assert (status, out) == (2, "")
        assert re.fullmatch(rf"line {line}: \S.*\n", err)


def two_rounds() -> list[str]:
    """The lines of a match of several rounds."""
    for seed in range(50):
        record, _ = finished(seed, target=2000)
        lines = record.splitlines()
        if record.count("\nround ") > 1:
            return lines
    raise AssertionError


def test_a_later_round_has_the_next_number_and_the_starter_that_the_rules_give(run):
    lines = two_rounds()
    at = next(at for at, line in enumerate(lines) if line.startswith("round 2"))
    assert run(text(*lines))[0] == 0
    right = lines[at]
    for wrong in (
        "round 3 " + right.split()[2],
        "round 1 " + right.split()[2],
        f"round 2 starter={1 - int(right[-1])}",
    ):
        status, out, err = run(text(*lines[:at], wrong, *lines[at + 1 :]))
        assert (status, out) == (2, "")
        assert err.startswith(f"line {at + 1}: ")


def test_an_action_between_rounds_is_refused_and_a_resignation_is_not(run):
    lines = two_rounds()
    at = next(at for at, line in enumerate(lines) if line.startswith("round 2"))
    status, _, err = run(text(*lines[:at], "0 draw"))
    assert status == 1
    assert err.startswith(f"line {at + 1}: round_over: ")
    found = result(run, text(*lines[:at], "0 resign", "end"))
    assert (found["over"], found["winner"]) == (True, 1)
    assert len(found["rounds"]) == 1
    assert found["rounds"][0]["ended"] in {"went_out", "stock_exhausted"}


def test_whichever_comes_first_decides(run):
    refused_first = text(*GAME, "1 draw", "0 fold")
    assert run(refused_first)[0] == 1
    assert run(refused_first, "--keep-going")[0] == 2
    bad_first = text(*GAME, "0 fold", "1 draw")
    status, _, err = run(bad_first)
    assert (status, err[:7]) == (2, "line 6:")


def test_a_bad_byte_counts_in_its_turn(run):
    refused_first = text(*GAME, "1 draw").encode() + b"# caf\xe9\n"
    assert run(refused_first)[0] == 1
    bad_first = text(*GAME).encode() + b"# caf\xe9\n1 draw\n"
    status, out, err = run(bad_first)
    assert (status, out) == (2, "")
    assert err.startswith("line 6: ")


@pytest.mark.parametrize("mark", [b"", b"\xef\xbb\xbf"], ids=["plain", "byte-order mark"])
@pytest.mark.parametrize("end", ["\n", "\r\n"], ids=["lf", "crlf"])
def test_line_ends_and_a_byte_order_mark_do_not_matter(run, mark, end):
    lines = [*GAME, "", "# nota", "0 draw", "0 discard 9c"]
    plain = result(run, text(*lines), "--states")
    other = result(run, mark + text(*lines, end=end).encode(), "--states")
    assert other == plain


def test_a_crlf_does_not_become_part_of_a_name(run):
    record = text(*GAME, "1 substitute Eva", "0 resign", end="\r\n")
    status, out, _ = run(record)
    assert status == 0
    assert "\r" not in out
    assert "Eva venceu" in out


def test_names_may_be_written_in_any_script(run):
    lines = [*GAME[:2], "players Ção d'Ávila | 玩家 2", *GAME[3:], "0 resign"]
    status, out, _ = run(text(*lines))
    assert status == 0
    assert "玩家 2 venceu" in out


def sealed(*seals: str | None) -> str:
    """The lines of a match of so many rounds, each with its seal line or none."""
    lines: list[str] = []
    left = list(seals)
    for line in two_rounds():
        lines.append(line)
        if line.startswith("deck ") and left:
            seal = left.pop(0)
            if seal is not None:
                pack = parse_cards(line.removeprefix("deck "))
                lines.append(seal.format(hash=seal_hash(pack, SALT), salt=SALT))
    return text(*lines)


GOOD = "# seal {hash} {salt}"


@pytest.mark.parametrize(
    ("seals", "count"),
    [((), 0), ((None, None), 0), ((GOOD,), 1), ((None, GOOD), 1), ((GOOD, GOOD), 2)],
)
def test_verify_says_how_many_rounds_were_sealed_and_hold(run, seals, count):
    status, out, err = run(sealed(*seals), "--verify")
    assert (status, err) == (0, "")
    assert re.search(rf"\b{count} rodada", out)


def test_verify_with_json_keeps_the_object_alone_on_standard_output(run):
    status, out, err = run(sealed(GOOD, GOOD), "--verify", "--json")
    assert status == 0
    assert json.loads(out)["over"] is True
    assert "2 rodada" in err


BROKEN = {
    "another hash": "# seal " + "0" * 64 + " {salt}",
    "another salt": "# seal {hash} " + "0" * 64,
    "no salt": "# seal {hash}",
    "nothing": "# seal",
    "a short salt": "# seal {hash} 5c0a1b",
    "too much": "# seal {hash} {salt} {salt}",
}


@pytest.mark.parametrize("name", BROKEN)
def test_verify_stops_at_a_broken_seal(run, name):
    record = sealed(BROKEN[name])
    status, out, err = run(record, "--verify")
    assert (status, out, err) == (1, "", "line 6: seal\n")
    assert run(record, "--verify", "--keep-going", "--json")[:2] == (1, "")


def test_a_later_broken_seal_is_found_too(run):
    record = sealed(GOOD, BROKEN["another hash"])
    status, _, err = run(record, "--verify")
    line = next(
        at for at, each in enumerate(record.splitlines(), 1) if each.startswith("# seal 00")
    )
    assert (status, err) == (1, f"line {line}: seal\n")


def test_without_verify_a_broken_seal_is_a_comment(run):
    assert run(sealed(BROKEN["another hash"])) == run(sealed())


def test_a_seal_elsewhere_is_a_comment(run):
    record = text(*GAME, "0 draw", "# seal 00 00")
    status, out, _ = run(record, "--verify")
    assert status == 0
    assert "0 rodada" in out


def test_a_dash_is_standard_input(monkeypatch, capsys):
    record = b"\xef\xbb\xbf" + text(*GAME, "0 resign", end="\r\n").encode()
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(record), encoding="ascii"))
    assert main(["replay", "-"]) == 0
    assert "Bia venceu por desistência." in capsys.readouterr().out
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b""), encoding="ascii"))
    assert main(["replay", "-"]) == 2
    printed = capsys.readouterr()
    assert (printed.out, printed.err.startswith("line 1: ")) == ("", True)


def test_a_file_that_cannot_be_read_has_status_2(tmp_path, capsys):
    for path in (tmp_path / "missing.txt", tmp_path):
        assert main(["replay", str(path)]) == 2
        printed = capsys.readouterr()
        assert printed.out == ""
        assert printed.err.count("\n") == 1


@pytest.mark.parametrize("arguments", [["replay"], ["replay", "x", "--fast"], ["fold"], []])
def test_a_wrong_command_line_has_status_2_and_prints_nothing(arguments, capsys):
    with pytest.raises(SystemExit) as stopped:
        main(arguments)
    assert stopped.value.code == 2
    assert capsys.readouterr().out == ""


@pytest.mark.parametrize("seed", range(6))
def test_the_record_of_a_random_match_is_replayed_to_its_end(run, seed):
    rng = random.Random(seed)
    seats = rng.choice([2, 4])
    game = Game.begin(rng, rules=random_rules(rng, seats), seats=seats)
    for _ in game.steps():
        pass
    found = result(run, write_record(game.log, over=game.state.over))
    assert (found["totals"], found["over"]) == (list(game.state.totals), game.state.over)
    assert found["winner"] == game.state.winner


def test_the_presets_replay_by_their_own_rules(run):
    for preset in Preset:
        record = text(GAME[0], f"rules {preset.value}", *GAME[2:], "0 draw")
        assert run(record)[0] == 0
    assert set(PRESETS) == set(Preset)


HEAVY = ("discord", "PIL", "sqlalchemy", "alembic", "aiosqlite", "pydantic", "asyncio")

PROBE = f"""
import sys
from bot.__main__ import main
status = main(sys.argv[1:])
print(sorted(name for name in {HEAVY!r} if name in sys.modules), file=sys.stderr)
sys.exit(status)
"""


def command(*words: str, record: str) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(  # noqa: S603 - our own interpreter and our own words
        [sys.executable, *words], cwd=ROOT, input=record.encode(), capture_output=True, check=False
    )


def test_replay_imports_neither_discord_nor_pillow_nor_sqlalchemy():
    done = command("-c", PROBE, "replay", "-", record=text(*GAME, "0 resign"))
    assert (done.returncode, done.stderr.decode().strip()) == (0, "[]")


def test_the_command_line_itself():
    done = command("-m", "bot", "replay", "-", "--json", record=text(*GAME, "0 resign", "end"))
    assert (done.returncode, done.stderr) == (0, b"")
    assert json.loads(done.stdout)["winner"] == 1
    refused = command("-m", "bot", "replay", "-", record=text(*GAME, "1 draw"))
    assert (refused.returncode, refused.stdout) == (1, b"")
    assert refused.stderr.decode().startswith("line 6: not_your_turn: ")
    broken = command("-m", "bot", "replay", "-", record="")
    assert (broken.returncode, broken.stdout) == (2, b"")


def test_the_example_in_the_documents_replays_and_its_seal_holds(capsys):
    example = Path(__file__).parents[2] / "docs" / "example.txt"
    assert main(["replay", "--verify", str(example)]) == 0
    assert "1 rodada, como foi lacrada" in capsys.readouterr().out
