import { randomBytes } from "node:crypto";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import pg from "pg";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { forgetFailed, migrate } from "./migrate.ts";
import { migrationsFolder, noFilters, pendingSql, readMigrations, withEngine } from "./schema-engine.ts";

const schemaFile = path.join(migrationsFolder, "..", "schema.prisma");
const names = readMigrations().migrationDirectories.map((migration) => migration.path);

async function query<Row extends pg.QueryResultRow>(connectionString: string | undefined, sql: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    return (await client.query<Row>(sql)).rows;
  } finally {
    await client.end();
  }
}

/** A database without a table, of the role that the service has. */
async function emptyDatabase(): Promise<string> {
  const url = new URL(process.env.DATABASE_URL ?? "");
  const name = `test_${randomBytes(6).toString("hex")}`;
  await query(process.env.ADMIN_DATABASE_URL, `CREATE DATABASE ${name} OWNER ${url.username}`);
  url.pathname = name;
  return url.href;
}

const applied = (url: string) =>
  query(url, "SELECT migration_name FROM _prisma_migrations WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL");

/** Indexes on expressions, of part of the rows or with more columns: schema.prisma has no words for them. */
const undescribed = ["created_at", "owner", "words", "agent", "waiting", "email", "company", "withdrawn"].flatMap(
  (what) => [`leads_${what}_idx`, `contacts_${what}_idx`],
);

/** Every column and every other index, as Postgres tells them. */
const shapeOf = (url: string) =>
  query(
    url,
    `SELECT table_name AS place, format('%s %s %s %s', column_name, udt_name, is_nullable, column_default) AS what
       FROM information_schema.columns WHERE table_schema = 'public' AND table_name <> '_prisma_migrations'
     UNION ALL
     SELECT tablename, indexdef FROM pg_indexes WHERE schemaname = 'public' AND tablename <> '_prisma_migrations'
       AND indexname NOT IN (${undescribed.map((name) => `'${name}'`)})
     ORDER BY 1, 2`,
  );

describe("the migrations", () => {
  test("are all applied to an empty database, and a second run applies nothing", async () => {
    const url = await emptyDatabase();
    expect(await migrate(url)).toEqual(names);
    expect(await migrate(url)).toEqual([]);
    expect(await applied(url)).toHaveLength(names.length);
  });

  test("are applied once by several that start at the same moment", async () => {
    const url = await emptyDatabase();
    const outcomes = await Promise.all(Array.from({ length: 4 }, () => migrate(url)));
    expect(outcomes.flat()).toEqual(names);
    expect(await applied(url)).toHaveLength(names.length);
  });

  test("make the tables, columns and indexes that schema.prisma describes", async () => {
    const [migrated, described] = [await emptyDatabase(), await emptyDatabase()];
    await migrate(migrated);
    const files = [{ path: schemaFile, content: fs.readFileSync(schemaFile, "utf8") }];
    const to = { tag: "schemaDatamodel" as const, files };
    const difference = { from: { tag: "empty" as const }, to, script: true, exitCode: null, filters: noFilters };
    const { stdout } = await withEngine(described, (engine) => engine.diff(difference));
    await query(described, `CREATE EXTENSION pg_trgm; ${stdout}`);
    expect(await shapeOf(migrated)).toEqual(await shapeOf(described));
  });

  test("keep the schema they lead to beside them: the newest one is today's, so nothing is pending", async () => {
    const snapshot = path.join(migrationsFolder, names.at(-1) ?? "", "schema.prisma");
    expect(fs.readFileSync(snapshot, "utf8")).toBe(fs.readFileSync(schemaFile, "utf8"));
    expect(await pendingSql(process.env.DATABASE_URL ?? "")).toBe("");
  });

  test("stop a start when one of them was changed after it had been applied", async () => {
    const url = await emptyDatabase();
    await migrate(url);
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), "encaje-edited-"));
    fs.cpSync(migrationsFolder, folder, { recursive: true });
    fs.appendFileSync(path.join(folder, names[0] ?? "", "migration.sql"), "SELECT 1;\n");
    await expect(migrate(url, folder)).rejects.toThrow(`The migration ${names[0]} was changed`);
    fs.rmSync(folder, { recursive: true });
  });

  test("say first why they were written", () => {
    for (const { migrationFile } of readMigrations().migrationDirectories) {
      expect(migrationFile.content).toMatchObject({ tag: "ok", value: expect.stringMatching(/^-- Why: \S/) });
    }
  });
});

