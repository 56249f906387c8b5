"""What models cost."""

from __future__ import annotations

import re

from serverless.roles.deadline import Deadline
from serverless.roles.meter import Meter, Spent
from serverless.roles.prices import Price, Prices, prices, tokens

TABLE = Prices("2026-01-01", "USD", "", {"wise": Price(2.0, 10.0), "quick": Price(0.5)})


def test_costs_are_counted_by_role() -> None:
    meter = Meter(TABLE)
    meter.count("synthesis", "wise", 1_000, 200)
    meter.count("rerank", "quick", 4_000)
    meter.count("rerank", "models/quick", 4_000)
    assert meter.roles == {
        "synthesis": Spent(1, 1_000, 200, 0.004),
        "rerank": Spent(2, 8_000, 0, 0.004),
    }
    assert meter.total == Spent(3, 9_000, 200, 0.008)


def test_a_model_without_a_price_is_named() -> None:
    meter = Meter(TABLE)
    meter.count("synthesis", "mine", 1_000)
    assert meter.total == Spent(1, 1_000, 0, 0.0)
    assert meter.unpriced == {"mine"}


def test_the_table_has_a_day_and_the_usual_models() -> None:
    assert re.fullmatch(r"20\d\d-\d\d-\d\d", prices().as_of)
    assert {"gemini-embedding-001", "gemini-embedding-2", "gemini-3.1-flash-lite"} <= prices().models.keys()
    assert all(price.input > 0 for price in prices().models.values())


def test_tokens_are_estimated_by_the_script() -> None:
    assert tokens("The lamp burns oil.") == 5
    assert tokens("灯烧油。") == 4
    assert tokens("") == 0


def test_a_nearer_deadline_ends_first() -> None:
    now = [100.0]
    whole = Deadline(10, lambda: now[0])
    part = whole.within(4)
    now[0] = 103.0
    assert (whole.left(), part.left()) == (7.0, 1.0)
    assert whole.within(60).left() == 7.0
    now[0] = 111.0
    assert (whole.left(), part.left()) == (0.0, 0.0)
