import { randomUUID } from "node:crypto";
import { afterEach, expect, test, vi } from "vitest";
import { call } from "../contract/client.ts";
import { operations } from "../contract/operations.ts";
import { AppError } from "../domain/errors.ts";
import type { RequestContext } from "../domain/request-context.ts";
import { privacyNoticeVersion } from "../domain/submissions/core/promises.ts";
import { nineTwos, validContact, validEvaluation } from "../domain/submissions/core/valid-input.fixture.ts";
import { randomAddress } from "./exchange.fixture.ts";
import { handle } from "./handle.ts";
import { toRoute } from "./next-router.ts";

Object.assign(process.env, { LOG_LEVEL: "silent", RATE_LIMIT_IP_MAX: "3", UPSTASH_REDIS_REST_URL: "" });

afterEach(() => {
  vi.unstubAllGlobals();
});

type Route = (request: Request) => Promise<Response>;

/** Stubs `fetch` like a browser on a page of the site: requests go to `route`, from a new client address. */
function stubFetch(route: Route): { requests: Request[] } {
  const requests: Request[] = [];
  const address = randomAddress();
  vi.stubGlobal("fetch", async (path: string, init: RequestInit) => {
    const request = new Request(new URL(path, "http://localhost:3000"), init);
    request.headers.set("x-forwarded-for", address);
    requests.push(request.clone());
    return route(request);
  });
  return { requests };
}

const contact = (body: object = validContact()) => call(operations.submitContact, body as never);
const noSeconds: HeadersInit[] = [{}, { "retry-after": "Sat, 21 Nov 2026 08:00:00 GMT" }, { "retry-after": "0" }];
const respondWith =
  (status: number, headers: HeadersInit = {}, body: unknown = {}): Route =>
  async () =>
    Response.json(body, { status, headers });

test("passes a submission to the use case, and returns its result", async () => {
  const seen: RequestContext[] = [];
  const { requests } = stubFetch(
    toRoute(
      handle(operations.submitEvaluation, async (_input, context) => {
        seen.push(context);
        return { id: 7, route: "review" as const, message: "Gracias." };
      }),
    ),
  );
  const body = validEvaluation({ answers: nineTwos }) as never;
  const [submissionKey, noticeVersion] = [randomUUID(), privacyNoticeVersion];
  const headers = { "Idempotency-Key": submissionKey, "Privacy-Notice-Version": noticeVersion };
  const outcome = await call(operations.submitEvaluation, body, { headers });
  expect(outcome).toEqual({ kind: "done", result: { id: 7, route: "review", message: "Gracias." }, receipt: null });
  expect(seen).toMatchObject([{ submissionKey, noticeVersion }]);
  expect(new URL(requests[0]?.url ?? "").pathname).toBe("/api/leads/evaluate");
});

test("returns a refused submission's faults by field", async () => {
  stubFetch(toRoute(handle(operations.submitContact, async () => ({ id: 1, success: true }))));
  expect(await contact(validContact({ email: "x", message: "" }))).toEqual({
    kind: "refused",
    faults: [
      { field: "email", rule: "pattern" },
      { field: "message", rule: "required" },
    ],
  });
});

test("returns a refusal without faults if the response names no field", async () => {
  for (const status of [400, 405, 415]) {
    stubFetch(respondWith(status));
    expect(await contact()).toEqual({ kind: "refused", faults: [] });
  }
});

test("returns other errors by their kind, such as conflict or not_found", async () => {
  const kinds = { 401: "unauthorized", 403: "forbidden", 404: "not_found", 409: "conflict", 413: "too_large" };
  for (const [status, kind] of Object.entries(kinds)) {
    stubFetch(respondWith(Number(status)));
    expect(await contact()).toEqual({ kind });
  }
});

test("fills parameters into an operation's path", async () => {
  const { requests } = stubFetch(respondWith(201, {}, { id: 1, success: true }));
  const operation = { ...operations.submitContact, path: "/things/{kind}/{id}" };
  await call(operation, { ...validContact(), kind: "a/b", id: 7 } as never);
  expect(new URL(requests[0]?.url ?? "").pathname).toBe("/api/things/a%2Fb/7");
});

test("returns the seconds to wait when rate-limited", async () => {
  stubFetch(toRoute(handle(operations.submitContact, async () => ({ id: 1, success: true }))));
  for (let sent = 0; sent < 3; sent++) expect((await contact()).kind).toBe("done");
  const outcome = await contact();
  expect(outcome).toEqual({ kind: "rate_limited", retryAfterSeconds: expect.any(Number) });
  expect("retryAfterSeconds" in outcome && outcome.retryAfterSeconds).toBeGreaterThan(0);
});

test("returns the seconds to wait for an unavailable service, five by default", async () => {
  stubFetch(
    toRoute(
      handle(operations.submitContact, async () => {
        throw new AppError("unavailable", "Away.", { retryAfterSeconds: 9 });
      }),
    ),
  );
  expect(await contact()).toEqual({ kind: "unavailable", retryAfterSeconds: 9 });
  for (const headers of noSeconds) {
    for (const status of [500, 502, 503, 504]) {
      stubFetch(respondWith(status, headers));
      expect(await contact()).toEqual({ kind: "unavailable", retryAfterSeconds: 5 });
    }
  }
});

test("returns no_answer for a failed request or a response that is not ours", async () => {
  const page = (status: number) => async () =>
    new Response("<html>", { status, headers: { "content-type": "text/html" } });
  const broken: Route[] = [
    ...[page(200), page(201), page(400), respondWith(200), respondWith(201, {}, { id: "7" })],
    async () => Promise.reject(new TypeError("fetch failed")),
    async () => Promise.reject(AbortSignal.abort().reason),
  ];
  for (const route of broken) {
    stubFetch(route);
    expect(await contact()).toEqual({ kind: "no_answer" });
  }
});
