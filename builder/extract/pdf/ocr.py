"""RapidOCR: the one room that knows it. A picture of a page becomes lines of text.

Nothing is fetched: the models lie in the package (`pip install 'sourceleaf[ocr]'`).
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any

from serverless.model import Box

from .sight import Seen, Sight

if TYPE_CHECKING:
    from PIL.Image import Image


class Eyes(Sight):
    """Reads the text of a picture."""

    package = "rapidocr"
    option = "ocr"

    def look(self, picture: Image) -> tuple[Seen, ...]:
        import numpy as np

        found = self._engine(np.asarray(picture.convert("RGB"))[:, :, ::-1])
        if not found.txts:
            return ()
        lines = zip(found.txts, found.boxes.tolist(), found.scores, strict=True)
        return tuple(Seen(text, _around(corners), round(float(score), 3)) for text, corners, score in lines)

    @cached_property
    def _engine(self) -> Any:
        from rapidocr import RapidOCR

        return RapidOCR(params={"Global.log_level": "warning"})


def _around(corners: list[list[float]]) -> Box:
    across, down = [x for x, _ in corners], [y for _, y in corners]
    return round(min(across), 1), round(min(down), 1), round(max(across), 1), round(max(down), 1)
