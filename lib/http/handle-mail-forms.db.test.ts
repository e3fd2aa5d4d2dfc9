import { expect, test } from "vitest";
import { switchToOwnDatabase } from "../server/own-database.fixture.ts";
import { DeskRecords, newEmail } from "../server/submissions/core/desk.fixture.ts";
import { post, randomAddress } from "./exchange.fixture.ts";

const { url } = await switchToOwnDatabase(process.env);
Object.assign(process.env, { LOG_LEVEL: "silent", RATE_LIMIT_IP_MAX: "3", SITE_URL: "https://encaje.example" });
const { findSiteRoute } = await import("./site-routes.ts");
const { toResponse } = await import("./next-router.ts");
const { confirmSubscription, findSubscription } = await import("../server/catalog/subscribers.ts");

const { client } = new DeskRecords(url);
const page = "/en/changes/subscription";
const type = { "content-type": "application/x-www-form-urlencoded", host: "localhost:3000" };

type Options = { query?: string; from?: string; headers?: Record<string, string>; target?: string };

async function send(
  body: string,
  { query = "", from = randomAddress(), headers = {}, target = `${page}/send` }: Options = {},
) {
  const request = post(body, {
    url: `https://encaje.example${target}${query}`,
    from,
    headers: { ...type, ...headers },
  });
  const response = await findSiteRoute("POST", target)?.(request);
  if (!response) throw new Error("no such form");
  const { status, headers: sent } = toResponse(response);
  return { status, location: sent.get("location"), cacheControl: sent.get("cache-control") };
}

const enter = (email: string, options?: Options) => send(String(new URLSearchParams({ email })), options);

async function readSubscriber(email: string) {
  const { rows } = await client.query("SELECT id AS token, language FROM subscribers WHERE email = $1", [email]);
  return rows[0] ?? {};
}
const readState = (token: string) => findSubscription(token, { now: new Date() });

async function subscribe(): Promise<{ email: string; token: string }> {
  const email = newEmail();
  await enter(email);
  const { token } = await readSubscriber(email);
  await confirmSubscription({ token, noticeVersion: undefined }, { now: new Date() });
  return { email, token };
}

test("sends the same response for new, unconfirmed and subscribed addresses", async () => {
  const fresh = newEmail();
  const expected = { status: 303, location: `${page}?sent=1`, cacheControl: "no-store" };
  for (const email of [fresh, fresh, fresh.toUpperCase(), (await subscribe()).email]) {
    expect(await enter(email)).toEqual(expected);
  }
  const spanish = newEmail();
  const { location } = await enter(` ${spanish} `, { target: "/es/cambios/suscripcion/enviar" });
  expect(location).toBe("/es/cambios/suscripcion?sent=1");
  expect([(await readSubscriber(fresh)).language, (await readSubscriber(spanish)).language]).toEqual(["en", "es"]);
});

test("stores no subscription for an invalid address, another site's form or a flood", async () => {
  for (const body of ["", "email=ana", "email=%00a%40b.example", `email=${"a".repeat(250)}%40b.example`]) {
    expect(await send(body)).toMatchObject({ status: 303, location: `${page}?fields=email%3Dpattern` });
  }
  const email = newEmail();
  expect(await enter(email, { headers: { origin: "https://other.example" } })).toMatchObject({ status: 403 });
  expect(await send(`email=${"a".repeat(5_000)}`)).toMatchObject({ status: 413 });
  const from = randomAddress();
  for (const _ of [1, 2, 3]) expect(await enter(newEmail(), { from })).toMatchObject({ location: `${page}?sent=1` });
  const { location } = await enter(email, { from });
  expect(location).toMatch(/\?problem=rate_limited&minutes=\d+$/);
  expect(await readSubscriber(email)).toEqual({});
});

test("confirms and ends a subscription by the buttons of its page", async () => {
  const email = newEmail();
  await enter(email);
  const { token } = await readSubscriber(email);
  const press = (change: string) => send(String(new URLSearchParams({ token, change, noticeVersion: "2026-11-28" })));
  const back = { status: 303, location: `${page}?token=${token}` };
  expect(await press("confirm")).toMatchObject(back);
  expect(await readState(token)).toBe("confirmed");
  const { rows } = await client.query("SELECT notice_version AS version FROM subscribers WHERE email = $1", [email]);
  expect(rows).toEqual([{ version: "2026-11-28" }]);
  expect(await press("end")).toMatchObject(back);
  expect(await readState(token)).toBe("ended");
});

const boundary = "a";
test.each([
  ["a form", "List-Unsubscribe=One-Click", type["content-type"]],
  [
    "a body in parts",
    `--${boundary}\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--${boundary}--\r\n`,
    `multipart/form-data; boundary=${boundary}`,
  ],
])("ends a subscription on a mail program's one-click POST, sent as %s", async (_, body, contentType) => {
  const { token } = await subscribe();
  const options = { query: `?token=${token}`, headers: { "content-type": contentType } };
  for (const _press of ["first", "second"]) {
    expect(await send(body, options)).toEqual({ status: 200, location: null, cacheControl: "no-store" });
  }
  expect(await readState(token)).toBe("ended");
});

test("changes no subscription on GET, or on a POST that is not one-click", async () => {
  const { token } = await subscribe();
  const get = new Request(`https://encaje.example${page}/send?token=${token}`, { headers: { host: "localhost:3000" } });
  const response = await findSiteRoute("GET", `${page}/send`)?.(get);
  expect(response).toMatchObject({ status: 303, headers: { Location: `${page}?token=${token}` } });
  expect(await send("", { query: `?token=${token}` })).toMatchObject({ status: 400, location: null });
  expect(await readState(token)).toBe("confirmed");
});
