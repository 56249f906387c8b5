import assert from "node:assert/strict";
import { test } from "node:test";
import { LANGUAGES, stringsFor } from "../../overrides/assets/sourceleaf/strings.js";

const kinds = (words) => Object.fromEntries(Object.entries(words).map(([key, value]) => [key, typeof value]));

for (const [lang, words] of Object.entries(LANGUAGES)) {
  test(`${lang} has every string`, () => {
    assert.deepEqual(kinds(words), kinds(LANGUAGES.en));
    assert.equal(words.keys.length, LANGUAGES.en.keys.length);
    assert.ok(Object.values(words).every((value) => value.length > 0));
  });
}

for (const [lang, expected] of [["de", "Antwort"], ["fr-CA", "Réponse"], ["zh_Hant", "回答"], ["tlh", "Answer"], ["", "Answer"]]) {
  test(`${JSON.stringify(lang)} is answered with ${expected}`, () => assert.equal(stringsFor(lang).answer, expected));
}

test("numbers are put into words", () => {
  assert.equal(LANGUAGES.en.page(3, 3), "Page 3 of the PDF");
  assert.equal(LANGUAGES.en.page(3, 4), "Pages 3–4 of the PDF");
  assert.equal(LANGUAGES.fr.found(1), "1 section trouvée");
});
