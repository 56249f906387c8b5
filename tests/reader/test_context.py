"""The evidence: whole sections, none twice, within a budget; and the passage that is shown of each."""

from __future__ import annotations

from pathlib import Path

import msgspec

from serverless import context, index
from serverless.index import Index
from serverless.overlap import Overlap
from serverless.passages import passage
from serverless.recall import Aspect, Hit, Inquiry
from serverless.units import units

from . import small


def inquiry(opened: Index, *hits: Hit, text: str = "lamp") -> Inquiry:
    query = small.asked(text, opened)
    whole = Aspect(text, small.EMBEDDER.embed([text], "query")[0], Overlap(query.words, 10))
    return Inquiry(query, whole, (), hits)


def test_sections_come_whole_and_in_rank_order(opened: Index) -> None:
    found = inquiry(opened, Hit("lamp/cleaning", 2), Hit("lamp/power", 1))
    made = context.gather(context.choose([found]), opened)
    assert [(part.n, part.section.id) for part in made.parts] == [(1, "lamp/cleaning"), (2, "lamp/power")]
    assert made.parts[0].units == units(opened.rows.section("lamp/cleaning"))


def test_a_heading_without_text_brings_its_children_and_none_twice(opened: Index) -> None:
    found = inquiry(opened, Hit("lamp", 2), Hit("lamp/power", 1))
    made = context.gather(context.choose([found]), opened)
    assert [part.section.id for part in made.parts] == ["lamp", "lamp/power", "lamp/parts", "lamp/cleaning"]


def test_each_half_of_a_comparison_has_its_share(opened: Index) -> None:
    kites = inquiry(opened, *(Hit(f"kite/{n}", 9 - n) for n in range(6)))
    lamps = inquiry(opened, Hit("lamp/power", 4), Hit("lamp/parts", 0.5))
    chosen = [hit.section for hit, _ in context.choose([kites, lamps])]
    assert chosen == ["kite/0", "kite/1", "kite/2", "kite/3", "lamp/power", "lamp/parts"]


def test_a_copy_gives_its_place_to_the_next(tmp_path: Path) -> None:
    text = (
        "Call the harbour when the lamp fails. Never open it while it is hot. You must wear gloves at work."
    )
    copies = small.section("lamp/safety", "Safety", text), small.section("lamp/care", "Care", text)
    sections = (*small.LAMP, *copies)
    library = msgspec.structs.replace(
        small.LIBRARY, sections=(*sections, *small.KITE, *small.PHARE), chunks=small.chunks(sections, ())
    )
    small.write(tmp_path / "index", library)
    opened = index.read(tmp_path / "index")
    found = inquiry(opened, Hit("lamp/safety", 3), Hit("lamp/care", 2), Hit("lamp/power", 1))
    chosen = [hit.section for hit, _ in context.distinct([found], 2, opened)]
    assert chosen == ["lamp/safety", "lamp/power"]


def test_of_a_long_section_the_best_sentences_are_kept_with_their_neighbours() -> None:
    filler = [f"Entry {number} of the log says nothing of note." for number in range(400)]
    filler[200] = "The anchor chain broke in the night."
    section = small.section("lamp/log", "Log", " ".join(filler))
    overlap = Overlap([(1, ("anchor",)), (1, ("chain",))], 10)
    kept = context.fit(section, overlap, 200)
    assert [unit.order for unit in kept] == [0, 1, 199, 200, 201]


def test_the_passage_is_where_the_words_of_the_question_stand() -> None:
    section = small.LAMP[3]
    overlap = Overlap([(1, ("salt",)), (1, ("glass",))], 10)
    assert passage(section, overlap, 60) == "Dry it with a cotton cloth; salt scratches the glass."
    assert passage(section, Overlap([], 10), 60) == "Clean the lens every month with soft cloth."
