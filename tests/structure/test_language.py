"""The language of documents and sections."""

from __future__ import annotations

import pytest

from builder.language import UNKNOWN, of_document, of_section, of_text

from .small import blocks

SAMPLES = {
    "en": "The pump lifts the water from the well into the tank, and from there it runs to the houses. ",
    "fr": "La pompe tire l’eau du puits vers le réservoir, et de là elle coule dans toutes les maisons. ",
    "de": "Die Pumpe hebt das Wasser aus dem Brunnen in den Tank, und von dort läuft es in die Häuser. ",
    "es": "La bomba sube el agua del pozo al depósito, y desde allí corre hasta todas las casas. ",
    "zh": "水泵把水从井里抽到水箱，再从那里流到每家每户。",
    "ja": "ポンプは井戸から水をくみ上げてタンクに入れ、そこから家々に流れます。",
}


@pytest.mark.parametrize(("lang", "text"), SAMPLES.items())
def test_six_languages(lang: str, text: str) -> None:
    assert of_document("", blocks(f"# GPX-200\n\n{text}")) == lang


def test_other_languages_are_known_by_their_script_or_not_at_all() -> None:
    assert of_text("Насос поднимает воду из колодца в бак. ", "en") == "ru"
    finnish = "Pumppu nostaa veden kaivosta säiliöön ja sieltä se virtaa kaikkiin kylän taloihin. " * 6
    assert of_text(finnish, "en") == UNKNOWN


def test_what_the_source_declares_is_believed() -> None:
    assert of_document("fr-CA", blocks(SAMPLES["en"])) == "fr"
    assert of_document("not a language!", blocks(SAMPLES["en"])) == "en"


def test_addresses_do_not_make_a_chinese_text_english() -> None:
    assert (
        of_text("详情请点击右侧链接 https://weixin.example.com/s/j2u5qIAPQrgcY32kvFHftQ/enrollgroup", "en")
        == "zh"
    )


def test_nothing_says_nothing() -> None:
    assert of_document("", ()) == "en"
    assert of_text("GPX-200", "fr") == "fr"


def test_a_section_inherits_unless_all_of_it_speaks_another_language() -> None:
    assert of_section(SAMPLES["fr"] * 8, "en") == "fr"
    assert of_section(SAMPLES["fr"], "en") == "en"
    assert of_section(SAMPLES["en"] * 8 + SAMPLES["fr"] * 4, "en") == "en"
    assert of_section("1 2 3 4 5 " * 60, "de") == "de"
