// What the browser remembers: the answer that is open, so that it follows its reader to the sources, and
// what readers thought of answers. Nothing leaves the browser.

const ANSWER = "sourceleaf:answer";
const FEEDBACK = "sourceleaf:feedback";
const MOST_FEEDBACK = 100;

// `turns` are those of the questions before it.
export function keepAnswer(answer, turns, base) {
  write("sessionStorage", ANSWER, { base: base.href, answer, turns });
}

export function keptAnswer(base) {
  const kept = read("sessionStorage", ANSWER);
  return kept?.base === base.href ? kept : null;
}

export function forgetAnswer() {
  write("sessionStorage", ANSWER, null);
}

export function keepFeedback(feedback) {
  const kept = read("localStorage", FEEDBACK);
  write("localStorage", FEEDBACK, [...(Array.isArray(kept) ? kept : []), feedback].slice(-MOST_FEEDBACK));
}

// Storage may be full, forbidden or spoilt; the widget works without it.
function write(store, key, value) {
  try {
    if (value === null) window[store].removeItem(key);
    else window[store].setItem(key, JSON.stringify(value));
  } catch (error) {
    console.debug(error);
  }
}

function read(store, key) {
  try {
    return JSON.parse(window[store].getItem(key));
  } catch (error) {
    console.debug(error);
    return null;
  }
}
