"""The few words that the builder itself writes on a page, in the language of the document."""

from __future__ import annotations

from serverless.model import Document, Struct

RIGHT_TO_LEFT = {"ar", "fa", "he", "ur", "yi", "ps", "dv", "ug"}

NAMES = {
    "ar": "العربية",
    "de": "Deutsch",
    "en": "English",
    "es": "Español",
    "fr": "Français",
    "it": "Italiano",
    "ja": "日本語",
    "ko": "한국어",
    "nl": "Nederlands",
    "pl": "Polski",
    "pt": "Português",
    "ru": "Русский",
    "zh": "中文",
}
"""What languages call themselves."""


class Words(Struct, frozen=True):
    """`pages` and `page` hold the numbers as {}; a pair of counted words is (one, many)."""

    lang: str
    contents: str
    children: str
    exhibits: str
    elsewhere: str
    discussed: str
    cells: str
    picture: str
    absent: str
    page: str
    pages: str
    of_pdf: str
    on_page: str
    source: str
    sections: tuple[str, str]
    figures: tuple[str, str]
    colon: str = ": "


ALL = {
    words.lang: words
    for words in (
        Words(
            lang="en",
            contents="Contents",
            children="In this section",
            exhibits="Figures and tables",
            elsewhere="Figures mentioned on this page",
            discussed="Discussed in",
            cells="Text in the picture",
            picture="Show as a picture",
            absent="The picture is not among the source files.",
            page="Page {}",
            pages="Pages {}–{}",
            of_pdf="{} of the PDF",
            on_page="Where it stands on the page",
            source="Source",
            sections=("section", "sections"),
            figures=("figure", "figures"),
        ),
        Words(
            lang="fr",
            contents="Sommaire",
            children="Dans cette section",
            exhibits="Figures et tableaux",
            elsewhere="Figures citées sur cette page",
            discussed="Voir aussi",
            cells="Texte de l’image",
            picture="Afficher l’image",
            absent="L’image ne figure pas parmi les fichiers source.",
            page="Page {}",
            pages="Pages {}–{}",
            of_pdf="{} du PDF",
            on_page="Sa place sur la page",
            source="Source",
            sections=("section", "sections"),
            figures=("figure", "figures"),
            colon=" : ",
        ),
        Words(
            lang="de",
            contents="Inhalt",
            children="In diesem Abschnitt",
            exhibits="Abbildungen und Tabellen",
            elsewhere="Auf dieser Seite erwähnte Abbildungen",
            discussed="Erwähnt in",
            cells="Text im Bild",
            picture="Als Bild zeigen",
            absent="Das Bild ist nicht unter den Quelldateien.",
            page="Seite {}",
            pages="Seiten {}–{}",
            of_pdf="{} des PDFs",
            on_page="Wo es auf der Seite steht",
            source="Quelle",
            sections=("Abschnitt", "Abschnitte"),
            figures=("Abbildung", "Abbildungen"),
        ),
        Words(
            lang="es",
            contents="Contenido",
            children="En esta sección",
            exhibits="Figuras y tablas",
            elsewhere="Figuras mencionadas en esta página",
            discussed="Se menciona en",
            cells="Texto de la imagen",
            picture="Mostrar la imagen",
            absent="La imagen no está entre los archivos de origen.",
            page="Página {}",
            pages="Páginas {}–{}",
            of_pdf="{} del PDF",
            on_page="Su lugar en la página",
            source="Fuente",
            sections=("sección", "secciones"),
            figures=("figura", "figuras"),
        ),
        Words(
            lang="zh",
            contents="目录",
            children="本节内容",
            exhibits="图表",
            elsewhere="本页提到的图表",
            discussed="另见",
            cells="图中文字",
            picture="查看图片",
            absent="源文件中没有这幅图。",
            page="第 {} 页",
            pages="第 {}–{} 页",
            of_pdf="PDF {}",
            on_page="在页面上的位置",
            source="来源",
            sections=("节", "节"),
            figures=("幅图表", "幅图表"),
            colon="：",
        ),
        Words(
            lang="ja",
            contents="目次",
            children="この節の内容",
            exhibits="図表",
            elsewhere="このページで言及している図表",
            discussed="関連する節",
            cells="図中の文字",
            picture="画像で表示",
            absent="元のファイルにこの図はありません。",
            page="{} ページ",
            pages="{}–{} ページ",
            of_pdf="PDF の {}",
            on_page="ページ上の位置",
            source="出典",
            sections=("節", "節"),
            figures=("点の図表", "点の図表"),
            colon="：",
        ),
    )
}


def of(lang: str) -> Words:
    """The words of `lang` ("fr", "zh-CN"), English for a language that is not here."""
    return ALL.get(lang.partition("-")[0], ALL["en"])


def direction(lang: str) -> str:
    """ "rtl", or "" for a language that runs from left to right."""
    return "rtl" if lang.partition("-")[0] in RIGHT_TO_LEFT else ""


def facts(document: Document, sections: int, figures: int) -> str:
    """One line under a card: "English · 42 sections · 7 figures"."""
    words = of(document.lang)
    name = NAMES.get(document.lang.partition("-")[0], document.lang)
    counts = [counted(sections, words.sections), counted(figures, words.figures) if figures else ""]
    return " · ".join(part for part in (name, *counts) if part)


def counted(number: int, pair: tuple[str, str]) -> str:
    """ "1 section", "2 sections"."""
    return f"{number} {pair[number != 1]}"
