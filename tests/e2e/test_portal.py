"""A person asks, reads the answer, follows a citation and a figure: light and dark, desk and phone."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Literal

import pytest
from playwright.sync_api import Browser, Page, expect

pytestmark = [pytest.mark.browser, pytest.mark.models]

ARTEFACTS = Path(__file__).parent.parent / "artefacts"
QUESTION = "How does the length of the day change with latitude?"
LOOKS: list[tuple[Literal["light", "dark"], int]] = [
    ("light", 1280),
    ("dark", 1280),
    ("light", 390),
    ("dark", 390),
]


@pytest.fixture(params=LOOKS, ids=lambda look: f"{look[0]}-{look[1]}")
def page(request: pytest.FixtureRequest, chromium: Browser, portal: str) -> Iterator[Page]:
    """A fresh browser window at the portal's home; a script error or a foreign request fails the test."""
    scheme, width = request.param
    context = chromium.new_context(color_scheme=scheme, viewport={"width": width, "height": 860})
    opened = context.new_page()
    wrong: list[str] = []
    opened.on("pageerror", lambda error: wrong.append(str(error)))
    opened.on("request", lambda sent: wrong.extend([sent.url] * (not sent.url.startswith(portal))))
    opened.goto(portal)
    opened.context.set_default_timeout(20_000)
    yield opened
    context.close()
    assert wrong == []


def shoot(page: Page, name: str, request: pytest.FixtureRequest) -> None:
    ARTEFACTS.mkdir(exist_ok=True)
    page.screenshot(path=ARTEFACTS / f"portal-{name}-{request.node.callspec.id}.png")


def ask(page: Page, question: str) -> None:
    page.keyboard.press("/")
    page.get_by_role("combobox").fill(question)
    page.keyboard.press("Enter")
    expect(page.locator(".sa-sentence").first).to_be_visible()
    expect(page.locator(".sa-skeleton")).to_have_count(0)


def test_an_answer_leads_to_its_source(page: Page, request: pytest.FixtureRequest) -> None:
    shoot(page, "home", request)
    ask(page, QUESTION)
    for sentence in page.locator(".sa-sentence").all():
        expect(sentence.locator(".sa-cite").first).to_be_visible()
    shoot(page, "answer", request)
    page.locator("a.sa-cite").first.click()
    page.wait_for_url(re.compile(r"/library/tides-report/.+hl="))
    assert page.evaluate("CSS.highlights.size > 0 || document.querySelectorAll('mark').length > 0")
    shoot(page, "cited", request)


def test_a_figure_opens_on_its_section(page: Page, request: pytest.FixtureRequest) -> None:
    ask(page, QUESTION)
    card = page.locator(".sa-figure a").first
    expect(card).to_be_visible()
    anchor = (card.get_attribute("href") or "").partition("#")[2]
    card.click()
    page.wait_for_url(re.compile(re.escape(f"#{anchor}")))
    figure = page.locator(f"[id='{anchor}']")
    expect(figure).to_be_in_viewport()
    picture = figure.locator("img").first
    assert picture.evaluate("image => image.complete && image.naturalWidth > 0")
    shoot(page, "figure", request)


def test_search_works_while_typing(page: Page) -> None:
    page.keyboard.press("/")
    page.get_by_role("combobox").fill("twilight")
    first = page.get_by_role("option").filter(has_text="Twilight").first
    expect(first).to_be_visible()
