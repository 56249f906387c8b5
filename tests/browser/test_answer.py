"""Asking: the answer as it comes, its sources and figures, and everything that may go wrong."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import PHONE, Open, ask
from tests.browser.function import AHEAD, SENTENCES, Server

pytestmark = pytest.mark.browser

QUESTION = "When do clock and sundial agree?"


def asked(page: Page, question: str = QUESTION) -> None:
    """Asks and waits for the end of the answer."""
    ask(page, question)
    expect(page.locator(".sa-panel")).to_have_attribute("data-phase", "done")


def sources(page: Page) -> list[str]:
    return page.locator(".sa-cited a:visible").all_inner_texts()


def test_an_answer_has_sentences_figures_sources_and_says_what_it_is(server: Server, window: Open) -> None:
    page = window(server)
    asked(page)
    expect(page.get_by_role("heading", name=QUESTION)).to_be_focused()
    assert page.locator(".sa-panel__text p").count() == 2
    assert page.locator(".sa-sentence").count() == len(SENTENCES)
    assert page.locator(".sa-cite").all_inner_texts() == ["1", "1", "1", "2"]
    assert sources(page) == ["The equation of time", "How a sundial works"]
    page.get_by_text("Also found").click()
    assert sources(page)[2:] == ["Setting up the dial"]
    expect(page.get_by_text("Answers are extracted from these documents; check the source.")).to_be_visible()
    assert [(asked.question, asked.document) for asked in server.asked] == [(QUESTION, None)]


def test_evidence_stands_there_before_the_answer_is_complete(server: Server, window: Open) -> None:
    page = window(server)
    ask(page, "hold")
    expect(page.locator(".sa-sentence")).to_have_text([f"{SENTENCES[0].text}\u00a01"])
    assert sources(page) == ["The equation of time", "How a sundial works", "Setting up the dial"]
    expect(page.get_by_role("button", name="Stop")).to_be_visible()


def test_formulas_are_set(server: Server, window: Open) -> None:
    page = window(server)
    asked(page)
    expect(page.locator(".sa-panel .katex-html")).to_have_count(1)


def test_a_citation_shows_its_passage_on_hover_and_on_focus(server: Server, window: Open) -> None:
    page = window(server)
    asked(page)
    second = page.locator(".sa-cite").nth(1)
    tip = page.get_by_role("tooltip")
    second.hover()
    expect(tip.locator(".sa-crumb")).to_have_text("The sundial book › Principles › The equation of time")
    expect(tip.locator("blockquote")).to_have_text(AHEAD)
    expect(second).to_have_attribute("aria-describedby", "sa-tip")
    tip.hover()
    expect(tip).to_be_visible()
    page.mouse.move(5, 500)
    expect(tip).to_be_hidden()
    second.focus()
    expect(tip).to_be_visible()
    page.keyboard.press("Escape")
    expect(tip).to_be_hidden()
    expect(page.locator(".sa-panel")).to_be_visible()


def test_on_a_phone_the_passage_lies_above_everything(server: Server, window: Open) -> None:
    page = window(server, viewport=PHONE)
    asked(page)
    page.locator(".sa-cite").nth(1).focus()
    top = """box => {
      const { x, y, width, height } = box.getBoundingClientRect();
      return box.contains(document.elementFromPoint(x + width / 2, y + height / 2));
    }"""
    assert page.get_by_role("tooltip").evaluate(top)


def passage(page: Page) -> str:
    """The words that are highlighted on the page."""
    script = "() => [...(CSS.highlights.get('sourceleaf') ?? [])].map(range => range.toString()).join('')"
    page.wait_for_function(f"({script})() !== ''")
    return str(page.evaluate(script))


def test_a_citation_opens_its_passage_and_the_answer_comes_along(server: Server, window: Open) -> None:
    page = window(server)
    asked(page)
    page.locator(".sa-cite").nth(1).click()
    page.wait_for_url("**/equation-of-time/?hl=*")
    assert passage(page) == AHEAD.rstrip(".")
    expect(page.locator("article p", has_text="early November")).to_be_in_viewport()
    expect(page.get_by_role("heading", name=QUESTION)).to_be_visible()
    assert page.locator(".sa-cite").count() == 4
    page.locator(".sa-cite").nth(0).click()
    page.wait_for_function("() => location.search.includes('four%20days')")
    assert passage(page) == "Clock and sundial agree on four days of the year"
    page.locator(".sa-panel").get_by_role("button", name="Close").click()
    page.reload()
    expect(page.get_by_role("combobox")).to_be_visible()
    expect(page.locator(".sa-panel")).to_be_hidden()


def test_a_link_that_is_copied_carries_a_text_fragment(server: Server, window: Open) -> None:
    page = window(server)
    asked(page)
    link = page.locator(".sa-cite").first.get_attribute("href") or ""
    assert link.endswith(":~:text=Clock%20and%20sundial%20agree%20on%20four%20days%20of%20the%20year.")


def test_a_figure_is_shown_and_opens_on_its_page(server: Server, window: Open) -> None:
    page = window(server)
    asked(page)
    card = page.locator(".sa-figure").first
    expect(card).to_contain_text("Figure 2 The equation of time through the year, in minutes.")
    expect(card).to_contain_text("Page 5 of the PDF")
    assert card.locator("img").evaluate("image => image.decode().then(() => image.naturalWidth)") == 600
    card.click()
    page.wait_for_url("**/equation-of-time/#fig-2")
    expect(page.locator("figure#fig-2")).to_be_in_viewport()


def test_what_the_documents_do_not_say(server: Server, window: Open) -> None:
    page = window(server)
    ask(page, "nothing")
    expect(page.locator(".sa-note strong")).to_have_text("These documents do not answer this question.")
    expect(page.get_by_role("heading", name="Closest sections")).to_be_visible()
    assert sources(page)[0] == "The equation of time"
    expect(page.locator(".sa-cited__snippet").first).to_be_visible()
    expect(page.locator(".sa-figure")).to_have_count(0)
    page.reload()
    expect(page.get_by_role("heading", name="Closest sections")).to_be_visible()
    expect(page.locator(".sa-figure")).to_have_count(0)


def test_reduced_means_are_said(server: Server, window: Open) -> None:
    page = window(server)
    asked(page, "degraded")
    expect(page.locator(".sa-note")).to_have_text(
        "This answer was made with reduced means.The language model did not answer in time."
    )
    assert page.locator(".sa-sentence").count() == len(SENTENCES)


def test_a_problem_is_said_with_the_way_out_of_it(server: Server, window: Open) -> None:
    page = window(server)
    ask(page, "fail")
    note = page.locator(".sa-note--error")
    expect(note).to_contain_text("Too many questions for now.")
    expect(note).to_contain_text("Wait a minute, then ask again.")
    expect(note).to_contain_text("rate-limited")
    note.get_by_role("button", name="Try again").click()
    expect(note).to_be_visible()
    assert [question.question for question in server.asked] == ["fail", "fail"]


def test_an_answer_that_breaks_off_says_so_and_stays(server: Server, window: Open) -> None:
    page = window(server)
    ask(page, "break")
    expect(page.locator(".sa-note--error")).to_contain_text("The answer broke off before its end.")
    assert page.locator(".sa-sentence").count() == len(SENTENCES)


def test_what_had_arrived_comes_along_as_well(server: Server, window: Open) -> None:
    page = window(server)
    ask(page, "break")
    expect(page.locator(".sa-note--error")).to_be_visible()
    page.locator(".sa-cite").first.click()
    page.wait_for_url("**/equation-of-time/?hl=*")
    expect(page.locator(".sa-sentence")).to_have_count(len(SENTENCES))


@pytest.mark.parametrize("way", ["button", "Escape"])
def test_an_answer_can_be_stopped(server: Server, window: Open, way: str) -> None:
    page = window(server)
    ask(page, "hold")
    expect(page.locator(".sa-sentence")).to_have_count(1)
    if way == "button":
        page.get_by_role("button", name="Stop").click()
    else:
        page.keyboard.press("Escape")
    expect(page.locator(".sa-note")).to_contain_text("Stopped. What had arrived is kept.")
    expect(page.locator(".sa-sentence")).to_have_count(1)
    page.keyboard.press("Escape")
    expect(page.locator(".sa-panel")).to_be_hidden()
    expect(page.get_by_role("combobox")).to_be_focused()


def test_escape_on_the_page_closes_the_answer_where_it_is_not_needed_elsewhere(
    server: Server, window: Open
) -> None:
    page = window(server, "library/sundials/equation-of-time/")
    asked(page)
    panel = page.locator(".sa-panel")
    page.locator("article a.fig").first.click()
    expect(page.locator("dialog.sl-light")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator("dialog.sl-light")).to_be_hidden()
    expect(page.locator("article a.fig").first).to_be_focused()
    expect(panel).to_be_visible()
    page.evaluate("document.querySelector('article').prepend(document.createElement('textarea'))")
    page.locator("article textarea").focus()
    expect(page.locator("article textarea")).to_be_focused()
    page.keyboard.press("Escape")
    expect(panel).to_be_visible()
    page.locator("article textarea").blur()
    page.keyboard.press("Escape")
    expect(panel).to_be_hidden()
    assert page.evaluate("document.activeElement === document.body")


def test_a_new_question_takes_the_place_of_the_one_before(server: Server, window: Open) -> None:
    page = window(server)
    ask(page, "hold")
    expect(page.locator(".sa-sentence")).to_have_count(1)
    asked(page)
    server.released.set()
    expect(page.locator(".sa-sentence")).to_have_count(len(SENTENCES))
    expect(page.get_by_role("heading", name=QUESTION)).to_be_visible()


def test_without_a_function_the_search_answers(bare: Server, window: Open) -> None:
    page = window(bare)
    ask(page, "What is the equation of time?")
    expect(page.get_by_text("The answering service is not available here.").last).to_be_visible()
    expect(page.get_by_role("heading", name="Sections that match your words")).to_be_visible()
    assert sources(page)[0] == "The equation of time"
    page.locator(".sa-cited a").first.click()
    page.wait_for_url(f"{bare.url}library/sundials/equation-of-time/")


def test_without_a_function_and_without_search_data_both_are_said(bare: Server, window: Open) -> None:
    page = window(bare)
    page.route("**/_search/**", lambda route: route.fulfill(status=404))
    ask(page, "What is the equation of time?")
    panel = page.locator(".sa-panel")
    expect(panel.get_by_text("The answering service is not available here.")).to_be_visible()
    expect(panel.get_by_text("The search could not be loaded.")).to_be_visible()
    expect(panel.get_by_text("No section has these words.")).to_have_count(0)
    page.unroute("**/_search/**")
    panel.get_by_role("button", name="Try again").click()
    expect(panel.get_by_role("heading", name="Sections that match your words")).to_be_visible()


def test_hostile_answers_are_text(server: Server, window: Open) -> None:
    page = window(server)
    asked(page, "hostile")
    expect(page.locator(".sa-sentence")).to_contain_text('<img src=x onerror="window.hacked=1">')
    assert page.locator(".sa-panel :is(img, script, a[href], iframe)").count() == 0
    assert page.evaluate("window.hacked") is None


def test_an_answer_is_copied_with_its_links(server: Server, window: Open) -> None:
    page = window(server, permissions=["clipboard-read", "clipboard-write"])
    asked(page)
    page.get_by_role("button", name="Copy").click()
    expect(page.get_by_role("button", name="Copied")).to_be_visible()
    copied = page.evaluate("navigator.clipboard.readText()")
    assert "Clock and sundial agree on four days of the year. [1]" in copied
    address = f"{server.url}library/sundials/shadow/?hl="
    assert f"[2] The sundial book › Principles › How a sundial works\n    {address}" in copied


def test_feedback_stays_in_the_browser_and_is_told_to_the_page(server: Server, window: Open) -> None:
    page = window(server)
    asked(page)
    page.evaluate(
        "document.addEventListener('sourceleaf:feedback', event => { window.heard = event.detail; })"
    )
    before = len(server.asked)
    page.get_by_role("button", name="Not helpful").click()
    expect(page.get_by_role("button", name="Not helpful")).to_have_attribute("aria-pressed", "true")
    expect(page.get_by_text("Kept in this browser only.").first).to_be_visible()
    expected = {"question": QUESTION, "index": "1" * 12, "helpful": False}
    assert page.evaluate("window.heard") == expected
    assert page.evaluate("JSON.parse(localStorage.getItem('sourceleaf:feedback'))") == [expected]
    assert len(server.asked) == before


def test_the_page_makes_room_for_the_answer(server: Server, window: Open) -> None:
    page = window(server)
    asked(page)
    article, answer = (page.locator(name).bounding_box() for name in ("article", ".sa-panel"))
    assert article
    assert answer
    assert article["x"] + article["width"] <= answer["x"]


def test_from_right_to_left_the_answer_stands_on_the_left(server: Server, window: Open) -> None:
    page = window(server)
    page.evaluate("document.documentElement.dir = document.body.dir = 'rtl'")
    asked(page)
    answer = page.locator(".sa-panel").bounding_box()
    assert answer
    assert answer["x"] == 0


def test_nothing_moves_where_no_motion_is_wanted(server: Server, window: Open) -> None:
    page = window(server, reduced_motion="reduce")
    asked(page)
    names = page.locator("site-answers *").evaluate_all(
        "all => all.map(one => getComputedStyle(one).animationName)"
    )
    assert set(names) == {"none"}


def test_on_a_phone_the_answer_waits_while_its_source_is_read(server: Server, window: Open) -> None:
    page = window(server, viewport=PHONE)
    asked(page)
    page.locator(".sa-cite").nth(1).click()
    page.wait_for_url("**/equation-of-time/?hl=*")
    assert passage(page) == AHEAD.rstrip(".")
    expect(page.locator(".sa-panel")).to_be_hidden()
    page.get_by_role("button", name="Back to the answer").click()
    expect(page.get_by_role("heading", name=QUESTION)).to_be_focused()
    page.locator(".sa-cite").first.click()
    expect(page.get_by_role("dialog")).to_have_count(0)
    page.wait_for_function("() => location.search.includes('four%20days')")
    expect(page.get_by_role("button", name="Back to the answer")).to_be_visible()
