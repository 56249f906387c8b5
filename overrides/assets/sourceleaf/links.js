// Addresses that come with an answer. They are relative to the site; anything else is not followed.

const LONGEST_QUOTE = 300;
const LONGEST_DIRECTIVE = 90;

// The address as a URL of this site, or null where it leads elsewhere or is no address at all.
export function siteUrl(address, base) {
  if (typeof address !== "string" || /^[\s\p{C}]*(?:[a-z][a-z\d+.-]*:|[\\/])/iu.test(address)) return null;
  if (!URL.canParse(address, base)) return null;
  const url = new URL(address, base);
  const isInside = url.origin === base.origin && url.pathname.startsWith(base.pathname);
  return isInside && /^https?:$/.test(url.protocol) ? url : null;
}

// A section's page with a passage to highlight: `?hl=` for our own highlighter, `:~:text=` for the browser's.
export function passageUrl(address, quote, base) {
  const url = siteUrl(address, base);
  const words = cut(text(quote).trim(), LONGEST_QUOTE);
  if (!url || !words) return url;
  url.search = `?hl=${encodeURIComponent(words)}`;
  url.hash = `${url.hash.slice(1)}:~:text=${directive(text(quote))}`;
  return url;
}

// The document whose page is open ("clip" on …/library/clip/method/), "" elsewhere.
export function documentOf(page, base) {
  if (!page.pathname.startsWith(base.pathname)) return "";
  const [, id = ""] = page.pathname.slice(base.pathname.length).match(/^library\/([^/_][^/]*)\//) ?? [];
  return decodeURIComponent(id);
}

export function text(value) {
  return typeof value === "string" ? value : typeof value === "number" ? String(value) : "";
}

// A text fragment: the whole of a short quote, the first and the last words of a long one. Formulas look
// different on the page, so only the longest stretch between them counts.
function directive(quote) {
  const stretches = quote.split(/\$[^$]*\$/u).map((part) => part.replace(/\s+/gu, " ").trim());
  const longest = stretches.reduce((best, part) => (part.length > best.length ? part : best), "");
  if (longest.length <= LONGEST_DIRECTIVE) return encode(longest);
  const half = LONGEST_DIRECTIVE / 3;
  return `${encode(cut(longest, half))},${encode(reverse(cut(reverse(longest), half)))}`;
}

function encode(words) {
  return encodeURIComponent(words).replaceAll("-", "%2D");
}

// At most `length` letters, up to the end of a word where there are words.
function cut(words, length) {
  const letters = Array.from(words);
  if (letters.length <= length) return words;
  const start = letters.slice(0, length).join("");
  const space = start.lastIndexOf(" ");
  return space > length / 2 ? start.slice(0, space) : start;
}

function reverse(words) {
  return Array.from(words).reverse().join("");
}
