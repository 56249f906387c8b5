"""Where pages and files stand in the docs folder, and how one points at another.

Every page is the `index.md` of a folder of its own, so the folder in the docs tree is the page's address,
and a relative reference is right in the Markdown and in the built site alike.
"""

from __future__ import annotations

import posixpath
from urllib.parse import quote

from .extract import escape

LIBRARY = "library"
"""The one folder of docs/ that belongs to the builder."""


def page(url: str) -> str:
    """The Markdown file of the page at `url` ("library/clip/method/")."""
    return f"{url}index.md"


def absolute(site: str, path: str) -> str:
    """The whole address of a page or file of the site, as programs read it."""
    return site.rstrip("/") + "/" + quote(path, safe="/#~")


def reference(target: str, here: str) -> str:
    """`target` (a page's url or a file's path, with or without #anchor) as seen from the page at `here`."""
    path, mark, anchor = target.partition("#")
    if path == here:
        return f"#{anchor}" if anchor else "./"
    relative = posixpath.relpath(path, here)
    return escape.address(f"{relative}/" if path.endswith("/") else relative) + mark + anchor


def markdown(target: str, here: str) -> str:
    """The same for a Markdown link, which names the file of a page so that the site tool can check it."""
    path, mark, anchor = target.partition("#")
    if path == here and anchor:
        return f"#{anchor}"
    file = page(path) if path.endswith("/") or not path else path
    return escape.address(posixpath.relpath(file, here)) + mark + anchor


def document(path: str) -> str:
    """The document that a file in docs belongs to, "" for one of the portal."""
    folders = path.split("/")
    return folders[1] if folders[0] == LIBRARY and len(folders) > 2 else ""
