import fs from "node:fs";
import path from "node:path";
import { expect } from "@playwright/test";
import type { App } from "../../tools/processes.ts";
import { startBuiltApp } from "../support/built-app.ts";
import { rawRequest } from "../support/raw.ts";
import { evaluateEndpoint } from "../support/submissions.ts";
import { byAgent, evaluation, test } from "../support/test.ts";

/** The cut-offs and the sum of the answers occur nowhere else in a response, so that a search finds each leak. */
const cutOffs = { FIT_REVIEW_MIN: "7.40913", FIT_QUALIFIED_MIN: "12.60917" };
const answers = [1.10457, 1, 1, 1, 1, 1, 1, 1, 1];
const secrets = [/7\.40913/, /12\.60917/, /9\.10457/, /"score/i, /threshold/i, /review_?min/i, /qualified_?min/i];

function expectNoSecret(place: string, text: string): void {
  for (const secret of secrets)
    expect({ place, leaks: secret.test(text) && String(secret) }).toEqual({ place, leaks: false });
}

test.describe("the score and the cut-offs", () => {
  let app: App;
  test.beforeAll(async () => {
    app = await startBuiltApp({
      DATABASE_URL: process.env.E2E_DATABASE_URL ?? "",
      TRUSTED_PROXY_HOPS: "1",
      ...cutOffs,
    });
  });
  test.afterAll(() => app.stop());

  test("never sends the score or the cut-offs in a response, header or error", async () => {
    const send = async (place: string, target: string, method = "GET", value?: unknown) => {
      const body = value === undefined ? [] : [Buffer.from(JSON.stringify(value))];
      const headers = { "content-type": "application/json" };
      const answer = await rawRequest(target, { url: app.url, method, headers, body });
      expectNoSecret(place, `${answer.text}\n${JSON.stringify(answer.headers)}`);
      return answer.status;
    };
    const submit = (place: string, change: object) =>
      send(place, evaluateEndpoint.path, "POST", { ...evaluation({ answers }), ...change });
    expect(await submit("review", {})).toBe(201);
    expect(await submit("redirect", { answers: [7.4 / 9, ...Array(8).fill(7.4 / 9)] })).toBe(201);
    expect(await submit("qualified", { answers: Array(9).fill(2), language: "es" })).toBe(201);
    expect(await submit("by agent", byAgent({}))).toBe(201);
    expect(await submit("refused answers", { answers: [3, ...answers.slice(1)] })).toBe(400);
    expect(await submit("no answers", { answers: undefined })).toBe(400);
    expect(await send("bare", evaluateEndpoint.path, "POST", {})).toBe(400);
    for (const target of ["/api/healthz", "/api/readyz", "/api/openapi.json"]) {
      expect(await send(target, target)).toBe(200);
    }
    expect(await send("wrong method", evaluateEndpoint.path)).toBe(405);
    expect(await send("unknown", "/api/leads")).toBe(404);
  });

  test("writes neither score nor cut-offs to the log", () => {
    expectNoSecret("log", app.output());
  });
});

test("leaves the cut-offs out of every browser bundle", () => {
  const folder = path.join(import.meta.dirname, "..", "..", ".next", "static");
  const files = fs.readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((file) => file.endsWith(".js"));
  expect(files.length).toBeGreaterThan(0);
  for (const file of files) {
    const text = fs.readFileSync(path.join(folder, file), "utf8");
    expect({ file, leaks: /FIT_(REVIEW|QUALIFIED)_MIN|reviewMin|qualifiedMin/.test(text) }).toEqual({
      file,
      leaks: false,
    });
  }
});
