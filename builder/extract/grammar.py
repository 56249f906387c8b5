"""The one place that knows the Markdown parser: which dialect is read, as a tree of tokens."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache
from html import escape

from markdown_it import MarkdownIt
from markdown_it.rules_block import StateBlock
from markdown_it.rules_core import StateCore
from markdown_it.rules_inline import StateInline
from markdown_it.token import Token
from mdit_py_plugins.dollarmath import dollarmath_plugin
from mdit_py_plugins.footnote import footnote_plugin
from mdit_py_plugins.front_matter import front_matter_plugin

from . import tags

LONGEST = 100_000
"""Characters of one paragraph up to which its inline marks are read; beyond, it is plain text."""

_INLINE_TAGS = tags.KEPT | {"a", "br", "code", "span"}
_ANCHOR = re.compile(r"[ \t]*\{(?P<marks>[ \t]*[#.:][^{}\n]*)\}[ \t]*$")


@dataclass
class Node:
    """A block token with the blocks inside it. `line` is 1-based."""

    token: Token
    line: int
    children: list[Node] = field(default_factory=list)

    @property
    def type(self) -> str:
        return self.token.type.removesuffix("_open")

    @property
    def inline(self) -> Sequence[Token]:
        """The inline tokens of a paragraph, heading or cell."""
        found = next((child.token for child in self.children if child.token.type == "inline"), None)
        return (found.children or []) if found else []


def parse(text: str) -> tuple[list[Node], list[str]]:
    """The top blocks of `text`, and warnings about what was not read as Markdown."""
    env: dict[str, list[str]] = {"warnings": []}
    return _nest(_parser().parse(text, env)), env["warnings"]


@cache
def _parser() -> MarkdownIt:
    md = MarkdownIt("commonmark").enable(["table", "strikethrough"])
    md.use(front_matter_plugin).use(footnote_plugin)
    md.use(dollarmath_plugin, allow_labels=False, allow_digits=False, double_inline=True)
    md.disable(["footnote_tail", "footnote_inline"])
    md.validateLink = _any_link  # type: ignore[method-assign]
    md.normalizeLink = _as_written  # type: ignore[method-assign]
    md.core.ruler.before("inline", "anchors", _anchors)
    md.core.ruler.before("inline", "too_long", _too_long)
    md.inline.ruler.before("escape", "tex_brackets", _tex_brackets)
    for rule in ("math_inline", "math_inline_double"):
        md.add_render_rule(rule, _formula_html)
    md.block.ruler.before("html_block", "html_table", _html_table, {"alt": ["paragraph", "blockquote"]})
    return md


def html(md: str) -> str:
    """Clean inline Markdown of ours as clean HTML on one line; formulas in the markup of the pages."""
    import nh3

    raw = _parser().renderInline(md)
    kept = nh3.clean(raw, tags=_INLINE_TAGS, attributes={"a": {"href"}, "span": {"class"}}, link_rel=None)
    return " ".join(kept.split())


def _formula_html(_renderer: object, tokens: Sequence[Token], index: int, *_: object) -> str:
    return f'<span class="arithmatex">\\({escape(tokens[index].content)}\\)</span>'


def _tex_brackets(state: StateInline, silent: bool) -> bool:
    r"""`\(…\)` and `\[…\]` around what is clearly TeX; elsewhere they are escaped brackets."""
    opening = state.src[state.pos : state.pos + 2]
    if opening not in {"\\(", "\\["}:
        return False
    end = state.src.find("\\)" if opening == "\\(" else "\\]", state.pos + 2)
    content = state.src[state.pos + 2 : end] if end > 0 else ""
    if not re.search(r"\\[A-Za-z]|[\^_]", content) or "](" in content:
        return False
    if not silent:
        token = state.push("math_inline" if opening == "\\(" else "math_inline_double", "math", 0)
        token.content = content
    state.pos = end + 2
    return True


def _any_link(url: str) -> bool:
    """Every address passes here; `escape.address` decides later, in one place."""
    return True


def _as_written(url: str) -> str:
    """File names stay as they are; `escape.address` encodes what a link needs."""
    return url


def _anchors(state: StateCore) -> None:
    """Takes `{#id}` off the end of headings and keeps it as the heading's attribute."""
    for opening, content in zip(state.tokens, state.tokens[1:], strict=False):
        if opening.type == "heading_open" and (match := _ANCHOR.search(content.content)):
            content.content = content.content[: match.start()]
            if anchor := re.search(r"#([^\s#.}]+)", match["marks"]):
                opening.attrSet("id", anchor[1])


def _too_long(state: StateCore) -> None:
    """Turns paragraphs of monstrous length into plain text: their marks would take minutes."""
    for token in state.tokens:
        if token.type == "inline" and len(token.content) > LONGEST:
            line = (token.map or [0])[0] + 1
            state.env["warnings"].append(
                f"line {line}: a paragraph of {len(token.content)} characters was read as plain text"
            )
            token.children = [Token("text", "", 0, content=token.content)]
            token.content = ""


def _html_table(state: StateBlock, start: int, end: int, silent: bool) -> bool:
    """An HTML table as one block, blank lines or not (the standard would cut it at the first)."""
    if state.is_code_block(start) or not re.match(r"(?i)<table[\s>]", _line(state, start)):
        return False
    for last in range(start, end):
        if "</table" in _line(state, last).lower():
            break
    else:
        return False
    if not silent:
        state.line = last + 1
        token = state.push("html_block", "", 0)
        token.map = [start, state.line]
        token.content = state.getLines(start, state.line, state.blkIndent, True)
    return True


def _line(state: StateBlock, line: int) -> str:
    return state.src[state.bMarks[line] + state.tShift[line] : state.eMarks[line]]


def _nest(tokens: Sequence[Token]) -> list[Node]:
    top: list[Node] = []
    levels = [top]
    for token in tokens:
        if token.nesting == -1:
            levels.pop()
            continue
        node = Node(token, (token.map or [0])[0] + 1)
        levels[-1].append(node)
        if token.nesting == 1:
            levels.append(node.children)
    return top
