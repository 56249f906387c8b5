// Formulas in texts: between dollars, as the documents have them.

import { element } from "./element.js";

const FORMULA = /\$\$(.+?)\$\$|\$(?!\s)((?:\\.|[^$\\])+?)(?<!\s)\$(?!\d)/gsu;
// The rest of a text that was cut within a formula; "$5" is a price.
const CUT = /\$\$(.*)$|\$(?=[^\s\d$][^$]*[\\^_{])([^$]*)$/su;
const SIGNS = {
  alpha: "α", beta: "β", gamma: "γ", delta: "δ", epsilon: "ε", varepsilon: "ε", zeta: "ζ", eta: "η", theta: "θ",
  vartheta: "ϑ", iota: "ι", kappa: "κ", lambda: "λ", mu: "μ", nu: "ν", xi: "ξ", pi: "π", rho: "ρ", sigma: "σ", tau: "τ",
  upsilon: "υ", phi: "φ", varphi: "φ", chi: "χ", psi: "ψ", omega: "ω", Gamma: "Γ", Delta: "Δ", Theta: "Θ", Lambda: "Λ",
  Xi: "Ξ", Pi: "Π", Sigma: "Σ", Phi: "Φ", Psi: "Ψ", Omega: "Ω", times: "×", cdot: "·", div: "÷", pm: "±", mp: "∓",
  le: "≤", leq: "≤", ge: "≥", geq: "≥", ne: "≠", neq: "≠", approx: "≈", sim: "∼", equiv: "≡", propto: "∝", ll: "≪", gg: "≫",
  in: "∈", notin: "∉", subset: "⊂", cup: "∪", cap: "∩", forall: "∀", exists: "∃", infty: "∞", partial: "∂", nabla: "∇",
  sum: "∑", prod: "∏", int: "∫", sqrt: "√", to: "→", rightarrow: "→", leftarrow: "←", mapsto: "↦", circ: "°", degree: "°",
  ldots: "…", cdots: "…", dots: "…", ell: "ℓ", mid: "|", vert: "|", Vert: "‖", prime: "′", langle: "⟨", rangle: "⟩",
};
const WORDS = /^(?:sin|cos|tan|cot|arcsin|arccos|arctan|sinh|cosh|tanh|log|ln|lg|exp|max|min|argmax|argmin|lim|det|dim|gcd|Pr)$/;

// Formulas become elements for math.js to set; all else is text.
export function formulas(words) {
  const nodes = [];
  let end = 0;
  for (const match of words.matchAll(FORMULA)) {
    nodes.push(words.slice(end, match.index));
    nodes.push(element("span", { class: "sa-formula" }, `\\(${match[1] ?? match[2]}\\)`));
    end = match.index + match[0].length;
  }
  return [...nodes, words.slice(end)];
}

// The text with its formulas as far as letters and signs can say them: no dollars, no commands.
export function spoken(words) {
  return words.replace(FORMULA, said).replace(CUT, said);
}

function said(_, display, inline) {
  return (display ?? inline)
    .replace(/\\(?:begin|end|text|mathrm|operatorname)\*?\s*\{([^{}]*)\}/gu, (command, name) => (/^\\(?:begin|end)/.test(command) ? " " : name))
    .replace(/\\[dt]?frac\s*\{([^{}]*)\}\s*\{([^{}]*)\}/gu, "$1 / $2")
    .replace(/\^\s*\{?\\(?:circ|degree)\}?/gu, "°")
    .replace(/([{_^]?)\\([a-zA-Z]+)/gu, (_command, before, name) => before + letters(name, !before))
    .replace(/\\([%#&$_])/gu, "$1")
    .replace(/\\./gsu, " ")
    .replace(/[{}\\&]/gu, "")
    .replace(/\s+/gu, " ")
    .trim();
}

function letters(command, isApart) {
  if (Object.hasOwn(SIGNS, command)) return SIGNS[command];
  if (!WORDS.test(command)) return " ";
  return isApart ? ` ${command} ` : `${command} `;
}

// Formulas are set where there are any; the code for it is fetched then. They get the name by which it knows
// them only now: it sets whatever it finds on a page when it is loaded, and a formula must not be set twice.
export function typeset(root) {
  const found = root.querySelectorAll(".sa-formula");
  if (!found.length) return;
  import("./math.js").then(({ typeset: set }) => {
    for (const formula of found) formula.classList.add("arithmatex");
    return set(root);
  }).catch(console.debug);
}
