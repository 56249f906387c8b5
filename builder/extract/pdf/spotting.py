"""RapidLayout: the one room that knows it. Where figures and tables stand on the picture of a page.

Nothing is fetched: the model lies in the package (`pip install 'sourceleaf[layout]'`).
"""

from __future__ import annotations

import logging
from functools import cached_property
from typing import TYPE_CHECKING, Any

from .sight import Seen, Sight

if TYPE_CHECKING:
    from PIL.Image import Image

KINDS = frozenset(("figure", "table"))


class Spotter(Sight):
    """Finds figures and tables on a picture."""

    package = "rapid-layout"
    option = "layout"

    def look(self, picture: Image) -> tuple[Seen, ...]:
        import numpy as np

        found = self._engine(np.asarray(picture.convert("RGB"))[:, :, ::-1])
        things = zip(found.class_names or (), found.boxes or (), found.scores or (), strict=True)
        return tuple(
            Seen(kind, tuple(round(float(edge), 1) for edge in box), round(float(score), 3))  # type: ignore[arg-type]
            for kind, box, score in things
            if kind in KINDS
        )

    @cached_property
    def _engine(self) -> Any:
        logging.disable(logging.INFO)  # each of its modules tells what it opens
        try:
            from rapid_layout import RapidLayout

            return RapidLayout()
        finally:
            logging.disable(logging.NOTSET)
