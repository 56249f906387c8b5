"""Sections that nobody asks about: contents, glossary, references, thanks, preface, index, legal notes.

They are told by their title in six languages, and by where and what they are: a chapter called "Index"
in the middle of a manual is about indexes, and a document that is all preface is about its preface.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from serverless.model import Noise, Struct

TITLES: dict[Noise, str] = {
    "contents": r"(?:table of )?contents|(?:list|table) of (?:figures|tables|illustrations)|sommaire|"
    r"table des matières|(?:liste|table) des (?:figures|tableaux|illustrations)|inhalt(?:sverzeichnis)?|"
    r"(?:abbildungs|tabellen)verzeichnis|índice(?: general| de contenidos?)?|tabla de contenidos?|contenido|"
    r"(?:lista|índice) de (?:figuras|tablas|cuadros)|目录|目錄|目次|图目录|表目录|図目次|表目次|图表目录",
    "glossary": r"glossary(?: of terms)?|nomenclature|list of symbols|glossaire|glossar|glosario|"
    r"(?:list of )?(?:abbreviations|acronyms)(?: and (?:acronyms|abbreviations|symbols))?|"
    r"(?:liste des )?(?:abréviations|sigles|acronymes)(?: et (?:sigles|acronymes|abréviations))?|"
    r"abkürzungen|abkürzungsverzeichnis|symbolverzeichnis|"
    r"(?:lista de )?(?:abreviaturas|siglas|acrónimos)(?: y (?:siglas|acrónimos|abreviaturas))?|"
    r"术语表|词汇表|缩略语表?|缩写词?表?|符号表|符号说明|用語集|略語(?:一覧|集)?|略語表|用語解説",
    "references": r"(?:list of )?references(?: cited)?|bibliography|(?:works|literature) cited|literature|"
    r"références(?: bibliographiques)?|bibliographie|literatur(?:verzeichnis|angaben|hinweise)?|"
    r"quellen(?:verzeichnis|angaben)?|referencias(?: bibliográficas)?|bibliografía|"
    r"参考文献|引用文献|参考资料|引用・参考文献",
    "acknowledgements": r"acknowledge?ments?|remerciements|danksagung(?:en)?|agradecimientos?|"
    r"致谢|致謝|鸣谢|谢辞|謝辞",
    "foreword": r"foreword|preface|avant-propos|préface|vorwort|geleitwort|prólogo|prefacio|"
    r"前言|序言?|序文|まえがき|前書き",
    "index": r"(?:subject |alphabetical )?index|index (?:alphabétique|thématique|général)|"
    r"(?:stichwort|sach)(?:verzeichnis|register)|índice (?:alfabético|analítico|temático)|索引",
    "legal": r"copyright(?: notices?| information)?|legal notices?|disclaimers?|imprint|impressum|"
    r"mentions légales|avis juridiques?|rechtliche hinweise|haftungsausschluss|aviso legal|"
    r"derechos de autor|版权(?:声明|信息|所有)?|法律声明|免责声明|著作権(?:情報|表示)?|免責事項",
}
PATTERNS = {noise: re.compile(pattern, re.IGNORECASE) for noise, pattern in TITLES.items()}
PASSED_ON: frozenset[Noise] = frozenset(("references", "contents"))
"""What the sections below are as well."""
CITED = re.compile(r"\b(?:1[89]|20)\d\d\b|\[\d{1,3}\]|https?://|\bdoi\b", re.IGNORECASE)
"""What stands in every list of references, and seldom in a chapter about references of another sort."""
LAST_PART = 0.7
"""An index stands in the last part of its document."""
MOST = 0.5
"""Share of a document's text above which its preface or legal notes are what it is about."""


class Titled(Struct, frozen=True):
    """A section as far as this judgement needs it; `parent` is its place in the list."""

    title: str
    text: str
    parent: int | None = None


def kind(title: str) -> Noise:
    """The kind of noise that a title announces by itself."""
    bare = " ".join(title.split()).strip(" .:：*")
    return next((noise for noise, pattern in PATTERNS.items() if pattern.fullmatch(bare)), "none")


def kinds(sections: Sequence[Titled]) -> tuple[Noise, ...]:
    """The kind of noise of each section, in order; the root is never noise."""
    found: list[Noise] = []
    for place, section in enumerate(sections):
        above = found[section.parent] if section.parent is not None else "none"
        own = kind(section.title) if place else "none"
        own = own if own != "none" and _holds(own, place, sections) else "none"
        found.append(above if above in PASSED_ON else own)
    return _weighed(sections, found)


def _holds(noise: Noise, place: int, sections: Sequence[Titled]) -> bool:
    """Whether place and text agree with the title."""
    has_children = place + 1 < len(sections) and sections[place + 1].parent == place
    text = sections[place].text
    if noise == "references":
        return has_children or not text.strip() or bool(CITED.search(text))
    if noise == "index":
        return not has_children and place >= LAST_PART * len(sections)
    return True


def _weighed(sections: Sequence[Titled], found: Sequence[Noise]) -> tuple[Noise, ...]:
    """Takes back prefaces and legal notes where they are most of what the document says."""
    total = sum(len(section.text) for section in sections)
    minor: set[Noise] = {"foreword", "legal"}
    noisy = sum(len(section.text) for section, noise in zip(sections, found, strict=True) if noise in minor)
    is_subject = noisy > MOST * total
    return tuple("none" if noise in minor and is_subject else noise for noise in found)
