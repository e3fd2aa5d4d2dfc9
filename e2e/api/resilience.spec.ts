import { expect as baseExpect } from "@playwright/test";
import pg from "pg";
import { EmbeddedPostgres } from "../../scripts/embedded-postgres.ts";
import { migrate } from "../../scripts/migrate.ts";
import { findFreePort } from "../../scripts/processes.ts";
import { server } from "../support/built-app.ts";
import { firstByDay, nightly } from "../support/nightly.ts";
import { test as base, Load, listPostgres, queryAt, readDatabaseUrl, sendSignal } from "../support/processes.ts";
import {
  type Client,
  createClient,
  createDatabase,
  evaluation,
  inquiry,
  readId,
  strictApiError,
} from "../support/test.ts";

const expect = baseExpect.configure({ timeout: 60_000 });
const callers = 50;
/** Minimum number of acknowledged submissions between two kills. */
const acknowledgedBetween = 100;

type Kill = { killed: string; acknowledged: number; stored: number; recoveredAfterMs: number };

/** Waits until the outage that began at `since` is over, then expects every acknowledged submission in the database. */
async function expectRecovery(load: Load, dataDir: string, killed: string, since: number): Promise<Kill> {
  await expect.poll(() => load.measureRecovery(since), { intervals: [5] }).toBeDefined();
  const { acknowledged, missing } = await load.compare(readDatabaseUrl(dataDir));
  expect(missing).toEqual([]);
  const recoveredAfterMs = Math.round(load.measureRecovery(since) ?? 0);
  return { killed, acknowledged, stored: acknowledged - missing.length, recoveredAfterMs };
}

async function waitForAcknowledgements(load: Load): Promise<void> {
  const before = load.acknowledged.length;
  await expect.poll(() => load.acknowledged.length - before, { intervals: [5] }).toBeGreaterThan(acknowledgedBetween);
}

async function stopAndReport(load: Load, dataDir: string, rows: Kill[]): Promise<void> {
  await load.stop();
  const { acknowledged, missing } = await load.compare(readDatabaseUrl(dataDir));
  expect(missing).toEqual([]);
  const heading = `${callers} callers; acknowledged ${acknowledged}, of these not stored ${missing.length}`;
  const lines = rows.map(
    (row, at) =>
      `${String(at + 1).padStart(3)}  ${row.killed.padEnd(20)} ${String(row.acknowledged).padStart(12)} ${String(row.stored).padStart(7)} ${String(row.recoveredAfterMs).padStart(10)} ms`,
  );
  console.log([heading, " no  killed               acknowledged  stored  first 201 after", ...lines].join("\n"));
}

/** Settings of an app with the embedded database in `dataDir`. Only our own server starts that database itself. */
const test = base.extend<{ env: Record<string, string> }>({
  env: async ({ dataDir }, use) => {
    const postgres =
      server === "own" ? undefined : await EmbeddedPostgres.start({ dataDir, onMessage: () => undefined });
    if (postgres) await migrate(postgres.url);
    const PORT = String(await findFreePort());
    const limits = { RATE_LIMIT_IP_MAX: "10000000", LOG_LEVEL: "silent" };
    await use({ DATABASE_URL: postgres?.url ?? "", DATA_DIR: dataDir, PORT, ...limits });
    await postgres?.stop();
  },
});

test("loses no acknowledged submission when the database or the app fails under load", async ({
  dataDir,
  env,
  startOwn,
}) => {
  test.setTimeout(180_000);
  const app = await startOwn(env);
  const load = new Load(app.url, callers);
  const names = ["postmaster", "postgres: encaje encaje", "postgres: checkpointer", "postgres: walwriter"];
  const rows: Kill[] = [];
  for (const name of firstByDay(names)) {
    await waitForAcknowledgements(load);
    const victim = listPostgres(dataDir).find(({ title }) => title.startsWith(name));
    expect(victim).toBeDefined();
    const since = performance.now();
    sendSignal([victim?.pid ?? 0], "SIGKILL");
    rows.push(await expectRecovery(load, dataDir, name, since));
  }
  // The app kept running, so it responded to every request that failed.
  expect(load.listFailureKinds()).toEqual(["503"]);

  await waitForAcknowledgements(load);
  const since = performance.now();
  await app.stop("SIGKILL");
  const left = listPostgres(dataDir)[0]?.pid ?? 0;
  const { url } = await startOwn(env);
  rows.push(await expectRecovery(load, dataDir, "the app", since));
  // Our own start replaces the Postgres that the killed app left running.
  if (server === "own") expect(listPostgres(dataDir)[0]?.pid).not.toBe(left);
  await stopAndReport(load, dataDir, rows);
  expect(load.listFailureKinds()).toEqual(["503", "no answer"]);
  await test.step("a database that hangs", () => expectOutageSurvived(url, createFreeze(dataDir), false));
});

