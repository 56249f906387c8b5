"""What all tests share: one Chromium, and no deadline for property tests on a busy machine."""

from __future__ import annotations

import shutil
from collections.abc import Iterator

import pytest
from hypothesis import settings
from playwright.sync_api import Browser, sync_playwright

settings.register_profile("unhurried", deadline=None)
settings.load_profile("unhurried")


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Browser tests come last: their driver keeps an event loop running in this thread until the end."""
    items.sort(key=lambda item: "browser" in item.keywords)


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    arguments = ["--headless=new", "--no-sandbox", "--disable-gpu"]
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=arguments)
        yield browser
        browser.close()
