"""A site that is being written: pages reload in the browser when a new build has taken their place."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TYPE_CHECKING

from serverless.model import Struct

if TYPE_CHECKING:
    from starlette.requests import Request
    from starlette.responses import Response
    from starlette.routing import BaseRoute

PATH = "/_live"
PATIENCE = 20.0
"""Seconds after which a page that waits is answered and asks again."""
LOOK = 0.05
SCRIPT = b"""<script>
(async () => {
  for (let at = null; ; ) {
    try {
      const answer = await fetch(`/_live${at === null ? "" : `?since=${at}`}`);
      const { build } = await answer.json();
      if (at !== null && build !== at) return location.reload();
      at = build;
    } catch {
      await new Promise((done) => setTimeout(done, 1000));
    }
  }
})();
</script>
"""


class Said(Struct, frozen=True):
    """What a page is told: the number of the build that it should show."""

    build: int


class Live:
    """Counts the builds, and tells waiting pages of each."""

    def __init__(self) -> None:
        self.build = 1
        self.is_over: Callable[[], bool] = lambda: False
        """Whether the server is about to stop."""

    def renewed(self) -> None:
        """A new build is in its place."""
        self.build += 1

    async def wait(self, request: Request) -> Response:
        """GET /_live?since=N: answered when there is a build after N, or after a while."""
        import anyio
        import msgspec
        from starlette.responses import Response

        since = request.query_params.get("since", "")
        end = time.monotonic() + PATIENCE
        while since == str(self.build) and time.monotonic() < end and not self.is_over():
            await anyio.sleep(LOOK)
        body = msgspec.json.encode(Said(self.build))
        return Response(body, media_type="application/json", headers={"Cache-Control": "no-store"})

    def routes(self, folder: str) -> list[BaseRoute]:
        """The site below the endpoint that its pages wait at."""
        from starlette.responses import FileResponse, HTMLResponse
        from starlette.routing import Mount, Route
        from starlette.staticfiles import StaticFiles
        from starlette.types import Scope

        class Files(StaticFiles):
            async def get_response(self, path: str, scope: Scope) -> Response:
                response = await super().get_response(path, scope)
                response.headers["Cache-Control"] = "no-store"
                if not isinstance(response, FileResponse) or response.media_type != "text/html":
                    return response
                with open(response.path, "rb") as page:
                    return HTMLResponse(page.read() + SCRIPT, response.status_code)

        files = Files(directory=folder, html=True, check_dir=False)
        return [Route(PATH, self.wait), Mount("/", app=files)]
