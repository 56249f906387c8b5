"""Searching while typing, with the keyboard and with the pointer."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import PHONE, Open
from tests.browser.function import Server

pytestmark = pytest.mark.browser


def titles(page: Page) -> list[str]:
    """The sections that are listed, without the row that asks."""
    expect(page.locator(".sa-result--ask")).to_be_visible()
    return page.locator(".sa-result:not(.sa-result--ask) .sa-result__title").all_inner_texts()


def search(page: Page, words: str) -> list[str]:
    page.get_by_role("combobox").fill(words)
    expect(page.locator(".sa-result--ask .sa-result__title")).to_have_text(f"Ask: {words}")
    return titles(page)


def test_without_scripts_there_is_a_link_to_the_library(server: Server, window: Open) -> None:
    page = window(server, java_script_enabled=False)
    page.get_by_role("banner").get_by_role("link", name="Search").click()
    expect(page).to_have_url(f"{server.url}library/")


@pytest.mark.parametrize("keys", ["/", "Control+k", "Meta+k"])
def test_a_key_puts_the_focus_into_the_field(server: Server, window: Open, keys: str) -> None:
    page = window(server)
    expect(page.get_by_role("combobox")).to_be_visible()
    page.keyboard.press(keys)
    expect(page.get_by_role("combobox")).to_be_focused()
    expect(page.get_by_role("combobox")).to_have_value("")


def test_a_slash_in_a_question_is_a_slash(server: Server, window: Open) -> None:
    page = window(server)
    page.keyboard.press("/")
    page.keyboard.type("and/or")
    expect(page.get_by_role("combobox")).to_have_value("and/or")


def test_results_come_while_somebody_types(server: Server, window: Open) -> None:
    page = window(server)
    assert search(page, "equation of ti")[0] == "The equation of time"
    assert search(page, "gnom")[0] == "How a sundial works"
    assert search(page, "brsas ") == ["Care of brass"]
    assert search(page, "自转轴") == ["日晷简介"]
    assert search(page, "zeppelin") == []
    expect(page.get_by_text("No section has these words.").last).to_be_visible()


def test_search_data_that_cannot_be_had_are_not_taken_for_no_result(server: Server, window: Open) -> None:
    page = window(server)
    page.route("**/_search/terms/*", lambda route: route.fulfill(status=404))
    assert search(page, "gnomon") == []
    message = "The search could not be loaded. Check the connection, then try again."
    expect(page.locator(".sa-found__none")).to_have_text(message)
    page.unroute("**/_search/terms/*")
    assert search(page, "gnomo") == ["How a sundial works", "Care of brass"]
    expect(page.locator(".sa-found__none")).to_be_hidden()


def test_a_result_says_where_it_stands_and_shows_the_figure_that_was_meant(
    server: Server, window: Open
) -> None:
    page = window(server)
    search(page, "horizontal dial latitude")
    first = page.locator(".sa-result").nth(1)
    expect(first.locator(".sa-crumb")).to_have_text("The sundial book › Construction")
    expect(first.locator(".sa-result__figure")).to_have_text("Figure 1")
    assert first.locator("img").evaluate("image => image.decode().then(() => image.naturalWidth)") == 600
    assert "latitude" in first.locator("mark").all_inner_texts()


def test_arrows_choose_and_enter_opens(server: Server, window: Open) -> None:
    page = window(server)
    field = page.get_by_role("combobox")
    search(page, "equation of time")
    expect(field).to_have_attribute("aria-expanded", "true")
    field.press("ArrowDown")
    field.press("ArrowDown")
    chosen = page.get_by_role("option", selected=True)
    expect(chosen).to_contain_text("The equation of time")
    expect(field).to_have_attribute("aria-activedescendant", chosen.get_attribute("id") or "")
    field.press("Enter")
    expect(page).to_have_url(f"{server.url}library/sundials/equation-of-time/")


def test_typing_on_takes_the_choice_back(server: Server, window: Open) -> None:
    page = window(server)
    search(page, "equation")
    page.keyboard.press("ArrowDown")
    page.keyboard.type(" of time?")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="equation of time?")).to_be_visible()


def test_a_click_opens_a_section(server: Server, window: Open) -> None:
    page = window(server)
    search(page, "wax")
    page.get_by_role("option", name=re.compile("Care of brass")).click()
    expect(page).to_have_url(f"{server.url}library/sundials/care/")


def test_escape_and_a_click_elsewhere_close_the_list(server: Server, window: Open) -> None:
    page = window(server)
    search(page, "dial")
    page.keyboard.press("Escape")
    expect(page.get_by_role("listbox")).to_be_hidden()
    search(page, "dials")
    page.mouse.click(300, 600)
    expect(page.get_by_role("listbox")).to_be_hidden()


def test_a_search_can_be_kept_to_one_document(server: Server, window: Open) -> None:
    page = window(server, "library/rigui/")
    assert "Setting up the dial" in search(page, "dial 日晷")
    page.get_by_role("button", name="This document").click()
    expect(page.get_by_role("button", name="This document")).to_have_attribute("aria-pressed", "true")
    expect(page.get_by_role("option")).to_have_count(2)
    assert titles(page) == ["日晷简介"]
    page.get_by_role("combobox").press("Enter")
    expect(page.locator(".sa-panel")).to_be_visible()
    expect(page.locator(".sa-panel")).to_have_attribute("data-phase", "done")
    assert [question.document for question in server.asked] == ["rigui"]


def test_outside_of_documents_there_is_nothing_to_keep_to(server: Server, window: Open) -> None:
    page = window(server, "library/")
    search(page, "dial")
    expect(page.get_by_role("button", name="This document")).to_have_count(0)


def test_on_a_phone_the_search_covers_the_page(server: Server, window: Open) -> None:
    page = window(server, viewport=PHONE)
    opener = page.get_by_role("button", name="Search or ask a question")
    opener.click()
    dialog = page.get_by_role("dialog")
    expect(page.get_by_role("combobox")).to_be_focused()
    assert dialog.bounding_box() == {"x": 0, "y": 0, **PHONE}
    assert page.locator("article").evaluate("article => article.closest('[inert]') !== null")
    assert search(page, "wax") == ["Care of brass"]
    page.get_by_role("button", name="Close", exact=True).click()
    expect(opener).to_be_focused()
    expect(dialog).to_have_count(0)
    assert page.locator("[inert]").count() == 0
