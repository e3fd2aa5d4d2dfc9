import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { query } from "../../scripts/databases.fixture.ts";
import { AppError } from "../domain/errors.ts";
import { switchToOwnDatabase } from "../server/own-database.fixture.ts";
import { contactUrl, get, inquiry, post } from "./exchange.fixture.ts";
import { respond } from "./exchange.ts";
import { createMetrics, serveMetrics } from "./metrics.ts";
import { redirectSeeOther } from "./respond.ts";
import { routes } from "./routes.ts";

const { url } = await switchToOwnDatabase(process.env);
const { scrape } = createMetrics();

const findValue = (text: string, series: string) =>
  text
    .split("\n")
    .find((line) => line.startsWith(`${series} `))
    ?.slice(series.length + 1);

test("counts requests by operation and status, with duration buckets", async () => {
  await routes.healthCheck(get("http://localhost:3000/api/healthz"));
  await routes.submitContact(get(contactUrl));
  const text = await scrape();
  expect(findValue(text, 'encaje_request_duration_seconds_count{operation="healthCheck",status="200"}')).toBe("1");
  expect(findValue(text, 'encaje_request_duration_seconds_count{operation="submitContact",status="405"}')).toBe("1");
  expect(text).toContain('encaje_request_duration_seconds_bucket{le="0.005",operation="healthCheck",status="200"}');
  expect(text).toContain('encaje_request_duration_seconds_bucket{le="+Inf",operation="healthCheck",status="200"} 1');
});

test("counts a form and a tool that fail by the error, not by the redirect or result that says so", async () => {
  const fail = async () => {
    throw new AppError("unavailable", "Away.");
  };
  await respond("submitContact", post({}), fail, (_, { headers }) => redirectSeeOther("/en/contact/refused", headers));
  await respond("mcp", post({}), async (exchange) => {
    exchange.unreportedError = new AppError("unavailable", "Away.");
    return { status: 200, headers: {}, body: "" };
  });
  const text = await scrape();
  for (const operation of ["submitContact", "mcp"]) {
    expect(findValue(text, `encaje_request_duration_seconds_count{operation="${operation}",status="503"}`)).toBe("1");
  }
});

test("reads the counts of mails and replies from the database at each scrape", async () => {
  const before = await scrape();
  expect(findValue(before, "encaje_database_up")).toBe("1");
  expect(findValue(before, "encaje_replies_late")).toBe("0");
  expect(before).not.toMatch(/^encaje_backup_age_seconds \d/m);
  const backUp = "INSERT INTO audit_entries (at, actor, action) VALUES (now() - $1 * interval '1 hour', 'console', $2)";
  await query(url, backUp, [50, "data_backed_up"]);
  await query(url, backUp, [30, "data_backed_up"]);
  await query(url, backUp, [1, "data_restored"]);
  expect((await routes.submitContact(post(inquiry({ email: "privada@example.com" })))).status).toBe(201);
  await query(
    url,
    "UPDATE submissions SET created_at = now() - interval '3 days', reply_due_at = now() - interval '1 day'",
  );
  const text = await scrape();
  expect(findValue(text, 'encaje_mails_waiting{mail="acknowledgement"}')).toBe("1");
  expect(Number(findValue(text, 'encaje_mails_oldest_seconds{mail="notice"}'))).toBeGreaterThan(250_000);
  expect(findValue(text, "encaje_replies_due")).toBe("0");
  expect(findValue(text, "encaje_replies_late")).toBe("1");
  expect(Number(findValue(text, "encaje_mail_worker_missing_minutes"))).toBeGreaterThan(4000);
  expect(Math.floor(Number(findValue(text, "encaje_backup_age_seconds")) / 3_600)).toBe(30);
  expect(Number(findValue(text, "encaje_catalog_version"))).toBeGreaterThan(0);
  expect(findValue(text, 'encaje_database_waiting{kind="mail"}')).toBe("0");
  expect(Number(findValue(text, 'encaje_database_connections{kind="intake",state="idle"}'))).toBeGreaterThan(0);
  expect(text).toContain("nodejs_eventloop_lag_p99_seconds");
  expect(text).not.toMatch(/privada|@/);
});

test("serves no path but /metrics", async () => {
  const server = await serveMetrics(0);
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const ask = (path: string) => fetch(`http://127.0.0.1:${port}${path}`);
  const response = await ask("/metrics");
  expect([response.status, response.headers.get("content-type")]).toEqual([
    200,
    expect.stringContaining("version=0.0.4"),
  ]);
  expect((await ask("/")).status).toBe(404);
  await expect(serveMetrics(port)).rejects.toThrow(`METRICS_PORT ${port} is in use`);
  server.closeAllConnections();
  await Promise.all([once(server, "close"), server.close()]);
});

test("requires METRICS_TOKEN as a bearer token if it is set", async () => {
  const server = await serveMetrics(0, "token-of-the-metrics-scraper-of-32");
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const ask = async (authorization?: string) => {
    const headers = new Headers(authorization === undefined ? {} : { authorization });
    const response = await fetch(`http://127.0.0.1:${port}/metrics`, { headers });
    return [response.status, response.headers.get("www-authenticate"), (await response.text()).includes("encaje_")];
  };
  const refused = [401, "Bearer", false];
  const token = "token-of-the-metrics-scraper-of-32";
  for (const wrong of [undefined, "", token, "Bearer", "Bearer x", `Bearer ${token}x`, `Basic ${token}`]) {
    expect(await ask(wrong)).toEqual(refused);
  }
  expect(await ask(`Bearer ${token}`)).toEqual([200, null, true]);
});
