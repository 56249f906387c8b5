"""PDF files, read on PDFium and nothing else: no model, no download, the same blocks for the same file."""

from __future__ import annotations

from .document import Place, read, words
from .shapes import Read

__all__ = ["Place", "Read", "read", "words"]
