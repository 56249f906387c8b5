"""What models on the network are asked during a build, and what that would cost before they are.

A role that is not switched on asks nobody. A model that cannot be opened stops the build before it starts;
one that fails while it runs leaves what the rules say, and each document says so in a warning.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from serverless.errors import ConfigError
from serverless.ports import Embedder
from serverless.roles.choice import Choice, Switchboard, identity
from serverless.roles.meter import Meter
from serverless.roles.port import Model, ModelError

from . import describe, estimate, outline, replies
from .bulk import Bulk
from .describe import Seen
from .estimate import Cost
from .outline import Outline
from .progress import Progress, Tick
from .replies import Job, Round
from .roles import Roles
from .tree import Tree

ATTEMPTS = 6
"""How often a build asks before it gives one thing up; a reader has less patience."""


class Counsel:
    """The models of a build, opened, over the store of what they have said before."""

    def __init__(self, roles: Roles, store: replies.Store, switchboard: Switchboard, meter: Meter) -> None:
        self.noise: Round[Outline] | None = None
        self.figures: Round[Seen] | None = None
        self._names: dict[str, str] = {}
        if model := self._model("noise", roles, switchboard):
            self.noise = Round(model, Outline, store, meter)
        if model := self._model("figures", roles, switchboard):
            self.figures = Round(model, Seen, store, meter)

    def _model(self, role: str, roles: Roles, switchboard: Switchboard) -> Model | None:
        wanted = roles.chosen(role)
        if wanted is None:
            return None
        try:
            model = switchboard.model(wanted)
        except ModelError as error:
            raise ConfigError(f"roles.{role} is {wanted}, but {error.message}", error.hint) from None
        self._names[role] = model.name
        return model

    def judge(self, trees: Sequence[Tree], tick: Tick) -> list[Tree]:
        """The trees with noise as a model sees it."""
        if self.noise is None:
            return list(trees)
        found = self.noise.run([outline.job(tree) for tree in trees], tick)
        return [outline.judged(tree, found[tree.document.id]) for tree in trees]

    def describe(self, trees: Sequence[Tree], tick: Tick) -> list[Tree]:
        """The trees with their figures described, one document after the other: pictures are large."""
        if self.figures is None:
            return list(trees)
        told: list[Tree] = []
        for tree in trees:
            found = self.figures.run(list(describe.jobs(tree)), lambda done, total: None)
            told.append(describe.described(tree, found))
            tick(len(told), len(trees))
        return told

    def costs(self, trees: Sequence[Tree]) -> Iterator[Cost]:
        """What is still to be asked, by role."""
        if self.noise is not None:
            jobs = self.noise.pending([outline.job(tree) for tree in trees])
            yield estimate.asking("noise", _bare(self._names["noise"]), jobs)
        if self.figures is not None:
            parts = [self._described(self.figures, tree) for tree in trees]
            yield estimate.summed(parts, "describe", _bare(self._names["figures"]))

    def _described(self, figures: Round[Seen], tree: Tree) -> Cost:
        jobs: list[Job] = figures.pending(list(describe.jobs(tree)))
        return estimate.asking("describe", _bare(self._names["figures"]), jobs)


def embedder(wanted: Choice, roles: Roles, meter: Meter, folder: Path) -> Embedder:
    """The embedder of a build; ConfigError where it cannot be asked.

    `folder` keeps the names of the jobs that it waits for.
    """
    switchboard = Switchboard(attempts=ATTEMPTS)
    try:
        made = switchboard.embedder(identity(wanted, roles.dimensions))
    except ModelError as error:
        raise ConfigError(f"roles.embeddings is {wanted}, but {error.message}", error.hint) from None
    made.meter = meter
    if not roles.batch:
        return made
    service = switchboard.later(made.id)
    if service is None:
        raise ConfigError(
            f"roles.batch is true, but {wanted} makes no vectors in jobs",
            "set it to false, or use gemini with a key",
        )
    return Bulk(made, service, folder)


def _bare(name: str) -> str:
    """The model without its provider, as the price table has it."""
    return name.partition(":")[2]


@contextmanager
def opened(roles: Roles, folder: Path, switchboard: Switchboard, meter: Meter) -> Iterator[Counsel]:
    """The models of a build; ConfigError where one cannot be asked."""
    with replies.opened(folder) as store:
        yield Counsel(roles, store, switchboard, meter)


def consult(counsel: Counsel, trees: Sequence[Tree], progress: Progress) -> list[Tree]:
    """Headings first, then figures."""
    asked = list(trees)
    if counsel.noise is not None:
        with progress.stage("noise") as tick:
            asked = counsel.judge(asked, tick)
    if counsel.figures is not None:
        with progress.stage("figures") as tick:
            asked = counsel.describe(asked, tick)
    return asked


__all__ = ["ATTEMPTS", "Counsel", "consult", "embedder", "opened"]
