"""How well addresses outlast new editions: made from documents, with the truth known.

    python -m tests.lock_bench SOURCES [--show N]

Every document of the folder gets second editions by script: retitled, renumbered, reordered, reworded, split,
merged, shortened, and all of it at once. What became of each old address is held against what was
done to its section. `--show` prints what old and new sections begin with, to be read.
"""

from __future__ import annotations

import hashlib
import random
import sys
import tempfile
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

import msgspec

from builder import ids
from builder.config import Config
from builder.lock.memory import Memory, parse, text
from builder.lock.settle import settle
from builder.places import Places
from builder.reading import read_all
from builder.tree import Tree
from serverless.model import Section

WORDS = 25
"""Words of a section that `--show` prints."""
TWINS = 0.7
"""Share of their words that two sections with one title have in common when either is as good."""


class Draft(msgspec.Struct):
    """A section of an edition; `of` are the ids of the old sections that it holds."""

    title: str
    text: str
    level: int
    of: tuple[str, ...] = ()


Edition = list[Draft]
Change = Callable[[Edition, random.Random, Sequence[str]], Edition]
"""What makes a second edition; the texts are of other documents, for sections that are new."""


def retitled(edition: Edition, dice: random.Random, _: Sequence[str]) -> Edition:
    """A third of the titles are other ones: words of the text, or the old words otherwise."""
    for draft in edition[1:]:
        if dice.random() < 1 / 3:
            words = draft.text.split() or draft.title.split()[::-1] or ["More"]
            start = dice.randrange(len(words))
            draft.title = " ".join(words[start : start + dice.randint(2, 5)])
    return edition


def renumbered(edition: Edition, dice: random.Random, foreign: Sequence[str]) -> Edition:
    """New sections stand in front of others, so that all numbers behind them are other ones."""
    made = edition[:1]
    for draft in edition[1:]:
        if dice.random() < 1 / 8:
            title = dice.choice((draft.title, "Overview", "Safety notes", "What is new"))
            made.append(Draft(title, dice.choice(foreign), draft.level))
        made.append(draft)
    return made


def reordered(edition: Edition, dice: random.Random, _: Sequence[str]) -> Edition:
    """The chapters stand in another order, and some sections in another chapter."""
    made, chapters = edition[:1], list(_chapters(edition[1:]))
    dice.shuffle(chapters)
    strays = [draft for chapter in chapters for draft in chapter[1:] if dice.random() < 1 / 10]
    for chapter in chapters:
        made += [draft for draft in chapter if not any(draft is stray for stray in strays)]
    return [*made, *strays]


def _chapters(edition: Edition) -> Iterable[Edition]:
    chapter: Edition = []
    for draft in edition:
        if draft.level <= 1 and chapter:
            yield chapter
            chapter = []
        chapter.append(draft)
    if chapter:
        yield chapter


def reworded(edition: Edition, dice: random.Random, _: Sequence[str]) -> Edition:
    """Up to a third of the words of each section are other words, or none."""
    for draft in edition:
        share = dice.uniform(0, 0.3)
        words = draft.text.split(" ")
        draft.text = " ".join(
            word if dice.random() > share else dice.choice(("", "new", word[::-1])) for word in words
        )
    return edition


def split(edition: Edition, dice: random.Random, _: Sequence[str]) -> Edition:
    """A fifth of the sections are two: the second half stands below a title of its own."""
    made: Edition = []
    for draft in edition:
        made.append(draft)
        parts = draft.text.split("\n\n")
        if len(parts) > 1 and dice.random() < 1 / 5 and draft.level:
            at = dice.randrange(1, len(parts))
            draft.text = "\n\n".join(parts[:at])
            rest = "\n\n".join(parts[at:])
            made.append(Draft(" ".join(rest.split()[:4]), rest, draft.level, draft.of))
    return made


