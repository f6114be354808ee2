"""Golden playthroughs: whole matches with every viewer's view at each step.

``make golden`` writes the files anew; their diff shows what a change does to real play. A line
says only what has changed since the same viewer looked last.
"""

import itertools
import os
import random
from pathlib import Path

import pytest

from game.actions import Action, Discard, Seat
from game.cards import format_cards
from game.events import Event
from game.melds import CANASTRA_LENGTH, Meld
from game.options import options
from game.record import format_action, write_record
from game.rules import PRESETS, Preset, Rules, rules_for
from game.scoring import RoundScore
from game.state import MatchState
from game.views import PlayerView, TableView, player_view, table_view
from tests.game.random_play import Game
from tests.support.positions import round_of, shown

FOLDER = Path(__file__).parent / "golden"

MATCHES: dict[str, tuple[Rules, int, int]] = {
    "oficial": (PRESETS[Preset.OFICIAL], 4, 55),
    "tradicional": (rules_for(Preset.TRADICIONAL, target=500), 2, 192),
    "mano-a-mano": (PRESETS[Preset.MANO_A_MANO], 2, 25),
}


class Sensible(Game):
    """Plays as a beginner would: what can be laid is laid, canastras are kept clean."""

    def choose(self, turn: Seat) -> tuple[Seat, Action]:
        if self.rng.random() < self.oddities:
            return super().choose(turn)
        now = options(self.state, turn)
        if now.takes:
            return turn, now.takes[0]
        if now.draws:
            return turn, now.draws[0]
        clean = [each for each in now.extensions if not each.cards[0].can_be_wild]
        if clean:
            return turn, clean[0]
        wild_free = [each for each in now.melds if not any(f.can_be_wild for f in each.cards)]
        if wild_free:
            return turn, wild_free[0]
        if now.melds and self.rng.random() < 0.3:
            return turn, now.melds[0]
        lengthened = [
            each for each in now.extensions if not self._spoils(turn, each.meld, each.cards[0])
        ]
        if lengthened and self.rng.random() < 0.5:
            return turn, lengthened[0]
        discards = sorted(now.discards, key=self._dear)
        return turn, (discards or [*now.melds, *now.extensions])[0]

    def _dear(self, action: Discard) -> tuple[bool, int, int]:
        """How unwilling one is to part with a card: wild ones last, then what has company."""
        face = action.card
        current = round_of(self.state)
        hand = current.hands[current.turn]
        near = sum(
            other.suit is face.suit and other is not face and abs(other.rank - face.rank) <= 2
            for other in hand
        )
        return face.can_be_wild, near, face.points


def play(name: str) -> str:
    """The record of the match, then every step with what changed for each viewer."""
    rules, seats, seed = MATCHES[name]
    game = Sensible.begin(random.Random(seed), rules=rules, seats=seats, oddities=0.01)
    blocks: list[str] = []
    seen: dict[str, dict[str, str]] = {}
    blocks.append("\n".join(["# round 1", *changes(game.state, seen)]))
    number = 1
    for step in game.steps(rounds=99):
        current = round_of(step.before)
        if current.number != number:
            number = current.number
            blocks.append("\n".join([f"# round {number}", *changes(step.before, seen)]))
        lines = [f"> {step.seat} {format_action(step.action)}"]
        lines += [f"  = {told(event)}" for event in step.events[1:]]
        blocks.append("\n".join([*lines, *changes(step.after, seen)]))
    record = write_record(game.log, over=game.state.over)
    return record + "\n" + "\n".join(blocks) + "\n"


def changes(state: MatchState, seen: dict[str, dict[str, str]]) -> list[str]:
    """A line for each viewer who sees something else than before."""
    table = table_view(state)
    looks = {"table": table_fields(table)}
    for seat in range(len(state.players)):
        looks[f"seat {seat}"] = player_fields(player_view(state, Seat(seat)), table)
    lines = []
    for viewer, fields in looks.items():
        before = seen.get(viewer, {})
        new = [f"{name}={value}" for name, value in fields.items() if before.get(name) != value]
        new += [f"{name}=" for name in before if name not in fields and before[name]]
        if new:
            lines.append(f"  {viewer}: {' '.join(new)}")
        seen[viewer] = fields
    return lines


