"""One local server for the site and the function, as a host would put them side by side."""

from __future__ import annotations

import os
import socket
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from serverless.errors import SourceleafError, UsageError
from serverless.folders import recover

from .live import Live

if TYPE_CHECKING:
    from starlette.applications import Starlette


def run(app: Starlette, host: str, port: int, say: Callable[[str], None], live: Live | None = None) -> None:
    """Serves until interrupted; raises SourceleafError where the port is taken."""
    import uvicorn

    listener = _listen(host, port)
    say(f"Serving the portal at http://{host}:{listener.getsockname()[1]}/ (stop with Ctrl+C)")
    server = uvicorn.Server(uvicorn.Config(app, log_level="warning", timeout_graceful_shutdown=1))
    if live:
        live.is_over = lambda: server.should_exit
    server.run(sockets=[listener])


def application(index: Path, site: Path, live: Live | None = None) -> Starlette:
    """The function with the static site below it, as one ASGI application.

    Raises UsageError where there is nothing to serve; with `live`, pages reload when they are built again.
    """
    from starlette.routing import Mount
    from starlette.staticfiles import StaticFiles

    from serverless import app, settings

    for folder in (index, site):
        recover(folder)
    if not (site / "index.html").is_file():
        raise UsageError(f"there is no site in {site}", "run `sourceleaf build` first")
    environment = {"SOURCELEAF_SITE": str(site), **os.environ, "SOURCELEAF_INDEX": str(index)}
    portal = app.create(settings.read(environment))
    static = live.routes(str(site)) if live else [Mount("/", app=StaticFiles(directory=site, html=True))]
    portal.router.routes.extend(static)
    return portal


def _listen(host: str, port: int) -> socket.socket:
    listener = socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET, socket.SOCK_STREAM)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((host, port))
        listener.listen()
    except OSError as error:
        listener.close()
        raise SourceleafError(
            f"{host}:{port} cannot be used: {error.strerror}", "choose another --port"
        ) from None
    return listener
