// What is found while somebody types: a row to ask, then the best sections, in a list under the input.

import { Choices } from "./choices.js";
import { element, icon } from "./element.js";
import { siteUrl } from "./links.js";
import { result } from "./render.js";

const LIST = "sa-found";

export class Found {
  // `document` is the one whose page is open, "" elsewhere; `onScope` is told when the reader narrows the search.
  constructor({ words, base, document, input, onAsk, onScope }) {
    Object.assign(this, { words, base, input, onAsk });
    this.scope = "";
    this.list = element("ul", { class: "sa-found__list", role: "listbox", id: LIST, "aria-label": words.results });
    this.none = element("p", { class: "sa-found__none", hidden: true });
    const scopes = document ? this.#scopes(document, onScope) : null;
    this.root = element("div", { class: "sa-found", hidden: true }, scopes, this.list, this.none, this.#keys());
    this.choices = new Choices(input, this.list);
  }

  get open() {
    return !this.root.hidden;
  }

  show(query, cards, message) {
    const sections = cards.map((card) => ({
      class: "sa-result",
      content: result(card, this.base),
      choose: (event) => visit(siteUrl(card.url, this.base), event),
    }));
    this.root.hidden = false;
    this.choices.show([this.#row(query), ...sections]);
    this.none.hidden = !message;
    this.none.textContent = message;
  }

  hide() {
    this.choices.hide();
    this.root.hidden = true;
  }

  #row(query) {
    const asked = element("span", { class: "sa-result__title", dir: "auto" }, `${this.words.ask}: ${query}`);
    const hint = element("span", { class: "sa-result__snippet" }, this.words.askHint);
    return {
      class: "sa-result sa-result--ask",
      content: [icon("answer"), element("span", { class: "sa-result__text" }, asked, hint)],
      choose: () => this.onAsk(query),
    };
  }

  #scopes(document, onScope) {
    const choose = (scope) => {
      this.scope = scope;
      for (const one of group.children) one.setAttribute("aria-pressed", String(one.dataset.scope === scope));
      this.input.focus();
      onScope();
    };
    const choice = (scope, label) => {
      const attributes = { type: "button", class: "sa-scope", "data-scope": scope, "aria-pressed": String(!scope) };
      return element("button", { ...attributes, click: () => choose(scope) }, label);
    };
    const choices = [choice("", this.words.everywhere), choice(document, this.words.here)];
    const group = element("div", { class: "sa-scopes", role: "group", "aria-label": this.words.scope }, choices);
    return group;
  }

  #keys() {
    const [choose, open, asks, close] = this.words.keys;
    const key = (sign, does) => element("span", {}, element("kbd", {}, sign), ` ${does}`);
    const keys = [key("↑↓", choose), key("↵", `${asks} / ${open}`), key("esc", close)];
    return element("p", { class: "sa-found__keys", "aria-hidden": "true" }, keys);
  }
}

function visit(url, event) {
  if (!url) return;
  if (event.ctrlKey || event.metaKey || event.button === 1) window.open(url.href, "_blank", "noopener");
  else location.assign(url.href);
}
