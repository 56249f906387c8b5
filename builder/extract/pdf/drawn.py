"""What is drawn on a page, as boxes: paths, pictures, groups. A group that is the whole page is opened."""

from __future__ import annotations

import ctypes
from collections.abc import Iterator
from typing import Any

from serverless.model import Box

from .place import Place
from .shapes import Mark, MarkKind, around

WHOLE = 0.6
"""Share of a page from which on a group of drawings is looked into: it is the page and not a figure."""
MOST_POINTS = 64
MOST_PARTS = 4000
DEEPEST = 3


def marks(raw: Any, page: Any, place: Place) -> Iterator[Mark]:
    """Everything that is not text, in the order in which it is drawn; `raw` is PDFium."""
    for index in range(raw.FPDFPage_CountObjects(page.raw)):
        item = raw.FPDFPage_GetObject(page.raw, index)
        mark = _mark(raw, item, place, None)
        if mark is None:
            continue
        x0, y0, x1, y1 = mark.box
        if mark.kind == "form" and (x1 - x0) * (y1 - y0) > WHOLE * place.width * place.height:
            yield from _opened(raw, item, place)
        else:
            yield mark


def _opened(raw: Any, group: Any, place: Place) -> Iterator[Mark]:
    matrix = raw.FS_MATRIX()
    raw.FPDFPageObj_GetMatrix(group, matrix)
    for inner in range(raw.FPDFFormObj_CountObjects(group)):
        mark = _mark(raw, raw.FPDFFormObj_GetObject(group, inner), place, matrix)
        if mark is not None:
            yield mark


def _mark(raw: Any, item: Any, place: Place, matrix: Any) -> Mark | None:
    kinds: dict[int, MarkKind] = {
        raw.FPDF_PAGEOBJ_PATH: "path",
        raw.FPDF_PAGEOBJ_IMAGE: "image",
        raw.FPDF_PAGEOBJ_SHADING: "image",
        raw.FPDF_PAGEOBJ_FORM: "form",
    }
    kind = kinds.get(raw.FPDFPageObj_GetType(item))
    bounds = _bounds(raw, item) if kind else None
    if kind is None or bounds is None:
        return None
    x0, y0, x1, y1 = place.box(*(bounds if matrix is None else _through(matrix, bounds)))
    box = max(x0, 0.0), max(y0, 0.0), min(x1, place.width), min(y1, place.height)
    return Mark(kind, box) if box[2] >= box[0] and box[3] >= box[1] else None


def _bounds(raw: Any, item: Any, depth: int = 0) -> Box | None:
    """What is seen of an object, in its own coordinates: left, bottom, right, top."""
    edges = [ctypes.c_float() for _ in range(4)]
    if not raw.FPDFPageObj_GetBounds(item, *edges):
        return None
    left, bottom, right, top = (edge.value for edge in edges)
    clip = _clip(raw, item)
    if raw.FPDFPageObj_GetType(item) == raw.FPDF_PAGEOBJ_FORM and depth < DEEPEST:
        clip = _seen(raw, item, depth) or clip
    if clip:
        left, bottom = max(left, clip[0]), max(bottom, clip[1])
        right, top = min(right, clip[2]), min(top, clip[3])
    return (left, bottom, right, top) if right >= left and top >= bottom else None


def _seen(raw: Any, group: Any, depth: int) -> Box | None:
    """The box around what is seen of the parts of a group."""
    matrix = raw.FS_MATRIX()
    raw.FPDFPageObj_GetMatrix(group, matrix)
    count = min(raw.FPDFFormObj_CountObjects(group), MOST_PARTS)
    parts = (_bounds(raw, raw.FPDFFormObj_GetObject(group, inner), depth + 1) for inner in range(count))
    boxes = [part for part in parts if part]
    return _through(matrix, around(boxes)) if boxes and count < MOST_PARTS else None


def _clip(raw: Any, item: Any) -> Box | None:
    """The box of the first path that an object is clipped to."""
    path = raw.FPDFPageObj_GetClipPath(item)
    if not path or raw.FPDFClipPath_CountPaths(path) < 1:
        return None
    x, y = ctypes.c_float(), ctypes.c_float()
    points = []
    for segment in range(min(raw.FPDFClipPath_CountPathSegments(path, 0), MOST_POINTS)):
        if raw.FPDFPathSegment_GetPoint(raw.FPDFClipPath_GetPathSegment(path, 0, segment), x, y):
            points.append((x.value, y.value))
    if len(points) < 3:
        return None
    xs, ys = zip(*points, strict=True)
    return min(xs), min(ys), max(xs), max(ys)


def _through(matrix: Any, box: Box) -> Box:
    """A box of a group in the coordinates of its page."""
    m = matrix
    corners = [(x * m.a + y * m.c + m.e, x * m.b + y * m.d + m.f) for x in box[::2] for y in box[1::2]]
    xs, ys = zip(*corners, strict=True)
    return min(xs), min(ys), max(xs), max(ys)
