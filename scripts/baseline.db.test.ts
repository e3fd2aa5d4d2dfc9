import { afterEach, expect, test, vi } from "vitest";
import { newestReplaced } from "./baseline.ts";
import {
  createMigratedDatabase,
  createOlderDatabase,
  query,
  readHistory,
  replaceBaseline,
} from "./databases.fixture.ts";
import { checkDatabase } from "./doctor/database.ts";
import { migrateAtStart, readMigrations } from "./migrate.ts";

vi.setConfig({ testTimeout: 30_000 });
const names = readMigrations().map(({ name }) => name);
afterEach(() => void vi.unstubAllEnvs());

test("records the baseline in a database of 0.3.0 without running it", async () => {
  const url = await createOlderDatabase();
  const say = vi.spyOn(console, "log").mockReturnValue();
  expect(await migrateAtStart(url)).toEqual(names.slice(1));
  expect(await readHistory(url)).toEqual([newestReplaced, ...names]);
  expect(await migrateAtStart(url)).toEqual([]);
  expect(say.mock.calls).toEqual([]);
});

test("with MIGRATE=never, starts on a database that lacks only the baseline's record", async () => {
  const url = await createMigratedDatabase();
  await replaceBaseline(url);
  vi.stubEnv("MIGRATE", "never");
  expect(await migrateAtStart(url)).toEqual([]);
  expect(await readHistory(url)).toEqual([newestReplaced, ...names.slice(1)]);
});

test.each(["start", "one-way", "never"])("refuses a database older than 0.3.0 with MIGRATE=%s", async (when) => {
  const url = await createOlderDatabase();
  const older = "20261123064500_index_status_of_arrivals";
  await query(url, "UPDATE _prisma_migrations SET migration_name = $1", [older]);
  vi.stubEnv("MIGRATE", when);
  const refusal = "The database is from a version before 0.3.0. Start 0.3.0 on it once";
  await expect(migrateAtStart(url)).rejects.toThrow(refusal);
  expect(await readHistory(url)).toEqual([older]);
  vi.stubEnv("DATABASE_URL", url);
  const wrong = (await checkDatabase()).filter(({ level }) => level === "wrong");
  expect(wrong).toEqual([{ level: "wrong", subject: "database", text: expect.stringContaining(refusal) }]);
});
