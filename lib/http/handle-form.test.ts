import { describe, expect, test, vi } from "vitest";
import { operations } from "../contract/operations.ts";
import { readFieldFaults } from "../contract/refusal.ts";
import { AppError } from "../domain/errors.ts";
import type { RequestContext } from "../domain/request-context.ts";
import { privacyNoticeVersion } from "../domain/submissions/core/promises.ts";
import { answersByKeyWorth, nineTwos, specQuestions } from "../domain/submissions/core/valid-input.fixture.ts";
import { readReceipt } from "../server/submissions/intake/receipts.ts";
import { freezeClock } from "./clock.fixture.ts";
import { inquiry, post, randomAddress, readWhole } from "./exchange.fixture.ts";
import {
  acknowledgeInquiry,
  contactFields,
  contactPaths,
  evaluationFields,
  formUrl,
  postForm,
  toFormRoute,
} from "./form.fixture.ts";
import { handle } from "./handle.ts";
import { contactForm, evaluationForm, handleForm } from "./handle-form.ts";
import { toRoute } from "./next-router.ts";

Object.assign(process.env, {
  LOG_LEVEL: "silent",
  RATE_LIMIT_IP_MAX: "2",
  SITE_URL: "https://encaje.example",
  UPSTASH_REDIS_REST_URL: "",
});

const now = freezeClock();
/** The creation time of an earlier submission that the posted form repeats. */
const storedAt = new Date(now - 60_000);
const seventh = { kind: "inquiry", id: 7, route: null, sentAt: storedAt };

type Answered = { status: number; location: string; query: URLSearchParams; cookie: string; headers: Headers };

async function read(answer: Response | Promise<Response>): Promise<Answered> {
  const { status, headers } = await answer;
  const location = headers.get("location") ?? "";
  const query = new URL(location, formUrl).searchParams;
  return { status, location, query, cookie: headers.get("set-cookie") ?? "", headers };
}

function makeContactRoute(result = async () => acknowledgeInquiry(7, storedAt)) {
  const useCase = vi.fn(async (_input: unknown, _context: RequestContext) => result());
  const route = toFormRoute(handleForm(contactForm, useCase, contactPaths));
  return { useCase, send: (request: Request, locale = "en") => read(route(request, locale)), route };
}

function postEvaluation(result: object, fields = evaluationFields()) {
  const receipt = { kind: "evaluation", sentAt: storedAt, ...result };
  const useCase = vi.fn(async (_input: unknown, _context: RequestContext) => ({ ...result, receipt }) as never);
  const answer = read(toFormRoute(handleForm(evaluationForm, useCase, contactPaths))(postForm(fields), "es"));
  return { useCase, answer };
}

const makeFailingRoute = (fault: unknown) => makeContactRoute(async () => Promise.reject(fault));

/** Parses the Set-Cookie header, and decodes the value like a page does. */
function readCookie({ cookie }: Answered): { name: string; value: string; attributes: string[] } {
  const [pair = "", ...attributes] = cookie.split("; ");
  const [name = "", value = ""] = pair.split("=");
  return { name, value: decodeURIComponent(value), attributes };
}

