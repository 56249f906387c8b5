// A page for the tests: jsdom's window in the place of the browser's.

import { JSDOM } from "jsdom";

const NAMES = ["document", "location", "history", "Node", "NodeFilter", "HTMLElement", "CustomEvent", "customElements", "sessionStorage", "localStorage", "getComputedStyle", "requestAnimationFrame", "AbortController"];

export function open(body = "", url = "https://books.example/portal/library/clip/method/") {
  const { window } = new JSDOM(`<!doctype html><html lang="en"><body>${body}</body></html>`, { url, pretendToBeVisual: true });
  window.scrollTo = () => {};
  for (const name of NAMES) Object.defineProperty(globalThis, name, { value: window[name], configurable: true, writable: true });
  globalThis.window = window;
  return window.document;
}

export const BASE = new URL("https://books.example/portal/");
