import { beforeEach, describe, expect, test } from "vitest";
import { allOperations } from "../../contract/all-operations.ts";
import type { Operation } from "../../domain/operation.ts";
import { type Received, serveFront } from "./front.fixture.ts";

Object.assign(process.env, { LOG_LEVEL: "silent" });

const passedOn = "passed on";
let ask: (method: string, path: string, headers?: Record<string, string>) => Promise<Received>;

beforeEach(async () => {
  const front = await serveFront((_, outgoing) => outgoing.end(passedOn));
  ask = (method, path, headers) => front.ask(path, headers, method);
});

const oddMethods = ["TRACE", "PROPFIND", "LINK", "PURGE", "M-SEARCH"];
const methods = ["GET", "HEAD", "OPTIONS", "POST", "PUT", "PATCH", "DELETE"];

describe("requests under /api", () => {
  const listMethods = ({ method, access }: Operation) => {
    if (access) return [method];
    return method === "GET" ? ["GET", "HEAD", "OPTIONS"] : [method, "OPTIONS"];
  };

  test.each(
    [...Map.groupBy(allOperations, ({ path }) => path)].map(([path, operations]) => ({
      url: `/api${path.replace(/\{\w+\}/g, "1")}`,
      allow: operations.flatMap(listMethods).join(", "),
    })),
  )("responds with 405 and Allow to methods other than $allow of $url", async ({ url, allow }) => {
    for (const path of [url, `${url}/`, `${url}?a=b`]) {
      for (const other of [...methods, ...oddMethods]) {
        const { status, headers, text } = await ask(other, path);
        if (allow.split(", ").includes(other)) {
          expect([other, status]).not.toEqual([other, 405]);
          continue;
        }
        expect([other, status, headers.allow]).toEqual([other, 405, allow]);
        expect(headers["content-type"]).toBe("application/json; charset=utf-8");
        if (other !== "HEAD") expect(Object.keys(JSON.parse(text))).toEqual(["error"]);
      }
    }
  });

  test("responds with 404 in JSON to an unknown path, without repeating the path", async () => {
    for (const path of ["/api", "/api/", "/api/nothing", "/api/catalog/a/b", "/api/healthzz", "/api/openapiXjson"]) {
      const { status, headers, text } = await ask("PROPFIND", `${path}?secret=1`);
      expect([status, headers["content-type"]], path).toEqual([404, "application/json; charset=utf-8"]);
      expect([headers["cache-control"], headers["x-content-type-options"]]).toEqual(["no-store", "nosniff"]);
      expect(headers["x-request-id"]).toMatch(/^[0-9a-f-]{36}$/);
      expect(JSON.parse(text)).toEqual({ error: expect.not.stringMatching(/nothing\/|healthzz|secret/) });
    }
  });

  test("responds with 404 in JSON to malformed API paths, whatever the method", async () => {
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
        const { status, headers, text } = await ask(method, path);
        expect(status, `${method} ${path}`).toBe(404);
        expect(headers["content-type"]).toBe("application/json; charset=utf-8");
        expect(headers.location).toBeUndefined();
        expect(Object.keys(JSON.parse(text))).toEqual(["error"]);
      }
      const asHead = await ask("HEAD", path);
      expect([asHead.status, asHead.text]).toEqual([404, ""]);
    }
  });
});

test("passes a GET of any other path to Next, and refuses other methods", async () => {
  for (const path of ["/", "/%", "//", "/apiary//x", "/admin/mail/a.eml", "/?u=/api//", "/robots.txt"]) {
    expect((await ask("GET", path)).text, path).toBe(passedOn);
    for (const method of ["POST", "DELETE", ...oddMethods]) {
      const { status, headers } = await ask(method, path);
      expect([method, status, headers.allow]).toEqual([method, 405, "GET, HEAD, OPTIONS"]);
      expect(headers["content-type"]).toBe("text/plain; charset=utf-8");
    }
    expect((await ask("OPTIONS", path)).status).toBe(204);
  }
});

test("passes a posted form to its handler", async () => {
  for (const [method, path, location] of [
    ["GET", "/en/contact/send", "/en/contact"],
    ["POST", "/es/evaluacion/enviar", "/es/evaluacion/rechazada"],
  ] as const) {
    const { status, headers } = await ask(method, path, { "content-type": "application/x-www-form-urlencoded" });
    expect([status, headers.location?.split("?")[0]]).toEqual([303, location]);
    expect(headers["cross-origin-resource-policy"]).toBe("same-origin");
  }
  const refused = await ask("PUT", "/en/contact/send");
  expect([refused.status, refused.headers.allow]).toEqual([405, "GET, HEAD, OPTIONS, POST"]);
});
