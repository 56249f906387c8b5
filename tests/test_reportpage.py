"""The pages of an evaluation: what they say, and that nothing in them is ever markup by accident."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from pathlib import Path

import msgspec
import pytest
import yaml  # type: ignore[import-untyped]
from markdown import markdown  # type: ignore[import-untyped]

from builder import evaluate, gate, reportpage, scores
from builder.evaluate import Evaluation, Plan, Trial
from builder.progress import Silent
from builder.result import Case, Cited, Said
from builder.target import Missing
from serverless import index

from .shelf import case, harbour, shipped

HOSTILE = "<script>alert(1)</script> *a* _b_ | c $x$ {{ y }} [d](e) & `f` {: .g } ![h](i) <b>"
CONFIG = Path(__file__).parent.parent / "mkdocs.yml"


@pytest.fixture(scope="module")
def plan(tmp_path_factory: pytest.TempPathFactory) -> Plan:
    folder = tmp_path_factory.mktemp("harbour")
    made = harbour(folder)
    place = shipped(folder, made)
    return Plan("questions.jsonl", place, made, index.read(place).manifest, (), gate.standing(()))


def trial(plan: Plan, *cases: Case, **more: object) -> Trial:
    found = Evaluation(scores.measure(cases), tuple(one.result for one in cases))
    return Trial(plan, cases, msgspec.structs.replace(found, **more))


def said(judged: Case, text: str) -> Case:
    """The same with an answer of one sentence, asked by `text`."""
    result = msgspec.structs.replace(judged.result, sentences=(Said(text, (Cited("Harbour", "lamp"),)),))
    gold = msgspec.structs.replace(judged.target.gold, question=text)
    target = msgspec.structs.replace(judged.target, gold=gold)
    return msgspec.structs.replace(judged, result=result, target=target)


class Reader(HTMLParser):
    """The tags of a page, and its words."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.words: list[str] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)

    def handle_data(self, data: str) -> None:
        self.words.append(data)

    @property
    def text(self) -> str:
        return " ".join("".join(self.words).split())


def html(made: Trial) -> str:
    return reportpage.pages(made)["evaluation-report.html"]


def published(made: Trial) -> str:
    """The Markdown page as the site's own tool reads it."""
    extensions = yaml.load(CONFIG.read_text(encoding="utf-8").replace("!ENV", ""), yaml.SafeLoader)
    names = [next(iter(one)) if isinstance(one, dict) else one for one in extensions["markdown_extensions"]]
    return str(markdown(reportpage.pages(made)["evaluation-report.md"], extensions=names))


def test_a_question_that_failed_says_why(plan: Plan) -> None:
    text = Reader(html(trial(plan, case("ab", "bz", cited="b"), case("a", "a", cited="a")))).text
    assert "1 of 2 questions came out as expected." in text
    assert "z: not recalled: not among the 2 sections that were looked at" in text
    assert "b: found at rank 2" in text


def test_both_pages_say_the_same(plan: Plan) -> None:
    made = trial(plan, said(case("ab", "bz", cited="x", shown=[["w.png"]], figures=[("f.png",)]), "Why so?"))
    for page in (html(made), published(made)):
        text = Reader(page).text
        for words in (
            "Evaluation with questions.jsonl",
            "0 of 1 questions came out as expected",
            "Why so?",
            "z: not recalled",
            "f.png: expected figure missing",
            "w.png: wrong figure shown",
            "cites no expected and no acceptable section",
            "[Harbour#lamp]",
            "ndcg@10",
            "1 × wrong figure shown",
        ):
            assert words in text, words


def test_words_stay_words_in_html(plan: Plan) -> None:
    read = Reader(html(trial(plan, said(case([HOSTILE], [HOSTILE]), HOSTILE))))
    assert not {"script", "b", "img"} & set(read.tags)
    assert read.text.count(HOSTILE) >= 3


def test_words_stay_words_in_markdown(plan: Plan) -> None:
    read = Reader(published(trial(plan, said(case([HOSTILE], [HOSTILE]), HOSTILE))))
    assert not {"script", "b", "img"} & set(read.tags)
    assert read.text.count(HOSTILE) >= 3


def test_the_page_needs_nothing_beside_it(plan: Plan) -> None:
    page = html(trial(plan, case("a", "a")))
    assert not re.findall(r"(?:src|url|@import)\b[=(]", page)
    assert not {"script", "link", "iframe"} & set(Reader(page).tags)
    assert "prefers-color-scheme: dark" in page


def test_sections_are_linked_at_the_address_of_the_site(plan: Plan) -> None:
    made = trial(plan, case("a", "a"))
    assert 'href="https://library.example/library/a/"' in html(made)
    homeless = msgspec.structs.replace(plan, manifest=msgspec.structs.replace(plan.manifest, site_url=""))
    assert "href" not in html(msgspec.structs.replace(made, plan=homeless))


def test_what_the_library_lacks_comes_first(plan: Plan) -> None:
    lacking = (
        Missing("q", 7, "document", "Moon", required=True),
        Missing("q", 7, "figure", "x.png", required=False),
    )
    made = trial(plan, case("a", "?"), missing=lacking)
    for page in (html(made), published(made)):
        text = Reader(page).text
        assert "line 7, q: no document Moon" in text
        assert text.index("Moon") < text.index("Metrics recall" if "Metrics recall" in text else "recall@1")
        assert "x.png" not in text


def test_levels_languages_and_stages_have_their_columns(plan: Plan) -> None:
    cases = (case("a", "a"), case("b", "a", lang="zh"))
    stages = {"fused": {"ndcg@10": scores.measure(cases)["ndcg@10"]}}
    page = reportpage.pages(trial(plan, *cases, stages=stages))["evaluation-report.md"]
    assert "| metric | what it is | value | 95 % interval | n | en | zh |" in page
    assert re.search(
        r"^\| `recall@1` \|.*\| 0\.500 \| 0\.000 – 1\.000 \| 2 \| 1\.000 \| 0\.000 \|$", page, re.M
    )
    assert "| stage | ndcg@10 |\n| --- | --: |\n| fused | 0.500 |" in page


def test_a_trial_of_real_questions_makes_pages(tmp_path: Path, plan: Plan) -> None:
    file = tmp_path / "questions.jsonl"
    file.write_text('{"id": "a", "question": "What does the bell do in fog?"}\n', encoding="utf-8")
    made = evaluate.carry_out(evaluate.prepare(file, plan.folder), Silent())
    assert "What does the bell do in fog?" in html(made)
    assert "The bell rings in fog, once a minute." in Reader(published(made)).text
