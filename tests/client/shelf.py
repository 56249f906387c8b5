"""Libraries for the client index: one of a few lines, one that is made up at any size."""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterable, Iterator
from pathlib import Path

from builder.tree import Tree
from serverless.model import Asset, Document, Extractor, Figure, Library, Noise, Section, Source

NOTHING = "0" * 64


def section(
    document: str,
    title: str,
    text: str = "",
    *,
    trail: tuple[str, ...] = (),
    lang: str = "en",
    noise: Noise = "none",
    aliases: tuple[str, ...] = (),
    page: int | None = None,
) -> Section:
    slug = title.lower().replace(" ", "-")
    return Section(
        id=f"{document}/{slug}",
        document=document,
        parent=document,
        order=0,
        level=1,
        number="",
        title=title,
        breadcrumb=(document.capitalize(), *trail, title),
        slug=slug,
        lang=lang,
        text=text,
        text_hash=NOTHING,
        pages=(page, page) if page else None,
        noise=noise,
        aliases=aliases,
    )


def figure(
    home: Section, number: int, caption: str, *, width: int = 600, cells: tuple[str, ...] = ()
) -> Figure:
    picture = Asset(NOTHING, f"library/{home.document}/_fig/figure-{number}.png", "image/png", width, 400)
    return Figure(
        id=f"{home.document}#fig-{number}",
        document=home.document,
        kind="figure",
        number=str(number),
        label=f"Figure {number}",
        caption=caption,
        home=home.id,
        panels=(picture,),
        cells=cells,
    )


def table(
    home: Section,
    number: int,
    *,
    rows: tuple[tuple[str, ...], ...] = (),
    html: str = "",
    description: str = "",
) -> Figure:
    return Figure(
        id=f"{home.document}#table-{number}",
        document=home.document,
        kind="table",
        number=str(number),
        label=f"Table {number}",
        caption="",
        home=home.id,
        panels=(),
        rows=rows,
        table_html=html,
        description=description,
    )


def library(sections: Iterable[Section], figures: Iterable[Figure] = ()) -> Library:
    kept = tuple(sections)
    documents = dict.fromkeys(section.document for section in kept)
    return Library(
        documents=tuple(
            Document(id, id, "en", Source(id, NOTHING, 1), Extractor("markdown", "1")) for id in documents
        ),
        sections=kept,
        figures=tuple(figures),
        chunks=(),
    )


def trees(made: Library) -> list[Tree]:
    """The documents of a library by themselves."""
    return [
        Tree(
            document=document,
            sections=tuple(one for one in made.sections if one.document == document.id),
            figures=tuple(one for one in made.figures if one.document == document.id),
            files={},
        )
        for document in made.documents
    ]


def write(files: dict[str, bytes], folder: Path) -> Path:
    for name, content in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
    return folder


def made_up(count: int, *, words: int, seed: int = 1) -> Library:
    """`count` sections of about `words` words, in documents of fifty, every other section with a figure
    and the cells of a table.

    The words are pseudo-words that occur as unevenly as real ones do.
    """
    chance = random.Random(seed)
    vocabulary = list(itertools.islice(_pseudo_words(chance), 40_000))
    weights = list(itertools.accumulate(1 / (rank + 3) for rank in range(len(vocabulary))))

    def pick(many: int) -> str:
        return " ".join(chance.choices(vocabulary, cum_weights=weights, k=many))

    sections = [
        section(
            f"manual-{number // 50}",
            f"{' '.join(chance.choices(vocabulary[40:], k=3))} {number}",
            f"{pick(words)}.",
            trail=(pick(3),),
            page=number % 50 + 1,
        )
        for number in range(count)
    ]
    figures = [
        figure(home, n, pick(15), width=1200, cells=(pick(20),)) for n, home in enumerate(sections) if n % 2
    ]
    return library(sections, figures)


def _pseudo_words(chance: random.Random) -> Iterator[str]:
    onsets = [
        "b",
        "c",
        "d",
        "f",
        "g",
        "l",
        "m",
        "n",
        "p",
        "r",
        "s",
        "t",
        "v",
        "br",
        "ch",
        "dr",
        "fl",
        "gr",
        "pl",
        "st",
        "tr",
    ]
    vowels = ["a", "e", "i", "o", "u", "ai", "ou"]
    codas = ["", "n", "r", "s", "t", "l", "m", "nd", "st"]
    seen: set[str] = set()
    for length in itertools.cycle((1, 2, 2, 3, 3, 4)):
        word = "".join(
            chance.choice(onsets) + chance.choice(vowels) + chance.choice(codas) for _ in range(length)
        )
        if word not in seen:
            seen.add(word)
            yield word
