"""The ``moderate`` command: judge a file of messages, a line of JSON each (docs/moderation.md)."""

import argparse
import json
import sys
from pathlib import Path

from moderation import Context, Rigor, judge

UNUSABLE = 2


class Unusable(Exception):
    """A file that cannot be judged; the text says which line and why."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What the command asks for."""
    parser.add_argument(
        "--context",
        metavar="CTX.json",
        type=Path,
        help="o contexto de todas as mensagens; o `context` de uma linha muda o que quiser nele",
    )
    parser.add_argument(
        "--rigor",
        choices=[rigor.value for rigor in Rigor],
        default=Rigor.WIDE.value,
        help="quanto conta como cantar jogo (padrão: %(default)s)",
    )
    parser.add_argument("file", metavar="FILE.jsonl", type=Path, help="uma mensagem por linha")


def run(options: argparse.Namespace) -> int:
    """Judge every line; the exit status is 2 when a file cannot be read as told."""
    try:
        base = _json(_text(options.context), str(options.context)) if options.context else {}
        text = _text(options.file)
        for number, line in enumerate(text.split("\n"), start=1):
            if line.strip():
                judgement = _judged(line, f"{options.file}:{number}", base, Rigor(options.rigor))
                sys.stdout.write(f"{judgement}\n")
    except (OSError, Unusable) as problem:
        sys.stderr.write(f"{problem}\n")
        return UNUSABLE
    return 0


def _judged(line: str, where: str, base: dict[str, object], rigor: Rigor) -> str:
    record = _json(line, where)
    if not isinstance(record.get("id"), str) or not isinstance(record.get("text"), str):
        raise Unusable(f"{where}: a linha precisa de `id` e `text`, os dois em texto")
    own = record.get("context") or {}
    if not isinstance(own, dict):
        raise Unusable(f"{where}: `context` precisa ser um objeto")
    try:
        context = Context.from_mapping(base | own)
    except ValueError as problem:
        raise Unusable(f"{where}: {problem}") from problem
    verdict = judge(str(record["text"]), context, rigor=rigor)
    return json.dumps(
        {
            "id": record["id"],
            "pred": verdict.label.value,
            "action": verdict.action.value,
            "confidence": round(verdict.confidence, 3),
            "reasons": [reason.value for reason in verdict.reasons],
        },
    )


def _text(file: Path) -> str:
    try:
        return file.read_text("utf-8")
    except UnicodeDecodeError as problem:
        raise Unusable(f"{file}: isto não é UTF-8 ({problem})") from problem


def _json(text: str, where: str) -> dict[str, object]:
    try:
        value = json.loads(text)
    except (json.JSONDecodeError, RecursionError) as problem:
        raise Unusable(f"{where}: isto não é JSON ({problem})") from problem
    if not isinstance(value, dict):
        raise Unusable(f"{where}: esperava um objeto JSON")
    return value
