// A picture that goes with a question: chosen or pasted, made small enough, and shown until it is sent.

import { button, element, icon } from "./element.js";

const TYPES = ["image/png", "image/jpeg", "image/webp"];
const LONGEST_SIDE = 1600; // pixels; a model sees no more of it
const MOST_BYTES = 3_000_000; // of a file that is sent as it is

export class Picture {
  constructor({ words, input, announce }) {
    Object.assign(this, { words, announce, url: null });
    this.file = element("input", { type: "file", accept: TYPES.join(), class: "sa-hidden", tabindex: "-1", "aria-hidden": "true", change: () => this.#take(this.file.files) });
    this.root = element("span", { class: "sa-picture" });
    input.addEventListener("paste", (event) => this.#take(event.clipboardData?.files));
    this.clear();
  }

  clear() {
    this.url = null;
    this.file.value = "";
    this.root.replaceChildren(this.file, button("sa-picture__add", this.words.addPicture, () => this.file.click(), icon("picture")));
  }

  async #take(files) {
    const file = [...(files ?? [])].find((one) => TYPES.includes(one.type));
    if (!file) return;
    try {
      this.url = await dataUrl(await small(file));
      this.#show();
    } catch (error) {
      console.debug(error);
      this.announce(this.words.badPicture);
    }
  }

  #show() {
    const drop = button("sa-picture__drop", this.words.dropPicture, () => this.clear(), element("img", { src: this.url, alt: "" }), icon("close"));
    this.root.replaceChildren(this.file, drop);
    this.announce(this.words.hasPicture);
  }
}

// The file itself, or what it shows on fewer pixels.
async function small(file) {
  const seen = await createImageBitmap(file);
  const share = LONGEST_SIDE / Math.max(seen.width, seen.height);
  if (share >= 1 && file.size <= MOST_BYTES) return file;
  const canvas = element("canvas", { width: Math.round(seen.width * Math.min(1, share)), height: Math.round(seen.height * Math.min(1, share)) });
  canvas.getContext("2d").drawImage(seen, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("not drawn"))), "image/jpeg", 0.9);
  });
}

function dataUrl(blob) {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(reader.result);
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(blob);
  });
}
