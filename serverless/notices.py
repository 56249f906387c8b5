"""The few sentences that the reader itself says, in the language of the question."""

from __future__ import annotations

from typing import Literal

Notice = Literal["not_found", "unsure", "other_language", "unknown_words", "picture"]

LANGUAGES: dict[str, dict[str, str]] = {
    "en": {
        "en": "English",
        "fr": "French",
        "zh": "Chinese",
        "de": "German",
        "es": "Spanish",
        "ja": "Japanese",
    },
    "fr": {
        "en": "anglais",
        "fr": "français",
        "zh": "chinois",
        "de": "allemand",
        "es": "espagnol",
        "ja": "japonais",
    },
    "zh": {"en": "英语", "fr": "法语", "zh": "中文", "de": "德语", "es": "西班牙语", "ja": "日语"},
    "de": {
        "en": "englisch",
        "fr": "französisch",
        "zh": "chinesisch",
        "de": "deutsch",
        "es": "spanisch",
        "ja": "japanisch",
    },
    "es": {"en": "inglés", "fr": "francés", "zh": "chino", "de": "alemán", "es": "español", "ja": "japonés"},
    "ja": {
        "en": "英語",
        "fr": "フランス語",
        "zh": "中国語",
        "de": "ドイツ語",
        "es": "スペイン語",
        "ja": "日本語",
    },
}
"""The name of each language in each language."""

TEXTS: dict[str, dict[Notice, str]] = {
    "en": {
        "not_found": "No passage of these documents answers the question. "
        "The nearest sections are listed below.",
        "unsure": "These passages come near to the question; they may not answer it.",
        "other_language": "The documents are in {}; the passages are quoted as they stand there.",
        "unknown_words": "These documents do not mention {}.",
        "picture": "The picture in the question was not looked at.",
    },
    "fr": {
        "not_found": "Aucun passage de ces documents ne répond à la question. "
        "Les sections les plus proches sont indiquées ci-dessous.",
        "unsure": "Ces passages se rapprochent de la question ; ils n’y répondent peut-être pas.",
        "other_language": "Les documents sont en {} ; les passages sont cités dans leur langue.",
        "unknown_words": "Ces documents ne mentionnent pas {}.",
        "picture": "L’image jointe à la question n’a pas été examinée.",
    },
    "zh": {
        "not_found": "这些文档中没有能回答该问题的内容。下面列出最接近的章节。",
        "unsure": "以下内容与问题相近，但未必能回答它。",
        "other_language": "文档为{}，以下引用原文。",
        "unknown_words": "这些文档没有提到{}。",
        "picture": "未查看问题中的图片。",
    },
    "de": {
        "not_found": "Keine Stelle dieser Dokumente beantwortet die Frage. "
        "Die nächstliegenden Abschnitte stehen darunter.",
        "unsure": "Diese Stellen kommen der Frage nahe; vielleicht beantworten sie sie nicht.",
        "other_language": "Die Dokumente sind {}; die Stellen werden im Original zitiert.",
        "unknown_words": "Diese Dokumente erwähnen {} nicht.",
        "picture": "Das Bild in der Frage wurde nicht ausgewertet.",
    },
    "es": {
        "not_found": "Ningún pasaje de estos documentos responde a la pregunta. "
        "Abajo se indican las secciones más cercanas.",
        "unsure": "Estos pasajes se acercan a la pregunta; quizá no la respondan.",
        "other_language": "Los documentos están en {}; los pasajes se citan en el original.",
        "unknown_words": "Estos documentos no mencionan {}.",
        "picture": "No se ha examinado la imagen de la pregunta.",
    },
    "ja": {
        "not_found": "これらの文書には質問に答える箇所がありません。最も近い節を下に示します。",
        "unsure": "以下は質問に近い箇所ですが、答えになっていない可能性があります。",
        "other_language": "文書は{}です。該当箇所を原文のまま引用します。",
        "unknown_words": "これらの文書には{}の記載がありません。",
        "picture": "質問に添えられた画像は参照していません。",
    },
}


def say(notice: Notice, lang: str, *values: str) -> str:
    """The notice in `lang`, in English where it does not exist in it."""
    quoted = ", ".join(values)
    return TEXTS.get(lang, TEXTS["en"])[notice].format(quoted)


def language(code: str, lang: str) -> str:
    """The name of the language `code` in `lang`; the code itself where it has none here."""
    return LANGUAGES.get(lang, LANGUAGES["en"]).get(code, code)
