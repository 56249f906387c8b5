"""Figures beside an answer: what speaks for one, and that none is a normal result."""

from __future__ import annotations

import msgspec
import pytest

from serverless.answer import complete
from serverless.cues import Cues, asks_formula, differs, fits
from serverless.index import Index
from serverless.model import Figure, FigureMode, Question
from serverless.tools import Tools

from . import small

FIGURE, TABLE, ORNAMENT = small.FIGURES
ALGORITHM = msgspec.structs.replace(FIGURE, kind="algorithm")


@pytest.mark.parametrize(
    ("figure", "question", "expected"),
    [
        (TABLE, "What is the average draw?", 1.0),
        (FIGURE, "What is the average draw?", -0.5),
        (FIGURE, "What does the lamp look like?", 1.0),
        (TABLE, "What does the lamp look like?", -0.5),
        (TABLE, "Combien de watts ?", 1.0),
        (FIGURE, "灯的结构是什么？", 1.0),
        (ALGORITHM, "What is the average draw?", 0.0),
        (FIGURE, "Who keeps the lamp?", 0.0),
    ],
)
def test_numbers_stand_in_tables_and_looks_in_pictures(
    figure: Figure, question: str, expected: float
) -> None:
    assert fits(figure, question) == expected


@pytest.mark.parametrize(
    ("caption", "question", "other"),
    [
        ("Draw of the 40W lamp", "What does the 65W lamp draw?", True),
        ("Draw of the 40W and 65W lamps", "What does the 65W lamp draw?", False),
        ("Draw of the lamp", "What does the 65W lamp draw?", False),
        ("Draw after 10K hours", "What does the 65W lamp draw?", False),
    ],
)
def test_a_caption_of_another_size_speaks_against(caption: str, question: str, other: bool) -> None:
    assert differs(caption, question) is other


@pytest.mark.parametrize("question", ["Give the formula", "Quelle est l’équation ?", "公式是什么？"])
def test_formulas_are_asked_for_in_every_language(question: str) -> None:
    assert asks_formula(question)
    assert not asks_formula("How is it cleaned?")


def test_what_the_answer_quotes_counts_more_than_what_only_sums_up() -> None:
    cues = Cues(near=0.0, asked=0.5, captioned=0.2)
    quoted = msgspec.structs.replace(cues, quoted=True)
    framed = msgspec.structs.replace(cues, sums_up=True)
    assert framed.score < cues.score < quoted.score


def test_a_figure_named_by_number_comes_first(opened: Index, tools: Tools) -> None:
    given = complete(Question(question="What does Figure 1 show of the hood?"), opened, tools)
    assert given.figures[0].id == FIGURE.id


def test_ornaments_are_never_shown(opened: Index, tools: Tools) -> None:
    given = complete(Question(question="Show a picture of how to clean the lens"), opened, tools)
    assert ORNAMENT.id not in {card.id for card in given.figures}


def test_at_most_as_many_as_are_wanted(opened: Index, tools: Tools) -> None:
    none = msgspec.structs.replace(tools, max_figures=0)
    assert complete(Question(question="What does Figure 1 show?"), opened, none).figures == ()


def test_three_ways_to_choose_figures(opened: Index, tools: Tools) -> None:
    question = Question(question="How many watts does storm mode draw?")

    def shown(mode: FigureMode) -> list[str]:
        given = complete(question, opened, msgspec.structs.replace(tools, figures=mode))
        return [card.label for card in given.figures]

    assert shown("text") == []
    assert shown("figures") == ["Table I"]
    assert shown("section") == ["Table I"]
