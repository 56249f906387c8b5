"""Writes placed items the way Adobe PDF Extract does: structuredData.json, figures/, tables/."""

from __future__ import annotations

import csv
import io
import json
import shutil
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any

from . import almanac_tables
from .typeset import CELL, HEIGHT, WIDTH, Box, Piece, Placed, union

Element = dict[str, Any]
TAGS = {"title": "Title", "h1": "H1", "h2": "H2", "author": "P/Sub", "note": "Footnote"}
VERSION = {"json_export": "201", "page_segmentation": "5", "schema": "1.1.0", "structure": "1.1081.0"}
VERSION |= {"table_structure": "5"}
FAMILIES = {"DejaVuSerif": "DejaVu Serif", "DejaVuSans": "DejaVu Sans"}


class Writer:
    """Collects elements; knows the open `Sect`s and how often each tag has been used in each place."""

    def __init__(self, pictures: Path, out: Path) -> None:
        self.pictures, self.out = pictures, out
        self.elements: list[Element] = []
        self.used: Counter[str] = Counter()
        self.sections: list[str] = []
        self.files = 0
        self.paragraph = self.authors = self.list = ""

    @property
    def here(self) -> str:
        return self.sections[-1] if self.sections else "//Document"

    def path(self, parent: str, tag: str) -> str:
        """The next path for `tag` under `parent`: P, P[2], P[3]…"""
        self.used[f"{parent}/{tag}"] += 1
        number = self.used[f"{parent}/{tag}"]
        return f"{parent}/{tag}" + (f"[{number}]" if number > 1 else "")

    def add(self, page: int, box: Box, path: str, **more: Any) -> None:
        bounds = [round(value, 2) for value in box]
        self.elements.append(
            {"Bounds": bounds, "ObjectID": 100 + len(self.elements), "Page": page, "Path": path, **more}
        )

    def file(self, folder: str, ending: str) -> str:
        """The next rendition's name; numbers run across both folders."""
        name = f"{folder}/fileoutpart{self.files}.{ending}"
        self.files += 1
        return name

    def write(self, part: Placed, split: bool) -> None:
        kind = part.item.kind
        if kind in {"figure", "formula"}:
            self.figure(part)
        elif kind == "table":
            self.table(part)
        elif kind == "item":
            self.bullet(part)
        else:
            self.text(part, self.place(part, split))

    def place(self, part: Placed, split: bool) -> str:
        """The path of a heading or paragraph; headings open a section of their level."""
        kind = part.item.kind
        if kind in {"h1", "h2"}:
            self.sections = self.sections[: int(kind[1]) - 1]
            self.sections.append(self.path(self.here, "Sect"))
            return self.path(self.here, TAGS[kind])
        if kind == "author":
            self.authors = self.authors or self.path(self.here, "P")
            return self.path(self.authors, "Sub")
        if part.continued:
            return self.path(self.paragraph, "ParagraphSpan")
        self.paragraph = self.path(self.here, TAGS.get(kind, "P"))
        return self.path(self.paragraph, "ParagraphSpan") if split else self.paragraph

    def text(self, part: Placed, path: str) -> None:
        spans = list(same_font(part.pieces))
        first = part.pieces[0]
        size = round(first.size / (0.7 if part.item.kind == "note" else 1), 2)
        common: Element = {"HasClip": False, "Lang": "en", "TextSize": size}
        attributes = {"LineHeight": round(size * 1.45, 2), "SpaceAfter": 6}
        if len(spans) == 1:
            text = said(spans[0]) + " "
            self.add(part.page, part.box, path, Font=font(first), Text=text, attributes=attributes, **common)
            return
        kids = [
            self.kid(span, path, first, after) for span, after in zip(spans, [*spans[1:], None], strict=True)
        ]
        self.add(part.page, part.box, path, Kids=kids, attributes=attributes, **common)

    def kid(self, span: list[Piece], path: str, first: Piece, after: list[Piece] | None) -> Element:
        """A stretch of one font; another font than the paragraph's begins a StyleSpan."""
        spaced = after is None or after[0].text.startswith(" ") or after[0].base < span[-1].box[1]
        raised = span[0].size < first.size or (span[0] is first and first.size < 6)
        odd = raised or span[0].font != "DejaVuSerif"
        kid: Element = {
            "Bounds": [round(value, 2) for value in union(piece.box for piece in span)],
            "Font": font(span[0]),
            "HasClip": False,
            "Page": span[0].page,
            "Path": self.path(path, "StyleSpan") if odd else path,
            "Text": said(span).lstrip() + (" " if spaced else ""),
            "TextSize": round(span[0].size, 2),
        }
        return kid | ({"attributes": {"TextPosition": "Sup"}} if raised else {})

    def bullet(self, part: Placed) -> None:
        if part.item.first and part.label:
            self.list = self.path(self.here, "L")
        if part.label:
            self.paragraph = self.path(self.list, "LI")
            self.text(Placed(part.item, part.page, part.label.box, (part.label,)), f"{self.paragraph}/Lbl")
        self.text(part, self.path(self.paragraph, "LBody"))

    def figure(self, part: Placed) -> None:
        name = self.file("figures", "png")
        shutil.copyfile(self.pictures / part.name, self.out / name)
        block = part.item.kind == "figure"
        more: Element = (
            {} if block else {"Lang": "en", "Text": part.item.runs[0].text + " ", "TextSize": 10.0}
        )
        attributes = {
            "BBox": [round(value, 2) for value in part.box],
            "Placement": "Block" if block else "Inline",
        }
        path = self.path(self.here if block else self.path(self.here, "P"), "Figure")
        self.add(part.page, part.box, path, attributes=attributes, filePaths=[name], **more)

    def table(self, part: Placed) -> None:
        rows = [[piece.text for piece in row] for row in part.rows]
        names = [self.file("tables", "csv"), self.file("tables", "png")]
        (self.out / names[0]).write_bytes(sheet(rows))
        almanac_tables.picture(self.out / names[1], tuple(tuple(row) for row in rows))
        attributes = {
            "BBox": [round(value, 2) for value in part.box],
            "NumRow": len(rows),
            "NumCol": len(rows[0]),
        }
        path = self.path(self.here, "Table")
        self.add(part.page, part.box, path, attributes=attributes | {"Placement": "Block"}, filePaths=names)
        for number, row in enumerate(part.rows):
            line = self.path(path, "TR")
            for column, piece in enumerate(row):
                self.cell(
                    piece,
                    self.path(line, "TD" if number else "TH"),
                    (number, column),
                    cell_box(part, number, column),
                )

    def cell(self, piece: Piece, path: str, place: tuple[int, int], box: Box) -> None:
        attributes = {
            "BlockAlign": "Middle",
            "ColIndex": place[1],
            "Height": CELL,
            "InlineAlign": "Start",
            "RowIndex": place[0],
            "Width": round(box[2] - box[0], 2),
        }
        self.add(piece.page, box, path, attributes=attributes)
        more = {"HasClip": False, "Lang": "en", "Text": piece.text + " ", "TextSize": piece.size}
        self.add(piece.page, piece.box, f"{path}/P", Font=font(piece), **more)


