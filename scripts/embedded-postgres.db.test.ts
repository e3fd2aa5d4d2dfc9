import { spawn } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { expect, test, vi } from "vitest";
import { EmbeddedPostgres } from "./embedded-postgres.ts";

vi.setConfig({ testTimeout: 60_000 });
const onMessage = () => undefined;

test("leaves no Postgres running when a start fails late", async () => {
  const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), "encaje-late-"));
  const settings = ["-c", "default_transaction_read_only=on"];
  await expect(EmbeddedPostgres.start({ dataDir, settings, onMessage })).rejects.toThrow("read-only transaction");
  expect(fs.readdirSync(dataDir)).not.toContain("owner.pid");
  expect(fs.existsSync(path.join(dataDir, "postgres", "postmaster.pid"))).toBe(false);
  const postgres = await EmbeddedPostgres.start({ dataDir, onMessage });
  expect(fs.readFileSync(path.join(dataDir, "owner.pid"), "utf8")).toBe(`${process.pid}`);
  await postgres.stop();
  fs.rmSync(dataDir, { recursive: true });
});

test("refuses a DATA_DIR that cannot be created, with the reason", async () => {
  const started = EmbeddedPostgres.start({ dataDir: "/dev/null/data", onMessage });
  await expect(started).rejects.toThrow(/^DATA_DIR must be a folder that can be written: E[A-Z]+: /);
});

test("refuses a folder that another process uses", async () => {
  const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), "encaje-claimed-"));
  const file = path.join(dataDir, "owner.pid");
  // Waits for input. The last argument is a path in scripts/, as every process of ours has one.
  const owner = spawn(process.execPath, ["-e", "process.stdin.resume()", import.meta.filename]);
  fs.writeFileSync(file, `${owner.pid}`);
  for (const _ of ["first", "second"]) {
    const started = EmbeddedPostgres.start({ dataDir, onMessage });
    await expect(started).rejects.toThrow(`${dataDir} is in use by process ${owner.pid}. End it first`);
  }
  expect([fs.readdirSync(dataDir), fs.readFileSync(file, "utf8")]).toEqual([["owner.pid"], `${owner.pid}`]);
  owner.kill();
  fs.rmSync(dataDir, { recursive: true });
});