describe("a form posted without JavaScript", () => {
  test("passes a posted form to the use case like an API body, and redirects", async () => {
    const { useCase, send } = makeContactRoute();
    const answer = await send(postForm(contactFields({ name: " Ana Ruiz ", message: "Line one.\r\nLine two." })), "es");
    expect(answer).toMatchObject({ status: 303, location: "/es/contact/sent" });
    expect(answer.headers.get("cache-control")).toBe("no-store");
    expect(answer.headers.get("x-request-id")).toBeTruthy();
    const [input, context] = useCase.mock.calls[0] ?? [];
    expect(input).toEqual({
      name: "Ana Ruiz",
      email: "ana@example.com",
      message: "Line one.\nLine two.",
      language: "es",
      sourcePage: "/es/contact",
      channel: "web",
    });
    expect(context).toMatchObject({ noticeVersion: privacyNoticeVersion, now: new Date(now) });
    expect(context?.submissionKey).toMatch(/^[\w-]{16,64}$/);
  });

  test("responds to a form with a filled honeypot like to any other", async () => {
    const { useCase, send } = makeContactRoute();
    const plain = await send(postForm(contactFields()));
    const filled = await send(postForm(contactFields({ website: "https://spam.example" })));
    expect({ ...filled, cookie: "", headers: null }).toEqual({ ...plain, cookie: "", headers: null });
    const [[input, context] = [], [trapped, trappedContext] = []] = useCase.mock.calls;
    expect(trapped).toEqual(input);
    expect([context?.isHoneypotFilled, trappedContext?.isHoneypotFilled]).toEqual([false, true]);
  });

  test("sets a receipt cookie for the whole site for seven days", async () => {
    const { name, value, attributes } = readCookie(
      await makeContactRoute().send(postForm(contactFields({ topic: "a-1" }))),
    );
    expect(name).toBe("contact-receipt");
    expect(readReceipt("inquiry", new Date(now), value)).toEqual(seventh);
    expect(attributes.sort()).toEqual(["Max-Age=604800", "Path=/", "SameSite=Lax", "Secure"]);
  });

  test("puts the receipt into the URL only if the browser sent no cookie", async () => {
    const sendFrom = (cookie: string) => makeContactRoute().send(postForm(contactFields(), { headers: { cookie } }));
    const { location, query } = await sendFrom("");
    expect(location).toMatch(/^\/en\/contact\/sent\?receipt=/);
    expect(readReceipt("inquiry", new Date(now), query.get("receipt"))).toMatchObject(seventh);
    expect((await sendFrom("locale=en")).location).toBe("/en/contact/sent");
  });

  test.each([
    { id: 1, route: "qualified", schedulingUrl: "https://calendar.example.com/año;x" },
    { id: 2, route: "review" },
    { id: 3, route: "redirect" },
  ])("puts the verdict into the receipt of an evaluation: $route", async (result) => {
    const { answer, useCase } = postEvaluation({ ...result, message: "Gracias.", score: 18 });
    const { name, value } = readCookie(await answer);
    expect(name).toBe("evaluation-receipt");
    const { id, route } = result;
    expect(readReceipt("evaluation", new Date(now), value)).toMatchObject({ kind: "evaluation", id, route });
    expect(value).not.toMatch(/Gracias|score/);
    expect(useCase.mock.calls[0]?.[0]).toMatchObject({ answers: nineTwos, language: "es", sourcePage: "/es/contact" });
  });

  test("drops a notice version that was never published", async () => {
    for (const noticeVersion of ["", "1999-01-01", "<b>"]) {
      const { useCase, send } = makeContactRoute();
      expect((await send(postForm(contactFields({ noticeVersion })))).status).toBe(303);
      expect(useCase.mock.calls[0]?.[1].noticeVersion).toBeUndefined();
    }
  });
});

describe("the submission key of a form", () => {
  async function readKey(fields = contactFields(), locale = "en", at = now): Promise<string> {
    vi.setSystemTime(at);
    const { useCase, send } = makeContactRoute();
    await send(postForm(fields), locale);
    return useCase.mock.calls[0]?.[1].submissionKey ?? "";
  }

  test("gives two posted forms one submission key only for equal content on one day", async () => {
    const key = await readKey();
    const day = 24 * 60 * 60 * 1000;
    const midnight = Math.ceil(now / day) * day;
    expect(await readKey(contactFields(), "en", midnight - 1)).toBe(key);
    const others = [
      await readKey(contactFields(), "en", midnight),
      await readKey(contactFields(), "es"),
      await readKey(contactFields({ message: "How long does it take??" })),
      await readKey(contactFields({ topic: "prize-draws" })),
    ];
    expect(new Set([key, ...others]).size).toBe(5);
    expect(key, "reveals no content").toMatch(/^[\w-]{43}$/);
  });
});