def merged(edition: Edition, dice: random.Random, _: Sequence[str]) -> Edition:
    """A fifth of the sections stand at the end of the one before."""
    made: Edition = []
    for draft in edition:
        if len(made) > 1 and draft.text and made[-1].text and dice.random() < 1 / 5:
            made[-1].text += f"\n\n{draft.text}"
            made[-1].of += draft.of
        else:
            made.append(draft)
    return made


def shortened(edition: Edition, dice: random.Random, foreign: Sequence[str]) -> Edition:
    """A tenth of the sections with none below are gone, and for some of them others came."""
    made = edition[:1]
    below = [draft.level for draft in edition[2:]] + [0]
    for draft, following in zip(edition[1:], below, strict=False):
        if following > draft.level or dice.random() > 1 / 10:
            made.append(draft)
        elif dice.random() < 1 / 2:
            made.append(Draft("In brief", dice.choice(foreign), draft.level))
    return made


def everything(edition: Edition, dice: random.Random, foreign: Sequence[str]) -> Edition:
    """All of it at once."""
    for change in (shortened, merged, split, reordered, renumbered, retitled, reworded):
        edition = change(edition, dice, foreign)
    return edition


CHANGES: tuple[Change, ...] = (
    retitled,
    renumbered,
    reordered,
    reworded,
    split,
    merged,
    shortened,
    everything,
)


class Fate(msgspec.Struct, frozen=True):
    """An old section and where its address leads; `now` is None where it says that the section is gone."""

    old: Section
    now: Section | None
    verdict: str


def judge(first: Tree, second: Tree, truth: Sequence[Draft], lock: dict[str, Memory]) -> list[Fate]:
    """Every old address: kept, led on, lost though its section is there, gone as it should be, or wrong.

    Of sections with the same title and nearly the same text each is as good as the other.
    """
    live = {section.id: place for place, section in enumerate(second.sections)}
    moved = {memory.id_of(past.slug): past.to for memory in lock.values() for past in memory.moved}
    fates = []
    titled: dict[str, list[Section]] = defaultdict(list)
    for old in first.sections:
        titled[old.title].append(old)
    for old in first.sections:
        own = {other.id for other in titled[old.title] if _twins(old.text, other.text)}
        target = old.id if old.id in live else moved.get(old.id, "")
        now = second.sections[live[target]] if target else None
        survives = any(old.id in draft.of for draft in truth)
        right = bool(target) and bool(own.intersection(truth[live[target]].of))
        if right:
            verdict = "kept" if target == old.id else "led on"
        else:
            verdict = "wrong" if target else "lost" if survives else "gone"
        fates.append(Fate(old, now, verdict))
    return fates


def _twins(one: str, other: str) -> bool:
    a, b = set(one.split()), set(other.split())
    return one == other or len(a & b) >= TWINS * len(a | b)


def trial(tree: Tree, change: Change, foreign: Sequence[str]) -> list[Fate]:
    """One document and one second edition of it; every other one has another file name as well."""
    dice = random.Random(f"{tree.document.id} {change.__name__}")
    first = settle([tree], {})
    truth = change(_drafts(tree), dice, foreign)
    name = tree.document.id if dice.random() < 1 / 2 else f"{tree.document.id}-2"
    second = settle([_tree(tree, truth, name)], parse(text(first.lock)))
    return judge(tree, second.trees[0], truth, second.lock)


def _drafts(tree: Tree) -> Edition:
    levels = {section.id: section.level for section in tree.sections}
    return [
        Draft(section.title, section.text, levels[section.id], (section.id,)) for section in tree.sections
    ]


