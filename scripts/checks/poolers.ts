// `npm run check:poolers`: the built app behind PgBouncer, which Debian installs, in session and in transaction mode:
// start on an empty database, 200 submissions with their mails, searches, a killed migration and a killed pooler. And once more in
// transaction mode with DIRECT_URL, which migrations and the queue must use, and nothing else.

import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { createClient, evaluation, inquiry } from "../../e2e/support/test.ts";
import { buildIfNeeded } from "../build.ts";
import { query } from "../databases.fixture.ts";
import { EmbeddedPostgres } from "../embedded-postgres.ts";
import { type App, runNode, startApp, startScript } from "../processes.ts";
import { atEnd, runCheck } from "../run-check.ts";
import { PgBouncer, type PoolMode, poolModes } from "./pgbouncer.ts";

const submissionsCount = 200;
const searchesCount = 200;
const searches = ["", "envio", "prize", "a", "api de", "zzz"];
/** Below PgBouncer's default of 20 connections per role and database. */
const connections = "16";
const secondsMax = 30;
const directRole = "direct";

buildIfNeeded();
await runCheck(
  async () => {
    for (const mode of poolModes) if (!(await check(mode))) return false;
    return check("transaction", { isDirect: true });
  },
  { minutes: 10 },
);

async function check(mode: PoolMode, { isDirect = false } = {}): Promise<boolean> {
  const name = isDirect ? `${mode}, DIRECT_URL` : mode;
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "encaje-poolers-"));
  await atEnd(() => fs.rmSync(folder, { recursive: true, force: true }));
  const postgres = await EmbeddedPostgres.start({ dataDir: path.join(folder, "db"), onMessage: () => undefined });
  await atEnd(() => postgres.stop());
  const bouncer = await PgBouncer.start(mode, postgres.url);
  await atEnd(() => bouncer.stop());
  const DATA_DIR = path.join(folder, "data");
  const pooled = {
    DATABASE_URL: bouncer.toPooled(postgres.url),
    DATABASE_POOLER: mode,
    ...(isDirect ? { DIRECT_URL: await createDirectRole(postgres) } : {}),
  };
  const env = { ...pooled, DATABASE_CONNECTIONS: connections, DATA_DIR, MAIL_WORKER: "app", TRUSTED_PROXY_HOPS: "1" };
  const start = async () => {
    const app = await startApp({ ...env, LOG_LEVEL: "warn" });
    await atEnd(() => app.stop());
    return app;
  };

  const migrator = await killMigration(pooled, postgres.adminUrl);
  const isUnlocked = await waitFor(async () => (await countLocks(postgres.url)) === 0);
  console.log(`${name}: no advisory lock is left of a killed migration: ${isUnlocked}`);
  const startedAt = performance.now();
  const app = await start();
  console.log(`${name}: ready after ${((performance.now() - startedAt) / 1000).toFixed(1)} s`);

  const submitted = await countStatuses(submissionsCount, (at) => submit(app, at));
  console.log(`${name}: submissions ${JSON.stringify(submitted)}`);
  const searched = await countStatuses(searchesCount, async (at) => {
    const search = encodeURIComponent(`${searches[at % searches.length]}`);
    return (await createClient(app.url).get(`/api/catalog?search=${search}`)).status;
  });
  console.log(`${name}: searches ${JSON.stringify(searched)}`);
  const mails = await waitForMails(path.join(DATA_DIR, "mail"), 2 * submissionsCount);
  console.log(`${name}: mails ${mails} of ${2 * submissionsCount}`);

  const users = await listUsers(postgres.url);
  console.log(`${name}: connections of ${users.join(", ")}; migrations of ${migrator}`);
  const isSplit = isDirect
    ? migrator === directRole && `${users}` === `${directRole} encaje-mail,encaje encaje`
    : !users.some((user) => user.includes(directRole));

  const asSession = { ...pooled, DATABASE_POOLER: "session", DATA_DIR, SITE_URL: app.url };
  const { output } = await runNode(path.join("scripts", "doctor.ts"), [], asSession);
  const isDiagnosed = output.includes("Set DATABASE_POOLER=transaction.") === (mode === "transaction");
  console.log(`${name}: the doctor tells the pooler's mode: ${isDiagnosed}`);

  await bouncer.kill();
  const { status: whileAway } = await createClient(app.url).post("/api/leads/contact", inquiry());
  await bouncer.launch();
  const recovered = await waitFor(async () => (await submit(app, 0)) === 201);
  console.log(`${name}: a submission while the pooler is away ${whileAway}, again accepted after it: ${recovered}`);
  await app.stop();
  const locks = await countLocks(postgres.url);
  const next = await start();
  console.log(`${name}: advisory locks left ${locks}, the next start serves`);
  await next.stop();

  const refusals = bouncer.output().match(/unsupported startup parameter.*/g) ?? [];
  if (refusals.length) console.log(refusals.join("\n"));
  const isAll =
    submitted[201] === submissionsCount && searched[200] === searchesCount && mails === 2 * submissionsCount;
  return (
    isUnlocked && isSplit && isDiagnosed && isAll && whileAway === 503 && recovered && locks === 0 && !refusals.length
  );
}

/** Ends a migration with SIGKILL while it waits for a table. @returns the role that it signed in with */
async function killMigration(env: Record<string, string>, adminUrl: string): Promise<string> {
  const url = Object.assign(new URL(adminUrl), { pathname: new URL(env.DATABASE_URL ?? "").pathname }).href;
  const blocker = query(url, "BEGIN; CREATE TABLE operators (); SELECT pg_sleep(6); ROLLBACK");
  const waiting =
    "SELECT usename FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()";
  const killed = new AbortController();
  const text = "The database is up to date.";
  const ended = startScript("scripts/db.ts", text, env, ["migrate"], { killed: killed.signal }).catch(() => undefined);
  let migrator: string | undefined;
  await waitFor(async () => {
    migrator = (await query<{ usename: string }>(url, waiting))[0]?.usename;
    return migrator !== undefined;
  });
  killed.abort();
  await Promise.all([ended, blocker]);
  if (migrator === undefined) throw new Error("No migration was met.");
  return migrator;
}

/** A role that PgBouncer does not know, with the rights of the app's. @returns its way past the pooler */
async function createDirectRole({ url, adminUrl }: EmbeddedPostgres): Promise<string> {
  const { username } = new URL(url);
  await query(
    adminUrl,
    `CREATE ROLE ${directRole} LOGIN PASSWORD '${directRole}' IN ROLE ${username}; ALTER ROLE ${directRole} SET role = ${username}`,
  );
  return Object.assign(new URL(url), { username: directRole, password: directRole }).href;
}

/** Roles that have signed in, with the names that the app gives its connections. */
async function listUsers(url: string): Promise<string[]> {
  const rows = await query<{ user: string }>(
    url,
    `SELECT DISTINCT usename || ' ' || application_name AS user FROM pg_stat_activity
     WHERE datname = current_database() AND application_name LIKE 'encaje%' ORDER BY 1`,
  );
  return rows.map(({ user }) => user);
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
