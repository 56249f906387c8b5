"""Going on from an answer, and asking about a picture."""

from __future__ import annotations

import base64

import pytest
from playwright.sync_api import FilePayload, Page, expect

from tests.browser.conftest import PHONE, Open, ask
from tests.browser.function import SENTENCES, Server

pytestmark = pytest.mark.browser

FIRST, SECOND = "When do clock and sundial agree?", "And in February?"
SAID = " ".join(sentence.text for sentence in SENTENCES)
DOT = base64.b64decode(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
)


def done(page: Page, question: str) -> None:
    expect(page.get_by_role("heading", name=question)).to_be_visible()
    expect(page.locator(".sa-panel")).to_have_attribute("data-phase", "done")


def goes_on(page: Page, question: str = SECOND) -> None:
    field = page.get_by_role("textbox", name="Ask a follow-up")
    field.fill(question)
    field.press("Enter")
    done(page, question)


def turns(server: Server) -> list[list[tuple[str, str]]]:
    return [[(turn.role, turn.text) for turn in asked.history] for asked in server.asked]


def test_a_follow_up_takes_the_conversation_along(server: Server, window: Open) -> None:
    page = window(server)
    ask(page, FIRST)
    done(page, FIRST)
    goes_on(page)
    assert turns(server) == [[], [("user", FIRST), ("assistant", SAID)]]
    assert page.get_by_role("list", name="Earlier questions").get_by_role("listitem").all_inner_texts() == [
        FIRST
    ]


def test_a_question_in_the_header_begins_anew(server: Server, window: Open) -> None:
    page = window(server)
    ask(page, FIRST)
    done(page, FIRST)
    goes_on(page)
    ask(page, "What is a gnomon?")
    done(page, "What is a gnomon?")
    assert turns(server)[-1] == []
    expect(page.get_by_role("list", name="Earlier questions")).to_be_hidden()


def test_the_conversation_follows_its_reader_to_another_page(server: Server, window: Open) -> None:
    page = window(server)
    ask(page, FIRST)
    done(page, FIRST)
    goes_on(page)
    page.locator(".sa-cite").first.click()
    page.wait_for_url("**/equation-of-time/**")
    goes_on(page, "Why?")
    assert turns(server)[-1] == [("user", FIRST), ("assistant", SAID), ("user", SECOND), ("assistant", SAID)]


def test_a_question_that_failed_is_asked_again_with_what_went_before(server: Server, window: Open) -> None:
    page = window(server)
    ask(page, FIRST)
    done(page, FIRST)
    goes_on(page, "break")
    expect(page.get_by_role("textbox", name="Ask a follow-up")).to_be_hidden()
    with page.expect_response("**/answer"):
        page.get_by_role("button", name="Try again").click()
    assert turns(server)[1:] == [[("user", FIRST), ("assistant", SAID)]] * 2


def test_on_a_phone_the_field_stands_below_the_answer(server: Server, window: Open) -> None:
    page = window(server, viewport=PHONE)
    ask(page, FIRST)
    done(page, FIRST)
    expect(page.get_by_role("textbox", name="Ask a follow-up")).to_be_in_viewport()
    goes_on(page)


def with_pictures(page: Page) -> None:
    """The widget as it is where `extra.answers.pictures` is true."""
    page.evaluate(
        """() => {
          const made = document.createElement("site-answers");
          const old = document.querySelector("site-answers");
          Object.assign(made.dataset, old.dataset, { pictures: "" });
          made.className = old.className;
          old.replaceWith(made);
        }"""
    )


def chosen(page: Page, data: bytes) -> None:
    page.locator("input[type=file]").set_input_files(
        FilePayload(name="a.png", mimeType="image/png", buffer=data)
    )


def test_a_picture_goes_with_one_question(server: Server, window: Open) -> None:
    page = window(server)
    with_pictures(page)
    expect(page.get_by_role("button", name="Add a picture")).to_be_visible()
    chosen(page, DOT)
    expect(page.get_by_role("button", name="Remove the picture")).to_be_visible()
    ask(page, "What is this?")
    done(page, "What is this?")
    ask(page, FIRST)
    done(page, FIRST)
    url = f"data:image/png;base64,{base64.b64encode(DOT).decode()}"
    assert [asked.image for asked in server.asked] == [url, None]


def test_what_is_no_picture_is_said(server: Server, window: Open) -> None:
    page = window(server)
    with_pictures(page)
    chosen(page, b"x")
    expect(page.get_by_text("The picture could not be read.")).to_be_attached()
    expect(page.get_by_role("button", name="Add a picture")).to_be_visible()


def test_without_eyes_no_picture_is_asked_for(server: Server, window: Open) -> None:
    page = window(server)
    expect(page.get_by_role("combobox")).to_be_visible()
    expect(page.get_by_role("button", name="Add a picture")).to_have_count(0)
