// `npm run check -- failover`: two instances on a Postgres cluster under Patroni receive 50 submissions a second while
// the check repeatedly kills the leader. Every acknowledged submission must be stored once, and writes must resume
// within 45 seconds.
import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { queryAt } from "../../e2e/support/processes.ts";
import { inquiry } from "../../e2e/support/test.ts";
import { SubmissionResult } from "../../lib/domain/submissions/core/schema.ts";
import { buildIfNeeded } from "../../scripts/build.ts";
import { findFreePort } from "../../scripts/processes.ts";
import { startApp } from "../processes.ts";
import { runCheck, stopAtEnd } from "../run-check.ts";
import { requirePrograms, startAppProxy } from "./haproxy.ts";
import { OpenLoad } from "./open-load.ts";
import { PatroniCluster } from "./patroni.ts";

const failovers = 10;
const submissionsPerSecond = 50;
const minutesEach = 3;
const outageMillisecondsMax = 45_000;
const attemptMillisecondsMax = 15_000;
const pauseMilliseconds = 2_000;

type AcknowledgedSubmission = { id: number; email: string; attempts: number; sentAt: number; at: number };

/**
 * Sends submissions like callers that follow docs/api.md: each caller repeats its submission with the same
 * Idempotency-Key until the service acknowledges it.
 */
class Callers {
  readonly acknowledged: AcknowledgedSubmission[] = [];
  readonly refusals: Record<string, number> = {};
  readonly #url: string;
  readonly #load: OpenLoad;

  constructor(url: string) {
    this.#url = url;
    this.#load = new OpenLoad(submissionsPerSecond, () => this.#submit());
  }

  async #submit(): Promise<void> {
    const [key, email] = [randomUUID(), `${randomUUID()}@example.com`];
    const body = JSON.stringify(inquiry({ email }));
    for (let attempts = 1; ; attempts++) {
      const sentAt = performance.now();
      const { id, refusal, waitSeconds } = await this.#attempt(key, body);
      if (id !== undefined) {
        this.acknowledged.push({ id, email, attempts, sentAt, at: performance.now() });
        return;
      }
      this.refusals[refusal] = (this.refusals[refusal] ?? 0) + 1;
      await sleep(waitSeconds * 1000 + Math.random() * pauseMilliseconds);
    }
  }

  async #attempt(key: string, body: string): Promise<{ id?: number; refusal: string; waitSeconds: number }> {
    try {
      const response = await fetch(`${this.#url}/api/leads/contact`, {
        method: "POST",
        headers: { "content-type": "application/json", "idempotency-key": key },
        body,
        signal: AbortSignal.timeout(attemptMillisecondsMax),
      });
      const text = await response.text();
      if (response.status === 201)
        return { id: SubmissionResult.parse(JSON.parse(text)).id, refusal: "", waitSeconds: 0 };
      return { refusal: String(response.status), waitSeconds: Number(response.headers.get("retry-after")) };
    } catch {
      return { refusal: "no answer", waitSeconds: 0 };
    }
  }

  /** Waits until a submission sent after `since` is acknowledged. */
  async waitForAcknowledgement(since: number): Promise<void> {
    while (!this.acknowledged.some(({ sentAt }) => sentAt > since)) await sleep(50);
  }

  /** Returns the longest time without an acknowledgement since `since`, in milliseconds. */
  measureLongestPause(since: number): number {
    const times = this.acknowledged.map(({ at }) => at).filter((at) => at > since);
    return Math.max(...times.sort((a, b) => a - b).map((at, index) => at - (times[index - 1] ?? since)));
  }

  /** Starts no more submissions. Resolves once every started one is acknowledged. */
  finish(): Promise<void> {
    return this.#load.stop();
  }
}

async function run(): Promise<boolean> {
  const cluster = await PatroniCluster.start();
  const ports = [await findFreePort(), await findFreePort()];
  for (const port of ports) {
    const env = { TRUSTED_PROXY_HOPS: "1", RATE_LIMIT_IP_MAX: "1000000000", LOG_LEVEL: "silent" };
    await stopAtEnd(startApp({ ...env, DATABASE_URL: cluster.url, PORT: String(port) }));
  }
  const proxy = await startAppProxy(ports);
  await proxy.waitUntilUp();
  const callers = new Callers(`http://127.0.0.1:${proxy.port}`);
  console.log(" no  killed    leader  then    new leader after  longest time without a 201  acknowledged");
  let isInTime = true;
  for (let at = 0; at < failovers; at++) {
    await sleep(5_000);
    await cluster.waitUntilComplete();
    const victim = at % 2 === 0 ? "postgres" : "patroni";
    const killedAt = performance.now();
    const former = await cluster.kill(victim);
    await cluster.waitForOtherLeader(former);
    const electedAt = performance.now();
    await cluster.restartPatroni(former);
    await callers.waitForAcknowledgement(electedAt);
    const pause = callers.measureLongestPause(killedAt);
    isInTime &&= pause <= outageMillisecondsMax;
    const formatSeconds = (milliseconds: number) => `${(milliseconds / 1000).toFixed(1)} s`;
    const cells = [
      String(at + 1).padStart(3),
      victim.padEnd(8),
      former.padEnd(6),
      ((await cluster.findLeader()) ?? "").padEnd(6),
      formatSeconds(electedAt - killedAt).padStart(16),
      formatSeconds(pause).padStart(26),
      String(callers.acknowledged.length).padStart(12),
    ];
    console.log(cells.join("  "));
  }
  await callers.finish();
  return (await reportLosses(callers, cluster.url)) && isInTime;
}

async function reportLosses({ acknowledged, refusals }: Callers, url: string): Promise<boolean> {
  const rows = await queryAt<{ id: number; email: string }>(url, "SELECT id, email FROM submissions");
  const stored = new Map(rows.map(({ id, email }) => [email, id]));
  const lost = acknowledged.filter(({ id, email }) => stored.get(email) !== id);
  const retried = acknowledged.filter(({ attempts }) => attempts > 1);
  const doubled = rows.length - stored.size;
  console.log(`Attempts that were not acknowledged: ${JSON.stringify(refusals)}`);
  console.log(
    `Acknowledged ${acknowledged.length}, ${retried.length} of them after retries; lost ${lost.length}, stored twice ${doubled}`,
  );
  return lost.length === 0 && doubled === 0;
}

requirePrograms(
  { haproxy: ["-v"], etcd: ["--version"], patroni: ["--version"] },
  "on Debian, apt-get install patroni python3-etcd etcd-server haproxy postgresql.",
);
buildIfNeeded();
await runCheck(run, { minutes: minutesEach * failovers + minutesEach });
