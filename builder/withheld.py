"""Questions asked once more without the sections that answer them: does the reader notice?

What is left are the neighbours of the answer, which is harder than a question from somewhere else. A section
that is withheld may stand in other words in another one, so not every answer here is a wrong one.
"""

from __future__ import annotations

from collections.abc import Sequence

from serverless import answer
from serverless.index import Index
from serverless.model import Question
from serverless.tools import Tools

from . import metrics
from .progress import Tick
from .scores import REFUSED, Table
from .target import Target

NAMES = ("withheld_refused", "withheld_doubted")


def measure(targets: Sequence[Target], index: Index, tools: Tools, tick: Tick) -> Table:
    """Shares that are refused, and refused or answered with a doubt; {} where no section is expected."""
    asked = [target for target in targets if target.sections]
    refused: list[float] = []
    doubted: list[float] = []
    for done, target in enumerate(asked, 1):
        names = target.acceptable.union(*target.expected)
        given = answer.without(Question(question=target.gold.question), index, tools, names)
        refused.append(float(given.status == REFUSED))
        doubted.append(float(given.status == REFUSED or given.unsure))
        tick(done, len(asked))
    if not asked:
        return {}
    return dict(zip(NAMES, (metrics.mean(refused), metrics.mean(doubted)), strict=True))
