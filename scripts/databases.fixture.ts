// Databases on the tests' Postgres, at ADMIN_DATABASE_URL and DATABASE_URL.
import { randomBytes } from "node:crypto";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import pg from "pg";
import { getOrCreate } from "../lib/i18n/get-or-create.ts";
import { baseline, newestReplaced } from "./baseline.ts";
import { migrate, migrationsFolder, readMigrations } from "./migrate.ts";

/** Keeps connections for some seconds, because each new one costs Postgres a process. */
const pools = new Map<string | undefined, pg.Pool>();

export async function query<Row extends pg.QueryResultRow>(
  connectionString: string | undefined,
  sql: string,
  values: unknown[] = [],
): Promise<Row[]> {
  const pool = getOrCreate(pools, connectionString, () => {
    // Without a listener, the end of an idle connection would end the process.
    return new pg.Pool({ connectionString, allowExitOnIdle: true }).on("error", () => undefined);
  });
  return (await pool.query<Row>(sql, values)).rows;
}

/** A migrated, empty database to copy. Do not connect to it: Postgres can copy only databases without connections. */
export const migratedDatabase = "migrated";

/** Creates a database without tables, owned by the service's role. */
export async function createEmptyDatabase(): Promise<string> {
  return createDatabase("template1");
}

/** Copies a migrated, empty database, which is much faster than running the migrations. */
export async function createMigratedDatabase(ownerUrl = process.env.DATABASE_URL): Promise<string> {
  return createDatabase(migratedDatabase, ownerUrl);
}

/** Copies a database to which nothing but `query` is connected. */
export async function copyDatabase(url: string): Promise<string> {
  await pools.get(url)?.end();
  pools.delete(url);
  return createDatabase(new URL(url).pathname.slice(1));
}

async function createDatabase(template: string, ownerUrl = process.env.DATABASE_URL): Promise<string> {
  const url = new URL(ownerUrl ?? "");
  const name = `test_${randomBytes(6).toString("hex")}`;
  // Copying files takes half as long as Postgres' default, which copies by way of the write-ahead log.
  const options = `TEMPLATE ${template} STRATEGY FILE_COPY OWNER ${url.username}`;
  await query(process.env.ADMIN_DATABASE_URL, `CREATE DATABASE ${name} ${options}`);
  url.pathname = name;
  return url.href;
}

/**
 * Creates a database with the migrations before `before`; by default, only the first. Its history is that of a version
 * before the baseline.
 */
export async function createOlderDatabase(before?: string): Promise<string> {
  const url = await createEmptyDatabase();
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "encaje-older-"));
  const all = readMigrations().map(({ name }) => name);
  for (const name of all.slice(0, before === undefined ? 1 : all.indexOf(before))) {
    fs.cpSync(path.join(migrationsFolder, name), path.join(folder, name), { recursive: true });
  }
  await migrate(url, folder);
  fs.rmSync(folder, { recursive: true });
  await replaceBaseline(url);
  return url;
}

/** Changes a history into that of a version before the baseline, which has other migrations in its place. */
export async function replaceBaseline(url: string, newest = newestReplaced): Promise<void> {
  const change = "UPDATE _prisma_migrations SET migration_name = $1, checksum = '-' WHERE migration_name = $2";
  await query(url, change, [newest, baseline]);
}

export async function readHistory(url: string): Promise<string[]> {
  const rows = await query<{ name: string }>(
    url,
    `SELECT migration_name AS name FROM _prisma_migrations
     WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL ORDER BY 1`,
  );
  return rows.map(({ name }) => name);
}
