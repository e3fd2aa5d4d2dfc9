import { afterAll, describe, expect, test } from "vitest";
import { AppError } from "../domain/errors.ts";
import { checkReadiness } from "./check-health.ts";
import { database, disconnect } from "./db.ts";

afterAll(disconnect);

async function catchFailure(work: Parameters<typeof database>[0]): Promise<unknown> {
  return database(work).then(
    () => undefined,
    (error: unknown) => error,
  );
}

describe("the database is unavailable", () => {
  test("when a statement takes too long, and the statement is cancelled", async () => {
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

  test("when the connection is cut in the middle of a statement", async () => {
    const error = await catchFailure((db) => db.$queryRaw`SELECT pg_terminate_backend(pg_backend_pid())`);
    expect(error).toMatchObject({ kind: "unavailable" });
  });
});

describe("an error passes through unchanged", () => {
  test.each([
    ["a broken constraint", "INSERT INTO catalog_entries (slug) VALUES (NULL)"],
    ["wrong SQL", "SELEKT 1"],
    ["a missing column", "SELECT nothing FROM submissions"],
  ])("for %s", async (_name, sql) => {
    expect(await catchFailure((db) => db.$queryRawUnsafe(sql))).not.toBeInstanceOf(AppError);
  });

  test("for a bug in our code", async () => {
    const fault = new TypeError("x is undefined");
    expect(await catchFailure(() => Promise.reject(fault))).toBe(fault);
  });
});

test("searches of the catalog leave submissions their connections", async () => {
  const sleepers = Array.from({ length: 10 }, () =>
    database((db) => db.$queryRaw`SELECT pg_sleep(1)::text`, "catalog"),
  );
  await database((db) => db.$queryRaw`SELECT 1`);
  await Promise.all(sleepers);
});

test("waiting submissions do not delay the readiness check", async () => {
  const waiting = Array.from({ length: 30 }, () => database((db) => db.$queryRaw`SELECT pg_sleep(1)::text`));
  const startedAt = performance.now();
  await checkReadiness();
  const readyAfter = performance.now() - startedAt;
  await Promise.all(waiting);
  expect(readyAfter).toBeLessThan((performance.now() - startedAt) / 2);
});

test("losing an idle connection does not end a process that has used only the driver", async () => {
  await disconnect();
  const [idle] = await database(async (_db, pool) => (await pool.query("SELECT pg_backend_pid() AS pid")).rows);
  await database((db) => db.$queryRaw`SELECT pg_terminate_backend(${idle.pid}::int)`, "catalog");
  await new Promise((resolve) => setTimeout(resolve, 100));
  const rows = await database(async (_db, pool) => (await pool.query("SELECT 1 AS one")).rows);
  expect(rows).toEqual([{ one: 1 }]);
});
