"""The build: gather everything, then write everything."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import cache
from importlib.metadata import version
from itertools import chain
from typing import TYPE_CHECKING

import msgspec

from serverless import index
from serverless.folders import recover
from serverless.model import Library, Struct
from serverless.ports import Embedder
from serverless.roles.choice import Switchboard, identity
from serverless.roles.meter import Meter
from serverless.rows import Words

from . import standing
from .chunks import CHUNKS, WORDS
from .clientindex import client_index
from .collection import empty
from .config import FILE, Config
from .embed import embed, missing
from .lock import hosts, memory, stubs
from .lock.dates import dated, today
from .lock.settle import Settled, Shift, settle
from .memo import Maker, Memo, anew
from .pages import render
from .places import Places, remember
from .progress import Progress, Stage
from .reading import Failure, read_all
from .tree import Tree

if TYPE_CHECKING:
    from .estimate import Cost, Estimate


class Warned(Struct, frozen=True):
    document: str
    message: str


class Report(Struct, frozen=True):
    """What a build made, what it lost, how long each stage took, and what models on the network took."""

    documents: int
    sections: int
    figures: int
    chunks: int
    failures: tuple[Failure, ...]
    warnings: tuple[Warned, ...]
    stages: tuple[Stage, ...]
    index: str
    site: str
    calls: int = 0
    cost: float = 0.0
    shifts: tuple[Shift, ...] = ()


def build(  # noqa: PLR0913
    places: Places,
    config: Config,
    progress: Progress,
    *,
    index_only: bool = False,
    jobs: int = 1,
    only: Sequence[str] = (),
    draft: bool = False,
) -> Report:
    """Reads all sources, or `only` those with these ids, then writes the index, the pages and the site.

    A `draft` goes by library.lock and does not write it: nobody has its addresses yet.
    A document that cannot be read becomes a Failure and the others go on; where nothing at all could be
    read, SourceError is raised and what an earlier build wrote stays as it is.
    """
    for folder in (places.index, places.site):
        recover(folder)
    remembered = memory.read(places.remembered)
    with progress.stage("read") as tick:
        trees, failures = read_all(places, config, jobs, tick, only)
    may_stand = config.roles.is_local and not (draft or failures)
    made_of = standing.inputs(trees, places, config, index_only) if may_stand else ""
    if said := standing.found(made_of, places, Report) if made_of else None:
        return msgspec.structs.replace(said, stages=tuple(progress.stages))
    meter = Meter()
    advice = advised(trees, places, config, progress, meter)
    away = [one for one in remembered if config.visibility.is_private(one) or (only and one not in only)]
    settled = addressed(advice, remembered, [*away, *(failure.document for failure in failures)])
    shown = listed(settled.trees, config)
    with progress.stage("chunk"):
        make = Memo(places.store / "parts", settled.trees)
        library = gather(shown, config, make)
    embedder = choose(library, config, meter, places)
    words = (word for tree in shown for word in make(WORDS, tree, None))
    indexed(library, words, embedder, places, progress, site_url=config.library.site_url)
    if not index_only:
        publish(settled, make, places, config, progress, jobs=jobs)
    if not (index_only or draft):
        memory.write(places.lock, settled.lock)
    remember(places)
    made = report(library, failures, progress, places, config, is_whole=not index_only)
    if made_of and not settled.shifts:
        standing.keep(standing.inputs(trees, places, config, index_only), places, made)
    used = meter.total
    return msgspec.structs.replace(made, calls=used.calls, cost=used.cost, shifts=settled.shifts)


def addressed(trees: Sequence[Tree], remembered: memory.Lock, away: Collection[str]) -> Settled:
    """The trees with the addresses that they keep, and what to remember of today."""
    settled = settle(trees, remembered, away)
    return msgspec.structs.replace(settled, lock=dated(settled.lock, remembered, today()))


def listed(trees: Sequence[Tree], config: Config) -> list[Tree]:
    """The documents that may be found: all but the unlisted ones."""
    return [tree for tree in trees if not config.visibility.is_unlisted(tree.document.id)]


def gather(trees: Sequence[Tree], config: Config, make: Maker = anew) -> Library:
    """The whole corpus as one value, in reading order."""
    return Library(
        documents=tuple(tree.document for tree in trees),
        sections=tuple(chain.from_iterable(tree.sections for tree in trees)),
        figures=tuple(chain.from_iterable(tree.figures for tree in trees)),
        chunks=tuple(chain.from_iterable(make(CHUNKS, tree, config.chunks) for tree in trees)),
    )


def advised(
    trees: list[Tree], places: Places, config: Config, progress: Progress, meter: Meter
) -> list[Tree]:
    """The trees as the models of a build see them; as they are where no model has a role.

    Raises UsageError where that would cost more than it may, ConfigError where a model cannot be asked.
    """
    if config.roles.is_local:
        return trees
    from . import counsel, estimate

    switchboard = Switchboard(attempts=counsel.ATTEMPTS)
    with counsel.opened(config.roles, places.store / "replies", switchboard, meter) as models:
        if config.roles.max_build_cost:
            costs = [*models.costs(trees), *_vectors(trees, places, config)]
            estimate.admit(estimate.estimate(costs), config.roles.max_build_cost)
        return counsel.consult(models, trees, progress)


def forecast(places: Places, config: Config, progress: Progress, jobs: int = 1) -> Estimate:
    """What a build would ask models on the network, and about what that costs; nobody is asked."""
    from . import counsel, estimate

    with progress.stage("read") as tick:
        trees, _ = read_all(places, config, jobs, tick)
    with counsel.opened(config.roles, places.store / "replies", Switchboard(keyed=False), Meter()) as models:
        return estimate.estimate([*models.costs(trees), *_vectors(trees, places, config)])


def _vectors(trees: Sequence[Tree], places: Places, config: Config) -> Iterator[Cost]:
    """What the vectors of texts that have none would take."""
    wanted = config.roles.chosen("embeddings")
    if wanted:
        from . import estimate

        made = identity(wanted, config.roles.dimensions)
        texts = missing(gather(trees, config).chunks, made, places.store / "vectors")
        yield estimate.embedding(texts, made, batch=config.roles.batch)


def indexed(  # noqa: PLR0913
    library: Library,
    words: Iterable[Words],
    embedder: Embedder,
    places: Places,
    progress: Progress,
    *,
    site_url: str,
) -> None:
    """Writes the index; `words` are those of the library's sections."""
    with progress.stage("embed") as tick:
        vectors = embed(library.chunks, embedder, places.store / "vectors", tick)
    with progress.stage("index"):
        made_by = {"built_with": f"sourceleaf {version('sourceleaf')}", "site_url": site_url}
        index.write(places.index, library, vectors, embedder.id, words=tuple(words), **made_by)


