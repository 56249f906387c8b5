import assert from "node:assert/strict";
import { createServer } from "node:http";
import { after, before, test } from "node:test";
import { ask, events, Unavailable } from "../../overrides/assets/sourceleaf/stream.js";

const STREAM = 'event: evidence\ndata: {"sections":[]}\n\n: still here\n\nevent: text\ndata: {"text":\ndata: "größer"}\n\nevent: done\ndata: {}\n\n';
const EXPECTED = [
  { name: "evidence", data: { sections: [] } },
  { name: "text", data: { text: "größer" } },
  { name: "done", data: {} },
];

async function collect(iterable) {
  const found = [];
  for await (const one of iterable) found.push(one);
  return found;
}

for (const size of [1, 2, 7, 1000]) {
  test(`events come out the same from pieces of ${size} characters`, async () => {
    const pieces = STREAM.match(new RegExp(`[\\s\\S]{1,${size}}`, "g"));
    assert.deepEqual(await collect(events(pieces)), EXPECTED);
  });
}

test("lines may end as on Windows, and the last event may lack its blank line", async () => {
  assert.deepEqual(await collect(events([STREAM.trimEnd().replaceAll("\n", "\r\n")])), EXPECTED);
});

test("an event without data is none", async () => {
  assert.deepEqual(await collect(events(["event: ping\n\n", ": comment\n\n"])), []);
});

// A server that answers in the way that the path says.
const ways = {
  "/stream": (response) => {
    response.writeHead(200, { "Content-Type": "text/event-stream; charset=utf-8" });
    response.end(STREAM);
  },
  "/json": (response) => response.writeHead(200, { "Content-Type": "application/json" }).end('{"sentences":[],"status":"not_found"}'),
  "/problem": (response) =>
    response.writeHead(429, { "Content-Type": "application/json" }).end('{"code":"rate-limited","message":"Too many.","hint":"Wait."}'),
  "/page": (response) => response.writeHead(200, { "Content-Type": "text/html" }).end("<p>An application of one page</p>"),
  "/missing": (response) => response.writeHead(404, { "Content-Type": "text/html" }).end("<h1>Not found</h1>"),
  "/foreign": (response) => response.writeHead(500, { "Content-Type": "application/json" }).end('{"error":"what?"}'),
  "/garbled": (response) => response.writeHead(200, { "Content-Type": "application/json" }).end("{"),
};
let server;
let root;

before(async () => {
  server = createServer((request, response) => ways[request.url](response));
  await new Promise((ready) => server.listen(0, "127.0.0.1", ready));
  root = `http://127.0.0.1:${server.address().port}`;
});
after(() => {
  server.closeAllConnections();
  server.close();
});

test("a stream gives its events", async () => {
  assert.deepEqual(await collect(ask(`${root}/stream`, { question: "?" })), EXPECTED);
});

test("a plain answer is one that is done", async () => {
  assert.deepEqual(await collect(ask(`${root}/json`, { question: "?" })), [
    { name: "done", data: { sentences: [], status: "not_found" } },
  ]);
});

test("a problem is an error event", async () => {
  assert.deepEqual(await collect(ask(`${root}/problem`, { question: "?" })), [
    { name: "error", data: { code: "rate-limited", message: "Too many.", hint: "Wait." } },
  ]);
});

for (const path of ["/page", "/missing", "/foreign", "/garbled"]) {
  test(`nothing answers at ${path}`, async () => {
    await assert.rejects(collect(ask(root + path, { question: "?" })), Unavailable);
  });
}

test("nothing answers where no server is", async () => {
  await assert.rejects(collect(ask("http://127.0.0.1:1/answer", { question: "?" })), Unavailable);
});

test("what is given up is not unavailable", async () => {
  const signal = AbortSignal.abort();
  await assert.rejects(collect(ask(`${root}/stream`, { question: "?" }, signal)), { name: "AbortError" });
});
