import { afterAll, expect, test } from "vitest";
import { disconnect, newOperator } from "../server/access/operator.fixture.ts";
import { revokeSession } from "../server/access/sessions.ts";
import { beginStopping } from "../server/process.ts";
import { handleLive } from "./handle-live.ts";
import { toRoute } from "./next-router.ts";

Object.assign(process.env, { LOG_LEVEL: "silent" });
afterAll(disconnect);

const route = toRoute(handleLive);
const address = "http://localhost:3000/api/admin/inbox/events";

function openEventStream(cookie: string, headers: Record<string, string> = {}, query = ""): Promise<Response> {
  return route(new Request(address + query, { headers: { cookie, ...headers } }));
}

/** Reads a stream until it ends or contains `wanted`. */
async function readUntil(reader: ReadableStreamDefaultReader<Uint8Array>, wanted?: string): Promise<string> {
  const decoder = new TextDecoder();
  let text = "";
  while (wanted === undefined || !text.includes(wanted)) {
    const { done, value } = await reader.read();
    if (done) break;
    text += decoder.decode(value);
  }
  return text;
}

function getReader({ body }: Response): ReadableStreamDefaultReader<Uint8Array> {
  if (!body) throw new Error("an answer without a body");
  return body.getReader();
}

test("streams live events only to operators", async () => {
  const response = await openEventStream("");
  expect([response.status, response.headers.get("content-type")]).toEqual([401, "application/json; charset=utf-8"]);
});

test("resumes live events after a disconnect, and stops them with the session", async () => {
  const { operator, cookie } = await newOperator("member");
  const other = await newOperator("member");
  const response = await openEventStream(cookie);
  expect(response.status).toBe(200);
  expect(Object.fromEntries(response.headers)).toMatchObject({
    "content-type": "text/event-stream; charset=utf-8",
    "cache-control": "no-store, no-transform",
    "x-accel-buffering": "no",
  });
  const first = getReader(response);
  const begin = await readUntil(first, "beat");
  expect(begin).toMatch(/^data: \{"type":"reload"\}\n\n/);
  const position = /^id: (.+)$/m.exec(begin)?.[1] ?? "";

  const again = getReader(await openEventStream(other.cookie, { "last-event-id": position }));
  expect(await readUntil(again, "beat")).not.toContain("reload");
  const anew = getReader(await openEventStream(other.cookie, {}, `?after=${position}`));
  expect(await readUntil(anew, "beat")).not.toContain("reload");
  await anew.cancel();

  await revokeSession({ id: operator.sessionId }, { operator, now: new Date() });
  const end = await readUntil(first);
  expect(end).toMatch(/\{"type":"ended","reason":"session"\}\n\n$/);
  expect(end, "before the next beat").not.toContain("beat");

  beginStopping();
  expect(await readUntil(again)).toMatch(/\{"type":"ended","reason":"stopping"\}\n\n$/);
  const refused = await openEventStream(other.cookie);
  expect([refused.status, refused.headers.get("retry-after")]).toEqual([503, "10"]);
});
