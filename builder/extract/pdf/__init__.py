"""PDF files, read on PDFium and nothing else: no model, no download, the same blocks for the same file."""

from __future__ import annotations

from .document import read, texts
from .hand import Place
from .shapes import Read
from .source import ALONE, Pace

__all__ = ["ALONE", "Pace", "Place", "Read", "read", "texts"]
