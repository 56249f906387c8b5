// An answer as plain text that keeps its links.

import { passageUrl, siteUrl, text } from "./links.js";
import { list } from "./render.js";

// Resolves to whether the clipboard took it.
export async function copy(answer, base) {
  try {
    await navigator.clipboard.writeText(plainText(answer, base));
    return true;
  } catch {
    return false;
  }
}

// The question, paragraphs with [n], then the cited sections and the figures with their addresses.
export function plainText(answer, base) {
  const paragraphs = new Map();
  const quotes = new Map();
  for (const given of list(answer.sentences)) {
    const citations = list(given.citations).filter(Boolean);
    for (const { n, quote } of citations) if (!quotes.has(n)) quotes.set(n, quote);
    const numbers = [...new Set(citations.map(({ n }) => `[${text(n)}]`))].join("");
    const said = [text(given.text), numbers].filter(Boolean).join(" ");
    paragraphs.set(given.paragraph, [...(paragraphs.get(given.paragraph) ?? []), said]);
  }
  const sources = list(answer.sections)
    .filter((card) => quotes.has(card.n))
    .map((card) => `[${card.n}] ${list(card.breadcrumb).map(text).join(" › ") || text(card.title)}\n    ${address(card, quotes, base)}`);
  const figures = list(answer.figures)
    .map((card) => `${[text(card.label), text(card.caption)].filter(Boolean).join(": ")}\n    ${siteUrl(card.url, base)?.href ?? ""}`);
  const parts = [text(answer.question), ...[...paragraphs.values()].map((said) => said.join(" ")), sources.join("\n"), figures.join("\n")];
  return `${parts.filter(Boolean).join("\n\n")}\n`;
}

function address(card, quotes, base) {
  const url = passageUrl(card.url, quotes.get(card.n), base);
  return url ? url.href.split("#")[0] : "";
}
