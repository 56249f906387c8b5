// Sets the formulas of a page, or of any element, with the KaTeX that is shipped beside this file.

const folder = new URL("katex/", import.meta.url);
let loading;

function katex() {
  loading ??= new Promise((resolve, reject) => {
    if (!document.querySelector('link[href$="katex.min.css"]')) {
      const sheet = Object.assign(document.createElement("link"), { rel: "stylesheet" });
      sheet.href = new URL("katex.min.css", folder).href;
      document.head.append(sheet);
    }
    const script = document.createElement("script");
    script.src = new URL("katex.min.js", folder).href;
    script.onload = () => resolve(window.katex);
    script.onerror = reject;
    document.head.append(script);
  });
  return loading;
}

// Elements of class "arithmatex" hold \(…\) or \[…\]. A formula that cannot be set stays as it is written.
export async function typeset(root) {
  const formulas = [...root.querySelectorAll(".arithmatex")].filter((node) => !node.querySelector(".katex"));
  if (!formulas.length) return;
  const { render } = await katex();
  for (const node of formulas) {
    const source = node.textContent.trim();
    const display = source.startsWith("\\[");
    render(source.slice(2, -2), node, { displayMode: display, throwOnError: false, errorColor: "currentcolor", trust: false });
  }
}

typeset(document);
