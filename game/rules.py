"""The switches of a table and the three presets (docs/rules.md, section 11)."""

import dataclasses
import enum
from typing import Final


class Preset(enum.Enum):
    """The name of a documented set of rules."""

    OFICIAL = "oficial"
    TRADICIONAL = "tradicional"
    MANO_A_MANO = "mano-a-mano"


class DirtyCanastra(enum.Enum):
    """Whether a dirty canastra may still become clean (rules 3.14, 3.15)."""

    CAN_BE_CLEANED = "can_be_cleaned"
    LOCKED_AT_SEVEN = "locked_at_seven"


class OnElimination(enum.Enum):
    """What happens to the seat of an eliminated player at a table of four (rules 9.13, 9.14)."""

    SUBSTITUTE = "substitute"
    FORFEIT = "forfeit"


class BadRules(ValueError):
    """The text sets no such rule, or not to such a value."""


HIGHEST_TARGET: Final = 10_000
TARGET_STEP: Final = 500


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class Rules:
    """The rules in force at one table; the field names are those of the match record.

    ``target`` is in points: a multiple of 500 up to 10,000, or None for a match of one round.
    """

    preset: Preset
    target: int | None
    dirty_canastra: DirtyCanastra
    five_hundred: bool
    round_up_to_ten: bool
    waive_morto_penalty_if_none_taken: bool
    net_hands_on_exhaustion: bool
    morto_in_play_before_final: bool
    unplayed_morto_is_unpaid: bool
    on_elimination: OnElimination

    def __post_init__(self) -> None:
        if self.target is not None and (
            not 0 < self.target <= HIGHEST_TARGET or self.target % TARGET_STEP
        ):
            raise BadRules(f"target={self.target}")

    def allows_players(self, count: int) -> bool:
        """Whether a table of so many seats may play by these rules (rules 2.2, 11.3)."""
        return count == 2 or (count == 4 and self.preset is not Preset.MANO_A_MANO)


PRESETS: Final = {
    Preset.OFICIAL: Rules(
        preset=Preset.OFICIAL,
        target=None,
        dirty_canastra=DirtyCanastra.CAN_BE_CLEANED,
        five_hundred=True,
        round_up_to_ten=False,
        waive_morto_penalty_if_none_taken=False,
        net_hands_on_exhaustion=False,
        morto_in_play_before_final=False,
        unplayed_morto_is_unpaid=False,
        on_elimination=OnElimination.SUBSTITUTE,
    ),
    Preset.TRADICIONAL: Rules(
        preset=Preset.TRADICIONAL,
        target=3000,
        dirty_canastra=DirtyCanastra.LOCKED_AT_SEVEN,
        five_hundred=True,
        round_up_to_ten=True,
        waive_morto_penalty_if_none_taken=True,
        net_hands_on_exhaustion=True,
        morto_in_play_before_final=True,
        unplayed_morto_is_unpaid=False,
        on_elimination=OnElimination.SUBSTITUTE,
    ),
    Preset.MANO_A_MANO: Rules(
        preset=Preset.MANO_A_MANO,
        target=None,
        dirty_canastra=DirtyCanastra.CAN_BE_CLEANED,
        five_hundred=False,
        round_up_to_ten=False,
        waive_morto_penalty_if_none_taken=False,
        net_hands_on_exhaustion=False,
        morto_in_play_before_final=False,
        unplayed_morto_is_unpaid=True,
        on_elimination=OnElimination.FORFEIT,
    ),
}

RULE_NAMES: Final = tuple(
    field.name for field in dataclasses.fields(Rules) if field.name != "preset"
)


def rules_for(preset: Preset, /, **overrides: object) -> Rules:
    """Return a preset with some rules set otherwise (a table "da casa")."""
    return dataclasses.replace(PRESETS[preset], **overrides)  # type: ignore[arg-type]  # checked by the fields' readers and tests


def parse_rules(text: str) -> Rules:
    """Read ``oficial target=3000 …``; the inverse of ``format_rules``.

    Raises BadRules for an unknown preset, name or value, and for a rule named twice.
    """
    name, *settings = text.split(" ")
    try:
        preset = Preset(name)
    except ValueError:
        raise BadRules(name) from None
    overrides: dict[str, object] = {}
    for setting in settings:
        rule, equals, value = setting.partition("=")
        if not equals or rule not in RULE_NAMES or rule in overrides:
            raise BadRules(setting)
        overrides[rule] = _parse_value(rule, value)
    return rules_for(preset, **overrides)


def format_rules(rules: Rules) -> str:
    """Write the preset and whatever differs from it."""
    words = [rules.preset.value]
    for name in RULE_NAMES:
        value = getattr(rules, name)
        if value != getattr(PRESETS[rules.preset], name):
            words.append(f"{name}={_format_value(value)}")
    return " ".join(words)


def _parse_value(rule: str, value: str) -> object:
    try:
        if rule == "target":
            return None if value == "none" else _parse_target(value)
        if rule == "dirty_canastra":
            return DirtyCanastra(value)
        if rule == "on_elimination":
            return OnElimination(value)
        return {"yes": True, "no": False}[value]
    except (ValueError, KeyError):
        raise BadRules(f"{rule}={value}") from None


def _parse_target(value: str) -> int:
    if not (value.isascii() and value.isdigit()) or value.startswith("0"):
        raise ValueError(value)
    return int(value[:6])


def _format_value(value: object) -> str:
    if isinstance(value, enum.Enum):
        return str(value.value)
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "none" if value is None else str(value)
