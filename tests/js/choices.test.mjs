import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { Choices } from "../../overrides/assets/sourceleaf/choices.js";
import { open } from "./page.mjs";

let input;
let choices;
let taken;

beforeEach(() => {
  const document = open('<input aria-expanded="false"><ul id="list"></ul>');
  document.defaultView.HTMLElement.prototype.scrollIntoView = () => {};
  input = document.querySelector("input");
  choices = new Choices(input, document.querySelector("ul"));
  taken = [];
  choices.show(["ask", "one", "two"].map((name) => ({ class: "x", content: [name], choose: () => taken.push(name) })));
});

const active = () => document.getElementById(input.getAttribute("aria-activedescendant"))?.textContent ?? null;
const selected = () => [...document.querySelectorAll('[aria-selected="true"]')].map((item) => item.textContent);

test("nothing is chosen at first, so Enter is for the question", () => {
  assert.equal(input.getAttribute("aria-expanded"), "true");
  assert.equal(active(), null);
  assert.equal(choices.take({}), false);
});

test("arrows go round, through the input", () => {
  const seen = [1, 1, 1, 1, -1].map((step) => {
    choices.move(step);
    return active();
  });
  assert.deepEqual(seen, ["ask", "one", "two", null, "two"]);
  assert.deepEqual(selected(), ["two"]);
});

test("the choice is taken", () => {
  choices.move(1);
  choices.move(1);
  assert.equal(choices.take({}), true);
  assert.deepEqual(taken, ["one"]);
});

test("typing lets go of the choice", () => {
  choices.move(1);
  choices.clear();
  assert.deepEqual([active(), selected()], [null, []]);
});

test("a hidden list has no options", () => {
  choices.hide();
  assert.equal(input.getAttribute("aria-expanded"), "false");
  assert.equal(document.querySelectorAll("li").length, 0);
});
