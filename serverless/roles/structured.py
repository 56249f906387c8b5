"""Replies that are JSON: asked for with a schema, decoded strictly, repaired once at most."""

from __future__ import annotations

import re
from typing import Any, TypeVar

import msgspec

from .port import Call, ModelError, Prompt

T = TypeVar("T")
FENCED = re.compile(r"\A\s*```(?:json)?\s*\n(.*?)\n?```\s*\Z", re.DOTALL)
SHOWN = 300
"""Characters of what was wrong that the model is told."""


def schema(kind: type[Any]) -> dict[str, Any]:
    """The JSON Schema of a type, without references: not every model follows them."""
    (made,), known = msgspec.json.schema_components([kind], ref_template="{name}")
    flat: dict[str, Any] = _inlined(made, known)
    return flat


def _inlined(node: Any, known: dict[str, Any]) -> Any:
    if isinstance(node, dict):
        if "$ref" in node:
            return _inlined(known[node["$ref"]], known)
        kept = {name: value for name, value in node.items() if name != "title" or isinstance(value, dict)}
        return {name: _inlined(value, known) for name, value in kept.items()}
    return [_inlined(value, known) for value in node] if isinstance(node, list) else node


def ask(call: Call, prompt: Prompt, kind: type[T]) -> T:
    """The reply as a `kind`. A reply of another shape is shown to the model once, to be put right.

    Raises ModelError, of kind "malformed" where the second reply is no better.
    """
    shaped = msgspec.structs.replace(prompt, schema=schema(kind))
    reply = call.write(shaped)
    try:
        return decode(reply, kind)
    except msgspec.ValidationError as error:
        wrong = str(error)
    except msgspec.DecodeError:
        wrong = "it is not JSON"
    again = f"Your last reply was refused: {wrong[:SHOWN]}. Reply with JSON of the schema and nothing else."
    reply = call.write(msgspec.structs.replace(shaped, parts=(*shaped.parts, again)))
    try:
        return decode(reply, kind)
    except msgspec.DecodeError:
        raise ModelError(
            f"{call.model.name} did not reply in the form asked for", "try another model", kind="malformed"
        ) from None


def decode(reply: str, kind: type[T]) -> T:
    """Strict JSON; a code fence around it is forgiven."""
    fence = FENCED.match(reply)
    return msgspec.json.decode((fence[1] if fence else reply).encode(), type=kind)
