import fs from "node:fs";
import path from "node:path";
import type { Writable } from "node:stream";
import type pg from "pg";
import { to as copyTo } from "pg-copy-streams";
import { findErasureKeyId } from "../../lib/server/derived-keys.ts";
import { withConnection } from "../migration-lock.ts";
import { ArchiveWriter, backupFormat, type Manifest, parseManifest, type TableData } from "./archive.ts";
import {
  type BackupTable,
  listBackupTables,
  listTableNames,
  quoteColumns,
  quoteTable,
  readSequences,
} from "./tables.ts";

/** Settings of the transaction. With them, the output of COPY does not depend on the role or the server. */
const settings = {
  statement_timeout: "0",
  lock_timeout: "0",
  idle_in_transaction_session_timeout: "0",
  TimeZone: "UTC",
  DateStyle: "ISO",
  IntervalStyle: "postgres",
  bytea_output: "hex",
  extra_float_digits: "1",
};

type Options = { url: string; content?: Manifest["content"]; output: Writable };

/**
 * Writes a backup to `output`, and ends `output`.
 * @throws Error with advice when the database cannot be reached or has none of our tables
 */
export async function writeBackup({ url, content = "everything", output }: Options): Promise<Manifest> {
  return withConnection(url, async (client) => {
    const names = await listTableNames(client);
    if (!names.includes("_prisma_migrations"))
      throw new Error("There is nothing to back up: the database has no tables of ours.");
    await client.query("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY");
    // Use SET LOCAL, because a pooler may give the session to another client afterwards.
    for (const [name, value] of Object.entries(settings)) await client.query(`SET LOCAL ${name} = '${value}'`);
    // Lock the tables before the snapshot is taken, so that no table definition changes after it.
    await client.query(`LOCK TABLE ${names.map(quoteTable).join(", ")} IN ACCESS SHARE MODE`);
    const about = await describeDatabase(client);
    const tables = (await listBackupTables(client)).filter(
      ({ name }) => content === "everything" || name === "erasures",
    );
    const archive = new ArchiveWriter(output);
    const written: TableData[] = [];
    for (const table of tables) written.push(await copyTable(client, table, archive));
    const sequences = content === "everything" ? await readSequences(client) : {};
    const manifest = { format: backupFormat, content, ...about, tables: written, sequences } as const;
    // Fail now, rather than at the restore, if the manifest cannot be read.
    parseManifest(JSON.stringify(manifest));
    await archive.finish(manifest);
    await client.query("COMMIT");
    return manifest;
  });
}

async function copyTable(
  client: pg.Client,
  { name, columns }: BackupTable,
  archive: ArchiveWriter,
): Promise<TableData> {
  // Copy from a query, because COPY cannot read a partitioned table.
  const source = client.query(copyTo(`COPY (SELECT ${quoteColumns(columns)} FROM ${quoteTable(name)}) TO STDOUT`));
  const files = await archive.addTable(name, source);
  return { name, columns, rows: source.rowCount, files };
}

async function describeDatabase(client: pg.Client) {
  const { rows } = await client.query<{ takenAt: Date; postgres: string }>(
    `SELECT now() AS "takenAt", current_setting('server_version') AS postgres`,
  );
  const { rows: migrations } = await client.query<Manifest["migrations"][number]>(
    `SELECT migration_name AS name, checksum FROM _prisma_migrations
     WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL ORDER BY 1`,
  );
  const [{ takenAt, postgres } = { takenAt: new Date(), postgres: "" }] = rows;
  const versions = { app: readAppVersion(), postgres, queue: null };
  return { takenAt, versions, authKeyId: findErasureKeyId(), migrations };
}

function readAppVersion(): string {
  const { version } = JSON.parse(fs.readFileSync(path.join(import.meta.dirname, "..", "..", "package.json"), "utf8"));
  return String(version);
}

/** Writes a backup into a file, which gets its name once it is complete. @throws Error if the file exists */
export async function writeBackupFile(file: string, options: Omit<Options, "output">): Promise<Manifest> {
  if (fs.existsSync(file)) throwFileExists(file);
  const draft = `${file}.unfinished-${process.pid}`;
  const handle = await fs.promises.open(draft, "wx", 0o600);
  const removeDraft = () => fs.rmSync(draft, { force: true });
  process.once("exit", removeDraft);
  try {
    const manifest = await writeBackup({ ...options, output: handle.createWriteStream({ flush: true }) });
    renameWithoutReplacing(draft, file);
    return manifest;
  } finally {
    removeDraft();
    process.off("exit", removeDraft);
    await handle.close();
  }
}

function throwFileExists(file: string): never {
  throw new Error(`${file} exists: choose another name. A backup overwrites nothing.`);
}

/** Links the complete draft to its name, because a rename could replace a file. Renames if links are unsupported. */
function renameWithoutReplacing(draft: string, file: string): void {
  try {
    fs.linkSync(draft, file);
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : "";
    if (code === "EEXIST") throwFileExists(file);
    if (!["EPERM", "ENOTSUP", "EOPNOTSUPP", "ENOSYS"].includes(code)) throw error;
    fs.renameSync(draft, file);
  }
}
