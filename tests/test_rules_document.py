"""docs/rules.md is the authority: each paragraph is tested, and what it tabulates is so."""

import ast
import re
from pathlib import Path

from game.refusals import RefusalCode
from game.rules import PRESETS, RULE_NAMES, Preset, format_rules, parse_rules
from tests.game.test_melds import EXAMPLES

ROOT = Path(__file__).parent.parent
DOCUMENT = (ROOT / "docs" / "rules.md").read_text(encoding="utf-8")
PARAGRAPHS = re.findall(r"^\*\*(\d+\.\d+)\*\*", DOCUMENT, re.MULTILINE)

NOT_IN_THE_ENGINE = {
    "9.1": "the 30 seconds are the clock service's",
    "9.2": "the 60 seconds are the clock service's",
    "9.3": "that a direct going out starts the 60 seconds anew is the clock service's",
    "9.4": "slower times are a setting of the table",
    "9.17": "who may take which seat is the lobby's; the engine knows names, not people",
}
"""Paragraphs without a test of their own number, each with the reason."""

SECTIONS_OF_THEIR_OWN = {
    "1": "terms, not rules",
    "10": "the chat is judged by the moderation package and its own tests",
}


def numbered_tests() -> dict[str, list[str]]:
    """The tests under tests/ whose name begins with a paragraph's number."""
    named: dict[str, list[str]] = {}
    for path in sorted((ROOT / "tests").rglob("test_*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                continue
            found = re.match(r"test_(\d+)_(\d+)_", node.name)
            if found:
                named.setdefault(".".join(found.groups()), []).append(node.name)
    return named


def test_every_paragraph_has_a_test_with_its_number():
    tested = numbered_tests()
    missing = [
        number
        for number in PARAGRAPHS
        if number.split(".")[0] not in SECTIONS_OF_THEIR_OWN
        and number not in NOT_IN_THE_ENGINE
        and number not in tested
    ]
    assert missing == []


def test_every_test_with_a_number_names_a_paragraph():
    assert [number for number in numbered_tests() if number not in PARAGRAPHS] == []


def test_the_exceptions_are_paragraphs_and_have_reasons():
    assert set(NOT_IN_THE_ENGINE) <= set(PARAGRAPHS)
    assert all(NOT_IN_THE_ENGINE.values())
    sections = {number.split(".")[0] for number in PARAGRAPHS}
    assert set(SECTIONS_OF_THEIR_OWN) <= sections
    assert sections == {str(section) for section in range(1, 13)}


def test_paragraphs_are_numbered_without_gap_or_repeat():
    last: dict[str, int] = {}
    for number in PARAGRAPHS:
        section, paragraph = number.split(".")
        assert int(paragraph) == last.get(section, 0) + 1, number
        last[section] = int(paragraph)
    assert list(last) == sorted(last, key=int)


def test_every_paragraph_that_is_cited_exists():
    cited = re.findall(r"(?<![\d.,])(\d{1,2}\.\d{1,2})(?![\d.])", DOCUMENT)
    assert set(cited) <= set(PARAGRAPHS)


def rows(after: str) -> list[list[str]]:
    """The cells of the first table behind these words."""
    lines = DOCUMENT[DOCUMENT.index(after) :].splitlines()
    start = next(at for at, line in enumerate(lines) if line.startswith("|"))
    table = []
    for line in lines[start:]:
        if not line.startswith("|"):
            break
        table.append([cell.strip() for cell in line.strip("|").split("|")])
    return table[2:]


def test_the_table_of_refusals_is_the_engine_s_in_its_order():
    codes = [row[0].strip("`") for row in rows("**12.2**")]
    assert codes == [code.value for code in RefusalCode]


def test_the_table_of_presets_is_the_engine_s():
    table = rows("**11.2**")[1:]  # the first row, the players, is no rule
    names = [row[0].split("`")[1] for row in table]
    assert names == list(RULE_NAMES)
    for column, preset in enumerate(
        (Preset.OFICIAL, Preset.TRADICIONAL, Preset.MANO_A_MANO), start=1
    ):
        settings = " ".join(
            f"{name}={row[column].strip('`')}" for name, row in zip(names, table, strict=True)
        )
        assert parse_rules(f"{preset.value} {settings}") == PRESETS[preset]
        assert format_rules(PRESETS[preset]) == preset.value


def test_the_examples_are_all_tested():
    assert [row[0] for row in rows("## 13. Exemplos")] == list(EXAMPLES)
