"""HTML and Markdown from templates; one escaping for each of the two."""

from __future__ import annotations

import hashlib
import html
import re
from functools import cache
from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined, select_autoescape
from markupsafe import Markup

TEMPLATES = Path(__file__).parent / "templates"

_FORMULA = re.compile(r"\$\$(.+?)\$\$|(?<![\\$\w])\$(?!\s)([^$\n]+?)(?<!\s)\$(?!\w)")


@cache
def _environment() -> Environment:
    return Environment(
        loader=FileSystemLoader(TEMPLATES),
        autoescape=select_autoescape(enabled_extensions=("html.jinja",), default=False),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )


@cache
def templates() -> str:
    """A digest of all templates."""
    digest = hashlib.sha256()
    for path in sorted(TEMPLATES.iterdir()):
        digest.update(f"{path.name}\n".encode() + path.read_bytes())
    return digest.hexdigest()


def render(template: str, **values: object) -> str:
    """The template of that name; values are escaped where it makes HTML."""
    return _environment().get_template(template).render(**values)


def formula(source: str, *, display: bool = False) -> Markup:
    """TeX as the element that the page's script sets; readable as it is where no script runs."""
    inner = html.escape(source.strip(), quote=False)
    if display:
        return Markup(f'<div class="arithmatex">\\[{inner}\\]</div>')  # noqa: S704 -- escaped above
    return Markup(f'<span class="arithmatex">\\({inner}\\)</span>')  # noqa: S704 -- escaped above


def line(text: str) -> Markup:
    """Plain text as HTML on one line, with `$…$` as formulas."""
    flat = " ".join(text.split())
    parts: list[Markup] = []
    at = 0
    for match in _FORMULA.finditer(flat):
        parts += [Markup.escape(flat[at : match.start()]), formula(match[1] or match[2])]
        at = match.end()
    return Markup("").join([*parts, Markup.escape(flat[at:])])
