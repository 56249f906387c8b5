"""What the models of a build would cost: calls, tokens and money, before anybody is asked."""

from __future__ import annotations

from collections.abc import Sequence

from serverless.errors import UsageError
from serverless.model import EmbedderId, Struct
from serverless.roles.prices import Prices, prices, tokens

from .replies import Job

WRITTEN = {"noise": 120, "describe": 260}
"""Tokens that a reply takes, about."""
PICTURE = 1120
"""Tokens of a picture for a model that the price table does not know."""


class Cost(Struct, frozen=True):
    """What one role would take; `cost` is None where nobody knows the price of the model."""

    role: str
    model: str
    calls: int
    input_tokens: int
    output_tokens: int
    cost: float | None


class Estimate(Struct, frozen=True):
    """All roles together, by the prices of a day."""

    roles: tuple[Cost, ...]
    currency: str
    as_of: str

    @property
    def total(self) -> float:
        return round(sum(role.cost or 0.0 for role in self.roles), 6)

    @property
    def unknown(self) -> tuple[str, ...]:
        """Models without a price that would be asked something."""
        return tuple(role.model for role in self.roles if role.cost is None and role.calls)


def estimate(roles: Sequence[Cost], table: Prices | None = None) -> Estimate:
    table = table or prices()
    return Estimate(tuple(roles), table.currency, table.as_of)


def asking(role: str, model: str, jobs: Sequence[Job], table: Prices | None = None) -> Cost:
    """What questions to a language model would take."""
    price = (table or prices()).of(model)
    picture = price.picture if price else PICTURE
    read = sum(tokens(job.prompt.text) + picture * job.prompt.pictures for job in jobs)
    written = WRITTEN.get(role, 200) * len(jobs)
    cost = round(price.cost(read, written), 6) if price else None
    return Cost(role, model, len(jobs), read, written, cost)


def summed(parts: Sequence[Cost], role: str, model: str) -> Cost:
    """Several costs of one role and one model together."""
    costs = [part.cost for part in parts]
    return Cost(
        role,
        model,
        sum(part.calls for part in parts),
        sum(part.input_tokens for part in parts),
        sum(part.output_tokens for part in parts),
        None if None in costs else round(sum(cost or 0.0 for cost in costs), 6),
    )


def embedding(
    texts: Sequence[str], embedder: EmbedderId, table: Prices | None = None, *, batch: bool = False
) -> Cost:
    """What the vectors of these texts would take, made at once or in jobs."""
    from serverless.providers.remote import JOB, REQUEST, groups

    table = table or prices()
    calls = sum(1 for _ in groups(texts, "document", JOB if batch else REQUEST))
    read = sum(map(tokens, texts))
    price = table.of(embedder.model)
    cost = round(price.cost(read) * (table.batch if batch else 1.0), 6) if price else None
    return Cost("embeddings", embedder.model, calls, read, 0, cost)


def text(made: Estimate) -> str:
    """The estimate as lines for a person."""
    if not made.roles:
        return "No model is asked in this build: it costs nothing."
    lines = [f"{'role':12} {'model':28} {'calls':>7} {'tokens in':>11} {'out':>9} {made.currency:>10}"]
    for role in made.roles:
        cost = "unknown" if role.cost is None else f"{role.cost:.4f}"
        counts = f"{role.calls:7} {role.input_tokens:11} {role.output_tokens:9}"
        lines.append(f"{role.role:12} {role.model:28} {counts} {cost:>10}")
    lines.append(f"about {made.total:.4f} {made.currency} in all, by the list prices of {made.as_of}")
    return "\n".join(lines)


def admit(made: Estimate, most: float) -> None:
    """UsageError where a build would cost more than it may; `most` 0 is no limit."""
    if not most:
        return
    if made.unknown:
        raise UsageError(
            f"nobody knows what {', '.join(made.unknown)} costs, and max_build_cost is {most:g}",
            "add its price to serverless/roles/prices.json, or set max_build_cost to 0",
        )
    if made.total > most:
        raise UsageError(
            f"the build would cost about {made.total:.4f} {made.currency}; max_build_cost is {most:g}",
            "raise max_build_cost in library.toml, or switch a role off; `--dry-run` shows what costs what",
        )
