import { describe, expect, test } from "vitest";
import { z } from "zod";
import { requestExamples, responseExamples } from "../contract/examples.ts";
import { operations } from "../contract/operations.ts";
import { AppError, type ErrorKind, errorStatuses } from "../domain/errors.ts";
import { chunkedBody, fixedText, get, inquiry, post, read, readWhole } from "./exchange.fixture.ts";
import { handle } from "./handle.ts";
import { toRoute } from "./next-router.ts";

Object.assign(process.env, { LOG_LEVEL: "silent", RATE_LIMIT_IP_MAX: "100000", UPSTASH_REDIS_REST_URL: "" });

const secret = "s3cret-juana@example.com";

const makeFailingRoute = (fault: unknown) =>
  toRoute(
    handle(operations.submitContact, async () => {
      throw fault;
    }),
  );

const circularError = new Error(secret);
circularError.cause = circularError;
const unexpected: [what: string, fault: unknown][] = [
  ["an Error", new Error(secret, { cause: new Error(secret) })],
  ["an error that looks like ours", Object.assign(new Error(secret), { kind: "invalid_input", name: "AppError" })],
  ["an error of a schema", new z.ZodError([{ code: "custom", path: [secret], message: secret, input: secret }])],
  ["an error that is its own cause", circularError],
  ["a string", secret],
  ["an object", { message: secret, status: 418, kind: "not_found" }],
  ["undefined", undefined],
];

describe("an unexpected error", () => {
  test.each(unexpected)("responds with 500 and one fixed text when the use case throws %s", async (_what, fault) => {
    const response = await makeFailingRoute(fault)(post(inquiry()));
    expect(await read(response.clone())).toMatchObject({ status: 500, json: { error: fixedText } });
    expect(Object.keys(await response.clone().json())).toEqual(["error"]);
    expect(await readWhole(response)).not.toContain("s3cret");
  });

  test("responds with 500 when the use case throws before it returns a promise", async () => {
    const route = toRoute(
      handle(operations.submitContact, () => {
        throw new Error(secret);
      }),
    );
    expect(await read(await route(post(inquiry())))).toMatchObject({ status: 500, json: { error: fixedText } });
  });

  test("reveals nothing about the error when the request body breaks off", async () => {
    for (const headers of [undefined, { "content-length": "100" }]) {
      const { stream } = chunkedBody([new TextEncoder().encode("{"), Promise.reject(new Error(secret))]);
      const route = toRoute(handle(operations.submitContact, async () => ({ id: 1, success: true })));
      const response = await route(post(stream, { headers }));
      expect(response.status).toBe(400);
      expect(await readWhole(response)).not.toContain("s3cret");
    }
  });

  test("responds with 500 to a failed GET or HEAD, without a body for HEAD", async () => {
    const route = toRoute(
      handle(operations.healthCheck, async () => {
        throw new Error(secret);
      }),
    );
    expect(await read(await route(get()))).toMatchObject({ status: 500, json: { error: fixedText } });
    const asHead = await route(get(undefined, {}, "HEAD"));
    expect([asHead.status, await asHead.text()]).toEqual([500, ""]);
  });
});

describe("an AppError", () => {
  const statuses: Record<ErrorKind, number> = {
    invalid_input: 400,
    unauthorized: 401,
    forbidden: 403,
    not_found: 404,
    method_not_allowed: 405,
    conflict: 409,
    too_large: 413,
    unsupported_media_type: 415,
    rate_limited: 429,
    unavailable: 503,
    internal: 500,
  };

  test("maps each kind of AppError to one status", () => {
    expect(Object.keys(statuses).sort()).toEqual(Object.keys(errorStatuses).sort());
  });

  test.each(Object.entries(statuses) as [ErrorKind, number][])(
    "responds to an AppError of the kind %s with %d, without its cause",
    async (kind, status) => {
      const text = kind === "internal" ? fixedText : "Ours to tell.";
      const response = await makeFailingRoute(new AppError(kind, text, { cause: new Error(secret) }))(post(inquiry()));
      expect(response.status).toBe(status);
      expect(response.headers.get("content-type")).toBe("application/json; charset=utf-8");
      expect(response.headers.get("x-request-id")).not.toBeNull();
      expect(response.headers.has("retry-after")).toBe(false);
      expect(await response.clone().json()).toEqual({ error: text });
      expect(await readWhole(response)).not.toContain("s3cret");
    },
  );

  test("sends an AppError's code, invalid fields, Retry-After and Allow", async () => {
    const limited = new AppError("rate_limited", "Later.", { code: "rate_limited", retryAfterSeconds: 7 });
    const { status, headers, json } = await read(await makeFailingRoute(limited)(post(inquiry())));
    expect([status, headers.get("retry-after"), json]).toEqual([429, "7", { error: "Later.", code: "rate_limited" }]);
    const away = new AppError("unavailable", "Away.", { retryAfterSeconds: 0 });
    expect((await makeFailingRoute(away)(post(inquiry()))).headers.get("retry-after")).toBe("0");
    const weak = new AppError("invalid_input", "Too easy to guess.", { fields: ["password"] });
    expect((await makeFailingRoute(weak)(post(inquiry()))).headers.get("invalid-fields")).toBe("password=other");
    const wrong = new AppError("method_not_allowed", "No.", { allow: "GET" });
    expect((await makeFailingRoute(wrong)(post(inquiry()))).headers.get("allow")).toBe("GET");
  });
});

describe("the output schema", () => {
  const makeRoute = (result: unknown) => toRoute(handle(operations.submitEvaluation, async () => result as never));
  const evaluation = requestExamples.submitEvaluation.web.value;
  const good = { id: 7, route: "review", message: "Thank you." };

  test("drops properties of the result that the schema lacks", async () => {
    const response = await makeRoute({ ...good, score: 9, reviewMin: 7, email: secret })(post(evaluation));
    expect(response.status).toBe(201);
    expect(await response.json()).toEqual(good);
  });

  test("responds with 500 if a property of the result is missing or malformed", async () => {
    const { route: _, ...missing } = good;
    const circular: Record<string, unknown> = { ...good };
    circular.message = circular;
    const bad = [missing, { ...good, id: secret }, circular, null, secret, [good]];
    for (const result of bad) {
      const response = await makeRoute(result)(post(evaluation));
      expect(response.status).toBe(500);
      const whole = await readWhole(response);
      expect(whole).toContain(fixedText);
      expect(whole).not.toContain("s3cret");
    }
  });

  test("responds with 500 even if the invalid result could be cached", async () => {
    for (const result of [{ slug: secret }, [{ id: 1 }], null, undefined, secret]) {
      const entry = toRoute(handle(operations.getCatalogApi, async () => result as never));
      const list = toRoute(handle(operations.listCatalogApis, async () => result as never));
      for (const route of [entry, list]) {
        const response = await route(get());
        expect(response.status).toBe(500);
        expect(await readWhole(response)).not.toContain("s3cret");
      }
    }
  });

  test("responds with 500 to a result that cannot be serialized", async () => {
    const spec: Record<string, unknown> = {};
    spec.self = spec;
    const entry = { ...responseExamples.getCatalogApi, spec };
    const response = await toRoute(handle(operations.getCatalogApi, async () => entry))(get());
    expect(await read(response)).toMatchObject({ status: 500, json: { error: fixedText } });
  });
});
