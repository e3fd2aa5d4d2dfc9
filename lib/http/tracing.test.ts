import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { expect, test } from "vitest";
import { traceRequests } from "./tracing.ts";

type Span = { name: string; spanId: string; parentSpanId?: string; attributes: { key: string; value: object }[] };
type Sent = { resourceSpans: { scopeSpans: { spans: Span[] }[] }[] };

const bodies: string[] = [];
const receiver = createServer(async (request, response) => {
  expect(request.url).toBe("/v1/traces");
  bodies.push(await text(request));
  response.writeHead(200, { "content-type": "application/json" }).end("{}");
});
receiver.listen(0, "127.0.0.1").unref();
await once(receiver, "listening");
const endpoint = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`;
traceRequests(endpoint);
// Uses an unavailable database, because failed work must end its span, too.
process.env.DATABASE_URL = "postgresql://nobody@127.0.0.1:1/none";
const { serveFront } = await import("./front/front.fixture.ts");

const listSpans = () =>
  bodies.flatMap((body) =>
    (JSON.parse(body) as Sent).resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans)),
  );

test("sends a span for each request and its database work, without personal data", async () => {
  const { ask } = await serveFront((_incoming, outgoing) => void outgoing.writeHead(404).end("page"));
  const headers = { "x-forwarded-for": "203.0.113.77", "user-agent": "Lucia" };
  expect((await ask("/api/catalog?search=lucia", headers)).status).toBe(503);
  await ask("/en/lucia@example.com", headers);
  await expect.poll(() => listSpans().length).toBeGreaterThan(2);
  const spans = listSpans();
  const operation = spans.find(({ name }) => name === "listCatalogApis");
  expect(operation?.attributes).toEqual([{ key: "http.response.status_code", value: { intValue: 503 } }]);
  expect(spans.find(({ name }) => name === "database catalog")?.parentSpanId).toBe(operation?.spanId);
  expect(spans.find(({ name }) => name === "unknown")?.attributes).toEqual([
    { key: "http.response.status_code", value: { intValue: 404 } },
  ]);
  expect(bodies.join()).not.toMatch(/lucia|203\.0\.113/i);
});
