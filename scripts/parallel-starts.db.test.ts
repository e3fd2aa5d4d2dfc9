import { expect, test, vi } from "vitest";
import { newestReplaced } from "./baseline.ts";
import { createEmptyDatabase, createOlderDatabase, readHistory } from "./databases.fixture.ts";
import { readMigrations } from "./migrate.ts";
import { startBoth } from "./parallel-starts.fixture.ts";

vi.setConfig({ testTimeout: 60_000 });
const names = readMigrations().map(({ name }) => name);

const startMigrating = (databaseUrl: string, killsOne: boolean) =>
  startBoth({
    script: "scripts/db.ts",
    args: ["migrate"],
    readyText: "The database is up to date.",
    databaseUrl,
    envs: [{}, {}],
    killsOne,
  });

const databases = [
  { what: "an empty", create: createEmptyDatabase, applied: names },
  { what: "an older", create: createOlderDatabase, applied: [newestReplaced, ...names] },
];

test.each(databases)(
  "lets two processes that migrate $what database at once both finish",
  async ({ create, applied }) => {
    const url = await create();
    expect(await startMigrating(url, false)).toHaveLength(2);
    expect(await readHistory(url)).toEqual(applied);
  },
);

test.each(databases)(
  "lets the second of two processes migrate $what database when the first is killed in a migration",
  async ({ create, applied }) => {
    const url = await create();
    expect(await startMigrating(url, true)).toHaveLength(1);
    expect(await readHistory(url)).toEqual(applied);
  },
);
