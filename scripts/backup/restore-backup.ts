// Loads a backup into an empty database, in one transaction.
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import pg from "pg";
import { from as copyFrom } from "pg-copy-streams";
import { hourMilliseconds } from "../../lib/domain/durations.ts";
import type { PersonCounts } from "../../lib/domain/people/person.ts";
import { recordConsoleAudit } from "../../lib/server/audit.ts";
import { toRawTransaction } from "../../lib/server/db.ts";
import { holdMailInTransaction } from "../../lib/server/mail/mail-queue.ts";
import { addBaseline, isReplaced } from "../baseline.ts";
import {
  applyInCallersTransaction,
  compareMigrations,
  createMigrationHistory,
  type Migration,
  readMigrations,
  recordBaseline,
  recordMigration,
  refuseEditedMigrations,
} from "../migrate.ts";
import { withConnection, withMigrationLock } from "../migration-lock.ts";
import { checkArchive, type Manifest, readTables, type TableData } from "./archive.ts";
import { endRestoredAccess, type ListedErasure, readErasureFiles, repeatMissingErasures } from "./erasure-files.ts";
import { listTableNames, quoteColumns, quoteTable } from "./tables.ts";

/** Sequences of the reference numbers. */
const firstNumbers = { evaluation_id_seq: "0", inquiry_id_seq: "0" };
/** Without a gap, signed references of submissions lost in the restore would name those of other people. */
const skippedNumbers = 1_000;

type Options = {
  url: string;
  file: string;
  /** Newer backups, or backups of erasures only. People whose erasure they record are erased again. */
  erasureFiles?: string[];
  allowsUnknownErasures?: boolean;
  /** Folder of other migrations, for tests only. */
  migrationsFolder?: string;
};

type RestoredBackup = {
  manifest: Manifest;
  /** Tables of the backup that were not loaded, because this version does not have them or fills them itself. */
  leftOut: string[];
  erased: PersonCounts;
  migrated: string[];
};

/** Table of the mail queue in versions before the table `mails`. */
const oldJobs = "pgboss.job";

/**
 * Checks the file, migrates an empty database to the version of the backup, loads the data and applies the later
 * migrations. Ends all sessions, open invitations and links to results, repeats the erasures in `erasureFiles` and
 * holds all mail. A failure leaves no data behind.
 * @throws Error with advice
 */
export async function restoreBackup({ url, file, erasureFiles = [], ...options }: Options): Promise<RestoredBackup> {
  const manifest = await checkArchive(file);
  if (manifest.content !== "everything") {
    throw new Error(`${file} contains only erasures. Restore a full backup, and pass this file with --erasures.`);
  }
  const erasures = await readErasureFiles(erasureFiles, { allowsUnknown: options.allowsUnknownErasures });
  const migrations = readMigrations(options.migrationsFolder);
  const known = requireRestorable(manifest, migrations);
  return withConnection(url, async (client) => {
    await refuseFilledDatabase(client);
    const restored = await withMigrationLock(client, async () => {
      // Check again under the lock, because an instance may have started in the meantime and filled the database.
      await refuseFilledDatabase(client);
      return loadBackupOrExplain(client, { file, manifest, known, migrations, erasures });
    });
    await collectStatistics(client);
    return { manifest, ...restored };
  });
}

/** Collects statistics. A failure is harmless: queries are slower until autovacuum collects statistics. */
async function collectStatistics(client: pg.Client): Promise<void> {
  try {
    await client.query(`BEGIN; SET LOCAL statement_timeout = '${analyzeMinutes}min'`);
    await client.query("ANALYZE");
    await client.query("COMMIT");
  } catch (error) {
    await client.query("ROLLBACK").catch(() => undefined);
    console.warn(`Everything was restored, but ANALYZE failed: ${error instanceof Error ? error.message : error}`);
  }
}
const analyzeMinutes = 10;

type Plan = {
  file: string;
  manifest: Manifest;
  /** Names of the migrations that the backup has. */
  known: Set<string>;
  migrations: Migration[];
  erasures: ListedErasure[];
};

async function loadBackupOrExplain(client: pg.Client, plan: Plan) {
  try {
    return await loadBackup(client, plan);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(`The restore failed and left no data behind: ${reason}`, { cause: error });
  }
}

