// A question put to the answering function: server-sent events over POST, which EventSource cannot do.

export class Unavailable extends Error {}

// Yields {name, data} for every event. A function that answers in plain JSON gives one `done` or `error`.
// Throws Unavailable where nothing that speaks our language answers; an aborted request throws AbortError.
export async function* ask(endpoint, question, signal) {
  const response = await post(endpoint, question, signal);
  const type = response.headers.get("content-type") ?? "";
  if (type.includes("text/event-stream")) yield* events(chunks(response));
  else yield whole(response, type.includes("json") ? await response.json().catch(() => null) : null);
}

// The events in a stream of pieces of text, wherever they are cut; the last one may lack its blank line.
export async function* events(pieces) {
  let rest = "";
  for await (const piece of pieces) {
    const lines = (rest + piece).split(/\n\n|\r\r|\r\n\r\n/);
    rest = lines.pop();
    for (const block of lines) yield* event(block);
  }
  yield* event(rest);
}

async function post(endpoint, question, signal) {
  try {
    return await fetch(endpoint, {
      method: "POST",
      headers: { "Content-Type": "application/json", Accept: "text/event-stream, application/json" },
      body: JSON.stringify(question),
      credentials: "omit",
      signal,
    });
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new Unavailable(error.message);
  }
}

function whole(response, body) {
  if (response.ok && Array.isArray(body?.sentences)) return { name: "done", data: body };
  if (typeof body?.code === "string" && typeof body.message === "string") return { name: "error", data: body };
  throw new Unavailable(String(response.status));
}

async function* chunks(response) {
  if (!response.body?.getReader) {
    yield await response.text();
    return;
  }
  const reader = response.body.getReader();
  const decoder = new TextDecoder();
  try {
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      yield decoder.decode(part.value, { stream: true });
    }
    yield decoder.decode();
  } finally {
    reader.cancel().catch(() => {});
  }
}

function* event(block) {
  let name = "message";
  const data = [];
  for (const line of block.split(/\r\n|\n|\r/)) {
    const [, field, value] = line.match(/^\uFEFF?([^:]*):? ?(.*)$/u);
    if (field === "event") name = value;
    if (field === "data") data.push(value);
  }
  if (data.length) yield { name, data: JSON.parse(data.join("\n")) };
}
