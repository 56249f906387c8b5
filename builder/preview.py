"""The live preview: what is saved, a source, a setting or a part of the theme, is built again at once."""

from __future__ import annotations

import threading
import traceback
from collections.abc import Callable, Sequence
from pathlib import Path

from serverless.errors import SourceleafError

from . import build, config, disk, latch
from .places import Places
from .progress import Silent

Say = Callable[[str], None]
QUIET = 60
"""Milliseconds without a further change before a build begins: editors write a file in several steps."""


def serve(  # noqa: PLR0913
    places: Places, only: Sequence[str], host: str, port: int, say: Say, *, watch: bool
) -> None:
    """Serves a portal that is built again when something of it is saved; `only` some of its documents."""
    from . import serve as server
    from .live import Live

    live = Live()
    preview = Preview(places, only, say)
    if only:
        preview.build()
    app = server.application(places.index, places.site, live)

    def renewed() -> None:
        app.state.function.reopen()
        live.renewed()

    if watch:
        preview.start(renewed)
    try:
        server.run(app, host, port, say, live)
    finally:
        preview.stop()


class Preview:
    """Builds a portal, and builds it again on a thread of its own."""

    def __init__(self, places: Places, only: Sequence[str], say: Say) -> None:
        self.places, self.only, self.say = places, tuple(only), say
        self._stop = threading.Event()

    def start(self, renewed: Callable[[], object]) -> None:
        """Watches from here on; `renewed` is called after each build that came to its end."""
        threading.Thread(target=self._watch, args=(renewed,), daemon=True).start()

    def stop(self) -> None:
        self._stop.set()

    def build(self) -> None:
        """One build; what is wrong with the sources is said, and the last site stays."""
        settings = config.read(self.places.root / config.FILE)
        progress = Silent()
        with disk.room(self.places.out), latch.held(self.places.store, self.say):
            made = build.build(self.places, settings, progress, only=self.only, draft=True)
        seconds = sum(stage.seconds for stage in progress.stages)
        for failure in made.failures:
            self.say(f"{failure.document}: {failure.message}\n  → {failure.hint}")
        self.say(f"built in {seconds:.1f} s")

    def _watch(self, renewed: Callable[[], object]) -> None:
        from watchfiles import watch

        if self._rebuilt():  # what was saved since the last build; and the models are open from here on
            renewed()
        seen = [path for path in self._watched() if path.exists()]
        for changes in watch(*seen, debounce=1000, step=QUIET, stop_event=self._stop, raise_interrupt=False):
            names = sorted({Path(path).name for _, path in changes})
            self.say(f"{', '.join(names[:3])}{'…' if len(names) > 3 else ''} changed")
            if self._rebuilt():
                renewed()

    def _watched(self) -> list[Path]:
        own = (self.places.root / config.FILE, self.places.root / "overrides")
        return [self.places.sources, *own]

    def _rebuilt(self) -> bool:
        try:
            self.build()
            return True
        except SourceleafError as error:
            self.say(f"sourceleaf: {error.message}" + (f"\n  → {error.hint}" if error.hint else ""))
        except Exception:  # noqa: BLE001 -- a bug is shown whole, and the next change may be built
            self.say(traceback.format_exc())
        return False
