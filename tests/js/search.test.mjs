import assert from "node:assert/strict";
import { test } from "node:test";
import { ClientIndex, distance, kin, words } from "../../overrides/assets/sourceleaf/search.js";

// An index of five sections in two shards and two blocks, as the builder would write it.
const FILES = {
  "manifest.json": { format: 1, version: "v1", sections: 5, block: 3, shards: ["@clip", "loss"], stops: ["the", "of"] },
  "terms/0.json": {
    "@clip": [0, 3],
    "@kettle": [3, 2],
    encoder: [2, [9, 0], [4, 2]],
    encoders: [1, [6, 1]],
    kettle: [2, [8, 3, 1]],
  },
  "terms/1.json": { loss: [3, [9, 2], [3, 1, 2]], "lo*": [3, [9, 2], [3, 1, 2]], "检索": [1, [5, 4]] },
  "sections/0.json": [{ title: "Encoder" }, { title: "Training" }, { title: "Loss" }],
  "sections/1.json": [{ title: "Kettle" }, { title: "检索" }],
};

function open(files = FILES) {
  const fetched = [];
  const load = async (address, options) => {
    const name = new URL(address).pathname.replace("/portal/library/_search/", "");
    fetched.push(name + new URL(address).search + (options.cache ? ` ${options.cache}` : ""));
    if (!(name in files)) throw new Error(`404 ${name}`);
    return files[name];
  };
  return { index: new ClientIndex(new URL("https://books.example/portal/"), load), fetched };
}

const titles = async (query, options) => (await open().index.search(query, options)).map((card) => card.title);

for (const [what, query, expected] of [
  ["the section that is most about a word first", "encoder ", ["Encoder", "Training", "Loss"]],
  ["words of the same family", "encoders ", ["Encoder", "Training", "Loss"]],
  ["a word that is still being typed", "enc", ["Encoder", "Training", "Loss"]],
  ["a beginning that has an entry of its own", "lo", ["Loss", "Training", "Kettle"]],
  ["a word with a slip", "encodre ", ["Encoder", "Loss"]],
  ["a section with all words before one with some", "encoder loss ", ["Loss", "Training", "Encoder", "Kettle"]],
  ["Chinese", "检索", ["检索"]],
  ["nothing", "zeppelin ", []],
  ["nothing for signs alone", " ?! ", []],
  ["nothing by the names that objects are born with", "constructor ", []],
]) {
  test(`finds ${what}`, async () => assert.deepEqual(await titles(query), expected));
}

test("one document alone", async () => {
  assert.deepEqual(await titles("loss ", { document: "kettle" }), ["Kettle"]);
  assert.deepEqual(await titles("loss ", { document: "unknown" }), []);
});

test("as many as are wanted", async () => assert.deepEqual(await titles("loss ", { limit: 1 }), ["Loss"]));

test("a query fetches the manifest, its shards and its blocks, and keeps them", async () => {
  const { index, fetched } = open();
  await index.search("the encoder");
  assert.deepEqual(fetched, ["manifest.json no-cache", "terms/0.json?v=v1", "sections/0.json?v=v1"]);
  await index.search("encoder of encoders");
  assert.equal(fetched.length, 3);
});

test("results say which words to mark", async () => {
  const [card] = await open().index.search("encoder ");
  assert.deepEqual(card.words, ["encoder", "encoders"]);
});

test("a file that could not be had is asked for again", async () => {
  const files = { ...FILES };
  delete files["manifest.json"];
  const { index } = open(files);
  await assert.rejects(index.search("loss"));
  files["manifest.json"] = FILES["manifest.json"];
  assert.equal((await index.search("loss ")).length, 3);
});

test("an index of another format is refused", async () => {
  const { index } = open({ "manifest.json": { format: 99 } });
  await assert.rejects(index.search("loss"), /format 99/);
});

for (const [query, expected] of [
  ["The loss of ", [{ term: "loss", open: false }]],
  ["The los", [{ term: "los", open: true }]],
  ["the", [{ term: "the", open: true }]],
  ["loss loss ", [{ term: "loss", open: false }]],
]) {
  test(`${JSON.stringify(query)} asks for ${expected.map(({ term }) => term)}`, () => {
    assert.deepEqual(words(query, ["the", "of"]), expected);
  });
}

test("kin are words with the same beginning and a short ending", () => {
  assert.deepEqual(
    [["network", "networks"], ["réseau", "réseaux"], ["net", "nets"], ["loss", "lossless"], ["2020", "20201"]].map(([one, other]) => kin(one, other)),
    [true, true, false, false, false],
  );
});

for (const [one, other, expected] of [["loss", "loss", 0], ["loss", "lose", 1], ["encodre", "encoder", 1], ["abc", "", 3], ["kettle", "settler", 2]]) {
  test(`${one} and ${other || "nothing"} are ${expected} apart`, () => assert.equal(distance(one, other), expected));
}
