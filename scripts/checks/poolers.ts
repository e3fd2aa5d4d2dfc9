// `npm run check:poolers`: the built app behind PgBouncer, which Debian installs, in session and in transaction mode:
// start on an empty database, 200 submissions with their mails, searches, a killed migration and a killed pooler.

import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { createClient, evaluation, inquiry } from "../../e2e/support/test.ts";
import { buildIfNeeded } from "../build.ts";
import { query } from "../databases.fixture.ts";
import { EmbeddedPostgres } from "../embedded-postgres.ts";
import { type App, startApp, startScript } from "../processes.ts";
import { atEnd, runCheck } from "../run-check.ts";
import { PgBouncer, type PoolMode, poolModes } from "./pgbouncer.ts";

const submissionsCount = 200;
const searchesCount = 200;
const searches = ["", "envio", "prize", "a", "api de", "zzz"];
/** Below PgBouncer's default of 20 connections per role and database. */
const connections = "16";
const secondsMax = 30;

buildIfNeeded();
await runCheck(
  async () => {
    for (const mode of poolModes) if (!(await check(mode))) return false;
    return true;
  },
  { minutes: 10 },
);

async function check(mode: PoolMode): Promise<boolean> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "encaje-poolers-"));
  await atEnd(() => fs.rmSync(folder, { recursive: true, force: true }));
  const postgres = await EmbeddedPostgres.start({ dataDir: path.join(folder, "db"), onMessage: () => undefined });
  await atEnd(() => postgres.stop());
  const bouncer = await PgBouncer.start(mode, postgres.url);
  await atEnd(() => bouncer.stop());
  const DATA_DIR = path.join(folder, "data");
  const pooled = { DATABASE_URL: bouncer.toPooled(postgres.url), DATABASE_POOLER: mode };
  const env = { ...pooled, DATABASE_CONNECTIONS: connections, DATA_DIR, MAIL_WORKER: "app", TRUSTED_PROXY_HOPS: "1" };
  const start = async () => {
    const app = await startApp({ ...env, LOG_LEVEL: "warn" });
    await atEnd(() => app.stop());
    return app;
  };

  await killMigration(pooled, postgres.adminUrl);
  const isUnlocked = await waitFor(async () => (await countLocks(postgres.url)) === 0);
  console.log(`${mode}: no advisory lock is left of a killed migration: ${isUnlocked}`);
  const startedAt = performance.now();
  const app = await start();
  console.log(`${mode}: ready after ${((performance.now() - startedAt) / 1000).toFixed(1)} s`);

  const submitted = await countStatuses(submissionsCount, (at) => submit(app, at));
  console.log(`${mode}: submissions ${JSON.stringify(submitted)}`);
  const searched = await countStatuses(searchesCount, async (at) => {
    const search = encodeURIComponent(`${searches[at % searches.length]}`);
    return (await createClient(app.url).get(`/api/catalog?search=${search}`)).status;
  });
  console.log(`${mode}: searches ${JSON.stringify(searched)}`);
  const mails = await waitForMails(path.join(DATA_DIR, "mail"), 2 * submissionsCount);
  console.log(`${mode}: mails ${mails} of ${2 * submissionsCount}`);

  await bouncer.kill();
  const { status: whileAway } = await createClient(app.url).post("/api/leads/contact", inquiry());
  await bouncer.launch();
  const recovered = await waitFor(async () => (await submit(app, 0)) === 201);
  console.log(`${mode}: a submission while the pooler is away ${whileAway}, again accepted after it: ${recovered}`);
  await app.stop();
  const locks = await countLocks(postgres.url);
  const next = await start();
  console.log(`${mode}: advisory locks left ${locks}, the next start serves`);
  await next.stop();

  const refusals = bouncer.output().match(/unsupported startup parameter.*/g) ?? [];
  if (refusals.length) console.log(refusals.join("\n"));
  const isAll =
    submitted[201] === submissionsCount && searched[200] === searchesCount && mails === 2 * submissionsCount;
  return isUnlocked && isAll && whileAway === 503 && recovered && locks === 0 && !refusals.length;
}

/** Ends a migration through the pooler with SIGKILL while it waits for a table. */
async function killMigration(env: Record<string, string>, adminUrl: string): Promise<void> {
  const url = Object.assign(new URL(adminUrl), { pathname: new URL(env.DATABASE_URL ?? "").pathname }).href;
  const blocker = query(url, "BEGIN; CREATE TABLE operators (); SELECT pg_sleep(6); ROLLBACK");
  const waiting = "SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()";
  const killed = new AbortController();
  const text = "The database is up to date.";
  const ended = startScript("scripts/db.ts", text, env, ["migrate"], { killed: killed.signal }).catch(() => undefined);
  const isMigrating = await waitFor(async () => (await query(url, waiting)).length > 0);
  killed.abort();
  await Promise.all([ended, blocker]);
  if (!isMigrating) throw new Error("No migration was met.");
}

async function countLocks(url: string): Promise<number> {
  return (await query(url, "SELECT FROM pg_locks WHERE locktype = 'advisory'")).length;
}

async function submit(app: App, at: number): Promise<number> {
  const client = createClient(app.url);
  const { status } = await (at % 2
    ? client.post("/api/leads/contact", inquiry())
    : client.post("/api/leads/evaluate", evaluation()));
  return status;
}

async function countStatuses(count: number, send: (at: number) => Promise<number>): Promise<Record<number, number>> {
  const statuses: Record<number, number> = {};
  let sent = 0;
  const callers = Array.from({ length: 16 }, async () => {
    while (sent < count) {
      const status = await send(sent++);
      statuses[status] = (statuses[status] ?? 0) + 1;
    }
  });
  await Promise.all(callers);
  return statuses;
}

async function waitForMails(folder: string, count: number): Promise<number> {
  const list = () => (fs.existsSync(folder) ? fs.readdirSync(folder).filter((name) => name.endsWith(".eml")) : []);
  await waitFor(async () => list().length >= count, 120);
  // One too many would come now.
  await sleep(2_000);
  return list().length;
}

async function waitFor(isDone: () => Promise<boolean>, seconds = secondsMax): Promise<boolean> {
  const until = performance.now() + seconds * 1_000;
  while (!(await isDone())) {
    if (performance.now() > until) return false;
    await sleep(100);
  }
  return true;
}
