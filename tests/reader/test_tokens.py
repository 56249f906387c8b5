"""Words of texts and of questions, as the lexical index sees them."""

from __future__ import annotations

import sys
from concurrent.futures import ThreadPoolExecutor

import pytest
from hypothesis import given
from hypothesis import strategies as st

from serverless import tokens
from serverless.language import detect
from serverless.tokens import fold, key, query_terms, terms


@pytest.mark.parametrize(
    ("text", "lang", "expected"),
    [
        ("Lenses were cleaned", "en", "lens were clean"),
        ("L’équation différentielle", "fr", "equat differentiel"),
        ("Straße und Häuser", "de", "strass und haus"),
        ("the bge-small model", "en", "the bge-small bge small model"),
        ("Appendix D.1", "en", "appendix d.1 d 1"),
        ("1,000.5 rows of C++", "en", "1000.5 row of c++ c"),
        ("the keeper's lamp", "en", "the keeper lamp"),
        ("灯塔的光", "zh", "灯塔 塔的 的光"),
        ("图3。光", "zh", "图 3 光"),
        ("ﬁne Ⅳ ｆｕｌｌ", "en", "fine iv full"),
    ],
)
def test_texts(text: str, lang: str, expected: str) -> None:
    assert " ".join(terms(text, lang)) == expected


@pytest.mark.parametrize(
    ("text", "lang", "expected"),
    [
        ("How do I clean the lens?", "en", "clean len"),
        ("Comment nettoyer la lentille ?", "fr", "nettoi lentill"),
        ("什么是灯塔？", "zh", "灯塔"),
        ("灯塔は何ですか", "ja", "灯塔"),
        ("What is it?", "en", "what is it"),
        ("lamp lamps LAMP", "en", "lamp"),
    ],
)
def test_questions_lose_words_that_only_make_grammar(text: str, lang: str, expected: str) -> None:
    assert key(text, lang) == expected


def test_a_name_is_spelled_as_each_language_of_the_library_would() -> None:
    assert query_terms("équations", "fr", ["de", "en"]) == [("equat", "equation")]


@given(st.text(), st.sampled_from(["en", "fr", "de", "es", "zh", "ja", "ru", "xx"]))
def test_any_text_gives_clean_tokens(text: str, lang: str) -> None:
    for token in terms(text, lang):
        assert token
        assert not any(letter.isspace() or letter == '"' for letter in token)


@given(st.text())
def test_folding_twice_is_folding_once(text: str) -> None:
    assert fold(fold(text)) == fold(text)


@given(st.lists(st.sampled_from(["lens", "clean", "bge-small", "灯塔光", "3.14", "l'eau"]), min_size=1))
def test_a_question_finds_every_word_of_the_text_that_it_quotes(words: list[str]) -> None:
    text = " ".join(words)
    written = set(terms(text, "en"))
    assert all(set(term) & written for term in query_terms(text, "en", ["fr"]))


@pytest.mark.parametrize(
    ("text", "lang"),
    [
        ("What is the lamp made of?", "en"),
        ("Comment fonctionne la lampe ?", "fr"),
        ("Wie funktioniert die Lampe?", "de"),
        ("¿Cómo funciona la lámpara?", "es"),
        ("灯塔如何工作？", "zh"),
        ("灯台はどのように動きますか", "ja"),
        ("KX-7 和 KX-9 的区别", "zh"),
        ("l'embrayage", "fr"),
    ],
)
def test_languages(text: str, lang: str) -> None:
    assert detect(text) == lang


def test_a_text_without_signs_is_in_the_language_that_is_expected() -> None:
    assert (detect("KX-7"), detect("KX-7", "fr"), detect("", "ja")) == ("en", "fr", "ja")
    assert detect("E07") == "en"


def test_threads_do_not_stem_into_each_other(monkeypatch: pytest.MonkeyPatch) -> None:
    before = sys.getswitchinterval()
    monkeypatch.setattr(tokens, "_spelled", tokens._spelled.__wrapped__)
    sys.setswitchinterval(1e-6)
    try:
        with ThreadPoolExecutor(8) as pool:
            told = list(
                pool.map(lambda _: terms("generalizations relational hopefully operators", "en"), range(400))
            )
    finally:
        sys.setswitchinterval(before)
    assert {" ".join(words) for words in told} == {"general relat hope oper"}
