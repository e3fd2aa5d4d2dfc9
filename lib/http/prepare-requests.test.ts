import { once } from "node:events";
import { createServer, type RequestOptions, request as send } from "node:http";
import { text } from "node:stream/consumers";
import { afterAll, expect, test } from "vitest";
import { readClientIp } from "./client-ip.ts";
import { dispatch } from "./dispatch.ts";
import { toRoute } from "./next-router.ts";
import { prepareRequests } from "./prepare-requests.ts";

Object.assign(process.env, { LOG_LEVEL: "silent" });
prepareRequests({ usesNextRouter: true });

/** A server that responds with the request that a handler would get. */
const server = createServer(({ method, url, headers }, outgoing) => {
  outgoing.end(JSON.stringify({ method, url, forwardedFor: headers["x-forwarded-for"], rsc: headers.rsc, headers }));
}).listen(0, "127.0.0.1");
await once(server, "listening");
const address = server.address();
const port = typeof address === "object" && address ? address.port : 0;

afterAll(() => {
  server.close();
});

type Seen = { method: string; url: string; forwardedFor: string; rsc?: string; headers: Record<string, string> };

async function sendAndEcho(options: RequestOptions): Promise<Seen> {
  const outgoing = send({ port, host: "127.0.0.1", ...options }).end();
  const [response] = await once(outgoing, "response");
  return JSON.parse(await text(response));
}

const readForwardedFor = async (typed: string | string[] | undefined) =>
  (await sendAndEcho({ headers: typed === undefined ? {} : { "X-Forwarded-For": typed } })).forwardedFor;

test("appends the socket's address to X-Forwarded-For, whatever the caller wrote", async () => {
  expect(await readForwardedFor(undefined)).toBe("127.0.0.1");
  expect(await readForwardedFor("")).toBe("127.0.0.1");
  expect(await readForwardedFor("203.0.113.9")).toBe("203.0.113.9, 127.0.0.1");
  expect(await readForwardedFor(["203.0.113.9", "203.0.113.10"])).toBe("203.0.113.9, 203.0.113.10, 127.0.0.1");
  expect(await readForwardedFor("203.0.113.9, ")).toMatch(/, 127\.0\.0\.1$/);
});

test("identifies a direct client by its socket, and a proxied one by X-Forwarded-For", async () => {
  for (const typed of [undefined, "203.0.113.9", "127.0.0.2, 127.0.0.3", ",", "garbage"]) {
    const headers = new Headers({ "x-forwarded-for": await readForwardedFor(typed) });
    expect(readClientIp(headers, 0)).toBe("127.0.0.1");
  }
  const proxied = new Headers({ "x-forwarded-for": await readForwardedFor("198.51.100.1, 203.0.113.9") });
  expect(readClientIp(proxied, 1)).toBe("203.0.113.9");
});

test.each([
  ["PUT", "/api/leads/evaluate?x=1", "POST, OPTIONS"],
  ["PROPFIND", "/api/catalog/", "GET, HEAD, OPTIONS"],
  ["DELETE", "/api/catalog/receipts", "GET, HEAD, OPTIONS"],
  ["OPTIONS", "/api/admin/sign-out", "POST"],
])("responds to %s %s with 405 at its rewritten path", async (method, path, allow) => {
  const asked = await sendAndEcho({ method, path });
  expect(asked.method).toBe("GET");
  const response = await toRoute(dispatch)(new Request(`http://localhost:3000${asked.url}`));
  expect([response.status, response.headers.get("allow")]).toEqual([405, allow]);
  expect(await response.json()).toEqual({ error: `Use ${allow} here.` });
});

test.each([
  ["POST", "/api/%"],
  ["DELETE", "/api/leads/%ff"],
  ["GET", "/api//healthz"],
  ["POST", "/api/leads/./contact"],
  ["GET", "/api/a\\b"],
  ["TRACE", "/api/nothing"],
])("responds to %s %s with 404 in JSON at its rewritten path", async (method, path) => {
  const asked = await sendAndEcho({ method, path });
  expect(asked.method).toBe("GET");
  const response = await toRoute(dispatch)(new Request(`http://localhost:3000${asked.url}`));
  expect(response.status).toBe(404);
  expect(await response.json()).toEqual({ error: expect.any(String) });
});

