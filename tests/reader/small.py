"""A library small enough to read: a lamp's manual, a kite's log, and a French page on a lighthouse."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from pathlib import Path

from serverless import index
from serverless.model import (
    Asset,
    Chunk,
    Document,
    Extractor,
    Figure,
    Library,
    Manifest,
    Noise,
    Question,
    Section,
    Source,
)
from serverless.providers.hashing import HashingEmbedder
from serverless.query import Query, understand
from serverless.recall import Hit, recall

TITLES = {"lamp": "Harbour Lamp Manual", "kite": "Log of the Kite", "phare": "Guide du phare"}


def sha(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def document(name: str, lang: str = "en") -> Document:
    return Document(
        name, TITLES[name], lang, Source(f"{name}.md", sha(name), 100), Extractor("markdown", "1")
    )


def section(
    place: str, title: str, text: str, number: str = "", lang: str = "en", noise: Noise = "none"
) -> Section:
    """`place` is "lamp" for a root and "lamp/power" for a section below it."""
    owner, _, slug = place.partition("/")
    breadcrumb = (TITLES[owner], title) if slug else (title,)
    return Section(
        id=place,
        document=owner,
        parent=owner if slug else None,
        order=0,
        level=1 if slug else 0,
        number=number,
        title=title,
        breadcrumb=breadcrumb,
        slug=slug,
        lang=lang,
        text=text,
        text_hash=sha(text),
        noise=noise,
    )


def picture(name: str) -> Asset:
    return Asset(sha(name), f"library/_fig/{name}.png", "image/png", 640, 480, source=f"{name}.png")


LAMP = (
    section("lamp", "Harbour Lamp Manual", "The lamp marks the entrance of the harbour."),
    section(
        "lamp/parts",
        "Parts",
        "The lamp has a lens, a burner and a hood. Figure 1 shows where each of them sits.\n\n"
        "![Figure 1](figure:lamp#fig-1)\n\nThe hood keeps rain off the burner.",
        number="1",
    ),
    section(
        "lamp/power",
        "Power",
        "The lamp draws 40 watts in normal use. Table I lists the draw of each mode.\n\n"
        "![Table I](figure:lamp#table-i)\n\nA fuse of 5 amperes protects the circuit.",
        number="2",
    ),
    section(
        "lamp/cleaning",
        "Cleaning the lens",
        "Clean the lens every month with soft cloth.\n\n"
        "1. Switch the lamp off and let it cool for twenty minutes.\n"
        "2. Wipe the lens with distilled water.\n"
        "3. Dry it with a cotton cloth; salt scratches the glass.\n",
        number="3.1",
    ),
    section("lamp/references", "References", "[1] A. Keeper. Lamps and lenses. 1911.", noise="references"),
)
KITE = (
    section("kite", "Log of the Kite", "The kite KX-7 carries a camera over the bay."),
    section("kite/sail", "Sail", "The sail of the KX-7 is made of nylon. It weighs 310 grams."),
    section("kite/power", "Power", "The camera of the KX-7 draws 3 watts from a small battery."),
)
PHARE = (
    section("phare", "Guide du phare", "Le phare signale l’entrée du port.", lang="fr"),
    section(
        "phare/entretien",
        "Entretien de la lentille",
        "La lentille est nettoyée chaque mois avec de l’eau distillée. Le sel raye le verre.",
        lang="fr",
    ),
)
FIGURES = (
    Figure(
        id="lamp#fig-1",
        document="lamp",
        kind="figure",
        number="1",
        label="Figure 1",
        caption="Section through the lamp: lens, burner and hood.",
        home="lamp/parts",
        panels=(picture("section"),),
        mentioned_in=("lamp/parts",),
        mentions=("Figure 1 shows where each of them sits.",),
        page=3,
    ),
    Figure(
        id="lamp#table-i",
        document="lamp",
        kind="table",
        number="I",
        label="Table I",
        caption="Power draw of each mode.",
        home="lamp/power",
        panels=(picture("modes"),),
        mentioned_in=("lamp/power",),
        rows=(("Mode", "Watts"), ("Storm", "65"), ("Fog", "80")),
    ),
    Figure(
        id="lamp#image-ab",
        document="lamp",
        kind="image",
        number="",
        label="",
        caption="",
        home="lamp/cleaning",
        panels=(picture("ornament"),),
        quality="decorative",
    ),
)


def chunks(sections: Sequence[Section], figures: Sequence[Figure]) -> tuple[Chunk, ...]:
    made: list[Chunk] = []
    for item in sections:
        if item.noise == "none":
            made.append(Chunk(f"{item.id}:0", item.id, 0, "text", item.text, item.breadcrumb))
        made += [
            Chunk(f"{figure.id}:0", item.id, 1, "figure", figure.caption, item.breadcrumb, figure.id)
            for figure in figures
            if figure.home == item.id and figure.caption
        ]
    return tuple(made)


LIBRARY = Library(
    documents=(document("lamp"), document("kite"), document("phare", "fr")),
    sections=LAMP + KITE + PHARE,
    figures=FIGURES,
    chunks=chunks(LAMP + KITE + PHARE, FIGURES),
)
EMBEDDER = HashingEmbedder()


def write(folder: Path, library: Library = LIBRARY) -> Manifest:
    vectors = EMBEDDER.embed([chunk.embedded for chunk in library.chunks], "document")
    return index.write(
        folder, library, vectors, EMBEDDER.id, site_url="https://library.example/", built_with="tests"
    )


def asked(text: str, opened: index.Index, **fields: str) -> Query:
    return understand(Question(question=text, **fields), opened)  # type: ignore[arg-type]


def found(query: Query, opened: index.Index) -> tuple[Hit, ...]:
    return recall(query, EMBEDDER.embed([query.text], "query")[0], opened)
