// The lightbox: a picture in a dialog of the browser's own. Without this file the link opens the picture.

const WORDS = {
  en: ["Close", "Previous picture", "Next picture", "Open the file"],
  fr: ["Fermer", "Image précédente", "Image suivante", "Ouvrir le fichier"],
  de: ["Schließen", "Voriges Bild", "Nächstes Bild", "Datei öffnen"],
  es: ["Cerrar", "Imagen anterior", "Imagen siguiente", "Abrir el archivo"],
  zh: ["关闭", "上一张", "下一张", "打开文件"],
  ja: ["閉じる", "前の画像", "次の画像", "ファイルを開く"],
};
const [close, previous, next, file] = WORDS[document.documentElement.lang.slice(0, 2)] ?? WORDS.en;

let box;
let links = [];
let at = 0;

function element(name, properties = {}, ...children) {
  const made = Object.assign(document.createElement(name), properties);
  made.append(...children);
  return made;
}

function build() {
  const button = (label, sign, act) => {
    const made = element("button", { type: "button", textContent: sign, onclick: act });
    made.setAttribute("aria-label", label);
    return made;
  };
  const parts = {
    image: element("img", { onclick: () => dialog.classList.toggle("sl-light--full") }),
    text: element("div", { className: "sl-light__text" }),
    open: element("a", { textContent: file }),
    back: button(previous, "←", () => show(at - 1)),
    on: button(next, "→", () => show(at + 1)),
  };
  const bar = element("div", { className: "sl-light__bar" }, parts.open, parts.back, parts.on,
    button(close, "✕", () => dialog.close()));
  const stage = element("div", { className: "sl-light__stage" }, parts.image);
  const dialog = element("dialog", { className: "sl-light" }, bar, stage, parts.text);
  stage.addEventListener("click", (event) => event.target === stage && dialog.close());
  dialog.addEventListener("keydown", (event) => {
    if (event.key === "ArrowLeft") show(at - 1);
    if (event.key === "ArrowRight") show(at + 1);
  });
  dialog.addEventListener("close", () => links[at]?.focus());
  document.body.append(dialog);
  return { dialog, ...parts };
}

function show(index) {
  if (!links[index]) return;
  at = index;
  const link = links[at];
  const caption = link.closest("figure")?.querySelector("figcaption > .sl-caption");
  box.image.src = link.href;
  box.image.alt = link.querySelector("img")?.alt ?? link.textContent;
  box.open.href = link.href;
  box.text.replaceChildren(...(caption ? caption.cloneNode(true).childNodes : []));
  box.dialog.setAttribute("aria-label", caption?.textContent.trim() || box.image.alt);
  box.dialog.classList.remove("sl-light--full");
  box.back.disabled = at === 0;
  box.on.disabled = at === links.length - 1;
}

document.addEventListener("click", (event) => {
  const link = event.target.closest?.("a.fig");
  if (!link || event.defaultPrevented || event.button || event.metaKey || event.ctrlKey || event.shiftKey) return;
  event.preventDefault();
  box ??= build();
  links = [...document.querySelectorAll("article a.fig:not(.fig--page)")].filter((other) => other.offsetParent);
  if (!links.includes(link)) links = [link];
  show(links.indexOf(link));
  box.dialog.showModal();
});
