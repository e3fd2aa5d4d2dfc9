// `npm run backup [-- [FILE] [--only-erasures]]`: copies the database into one file while the app runs. The FILE `-`
// means standard output.
import "./load-env-file.ts";
import fs from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import { recordConsoleAudit } from "../lib/server/audit.ts";
import { env } from "../lib/server/env.ts";
import { formatCounts, type Manifest } from "./backup/archive.ts";
import { writeBackup, writeBackupFile } from "./backup/write-backup.ts";
import { describeMissingDatabase, resolveFromCaller, runOnDatabase, setEnvFromRunningApp } from "./database.ts";
import { withConnection } from "./migration-lock.ts";

const usage = "Usage: npm run backup [-- [FILE] [--only-erasures]]";

if (process.argv.includes("-")) console.log = console.error;
setEnvFromRunningApp();
const missing = describeMissingDatabase();
if (missing !== undefined) {
  console.error(`There is nothing to back up: ${missing}`);
  process.exit(1);
}
await runOnDatabase(async (url) => {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { "only-erasures": { type: "boolean", default: false } },
  });
  if (positionals.length > 1) throw new Error(usage);
  const content = values["only-erasures"] ? "erasures" : "everything";
  if (positionals[0] === "-")
    return recordAndSummarize(url, await writeBackup({ url, content, output: process.stdout }), "standard output");
  const file = positionals[0] === undefined ? prepareBackupFile(content) : resolveFromCaller(positionals[0]);
  return recordAndSummarize(url, await writeBackupFile(file, { url, content }), file);
});

function prepareBackupFile(content: Manifest["content"]): string {
  const folder = path.resolve(env().DATA_DIR, "backups");
  fs.mkdirSync(folder, { recursive: true, mode: 0o700 });
  const time = new Date().toISOString().replace(/\.\d+/, "").replaceAll(":", "-");
  return path.join(folder, `encaje-${content === "everything" ? "backup" : content}-${time}.tar.gz`);
}

async function recordAndSummarize(url: string, manifest: Manifest, place: string): Promise<string> {
  if (manifest.content === "everything") await recordBackup(url);
  return `${formatCounts(manifest)}\nWrote ${place}: what was there at ${manifest.takenAt.toISOString()}.`;
}

/** Records the backup in the audit log. On a standby or with a read-only role, this fails, but the backup is valid. */
async function recordBackup(url: string): Promise<void> {
  try {
    await withConnection(url, (client) => recordConsoleAudit(client, "data_backed_up", {}));
  } catch (error) {
    console.error(`The backup is not recorded: ${error instanceof Error ? error.message : error}`);
  }
}
