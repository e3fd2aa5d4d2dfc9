import { createHash } from "node:crypto";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import pg from "pg";
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { findWaiters } from "../lib/server/waiters.fixture.ts";
import { launchProgram } from "../tools/processes.ts";
import { diffSchemas, noFilters, toDatamodel, withEngine } from "../tools/schema-engine.ts";
import { newestReplaced } from "./baseline.ts";
import {
  createEmptyDatabase,
  createMigratedDatabase,
  createOlderDatabase,
  query,
  readHistory,
} from "./databases.fixture.ts";
import { migrate, migrationsFolder, readMigrations } from "./migrate.ts";
import { nodeFlags } from "./node-flags.mjs";

vi.setConfig({ testTimeout: 60_000 });
const names = readMigrations().map(({ name }) => name);

/** Indexes on expressions, partial indexes and covering indexes, which schema.prisma cannot express. */
const undescribed = [
  "created_at",
  "status",
  "owner",
  "words",
  "agent",
  "waiting",
  "email",
  "company",
  "withdrawn",
  "confirmed",
  "source",
  "answers",
  "replied",
  "reason",
].map((what) => `submissions_${what}_idx`);

/** Reads every column and every index except those above, as Postgres describes them. */
const readShape = (url: string) =>
  query(
    url,
    `SELECT table_name AS place, format('%s %s %s %s', column_name, udt_name, is_nullable, column_default) AS what
       FROM information_schema.columns WHERE table_schema = 'public' AND table_name <> '_prisma_migrations'
     UNION ALL
     SELECT tablename, indexdef FROM pg_indexes WHERE schemaname = 'public' AND tablename <> '_prisma_migrations'
       AND indexname NOT IN (${undescribed.map((name) => `'${name}'`)})
     ORDER BY 1, 2`,
  );

describe("all migrations", () => {
  test("applies all migrations to an empty database once", async () => {
    const url = await createEmptyDatabase();
    expect(await migrate(url)).toEqual(names);
    expect(await migrate(url)).toEqual([]);
    expect(await readHistory(url)).toEqual(names);
  });

  const databases = [
    { what: "an empty", create: createEmptyDatabase, applied: names, history: names },
    { what: "an older", create: createOlderDatabase, applied: names.slice(1), history: [newestReplaced, ...names] },
  ];

  test.each(databases)(
    "applies each migration to $what database once when several instances start at the same time",
    async ({ create, applied, history }) => {
      const url = await create();
      const outcomes = await Promise.all(Array.from({ length: 4 }, () => migrate(url)));
      expect(outcomes.flat().sort()).toEqual(applied);
      expect(await readHistory(url)).toEqual(history);
    },
  );

  test.each(databases)("migrates $what database after another instance was killed", async ({ create, history }) => {
    const url = await create();
    const blocker = new pg.Client({ connectionString: url });
    await blocker.connect();
    // The migration that creates this table waits until this transaction ends.
    await blocker.query("BEGIN; CREATE TABLE code_floor ()");
    const { rows } = await blocker.query<{ pid: number }>("SELECT pg_backend_pid() AS pid");
    const args = [...nodeFlags, "scripts/db.ts", "migrate"];
    const killed = launchProgram(process.execPath, args, "The database is up to date.", { DATABASE_URL: url });
    onTestFinished(() => killed.stop("SIGKILL"));
    await findWaiters(rows[0]?.pid ?? 0, () => false);
    await killed.stop("SIGKILL");
    const migrated = migrate(url);
    await blocker.query("ROLLBACK");
    await blocker.end();
    await migrated;
    expect(await readHistory(url)).toEqual(history);
  });

  test("creates the tables, columns and indexes of schema.prisma", async () => {
    const [migrated, described] = [await createMigratedDatabase(), await createEmptyDatabase()];
    const to = toDatamodel(fs.readFileSync(path.join(migrationsFolder, "..", "schema.prisma"), "utf8"));
    const difference = { from: { tag: "empty" as const }, to, script: true, exitCode: null, filters: noFilters };
    const { stdout } = await withEngine(described, (engine) => engine.diff(difference));
    await query(described, `CREATE EXTENSION pg_trgm; ${stdout}`);
    expect(await readShape(migrated)).toEqual(await readShape(described));
  });

  test("stops a start if an applied migration was edited", async () => {
    const url = await createMigratedDatabase();
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), "encaje-edited-"));
    fs.cpSync(migrationsFolder, folder, { recursive: true });
    fs.appendFileSync(path.join(folder, names[0] ?? "", "migration.sql"), "SELECT 1;\n");
    await expect(migrate(url, folder)).rejects.toThrow(`The migration ${names[0]} was changed`);
    fs.rmSync(folder, { recursive: true });
  });

  test("accepts applied migrations whose files now have different line endings", async () => {
    const url = await createMigratedDatabase();
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), "encaje-lines-"));
    for (const { name, sql } of readMigrations()) {
      fs.mkdirSync(path.join(folder, name));
      fs.writeFileSync(path.join(folder, name, "migration.sql"), sql.replaceAll("\n", "\r\n"));
    }
    expect(await migrate(url, folder)).toEqual([]);
    fs.rmSync(folder, { recursive: true });
  });

  test("every migration file begins with the reason for the migration", () => {
    for (const { sql } of readMigrations()) expect(sql).toMatch(/^-- Why: \S/);
  });
});

