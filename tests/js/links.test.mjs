import assert from "node:assert/strict";
import { test } from "node:test";
import { documentOf, passageUrl, siteUrl } from "../../overrides/assets/sourceleaf/links.js";
import { BASE } from "./page.mjs";

for (const [address, expected] of [
  ["library/clip/method/", "https://books.example/portal/library/clip/method/"],
  ["library/clip/method/#fig-3", "https://books.example/portal/library/clip/method/#fig-3"],
  ["library/日晷/", "https://books.example/portal/library/%E6%97%A5%E6%99%B7/"],
  ["./library/clip/", "https://books.example/portal/library/clip/"],
]) {
  test(`${address} leads into the site`, () => assert.equal(siteUrl(address, BASE).href, expected));
}

for (const address of [
  "javascript:alert(1)",
  " javascript:alert(1)",
  "java\nscript:alert(1)",
  "\u0000javascript:alert(1)",
  "JAVASCRIPT:alert(1)",
  "data:text/html,<script>alert(1)</script>",
  "vbscript:x",
  "blob:https://books.example/1",
  "//evil.example/",
  "\\\\evil.example/",
  "\t//evil.example/",
  "/\\evil.example/",
  "/elsewhere/on/the/host/",
  "../outside/",
  "library/../../outside/",
  "https://evil.example/",
  "https://books.example/portal/library/clip/",
  "https:library/clip/",
  null,
  undefined,
  7,
  {},
]) {
  test(`${JSON.stringify(address)} leads nowhere`, () => assert.equal(siteUrl(address, BASE), null));
}

test("a passage is named twice: for our highlighter and for the browser's", () => {
  const url = passageUrl("library/clip/method/", "A short quote, well-known.", BASE);
  assert.equal(
    url.href,
    "https://books.example/portal/library/clip/method/?hl=A%20short%20quote%2C%20well-known.#:~:text=A%20short%20quote%2C%20well%2Dknown.",
  );
});

test("an anchor stays in front of the text fragment", () => {
  assert.equal(passageUrl("library/clip/#fig-3", "words", BASE).hash, "#fig-3:~:text=words");
});

test("a long quote is named by its first and last words", () => {
  const quote = `The first words of a quote ${"and so on ".repeat(20)}until its very last words`;
  const { hash } = passageUrl("library/clip/", quote, BASE);
  assert.equal(hash, "#:~:text=The%20first%20words%20of%20a%20quote,on%20until%20its%20very%20last%20words");
});

test("a formula is left out of the text fragment", () => {
  const { hash } = passageUrl("library/clip/", "Clear words before $E = mc^2$ after", BASE);
  assert.equal(hash, "#:~:text=Clear%20words%20before");
});

test("without a quote the link is the page", () => {
  assert.equal(passageUrl("library/clip/", "", BASE).href, "https://books.example/portal/library/clip/");
  assert.equal(passageUrl("javascript:alert(1)", "quote", BASE), null);
});

for (const [page, expected] of [
  ["https://books.example/portal/library/clip/method/", "clip"],
  ["https://books.example/portal/library/%E6%97%A5%E6%99%B7/", "日晷"],
  ["https://books.example/portal/library/", ""],
  ["https://books.example/portal/library/_search/", ""],
  ["https://books.example/library/clip/", ""],
]) {
  test(`${page} shows the document ${JSON.stringify(expected)}`, () => {
    assert.equal(documentOf(new URL(page), BASE), expected);
  });
}
