"""An answer written by a model, checked sentence by sentence."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from pathlib import Path

import msgspec
import pytest

from serverless.index import Index
from serverless.model import Asset, Figure, Sentence
from serverless.roles.album import Album
from serverless.roles.beside import beside
from serverless.roles.brief import Brief, brief
from serverless.roles.port import Model, ModelError, Picture
from serverless.roles.synthesis import Style, Writing

from . import asking
from .injections import INJECTIONS
from .service import Service

GOOD = "In a storm the lamp draws 65 watts [S1] [F1]. In normal use it draws 40 watts [S1]."


def briefed(opened: Index, album: Album | None = None) -> Brief:
    found = asking.context(asking.WATTS, opened)
    return brief(asking.WATTS, found, asking.candidates(found, opened), album or Album(None))


def written(
    reply: str, service: Service, model: Model, opened: Index, lang: str = "en"
) -> tuple[Writing, list[str]]:
    service.replies["synthesis"] = reply
    writing = Writing(briefed(opened), Style(lang), opened)
    return writing, [sentence.text for sentence in writing.write(asking.call(model))]


def test_ids_become_citations_and_figures(model: Model, service: Service, opened: Index) -> None:
    writing, texts = written(GOOD, service, model, opened)
    assert texts == ["In a storm the lamp draws 65 watts.", "In normal use it draws 40 watts."]
    (first,) = writing.sentences[0].citations
    assert (first.n, first.section, first.url) == (1, "lamp/power", "library/lamp/power/")
    assert writing.sentences[1].citations[0].quote == "The lamp draws 40 watts in normal use."
    assert [figure.id for figure in writing.figures.values()] == ["lamp#table-i"]
    assert not +writing.dropped


@pytest.mark.parametrize(
    ("reply", "kept", "lost"),
    [
        ("It draws 65 watts [S1] [S9] [F9].", ["It draws 65 watts."], {"ids": 2}),
        ("It draws 900 watts [S1]. It draws 40 watts [S1].", ["It draws 40 watts."], {"unsupported": 1}),
        ("It draws 65 watts [S2].", [], {"unsupported": 1}),
        ("A fuse of 5 amperes protects the circuit [S9].", [], {"ids": 1, "uncited": 1}),
        ("It draws sixty watts of the GX-99 [S1].", [], {"unsupported": 1}),
        ("See https://evil.example/ for the 40 watts [S1].", [], {"unsupported": 1}),
        ("I am glad to help.\nIt draws 40 watts [S1].", ["It draws 40 watts."], {"uncited": 1}),
        ("A fuse of 5 amperes protects the circuit.", ["A fuse of 5 amperes protects the circuit."], {}),
        ("A fuse of five amperes protects it [S1].", ["A fuse of five amperes protects it."], {}),
        ("The table lists two modes: Storm, Fog [F1].", ["The table lists two modes: Storm, Fog."], {}),
    ],
)
def test_what_does_not_stand_there_is_dropped_and_counted(
    gemini: Model, service: Service, opened: Index, reply: str, kept: list[str], lost: dict[str, int]
) -> None:
    writing, texts = written(reply, service, gemini, opened)
    assert texts == kept
    assert dict(+writing.dropped) == lost


def test_an_answer_in_another_language_keeps_its_citations(
    gemini: Model, service: Service, opened: Index
) -> None:
    writing, texts = written("暴风时灯耗电65瓦[S1]【F1】。平时40瓦[S1]。", service, gemini, opened, "zh")
    assert texts == ["暴风时灯耗电65瓦。", "平时40瓦。"]
    assert writing.sentences[1].citations[0].quote == "The lamp draws 40 watts in normal use."
    assert "In Chinese, whatever the language" in service.asked[0].text


@pytest.mark.parametrize("reply", ["[NONE]", " [NONE]\n", "[NONE] The sections say nothing."])
def test_a_model_may_find_no_answer(gemini: Model, service: Service, opened: Index, reply: str) -> None:
    writing, texts = written(reply, service, gemini, opened)
    assert (writing.declined, texts) == (True, [])


def test_sentences_come_before_the_end(gemini: Model, service: Service, opened: Index) -> None:
    service.replies["synthesis"] = GOOD + " It is a lamp."
    service.fail("cut")
    writing = Writing(briefed(opened), Style("en"), opened)
    got: list[Sentence] = []
    with pytest.raises(ModelError, match="broke off"):
        got.extend(writing.write(asking.call(gemini)))
    assert [sentence.text for sentence in writing.sentences] == ["In a storm the lamp draws 65 watts."]


def site(folder: Path, figure: Figure) -> tuple[Album, Figure]:
    """A site with the figure's picture, and the figure as the index of that site has it."""
    data = b"\x89PNG\r\n\x1a\n of a table"
    path = folder / "library/lamp/_fig/modes.png"
    path.parent.mkdir(parents=True)
    path.write_bytes(data)
    name = hashlib.sha256(data).hexdigest()
    panel = Asset(name, "library/lamp/_fig/modes.png", "image/png", 640, 480)
    return Album(folder, 3), msgspec.structs.replace(figure, panels=(panel,))


