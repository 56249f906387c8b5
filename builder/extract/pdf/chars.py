"""The characters of a page with their fonts, asked from PDFium one by one."""

from __future__ import annotations

import ctypes
import re
from typing import Any

from .letters import UNKNOWN
from .place import Place
from .shapes import Char, Run

HEAVY = 650
"""Weight from which a font is bold where its name says nothing."""

_BOLD = re.compile(r"bold|black|heavy|semibold|demi|medi(?!um)|CMBX|-BX|,B", re.IGNORECASE)
_ITALIC = re.compile(r"ital|obli|slant|CMTI|CMSL|-It\b", re.IGNORECASE)
_PLAIN = re.compile(r"regu|book|light|roman|CMR|normal", re.IGNORECASE)
BEYOND = 0x110000
LARGE_SIGNS = dict(zip("PQRSTXYZ[\\pqrst", "∑∏∫⋃⋂∑∏∫⋃⋂√√√√√", strict=True))
"""What the font of large signs that comes with TeX has under these letters, if it does not say so; its other
signs are brackets in several pieces, which no text needs."""
HANG = 0.75
"""Letter sizes by which its signs hang below the base line that it has for them."""
_BREAKS = {10, 13}


class Reader:
    """Reads one page; `raw` is PDFium, `text` its text page."""

    def __init__(self, raw: Any, text: Any, place: Place) -> None:
        self.raw, self.text, self.place = raw, text, place
        self.runs: list[Run] = []
        self.known: dict[int, int] = {}
        self.doubtful: set[int] = set()
        self.buffer = ctypes.create_string_buffer(256)

    def read(self) -> tuple[tuple[Char, ...], tuple[Run, ...]]:
        """All characters in the order of the file, and the runs that they belong to."""
        raw, text, place = self.raw, self.text, self.place
        box = raw.FS_RECTF()
        made: list[Char] = []
        unicode, generated = raw.FPDFText_GetUnicode, raw.FPDFText_IsGenerated
        for index in range(raw.FPDFText_CountChars(text)):
            code = unicode(text, index)
            if code in _BREAKS:
                continue
            if generated(text, index) == 1:
                if made:
                    made.append(Char(" ", made[-1].x1, made[-1].x1, made[-1].run))
            elif raw.FPDFText_GetLooseCharBox(text, index, box):
                x0, x1 = place.sides(box.left, box.bottom, box.right, box.top)
                run = self._run(index)
                made.append(Char(self._letter(code, index, run), x0, x1, run))
        return tuple(made), tuple(self.runs)

    def _letter(self, code: int, index: int, run: int) -> str:
        """The character of a code; U+FFFD where the font does not say which one it is."""
        if not code or code >= BEYOND:
            return UNKNOWN
        if run in self.doubtful and self.raw.FPDFText_HasUnicodeMapError(self.text, index) == 1:
            is_large = self.runs[run].font.upper().startswith("CMEX")
            return LARGE_SIGNS.get(chr(code), " ") if is_large else UNKNOWN
        return chr(code)

    def _run(self, index: int) -> int:
        item = self.raw.FPDFText_GetTextObject(self.text, index)
        key = ctypes.addressof(item.contents) if item else -index - 1
        if key not in self.known:
            self.known[key] = len(self.runs)
            if self.raw.FPDFText_HasUnicodeMapError(self.text, index) == 1:
                self.doubtful.add(len(self.runs))
            self.runs.append(self._described(index, item))
        return self.known[key]

    def _described(self, index: int, item: Any) -> Run:
        raw, text = self.raw, self.text
        scale, turn = self._matrix(index)
        font = self._font(index)
        weight = raw.FPDFText_GetFontWeight(text, index)
        x, y = ctypes.c_double(), ctypes.c_double()
        raw.FPDFText_GetCharOrigin(text, index, x, y)
        size = round(raw.FPDFText_GetFontSize(text, index) * scale, 1)
        hang = HANG * size if font.upper().startswith("CMEX") and not turn else 0.0
        return Run(
            font=font,
            size=size,
            base=self.place.point(x.value, y.value)[1] + hang,
            bold=bool(_BOLD.search(font) or (weight >= HEAVY and not _PLAIN.search(font))),
            italic=bool(_ITALIC.search(font)),
            turn=turn,
            mcid=raw.FPDFPageObj_GetMarkedContentID(item) if item else -1,
        )

    def _matrix(self, index: int) -> tuple[float, int]:
        """The scale of the letters, and the quarter turns that would set them upright."""
        matrix = self.raw.FS_MATRIX()
        if not self.raw.FPDFText_GetMatrix(self.text, index, matrix):
            return 1.0, 0
        scale = (matrix.c**2 + matrix.d**2) ** 0.5 or 1.0
        return scale, self.place.turn(matrix.a, matrix.b)

    def _font(self, index: int) -> str:
        flags = ctypes.c_int()
        size = self.raw.FPDFText_GetFontInfo(self.text, index, self.buffer, 256, flags)
        name = self.buffer.value.decode("utf-8", "replace") if size else ""
        return re.sub(r"^[A-Z]{6}\+", "", name)
