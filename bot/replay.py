"""The ``replay`` command: play a record by the rules and print the score sheet (docs/record.md)."""

import argparse
import dataclasses
import json
import sys
from pathlib import Path

from game import engine
from game.cards import Card
from game.melds import Meld
from game.record import (
    ActionLine,
    BadLine,
    DeckLine,
    EndLine,
    PlayersLine,
    RoundLine,
    RulesLine,
    SealLine,
    read_lines,
    seal_holds,
)
from game.refusals import Refused
from game.rules import BadRules, Rules
from game.state import TEAMS, MatchState, Phase, Round
from texts.refusals import explain
from texts.score_sheet import match_sheet

REFUSED = 1
NOT_A_RECORD = 2


class SealBroken(Exception):
    """The pack of a round does not fit its seal."""


@dataclasses.dataclass
class Replay:
    """A record as far as it has been read and played."""

    keep_going: bool = False
    verify: bool = False
    keep_states: bool = False
    rules: Rules | None = None
    state: MatchState | None = None
    announced: RoundLine | None = None
    refused: list[dict[str, object]] = dataclasses.field(default_factory=list)
    states: list[dict[str, object]] = dataclasses.field(default_factory=list)
    seals: int = 0

    def read(self, text: str) -> None:
        """Play the whole record.

        Raises BadLine, SealBroken, or Refused when not told to keep going.
        """
        for line in read_lines(text):
            match line:
                case RulesLine():
                    self.rules = line.rules
                case PlayersLine():
                    self._seat_players(line)
                case RoundLine():
                    self._announce(line)
                case DeckLine():
                    self._deal(line)
                case SealLine():
                    self._check_seal(line)
                case ActionLine():
                    self._play(line)
                case EndLine():
                    if not self._running.over:
                        raise BadLine(line.line, "the match is not over")

    @property
    def _running(self) -> MatchState:
        assert self.state is not None, "the reader yields the players first"
        return self.state

    def _seat_players(self, line: PlayersLine) -> None:
        assert self.rules is not None, "the reader yields the rules first"
        try:
            self.state = engine.start(rules=self.rules, players=line.players)[1]
        except BadRules:
            raise BadLine(line.line, "so many cannot play by these rules") from None

    def _announce(self, line: RoundLine) -> None:
        state = self._running
        number = 1 if state.round is None else state.round.number + 1
        if state.over or (state.round is not None and state.phase is not Phase.OVER):
            raise BadLine(line.line, "a round is running or the match is over")
        if line.number != number or state.next_starter() not in (None, line.starter):
            raise BadLine(line.line, "not the next round or not its starter")
        self.announced = line

    def _deal(self, line: DeckLine) -> None:
        assert self.announced is not None, "the reader yields the round first"
        starter = self.announced.starter
        self.state = engine.deal(self._running, pack=line.pack, starter=starter)[1]

    def _check_seal(self, line: SealLine) -> None:
        if not self.verify:
            return
        dealt = self._running.round
        assert dealt is not None, "the reader yields a seal after a deck only"
        if not seal_holds(line.text, dealt.pack):
            raise SealBroken(f"line {line.line}: seal")
        self.seals += 1

    def _play(self, line: ActionLine) -> None:
        try:
            self.state = engine.play(self._running, line.seat, line.action)[1]
        except Refused as error:
            if not self.keep_going:
                error.add_note(str(line.line))
                raise
            self.refused.append({"line": line.line, "code": error.refusal.code.value})
            return
        if self.keep_states:
            self.states.append(state_object(line.line, self.state))

    def result(self) -> dict[str, object]:
        """The JSON object of docs/record.md."""
        state = self._running
        rounds = [*state.finished, state.round] if state.round is not None else []
        return {
            "format": "buraco-stbl 1",
            "refused": self.refused,
            "rounds": [_round_object(played) for played in rounds],
            "totals": list(state.totals),
            "over": state.over,
            "winner": state.winner,
            "states": self.states,
        }


def _round_object(played: Round) -> dict[str, object]:
    teams = played.scores and [
        {**dataclasses.asdict(score), "total": score.total} for score in played.scores
    ]
    return {
        "round": played.number,
        "ended": played.ending.value if played.ending else None,
        "by": played.ended_by,
        "teams": teams,
    }


def state_object(line: int, state: MatchState) -> dict[str, object]:
    """A state as the record's ``--states`` shows it, hidden cards and all."""
    current = state.round
    assert current is not None, "actions come after a deck"
    return {
        "line": line,
        "turn": None if state.phase is Phase.OVER else current.turn,
        "phase": state.phase.value,
        "stock": len(current.stock),
        "pile": _codes(current.pile),
        "mortos": len(current.mortos),
        "morto_taken": [taker is not None for taker in current.morto_takers],
        "hands": [_codes(hand) for hand in current.hands],
        "melds": [[_meld_object(meld, state.rules) for meld in current.melds[t]] for t in TEAMS],
        "automatic": list(state.automatic),
    }


def _meld_object(meld: Meld, rules: Rules) -> dict[str, object]:
    return {
        "cards": _codes(meld.cards),
        "wild": meld.wild.code if meld.wild else None,
        "kind": meld.kind_under(rules).value,
    }


def _codes(cards: tuple[Card, ...]) -> list[str]:
    return [face.code for face in cards]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Describe the command's own arguments."""
    parser.add_argument("file", metavar="FILE", help="o registro; - lê da entrada padrão")
    parser.add_argument("--json", action="store_true", help="um objeto JSON em vez da súmula")
    parser.add_argument("--states", action="store_true", help="com --json: cada estado")
    parser.add_argument("--keep-going", action="store_true", help="passa pelas jogadas recusadas")
    parser.add_argument("--verify", action="store_true", help="confere os lacres dos baralhos")


def run(options: argparse.Namespace) -> int:
    """Replay a file; returns the exit status: 0, 1 (refused, seal broken) or 2 (no record)."""
    try:
        raw = sys.stdin.buffer.read() if options.file == "-" else Path(options.file).read_bytes()
    except OSError as error:
        return _fail(f"{options.file}: {error.strerror}", NOT_A_RECORD)
    replay = Replay(
        keep_going=options.keep_going, verify=options.verify, keep_states=options.states
    )
    try:
        replay.read(raw.decode(errors="surrogateescape"))
    except BadLine as error:
        return _fail(str(error), NOT_A_RECORD)
    except SealBroken as error:
        return _fail(str(error), REFUSED)
    except Refused as error:
        players = replay.state.players if replay.state else ()
        message = explain(error.refusal, players)
        line_number = error.__notes__[0]
        return _fail(f"line {line_number}: {error.refusal.code.value}: {message}", REFUSED)
    if options.json:
        print(json.dumps(replay.result(), ensure_ascii=False))
    else:
        assert replay.state is not None, "a record without players is refused"
        print(match_sheet(replay.state))
    if options.verify:
        print(_sealed(replay.seals), file=sys.stderr if options.json else sys.stdout)
    return 0


def _sealed(rounds: int) -> str:
    if rounds == 0:
        return "Lacres conferidos: 0 rodadas; este registro não traz lacres."
    if rounds == 1:
        return "Lacres conferidos: 1 rodada, como foi lacrada."
    return f"Lacres conferidos: {rounds} rodadas, todas como foram lacradas."


def _fail(message: str, status: int) -> int:
    print(message, file=sys.stderr)
    return status
