// Search in the shipped index (builder/clientindex.py), without a server: the manifest, then the shards of
// the words, then the cards of what was found; everything that was fetched is kept.

import { isCjk, tokens } from "./tokens.js";

const FOLDER = "library/_search/";
const FORMAT = 1;
const WIDEST = 4; // shards for the beginning of a word; where there are more, the index has an entry "re*"
const MOST_WORDS = 12;
const BEGINNING = 0.8;
const KIN = 0.7;
const TYPO = 0.4;

export class ClientIndex {
  #files = new Map();

  constructor(base, load = fetchJson) {
    this.root = new URL(FOLDER, base);
    this.load = load;
  }

  // Cards in rank order, each with `words`: the forms of the query's words that can be marked in it.
  async search(query, { document = "", limit = 8 } = {}) {
    const manifest = await this.manifest();
    const asked = words(query, manifest.stops);
    const [scope, ...shards] = await Promise.all([
      document ? this.#scope(document, manifest) : undefined,
      ...asked.map((word) => this.#shards(word, manifest)),
    ]);
    const found = asked.map((word, at) => match(word, shards[at]));
    const ranked = rank(found, manifest.sections, scope).slice(0, limit);
    const forms = [...new Set(found.flatMap((one) => one.forms))];
    const cards = await Promise.all(ranked.map((section) => this.#card(section, manifest)));
    return cards.map((card) => ({ ...card, words: forms }));
  }

  async manifest() {
    const manifest = await this.#file("manifest.json", { cache: "no-cache" });
    if (manifest.format !== FORMAT) throw new Error(`search index of format ${manifest.format}`);
    return manifest;
  }

  async #shards({ term, open }, manifest) {
    const first = shardOf(term, manifest.shards);
    const last = open ? shardOf(`${term}\uffff`, manifest.shards) : first;
    const wanted = new Set([first]);
    if (last - first < WIDEST) for (let at = first; at <= last; at += 1) wanted.add(at);
    else wanted.add(shardOf(`${term}*`, manifest.shards));
    return Promise.all([...wanted].map((at) => this.#file(`terms/${at}.json`, {}, manifest)));
  }

  async #scope(document, manifest) {
    const term = `@${document}`;
    const shard = await this.#file(`terms/${shardOf(term, manifest.shards)}.json`, {}, manifest);
    const [first, count] = lookup(shard, term) ?? [0, 0];
    return (section) => section >= first && section < first + count;
  }

  async #card(section, manifest) {
    const block = await this.#file(`sections/${Math.floor(section / manifest.block)}.json`, {}, manifest);
    return block[section % manifest.block];
  }

  #file(name, options, manifest) {
    const address = new URL(name, this.root);
    if (manifest) address.search = `v=${manifest.version}`;
    if (!this.#files.has(name)) {
      const loading = this.load(address.href, options);
      this.#files.set(name, loading);
      loading.catch(() => this.#files.delete(name));
    }
    return this.#files.get(name);
  }
}

// The words worth looking up. The last one is `open`, still being typed, where no space follows it.
export function words(query, stops = []) {
  const all = tokens(query);
  const open = /[\p{L}\p{N}\p{M}]$/u.test(query) ? all.at(-1) : undefined;
  const left = new Set(stops);
  const meant = all.filter((term) => !left.has(term));
  return [...new Set(meant.length ? meant : all)].slice(0, MOST_WORDS).map((term) => ({ term, open: term === open }));
}

// Two words of one family ("network", "networks"), as far as that shows without a grammar.
export function kin(one, other) {
  const [short, long] = one.length < other.length ? [one, other] : [other, one];
  return short.length > 3 && long.length - short.length < 3 && long.startsWith(short) && !/\p{N}/u.test(long);
}

// Letters to change, add, drop or swap with their neighbour to make one word of the other.
export function distance(one, other) {
  const rows = Array.from({ length: one.length + 1 }, (_, row) => [row]);
  for (let column = 1; column <= other.length; column += 1) rows[0][column] = column;
  for (let row = 1; row <= one.length; row += 1) {
    for (let column = 1; column <= other.length; column += 1) {
      const same = one[row - 1] === other[column - 1] ? 0 : 1;
      const swapped = row > 1 && column > 1 && one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1];
      rows[row][column] = Math.min(
        rows[row - 1][column] + 1,
        rows[row][column - 1] + 1,
        rows[row - 1][column - 1] + same,
        swapped ? rows[row - 2][column - 2] + 1 : Infinity,
      );
    }
  }
  return rows[one.length][other.length];
}

async function fetchJson(address, options) {
  const response = await fetch(address, options);
  if (!response.ok) throw new Error(`${response.status} ${address}`);
  return response.json();
}

function shardOf(term, firsts) {
  let low = 0;
  let high = firsts.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (firsts[middle] <= term) low = middle + 1;
    else high = middle;
  }
  return Math.max(0, low - 1);
}

