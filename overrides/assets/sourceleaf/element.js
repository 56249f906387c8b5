// Elements made of parts; text only ever becomes text.

// `attributes` that are functions listen to the event of that name; null and false are left out.
export function element(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (typeof value === "function") made.addEventListener(key, value);
    else if (value !== null && value !== undefined && value !== false) made.setAttribute(key, value === true ? "" : value);
  }
  made.append(...children.flat().filter((child) => child || child === 0));
  return made;
}

export function button(className, label, click, ...children) {
  return element("button", { type: "button", class: className, "aria-label": label, click }, ...children);
}

// A decoration drawn by the style sheet.
export function icon(name) {
  return element("span", { class: `sa-icon sa-icon--${name}`, "aria-hidden": "true" });
}
