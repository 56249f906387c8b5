"""The sundial portal in Chromium: built once, served with and without a function, every window watched."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, Request

from tests.browser import portal
from tests.browser.function import Server, serving

DESK = {"width": 1280, "height": 860}
PHONE = {"width": 390, "height": 844}
Open = Callable[..., Page]


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return portal.build(tmp_path_factory.mktemp("sundials"))


@pytest.fixture
def server(site: Path) -> Iterator[Server]:
    with serving(site) as running:
        yield running


@pytest.fixture
def bare(site: Path) -> Iterator[Server]:
    """The same site where no function answers."""
    with serving(site, answers=False) as running:
        yield running


@pytest.fixture
def window(chromium: Browser) -> Iterator[Open]:
    """`window(server, path)` opens a page; errors of scripts and foreign requests fail the test."""
    wrong: list[str] = []
    contexts: list[BrowserContext] = []

    def open_page(server: Server, path: str = "library/sundials/shadow/", **options: Any) -> Page:
        contexts.append(chromium.new_context(**{"viewport": DESK, **options}))
        page = contexts[-1].new_page()
        page.set_default_timeout(10_000)

        def console(said: ConsoleMessage) -> None:
            if said.type == "error" and "status of 404" not in said.text:
                wrong.append(said.text)

        def request(sent: Request) -> None:
            if not sent.url.startswith((server.url, "data:")):
                wrong.append(sent.url)

        page.on("pageerror", lambda error: wrong.append(str(error)))
        page.on("console", console)
        page.on("request", request)
        page.goto(server.url + path)
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert wrong == []


def ask(page: Page, question: str) -> None:
    """Types a question into the field, which must be at hand, and asks it."""
    field = page.get_by_role("combobox")
    if not field.is_visible():
        page.get_by_role("button", name="Search or ask a question").click()
    field.fill(question)
    field.press("Enter")
