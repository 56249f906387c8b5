// The parts of an answer as elements. Whatever comes from the function is set as text or refused.

import { element } from "./element.js";
import { formulas, spoken } from "./formulas.js";
import { passageUrl, siteUrl, text } from "./links.js";
import { marked } from "./marks.js";

// A sentence with its citations; `context` = {base, words, sections}.
export function sentence(given, context) {
  const made = element("span", { class: "sa-sentence", dir: "auto" }, formulas(text(given.text)));
  const seen = new Set();
  for (const one of list(given.citations)) {
    const key = JSON.stringify([one?.n, one?.quote]);
    if (one && !seen.has(key)) made.append("\u00a0", citation(one, context));
    seen.add(key);
  }
  return made;
}

// The number of a source as a link to the passage; plain text where the address is not one of this site.
export function citation(given, { base, words, sections }) {
  const number = text(given.n);
  const card = list(sections).find((section) => section?.n === given.n);
  const url = passageUrl(given.url, given.quote, base);
  const label = [words.source(number), spoken(text(card?.title))].filter(Boolean).join(": ");
  if (!url) return element("span", { class: "sa-cite" }, number);
  const link = element("a", { class: "sa-cite", href: url.href, "aria-label": label, "data-n": number }, number);
  link.passage = { trail: list(card?.breadcrumb).map(text), pages: pages(card?.pages, words), quote: text(given.quote) };
  return link;
}

// What a citation points to, for the box that opens over it.
export function passage({ trail, pages: where, quote }) {
  return [
    trail.length > 0 && element("p", { class: "sa-crumb", dir: "auto" }, spoken(trail.join(" › "))),
    quote && element("blockquote", { dir: "auto" }, spoken(quote)),
    where && element("p", { class: "sa-pages" }, where),
  ].filter(Boolean);
}

export function source(card, { base, words }, quote = "") {
  const url = passageUrl(card.url, quote, base);
  const title = text(card.title) || text(card.document_title);
  const trail = list(card.breadcrumb).map(text);
  return element(
    "li",
    { class: "sa-cited", "data-n": text(card.n) },
    element("span", { class: "sa-cited__n", "aria-hidden": "true" }, text(card.n)),
    element(
      "div",
      { lang: text(card.lang) || null },
      element(url ? "a" : "span", { href: url?.href, dir: "auto" }, spoken(title)),
      crumb(trail.at(-1) === title ? trail.slice(0, -1) : trail),
      element("p", { class: "sa-cited__snippet", dir: "auto" }, spoken(text(card.snippet))),
      element("p", { class: "sa-pages" }, pages(card.pages, words)),
    ),
  );
}

// A figure that opens at its place on its section's page.
export function figure(card, { base, words }) {
  const url = siteUrl(card.url, base);
  const parts = [
    picture(card, base, alternative(card)),
    element(
      "span",
      { class: "sa-figure__text", dir: "auto" },
      element("strong", {}, text(card.label)),
      " ",
      formulas(text(card.caption)),
      !said(card) && card.generated && element("em", { title: words.generated }, text(card.alt)),
    ),
    Number.isInteger(card.page) && element("span", { class: "sa-pages" }, words.page(card.page, card.page)),
  ];
  return element("li", { class: "sa-figure" }, element(url ? "a" : "div", { href: url?.href }, parts));
}

// A result of the client index, for the list under the input; nothing in it takes the focus.
export function result(card, base) {
  const forms = list(card.words);
  const hit = list(card.figures).find((one) => one.image && marked(`${one.label} ${one.caption}`, forms).length > 1);
  return [
    element(
      "span",
      { class: "sa-result__text", lang: text(card.lang) || null },
      element("span", { class: "sa-result__title", dir: "auto" }, marked(spoken(text(card.title)), forms)),
      crumb(list(card.trail).map(text)),
      element("span", { class: "sa-result__snippet", dir: "auto" }, marked(spoken(text(card.snippet)), forms)),
    ),
    hit && element("span", { class: "sa-result__figure" }, picture(hit, base, ""), text(hit.label)),
  ].filter(Boolean);
}

// A problem that the function reported: {code, message, hint}.
export function problem(given, words) {
  return [
    element("strong", {}, text(given.message) || words.failed),
    text(given.hint) && element("p", {}, text(given.hint)),
    text(given.code) && element("code", {}, text(given.code)),
  ].filter(Boolean);
}

export function list(value) {
  return Array.isArray(value) ? value : [];
}

function crumb(trail) {
  return trail.length > 0 && element("span", { class: "sa-crumb", dir: "auto" }, spoken(trail.join(" › ")));
}

function pages(given, words) {
  const [first, last] = list(given);
  return Number.isInteger(first) && Number.isInteger(last) ? words.page(first, last) : "";
}

// What is said of a picture beside its caption; a link that has nothing else to be named by needs something.
function alternative(card) {
  const alt = text(card.alt);
  if (!said(card)) return card.generated ? "" : alt || text(card.id);
  return said(card).includes(alt) ? "" : alt;
}

const said = (card) => `${text(card.label)} ${text(card.caption)}`.trim();

function picture(card, base, alt) {
  const url = text(card.image) && siteUrl(card.image, base);
  if (!url) return null;
  const size = (value) => (Number.isInteger(value) && value > 0 ? value : null);
  const image = { src: url.href, alt, width: size(card.width), height: size(card.height) };
  const frame = element("span", { class: "sa-figure__frame" });
  frame.append(element("img", { ...image, loading: "lazy", decoding: "async", error: () => frame.remove() }));
  return frame;
}
