import { expect } from "@playwright/test";
import { requestExamples, verdictExamples } from "../../lib/contract/examples.ts";
import { buildOpenApi } from "../../lib/contract/openapi.ts";
import { LeadRoute } from "../../lib/domain/submissions/core/schema.ts";
import { receiptHeader } from "../../lib/domain/submissions/intake/receipt.ts";
import { rawRequest } from "../support/raw.ts";
import { evaluateEndpoint } from "../support/submissions.ts";
import { evaluation, test } from "../support/test.ts";

test("responds to the health check with exactly ok, and forbids caching", async () => {
  const { status, text, headers } = await rawRequest("/api/healthz");
  expect({ status, text, cache: headers["cache-control"] }).toEqual({
    status: 200,
    text: '{"status":"ok"}',
    cache: "no-store",
  });
});

test("reports a working database in the readiness check, and forbids caching", async () => {
  const { status, json, headers } = await rawRequest("/api/readyz");
  expect({ status, json, cache: headers["cache-control"] }).toEqual({
    status: 200,
    json: { status: "ok", database: "ok" },
    cache: "no-store",
  });
});

test.describe("the contract at /api/openapi.json", () => {
  test("serves the contract built from the operations, with the site's real address", async () => {
    const { port } = new URL(process.env.E2E_URL ?? "");
    const siteUrl = `http://localhost:${port}`;
    const forged = { host: "evil.example", "x-forwarded-host": "evil.example" };
    const { status, json, headers } = await rawRequest("/api/openapi.json", { headers: forged });
    expect(status).toBe(200);
    expect(headers["access-control-allow-origin"]).toBe("*");
    const built = buildOpenApi({ siteUrl, siteName: "Encaje", contactEmail: "hello@example.com" });
    expect(json).toEqual(JSON.parse(JSON.stringify(built)));
    expect(json).toMatchObject({ openapi: "3.1.0", info: { version: "1.1.0" }, servers: [{ url: `${siteUrl}/api` }] });
  });

  test("responds on every path of the contract and accepts every example request", async ({ client }) => {
    const { json } = await rawRequest("/api/openapi.json");
    type Operation = { requestBody?: { content: { "application/json": { examples: Record<string, Example> } } } };
    type Example = { value: object };
    const { paths } = json as { paths: Record<string, { get?: Operation; post?: Operation }> };
    const { headers: sent } = await client.post("/api/leads/evaluate", evaluation());
    const receipt = { [receiptHeader]: sent.get(receiptHeader) ?? "" };
    const reference = sent.get("location")?.split("/").at(-1) ?? "";
    for (const [path, { post }] of Object.entries(paths)) {
      const target = `/api${path.replace("{slug}", "receipts-validation").replace("{reference}", reference)}`;
      if (!post) {
        expect({ path, status: (await client.get(target, receipt)).status }).toEqual({ path, status: 200 });
        continue;
      }
      // Booking needs a booking service, which this app does not have.
      if (path.endsWith("/booking")) continue;
      const examples = Object.entries(post.requestBody?.content["application/json"].examples ?? {});
      expect(examples.length).toBeGreaterThan(0);
      for (const [name, { value }] of examples) {
        expect({ path, name, status: (await client.post(target, value)).status }).toEqual({ path, name, status: 201 });
      }
    }
    expect(Object.keys(paths).map((path) => `/api${path}`)).toContain(evaluateEndpoint.path);
  });
});

test("returns the verdict of the contract's response example for each route", async ({ client }) => {
  for (const route of LeadRoute.options) {
    const { json } = await client.post("/api/leads/evaluate", requestExamples.submitEvaluation[route].value);
    expect(json).toEqual({ ...verdictExamples[route].value, id: expect.any(Number) });
  }
});
