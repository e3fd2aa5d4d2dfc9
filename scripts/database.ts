// Opens the database of a command: DATABASE_URL, or the embedded Postgres while the command runs.
import { randomBytes } from "node:crypto";
import fs from "node:fs";
import { constants } from "node:os";
import path from "node:path";
import { disconnect } from "../lib/server/db.ts";
import { parseEnv } from "../lib/server/env.ts";
import { EmbeddedPostgres, writeNewFile } from "./embedded-postgres.ts";

/** `url` is for migrations and long work. With DIRECT_URL, it bypasses the pooler. */
export type OpenDatabase = { url: string; close: () => Promise<void> };

const embedded = new Map<string, string>();

/** Finds the DATA_DIR of the embedded Postgres at `url`. @returns undefined unless this process has opened it */
export const findDataDir = (url: string): string | undefined => embedded.get(url);

export async function openDatabase(onMessage: (message: string) => void = console.log): Promise<OpenDatabase> {
  const { DATABASE_URL, DIRECT_URL, DATA_DIR, AUTH_SECRET } = parseEnv(process.env);
  requireFolderPath(DATA_DIR);
  if (DATABASE_URL) return { url: DIRECT_URL ?? DATABASE_URL, close: async () => undefined };
  const postgres = await EmbeddedPostgres.start({ dataDir: DATA_DIR, onMessage });
  process.env.DATABASE_URL = postgres.url;
  process.env.AUTH_SECRET = AUTH_SECRET ?? readAuthSecret(DATA_DIR);
  embedded.set(postgres.url, DATA_DIR);
  return { url: postgres.url, close: () => postgres.stop() };
}

/** Uses the embedded database and the site URL of a running app. Does nothing if DATABASE_URL is set. */
export function setEnvFromRunningApp(): void {
  const { DATABASE_URL, DATA_DIR, AUTH_SECRET } = parseEnv(process.env);
  const running = DATABASE_URL ? undefined : EmbeddedPostgres.findRunning(DATA_DIR);
  if (running === undefined) return;
  process.env.DATABASE_URL = running;
  process.env.AUTH_SECRET = AUTH_SECRET ?? readAuthSecret(DATA_DIR);
  const file = path.join(DATA_DIR, siteUrlFile);
  if (fs.existsSync(file)) process.env.SITE_URL ||= fs.readFileSync(file, "utf8");
}

/** Explains why there is no database. Does not create one. @returns undefined if there is one */
export function describeMissingDatabase(): string | undefined {
  const { DATABASE_URL, DATA_DIR } = parseEnv(process.env);
  if (DATABASE_URL || fs.existsSync(path.join(DATA_DIR, "postgres"))) return undefined;
  return `DATABASE_URL is not set, and ${path.resolve(DATA_DIR)} (DATA_DIR) has no embedded Postgres.`;
}

/** Stores the app's URL next to its embedded Postgres, for `setEnvFromRunningApp`. */
export function storeSiteUrl(dataDir: string, url: string): void {
  fs.writeFileSync(path.join(dataDir, siteUrlFile), url);
}

const siteUrlFile = "site-url";

/** Reads the AUTH_SECRET next to the embedded Postgres, and creates it on first use. */
function readAuthSecret(dataDir: string): string {
  const file = path.join(dataDir, "auth-secret");
  // If two processes start at once, only one of them writes the file.
  writeNewFile(file, randomBytes(32).toString("base64url"));
  return fs.readFileSync(file, "utf8").trim();
}

/** Refuses a DATA_DIR that is a file or below a file. @throws Error with advice */
export function requireFolderPath(dataDir: string): void {
  let existing = path.resolve(dataDir);
  while (!fs.existsSync(existing)) existing = path.dirname(existing);
  if (fs.statSync(existing).isDirectory()) return;
  throw new Error(`DATA_DIR must be a folder: ${existing} is a file.`);
}

/** Runs a command, prints its result or error, closes the embedded Postgres and ends the process, also on a signal. */
export async function runOnDatabase(command: (url: string) => Promise<string>): Promise<never> {
  const opening = openDatabase();
  let ending: Promise<never> | undefined;
  const end = (code: number) => (ending ??= closeAndExit(opening, code));
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const)
    process.on(signal, () => end(128 + constants.signals[signal]));
  process.on("disconnect", () => end(1));
  try {
    const done = await command((await opening).url);
    await disconnect();
    console.log(done);
  } catch (error) {
    if (!ending) console.error(error instanceof Error ? error.message : error);
    return end(1);
  }
  return end(0);
}

async function closeAndExit(opening: Promise<OpenDatabase>, code: number): Promise<never> {
  const database = await opening.catch(() => undefined);
  await database?.close();
  process.exit(code);
}

/** Resolves a path relative to the folder where npm was called, because scripts run in the repository. */
export function resolveFromCaller(file: string): string {
  return path.resolve(process.env.INIT_CWD ?? "", file);
}
