"""Counting what models read and write, and what that costs, by role."""

from __future__ import annotations

import threading

from ..model import Struct
from .prices import Price, Prices, prices


class Spent(Struct, frozen=True):
    """Calls, tokens, and their cost in the currency of the price table."""

    calls: int = 0
    input_tokens: int = 0
    output_tokens: int = 0
    cost: float = 0.0

    def __add__(self, other: Spent) -> Spent:
        return Spent(
            self.calls + other.calls,
            self.input_tokens + other.input_tokens,
            self.output_tokens + other.output_tokens,
            round(self.cost + other.cost, 9),
        )


class Meter:
    """Adds up from several threads. A model without a price costs 0 and is listed in `unpriced`."""

    def __init__(self, table: Prices | None = None) -> None:
        self._table = table or prices()
        self._spent: dict[str, Spent] = {}
        self._lock = threading.Lock()
        self.unpriced: set[str] = set()

    def count(self, role: str, model: str, read: int, written: int = 0, later: bool = False) -> None:
        """Takes in one call of `model` that read and wrote so many tokens, `later` in a job."""
        price = self._table.of(model)
        share = self._table.batch if later else 1.0
        cost = round(share * (price or Price(0)).cost(read, written), 9)
        with self._lock:
            if price is None:
                self.unpriced.add(model)
            self._spent[role] = self._spent.get(role, Spent()) + Spent(1, read, written, cost)

    @property
    def roles(self) -> dict[str, Spent]:
        """What each role took, in the order in which they were first asked."""
        with self._lock:
            return dict(self._spent)

    @property
    def total(self) -> Spent:
        return sum(self.roles.values(), Spent())
