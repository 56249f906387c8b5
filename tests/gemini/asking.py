"""A question put to the small library, as far as the roles need it."""

from __future__ import annotations

from serverless import figures
from serverless.context import Context, choose, gather
from serverless.index import Index
from serverless.model import Figure, Question
from serverless.query import understand
from serverless.recall import Inquiry, inquire
from serverless.roles.deadline import Deadline
from serverless.roles.meter import Meter
from serverless.roles.port import Call, Model
from tests.reader import small

WATTS = "How many watts does the lamp draw in a storm?"


def inquiries(text: str, index: Index) -> tuple[Inquiry, ...]:
    return inquire(understand(Question(question=text), index), small.EMBEDDER, index)


def context(text: str, index: Index) -> Context:
    return gather(choose(inquiries(text, index), 3), index)


def candidates(found: Context, index: Index) -> list[Figure]:
    return [figure for figure, _ in figures.candidates(found, index)]


def call(model: Model, seconds: float = 20.0) -> Call:
    return Call(model, Deadline(seconds), Meter())
