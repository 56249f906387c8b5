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

// The formulas that are not set yet; asked again after each wait, since two callers may set one root.
function waiting(root) {
  return [...root.querySelectorAll(".arithmatex")].filter((node) => !node.querySelector(".katex"));
}

// Elements of class "arithmatex" hold \(…\) or \[…\]. A formula that cannot be set stays as it is written.
export async function typeset(root) {
  if (!waiting(root).length) return;
  const { render } = await katex();
  for (const node of waiting(root)) {
    const source = node.textContent.trim();
    const display = source.startsWith("\\[");
    render(source.slice(2, -2), node, { displayMode: display, throwOnError: false, errorColor: "currentcolor", trust: false });
  }
}

typeset(document);