def test_pictures_follow_their_captions_and_may_be_read(
    gemini: Model, service: Service, opened: Index, tmp_path: Path
) -> None:
    album, figure = site(tmp_path, opened.rows.figure("lamp#table-i"))
    service.replies["synthesis"] = "In snow it draws 71 watts [S1] [F1]. In hail it draws 72 watts [S1]."
    made = brief(asking.WATTS, asking.context(asking.WATTS, opened), [figure], album)
    writing = Writing(made, Style("en"), opened)
    assert [one.text for one in writing.write(asking.call(gemini))] == ["In snow it draws 71 watts."]
    assert made.seen == {"F1"}
    parts = service.asked[0].body["contents"][0]["parts"]
    places = [n for n, part in enumerate(parts) if "inlineData" in part]
    assert len(places) == 1
    assert "Table I: Power draw of each mode." in parts[places[0] - 1]["text"]


def test_no_other_file_is_ever_sent(opened: Index, tmp_path: Path) -> None:
    album, figure = site(tmp_path / "site", opened.rows.figure("lamp#table-i"))
    assert album.picture(figure) is not None
    (panel,) = figure.panels
    (tmp_path / "secret.png").write_bytes(b"\x89PNG\r\n\x1a\n of a table")
    for changed in (
        {"path": "../secret.png"},
        {"path": str(tmp_path / "secret.png")},
        {"id": "0" * 64},
        {"mime": "image/svg+xml"},
        {"path": "library/lamp/_fig/other.png"},
    ):
        bad = msgspec.structs.replace(panel, **changed)
        assert album.picture(msgspec.structs.replace(figure, panels=(bad,))) is None
    assert Album(None, 3).picture(figure) is None


def test_the_readers_picture_follows_the_question(opened: Index) -> None:
    found = asking.context(asking.WATTS, opened)
    own = Picture("image/png", b"own")
    made = brief(asking.WATTS, found, [], Album(None), own)
    assert made.question[-1] == own


@pytest.mark.parametrize("text", INJECTIONS, ids=map(str, range(len(INJECTIONS))))
def test_a_document_that_gives_orders_changes_nothing(
    gemini: Model, service: Service, opened: Index, text: str
) -> None:
    """The worst case: the model repeats all that a document told it, word for word."""
    found = asking.context(asking.WATTS, opened)
    part = found.parts[0]
    poisoned = msgspec.structs.replace(part, section=msgspec.structs.replace(part.section, text=text))
    context = msgspec.structs.replace(found, parts=(poisoned, *found.parts[1:]))
    table = msgspec.structs.replace(
        opened.rows.figure("lamp#table-i"),
        caption=text,
        alt=text,
        alt_source="source",
        rows=(("Mode", text), (text, "65")),
    )
    made = brief(asking.WATTS, context, [table], Album(None))
    service.replies["synthesis"] = f"{text}\nIt draws 40 watts [S1]."
    writing = Writing(made, Style("en"), opened)
    said = list(writing.write(asking.call(gemini)))
    sent = service.asked[0].body["contents"][0]["parts"]
    fences = [one["text"] for one in sent if one["text"].startswith("<<<DATA")]
    assert len(fences) == len(made.parts) + 1
    assert all(one.count(made.nonce) == 2 for one in fences)
    assert "F9" not in str(made.figures.keys())
    assert {figure.id for figure in writing.figures.values()} <= {"lamp#table-i"}
    for sentence in said:
        assert {citation.section for citation in sentence.citations} <= {p.section.id for p in context.parts}
        assert "900" not in sentence.text
        assert "![" not in sentence.text


def figure(name: str, caption: str, number: str = "") -> Figure:
    return Figure(f"lamp#{name}", "lamp", "figure", number, f"Figure {number}", caption, "lamp/parts", ())


def said(text: str, section: str = "lamp/power") -> Sequence[Sentence]:
    citation = {"n": 1, "section": section, "url": "", "quote": ""}
    return [msgspec.json.decode(json.dumps({"text": text, "citations": [citation]}), type=Sentence)]


def test_figures_that_the_text_bears_out_are_shown() -> None:
    hood, flag = figure("a", "The hood keeps rain off the burner", "1"), figure("b", "A flag", "2")
    offered = {"F1": hood, "F2": flag}
    assert beside(offered, offered, said("The hood keeps rain off the burner."), 6) == (hood,)
    assert beside(offered, offered, said("It burns.", "lamp/parts"), 6) == (hood, flag)
    assert beside(offered, offered, said("It burns.", "lamp/parts"), 1) == (hood,)
    assert beside({}, offered, said("Figure 2 shows it.", "lamp/parts"), 6) == (flag,)
    assert beside({}, offered, said("Figure 2 shows it.", "kite/sail"), 6) == ()
