"""A document small enough to read: four sections, a figure of two panels, a table, a formula, a scrap."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from pathlib import Path

from PIL import Image

from builder.config import Config, Portal
from builder.tree import Tree
from serverless.model import Asset, Document, Extractor, Figure, Section, Source

CONFIG = Config(
    library=Portal(title="Kettles & co", description="All about kettles.", site_url="https://example.org/")
)


def sha(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def section(
    slug: str, text: str = "", *, parent: str | None = "kettle", number: str = "", title: str = ""
) -> Section:
    """A section of the document "kettle"; its title is the slug with a capital."""
    name = title or slug.replace("-", " ").capitalize()
    return Section(
        id=f"kettle/{slug}" if slug else "kettle",
        document="kettle",
        parent=parent if slug else None,
        order=0,
        level=number.count(".") + 1 if slug else 0,
        number=number,
        title=name,
        breadcrumb=("The kettle", name) if slug else ("The kettle",),
        slug=slug,
        lang="en",
        text=text,
        text_hash=sha(text),
    )


def asset(name: str, width: int = 400, height: int = 300) -> Asset:
    return Asset(
        id=sha(name), path=f"library/kettle/_fig/{name}.png", mime="image/png", width=width, height=height
    )


def figure(anchor: str, home: str, *names: str, **fields: object) -> Figure:
    """A figure of "kettle" with one panel for each name of a picture."""
    known = {"kind": "figure", "number": "", "label": "", "caption": ""} | fields
    panels = tuple(map(asset, names))
    return Figure(id=f"kettle#{anchor}", document="kettle", home=home, panels=panels, **known)  # type: ignore[arg-type]


def tree(
    sections: Sequence[Section],
    figures: Sequence[Figure] = (),
    *,
    id: str = "kettle",
    lang: str = "en",
    files: dict[str, str] | None = None,
    pdf: str = "",
) -> Tree:
    source = Source(path=f"{id}.md", sha256=sha(id), bytes=1)
    return Tree(
        document=Document(
            id=id, title="The kettle", lang=lang, source=source, extractor=Extractor("markdown", "1")
        ),
        sections=tuple(sections),
        figures=tuple(figures),
        files=files or {},
        pdf=pdf,
    )


def kettle(folder: Path) -> Tree:
    """The document with its picture files in `folder`."""
    steam = figure(
        "fig-1",
        "kettle/boiling",
        "steam-a",
        "steam-b",
        number="1",
        label="Figure 1",
        caption="Steam, seen from $two$ sides.",
        mentioned_in=("kettle/boiling", "kettle/care"),
        cells=("100 °C", "steam"),
    )
    times = figure(
        "table-1",
        "kettle/care",
        kind="table",
        number="1",
        label="Table 1",
        caption="How often to descale.",
        table_html="<table><tr><th>water</th><th>weeks</th></tr><tr><td>hard</td><td>4</td></tr></table>",
        mentioned_in=("kettle/care",),
    )
    scrap = figure("image-1", "kettle/care", "scrap", kind="image", quality="fragment")
    sections = [
        section("", "A kettle boils water.", title="The kettle"),
        section(
            "boiling",
            "Steam rises; see Figure 1.\n\n![Figure 1](figure:kettle#fig-1)\n\n$$\nT = 100\n$$",
            number="1",
        ),
        section(
            "care",
            "Descale as Table 1 says, or Figure 1 suffers.\n\n![Table 1](figure:kettle#table-1)",
            number="2",
        ),
        section("descaling", "Use vinegar. See [boiling](#boiling).", number="2.1", parent="kettle/care"),
    ]
    return tree(sections, [steam, times, scrap], files=pictures(folder, "steam-a", "steam-b", "scrap"))


def pictures(folder: Path, *names: str, size: tuple[int, int] = (400, 300)) -> dict[str, str]:
    """Draws a picture for each name; paths by the id that `asset` gives."""
    folder.mkdir(parents=True, exist_ok=True)
    for number, name in enumerate(names):
        Image.new("RGB", size, (40 * number, 90, 160)).save(folder / f"{name}.png")
    return {sha(name): str(folder / f"{name}.png") for name in names}