describe("one migration", () => {
  const first = "20300101000000_create_shelves";
  const broken = "20300102000000_add_books";
  let folder: string;
  let url: string;

  function writeMigration(name: string, sql: string): void {
    fs.mkdirSync(path.join(folder, name), { recursive: true });
    fs.writeFileSync(path.join(folder, name, "migration.sql"), sql);
  }

  const catchFailure = () => migrate(url, folder).then(String, ({ message }: Error) => message);

  beforeEach(async () => {
    url = await createEmptyDatabase();
    folder = fs.mkdtempSync(path.join(os.tmpdir(), "encaje-migrations-"));
    writeMigration(first, "CREATE TABLE shelves (id int);");
    writeMigration(broken, "CREATE TABLE books (id int);\nALTER TABLE cupboards ADD COLUMN books int;");
  });
  afterEach(() => fs.rmSync(folder, { recursive: true }));

  test("reports a failed migration with its name, the database's message and advice", async () => {
    expect(await catchFailure()).toBe(
      [
        `The migration ${broken} failed: relation "cupboards" does not exist`,
        "The database keeps nothing of a migration that fails. Mend the cause, then start again.",
      ].join("\n"),
    );
  });

  test("keeps earlier migrations when a later one fails", async () => {
    await expect(migrate(url, folder)).rejects.toThrow(broken);
    const tables = await query(url, "SELECT tablename FROM pg_tables WHERE schemaname = 'public' ORDER BY 1");
    expect(tables.map(({ tablename }) => tablename)).toEqual(["_prisma_migrations", "shelves"]);
    expect(await query(url, "SELECT migration_name FROM _prisma_migrations")).toEqual([{ migration_name: first }]);
  });

  test("applies a failed migration at the next start once its cause is mended", async () => {
    await expect(migrate(url, folder)).rejects.toThrow(broken);
    await query(url, "CREATE TABLE cupboards (id int)");
    expect(await migrate(url, folder)).toEqual([broken]);

    const worse = "20300103000000_add_readers";
    writeMigration(worse, "CREATE TABLE readers (id nonsense);");
    await expect(migrate(url, folder)).rejects.toThrow(worse);
    writeMigration(worse, "CREATE TABLE readers (id int);");
    expect(await migrate(url, folder)).toEqual([worse]);
    expect(await migrate(url, folder)).toEqual([]);
  });

  test("does not quote stored rows when a migration fails on them", async () => {
    writeMigration(
      broken,
      "CREATE TABLE books (reader text); INSERT INTO books VALUES ('ana@example.com'), ('ana@example.com');",
    );
    await migrate(url, folder);
    writeMigration("20300103000000_add_readers", "CREATE UNIQUE INDEX books_reader_key ON books (reader);");
    const text = await catchFailure();
    expect(text).toContain('could not create unique index "books_reader_key"');
    expect(text).not.toContain("ana@");
  });

  test("does not split a migration at a semicolon in a text, a comment or a function", async () => {
    writeMigration(
      broken,
      `CREATE TABLE books (title text DEFAULT 'one; two'); -- first; second
       CREATE FUNCTION one() RETURNS int LANGUAGE plpgsql AS $$ BEGIN RETURN 1; END; $$;
       DO $$ BEGIN INSERT INTO books DEFAULT VALUES; END; $$;`,
    );
    expect(await migrate(url, folder)).toEqual([first, broken]);
    expect(await query(url, "SELECT title, one() FROM books")).toEqual([{ title: "one; two", one: 1 }]);
  });

  test("builds indexes concurrently without blocking writes, and restarts after a failure", async () => {
    writeMigration(broken, "CREATE TABLE books (id int); INSERT INTO books VALUES (1), (1);");
    await migrate(url, folder);
    const indexes = "20300103000000_index_books";
    writeMigration(
      indexes,
      `-- Why: books are looked for; each is one book.
DROP INDEX CONCURRENTLY IF EXISTS books_id_idx;
CREATE INDEX CONCURRENTLY books_id_idx ON books (id);
DROP INDEX CONCURRENTLY IF EXISTS books_id_key;

-- Serves: finding a book.
CREATE UNIQUE INDEX CONCURRENTLY books_id_key ON books (id);
`,
    );
    const writer = new pg.Client({ connectionString: url });
    await writer.connect();
    await writer.query("SET lock_timeout = '500ms'; BEGIN; INSERT INTO books VALUES (2)");
    const failed = catchFailure();
    const isBuilding = `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'
      AND query ~ '^\\s*CREATE INDEX CONCURRENTLY'`;
    await expect.poll(() => query(url, isBuilding)).toHaveLength(1);
    await writer.query("INSERT INTO books VALUES (3); COMMIT; INSERT INTO books VALUES (4)");
    await writer.end();
    expect(await failed).toBe(
      [
        `The migration ${indexes} failed: could not create unique index "books_id_key"`,
        "Mend the cause, then start again: this migration builds indexes, and begins anew.",
      ].join("\n"),
    );
    await query(url, "DELETE FROM books WHERE id = 1");
    expect(await migrate(url, folder)).toEqual([indexes]);
    const valid = await query(url, "SELECT FROM pg_index WHERE indrelid = 'books'::regclass AND indisvalid");
    expect(valid).toHaveLength(2);
    expect(await migrate(url, folder)).toEqual([]);
  });

  test("builds a unique index without changing the session's timeouts", async () => {
    writeMigration(broken, "-- Why: each is one.\nCREATE UNIQUE INDEX CONCURRENTLY shelves_id_key ON shelves (id);");
    const ends = vi.spyOn(pg.Client.prototype, "end").mockResolvedValue();
    expect(await migrate(url, folder)).toEqual([first, broken]);
    const left = ends.mock.contexts as pg.Client[];
    const changed = "SELECT name, setting FROM pg_settings WHERE source = 'session' AND name ~ 'timeout'";
    for (const client of left) expect((await client.query(changed)).rows).toEqual([]);
    ends.mockRestore();
    for (const client of left) await client.end();
  });

  test("does not block requests while a migration waits for a long reader", async () => {
    writeMigration(broken, "-- Why: shelves have names.\nALTER TABLE shelves ADD COLUMN name text;");
    const only = fs.mkdtempSync(path.join(os.tmpdir(), "encaje-first-"));
    fs.cpSync(path.join(folder, first), path.join(only, first), { recursive: true });
    await migrate(url, only);
    fs.rmSync(only, { recursive: true });
    const say = vi.spyOn(console, "log").mockReturnValue();
    const reader = new pg.Client({ connectionString: url });
    await reader.connect();
    await reader.query("BEGIN; LOCK TABLE shelves IN ACCESS SHARE MODE");
    let isWaiting = true;
    const migrating = migrate(url, folder).finally(() => (isWaiting = false));
    const waiting = "SELECT FROM pg_locks WHERE relation = 'shelves'::regclass AND NOT granted";
    for (const _ of ["one attempt", "another"]) {
      await expect.poll(() => query(url, waiting)).toHaveLength(1);
      // This query would also wait for the reader if the migration kept its place in the lock queue.
      await query(url, "SELECT FROM shelves");
      expect(isWaiting).toBe(true);
    }
    await reader.query("COMMIT");
    await reader.end();
    expect(await migrating).toEqual([broken]);
    expect(say.mock.calls).toEqual([["The migration is waiting for a reader of its tables, such as a backup …"]]);
  });

  describe("a migration left unfinished by an earlier version", () => {
    beforeEach(async () => {
      await expect(migrate(url, folder)).rejects.toThrow(broken);
      const checksum = createHash("sha256")
        .update(fs.readFileSync(path.join(folder, broken, "migration.sql")))
        .digest("hex");
      const values = `gen_random_uuid(), '${checksum}', '${broken}'`;
      await query(url, `INSERT INTO _prisma_migrations (id, checksum, migration_name) VALUES (${values})`);
    });

    test("applies an unfinished migration again", async () => {
      await query(url, "CREATE TABLE cupboards (id int)");
      expect(await migrate(url, folder)).toEqual([broken]);
      expect(await migrate(url, folder)).toEqual([]);
    });

    test("reports another failure of an unfinished migration with a statement to mark it as applied", async () => {
      await query(url, "CREATE TABLE books (id int)");
      const text = await catchFailure();
      expect(text).toContain('relation "books" already exists');
      await query(url, /^ {2}UPDATE .*;$/m.exec(text)?.[0] ?? "");
      expect(await migrate(url, folder)).toEqual([]);
    });
  });

  test("agrees with Prisma's engine on which migrations are applied", async () => {
    writeMigration(broken, "CREATE TABLE books (id int);");
    const toMigrationFile = (value: string) => ({ path: "migration.sql", content: { tag: "ok" as const, value } });
    const toList = () => ({
      baseDir: folder,
      lockfile: { path: "migration_lock.toml", content: 'provider = "postgresql"' },
      shadowDbInitScript: "",
      migrationDirectories: readMigrations(folder).map(({ name, sql }) => ({
        path: name,
        migrationFile: toMigrationFile(sql),
      })),
    });
    const applyWithEngine = () =>
      withEngine(url, async (engine) => {
        const input = { migrationsList: toList(), filters: noFilters };
        const { editedMigrationNames } = await engine.diagnoseMigrationHistory({
          ...input,
          optInToShadowDatabase: false,
        });
        return [editedMigrationNames, (await engine.applyMigrations(input)).appliedMigrationNames];
      });
    await migrate(url, folder);
    expect(await applyWithEngine()).toEqual([[], []]);
    const second = "20300103000000_add_readers";
    writeMigration(second, "CREATE TABLE readers (id int);");
    expect(await applyWithEngine()).toEqual([[], [second]]);
    expect(await migrate(url, folder)).toEqual([]);
  });
});

test("writes the statements that change a schema, and none for an equal schema", async () => {
  const { DATABASE_URL = "" } = process.env;
  const shelves = 'datasource db {\n  provider = "postgresql"\n}\n\nmodel shelves {\n  id Int @id\n}\n';
  expect(await diffSchemas(DATABASE_URL, shelves, shelves)).toBe("");
  expect(await diffSchemas(DATABASE_URL, shelves, shelves.replace("@id", "@id\n  label String"))).toContain(
    'ALTER TABLE "shelves" ADD COLUMN     "label" TEXT NOT NULL',
  );
});