function lookup(shard, term) {
  return Object.hasOwn(shard, term) ? shard[term] : undefined;
}

// The sections of one word of the query: of the word itself, of words it begins, of its family, or else of
// the word that was probably meant.
function match({ term, open }, shards) {
  const found = { levels: new Map(), count: 0, forms: [term] };
  const known = shards.flatMap((shard) => Object.keys(shard)).filter((other) => !/[@*]/.test(other));
  const exact = shards.map((shard) => lookup(shard, term)).find(Boolean);
  if (exact) add(found, exact, 1);
  if (open) addBeginnings(found, term, shards, known);
  if (!isCjk(term)) {
    const family = known.filter((other) => kin(term, other) && !(open && other.startsWith(term)));
    addAll(found, family, shards, KIN);
    if (!found.count) addAll(found, meant(term, known, shards), shards, TYPO);
  }
  return found;
}

function addBeginnings(found, term, shards, known) {
  const together = shards.map((shard) => lookup(shard, `${term}*`)).find(Boolean);
  if (together) add(found, together, BEGINNING);
  else addAll(found, known.filter((other) => other.startsWith(term) && other !== term), shards, BEGINNING);
}

function addAll(found, terms, shards, weight) {
  for (const term of terms) {
    found.forms.push(term);
    add(found, shards.map((shard) => lookup(shard, term)).find(Boolean), weight);
  }
}

function add(found, [count, ...groups], weight) {
  found.count = Math.max(found.count, count);
  for (const [level, ...gaps] of groups) {
    let section = 0;
    for (const gap of gaps) {
      section += gap;
      found.levels.set(section, Math.max(level * weight, found.levels.get(section) ?? 0));
    }
  }
}

// The closest known word of the same first letter; the more frequent one where several are as close.
function meant(term, known, shards) {
  if (term.length < 4 || /\p{N}/u.test(term)) return [];
  const allowed = term.length < 8 ? 1 : 2;
  let best = { off: allowed + 1, count: 0, word: "" };
  for (const word of known) {
    if (word[0] !== term[0] || Math.abs(word.length - term.length) > allowed) continue;
    const off = distance(term, word);
    const [count] = shards.map((shard) => lookup(shard, word)).find(Boolean);
    if (off < best.off || (off === best.off && count > best.count)) best = { off, count, word };
  }
  return best.word ? [best.word] : [];
}

// Rare words count more than common ones, and sections with all words more than sections with some.
function rank(found, sections, scope = () => true) {
  const scores = new Map();
  for (const { levels, count } of found) {
    const known = Math.max(count, levels.size);
    const rarity = Math.log(1 + (sections - known + 0.5) / (known + 0.5));
    for (const [section, level] of levels) {
      if (!scope(section)) continue;
      const score = scores.get(section) ?? { sum: 0, words: 0 };
      scores.set(section, { sum: score.sum + rarity * level, words: score.words + 1 });
    }
  }
  const total = ([section, { sum, words: hit }]) => [section, sum * (hit / found.length)];
  return [...scores].map(total).sort((one, other) => other[1] - one[1] || one[0] - other[0]).map(([section]) => section);
}
