"""The structure of a tagged PDF, page by page, as far as it names headings, figures and captions."""

from __future__ import annotations

import ctypes
import re
from collections.abc import Iterator
from typing import Any

from .shapes import Tag

DEEPEST = 60
STRUCTURE = re.compile(r"H[1-6]?|Title|Figure|Caption|Formula")


def of_page(raw: Any, page: Any) -> Iterator[Tag]:
    """The tags of a page in reading order, none where it has no structure; `raw` is PDFium."""
    tree = raw.FPDF_StructTree_GetForPage(page.raw)
    if not tree:
        return
    for index in range(raw.FPDF_StructTree_CountChildren(tree)):
        yield from _tagged(raw, raw.FPDF_StructTree_GetChildAtIndex(tree, index), 0)
    raw.FPDF_StructTree_Close(tree)


def _tagged(raw: Any, element: Any, depth: int) -> Iterator[Tag]:
    if not element or depth > DEEPEST:
        return
    name = _words(raw.FPDF_StructElement_GetType, element)
    if STRUCTURE.fullmatch(name):
        alt = _words(raw.FPDF_StructElement_GetAltText, element)
        yield Tag(name, tuple(_mcids(raw, element, depth)), " ".join(alt.split()))
        return
    for index in range(raw.FPDF_StructElement_CountChildren(element)):
        yield from _tagged(raw, raw.FPDF_StructElement_GetChildAtIndex(element, index), depth + 1)


def _mcids(raw: Any, element: Any, depth: int) -> Iterator[int]:
    if not element or depth > DEEPEST:
        return
    for index in range(max(raw.FPDF_StructElement_GetMarkedContentIdCount(element), 0)):
        yield raw.FPDF_StructElement_GetMarkedContentIdAtIndex(element, index)
    for index in range(raw.FPDF_StructElement_CountChildren(element)):
        yield from _mcids(raw, raw.FPDF_StructElement_GetChildAtIndex(element, index), depth + 1)


def _words(getter: Any, element: Any) -> str:
    size = getter(element, None, 0)
    if size <= 2:
        return ""
    buffer = ctypes.create_string_buffer(size)
    getter(element, buffer, size)
    return buffer.raw[: size - 2].decode("utf-16le", "ignore")
