import { setTimeout as sleep } from "node:timers/promises";
import { beforeEach, describe, expect, test } from "vitest";
import { AppError } from "../domain/errors.ts";
import { checkReadiness } from "./check-health.ts";
import { database, disconnect } from "./db.ts";
import { markOwnServer } from "./host.ts";
import { applyRealTimeouts } from "./timeouts.fixture.ts";

beforeEach(applyRealTimeouts);

async function catchFailure(work: Parameters<typeof database>[0]): Promise<unknown> {
  return database(work).then(
    () => undefined,
    (error: unknown) => error,
  );
}

describe("unavailable database", () => {
  test("cancels a statement that takes too long, and reports an unavailable database", async () => {
    const error = await catchFailure((db) => db.$queryRaw`SELECT pg_sleep(10)`);
    expect(error).toBeInstanceOf(AppError);
    expect(error).toMatchObject({ kind: "unavailable", retryAfterSeconds: 5 });
    const sleeping = () =>
      database(
        (db) => db.$queryRaw`
          SELECT pid FROM pg_stat_activity
          WHERE state = 'active' AND query = 'SELECT pg_sleep(10)' AND pid <> pg_backend_pid()`,
      );
    await expect.poll(sleeping).toEqual([]);
  });

  test("reports an unavailable database when the connection is lost in the middle of a statement", async () => {
    const error = await catchFailure((db) => db.$queryRaw`SELECT pg_terminate_backend(pg_backend_pid())`);
    expect(error).toMatchObject({ kind: "unavailable" });
  });
});

describe("pooler that switches sessions between transactions", () => {
  test("reports an unavailable database when a prepared statement is missing in the session", async () => {
    const error = await catchFailure((db) => db.$executeRawUnsafe("EXECUTE absent"));
    expect(error).toMatchObject({ kind: "unavailable", retryAfterSeconds: 5 });
  });

  test("reports an unavailable database when a prepared statement's name is taken", async () => {
    const prepareTwice = (tx: { $executeRawUnsafe: (sql: string) => Promise<unknown> }) =>
      tx.$executeRawUnsafe("PREPARE twice AS SELECT 1").then(() => tx.$executeRawUnsafe("PREPARE twice AS SELECT 1"));
    expect(await catchFailure((db) => db.$transaction(prepareTwice))).toMatchObject({ kind: "unavailable" });
  });
});

test("applies the settings for each kind of work in the session", async () => {
  const read = async (kind: Parameters<typeof database>[1]) => {
    const { rows } = await database(
      (_db, pool) =>
        pool.query(
          `SELECT name, setting, source FROM pg_settings
           WHERE name IN ('jit', 'statement_timeout', 'lock_timeout', 'plan_cache_mode') AND source = ANY ($1) ORDER BY 1`,
          [["session", "client", "override"]],
        ),
      kind,
    );
    return Object.fromEntries(rows.map(({ name, setting, source }) => [name, `${setting} by ${source}`]));
  };
  const bounded = { jit: "off by session", statement_timeout: "2000 by session" };
  expect(await read("submissions")).toEqual(bounded);
  expect(await read("maintenance")).toEqual({ ...bounded, statement_timeout: "60000 by session" });
  expect(await read("intake")).toEqual({ ...bounded, lock_timeout: "500 by session" });
  expect(await read("catalog")).toEqual({ ...bounded, plan_cache_mode: "force_custom_plan by session" });
});

describe("errors that are not the database's", () => {
  test.each([
    ["a broken constraint", "INSERT INTO catalog_entries (slug) VALUES (NULL)"],
    ["wrong SQL", "SELEKT 1"],
    ["a missing column", "SELECT nothing FROM submissions"],
  ])("does not report an unavailable database for %s", async (_name, sql) => {
    expect(await catchFailure((db) => db.$queryRawUnsafe(sql))).not.toBeInstanceOf(AppError);
  });

  test("throws an error from a bug in our code unchanged", async () => {
    const fault = new TypeError("x is undefined");
    expect(await catchFailure(() => Promise.reject(fault))).toBe(fault);
  });
});

test("runs catalog searches on other connections than submissions", async () => {
  const sleepers = Array.from({ length: 10 }, () =>
    database((db) => db.$queryRaw`SELECT pg_sleep(1)::text`, "catalog"),
  );
  await database((db) => db.$queryRaw`SELECT 1`);
  await Promise.all(sleepers);
});

test("answers the readiness check without waiting for submissions", async () => {
  let waiting = 30;
  const sleepers = Array.from({ length: waiting }, () =>
    database((db) => db.$queryRaw`SELECT pg_sleep(1)::text`).then(() => waiting--),
  );
  markOwnServer();
  await checkReadiness();
  expect(waiting).toBeGreaterThan(0);
  await Promise.all(sleepers);
});

test("closes connections that only the driver has used", async () => {
  await disconnect();
  const pool = await database(async (_db, own) => own.query("SELECT 1").then(() => own), "catalog");
  await disconnect();
  expect(pool.totalCount).toBe(0);
});

test("lets a maintenance transaction wait longer for its connection than Prisma does by default", async () => {
  const pool = await database(async (_db, own) => own, "maintenance");
  const clients = await Promise.all(Array.from({ length: pool.options.max }, () => pool.connect()));
  const count = database((db) => db.$transaction((tx) => tx.submission.count()), "maintenance");
  await sleep(2_500);
  for (const client of clients) client.release();
  expect(await count).toEqual(expect.any(Number));
});

test("survives the loss of an idle connection without Prisma", async () => {
  await disconnect();
  const [idle] = await database(async (_db, pool) => (await pool.query("SELECT pg_backend_pid() AS pid")).rows);
  await database((db) => db.$queryRaw`SELECT pg_terminate_backend(${idle.pid}::int)`, "catalog");
  await sleep(100);
  const rows = await database(async (_db, pool) => (await pool.query("SELECT 1 AS one")).rows);
  expect(rows).toEqual([{ one: 1 }]);
});
