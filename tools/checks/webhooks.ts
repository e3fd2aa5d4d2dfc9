// `npm run check -- webhooks`: records 10,000 events while receivers answer 500, reset, redirect, hang and answer 410
// in turns, and the check kills worker and database. Every event must arrive with its own id, and an endpoint that
// hangs must not delay another one by more than a second.
import { randomBytes } from "node:crypto";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type pg from "pg";
import { listPostgres, sendSignal } from "../../e2e/support/processes.ts";
import { EndpointInput } from "../../lib/domain/webhooks/endpoint.ts";
import { toRawTransaction } from "../../lib/server/db.ts";
import { type Manner, Receiver } from "../../lib/server/webhooks/receiver.fixture.ts";
import { EmbeddedPostgres } from "../../scripts/embedded-postgres.ts";
import { migrate } from "../../scripts/migrate.ts";
import { withConnection } from "../../scripts/migration-lock.ts";
import { type Running, startScript } from "../processes.ts";
import { addCleanUp, makeFolder, retryUntilDone, runCheck } from "../run-check.ts";

const events = 10_000;
const manners: Manner[] = [500, "reset", "redirect", "hang", 410];
const phaseMilliseconds = 30_000;
/** Longer than a lease: until a killed worker's leases end, its deliveries count against the endpoint's limit. */
const killMilliseconds = 40_000;
const eventsAtOnce = 50;
const delayMillisecondsMax = 1_000;
const measuredEvents = 40;
/** Replays begin this long before the pause, because events may be stored a moment after their time. */
const missedMilliseconds = 10_000;

const receiver = new Receiver();
const host = await receiver.start();
const folder = await makeFolder("webhooks-check");
const dataDir = path.join(folder, "data");
const postgres = await EmbeddedPostgres.start({ dataDir, settings: ["-c", "fsync=off"], onMessage: () => undefined });
await addCleanUp(() => postgres.stop());
await migrate(postgres.url);
const env = {
  DATABASE_URL: postgres.url,
  DATA_DIR: path.join(folder, "worker"),
  AUTH_SECRET: randomBytes(32).toString("base64url"),
  INSIDE_HOSTS: host,
  LOG_LEVEL: "silent",
};
Object.assign(process.env, env);
const { newOperator } = await import("../../lib/server/access/operator.fixture.ts");
const { recordWebhookEvents } = await import("../../lib/server/queue/webhooks.ts");
const { replayWebhooks } = await import("../../lib/server/webhooks/endpoints.ts");
const { listEndpoints, saveEndpoint, switchEndpoint } = await import("../../lib/server/webhooks/endpoints.ts");
const { operator: admin } = await newOperator("admin");
const createContext = () => ({ admin, now: new Date() });

const languages = ["en", "es"] as const;
const channels = ["web", "ai_agent"] as const;
const pathsOfLeads = languages.flatMap((language) => channels.map((channel) => `/${language}-${channel}`));
const setManner = (manner: Manner) => {
  for (const each of pathsOfLeads) receiver.manners[each] = manner;
};

async function addEndpoint(name: string, conditions: object): Promise<void> {
  const asked = {
    name,
    url: `http://${host}${name}`,
    events: ["submission.created"],
    shape: "ids",
    format: "standard",
  };
  await saveEndpoint(EndpointInput.parse({ ...asked, ...conditions }), createContext());
}

async function query<Row extends pg.QueryResultRow>(text: string): Promise<Row[]> {
  return withConnection(postgres.url, async (client) => (await client.query<Row>(text)).rows);
}

/**
 * Records events of submissions that do not exist. Their bodies contain only ids, which is enough to tell them apart.
 */
async function recordEvents(kind: "inquiry" | "evaluation", ids: number[]): Promise<void> {
  const at = new Date();
  const events = ids.map((id) => {
    const [language, channel] = [languages[id % 2], channels[(id >> 1) % 2]];
    return { type: "submission.created" as const, at, kind, id, language, channel };
  });
  await withConnection(postgres.url, (client) => recordWebhookEvents(toRawTransaction(client), events));
}

const startWorker = () => startScript(path.join("scripts", "worker.ts"), "The worker ", env);
let worker: Running;
const kills = { worker: 0, database: 0 };

async function killProcessesUntil(isDone: () => boolean): Promise<void> {
  for (let turn = 0; !isDone(); turn++) {
    await sleep(killMilliseconds);
    await worker.stop("SIGKILL");
    kills.worker++;
    if (turn % 2) {
      sendSignal([listPostgres(dataDir)[0]?.pid ?? 0], "SIGKILL");
      kills.database++;
    }
    worker = await retryUntilDone(startWorker);
  }
}

