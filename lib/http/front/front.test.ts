import { once } from "node:events";
import { createServer, request as send } from "node:http";
import { text } from "node:stream/consumers";
import { afterAll, describe, expect, test } from "vitest";
import { allOperations } from "../../contract/all-operations.ts";
import { answerBeforeNext } from "./front.ts";

Object.assign(process.env, { LOG_LEVEL: "silent" });

/** As in scripts/serve.ts, with this in the place of Next. */
const passedOn = "passed on";
const server = createServer(async (incoming, outgoing) => {
  if (!(await answerBeforeNext(incoming, outgoing, async () => false))) outgoing.end(passedOn);
}).listen(0, "127.0.0.1");
await once(server, "listening");
const address = server.address();
const port = typeof address === "object" && address ? address.port : 0;

afterAll(() => {
  server.close();
});

async function ask(method: string, path: string, headers: Record<string, string> = {}) {
  const outgoing = send({ port, host: "127.0.0.1", method, path, headers }).end();
  const [response] = await once(outgoing, "response");
  return { status: response.statusCode, headers: response.headers, body: await text(response) };
}

const oddMethods = ["TRACE", "PROPFIND", "LINK", "PURGE", "M-SEARCH"];
const methods = ["GET", "HEAD", "OPTIONS", "POST", "PUT", "PATCH", "DELETE"];

describe("under /api", () => {
  test.each(
    allOperations.map((operation) => ({ ...operation, url: `/api${operation.path.replace(/\{\w+\}/g, "1")}` })),
  )("a method that $method $path does not have is a 405 with Allow", async ({ url, method, access }) => {
    const read = method === "GET" ? "GET, HEAD, OPTIONS" : "POST, OPTIONS";
    const allow = access ? method : read;
    for (const path of [url, `${url}/`, `${url}?a=b`]) {
      for (const other of [...methods, ...oddMethods]) {
        const { status, headers, body } = await ask(other, path);
        if (allow.split(", ").includes(other)) {
          expect([other, status]).not.toEqual([other, 405]);
          continue;
        }
        expect([other, status, headers.allow]).toEqual([other, 405, allow]);
        expect(headers["content-type"]).toBe("application/json; charset=utf-8");
        if (other !== "HEAD") expect(Object.keys(JSON.parse(body))).toEqual(["error"]);
      }
    }
  });

  test("such a method is a 404 where there is nothing", async () => {
    for (const path of ["/api", "/api/", "/api/nothing", "/api/catalog/a/b", "/api/healthzz", "/api/openapiXjson"]) {
      expect((await ask("PROPFIND", path)).status, path).toBe(404);
    }
  });

  test("a path that cannot be decoded or has empty parts is a 404 in JSON, whatever the method", async () => {
    const odd = [
      "/api/%",
      "/api/catalog/%E0%A4%A",
      "/api//healthz",
      "/api/catalog//",
      "/api/\\healthz",
      "/api/x/../healthz",
      "/api/x/%2e%2E/admin/sign-in",
      "/api/leads\\evaluate",
      "/api/refused/api/healthz",
      "/api/%zz?a=b",
    ];
    for (const path of odd) {
      for (const method of ["GET", "POST", "PROPFIND", "OPTIONS"]) {
        const { status, headers, body } = await ask(method, path);
        expect(status, `${method} ${path}`).toBe(404);
        expect(headers["content-type"]).toBe("application/json; charset=utf-8");
        expect(headers.location).toBeUndefined();
        expect(Object.keys(JSON.parse(body))).toEqual(["error"]);
      }
      const asHead = await ask("HEAD", path);
      expect([asHead.status, asHead.body]).toEqual([404, ""]);
    }
  });

  test("these answers carry a request id, the caller's if it is well-formed, and are kept by no cache", async () => {
    for (const [method, path] of [
      ["GET", "/api/%"],
      ["PROPFIND", "/api/healthz"],
    ] as const) {
      const given = await ask(method, path, { "x-request-id": "given-by-caller" });
      expect(given.headers["x-request-id"]).toBe("given-by-caller");
      expect(given.headers["cache-control"]).toBe("no-store");
      const minted = await ask(method, path, { "x-request-id": "no good" });
      expect(minted.headers["x-request-id"]).toMatch(/^[0-9a-f-]{36}$/);
    }
  });
});

test("everything else is passed on untouched", async () => {
  for (const path of ["/", "/%", "//", "/apiary//x", "/es/api//", "/?u=/api//"]) {
    for (const method of ["GET", "POST", "DELETE"]) {
      expect((await ask(method, path)).body, `${method} ${path}`).toBe(passedOn);
    }
  }
  expect((await ask("PROPFIND", "/elsewhere")).body).toBe(passedOn);
});
