// `npm run check:rolling-restart`: two instances behind haproxy are restarted in turn under load; no request may fail.

import { spawn, spawnSync } from "node:child_process";
import fs from "node:fs";
import { Agent, request } from "node:http";
import os from "node:os";
import path from "node:path";
import { json } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { queryAt } from "../../e2e/support/processes.ts";
import { inquiry } from "../../e2e/support/test.ts";
import { SubmissionResult } from "../../lib/domain/submissions/schema.ts";
import { buildIfNeeded } from "../build.ts";
import { type App, freePort, startApp } from "../processes.ts";
import { atEnd, runCheck } from "../run-check.ts";
import { startTestDatabase } from "../test-database.ts";

const { values } = parseArgs({
  options: { restarts: { type: "string", default: "10" }, rate: { type: "string", default: "200" } },
});
const requestsPerSecond = Number(values.rate);
/** In turn; undefined is a submission. */
const paths = [
  "/api/catalog",
  undefined,
  "/api/healthz",
  "/api/catalog/prize-draws",
  undefined,
  "/api/catalog?search=envio",
  "/en",
];

type Counts = { sent: number; milliseconds: number[]; failures: Record<string, number>; acknowledged: number[] };

/** Sends at a fixed rate, without waiting for answers and without retries. */
class OpenLoad {
  readonly counts: Counts = { sent: 0, milliseconds: [], failures: {}, acknowledged: [] };
  readonly #agent = new Agent({ keepAlive: true });
  readonly #port: number;
  readonly #startedAt = performance.now();
  readonly #underWay = new Set<Promise<void>>();
  readonly #timer: NodeJS.Timeout;

  constructor(port: number) {
    this.#port = port;
    this.#timer = setInterval(() => {
      const due = ((performance.now() - this.#startedAt) / 1000) * requestsPerSecond;
      while (this.counts.sent < due) this.#sendNext();
    }, 5);
  }

  #sendNext(): void {
    const sending = this.#send(paths[this.counts.sent++ % paths.length]).then(
      (milliseconds) => void this.counts.milliseconds.push(milliseconds),
      (error: NodeJS.ErrnoException) => {
        const kind = error.code ?? error.message;
        this.counts.failures[kind] = (this.counts.failures[kind] ?? 0) + 1;
      },
    );
    this.#underWay.add(sending);
    void sending.then(() => this.#underWay.delete(sending));
  }

  async #send(path: string | undefined): Promise<number> {
    const sentAt = performance.now();
    const outgoing = request({
      host: "127.0.0.1",
      port: this.#port,
      agent: this.#agent,
      timeout: 30_000,
      path: path ?? "/api/leads/contact",
      method: path ? "GET" : "POST",
      headers: { "accept-encoding": "br", "content-type": "application/json" },
    });
    const { promise, resolve, reject } = Promise.withResolvers<number>();
    outgoing.on("error", reject).on("timeout", () => outgoing.destroy(new Error("no answer in 30 s")));
    outgoing.on("response", async (response) => {
      response.on("error", reject);
      // The proxy answers in HTML.
      const whose = response.headers["content-type"]?.includes("json") ? "the app's" : "the proxy's";
      if (response.statusCode !== (path ? 200 : 201)) reject(new Error(`${whose} ${response.statusCode}`));
      else if (path) response.on("end", () => resolve(performance.now() - sentAt));
      if (path || response.statusCode !== 201) return void response.resume();
      this.counts.acknowledged.push(SubmissionResult.parse(await json(response)).id);
      resolve(performance.now() - sentAt);
    });
    outgoing.end(path ? undefined : JSON.stringify(inquiry()));
    return promise;
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await Promise.all(this.#underWay);
    this.#agent.destroy();
  }
}

type Proxy = { port: number; waitUntilUp: () => Promise<void> };

