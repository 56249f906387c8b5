import assert from "node:assert/strict";
import { test } from "node:test";
import { findPassage, showPassage } from "../../overrides/assets/sourceleaf/highlight.js";
import { open } from "./page.mjs";

const PAGE = `<article>
  <h1>Method<a class="headerlink" href="#method">¶</a></h1>
  <p>We train <em>two</em> encoders
     jointly. The naïve   loss, “InfoNCE”, is <span class="arithmatex">\\(L = x\\)</span> per pair.</p>
  <details><summary>More</summary><p>Hidden until asked for.</p></details>
  <p>检索系统首先建立索引，然后回答问题。</p>
</article>`;

function found(quote, page = PAGE) {
  const range = findPassage(open(page).querySelector("article"), quote);
  return range && range.toString().replace(/\s+/g, " ");
}

for (const [what, quote, expected] of [
  ["plain words", "We train two encoders jointly", "We train two encoders jointly"],
  ["across elements and line breaks", "train two encoders jointly. The naïve loss", "train two encoders jointly. The naïve loss"],
  ["without accents, case and curly quotes", 'the NAIVE loss, "infonce"', "The naïve loss, “InfoNCE"],
  ["around a formula, which looks different when set", "InfoNCE is $L = x$ per pair", "InfoNCE”, is \\(L = x\\) per pair"],
  ["Chinese", "首先建立索引", "首先建立索引"],
  ["the part that stands there", "As we said: we train two encoders together", "We train two encoders"],
  ["the part that stands there, in Chinese", "该检索系统首先建立索引并且", "检索系统首先建立索引"],
]) {
  test(`finds ${what}`, () => assert.equal(found(quote), expected));
}

for (const [what, quote] of [
  ["words that are not there", "A completely different sentence about kettles"],
  ["a common word or two", "the loss of a completely different kind of thing"],
  ["nothing at all", "  … "],
]) {
  test(`does not find ${what}`, () => assert.equal(found(quote), null));
}

test("the page of a citation shows its passage, in a mark where browsers have no highlights", () => {
  const document = open(PAGE, "https://books.example/?hl=two%20encoders%20jointly");
  showPassage();
  const marks = [...document.querySelectorAll("mark")].map((mark) => mark.textContent.replace(/\s+/g, " "));
  assert.deepEqual(marks, ["two", " encoders jointly"]);
  assert.equal(document.activeElement, document.querySelector("article p"));
});

test("a folded part is unfolded for its passage", () => {
  const document = open(PAGE, "https://books.example/?hl=Hidden%20until%20asked%20for");
  showPassage();
  assert.ok(document.querySelector("details").open);
});

test("any other page is left alone", () => {
  const document = open(PAGE, "https://books.example/");
  assert.equal(showPassage(), null);
  assert.equal(document.querySelector("mark"), null);
});