describe("a refused form without JavaScript", () => {
  test("redirects to a page that lists the faults without any typed value", async () => {
    const { useCase, send } = makeContactRoute();
    const fields = contactFields({ message: "Secret", email: "juana@secret", name: " " });
    const answer = await send(postForm(fields), "es");
    expect(answer).toMatchObject({ status: 303, cookie: "" });
    const [path] = answer.location.split("?");
    expect(path).toBe("/es/contact/refused");
    expect(readFieldFaults(answer.query.get("fields"))).toEqual([
      { field: "name", rule: "required" },
      { field: "email", rule: "pattern" },
      { field: "message", rule: "too_short" },
    ]);
    expect([...answer.query.keys()]).toEqual(["fields"]);
    expect(JSON.stringify([...answer.headers])).not.toMatch(/secret|juana/i);
    expect(useCase).not.toHaveBeenCalled();
  });

  test("lists each missing answer by its question", async () => {
    const { budget: _, ...answers } = answersByKeyWorth(nineTwos);
    const noAnswer = Object.fromEntries(specQuestions.map(([key]) => [key, ""]));
    const one = await postEvaluation({}, { ...evaluationFields(noAnswer), ...answers }).answer;
    expect(one.query.get("fields")).toBe("budget=required");
    const all = await postEvaluation({}, {}).answer;
    const keys = readFieldFaults(all.query.get("fields")).map(({ field }) => field);
    expect(keys.slice(0, 9)).toEqual(specQuestions.map(([key]) => key));
    expect(keys.slice(9)).toEqual(["projectDescription", "discoverySource", "name", "role", "company", "email"]);
  });

  test("does not name an invalid hidden field to the visitor", async () => {
    const { location } = await makeContactRoute().send(postForm(contactFields({ topic: "NO TOPIC" })));
    expect(location).toBe("/en/contact/refused?problem=refused");
    const { query } = await makeContactRoute().send(postForm(contactFields({ topic: "NO TOPIC", email: "x" })));
    expect(query.get("fields")).toBe("email=pattern");
  });

  test("counts forms and API calls against one limit, and shows the minutes to wait", async () => {
    for (const [secondsIn, minutes] of [
      [0, "11"],
      [1, "10"],
      [541, "1"],
      [599, "1"],
    ] as const) {
      const from = randomAddress();
      const { send, useCase } = makeContactRoute();
      vi.setSystemTime(now + secondsIn * 1000);
      const byApi = toRoute(handle(operations.submitContact, async () => ({ id: 1, success: true })));
      expect((await byApi(post(inquiry(), { from }))).status).toBe(201);
      expect((await send(postForm(contactFields(), { from }))).cookie).toBeTruthy();
      const answer = await send(postForm(contactFields(), { from }));
      expect(answer.location).toBe(`/en/contact/refused?problem=rate_limited&minutes=${minutes}`);
      expect(answer).toMatchObject({ status: 303, cookie: "" });
      // With Retry-After on a redirect, browsers could wait before they show the page.
      expect(answer.headers.has("retry-after")).toBe(false);
      expect(useCase).toHaveBeenCalledTimes(1);
    }
  });

  test("offers another try after an unexpected error, and hides the error", async () => {
    const secret = "juana@example.com";
    for (const fault of [
      new AppError("unavailable", "Away.", { retryAfterSeconds: 5, cause: new Error(secret) }),
      new AppError("internal", secret),
      new Error(secret),
      secret,
      undefined,
    ]) {
      const { route } = makeFailingRoute(fault);
      const answer = await route(postForm(contactFields()));
      expect(await read(answer.clone())).toMatchObject({
        status: 303,
        location: "/en/contact/refused?problem=unavailable",
        cookie: "",
      });
      expect(await readWhole(answer)).not.toContain("juana");
    }
    const misshapen = postEvaluation({ id: "7", route: "review", message: secret });
    expect(await misshapen.answer).toMatchObject({ location: "/es/contact/refused?problem=unavailable", cookie: "" });
  });

  test("redirects to the refusal page if the body is too large or malformed", async () => {
    const large = await makeContactRoute().send(postForm(contactFields({ message: "x".repeat(256 * 1024) })));
    expect(large).toMatchObject({ status: 303, location: "/en/contact/refused?problem=refused" });
    expect(large.headers.get("connection")).toBe("close");
    const broken = await makeContactRoute().send(postForm("\xff", { headers: { "content-encoding": "identity" } }));
    expect(broken.location).toMatch(/^\/en\/contact\/refused\?fields=/);
  });
});
