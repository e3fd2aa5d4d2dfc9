import { expect, test } from "@playwright/test";
import { randomAddress, randomEmail } from "../support/test.ts";

const url = process.env.E2E_URL ?? "";

/** Posts an inquiry like a browser without script, and returns the response without following redirects. */
function postInquiry(path: string, headers: Record<string, string> = {}): Promise<Response> {
  const fields = { name: "Ana Ruiz", email: randomEmail(), message: "How long does it take?" };
  const sent = { "x-forwarded-for": randomAddress(), cookie: "locale=en", ...headers };
  return fetch(`${url}${path}`, {
    method: "POST",
    redirect: "manual",
    headers: sent,
    body: new URLSearchParams(fields),
  });
}

test("shows a sent form's result only in the browser that sent it", async () => {
  const { headers } = await postInquiry("/es/contacto/enviar");
  const location = headers.get("location");
  const cookies = headers.getSetCookie().map((cookie) => cookie.split(";", 1)[0] ?? "");
  const reference = /^contact-receipt=([^.]+)\./m.exec(cookies.join("\n"))?.[1] ?? "none";
  const page = (cookie: string) => fetch(`${url}${location}`, { headers: { cookie } });
  const own = await page(cookies.join("; "));
  expect([own.status, (await own.text()).includes(`>${reference}<`)]).toEqual([200, true]);
  const shared = await fetch(`${url}${location}?receipt=x`);
  expect(shared.headers.get("referrer-policy")).toBe("no-referrer");
  expect(own.headers.get("cache-control")).toContain("no-store");
  const others = await page("");
  expect([others.status, (await others.text()).includes(`>${reference}<`)]).toEqual([200, false]);
});

test("never redirects to the host in a caller's X-Forwarded-Host or Forwarded header", async () => {
  const { headers } = await postInquiry("/en/contact/send", {
    "x-forwarded-host": "evil.example",
    "x-forwarded-proto": "javascript",
    forwarded: "host=evil.example",
  });
  expect(headers.get("location")).toBe("/en/contact/sent");
  expect(JSON.stringify([...headers])).not.toContain("evil.example");
});
