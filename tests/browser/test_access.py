"""No violations of the rules of accessibility, and pictures to look at, in every state and look."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Literal

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import DESK, PHONE, Open, ask
from tests.browser.function import Server

pytestmark = pytest.mark.browser

ROOT = Path(__file__).parent.parent.parent
AXE = ROOT / "node_modules/axe-core/axe.min.js"
ARTEFACTS = ROOT / "tests/artefacts"
QUESTION = "When do clock and sundial agree?"


def idle(page: Page) -> None:
    expect(page.locator("site-answers .sa-ask__input")).to_be_attached()


def search(page: Page) -> None:
    idle(page)
    page.keyboard.press("/")
    page.keyboard.type("equation of ti")
    expect(page.get_by_role("option")).not_to_have_count(0)
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowDown")


def waiting(page: Page) -> None:
    ask(page, "hold")
    expect(page.locator(".sa-sentence")).to_have_count(1)


def answer(page: Page) -> None:
    ask(page, QUESTION)
    expect(page.locator(".sa-panel")).to_have_attribute("data-phase", "done")
    expect(page.locator(".sa-panel .katex-html")).to_have_count(1)


def tip(page: Page) -> None:
    answer(page)
    page.locator(".sa-cite").nth(1).focus()


def nothing(page: Page) -> None:
    ask(page, "nothing")
    expect(page.locator(".sa-note")).to_be_visible()


def problem(page: Page) -> None:
    ask(page, "fail")
    expect(page.locator(".sa-note--error")).to_be_visible()


def passage(page: Page) -> None:
    answer(page)
    page.locator(".sa-cite").nth(1).click()
    page.wait_for_url("**hl=*")
    idle(page)


STATES = {state.__name__: state for state in (idle, search, waiting, answer, tip, nothing, problem, passage)}
LOOKS: dict[str, tuple[Literal["light", "dark"], dict[str, int]]] = {
    "light-1280": ("light", DESK),
    "dark-1280": ("dark", DESK),
    "light-390": ("light", PHONE),
    "dark-390": ("dark", PHONE),
}


def violations(page: Page) -> list[str]:
    page.evaluate(AXE.read_text(encoding="utf-8"))
    found: dict[str, Any] = page.evaluate("axe.run()")
    return [
        f"{rule['id']}: {node['target']} {node['failureSummary']}"
        for rule in found["violations"]
        for node in rule["nodes"]
    ]


@pytest.mark.parametrize("state", STATES)
@pytest.mark.parametrize("look", LOOKS)
def test_every_state_is_accessible(server: Server, window: Open, state: str, look: str) -> None:
    scheme, viewport = LOOKS[look]
    page = window(server, color_scheme=scheme, viewport=viewport, reduced_motion="reduce")
    STATES[state](page)
    ARTEFACTS.mkdir(exist_ok=True)
    page.screenshot(path=ARTEFACTS / f"widget-{state}-{look}.png")
    assert violations(page) == []
