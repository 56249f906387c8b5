import assert from "node:assert/strict";
import { test } from "node:test";
import { callsField, leavesPanel } from "../../overrides/assets/sourceleaf/keys.js";
import { open } from "./page.mjs";

const PAGE = '<article><a href="#x">x</a></article><input><p contenteditable><b>note</b></p>';

// A key pressed where `selector` is, as the page hears it.
function pressed(selector, key, { body = PAGE, ...more } = {}) {
  const target = open(body).querySelector(selector);
  return { key, target, defaultPrevented: false, ...more };
}

for (const [what, event, expected] of [
  ["on the page", () => pressed("body", "Escape"), true],
  ["on a link of the page", () => pressed("a", "Escape"), true],
  ["in a field", () => pressed("input", "Escape"), false],
  ["in a text that is being written", () => pressed("b", "Escape"), false],
  ["that somebody has used", () => pressed("body", "Escape", { defaultPrevented: true }), false],
  ["while characters are composed", () => pressed("body", "Escape", { isComposing: true }), false],
  ["while a dialog is open", () => pressed("body", "Escape", { body: "<dialog open></dialog>" }), false],
  ["while a dialog is closed", () => pressed("body", "Escape", { body: "<dialog></dialog>" }), true],
  ["that is another key", () => pressed("body", "Enter"), false],
]) {
  test(`Escape ${what} ${expected ? "closes" : "leaves"} the answer`, () => assert.equal(leavesPanel(event()), expected));
}

test("a slash calls the field where nothing is being written", () => {
  assert.deepEqual(["body", "input", "b"].map((place) => callsField(pressed(place, "/"))), [true, false, false]);
  assert.equal(callsField(pressed("input", "k", { ctrlKey: true })), true);
});
