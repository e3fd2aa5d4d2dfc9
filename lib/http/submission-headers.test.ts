import { describe, expect, test, vi } from "vitest";
import { operations } from "../contract/operations.ts";
import type { RequestContext } from "../domain/request-context.ts";
import { privacyNoticeVersion } from "../domain/submissions/core/promises.ts";
import { agentInquiry, contactUrl, get, inquiry, post, randomAddress, read } from "./exchange.fixture.ts";
import { handle } from "./handle.ts";
import { toRoute } from "./next-router.ts";

Object.assign(process.env, { LOG_LEVEL: "silent", RATE_LIMIT_IP_MAX: "2", UPSTASH_REDIS_REST_URL: "" });

/** Sends a submission and returns the response and the use case's context. */
async function send(headers: Record<string, string>, body: unknown = inquiry(), from = randomAddress(), search = "") {
  const useCase = vi.fn(async (_input: unknown, _context: RequestContext) => ({ id: 1, success: true }));
  const answer = await read(
    await toRoute(handle(operations.submitContact, useCase))(post(body, { url: contactUrl + search, headers, from })),
  );
  return { ...answer, calls: useCase.mock.calls.length, context: useCase.mock.calls[0]?.[1] };
}
const withKey = (key: string) => ({ "idempotency-key": key });

describe("the header Idempotency-Key", () => {
  test.each(["x".repeat(16), "x".repeat(64), "8e03978e-40d5-43dd-bc93-6894a57f9324", "-_azAZ09-_azAZ09"])(
    "passes the Idempotency-Key %s to the use case, with or without quotes",
    async (key) => {
      for (const header of [key, `"${key}"`, ` ${key} `]) {
        const { status, context } = await send(withKey(header));
        expect({ status, key: context?.submissionKey }).toEqual({ status: 201, key });
      }
    },
  );

  const good = "x".repeat(20);
  test.each([
    '""',
    "x".repeat(15),
    "x".repeat(65),
    `"${good}`,
    `"${good}";a=1`,
    `${good}, ${good}`,
    `${good}.`,
    `${good}\u00e9`,
  ])("refuses the Idempotency-Key %j with an explanation", async (header) => {
    const { status, json, calls } = await send(withKey(header));
    expect({ status, calls }).toEqual({ status: 400, calls: 0 });
    expect(json).toEqual({ error: expect.stringMatching(/Idempotency-Key.*16 to 64/) });
  });

  test("reports an input error before an invalid Idempotency-Key", async () => {
    const from = randomAddress();
    const agent = agentInquiry({ userConsent: false });
    expect((await send(withKey("short"), agent, from)).json).toMatchObject({ code: "consent_required" });
    for (let sent = 0; sent < 3; sent++) expect((await send(withKey("short"), inquiry(), from)).status).toBe(400);
    for (const status of [201, 201, 429]) expect((await send(withKey(good), inquiry(), from)).status).toBe(status);
  });

  test("ignores an invalid Idempotency-Key for an operation that stores nothing", async () => {
    const route = toRoute(handle(operations.healthCheck, async () => ({ status: "ok" })));
    expect((await route(get("http://localhost:3000/api/healthz", withKey("short")))).status).toBe(200);
  });
});

