import { describe, expect, test, vi } from "vitest";
import { AppError } from "../domain/errors.ts";
import type { ConsentPurpose } from "../domain/submissions/core/consent.ts";
import { freezeClock } from "./clock.fixture.ts";
import { post, randomAddress, readWhole } from "./exchange.fixture.ts";
import { toFormRoute } from "./form.fixture.ts";
import type { FormPages } from "./handle-form.ts";
import { handleConsent } from "./handle-mail-forms.ts";

Object.assign(process.env, {
  LOG_LEVEL: "silent",
  RATE_LIMIT_IP_MAX: "1",
  SITE_URL: "https://encaje.example",
  UPSTASH_REDIS_REST_URL: "",
});

const now = freezeClock();

const url = "http://localhost:3000/en/consent/send";
const token = "t".repeat(43);
const getPages = (locale: string): FormPages => ({
  form: `/${locale}/consent`,
  result: `/${locale}/consent/done`,
  refused: `/${locale}/consent/refused`,
});

type Options = { body?: string; headers?: Record<string, string>; from?: string };

function makeRequest({ body = `token=${token}`, headers = {}, from = randomAddress() }: Options = {}): Request {
  const type = { host: "localhost:3000", "content-type": "application/x-www-form-urlencoded" };
  return post(body, { url, from, headers: { ...type, ...headers } });
}

function makeRoute(result: () => Promise<{ purpose: ConsentPurpose }>) {
  const useCase = vi.fn(async (_input: { token: unknown; noticeVersion: unknown }, _context: { now: Date }) =>
    result(),
  );
  const route = toFormRoute(handleConsent(useCase, getPages));
  const send = async (given = makeRequest(), locale = "en") => {
    const response = await route(given, locale);
    return { response, status: response.status, location: response.headers.get("location") };
  };
  return { useCase, send };
}

const makeSuccessRoute = (purpose: ConsentPurpose) => makeRoute(async () => ({ purpose }));
const makeFailingRoute = (fault: unknown) => makeRoute(async () => Promise.reject(fault));

describe("the button of a consent link", () => {
  test("passes a consent to the use case, and redirects without the token", async () => {
    for (const [purpose, done] of [
      ["confirm", "confirmed"],
      ["withdraw", "withdrawn"],
    ] as const) {
      const { useCase, send } = makeSuccessRoute(purpose);
      const body = `noticeVersion=2026-11-21&token=${token}`;
      const { response, status, location } = await send(makeRequest({ body, headers: { cookie: "" } }), "es");
      expect([status, location]).toEqual([303, `/es/consent/done?done=${done}`]);
      expect(response.headers.get("cache-control")).toBe("no-store");
      expect(await readWhole(response)).not.toContain(token);
      expect(useCase).toHaveBeenCalledExactlyOnceWith({ token, noticeVersion: "2026-11-21" }, { now: new Date(now) });
    }
  });

  test("uses the first value of a repeated field, and undefined for a missing field", async () => {
    const { useCase, send } = makeSuccessRoute("confirm");
    await send(makeRequest({ body: `token=${token}&token=other&noticeVersion=a&noticeVersion=b` }));
    await send(makeRequest({ body: "other=1" }));
    expect(useCase.mock.calls.map(([input]) => input)).toEqual([
      { token, noticeVersion: "a" },
      { token: undefined, noticeVersion: undefined },
    ]);
  });

  test("redirects every unusable consent link to the same page", async () => {
    const { send } = makeFailingRoute(new AppError("not_found", "Used."));
    expect(await send()).toMatchObject({ status: 303, location: "/en/consent" });
    const { useCase, send: sendLong } = makeSuccessRoute("confirm");
    const long = await sendLong(makeRequest({ body: `token=${"x".repeat(5_000)}` }));
    expect(long).toMatchObject({ status: 303, location: "/en/consent" });
    expect(long.response.headers.get("connection")).toBe("close");
    expect(useCase).not.toHaveBeenCalled();
  });

  test("keeps the consent link and hides the error after an internal error", async () => {
    for (const fault of [new AppError("unavailable", "Away."), new AppError("internal", "juana"), new Error("juana")]) {
      const { response, location } = await makeFailingRoute(fault).send();
      expect(location).toBe(`/en/consent/refused?problem=unavailable&token=${token}`);
      expect(await readWhole(response)).not.toContain("juana");
    }
    expect((await makeFailingRoute(new Error("x")).send(makeRequest({ body: "" }))).location).toBe(
      "/en/consent/refused?problem=unavailable",
    );
  });

  test("keeps the consent link and shows the minutes to wait when rate-limited", async () => {
    const { useCase, send } = makeSuccessRoute("confirm");
    const from = randomAddress();
    for (let sent = 0; sent < 10; sent++) expect((await send(makeRequest({ from }))).location).toContain("done");
    vi.setSystemTime(now + 1_000);
    const { response, location } = await send(makeRequest({ from }));
    expect(location).toBe(`/en/consent/refused?problem=rate_limited&minutes=10&token=${token}`);
    expect(response.headers.has("retry-after")).toBe(false);
    expect(useCase).toHaveBeenCalledTimes(10);
  });
});

describe("the action URL of the consent button", () => {
  test("changes no consent on GET", async () => {
    const { useCase, send } = makeSuccessRoute("withdraw");
    for (const method of ["GET", "HEAD"]) {
      const opened = await send(new Request(`${url}?token=${token}`, { method }), "es");
      expect(opened).toMatchObject({ status: 303, location: "/es/consent" });
    }
    expect(useCase).not.toHaveBeenCalled();
  });

  test("refuses a consent sent by another site's page", async () => {
    const { useCase, send } = makeSuccessRoute("withdraw");
    const crossSite: Record<string, string>[] = [
      { "sec-fetch-site": "cross-site", origin: "null" },
      { "sec-fetch-site": "none", origin: "null" },
      { origin: "https://evil.example" },
    ];
    for (const headers of crossSite) {
      const { status } = await send(makeRequest({ headers }));
      expect({ headers, status }).toEqual({ headers, status: 403 });
    }
    expect(useCase).not.toHaveBeenCalled();
  });

  test('accepts the consent page\'s origin "null" from any browser', async () => {
    const ownSite: Record<string, string>[] = [
      {},
      { origin: "null", "sec-fetch-site": "same-origin" },
      { origin: "null" },
      { origin: "https://encaje.example" },
    ];
    for (const headers of ownSite)
      expect((await makeSuccessRoute("confirm").send(makeRequest({ headers }))).status).toBe(303);
  });
});
