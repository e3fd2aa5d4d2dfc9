import { randomBytes } from "node:crypto";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import pg from "pg";
import { afterEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { checkArchive } from "./backup/archive.ts";
import { newestReplaced } from "./baseline.ts";
import { openDatabase } from "./database.ts";
import {
  createEmptyDatabase,
  createMigratedDatabase,
  createOlderDatabase,
  query,
  readHistory,
} from "./databases.fixture.ts";
import { migrate, migrateAtStart, migrationsFolder, readMigrations } from "./migrate.ts";

vi.setConfig({ testTimeout: 30_000 });
const names = readMigrations().map(({ name }) => name);
afterEach(() => void vi.unstubAllEnvs());

describe("a start that migrates", () => {
  test("waits until another instance has migrated, even with a short statement timeout", async () => {
    const url = await createEmptyDatabase();
    await query(url, `ALTER DATABASE ${new URL(url).pathname.slice(1)} SET statement_timeout = '200ms'`);
    const other = new pg.Client({ connectionString: url });
    await other.connect();
    await other.query("SELECT pg_advisory_lock(72707369)");
    const say = vi.spyOn(console, "log").mockReturnValue();
    const migrated = migrate(url);
    await expect.poll(() => say.mock.calls).toEqual([[expect.stringMatching(/^Another instance is/)]]);
    await other.end();
    expect(await migrated).toEqual(names);
  });

  test("does not change the database of another program", async () => {
    const url = await createEmptyDatabase();
    await query(url, "CREATE TABLE songs (id int)");
    await expect(migrate(url)).rejects.toThrow("has a table songs and none of our migrations");
    expect(await query(url, "SELECT tablename FROM pg_tables WHERE schemaname = 'public'")).toHaveLength(1);
  });

  test("reports an unreachable database with its address and the reason, without the password", async () => {
    const wrong = (change: Partial<URL>) => Object.assign(new URL(process.env.DATABASE_URL ?? ""), change).href;
    for (const [url, reason] of [
      [wrong({ port: "1" }), /127\.0\.0\.1:1 \(DATABASE_URL\) cannot be reached: connect ECONNREFUSED/],
      [
        wrong({ host: "localhost:1" }),
        /localhost:1 \(DATABASE_URL\) cannot be reached: ECONNREFUSED|connect ECONNREFUSED/,
      ],
      [wrong({ pathname: "absent" }), /cannot be reached: database "absent" does not exist/],
      [wrong({ password: "hunter2" }), /cannot be reached: password authentication failed for user/],
    ] as const) {
      const error: Error = await migrate(url).catch((thrown) => thrown);
      expect(error.message).toMatch(reason);
      expect(error.message).not.toContain(new URL(url).password);
      vi.stubEnv("DIRECT_URL", url);
      await expect(migrate(url)).rejects.toThrow("(DIRECT_URL) cannot be reached");
      vi.stubEnv("DIRECT_URL", process.env.DATABASE_URL);
      vi.stubEnv("DATABASE_URL", url);
      await expect(migrateAtStart(process.env.DIRECT_URL ?? "")).rejects.toThrow("(DATABASE_URL) cannot be reached");
    }
  });

  test("leaves no lock after a migration, even after a failed one", async () => {
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), "encaje-migrations-"));
    fs.mkdirSync(path.join(folder, "20300101000000_add_books"));
    fs.writeFileSync(path.join(folder, "20300101000000_add_books", "migration.sql"), "ALTER TABLE books ADD a int;");
    const url = await createEmptyDatabase();
    // A pooler keeps the session of a disconnected client.
    const ends = vi.spyOn(pg.Client.prototype, "end").mockResolvedValue();
    await expect(migrate(url, folder)).rejects.toThrow("add_books failed");
    await migrate(url);
    const left = ends.mock.contexts as pg.Client[];
    const locks = "SELECT FROM pg_locks WHERE locktype = 'advisory' AND pid = pg_backend_pid()";
    for (const client of left) expect((await client.query(locks)).rows).toEqual([]);
    ends.mockRestore();
    for (const client of left) await client.end();
    fs.rmSync(folder, { recursive: true });
  });

  test("accepts a database with newer migrations, and reports these", async () => {
    const url = await createMigratedDatabase();
    const later = "20990101000000_add_books";
    const record = "INSERT INTO _prisma_migrations (id, checksum, migration_name, finished_at)";
    await query(url, `${record} VALUES ('x', 'x', '${later}', now())`);
    const say = vi.spyOn(console, "log").mockReturnValue();
    for (const when of ["start", "never"]) {
      vi.stubEnv("MIGRATE", when);
      say.mockClear();
      expect(await migrateAtStart(url)).toEqual([]);
      expect(say.mock.calls).toEqual([[`The database is ahead of this version: it also has ${later}.`]]);
    }
  });

  test("with MIGRATE=never, starts only if no migration is missing", async () => {
    vi.stubEnv("MIGRATE", "never");
    const advice = ", and MIGRATE is never: run npm run db:migrate first.";
    const older = await createOlderDatabase(names.at(-1));
    await expect(migrateAtStart(older)).rejects.toThrow(`The database lacks ${names.at(-1)}${advice}`);
    expect(await readHistory(older)).toEqual([newestReplaced, ...names.slice(1, -1)]);
    const empty = await createEmptyDatabase();
    await expect(migrateAtStart(empty)).rejects.toThrow(`${names.at(-1)}${advice}`);
    expect(await query(empty, "SELECT tablename FROM pg_tables WHERE schemaname = 'public'")).toEqual([]);
    await migrate(older);
    expect(await migrateAtStart(older)).toEqual([]);
  });

  test("reports a missing right with the statement that grants it", async () => {
    const admin = new URL(process.env.ADMIN_DATABASE_URL ?? "");
    const role = `role_${randomBytes(6).toString("hex")}`;
    admin.pathname = role;
    await query(process.env.ADMIN_DATABASE_URL, `CREATE ROLE ${role} LOGIN PASSWORD '${role}'`);
    await query(process.env.ADMIN_DATABASE_URL, `CREATE DATABASE ${role}`);
    await query(admin.href, "CREATE EXTENSION pg_trgm");
    const url = Object.assign(new URL(admin.href), { username: role, password: role }).href;
    const { message }: Error = await migrate(url).catch((thrown) => thrown);
    expect(message).toContain(`The role "${role}" lacks a right: permission denied for schema public.`);
    await query(admin.href, /^ {2}(.*;)$/m.exec(message)?.[1] ?? "");
    expect(await migrate(url)).toEqual(names);
  });

  /** Creates a folder with the migrations of this version and a one-way migration. */
  function addOneWayMigration(): string {
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), "encaje-migrations-"));
    onTestFinished(() => fs.rmSync(folder, { recursive: true }));
    fs.cpSync(migrationsFolder, folder, { recursive: true });
    fs.mkdirSync(path.join(folder, oneWay));
    fs.writeFileSync(path.join(folder, oneWay, "migration.sql"), 'UPDATE "code_floor" SET "level" = 3;');
    return folder;
  }
  const oneWay = "20300101000000_change_everything";

  test("applies a one-way migration to a database with rows only on request", async () => {
    const url = await createMigratedDatabase();
    const folder = addOneWayMigration();
    await query(url, "INSERT INTO audit_entries (at, actor, action) VALUES (now(), 'console', 'mail_held')");
    await expect(migrateAtStart(url, folder)).rejects.toThrow(
      /Once the migration 20300101000000_change_everything is applied.* backup[\s\S]*npm run backup -- FILE.*MIGRATE=one-way/,
    );
    expect(await readHistory(url)).not.toContain(oneWay);
    vi.stubEnv("MIGRATE", "one-way");
    expect(await migrateAtStart(url, folder)).toEqual([oneWay]);
    vi.stubEnv("MIGRATE", "start");
    expect(await migrateAtStart(url, folder)).toEqual([]);
    // The second database simulates a killed first start.
    for (const fresh of [await createEmptyDatabase(), await createOlderDatabase()]) {
      expect(await migrateAtStart(fresh, folder)).toContain(oneWay);
    }
  });

  test("refuses to migrate a database that belongs to another program", async () => {
    const url = await createEmptyDatabase();
    await query(url, "CREATE TABLE others AS SELECT 1 AS id");
    await expect(migrateAtStart(url, addOneWayMigration())).rejects.toThrow(
      "belongs to something else: it has a table others",
    );
  });

  test("backs up an embedded database before a one-way migration", async () => {
    const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), "encaje-data-"));
    onTestFinished(() => fs.rmSync(dataDir, { recursive: true }));
    for (const [name, value] of Object.entries({ DATABASE_URL: "", DATA_DIR: dataDir, AUTH_SECRET: "" })) {
      vi.stubEnv(name, value);
    }
    const { url, close } = await openDatabase(() => undefined);
    try {
      await migrateAtStart(url);
      await query(url, "INSERT INTO audit_entries (at, actor, action) VALUES (now(), 'console', 'mail_held')");
      vi.spyOn(console, "log").mockReturnValue();
      expect(await migrateAtStart(url, addOneWayMigration())).toEqual([oneWay]);
      const file = path.join(dataDir, "backups", `encaje-before-${oneWay}.tar.gz`);
      const { migrations, tables } = await checkArchive(file);
      expect(migrations.map(({ name }) => name)).toEqual(names);
      expect(tables.find(({ name }) => name === "audit_entries")?.rows).toBe(1);
    } finally {
      await close();
    }
  });
});
