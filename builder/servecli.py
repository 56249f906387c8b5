"""`sourceleaf serve`: the portal on this machine, built again whenever something of it is saved."""

from __future__ import annotations

from pathlib import Path

import click

FOLDER = click.Path(file_okay=False, path_type=Path)


@click.command()
@click.option("--out", type=FOLDER, help="Folder of the build (default: build/).")
@click.option("--host", default="127.0.0.1", show_default=True, help="Address to listen on.")
@click.option(
    "--port", default=8000, show_default=True, type=click.IntRange(0, 65535), help="Port; 0 picks one."
)
@click.option(
    "--watch/--no-watch", default=True, help="Build again what is saved, and reload pages (the default)."
)
@click.option("--only", multiple=True, metavar="DOCUMENT", help="Build and serve this document alone.")
def serve(out: Path | None, host: str, port: int, watch: bool, only: tuple[str, ...]) -> None:
    """Serve the site and the answering function together."""
    from . import places, preview
    from . import serve as server

    root = places.portal_root(Path.cwd())
    folder = out or root / "build"
    where = places.alone(root, folder) if only else places.built(folder) if watch else None
    if where is None:
        server.run(server.application(folder / "index", folder / "site"), host, port, click.echo)
    else:
        preview.serve(where, only, host, port, click.echo, watch=watch)
