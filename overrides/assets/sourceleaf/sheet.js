// On a narrow screen the widget covers the page: everything else sleeps, and the page behind does not scroll.

const DIALOG = ["role", "aria-modal", "aria-label"];
const asleep = [];

// `box`, inside `element`, becomes a dialog of this name.
export function coverPage(element, box, name) {
  uncoverPage(box);
  document.documentElement.dataset.saSheet = "";
  ["dialog", "true", name].forEach((value, at) => box.setAttribute(DIALOG[at], value));
  for (let at = element; at !== document.body && at?.parentElement; at = at.parentElement) {
    for (const other of at.parentElement.children) {
      if (other === at || other.inert || other.localName === "script") continue;
      other.inert = true;
      asleep.push(other);
    }
  }
}

export function uncoverPage(box) {
  delete document.documentElement.dataset.saSheet;
  for (const name of DIALOG) box.removeAttribute(name);
  for (const other of asleep.splice(0)) other.inert = false;
}