def choose(library: Library, config: Config, meter: Meter, places: Places) -> Embedder:
    """The embedder of the profile; `auto` is English where all sections and all readers are.

    A model on the network goes before it; ConfigError where that cannot be asked.
    """
    wanted = config.roles.chosen("embeddings")
    if wanted:
        from . import counsel

        return counsel.embedder(wanted, config.roles, meter, places.store / "vectors")
    languages = {section.lang for section in library.sections} | set(config.library.languages)
    english = config.models.profile == "english" or (config.models.profile == "auto" and languages <= {"en"})
    return _local("bge-small-en-v1.5" if english else "multilingual-e5-small")


@cache
def _local(name: str) -> Embedder:
    """An embedded model, opened once for all builds of a process."""
    from serverless.providers.onnx import OnnxEmbedder

    return OnnxEmbedder(name)


def publish(  # noqa: PLR0913
    settled: Settled, make: Maker, places: Places, config: Config, progress: Progress, *, jobs: int = 1
) -> None:
    """Writes the pages, the client index and the site, and where old addresses lead."""
    from . import machines, site, writer

    shown = listed(settled.trees, config)
    led = stubs.stubs(settled.trees, settled.lock, config.visibility.is_unlisted)
    with progress.stage("pages") as tick:
        told = machines.made(shown, settled.lock, config, make)
        drawn = render(settled.trees, config, make)
        pages = msgspec.structs.replace(drawn, parts=told.parts, maps=told.maps)
        if config.library.extraction_page:
            from . import healthpage

            pages = healthpage.added(pages, shown, places, config)
        site.project(places.root, places.project)
        extra = client_index(shown, make) | stubs.files(led, config.library.site_url) | told.files
        writer.write(pages, extra, places.project, places.store, tick)
    with progress.stage("site") as tick:
        site.build_site(places.project, places.site, tick, jobs)
    hosts.write(led, places.out, config.urls.host, config.library.site_url)


def report(  # noqa: PLR0913
    library: Library,
    failures: Sequence[Failure],
    progress: Progress,
    places: Places,
    config: Config,
    *,
    is_whole: bool,
) -> Report:
    """Counts, losses and times of this build."""
    warned = [Warned(doc.id, text) for doc in library.documents for text in doc.warnings]
    without = empty(config.collections, [document.id for document in library.documents])
    warned += [Warned(FILE, f"the collection {name!r} has no document") for name in without]
    return Report(
        documents=len(library.documents),
        sections=len(library.sections),
        figures=len(library.figures),
        chunks=len(library.chunks),
        failures=tuple(failures),
        warnings=tuple(warned),
        stages=tuple(progress.stages),
        index=str(places.index),
        site=str(places.site) if is_whole else "",
    )
