"""What a model is asked during a build: about headings and about figures, each thing once."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

import msgspec
import pytest

from builder import describe, estimate, outline, replies
from builder.chunks import cut
from builder.config import Chunks
from builder.describe import Seen
from builder.outline import Outline
from builder.replies import Job, Round
from builder.tree import Tree
from serverless.errors import UsageError
from serverless.roles.choice import Choice, identity
from serverless.roles.meter import Meter
from serverless.roles.port import Model, ModelError, Prompt
from serverless.roles.prices import Price, Prices
from tests import shelf

from . import sources
from .injections import INJECTIONS
from .service import Service

BOOK = {
    "book.md": "# Book of lamps\n\nAll about lamps and oil.\n\n"
    "## Lamps\n\nLamps burn oil. They are lit at dusk by the keeper and burn until dawn.\n\n"
    "## Words we use\n\nWick: a cord.\n\n"
    "## Sources\n\n[1] Lee. 1911.\n"
}
TABLE = Prices("2026-01-01", "USD", "", {"wise": Price(2.0, 10.0, 100), "vectors": Price(1.0)})


def book(folder: Path) -> Tree:
    (tree,) = sources.trees(folder, BOOK)
    return tree


def harbour(folder: Path) -> Tree:
    tree, _ = sources.trees(folder)
    return tree


def noise(tree: Tree) -> list[str]:
    return [section.noise for section in tree.sections]


def asked(tree: Tree, model: Model, folder: Path) -> Tree:
    with replies.opened(folder / "store") as store:
        found = Round(model, Outline, store, Meter()).run([outline.job(tree)], lambda done, total: None)
    return outline.judged(tree, found[tree.document.id])


def seen(tree: Tree, model: Model, folder: Path) -> Tree:
    with replies.opened(folder / "store") as store:
        jobs = list(describe.jobs(tree))
        found = Round(model, Seen, store, Meter()).run(jobs, lambda done, total: None)
    return describe.described(tree, found)


def test_a_model_knows_noise_that_no_rule_knows(model: Model, service: Service, tmp_path: Path) -> None:
    tree = book(tmp_path)
    marked = [
        {"id": "N2", "kind": "glossary"},
        {"id": "N3", "kind": "references"},
        {"id": "N77", "kind": "index"},
    ]
    service.replies["noise"] = json.dumps({"sections": marked})
    assert noise(tree) == ["none", "none", "none", "none"]
    assert noise(asked(tree, model, tmp_path)) == ["none", "none", "glossary", "references"]


@pytest.mark.parametrize(
    ("reply", "why"),
    [
        ("there is none", "did not reply in the form asked for"),
        ('{"sections": [{"id": "N1", "kind": "boring"}]}', "did not reply in the form asked for"),
        ('{"sections": [{"id": "N1", "kind": "legal"}]}', "most of the text would be noise"),
    ],
)
def test_the_rules_stay_where_the_model_fails(
    gemini: Model, service: Service, tmp_path: Path, reply: str, why: str
) -> None:
    service.replies["noise"] = reply
    judged = asked(book(tmp_path), gemini, tmp_path)
    assert noise(judged) == ["none", "none", "none", "none"]
    (warning,) = judged.document.warnings
    assert warning.startswith("noise: the rules judged, not the model: ")
    assert why in warning


def reply(quality: str = "Good", description: str = "A lamp of brass.", alt: str = "A brass lamp.") -> str:
    return json.dumps({"quality": quality, "description": description, "alt": alt})


def test_a_description_becomes_part_of_the_figure(model: Model, service: Service, tmp_path: Path) -> None:
    service.replies["describe"] = reply()
    tree = seen(harbour(tmp_path), model, tmp_path)
    (figure,) = tree.figures
    assert (figure.description, figure.alt, figure.alt_source) == (
        "A lamp of brass.",
        "A brass lamp.",
        "model",
    )
    (chunk,) = [chunk for chunk in cut(tree, Chunks()) if chunk.kind == "figure"]
    assert "A lamp of brass." in chunk.text
    assert "The lamp of the harbour" in service.asked[0].text


def test_an_alternative_text_of_the_source_is_kept(gemini: Model, service: Service, tmp_path: Path) -> None:
    service.replies["describe"] = reply()
    text = str(shelf.HARBOUR["Harbour/Harbour.md"]).replace("![]", "![A lamp on a pole]")
    tree, _ = sources.trees(tmp_path, {**sources.HARBOUR, "Harbour/Harbour.md": text})
    (figure,) = seen(tree, gemini, tmp_path).figures
    assert (figure.alt, figure.alt_source) == ("A lamp on a pole", "source")


def test_a_poor_picture_is_not_offered_unless_the_text_names_it(
    gemini: Model, service: Service, tmp_path: Path
) -> None:
    service.replies["describe"] = reply("Poor")
    tree = harbour(tmp_path)
    bare = msgspec.structs.replace(tree.figures[0], label="", number="")
    assert [figure.quality for figure in seen(tree, gemini, tmp_path).figures] == ["good"]
    bare_tree = msgspec.structs.replace(tree, figures=(bare,))
    assert [figure.quality for figure in seen(bare_tree, gemini, tmp_path).figures] == ["decorative"]


def test_a_figure_that_fails_stays_and_is_counted(gemini: Model, service: Service, tmp_path: Path) -> None:
    service.fail("401", times=9)
    tree = seen(harbour(tmp_path), gemini, tmp_path)
    assert tree.figures[0].description == ""
    assert tree.document.warnings == (
        f"figures: 1 without a description: {gemini.name} answered 401 UNAUTHENTICATED "
        "(check the key in the environment)",
    )


def test_the_same_picture_is_asked_about_once(gemini: Model, service: Service, tmp_path: Path) -> None:
    service.replies["describe"] = reply()
    tree = harbour(tmp_path)
    first = seen(tree, gemini, tmp_path)
    assert seen(tree, gemini, tmp_path) == first
    assert len(service.asked) == 1
    (figure,) = tree.figures
    other = msgspec.structs.replace(tree, figures=(msgspec.structs.replace(figure, caption="Another lamp."),))
    seen(other, gemini, tmp_path)
    assert len(service.asked) == 2


@pytest.mark.parametrize("text", INJECTIONS, ids=map(str, range(len(INJECTIONS))))
def test_a_caption_that_gives_orders_stays_in_its_fence(tmp_path: Path, text: str) -> None:
    tree = harbour(tmp_path)
    (figure,) = tree.figures
    poisoned = msgspec.structs.replace(figure, caption=text, context=(text, text), mentions=(text,))
    (job,) = describe.jobs(msgspec.structs.replace(tree, figures=(poisoned,)))
    fence = job.prompt.parts[0]
    assert isinstance(fence, str)
    number = fence.split()[1]
    assert fence.count(number) == 2
    assert fence.endswith(f"DATA {number}>>>")


def jobs(count: int) -> list[Job]:
    return [Job(f"f{n}", "book", Prompt("noise", 1, '{"sections": []}', (str(n),))) for n in range(count)]


def outcome(made: Sequence[Outline | ModelError]) -> str:
    return "".join("x" if isinstance(one, ModelError) else "." for one in made)


def test_a_killed_build_asks_only_for_the_rest(gemini: Model, service: Service, tmp_path: Path) -> None:
    service.replies["noise"] = '{"sections": []}'
    with replies.opened(tmp_path) as store:
        Round(gemini, Outline, store, Meter()).run(jobs(6), lambda done, total: None)
    with replies.opened(tmp_path) as store:
        again = Round(gemini, Outline, store, Meter())
        assert [job.about for job in again.pending(jobs(9))] == ["f6", "f7", "f8"]
        assert outcome(list(again.run(jobs(9), lambda done, total: None).values())) == "........."
    assert len(service.asked) == 9


def test_a_model_that_goes_on_failing_is_given_up(gemini: Model, service: Service, tmp_path: Path) -> None:
    service.fail("404", times=99)
    with replies.opened(tmp_path) as store:
        found = Round(gemini, Outline, store, Meter()).run(jobs(40), lambda done, total: None)
    assert outcome(list(found.values())) == "x" * 40
    assert len(service.asked) <= replies.AT_ONCE


def test_an_estimate_counts_calls_tokens_and_money() -> None:
    wise = estimate.asking("noise", "wise", jobs(10), TABLE)
    assert (wise.calls, wise.output_tokens) == (10, 1200)
    assert wise.cost == round((wise.input_tokens * 2 + 12_000) / 1_000_000, 6)
    vectors = estimate.embedding(
        ["[A]\n" + "word " * 400] * 250, identity(Choice("gemini", "vectors"), 8), TABLE
    )
    assert (vectors.calls, vectors.input_tokens, vectors.cost) == (9, 125_250, 0.12525)
    made = estimate.estimate([wise, vectors], TABLE)
    assert made.total == round((wise.cost or 0) + 0.12525, 6)
    assert "embeddings   vectors" in estimate.text(made)
    assert "by the list prices of 2026-01-01" in estimate.text(made)
    assert estimate.text(estimate.estimate([])) == "No model is asked in this build: it costs nothing."


def test_a_build_that_costs_too_much_does_not_begin() -> None:
    made = estimate.estimate([estimate.asking("noise", "wise", jobs(10), TABLE)], TABLE)
    estimate.admit(made, 0)
    estimate.admit(made, 1.0)
    with pytest.raises(UsageError, match="max_build_cost is 0\\.001"):
        estimate.admit(made, 0.001)
    mine = estimate.estimate([estimate.asking("noise", "mine", jobs(1), TABLE)], TABLE)
    with pytest.raises(UsageError, match="nobody knows what mine costs"):
        estimate.admit(mine, 1.0)
    estimate.admit(mine, 0)
