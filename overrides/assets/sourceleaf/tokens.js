// The tokeniser of the client index; builder/clienttokens.py is the same one in Python.

const DROPPED = /[\u0300-\u036f\u05b0-\u05bd\u05c1\u05c2\u064b-\u065f]|\p{Cf}/gu;
const LETTERS = { œ: "oe", æ: "ae", ø: "o", ł: "l", đ: "d" };
const CJK = /([\u3005-\u3007\u3040-\u30ff\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af\uf900-\ufaff\u{20000}-\u{3ffff}]+)/u;

// Case, compatibility forms and diacritics folded away; everything but letters and digits becomes a space.
export function fold(text) {
  const spaced = text.normalize("NFKD").replace(DROPPED, "").replace(/[^\p{L}\p{N}\p{M}]/gu, " ");
  return Array.from(spaced, lower).join("").normalize("NFC");
}

function lower(letter) {
  const small = letter.toUpperCase().toLowerCase();
  return LETTERS[small] ?? small;
}

// Words without case and diacritics; Chinese, Japanese and Korean text as overlapping pairs of characters.
export function tokens(text) {
  return fold(text).split(/\s+/u).flatMap((word) => word.split(CJK)).filter(Boolean).flatMap(pairs);
}

export function isCjk(token) {
  return CJK.test(token);
}

function pairs(part) {
  if (!isCjk(part)) return [part];
  const letters = Array.from(part);
  return letters.length < 2 ? letters : letters.slice(1).map((letter, at) => letters[at] + letter);
}
