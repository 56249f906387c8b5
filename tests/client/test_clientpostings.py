"""Which words stand in which sections: levels, entries, shards."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

import msgspec
import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from builder.clientpostings import (
    KEPT,
    SHARD,
    WIDE,
    Fields,
    Leaf,
    Postings,
    Shard,
    leaf,
    levels,
    listed,
    postings,
    shards,
)
from builder.clienttokens import rank


def fields(
    title: str = "", trail: str = "", captions: str = "", body: str = "", exhibits: str = ""
) -> Fields:
    return Fields(title.split(), trail.split(), captions.split(), body.split(), exhibits.split())


def known(found: Mapping[str, Mapping[int, int]]) -> Postings:
    """Postings of one document, from the level of each term in each section."""
    threes = [
        (place, section, level)
        for place, held in enumerate(found.values())
        for section, level in held.items()
    ]
    return postings([Leaf(1000, tuple(found), np.array(threes, "<i4").tobytes())])


def entries(shard: Shard) -> dict[str, Any]:
    """The entries of a shard as a browser has them."""
    read: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(shard.entries))
    return read


def decoded(entry: Any) -> dict[int, int]:
    """What a browser reads from an entry."""
    found: dict[int, int] = {}
    for group in entry[1:]:
        section = 0
        for gap in group[1:]:
            section += gap
            found[section] = group[0]
    return found


def test_a_title_counts_more_than_a_breadcrumb_more_than_the_text() -> None:
    found = levels(fields(title="loss", trail="model", body="data"))
    assert found["loss"] > found["model"] > found["data"] >= 1


def test_a_cell_of_a_table_counts_and_no_more_than_the_text() -> None:
    found = levels(fields(body="loss", exhibits="e07"))
    assert found["loss"] >= found["e07"] >= 1


def test_a_word_of_a_short_title_counts_more_than_one_of_many() -> None:
    short, long = levels(fields("loss")), levels(fields("the loss of heat in a very old house"))
    assert short["loss"] > long["loss"]


def test_a_word_that_stands_often_counts_more() -> None:
    found = levels(fields(body="loss loss loss loss gain"))
    assert found["loss"] > found["gain"]


def test_sections_are_listed_by_level_with_gaps_between_their_numbers() -> None:
    assert listed(known({"loss": {2: 5, 3: 9, 7: 5, 8: 9}}), KEPT) == [b"[4,[9,3,5],[5,2,5]]"]


def test_of_a_common_word_the_strongest_sections_are_kept_and_all_are_counted() -> None:
    assert listed(known({"loss": {0: 1, 1: 2, 2: 1}}), 2) == [b"[3,[2,1],[1,0]]"]


def test_a_document_is_an_entry_of_its_own() -> None:
    [shard] = shards(postings([leaf([fields("kettle"), fields("spout")])]), {"manual": (0, 2)})
    assert entries(shard) == {"@manual": [0, 2], "kettle": [1, [8, 0]], "spout": [1, [8, 1]]}


def test_sections_are_counted_on_from_document_to_document() -> None:
    [shard] = shards(postings([leaf([fields("kettle"), fields()]), leaf([fields("spout kettle")])]), {})
    assert entries(shard) == {"kettle": [2, [8, 0, 2]], "spout": [1, [8, 2]]}


def test_an_empty_library_has_one_empty_shard() -> None:
    assert [entries(shard) for shard in shards(postings([]), {})] == [{}]


def test_a_beginning_that_spans_many_shards_has_an_entry() -> None:
    found = {f"re{n:05}": {n: n % 9 + 1} for n in range(4000)} | {"reo": {5: 9}}
    made = shards(known(found), {})
    together = {term: entry for shard in made for term, entry in entries(shard).items() if term.endswith("*")}
    assert {"r*", "re*"} <= set(together)
    assert together["re*"][0] == 4000
    assert decoded(together["re*"])[5] == 9
    assert set(decoded(together["re*"]).values()) == {9}


words = st.text(alphabet="abc検索é\U00020000", min_size=1, max_size=5)
libraries = st.dictionaries(
    words, st.dictionaries(st.integers(0, 300), st.integers(1, 9), min_size=1, max_size=90)
)


@given(libraries)
def test_every_term_is_found_again_with_its_sections(found: dict[str, dict[int, int]]) -> None:
    ordered = {term: dict(sorted(sections.items())) for term, sections in found.items()}
    made = shards(known(ordered), {})
    read = {
        term: decoded(entry) for shard in made for term, entry in entries(shard).items() if "*" not in term
    }
    assert read == ordered


@given(libraries)
def test_shards_are_small_in_order_and_named_by_their_first_term(found: dict[str, dict[int, int]]) -> None:
    made = shards(known(found), {})
    terms = [term for shard in made for term in shard.entries]
    assert terms == sorted(terms, key=rank)
    for shard in made:
        assert shard.first == next(iter(shard.entries), "")
        assert len(shard.entries) == 1 or len(msgspec.json.encode(shard.entries)) <= SHARD + 2


def test_a_beginning_without_an_entry_spans_few_shards() -> None:
    found = {f"{first}{second}{n:04}": {n: 3} for first in "abc" for second in "xyz" for n in range(900)}
    spans: Counter[str] = Counter()
    together: set[str] = set()
    for shard in shards(known(found), {}):
        terms = [term for term in shard.entries if not term.endswith("*")]
        together |= {term[:-1] for term in set(shard.entries) - set(terms)}
        spans.update({term[:length] for term in terms for length in range(1, 7)})
    assert together
    assert max(span for beginning, span in spans.items() if beginning not in together) <= WIDE + 2
