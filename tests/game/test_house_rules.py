"""Section 11 of the rules: the presets and the rules of the house."""

import dataclasses

import pytest

from game import engine
from game.rules import (
    PRESETS,
    RULE_NAMES,
    BadRules,
    DirtyCanastra,
    OnElimination,
    Preset,
    Rules,
    format_rules,
    parse_rules,
    rules_for,
)
from tests.support.positions import NAMES

OTHER_VALUES = {
    "target": ["500", "none", "10000"],
    "dirty_canastra": ["can_be_cleaned", "locked_at_seven"],
    "on_elimination": ["substitute", "forfeit"],
}


@pytest.mark.parametrize("preset", Preset)
@pytest.mark.parametrize("name", RULE_NAMES)
def test_11_1_each_rule_can_be_set_by_itself(preset, name):
    for value in OTHER_VALUES.get(name, ["yes", "no"]):
        rules = parse_rules(f"{preset.value} {name}={value}")
        others = {each for each in RULE_NAMES if each != name}
        assert all(getattr(rules, each) == getattr(PRESETS[preset], each) for each in others)
        assert rules.preset is preset
        changed = getattr(rules, name) != getattr(PRESETS[preset], name)
        assert format_rules(rules) == preset.value + (f" {name}={value}" if changed else "")
        assert parse_rules(format_rules(rules)) == rules


def test_11_1_all_of_them_can_be_set_together():
    text = (
        "oficial target=5000 dirty_canastra=locked_at_seven five_hundred=no round_up_to_ten=yes "
        "waive_morto_penalty_if_none_taken=yes net_hands_on_exhaustion=yes "
        "morto_in_play_before_final=yes unplayed_morto_is_unpaid=yes on_elimination=forfeit"
    )
    assert format_rules(parse_rules(text)) == text
    assert len(text.split()) == 1 + len(RULE_NAMES)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "Oficial",
        "casa",
        "oficial ",
        " oficial",
        "oficial  target=500",
        "oficial target",
        "oficial target=",
        "oficial target=0",
        "oficial target=0500",
        "oficial target=+500",
        "oficial target=5e2",
        "oficial target=٥٠٠",
        "oficial target=500 target=500",
        "oficial target=yes",
        "oficial five_hundred=1",
        "oficial five_hundred=True",
        "oficial five_hundred=none",
        "oficial dirty_canastra=yes",
        "oficial on_elimination=robot",
        "oficial preset=tradicional",
        "oficial players=4",
        "oficial five-hundred=no",
    ],
)
def test_11_1_no_other_name_or_value_is_a_rule(text):
    with pytest.raises(BadRules):
        parse_rules(text)


def test_11_2_the_presets():
    common = {
        "target": None,
        "dirty_canastra": DirtyCanastra.CAN_BE_CLEANED,
        "five_hundred": True,
        "round_up_to_ten": False,
        "waive_morto_penalty_if_none_taken": False,
        "net_hands_on_exhaustion": False,
        "morto_in_play_before_final": False,
        "unplayed_morto_is_unpaid": False,
        "on_elimination": OnElimination.SUBSTITUTE,
    }
    expected = {
        Preset.OFICIAL: common,
        Preset.TRADICIONAL: {
            **common,
            "target": 3000,
            "dirty_canastra": DirtyCanastra.LOCKED_AT_SEVEN,
            "round_up_to_ten": True,
            "waive_morto_penalty_if_none_taken": True,
            "net_hands_on_exhaustion": True,
            "morto_in_play_before_final": True,
        },
        Preset.MANO_A_MANO: {
            **common,
            "five_hundred": False,
            "unplayed_morto_is_unpaid": True,
            "on_elimination": OnElimination.FORFEIT,
        },
    }
    for preset, values in expected.items():
        assert rules_for(preset) == Rules(preset=preset, **values)
        assert PRESETS[preset] == rules_for(preset)


def test_11_2_rules_are_frozen_and_named_as_in_the_record():
    assert (
        tuple(field.name for field in dataclasses.fields(Rules) if field.name != "preset")
        == RULE_NAMES
    )
    with pytest.raises(dataclasses.FrozenInstanceError):
        rules_for(Preset.OFICIAL).target = 500


@pytest.mark.parametrize(
    ("preset", "allowed"),
    [(Preset.OFICIAL, {2, 4}), (Preset.TRADICIONAL, {2, 4}), (Preset.MANO_A_MANO, {2})],
)
def test_11_3_the_names_decide_how_many_play(preset, allowed):
    rules = rules_for(preset)
    assert {count for count in range(7) if rules.allows_players(count)} == allowed
    for count in (2, 4):
        if count in allowed:
            assert engine.start(rules=rules, players=NAMES[:count])[1].rules == rules
        else:
            with pytest.raises(BadRules):
                engine.start(rules=rules, players=NAMES[:count])


def test_11_4_the_exact_cut_is_no_rule_of_a_table():
    for name in ("exact_cut", "corte_exato"):
        with pytest.raises(BadRules):
            parse_rules(f"oficial {name}=yes")
