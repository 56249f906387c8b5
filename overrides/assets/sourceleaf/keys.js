// The keys that lead to the field from anywhere on a page.

// "/" where nothing is being written, Ctrl+K and Cmd+K everywhere.
export function callsField(event) {
  const isWriting = event.target.closest?.("input, textarea, select, [contenteditable]");
  const isSlash = event.key === "/" && !isWriting && !event.ctrlKey && !event.metaKey && !event.altKey;
  const isK = event.key?.toLowerCase() === "k" && (event.ctrlKey || event.metaKey) && !event.shiftKey && !event.altKey;
  return isSlash || isK;
}
