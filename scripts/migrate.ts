// Applies prisma/migrations, with the same bookkeeping as `prisma migrate deploy`.
import { createHash, randomUUID } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import pg from "pg";
import { parseEnv } from "../lib/server/env.ts";
import { addBaseline, isReplaced } from "./baseline.ts";
import { findDataDir } from "./database.ts";
import { waitForReaders, withConnection, withMigrationLock } from "./migration-lock.ts";

export const migrationsFolder = path.join(import.meta.dirname, "..", "prisma", "migrations");

export type Migration = { name: string; sql: string };

export function readMigrations(folder = migrationsFolder): Migration[] {
  const entries = fs.readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  const names = entries.map(({ name }) => name).sort();
  return names.map((name) => ({ name, sql: fs.readFileSync(path.join(folder, name, "migration.sql"), "utf8") }));
}

/**
 * Applies the pending migrations of `folder`, and returns their names. Waits while another instance migrates, so that
 * each migration is applied only once.
 * @throws Error with the name, the database's message and advice if a migration fails. A failed migration leaves no
 *   changes, unless it builds indexes concurrently.
 */
export async function migrate(url: string, folder = migrationsFolder): Promise<string[]> {
  const migrations = readMigrations(folder);
  return withConnection(url, async (client) => {
    const applied: string[] = [];
    const applyNext = () =>
      waitForReaders(() => withMigrationLock(client, () => applyFirstPending(client, url, migrations)));
    for (let name = await applyNext(); name !== undefined; name = await applyNext()) applied.push(name);
    return applied;
  });
}

/**
 * Prepares the database at `url` for a start, depending on MIGRATE.
 * @returns the names of the applied migrations
 * @throws Error as `migrate` does, or if MIGRATE forbids applying a pending migration
 */
export async function migrateAtStart(url: string, folder = migrationsFolder): Promise<string[]> {
  const { MIGRATE, DIRECT_URL, DATABASE_URL } = parseEnv(process.env);
  if (DIRECT_URL && DATABASE_URL) await withConnection(DATABASE_URL, async () => undefined);
  if (MIGRATE !== "never") {
    await prepareOneWayMigration(url, { isAllowed: MIGRATE === "one-way", folder });
    return migrate(url, folder);
  }
  await withConnection(url, async (client) => {
    const pending = listPending(await compareMigrations(client, readMigrations(folder)));
    if (!pending.length) return;
    const lacks = pending.map(({ name }) => name).join(", ");
    throw new Error(`The database lacks ${lacks}, and MIGRATE is never: run npm run db:migrate first.`);
  });
  return [];
}

/** Returns whether the previous version cannot run after the migration (lib/server/code-level.ts). */
const isOneWay = ({ sql }: Migration) => /^UPDATE "code_floor"/m.test(sql);

/**
 * Unless `isAllowed`, backs up the embedded Postgres if a one-way migration is pending: after that migration, the
 * previous version cannot run, and a backup is the only way back. Call this before migrating.
 * @throws Error for any other database, with advice how to back it up
 */
export async function prepareOneWayMigration(
  url: string,
  { isAllowed, folder = migrationsFolder }: { isAllowed: boolean; folder?: string },
): Promise<void> {
  const name = await withConnection(url, async (client) => {
    if (isAllowed || !(await inspectTables(client)).hasHistory) return undefined;
    const migrations = readMigrations(folder);
    const findOneWay = async () => (await compareMigrations(client, migrations)).pending.find(isOneWay)?.name;
    if ((await findOneWay()) === undefined) return undefined;
    // Check again under the lock, because another instance may be migrating or adding the first rows.
    return withMigrationLock(client, async () => ((await hasRows(client)) ? findOneWay() : undefined));
  });
  if (name === undefined) return;
  const dataDir = findDataDir(url);
  if (dataDir === undefined) {
    throw new Error(
      [
        `Once the migration ${name} is applied, the previous version cannot run on this database: a backup is the only way back.`,
        "Make one with npm run backup -- FILE. Then start once with MIGRATE=one-way.",
      ].join("\n"),
    );
  }
  const file = path.resolve(dataDir, "backups", `encaje-before-${name}.tar.gz`);
  fs.mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
  // Remove the file that an earlier start may have left if it ended before it applied the migration.
  fs.rmSync(file, { force: true });
  // Load this only here: few starts need a backup.
  const { writeBackupFile } = await import("./backup/write-backup.ts");
  await writeBackupFile(file, { url });
  console.log(`Wrote ${file}: after the next migration, it is the only way back.`);
}

