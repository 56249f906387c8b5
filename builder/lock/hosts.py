"""The same redirects for a host that answers with 301 before it looks for a page."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from urllib.parse import quote, unquote, urlsplit

import msgspec

from .. import disk
from ..config import Host
from .stubs import Stub

NAMES: dict[Host, str] = {
    "plain": "site/_redirects",
    "netlify": "site/_redirects",
    "nginx": "redirects.nginx.conf",
    "s3": "redirects.s3.json",
}
"""Where each form is written, from the folder of the build."""

NGINX = """\
# In the http block: include this file. In the server block:
#   if ($sourceleaf_moved) { return 301 $sourceleaf_moved; }
map $uri $sourceleaf_moved {
    default "";
"""


def text(made: Sequence[Stub], host: Host, site_url: str) -> str:
    """The whole file; nothing where no address leads on."""
    base = urlsplit(site_url).path.rstrip("/")
    pairs = [
        (f"{base}/{stub.url}", f"{base}/{stub.section.url}") for stub in made if not (stub.lost or stub.quiet)
    ]
    if not pairs:
        return ""
    if host == "nginx":
        return NGINX + "".join(f'    "{unquote(old)}" "{_quoted(new)}";\n' for old, new in pairs) + "}\n"
    if host == "s3":
        moves = [
            {"key": f"{unquote(old).lstrip('/')}index.html", "location": _quoted(new)} for old, new in pairs
        ]
        return msgspec.json.format(msgspec.json.encode(moves), indent=1).decode() + "\n"
    status = "301!" if host == "netlify" else "301"
    return "".join(f"{_quoted(old)} {_quoted(new)} {status}\n" for old, new in pairs)


def _quoted(path: str) -> str:
    return quote(unquote(path), safe="/~-._")


def write(made: Sequence[Stub], out: Path, host: Host, site_url: str) -> None:
    """Writes the one form that is wanted to the folder of the build; the others are taken away."""
    wanted = text(made, host, site_url)
    for name in {*NAMES.values()}:
        if name == NAMES[host] and wanted:
            disk.put(out / name, wanted.encode())
        else:
            (out / name).unlink(missing_ok=True)
