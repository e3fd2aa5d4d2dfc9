// `npm run check -- rolling-restart`: restarts two instances behind haproxy in turn under load; no request may fail.
// With `-- --from FOLDER`, a built checkout of an earlier version, upgrades them to this version and rolls back.

import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { queryAt } from "../../e2e/support/processes.ts";
import { evaluation, inquiry, readId } from "../../e2e/support/test.ts";
import { buildIfNeeded } from "../../scripts/build.ts";
import { findFreePort } from "../../scripts/processes.ts";
import { type App, startApp } from "../processes.ts";
import { addCleanUp, runCheck } from "../run-check.ts";
import { startTestDatabase } from "../test-database.ts";
import { requirePrograms, startAppProxy } from "./haproxy.ts";
import { OpenLoad } from "./open-load.ts";

const { values } = parseArgs({ options: { from: { type: "string" } } });
const former = values.from && path.resolve(values.from);
const restarts = former ? 4 : 10;
const requestsPerSecond = former ? 70 : 200;
/** Minimum time between restarts with --from, so that both versions serve side by side. */
const mixedMilliseconds = 10_000;

type SentRequest = { path: string; body?: () => Record<string, unknown> };
/** Requests to send in rotation. */
const requests: SentRequest[] = [
  { path: "/api/catalog" },
  { path: "/api/leads/contact", body: inquiry },
  { path: "/en/evaluation" },
  { path: "/api/catalog/prize-draws" },
  { path: "/api/leads/evaluate", body: evaluation },
  { path: "/api/catalog?search=envio" },
  { path: "/es/catalogo/prize-draws" },
];

/** Sends requests without retries, and records the outcomes. */
class Sender {
  readonly milliseconds: number[] = [];
  readonly failures: Record<string, number> = {};
  readonly acknowledged: string[] = [];
  readonly #url: string;

  constructor(port: number) {
    this.#url = `http://127.0.0.1:${port}`;
  }

  async send(sent: SentRequest): Promise<void> {
    const sentAt = performance.now();
    try {
      await this.#sendRequest(sent);
      this.milliseconds.push(performance.now() - sentAt);
    } catch (error) {
      const { message, cause } = error as { message: string; cause?: { code?: string } };
      const kind = cause?.code ?? message;
      this.failures[kind] = (this.failures[kind] ?? 0) + 1;
    }
  }

  async #sendRequest({ path, body }: SentRequest): Promise<void> {
    const response = await fetch(this.#url + path, {
      method: body ? "POST" : "GET",
      headers: { "accept-encoding": "br", "content-type": "application/json" },
      body: body && JSON.stringify(body()),
      signal: AbortSignal.timeout(30_000),
    });
    // The app's errors are JSON, the proxy's are HTML.
    const whose = response.headers.get("content-type")?.includes("json") ? "the app's" : "the proxy's";
    if (response.status !== (body ? 201 : 200)) throw new Error(`${whose} ${response.status} at ${path}`);
    if (!body) return void (await response.arrayBuffer());
    const id = readId(await response.json());
    this.acknowledged.push(`${body === inquiry ? "inquiry" : "evaluation"} ${id}`);
  }
}

/**
 * Chooses the checkout in which an instance restarts: both instances restart in this version, then both in the former
 * version if --from names one, and so on. @returns undefined for this checkout
 */
const chooseFolder = (restart: number) => (Math.floor(restart / 2) % 2 === 1 ? former : undefined);

async function run(): Promise<boolean> {
  const database = await startTestDatabase();
  await addCleanUp(database.close);
  const apps: App[] = [];
  await addCleanUp(() => Promise.all(apps.map((app) => app.stop())));
  const envs: Record<string, string>[] = [];
  for (let at = 0; at < 2; at++) {
    const env = { TRUSTED_PROXY_HOPS: "1", SHUTDOWN_DELAY_SECONDS: "", RATE_LIMIT_IP_MAX: "1000000000" };
    envs.push({ ...env, LOG_LEVEL: "silent", DATABASE_URL: database.url, PORT: String(await findFreePort()) });
    apps.push(await startApp(envs[at] ?? {}, { folder: former }));
  }
  const proxy = await startAppProxy(envs.map(({ PORT }) => Number(PORT)));
  await proxy.waitUntilUp();
  const sender = new Sender(proxy.port);
  const load = new OpenLoad(requestsPerSecond, (at) => sender.send(requests[at % requests.length] ?? { path: "/" }));
  await sleep(2_000);
  for (let at = 0; at < restarts; at++) {
    const stoppedAt = performance.now();
    await apps[at % 2]?.stop();
    const seconds = ((performance.now() - stoppedAt) / 1000).toFixed(1);
    const folder = chooseFolder(at);
    apps[at % 2] = await startApp(envs[at % 2] ?? {}, { folder });
    await proxy.waitUntilUp();
    if (former) await sleep(mixedMilliseconds);
    const version = former ? ` and started in ${folder ? "the former" : "this"} version` : "";
    console.log(`Restart ${at + 1}: ended in ${seconds} s${version}; failed ${JSON.stringify(sender.failures)}`);
  }
  await sleep(2_000);
  await load.stop();
  return await reportOutcome(load.begun, sender, database.url);
}

async function reportOutcome(sent: number, counted: Sender, url: string): Promise<boolean> {
  const { milliseconds, failures, acknowledged } = counted;
  const rows = await queryAt<{ name: string }>(url, "SELECT concat(kind, ' ', id) AS name FROM submissions");
  const stored = new Set(rows.map(({ name }) => name));
  const lost = acknowledged.filter((id) => !stored.has(id));
  const sorted = milliseconds.toSorted((a, b) => a - b);
  const at = (share: number) => `${(sorted[Math.floor(sorted.length * share)] ?? 0).toFixed(0)} ms`;
  const failed = sent - milliseconds.length;
  console.log(`Sent ${sent}, failed ${failed} ${JSON.stringify(failures)}; p50 ${at(0.5)}, p99 ${at(0.99)}`);
  console.log(`Submissions acknowledged ${acknowledged.length}, of these not stored ${lost.length}`);
  return failed === 0 && lost.length === 0;
}

requirePrograms({ haproxy: ["-v"] }, "on Debian, apt-get install haproxy.");
buildIfNeeded();
await runCheck(run);
