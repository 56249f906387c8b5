// A long list of documents is narrowed down to what is typed.

import assert from "node:assert/strict";
import { test } from "node:test";

import { open } from "./page.mjs";

const line = (title) => `<li><a href="#">${title}</a> <small>English</small></li>`;
const document = open(`
  <div class="sl-shelves">
    <p hidden><input type="search"><span role="status"></span></p>
    <nav></nav>
    <section><ul>${line("Ebb of May")}${line("École du port")}</ul></section>
    <section><ul>${line("Tides of May")}</ul></section>
  </div>`);
await import("../../overrides/assets/sourceleaf/shelves.js");

function typed(words) {
  const field = document.querySelector("input");
  field.value = words;
  field.dispatchEvent(new window.Event("input"));
  const visible = [...document.querySelectorAll("li")].filter((item) => !item.hidden && !item.closest("section").hidden);
  return visible.map((item) => item.querySelector("a").textContent);
}

test("the field is there when the script runs", () => {
  assert.equal(document.querySelector("p").hidden, false);
});

test("every word must stand in the line, whatever its accents and its case", () => {
  assert.deepEqual(typed("may"), ["Ebb of May", "Tides of May"]);
  assert.deepEqual(typed("ECOLE port"), ["École du port"]);
  assert.equal(document.querySelector("[role=status]").textContent, "1");
});

test("a letter under which nothing is left is not shown, and all come back", () => {
  assert.deepEqual(typed("tides"), ["Tides of May"]);
  assert.equal(document.querySelector("section").hidden, true);
  assert.equal(document.querySelector("nav").hidden, true);
  assert.equal(typed("").length, 3);
});
