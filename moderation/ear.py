"""The ear: how much a message sounds like one that gives cards away, or that insults.

A logistic regression over ``features``, trained on the project's own labelled messages
(``training.py``). The grammar says why; the ear says whether it sounds so, and decides where the
grammar is silent or unsure.
"""

import dataclasses
import math
from collections.abc import Sequence
from importlib import resources
from typing import Final

from moderation.context import Context
from moderation.features import features
from moderation.tokens import Reading

_DATA: Final = resources.files("moderation") / "data"


def _weights(name: str) -> dict[str, float]:
    found = {}
    for line in (_DATA / name).read_text("utf-8").splitlines():
        weight, _, feature = line.partition(" ")
        found[feature] = float(weight)
    return found


_CARDS: Final = _weights("ear_cards.txt")
_OFFENCE: Final = _weights("ear_offence.txt")


def sounds(tokens: Reading, context: Context) -> tuple[float, float]:
    """Log-odds that the reading gives cards away, and that it insults.

    The sums are exact, so that the order of a set, another in each process, changes no verdict.
    """
    heard = set(features(tokens, context))
    return (
        math.fsum((_CARDS[""], *(_CARDS.get(feature, 0.0) for feature in heard))),
        math.fsum((_OFFENCE[""], *(_OFFENCE.get(feature, 0.0) for feature in heard))),
    )


@dataclasses.dataclass(frozen=True, slots=True)
class Scale:
    """How rules and ear weigh, as log-odds; fitted on voices that neither was made from."""

    bias: float
    ear: float
    weak: float
    likely: float
    sure: float
    each: float

    def log_odds(self, sound: float, weights: Sequence[float]) -> float:
        """Of what the ear hears and the weights of the rules that match."""
        best = max(weights, default=0.0)
        level = 0.0
        for least, value in ((SURE, self.sure), (0.7, self.likely), (0.1, self.weak)):
            if best >= least:
                level = value
                break
        odds = self.bias + self.ear * sound + level + self.each * min(MOST_RULES, len(weights))
        return max(odds, SURE_AT_LEAST) if best >= SURE else odds


MOST_RULES: Final = 3
SURE: Final = 0.9
"""The least weight of a rule that blocks whatever the ear says."""
SURE_AT_LEAST: Final = 1.4
"""Log-odds of a message in which such a rule matches."""
CARDS: Final = Scale(bias=-0.73, ear=0.97, weak=0.95, likely=1.75, sure=3.1, each=0.08)
OFFENCE: Final = Scale(bias=-0.53, ear=1.15, weak=2.0, likely=3.5, sure=3.5, each=-0.67)


def probability(log_odds: float) -> float:
    """Log-odds as a probability."""
    return 1 / (1 + math.exp(-max(-30.0, min(30.0, log_odds))))
