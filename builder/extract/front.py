"""The YAML head of a Markdown file."""

from __future__ import annotations

import msgspec

from serverless.model import Struct

LONGEST = 64_000
_DEEPEST = 50


class Front(msgspec.Struct, frozen=True):
    """What is used of it; other keys are the author's own."""

    title: str | int | float | None = None
    lang: str | None = None
    language: str | None = None


class Head(Struct, frozen=True):
    title: str = ""
    lang: str = ""
    warning: str = ""


def read(source: str) -> Head:
    """Title and language as the head gives them; a broken head is a warning, not an error."""
    if not source.strip():
        return Head()
    if len(source) > LONGEST or max(source.count("["), source.count("{")) > _DEEPEST:
        return Head(warning="the front matter is too large and was not read")
    try:
        front = msgspec.yaml.decode(source.encode(), type=Front)
    except (msgspec.DecodeError, RecursionError, ValueError) as error:
        return Head(warning=f"the front matter was not read: {' '.join(str(error).split())}")
    title = "" if front.title is None else " ".join(str(front.title).split())
    return Head(title, language(front.lang or front.language or ""))


def language(tag: str) -> str:
    """The language of a tag such as "en-US", in two or three letters; "" for what is none."""
    base = tag.strip().replace("_", "-").partition("-")[0].lower()
    return base if base.isascii() and base.isalpha() and len(base) in {2, 3} else ""
