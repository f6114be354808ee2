"""Trains the ear on labelled messages: ``python -m moderation.training FOLDER`` (``make ear``).

Logistic regression by Adagrad with a small ridge, over features that come at least twice; the
order of the messages is fixed, so that the same texts give the same weights.
"""

import json
import math
import random
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Final

from moderation.context import Context
from moderation.ear import probability
from moderation.features import features
from moderation.grammar import understood
from moderation.normalize import normal

ROUNDS: Final = 30
STEP: Final = 0.3
RIDGE: Final = 2e-6
LEAST: Final = 2
"""Messages in which a feature must come to count."""

Example = tuple[tuple[str, ...], bool]


def labelled(context_file: Path, file: Path) -> Iterator[tuple[dict[str, object], Context]]:
    """The messages of a labelled file with their contexts; borderline ones are left out."""
    base = json.loads(context_file.read_text("utf-8"))
    for line in file.read_text("utf-8").removesuffix("\n").split("\n"):
        record = json.loads(line)
        if not record.get("borderline"):
            values = base | (record.get("context") or {})
            yield record, Context.from_mapping(values)


def heard(text: str, context: Context) -> tuple[str, ...]:
    """The features of a message, sorted, as they are learnt from."""
    return tuple(sorted(set(features(understood(normal(text), context), context))))


def trained(examples: Sequence[Example]) -> dict[str, float]:
    """The weight of each feature; that of the empty one is the bias."""
    counts = Counter(feature for found, _ in examples for feature in found)
    kept = {feature for feature, count in counts.items() if count >= LEAST}
    shortened = [([*filter(kept.__contains__, found), ""], label) for found, label in examples]
    weights: dict[str, float] = dict.fromkeys((*sorted(kept), ""), 0.0)
    slopes = dict.fromkeys(weights, 1.0)
    order = random.Random(1)  # noqa: S311 - the order of the lessons is no secret
    for _ in range(ROUNDS):
        order.shuffle(shortened)
        for found, label in shortened:
            error = probability(sum(map(weights.__getitem__, found))) - label
            for feature in found:
                slope = error + RIDGE * len(shortened) * weights[feature]
                slopes[feature] += slope * slope
                weights[feature] -= STEP * slope / math.sqrt(slopes[feature])
    return weights


def written(weights: dict[str, float]) -> str:
    """The weights as lines; what hardly counts is left out."""
    return "".join(
        f"{weight:.2f} {feature}\n"
        for feature, weight in sorted(weights.items())
        if abs(weight) >= 0.05 or not feature
    )


def about_cards(pairs: Iterable[tuple[dict[str, object], Context]]) -> list[Example]:
    """Messages of live rounds (and of lobbies, where signals are agreed)."""
    return [
        (heard(str(record["text"]), context), record["label"] == "canta")
        for record, context in pairs
        if context.phase in ("live", "lobby") and record["label"] != "ofensa"
    ]


def about_insults(pairs: Iterable[tuple[dict[str, object], Context]]) -> list[Example]:
    """All messages: whether they insult; those that do both are left out."""
    return [
        (heard(str(record["text"]), context), record["label"] == "ofensa")
        for record, context in pairs
        if "ofensa" not in (record.get("also") or ())  # type: ignore[operator]
    ]


def files(folder: Path) -> Iterator[tuple[Path, Path]]:
    """Each labelled file of a folder with the default context that stands beside it."""
    for file in sorted(folder.glob("*.jsonl")):
        yield file.with_name(f"{file.stem}.context.json"), file


def main(arguments: Sequence[str]) -> None:
    """Train on the files of a folder and write ``data/ear_*.txt``."""
    pairs = [pair for found in files(Path(arguments[0])) for pair in labelled(*found)]
    data = Path(__file__).parent / "data"
    for name, examples in (("cards", about_cards(pairs)), ("offence", about_insults(pairs))):
        (data / f"ear_{name}.txt").write_text(written(trained(examples)), "utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
