import path from "node:path";
import { expect } from "@playwright/test";
import { freePort, startScript } from "../../scripts/processes.ts";
import { rawRequest } from "../support/raw.ts";
import { createClient, createDatabase, evaluation, strictApiError, test } from "../support/test.ts";

test("the API also answers under `next start`, other methods with a 405 in JSON", async () => {
  const url = `http://127.0.0.1:${await freePort()}`;
  const { hostname, port } = new URL(url);
  const next = path.join("node_modules", "next", "dist", "bin", "next");
  const env = { DATABASE_URL: await createDatabase(), TRUSTED_PROXY_HOPS: "1" };
  const app = await startScript(next, "Ready in", env, ["start", "--hostname", hostname, "--port", port]);
  try {
    expect((await createClient(url).post("/api/leads/evaluate", evaluation())).status).toBe(201);
    for (const method of ["GET", "PUT", "DELETE", "PROPFIND"]) {
      const { status, headers, json } = await rawRequest("/api/leads/evaluate", { method, url });
      expect({ method, status, allow: headers.allow }).toEqual({ method, status: 405, allow: "POST, OPTIONS" });
      expect(strictApiError.parse(json).error).toContain("POST, OPTIONS");
    }
    const atDesk = await rawRequest("/api/admin/sign-out", { method: "OPTIONS", url });
    expect([atDesk.status, atDesk.headers.allow]).toEqual([405, "POST"]);
    expect((await rawRequest("/api/nothing", { method: "PUT", url })).status).toBe(404);
  } finally {
    await app.stop();
  }
});