describe("the query parameter idempotencyKey", () => {
  const good = "x".repeat(20);
  const sendWith = (search: string, headers: Record<string, string> = {}) =>
    send(headers, inquiry(), randomAddress(), search);

  test.each([
    [good, good],
    ["", undefined],
  ])("passes the query parameter idempotencyKey=%s to the use case as %s", async (sent, key) => {
    const { status, context } = await sendWith(`?utm_source=a&idempotencyKey=${sent}`);
    expect({ status, key: context?.submissionKey }).toEqual({ status: 201, key });
  });

  test.each(["x".repeat(15), `%22${good}%22`, `${good}&idempotencyKey=${good}`])(
    "refuses the query parameter idempotencyKey=%j with an explanation",
    async (key) => {
      const { status, json, calls } = await sendWith(`?idempotencyKey=${key}`);
      expect({ status, calls }).toEqual({ status: 400, calls: 0 });
      expect(json).toEqual({ error: expect.stringMatching(/query parameter idempotencyKey.*16 to 64/) });
    },
  );

  test("refuses an idempotencyKey in the query that differs from the Idempotency-Key header", async () => {
    const search = `?idempotencyKey=${good}`;
    expect((await sendWith(search, withKey(`"${good}"`))).context?.submissionKey).toBe(good);
    const { status, json, calls } = await sendWith(search, withKey("y".repeat(20)));
    expect({ status, calls }).toEqual({ status: 400, calls: 0 });
    expect(json).toEqual({ error: expect.stringMatching(/Idempotency-Key.*idempotencyKey differ/) });
  });
});

describe("the header Privacy-Notice-Version", () => {
  test("passes a published notice version to the use case", async () => {
    const { context } = await send({ "privacy-notice-version": privacyNoticeVersion });
    expect(context?.noticeVersion).toBe(privacyNoticeVersion);
  });

  test.each(["", "1999-01-01", `"${privacyNoticeVersion}"`, `${privacyNoticeVersion}, ${privacyNoticeVersion}`, "x"])(
    "ignores the unpublished notice version %j",
    async (header) => {
      const { status, context } = await send({ "privacy-notice-version": header });
      expect({ status, version: context?.noticeVersion }).toEqual({ status: 201, version: undefined });
    },
  );
});

describe("the header Assisted-By", () => {
  test.each([
    ["ChatGPT", "ChatGPT"],
    ["%E6%BC%A2%E5%AD%97%20AI", "漢字 AI"],
    ["", undefined],
    ["x", undefined],
    ["x".repeat(121), undefined],
    ["%", undefined],
    ["%E2%80%AETPGtahC", undefined],
    ["a%00b", undefined],
  ])("passes the header Assisted-By %j to the use case as %j", async (header, assistedBy) => {
    const { status, context } = await send({ "assisted-by": header });
    expect({ status, assistedBy: context?.assistedBy }).toEqual({ status: 201, assistedBy });
  });
});

describe("the header Invalid-Fields", () => {
  test("lists each invalid field with its rule in a 400 response", async () => {
    const { status, headers } = await send({}, inquiry({ email: "x", message: "", topic: 7, utm: { "juana@x.y": 1 } }));
    expect(status).toBe(400);
    expect(headers.get("invalid-fields")?.split(", ").sort()).toEqual([
      "email=pattern",
      "message=required",
      "topic=other",
      "utm=other",
    ]);
    expect(headers.get("access-control-expose-headers")).toContain("Invalid-Fields");
  });

  test("sends no header Invalid-Fields if no field is invalid", async () => {
    const answers = [
      await send({}),
      await send({}, "{"),
      await send({}, "null"),
      await send({}, "[]"),
      await send({ "content-type": "text/plain" }),
      await send(withKey("short")),
    ];
    expect(answers.map(({ status }) => status)).toEqual([201, 400, 400, 400, 415, 400]);
    for (const { headers } of answers) expect(headers.has("invalid-fields")).toBe(false);
  });

  test("limits the length of the header Invalid-Fields, which quotes no submitted data", async () => {
    const strangers = Object.fromEntries(Array.from({ length: 5_000 }, (_, at) => [`juana${at}@x.y`, at]));
    const nothing = Object.fromEntries(Object.keys(inquiry()).map((name) => [name, "juana@x.y, \r\n a=b"]));
    const { headers } = await send({}, { ...strangers, ...nothing, utm: strangers });
    expect(headers.get("invalid-fields")).not.toContain("juana");
    expect(headers.get("invalid-fields")?.length).toBeLessThan(500);
  });
});
