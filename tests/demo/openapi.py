"""Requests and answers against Discord's own description of its API, where that is at hand."""

import functools
import json
import re
from pathlib import Path
from typing import Any

import jsonschema

from demo.rest import Exchange

DESCRIPTION = Path(__file__).parents[3] / "shared" / "discord-openapi.json"


@functools.cache
def _document() -> dict[str, Any]:
    document: dict[str, Any] = json.loads(DESCRIPTION.read_text(encoding="utf-8"))
    return document


@functools.cache
def _operation(method: str, path: str) -> dict[str, Any]:
    """What is said of this request; a path spelled out goes before one with names in it."""
    for template in sorted(_document()["paths"], key=lambda one: one.count("{")):
        pattern = re.sub(r"\\{\w+\\}", "[^/]+", re.escape(template))
        if re.fullmatch(pattern, path) and method.lower() in _document()["paths"][template]:
            found: dict[str, Any] = _document()["paths"][template][method.lower()]
            return found
    raise LookupError(f"Discord knows no {method} {path}")


def _wrong(schema: dict[str, Any], value: Any) -> list[str]:
    whole = schema | {"components": _document()["components"]}
    found = jsonschema.Draft202012Validator(whole).iter_errors(value)
    return [_deepest(error) for error in found]


def _deepest(error: jsonschema.ValidationError) -> str:
    best = jsonschema.exceptions.best_match([error])
    place = "/".join(str(part) for part in best.absolute_path)
    return f"{place}: {best.message[:300]}"


def misfits(exchange: Exchange) -> list[str]:
    """Where a request or its answer is not as Discord describes it."""
    named = f"{exchange.method} {exchange.route} {exchange.status}"
    try:
        operation = _operation(exchange.method, exchange.path)
    except LookupError as error:
        return [str(error)]
    found = []
    if exchange.body is not None and "requestBody" in operation and exchange.status < 400:
        # The JSON of a form with files is described as the same JSON without any.
        schema = operation["requestBody"]["content"]["application/json"]["schema"]
        found += [f"{named} asks {one}" for one in _wrong(schema, as_described(exchange.body))]
    answers = operation["responses"]
    answer = answers.get(str(exchange.status)) or answers.get("4XX")
    if "$ref" in answer:
        answer = _document()["components"]["responses"][answer["$ref"].rpartition("/")[2]]
    if "content" in answer:
        schema = answer["content"]["application/json"]["schema"]
        told = exchange.answer
        if exchange.status >= 400:
            # Of a field's error the description says that its code is a number; Discord's
            # reference shows words, such as BASE_TYPE_REQUIRED, and it sends them.
            told = {name: one for name, one in told.items() if name != "errors"}
        found += [f"{named} answers {one}" for one in _wrong(schema, told)]
    elif exchange.answer is not None:
        found.append(f"{named} answers something where nothing is described")
    return found


def as_described(value: Any, key: str = "") -> Any:
    """A request with the numbers of ids as text and permissions as numbers.

    Discord takes the one for the other, and its reference says so of permissions.
    """
    if isinstance(value, dict):
        return {name: as_described(one, name) for name, one in value.items()}
    if isinstance(value, list):
        return [as_described(one, key) for one in value]
    if key in ("allow", "deny") and isinstance(value, str):
        return int(value)
    # "users" and "roles" are those of allowed_mentions.
    is_id = key in ("id", "users", "roles") or key.endswith("_id")
    return str(value) if is_id and isinstance(value, int) else value
