// Asks the widget's search for each query in an index on disk: node query.mjs FOLDER QUERY…
// Prints {query, titles, files, bytes, steps} for each; every query starts with nothing fetched.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { ClientIndex } from "../../overrides/assets/sourceleaf/search.js";

const [folder, ...queries] = process.argv.slice(2);

async function ask(query) {
  const files = [];
  let bytes = 0;
  let steps = 0;
  let step = null;
  const load = async (address) => {
    if (!step) {
      steps += 1;
      step = new Promise((done) => setImmediate(done)).then(() => (step = null));
    }
    await step;
    const name = new URL(address).pathname.slice(1);
    const content = readFileSync(join(folder, name));
    files.push(name.replace("library/_search/", ""));
    bytes += content.length;
    return JSON.parse(content);
  };
  const found = await new ClientIndex(new URL("https://books.example/"), load).search(query);
  return { query, titles: found.map((card) => card.title), files, bytes, steps };
}

const answers = [];
for (const query of queries) answers.push(await ask(query));
process.stdout.write(JSON.stringify(answers));
