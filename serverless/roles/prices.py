"""What models cost: a table with its date, for estimates; the bill is the provider's own."""

from __future__ import annotations

import math
import re
from functools import cache
from pathlib import Path

import msgspec

from ..model import Struct

MILLION = 1_000_000
WIDE = re.compile(r"[\u1100-\u11ff\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff\uff00-\uffef]")
"""Characters that are about one token each."""
LETTERS = 4
"""Other characters that make about one token."""


class Price(Struct, frozen=True):
    """For a million tokens read and written; `picture` is how many tokens a picture counts as."""

    input: float
    output: float = 0.0
    picture: int = 0

    def cost(self, read: int, written: int = 0) -> float:
        """What so many tokens cost, in the currency of the table."""
        return (read * self.input + written * self.output) / MILLION


class Prices(Struct, frozen=True):
    """`as_of` is the day on which these were the list prices."""

    as_of: str
    currency: str
    note: str
    models: dict[str, Price]
    batch: float = 1.0
    """What share of a price is paid for a thing that is done later, in a job."""

    def of(self, model: str) -> Price | None:
        """The price of a model, or None where the table does not know it."""
        return self.models.get(model.removeprefix("models/"))


@cache
def prices() -> Prices:
    """The table that is shipped beside this file."""
    return msgspec.json.decode(Path(__file__).with_name("prices.json").read_bytes(), type=Prices)


def tokens(text: str) -> int:
    """About how many tokens a text is; rather too many than too few."""
    wide = len(WIDE.findall(text))
    return wide + math.ceil((len(text) - wide) / LETTERS)
