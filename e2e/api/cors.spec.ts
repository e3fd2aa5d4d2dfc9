import { once } from "node:events";
import { createServer, type Server } from "node:http";
import { expect, type Page } from "@playwright/test";
import { evaluateEndpoint, newRequestId } from "../support/submissions.ts";
import { evaluation, query, test } from "../support/test.ts";

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

  test("lets a page of another origin submit JSON and read the response", async ({ page }) => {
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
