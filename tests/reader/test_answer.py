"""A question's way to an answer: quoted sentences, citations, figures, and an honest end."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
import pytest

from serverless.answer import Figures, answer, complete, search, without
from serverless.cite import supported, verified
from serverless.context import gather
from serverless.errors import ProviderError
from serverless.index import Index
from serverless.judges import Judges
from serverless.model import Answer, Citation, Evidence, Question, Sentence
from serverless.plain import plain
from serverless.ports import Matrix
from serverless.providers.extractive import Draft
from serverless.recall import Hit, inquire
from serverless.tools import Tools

from . import small


def ask(text: str, opened: Index, tools: Tools, lang: str | None = None) -> Answer:
    return complete(Question(question=text, lang=lang), opened, tools)


def test_the_steps_of_a_procedure_in_their_order(opened: Index, tools: Tools) -> None:
    given = ask("How do I clean the lens?", opened, tools)
    assert given.status == "answered"
    assert [sentence.text for sentence in given.sentences][:3] == [
        "Clean the lens every month with soft cloth.",
        "Switch the lamp off and let it cool for twenty minutes.",
        "Wipe the lens with distilled water.",
    ]


@pytest.mark.parametrize(
    "question",
    ["How do I clean the lens?", "How much power does a storm take?", "Comment nettoyer la lentille ?"],
)
def test_every_quote_stands_in_the_section_that_is_cited(question: str, opened: Index, tools: Tools) -> None:
    given = ask(question, opened, tools)
    offered = {card.n: card.id for card in given.sections}
    assert given.sentences
    for sentence in given.sentences:
        (citation,) = sentence.citations
        assert offered[citation.n] == citation.section
        section = opened.rows.section(citation.section)
        cells = [cell for figure in small.FIGURES for row in figure.rows for cell in row]
        assert citation.quote in plain(section.text) or citation.quote in cells
        assert citation.url == section.url


def test_a_row_of_a_table_says_what_its_columns_are(opened: Index, tools: Tools) -> None:
    given = ask("How many watts does storm mode draw?", opened, tools)
    assert "Table I: Mode: Storm; Watts: 65" in [sentence.text for sentence in given.sentences]
    assert [card.label for card in given.figures] == ["Table I"]


def test_a_figure_that_is_asked_for(opened: Index, tools: Tools) -> None:
    (card,) = ask("What does Figure 1 show?", opened, tools).figures
    assert (card.url, card.image, card.page) == ("library/lamp/parts/#fig-1", "library/_fig/section.png", 3)


def test_a_figure_that_is_asked_for_answers_with_its_caption(opened: Index, tools: Tools) -> None:
    given = ask("What does Figure 1 show?", opened, tools)
    said = given.sentences[0]
    assert said.text == "Figure 1: Section through the lamp: lens, burner and hood."
    assert said.citations[0].quote == "Section through the lamp: lens, burner and hood."
    assert said.citations[0].section == "lamp/parts"


def test_no_figure_is_a_normal_result(opened: Index, tools: Tools) -> None:
    assert ask("How do I clean the lens?", opened, tools).figures == ()


def test_a_comparison_has_a_paragraph_for_each_document(opened: Index, tools: Tools) -> None:
    given = ask("Compare the power that the KX-7 draws with the power that the Lamp draws", opened, tools)
    paragraphs = {(said.paragraph, said.citations[0].section.partition("/")[0]) for said in given.sentences}
    assert paragraphs == {(0, "kite"), (1, "lamp")}


@pytest.mark.parametrize(
    ("question", "lang", "notice"),
    [
        ("Who invented the telephone?", None, "No passage of these documents answers the question."),
        ("Qui a inventé le téléphone ?", None, "Aucun passage de ces documents ne répond"),
        ("谁发明了电话？", None, "这些文档中没有能回答该问题的内容。"),
        ("Wer hat das Telefon erfunden?", None, "Keine Stelle dieser Dokumente"),
        ("¿Quién inventó el teléfono?", None, "Ningún pasaje de estos documentos"),
        ("電話を発明したのは誰ですか", None, "これらの文書には質問に答える箇所がありません。"),
    ],
)
def test_an_answer_that_is_not_there_is_not_made_up(
    question: str, lang: str | None, notice: str, opened: Index, tools: Tools
) -> None:
    given = ask(question, opened, tools, lang)
    assert (given.status, given.sentences, given.figures) == ("not_found", (), ())
    assert given.notice.startswith(notice)
    assert given.sections


def test_quotes_in_another_language_are_announced(opened: Index, tools: Tools) -> None:
    given = ask("KX-7 nylon sail grams?", opened, tools, "fr")
    assert given.sentences
    assert given.notice == "Les documents sont en anglais ; les passages sont cités dans leur langue."


def test_a_name_that_stands_nowhere_is_said_to_be_missing(opened: Index, tools: Tools) -> None:
    given = ask("How do I clean the lens of the Fresnel Lantern?", opened, tools)
    assert given.notice == "These documents do not mention Fresnel Lantern."


def test_a_picture_in_the_question_is_not_ignored_in_silence(opened: Index, tools: Tools) -> None:
    given = complete(
        Question(question="How do I clean the lens?", image="data:image/png;base64,"), opened, tools
    )
    assert given.notice == "The picture in the question was not looked at."


def test_the_events_come_in_the_order_of_the_work(opened: Index, tools: Tools) -> None:
    events = list(answer(Question(question="How do I clean the lens?"), opened, tools))
    kinds = [type(event) for event in events]
    texts = len([kind for kind in kinds if kind is Sentence])
    assert kinds == [Evidence, Evidence, *[Sentence] * texts, Figures, Answer]
    last = events[-1]
    assert isinstance(last, Answer)
    assert list(last.usage.ms) == ["understand", "recall", "rerank", "draft", "figures"]
    assert last.index == opened.manifest.corpus


def test_a_search_lists_sections_with_their_best_passage(opened: Index, tools: Tools) -> None:
    found = search(Question(question="distilled water"), opened, tools)
    assert [card.n for card in found.sections] == list(range(1, len(found.sections) + 1))
    assert "distilled water" in found.sections[0].snippet
    assert found.lang == "en"


class Broken:
    """A cross-encoder whose machine is gone."""

    def score(self, question: str, passages: Sequence[str]) -> Matrix:
        raise ProviderError("the reranker did not answer", "try again")


def test_a_reranker_that_fails_makes_a_degraded_answer_that_says_so(opened: Index, tools: Tools) -> None:
    broken = msgspec.structs.replace(tools, judges=Judges(pairs=Broken()))
    given = ask("How do I clean the lens?", opened, broken)
    assert (given.status, given.why) == ("degraded", "the reranker did not answer (try again)")
    assert given.sentences == ask("How do I clean the lens?", opened, tools).sentences


@pytest.mark.parametrize(
    ("text", "holds"),
    [
        ("The lamp draws 40 watts.", True),
        ("The lamp draws 41 watts.", False),
        ("The KX-7 draws 40 watts.", False),
        ("It draws 40 watts in the Harbour.", False),
    ],
)
def test_numbers_and_names_must_stand_where_they_are_cited(text: str, holds: bool) -> None:
    assert supported(text, "The lamp draws 40 watts in normal use.") is holds


def test_a_citation_of_what_was_not_offered_is_dropped(opened: Index) -> None:
    (found,) = inquire(small.asked("lamp", opened), small.EMBEDDER, opened)
    context = gather([(Hit("lamp/power", 1), found)], opened)
    good = Citation(1, "lamp/power", "library/lamp/power/", "The lamp draws 40 watts in normal use.")
    said = [
        Sentence("The lamp draws 40 watts.", (good,)),
        Sentence("The lamp draws 40 watts.", (msgspec.structs.replace(good, section="kite/power"),)),
        Sentence("The lamp draws 40 watts.", (msgspec.structs.replace(good, n=2),)),
        Sentence("The lamp draws 40 watts.", ()),
    ]
    assert verified(said, context, opened) == (said[0],)


def test_what_is_withheld_is_not_there(opened: Index, tools: Tools) -> None:
    question = Question("How many watts does the lamp draw in normal use?")
    assert complete(question, opened, tools).sentences[0].text == "The lamp draws 40 watts in normal use."
    given = without(question, opened, tools, {"lamp/power"})
    assert "lamp/power" not in {card.id for card in given.sections}
    assert not any("40 watts" in sentence.text for sentence in given.sentences)
    assert {card.document for card in without(question, opened, tools, {"lamp"}).sections} <= {
        "kite",
        "phare",
    }


@pytest.mark.parametrize(
    ("margin", "unsure"), [(-0.1, False), (0.0, True), (0.6, True), (0.7, False), (2.0, False)]
)
def test_an_answer_for_which_little_speaks_is_unsure(margin: float, unsure: bool) -> None:
    assert Draft((), margin).is_unsure == unsure
