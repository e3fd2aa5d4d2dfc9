// Starts a separate, migrated Postgres for the database tests, and deletes it when they end.
import { randomBytes } from "node:crypto";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { migratedDatabase, query } from "../scripts/databases.fixture.ts";
import { EmbeddedPostgres } from "../scripts/embedded-postgres.ts";
import { migrate } from "../scripts/migrate.ts";

export async function setup(): Promise<() => Promise<void>> {
  const { url, adminUrl, close } = await startTestDatabase();
  process.env.DATABASE_URL = url;
  process.env.ADMIN_DATABASE_URL = adminUrl;
  process.env.AUTH_SECRET = randomBytes(32).toString("base64url");
  return close;
}

const gibibyte = 1024 ** 3;

/** Prefers memory: a database has hundreds of files, which take eight times as long to create on a disk. */
function chooseFolder(): string {
  const [memory, disk] = ["/dev/shm", os.tmpdir()];
  if (process.availableMemory() < 8 * gibibyte || !fs.existsSync(memory)) return disk;
  const { bavail, bsize } = fs.statfsSync(memory);
  return bavail * bsize < 4 * gibibyte ? disk : memory;
}

type TestDatabase = { url: string; adminUrl: string; close: () => Promise<void> };

export async function startTestDatabase(): Promise<TestDatabase> {
  const dataDir = fs.mkdtempSync(path.join(chooseFolder(), "encaje-test-"));
  // Test data need not survive a crash. Little of the write-ahead log is kept, because it takes memory.
  const unsafe = ["-c", "fsync=off", "-c", "full_page_writes=off", "-c", "max_wal_size=256MB"];
  // Autovacuum starts a process for each of the many databases every minute.
  const settings = [...unsafe, "-c", "max_connections=200", "-c", "autovacuum=off"];
  const postgres = await EmbeddedPostgres.start({ dataDir, settings, onMessage: () => undefined });
  await migrate(postgres.url);
  await query(
    postgres.adminUrl,
    `CREATE DATABASE ${migratedDatabase} TEMPLATE ${new URL(postgres.url).pathname.slice(1)}`,
  );
  const close = async () => {
    await postgres.stop();
    fs.rmSync(dataDir, { recursive: true, force: true });
  };
  return { url: postgres.url, adminUrl: postgres.adminUrl, close };
}
