import assert from "node:assert/strict";
import { test } from "node:test";
import { formulas, spoken } from "../../overrides/assets/sourceleaf/formulas.js";
import { open } from "./page.mjs";

for (const [what, words, expected] of [
  ["a letter with its index", "the reading $I_r$ rises", "the reading I_r rises"],
  ["a sign", "a step of $\\Delta t = 0.4$ s", "a step of Δ t = 0.4 s"],
  ["a formula on lines of its own", "so $$\n\\theta = \\frac{a}{b} \\cdot x^{2}\n$$ holds", "so θ = a / b · x^2 holds"],
  ["functions", "$\\tan\\theta = \\sin\\varphi\\tan h$, $x_{\\max}$", "tan θ = sin φ tan h, x_max"],
  ["words and marks", "$\\text{rate} \\times 50\\%$ at $90^\\circ$", "rate × 50% at 90°"],
  ["rows", "$\\begin{aligned} a &= b \\\\ c &= d \\end{aligned}$", "a = b c = d"],
  ["a command that nobody knows", "$\\constructor x$ and $\\hat{y}$", "x and y"],
  ["a formula that was cut", "then $$ E = \\frac{m", "then E = m"],
  ["a formula that was cut in a line", "then $\\alpha + \\be", "then α +"],
  ["a formula beside prices", "It costs $5 and $10, and $x_1$ is free.", "It costs $5 and $10, and x_1 is free."],
  ["prices alone", "US$ 5, later $7", "US$ 5, later $7"],
]) {
  test(`says ${what}`, () => assert.equal(spoken(words), expected));
}

test("formulas of an answer are marked to be set", () => {
  const box = open().createElement("p");
  box.append(...formulas("for $x_1$ and $$y$$."));
  assert.deepEqual([...box.querySelectorAll(".sa-formula")].map((node) => node.textContent), ["\\(x_1\\)", "\\(y\\)"]);
});