async function loadBackup(client: pg.Client, { file, manifest, known, migrations, erasures }: Plan) {
  await createMigrationHistory(client);
  // Do not record these migrations, because the backup contains their records.
  for (const migration of migrations.filter(({ name }) => known.has(name)))
    await applyInCallersTransaction(client, migration);
  const pending = migrations.filter(({ name }) => !known.has(name));
  const movesJobs = pending.some(({ sql }) => sql.includes(oldJobs));
  const leftOut = await loadTables(client, file, manifest, movesJobs);
  await recordBaseline(client, await compareMigrations(client, migrations));
  for (const [name, value] of Object.entries({ ...firstNumbers, ...manifest.sequences })) {
    await client.query("SELECT setval(to_regclass($1), $2::bigint + $3::int) WHERE to_regclass($1) IS NOT NULL", [
      quoteTable(name),
      value,
      name in firstNumbers ? skippedNumbers : 0,
    ]);
  }
  for (const migration of pending) {
    await applyInCallersTransaction(client, migration);
    await recordMigration(client, migration);
  }
  // Drop the rest of the old queue, which is not restored.
  if (movesJobs) await client.query("DROP SCHEMA IF EXISTS pgboss CASCADE");
  const erased = await finishRestore(client, manifest, erasures);
  return { leftOut, erased, migrated: pending.map(({ name }) => name) };
}

async function loadTables(client: pg.Client, file: string, manifest: Manifest, movesJobs: boolean): Promise<string[]> {
  const ours = (await listTableNames(client)).filter((name) => !name.startsWith("pgboss."));
  const isLoaded = ({ name }: TableData) => ours.includes(name) || (movesJobs && name === oldJobs);
  // Empty the tables, because migrations may have stored rows that the backup also contains.
  await client.query(`TRUNCATE ${ours.map(quoteTable).join(", ")}`);
  await readTables(file, manifest, async (table, content) => {
    const load = table.name === oldJobs ? loadOldJobs : loadTable;
    if (isLoaded(table)) await load(client, table, content);
  });
  return manifest.tables.filter((table) => !isLoaded(table)).map(({ name }) => name);
}

/** Loads rows unchanged, with triggers off, because a trigger might now compute different values. */
async function loadTable(client: pg.Client, table: TableData, content: AsyncIterable<Buffer>): Promise<void> {
  const name = quoteTable(table.name);
  await client.query(`ALTER TABLE ${name} DISABLE TRIGGER USER`);
  await copyRowsInto(client, name, table, content);
  await client.query(`ALTER TABLE ${name} ENABLE TRIGGER USER`);
}

/** Loads old mail jobs, as text, for the migration that moves them. */
async function loadOldJobs(client: pg.Client, table: TableData, content: AsyncIterable<Buffer>): Promise<void> {
  const columns = table.columns.map((name) => `${pg.escapeIdentifier(name)} text`);
  await client.query(`CREATE SCHEMA IF NOT EXISTS pgboss; CREATE TABLE ${oldJobs} (${columns.join(", ")})`);
  await copyRowsInto(client, oldJobs, table, content);
}

async function copyRowsInto(
  client: pg.Client,
  name: string,
  table: TableData,
  content: AsyncIterable<Buffer>,
): Promise<void> {
  const target = client.query(copyFrom(`COPY ${name} (${quoteColumns(table.columns)}) FROM STDIN`));
  await pipeline(Readable.from(content), target);
  if (target.rowCount !== table.rows)
    throw new Error(`${table.name} has ${target.rowCount} rows instead of ${table.rows}.`);
}

async function finishRestore(
  client: pg.Client,
  { takenAt }: Manifest,
  erasures: ListedErasure[],
): Promise<PersonCounts> {
  await endRestoredAccess(client);
  // An erasure is carried out within an hour of being recorded, so the backup already lacks what older ones erased. If
  // it has such a person, they submitted again later.
  const since = new Date(takenAt.getTime() - hourMilliseconds);
  const { counts: erased } = await repeatMissingErasures(client, erasures, { since });
  await holdMailInTransaction(toRawTransaction(client), "restore");
  await recordConsoleAudit(client, "data_restored", { takenAt: takenAt.toISOString(), ...erased });
  return erased;
}

/**
 * Returns the names of the migrations that the backup has.
 * @throws Error with advice if the backup is from a later version, or from one that is too old
 */
function requireRestorable(manifest: Manifest, migrations: Migration[]): Set<string> {
  const isKnown = (name: string) => isReplaced(name) || migrations.some((each) => each.name === name);
  const later = manifest.migrations.find(({ name }) => !isKnown(name));
  if (later) {
    throw new Error(
      `The backup is from a later version (${manifest.versions.app}): it has the migration ${later.name}. Restore it with that version or a later one.`,
    );
  }
  const checksums = new Map(manifest.migrations.map(({ name, checksum }) => [name, checksum]));
  refuseEditedMigrations(migrations, checksums);
  return addBaseline(
    checksums.keys(),
    `The backup is from a version before 0.3.0 (${manifest.versions.app}). Restore it with 0.3.0, and then start this version.`,
  );
}

async function refuseFilledDatabase(client: pg.Client): Promise<void> {
  const [table] = await listTableNames(client);
  if (table === undefined) return;
  throw new Error(
    `A restore needs an empty database, and this one has a table ${table}. Set DATABASE_URL to a new database, or DATA_DIR to a new folder.`,
  );
}
