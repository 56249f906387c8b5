"""Importers: what stands in the sources folder becomes documents as flat lists of blocks."""

from __future__ import annotations

from .find import Found, find
from .read import extract

__all__ = ["Found", "extract", "find"]
