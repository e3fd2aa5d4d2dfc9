// Of a database and a session that others use as well.
import { PassThrough } from "node:stream";
import pg from "pg";
import { beforeAll, expect, test, vi } from "vitest";
import { createEmptyDatabase, listApplied, query } from "../databases.fixture.ts";
import { readMigrations } from "../migrate.ts";
import { backUp, createFilledDatabase, hashTables } from "./backup.fixture.ts";
import { restoreBackup } from "./restore-backup.ts";
import { writeBackup } from "./write-backup.ts";

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });
/** A database that no test changes, and its backup. */
let filled: string;
let filledFile: string;
beforeAll(async () => {
  filled = await createFilledDatabase();
  filledFile = await backUp(filled);
});
const names = readMigrations().map(({ name }) => name);

test("a backup has tables of others in our schema, whatever their names, which a restore leaves out", async () => {
  const from = await createFilledDatabase();
  await query(from, `CREATE TABLE "Report" ("madeAt" timestamptz); INSERT INTO "Report" VALUES (now())`);
  await query(from, 'CREATE TABLE "a.b/c ñ" (); CREATE SEQUENCE "Report.no"');
  await query(from, `INSERT INTO "a.b/c ñ" DEFAULT VALUES; SELECT nextval('"Report.no"')`);
  const to = await createEmptyDatabase();
  const { manifest, leftOut } = await restoreBackup({ url: to, file: await backUp(from) });
  expect(manifest.tables.find(({ name }) => name === "Report")).toMatchObject({ columns: ["madeAt"], rows: 1 });
  expect(leftOut.filter((name) => !name.startsWith("pgboss."))).toEqual(["Report", "a.b/c ñ"]);
  expect((await hashTables(to)).catalog_entries).toBe((await hashTables(filled)).catalog_entries);
});

test("a backup is restored although statistics cannot be made", async () => {
  const to = await createEmptyDatabase();
  const define = (body: string) =>
    `CREATE OR REPLACE FUNCTION other.double(n int) RETURNS int LANGUAGE plpgsql IMMUTABLE AS $$ BEGIN ${body}; END $$`;
  await query(to, `CREATE SCHEMA other; ${define("RETURN 2 * n")}`);
  await query(to, "CREATE TABLE other.numbers (n int); INSERT INTO other.numbers VALUES (1)");
  await query(to, `CREATE INDEX ON other.numbers (other.double(n)); ${define("RAISE 'not today'")}`);
  const warn = vi.spyOn(console, "warn").mockReturnValue();
  await restoreBackup({ url: to, file: filledFile });
  expect(warn.mock.calls).toEqual([["All is restored, but ANALYZE failed: not today"]]);
  warn.mockRestore();
  expect(await listApplied(to)).toEqual(names);
});

test("a backup leaves its session as it was, which a pooler gives to others", async () => {
  const ends = vi.spyOn(pg.Client.prototype, "end").mockResolvedValue();
  await writeBackup({ url: filled, output: new PassThrough().resume() });
  const left = ends.mock.contexts as pg.Client[];
  const changed = "SELECT name, setting FROM pg_settings WHERE source = 'session' AND name <> 'client_encoding'";
  for (const client of left) expect((await client.query(changed)).rows).toEqual([]);
  expect(left).toHaveLength(1);
  ends.mockRestore();
  for (const client of left) await client.end();
});