/** Returns whether any data is stored. A new database needs no backup, even if a first start on it was killed. */
async function hasRows(client: pg.Client): Promise<boolean> {
  const { rows: tables } = await client.query<{ name: string }>(
    `SELECT tablename AS name FROM pg_tables
     WHERE schemaname = current_schema() AND tablename NOT IN ('_prisma_migrations', 'code_floor')`,
  );
  for (const { name } of tables) {
    const { rowCount } = await client.query(`SELECT FROM ${client.escapeIdentifier(name)} LIMIT 1`);
    if (rowCount) return true;
  }
  return false;
}

async function applyFirstPending(client: pg.Client, url: string, migrations: Migration[]): Promise<string | undefined> {
  await explainMissingRight(client, () => createMigrationHistory(client));
  const compared = await compareMigrations(client, migrations);
  await recordBaseline(client, compared);
  const [first] = listPending(compared);
  if (first) await applyMigration(client, url, first);
  return first?.name;
}

function listPending({ pending, unknown }: Comparison): Migration[] {
  // After a rollback of the app, or beside instances of the next version, the database is ahead of this version.
  if (!pending.length && unknown.length) {
    console.log(`The database is ahead of this version: it also has ${unknown.join(", ")}.`);
  }
  return pending;
}

/** Records the baseline, without running it, in a history of the migrations that it replaces. */
export async function recordBaseline(client: pg.Client, { unrecorded }: Comparison): Promise<void> {
  for (const migration of unrecorded) await recordMigration(client, migration);
}

type Comparison = {
  pending: Migration[];
  /** Migrations to record without running them: the baseline, if the database has all that it replaces. */
  unrecorded: Migration[];
  /** Names of applied migrations from a later version. */
  unknown: string[];
};

/**
 * Compares the migrations with those that the database has.
 * @throws Error with advice if an applied one was edited, or if the database is too old for the baseline
 */
export async function compareMigrations(client: pg.Client, migrations = readMigrations()): Promise<Comparison> {
  if (!(await inspectTables(client)).hasHistory) return { pending: migrations, unrecorded: [], unknown: [] };
  const { rows } = await client.query<{ name: string; checksum: string }>(
    `SELECT migration_name AS name, checksum FROM _prisma_migrations
     WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL ORDER BY 1`,
  );
  const checksums = new Map(rows.map(({ name, checksum }) => [name, checksum]));
  refuseEditedMigrations(migrations, checksums);
  const applied = addBaseline(
    checksums.keys(),
    "The database is from a version before 0.3.0. Start 0.3.0 on it once to migrate it, and then start this version.",
  );
  const known = new Set(migrations.map(({ name }) => name));
  return {
    pending: migrations.filter(({ name }) => !applied.has(name)),
    unrecorded: migrations.filter(({ name }) => applied.has(name) && !checksums.has(name)),
    unknown: [...checksums.keys()].filter((name) => !known.has(name) && !isReplaced(name)),
  };
}

async function inspectTables(client: pg.Client): Promise<{ hasHistory: boolean; foreign: string | null }> {
  const { rows } = await client.query<{ hasHistory: boolean; foreign: string | null }>(
    `SELECT to_regclass('_prisma_migrations') IS NOT NULL AS "hasHistory",
       (SELECT min(tablename) FROM pg_tables WHERE schemaname = current_schema()) AS "foreign"`,
  );
  return rows[0] ?? { hasHistory: false, foreign: null };
}

async function explainMissingRight(client: pg.Client, work: () => Promise<void>): Promise<void> {
  await work().catch((cause: unknown) => {
    if (!(cause instanceof pg.DatabaseError) || cause.code !== insufficientPrivilege) throw cause;
    const role = client.escapeIdentifier(client.user ?? "");
    const lines = [
      `The role ${role} lacks a right: ${cause.message}.`,
      "Run as an administrator of this database, then start again:",
      `  GRANT CREATE ON SCHEMA public TO ${role};`,
    ];
    throw new Error(lines.join("\n"), { cause });
  });
}
const insufficientPrivilege = "42501";

/** Creates the table of migrations only if it is missing: an instance's role may lack the right to create tables. */
export async function createMigrationHistory(client: pg.Client): Promise<void> {
  const { hasHistory, foreign } = await inspectTables(client);
  if (hasHistory) return;
  if (foreign) {
    throw new Error(
      `The database belongs to something else: it has a table ${foreign} and none of our migrations. Set DATABASE_URL to a database without tables.`,
    );
  }
  await client.query(`
    CREATE TABLE _prisma_migrations (
      id                  VARCHAR(36) PRIMARY KEY NOT NULL,
      checksum            VARCHAR(64) NOT NULL,
      finished_at         TIMESTAMPTZ,
      migration_name      VARCHAR(255) NOT NULL,
      logs                TEXT,
      rolled_back_at      TIMESTAMPTZ,
      started_at          TIMESTAMPTZ NOT NULL DEFAULT now(),
      applied_steps_count INTEGER NOT NULL DEFAULT 0
    )`);
}