def table_fields(view: TableView) -> dict[str, str]:
    fields = {
        "players": "|".join(view.players),
        "round": f"{view.number}/{view.starter}",
        "turn": str(view.turn),
        "stock": str(view.stock_count),
        "pile": f"{view.pile_count}:{view.top_card}",
        "mortos": f"{view.mortos_left}+{view.mortos_in_stock}",
        "takers": commas(view.morto_takers),
        "unplayed": flags(view.unplayed),
        "hands": commas(view.hand_counts),
        "points": commas(view.points),
        "totals": commas(view.totals),
        "automatic": commas(view.automatic),
        "ending": f"{view.ending.value if view.ending else None}/{view.ended_by}",
        "scores": commas(map(score, view.scores or ())),
        "shown": commas(map(format_cards, view.shown_hands)),
        "over": f"{view.over}/{view.winner}/{view.forfeited_by}",
    }
    for team, melds in enumerate(view.melds):
        for number, meld in enumerate(melds, start=1):
            fields[f"meld{team}.{number}"] = named(meld, view.rules)
    for seat, lap in enumerate(view.laps):
        runs = [(name, len(list(run))) for name, run in itertools.groupby(map(told, lap))]
        fields[f"lap{seat}"] = "+".join(f"{n}*{name}" if n > 1 else name for name, n in runs)
    return fields


def player_fields(view: PlayerView, table: TableView) -> dict[str, str]:
    """The own part of the view, and what of the table he sees otherwise than the public."""
    own, public = table_fields(view.table), table_fields(table)
    return {
        "phase": view.phase.value if view.phase else "-",
        "hand": format_cards(view.hand),
        "newest": format_cards(view.newest),
        "fits": commas(
            f"{face}:{'/'.join(map(str, numbers))}"
            for face, numbers in view.fits.items()
            if numbers
        ),
        **{f"own.{name}": value for name, value in own.items() if public[name] != value},
    }


def named(meld: Meld, rules: Rules) -> str:
    kind = f"[{meld.kind_under(rules).value}]" if len(meld.cards) >= CANASTRA_LENGTH else ""
    return shown(meld) + kind


def score(points: RoundScore) -> str:
    parts = (points.cards, points.canastras, points.going_out, points.hands, points.morto)
    return f"{'/'.join(map(str, parts))}/{points.rounding}={points.total}"


def told(event: Event) -> str:
    """An event's name, and how it came about where it has no cards that the play line tells."""
    marks = [name for name in ("direct", "automatic") if getattr(event, name, False)]
    return "".join([type(event).__name__, *(f"({mark})" for mark in marks)])


def commas(values) -> str:
    return ",".join("-" if value is None else str(value) for value in values)


def flags(values) -> str:
    return "".join("x" if value else "." for value in values)


@pytest.mark.parametrize("name", MATCHES)
def test_golden_playthrough(name):
    text = play(name)
    path = FOLDER / f"{name}.txt"
    if os.environ.get("UPDATE_GOLDEN"):
        path.write_text(text, encoding="utf-8", newline="\n")
    assert text == path.read_text(encoding="utf-8"), "read the diff, then `make golden`"


def test_golden_matches_are_worth_looking_at():
    texts = {name: (FOLDER / f"{name}.txt").read_text(encoding="utf-8") for name in MATCHES}
    for name, text in texts.items():
        assert len(text) < 150_000, name
        assert text.count("\nend\n") == 1, name
        assert "MortoTaken" in text, name
    together = "".join(texts.values())
    assert texts["oficial"].count("\ndeck ") == 1
    assert texts["tradicional"].count("\ndeck ") > 1
    for word in (
        "MortoTaken(direct)",
        "MortoBecameStock",
        "ending=went_out",
        "take new",
        "[dirty]",
    ):
        assert word in together
    for word in ("[clean]", "timeout", "(JK)", "ending=stock_exhausted"):
        assert word in together


def test_golden_files_are_those_of_the_matches():
    assert {path.stem for path in FOLDER.glob("*.txt")} == set(MATCHES)
