import assert from "node:assert/strict";
import { test } from "node:test";
import { plainText } from "../../overrides/assets/sourceleaf/copy.js";
import { BASE } from "./page.mjs";

test("a copied answer keeps its paragraphs, its sources and its figures", () => {
  const answer = {
    question: "How is it trained?",
    sentences: [
      { text: "Two encoders are trained.", paragraph: 0, citations: [{ n: 1, url: "library/clip/", quote: "two encoders" }] },
      { text: "They meet in the loss.", paragraph: 0, citations: [] },
      { text: "The loss is symmetric.", paragraph: 1, citations: [{ n: 2, quote: "symmetric" }, { n: 1, quote: "loss" }] },
    ],
    sections: [
      { n: 1, title: "Method", breadcrumb: ["CLIP", "Method"], url: "library/clip/method/" },
      { n: 2, title: "Loss", breadcrumb: ["CLIP", "Loss"], url: "library/clip/loss/" },
      { n: 3, title: "Not cited", breadcrumb: ["CLIP"], url: "library/clip/" },
    ],
    figures: [{ label: "Figure 3", caption: "The loss.", url: "library/clip/loss/#fig-3" }],
  };
  assert.equal(
    plainText(answer, BASE),
    `How is it trained?

Two encoders are trained. [1] They meet in the loss.

The loss is symmetric. [2][1]

[1] CLIP › Method
    https://books.example/portal/library/clip/method/?hl=two%20encoders
[2] CLIP › Loss
    https://books.example/portal/library/clip/loss/?hl=symmetric

Figure 3: The loss.
    https://books.example/portal/library/clip/loss/#fig-3
`,
  );
});
