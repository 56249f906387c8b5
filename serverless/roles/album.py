"""The pictures of the library as files: read from the site by the path and the hash that the index has."""

from __future__ import annotations

import hashlib
from pathlib import Path

from ..model import Asset, Figure
from .port import SIGHTS, Picture

MOST_BYTES = 4_000_000
"""Of one picture; a larger one is not sent."""


class Album:
    """Pictures below one folder, or none where there is no folder; `attached` of them go with an answer."""

    def __init__(self, site: Path | None, attached: int = 0) -> None:
        self.attached = attached
        self._site = site.resolve() if site and site.is_dir() else None

    def picture(self, figure: Figure) -> Picture | None:
        """The first panel of a figure that can be sent and is the file that the index means."""
        return next(filter(None, map(self._read, figure.panels)), None)

    def _read(self, asset: Asset) -> Picture | None:
        if self._site is None or asset.mime not in SIGHTS:
            return None
        path = (self._site / asset.path).resolve()
        if not path.is_relative_to(self._site) or not path.is_file() or path.stat().st_size > MOST_BYTES:
            return None
        data = path.read_bytes()
        return Picture(asset.mime, data) if hashlib.sha256(data).hexdigest() == asset.id else None
