// On a narrow screen the widget covers the page: everything else sleeps, and the page behind does not scroll.

const asleep = [];

export function coverPage(element) {
  uncoverPage();
  document.documentElement.dataset.saSheet = "";
  for (let at = element; at !== document.body && at?.parentElement; at = at.parentElement) {
    for (const other of at.parentElement.children) {
      if (other === at || other.inert || other.localName === "script") continue;
      other.inert = true;
      asleep.push(other);
    }
  }
}

export function uncoverPage() {
  delete document.documentElement.dataset.saSheet;
  for (const other of asleep.splice(0)) other.inert = false;
}
