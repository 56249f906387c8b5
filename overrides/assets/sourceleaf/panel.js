// The answer beside the page: what was asked, what was found, sentences as they come, figures, sources.

import { copy } from "./copy.js";
import { button, element, icon } from "./element.js";
import { typeset } from "./formulas.js";
import { text } from "./links.js";
import { keepFeedback } from "./memory.js";
import { figure, list, problem, sentence, source } from "./render.js";

export class Panel {
  constructor({ words, base, thread, onStop, onRetry, onClose, announce }) {
    Object.assign(this, { words, base, announce, onRetry });
    this.question = element("h2", { class: "sa-panel__question", tabindex: "-1", dir: "auto" });
    this.notice = element("div", { class: "sa-panel__notices" });
    this.text = element("div", { class: "sa-panel__text", "aria-live": "polite" });
    this.figures = element("div");
    this.sources = element("div");
    this.after = element("div", { class: "sa-panel__after" });
    this.statement = element("p", { class: "sa-panel__statement" });
    this.stopButton = button("sa-button", null, onStop, icon("stop"), words.stop);
    this.body = element("div", { class: "sa-panel__body" },
      thread.before, this.question, this.notice, this.text, this.figures, this.sources, this.after);
    const closing = button("sa-button sa-button--icon", words.close, onClose, icon("close"));
    closing.dataset.close = "";
    const bar = element("div", { class: "sa-panel__bar" },
      element("span", { class: "sa-panel__name" }, words.answer),
      this.stopButton,
      closing);
    this.root = element("section", { class: "sa-panel", "aria-label": words.answer, hidden: true }, bar, this.body, thread.root, this.statement);
  }

  get open() {
    return !this.root.hidden;
  }

  get busy() {
    return this.root.dataset.phase === "waiting" || this.root.dataset.phase === "writing";
  }

  start(question) {
    this.answer = { question, sentences: [], sections: [], figures: [], status: "answered" };
    this.#phase("waiting");
    delete this.root.dataset.still;
    this.question.textContent = question;
    this.text.removeAttribute("lang");
    for (const part of [this.notice, this.figures, this.sources, this.after]) part.replaceChildren();
    this.text.replaceChildren(...[1, 2, 3].map(() => element("span", { class: "sa-skeleton" })));
    this.#note("", this.words.searching);
    this.statement.textContent = this.words.extracted;
    this.body.scrollTop = 0;
    this.root.hidden = false;
  }

  // One event of the stream.
  take({ name, data }) {
    if (name === "evidence") this.#evidence(data);
    if (name === "text") this.#sentence(data);
    if (name === "figures") this.#figures(data.figures);
    if (name === "done") this.finish(data);
    if (name === "error") this.fail(data);
  }

  // The whole answer; what was streamed is replaced where it came out otherwise.
  finish(answer) {
    this.#complete(answer);
    this.announce(answer.status === "not_found" ? this.words.notFound : this.words.done);
  }

  // An answer from before, as it was; nobody is told of it again.
  restore(answer) {
    this.start(text(answer.question));
    this.root.dataset.still = "";
    this.#complete(answer);
  }

  // Whether there is anything to come back to.
  get worthKeeping() {
    return list(this.answer?.sentences).length > 0 || this.answer?.status === "not_found";
  }

