"""A section's Markdown taken apart far enough to change its words and nothing else.

Code, formulas, links, tags and escapes are left as they are; what stands between them is prose.
"""

from __future__ import annotations

import re
from typing import Protocol

from serverless.plain import FIGURE_LINE

_FIXED = re.compile(
    r"""
      ^[ ]*(?P<fence>`{3,}(?=[^`\n]*$)|~{3,})[^\n]*\n(?:.*?^[ ]*(?P=fence)[`~]*[ ]*$|.*\Z)  # a block of code
    | (?P<figure>^[ \t]*!\[(?:\\.|[^\]\\])*\]\(figure:[^)\s]+\)[ \t]*$)
    | \\.                                                                       # an escape
    | \$\$.+?\$\$ | \$(?![\s$])[^$\n]+?(?<![\s\\])\$                            # a formula
    | (?P<tick>`+)(?!`).+?(?<!`)(?P=tick)(?!`)                                  # code in a line
    | (?P<tag><(?P<whole>table|a|pre|code|svg|math)\b.*?</(?P=whole)\s*> | </?[A-Za-z][^<>]*>)
    | <!--.*?--> | <[a-z][a-z0-9+.-]*:[^<>\s]*> | https?://[^\s<>]+             # a comment, an address
    | (?P<link>!?\[(?:\\.|[^\[\]\\]|\[(?:\\.|[^\[\]\\])*\])*\](?:\([^()\n]*\)|\[[^\]\n]*\]))
    """,
    re.VERBOSE | re.DOTALL | re.MULTILINE | re.IGNORECASE,
)


class Editor(Protocol):
    """What is done to the parts of a text that may change; each gets its part and gives what stands there."""

    def figure(self, name: str, line: str) -> str:
        """A line that shows the figure of that id."""
        ...

    def link(self, text: str) -> str:
        """A link of Markdown."""
        ...

    def tags(self, text: str) -> str:
        """A tag of HTML, or an element with all that it holds."""
        ...

    def prose(self, text: str) -> str:
        """Running text."""
        ...


def rewrite(markdown: str, editor: Editor) -> str:
    """`markdown` with its parts as `editor` gives them."""
    parts: list[str] = []
    at = 0
    for match in _FIXED.finditer(markdown):
        parts += [editor.prose(markdown[at : match.start()]), _edited(match, editor)]
        at = match.end()
    return "".join([*parts, editor.prose(markdown[at:])])


def _edited(match: re.Match[str], editor: Editor) -> str:
    text = match[0]
    line = FIGURE_LINE.match(text) if match["figure"] else None
    if line:
        return editor.figure(line["id"], text)
    if match["link"]:
        return editor.link(text)
    return editor.tags(text) if match["tag"] else text
