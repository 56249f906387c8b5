// The list under the input: a combobox whose focus stays in the input while arrows move the choice.

import { element } from "./element.js";

export class Choices {
  #options = [];
  #at = -1;

  constructor(input, list) {
    this.input = input;
    this.list = list;
    list.addEventListener("mousedown", (event) => event.preventDefault());
  }

  get open() {
    return this.input.getAttribute("aria-expanded") === "true";
  }

  // `options`: [{class, content, choose(event)}]; none of them is chosen yet.
  show(options) {
    this.#options = options;
    this.list.replaceChildren(...options.map((option, at) => this.#item(option, at)));
    this.input.setAttribute("aria-expanded", "true");
    this.#choose(-1);
  }

  hide() {
    this.#options = [];
    this.list.replaceChildren();
    this.input.setAttribute("aria-expanded", "false");
    this.#choose(-1);
  }

  // Up and down go round, with the input itself between the last and the first.
  move(step) {
    const places = this.#options.length + 1;
    this.#choose(((this.#at + 1 + step + places) % places) - 1);
  }

  // What is typed now is meant, not what was chosen before.
  clear() {
    this.#choose(-1);
  }

  // Acts on the choice; false where nothing is chosen.
  take(event) {
    const option = this.#options[this.#at];
    option?.choose(event);
    return Boolean(option);
  }

  #item(option, at) {
    return element(
      "li",
      {
        id: `${this.list.id}-${at}`,
        role: "option",
        class: option.class,
        "aria-selected": "false",
        click: (event) => option.choose(event),
        auxclick: (event) => event.button === 1 && option.choose(event),
        mousemove: () => this.#at !== at && this.#choose(at),
      },
      ...option.content,
    );
  }

  #choose(at) {
    this.#at = at;
    [...this.list.children].forEach((item, place) => item.setAttribute("aria-selected", String(place === at)));
    const item = this.list.children[at];
    if (item) this.input.setAttribute("aria-activedescendant", item.id);
    else this.input.removeAttribute("aria-activedescendant");
    item?.scrollIntoView({ block: "nearest" });
  }
}