type Outage = { databaseUrl: string; begin: () => Promise<void>; end: () => Promise<void> };

/** Freezes every process of the Postgres in `dataDir`, so that it neither responds nor closes connections. */
function createFreeze(dataDir: string): Outage {
  let frozen: number[] = [];
  return {
    databaseUrl: readDatabaseUrl(dataDir),
    begin: async () => {
      frozen = listPostgres(dataDir).map(({ pid }) => pid);
      sendSignal(frozen, "SIGSTOP");
    },
    end: async () => sendSignal(frozen, "SIGCONT"),
  };
}

/** Locks every table, as a running migration or backup may. */
function createTableLock(databaseUrl: string): Outage {
  const blocker = new pg.Client({ connectionString: databaseUrl });
  return {
    databaseUrl,
    begin: async () => {
      await blocker.connect();
      await blocker.query("BEGIN; LOCK TABLE submissions, catalog_entries IN ACCESS EXCLUSIVE MODE");
    },
    end: () => blocker.end(),
  };
}

/** Expects the response of an outage: a 503 in the contract's shape, with Retry-After. */
async function expectUnavailable(ask: () => ReturnType<Client["get"]>): Promise<void> {
  const { status, json, headers } = await ask();
  expect(status).toBe(503);
  expect(strictApiError.parse(json).code).toBeUndefined();
  expect(headers.get("retry-after")).toMatch(/^[1-9]\d*$/);
}

async function expectOutageSurvived(
  url: string,
  { databaseUrl, begin, end }: Outage,
  isReadyMeanwhile: boolean,
): Promise<void> {
  const client = createClient(url);
  const evaluate = () => client.post("/api/leads/evaluate", evaluation());
  const contact = () => client.post("/api/leads/contact", inquiry());
  const stored = [readId((await evaluate()).json), readId((await contact()).json)];
  await begin();
  try {
    // A connection pool that is exhausted or full of dead connections fails the second wave at the latest.
    for (const wave of ["a", "b"]) {
      const asked = [
        ...Array.from({ length: 12 }, () => [evaluate, contact]).flat(),
        () => client.get(`/api/catalog?search=${wave}`),
        () => client.get(`/api/catalog/${wave}`),
        () => client.get("/api/catalog"),
        ...(isReadyMeanwhile ? [] : [() => client.get("/api/readyz")]),
      ];
      const waiting = asked.map(expectUnavailable);
      expect((await client.get("/api/healthz")).json).toEqual({ status: "ok" });
      await Promise.all(waiting);
    }
  } finally {
    await end();
  }
  for (const ask of [evaluate, contact, () => client.get("/api/catalog"), () => client.get("/api/readyz")]) {
    await expect.poll(async () => Math.floor((await ask()).status / 100)).toBe(2);
  }
  for (const [at, kind] of ["evaluation", "inquiry"].entries()) {
    const text = "SELECT FROM submissions WHERE kind = $1 AND id = $2";
    expect(await queryAt(databaseUrl, text, [kind, stored[at]])).toHaveLength(1);
  }
}

test("responds with a 503 while the database's tables are locked, and recovers", nightly, async ({ startOwn }) => {
  const url = await createDatabase();
  const app = await startOwn({ DATABASE_URL: url, RATE_LIMIT_IP_MAX: "1000" });
  await expectOutageSurvived(app.url, createTableLock(url), true);
});
