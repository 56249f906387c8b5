"""From the coordinates of a PDF to points from the upper left corner of the page as it is shown."""

from __future__ import annotations

import ctypes
from typing import Any

from serverless.model import Box

_FINE = 32
"""Steps a point in which PDFium is asked for a place; it answers in whole ones."""
_FAR = 1000


class Place:
    """The way from PDFium's coordinates to ours, with the turn and the crop of the page in it."""

    def __init__(self, raw: Any, page: Any) -> None:
        self.width, self.height = page.get_size()
        size = (int(self.width * _FINE) or 1, int(self.height * _FINE) or 1)
        x, y = ctypes.c_int(), ctypes.c_int()

        def shown(left: float, top: float) -> tuple[float, float]:
            raw.FPDF_PageToDevice(page.raw, 0, 0, *size, 0, left, top, x, y)
            return x.value / _FINE, y.value / _FINE

        (self.x, self.y), (ax, ay), (bx, by) = shown(0, 0), shown(_FAR, 0), shown(0, _FAR)
        self.ax, self.ay = (ax - self.x) / _FAR, (ay - self.y) / _FAR
        self.bx, self.by = (bx - self.x) / _FAR, (by - self.y) / _FAR

    def point(self, x: float, y: float) -> tuple[float, float]:
        return self.x + self.ax * x + self.bx * y, self.y + self.ay * x + self.by * y

    def box(self, left: float, bottom: float, right: float, top: float) -> Box:
        (x0, y0), (x1, y1) = self.point(left, bottom), self.point(right, top)
        return min(x0, x1), min(y0, y1), max(x0, x1), max(y0, y1)

    def sides(self, left: float, bottom: float, right: float, top: float) -> tuple[float, float]:
        """Where a box begins and ends from left to right; the quick way for pages that are not turned."""
        if not self.bx and self.ax > 0:
            return self.x + self.ax * left, self.x + self.ax * right
        box = self.box(left, bottom, right, top)
        return box[0], box[2]

    def turn(self, a: float, b: float) -> int:
        """Quarter turns to the right after which text along (a, b) runs from left to right."""
        right, fall = self.ax * a + self.bx * b, self.ay * a + self.by * b
        if abs(fall) <= 0.3 * abs(right):
            return 0 if right >= 0 else 2
        return 1 if fall < 0 else 3
