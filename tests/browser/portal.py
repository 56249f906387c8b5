"""A small portal about sundials for the browser: two documents, two figures, a site that is built."""

from __future__ import annotations

import hashlib
from pathlib import Path

from PIL import Image, ImageDraw

from builder import pages, site, writer
from builder.clientindex import client_index
from builder.config import Config, Portal
from builder.places import HOME
from builder.tree import Tree
from serverless.model import Asset, Document, Extractor, Figure, Section, Source

TITLE = "The sundial book"
SHADOW = (
    "A sundial tells the time by the shadow of its gnomon. The gnomon is the edge that casts the shadow, and "
    "it points to the celestial pole, so it is parallel to the axis of the earth.\n\n"
    "The shadow moves by fifteen degrees in an hour on a dial that lies in the plane of the equator; on a "
    "horizontal dial it moves *faster* around noon and slower towards the evening, as Figure 1 shows."
)
EQUATION = (
    "Clock and sundial agree on four days of the year. In early November the dial is **sixteen minutes** "
    "ahead of the clock, in the middle of February it is fourteen minutes behind. The difference is called "
    "the equation of time: $E = T_{sun} - T_{clock}$. It has two causes: the tilt of the axis, the ellipse "
    "of the orbit.\n\n"
    "![Figure 2](figure:sundials#fig-2)"
)
LINES = (
    "The angle of an hour line on a horizontal dial follows from the latitude and the hour angle.\n\n"
    "$$\n\\tan \\theta = \\sin \\varphi \\tan h\n$$\n\n"
    "At a latitude of fifty degrees the line for one o’clock stands at 11.6 degrees from the noon line.\n\n"
    "![Figure 1](figure:sundials#fig-1)"
)
SETTING = (
    "Level the plate with a spirit level. Then turn the dial until the noon line points to true north; a "
    "compass is off by the local declination. Check it at a known time and correct by the equation of time."
)
CARE = "Brass darkens outdoors. Wax it once a year and keep the edge of the gnomon sharp."
CHINESE = "日晷利用晷针的影子来测量时间。晷针与地球自转轴平行，影子每小时移动十五度。"


def sha(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def section(
    document: str, slug: str, title: str, text: str, page: int, trail: tuple[str, ...] = ()
) -> Section:
    root = TITLE if document == "sundials" else title
    return Section(
        id=f"{document}/{slug}" if slug else document,
        document=document,
        parent=document if slug else None,
        order=page,
        level=1 if slug else 0,
        number="",
        title=title,
        breadcrumb=(root, *trail, title) if slug else (root,),
        slug=slug,
        lang="zh" if document == "rigui" else "en",
        text=text,
        text_hash=sha(text),
        pages=(page, page),
    )


def document(id: str, title: str, lang: str) -> Document:
    source = Source(path=f"{id}.pdf", sha256=sha(id), bytes=1, pages=12)
    return Document(id=id, title=title, lang=lang, source=source, extractor=Extractor("markdown", "1"))


def figure(number: int, home: str, caption: str, page: int) -> Figure:
    name = f"figure-{number}"
    picture = Asset(
        id=sha(name), path=f"library/sundials/_fig/{name}.png", mime="image/png", width=600, height=400
    )
    return Figure(
        id=f"sundials#fig-{number}",
        document="sundials",
        kind="figure",
        number=str(number),
        label=f"Figure {number}",
        caption=caption,
        home=home,
        panels=(picture,),
        page=page,
    )


def trees(folder: Path) -> list[Tree]:
    """Both documents; their pictures are drawn into `folder`."""
    english = [
        section("sundials", "", TITLE, "How the sun tells the time, and how to build a dial.", 1),
        section("sundials", "shadow", "How a sundial works", SHADOW, 2, ("Principles",)),
        section("sundials", "equation-of-time", "The equation of time", EQUATION, 4, ("Principles",)),
        section("sundials", "hour-lines", "Drawing the hour lines", LINES, 7, ("Construction",)),
        section("sundials", "setting-up", "Setting up the dial", SETTING, 9, ("Construction",)),
        section("sundials", "care", "Care of brass", CARE, 11, ("Construction",)),
    ]
    figures = [
        figure(
            1, "sundials/hour-lines", "Hour lines of a horizontal dial for a latitude of fifty degrees.", 8
        ),
        figure(2, "sundials/equation-of-time", "The equation of time through the year, in minutes.", 5),
    ]
    chinese = [section("rigui", "", "日晷简介", CHINESE, 1)]
    return [
        Tree(
            document=document("sundials", TITLE, "en"),
            sections=tuple(english),
            figures=tuple(figures),
            files=draw(folder),
        ),
        Tree(document=document("rigui", "日晷简介", "zh"), sections=tuple(chinese), figures=(), files={}),
    ]


def draw(folder: Path) -> dict[str, str]:
    """The two pictures: a fan of hour lines, and a wave."""
    folder.mkdir(parents=True, exist_ok=True)
    fan, wave = (Image.new("RGB", (600, 400), "white") for _ in range(2))
    pen = ImageDraw.Draw(fan)
    for x in range(0, 601, 60):
        pen.line([(300, 360), (x, 40)], fill=(30, 80, 60), width=3)
    points = [(x, 200 - 120 * (x / 300 - 1) * ((x / 300 - 1) ** 2 - 0.4) * 2.2) for x in range(0, 601, 5)]
    ImageDraw.Draw(wave).line(points, fill=(160, 60, 40), width=4)
    ImageDraw.Draw(wave).line([(0, 200), (600, 200)], fill=(180, 180, 180), width=2)
    files = {}
    for number, picture in ((1, fan), (2, wave)):
        path = folder / f"figure-{number}.png"
        picture.save(path)
        files[sha(f"figure-{number}")] = str(path)
    return files


def build(folder: Path) -> Path:
    """The whole site in `folder`, with its client index; returns where it stands."""
    grown = trees(folder / "pictures")
    config = Config(
        library=Portal(title="Sundials", description="Everything about telling the time by the sun.")
    )
    site.project(HOME, folder)
    writer.write(pages.render(grown, config), client_index(grown), folder, folder / "store")
    site.build_site(folder, folder / "site")
    return folder / "site"