/** @returns the longest time from an event to its arrival, in milliseconds */
async function measureLongestDelay(first: number): Promise<number> {
  for (let at = 0; at < measuredEvents; at++) {
    await recordEvents("evaluation", [first + at]);
    await sleep(100);
  }
  const listDelays = () =>
    receiver.list("/quick").flatMap(({ body, at }) => {
      const { timestamp, data } = JSON.parse(body);
      return data.id >= first ? [at - Date.parse(timestamp)] : [];
    });
  while (listDelays().length < measuredEvents) await sleep(50);
  return Math.max(...listDelays());
}

/** Switches paused endpoints on, and replays events that they missed or that failed for good, as docs/desk.md says. */
async function resumeDeliveries(): Promise<void> {
  for (const { id: endpoint, version, pausedAt } of await listEndpoints({ admin })) {
    if (!pausedAt) continue;
    await switchEndpoint({ endpoint, version, isOn: true }, createContext());
    const since = new Date(pausedAt.getTime() - missedMilliseconds).toISOString();
    await replayWebhooks({ endpoint, since }, createContext());
  }
  const dead = await query<{ endpoint: string; event: string }>(
    "SELECT endpoint_id AS endpoint, event_id AS event FROM webhook_deliveries WHERE state = 'dead'",
  );
  for (const each of dead) await replayWebhooks(each, createContext());
  await query("UPDATE webhook_deliveries SET next_at = now() WHERE state = 'waiting' AND next_at > now()");
}

await runCheck(
  async () => {
    for (const language of languages) {
      for (const channel of channels)
        await addEndpoint(`/${language}-${channel}`, { kind: "inquiry", language, channel });
    }
    await addEndpoint("/quick", { kind: "evaluation" });
    worker = await startWorker();
    await addCleanUp(() => worker.stop());

    const calm = await measureLongestDelay(1);
    setManner("hang");
    await recordEvents(
      "inquiry",
      Array.from({ length: 40 }, (_, at) => events + 1 + at),
    );
    const besideHanging = await measureLongestDelay(1_001);
    console.log(
      `slowest of ${measuredEvents} events: ${calm} ms, and ${besideHanging} ms beside four endpoints that hang`,
    );

    let isDone = false;
    const killing = killProcessesUntil(() => isDone);
    const startedAt = performance.now();
    const untilMilliseconds = manners.length * phaseMilliseconds;
    const pacing = (untilMilliseconds * eventsAtOnce) / events;
    const recording = (async () => {
      for (let id = 1; id <= events; id += eventsAtOnce) {
        const numbers = Array.from({ length: Math.min(eventsAtOnce, events - id + 1) }, (_, at) => id + at);
        await retryUntilDone(() => recordEvents("inquiry", numbers));
        await sleep(Math.max(0, (id / eventsAtOnce) * pacing - (performance.now() - startedAt)));
      }
    })();
    for (const manner of manners) {
      setManner(manner);
      await sleep(phaseMilliseconds);
      receiver.release();
    }
    setManner(200);
    await recording;
    for (;;) {
      await retryUntilDone(resumeDeliveries);
      const [left] = await retryUntilDone(() =>
        query<{ count: number }>("SELECT count(*)::int AS count FROM webhook_deliveries WHERE state <> 'done'"),
      );
      if (left?.count === 0) break;
      await sleep(2_000);
    }
    isDone = true;
    await killing;

    const seconds = Math.round((performance.now() - startedAt) / 1_000);
    const stored = await query<{ id: string; number: number }>(
      `SELECT id, submission_id AS number FROM webhook_events WHERE kind = 'inquiry'`,
    );
    const taken = receiver.received.filter(({ path: at, manner }) => at !== "/quick" && manner === 200);
    const arrivals = Map.groupBy(taken, ({ headers }) => headers["webhook-id"] ?? "");
    const lost = stored.filter(({ id }) => !arrivals.has(id));
    const other = stored.filter(({ id, number }) =>
      arrivals.get(id)?.some(({ body }) => JSON.parse(body).data.id !== number),
    );
    const numbers = new Set(stored.map(({ number }) => number));
    const missing = Array.from({ length: events }, (_, at) => at + 1).filter((number) => !numbers.has(number));
    const outcomes = await query<{ outcome: string; count: number }>(
      "SELECT coalesce(status::text, fault) AS outcome, count(*)::int AS count FROM webhook_attempts GROUP BY 1 ORDER BY 1",
    );
    console.log(`${kills.worker} kills of the worker and ${kills.database} of the database in ${seconds} s`);
    console.log(`attempts: ${outcomes.map(({ outcome, count }) => `${outcome} ${count}`).join(", ")}`);
    console.log(
      `${stored.length} events, ${arrivals.size} arrived, ${taken.length - arrivals.size} of them again, ${lost.length} lost, ${missing.length} not recorded, ${other.length} under another id`,
    );
    const isWhole = !lost.length && !missing.length && !other.length && arrivals.size === stored.length;
    return isWhole && kills.database > 0 && besideHanging - calm <= delayMillisecondsMax;
  },
  { minutes: 40 },
);
