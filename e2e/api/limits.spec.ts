import { once } from "node:events";
import { type OutgoingHttpHeaders, request } from "node:http";
import { expect } from "@playwright/test";
import type { App } from "../../tools/processes.ts";
import { shareApps, test } from "../support/processes.ts";
import { waitForResponse } from "../support/raw.ts";
import {
  type Client,
  createClient,
  evaluation,
  inquiry,
  query,
  randomAddress,
  randomEmail,
  strictApiError,
} from "../support/test.ts";

const startShared = shareApps();

/** Starts an app on the shared database. The rate limit's window is a day, so that it never ends during a test. */
const startLimited = (): Promise<App> =>
  startShared({
    DATABASE_URL: process.env.E2E_DATABASE_URL ?? "",
    RATE_LIMIT_IP_MAX: "4",
    RATE_LIMIT_WINDOW_SECONDS: "86400",
    TRUSTED_PROXY_HOPS: "1",
  });

const evaluate = (client: Client, change = {}) => client.post("/api/leads/evaluate", evaluation(change));
const contact = (client: Client, change = {}) => client.post("/api/leads/contact", inquiry(change));

/** Sends one inquiry over its own connection, with the header lines exactly as given. */
async function postInquiry({ url }: App, headers: OutgoingHttpHeaders): Promise<number> {
  const outgoing = request(`${url}/api/leads/contact`, {
    method: "POST",
    agent: false,
    headers: { "content-type": "application/json", ...headers },
  });
  outgoing.end(JSON.stringify(inquiry()));
  const incoming = await waitForResponse(outgoing);
  incoming.resume();
  await once(incoming, "end");
  return incoming.statusCode ?? 0;
}

test("accepts exactly 4 of 20 simultaneous submissions with a limit of 4", async () => {
  const client = createClient((await startLimited()).url);
  const email = randomEmail();
  const submit = (_: unknown, at: number) => (at % 2 ? evaluate : contact)(client, { email });
  const answers = await Promise.all(Array.from({ length: 20 }, submit));
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(4);
  const refused = answers.filter(({ status }) => status === 429);
  expect(refused).toHaveLength(16);
  for (const { json, headers } of refused) {
    expect(strictApiError.parse(json).code).toBe("rate_limited");
    expect(headers.get("retry-after")).toMatch(/^[1-9]\d*$/);
    expect(headers.get("ratelimit-policy")).toBe('"client";q=4;w=86400');
  }
  expect(await query("SELECT id FROM submissions WHERE email = $1", [email])).toHaveLength(4);
});

test("counts a client by the address that the trusted proxy saw", async () => {
  const app = await startLimited();
  const via = (...typed: string[]) => postInquiry(app, { "X-Forwarded-For": typed.join(", ") });
  const [me, other] = [randomAddress(), randomAddress()];
  expect([await via(me), await via("10.9.9.1", me), await via(me), await via(other, me)]).toEqual(Array(4).fill(201));
  expect([await via(me), await via("10.9.9.2", me), await via(other, other, me)]).toEqual([429, 429, 429]);
  expect(await postInquiry(app, { "X-Forwarded-For": ["10.9.9.3", me] })).toBe(429);
  expect(await via(me, other)).toBe(201);
});

test("refuses a flood of POSTs before reading their bodies, and serves other requests", async () => {
  const { url } = await startLimited();
  const address = randomAddress();
  const client = createClient(url, address);
  const junk = await Promise.all(Array.from({ length: 40 }, () => client.post("/api/leads/evaluate", "{}")));
  expect(new Set(junk.map(({ status }) => status))).toEqual(new Set([400]));
  expect((await contact(client)).status).toBe(429);

  const outgoing = request(`${url}/api/leads/contact`, {
    method: "POST",
    headers: { "content-type": "application/json", "content-length": 1000, "x-forwarded-for": address },
  });
  outgoing.on("error", () => undefined);
  outgoing.flushHeaders();
  const incoming = await waitForResponse(outgoing);
  expect(incoming.statusCode).toBe(429);
  expect(incoming.headers["retry-after"]).toMatch(/^[1-9]\d*$/);
  expect(incoming.headers["ratelimit-policy"]).toBe('"requests";q=40;w=86400');
  outgoing.destroy();

  for (const path of ["/api/catalog", "/api/readyz"]) expect((await client.get(path)).status, path).toBe(200);
  expect((await contact(createClient(url))).status).toBe(201);
});
