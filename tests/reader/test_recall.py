"""Recall: vectors and words fused, words trusted by what the library knows, places named outright lifted."""

from __future__ import annotations

import pytest

from serverless.index import Index
from serverless.lifts import named_figures
from serverless.model import Question, Turn
from serverless.query import understand
from serverless.recall import fuse, trust

from . import small


def sections(text: str, opened: Index, **fields: str) -> list[str]:
    return [hit.section for hit in small.found(small.asked(text, opened, **fields), opened)]


@pytest.mark.parametrize(
    ("question", "first"),
    [
        ("How do I clean the lens?", "lamp/cleaning"),
        ("Comment nettoyer la lentille ?", "phare/entretien"),
        ("What is the sail made of?", "kite/sail"),
        ("hood", "lamp/parts"),
    ],
)
def test_the_right_section_comes_first(question: str, first: str, opened: Index) -> None:
    assert sections(question, opened)[0] == first


def test_sections_of_noise_are_never_found(opened: Index) -> None:
    assert "lamp/references" not in sections("references keeper 1911", opened)


def test_one_document_alone(opened: Index) -> None:
    found = sections("Which battery powers the camera?", opened, document="lamp")
    assert {section.partition("/")[0] for section in found} == {"lamp"}


def test_words_that_the_library_does_not_know_are_not_trusted(opened: Index) -> None:
    same = small.asked("How do I clean the lens?", opened)
    across = small.asked("Wie reinigt der Wärter die Linse der Lamp?", opened)
    assert trust(same, "en") == 1.0
    assert across.coverage < 0.5
    assert trust(across, "en") < 0.1


def test_fusion_is_the_mean_of_stretched_scores_by_trust() -> None:
    dense = {"a": 0.9, "b": 0.8, "c": 0.7}
    lexical = {"b": 12.0, "d": 2.0}
    trusted = fuse(dense, lexical, {})
    assert {name: round(score, 2) for name, score in trusted.items()} == {
        "a": 0.5,
        "b": 0.75,
        "c": 0.0,
        "d": 0.08,
    }
    alone = fuse(dense, lexical, dict.fromkeys("abcd", 0.0))
    assert {name: round(score, 2) for name, score in alone.items()} == {
        "a": 1.0,
        "b": 0.5,
        "c": 0.0,
        "d": 0.0,
    }


@pytest.mark.parametrize(
    ("question", "first"),
    [
        ("What does Figure 1 show?", "lamp/parts"),
        ("Que montre le tableau I ?", "lamp/power"),
        ("Explain table 1", "lamp/power"),
        ("section 3.1", "lamp/cleaning"),
        ("Sail", "kite/sail"),
    ],
)
def test_what_a_question_names_outright_is_lifted(question: str, first: str, opened: Index) -> None:
    assert sections(question, opened)[0] == first


def test_a_figure_of_the_document_that_is_named(opened: Index) -> None:
    assert named_figures(small.asked("Figure 1", opened), opened) == ("lamp#fig-1",)
    assert named_figures(small.asked("Figure 1", opened, document="kite"), opened) == ()


def test_a_name_that_one_document_owns_names_it(opened: Index) -> None:
    assert small.asked("How heavy is the sail of the KX-7?", opened).named == ("kite",)
    assert small.asked("How heavy is the sail?", opened).named == ()


def test_a_comparison_asks_each_document_its_half(opened: Index) -> None:
    query = small.asked("Compare the battery of the KX-7 with the fuse of the Lamp", opened)
    assert query.named == ("kite", "lamp")
    assert [(half.document, half.text) for half in query.halves] == [
        ("kite", "Compare the battery of the KX-7"),
        ("lamp", "the fuse of the Lamp"),
    ]


@pytest.mark.parametrize(
    ("question", "names"),
    [
        ("Does the lamp fit the KX-9 and the Storm Hood of 1911?", ("Storm Hood", "KX-9", "1911")),
        ("What does the KX-7 weigh?", ()),
        ("Wie reinigt der Wärter die Linse?", ()),
        ("HOW DO I CLEAN THE LANTERN", ()),
    ],
)
def test_names_that_stand_nowhere_are_noticed(question: str, names: tuple[str, ...], opened: Index) -> None:
    assert small.asked(question, opened).unknown == names


def test_a_short_question_stands_on_the_one_before(opened: Index) -> None:
    turn = Turn("user", "How do I clean the lens?")
    query = understand(Question(question="And how often?", history=(turn,)), opened)
    assert query.text == "How do I clean the lens? And how often?"


def test_the_page_that_is_open_counts_a_little(opened: Index) -> None:
    def score(**fields: str) -> float:
        hits = small.found(small.asked("power", opened, **fields), opened)
        return next(hit.score for hit in hits if hit.section == "kite/power")

    assert score() < score(section="kite/power") < score() + 0.2


def test_a_page_that_does_not_exist_counts_nothing(opened: Index) -> None:
    assert sections("power", opened, section="lamp/nowhere") == sections("power", opened)
