// The field in the header: what is typed in it, the picture that goes with it, the ways out of it.

import { button, element, icon } from "./element.js";
import { Picture } from "./picture.js";

export class Field {
  constructor({ words, longest, pictures, announce, onClear, onCancel }) {
    this.input = element("input", {
      class: "sa-ask__input", type: "text", name: "q", role: "combobox", "aria-label": words.label, placeholder: words.placeholder,
      "aria-autocomplete": "list", "aria-expanded": "false", "aria-controls": "sa-found", autocomplete: "off",
      autocapitalize: "off", spellcheck: "false", enterkeyhint: "search", maxlength: longest,
    });
    this.picture = pictures ? new Picture({ words, input: this.input, announce }) : null;
    this.form = element("form", { class: "sa-ask__form", role: "search" },
      icon("search"),
      this.input,
      this.picture?.root,
      element("kbd", { class: "sa-ask__key", "aria-hidden": "true" }, "/"),
      button("sa-ask__clear", words.clear, onClear, icon("close")),
      button("sa-ask__cancel", null, onCancel, words.close));
  }

  // The picture, which is sent once.
  taken() {
    const url = this.picture?.url ?? null;
    this.picture?.clear();
    return url;
  }
}
