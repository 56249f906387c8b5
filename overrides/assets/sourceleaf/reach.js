// What the mouse reaches and the keyboard would not: wide tables that scroll, the button of the drawer.

function scrollable() {
  for (const table of document.querySelectorAll(".sl-grid, .sl-listing, .md-typeset__scrollwrap, div.arithmatex")) {
    if (table.scrollWidth > table.clientWidth) table.tabIndex = 0;
  }
}
window.addEventListener("load", scrollable);
window.addEventListener("resize", scrollable);

const label = document.querySelector("label.md-header__button[for=__drawer]");
const drawer = document.getElementById("__drawer");
if (label && drawer) {
  const button = document.createElement("button");
  Object.assign(button, { type: "button", className: `${label.className} sl-drawer`, ariaLabel: label.dataset.label });
  button.append(...label.childNodes);
  label.replaceWith(button);
  const tell = () => button.setAttribute("aria-expanded", String(drawer.checked));
  drawer.addEventListener("change", tell);
  button.addEventListener("click", () => {
    drawer.click();
    if (drawer.checked) document.querySelector(".sl-nav a")?.focus();
  });
  document.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || !drawer.checked) return;
    event.preventDefault();
    drawer.click();
    button.focus();
  });
  tell();
}