def cell_box(part: Placed, row: int, column: int) -> Box:
    pieces = part.rows[row]
    right = pieces[column + 1].x - 4 if column + 1 < len(pieces) else part.box[2]
    top = part.box[3] - CELL * row
    return pieces[column].x - 4, top - CELL, right, top


def same_font(pieces: Sequence[Piece]) -> Iterator[list[Piece]]:
    span = [pieces[0]]
    for piece in pieces[1:]:
        if (piece.font, piece.size) == (span[0].font, span[0].size):
            span.append(piece)
        else:
            yield span
            span = [piece]
    yield span


def said(span: Sequence[Piece]) -> str:
    """The text of pieces on one or more lines; a new line is a space."""
    text = span[0].text
    for before, piece in pairwise(span):
        text += ("" if piece.base == before.base else " ") + piece.text
    return text


def font(piece: Piece) -> Element:
    family, _, face = piece.font.partition("-")
    return {
        "alt_family_name": FAMILIES[family],
        "embedded": True,
        "encoding": "Identity-H",
        "family_name": FAMILIES[family],
        "font_type": "TrueType",
        "italic": face == "Italic",
        "monospaced": False,
        "name": f"ABCDEE+{piece.font}",
        "subset": True,
        "weight": 700 if face == "Bold" else 400,
    }


def sheet(rows: list[list[str]]) -> bytes:
    """CSV with a byte order mark, every cell quoted and followed by a space, as the service writes it."""
    text = io.StringIO()
    csv.writer(text, quoting=csv.QUOTE_ALL, lineterminator="\r\n").writerows(
        [[cell + " " for cell in row] for row in rows]
    )
    return b"\xef\xbb\xbf" + text.getvalue().encode()


def write(out: Path, placed: Sequence[Placed], pictures: Path) -> None:
    """Empties and fills figures/ and tables/, and writes structuredData.json, one element a line."""
    for folder in ("figures", "tables"):
        shutil.rmtree(out / folder, ignore_errors=True)
        (out / folder).mkdir(parents=True)
    writer = Writer(pictures, out)
    for number, part in enumerate(placed):
        writer.write(part, any(later.continued and later.item is part.item for later in placed[number + 1 :]))
    boxes = {name: [0.0, 0.0, WIDTH, HEIGHT] for name in ("CropBox", "MediaBox")}
    shape = {"boxes": boxes, "height": HEIGHT, "is_scanned": False, "rotation": 0, "width": WIDTH}
    pages = [{**shape, "page_number": page} for page in range(max(part.page for part in placed) + 1)]
    about: Element = {
        "has_acroform": False,
        "has_embedded_files": False,
        "is_XFA": False,
        "is_encrypted": False,
    }
    about |= {"language": "en", "page_count": len(pages), "pdf_version": "1.4"}
    body = ",\n".join(json.dumps(element, ensure_ascii=False) for element in writer.elements)
    head = json.dumps({"version": VERSION, "extended_metadata": about})[:-1]
    text = f'{head}, "elements": [\n{body}\n], "pages": {json.dumps(pages)}}}\n'
    (out / "structuredData.json").write_text(text, encoding="utf-8")