test("replaces TRACE with another unsupported method", async () => {
  expect((await sendAndEcho({ method: "TRACE", path: "/en/contact" })).method).toBe("PURGE");
});

test("drops the RSC header below /api, on which Next would redirect", async () => {
  expect((await sendAndEcho({ path: "/api/healthz", headers: { rsc: "1" } })).rsc).toBeUndefined();
  expect((await sendAndEcho({ path: "/en", headers: { rsc: "1" } })).rsc).toBe("1");
});

test("ignores X-Forwarded-For of a request that did not go through prepareRequests", async () => {
  const readAddress = async (headers: Record<string, string>) => {
    const route = toRoute(async (request) => {
      const body = Buffer.from(readClientIp(request.headers, 0));
      return { status: 200, headers: {}, body };
    });
    return (await route(new Request("http://localhost:3000/api/healthz", { headers }))).text();
  };
  expect(await readAddress({ "X-Forwarded-For": "203.0.113.9" })).toBe("unknown");
  expect(await readAddress({ "X-Forwarded-For": "203.0.113.9", "X-Prepared-Request": "guessed" })).toBe("unknown");
  const { headers } = await sendAndEcho({ headers: { "X-Forwarded-For": "203.0.113.9" } });
  expect(await readAddress(headers)).toBe("127.0.0.1");
});

test.each([
  ["POST", "/api/leads/evaluate?x=1"],
  ["GET", "/api/catalog/receipts"],
  ["PUT", "/api/nothing"],
  ["PUT", "/en/contact"],
])("passes %s %s to its handler unchanged", async (method, path) => {
  expect(await sendAndEcho({ method, path })).toMatchObject({ method, url: path });
});

test("removes scheme and host from the request target", async () => {
  for (const [path, url] of [
    ["http://site.example/en?a=b", "/en?a=b"],
    ["HTTPS://site.example", "/"],
    ["http://site.example/api/healthz", "/api/healthz"],
  ]) {
    expect((await sendAndEcho({ path })).url).toBe(url);
  }
});

test("responds with 400 in JSON to a request target that is neither a path nor an http URL", async () => {
  const targets = ["*", "file:///etc/passwd", "ftp://site.example/en", "ws://site.example/en"];
  for (const path of targets) {
    for (const method of ["GET", "POST"]) {
      const { url } = await sendAndEcho({ method, path });
      const response = await dispatch({ method, url: `http://localhost${url}`, headers: new Headers(), body: null });
      expect([path, response.status]).toEqual([path, 400]);
      expect(JSON.parse(String(response.body)).error).toMatch(/target/);
    }
  }
  expect((await sendAndEcho({ method: "OPTIONS", path: "*" })).url).toBe("/*");
});

test("rewrites page paths that cannot be decoded or that Next would change", async () => {
  const characters = ["%00", "%0a", "%0D", "%09", "%1f", "%7f", "%c2%85", "%e2%80%a8", "%2500", "%20", "%20/"];
  const dropped = ["/en/", "/es/catalogo", "/admin/inbox"].flatMap((path) => characters.map((each) => path + each));
  for (const path of [
    "/%",
    "/%E0%A4%A",
    "/en/%ff",
    "/en/a%20b%",
    "/en/%zz?a=%ff",
    "/es/%25ff",
    "/es/%C0%80",
    ...dropped,
  ]) {
    expect(decodeURIComponent((await sendAndEcho({ path })).url.split("?")[0] ?? ""), path).toMatch(
      /^[^%]*\ufffd[^%]*$/,
    );
  }
  for (const path of ["/en/../admin/inbox", "/en/%2e%2E/api/catalog", "/en/./a", "/en\\a", "/es/.."]) {
    expect((await sendAndEcho({ path })).url, path).toBe("/%EF%BF%BD");
  }
  for (const path of ["/", "/en/a%20b", "/en/evaluation?a=%ff&b=%", "/api/a%20"]) {
    expect((await sendAndEcho({ path })).url).toBe(path);
  }
});