def _tree(tree: Tree, edition: Sequence[Draft], name: str) -> Tree:
    """The edition as a tree, with new numbers and the slugs of a first build."""
    path: list[tuple[int, str]] = []
    counters: list[int] = []
    parents: list[int | None] = []
    numbers: list[str] = []
    for place, draft in enumerate(edition):
        while path and path[-1][0] >= draft.level:
            path.pop()
        parents.append(int(path[-1][1]) if path else None)
        del counters[len(path) :]
        counters += [0] * (len(path) - len(counters))
        if path:
            counters[-1] += 1
        numbers.append(".".join(map(str, counters[-len(path) :])) if path else "")
        path.append((draft.level, str(place)))
    named = [
        ids.Named(draft.title, "", parent - 1 if parent else None)
        for draft, parent in zip(edition[1:], parents[1:], strict=True)
    ]
    slugs = ["", *ids.slugs(named)]
    sections = []
    for place, (draft, parent) in enumerate(zip(edition, parents, strict=True)):
        depth = numbers[place].count(".") + 1 if place else 0
        sections.append(
            msgspec.structs.replace(
                tree.sections[0],
                id=ids.section_id(name, slugs[place]),
                document=name,
                parent=ids.section_id(name, slugs[parent]) if parent is not None else None,
                order=place,
                level=depth,
                number=numbers[place],
                title=draft.title,
                slug=slugs[place],
                text=draft.text,
                text_hash=hashlib.sha256(draft.text.encode()).hexdigest(),
                aliases=(),
            )
        )
    document = msgspec.structs.replace(tree.document, id=name)
    figures = []
    for figure in tree.figures:
        homes = [place for place, draft in enumerate(edition) if f"(figure:{figure.id})" in draft.text]
        if homes:
            figures.append(msgspec.structs.replace(figure, home=sections[homes[0]].id, mentioned_in=()))
    return Tree(document=document, sections=tuple(sections), figures=tuple(figures), files={})


def main(folder: str, show: int) -> None:
    """Prints a row a kind of edition, and the addresses to be read."""
    with tempfile.TemporaryDirectory() as work:
        where = Places(Path(work), Path(folder).resolve(), Path(work) / "out", Path(work))
        trees, _ = read_all(where, Config(), 1, lambda done, total: None)
    texts = [section.text for tree in trees for section in tree.sections if len(section.text) > 200]
    say(f"{len(trees)} documents, {sum(len(tree.sections) for tree in trees)} sections")
    say("| edition | sections that survive | kept | led on | lost | wrong | kept or led on |")
    say("| --- | --- | --- | --- | --- | --- | --- |")
    seen: list[Fate] = []
    for change in CHANGES:
        foreign = {
            tree.document.id: [one for one in texts if one not in {s.text for s in tree.sections}]
            for tree in trees
        }
        fates = [
            fate for tree in trees for fate in trial(tree, change, foreign[tree.document.id] or ["Nothing."])
        ]
        say(row(change.__name__, fates))
        seen += fates
    say(row("all", seen))
    wrong = [fate for fate in seen if fate.verdict in {"wrong", "lost"}]
    led = [fate for fate in seen if fate.now and fate.old.title != fate.now.title]
    random.Random(7).shuffle(led)
    for fate in [*wrong, *led][:show]:
        say(f"\n{fate.verdict}: {fate.old.id}\n  was {_opening(fate.old)}\n  is  {_opening(fate.now)}")


def row(name: str, fates: Sequence[Fate]) -> str:
    count = Counter(fate.verdict for fate in fates)
    survive = count["kept"] + count["led on"] + count["lost"]
    share = (count["kept"] + count["led on"]) / (survive or 1)
    return (
        f"| {name} | {survive} | {count['kept']} | {count['led on']} | {count['lost']} | {count['wrong']} "
        f"| {share:.2%} |"
    )


def _opening(section: Section | None) -> str:
    if section is None:
        return "gone"
    return f"[{section.number}] {section.title!r}: {' '.join(section.text.split()[:WORDS])!r}"


def say(line: str) -> None:
    sys.stdout.write(line + "\n")


if __name__ == "__main__":
    arguments = sys.argv[1:]
    main(arguments[0], int(arguments[2]) if len(arguments) > 2 else 0)
