import { beforeEach, describe, expect, test, vi } from "vitest";
import type { RequestContext } from "../domain/request-context.ts";
import { freezeClock } from "./clock.fixture.ts";
import { randomAddress, read } from "./exchange.fixture.ts";
import { acknowledgeInquiry, contactFields, contactPaths, formUrl, postForm, toFormRoute } from "./form.fixture.ts";
import { contactForm, handleForm } from "./handle-form.ts";

Object.assign(process.env, {
  LOG_LEVEL: "silent",
  RATE_LIMIT_IP_MAX: "2",
  SITE_URL: "https://encaje.example",
  UPSTASH_REDIS_REST_URL: "",
});

freezeClock();

const useCase = vi.fn(async (_input: { topic?: string }, _context: RequestContext) => acknowledgeInquiry(7));
const route = toFormRoute(handleForm(contactForm, useCase, contactPaths));
const send = (request: Request, locale = "en") => route(request, locale);
const sendFrom = (headers: Record<string, string>, fields = contactFields()) => send(postForm(fields, { headers }));
const done = "/en/contact/sent";

beforeEach(() => {
  useCase.mockClear();
});

describe("the path of a form", () => {
  test("redirects a GET of the form's action URL to the form's page", async () => {
    for (const method of ["GET", "HEAD"]) {
      const answer = await send(new Request(`${formUrl}?x=1`, { method }), "es");
      expect([answer.status, answer.headers.get("location"), await answer.text()]).toEqual([303, "/es/contact", ""]);
    }
  });

  test("responds with 404 to a form's action URL in an unknown language", async () => {
    for (const locale of ["fr", "", "EN", "__proto__"]) {
      expect((await send(postForm(contactFields()), locale)).status).toBe(404);
    }
    expect(useCase).not.toHaveBeenCalled();
  });

  test("accepts only form bodies at a form's action URL", async () => {
    for (const type of ["", "application/json", "text/plain", "multipart/form-data; boundary=x"]) {
      const answer = await read(await sendFrom({ "content-type": type }));
      expect(answer).toMatchObject({ status: 415, json: { error: expect.stringContaining("urlencoded") } });
    }
    expect(useCase).not.toHaveBeenCalled();
  });
});

describe("the check for forms from other sites", () => {
  const crossSite: Record<string, string>[] = [
    { "sec-fetch-site": "cross-site" },
    { "sec-fetch-site": "cross-site", origin: "https://encaje.example" },
    { "sec-fetch-site": "same-origin", origin: "https://evil.example" },
    { origin: "https://evil.example" },
    { origin: "http://localhost:3001" },
    { origin: "https://encaje.example.evil.example" },
    { origin: "https://encaje.example:8443" },
    { origin: "null" },
    { origin: "" },
    { origin: "file://" },
  ];
  test.each(crossSite)("refuses a form from another site, recognized by %j", async (headers) => {
    const answer = await read(await sendFrom(headers));
    expect(answer).toMatchObject({ status: 403, json: { error: expect.any(String) } });
    expect(useCase).not.toHaveBeenCalled();
  });

  const ownSite: Record<string, string>[] = [
    {},
    { "sec-fetch-site": "same-origin" },
    { "sec-fetch-site": "none" },
    { "sec-fetch-site": "same-origin", origin: "http://localhost:3000" },
    { "sec-fetch-site": "same-origin", origin: "null" },
    { origin: "http://localhost:3000" },
    { origin: "https://encaje.example" },
    { origin: "https://encaje.example", host: "10.0.0.7:3000" },
  ];
  test.each(ownSite)("accepts a form of our own site with %j", async (headers) => {
    expect((await sendFrom(headers)).headers.get("location")).toBe(done);
  });

  test("does not count a form from another site against the client's limit", async () => {
    const from = randomAddress();
    for (let sent = 0; sent < 50; sent++) {
      await send(postForm(contactFields(), { from, headers: { origin: "https://evil.example" } }));
    }
    expect((await send(postForm(contactFields(), { from }))).headers.get("location")).toBe(done);
  });
});

test("takes an inquiry's topic from the form, not from the referrer", async () => {
  const readTopic = async (fields: Record<string, string>) => {
    const referer = "http://localhost:3000/en/contact?topic=prize-draws";
    expect((await sendFrom({ referer }, contactFields(fields))).headers.get("location")).toBe(done);
    return useCase.mock.lastCall?.[0].topic;
  };
  expect(await readTopic({ topic: "loyalty" })).toBe("loyalty");
  expect(await readTopic({ topic: "" })).toBeUndefined();
  expect(await readTopic({})).toBeUndefined();
});

describe("the order of the checks of a form", () => {
  const tooMuch = `message=${"x".repeat(256 * 1024)}`;
  const evil = { origin: "https://evil.example" };
  const text = { "content-type": "text/plain" };

  async function floodFromNewAddress(): Promise<string> {
    const from = randomAddress();
    for (let sent = 0; sent < 20; sent++) await send(postForm("a=b", { from }));
    return from;
  }

  test("checks origin, flood limit, type, size, fields and submission limits in this order", async () => {
    const from = await floodFromNewAddress();
    const limited = expect.stringContaining("problem=rate_limited");
    const ask = async (body: string, headers: Record<string, string>, address: string) => {
      const { status, headers: answered } = await send(postForm(body, { from: address, headers }));
      return status === 303 ? answered.get("location") : status;
    };
    expect(await ask(tooMuch, { ...evil, ...text }, from)).toBe(403);
    expect(await ask(tooMuch, text, from)).toEqual(limited);
    const exhausted = randomAddress();
    for (let sent = 0; sent < 2; sent++) {
      expect(await ask(new URLSearchParams(contactFields()).toString(), {}, exhausted)).toBe(done);
    }
    expect(await ask(tooMuch, text, exhausted)).toBe(415);
    expect(await ask(tooMuch, {}, exhausted)).toContain("problem=refused");
    expect(await ask("name=x", {}, exhausted)).toContain("fields=name");
    expect(await ask(new URLSearchParams(contactFields()).toString(), {}, exhausted)).toEqual(limited);
    expect(useCase).toHaveBeenCalledTimes(2);
  });
});
