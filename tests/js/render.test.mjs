import assert from "node:assert/strict";
import { test } from "node:test";
import { marked } from "../../overrides/assets/sourceleaf/marks.js";
import { figure, passage, problem, result, sentence, source } from "../../overrides/assets/sourceleaf/render.js";
import { stringsFor } from "../../overrides/assets/sourceleaf/strings.js";
import { BASE, open } from "./page.mjs";

const EVIL = '<img src=x onerror="alert(1)"><script>alert(1)</script>';
const words = stringsFor("en");
const card = { n: 1, title: "Method", breadcrumb: ["CLIP", "Method"], url: "library/clip/method/", lang: "en", snippet: "We train…", pages: [3, 4] };

function html(...nodes) {
  const document = open();
  const box = document.createElement("div");
  box.append(...nodes.map((make) => make()).flat());
  return box;
}

test("a sentence carries its citations as links to the passage", () => {
  const given = { text: "Two encoders are trained.", citations: [{ n: 1, url: card.url, quote: "We train two encoders" }] };
  const box = html(() => sentence(given, { base: BASE, words, sections: [card] }));
  const link = box.querySelector("a");
  assert.equal(box.textContent, "Two encoders are trained.\u00a01");
  assert.equal(link.href, "https://books.example/portal/library/clip/method/?hl=We%20train%20two%20encoders#:~:text=We%20train%20two%20encoders");
  assert.equal(link.getAttribute("aria-label"), "Source 1: Method");
  assert.deepEqual(passage(link.passage).map((part) => part.textContent), ["CLIP › Method", "We train two encoders", "Pages 3–4 of the PDF"]);
});

test("the same citation stands once", () => {
  const one = { n: 1, url: card.url, quote: "q" };
  const box = html(() => sentence({ text: "x", citations: [one, one] }, { base: BASE, words, sections: [] }));
  assert.equal(box.querySelectorAll("a").length, 1);
});

test("dollars around a formula are told from prices", () => {
  const box = html(() => sentence({ text: "It costs $5 and $10, and $x_1$ is free.", citations: [] }, { base: BASE, words, sections: [] }));
  assert.deepEqual([...box.querySelectorAll(".sa-formula")].map((node) => node.textContent), ["\\(x_1\\)"]);
});

test("a figure is a link to its place, named by its caption", () => {
  const given = { label: "Figure 3", caption: "The loss.", alt: "The loss.", url: "library/clip/#fig-3", image: "library/clip/_fig/3.png", width: 600, height: 400, page: 12 };
  const box = html(() => figure(given, { base: BASE, words }));
  const image = box.querySelector("img");
  assert.equal(box.querySelector("a").href, "https://books.example/portal/library/clip/#fig-3");
  assert.equal(box.textContent, "Figure 3 The loss.Page 12 of the PDF");
  assert.deepEqual([image.alt, image.width, image.height, image.loading ?? "lazy"], ["", 600, 400, "lazy"]);
});

test("a figure with no words is named by its id", () => {
  const box = html(() => figure({ id: "clip#image-1", url: "library/clip/", image: "library/clip/_fig/1.png" }, { base: BASE, words }));
  assert.equal(box.querySelector("img").alt, "clip#image-1");
});

test("a figure without a caption shows the words that a model found for it, and says so", () => {
  const given = { id: "kite#image-2", alt: "A kite.", generated: true, url: "library/kite/", image: "library/kite/_fig/2.png" };
  const box = html(() => figure(given, { base: BASE, words }));
  const shown = box.querySelector("em");
  assert.deepEqual([shown.textContent, shown.title, box.querySelector("img").alt], ["A kite.", "Described by a model", ""]);
});

test("a source says where it stands", () => {
  const box = html(() => source(card, { base: BASE, words }, "We train"));
  assert.equal(box.querySelector("a").search, "?hl=We%20train");
  assert.equal(box.querySelector(".sa-crumb").textContent, "CLIP");
  assert.equal(box.querySelector(".sa-pages").textContent, "Pages 3–4 of the PDF");
});

test("results, sources and passages have no raw formulas", () => {
  const snippet = "The reading $I_r$ rises by $\\Delta t = 0.4$, so $$ E = \\frac{m";
  const given = { ...card, title: "The limit $I_r$", trail: ["On $I_r$"], breadcrumb: ["On $I_r$"], snippet, words: ["reading"] };
  const parts = [
    () => result(given, BASE),
    () => source(given, { base: BASE, words }),
    () => passage({ trail: given.trail, pages: "", quote: snippet }),
  ];
  for (const part of parts) {
    const said = html(part).textContent;
    assert.ok(said.includes("The reading I_r rises by Δ t = 0.4, so E = m"), said);
    assert.ok(said.includes("On I_r") && !/[$\\]/.test(said), said);
  }
});

test("markup in any field shows as text, and addresses that lead away are no links", () => {
  const hostile = { n: EVIL, label: EVIL, caption: EVIL, alt: EVIL, title: EVIL, document_title: EVIL, breadcrumb: [EVIL], trail: [EVIL], snippet: EVIL, lang: EVIL, quote: EVIL, text: EVIL, id: EVIL, words: [EVIL, "img"], pages: [EVIL, EVIL], page: EVIL, width: EVIL, height: EVIL };
  for (const url of ["javascript:alert(1)", "//evil.example/", "https://evil.example/", "data:text/html,x"]) {
    const given = { ...hostile, url, image: url, figures: [{ ...hostile, url, image: url }], citations: [{ ...hostile, url }] };
    const context = { base: BASE, words, sections: [given] };
    const box = html(
      () => sentence(given, context),
      () => figure(given, context),
      () => source(given, context, EVIL),
      () => result(given, BASE),
      () => problem({ code: EVIL, message: EVIL, hint: EVIL }, words),
      () => passage({ trail: [EVIL], pages: EVIL, quote: EVIL }),
    );
    assert.deepEqual([...box.querySelectorAll("script, img, a, iframe, [onerror]")], []);
    assert.ok(box.textContent.split(EVIL).length > 10);
  }
});

test("fields of the wrong kind are left out", () => {
  const box = html(
    () => sentence({ text: 7, citations: [null, { n: 1 }] }, { base: BASE, words, sections: null }),
    () => figure({ label: {}, caption: null, page: "3" }, { base: BASE, words }),
    () => source({ breadcrumb: "x", pages: [1] }, { base: BASE, words }),
    () => problem({}, words),
  );
  assert.equal(box.textContent.replace(/\s+/g, " ").trim(), "7 1 The question could not be answered.");
});

for (const [what, text, forms, expected] of [
  ["a word in any case", "The Loss of loss", ["loss"], ["The ", "[Loss]", " of ", "[loss]"]],
  ["a word without its accents", "Élévation", ["elevation"], ["[Élévation]"]],
  ["a word that begins so", "networks networking", ["network"], ["[networks]", " ", "[networking]"]],
  ["no word that begins with a letter or two", "in an inn", ["in"], ["[in]", " an inn"]],
  ["pairs of characters", "检索系统和索引", ["检索", "索系"], ["[检索系]", "统和索引"]],
  ["nothing", "text", [], ["text"]],
]) {
  test(`marks ${what}`, () => {
    open();
    const nodes = marked(text, forms).map((node) => (typeof node === "string" ? node : `[${node.textContent}]`));
    const joined = nodes.reduce((all, node) => (node.startsWith("[") || !all.length || all.at(-1).startsWith("[") ? [...all, node] : [...all.slice(0, -1), all.at(-1) + node]), []);
    assert.deepEqual(joined, expected);
  });
}
