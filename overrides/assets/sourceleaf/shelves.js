// Narrows a long list of documents down to those whose line has every word that is typed.

const shelves = document.querySelector(".sl-shelves");
const plain = (text) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();

function narrow(list, words) {
  let shown = 0;
  for (const section of list.querySelectorAll("section")) {
    let own = 0;
    for (const item of section.querySelectorAll("li")) {
      item.hidden = !words.every((word) => plain(item.textContent).includes(word));
      own += item.hidden ? 0 : 1;
    }
    section.hidden = !own;
    shown += own;
  }
  return shown;
}

if (shelves) {
  const field = shelves.querySelector("input");
  const status = shelves.querySelector("[role=status]");
  const letters = shelves.querySelector("nav");
  field.parentElement.hidden = false;
  field.addEventListener("input", () => {
    const words = plain(field.value).split(/\s+/).filter(Boolean);
    const shown = narrow(shelves, words);
    status.textContent = words.length ? String(shown) : "";
    letters.hidden = words.length > 0;
  });
}
