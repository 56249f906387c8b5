// The keys that reach the widget from anywhere on a page.

const FIELDS = "input, textarea, select, [contenteditable]";
const DIALOGS = "dialog[open], [aria-modal=true]";

// "/" where nothing is being written, Ctrl+K and Cmd+K everywhere.
export function callsField(event) {
  const isSlash = event.key === "/" && !isWriting(event) && !event.ctrlKey && !event.metaKey && !event.altKey;
  const isK = event.key?.toLowerCase() === "k" && (event.ctrlKey || event.metaKey) && !event.shiftKey && !event.altKey;
  return isSlash || isK;
}

// Escape where nothing is being written, and where there is nothing else that it closes.
export function leavesPanel(event) {
  const isFree = event.key === "Escape" && !event.defaultPrevented && !event.isComposing;
  return isFree && !isWriting(event) && !document.querySelector(DIALOGS);
}

function isWriting(event) {
  return Boolean(event.target.closest?.(FIELDS));
}
