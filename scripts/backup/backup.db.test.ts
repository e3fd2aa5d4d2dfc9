import { execFileSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { PassThrough, Readable, Writable } from "node:stream";
import pg from "pg";
import { beforeAll, describe, expect, test, vi } from "vitest";
import { newestReplaced } from "../baseline.ts";
import {
  createEmptyDatabase,
  createMigratedDatabase,
  createOlderDatabase,
  query,
  readHistory,
} from "../databases.fixture.ts";
import { migrate, migrationsFolder, readMigrations } from "../migrate.ts";
import { createOldQueue, storeOldJob } from "../old-queue.fixture.ts";
import type { Manifest, TableData } from "./archive.ts";
import { ArchiveWriter, checkArchive, readTables } from "./archive.ts";
import {
  addSubmission,
  backUp,
  createFilledDatabase,
  hashTables,
  hostileText,
  newArchivePath,
  shareFilledDatabase,
} from "./backup.fixture.ts";
import { restoreBackup } from "./restore-backup.ts";
import { writeBackup, writeBackupFile } from "./write-backup.ts";

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });
const filled = shareFilledDatabase();
const names = readMigrations().map(({ name }) => name);

const listTables = async (url: string) =>
  (await query<{ name: string }>(url, "SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public'")).map(
    ({ name }) => name,
  );

describe("a backup", () => {
  test("restores all rows and triggers of a backup unchanged, and leaves out lost reference numbers", async () => {
    const from = filled.url;
    const before = await hashTables(from);
    const to = await createEmptyDatabase();
    const { manifest, leftOut, migrated } = await restoreBackup({ url: to, file: filled.file });
    const after = await hashTables(to);
    for (const changed of [
      "operator_sessions",
      "operator_verifications",
      "api_keys",
      "operator_invitations",
      "audit_entries",
      "mail_holds",
      "submissions",
      "mails",
    ]) {
      delete before[changed];
      delete after[changed];
    }
    expect(Object.keys(before).length).toBeGreaterThan(8);
    expect(after).toEqual(before);
    expect([leftOut, migrated]).toEqual([[], []]);
    expect(manifest.tables.find(({ name }) => name === "catalog_entries")?.rows).toBe(1);
    const submissions = "SELECT *, words::text AS words, NULL AS is_processed FROM submissions WHERE id = 2";
    expect(await query(to, submissions)).toEqual(await query(from, submissions));
    const mails = "SELECT * FROM mails WHERE submission_id = 2 ORDER BY id";
    expect(await query(from, mails)).toHaveLength(2);
    expect(await query(to, mails)).toEqual(await query(from, mails));
    const [hostile] = await query(
      to,
      "SELECT text, utm ->> 'source' AS source, created_at FROM submissions WHERE id = 1",
    );
    expect(hostile).toEqual({
      text: hostileText,
      source: hostileText.replace("\u0001", ""),
      created_at: new Date("2026-11-20T08:00:00.123Z"),
    });
    // Sequences and triggers are restored too, and it needs no migration.
    expect(await addSubmission(to, { is_processed: true, company: "Zapatería" })).toBe(1_003);
    expect(await query(to, "SELECT id FROM submissions WHERE words @@ 'zapateria'")).toEqual([{ id: 1_003 }]);
    expect(await query(to, "SELECT nextval('inquiry_id_seq')::int AS id")).toEqual([{ id: 1_001 }]);
    expect(await migrate(to)).toEqual([]);
    expect(await readHistory(to)).toEqual(names);
  });

  test("backs up one snapshot, even while rows are stored", async () => {
    const url = await createFilledDatabase();
    let isWriting = true;
    const write = async () => {
      while (isWriting) await addSubmission(url);
    };
    const writing = [write(), write()];
    const manifest = await writeBackup({ url, output: new PassThrough().resume() });
    isWriting = false;
    await Promise.all(writing);
    const rows = Object.fromEntries(manifest.tables.map((table) => [table.name, table.rows]));
    expect(rows.submission_events).toBe(rows.submissions);
    expect(Number(manifest.sequences.evaluation_id_seq)).toBeGreaterThanOrEqual(rows.submissions ?? 0);
  });

  test("writes a backup that only its owner may read", async () => {
    const file = filled.file;
    expect(fs.statSync(file).mode & 0o777).toBe(0o600);
    const list = execFileSync("tar", ["tzf", file], { encoding: "utf8" }).trim().split("\n");
    expect(list.at(-1)).toBe("manifest.json");
    expect(list).toContain("mails.001.copy");
    expect(execFileSync("tar", ["xzOf", file, "submissions.001.copy"], { encoding: "utf8" })).toContain(
      "ana@example.com",
    );
    await expect(writeBackupFile(file, { url: filled.url })).rejects.toThrow(`${file} exists`);
  });

  test("leaves no file if the backup fails", async () => {
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), "encaje-none-"));
    const file = path.join(folder, "backup.tar.gz");
    await expect(writeBackupFile(file, { url: await createEmptyDatabase() })).rejects.toThrow(
      "There is nothing to back up",
    );
    expect(fs.readdirSync(folder)).toEqual([]);
    fs.rmSync(folder, { recursive: true });
    await expect(writeBackupFile(file, { url: filled.url })).rejects.toThrow("ENOENT");
  });
});

