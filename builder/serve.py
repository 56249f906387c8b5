"""One local server for the site and the function, as a host would put them side by side."""

from __future__ import annotations

import os
import socket
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from serverless.errors import SourceleafError, UsageError

if TYPE_CHECKING:
    from starlette.applications import Starlette


def run(index: Path, site: Path, host: str, port: int, say: Callable[[str], None]) -> None:
    """Serves until interrupted; raises UsageError where there is nothing to serve or the port is taken."""
    import uvicorn

    app = application(index, site)
    listener = _listen(host, port)
    say(f"Serving the portal at http://{host}:{listener.getsockname()[1]}/ (stop with Ctrl+C)")
    server = uvicorn.Server(uvicorn.Config(app, log_level="warning"))
    server.run(sockets=[listener])


def application(index: Path, site: Path) -> Starlette:
    """The function with the static site below it, as one ASGI application."""
    from starlette.routing import Mount
    from starlette.staticfiles import StaticFiles

    from serverless import app, settings

    if not (site / "index.html").is_file():
        raise UsageError(f"there is no site in {site}", "run `sourceleaf build` first")
    environment = {"SOURCELEAF_SITE": str(site), **os.environ, "SOURCELEAF_INDEX": str(index)}
    portal = app.create(settings.read(environment))
    portal.router.routes.append(Mount("/", app=StaticFiles(directory=site, html=True)))
    return portal


def _listen(host: str, port: int) -> socket.socket:
    listener = socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET, socket.SOCK_STREAM)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((host, port))
    except OSError as error:
        listener.close()
        raise SourceleafError(
            f"{host}:{port} cannot be used: {error.strerror}", "choose another --port"
        ) from None
    return listener
