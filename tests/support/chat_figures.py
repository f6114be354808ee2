"""How well the chat detector does on labelled messages, in the figures that it is held to."""

import dataclasses
import json
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

from moderation import Action, Context, Label, Verdict, judge
from moderation.training import files

STRATA = {
    "canta": {
        "explicit": (
            "own_card own_card_bluff own_rank suit_only wild count_quality negative_info need "
            "ask_partner instruct_draw instruct_discard instruct_meld instruct_bater hint_morto "
            "intent warn_partner lixo_memory partner_card regional_slang mixed"
        ),
        "events": (
            "edit forward reply reaction nickname attachment link_hint poll thread_name "
            "split_message"
        ),
        "foreign": "language_en language_es",
        "roles": "spectator_reveal other_channel mano_a_mano",
        "indirect": "embedded_long hypothetical advice_soft",
        "covert": "code_signal code_agreement acrostic",
    },
    "ofensa": {
        "plain": (
            "profanity insult_mild abuse_partner threat slur harassment abbrev accusation "
            "language_en language_es spectator"
        ),
        "disguised": "nickname edit reply split_message",
    },
    "ok": {
        "easy": (
            "greetings laugh emote banter turn_nudge score_talk lobby tech_talk smalltalk "
            "compliment ui_help multiline_innocent meta_rule poll thread_name forward edit "
            "spectator encouragement_soft nickname"
        ),
        "public": (
            "public_card_comment public_state between_rounds history_public reply reaction "
            "attachment split_message public_intent_neutral"
        ),
        "homonyms": (
            "homonym_innocent canta_lookalike numbers_innocent time_talk names_innocent "
            "rules_question scunthorpe evasion_innocent profanity_interjection language_en "
            "language_es"
        ),
    },
}
"""Kinds of messages by label, in the groups that the figures are given for."""
DISGUISED = {"canta": "evasion", "ofensa": "disguised", "ok": "homonyms"}


@dataclasses.dataclass(frozen=True)
class Judged:
    """A labelled message and what the detector says of it."""

    record: dict[str, object]
    verdict: Verdict

    @property
    def gold(self) -> str:
        return str(self.record["label"])

    @property
    def group(self) -> str:
        kind = str(self.record["kind"])
        if kind.startswith("evasion_") and kind != "evasion_innocent":
            return DISGUISED[self.gold]
        for group, kinds in STRATA[self.gold].items():
            if kind in kinds.split():
                return group
        raise AssertionError(f"{self.record['id']}: no group for the kind {kind}")

    @property
    def blocked(self) -> bool:
        return self.verdict.label is not Label.OK

    @property
    def right(self) -> bool:
        return self.verdict.label.value in {self.gold, *self._also}

    @property
    def _also(self) -> Iterable[str]:
        return self.record.get("also") or ()  # type: ignore[return-value]


def judged(folder: Path, say: Callable[[str, Context], Verdict] = judge) -> Iterator[Judged]:
    """Every message of the labelled files in a folder, borderline ones too."""
    for context_file, file in files(folder):
        base = json.loads(context_file.read_text("utf-8"))
        for line in file.read_text("utf-8").splitlines():
            record = json.loads(line)
            context = Context.from_mapping(base | (record.get("context") or {}))
            yield Judged(record, say(record["text"], context))


def figures(messages: Iterable[Judged]) -> dict[str, float]:
    """Shares from 0 to 1 by name; borderline messages count in none."""
    everything = list(messages)
    clear = [message for message in everything if not message.record.get("borderline")]
    wrong = [message for message in clear if message.gold != "ok"]
    blocked = [message for message in clear if message.blocked]
    found = {
        "precision": _share(blocked, lambda message: message.gold != "ok"),
        "recall": _share(wrong, lambda message: message.blocked),
        "ok blocked": _share(
            (message for message in clear if message.gold == "ok"), lambda message: message.blocked
        ),
        "ok strikes": float(
            sum(
                message.gold == "ok" and message.verdict.action is Action.STRIKE
                for message in clear
            )
        ),
        "pairs right": _share(_pairs(everything), all),
    }
    groups: dict[str, list[Judged]] = defaultdict(list)
    for message in clear:
        groups[f"{message.gold} {message.group}"].append(message)
    for name in sorted(groups):
        found[f"{name} blocked"] = _share(groups[name], lambda message: message.blocked)
    return found


def counts(messages: Iterable[Judged]) -> Counter[tuple[str, str]]:
    """How many messages there are of each label and kind."""
    return Counter((message.gold, str(message.record["kind"])) for message in messages)


def _pairs(messages: Iterable[Judged]) -> Iterator[list[bool]]:
    pairs: dict[str, list[Judged]] = defaultdict(list)
    for message in messages:
        if "pair" in message.record:
            pairs[str(message.record["pair"])].append(message)
    for pair in pairs.values():
        if len({message.gold for message in pair}) > 1:
            yield [message.right for message in pair]


def _share(things: Iterable[Any], holds: Callable[[Any], object]) -> float:
    answers = [bool(holds(thing)) for thing in things]
    return sum(answers) / len(answers) if answers else 0.0
