import { describe, expect, test, vi } from "vitest";
import { operations, serviceOperations } from "../contract/operations.ts";
import type { Operation } from "../domain/operation.ts";
import { get, inquiry, post, read } from "./exchange.fixture.ts";
import { handle } from "./handle.ts";
import { toRoute } from "./next-router.ts";

Object.assign(process.env, { LOG_LEVEL: "silent", RATE_LIMIT_IP_MAX: "100000", UPSTASH_REDIS_REST_URL: "" });

const all: Operation[] = [...Object.values(operations), ...Object.values(serviceOperations)];
const toUrl = ({ path }: Operation) => `http://localhost:3000/api${path.replace("{slug}", "some-slug")}`;
const listAllowed = ({ method }: Operation) => (method === "GET" ? ["GET", "HEAD"] : [method]);

const sentHeaders =
  "Content-Type, If-None-Match, Submission-Receipt, X-Request-Id, Idempotency-Key, Privacy-Notice-Version, Assisted-By";
const exposedHeaders =
  "Deprecation, ETag, Invalid-Fields, Location, Practice, RateLimit, RateLimit-Policy, Retry-After, Submission-Receipt, Sunset, X-Request-Id";

/** Creates a route of the operation whose use case must not be called. */
function makeUncalledRoute(operation: Operation) {
  const useCase = vi.fn(async () => ({}));
  return { useCase, route: toRoute(handle(operation, useCase)) };
}

describe.each(all.map((operation) => ({ id: operation.operationId, operation })))(
  "the operation $id",
  ({ operation }) => {
    const allow = [...listAllowed(operation), "OPTIONS"].join(", ");

    test("responds to OPTIONS with 204 and Allow", async () => {
      const { route, useCase } = makeUncalledRoute(operation);
      const { status, headers, body } = await route(new Request(toUrl(operation), { method: "OPTIONS" }));
      expect({ status, body }).toEqual({ status: 204, body: null });
      expect(headers.get("allow")).toBe(allow);
      expect(headers.get("access-control-allow-origin")).toBe(operation.isCorsOpen ? "*" : null);
      expect(headers.get("access-control-allow-methods")).toBe(operation.isCorsOpen ? allow : null);
      expect(headers.get("access-control-allow-headers")).toBe(operation.isCorsOpen ? sentHeaders : null);
      expect(useCase).not.toHaveBeenCalled();
    });

    test("sends CORS headers even with errors, and never allows credentials", async () => {
      const { route } = makeUncalledRoute(operation);
      for (const method of ["DELETE", "OPTIONS"]) {
        const { headers } = await route(
          new Request(toUrl(operation), { method, headers: { origin: "https://a.example" } }),
        );
        expect(headers.get("access-control-expose-headers")).toBe(operation.isCorsOpen ? exposedHeaders : null);
        expect(headers.get("access-control-allow-origin")).toBe(operation.isCorsOpen ? "*" : null);
        expect(headers.has("access-control-allow-credentials")).toBe(false);
      }
    });
  },
);

test("allows other origins for public operations, but not for the readiness check", () => {
  const open = all.filter(({ isCorsOpen }) => isCorsOpen).map(({ operationId }) => operationId);
  expect(open.sort()).toEqual([...Object.keys(operations), "getOpenApi", "getOperatorOpenApi"].sort());
});

test("responds to HEAD with the status and headers of GET and no body", async () => {
  const route = toRoute(handle(operations.healthCheck, async () => ({ status: "ok" })));
  const url = toUrl(operations.healthCheck);
  const [asGet, asHead] = [await route(get(url)), await route(get(url, {}, "HEAD"))];
  expect(asHead.status).toBe(200);
  expect(await asHead.text()).toBe("");
  expect(await asGet.json()).toEqual({ status: "ok" });
  const listComparableHeaders = ({ headers }: Response) => [...headers].filter(([name]) => name !== "x-request-id");
  expect(listComparableHeaders(asHead)).toEqual(listComparableHeaders(asGet));
});

describe("the request id", () => {
  const route = toRoute(handle(operations.submitContact, async () => ({ id: 1, success: true })));
  const readId = async (headers: Record<string, string>, body: unknown = inquiry()) =>
    (await route(post(body, { headers }))).headers.get("x-request-id");
  const minted = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

  test.each(["12345678", "a.b-c_D9", "x".repeat(64), "0f8fad5b-d9cb-469f-a165-70867728950e"])(
    "keeps the caller's request id %s",
    async (id) => {
      expect(await readId({ "x-request-id": id })).toBe(id);
    },
  );

  test.each(["", "1234567", "x".repeat(65), "has space1", "ñandúñandú"])(
    "replaces the malformed request id %j",
    async (id) => {
      expect(await readId({ "x-request-id": id })).toMatch(minted);
    },
  );

  test("creates a request id for every request without one, even for errors", async () => {
    const ids = [
      await readId({}),
      await readId({}),
      await readId({}, "{"),
      await readId({ "content-type": "text/plain" }),
    ];
    for (const id of ids) expect(id).toMatch(minted);
    expect(new Set(ids).size).toBe(4);
  });
});

describe("the path of an operation", () => {
  const readSlug = async (path: string) => {
    const useCase = vi.fn(async () => Promise.reject(new Error("not needed")));
    const response = await toRoute(handle(operations.getCatalogApi, useCase))(
      get(`http://localhost:3000/api/catalog/${path}`),
    );
    return { status: response.status, input: useCase.mock.calls[0]?.at(0) as unknown };
  };

  test("passes the decoded slug to the use case", async () => {
    for (const [path, slug] of [
      ["receipts-validation", "receipts-validation"],
      ["receipts-validation/", "receipts-validation"],
      ["a%2Fb%20%C3%B1?x=1", "a/b ñ"],
      ["__proto__", "__proto__"],
      ["%00", "\0"],
    ] as const) {
      expect((await readSlug(path)).input).toEqual({ slug });
    }
  });

  test("responds with 404 to a path that cannot be decoded", async () => {
    expect(await readSlug("%E0%A4%A")).toEqual({ status: 404, input: undefined });
    expect(await readSlug("%ff")).toEqual({ status: 404, input: undefined });
  });
});

test("passes only the last search parameter of a query to the use case", async () => {
  const useCase = vi.fn(async () => []);
  const route = toRoute(handle(operations.listCatalogApis, useCase));
  for (const query of [
    "",
    "?search=",
    "?search=caf%C3%A9+%25",
    "?other=1&__proto__=x&search=b&search=a",
    "?search=%ZZ%ff",
  ]) {
    const { status, json } = await read(await route(get(`http://localhost:3000/api/catalog${query}`)));
    expect({ status, json }).toEqual({ status: 200, json: [] });
  }
  const inputs = useCase.mock.calls.map((call) => call.at(0) as unknown);
  expect(inputs).toEqual([{}, { search: "" }, { search: "café %" }, { search: "a" }, { search: "%ZZ\ufffd" }]);
});