describe("a backup of a large table", () => {
  let url = "";
  beforeAll(async () => {
    url = await createFilledDatabase();
    // Audit entries of 36 MB, which compress to a small file.
    await query(
      url,
      `INSERT INTO audit_entries (at, actor, action, details)
       SELECT now(), 'console', 'operator_invited', jsonb_build_object('n', n, 'x', repeat(md5(n::text), 125))
       FROM generate_series(1, 9000) AS n`,
    );
  });

  test("fails with the reason if the backup file cannot be written", async () => {
    let left = 10_000;
    const output = new Writable({
      write: (chunk, _, done) => {
        left -= chunk.length;
        done(left < 0 ? new Error("no space left on device") : null);
      },
    });
    await expect(writeBackup({ url, output })).rejects.toThrow("no space left on device");
  });

  test("reports a full disk only once during a backup", async () => {
    const output = new Writable({ write: (_chunk, _encoding, done) => done(new Error("no space left on device")) });
    const archive = new ArchiveWriter(output);
    // Random, so that the compressed part is as large.
    const add = () => archive.addTable("submissions", Readable.from([randomBytes(1_000_000)]));
    await expect(add().then(add)).rejects.toThrow("no space left on device");
  });

  test("splits a large table into several parts of the backup", async () => {
    const file = await backUp(url);
    const { tables } = await checkArchive(file);
    expect(tables.find(({ name }) => name === "audit_entries")?.files.length).toBeGreaterThan(2);
    const to = await createEmptyDatabase();
    await restoreBackup({ url: to, file });
    const sum =
      "SELECT sum((details ->> 'n')::int)::int AS sum, count(*)::int FROM audit_entries WHERE action = 'operator_invited'";
    expect(await query(to, sum)).toEqual(await query(url, sum));
  });
});

describe("a backup of an older version", () => {
  test("loads an older backup into its own schema version, then migrates it", async () => {
    const from = await createOlderDatabase("20261127063521_store_last_message");
    await addSubmission(from);
    const to = await createEmptyDatabase();
    const { migrated } = await restoreBackup({ url: to, file: await backUp(from) });
    expect(migrated).toEqual(names.slice(names.indexOf("20261127063521_store_last_message")));
    expect(await query(to, "SELECT id, last_message_at FROM submissions")).toEqual([{ id: 1, last_message_at: null }]);
    expect(await readHistory(to)).toEqual([newestReplaced, ...names]);
    expect(await migrate(to)).toEqual([]);
  });

  test("moves the queued jobs of an older backup like those of an upgraded database", async () => {
    const from = await createOlderDatabase("20261124165426_store_mails");
    await createOldQueue(from);
    await addSubmission(from, { is_processed: true, created_at: new Date() });
    const createJob = (mail: string) => ({ mail, kind: "evaluation", id: 1 });
    const at = new Date().toISOString();
    const jobs = [
      { data: { ...createJob("notice"), operators: ["ana", 'a"b\\c,{}'] } },
      {
        data: createJob("acknowledgement"),
        state: "failed",
        started_on: at,
        completed_on: at,
        output: { code: "X", text: hostileText },
      },
      { data: { ...createJob("reply"), event: "1", plan: "planned" }, dueAt: "2099-01-01T08:00:00.123Z" },
      { data: { mail: "digest", operator: "ana" }, state: "active", started_on: at, heartbeat_on: at },
    ] as const;
    const ids = await Promise.all(jobs.map((job) => storeOldJob(from, job)));
    await storeOldJob(from, { data: createJob("warning"), dueAt: "2099-01-01T08:00:00Z" });
    const [to, file] = [await createEmptyDatabase(), await backUp(from)];
    const { leftOut } = await restoreBackup({ url: to, file });
    await migrate(from);
    const moved = "SELECT * FROM mails ORDER BY id";
    const rows = await query(to, moved);
    expect(rows.map(({ id }) => id).sort()).toEqual(ids.sort());
    expect(rows).toEqual(await query(from, moved));
    expect(await query(to, "SELECT clock_mail_at FROM submissions")).toEqual([
      { clock_mail_at: new Date("2099-01-01T08:00:00Z") },
    ]);
    expect([leftOut, await query(to, "SELECT to_regnamespace('pgboss')")]).toEqual([[], [{ to_regnamespace: null }]]);
  });

  test.each([
    ["an older version", () => createOlderDatabase("20261124165426_store_mails"), []],
    ["this version", createMigratedDatabase, ["pgboss.job"]],
  ])("restores a backup of %s without the jobs of another program's queue", async (_, create, expected) => {
    const from = await create();
    await createOldQueue(from);
    await storeOldJob(from, { name: "reports", data: {} });
    const to = await createEmptyDatabase();
    const { leftOut } = await restoreBackup({ url: to, file: await backUp(from) });
    expect(leftOut).toEqual(expected);
    expect(await query(to, "SELECT to_regnamespace('pgboss')")).toEqual([{ to_regnamespace: null }]);
  });
});

