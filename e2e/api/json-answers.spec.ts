import { expect } from "@playwright/test";
import { type RawAnswer, rawRequest } from "../support/raw.ts";
import { newRequestId } from "../support/submissions.ts";
import { randomWord, strictApiError, test } from "../support/test.ts";

const reads = ["/api/healthz", "/api/readyz", "/api/catalog", "/api/catalog/receipts-validation", "/api/openapi.json"];
const writes = ["/api/leads/evaluate", "/api/leads/contact"];

/** Checks the properties that all error responses share, whichever layer sends them. */
function expectError(answer: RawAnswer, status: number): void {
  expect({ status: answer.status, text: answer.text }).toMatchObject({ status });
  expect(answer.headers["content-type"]).toBe("application/json; charset=utf-8");
  expect(answer.headers["cache-control"]).toBe("no-store");
  expect(strictApiError.parse(answer.json).error).not.toBe("");
}

function expectCommonHeaders({ headers }: RawAnswer, requestId: string): void {
  expect(headers["x-request-id"]).toBe(requestId);
  expect(headers["x-powered-by"]).toBeUndefined();
  expect(headers["x-content-type-options"]).toBe("nosniff");
}

test("responds to unknown and malformed paths below /api with a 404 in JSON", async () => {
  for (const path of [
    "/api",
    "/api/",
    "/api/nothing",
    "/api/catalog/a/b",
    "/api/Healthz",
    "/api//healthz",
    "/api/%ZZ",
    "/api/catalog/%ff",
    "/api/%00",
    "/api/%2e%2e%2fhealthz",
    "/api/a\\b",
    "/api/[[...rest]]",
    "/api/_next/static/x",
    "/api/favicon.ico",
  ]) {
    for (const method of ["GET", "POST", "DELETE"]) {
      await test.step(`${method} ${path}`, async () => {
        const requestId = newRequestId();
        const answer = await rawRequest(path, { method, headers: { "x-request-id": requestId } });
        expectError(answer, 404);
        expectCommonHeaders(answer, requestId);
      });
    }
  }
});

const otherMethods = ["PUT", "PATCH", "DELETE", "TRACE", "PROPFIND", "SEARCH", "QUERY", "PURGE"];
for (const [paths, methods, allow] of [
  [reads, ["POST", ...otherMethods], "GET, HEAD, OPTIONS"],
  [writes, ["GET", "HEAD", ...otherMethods], "POST, OPTIONS"],
] as const) {
  test(`lists ${allow} in response to OPTIONS, and responds to other methods with a 405`, async () => {
    for (const path of paths) {
      for (const method of ["OPTIONS", ...methods]) {
        const requestId = newRequestId();
        const answer = await rawRequest(path, { method, headers: { "x-request-id": requestId } });
        const status = method === "OPTIONS" ? 204 : 405;
        expect({ path, method, status: answer.status, allow: answer.headers.allow }).toEqual({
          path,
          method,
          status,
          allow,
        });
        // Browsers decide by this header whether a page of another origin may read the answer.
        const origin = answer.headers["access-control-allow-origin"];
        expect({ path, method, origin }).toEqual({ path, method, origin: path === "/api/readyz" ? undefined : "*" });
        if (["HEAD", "OPTIONS"].includes(method)) expect(answer.text).toBe("");
        else expectError(answer, 405);
        expectCommonHeaders(answer, requestId);
      }
    }
  });
}

test("responds to HEAD with the headers of GET and no body", async () => {
  for (const path of reads) {
    const head = await rawRequest(path, { method: "HEAD" });
    const get = await rawRequest(path);
    expect({ path, status: head.status, text: head.text }).toEqual({ path, status: 200, text: "" });
    // Other tests publish entries meanwhile, which changes the list's ETag.
    const etag = path === "/api/catalog" ? [] : ["etag"];
    for (const name of ["content-type", "cache-control", ...etag, "vary", "access-control-allow-origin"]) {
      expect({ path, [name]: head.headers[name] }).toEqual({ path, [name]: get.headers[name] });
    }
  }
});

test("ignores a trailing slash and unknown query parameters", async () => {
  for (const path of reads) {
    const { text } = await rawRequest(path);
    const unrelated = randomWord();
    for (const other of [`${path}/`, `${path}?${unrelated}=1`, `${path}?_rsc=${unrelated}`]) {
      const answer = await rawRequest(other);
      expect({ other, status: answer.status }).toEqual({ other, status: 200 });
      if (path !== "/api/catalog") expect(answer.text).toBe(text);
    }
  }
});

/** Headers that Next's own pages send to its server. On the API they must have no effect. */
const routerHeaders: Record<string, Record<string, string>> = {
  RSC: { rsc: "1" },
  prefetch: { rsc: "1", "next-router-prefetch": "1", "next-router-segment-prefetch": "/_tree" },
  "router state": { rsc: "1", "next-router-state-tree": "%5B%22%22%5D", "next-url": "/" },
  action: { "next-action": "7f00000000000000000000000000000000000000" },
  data: { "x-nextjs-data": "1" },
  middleware: { "x-middleware-subrequest": "middleware:middleware:middleware:middleware:middleware" },
  invoke: { "x-invoke-path": "/", "x-invoke-status": "500", "x-matched-path": "/" },
  preview: { cookie: "__prerender_bypass=1; __next_preview_data=1" },
  host: { "x-forwarded-host": "evil.example", "x-forwarded-proto": "javascript" },
};

test("ignores headers of Next's own pages that a caller sends to the API", async () => {
  for (const [name, headers] of Object.entries(routerHeaders)) {
    await test.step(name, async () => {
      const answer = await rawRequest("/api/healthz", { headers });
      expect({ status: answer.status, text: answer.text }).toEqual({ status: 200, text: '{"status":"ok"}' });
      expectError(await rawRequest("/api/nothing", { headers }), 404);
      const body = [Buffer.from("{}")];
      expectError(await rawRequest(writes[0] ?? "", { method: "POST", headers, body }), 400);
    });
  }
});
