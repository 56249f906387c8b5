"""A look at what a link in the text leads to, with the pointer and with the keyboard."""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import Open
from tests.browser.function import Server

pytestmark = pytest.mark.browser

PAGE = "library/sundials/shadow/"


def mention(page: Page) -> Locator:
    return page.locator("article p a[href*='#fig-']").first


def test_the_pointer_shows_the_figure_and_its_caption(server: Server, window: Open) -> None:
    page = window(server, PAGE)
    peek = page.locator(".sl-peek")
    mention(page).hover()
    expect(peek).to_be_visible()
    expect(peek).to_contain_text("Figure 1")
    expect(peek.locator("img")).to_have_js_property("complete", True)
    page.mouse.move(5, 5)
    expect(peek).to_be_hidden()


def test_the_keyboard_opens_it_and_escape_closes_it(server: Server, window: Open) -> None:
    page = window(server, PAGE)
    peek = page.locator(".sl-peek")
    mention(page).focus()
    page.keyboard.press("Shift+Tab")
    page.keyboard.press("Tab")
    expect(peek).to_be_visible()
    expect(mention(page)).to_have_attribute("aria-describedby", "sl-peek")
    page.keyboard.press("Escape")
    expect(peek).to_be_hidden()
    expect(mention(page)).to_be_focused()


def test_no_page_is_fetched_before_it_is_wanted(server: Server, window: Open) -> None:
    page = window(server, PAGE)
    asked: list[str] = []
    page.on("request", lambda sent: asked.append(sent.url))
    with page.expect_response("**/hour-lines/"):
        mention(page).hover()
    expect(page.locator(".sl-peek")).to_be_visible()
    assert [url for url in asked if url.endswith("/")] == [f"{server.url}library/sundials/hour-lines/"]
