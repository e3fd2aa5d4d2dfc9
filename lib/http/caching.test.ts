import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { responseExamples } from "../contract/examples.ts";
import { operations } from "../contract/operations.ts";
import { matchesEtag } from "./etag.ts";
import { get, inquiry, post } from "./exchange.fixture.ts";
import { handle } from "./handle.ts";
import { toRoute } from "./next-router.ts";
import { routes } from "./routes.ts";

Object.assign(process.env, { LOG_LEVEL: "silent", UPSTASH_REDIS_REST_URL: "" });

function makeEntry(descriptionBytes: number, change: object = {}) {
  return { ...responseExamples.getCatalogApi, descriptionEn: "x".repeat(descriptionBytes), ...change };
}

const url = "http://localhost:3000/api/catalog/receipts";
const routeTo = (entry: ReturnType<typeof makeEntry>) => toRoute(handle(operations.getCatalogApi, async () => entry));

async function readEtag(entry: ReturnType<typeof makeEntry>): Promise<string> {
  return (await routeTo(entry)(get(url))).headers.get("etag") ?? "";
}

describe("a catalog response", () => {
  test("lets every cache keep a catalog response briefly, with an ETag", async () => {
    const { headers } = await routeTo(makeEntry(10))(get(url));
    expect(headers.get("cache-control")).toMatch(/^public, max-age=([1-9]|[1-5]\d|60)$/);
    expect(headers.get("etag")).toMatch(/^(W\/)?"[\w-]{20,}"$/);
  });

  test("gives catalog responses equal ETags only for equal content", async () => {
    const tags = await Promise.all(
      [makeEntry(10), makeEntry(10), makeEntry(11), makeEntry(10, { id: 2 })].map(readEtag),
    );
    expect(tags[0]).toBe(tags[1]);
    expect(new Set(tags).size).toBe(3);
  });

  test.each(["GET", "HEAD"])("responds to %s with 304 and no body if the ETag matches", async (method) => {
    const etag = await readEtag(makeEntry(10));
    const response = await routeTo(makeEntry(10))(get(url, { "if-none-match": etag }, method));
    expect([response.status, await response.text(), response.headers.get("etag")]).toEqual([304, "", etag]);
    expect(response.headers.get("cache-control")).toContain("public");
    expect(response.headers.get("x-request-id")).not.toBeNull();
  });

  test("shows a catalog change at once even if serialized responses are cached", async () => {
    let entry = makeEntry(10);
    const route = toRoute(handle(operations.getCatalogApi, async () => entry));
    const before = await route(get(url));
    entry = makeEntry(10, { titleEn: "Changed" });
    const after = await route(get(url, { "if-none-match": before.headers.get("etag") ?? "" }));
    expect(after.status).toBe(200);
    expect(await after.json()).toMatchObject({ titleEn: "Changed" });
  });
});

test("compresses the OpenAPI document with an encoding that the client accepts", async () => {
  const url = "http://localhost:3000/api/openapi.json";
  const ask = (headers: Record<string, string> = {}) => routes.getOpenApi(get(url, headers));
  const plain = await ask();
  expect([plain.headers["Content-Encoding"], plain.headers.Vary]).toEqual([undefined, "Accept-Encoding"]);
  for (const [coding, decode] of [
    ["br", brotliDecompressSync],
    ["gzip", gunzipSync],
  ] as const) {
    const { headers, body } = await ask({ "accept-encoding": coding });
    const bytes = Buffer.from(body as Uint8Array);
    expect([headers["Content-Encoding"], headers["Content-Length"]]).toEqual([coding, String(bytes.length)]);
    expect(decode(bytes)).toEqual(plain.body);
    expect(headers.ETag).toBe(plain.headers.ETag);
    expect((await ask({ "accept-encoding": coding, "if-none-match": String(headers.ETag) })).status).toBe(304);
  }
});

test("leaves the OpenAPI document uncompressed under Next, which compresses it itself", async () => {
  const response = await toRoute(routes.getOpenApi)(
    get("http://localhost:3000/api/openapi.json", { "accept-encoding": "br" }),
  );
  expect([response.headers.has("content-encoding"), JSON.parse(await response.text()).openapi]).toEqual([
    false,
    "3.1.0",
  ]);
});

test("leaves a catalog response uncompressed for the proxy to compress", async () => {
  const route = routeTo(makeEntry(5000));
  const plain = await (await route(get(url))).text();
  for (const encoding of ["gzip", "br, gzip;q=0.5", "*", "gzip;q=0", "identity;q=0", ""]) {
    const response = await route(get(url, { "accept-encoding": encoding }));
    expect(response.headers.has("content-encoding")).toBe(false);
    expect(await response.text()).toBe(plain);
  }
});

describe("responses that must not be cached", () => {
  test("forbids caching the response to a submission, accepted or refused", async () => {
    const route = toRoute(handle(operations.submitContact, async () => ({ id: 1, success: true })));
    for (const body of [inquiry(), inquiry({ name: "x" }), "{", inquiry({ channel: "ai_agent" })]) {
      const { headers } = await route(post(body));
      expect(headers.get("cache-control")).toBe("no-store");
      expect(headers.has("etag")).toBe(false);
    }
  });

  test("forbids caching a failed catalog response, whatever the caller has cached", async () => {
    const route = toRoute(handle(operations.getCatalogApi, async () => Promise.reject(new Error("no"))));
    for (const ifNoneMatch of ["*", '"x"']) {
      const response = await route(get(url, { "if-none-match": ifNoneMatch }));
      expect(response.status).toBe(500);
      expect(response.headers.get("cache-control")).toBe("no-store");
      expect(response.headers.has("etag")).toBe(false);
    }
  });
});

const etag = 'W/"abc-_1"';

test.each(['W/"abc-_1"', '"abc-_1"', '"x", W/"abc-_1"', '"x" , "y" ,"abc-_1"', " * "])(
  "matches the entity tag for If-None-Match %s",
  (header) => {
    expect(matchesEtag(header, etag)).toBe(true);
    expect(matchesEtag(header, '"abc-_1"')).toBe(true);
  },
);

test.each(["", '""', '"ABC-_1"', '"abc"', "abc-_1", 'w/"abc-_1"', '"x", "y"', ",", '"abc-_1', '"*"'])(
  "does not match the entity tag for If-None-Match %s",
  (header) => {
    expect(matchesEtag(header, etag)).toBe(false);
  },
);

test("matches no entity tag without If-None-Match", () => {
  expect(matchesEtag(null, etag)).toBe(false);
});
