import { once } from "node:events";
import { createServer, type Server } from "node:http";
import { expect, type Page } from "@playwright/test";
import { rawRequest } from "../support/raw.ts";
import { evaluateEndpoint, newRequestId } from "../support/submissions.ts";
import { evaluation, inquiry, query, test } from "../support/test.ts";

const open = [
  { method: "GET", path: "/api/healthz" },
  { method: "GET", path: "/api/catalog" },
  { method: "GET", path: "/api/catalog/receipts-validation" },
  { method: "POST", path: "/api/leads/evaluate" },
  { method: "POST", path: "/api/leads/contact" },
  { method: "POST", path: "/api/practice/leads/evaluate" },
];
const exposed = [
  ...["Deprecation", "ETag", "Invalid-Fields", "Location", "Practice", "RateLimit", "RateLimit-Policy", "Retry-After"],
  ...["Submission-Receipt", "Sunset", "X-Request-Id"],
];
const origin = { origin: "https://other.example" };

test.describe("the CORS headers", () => {
  for (const { method, path } of open) {
    test(`sends CORS headers with every response of ${path}, errors included, and never allows credentials`, async () => {
      const good = method === "GET" ? "" : JSON.stringify(path.endsWith("contact") ? inquiry() : evaluation());
      const answers = [
        await rawRequest(path, { method, headers: origin, body: [Buffer.from(good)] }),
        await rawRequest(path, { method: "PUT", headers: origin }),
        await rawRequest(path, { method: "PROPFIND", headers: origin }),
        await rawRequest(path, { method: "OPTIONS", headers: origin }),
        ...(method === "POST"
          ? [
              await rawRequest(path, { method, headers: origin, body: [Buffer.from("{}")] }),
              await rawRequest(path, { method, headers: { ...origin, "content-type": "text/plain" } }),
            ]
          : [await rawRequest(path, { method: "HEAD", headers: origin })]),
      ];
      for (const { status, headers } of answers) {
        expect({ status, allowed: headers["access-control-allow-origin"] }).toEqual({ status, allowed: "*" });
        expect(headers["access-control-expose-headers"]?.split(", ").sort()).toEqual(exposed);
        expect(headers["access-control-allow-credentials"]).toBeUndefined();
      }
      const statuses = answers.map(({ status }) => status);
      expect(statuses).toEqual(method === "GET" ? [200, 405, 405, 204, 200] : [201, 405, 405, 204, 400, 415]);
    });

    test(`allows a ${method} of JSON to ${path} from another origin in the preflight response`, async () => {
      const { status, headers } = await rawRequest(path, {
        method: "OPTIONS",
        headers: {
          ...origin,
          "access-control-request-method": method,
          "access-control-request-headers":
            "content-type,idempotency-key,privacy-notice-version,submission-receipt,x-request-id",
        },
      });
      expect(status).toBe(204);
      expect(headers["access-control-allow-methods"]?.split(", ")).toContain(method);
      const allowed = headers["access-control-allow-headers"]?.toLowerCase().split(", ");
      const sent = ["content-type", "idempotency-key", "privacy-notice-version", "submission-receipt", "x-request-id"];
      expect(allowed).toEqual(expect.arrayContaining(sent));
      expect(headers["access-control-allow-credentials"]).toBeUndefined();
    });
  }

  test("sends CORS headers with the 404 for an unknown slug", async () => {
    for (const slug of ["nothing-here", "%00", "%ZZ"]) {
      const { status, headers } = await rawRequest(`/api/catalog/${slug}`, { headers: origin });
      expect({ slug, status, allowed: headers["access-control-allow-origin"] }).toEqual({
        slug,
        status: 404,
        allowed: "*",
      });
    }
  });

  test("sends no CORS headers with the response of the readiness check", async () => {
    const { headers } = await rawRequest("/api/readyz", { headers: origin });
    expect(headers["access-control-allow-origin"]).toBeUndefined();
  });
});

test.describe("a page of another origin", () => {
  let server: Server;
  let pageUrl: string;
  test.beforeAll(async () => {
    server = createServer((_, response) => {
      response.setHeader("content-type", "text/html").end("<!doctype html><title>Another site</title>");
    }).listen(0, "127.0.0.1");
    await once(server, "listening");
    const address = server.address();
    pageUrl = `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}/`;
  });
  test.afterAll(async () => {
    server.closeAllConnections();
    server.close();
    await once(server, "close");
  });

  type Call = { path: string; method?: string; body?: string; headers?: Record<string, string> };

  /** Calls the API from a script of the other origin's page. @returns what the browser lets the script read */
  function call(page: Page, { path, ...init }: Call) {
    return page.evaluate(
      async ({ url, init }) => {
        const response = await fetch(url, init);
        const { status, headers } = response;
        return {
          status,
          requestId: headers.get("x-request-id"),
          etag: headers.get("etag"),
          policy: headers.get("ratelimit-policy"),
          json: (await response.json()) as Record<string, unknown>,
        };
      },
      { url: `${process.env.E2E_URL}${path}`, init },
    );
  }

  const json = { "content-type": "application/json" };

  test("lets a page of another origin submit JSON and read the verdict and the request id", async ({ page }) => {
    await page.goto(pageUrl);
    const requestId = newRequestId();
    const body = JSON.stringify(evaluation());
    const headers = { ...json, "x-request-id": requestId };
    const answer = await call(page, { path: evaluateEndpoint.path, method: "POST", headers, body });
    expect(answer).toMatchObject({ status: 201, requestId, json: { route: "review" } });
    expect(answer.policy).toContain("client");
    expect(
      await query("SELECT request_id FROM submissions WHERE kind = 'evaluation' AND id = $1", [answer.json.id]),
    ).toEqual([{ request_id: requestId }]);
  });

  test("lets a page of another origin read the error code of a rejected submission", async ({ page }) => {
    await page.goto(pageUrl);
    const body = JSON.stringify(evaluation({ channel: "ai_agent" }));
    const answer = await call(page, { path: evaluateEndpoint.path, method: "POST", headers: json, body });
    expect(answer).toMatchObject({ status: 400, json: { code: "consent_required" } });
    expect(answer.requestId).toMatch(/^[0-9a-f-]{36}$/);
  });

  test("lets a page of another origin read the catalog and its entity tag", async ({ page }) => {
    await page.goto(pageUrl);
    const answer = await call(page, { path: "/api/catalog/receipts-validation" });
    expect(answer).toMatchObject({ status: 200, json: { slug: "receipts-validation" } });
    expect(answer.etag).toMatch(/"/);
  });

  test("blocks requests with credentials from a page of another origin", async ({ page }) => {
    await page.goto(pageUrl);
    const refused = await page.evaluate(
      (url) =>
        fetch(url, { credentials: "include" }).then(
          () => false,
          () => true,
        ),
      `${process.env.E2E_URL}/api/catalog`,
    );
    expect(refused).toBe(true);
  });
});
