// A look at what a link in the text leads to, without going there: a figure, a table, an entry of the references.
// Opens on hover and on focus; the page that holds it is fetched when it is wanted, and once.

const LINKS = "article a[href*='#fig-'], article a[href*='#table-'], article a[href*='#algorithm-'], article a[href*='#eq-'], article a[href*='#ref-']";
const OPENS = 120;
const CLOSES = 150;
const GAP = 6;
const EDGE = 8;

const pages = new Map();
const box = document.createElement("div");
let timer = 0;
let shown = null;

// The page of an address: this one, or another, as a document.
function page(url) {
  const here = url.href.split("#")[0];
  if (here === location.href.split("#")[0]) return Promise.resolve(document);
  if (!pages.has(here)) {
    const fetched = fetch(here).then((answer) => (answer.ok ? answer.text() : ""));
    pages.set(here, fetched.then((text) => new DOMParser().parseFromString(text, "text/html")));
  }
  return pages.get(here);
}

// What stands at the address, as new elements; null where there is nothing to show.
function look(target, url) {
  if (target?.tagName !== "FIGURE") {
    const entry = target?.closest("li, p");
    return entry ? [paragraph(entry.textContent)] : null;
  }
  const parts = [];
  const picture = target.querySelector("img");
  if (picture) {
    const image = document.createElement("img");
    image.src = new URL(picture.getAttribute("src"), url);
    image.alt = "";
    parts.push(image);
  }
  const caption = target.querySelector(".sl-caption")?.textContent;
  return caption || picture ? [...parts, paragraph(caption ?? "")] : null;
}

function paragraph(text) {
  const made = document.createElement("p");
  made.textContent = text.trim().replace(/\s+/g, " ");
  return made;
}

async function open(link) {
  const url = new URL(link.href);
  shown = link;
  const found = await page(url).catch(() => null);
  const parts = found && look(found.getElementById(decodeURIComponent(url.hash.slice(1))), url);
  if (shown !== link || !parts) return;
  box.replaceChildren(...parts);
  box.hidden = false;
  link.setAttribute("aria-describedby", box.id);
  place(link);
}

function close() {
  clearTimeout(timer);
  shown?.removeAttribute("aria-describedby");
  shown = null;
  box.hidden = true;
}

function place(link) {
  const at = link.getClientRects()[0];
  const { width, height } = box.getBoundingClientRect();
  const below = at.bottom + GAP;
  const above = at.top - height - GAP;
  box.style.left = `${Math.min(Math.max(EDGE, at.left), Math.max(EDGE, innerWidth - width - EDGE))}px`;
  box.style.top = `${below + height < innerHeight - EDGE || above < EDGE ? below : above}px`;
}

function later(work, wait) {
  clearTimeout(timer);
  timer = setTimeout(work, wait);
}

function over(event) {
  if (event.pointerType === "touch") return;
  if (box.contains(event.target)) return clearTimeout(timer);
  const link = event.target.closest?.(LINKS);
  if (link && link !== shown) later(() => { close(); open(link); }, OPENS);
  else if (link) clearTimeout(timer);
}

function out(event) {
  if (event.pointerType !== "touch" && (shown || timer)) later(close, CLOSES);
}

box.className = "sl-peek";
box.id = "sl-peek";
box.role = "tooltip";
box.hidden = true;
document.body.append(box);
document.addEventListener("pointerover", over);
document.addEventListener("pointerout", out);
document.addEventListener("focusin", (event) => {
  const link = event.target.matches?.(":focus-visible") && event.target.closest(LINKS);
  close();
  if (link) open(link);
});
document.addEventListener("focusout", close);
document.addEventListener("keydown", (event) => event.key === "Escape" && close());
document.addEventListener("scroll", close, { passive: true });
