import { afterAll, describe, expect, test, vi } from "vitest";
import * as z from "zod/mini";
import type { OperatorRole } from "../domain/desk/operator.ts";
import { AppError } from "../domain/errors.ts";
import { disconnect, newOperator } from "../server/auth/operator.fixture.ts";
import { fixedText } from "./exchange.fixture.ts";
import { handleAdminForm, handleDeskForm } from "./handle-desk-form.ts";

Object.assign(process.env, { LOG_LEVEL: "silent" });
afterAll(disconnect);

const Input = z.object({ id: z.string(), text: z.string().check(z.minLength(2)), tags: z.array(z.string()) });
const secret = "of a person";

function form(result: () => Promise<number> = async () => 7, make: typeof handleDeskForm = handleDeskForm) {
  const verb = vi.fn(async (_who: unknown, _input: unknown) => result());
  const route = make({
    name: "testForm",
    schema: Input,
    repeated: ["tags"],
    bytesMax: 1_000,
    verb,
    setCookies: (number) => [`a=${number}`, "b=2"],
    keep: ({ text }) => [`typed=${text}`],
    next: (number, { id }) => `/admin/done/${id}?n=${number}`,
    back: ({ id }) => `/admin/things/${id}`,
  });
  return { verb, route };
}

async function cookieOf(role: OperatorRole = "member"): Promise<string> {
  return (await newOperator(role)).cookie;
}

const params = (values?: Record<string, string>) => ({ params: Promise.resolve(values) });
const url = "http://localhost:3000/api/admin/things/5";
const fields = "text=hello&text=later&tags=x&tags=y&id=99";

type Sent = { cookie?: string; body?: string; method?: string; headers?: Record<string, string>; isPage?: boolean };

function request({ cookie, body = fields, method = "POST", headers = {}, isPage = false }: Sent): Request {
  return new Request(url, {
    method,
    body: method === "POST" ? body : undefined,
    headers: {
      "content-type": "application/x-www-form-urlencoded",
      accept: isPage ? "text/html" : "*/*",
      ...(cookie ? { cookie } : {}),
      ...headers,
    },
  });
}

async function send(route: ReturnType<typeof form>["route"], sent: Sent) {
  const response = await route(request(sent), params({ id: "5" }));
  const { status, headers } = response;
  expect(headers.get("cache-control")).toBe("no-store");
  return { status, headers, location: headers.get("location"), text: await response.text() };
}

describe("a form of the desk", () => {
  test("hands the verb the operator and what was sent, the address before the fields", async () => {
    const { verb, route } = form();
    const { operator, cookie } = await newOperator("member");
    const answer = await send(route, { cookie: cookie, isPage: true });
    expect(verb.mock.calls[0]?.slice(0, 2)).toEqual([operator, { id: "5", text: "hello", tags: ["x", "y"] }]);
    expect([answer.status, answer.location]).toEqual([303, "/admin/done/5?n=7"]);
    expect(answer.headers.getSetCookie()).toEqual(["a=7", "b=2"]);
  });

  test("answers whoever asks for no page without one", async () => {
    const answer = await send(form().route, { cookie: await cookieOf() });
    expect([answer.status, answer.location, answer.text]).toEqual([204, null, ""]);
  });

  test("is refused from another site before anything else is looked at", async () => {
    const { verb, route } = form();
    const foreign: Record<string, string>[] = [
      { origin: "https://evil.example" },
      { origin: "null" },
      { "sec-fetch-site": "cross-site" },
    ];
    for (const headers of foreign) {
      for (const cookie of [undefined, await cookieOf()]) {
        expect((await send(route, { cookie, headers })).status).toBe(403);
      }
    }
    expect(verb).not.toHaveBeenCalled();
  });

  test("asks for a session before method, size or fields", async () => {
    const { verb, route } = form();
    for (const sent of [{}, { method: "GET" }, { body: "x".repeat(2_000) }, { body: "" }]) {
      const answer = await send(route, sent);
      expect([answer.status, answer.text]).toEqual([401, '{"error":"Sign in first."}']);
    }
    const page = await send(route, { isPage: true });
    expect([page.status, page.location]).toEqual([303, "/admin/sign-in?to=%2Fadmin%2Fthings%2F5&problem=unauthorized"]);
    expect(verb).not.toHaveBeenCalled();
  });

  test("of admins is closed to a member", async () => {
    const { verb, route } = form(undefined, handleAdminForm);
    expect((await send(route, { cookie: await cookieOf("member") })).status).toBe(403);
    expect(verb).not.toHaveBeenCalled();
    expect((await send(route, { cookie: await cookieOf("admin") })).status).toBe(204);
  });

  test("says which method, size, type or field is wrong, and calls no verb", async () => {
    const { verb, route } = form();
    const cookie = await cookieOf();
    const get = await send(route, { cookie, method: "GET" });
    expect([get.status, get.headers.get("allow")]).toEqual([405, "POST"]);
    expect((await send(route, { cookie, body: "x".repeat(1_001) })).status).toBe(413);
    expect((await send(route, { cookie, headers: { "content-type": "text/plain" } })).status).toBe(415);
    const invalid = await send(route, { cookie, body: "text=a" });
    expect(invalid.status).toBe(400);
    expect(invalid.text).toContain("text");
    expect(verb).not.toHaveBeenCalled();
  });

  test("leads a browser back to its page with the kind of the problem, and what it keeps of what was typed", async () => {
    const { route } = form();
    const cookie = await cookieOf();
    const invalid = await send(route, { cookie, body: "text=a", isPage: true });
    expect([invalid.status, invalid.location]).toEqual([303, "/admin/things/5?problem=invalid_input"]);
    expect(invalid.headers.getSetCookie()).toEqual(["typed=a"]);
    const large = await send(route, { cookie, body: "x".repeat(1_001), isPage: true });
    expect([large.location, large.headers.get("connection")]).toEqual(["/admin/things/5?problem=too_large", "close"]);
  });

  test("tells nothing of a fault of ours", async () => {
    const broken = () => form(() => Promise.reject(new Error(secret))).route;
    const cookie = await cookieOf();
    const answer = await send(broken(), { cookie });
    expect([answer.status, JSON.parse(answer.text)]).toEqual([500, { error: fixedText }]);
    const page = await send(broken(), { cookie, isPage: true });
    expect(page.location).toBe("/admin/things/5?problem=internal");
  });

  test("tells the verb's own refusal", async () => {
    const { route } = form(() => Promise.reject(new AppError("conflict", "Somebody was first.")));
    const answer = await send(route, { cookie: await cookieOf() });
    expect([answer.status, JSON.parse(answer.text)]).toEqual([409, { error: "Somebody was first." }]);
  });
});
