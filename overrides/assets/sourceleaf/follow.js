// Going from an answer to its source.

import { showPassage } from "./highlight.js";

const DIRECTIVE = ":~:";

// Handles a plain click on a link of the answer; returns whether it stays on this page.
//
// The browser's own text fragment would find the quote in the answer, which stands beside the page and before
// it. It is for links that are copied or opened elsewhere; here our highlighter is enough.
export function follow(event) {
  const link = event.target.closest?.("a[href]");
  if (!link || event.button || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return false;
  const url = new URL(link.href);
  const isHere = url.origin === location.origin && url.pathname === location.pathname;
  if (url.hash.includes(DIRECTIVE)) {
    url.hash = url.hash.split(DIRECTIVE)[0];
    event.preventDefault();
    if (isHere) {
      history.replaceState(history.state, "", url.href.replace(/#$/, ""));
      setTimeout(showPassage);
    } else location.assign(url.href.replace(/#$/, ""));
  }
  return isHere;
}
