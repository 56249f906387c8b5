"""Follow-ups: a question that leans on the conversation before it is written out."""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import Meta

from ..model import Question, Struct, Turn
from .fence import fenced, nonce
from .port import Call, Prompt
from .prompts import wording
from .structured import ask

TURNS = 6
TURN = 600
"""Turns of the conversation that are read, and characters of each."""


class Standalone(Struct, frozen=True):
    """The reply: the question on its own feet."""

    question: Annotated[str, Meta(min_length=1, max_length=600)]


def condense(asked: Question, call: Call) -> Question:
    """The question without its history, which is then in its words. Raises ModelError."""
    if not asked.history:
        return asked
    reply = ask(call, prompt(asked), Standalone)
    text = " ".join(reply.question.split())
    return msgspec.structs.replace(asked, question=text or asked.question, history=())


def prompt(asked: Question) -> Prompt:
    told = [_line(turn) for turn in asked.history[-TURNS:]]
    number = nonce([asked.question, *told])
    words = wording("condense")
    parts = (
        fenced("CONVERSATION", "\n".join(told), number),
        fenced("QUESTION", asked.question, number),
        words.render("closing"),
    )
    system = words.render("system", nonce=number)
    return Prompt("condense", words.version, system, parts, max_tokens=300)


def _line(turn: Turn) -> str:
    who = "reader" if turn.role == "user" else "library"
    return f"{who}: {' '.join(turn.text.split())[:TURN]}"
