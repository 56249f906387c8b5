"""The part of `structuredData.json` (Adobe PDF Extract, schemas 1.0 and 1.1) that is read."""

from __future__ import annotations

import re
from typing import Annotated

import msgspec
from msgspec import Meta

from serverless.errors import SourceError

Bounds = tuple[float, float, float, float]
"""Left, bottom, right, top in points, from the lower left corner of the page."""

_Index = Annotated[int, Meta(ge=0, le=100_000)]


class Foreign(msgspec.Struct, frozen=True, rename="pascal"):
    """Base of types that others define: unknown keys are fine, wrong types are not."""


class Attributes(Foreign, frozen=True):
    row_index: _Index | None = None
    col_index: _Index | None = None
    row_span: _Index = 1
    col_span: _Index = 1
    placement: str = ""
    text_position: str = ""


class Element(Foreign, frozen=True):
    """One element; `kids` are pieces of its text, in reading order."""

    path: str
    text: str | None = None
    page: _Index | None = None
    bounds: Bounds | None = None
    lang: str | None = None
    text_size: float = 0.0
    kids: tuple[Element, ...] = ()
    files: tuple[str, ...] = msgspec.field(default=(), name="filePaths")
    attributes: Attributes = msgspec.field(default=Attributes(), name="attributes")


class Page(msgspec.Struct, frozen=True):
    page_number: int | None = None
    height: float | None = None


class Metadata(msgspec.Struct, frozen=True):
    language: str = ""
    page_count: int = 0


class Version(msgspec.Struct, frozen=True):
    schema: str = ""


class StructuredData(msgspec.Struct, frozen=True):
    elements: tuple[Element, ...]
    pages: tuple[Page, ...] = ()
    extended_metadata: Metadata = Metadata()
    version: Version = Version()


def decode(data: bytes, name: str) -> StructuredData:
    """Reads the file; raises SourceError that says where it is not what it should be."""
    try:
        return msgspec.json.decode(data.removeprefix(b"\xef\xbb\xbf"), type=StructuredData)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise SourceError(
            f"{name} is not the output of Adobe PDF Extract: {error}",
            "unpack the result of the extraction again; it must hold `elements` with a `Path` each",
        ) from None


_STEP = re.compile(r"([^/\[\]]+)(?:\[\d+\])?")


def steps(path: str) -> list[tuple[str, str]]:
    """The tags of an element's path without `Document`, each with the path down to it."""
    found: list[tuple[str, str]] = []
    so_far = ""
    for part in path.strip("/").split("/"):
        so_far = f"{so_far}/{part}"
        if (match := _STEP.fullmatch(part)) and match[1] != "Document":
            found.append((match[1], so_far))
    return found
