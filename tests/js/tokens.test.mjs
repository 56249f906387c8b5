import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { tokens } from "../../overrides/assets/sourceleaf/tokens.js";

const golden = JSON.parse(readFileSync(new URL("tokens.golden.json", import.meta.url), "utf8"));

for (const { text, tokens: expected } of golden) {
  test(`tokens of ${JSON.stringify(text)}`, () => assert.deepEqual(tokens(text), expected));
}
