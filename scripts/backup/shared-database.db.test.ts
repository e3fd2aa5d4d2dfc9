// Tests backups of a database that other programs use as well, and by sessions that a pooler shares.
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { PassThrough } from "node:stream";
import pg from "pg";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { launchProgram } from "../../tools/processes.ts";
import { createEmptyDatabase, query, readHistory } from "../databases.fixture.ts";
import { readMigrations } from "../migrate.ts";
import { nodeFlags } from "../node-flags.mjs";
import { backUp, createFilledDatabase, hashTables, shareFilledDatabase } from "./backup.fixture.ts";
import { restoreBackup } from "./restore-backup.ts";
import { writeBackup, writeBackupFile } from "./write-backup.ts";

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });
const filled = shareFilledDatabase();
const names = readMigrations().map(({ name }) => name);

test("omits other programs' tables in a restore, whatever their names", async () => {
  const from = await createFilledDatabase();
  await query(from, `CREATE TABLE "Report" ("madeAt" timestamptz); INSERT INTO "Report" VALUES (now())`);
  await query(from, 'CREATE TABLE "a.b/c ñ" (); CREATE SEQUENCE "Report.no"');
  await query(from, `INSERT INTO "a.b/c ñ" DEFAULT VALUES; SELECT nextval('"Report.no"')`);
  const to = await createEmptyDatabase();
  const { manifest, leftOut } = await restoreBackup({ url: to, file: await backUp(from) });
  expect(manifest.tables.find(({ name }) => name === "Report")).toMatchObject({ columns: ["madeAt"], rows: 1 });
  expect(leftOut).toEqual(["Report", "a.b/c ñ"]);
  expect((await hashTables(to)).catalog_entries).toBe((await hashTables(filled.url)).catalog_entries);
});

test("restores a backup even if ANALYZE fails", async () => {
  const to = await createEmptyDatabase();
  const define = (body: string) =>
    `CREATE OR REPLACE FUNCTION other.double(n int) RETURNS int LANGUAGE plpgsql IMMUTABLE AS $$ BEGIN ${body}; END $$`;
  await query(to, `CREATE SCHEMA other; ${define("RETURN 2 * n")}`);
  await query(to, "CREATE TABLE other.numbers (n int); INSERT INTO other.numbers VALUES (1)");
  await query(to, `CREATE INDEX ON other.numbers (other.double(n)); ${define("RAISE 'not today'")}`);
  const warn = vi.spyOn(console, "warn").mockReturnValue();
  await restoreBackup({ url: to, file: filled.file });
  expect(warn.mock.calls).toEqual([["Everything was restored, but ANALYZE failed: not today"]]);
  warn.mockRestore();
  expect(await readHistory(to)).toEqual(names);
});

test("changes no session settings in a backup", async () => {
  const ends = vi.spyOn(pg.Client.prototype, "end").mockResolvedValue();
  await writeBackup({ url: filled.url, output: new PassThrough().resume() });
  const clients = ends.mock.contexts as pg.Client[];
  // Pools of other files' tests may close idle connections to other databases meanwhile.
  const left = clients.filter(({ database }) => database === new URL(filled.url).pathname.slice(1));
  const changed = "SELECT name, setting FROM pg_settings WHERE source = 'session' AND name <> 'client_encoding'";
  for (const client of left) expect((await client.query(changed)).rows).toEqual([]);
  expect(left).toHaveLength(1);
  ends.mockRestore();
  for (const client of clients) await client.end();
});

describe("a backup that waits for a table", () => {
  let folder: string;
  let locker: pg.Client;
  const listFiles = () => fs.readdirSync(folder);

  beforeEach(async () => {
    folder = fs.mkdtempSync(path.join(os.tmpdir(), "encaje-waiting-"));
    locker = new pg.Client({ connectionString: filled.url });
    await locker.connect();
    await locker.query("BEGIN; LOCK TABLE submissions");
  });
  afterEach(async () => {
    await locker.end();
    fs.rmSync(folder, { recursive: true });
  });

  test.each([["SIGINT", 130] as const, ["SIGTERM", 143] as const])(
    "leaves no file when %s ends a backup that waits for a table",
    async (signal, code) => {
      const args = [...nodeFlags, "scripts/backup.ts", path.join(folder, "backup.tar.gz")];
      const backup = launchProgram(process.execPath, args, "Wrote", { DATABASE_URL: filled.url });
      await expect.poll(() => listFiles()).toHaveLength(1);
      await backup.stop(signal);
      expect([await backup.ended, backup.output(), listFiles()]).toEqual([{ code, signal: null }, "", []]);
    },
  );

  test("does not replace a file that is created while the backup waits for a table", async () => {
    const file = path.join(folder, "backup.tar.gz");
    const writing = writeBackupFile(file, { url: filled.url });
    await expect.poll(() => listFiles()).toHaveLength(1);
    fs.writeFileSync(file, "another one");
    await locker.query("COMMIT");
    await expect(writing).rejects.toThrow(`${file} exists`);
    expect([listFiles(), fs.readFileSync(file, "utf8")]).toEqual([["backup.tar.gz"], "another one"]);
  });
});
