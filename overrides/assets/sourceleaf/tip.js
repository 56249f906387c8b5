// A small box over a citation: where it leads and what stands there. Opens on hover and on focus, stays while
// the pointer is in it, and goes with Escape.

import { element } from "./element.js";
import { passage } from "./render.js";

const OPENS = 80;
const CLOSES = 180;
const GAP = 6;
const EDGE = 8;

export class Tip {
  #timer = 0;
  #link = null;

  constructor(root, id) {
    this.box = element("div", { class: "sa-tip", role: "tooltip", id, hidden: true });
    root.append(this.box);
    root.addEventListener("pointerover", (event) => this.#over(event));
    root.addEventListener("pointerout", (event) => event.pointerType !== "touch" && this.#later(null, CLOSES));
    root.addEventListener("focusin", (event) => this.show(event.target.closest?.("a.sa-cite")));
    root.addEventListener("focusout", () => this.show(null));
    root.addEventListener("scroll", () => this.show(null), { capture: true, passive: true });
  }

  get open() {
    return !this.box.hidden;
  }

  show(link) {
    clearTimeout(this.#timer);
    if (link === this.#link) return;
    this.#link?.removeAttribute("aria-describedby");
    this.#light(this.#link, false);
    this.#link = link?.passage ? link : null;
    this.box.hidden = !this.#link;
    if (!this.#link) return;
    this.box.replaceChildren(...passage(this.#link.passage));
    this.#link.setAttribute("aria-describedby", this.box.id);
    this.#light(this.#link, true);
    this.#place();
  }

  #over(event) {
    if (event.pointerType === "touch") return;
    if (this.box.contains(event.target)) clearTimeout(this.#timer);
    const link = event.target.closest?.("a.sa-cite");
    if (link) this.#later(link, OPENS);
  }

  #later(link, wait) {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.show(link), wait);
  }

  // The cited source lights up in the list below.
  #light(link, on) {
    const panel = link?.closest(".sa-panel");
    for (const source of panel?.querySelectorAll(".sa-cited") ?? []) {
      if (source.dataset.n === link.dataset.n) source.classList.toggle("sa-cited--lit", on);
    }
  }

  #place() {
    const link = this.#link.getBoundingClientRect();
    const { width, height } = this.box.getBoundingClientRect();
    const left = Math.min(Math.max(EDGE, link.left + link.width / 2 - width / 2), innerWidth - width - EDGE);
    const above = link.top - height - GAP;
    this.box.style.left = `${left}px`;
    this.box.style.top = `${above > EDGE ? above : link.bottom + GAP}px`;
  }
}