  #complete(answer) {
    this.#speak(answer.lang);
    const isSame = JSON.stringify(this.answer.sentences) === JSON.stringify(list(answer.sentences));
    this.answer = answer;
    if (!isSame || !list(answer.sentences).length) this.#sentences();
    const isRefused = answer.status === "not_found";
    this.#phase(isRefused ? "nothing" : "done");
    this.#status();
    this.#figures(isRefused ? [] : answer.figures); // pictures beside no answer would look like one
    this.#sources();
    this.#tools();
    if (answer.usage?.calls > 0) this.statement.textContent = this.words.written;
  }

  stopped() {
    this.#end();
    this.#note("", this.words.stopped, this.#retry());
    this.announce(this.words.stopped);
  }

  // `given` is {code, message, hint}.
  fail(given) {
    this.#end();
    this.#note("error", ...problem(given, this.words), this.#retry());
    this.announce([text(given.message) || this.words.failed, text(given.hint)].join(" "));
  }

  // No function answers here: what the client index found instead; null where it could not be loaded.
  unavailable(cards) {
    this.#end();
    this.text.replaceChildren();
    this.#note("warning", element("strong", {}, this.words.unavailable), this.#retry());
    const sections = list(cards).map((card, at) => ({ ...card, n: at + 1, breadcrumb: card.trail }));
    const missing = cards ? this.words.noResults : this.words.noSearch;
    this.#list(this.words.matching, sections, "sa-sources sa-sources--full");
    if (!sections.length) this.sources.replaceChildren(element("p", {}, missing));
    this.announce(cards ? this.words.unavailable : `${this.words.unavailable} ${missing}`);
  }

  close() {
    this.root.hidden = true;
  }

  #evidence({ sections, lang }) {
    this.answer.sections = list(sections);
    this.#speak(lang);
    if (this.root.dataset.phase === "waiting") this.#note("", this.words.reading(this.answer.sections.length));
    this.#list(this.words.sources, this.answer.sections);
  }

  #sentence(given) {
    if (this.root.dataset.phase === "waiting") {
      this.#phase("writing");
      this.notice.replaceChildren();
      this.text.replaceChildren();
    }
    this.answer.sentences.push(given);
    this.#append(given);
  }

  #append(given) {
    const paragraph = String(Number(given.paragraph) || 0);
    if (this.text.lastElementChild?.dataset.paragraph !== paragraph) {
      this.text.append(element("p", { "data-paragraph": paragraph, dir: "auto" }));
    }
    const made = sentence(given, { ...this, sections: this.answer.sections });
    this.text.lastElementChild.append(made, " ");
    typeset(made);
  }

  // Set anew, and not read out again.
  #sentences() {
    this.text.setAttribute("aria-live", "off");
    this.text.replaceChildren();
    list(this.answer.sentences).forEach((given) => this.#append(given));
    requestAnimationFrame(() => this.text.setAttribute("aria-live", "polite"));
  }

  #figures(cards) {
    this.answer.figures = list(cards);
    const items = this.answer.figures.map((card) => figure(card, this));
    this.figures.replaceChildren(...(items.length
      ? [element("h3", {}, this.words.figures), element("ul", { class: "sa-figures" }, items)]
      : []));
    typeset(this.figures);
  }

  // Cited sections first, under their numbers; the others are folded away.
  #sources() {
    const quotes = new Map();
    for (const one of list(this.answer.sentences).flatMap((given) => list(given.citations))) {
      if (!quotes.has(one?.n)) quotes.set(one?.n, text(one?.quote));
    }
    const sections = list(this.answer.sections);
    if (this.answer.status === "not_found" || !quotes.size) {
      this.#list(this.words.closest, sections, "sa-sources sa-sources--full");
      return;
    }
    const rest = sections.filter((card) => !quotes.has(card.n));
    this.#list(this.words.sources, sections.filter((card) => quotes.has(card.n)), "sa-sources", quotes);
    if (rest.length) {
      this.sources.append(element("details", {}, element("summary", {}, this.words.more), this.#items(rest, "sa-sources")));
    }
  }

  #list(title, cards, className = "sa-sources", quotes = new Map()) {
    this.sources.replaceChildren(...(cards.length
      ? [element("h3", {}, title), this.#items(cards, className, quotes)]
      : []));
  }

  #items(cards, className, quotes = new Map()) {
    return element("ol", { class: className }, cards.map((card) => source(card, this, quotes.get(card.n))));
  }

  // What the function says of its answer; where it says nothing of one that is missing, we do.
  #status() {
    const { status, why, notice } = this.answer;
    const heading = { not_found: text(notice) || this.words.notFound, degraded: this.words.degraded }[status];
    const rest = (status === "not_found" ? [why] : [why, notice]).map(text).filter(Boolean);
    this.notice.replaceChildren();
    if (!heading && !rest.length) return;
    const lang = heading === text(notice) ? text(this.answer.lang) || null : null;
    const parts = rest.map((reason) => element("p", { dir: "auto", lang: text(this.answer.lang) || null }, reason));
    this.#note(heading ? "warning" : "", heading && element("strong", { dir: "auto", lang }, heading), ...parts);
  }

  #tools() {
    const copied = button("sa-button", null, () => this.#copy(copied), icon("copy"), this.words.copy);
    const judge = (helpful, label, sign) => {
      const made = button("sa-button sa-button--icon", label, () => this.#feedback(helpful), icon(sign));
      made.setAttribute("aria-pressed", "false");
      made.dataset.helpful = String(helpful);
      return made;
    };
    this.after.replaceChildren(
      ...(list(this.answer.sentences).length ? [copied] : []),
      judge(true, this.words.helpful, "up"),
      judge(false, this.words.unhelpful, "down"),
      element("span", { class: "sa-panel__thanks" }),
    );
  }

  async #copy(pressed) {
    await copy(this.answer, this.base);
    pressed.lastChild.textContent = this.words.copied;
    this.announce(this.words.copied);
  }

  #feedback(helpful) {
    const detail = { question: text(this.answer.question), index: text(this.answer.index), helpful };
    keepFeedback(detail);
    for (const made of this.after.querySelectorAll("[data-helpful]")) {
      made.setAttribute("aria-pressed", String(made.dataset.helpful === String(helpful)));
    }
    this.after.lastElementChild.textContent = this.words.thanks;
    this.announce(this.words.thanks);
    this.root.dispatchEvent(new CustomEvent("sourceleaf:feedback", { bubbles: true, detail }));
  }

  #retry() {
    return button("sa-button", null, () => this.onRetry(this.question.textContent), icon("retry"), this.words.retry);
  }

  // The language of the answer is the question's, not always the page's.
  #speak(lang) {
    if (text(lang)) this.text.lang = lang;
  }

  #end() {
    for (const bone of this.text.querySelectorAll(".sa-skeleton")) bone.remove();
    this.#phase("done");
  }

  #phase(name) {
    this.root.dataset.phase = name;
    this.stopButton.hidden = !this.busy;
    this.text.setAttribute("aria-busy", String(this.busy));
  }

  #note(kind, ...parts) {
    this.notice.replaceChildren(element("div", { class: kind ? `sa-note sa-note--${kind}` : "sa-note" }, ...parts));
  }
}
