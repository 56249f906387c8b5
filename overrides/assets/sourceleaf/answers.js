// <site-answers>: search while typing, answers with their sources, in the header of every page.

import { button, element, icon } from "./element.js";
import { Field } from "./field.js";
import { follow } from "./follow.js";
import { Found } from "./found.js";
import { showPassage } from "./highlight.js";
import { callsField, leavesPanel } from "./keys.js";
import { documentOf } from "./links.js";
import { forgetAnswer, keepAnswer, keptAnswer } from "./memory.js";
import { Panel } from "./panel.js";
import { ClientIndex } from "./search.js";
import { coverPage, uncoverPage } from "./sheet.js";
import { ask, Unavailable } from "./stream.js";
import { stringsFor } from "./strings.js";
import { Thread } from "./thread.js";
import { Tip } from "./tip.js";

const WIDE = "(min-width: 60em)"; // beside the page; below it, in place of the page (answers.css knows it too)
const LONGEST_QUESTION = 2000;
const PAUSE = 70; // milliseconds without a key before the index is asked

export class SiteAnswers extends HTMLElement {
  #request = null;
  #search = 0;
  #pause = 0;

  connectedCallback() {
    if (this.panel) return;
    this.base = new URL((this.dataset.base || ".").replace(/\/*$/, "/"), location.href);
    this.base.search = this.base.hash = "";
    this.endpoint = new URL(`${(this.dataset.endpoint || this.base.href).replace(/\/*$/, "/")}answer`, this.base);
    this.words = stringsFor(this.dataset.lang || document.documentElement.lang);
    this.index = new ClientIndex(this.base);
    this.wide = matchMedia(WIDE);
    this.#build();
    this.#listen();
    this.#restore();
  }

  // Puts the focus where a question can be typed.
  open() {
    if (!this.wide.matches) this.#cover();
    this.input.focus();
    this.input.select();
  }

  close() {
    this.#hideFound();
    this.#closePanel();
    this.#uncover();
  }

  // Asks the function; whatever was being answered before is given up. `how` is that of a Thread.
  async ask(question, how = "new") {
    const asked = question.trim().slice(0, LONGEST_QUESTION);
    if (!asked) return;
    if (how !== "again") this.image = this.field.taken();
    this.thread.begin(how);
    this.#request?.abort();
    const request = new AbortController();
    this.#request = request;
    this.input.value = asked;
    this.#hideFound();
    forgetAnswer();
    this.panel.start(asked);
    this.#showPanel();
    this.panel.question.focus({ preventScroll: true });
    try {
      await this.#follow(asked, request);
    } catch (error) {
      if (!request.signal.aborted) await this.#failed(error, asked);
    }
  }

  async #follow(question, request) {
    const body = this.thread.body(question, this.found.scope, this.image);
    for await (const event of ask(this.endpoint, body, request.signal)) {
      if (request.signal.aborted) return;
      this.panel.take(event);
      if (event.name === "done") this.#keep(this.thread.take(event.data));
      if (event.name === "done" || event.name === "error") return;
    }
    if (!request.signal.aborted) this.panel.fail({ code: "broken", message: this.words.broken });
  }

  #keep(answer) { keepAnswer(answer, this.thread.turns, this.base); }

  async #failed(error, question) {
    if (!(error instanceof Unavailable)) {
      console.debug(error);
      this.panel.fail({ code: "broken", message: this.words.broken });
      return;
    }
    const request = this.#request;
    const cards = await this.index.search(question, { document: this.found.scope }).catch(() => null);
    if (request === this.#request) this.panel.unavailable(cards);
  }

  #build() {
    const { words } = this;
    const announce = (said) => this.#announce(said);
    this.status = element("div", { class: "sa-hidden", role: "status" });
    this.field = new Field({
      words,
      longest: LONGEST_QUESTION,
      pictures: "pictures" in this.dataset,
      announce,
      onClear: () => this.#clear(),
      onCancel: () => this.close(),
    });
    this.input = this.field.input;
    this.found = new Found({
      words,
      base: this.base,
      document: documentOf(location, this.base),
      input: this.input,
      onAsk: (question) => this.ask(question),
      onScope: () => this.#find(),
    });
    this.thread = new Thread({ words, longest: LONGEST_QUESTION, onAsk: (question) => this.ask(question, "on") });
    this.panel = new Panel({
      words,
      thread: this.thread,
      base: this.base,
      announce,
      onStop: () => this.#stop(),
      onRetry: (question) => this.ask(question, "again"),
      onClose: () => this.#closePanel(true),
    });
    this.box = element("div", { class: "sa-ask__box" }, this.field.form, this.found.root, this.panel.root, this.status);
    this.opener = button("sa-ask__open", words.label, () => this.open(), icon("search"));
    this.back = button("sa-ask__back", null, () => this.#reopen(), icon("answer"), words.back);
    this.back.hidden = true;
    this.replaceChildren(this.opener, this.box, this.back);
    this.tip = new Tip(this, "sa-tip");
  }

  #listen() {
    this.field.form.addEventListener("submit", (event) => {
      event.preventDefault();
      if (!this.found.choices.take(event)) this.ask(this.input.value);
    });
    this.input.addEventListener("input", () => this.#typed());
    this.input.addEventListener("focus", () => {
      this.index.manifest().catch(() => {});
      if (this.input.value.trim()) this.#find();
    });
    this.input.addEventListener("keydown", (event) => this.#arrows(event));
    this.addEventListener("keydown", (event) => event.key === "Escape" && this.#escape(event));
    this.addEventListener("focusout", (event) => {
      if (event.relatedTarget && !this.box.contains(event.relatedTarget)) this.#hideFound();
    });
    this.panel.root.addEventListener("focusin", () => this.#hideFound());
    this.panel.root.addEventListener("click", (event) => this.#leave(event));
    document.addEventListener("pointerdown", (event) => !this.contains(event.target) && this.#hideFound());
    document.addEventListener("keydown", (event) => this.#shortcut(event));
    this.wide.addEventListener("change", () => this.#resized());
  }

  #shortcut(event) {
    if (this.panel.open && this.wide.matches && leavesPanel(event)) this.#escape(event, false);
    if (!callsField(event)) return;
    event.preventDefault();
    this.open();
  }

  #arrows(event) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (!step || !this.found.open || event.isComposing) return;
    event.preventDefault();
    this.found.choices.move(step);
  }

  // One step back: the box over a citation, the results, the writing of an answer, the answer, the sheet.
  #escape(event, returns = true) {
    if (event.isComposing) return;
    event.preventDefault();
    if (this.tip.open) this.tip.show(null);
    else if (this.found.open && (this.wide.matches || this.panel.open)) this.#hideFound();
    else if (this.panel.open && this.panel.busy) this.#stop();
    else if (this.panel.open) this.#closePanel(returns);
    else if (this.#isSheet) this.close();
    else this.#clear();
  }

  #typed() {
    clearTimeout(this.#pause);
    this.found.choices.clear();
    this.toggleAttribute("data-typed", Boolean(this.input.value));
    this.#pause = setTimeout(() => this.#find(), PAUSE);
  }

  async #find() {
    const query = this.input.value;
    const turn = ++this.#search;
    if (!query.trim()) return this.#hideFound();
    try {
      const cards = await this.index.search(query.trimStart(), { document: this.found.scope });
      if (turn === this.#search) this.#showFound(query.trim(), cards, cards.length ? "" : this.words.noResults);
    } catch (error) {
      console.debug(error);
      if (turn === this.#search) this.#showFound(query.trim(), [], this.words.noSearch);
    }
  }

  #showFound(query, cards, message) {
    if (!this.contains(document.activeElement)) return;
    this.found.show(query, cards, message);
    this.#announce(message || this.words.found(cards.length));
    this.toggleAttribute("data-found", true);
  }

  #hideFound() {
    clearTimeout(this.#pause);
    this.#search += 1;
    this.found.hide();
    this.removeAttribute("data-found");
  }

  #clear() {
    this.input.value = "";
    this.removeAttribute("data-typed");
    this.#hideFound();
    this.input.focus();
  }

  #stop() {
    this.#request?.abort();
    this.panel.stopped();
    this.panel.question.focus({ preventScroll: true });
  }

  #showPanel() {
    this.back.hidden = true;
    if (this.wide.matches) document.documentElement.dataset.saPanel = "";
    else this.#cover();
  }

  #closePanel(returns = false) {
    this.#request?.abort();
    this.#request = null;
    this.tip.show(null);
    this.panel.close();
    delete document.documentElement.dataset.saPanel;
    forgetAnswer();
    if (!returns) return;
    if (this.wide.matches) this.input.focus();
    else this.close();
  }

  // An answer stays open from page to page until it is closed; on a narrow screen a button leads back to it.
  #restore() {
    const kept = keptAnswer(this.base);
    if (!kept) return;
    this.panel.restore(kept.answer);
    this.thread.restore(kept.turns, kept.answer);
    if (this.wide.matches) this.#showPanel();
    else this.back.hidden = false;
  }

  #reopen() {
    this.#showPanel();
    this.panel.question.focus({ preventScroll: true });
  }

  // Off to a source, which may be on this very page: then a sheet makes way for it.
  #leave(event) {
    if (!event.target.closest("a[href]")) return;
    if (this.panel.worthKeeping) this.#keep(this.panel.answer);
    if (!follow(event) || !this.#isSheet) return;
    this.#uncover();
    this.back.hidden = false;
  }

  get #isSheet() { return this.hasAttribute("data-sheet"); }

  #cover() {
    this.toggleAttribute("data-sheet", true);
    coverPage(this, this.box, this.words.label);
  }

  #uncover() {
    if (!this.#isSheet) return;
    this.toggleAttribute("data-sheet", false);
    uncoverPage(this.box);
    this.opener.focus();
  }

  #resized() {
    if (this.wide.matches) this.#uncover();
    if (this.panel.open) this.#showPanel();
    if (!this.wide.matches) delete document.documentElement.dataset.saPanel;
  }

  #announce(said) { this.status.textContent = said; }
}

customElements.define("site-answers", SiteAnswers);
showPassage();
