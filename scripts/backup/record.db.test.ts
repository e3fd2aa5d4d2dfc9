import { randomUUID } from "node:crypto";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { expect, test, vi } from "vitest";
import { runScript } from "../../tools/processes.ts";
import { query } from "../databases.fixture.ts";
import { createFilledDatabase } from "./backup.fixture.ts";

vi.setConfig({ testTimeout: 60_000 });

test("records in the audit log only backups that contain more than erasures", async () => {
  const url = await createFilledDatabase();
  const count = async () => (await query(url, "SELECT FROM audit_entries WHERE action = 'data_backed_up'")).length;
  const file = path.join(fs.mkdtempSync(path.join(os.tmpdir(), "encaje-backup-")), "backup.tar.gz");
  const run = (...args: string[]) => runScript("backup.ts", args, { DATABASE_URL: url });
  expect((await run("--only-erasures", `${file}.list`)).code).toBe(0);
  expect(await count()).toBe(0);
  expect((await run(file)).code).toBe(0);
  expect(await count()).toBe(1);
  expect((await run(file)).code).toBe(1);
  expect(await count()).toBe(1);
});

test("refuses to back up without a database, and creates nothing", async () => {
  const DATA_DIR = path.join(os.tmpdir(), `encaje-${randomUUID()}`);
  const { code, output } = await runScript("backup.ts", [], { DATA_DIR });
  expect([code, output]).toEqual([
    1,
    expect.stringMatching(/^There is nothing to back up: DATABASE_URL is not set, and .*DATA_DIR/),
  ]);
  expect(fs.existsSync(DATA_DIR)).toBe(false);
});