describe("a refused restore", () => {
  /** Each test leaves this database empty. */
  let url = "";
  beforeAll(async () => {
    url = await createEmptyDatabase();
  });

  /** Creates a folder with all migrations except the newest. */
  function copyOlderMigrations(): string {
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), "encaje-older-"));
    fs.cpSync(migrationsFolder, folder, { recursive: true });
    fs.rmSync(path.join(folder, names.at(-1) ?? ""), { recursive: true });
    return folder;
  }

  test("refuses a backup from a later version", async () => {
    const folder = copyOlderMigrations();
    await expect(restoreBackup({ url, file: filled.file, migrationsFolder: folder })).rejects.toThrow(
      `it has the migration ${names.at(-1)}`,
    );
    fs.rmSync(folder, { recursive: true });
    expect(await listTables(url)).toEqual([]);
  });

  test("refuses a backup from a version before 0.3.0", async () => {
    const migrations = [{ name: "20261123064500_index_status_of_arrivals", checksum: "-" }];
    const file = await rewriteBackup(filled.file, (manifest) => ({ ...manifest, migrations }));
    await expect(restoreBackup({ url, file })).rejects.toThrow(
      /^The backup is from a version before 0.3.0 .* with 0.3.0/,
    );
    expect(await listTables(url)).toEqual([]);
  });

  test("refuses to restore into a database with tables", async () => {
    const before = await hashTables(filled.url);
    await expect(restoreBackup({ url: filled.url, file: filled.file })).rejects.toThrow(
      "A restore needs an empty database, and this one has a table",
    );
    expect(await hashTables(filled.url)).toEqual(before);
    const other = await createEmptyDatabase();
    await createOldQueue(other);
    await expect(restoreBackup({ url: other, file: filled.file })).rejects.toThrow("this one has a table pgboss.job");
  });

  test.each([
    ["that is cut off", (content: Buffer) => content.subarray(0, content.length - 100)],
    ["that is cut in half", (content: Buffer) => content.subarray(0, content.length / 2)],
    [
      "with a changed byte",
      (content: Buffer) =>
        Buffer.concat([content.subarray(0, 900), Buffer.from([255 - (content[900] ?? 0)]), content.subarray(901)]),
    ],
    ["that is empty", () => Buffer.alloc(0)],
    ["that is not an archive", () => Buffer.from("Dear Ana,\n")],
  ])("refuses to restore a file %s, and leaves the database empty", async (_, change) => {
    const file = newArchivePath();
    fs.writeFileSync(file, change(fs.readFileSync(filled.file)));
    await expect(restoreBackup({ url, file })).rejects.toThrow(
      new RegExp(`^${file} is not a backup that can be restored: .*\\.$`),
    );
    expect(
      await query(
        url,
        "SELECT FROM pg_class JOIN pg_namespace AS n ON n.oid = relnamespace WHERE nspname IN ('public', 'pgboss')",
      ),
    ).toEqual([]);
  });

  test("refuses to restore a missing file", async () => {
    await expect(restoreBackup({ url, file: "/none" })).rejects.toThrow("there is no such file");
  });

  /** Rewrites a backup with another manifest. */
  async function rewriteBackup(file: string, change: (manifest: Manifest) => Manifest): Promise<string> {
    const [manifest, other] = [await checkArchive(file), newArchivePath()];
    const archive = new ArchiveWriter(fs.createWriteStream(other));
    await readTables(file, manifest, async ({ name }, content) => void (await archive.addTable(name, content)));
    await archive.finish(change(manifest));
    return other;
  }

  test.each<[string, (table: TableData) => Partial<TableData>, RegExp]>([
    ["has a different number of rows", () => ({ rows: 7 }), /submissions has 2 rows instead of 7/],
    [
      "does not fit its columns",
      ({ columns }) => ({ columns: columns.toReversed() }),
      /submissions|invalid input|too long|malformed array/,
    ],
  ])("refuses a backup with a table that %s, and leaves the database empty", async (_, change, reason) => {
    const file = await rewriteBackup(filled.file, (manifest) => ({
      ...manifest,
      tables: manifest.tables.map((table) => (table.name === "submissions" ? { ...table, ...change(table) } : table)),
    }));
    const failure = await restoreBackup({ url, file }).catch((error: Error) => error.message);
    expect(failure).toMatch(/^The restore failed and left no data behind: /);
    expect(failure).toMatch(reason);
    expect(await listTables(url)).toEqual([]);
  });

  test("refuses a backup in an unknown format", async () => {
    const file = await rewriteBackup(filled.file, (manifest) => ({ ...manifest, format: 2 as 1 }));
    await expect(restoreBackup({ url, file })).rejects.toThrow("it has format 2");
    expect(await listTables(url)).toEqual([]);
  });
});

test("backs up without waiting for writers or blocking them", async () => {
  const url = await createFilledDatabase();
  const writer = new pg.Client({ connectionString: url });
  await writer.connect();
  await writer.query("BEGIN; UPDATE submissions SET name = 'Eva'; DELETE FROM mails");
  await writeBackup({ url, output: new PassThrough().resume() });
  await writer.query("COMMIT");
  await writer.end();
});
