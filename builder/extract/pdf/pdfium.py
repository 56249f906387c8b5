"""PDFium: the one room that knows it. A file as pages of characters, drawings and tags, and as pictures."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec

from serverless.errors import SourceError
from serverless.model import Box

from . import drawn, tags
from .chars import Reader
from .place import Place
from .shapes import Char, Run, Sheet

if TYPE_CHECKING:
    from PIL.Image import Image

MOST_OBJECTS = 60_000
"""Objects of a page above which it is shown as a picture and not read."""
MOST_CHARS = 200_000
MOST_MARKS, DEEPEST = 5_000, 8
"""Lines of an outline, and levels of it, that are read."""
LETTER = (612.0, 792.0)
TURNED = 0.6
"""Share of the text of a page that runs up or down, from which on the page is turned."""
_REASONS = {2: "it cannot be read", 3: "it is not a PDF, or it is damaged"}
_ENCRYPTED = {4, 5}


class Bookmark(NamedTuple):
    """One line of the outline, `level` from 1; `page` counts from 1, 0 where it leads nowhere."""

    level: int
    title: str
    page: int


class Pdf:
    """An open file. Pages count from 1."""

    def __init__(self, document: Any) -> None:
        import pypdfium2.raw

        self._document = document
        self._raw: Any = pypdfium2.raw
        self.turns: dict[int, int] = {}
        """Quarter turns to the right that set pages upright, as far as they are known."""

    def __len__(self) -> int:
        return len(self._document)

    def said(self, key: str) -> str:
        """A field of the file's own description ("Title", "Producer"), "" where there is none."""
        text = self._document.get_metadata_value(key) or ""
        return " ".join(text.replace("\0", "").encode("utf-8", "ignore").decode().split())

    @property
    def lang(self) -> str:
        """The language that the file declares, "" for none."""
        import ctypes

        letters = (ctypes.c_ushort * 32)()
        size = self._raw.FPDFCatalog_GetLanguage(self._document.raw, letters, 64)
        return "".join(map(chr, letters[: max(size // 2 - 1, 0)])) if size <= 64 else ""

    def outline(self) -> tuple[Bookmark, ...]:
        """The outline from top to bottom, empty lines left out."""
        found = []
        for mark in self._marks():
            target = mark.get_dest()
            page = target.get_index() if target else None
            title = " ".join((mark.get_title() or "").replace("\0", "").split())
            if title:
                found.append(Bookmark(mark.level + 1, title, 0 if page is None else page + 1))
        return tuple(found)

    def _marks(self) -> list[Any]:
        import pypdfium2

        try:
            return list(islice(self._document.get_toc(max_depth=DEEPEST), MOST_MARKS))
        except pypdfium2.PdfiumError:
            return []

    def sheet(self, number: int) -> Sheet:
        """One page, turned so that its text stands upright; a damaged one is empty, and says so."""
        import pypdfium2

        try:
            return self._sheet(number)
        except pypdfium2.PdfiumError:
            return Sheet(number, *LETTER, (), (), (), damaged=True)

    def _sheet(self, number: int) -> Sheet:
        with self._page(number) as page:
            sheet = self._read(number, page)
            turn = _turn(sheet.chars, sheet.runs)
            if not turn:
                return sheet
            self.turns[number] = turn
            self._turned(number, page)
            return msgspec.structs.replace(self._read(number, page), turn=turn)

    def size(self, number: int) -> tuple[float, float]:
        """Width and height of a page in points, without a look at what stands on it."""
        width, height = self._document.get_page_size(number - 1)
        return (width, height) if width > 0 and height > 0 else LETTER

    def pictures(self, number: int, crops: Sequence[tuple[Box, float]]) -> Iterator[Image]:
        """Parts of a page, each at its own scale (1.0 is 72 dots an inch)."""
        with self._page(number) as page:
            self._turned(number, page)
            width, height = page.get_size()
            for (left, top, right, bottom), scale in crops:
                edges = (max(left, 0), max(height - bottom, 0), max(width - right, 0), max(top, 0))
                bitmap = page.render(scale=scale, crop=edges)
                yield bitmap.to_pil().convert("RGB")
                bitmap.close()

    def _turned(self, number: int, page: Any) -> None:
        turn = self.turns.get(number, 0)
        if turn:
            self._raw.FPDFPage_SetRotation(page.raw, (page.get_rotation() // 90 + turn) % 4)

    @contextmanager
    def _page(self, number: int) -> Iterator[Any]:
        page = self._document[number - 1]
        try:
            yield page
        finally:
            page.close()

    def _read(self, number: int, page: Any) -> Sheet:
        place = Place(self._raw, page)
        is_crowded = self._raw.FPDFPage_CountObjects(page.raw) > MOST_OBJECTS
        if is_crowded:
            return Sheet(number, place.width, place.height, (), (), (), crowded=True)
        text = page.get_textpage()
        try:
            is_crowded = text.count_chars() > MOST_CHARS
            chars, runs = ((), ()) if is_crowded else Reader(self._raw, text.raw, place).read()
        finally:
            text.close()
        marks = tuple(drawn.marks(self._raw, page, place))
        found = tuple(tags.of_page(self._raw, page))
        return Sheet(number, place.width, place.height, chars, runs, marks, found, is_crowded)


def _turn(chars: Sequence[Char], runs: Sequence[Run]) -> int:
    """Quarter turns to the right that set a page upright on which most of the text runs another way."""
    turns = Counter(runs[char.run].turn for char in chars)
    turn, count = turns.most_common(1)[0] if turns else (0, 0)
    return turn if count > TURNED * len(chars) else 0


@contextmanager
def opened(path: Path, name: str, password: str = "") -> Iterator[Pdf]:
    """Opens a PDF; raises SourceError that calls it `name` and says why it cannot be read."""
    import pypdfium2

    if not path.stat().st_size:
        raise SourceError(f"{name} is empty", "copy it again")
    try:
        document = pypdfium2.PdfDocument(path, password=password or None)
    except pypdfium2.PdfiumError as error:
        raise _refused(name, getattr(error, "err_code", 0), password) from None
    try:
        yield Pdf(document)
    finally:
        document.close()


def _refused(name: str, code: int | None, password: str) -> SourceError:
    if code in _ENCRYPTED:
        told = "the password is wrong" if password else "it is encrypted and asks for a password"
        return SourceError(
            f"{name} cannot be opened: {told}", "give its `password` in overrides/, or save it without one"
        )
    reason = _REASONS.get(code or 0, _REASONS[3])
    return SourceError(f"{name} cannot be opened: {reason}", "print it to PDF anew, or repair it")