/** Refuses migrations edited after they were applied. Keys of `checksums` are names. @throws Error with advice */
export function refuseEditedMigrations(migrations: Migration[], checksums: Map<string, string>): void {
  const edited = migrations.find(({ name, sql }) => ![undefined, computeChecksum(sql)].includes(checksums.get(name)));
  if (!edited) return;
  throw new Error(
    [
      `The migration ${edited.name} was changed after this database had applied it.`,
      "Restore its file and put the change into a migration of its own: npm run db:new-migration -- verb_noun",
    ].join("\n"),
  );
}

/** Returns whether to run a migration outside a transaction, as Postgres requires for concurrent indexes. */
const isOutsideTransaction = (sql: string) => /^(CREATE( UNIQUE)?|DROP) INDEX CONCURRENTLY /m.test(sql);

/**
 * Applies a migration in the transaction of the lock, so that changes and record are committed together. Statements
 * outside a transaction run first. After a crash, the next start repeats all of them, so they must be repeatable.
 */
async function applyMigration(client: pg.Client, url: string, migration: Migration): Promise<void> {
  const { name, sql } = migration;
  let hasUnfinished = false;
  try {
    const isOutside = isOutsideTransaction(sql);
    if (isOutside) await runOutsideTransaction(url, sql);
    // This instance holds the lock, so an unfinished record is from an interrupted attempt.
    const { rowCount } = await client.query(
      `UPDATE _prisma_migrations SET rolled_back_at = now()
       WHERE migration_name = $1 AND finished_at IS NULL AND rolled_back_at IS NULL`,
      [name],
    );
    hasUnfinished = rowCount !== 0;
    if (!isOutside) {
      await client.query("SET LOCAL lock_timeout = '1s'");
      await client.query(sql);
    }
    await recordMigration(client, migration);
  } catch (error) {
    throw new Error(formatFailure({ name, sql }, error, hasUnfinished), { cause: error });
  }
}

/** Runs the statements on a second connection, while the first connection keeps the lock. */
function runOutsideTransaction(url: string, sql: string): Promise<void> {
  return withConnection(url, async (client) => {
    await client.query("SET statement_timeout = 0; SET lock_timeout = 0");
    try {
      for (const statement of sql.split(/;$/m)) await client.query(statement);
    } finally {
      // Reset the timeouts, because a pooler may give the session to another client.
      await client.query("RESET statement_timeout; RESET lock_timeout").catch(() => undefined);
    }
  });
}

/** Applies a migration in the caller's transaction, without CONCURRENTLY. No other client may write to the tables. */
export async function applyInCallersTransaction(client: pg.Client, { sql }: Migration): Promise<void> {
  await client.query(sql.replaceAll(" INDEX CONCURRENTLY ", " INDEX "));
}

export async function recordMigration(client: pg.Client, { name, sql }: Migration): Promise<void> {
  await client.query(
    `INSERT INTO _prisma_migrations (id, checksum, migration_name, finished_at, applied_steps_count)
     VALUES ($1, $2, $3, clock_timestamp(), 1)`,
    [randomUUID(), computeChecksum(sql), name],
  );
}

/** Describes a failed migration. Leaves out the error's `detail`, which quotes rows. */
function formatFailure({ name, sql }: Migration, error: unknown, hasUnfinished: boolean): string {
  const message = error instanceof Error ? error.message : String(error);
  const hint = error instanceof pg.DatabaseError ? error.hint : undefined;
  return [
    `The migration ${name} failed: ${message}`,
    ...(hint ? [`Hint: ${hint}`] : []),
    ...(hasUnfinished
      ? [
          "An earlier attempt was not recorded as finished. If the database already has all of this migration, run:",
          `  UPDATE _prisma_migrations SET finished_at = now() WHERE migration_name = '${name}' AND rolled_back_at IS NULL;`,
        ]
      : []),
    isOutsideTransaction(sql)
      ? "Mend the cause, then start again: this migration builds indexes, and begins anew."
      : "The database keeps nothing of a migration that fails. Mend the cause, then start again.",
  ].join("\n");
}

/** Computes Prisma's checksum of a migration, with normalized line endings, because a checkout may change them. */
function computeChecksum(sql: string): string {
  return createHash("sha256").update(sql.replaceAll("\r\n", "\n")).digest("hex");
}
