// The words of a query, marked in a text.

import { element } from "./element.js";
import { fold, isCjk } from "./tokens.js";

const WORD = /[\p{L}\p{N}\p{M}]+/gu;
const SHORTEST_BEGINNING = 3;

// The text as nodes, with every word that is one of `forms`, or begins with one, in a <mark>.
export function marked(text, forms) {
  const wanted = new Set(forms);
  const nodes = [];
  let end = 0;
  for (const match of text.matchAll(WORD)) {
    nodes.push(text.slice(end, match.index));
    nodes.push(...(isCjk(match[0]) ? markedPairs(match[0], wanted) : markedWord(match[0], forms, wanted)));
    end = match.index + match[0].length;
  }
  nodes.push(text.slice(end));
  return nodes.filter(Boolean);
}

function markedWord(word, forms, wanted) {
  const folded = fold(word);
  const hit = wanted.has(folded) || forms.some((form) => form.length >= SHORTEST_BEGINNING && folded.startsWith(form));
  return [hit ? element("mark", {}, word) : word];
}

function markedPairs(word, wanted) {
  const letters = Array.from(word);
  const hits = letters.map((letter) => wanted.has(fold(letter)));
  for (let at = 1; at < letters.length; at += 1) {
    if (wanted.has(fold(letters[at - 1] + letters[at]))) hits[at - 1] = hits[at] = true;
  }
  const nodes = [];
  for (let at = 0; at < letters.length; ) {
    let next = at;
    while (next < letters.length && hits[next] === hits[at]) next += 1;
    const run = letters.slice(at, next).join("");
    nodes.push(hits[at] ? element("mark", {}, run) : run);
    at = next;
  }
  return nodes;
}
