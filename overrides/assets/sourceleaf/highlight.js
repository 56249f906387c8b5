// On a page that a citation opened: finds the quoted passage (`?hl=`), marks it and brings it into view.
//
// Quotes are compared by their letters and digits alone, so spaces, line breaks, punctuation, accents and the
// borders of elements do not matter; formulas are left out on both sides, for they look different once set.

const NAME = "sourceleaf";
const SKIPPED = ".arithmatex, .katex, .headerlink, .sl-source, script, style, template, noscript";
const FORMULA = /\$\$[\s\S]+?\$\$|\$[^$\n]+?\$|\\\([\s\S]+?\\\)|\\\[[\s\S]+?\\\]/gu;
const LETTER = /[\p{L}\p{N}]/u;
const SHORTEST_PART = 12; // letters; an ideograph counts as three
const MOST_WORDS = 90;

// Marks the passage that the address names; does nothing on any other page.
export function showPassage() {
  const root = document.querySelector("article");
  const quote = new URLSearchParams(location.search).get("hl");
  const range = quote && root ? findPassage(root, quote) : null;
  if (!range) return null;
  for (let at = range.startContainer.parentElement?.closest("details"); at; at = at.parentElement?.closest("details")) {
    at.open = true;
  }
  mark(range);
  bring(range);
  return range;
}

// The passage as a Range, or its longest part that stands there, or null.
export function findPassage(root, quote) {
  const page = letters(root);
  const wanted = squeeze(quote.replace(FORMULA, " "));
  const whole = page.text.indexOf(wanted);
  if (wanted && whole >= 0) return page.range(whole, whole + wanted.length);
  const part = longestPart(quote.replace(FORMULA, " "), page.text);
  return part ? page.range(part.start, part.end) : null;
}

// All letters below `root`, with the place of each.
function letters(root) {
  const places = [];
  let text = "";
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT, {
    acceptNode: (node) => (node.parentElement.closest(SKIPPED) ? NodeFilter.FILTER_REJECT : NodeFilter.FILTER_ACCEPT),
  });
  while (walker.nextNode()) {
    let offset = 0;
    for (const letter of walker.currentNode.data) {
      const plain = squeeze(letter);
      for (let at = 0; at < plain.length; at += 1) places.push([walker.currentNode, offset, offset + letter.length]);
      text += plain;
      offset += letter.length;
    }
  }
  const range = (start, end) => {
    const made = document.createRange();
    made.setStart(places[start][0], places[start][1]);
    made.setEnd(places[end - 1][0], places[end - 1][2]);
    return made;
  };
  return { text, range };
}

function squeeze(text) {
  const plain = text.normalize("NFKD").toLowerCase();
  return Array.from(plain).filter((letter) => LETTER.test(letter)).join("");
}

// The longest run of the quote's words that stands on the page together.
function longestPart(quote, page) {
  const words = split(quote).slice(0, MOST_WORDS);
  let best = null;
  for (let first = 0; first < words.length; first += 1) {
    let run = "";
    for (let last = first; last < words.length; last += 1) {
      run += words[last];
      const start = page.indexOf(run);
      if (start < 0) break;
      if (!best || weigh(run) > weigh(best.run)) best = { run, start, end: start + run.length };
    }
  }
  return best && weigh(best.run) >= Math.min(SHORTEST_PART, weigh(words.join("")) / 2) ? best : null;
}

// Words; where a script has none, its letters.
function split(quote) {
  const pieces = quote.split(/\s+/u).flatMap((word) => (/[\u3040-\u30ff\u3400-\u9fff]/u.test(word) ? Array.from(word) : word));
  return pieces.map(squeeze).filter(Boolean);
}

function weigh(run) {
  return run.length + 2 * (run.match(/[\u3040-\u30ff\u3400-\u9fff]/gu) ?? []).length;
}

function mark(range) {
  for (const old of document.querySelectorAll("mark.sa-passage")) old.replaceWith(...old.childNodes);
  if (globalThis.CSS?.highlights) CSS.highlights.set(NAME, new Highlight(range));
  else wrap(range);
}

// For browsers without highlights of their own: a <mark> around each piece of text in the range.
function wrap(range) {
  const pieces = [];
  const walker = document.createTreeWalker(range.commonAncestorContainer, NodeFilter.SHOW_TEXT);
  for (let node = walker.currentNode; node; node = walker.nextNode()) {
    if (node.nodeType !== Node.TEXT_NODE || !range.intersectsNode(node)) continue;
    const start = node === range.startContainer ? range.startOffset : 0;
    const end = node === range.endContainer ? range.endOffset : node.length;
    if (node.data.slice(start, end).trim()) pieces.push([node, start, end]);
  }
  for (const [node, start, end] of pieces) {
    const piece = document.createRange();
    piece.setStart(node, start);
    piece.setEnd(node, end);
    const made = document.createElement("mark");
    made.className = "sa-passage";
    piece.surroundContents(made);
  }
}

// To the upper third of the window, once more when pictures have loaded unless the reader has moved on.
function bring(range) {
  const block = range.startContainer.parentElement.closest("p, li, td, th, figure, pre, blockquote, h1, h2, h3") ?? range.startContainer.parentElement;
  const scroll = () => {
    const { top } = range.getBoundingClientRect?.() ?? block.getBoundingClientRect();
    window.scrollTo({ top: Math.max(0, top + window.scrollY - window.innerHeight / 3), behavior: "instant" });
  };
  scroll();
  if (!block.hasAttribute("tabindex")) block.setAttribute("tabindex", "-1");
  block.classList.add("sa-target");
  block.focus({ preventScroll: true });
  if (document.readyState === "complete") return;
  const moved = new AbortController();
  for (const event of ["wheel", "touchmove", "keydown", "pointerdown"]) {
    window.addEventListener(event, () => moved.abort(), { signal: moved.signal, passive: true });
  }
  window.addEventListener("load", scroll, { once: true, signal: moved.signal });
}
