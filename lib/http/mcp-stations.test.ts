import { describe, expect, test } from "vitest";
import { makeMessage } from "../../e2e/support/mcp-calls.ts";
import { listTools } from "../mcp/server.ts";
import { randomAddress } from "./exchange.fixture.ts";
import { askMcp, mcpRoute, mcpUrl } from "./mcp.fixture.ts";
import { buildServerCard } from "./mcp-cards.ts";

Object.assign(process.env, { LOG_LEVEL: "silent", UPSTASH_REDIS_REST_URL: "", SITE_URL: "https://encaje.test" });

const listing = makeMessage("tools/list", {});

async function askRoute({ headers = {}, ...init }: RequestInit & { headers?: Record<string, string> } = {}) {
  const sent = { host: "encaje.test", "x-forwarded-for": randomAddress(), ...listing.headers, ...headers };
  const response = await mcpRoute(new Request(mcpUrl, { ...listing, ...init, headers: sent }));
  const text = await response.text();
  return { status: response.status, headers: response.headers, json: text ? JSON.parse(text) : undefined };
}

describe("the checks before an MCP message is read", () => {
  test.each(["encaje.test", "encaje.test:443", "localhost:3000", "127.0.0.1", "[::1]:3000"])(
    "accepts the host %s",
    async (host) => {
      expect((await askRoute({ headers: { host } })).status).toBe(200);
    },
  );

  test.each(["evil.example", "encaje.test.evil.example", "localhost.evil.example", "10.0.0.7", "", "a b"])(
    "refuses the host %s, to prevent DNS rebinding",
    async (host) => {
      const { status, json } = await askRoute({ headers: { host } });
      expect(status).toBe(403);
      expect(json).toMatchObject({ jsonrpc: "2.0", id: null, error: { code: -32_000, message: expect.any(String) } });
    },
  );

  test.each(["https://encaje.test", "http://localhost:6274", "http://127.0.0.1:9"])(
    "allows requests from a page at %s",
    async (origin) => {
      const { status, headers } = await askRoute({ headers: { origin } });
      expect([status, headers.get("access-control-allow-origin"), headers.get("vary")]).toEqual([
        200,
        origin,
        "Origin",
      ]);
      expect(headers.get("access-control-allow-credentials")).toBeNull();
      const asked = await askRoute({ method: "OPTIONS", body: null, headers: { origin } });
      expect([asked.status, asked.headers.get("access-control-allow-methods")]).toEqual([204, "POST, OPTIONS"]);
      const allowed = asked.headers.get("access-control-allow-headers")?.split(", ");
      expect(allowed).toEqual(
        expect.arrayContaining(["content-type", "mcp-protocol-version", "mcp-method", "mcp-name"]),
      );
    },
  );

  test.each(["https://evil.example", "null", "https://encaje.test.evil.example", "file://", "chrome-extension://x"])(
    "refuses requests from a page at %s",
    async (origin) => {
      for (const method of ["POST", "OPTIONS"]) {
        const body = method === "POST" ? listing.body : null;
        const { status, headers } = await askRoute({ method, body, headers: { origin } });
        expect([status, headers.get("access-control-allow-origin")]).toEqual([403, null]);
      }
    },
  );

  test.each(["GET", "HEAD", "DELETE", "PUT", "PATCH"])("refuses the HTTP method %s", async (method) => {
    const { status, headers } = await askRoute({ method, body: null });
    expect([status, headers.get("allow")]).toEqual([405, "POST, OPTIONS"]);
  });

  test("refuses a body that is too large, too deep or not a single JSON message", async () => {
    const deep = "[".repeat(20_000) + "]".repeat(20_000);
    const refusals: [body: string, type: string, status: number, code: number][] = [
      ["{", "application/json", 400, -32_700],
      ["", "application/json", 400, -32_700],
      ["7", "application/json", 400, -32_600],
      [`[${listing.body},${listing.body}]`, "application/json", 400, -32_600],
      [listing.body.replace('"params":{', `$&"x":${deep},`), "application/json", 400, -32_600],
      [listing.body, "text/plain", 415, -32_000],
      ["x".repeat(256 * 1024 + 1), "application/json", 413, -32_000],
    ];
    for (const [body, type, status, code] of refusals) {
      const { json, ...refused } = await askRoute({ body, headers: { "content-type": type } });
      expect([body.slice(0, 20), refused.status, json.error.code]).toEqual([body.slice(0, 20), status, code]);
    }
  });

  test("responds with 429 only to the client that sends a flood of requests", async () => {
    const from = { "x-forwarded-for": randomAddress() };
    for (let count = 0; count < 300; count++)
      expect((await askRoute({ body: "junk", headers: from })).status).toBe(400);
    const { status, headers, json } = await askRoute({ headers: from });
    expect([status, json.error.code]).toEqual([429, -32_000]);
    expect(headers.get("retry-after")).toMatch(/^[1-9]\d*$/);
    expect((await askRoute()).status).toBe(200);
  });
});

describe("an MCP message", () => {
  test("responds in plain JSON to both protocol generations", async () => {
    const { status, headers, json } = await askRoute();
    expect([status, headers.get("content-type")]).toEqual([200, "application/json; charset=utf-8"]);
    expect(json.result).toMatchObject({ resultType: "complete", ttlMs: 300_000, cacheScope: "public" });
    const older = { ...listing.headers, "mcp-protocol-version": "2025-11-25" };
    const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list", params: {} });
    const request = new Request(mcpUrl, { method: "POST", headers: { ...older, host: "localhost" }, body });
    const answered = await mcpRoute(request);
    expect(answered.headers.get("content-type")).toContain("application/json");
    expect(await answered.json()).toMatchObject({ id: 1, result: { tools: listTools(false) } });
    expect(json.result.tools).toEqual(listTools(true));
  });

  test("responds to discovery with the names in the server card", async () => {
    const { json } = await askRoute(makeMessage("server/discover", {}));
    const { name, title, version, websiteUrl } = buildServerCard({
      name: "Encaje",
      url: "https://encaje.test",
      company: { en: {}, es: {} },
    });
    const own = { name, title, version, websiteUrl };
    expect(json.result._meta["io.modelcontextprotocol/serverInfo"]).toEqual(own);
  });

  test("keeps the caller's request id, and forbids HTTP caching", async () => {
    const { headers } = await askRoute({ headers: { "x-request-id": "given-by-caller" } });
    expect([headers.get("x-request-id"), headers.get("cache-control")]).toEqual(["given-by-caller", "no-store"]);
  });

  test("refuses a request that would keep a stream open", async () => {
    const { status, json } = await askRoute(makeMessage("subscriptions/listen", { notifications: {} }));
    expect([status, json.error.code, json.id]).toEqual([404, -32_601, 1]);
  });

  test("responds with the protocol's error codes to a wrong method or header", async () => {
    expect((await askRoute(makeMessage("tools/forget", {}))).json.error.code).toBe(-32_601);
    expect((await askRoute({ headers: { "mcp-method": "tools/call" } })).json.error.code).toBe(-32_020);
    expect((await askRoute({ headers: { "mcp-protocol-version": "2031-01-01" } })).status).toBe(400);
  });

  test("responds to a notification with 202 and no body", async () => {
    const body = JSON.stringify({ jsonrpc: "2.0", method: "notifications/initialized" });
    const headers = { "content-type": "application/json", accept: "application/json, text/event-stream" };
    const response = await askMcp("http://localhost/mcp", { method: "POST", headers, body });
    expect([response.status, await response.text()]).toEqual([202, ""]);
  });
});
