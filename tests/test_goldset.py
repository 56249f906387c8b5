"""A question file: what is read, and how all that is wrong with it is told."""

from __future__ import annotations

from pathlib import Path

import pytest

from builder import goldset
from builder.goldset import GoldQuestion, GoldSection
from serverless.errors import UsageError

from .shelf import lines

BROKEN = """\
{"id": 3, "question": "Why?", "level": "page", "sections": [{"document": 1, "line": "a"}, {"heading": "b"}]}
[1]

{"id": "a", "question": "What?", "sections": [{"document": "clip"}]}
{"id": "a", "question": " ", "lang": null, "answerable": "yes", "figures": ["x.png", []]}
{nope
{"id": "b", "question": "Where?", "sections": [{"document": "clip", "line": 0}], "acceptable_figures": "x"}
{"id": "b", "question": "?!"}
{}
"""


def faults(text: str) -> list[str]:
    return [f"{fault.line} {fault.text}" for fault in goldset.parsed("questions.jsonl", text).faults]


def test_a_question_is_read_with_its_line() -> None:
    sections = [{"document": "clip", "anchor": "s2"}]
    text = "\n" + lines({"id": "a", "question": "Why?", "answer": "So.", "sections": sections})
    sheet = goldset.parsed("questions.jsonl", text)
    gold = GoldQuestion("a", "Why?", sections=(GoldSection("clip", "s2"),))
    assert [(entry.line, entry.gold) for entry in sheet.entries] == [(2, gold)]
    assert sheet.faults == ()


def test_everything_wrong_is_told_at_once() -> None:
    assert faults(BROKEN) == [
        "1 id: Expected `str`, got `int`",
        "1 level: Invalid enum value 'page'",
        "1 sections[0].document: Expected `str`, got `int`",
        "1 sections[0].line: Expected `int | null`, got `str`",
        "1 sections[1].document is missing",
        "2 Expected `object`, got `array`",
        '4 sections[0] names no anchor, heading or line, which level "section" needs',
        "5 question: is empty",
        "5 lang: Expected `str`, got `null`",
        "5 answerable: Expected `bool`, got `str`",
        "5 figures[0]: Expected `array`, got `str`",
        "5 figures[1]: is empty",
        "5 the id 'a' is that of line 4",
        "6 no JSON: JSON is malformed: object keys must be strings (byte 1)",
        "7 sections[0].line: Expected `int` >= 1",
        "7 acceptable_figures: Expected `array`, got `str`",
        "8 the question is empty",
        "8 the id 'b' is that of line 7",
        "9 id is missing",
        "9 question is missing",
    ]


def test_a_refusal_lists_its_lines_in_order() -> None:
    sheet = goldset.parsed("questions.jsonl", "{}\n[]\n")
    refused = goldset.refusal(sheet, [goldset.Fault(1, "and more")])
    assert refused.message == (
        "4 things are wrong with questions.jsonl:\n"
        "  line 1: id is missing\n"
        "  line 1: question is missing\n"
        "  line 1: and more\n"
        "  line 2: Expected `object`, got `array`"
    )
    assert "docs/evaluation.md" in refused.hint


def test_a_document_needs_no_place_on_its_own_level() -> None:
    assert faults(lines({"level": "document", "sections": [{"document": "clip"}]})) == []


def test_only_a_newline_ends_a_line() -> None:
    sheet = goldset.parsed("questions.jsonl", lines({"question": "What\u2028is\x85this?"}))
    assert [entry.gold.question for entry in sheet.entries] == ["What\u2028is\x85this?"]


def test_windows_files_are_read(tmp_path: Path) -> None:
    file = tmp_path / "questions.jsonl"
    file.write_bytes(b"\xef\xbb\xbf" + lines({}, {}).replace("\n", "\r\n").encode())
    assert [entry.gold.id for entry in goldset.read(file).entries] == ["q1", "q2"]


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"", "holds no question"),
        (b"\n \n", "holds no question"),
        (b'{"id": "a"}\n"caf\xe9"\n', "is not UTF-8: line 2 holds other bytes"),
    ],
)
def test_a_file_that_is_none_is_refused(tmp_path: Path, content: bytes, said: str) -> None:
    file = tmp_path / "questions.jsonl"
    file.write_bytes(content)
    with pytest.raises(UsageError, match=said):
        goldset.read(file)


def test_a_file_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=r"nowhere\.jsonl could not be read"):
        goldset.read(tmp_path / "nowhere.jsonl")


@pytest.mark.parametrize(
    ("section", "name"),
    [
        (GoldSection("clip"), "clip"),
        (GoldSection("clip", heading="3 Method", line=9), "clip / 3 Method"),
        (GoldSection("clip", anchor="s2"), "clip / #s2"),
        (GoldSection("clip", line=9), "clip / line 9"),
    ],
)
def test_gold_is_called_as_a_person_would(section: GoldSection, name: str) -> None:
    assert section.name == name