describe("a migration", () => {
  const first = "20300101000000_create_shelves";
  const broken = "20300102000000_add_books";
  const missing = /relation "cupboards" does not exist|No such table: cupboards/;
  let folder: string;
  let url: string;

  function write(name: string, sql: string): void {
    fs.mkdirSync(path.join(folder, name), { recursive: true });
    fs.writeFileSync(path.join(folder, name, "migration.sql"), sql);
  }

  beforeEach(async () => {
    url = await emptyDatabase();
    folder = fs.mkdtempSync(path.join(os.tmpdir(), "encaje-migrations-"));
    fs.copyFileSync(path.join(migrationsFolder, "migration_lock.toml"), path.join(folder, "migration_lock.toml"));
    write(first, "CREATE TABLE shelves (id int);");
    write(broken, "CREATE TABLE books (id int);\nALTER TABLE cupboards ADD COLUMN books int;");
  });
  afterEach(() => fs.rmSync(folder, { recursive: true }));

  test("that fails is told with its name, the database's error and the one command that recovers", async () => {
    const error: unknown = await migrate(url, folder).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(Error);
    expect(String(error)).toContain(broken);
    expect(String(error)).toMatch(missing);
    expect(String(error).match(/npm run .*/g)).toEqual([`npm run db:migrate -- --retry ${broken}`]);
  });

  test("that fails leaves what came before it and nothing of itself", async () => {
    await expect(migrate(url, folder)).rejects.toThrow(broken);
    const tables = await query(url, "SELECT tablename FROM pg_tables WHERE schemaname = 'public' ORDER BY 1");
    expect(tables.map(({ tablename }) => tablename)).toEqual(["_prisma_migrations", "shelves"]);
  });

  test("that failed stops every later start with the same command, even when its cause is mended", async () => {
    await expect(migrate(url, folder)).rejects.toThrow(broken);
    await expect(migrate(url, folder)).rejects.toThrow(`npm run db:migrate -- --retry ${broken}`);
    await query(url, "CREATE TABLE cupboards (id int)");
    await expect(migrate(url, folder)).rejects.toThrow(`npm run db:migrate -- --retry ${broken}`);
  });

  test("that failed is applied after it was forgotten, whether the database or the migration was mended", async () => {
    await expect(migrate(url, folder)).rejects.toThrow(broken);
    await query(url, "CREATE TABLE cupboards (id int)");
    await forgetFailed(url, broken);
    expect(await migrate(url, folder)).toEqual([broken]);

    const worse = "20300103000000_add_readers";
    write(worse, "CREATE TABLE readers (id nonsense);");
    await expect(migrate(url, folder)).rejects.toThrow(worse);
    write(worse, "CREATE TABLE readers (id int);");
    await forgetFailed(url, worse);
    expect(await migrate(url, folder)).toEqual([worse]);
    expect(await migrate(url, folder)).toEqual([]);
  });

  test("is never cut in two: a semicolon in a text, a comment or a function ends nothing", async () => {
    write(
      broken,
      `CREATE TABLE books (title text DEFAULT 'one; two'); -- first; second
       CREATE FUNCTION one() RETURNS int LANGUAGE plpgsql AS $$ BEGIN RETURN 1; END; $$;
       DO $$ BEGIN INSERT INTO books DEFAULT VALUES; END; $$;`,
    );
    expect(await migrate(url, folder)).toEqual([first, broken]);
    expect(await query(url, "SELECT title, one() FROM books")).toEqual([{ title: "one; two", one: 1 }]);
  });

  test("that was forgotten fails again as before when nothing was mended", async () => {
    await expect(migrate(url, folder)).rejects.toThrow(broken);
    await forgetFailed(url, broken);
    await expect(migrate(url, folder)).rejects.toThrow(missing);
  });
});