async function startProxy(instancePorts: number[]): Promise<Proxy> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "encaje-rolling-"));
  await atEnd(async () => fs.rmSync(folder, { recursive: true, force: true }));
  const [port, statsPort] = [await freePort(), await freePort()];
  const file = path.join(folder, "haproxy.cfg");
  const servers = instancePorts.map((each, at) => `  server app${at} 127.0.0.1:${each} check inter 500ms`);
  const lines = [
    "defaults",
    "  mode http",
    "  retries 0",
    "  timeout connect 5s",
    "  timeout client 30s",
    "  timeout server 30s",
    // A slow answer to a check is still an answer.
    "  timeout check 5s",
    `frontend site\n  bind 127.0.0.1:${port}\n  default_backend app`,
    `frontend stats\n  bind 127.0.0.1:${statsPort}\n  stats enable\n  stats uri /`,
    "backend app",
    "  balance roundrobin",
    "  option forwardfor",
    "  option httpchk GET /api/readyz",
    "  http-check expect status 200",
    ...servers,
  ];
  fs.writeFileSync(file, `${lines.join("\n")}\n`);
  const child = spawn("haproxy", ["-db", "-f", file], { stdio: "ignore" });
  await atEnd(async () => child.kill());
  const isUp = async () => {
    const table = await fetch(`http://127.0.0.1:${statsPort}/;csv`).then(
      (answer) => answer.text(),
      () => "",
    );
    return table.split("\n").filter((line) => /^app,app\d,.*,UP,/.test(line)).length === instancePorts.length;
  };
  const waitUntilUp = async () => {
    while (!(await isUp())) await sleep(100);
  };
  return { port, waitUntilUp };
}

async function run(restarts: number): Promise<boolean> {
  const database = await startTestDatabase();
  await atEnd(database.close);
  const apps: App[] = [];
  await atEnd(() => Promise.all(apps.map((app) => app.stop())));
  const envs: Record<string, string>[] = [];
  for (let at = 0; at < 2; at++) {
    const env = { TRUSTED_PROXY_HOPS: "1", SHUTDOWN_DELAY_SECONDS: "", RATE_LIMIT_IP_MAX: "1000000000" };
    envs.push({ ...env, LOG_LEVEL: "silent", DATABASE_URL: database.url, PORT: String(await freePort()) });
    apps.push(await startApp(envs[at] ?? {}));
  }
  const proxy = await startProxy(envs.map(({ PORT }) => Number(PORT)));
  await proxy.waitUntilUp();
  const load = new OpenLoad(proxy.port);
  await sleep(2_000);
  for (let at = 0; at < restarts; at++) {
    const stoppedAt = performance.now();
    await apps[at % 2]?.stop();
    const seconds = ((performance.now() - stoppedAt) / 1000).toFixed(1);
    apps[at % 2] = await startApp(envs[at % 2] ?? {});
    await proxy.waitUntilUp();
    console.log(`Restart ${at + 1}: ended in ${seconds} s; failed so far ${JSON.stringify(load.counts.failures)}`);
  }
  await sleep(2_000);
  await load.stop();
  return await report(load.counts, database.url);
}

async function report({ sent, milliseconds, failures, acknowledged }: Counts, url: string): Promise<boolean> {
  const stored = new Set(
    (await queryAt<{ id: number }>(url, "SELECT id FROM submissions WHERE kind = 'inquiry'")).map(({ id }) => id),
  );
  const lost = acknowledged.filter((id) => !stored.has(id));
  const sorted = milliseconds.toSorted((a, b) => a - b);
  const at = (share: number) => `${(sorted[Math.floor(sorted.length * share)] ?? 0).toFixed(0)} ms`;
  const failed = sent - milliseconds.length;
  console.log(`Sent ${sent}, failed ${failed} ${JSON.stringify(failures)}; p50 ${at(0.5)}, p99 ${at(0.99)}`);
  console.log(`Submissions acknowledged ${acknowledged.length}, of these not stored ${lost.length}`);
  return failed === 0 && lost.length === 0;
}

if (spawnSync("haproxy", ["-v"]).status !== 0) {
  console.error("haproxy is not installed: on Debian, apt-get install haproxy.");
  process.exit(1);
}
buildIfNeeded();
await runCheck(() => run(Number(values.restarts)));
