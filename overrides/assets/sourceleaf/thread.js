// A conversation: the questions before this one, and the field under an answer that goes on from it.

import { element, icon } from "./element.js";
import { text } from "./links.js";
import { list } from "./render.js";

const MOST_TURNS = 6;
const LONGEST = 1000; // characters of a turn that are sent again

export class Thread {
  constructor({ words, longest, onAsk }) {
    this.turns = []; // of the questions before this one, as the function takes them
    this.last = []; // of this one
    this.before = element("ol", { class: "sa-thread__before", "aria-label": words.earlier });
    this.input = element("input", {
      class: "sa-thread__input", type: "text", "aria-label": words.followUp, placeholder: words.followUp, autocomplete: "off",
      enterkeyhint: "send", maxlength: longest,
    });
    this.root = element("form", { class: "sa-thread", hidden: true, submit: (event) => this.#submit(event, onAsk) },
      this.input,
      element("button", { type: "submit", class: "sa-button sa-button--icon", "aria-label": words.ask }, icon("answer")));
    this.#show();
  }

  // A question begins: a new one, one that goes on from the answer, or the same one again.
  begin(how) {
    if (how === "new") this.turns = [];
    if (how === "on") this.turns = [...this.turns, ...this.last].slice(-MOST_TURNS);
    this.last = [];
    this.#show();
  }

  // Its answer is complete, and can be gone on from.
  take(answer) {
    const said = list(answer.sentences).map((one) => text(one?.text)).join(" ");
    this.last = [turn("user", answer.question), ...(said ? [turn("assistant", said)] : [])];
    this.#show();
    return answer;
  }

  // What the function is asked.
  body(question, document, image) {
    return { question, ...(document && { document }), ...(this.turns.length && { history: this.turns }), ...(image && { image }) };
  }

  // The conversation as it was on the page before.
  restore(turns, answer) {
    this.turns = list(turns);
    this.take(answer);
  }

  #show() {
    const asked = this.turns.filter((one) => one.role === "user");
    this.before.replaceChildren(...asked.map((one) => element("li", { dir: "auto" }, text(one.text))));
    this.before.hidden = !asked.length;
    this.root.hidden = !this.last.length;
    this.input.value = "";
  }

  #submit(event, onAsk) {
    event.preventDefault();
    if (this.input.value.trim()) onAsk(this.input.value);
  }
}

const turn = (role, said) => ({ role, text: text(said).slice(0, LONGEST) });
